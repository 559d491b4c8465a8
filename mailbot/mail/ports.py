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
    """A letter that waits: its key, its size in bytes, when the server got it.

    `copy_of` is the Message-ID in our own header (mail.message.REPLY_HEADER), where
    the inbox has looked: such a letter is a copy of one of our replies.
    """

    key: MessageKey
    size: int
    arrived: datetime
    copy_of: str = ""


Since = datetime | MessageKey
"""Where the mail that is ours begins: a moment, or the newest of the old letters."""


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
    """Names the account, for as long as it lives; its folders may be renamed."""

    def open(self) -> None:
        """Connect, if not connected. After any error the old connection is gone."""

    def newest(self) -> MessageKey | None:
        """The newest letter's key (uid 0: none yet); None if keys know no order.

        What comes later under the same uidvalidity has a higher uid.
        """

    def waiting(
        self, known: Collection[MessageKey], since: Since | None = None
    ) -> Iterator[Arrival]:
        """Letters not yet filed and not in `known`, oldest first.

        Letters from before `since` may be left out, and those that an earlier call
        on the same connection yielded: the caller remembers them. A key of another
        uidvalidity than the mailbox's is InboxUnavailable: begin with `open` again.
        """

    def fetch(self, key: MessageKey) -> RawMail | None:
        """The letter, unmarked; None if it is gone."""

    def recall(self, folder: Folder, size: int) -> Iterator[RawMail]:
        """The letters of that many bytes that were filed there; to be filed anew."""

    def file(self, key: MessageKey, folder: Folder) -> None:
        """Move or flag a letter, soon: by the next wait, search or close.

        A letter that is gone is no error.
        """

    def wait(self, seconds: float) -> None:
        """Return when something may have come, after `seconds` at most."""

    def wake(self) -> None:
        """End a wait, also one that is about to begin; safe from any thread."""

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
