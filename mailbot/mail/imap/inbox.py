"""A mailbox over IMAP.

The server is asked what is new and never for a list of the folder, so that fifty
thousand old letters cost nothing; letters are looked at with PEEK, so that a crash
leaves them unread. What we file is moved, or copied and marked deleted, or flagged,
whatever the server can do. Flags and folders only show: the ledger decides.
"""

import contextlib
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from mailbot.errors import MailbotError
from mailbot.mail.credentials import Credentials
from mailbot.mail.imap.arrivals import Arrivals, Selected, select
from mailbot.mail.imap.folders import KEYWORDS, Backlog, Folders, Names
from mailbot.mail.imap.session import (
    Bell,
    Session,
    connect,
    hang_up,
    number,
    translated,
    when,
)
from mailbot.mail.message.writing import REPLY_HEADER
from mailbot.mail.ports import Arrival, Folder, Since
from mailbot.mail.tls import Place
from mailbot.model import MessageKey, RawMail

_GOODBYE_SECONDS = 5
_LOOK_BACK = 10_000  # letters searched for a copy of ours: reading headers is slow


@dataclass(frozen=True, slots=True)
class ImapOptions:
    """Which mailbox, and how it is kept.

    `address` is who we are. `keep_sent`: store replies in Sent, where the server does
    not do so by itself.
    """

    address: str
    place: Place
    mailbox: str = "INBOX"
    names: Names = field(default_factory=Names)
    idle: bool = True
    poll_seconds: float = 60
    keep_sent: bool = False


@dataclass(frozen=True, slots=True)
class ImapFacts:
    """What a server can do and what is there, for `mailbot check`.

    `missing` folders will be made when they are needed.
    """

    host: str
    encrypted: bool
    idle: bool
    move: bool
    keywords: bool
    letters: int
    folders: tuple[str, ...]
    missing: tuple[str, ...]
    sent: str


