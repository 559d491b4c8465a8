"""One IMAP connection: TLS, commands and IDLE.

Rule 1: every socket operation has a timeout, or a connection whose other end is gone
        would hang for ever. A wait is ended at times to see that the server answers:
        a network that drops everything is noticed by nothing else. A command has a
        deadline beside it: see `wire`.
Rule 2: after any error the connection is closed: IMAPClient cannot tell which command
        the server has received.
Rule 3: faults leave this package as errors of our own; see `translated`.
"""

import contextlib
import re
import select
import socket
import ssl
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import Enum, auto
from time import monotonic
from typing import Any

from imapclient import IMAPClient, SocketTimeout
from imapclient.exceptions import IMAPClientAbortError, IMAPClientError, LoginError

from mailbot.errors import BadSettings, InboxUnavailable, explain
from mailbot.mail.imap.fetched import parse_fetched
from mailbot.mail.imap.wire import Wire
from mailbot.mail.options import Endpoint
from mailbot.mail.tls import context, explain_failure, explain_stranger

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
    MemoryError,  # a literal of any length is announced
    RecursionError,  # brackets within brackets
)
_BYTES = re.compile(r"b'([^']*)'")
"""How IMAPClient writes what a server has said."""
_GREETING = "unexpected response: "
"""Before the first line of a server that speaks no IMAP, in imaplib's error."""

_PASSING = (
    "fatal error",
    "unavailable",
    "limit",
    "inuse",
    "serverbug",
    "too many",
    "tempor",
    "later",
)
"""Words of an answer that refuses a login, but not because of the password."""


_LARGEST = 2**63 - 1
"""The largest number that is kept; no server counts so far (RFC 9051, section 4.2)."""
_MOST_NOTICES = 20

_TIMES = 10
"""How many time-outs of a silence a command may last."""


class Heard(Enum):
    """What a wait heard of letters.

    EARLY: one was told of in the answer to another command, before the wait.
    PUSHED: one was announced in IDLE. LATE: a probe showed that one had come.
    """

    NONE = auto()
    EARLY = auto()
    PUSHED = auto()
    LATE = auto()


