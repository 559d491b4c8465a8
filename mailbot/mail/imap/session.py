"""One IMAP connection: made, logged in, waited on. The only home of IMAPClient.

Three rules. Every socket operation has a timeout: a connection whose far end is gone
would hang for ever. After any error the connection is thrown away: IMAPClient cannot
tell what the server has heard. And nothing but our own errors leaves this room.
"""

import contextlib
import os
import select
import socket
import ssl
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any
from weakref import finalize

from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import (
    IMAPClientAbortError,
    IMAPClientError,
    LoginError,
)

from mailbot.errors import (
    BadSettings,
    InboxUnavailable,
    MailbotError,
    Passing,
    explain,
)
from mailbot.mail.credentials import Bearer, Credentials, Password
from mailbot.mail.tls import Place, context

IDLE_SECONDS = 240
"""Longest wait in one IDLE: NAT boxes and servers forget quiet connections."""

_FAULTS = (
    IMAPClientError,
    OSError,
    EOFError,
    # What IMAPClient and imaplib raise on answers that they cannot parse.
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    AssertionError,
)
_PASSING = ("unavailable", "limit", "inuse", "serverbug", "too many", "tempor", "later")


class Session(IMAPClient):  # type: ignore[misc]  # IMAPClient ships no types
    """An IMAPClient whose IDLE can be woken, by a byte on `wake`."""

    def __init__(self, place: Place, wake: int) -> None:
        secure = context(place)
        encrypted = place.security == "tls"
        super().__init__(
            place.host,
            place.port or (993 if encrypted else 143),
            ssl=encrypted,
            ssl_context=secure,
            timeout=SocketTimeout(place.timeout_seconds, place.timeout_seconds),
        )
        self.normalise_times = False  # aware datetimes
        # IMAPClient ends a SEARCH in a packet of its own: 40 ms a poll with Nagle.
        self.socket().setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._wake = wake
        if place.security == "starttls":
            if not self.has_capability("STARTTLS"):
                hang_up(self)
                raise BadSettings(f"{place.host} offers no STARTTLS; use tls")
            try:
                self.starttls(secure)
            except BaseException:
                hang_up(self)
                raise

    def hear_news(self) -> None:
        """From now on, letters that the server announces are news to `idle_for`."""
        self.noop()
        self._imap.untagged_responses.pop("EXISTS", None)

    def idle_for(self, seconds: float) -> None:
        """Wait in IDLE until the server says something, or for `seconds` at most.

        What it said amid other commands since `hear_news` it will not say again in
        IDLE. The NOOP afterwards finds a dead connection, which `idle_check` hides.
        """
        if "EXISTS" not in self._imap.untagged_responses:
            self.idle()
            self.idle_check(min(seconds, IDLE_SECONDS))
            self.idle_done()
        self.noop()
        self._imap.untagged_responses.clear()  # imaplib keeps them all

    def sleep_for(self, seconds: float) -> None:
        """Wait without IDLE."""
        select.select([self._wake], [], [], seconds)
        self.noop()
        self._imap.untagged_responses.clear()

    def _poll_socket(self, sock: Any, timeout: float | None = None) -> bool:
        """Whether there is anything to read, in our own buffers too.

        IMAPClient looks at the socket alone: an EXISTS that came in one packet with
        the answer to IDLE, or in one TLS record, would wait for the next one.
        """
        buffered = getattr(self._imap, "_readbuf", None)  # since Python 3.14
        if buffered is None:
            with contextlib.suppress(ssl.SSLWantReadError):
                buffered = self._imap.file.peek(1)
        if buffered or (isinstance(sock, ssl.SSLSocket) and sock.pending()):
            return True
        poller = select.poll()
        poller.register(sock.fileno(), select.POLLIN)
        poller.register(self._wake, select.POLLIN)
        return bool(poller.poll(None if timeout is None else timeout * 1000))


