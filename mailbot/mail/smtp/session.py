"""One SMTP connection: TLS, login, MAIL and RCPT, and what the answer codes mean."""

import smtplib
from base64 import b64encode

from mailbot.errors import (
    BadSettings,
    Passing,
    SubmissionDeferred,
    SubmissionRefused,
)
from mailbot.mail import tls
from mailbot.mail.credentials import Bearer, Credentials
from mailbot.mail.options import Endpoint

Answer = tuple[int, bytes]
"""The code and the text of a server's answer."""

CLOSING = 421
"""The server closes the connection."""

_HELLO = "[127.0.0.1]"
"""The name in EHLO: servers do not check it, and a look-up in DNS would take time."""

_TOO_LARGE = 552
_LOGIN_WANTED = {530, 534, 535, 538}
_DAILY_LIMIT = b"5.4.5"  # Gmail sends it with a 5xx, but takes mail again tomorrow


class SenderRefused(SubmissionDeferred):
    """The server refuses our envelope sender; the reply itself may be sent later."""


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
    secure, seconds = tls.context(endpoint), endpoint.quick_seconds
    if endpoint.security == "tls":
        smtp: smtplib.SMTP = smtplib.SMTP_SSL(
            endpoint.host, port, _HELLO, timeout=seconds, context=secure
        )
    else:
        smtp = smtplib.SMTP(endpoint.host, port, _HELLO, timeout=seconds)
    smtp.command_encoding = "utf-8"  # for SMTPUTF8; all else is ASCII anyway
    try:
        smtp.ehlo_or_helo_if_needed()
        if endpoint.security == "starttls":
            smtp.starttls(context=secure)
            smtp.ehlo()
    except BaseException:
        smtp.close()
        raise
    return smtp


def log_in(smtp: smtplib.SMTP, credentials: Credentials) -> None:
    """Log in; smtplib's own `login` knows neither tokens nor passwords beyond ASCII.

    Raises:
        SubmissionDeferred: the token server gives no token now.
        BadSettings: a person has to log in again.
    """
    offered = smtp.esmtp_features.get("auth", "").upper().split()
    if isinstance(credentials, Bearer):
        try:
            _log_in_with_token(smtp, credentials, offered, again=False)
        except smtplib.SMTPAuthenticationError:
            _log_in_with_token(smtp, credentials, offered, again=True)
    elif "PLAIN" in offered:
        _authenticate(smtp, "PLAIN", f"\0{credentials.user}\0{credentials.password}")
    else:
        smtp.login(credentials.user, credentials.password)


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


def send_envelope(
    smtp: smtplib.SMTP, sender: str, recipients: list[str], message: bytes
) -> list[Answer]:
    """Send MAIL and RCPT, all at once if the server has PIPELINING (RFC 2920).

    Returns: the answers up to the first refusal, or all of them if they were sent at
        once; the first is the answer to MAIL.

    Raises:
        SubmissionRefused: the message is too large, or an address needs SMTPUTF8.
    """
    options = _options(smtp, recipients, message)
    commands = [
        " ".join([f"MAIL FROM:{smtplib.quoteaddr(sender)}", *options]),
        *(f"RCPT TO:{smtplib.quoteaddr(recipient)}" for recipient in recipients),
    ]
    if smtp.has_extn("pipelining"):
        smtp.send("".join(f"{command}\r\n" for command in commands))
        return [smtp.getreply() for _ in commands]
    answers: list[Answer] = []
    for command in commands:
        answers.append(smtp.docmd(command))
        if answers[-1][0] >= 400:
            break
    return answers


def _options(smtp: smtplib.SMTP, recipients: list[str], message: bytes) -> list[str]:
    """The options of MAIL FROM."""
    limit = size_limit(smtp)
    if limit and len(message) > limit:
        raise SubmissionRefused(f"{len(message)} bytes; the server takes {limit}")
    options = [f"SIZE={len(message)}"] if smtp.has_extn("size") else []
    head = message.partition(b"\r\n\r\n")[0]
    if not (head.isascii() and all(address.isascii() for address in recipients)):
        if not smtp.has_extn("smtputf8"):
            raise SubmissionRefused("the server takes no addresses beyond ASCII")
        options += ["SMTPUTF8", "BODY=8BITMIME"]
    return options


def size_limit(smtp: smtplib.SMTP) -> int:
    """The largest message that the server takes, in bytes; 0 if it does not tell."""
    told = smtp.esmtp_features.get("size", "")
    return int(told) if told.isdecimal() else 0


def check_sender(code: int, answer: bytes) -> None:
    """Check the answer to MAIL: a refused sender does not mean a refused reply.

    Raises:
        SenderRefused: 5xx, except that the message is too large.
        SubmissionRefused: the message is too large.
        SubmissionDeferred: 4xx.
        BadSettings: the server wants a login.
    """
    try:
        check(code, answer)
    except SubmissionRefused as error:
        if code == _TOO_LARGE:
            raise
        raise SenderRefused(str(error)) from error


def check(code: int, answer: bytes) -> None:
    """Return if the answer is positive.

    Raises:
        SubmissionDeferred: 4xx, or a limit that ends within a day.
        SubmissionRefused: any other 5xx.
        BadSettings: the server wants a login.
    """
    if 200 <= code < 400:
        return
    text = f"{code} {one_line(answer)}"
    if code in _LOGIN_WANTED:
        raise BadSettings(f"the server wants a login: {text}")
    if code >= 500 and not answer.startswith(_DAILY_LIMIT):
        raise SubmissionRefused(text)
    raise SubmissionDeferred(text)


def one_line(answer: bytes | str) -> str:
    """A server's answer as one line."""
    text = answer if isinstance(answer, str) else answer.decode("utf-8", "replace")
    return text.replace("\n", " ")
