"""The Inbox over IMAP.

Letters are fetched with PEEK, so that a crash leaves them unread. Settled letters are
moved, or copied and marked as deleted, or flagged, whatever the server can do. Flags
and folders only inform the operator: the ledger knows which letters were answered.

Rule 1: for an hour after a letter, a server is probed every five seconds: in IDLE until
        it has announced a letter there, and without IDLE once a letter was found that
        it had not announced, or once IDLE was refused, or broke three times in a row;
        then IDLE is tried again after an hour, and after twice as long each time.
Rule 2: what a server announced in vain makes us deaf to it for a while. So a server
        that announces all the time gets no more commands than a silent one.
"""

import contextlib
import logging
import os
from collections.abc import Callable, Container, Iterator, Sequence
from time import monotonic
from weakref import finalize

from imapclient.exceptions import IMAPClientAbortError, IMAPClientError

from mailbot.errors import InboxUnavailable, MailbotError
from mailbot.mail.credentials import Credentials
from mailbot.mail.imap.arrivals import fetch_head
from mailbot.mail.imap.connection import Connection, MailboxGone
from mailbot.mail.imap.folders import KEYWORDS, Backlog
from mailbot.mail.imap.letters import Letters
from mailbot.mail.imap.session import Heard, ImapFacts, Session, number
from mailbot.mail.message.writing import REPLY_HEADER
from mailbot.mail.options import ImapOptions
from mailbot.mail.ports import Arrival, Folder, Since
from mailbot.model import MessageKey, RawMail


class WakePipe:
    """A pipe that ends a `select`; once written to, it stays readable until cleared."""

    def __init__(self) -> None:
        self._out, self._in = os.pipe()
        for end in (self._in, self._out):
            os.set_blocking(end, False)
            finalize(self, os.close, end)

    def fileno(self) -> int:
        """The descriptor to select on."""
        return self._out

    def write(self) -> None:
        """Make the pipe readable; may be called by any thread."""
        with contextlib.suppress(BlockingIOError):  # full, so readable
            os.write(self._in, b"!")

    def clear(self) -> None:
        """Empty the pipe."""
        with contextlib.suppress(BlockingIOError):
            while os.read(self._out, 4096):
                pass


POLL = 5.0
"""Seconds between two looks while letters come, where nothing is announced.

So long lasts one IDLE, too, until an announcement came: the first letter of a server
that announces nothing waits no longer than the others.
"""

_LONG = 25.0
_EAGER = 3600.0
"""Seconds after a letter in which the next one is expected."""

_DEAF = 20.0
"""Seconds after an announcement in vain: the look that it caused is four commands."""

_BROKEN_IDLES = 3
_NO_IDLE, _NO_IDLE_LONGEST = 3600.0, 24 * 3600.0
"""After so many waits in IDLE that failed in a row none is tried for an hour, and after
each further one for twice as long: each costs a login."""


_log = logging.getLogger(__name__)