class Bell:
    """A pipe that ends a wait: rung from anywhere, it stays rung until cleared."""

    def __init__(self) -> None:
        self._out, self._in = os.pipe()
        for end in (self._in, self._out):
            os.set_blocking(end, False)
            finalize(self, os.close, end)

    def fileno(self) -> int:
        """The end to select on."""
        return self._out

    def ring(self) -> None:
        """Make it readable."""
        with contextlib.suppress(BlockingIOError):  # full: it rings
            os.write(self._in, b"!")

    def clear(self) -> None:
        """Make it silent."""
        with contextlib.suppress(BlockingIOError):
            while os.read(self._out, 4096):
                pass


def connect(
    place: Place, who: Credentials, wake: int, *, trusted: bool = False
) -> Session:
    """A connection, logged in.

    Args:
        place: the server.
        who: we.
        wake: a file descriptor that ends a wait when it can be read.
        trusted: this login worked before. Good passwords are refused at times.

    Raises:
        InboxUnavailable: the server cannot be reached, or takes no login now.
        BadSettings: it does not know us.
    """
    with translated(place.host):
        session = Session(place, wake)
    try:
        with translated(place.host, trusted=trusted, remedy=who.remedy):
            try:
                _log_in(session, who, again=False)
            except LoginError:
                if isinstance(who, Password):
                    raise
                _log_in(session, who, again=True)  # the token may be stale
    except MailbotError:
        hang_up(session)
        raise
    return session


def hang_up(session: Session) -> None:
    """Close the connection without a word."""
    with contextlib.suppress(*_FAULTS):
        session.shutdown()


@contextlib.contextmanager
def translated(
    host: str, *, trusted: bool = False, remedy: str = Password.remedy
) -> Iterator[None]:
    """Turn whatever goes wrong with the connection into our own errors."""
    try:
        yield
    except LoginError as error:
        if trusted or _passes(error):
            raise InboxUnavailable(f"{host} takes no login now: {error}") from error
        raise BadSettings(f"{host} refuses the login: {error}; {remedy}") from error
    except ssl.SSLCertVerificationError as error:
        raise InboxUnavailable(
            f"the certificate of {host} is not trusted: {error.verify_message}; "
            "set ca_file if it is your own"
        ) from error
    except _FAULTS as error:
        raise InboxUnavailable(f"{host}: {explain(error)}") from error


def number(selected: dict[bytes, Any], key: bytes) -> int:
    """A number of the answer to SELECT or STATUS, 0 where the server gives none."""
    value = selected.get(key, 0)
    return value if isinstance(value, int) else int(value[0])


def when(fetched: dict[bytes, Any]) -> datetime:
    """INTERNALDATE in UTC; IMAPClient's own time zones cannot be pickled."""
    moment = fetched[b"INTERNALDATE"]
    assert isinstance(moment, datetime)
    return moment.astimezone(UTC)


def _passes(error: LoginError) -> bool:
    """Whether a failed login says nothing about the password."""
    if isinstance(error.__context__, IMAPClientAbortError):
        return True  # the connection broke, and IMAPClient took it for a refusal
    return any(word in str(error).lower() for word in _PASSING)


def _log_in(session: Session, who: Credentials, *, again: bool) -> None:
    if isinstance(who, Bearer):
        _log_in_with_token(session, who, again=again)
    elif session.has_capability("AUTH=PLAIN"):
        session.plain_login(who.user, who.password)  # takes any script, LOGIN does not
    elif session.has_capability("LOGINDISABLED"):
        raise BadSettings("the server takes no password on this connection; use tls")
    else:
        session.login(who.user, who.password)


def _log_in_with_token(session: Session, who: Bearer, *, again: bool) -> None:
    try:
        token = who.token(again)
    except Passing as error:
        raise InboxUnavailable(str(error)) from error
    if session.has_capability("AUTH=XOAUTH2"):
        session.oauth2_login(who.user, token)
    else:
        session.oauthbearer_login(who.user, token)
