"""A mailbox at Dovecot, and the inboxes that look at it."""

from contextlib import ExitStack
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from mailbot.mail.credentials import Password
from mailbot.mail.imap.inbox import ImapInbox
from mailbot.mail.options import Endpoint, ImapOptions, Security
from mailbot.model import MessageKey
from tests.servers.lab import Account, Servers


@dataclass
class Watched:
    """An account of ours; `box` is the plainest inbox that looks at it."""

    servers: Servers
    bot: Account
    opened: ExitStack = field(default_factory=ExitStack)

    @cached_property
    def box(self) -> ImapInbox:
        return self.inbox()

    def inbox(
        self,
        port: int = 0,
        security: Security = "plain",
        *,
        ca: Path | None = None,
        password: str = "",
        timeout: float = 20,
        worked: bool = False,
        **options: Any,
    ) -> ImapInbox:
        """Another inbox, which is closed at the end of the test."""
        place = Endpoint("127.0.0.1", port or self.servers.imap, security, ca, timeout)
        wanted: dict[str, Any] = {"poll_seconds": 0.2, "keep_sent": True, **options}
        login = Password(self.bot.user, password or self.bot.password)
        made = ImapInbox(
            ImapOptions(self.bot.address, place, **wanted), login, login_worked=worked
        )
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