class Session(IMAPClient):  # type: ignore[misc]  # IMAPClient ships no types
    """An IMAPClient whose waits end as soon as `wake`, a descriptor, can be read.

    `notices` are what a person should read: what the server has marked with [ALERT]
    (RFC 3501 7.1), and which of our folders it refuses.
    """

    def __init__(self, endpoint: Endpoint, wake: int) -> None:
        secure = context(endpoint)
        super().__init__(
            endpoint.host,
            port_of(endpoint),
            ssl=endpoint.security == "tls",
            ssl_context=secure,
            timeout=SocketTimeout(endpoint.quick_seconds, endpoint.timeout_seconds),
        )
        self.normalise_times = False  # aware datetimes
        # IMAPClient sends the end of a SEARCH apart; Nagle's algorithm delays it 40 ms.
        self.socket().setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._wake = wake
        self.notices: dict[str, None] = {}  # in order, each once
        if endpoint.security == "starttls":
            if not self.has_capability("STARTTLS"):
                disconnect(self)
                raise BadSettings(f"{endpoint.host} offers no STARTTLS; use tls")
            try:
                self.starttls(secure)
            except BaseException:
                disconnect(self)
                raise

    def _create_IMAP4(self) -> Wire:  # noqa: N802  # as IMAPClient's
        secure = self.ssl_context if self.ssl else None
        quick, longest = self._timeout.connect, _TIMES * self._timeout.read
        return Wire(self.host, self.port, secure, quick, longest)

    def fetch(
        self,
        messages: Iterable[int],
        data: list[str],
        modifiers: None = None,  # noqa: ARG002  # as IMAPClient's
    ) -> dict[int, dict[bytes, Any]]:
        """Fetch items of letters by UID; what cannot be parsed is left out.

        IMAPClient parses the answers together: one bad date would hide all letters.
        """
        uids = sorted(set(messages))
        if not uids:
            return {}
        items = f"({' '.join(data)})"
        numbers = ",".join(map(str, uids))
        tag = self._imap._command("UID", "FETCH", numbers, items)
        kind, told = self._imap._command_complete("FETCH", tag)
        self._checkok("fetch", kind, told)
        _, told = self._imap._untagged_response(kind, told, "FETCH")
        return parse_fetched(told, uids)

    def _checkok(self, command: str, kind: str, told: list[Any]) -> None:
        """As IMAPClient's; after an answer of the server's own bug the session ends.

        Dovecot says [SERVERBUG] (RFC 5530) where a mailbox was renumbered behind it,
        and shows the old one, without new letters, until the session is over.
        """
        try:
            super()._checkok(command, kind, told)
        except IMAPClientError as error:
            if "[SERVERBUG]" in str(error).upper():
                raise IMAPClientAbortError(str(error)) from error
            raise

    def _raw_command_untagged(self, command: bytes, *args: Any, **named: Any) -> Any:
        """As IMAPClient's; a SEARCH may be answered in lines, and with any blanks."""
        told = super()._raw_command_untagged(command, *args, **named)
        if command == b"SEARCH" and isinstance(told, list):
            lines = [line for line in told if isinstance(line, bytes)]
            return [b" ".join(b" ".join(lines).split())]
        return told

    def forget_announcements(self) -> None:
        """Forget that letters have come; those that come later end the next wait."""
        self.probe()
        self._forget_number()

    def idle_for(self, seconds: float, slice_seconds: float, deaf: float) -> Heard:
        """Wait in IDLE until the server tells of a letter, for `seconds` at most.

        A letter that the server announced during another command since
        `forget_announcements` is not announced again in IDLE, so there is no wait then.
        `probe` detects a dead connection, which `idle_check` hides, and shows letters
        that a server does not announce in IDLE.

        Args:
            seconds: the longest wait.
            slice_seconds: how long one IDLE lasts, before a probe.
            deaf: so long nothing that the server says ends the wait.
        """
        now = monotonic()
        end, hears = now + seconds, now + deaf
        told = "EXISTS" in self._imap.untagged_responses
        heard = Heard.EARLY if told else Heard.NONE
        if told:
            self._imap.has_news = False  # it is heard once
        while heard is Heard.NONE or monotonic() < hears:
            self.idle()
            last = min(end, monotonic() + min(slice_seconds, self._timeout.connect))
            pushed = self._listen(last, hears)
            with self._at_once():
                self.idle_done()
            self.probe()
            if pushed:
                heard = Heard.PUSHED
            elif self._imap.has_news:
                heard = Heard.LATE
            if self._is_woken(0) or monotonic() >= end:
                break
        self._forget_number()
        self._imap.untagged_responses.clear()  # imaplib never drops any
        return heard

    def poll_for(self, seconds: float, every: float, deaf: float) -> Heard:
        """Look for letters again and again without IDLE, until one comes or woken."""
        now = monotonic()
        end, hears, heard = now + seconds, now + deaf, Heard.NONE
        while not self._is_woken(max(min(end - monotonic(), every), 0)):
            self.probe()
            heard = Heard.LATE if self._imap.has_news else heard
            if monotonic() >= end or (heard is Heard.LATE and monotonic() >= hears):
                break
        self._forget_number()
        self._imap.untagged_responses.clear()
        return heard

    def _listen(self, until: float, hears: float) -> bool:
        """Listen in IDLE until a time; whether a letter was announced, which ends it.

        Other things that a server says end nothing, or each would cost us commands.
        """
        pushed = False
        while not self._is_woken(0) and monotonic() < until:
            if pushed:  # and too early to hear it
                self._is_woken(max(min(hears, until) - monotonic(), 0))
                break
            said = self.idle_check(max(until - monotonic(), 0))
            pushed = any(isinstance(one, tuple) and b"EXISTS" in one for one in said)
        return pushed

    def _forget_number(self) -> None:
        """Let another number of letters than the one told last be news."""
        self._imap.untagged_responses.pop("EXISTS", None)
        self._imap.has_news = False

    def _is_woken(self, seconds: float) -> bool:
        """Whether we are woken within `seconds`."""
        return bool(select.select([self._wake], [], [], seconds)[0])

    def probe(self) -> None:
        """See that the server answers, and pass on what its operator has to say.

        It tells of letters that others removed. A refusal is an answer, too.
        """
        with self._at_once():
            try:
                self.noop()
            except IMAPClientAbortError:
                raise
            except IMAPClientError:
                pass
        if self._imap.untagged_responses.pop("SEARCH", None):
            # It would be taken for the answer to the next one, such as for a copy.
            self.tell("the server lists letters after it has answered SEARCH")
        said = self._imap.untagged_responses.pop("OK", [])
        for text in [*said, self._imap.welcome or b""]:
            if isinstance(text, bytes) and b"[ALERT]" in text:
                self.tell(" ".join(text.decode("utf-8", "replace").split()))

    def tell(self, notice: str) -> None:
        """Keep what a person should read."""
        if len(self.notices) < _MOST_NOTICES:
            self.notices[notice[:300]] = None

    @contextlib.contextmanager
    def _at_once(self) -> Iterator[None]:
        """Wait for answers only as long as for a connection."""
        self.hurry(self._timeout.connect)
        yield
        self._imap.seconds = _TIMES * self._timeout.read
        self._set_read_timeout()

    def hurry(self, seconds: float) -> None:
        """Give each command so many seconds, whether the server is silent or not."""
        self._imap.seconds = seconds
        self.socket().settimeout(seconds)

    def _poll_socket(self, sock: Any, timeout: float | None = None) -> bool:
        """Whether there is anything to read; overrides IMAPClient's method.

        IMAPClient asks the socket alone. An EXISTS that came in one packet or one TLS
        record with the answer to IDLE lies in a buffer, and would not be seen.
        """
        buffered = b""
        with contextlib.suppress(ssl.SSLWantReadError):
            buffered = self._imap.reader.peek(1)
        if buffered or (isinstance(sock, ssl.SSLSocket) and sock.pending()):
            return True
        poller = select.poll()
        poller.register(sock.fileno(), select.POLLIN)
        poller.register(self._wake, select.POLLIN)
        return bool(poller.poll(None if timeout is None else timeout * 1000))


