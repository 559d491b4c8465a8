"""Which letters are new in an IMAP mailbox: SELECT, SEARCH and FETCH of their sizes.

A folder may hold fifty thousand old letters, so the server is never asked for a list
of all of them, and letters are looked at only as fast as the worker takes them.
"""

from collections import deque
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from email import message_from_bytes
from itertools import islice
from typing import Any

from imapclient.exceptions import IMAPClientError

from mailbot.errors import BadSettings, InboxUnavailable
from mailbot.mail.imap.session import Session, number, when
from mailbot.mail.message.headers import MAX_HEAD
from mailbot.mail.message.writing import REPLY_HEADER
from mailbot.mail.ports import Arrival, Since
from mailbot.model import MessageKey, RawMail

DONE = "MailbotDone"
"""The keyword on every letter that is filed without being moved."""

_AHEAD = 8
"""Small letters that are fetched by one command."""

_SMALL = 100_000
"""Bytes of a letter that may be fetched before it is asked for."""

_CHUNK = 500
"""UIDs in one command; Dovecot refuses a line with 50,000 of them."""

_HEADERS = f"BODY.PEEK[HEADER.FIELDS (X-LOOP {REPLY_HEADER.upper()})]"


@dataclass(frozen=True, slots=True)
class Selected:
    """What the server told about a mailbox when it was selected.

    `keywords`: it keeps keywords on letters.
    """

    mailbox: str = ""
    uidvalidity: int = 0
    uidnext: int = 0
    letters: int = 0
    keywords: bool = False

    def key(self, uid: int) -> MessageKey:
        """The key of one of its letters."""
        return MessageKey(self.mailbox, self.uidvalidity, uid)


def select(session: Session, mailbox: str, *, selected_before: bool) -> Selected:
    """Select a mailbox.

    Args:
        session: a connection, logged in.
        mailbox: its name on the server.
        selected_before: a mailbox of this account was selected on an earlier
            connection. Then an error is the server's, and not that of the settings.

    Raises:
        BadSettings: there is no such mailbox.
    """
    try:
        answer = session.select_folder(mailbox)
    except IMAPClientError as error:
        if selected_before or "exist" not in str(error).lower():
            raise
        raise BadSettings(f"there is no mailbox {mailbox!r}: {error}") from error
    permanent = {flag.lower() for flag in answer.get(b"PERMANENTFLAGS", ())}
    return Selected(
        mailbox,
        number(answer, b"UIDVALIDITY"),
        number(answer, b"UIDNEXT"),
        number(answer, b"EXISTS"),
        keywords=bool(permanent & {rb"\*", DONE.lower().encode()}),
    )


def fetch_head(session: Session, key: MessageKey) -> RawMail | None:
    """The head of a letter in the selected mailbox, unmarked; None if it is gone."""
    item = f"BODY.PEEK[HEADER]<0.{MAX_HEAD}>"
    found = session.fetch([key.uid], [item, "INTERNALDATE"]).get(key.uid, {})
    head = found.get(b"BODY[HEADER]<0>")
    return None if head is None else RawMail(key, head, when(found), whole=False)


class Arrivals:
    """Finds the letters of one mailbox under one UIDVALIDITY, each of them once.

    A search asks only for UIDs above those of the last search. Sizes are fetched for
    so many letters as the caller takes.
    """

    def __init__(self, mailbox: Selected, address: str) -> None:
        self._mailbox = mailbox
        self._address = address.lower()
        self._next_uid = 1
        self._uids: deque[int] = deque()
        self._measured: deque[Arrival] = deque()

    def are_of(self, mailbox: Selected) -> bool:
        """Whether these are letters of a mailbox, under its present UIDVALIDITY."""
        return mailbox.key(0) == self._mailbox.key(0)

    def search(self, session: Session, since: Since | None) -> None:
        """Search for letters that were not there at the last search.

        Raises:
            InboxUnavailable: `since` is a key of another mailbox or UIDVALIDITY.
        """
        session.forget_announcements()
        if isinstance(since, MessageKey):
            if since != self._mailbox.key(since.uid):
                raise InboxUnavailable(f"{since.mailbox} was renumbered meanwhile")
            # By UID and not by date: for a date, Dovecot may open every letter.
            self._next_uid = max(self._next_uid, since.uid + 1)
        criteria: list[object] = ["UID", f"{self._next_uid}:*", "UNDELETED"]
        if self._mailbox.keywords:
            criteria += ["UNKEYWORD", DONE]
        if isinstance(since, datetime):  # the server's day may have begun before ours
            criteria += ["SINCE", (since - timedelta(days=1)).date()]
        # `n:*` always holds the last letter, however low its UID.
        new = sorted(uid for uid in session.search(criteria) if uid >= self._next_uid)
        self._uids.extend(new)
        last = new[-1] + 1 if new else 1
        self._next_uid = max(self._next_uid, self._mailbox.uidnext, last)

    def take(self) -> Arrival | None:
        """The next letter whose size is known; None if there is none."""
        return self._measured.popleft() if self._measured else None

    def upcoming(self) -> list[int]:
        """UIDs of the next letters, up to one that is large or a copy of our reply."""
        uids = []
        for arrival in islice(self._measured, _AHEAD):
            if arrival.size > _SMALL or arrival.copy_of:
                break
            uids.append(arrival.key.uid)
        return uids

    def measure(self, session: Session, known: Collection[MessageKey]) -> bool:
        """Fetch sizes, dates and our own headers of the next chunk of letters.

        Returns: whether there was a chunk, and so there may be another.
        """
        uids = [self._uids.popleft() for _ in range(min(_CHUNK, len(self._uids)))]
        unknown = [uid for uid in uids if self._mailbox.key(uid) not in known]
        found = session.fetch(unknown, ["RFC822.SIZE", "INTERNALDATE", _HEADERS])
        for uid, letter in sorted(found.items()):
            if b"RFC822.SIZE" in letter:
                self._measured.append(self._arrival(uid, letter))
        return bool(uids)

    def _arrival(self, uid: int, letter: dict[bytes, Any]) -> Arrival:
        size = number(letter, b"RFC822.SIZE")
        named = (data for name, data in letter.items() if name.startswith(b"BODY[H"))
        ours = message_from_bytes(next(named, b"") or b"")
        looped = ours.get("X-Loop", "").strip().lower() == self._address
        copy_of = ours.get(REPLY_HEADER, "").strip() if looped else ""
        return Arrival(self._mailbox.key(uid), size, when(letter), copy_of)
