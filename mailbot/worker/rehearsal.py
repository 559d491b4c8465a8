"""The dry run: the same pipeline over parts that send, file and record nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from msgspec.structs import replace

from mailbot.mail.ports import Folder, Inbox
from mailbot.model import MessageKey
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
            inbox=cast(Inbox, _ReadOnlyInbox(room.inbox)),
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


_READS = frozenset(
    {
        *("name", "open", "newest", "count", "waiting", "fetch", "fetch_head"),
        *("recall", "wait", "wake", "abandon", "has_copy", "notices", "close"),
    }
)
"""What of an Inbox changes nothing in a mailbox."""


class _ReadOnlyInbox:
    """An Inbox that is read and never written."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox

    def __getattr__(self, name: str) -> Any:
        if name not in _READS:
            raise AttributeError(f"a dry run does not {name}")
        return getattr(self._inbox, name)

    def file(self, key: MessageKey, folder: Folder) -> None:
        pass

    def keep_copy(self, message: bytes, *, draft: bool) -> None:
        pass
