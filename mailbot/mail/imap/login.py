"""Connects to an IMAP server and logs in, in whatever way the server takes."""

from imapclient.exceptions import IMAPClientAbortError, IMAPClientError

from mailbot.errors import BadSettings, InboxUnavailable, MailbotError, Passing
from mailbot.mail.credentials import ONLY_ASCII, Bearer, Credentials, Password
from mailbot.mail.imap.session import (
    Session,
    disconnect,
    is_passing,
    open_session,
    translated,
)
from mailbot.mail.options import Endpoint


def connect(
    endpoint: Endpoint,
    credentials: Credentials,
    wake: int,
    *,
    logged_in_before: bool = False,
) -> Session:
    """Connect and log in.

    Args:
        endpoint: the server.
        credentials: our login.
        wake: a file descriptor; a wait ends when it can be read.
        logged_in_before: this login has worked. Servers refuse good passwords at times,
            and a certificate is away while it is renewed, so a refusal is then taken
            for a passing one.

    Raises:
        InboxUnavailable: the server cannot be reached, or takes no login now.
        BadSettings: the server refuses the login.
    """
    try:
        session = open_session(endpoint, wake)
    except BadSettings as error:
        if logged_in_before:
            raise InboxUnavailable(str(error)) from error
        raise
    try:
        with translated(
            endpoint.host, logged_in_before=logged_in_before, remedy=credentials.remedy
        ):
            try:
                _log_in(session, credentials, again=False)
            except IMAPClientError as fault:
                if isinstance(credentials, Bearer):  # the token may be stale
                    _log_in(session, credentials, again=True)
                elif _may_use_login(session, credentials, fault):
                    disconnect(session)
                    session = _log_in_by_command(endpoint, credentials, wake)
                else:
                    raise
    except MailbotError:
        disconnect(session)
        raise
    return session


def _may_use_login(
    session: Session, password: Password, fault: IMAPClientError
) -> bool:
    """Whether AUTHENTICATE PLAIN was refused or not understood, and LOGIN is left.

    A refusal for now is none, and neither is a connection that broke.
    """
    broke = isinstance(fault.__context__, IMAPClientAbortError)
    if (broke and "unterminated line" not in str(fault)) or is_passing(fault):
        return False
    plain = session.has_capability("AUTH=PLAIN")
    disabled = session.has_capability("LOGINDISABLED")
    return plain and not disabled and password.is_ascii


def _log_in_by_command(endpoint: Endpoint, password: Password, wake: int) -> Session:
    """Log in with LOGIN on a new connection.

    The answers of GNU imap4d to AUTHENTICATE cannot be read, those to LOGIN can.
    """
    session = open_session(endpoint, wake)
    try:
        session.login(password.user, password.password)
    except BaseException:
        disconnect(session)
        raise
    return session


def _log_in(session: Session, credentials: Credentials, *, again: bool) -> None:
    if isinstance(credentials, Bearer):
        _log_in_with_token(session, credentials, again=again)
    elif session.has_capability("AUTH=PLAIN"):
        # Tried first, as LOGIN takes only ASCII.
        session.plain_login(credentials.user, credentials.password)
    elif session.has_capability("LOGINDISABLED"):
        raise BadSettings("the server takes no password on this connection; use tls")
    elif not credentials.is_ascii:
        raise BadSettings(ONLY_ASCII)
    else:
        session.login(credentials.user, credentials.password)


def _log_in_with_token(session: Session, credentials: Bearer, *, again: bool) -> None:
    try:
        token = credentials.token(again)
    except Passing as error:
        raise InboxUnavailable(str(error)) from error
    if session.has_capability("AUTH=XOAUTH2"):
        session.oauth2_login(credentials.user, token)
    else:
        session.oauthbearer_login(credentials.user, token)
