"""The one connection of an inbox, replaced after every fault, and what is selected."""

import contextlib
import logging
from collections.abc import Iterator

from imapclient.exceptions import IMAPClientAbortError, IMAPClientError

from mailbot.errors import BadSettings, InboxUnavailable, MailbotError
from mailbot.mail.credentials import Credentials
from mailbot.mail.imap.arrivals import Selected, select
from mailbot.mail.imap.folders import Folders
from mailbot.mail.imap.login import connect
from mailbot.mail.imap.session import Session, disconnect, interrupt, translated
from mailbot.mail.options import ImapOptions

_LOGOUT_SECONDS = 5

_log = logging.getLogger(__name__)


class MailboxGone(InboxUnavailable):
    """The server has no such mailbox, which is not the watched one; it still answers.

    A letter lies there that was recorded before the mailbox was renamed or deleted, or
    before the settings named another server or a folder of files.
    """


class Connection:
    """A connection to the server, opened when it is needed.

    `selected` is the mailbox that is selected, `folders` what is known of the others.
    `number` grows with every connection that is lost or closed. `login_worked`: the
    server took this login before and had this mailbox; a refusal then passes.
    """

    def __init__(
        self,
        options: ImapOptions,
        credentials: Credentials,
        wake: int,
        *,
        login_worked: bool,
    ) -> None:
        self._options = options
        self._credentials = credentials
        self._wake = wake
        self._has_worked = login_worked  # login and mailbox, whenever it was
        self._abandoned = False
        self._told_read_only = False
        self._session: Session | None = None
        self._notices: dict[str, None] = {}  # of connections that are closed
        self.number = 0
        self._forget()

    @contextlib.contextmanager
    def mailbox(self, mailbox: str = "") -> Iterator[Session]:
        """Select a mailbox, "" for the watched one; gives the session.

        Any error within closes the connection, but for MailboxGone.

        Raises:
            MailboxGone: another mailbox than the watched one is not there.
            InboxUnavailable: the server cannot be reached, or answered with an error.
        """
        session = self._connected()
        try:
            with translated(self._options.endpoint.host):
                self._select(session, mailbox or self._options.mailbox)
                yield session
        except MailboxGone:
            raise
        except BaseException:
            self._forget()
            disconnect(session)
            raise

    def open(self) -> None:
        """Connect, if there is no connection, and see that the server answers."""
        with self.mailbox() as session:
            session.probe()

    def close(self) -> None:
        """Log out, if there is a connection; never raises."""
        session = self._session
        self._forget()
        if session is not None:
            with contextlib.suppress(MailbotError), translated(""):
                session.hurry(_LOGOUT_SECONDS)
                session.logout()
            disconnect(session)

    def abandon(self) -> None:
        """Break the connection, and open none again; safe from any thread."""
        self._abandoned = True
        session = self._session
        if session is not None:
            interrupt(session)

    def notices(self) -> list[str]:
        """What a person should read, since the last call."""
        told, self._notices = self._notices, {}
        if self._session:
            told |= self._session.notices
            self._session.notices = {}
        return list(told)

    @property
    def is_open(self) -> bool:
        """Whether there is a connection."""
        return self._session is not None

    def _connected(self) -> Session:
        if self._abandoned:
            raise InboxUnavailable(f"{self._options.endpoint.host} was abandoned")
        if self._session is None:
            self._session = connect(
                self._options.endpoint,
                self._credentials,
                self._wake,
                logged_in_before=self._has_worked,
            )
        return self._session

    def _forget(self) -> None:
        """Forget the connection, and all that was learned on it."""
        if self._session:
            self._notices |= self._session.notices
        self._session = None
        self.number += 1
        self.folders = Folders(self._options.names)
        self.selected = Selected()

    def _select(self, session: Session, mailbox: str) -> None:
        if self.selected.mailbox == mailbox:
            return
        self.selected = Selected()  # a SELECT that fails leaves none
        try:
            chosen = self._try_names(session, mailbox)
        except (BadSettings, IMAPClientError) as error:
            broken = isinstance(error, IMAPClientAbortError)
            if broken or mailbox == self._options.mailbox:
                raise
            names = {mailbox, self.folders.path(session, mailbox)}
            if any(session.folder_exists(name) for name in names):
                raise
            raise MailboxGone(f"there is no mailbox {mailbox!r} any more") from error
        self.selected = chosen
        self._has_worked = True
        if chosen.read_only and not self._told_read_only:
            self._told_read_only = True
            _log.warning("%s may only be read: letters stay unfiled in it", mailbox)

    def _try_names(self, session: Session, mailbox: str) -> Selected:
        before = self._has_worked
        try:
            return select(session, mailbox, mailbox, selected_before=before)
        except (BadSettings, IMAPClientError) as error:
            # Other folders have the prefix of the namespace, and so may this one.
            path = self.folders.path(session, mailbox)
            if isinstance(error, IMAPClientAbortError) or path == mailbox:
                raise
            return select(session, mailbox, path, selected_before=before)