class ImapInbox:
    """An Inbox (mail.ports) on one connection, made anew after every fault."""

    def __init__(self, options: ImapOptions, who: Credentials) -> None:
        self.name = options.address
        self._options = options
        self._who = who
        self._session: Session | None = None
        self._knew_us = False
        self._bell = Bell()
        self._backlog = Backlog()
        self._ahead: dict[MessageKey, RawMail] = {}
        self._forget()

    # --- the connection -----------------------------------------------------------

    def open(self) -> None:
        """Connect, if not connected."""
        with self._talk():
            pass

    def close(self) -> None:
        """Log out; never raises."""
        if self._session is not None:
            with contextlib.suppress(MailbotError):
                self._file_all()
        session = self._session
        self._forget()
        if session is not None:
            with contextlib.suppress(MailbotError), translated(""):
                session.socket().settimeout(_GOODBYE_SECONDS)
                session.logout()
            hang_up(session)

    def probe(self) -> ImapFacts:
        """What the server can do and what is there."""
        self._file_all()
        with self._talk() as session:
            there = tuple(self._folders.existing(session))
            names = [self._options.names.of(folder) for folder in Folder]
            paths = [self._folders.path(session, name) for name in names]
            return ImapFacts(
                host=self._options.place.host,
                encrypted=self._options.place.security != "plain",
                idle=session.has_capability("IDLE"),
                move=session.has_capability("MOVE"),
                keywords=self._at.keywords,
                letters=self._at.letters,
                folders=there,
                missing=tuple(path for path in paths if path not in there),
                sent=self._folders.sent(session),
            )

    # --- letters ------------------------------------------------------------------

    def newest(self) -> MessageKey | None:
        """The newest letter's key (uid 0: none yet)."""
        self._file_all()
        with self._talk() as session:
            status = session.folder_status(
                self._options.mailbox, ["UIDNEXT", "UIDVALIDITY"]
            )
            last = number(status, b"UIDNEXT") - 1
            if last < 0:  # a server that does not tell
                session.noop()
                last = max(session.search(["UID", "*"]), default=0)
            return self._at.key(last)

    def waiting(
        self, known: Collection[MessageKey], since: Since | None = None
    ) -> Iterator[Arrival]:
        """Letters not yet filed and not in `known`, oldest first.

        Each is yielded once on a connection; a moment counts in days, as IMAP does.
        """
        self._file_all()
        self._ahead.clear()
        with self._talk() as session:
            self._arrivals.search(session, since)
        more = True
        while more:
            while arrival := self._arrivals.take():
                yield arrival
            with self._talk() as session:
                more = self._arrivals.measure(session, known)

    def fetch(self, key: MessageKey) -> RawMail | None:
        """The letter, unmarked; None if it is gone."""
        if key in self._ahead:
            return self._ahead.pop(key)
        with self._talk(key.mailbox) as session:
            if key.uidvalidity != self._at.uidvalidity:
                return None
            ours = key.mailbox == self._options.mailbox
            uids = [key.uid, *(self._arrivals.upcoming() if ours else ())]
            found = session.fetch(uids, ["BODY.PEEK[]", "INTERNALDATE"])
            self._ahead = {
                self._at.key(uid): RawMail(self._at.key(uid), body, when(letter))
                for uid, letter in found.items()
                if (body := letter.get(b"BODY[]")) is not None
            }
            return self._ahead.pop(key, None)

    def recall(self, folder: Folder, size: int) -> Iterator[RawMail]:
        """The letters of that many bytes that were filed there; to be filed anew."""
        self._file_all()
        exactly = ["LARGER", size - 1, "SMALLER", size + 1, "UNDELETED"]
        here = self._options.mailbox
        with self._talk() as session:
            path = self._folders.path(session, self._options.names.of(folder))
            moved = path in self._folders.existing(session)
        places = [(here, ["KEYWORD", KEYWORDS[folder]])] + [(path, [])] * moved
        for mailbox, mark in places:
            with self._talk(mailbox) as session:
                uids = session.search([*exactly, *mark])
                keys = [self._at.key(uid) for uid in uids]
            yield from (raw for raw in map(self.fetch, keys) if raw)

    def file(self, key: MessageKey, folder: Folder) -> None:
        """Move or flag a letter, soon; a letter that is gone is no error."""
        if self._backlog.add(key, folder):
            self._file_all()

    # --- waiting ------------------------------------------------------------------

    def wait(self, seconds: float) -> None:
        """Return when something may have come, after `seconds` at most."""
        self._file_all()
        with self._talk() as session:
            if self._options.idle and session.has_capability("IDLE"):
                session.idle_for(seconds)
            else:
                session.sleep_for(min(seconds, self._options.poll_seconds))
        self._bell.clear()

    def wake(self) -> None:
        """End a wait, also one that is about to begin; safe from any thread."""
        self._bell.ring()

    # --- copies of what we sent -----------------------------------------------------

    def has_copy(self, message_id: str) -> bool:
        """Whether a copy of our reply with this Message-ID is here, sent or drafted."""
        self._file_all()
        with self._talk() as session:
            session.noop()
            places = [
                self._options.mailbox,
                self._folders.sent(session),
                self._folders.drafts(session),
            ]
        return any(self._holds(place, message_id) for place in places if place)

    def keep_copy(self, message: bytes, *, draft: bool) -> None:
        """Store a message in Drafts, or in Sent if that is wanted."""
        if not (draft or self._options.keep_sent):
            return
        with self._talk() as session:
            self._folders.store(session, message, draft=draft)

    # --- inside -------------------------------------------------------------------

    @contextlib.contextmanager
    def _talk(self, mailbox: str = "") -> Iterator[Session]:
        """The session, with a mailbox selected (default: ours); gone after a fault."""
        session = self._connected()
        try:
            with translated(self._options.place.host):
                self._select(session, mailbox or self._options.mailbox)
                yield session
        except BaseException:
            self._forget()
            hang_up(session)
            raise

    def _connected(self) -> Session:
        if self._session is None:
            self._session = connect(
                self._options.place,
                self._who,
                self._bell.fileno(),
                trusted=self._knew_us,
            )
        return self._session

    def _forget(self) -> None:
        """Nothing is known of the server any more."""
        self._session = None
        self._folders = Folders(self._options.names)
        self._at = Selected()
        self._arrivals = Arrivals(self._at, self._options.address)
        self._uidvalidity = 0
        self._ahead = {}

    def _select(self, session: Session, mailbox: str) -> None:
        if self._at.mailbox == mailbox:
            return
        self._at = select(session, mailbox, trusted=self._knew_us)
        self._knew_us = True
        ours = mailbox == self._options.mailbox
        if ours and self._at.uidvalidity != self._uidvalidity:
            self._uidvalidity = self._at.uidvalidity
            self._arrivals = Arrivals(self._at, self._options.address)

    def _file_all(self) -> None:
        """File what is to be filed; what a fault leaves over stays to be filed."""
        while alike := self._backlog.next():
            first, folder = alike[0]
            with self._talk(first.mailbox) as session:
                if first.uidvalidity == self._at.uidvalidity:
                    uids = [key.uid for key, _ in alike]
                    keywords = self._at.keywords
                    self._folders.file(session, uids, folder, keywords=keywords)
            self._backlog.remove(alike)

    def _holds(self, mailbox: str, message_id: str) -> bool:
        bare = message_id.strip("<>")
        with self._talk(mailbox) as session:
            first = max(1, self._at.letters - _LOOK_BACK)
            newest: list[object] = [f"{first}:*"] if first > 1 else []
            found = session.search(
                [
                    *newest,
                    *("OR", "HEADER", "Message-ID", bare),
                    *("HEADER", REPLY_HEADER, bare),
                ]
            )
            return bool(found)
