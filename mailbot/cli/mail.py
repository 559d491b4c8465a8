"""Makes the inbox and the outbox of a mailbox from its settings."""

from pathlib import Path

from mailbot.errors import BadSettings
from mailbot.mail.credentials import Bearer, Credentials, Password
from mailbot.mail.imap.inbox import ImapInbox
from mailbot.mail.oauth.login import OAuthOptions, TokenSource
from mailbot.mail.options import (
    Endpoint,
    FolderNames,
    ImapOptions,
    SendmailOptions,
    SmtpOptions,
)
from mailbot.mail.ports import Inbox, Outbox
from mailbot.mail.smtp.outbox import SmtpOutbox
from mailbot.mail.smtp.sendmail import SendmailOutbox
from mailbot.mail.spool.inbox import SpoolInbox, SpoolOptions, SpoolOutbox
from mailbot.settings import client_file, password
from mailbot.settings.schema import (
    InboxSettings,
    Login,
    MailboxSettings,
    OutboxSettings,
)


def make_inbox(
    mailbox: MailboxSettings, state: Path, *, login_worked: bool = False
) -> Inbox:
    """The inbox; `state` is the folder of the OAuth2 tokens.

    `login_worked`: the server has taken this login before, so that a refusal passes.

    Raises:
        BadSettings: a server, a folder or a password is missing.
    """
    inbox = mailbox.inbox
    if inbox.kind != "imap":
        return SpoolInbox(_spool_options(mailbox))
    options = inbox.options(
        ImapOptions,
        address=mailbox.address,
        endpoint=_endpoint(inbox, "inbox"),
        names=inbox.options(FolderNames),
        keep_sent=mailbox.outbox.keep_copy == "sent",
    )
    who = credentials(inbox, "inbox", mailbox.address, state)
    if who is None:
        raise BadSettings("inbox: no password is set; see password_file and its like")
    return ImapInbox(options, who, login_worked=login_worked)


def make_outbox(
    mailbox: MailboxSettings, state: Path, *, login_worked: bool = False
) -> Outbox:
    """The outbox; the arguments are those of `make_inbox`.

    Raises:
        BadSettings: a server, a folder or a password is missing.
    """
    outbox = mailbox.outbox
    if outbox.kind == "spool":
        return SpoolOutbox(_folder(outbox.path, "outbox"))
    if outbox.kind == "sendmail":
        address = mailbox.address
        return SendmailOutbox(outbox.options(SendmailOptions, address=address))
    endpoint = _endpoint(outbox, "outbox")
    options = outbox.options(SmtpOptions, address=mailbox.address, endpoint=endpoint)
    who = credentials(outbox, "outbox", mailbox.address, state)
    return SmtpOutbox(options, who, login_worked=login_worked)


def credentials(
    login: Login, section: str, address: str, state: Path
) -> Credentials | None:
    """The login; None where none is set, as for a relay on this machine."""
    user = login.user or address
    if login.oauth:
        return Bearer(user, TokenSource(oauth_options(login, address, state)))
    secret = password(login, section)
    return Password(user, secret) if secret else None


def oauth_options(login: Login, address: str, state: Path) -> OAuthOptions:
    """The OAuth2 provider, and where its tokens are kept."""
    assert login.oauth
    user = login.user or address
    return OAuthOptions(login.oauth, user, client_file(login), state)


def _endpoint(server: InboxSettings | OutboxSettings, section: str) -> Endpoint:
    if not server.host:
        raise BadSettings(f"{section}.host is not set")
    return server.options(Endpoint)


def _spool_options(mailbox: MailboxSettings) -> SpoolOptions:
    inbox = mailbox.inbox
    replies = mailbox.outbox.path if mailbox.outbox.kind == "spool" else None
    return inbox.options(
        SpoolOptions,
        path=_folder(inbox.path, "inbox"),
        maildir=inbox.kind == "maildir",
        name=mailbox.address,
        replies=replies,
        keep_sent=mailbox.outbox.keep_copy == "sent",
    )


def _folder(path: Path | None, section: str) -> Path:
    if path is None:
        raise BadSettings(f"{section}.path is not set")
    return path
