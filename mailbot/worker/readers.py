"""The letters of a mailbox that are being read elsewhere, and those that wait for it.

Letters that wait beyond `held_bytes` are fetched again when it is their turn. One
thread uses this; a future that is done wakes the inbox, which that thread waits at.
"""

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from datetime import datetime
from math import inf

from msgspec import Struct

from mailbot.errors import IllegalMove, InboxUnavailable, LetterUnavailable, Preempted
from mailbot.ledger import Entry
from mailbot.model import Outcome, RawMail
from mailbot.worker.events import GaveWay, Overtaken
from mailbot.worker.reception import Fetched, Reception
from mailbot.worker.records import Mailroom, Task
from mailbot.worker.turns import Turn, Turns


class Seat(Struct, frozen=True):
    """A letter that waits; `raw` is None where it is to be fetched again."""

    entry: Entry
    task: Task
    raw: RawMail | None


class _Flight(Struct, frozen=True):
    """A letter that is being read; `turn` is the one that it waited for, if it did."""

    fetched: Fetched
    started: datetime
    turn: Turn[Seat] | None = None


class Readers:
    """Hands letters to who reads them, each in its turn, and gives back what was read.

    While a letter waits, it is not being tried.
    """

    def __init__(self, room: Mailroom, reception: Reception) -> None:
        self._room = room
        self._reception = reception
        options = room.options
        self.turns = Turns[Seat](options.in_flight, options.pictures, room.clock)
        self._flights: dict[Future[Outcome], _Flight] = {}

    @property
    def in_flight(self) -> int:
        """Letters that are being read."""
        return len(self._flights)

    @property
    def waiting(self) -> int:
        """Letters that were taken and wait to be read."""
        return len(self.turns)

    @property
    def ids(self) -> set[int]:
        """The letters that are being read or wait, by their numbers in the ledger."""
        flying = {flight.fetched.entry.id for flight in self._flights.values()}
        return flying | {seat.entry.id for seat in self.turns.waiting()}

    def start(self, fetched: Fetched) -> None:
        """Let a letter wait for its turn, or decide it if nothing is to be read."""
        task = self._room.ask(fetched.raw, self._room.clock())
        if task.lane is None:
            self.track(task.read(fetched.raw, lambda: inf), fetched)
        else:
            self.turns.add(task.lane, self._seat(fetched, task))
            self._begin_next()

    def track(
        self, future: Future[Outcome], fetched: Fetched, turn: Turn[Seat] | None = None
    ) -> None:
        """Remember a letter that is being read; `done` yields it with its future."""
        self._flights[future] = _Flight(fetched, self._room.clock(), turn)
        future.add_done_callback(lambda _: self._room.inbox.wake())

    def done(
        self, seconds: float, limit: int | None = None
    ) -> Iterator[tuple[Fetched, Future[Outcome]]]:
        """Wait up to `seconds` for a letter to be read; at most `limit` that were."""
        wait(self._flights, seconds, FIRST_COMPLETED)
        done = [future for future in self._flights if future.done()]
        for future in done[:limit]:
            flight = self._flights.pop(future)
            gave_way = flight.turn and self._note_end(flight.turn, flight, future)
            # First, so that no reader waits while a reply goes out.
            self._begin_next()
            if not gave_way:
                yield flight.fetched, future

    def _seat(self, fetched: Fetched, task: Task) -> Seat:
        self._room.ledger.wait(fetched.entry.id)
        size = len(fetched.raw.rfc822)
        held = sum(len(seat.raw.rfc822) for seat in self.turns.waiting() if seat.raw)
        fits = not self.turns or held + size <= self._room.options.held_bytes
        return Seat(fetched.entry, task, fetched.raw if fits else None)

    def _note_end(
        self, turn: Turn[Seat], flight: _Flight, future: Future[Outcome]
    ) -> bool:
        """Note that a letter is no longer read; whether it waits to be read again."""
        error = None if future.cancelled() else future.exception()
        if isinstance(error, Preempted):
            seat = self._seat(flight.fetched, turn.letter.task)
            self.turns.give_back(turn, seat, error.seconds)
            room, letter = self._room, flight.fetched.entry.id
            room.events(GaveWay(room.inbox.name, letter, error.seconds))
            return True
        took = self._room.clock() - flight.started
        self.turns.finish(turn.lane, took.total_seconds())
        return False

    def _begin_next(self) -> None:
        """Begin to read letters whose turn it is, as many as may be read now."""
        while turn := self.turns.next():
            entry = self._room.ledger.start(turn.letter.entry.id)
            raw = entry and (turn.letter.raw or self._fetch_again(entry))
            if not entry or not raw:
                self.turns.leave_out(turn.lane)
                continue
            try:
                future = turn.letter.task.read(raw, self.turns.may_take(turn))
            except Exception as error:  # noqa: BLE001  # raised where the letter is known
                future = Future()
                future.set_exception(error)
            self.track(future, Fetched(entry, raw), turn)

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
