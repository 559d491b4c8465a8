"""The letters of a mailbox that are being read elsewhere, and those that wait for it.

One thread uses this; a future that is done wakes the inbox, which that thread waits at.
"""

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from dataclasses import dataclass
from datetime import datetime, timedelta
from math import inf

from mailbot.errors import IllegalMove, InboxUnavailable, LetterUnavailable, Preempted
from mailbot.ledger import Entry
from mailbot.model import Outcome, RawMail
from mailbot.worker.events import GaveWay, Overtaken
from mailbot.worker.reception import Fetched, Reception
from mailbot.worker.records import Mailroom, Task
from mailbot.worker.turns import Lane, MayTake, Turn, Turns


@dataclass(frozen=True, slots=True)
class Seat:
    """A letter that waits; `raw` is None where it is to be fetched again."""

    entry: Entry
    task: Task
    raw: RawMail | None


@dataclass(frozen=True, slots=True)
class Begun:
    """A letter whose turn it is; `may_take` tells how long it may be read."""

    fetched: Fetched
    task: Task
    may_take: MayTake
    turn: Turn[Seat]


class WaitingRoom:
    """Letters that wait for their turn; beyond `held_bytes` they are fetched again."""

    def __init__(self, room: Mailroom, reception: Reception) -> None:
        self._room = room
        self._reception = reception
        options = room.options
        self._turns = Turns[Seat](options.in_flight, options.pictures, room.clock)

    def __len__(self) -> int:
        """How many letters wait."""
        return len(self._turns)

    @property
    def ids(self) -> set[int]:
        """The letters that wait, by their numbers in the ledger."""
        return {one.entry.id for one in self._turns.waiting()}

    def add(self, lane: Lane, fetched: Fetched, task: Task) -> None:
        """Let a letter wait for its turn in its lane; it is not being tried."""
        self._turns.add(lane, self._seat(fetched, task))

    def next(self) -> Begun | None:
        """The letter whose turn it is to be read; None if none may be read now."""
        while turn := self._turns.next():
            one = turn.letter
            entry = self._room.ledger.start(one.entry.id)
            raw = entry and (one.raw or self._fetch_again(entry))
            if entry and raw:
                may_take = self._turns.may_take(turn)
                return Begun(Fetched(entry, raw), one.task, may_take, turn)
            self._turns.leave_out(turn.lane)
        return None

    def finish(self, begun: Begun, took: timedelta) -> None:
        """Note that a letter was read, and how long that took."""
        self._turns.finish(begun.turn.lane, took.total_seconds())

    def give_back(self, begun: Begun, seconds: float) -> None:
        """Let a letter wait again that was read for so long, in vain."""
        seat = self._seat(begun.fetched, begun.task)
        self._turns.give_back(begun.turn, seat, seconds)

    def clear(self) -> None:
        """Leave the letters that wait to a later process; the ledger has them."""
        self._turns.clear()

    def _seat(self, fetched: Fetched, task: Task) -> Seat:
        self._room.ledger.wait(fetched.entry.id)
        size = len(fetched.raw.rfc822)
        held = sum(len(one.raw.rfc822) for one in self._turns.waiting() if one.raw)
        fits = not self._turns or held + size <= self._room.options.held_bytes
        return Seat(fetched.entry, task, fetched.raw if fits else None)

    def _fetch_again(self, entry: Entry) -> RawMail | None:
        """The letter; None if it is gone or cannot be had, or was moved meanwhile."""
        try:
            return self._reception.fetch_again(entry)
        except IllegalMove as error:
            name = self._room.inbox.name
            self._room.events(Overtaken(name, entry.id, str(error)))
        except (LetterUnavailable, InboxUnavailable) as error:
            if isinstance(error, InboxUnavailable):
                self._room.inbox.open()
            self._reception.put_off(entry, error)
        return None


@dataclass(frozen=True, slots=True)
class Flight:
    """A letter that is being read.

    `begun` is how it waited for that, if it did; `fault`: why it gets an apology and no
    answer.
    """

    fetched: Fetched
    started: datetime
    begun: Begun | None = None
    fault: str = ""


class Readers:
    """Hands letters to who reads them, and gives back what was read."""

    def __init__(self, room: Mailroom, reception: Reception) -> None:
        self._room = room
        self._waiting = WaitingRoom(room, reception)
        self._flights: dict[Future[Outcome], Flight] = {}

    @property
    def in_flight(self) -> int:
        """Letters that are being read."""
        return len(self._flights)

    @property
    def waiting(self) -> int:
        """Letters that were taken and wait to be read."""
        return len(self._waiting)

    @property
    def ids(self) -> set[int]:
        """Both, by their numbers in the ledger."""
        flying = {flight.fetched.entry.id for flight in self._flights.values()}
        return flying | self._waiting.ids

    def start(self, fetched: Fetched) -> None:
        """Let a letter wait for its turn, or decide it if nothing is to be read."""
        task = self._room.ask(fetched.raw, self._room.clock())
        if task.lane is None:
            flight = Flight(fetched, self._room.clock())
            self.track(task.read(fetched.raw, lambda: inf), flight)
        else:
            self._waiting.add(task.lane, fetched, task)
            self._begin_next()

    def track(self, future: Future[Outcome], flight: Flight) -> None:
        """Give a letter back when its future is done."""
        self._flights[future] = flight
        future.add_done_callback(lambda _: self._room.inbox.wake())

    def done(
        self, seconds: float, limit: int | None = None
    ) -> Iterator[tuple[Flight, Future[Outcome]]]:
        """Wait up to `seconds` for a letter to be read; at most `limit` that were."""
        wait(self._flights, seconds, FIRST_COMPLETED)
        done = [future for future in self._flights if future.done()]
        for future in done[:limit]:
            flight = self._flights.pop(future)
            gave_way = self._note_end(flight, future)
            # First, so that no reader waits while a reply goes out.
            self._begin_next()
            if not gave_way:
                yield flight, future

    def put_back(self) -> None:
        """Leave the letters that wait to a later process; the ledger has them."""
        self._waiting.clear()

    def _note_end(self, flight: Flight, future: Future[Outcome]) -> bool:
        """Note that a letter is no longer read; whether it waits to be read again."""
        if flight.begun is None:
            return False
        error = None if future.cancelled() else future.exception()
        if isinstance(error, Preempted):
            self._waiting.give_back(flight.begun, error.seconds)
            room, letter = self._room, flight.fetched.entry.id
            room.events(GaveWay(room.inbox.name, letter, error.seconds))
            return True
        self._waiting.finish(flight.begun, self._room.clock() - flight.started)
        return False

    def _begin_next(self) -> None:
        """Begin to read letters whose turn it is, as many as may be read now."""
        while begun := self._waiting.next():
            fetched = begun.fetched
            flight = Flight(fetched, self._room.clock(), begun)
            self.track(_started(begun), flight)


def _started(begun: Begun) -> "Future[Outcome]":
    """Begin to read a letter; that it cannot be begun is its outcome, as any fault."""
    try:
        return begun.task.read(begun.fetched.raw, begun.may_take)
    except Exception as error:  # noqa: BLE001  # raised again where the letter is known
        failed: Future[Outcome] = Future()
        failed.set_exception(error)
        return failed
