"""The line of one mailbox: letters come in, are read elsewhere, and are answered.

    waiting -> fetched -> taken (NEW) -> read -> READY -> SENDING -> SENT -> filed

Everything here runs in one thread; only the reading runs elsewhere, several letters
at once, so that one slow letter holds up none of the others. What the ledger has
taken is found again after any end of this process: `resume` goes on with it.
"""

from collections.abc import Callable, Iterable
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Future,
    wait,
)
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from typing import assert_never

from mailbot.errors import BadLetter, Passing, Permanent, SenderFault
from mailbot.ledger import Entry, State
from mailbot.mail.message import write
from mailbot.mail.ports import Arrival, Folder
from mailbot.model import (
    Defer,
    Ignore,
    MessageKey,
    Outcome,
    Quarantine,
    RawMail,
    Reply,
    Respond,
)
from mailbot.worker import traces
from mailbot.worker.delivery import Delivery
from mailbot.worker.records import Decided, Delayed, Mailroom, Taken

STEPS = ("fetched", "taken", "read", "ready", "sending", "submitted", "sent", "filed")
"""The named steps at which a `Mailroom.crash` is called."""

MAX_TRIES = 20
"""Starts of a letter that never came to an outcome: it ends our process each time."""

_LOOK_EVERY = timedelta(seconds=1)
_PURGE_EVERY = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class _Flight:
    """A letter that is being read; `fault` tells why it gets but an apology."""

    entry: Entry
    raw: RawMail
    fault: str = ""


