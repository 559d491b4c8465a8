"""One SMTP connection: TLS, login, MAIL and RCPT."""

import smtplib
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass

from mailbot.errors import (
    BadSettings,
    Concern,
    Passing,
    SubmissionDeferred,
    SubmissionRefused,
)
from mailbot.mail import tls
from mailbot.mail.credentials import ONLY_ASCII, Bearer, Credentials, Password
from mailbot.mail.options import Endpoint
from mailbot.mail.smtp.wire import Wire

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


@dataclass(frozen=True, slots=True)
class Envelope:
    """Who writes to whom: MAIL and RCPT.

    `special`: MAIL has options that only this message needs.
    """

    mail: str
    rcpt: tuple[str, ...]
    special: bool


def envelope(
    smtp: smtplib.SMTP, sender: str, recipients: list[str], message: bytes
) -> Envelope:
    """The commands that name the sender and the recipients.

    Raises:
        SubmissionRefused: the message is too large, or an address needs SMTPUTF8.
    """
    limit = size_limit(smtp)
    if limit and len(message) > limit:
        told = f"{len(message)} bytes; the server takes {limit}"
        raise SubmissionRefused(told, Concern.LETTER)
    options = [f"SIZE={len(message)}"] if smtp.has_extn("size") else []
    head = message.partition(b"\r\n\r\n")[0]
    plain = head.isascii() and all(address.isascii() for address in recipients)
    if not plain:
        if not smtp.has_extn("smtputf8"):
            told = "the server takes no addresses beyond ASCII"
            raise SubmissionRefused(told, Concern.LETTER)
        options += ["SMTPUTF8", "BODY=8BITMIME"]
    return Envelope(
        " ".join([f"MAIL FROM:{smtplib.quoteaddr(sender)}", *options]),
        tuple(f"RCPT TO:{smtplib.quoteaddr(recipient)}" for recipient in recipients),
        special=not plain,
    )


def send_envelope(smtp: smtplib.SMTP, envelope: Envelope) -> Iterator[Answer]:
    """Send MAIL and RCPT, all at once if the server has PIPELINING (RFC 2920).

    Yields: each answer as it comes, that to MAIL first; without PIPELINING none after a
        refusal, for then the next command would be wrong.
    """
    # For SMTPUTF8; all else is ASCII anyway. RSET of smtplib takes it back.
    smtp.command_encoding = "utf-8"
    commands = [envelope.mail, *envelope.rcpt]
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