def port_of(endpoint: Endpoint) -> int:
    """The port of an IMAP server: the one that is set, else the usual one."""
    return endpoint.port or (993 if endpoint.security == "tls" else 143)


@dataclass(frozen=True, slots=True)
class ImapFacts:
    """What a server can do and what is there, for `mailbot check`.

    Folders that are `missing` are made when the first letter goes there.
    """

    host: str
    idle: bool
    move: bool
    keywords: bool
    letters: int
    missing: tuple[str, ...]


def open_session(endpoint: Endpoint, wake: int) -> Session:
    """Connect, encrypted as the endpoint says; without a login."""
    try:
        with translated(endpoint.host):
            return Session(endpoint, wake)
    except InboxUnavailable as error:
        if isinstance(error.__cause__, OSError | EOFError):
            why = explain_failure(error.__cause__, endpoint, port_of(endpoint))
            raise InboxUnavailable(why) from error
        if _GREETING in str(error.__cause__):
            said = str(error.__cause__).partition(_GREETING)[2].strip("b'")
            why = explain_stranger(said, endpoint, port_of(endpoint), "IMAP")
            raise InboxUnavailable(why) from error
        raise


def disconnect(session: Session) -> None:
    """Close the connection without LOGOUT; never raises."""
    with contextlib.suppress(*_FAULTS):
        session.shutdown()


def interrupt(session: Session) -> None:
    """Make the command that runs in another thread fail; never raises."""
    with contextlib.suppress(*_FAULTS):
        # Not SSLSocket.shutdown: it takes the encryption away under the other thread.
        socket.socket.shutdown(session.socket(), socket.SHUT_RDWR)


@contextlib.contextmanager
def translated(
    host: str, *, logged_in_before: bool = False, remedy: str = ""
) -> Iterator[None]:
    """Turn any fault of the connection or the server into an error of our own.

    `remedy`: what a person can do if the server refuses the login.
    """
    try:
        yield
    except LoginError as error:
        # IMAPClient takes a connection that broke for a refusal.
        broke = isinstance(error.__context__, IMAPClientAbortError)
        said = _BYTES.sub(r"\1", str(error))
        if logged_in_before or broke or is_passing(error):
            what = f"{host} takes no login now: {said}"
            if "fatal error" not in str(error).lower():
                what += f"; if it stays so, {remedy}"
            raise InboxUnavailable(what) from error
        raise BadSettings(f"{host} refuses the login: {said}; {remedy}") from error
    except _FAULTS as error:
        raise InboxUnavailable(f"{host}: {explain(error)}") from error


def number(selected: dict[bytes, Any], key: bytes) -> int:
    """A number in the answer to SELECT, STATUS or FETCH; 0 if there is none."""
    value = selected.get(key)
    if isinstance(value, list | tuple) and value:
        value = value[0]
    return value if isinstance(value, int) and 0 <= value <= _LARGEST else 0


def when(fetched: dict[bytes, Any]) -> datetime:
    """INTERNALDATE in UTC, or now; IMAPClient's time zones cannot be pickled."""
    moment = fetched.get(b"INTERNALDATE")
    if isinstance(moment, datetime):
        return moment.astimezone(UTC)
    return datetime.now(UTC)  # noqa: TID251  # the server does not tell the date


def is_passing(error: IMAPClientError) -> bool:
    """Whether a login was refused for another reason than a wrong password."""
    return any(word in str(error).lower() for word in _PASSING)
