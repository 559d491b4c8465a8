"""The options of mailboxes and of ways out.

They stand apart from what uses them, so that settings are read without loading what
speaks to servers.
"""

from typing import Literal

from msgspec import Struct

from mailbot.mail.ports import Folder
from mailbot.options import File, Port, Seconds, Table

Security = Literal["tls", "starttls", "plain"]


class Endpoint(Table, frozen=True):
    """The address of a server and how to connect."""

    host: str = ""
    """The server: IMAP in [inbox], submission in [outbox]."""
    port: Port = 0
    """0: the usual one (IMAP 993 for tls, else 143; submission 465, else 587)."""
    security: Security = "tls"
    """tls, starttls, or plain (refused but to this machine itself)."""
    ca_file: File = None
    """A certificate authority to trust besides the system's."""
    timeout_seconds: Seconds = 60
    """How long to wait for an answer; 25 s where the server has little to do."""

    @property
    def quick_seconds(self) -> float:
        """How long to wait for an answer that costs the server nothing.

        Twice this time is less than a minute, in which an outage is to be noticed: a
        server has two addresses at times, and IDLE is ended before it is probed.
        """
        return min(self.timeout_seconds, 25)


class FolderNames(Struct, frozen=True, kw_only=True):
    """What the folders are called. `file_into` false: letters are flagged, not moved.

    A / in a name stands for the delimiter that the server uses.
    """

    answered: str = "Answered"
    ignored: str = "Ignored"
    quarantine: str = "Quarantine"
    sent: str = "Sent"
    drafts: str = "Drafts"
    file_into: bool = True

    def of(self, folder: Folder) -> str:
        """The name of a folder of ours."""
        return {
            Folder.ANSWERED: self.answered,
            Folder.IGNORED: self.ignored,
            Folder.QUARANTINE: self.quarantine,
        }[folder]


class ImapOptions(Struct, frozen=True):
    """Which mailbox, and how it is kept.

    `address` is our own. `keep_sent`: store replies in Sent, for servers that do not
    do so by themselves. `poll_seconds` is the time between two looks without IDLE.
    """

    address: str
    endpoint: Endpoint
    mailbox: str = "INBOX"
    names: FolderNames = FolderNames()
    idle: bool = True
    poll_seconds: float = 60
    keep_sent: bool = False


class SmtpOptions(Struct, frozen=True):
    """Where replies are submitted, and in whose name.

    `address` is our own. `envelope_sender` "" means none (<>), so that no bounce comes
    back; if the server refuses that, our address is used. With `self_copy` our address
    is a second recipient, and its copy proves that the server took the reply.
    """

    address: str
    endpoint: Endpoint
    envelope_sender: str = ""
    self_copy: bool = True


class SendmailOptions(Struct, frozen=True):
    """Which program is started, and in whose name; see SmtpOptions."""

    address: str
    command: str = "/usr/sbin/sendmail"
    envelope_sender: str = ""
    self_copy: bool = True
    timeout_seconds: float = 60
