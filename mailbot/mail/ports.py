"""The protocols of a mailbox and of a way out, as the worker sees them.

Inboxes are ImapInbox and SpoolInbox; Outboxes are SmtpOutbox, SendmailOutbox and
SpoolOutbox. The worker and the ledger know only these protocols, and so do the tests'
fakes.
"""

from collections.abc import Container, Iterator
from datetime import datetime
from enum import StrEnum
from typing import Protocol

from msgspec import Struct

from mailbot.model import MessageKey, RawMail


class Arrival(Struct, frozen=True):
    """A letter that waits: its key, its size in bytes, and when the server got it.

    The size is 0 if the server does not tell it. `sent` is the date that the letter
    itself bears, if the inbox looks for it.

    `copy_of` is the Message-ID in our own header (message.writing.REPLY_HEADER), if
    the inbox looks for it: such a letter is a copy of one of our replies.
    """

    key: MessageKey
    size: int
    arrived: datetime
    copy_of: str = ""
    sent: datetime | None = None


Since = datetime | MessageKey
"""Older letters are left alone: a time, or the key of the newest old letter."""


class Side(StrEnum):
    """The sides of a mailbox.

    IN: letters come in. OUT: replies go out. COPIES: the copies of replies come back
    that we ask the way out for.
    """

    IN = "in"
    OUT = "out"
    COPIES = "copies"


class Folder(StrEnum):
    """Where a settled letter is filed; only the operator looks there."""

    ANSWERED = "answered"
    IGNORED = "ignored"
    QUARANTINE = "quarantine"


class Inbox(Protocol):
    """One mailbox. Every method may raise InboxUnavailable or BadSettings.

    Filing only informs the operator. Whether a letter was answered is known from the
    ledger alone.
    """

    name: str
    """The name of the account. It never changes; names of folders may."""

    def open(self) -> None:
        """Connect, if there is no connection. Any error closes the connection."""

    def newest(self) -> MessageKey | None:
        """The newest letter's key (uid 0: no letter yet); None if uids have no order.

        A letter that comes later under the same uidvalidity has a higher uid.
        """

    def count(self) -> int:
        """How many letters the mailbox held when it was opened, or holds now."""

    def waiting(
        self, known: Container[MessageKey], since: Since | None = None
    ) -> Iterator[Arrival]:
        """Letters not yet filed and not in `known`, oldest first.

        Letters from before `since` may be left out, and so may those that an earlier
        call on the same connection yielded: the caller remembers them.

        Raises:
            InboxUnavailable: among others, `since` has another uidvalidity than the
                mailbox; call `open` and begin again.
        """

    def fetch(self, key: MessageKey) -> RawMail | None:
        """The letter, without marking it as read; None if it is gone.

        Raises:
            LetterUnavailable: this one cannot be had now, others can.
        """

    def fetch_head(self, key: MessageKey) -> RawMail | None:
        """The head of a letter and perhaps more, not whole; None if it is gone."""

    def recall(self, folder: Folder, size: int) -> Iterator[RawMail]:
        """Filed letters of `size` bytes; the caller files them again."""

    def file(self, key: MessageKey, folder: Folder) -> None:
        """Move or flag a letter, at the latest at the next wait, search or close.

        A letter that is gone is no error.
        """

    def wait(self, seconds: float) -> None:
        """Wait until a letter may have come, for `seconds` at most."""

    def wake(self) -> None:
        """End a wait, or the next one if none is running; safe from any thread."""

    def abandon(self) -> None:
        """Break the connection, and open none again; safe from any thread."""

    def has_copy(self, message_id: str) -> bool:
        """Whether a copy of our reply with this Message-ID is here, sent or drafted."""

    def keep_copy(self, message: bytes, *, draft: bool) -> None:
        """Store a message in Drafts, or in Sent if the settings say so."""

    def notices(self) -> list[str]:
        """What a person should read, since the last call; never raises."""

    def close(self) -> None:
        """Log out; never raises."""


class Outbox(Protocol):
    """A way out for replies."""

    def submit(self, message: bytes, recipient: str, *, patient: bool = True) -> None:
        """Hand over one message (RFC 5322) for one recipient.

        Args:
            message: what is handed over.
            recipient: its address.
            patient: whether a server gets its full time to answer about the recipient;
                else a few seconds.

        Raises:
            SubmissionDeferred: it was not delivered; try again later.
            SubmissionRefused: it was not delivered and never will be.
            SubmissionUnsure: no answer came after the message, so nobody knows.
        """

    def close(self) -> None:
        """Close the connection, if there is one; never raises."""
