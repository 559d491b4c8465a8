"""The dry run: the same pipeline over parts that send, file and record nothing."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager
from dataclasses import replace

from mailbot.mail.ports import Arrival, Folder, Inbox, Since
from mailbot.model import MessageKey, RawMail
from mailbot.worker.events import Event, Events, Rehearsed, Settled, Submitted
from mailbot.worker.records import Mailroom


@contextmanager
def rehearse(room: Mailroom) -> Iterator[Mailroom]:
    """The same mailroom for a dry run: replies become Rehearsed events.

    Nothing is sent, filed or recorded: the ledger is a copy in memory. A dry run may
    go on beside the worker of the same mailbox.
    """
    outbox = _RecordingOutbox(room.events)
    with room.ledger.copy() as ledger:
        yield replace(
            room,
            inbox=_ReadOnlyInbox(room.inbox),
            outbox=outbox,
            ledger=ledger,
            locks=None,
            options=replace(room.options, drafts=False, copies=False),
            events=outbox.observe,
        )


class _RecordingOutbox:
    """An Outbox that sends nothing and reports each reply as a Rehearsed event.

    The event names the letter, which only the letter's own Settled event tells: it
    comes right after the reply was submitted, before the next reply.
    """

    def __init__(self, events: Events) -> None:
        self._events = events
        self._reply: tuple[bytes, str] | None = None

    def observe(self, event: Event) -> None:
        if isinstance(event, Submitted):
            return  # nothing was; the Rehearsed event follows
        if isinstance(event, Settled):
            reply, self._reply = self._reply, None
            if reply:
                self._events(Rehearsed(event.account, event.letter, *reply))
            event = replace(event, rehearsed=True)
        self._events(event)

    def submit(self, message: bytes, recipient: str, *, patient: bool = True) -> None:  # noqa: ARG002
        self._reply = message, recipient

    def close(self) -> None:
        pass


class _ReadOnlyInbox:
    """An Inbox that is read and never written."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox
        self.name = inbox.name

    def open(self) -> None:
        self._inbox.open()

    def newest(self) -> MessageKey | None:
        return self._inbox.newest()

    def count(self) -> int:
        return self._inbox.count()

    def waiting(
        self, known: Collection[MessageKey], since: Since | None = None
    ) -> Iterator[Arrival]:
        return self._inbox.waiting(known, since)

    def fetch(self, key: MessageKey) -> RawMail | None:
        return self._inbox.fetch(key)

    def fetch_head(self, key: MessageKey) -> RawMail | None:
        return self._inbox.fetch_head(key)

    def recall(self, folder: Folder, size: int) -> Iterator[RawMail]:
        return self._inbox.recall(folder, size)

    def file(self, key: MessageKey, folder: Folder) -> None:
        pass

    def wait(self, seconds: float) -> None:
        self._inbox.wait(seconds)

    def wake(self) -> None:
        self._inbox.wake()

    def abandon(self) -> None:
        self._inbox.abandon()

    def has_copy(self, message_id: str) -> bool:
        return self._inbox.has_copy(message_id)

    def keep_copy(self, message: bytes, *, draft: bool) -> None:
        pass

    def notices(self) -> list[str]:
        return self._inbox.notices()

    def close(self) -> None:
        self._inbox.close()
