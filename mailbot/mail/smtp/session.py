"""One SMTP connection: TLS, login, MAIL and RCPT."""

import io
import smtplib
import socket
import ssl
from base64 import b64encode
from collections.abc import Iterator, Sequence
from typing import Any

from mailbot.errors import (
    BadSettings,
    Concern,
    Passing,
    SubmissionDeferred,
    SubmissionRefused,
)
from mailbot.mail import tls
from mailbot.mail.credentials import ONLY_ASCII, Bearer, Credentials, Password
from mailbot.mail.deadline import SLOWEST, Deadline, TimedReader, connected
from mailbot.mail.options import Endpoint

_HELLO = "[127.0.0.1]"
"""The name in EHLO: servers do not check it, and a look-up in DNS would take time."""

_MOST_SAID = 1_000_000
"""Bytes of one answer, all of which smtplib keeps."""
_AT_ONCE = 16_000
"""Bytes that are sent at once: about a record of TLS, which has a time-out each."""


class Wire(smtplib.SMTP):
    """smtplib's connection.

    The time-out of its socket is the time that an answer may take as a whole, and that
    the server may take nothing of what is sent.
    """

    def __init__(
        self, host: str, port: int, secure: ssl.SSLContext | None, timeout: float
    ) -> None:
        self._secure, self._deadline = secure, Deadline()
        super().__init__(host, port, _HELLO, timeout)

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        return connected(host, port, self._secure, timeout)

    def getreply(self) -> tuple[int, bytes]:
        """Receive an answer."""
        self._deadline.begin(self._timeout())
        if self.file is None and self.sock:
            self.file = _Answers(TimedReader(self.sock, self._deadline))
        if self.file:
            self.file.said = 0
        return super().getreply()

    def send(self, s: Any) -> None:
        """Send a command or a letter."""
        data = s.encode(self.command_encoding) if isinstance(s, str) else s
        self._deadline.begin(self._timeout() + len(data) / SLOWEST)
        for start in range(0, len(data), _AT_ONCE):
            super().send(data[start : start + _AT_ONCE])
            self._deadline.left()

    def _timeout(self) -> float:
        return (self.sock and self.sock.gettimeout()) or 0


class _Answers(io.BufferedReader):
    """What a server answers; `said` are the bytes of the answer in hand."""

    said = 0

    def readline(self, size: int | None = -1) -> bytes:
        line = super().readline(size)
        self.said += len(line)
        if self.said > _MOST_SAID:
            raise OSError("the server says more than one answer can hold")
        return line


Answer = tuple[int, bytes]
"""The code and the text of a server's answer."""

CLOSING = 421
"""The server closes the connection."""


def connect(endpoint: Endpoint) -> smtplib.SMTP:
    """Connect, encrypted as the endpoint says; without a login.

    Raises:
        SubmissionDeferred: the server cannot be reached like this now.
    """
    port = endpoint.port or (465 if endpoint.security == "tls" else 587)
    try:
        return _connect(endpoint, port)
    except OSError as error:
        # smtplib calls a greeting that did not come in time a lost connection.
        late = (
            error.__context__ if isinstance(error.__context__, TimeoutError) else None
        )
        if isinstance(error, smtplib.SMTPConnectError) and error.smtp_code == -1:
            said = one_line(error.smtp_error)
            why = tls.explain_stranger(said, endpoint, port, "SMTP")
            raise SubmissionDeferred(why) from error
        if isinstance(error, smtplib.SMTPException) and late is None:
            raise
        why = tls.explain_failure(late or error, endpoint, port)
        raise SubmissionDeferred(why) from error


def _connect(endpoint: Endpoint, port: int) -> smtplib.SMTP:
    secure = tls.context(endpoint)
    at_once = secure if endpoint.security == "tls" else None
    smtp = Wire(endpoint.host, port, at_once, endpoint.quick_seconds)
    try:
        _greet(smtp)
        if endpoint.security == "starttls":
            _need_ehlo(smtp)
            smtp.starttls(context=secure)
            _greet(smtp)
    except BaseException:
        smtp.close()
        raise
    return smtp


def _greet(smtp: smtplib.SMTP) -> None:
    """Say EHLO; where that is refused HELO, after which EHLO may be taken."""
    smtp.ehlo_or_helo_if_needed()
    if not smtp.does_esmtp:
        smtp.ehlo()


def _need_ehlo(smtp: smtplib.SMTP) -> None:
    """Without EHLO there is neither encryption nor a login; servers refuse it at times.

    Raises:
        SubmissionDeferred: it was refused.
    """
    if not smtp.does_esmtp:
        raise SubmissionDeferred("the server refuses EHLO")


