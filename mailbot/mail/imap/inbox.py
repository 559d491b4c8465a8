"""The Inbox over IMAP.

Letters are fetched with PEEK, so that a crash leaves them unread. Settled letters are
moved, or copied and marked as deleted, or flagged, whatever the server can do. Flags
and folders only inform the operator: the ledger knows which letters were answered.
"""

import contextlib
from collections.abc import Collection, Iterator

from mailbot.errors import InboxUnavailable, MailbotError
from mailbot.mail.credentials import Credentials
from mailbot.mail.imap.arrivals import Arrivals, Selected, fetch_head, select
from mailbot.mail.imap.contents import holds, newest_heads
from mailbot.mail.imap.folders import KEYWORDS, Backlog, Folders
from mailbot.mail.imap.session import (
    ImapFacts,
    Session,
    connect,
    disconnect,
    interrupt,
    number,
    translated,
    when,
)
from mailbot.mail.imap.wake import WakePipe
from mailbot.mail.options import ImapOptions
from mailbot.mail.ports import Arrival, Folder, Since
from mailbot.model import MessageKey, RawMail

_LOGOUT_SECONDS = 5


class ImapInbox:
    """An Inbox (mail.ports) on one connection, which is replaced after every fault.

    `login_worked`: the server took this login before; a refusal of it then passes.
    """

    def __init__(
        self, options: ImapOptions, credentials: Credentials, login_worked: bool = False
    ) -> None:
        self.name = options.address
        self._options = options
        self._credentials = credentials
        self._session: Session | None = None
        self._login_worked = login_worked
        self._has_worked = False  # login and mailbox, on this or an earlier connection
        self._abandoned = False
        self._wake_pipe = WakePipe()
        self._backlog = Backlog()
        self._ahead: dict[MessageKey, RawMail] = {}
        self._forget_connection()

    # --- the connection -----------------------------------------------------------

    def open(self) -> None:
        """Connect, if there is no connection."""
        with self._with_mailbox():
            pass

    def close(self) -> None:
        """File what waits, and log out; never raises."""
        if self._session is not None:
            with contextlib.suppress(MailbotError):
                self._file_all()
        session = self._session
        self._forget_connection()
        if session is not None:
            with contextlib.suppress(MailbotError), translated(""):
                session.socket().settimeout(_LOGOUT_SECONDS)
                session.logout()
            disconnect(session)

    def probe(self) -> ImapFacts:
        """What the server can do and what is there."""
        self._file_all()
        with self._with_mailbox() as session:
            return ImapFacts(
                host=self._options.endpoint.host,
                idle=session.has_capability("IDLE"),
                move=session.has_capability("MOVE"),
                keywords=self._selected.keywords,
                letters=self._selected.letters,
                missing=tuple(self._folders.missing(session)),
            )

    def newest_heads(self) -> list[bytes]:
        """The headers of the newest letters, answered ones included, newest first."""
        self._file_all()
        names, heads = [self._options.mailbox], list[bytes]()
        with self._with_mailbox() as session:
            answered = self._folders.path(session, self._options.names.answered)
            names += [answered] * session.folder_exists(answered)
        for name in names:
            with self._with_mailbox(name) as session:
                heads += newest_heads(session, self._selected.letters)
        return heads

    # --- letters ------------------------------------------------------------------

    def newest(self) -> MessageKey | None:
        """The newest letter's key (uid 0: no letter yet)."""
        self._file_all()
        with self._with_mailbox() as session:
            status = session.folder_status(
                self._options.mailbox, ["UIDNEXT", "UIDVALIDITY"]
            )
            last = number(status, b"UIDNEXT") - 1
            if last < 0:  # the server does not tell UIDNEXT
                session.noop()
                last = max(session.search(["UID", "*"]), default=0)
            return self._selected.key(last)

    def count(self) -> int:
        """How many letters there were when the mailbox was selected."""
        return self._selected.letters

    def waiting(
        self, known: Collection[MessageKey], since: Since | None = None
    ) -> Iterator[Arrival]:
        """Letters not yet filed and not in `known`, oldest first.

        Each is yielded once on a connection. IMAP searches by day: a letter from up to
        two days before the time `since` may be among them.
        """
        self._file_all()
        self._ahead.clear()
        with self._with_mailbox() as session:
            self._arrivals.search(session, since)
        more = True
        while more:
            while arrival := self._arrivals.take():
                yield arrival
            with self._with_mailbox() as session:
                more = self._arrivals.measure(session, known)

    def fetch(self, key: MessageKey) -> RawMail | None:
        """The letter, without marking it as read; None if it is gone.

        Small letters that wait behind it are fetched along with it.
        """
        if key in self._ahead:
            return self._ahead.pop(key)
        with self._with_mailbox(key.mailbox) as session:
            if key.uidvalidity != self._selected.uidvalidity:
                return None
            ours = key.mailbox == self._options.mailbox
            uids = [key.uid, *(self._arrivals.upcoming() if ours else ())]
            found = session.fetch(uids, ["BODY.PEEK[]", "INTERNALDATE"])
            self._ahead = {
                self._selected.key(uid): RawMail(
                    self._selected.key(uid), body, when(letter)
                )
                for uid, letter in found.items()
                if (body := letter.get(b"BODY[]")) is not None
            }
            return self._ahead.pop(key, None)

    def fetch_head(self, key: MessageKey) -> RawMail | None:
        """The head of a letter, without marking it as read; None if it is gone."""
        with self._with_mailbox(key.mailbox) as session:
            if key.uidvalidity != self._selected.uidvalidity:
                return None
            return fetch_head(session, key)

    def recall(self, folder: Folder, size: int) -> Iterator[RawMail]:
        """Filed letters of `size` bytes; the caller files them again."""
        self._file_all()
        exactly = ["LARGER", size - 1, "SMALLER", size + 1, "UNDELETED"]
        here = self._options.mailbox
        with self._with_mailbox() as session:
            path = self._folders.path(session, self._options.names.of(folder))
            moved = session.folder_exists(path)
        places = [(here, ["KEYWORD", KEYWORDS[folder]])] + [(path, [])] * moved
        for mailbox, mark in places:
            with self._with_mailbox(mailbox) as session:
                uids = session.search([*exactly, *mark])
                keys = [self._selected.key(uid) for uid in uids]
            yield from (raw for raw in map(self.fetch, keys) if raw)

    def file(self, key: MessageKey, folder: Folder) -> None:
        """Move or flag a letter soon; a letter that is gone is no error."""
        if self._backlog.add(key, folder):
            self._file_all()

    # --- waiting ------------------------------------------------------------------

    def wait(self, seconds: float) -> None:
        """Wait until a letter may have come, for `seconds` at most."""
        self._file_all()
        with self._with_mailbox() as session:
            if self._options.idle and session.has_capability("IDLE"):
                session.idle_for(seconds)
            else:
                session.sleep_for(min(seconds, self._options.poll_seconds))
        self._wake_pipe.clear()

    def wake(self) -> None:
        """End a wait, or the next one if none is running; safe from any thread."""
        self._wake_pipe.write()

    def abandon(self) -> None:
        """Break the connection, and open none again; safe from any thread.

        A command that waits for its answer fails at once.
        """
        self._abandoned = True
        session = self._session
        if session is not None:
            interrupt(session)

    # --- copies of what we sent -----------------------------------------------------

    def has_copy(self, message_id: str) -> bool:
        """Whether a copy of our reply with this Message-ID is here, sent or drafted."""
        self._file_all()
        with self._with_mailbox() as session:
            session.noop()
            mailboxes = [
                self._options.mailbox,
                self._folders.sent(session),
                self._folders.drafts(session),
            ]
        return any(self._mailbox_holds(name, message_id) for name in mailboxes if name)

    def keep_copy(self, message: bytes, *, draft: bool) -> None:
        """Store a message in Drafts, or in Sent if the options say so."""
        if not (draft or self._options.keep_sent):
            return
        with self._with_mailbox() as session:
            self._folders.store(session, message, draft=draft)

    # --- inside -------------------------------------------------------------------

    @contextlib.contextmanager
    def _with_mailbox(self, mailbox: str = "") -> Iterator[Session]:
        """The session with a mailbox selected, "" for ours; any error closes it."""
        session = self._connected()
        try:
            with translated(self._options.endpoint.host):
                self._select(session, mailbox or self._options.mailbox)
                yield session
        except BaseException:
            self._forget_connection()
            disconnect(session)
            raise

    def _connected(self) -> Session:
        if self._abandoned:
            raise InboxUnavailable(f"{self._options.endpoint.host} was abandoned")
        if self._session is None:
            self._session = connect(
                self._options.endpoint,
                self._credentials,
                self._wake_pipe.fileno(),
                logged_in_before=self._login_worked or self._has_worked,
            )
        return self._session

    def _forget_connection(self) -> None:
        """Forget the connection, and all that was learned on it."""
        self._session = None
        self._folders = Folders(self._options.names)
        self._selected = Selected()
        self._arrivals = Arrivals(self._selected, self._options.address)
        self._ahead = {}

    def _select(self, session: Session, mailbox: str) -> None:
        if self._selected.mailbox == mailbox:
            return
        self._selected = select(session, mailbox, selected_before=self._has_worked)
        self._has_worked = True
        ours = mailbox == self._options.mailbox
        if ours and not self._arrivals.are_of(self._selected):
            self._arrivals = Arrivals(self._selected, self._options.address)

    def _file_all(self) -> None:
        """File all letters that wait for it; after a fault the others still wait."""
        while alike := self._backlog.next():
            first, folder = alike[0]
            with self._with_mailbox(first.mailbox) as session:
                if first.uidvalidity == self._selected.uidvalidity:
                    uids = [key.uid for key, _ in alike]
                    keywords = self._selected.keywords
                    self._folders.file(session, uids, folder, keywords=keywords)
            self._backlog.remove(alike)

    def _mailbox_holds(self, mailbox: str, message_id: str) -> bool:
        with self._with_mailbox(mailbox) as session:
            return holds(session, self._selected.letters, message_id)
