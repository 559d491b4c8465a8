"""The line of one mailbox: letters come in, are read elsewhere, and are answered.

    waiting -> fetched -> taken (NEW) -> read -> READY -> SENDING -> SENT -> filed

Everything here runs in one thread; only the reading runs elsewhere, several letters
at once, so that one slow letter holds up none of the others. What the ledger has
taken is found again after any end of this process: `resume` goes on with it.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Future,
    wait,
)
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import assert_never

from mailbot.errors import BadLetter, IllegalMove, Passing, Permanent, SenderFault
from mailbot.ledger import Entry, State
from mailbot.mail.message.writing import write
from mailbot.mail.ports import Arrival, Since
from mailbot.model import (
    Defer,
    Ignore,
    MessageKey,
    Outcome,
    Quarantine,
    Reply,
    Respond,
)
from mailbot.worker import traces
from mailbot.worker.delivery import Delivery
from mailbot.worker.reception import Hand, Reception
from mailbot.worker.records import Decided, Delayed, Mailroom, Overtaken

STEPS = ("fetched", "taken", "read", "ready", "sending", "submitted", "sent", "filed")
"""The named steps at which a `Mailroom.crash` is called."""

MAX_TRIES = 20
"""Starts of a letter that never came to an outcome: it ends our process each time."""

_LOOK_EVERY = timedelta(seconds=1)
_SOONEST = timedelta(minutes=1)
_TIDY_EVERY = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class _Flight:
    """A letter that is being read; `fault` tells why it gets but an apology."""

    hand: Hand
    fault: str = ""


class Line:
    """The steps of one mailbox; they raise what the parts of its Mailroom raise."""

    def __init__(self, room: Mailroom) -> None:
        self._room = room
        self._delivery = Delivery(room)
        self._reception = Reception(room, self._delivery)
        self._flights: dict[Future[Outcome], _Flight] = {}
        self._newest: MessageKey | None = None
        self._since: Since | None = None
        self._tidied: datetime | None = None

    @property
    def in_flight(self) -> int:
        """Letters that are being read."""
        return len(self._flights)

    @property
    def trouble(self) -> str:
        """Why the server took no reply the last time; "" if it did."""
        return self._delivery.trouble

    def open(self) -> None:
        """Connect, and find out which letters are from before our time."""
        room = self._room
        room.inbox.open()
        self._newest = room.inbox.newest()
        room.ledger.install(self._newest, room.clock())
        self._since = room.ledger.since(self._newest)
        self._tidied = None

    def receive(self, stopping: Callable[[], bool]) -> None:
        """Take in all that waits, answering as it is read; less when stopping."""
        room, since = self._room, self._since
        # Copies that come in now are filed away, and could tell nothing any more.
        room.ledger.rest()
        looked = room.clock()
        for arrival in room.inbox.waiting(room.ledger.known(), since):
            if stopping():
                return
            if not (isinstance(since, datetime) and arrival.arrived < since):
                self._take(arrival)
                self._make_room()
            if room.clock() - looked > _LOOK_EVERY:
                self.resume(limit=room.options.in_flight)
                looked = room.clock()
        if self._newest and not isinstance(since, MessageKey):
            room.ledger.anchor(self._newest)
            self._since = self._newest

    def resume(self, limit: int = 50) -> bool:
        """Go on with letters whose time has come; whether more than `limit` had."""
        room = self._room
        entries = room.ledger.due(room.clock(), limit + self.in_flight)
        for entry in entries:
            if entry.state in (State.READY, State.SENDING):
                with self._unless_overtaken(entry.id):
                    self._delivery.advance(entry)
            elif entry.id not in self._under_way():
                with self._unless_overtaken(entry.id):
                    self._take_up(entry.id)
                self._make_room()
        for entry in room.ledger.unfiled(limit):
            self._delivery.close(entry)
        self._tidy()
        return len(entries) > limit

    def collect(self, seconds: float, limit: int | None = None) -> None:
        """Wait for letters to be read, for `seconds` at most, and answer them.

        Of several that are read, no more than `limit`.
        """
        wait(self._flights, seconds, FIRST_COMPLETED)
        done = [future for future in self._flights if future.done()]
        for future in done[:limit]:
            flight = self._flights.pop(future)
            with self._unless_overtaken(flight.hand.entry.id):
                self._land(flight, future)

    def _tidy(self) -> None:
        """Once an hour, and after the first work on a connection."""
        now = self._room.clock()
        if self._tidied is None or abs(now - self._tidied) > _TIDY_EVERY:
            self._tidied = now
            self._room.ledger.purge(now)
            self._delivery.file_again()

    def _make_room(self) -> None:
        """Answer one letter, not all: the readers want the next one meanwhile."""
        self.collect(0, 1)
        while self.in_flight >= self._room.options.in_flight:
            self.collect(1, 1)

    @contextmanager
    def _unless_overtaken(self, letter: int) -> Iterator[None]:
        """Leave a letter alone that another process, such as `forget`, has moved."""
        try:
            yield
        except IllegalMove as error:
            self._room.events(Overtaken(self._room.inbox.name, letter, str(error)))

    def _under_way(self) -> set[int]:
        return {flight.hand.entry.id for flight in self._flights.values()}

    # --- to be read -------------------------------------------------------------

    def _take(self, arrival: Arrival) -> None:
        hand = self._reception.take(arrival)
        if hand and hand.entry.id not in self._under_way():
            self._start(hand)

    def _take_up(self, letter: int) -> None:
        """A letter of an earlier try."""
        hand = self._reception.take_up(letter)
        if hand is None:
            return
        entry = hand.entry
        if entry.tries > MAX_TRIES:
            # No apology: even that may be what ends us.
            why = f"started {entry.tries} times, never finished"
            self._delivery.quarantine(entry, why)
        elif entry.failures >= self._room.options.attempts:
            self._give_up(hand, entry.trouble)
        else:
            self._start(hand)

    def _start(self, hand: Hand) -> None:
        future = self._room.ask(hand.raw, self._room.clock())
        self._fly(future, _Flight(hand))

    def _give_up(self, hand: Hand, fault: str) -> None:
        """To quarantine; with an apology, if somebody can write one."""
        if self._room.apologise:
            future = self._room.apologise(hand.raw, self._room.clock())
            self._fly(future, _Flight(hand, fault or "failed"))
        else:
            self._delivery.quarantine(hand.entry, fault)

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
            self._postpone(flight.hand.entry, str(error) or "the pool was closed")
        elif isinstance(error, Permanent):
            raise error
        elif flight.fault:
            self._delivery.quarantine(flight.hand.entry, flight.fault)
        elif isinstance(error, SenderFault):
            self._give_up(flight.hand, str(error))
        else:
            self._fail(flight, f"{type(error).__name__}: {error}")

    def _decide(self, flight: _Flight, outcome: Outcome) -> None:
        room, entry, now = self._room, flight.hand.entry, self._room.clock()
        if flight.fault and not isinstance(outcome, Respond):
            self._delivery.quarantine(entry, flight.fault)
            return
        room.events(Decided.of(room.inbox.name, entry.id, outcome))
        match outcome:
            case Respond():
                self._answer(flight, outcome)
            case Ignore(why):
                self._note_bounce(flight.hand.raw.rfc822)
                room.ledger.settle(entry.id, State.IGNORED, why, now)
                self._delivery.close(room.ledger.entry(entry.id))
            case Defer(until, why):
                until = max(until, now + _SOONEST)
                room.ledger.defer(entry.id, until, why, now)
                room.events(Delayed(room.inbox.name, entry.id, until, why))
            case Quarantine(why):
                self._give_up(flight.hand, why)
            case _:
                assert_never(outcome)

    def _answer(self, flight: _Flight, outcome: Respond) -> None:
        room, entry = self._room, flight.hand.entry
        verdict = State.QUARANTINED if flight.fault else State.SENT
        if flight.fault:
            outcome = replace(outcome, why=flight.fault)
        try:
            room.ledger.grant(entry.id, outcome, self._write, room.clock(), verdict)
        except BadLetter as error:
            self._delivery.quarantine(entry, str(error))
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
        room, entry, now = self._room, flight.hand.entry, self._room.clock()
        if entry.failures + 1 >= room.options.attempts:
            room.ledger.fail(entry.id, now, why, now)
            self._give_up(flight.hand, why)
            return
        until = now + room.options.retry_after(entry.failures)
        room.ledger.fail(entry.id, until, why, now)
        room.events(Delayed(room.inbox.name, entry.id, until, why))

    def _note_bounce(self, rfc822: bytes) -> None:
        """A delivery report that names a reply of ours: that person got nothing."""
        for name in traces.returned_ids(rfc822):
            self._room.ledger.bounced(name, self._room.clock())
