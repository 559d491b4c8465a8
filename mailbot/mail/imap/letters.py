"""Letters as the server hands them over: several at once, or alone after a fault.

Rule: a command that fails for several letters is tried with fewer, on a new connection,
down to a single one. If that fails and the server still answers, the fault is that
letter's, and the others go on.
"""

from collections import Counter
from collections.abc import Container, Iterator, Sequence

from mailbot.errors import InboxThrottled, InboxUnavailable, LetterUnavailable
from mailbot.mail.imap.arrivals import Arrivals, Selected, arrival_of, measure
from mailbot.mail.imap.connection import Connection, MailboxGone
from mailbot.mail.imap.fetched import BODY, TWINS
from mailbot.mail.imap.session import when
from mailbot.mail.options import ImapOptions
from mailbot.mail.ports import Arrival, Since
from mailbot.model import MessageKey, RawMail

_THROTTLED = ("[throttled]", "[limit]", "bandwidth limits")
"""Answers that refuse any letter for now."""

_SUBSTITUTE = b"Subject: Retrieval using the IMAP4 protocol failed"
_SUBSTITUTE_WITHIN = 4000
"""What Exchange hands over for a letter that it cannot convert, in its first bytes."""


class Letters:
    """The letters of the watched mailbox that were not yet filed."""

    def __init__(self, connection: Connection, options: ImapOptions) -> None:
        self._connection = connection
        self._options = options
        self._number = 0
        self._arrivals = Arrivals(connection.selected)
        self._ahead: dict[MessageKey, RawMail] = {}
        self._suspects: set[MessageKey] = set()  # to be fetched alone

    def waiting(
        self, known: Container[MessageKey], since: Since | None
    ) -> Iterator[Arrival]:
        """Letters not yet filed and not in `known`; see Inbox.waiting."""
        self._ahead.clear()
        with self._connection.mailbox() as session:
            arrivals, mailbox = self._arrivals_now(), self._connection.selected
            arrivals.search(session, since)
        # A fault replaces the connection, but not what was found on it.
        while True:
            while arrival := arrivals.take():
                yield arrival
            uids = arrivals.unmeasured(known)
            if uids is None:
                return
            arrivals.add(self._measured(mailbox, uids))

    def begin_again(self) -> None:
        """Let the next search be for all letters, as on a new connection."""
        self._number = -1

    def fetch(self, key: MessageKey) -> RawMail | None:
        """The letter, without marking it as read; None if it or its mailbox is gone.

        Small letters that wait behind it are fetched along with it.

        Raises:
            LetterUnavailable: the server hands over others, but not this one.
            InboxThrottled: the server says that it hands over none for now.
        """
        if key in self._ahead:
            return _genuine(self._ahead.pop(key))
        ours = key.mailbox == self._options.mailbox and key not in self._suspects
        uids = [key.uid, *(self._arrivals_now().upcoming() if ours else ())]
        try:
            found = self._fetched(key, uids)
        except MailboxGone:
            return None
        except InboxUnavailable:
            self._suspects.update(key._replace(uid=uid) for uid in uids)
            self._connection.open()
            try:
                found = self._fetched(key, [key.uid])
            except InboxUnavailable as error:
                self._connection.open()
                if any(word in str(error).lower() for word in _THROTTLED):
                    raise InboxThrottled(str(error)) from error
                what = f"the server does not hand the letter over: {error}"
                raise LetterUnavailable(what) from error
        if found is None:
            return None
        self._ahead = found
        raw = self._ahead.pop(key, None)
        if raw is None and self._is_listed(key):
            raise LetterUnavailable("the server lists the letter, but gives nothing")
        return raw and _genuine(raw)

    def _fetched(
        self, key: MessageKey, uids: list[int]
    ) -> dict[MessageKey, RawMail] | None:
        """Letters of the mailbox of a key; None if it was renumbered."""
        with self._connection.mailbox(key.mailbox) as session:
            if key.uidvalidity != self._connection.selected.uidvalidity:
                return None
            letters = session.fetch(uids, ["BODY.PEEK[]", "INTERNALDATE"])
            given = Counter(letter.get(BODY) for letter in letters.values())
            found = dict[MessageKey, RawMail]()
            for uid, letter in letters.items():
                at, date = self._connection.selected.key(uid), when(letter)
                body, twins = letter.get(BODY), letter.get(TWINS, {}).values()
                # Some servers give one letter under each UID of an answer: what
                # looks so is asked for again by itself.
                if body and (at == key or given[body] == 1):
                    found[at] = RawMail(at, body, date, twins=tuple(twins))
                if twins:
                    session.tell("the server gives several letters under one UID")
            return found

    def _is_listed(self, key: MessageKey) -> bool:
        """Whether the server still has a letter that it did not hand over."""
        with self._connection.mailbox(key.mailbox) as session:
            session.probe()
            return key.uid in session.search(["UID", str(key.uid)])

    def _measured(self, mailbox: Selected, uids: Sequence[int]) -> list[Arrival]:
        """Sizes and dates of letters; size 0 if the server does not tell them."""
        try:
            with self._connection.mailbox() as session:
                if mailbox.uidvalidity != self._connection.selected.uidvalidity:
                    return []
                return measure(session, mailbox, uids, self._options.address)
        except InboxUnavailable:
            self._connection.open()
        if len(uids) == 1:
            return [arrival_of(mailbox.key(uids[0]), {}, self._options.address)]
        half = len(uids) // 2
        return [
            *self._measured(mailbox, uids[:half]),
            *self._measured(mailbox, uids[half:]),
        ]

    def _arrivals_now(self) -> Arrivals:
        """The arrivals of this connection: on a new one each letter is found again."""
        selected, number = self._connection.selected, self._connection.number
        ours = selected.mailbox == self._options.mailbox
        renumbered = ours and not self._arrivals.are_of(selected)
        if number != self._number or renumbered:
            self._number, self._arrivals = number, Arrivals(selected)
        return self._arrivals


def _genuine(raw: RawMail) -> RawMail:
    """The letter, unless the server put a notice in its place."""
    if _SUBSTITUTE in raw.rfc822[:_SUBSTITUTE_WITHIN]:
        raise LetterUnavailable("the server gives a notice in place of the letter")
    return raw
