"""The letters that were taken in and wait to be read, within limits of memory."""

from dataclasses import dataclass
from datetime import timedelta

from mailbot.errors import IllegalMove, InboxUnavailable, LetterUnavailable
from mailbot.ledger import Entry
from mailbot.model import RawMail
from mailbot.worker.reception import Fetched, Reception
from mailbot.worker.records import Mailroom, Overtaken, Task
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