class Pace:
    """What was learnt of one server's announcements."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._heard = Heard.NONE
        self._announces: bool | None = None
        self._came = clock()
        self._found = False
        self._broken, self._idles_from = 0, 0.0

    def found(self) -> None:
        """Note that a letter was found after the last wait."""
        if self._heard is Heard.PUSHED:
            self._announces = True
        elif self._heard is Heard.LATE and not self._announces:
            self._announces = False
        self._came, self._found = self._clock(), True

    def heard(self, what: Heard) -> None:
        """Note what a wait heard; what is found from now on follows from that."""
        self._heard, self._found = what, False

    def broke(self, *, refused: bool = False) -> None:
        """Note that a wait in IDLE failed, or that the server refused it."""
        self._broken = max(self._broken + 1, _BROKEN_IDLES * refused)
        if self._broken >= _BROKEN_IDLES:
            doubled = _NO_IDLE * 2 ** min(self._broken - _BROKEN_IDLES, 5)
            seconds = min(doubled, _NO_IDLE_LONGEST)
            self._idles_from = self._clock() + seconds
            told = "IDLE fails: letters are looked for without it for %d hours"
            _log.warning(told, seconds // 3600)

    def idled(self) -> None:
        """Note that a wait in IDLE ended well."""
        self._broken = 0

    @property
    def idles(self) -> bool:
        """Whether a wait in IDLE may be tried."""
        return self._broken < _BROKEN_IDLES or self._clock() >= self._idles_from

    @property
    def is_eager(self) -> bool:
        """Whether the next letter is expected soon."""
        return self._clock() - self._came < _EAGER

    @property
    def polls(self) -> bool:
        """Whether to look for letters instead of waiting in IDLE."""
        return self._announces is False and self.is_eager

    @property
    def slice_seconds(self) -> float:
        """How long one IDLE lasts."""
        return POLL if self._announces is None and self.is_eager else _LONG

    @property
    def deaf(self) -> float:
        """Seconds in which announcements end no wait, after one that was in vain."""
        return _DEAF if self._heard is not Heard.NONE and not self._found else 0


class ImapInbox:
    """An Inbox (mail.ports) on one connection, which is replaced after every fault.

    `login_worked`: the server took this login before and had this mailbox; a refusal
    then passes.
    """

    def __init__(
        self, options: ImapOptions, credentials: Credentials, login_worked: bool = False
    ) -> None:
        self.name = options.address
        self._options = options
        self._wake_pipe = WakePipe()
        self._connection = Connection(
            options, credentials, self._wake_pipe.fileno(), login_worked=login_worked
        )
        self._letters = Letters(self._connection, options)
        self._backlog = Backlog()
        self._pace = Pace()

    # --- the connection -----------------------------------------------------------

    def open(self) -> None:
        """Connect, if there is no connection."""
        with self._connection.mailbox():
            pass

    def close(self) -> None:
        """File what waits, and log out; never raises."""
        if self._connection.is_open:
            with contextlib.suppress(MailbotError):
                self._file_all()
        self._connection.close()

    def probe(self) -> ImapFacts:
        """What the server can do and what is there."""
        self._file_all()
        with self._connection.mailbox() as session:
            return ImapFacts(
                host=self._options.endpoint.host,
                idle=session.has_capability("IDLE"),
                move=session.has_capability("MOVE"),
                keywords=self._connection.selected.keywords,
                letters=self._connection.selected.letters,
                missing=tuple(self._connection.folders.missing(session)),
            )

    def newest_heads(self) -> list[bytes]:
        """The headers of the newest letters, answered ones included, newest first."""
        self._file_all()
        names, heads = [self._options.mailbox], list[bytes]()
        with self._connection.mailbox() as session:
            answered = self._connection.folders.path_of(session, Folder.ANSWERED)
            names += [answered] * session.folder_exists(answered)
        for name in names:
            with self._connection.mailbox(name) as session:
                heads += newest_heads(session, self._connection.selected.letters)
        return heads

    # --- letters ------------------------------------------------------------------

    def newest(self) -> MessageKey | None:
        """The newest letter's key (uid 0: no letter yet)."""
        self._file_all()
        with self._connection.mailbox() as session:
            session.probe()
            last = _last_uid(session)
            # Some servers cannot find it like this; others refuse STATUS of a mailbox
            # that is selected.
            if not last and self.count():
                status = session.folder_status(
                    self._connection.selected.path, ["UIDNEXT", "MESSAGES"]
                )
                last = (number(status, b"UIDNEXT") - 1) * bool(status.get(b"MESSAGES"))
            return self._connection.selected.key(last)

    def count(self) -> int:
        """How many letters there were when the mailbox was selected."""
        return self._connection.selected.letters

    def waiting(
        self, known: Container[MessageKey], since: Since | None = None
    ) -> Iterator[Arrival]:
        """Letters not yet filed and not in `known`, oldest first.

        Each is yielded once on a connection. IMAP searches by day: a letter from up to
        two days before the time `since` may be among them.
        """
        self._file_all()
        for arrival in self._letters.waiting(known, since):
            self._pace.found()
            yield arrival
        if self._pace.deaf:  # what was announced may bear a UID that was given before
            self._letters.begin_again()

    def fetch(self, key: MessageKey) -> RawMail | None:
        """The letter, without marking it as read; None if it is gone.

        Small letters that wait behind it are fetched along with it.

        Raises:
            LetterUnavailable: the server hands over others, but not this one.
        """
        return self._letters.fetch(key)

    def fetch_head(self, key: MessageKey) -> RawMail | None:
        """The head of a letter, without marking it as read; None if it is gone."""
        try:
            with self._connection.mailbox(key.mailbox) as session:
                if key.uidvalidity != self._connection.selected.uidvalidity:
                    return None
                return fetch_head(session, key)
        except MailboxGone:
            return None

    def recall(self, folder: Folder, size: int) -> Iterator[RawMail]:
        """Filed letters of `size` bytes; the caller files them again."""
        self._file_all()
        exactly = ["LARGER", size - 1, "SMALLER", size + 1, "UNDELETED"]
        here = self._options.mailbox
        with self._connection.mailbox() as session:
            path = self._connection.folders.path_of(session, folder)
            moved = session.folder_exists(path)
        places = [(here, ["KEYWORD", KEYWORDS[folder]])] + [(path, [])] * moved
        for mailbox, mark in places:
            with self._connection.mailbox(mailbox) as session:
                uids = session.search([*exactly, *mark])
                keys = [self._connection.selected.key(uid) for uid in uids]
            yield from (raw for raw in map(self.fetch, keys) if raw)

    def file(self, key: MessageKey, folder: Folder) -> None:
        """Move or flag a letter soon; a letter that is gone is no error."""
        if self._backlog.add(key, folder):
            self._file_all()

    # --- waiting ------------------------------------------------------------------

    def wait(self, seconds: float) -> None:
        """Wait until a letter may have come, for `seconds` at most."""
        self._file_all()
        seconds = min(seconds, self._pace.deaf or seconds)
        with self._connection.mailbox() as session:
            idle = self._options.idle and session.has_capability("IDLE")
            broken = not self._pace.idles
            if not idle or (broken and not self._pace.is_eager):
                seconds = min(seconds, self._options.poll_seconds)
                heard = session.poll_for(seconds, seconds, self._pace.deaf)
            elif broken or self._pace.polls:
                heard = session.poll_for(seconds, POLL, self._pace.deaf)
            else:
                heard = self._idle_for(session, seconds)
            self._pace.heard(heard)
        self._wake_pipe.clear()

    def _idle_for(self, session: Session, seconds: float) -> Heard:
        try:
            heard = session.idle_for(seconds, self._pace.slice_seconds, self._pace.deaf)
        except Exception as error:
            aborted = isinstance(error, IMAPClientAbortError)
            refused = isinstance(error, IMAPClientError) and not aborted
            self._pace.broke(refused=refused)  # though it is announced
            raise
        self._pace.idled()
        return heard

    def wake(self) -> None:
        """End a wait, or the next one if none is running; safe from any thread."""
        self._wake_pipe.write()

    def abandon(self) -> None:
        """Break the connection, and open none again; safe from any thread.

        A command that waits for its answer fails at once.
        """
        self._connection.abandon()

    def notices(self) -> list[str]:
        """What a person should read, since the last call."""
        return self._connection.notices()

    # --- copies of what we sent -----------------------------------------------------

    def has_copy(self, message_id: str) -> bool:
        """Whether a copy of our reply with this Message-ID is here, sent or drafted."""
        self._file_all()
        with self._connection.mailbox() as session:
            session.probe()
            mailboxes = [
                self._options.mailbox,
                self._connection.folders.find(session, draft=False),
                self._connection.folders.find(session, draft=True),
            ]
        return any(self._mailbox_holds(name, message_id) for name in mailboxes if name)

    def keep_copy(self, message: bytes, *, draft: bool) -> None:
        """Store a message in Drafts, or in Sent if the options say so."""
        if not (draft or self._options.keep_sent):
            return
        with self._connection.mailbox() as session:
            self._connection.folders.store(session, message, draft=draft)

    # --- inside -------------------------------------------------------------------

    def _file_all(self) -> None:
        """File all letters that wait for it; after a fault the others still wait."""
        while alike := self._backlog.next():
            self._file_some(alike)

    def _file_some(
        self, alike: Sequence[tuple[MessageKey, Folder]], *, again: bool = True
    ) -> None:
        """File letters of one mailbox; one that twice cannot be filed stays there."""
        first, folder = alike[0]
        try:
            with self._connection.mailbox(first.mailbox) as session:
                chosen = self._connection.selected
                if first.uidvalidity == chosen.uidvalidity and not chosen.read_only:
                    uids = [key.uid for key, _ in alike]
                    folders, keywords = self._connection.folders, chosen.keywords
                    folders.file(session, uids, folder, keywords=keywords)
        except MailboxGone:
            pass  # and the letters with it
        except InboxUnavailable as error:
            self._connection.open()
            if len(alike) > 1:
                half = len(alike) // 2
                self._file_some(alike[:half])
                self._file_some(alike[half:])
                return
            if again:
                self._file_some(alike, again=False)
                return
            _log.warning("a letter stays where it is: %s", error)
        self._backlog.remove(list(alike))

    def _mailbox_holds(self, mailbox: str, message_id: str) -> bool:
        """Whether the copy is there; no, if the server lets nobody look there."""
        try:
            with self._connection.mailbox(mailbox) as session:
                return holds(session, self._connection.selected.letters, message_id)
        except InboxUnavailable as error:
            self.open()
            _log.warning("no copy can be looked for in %s: %s", mailbox, error)
            return False


