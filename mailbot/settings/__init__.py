"""Configuration: what the operator may set, and where it is read from."""

from mailbot.settings.load import forget_secrets, load, service_manager
from mailbot.settings.schema import Settings, mailboxes
from mailbot.settings.secrets import password

__all__ = [
    "Settings",
    "forget_secrets",
    "load",
    "mailboxes",
    "password",
    "service_manager",
]
