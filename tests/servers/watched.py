"""A mailbox at Dovecot, with inboxes that look at it and outboxes beside it."""

from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from mailbot.mail.credentials import Credentials, Password
from mailbot.mail.imap.inbox import ImapInbox
from mailbot.mail.options import Endpoint, ImapOptions, Security, SmtpOptions
from mailbot.mail.smtp.outbox import SmtpOutbox
from mailbot.model import MessageKey
from tests.servers.lab import Account, Servers


@dataclass
class Watched:
    """An account of ours; what is made for it is closed at the end of the test.

    What logs in does so by its password, unless a `login` is given.
    """

    servers: Servers
    bot: Account
    opened: ExitStack = field(default_factory=ExitStack)

    @cached_property
    def box(self) -> ImapInbox:
        """The plainest inbox."""
        return self.inbox()

    @property
    def password(self) -> Password:
        return Password(self.bot.user, self.bot.password)

    def inbox(
        self,
        port: int = 0,
        security: Security = "plain",
        *,
        ca: Path | None = None,
        login: Credentials | None = None,
        timeout: float = 20,
        worked: bool = False,
        **options: Any,
    ) -> ImapInbox:
        place = Endpoint("127.0.0.1", port or self.servers.imap, security, ca, timeout)
        wanted: dict[str, Any] = {"poll_seconds": 0.2, "keep_sent": True, **options}
        known = ImapOptions(self.bot.address, place, **wanted)
        made = ImapInbox(known, login or self.password, login_worked=worked)
        self.opened.callback(made.close)
        return made

    def outbox(
        self,
        port: int = 0,
        security: Security = "starttls",
        *,
        ca: Path | None = None,
        login: Credentials | None = None,
        timeout: float = 20,
        worked: bool = False,
        **options: Any,
    ) -> SmtpOutbox:
        port, ca = port or self.servers.submission, ca or self.servers.ca
        place = Endpoint("127.0.0.1", port, security, ca, timeout)
        known = SmtpOptions(self.bot.address, place, **{"self_copy": False, **options})
        made = SmtpOutbox(known, login or self.password, login_worked=worked)
        self.opened.callback(made.close)
        return made

    def deliver(self, *letters: bytes) -> None:
        self.servers.deliver_all([*letters], self.bot)

    def letters(self, folder: str = "INBOX") -> list[bytes]:
        return self.servers.letters(self.bot, folder)

    def flags(self) -> list[str]:
        return self.servers.flags(self.bot)


def keys(box: ImapInbox, known: set[MessageKey] | None = None) -> list[MessageKey]:
    """The letters that wait, but for those known."""
    return [arrival.key for arrival in box.waiting(known or set())]