def _last_uid(session: Session) -> int:
    """The UID of the last letter; 0 if there is none, or the server does not tell."""
    try:
        return max(session.search(["UID", "*"]), default=0)
    except IMAPClientAbortError:
        raise
    except IMAPClientError:  # GNU imap4d knows no * here
        return 0


_LOOK_BACK = 10_000
"""The newest letters, among which a copy of a reply is searched: that is slow."""

_SAMPLE = 20
"""The newest letters whose headers `mailbot check` looks at."""


def holds(session: Session, letters: int, message_id: str) -> bool:
    """Whether a copy of our reply is in the selected mailbox of so many letters."""
    bare = message_id.strip("<>")
    found = session.search(
        [
            *_newest(letters, _LOOK_BACK),
            *("OR", "HEADER", "Message-ID", bare),
            *("HEADER", REPLY_HEADER, bare),
        ]
    )
    return bool(found)


def newest_heads(session: Session, letters: int) -> list[bytes]:
    """The headers of the newest letters of the selected mailbox, newest first."""
    uids = session.search([*_newest(letters, _SAMPLE), "UNDELETED"]) if letters else []
    found = session.fetch(uids, ["BODY.PEEK[HEADER]"]) if uids else {}
    return [found[uid].get(b"BODY[HEADER]") or b"" for uid in sorted(found)[::-1]]


def _newest(letters: int, count: int) -> list[str]:
    """The search key for the newest letters of a mailbox; none if it has no more."""
    return [f"{letters - count + 1}:*"] if letters > count else []
