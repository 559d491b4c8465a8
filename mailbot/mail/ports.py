"""The mailbox and the way out, as the worker sees them.

`inbox` (IMAP) and `spool` (folders of .eml, Maildir) are Inboxes; `outbox` (SMTP,
sendmail) and the spool's reply folder are Outboxes. The worker, the ledger and the
tests' fakes know only these.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from mailbot.model import MessageKey, RawMail


@dataclass(frozen=True, slots=True)
class Arrival:
    """A letter that waits: its key, its size in bytes, when the server got it."""

    key: MessageKey
    size: int
    arrived: datetime


class Folder(StrEnum):
    """Where a settled letter is filed, for the operator's eyes only."""

    ANSWERED = "answered"
    IGNORED = "ignored"
    QUARANTINE = "quarantine"


class Inbox(Protocol):
    """One mailbox. Every method may raise InboxUnavailable or BadSettings.

    Filing only shows: whether a letter was answered, the ledger alone decides.
    """

    name: str

    def open(self) -> None:
        """Connect, if not connected. After any error the old connection is gone."""

    def waiting(self, known: Collection[MessageKey]) -> Iterator[Arrival]:
        """Letters not yet filed and not in `known`, oldest first."""

    def fetch(self, key: MessageKey) -> RawMail | None:
        """The letter, unmarked; None if it is gone."""

    def file(self, key: MessageKey, folder: Folder) -> None:
        """Move or flag a letter; a letter that is gone is no error."""

    def wait(self, seconds: float) -> None:
        """Return when something may have come, after `seconds` at most."""

    def has_copy(self, message_id: str) -> bool:
        """Whether a copy of our reply with this Message-ID is here or in Sent."""

    def keep_copy(self, message: bytes, *, draft: bool) -> None:
        """Store a message in Sent (or Drafts), if configured."""

    def close(self) -> None:
        """Log out; never raises."""


class Outbox(Protocol):
    """The way out for replies."""

    def submit(self, message: bytes, recipient: str) -> None:
        """Hand over one message (RFC 5322) for one recipient.

        Raises:
            SubmissionDeferred: not taken now, nothing delivered.
            SubmissionRefused: never.
            SubmissionUnsure: no answer after DATA.
        """

    def close(self) -> None:
        """Say goodbye; never raises."""