class Line:
    """The steps of one mailbox; they raise what the parts of its Mailroom raise."""

    def __init__(self, room: Mailroom) -> None:
        self._room = room
        self._delivery = Delivery(room)
        self._flights: dict[Future[Outcome], _Flight] = {}
        self._since: datetime | None = None
        self._purged: datetime | None = None

    @property
    def in_flight(self) -> int:
        """Letters that are being read."""
        return len(self._flights)

    def open(self) -> None:
        """Connect, and find out which letters are from before our time."""
        room = self._room
        room.inbox.open()
        newest = room.inbox.newest()
        room.ledger.install(newest, room.clock())
        self._since = room.ledger.since(newest)

    def receive(self, stopping: Callable[[], bool]) -> None:
        """Take in all that waits, answering as it is read; less when stopping."""
        room, since = self._room, self._since
        looked = room.clock()
        if not self._purged or looked - self._purged > _PURGE_EVERY:
            room.ledger.purge(looked)
            self._purged = looked
        for arrival in room.inbox.waiting(room.ledger.known(), since):
            if stopping():
                return
            if since is None or arrival.arrived >= since:
                self._take(arrival)
                self._make_room()
            if room.clock() - looked > _LOOK_EVERY:
                self.resume(limit=room.options.in_flight)
                looked = room.clock()

    def resume(self, limit: int = 50) -> bool:
        """Go on with letters whose time has come; whether more than `limit` had."""
        room = self._room
        entries = room.ledger.due(room.clock(), limit + self.in_flight)
        for entry in entries:
            if entry.state in (State.READY, State.SENDING):
                self._delivery.advance(entry)
            elif entry.id not in self._under_way():
                room.ledger.start(entry.id)
                self._take_up(entry)
                self._make_room()
        for entry in room.ledger.unfiled(limit):
            self._delivery.file(entry)
        return len(entries) > limit

    def collect(self, seconds: float) -> None:
        """Wait for letters to be read, for `seconds` at most, and answer them."""
        done, _ = wait(self._flights, seconds, FIRST_COMPLETED)
        for future in done:
            self._land(self._flights.pop(future), future)

    def _make_room(self) -> None:
        self.collect(0)
        while self.in_flight >= self._room.options.in_flight:
            self.collect(1)

    def _under_way(self) -> set[int]:
        return {flight.entry.id for flight in self._flights.values()}

    # --- coming in ----------------------------------------------------------------

    def _take(self, arrival: Arrival) -> None:
        room, key = self._room, arrival.key
        if self._is_own((arrival.copy_of,), key):
            return
        if arrival.size > room.options.letter_bytes:
            self._take_unread(arrival)
            return
        raw = room.inbox.fetch(key)
        if raw is None:
            return
        room.crash("fetched")
        if self._is_own(traces.own_ids(raw.rfc822), key):
            return
        digest = sha256(raw.rfc822).digest()
        entry = room.ledger.take(
            key, digest, len(raw.rfc822), raw.arrived, room.clock()
        )
        room.crash("taken")
        if not entry.state.is_open:
            self._delivery.file(entry)
        elif entry.state is State.NEW and entry.id not in self._under_way():
            room.events(Taken(room.inbox.name, entry.id, entry.size))
            self._start(entry, raw)

    def _take_unread(self, arrival: Arrival) -> None:
        """Too large to be fetched: its key has to do for its bytes."""
        room, now = self._room, self._room.clock()
        key, digest = arrival.key, sha256(repr(arrival.key).encode()).digest()
        entry = room.ledger.take(key, digest, arrival.size, arrival.arrived, now)
        if entry.state is State.NEW:
            why = f"{arrival.size >> 20} MB, too large to be fetched"
            self._quarantine(entry, why)

    def _take_up(self, entry: Entry) -> None:
        """A letter of an earlier try, fetched once more."""
        raw = self._room.inbox.fetch(entry.key)
        if raw is None and entry.filed:
            raw = self._recalled(entry)
        if raw is None:
            self._room.ledger.vanish(entry.id, self._room.clock())
        elif entry.tries > MAX_TRIES:
            self._give_up(entry, raw, f"started {entry.tries} times, never finished")
        elif entry.failures >= self._room.options.attempts:
            self._give_up(entry, raw, entry.trouble)
        else:
            self._start(entry, raw)

    def _recalled(self, entry: Entry) -> RawMail | None:
        """A letter that was filed and is to be tried again, found by its bytes."""
        room = self._room
        for folder in Folder:
            for raw in room.inbox.recall(folder, entry.size):
                if sha256(raw.rfc822).digest() == entry.digest:
                    now = room.clock()
                    room.ledger.take(
                        raw.key, entry.digest, entry.size, raw.arrived, now
                    )
                    return raw
        return None

    def _is_own(self, ids: Iterable[str], key: MessageKey) -> bool:
        """Whether it is a copy of a reply of ours: proof of sending, else nothing."""
        room = self._room
        own = any(room.ledger.own_copy(name, key, room.clock()) for name in ids)
        if own:
            room.inbox.file(key, Folder.ANSWERED)
        return own

    def _start(self, entry: Entry, raw: RawMail) -> None:
        future = self._room.ask(raw, self._room.clock())
        self._fly(future, _Flight(entry, raw))

    def _give_up(self, entry: Entry, raw: RawMail, fault: str) -> None:
        """To quarantine; with an apology, if somebody can write one."""
        if self._room.apologise:
            future = self._room.apologise(raw, self._room.clock())
            self._fly(future, _Flight(entry, raw, fault or "failed"))
        else:
            self._quarantine(entry, fault)

    def _fly(self, future: Future[Outcome], flight: _Flight) -> None:
        self._flights[future] = flight
        future.add_done_callback(lambda _: self._room.inbox.wake())

    # --- what was read ------------------------------------------------------------

    def _land(self, flight: _Flight, future: Future[Outcome]) -> None:
        self._room.crash("read")
        error = CancelledError() if future.cancelled() else future.exception()
        if error is None:
            self._decide(flight, future.result())
        elif isinstance(error, Passing | BrokenExecutor | CancelledError):
            self._postpone(flight.entry, str(error) or "the pool was closed")
        elif isinstance(error, Permanent):
            raise error
        elif flight.fault:
            self._quarantine(flight.entry, flight.fault)
        elif isinstance(error, SenderFault):
            self._give_up(flight.entry, flight.raw, str(error))
        else:
            self._fail(flight, f"{type(error).__name__}: {error}")

    def _decide(self, flight: _Flight, outcome: Outcome) -> None:
        room, entry, now = self._room, flight.entry, self._room.clock()
        if flight.fault and not isinstance(outcome, Respond):
            self._quarantine(entry, flight.fault)
            return
        room.events(Decided.of(room.inbox.name, entry.id, outcome))
        match outcome:
            case Respond():
                self._answer(flight, outcome)
            case Ignore(why):
                self._note_bounce(flight.raw.rfc822)
                room.ledger.settle(entry.id, State.IGNORED, why, now)
                self._delivery.close(room.ledger.entry(entry.id))
            case Defer(until, why):
                room.ledger.defer(entry.id, until, why, now)
                room.events(Delayed(room.inbox.name, entry.id, until, why))
            case Quarantine(why):
                self._give_up(entry, flight.raw, why)
            case _:
                assert_never(outcome)

    def _answer(self, flight: _Flight, outcome: Respond) -> None:
        room, entry = self._room, flight.entry
        verdict = State.QUARANTINED if flight.fault else State.SENT
        if flight.fault:
            outcome = replace(outcome, why=flight.fault)
        try:
            room.ledger.grant(entry.id, outcome, self._write, room.clock(), verdict)
        except BadLetter as error:
            self._quarantine(entry, str(error))
            return
        room.crash("ready")
        entry = room.ledger.entry(entry.id)
        if entry.state is State.READY:
            self._delivery.advance(entry)
        elif entry.state is State.DEFERRED:
            room.events(Delayed(room.inbox.name, entry.id, entry.due, entry.why))
        else:
            self._delivery.close(entry)

    def _write(self, reply: Reply) -> bytes:
        return write(reply, self._room.sender, self._room.clock())

    def _postpone(self, entry: Entry, why: str) -> None:
        room, now = self._room, self._room.clock()
        until = now + room.options.retry_after(0)
        room.ledger.postpone(entry.id, until, why, now)
        room.events(Delayed(room.inbox.name, entry.id, until, why))

    def _fail(self, flight: _Flight, why: str) -> None:
        room, entry, now = self._room, flight.entry, self._room.clock()
        if entry.failures + 1 >= room.options.attempts:
            room.ledger.fail(entry, now, why, now)
            self._give_up(entry, flight.raw, why)
            return
        until = now + room.options.retry_after(entry.failures)
        room.ledger.fail(entry, until, why, now)
        room.events(Delayed(room.inbox.name, entry.id, until, why))

    def _quarantine(self, entry: Entry, why: str) -> None:
        room = self._room
        room.ledger.settle(entry.id, State.QUARANTINED, why or "failed", room.clock())
        self._delivery.close(room.ledger.entry(entry.id))

    def _note_bounce(self, rfc822: bytes) -> None:
        """A delivery report that names a reply of ours: that person got nothing."""
        for name in traces.returned_ids(rfc822):
            self._room.ledger.bounced(name, self._room.clock())