def log_in(smtp: smtplib.SMTP, credentials: Credentials) -> None:
    """Log in; smtplib's own `login` knows neither tokens nor passwords beyond ASCII.

    Raises:
        SubmissionDeferred: the token server gives no token now, or EHLO is refused.
        BadSettings: a person has to log in again, or to choose another password.
    """
    _need_ehlo(smtp)
    offered = smtp.esmtp_features.get("auth", "").upper().split()
    if isinstance(credentials, Bearer):
        try:
            _log_in_with_token(smtp, credentials, offered, again=False)
        except smtplib.SMTPAuthenticationError:
            _log_in_with_token(smtp, credentials, offered, again=True)
    elif "PLAIN" in offered:
        try:
            plain = f"\0{credentials.user}\0{credentials.password}"
            _authenticate(smtp, "PLAIN", plain)
        except smtplib.SMTPAuthenticationError as refusal:
            if "LOGIN" not in offered or refusal.smtp_code < 500:
                raise
            _log_in_by_steps(smtp, credentials, refusal)
    elif not credentials.is_ascii:  # which smtplib cannot encode
        if "LOGIN" not in offered:
            raise BadSettings(ONLY_ASCII)
        refused = smtplib.SMTPAuthenticationError(535, b"AUTH LOGIN was refused")
        _log_in_by_steps(smtp, credentials, refused)
    else:
        smtp.login(credentials.user, credentials.password)


def _log_in_by_steps(
    smtp: smtplib.SMTP, password: Password, refusal: smtplib.SMTPAuthenticationError
) -> None:
    """Log in with AUTH LOGIN, where AUTH PLAIN was refused; some offer both wrongly."""
    try:
        code, _ = smtp.docmd("AUTH", "LOGIN")
        for word in (password.user, password.password):
            if code == 334:
                code, _ = smtp.docmd(b64encode(word.encode()).decode())
    except smtplib.SMTPException:
        raise refusal from None
    if code != 235:
        raise refusal


def _log_in_with_token(
    smtp: smtplib.SMTP, credentials: Bearer, offered: list[str], *, again: bool
) -> None:
    try:
        token = credentials.token(again)
    except Passing as error:
        raise SubmissionDeferred(str(error)) from error
    if "XOAUTH2" in offered:
        _authenticate(
            smtp, "XOAUTH2", f"user={credentials.user}\1auth=Bearer {token}\1\1"
        )
    elif "OAUTHBEARER" in offered:
        user = credentials.user.replace("=", "=3D").replace(",", "=2C")
        text = f"n,a={user},\1auth=Bearer {token}\1\1"
        _authenticate(smtp, "OAUTHBEARER", text)
    else:
        raise smtplib.SMTPNotSupportedError("the server takes no OAuth2 tokens")


def _authenticate(smtp: smtplib.SMTP, mechanism: str, text: str) -> None:
    first = b64encode(text.encode()).decode()
    code, answer = smtp.docmd("AUTH", f"{mechanism} {first}")
    if code == 334:  # the reason of a refused token, to be answered with a dummy
        code, answer = smtp.docmd("AQ==")
    if code != 235:
        raise smtplib.SMTPAuthenticationError(code, answer)


def name_parties(
    smtp: smtplib.SMTP, sender: str, recipients: list[str], message: bytes
) -> tuple[list[str], bool]:
    """The commands that name the sender and the recipients: MAIL, and RCPT for each.

    Returns: the commands, and whether MAIL has options that only this message needs.

    Raises:
        SubmissionRefused: the message is too large, or an address needs SMTPUTF8.
    """
    limit = size_limit(smtp)
    if limit and len(message) > limit:
        told = f"{len(message)} bytes; the server takes {limit}"
        raise SubmissionRefused(told, Concern.ACCOUNT)  # it may say so to everybody
    options = [f"SIZE={len(message)}"] if smtp.has_extn("size") else []
    head = message.partition(b"\r\n\r\n")[0]
    plain = head.isascii() and all(address.isascii() for address in recipients)
    if not plain:
        if not smtp.has_extn("smtputf8"):
            told = "the server takes no addresses beyond ASCII"
            raise SubmissionRefused(told, Concern.LETTER)
        options += ["SMTPUTF8", "BODY=8BITMIME"]
    mail = " ".join([f"MAIL FROM:{smtplib.quoteaddr(sender)}", *options])
    rcpt = (f"RCPT TO:{smtplib.quoteaddr(recipient)}" for recipient in recipients)
    return [mail, *rcpt], not plain


def send_commands(smtp: smtplib.SMTP, commands: Sequence[str]) -> Iterator[Answer]:
    """Send MAIL and RCPT, all at once if the server has PIPELINING (RFC 2920).

    Yields: each answer as it comes, that to MAIL first; without PIPELINING none after a
        refusal, for then the next command would be wrong.
    """
    # For SMTPUTF8; all else is ASCII anyway. RSET of smtplib takes it back.
    smtp.command_encoding = "utf-8"
    at_once = smtp.has_extn("pipelining")
    if at_once:
        smtp.send("".join(f"{command}\r\n" for command in commands))
    for command in commands:
        answer = smtp.getreply() if at_once else smtp.docmd(command)
        yield answer
        if answer[0] >= 400 and not at_once:
            return


def size_limit(smtp: smtplib.SMTP) -> int:
    """The largest message that the server takes, in bytes; 0 if it does not tell."""
    told = smtp.esmtp_features.get("size", "")
    return int(told) if told.isdecimal() else 0


def one_line(answer: bytes | str) -> str:
    """A server's answer as one line."""
    text = answer if isinstance(answer, str) else answer.decode("utf-8", "replace")
    return text.replace("\n", " ")
