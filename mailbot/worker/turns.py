"""Whose letter is read next: letters wait by organisation and by person.

The order of `Turns.next`, over all letters that may be read now:

1. letters of organisations whose letters were quick, or of which none was read yet,
   come before those of an organisation that had a slow letter in the last ten minutes;
2. text comes before pictures, which take longer, unless a picture has waited long;
3. organisations take turns, and so do the people of one organisation; all those whose
   senders are not proven have one turn together, as anybody may write in their names;
4. a person's letters come in their order.

So a person who is proven waits for nobody's many forged names. Among people who are
not, and of whom nothing is known, whoever came first is read first: as many slow photos
in as many names delay them by the time that those take.

Some letters may not be read yet, so that whoever comes next finds a free child:

5. at most `pictures` letters with pictures are read at once;
6. an organisation that is not known to be quick has one letter fewer than that, and so
   have all slow organisations together.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Generic, TypeVar

_SLOW = timedelta(seconds=5)
"""How long a quick letter takes to be read, at most; a usual photo takes two."""

_REMEMBERED = timedelta(minutes=10)
_LONG = timedelta(seconds=5)
"""After which pictures wait as text does: text may come without end."""

_KNOWN = 2000
"""Organisations and people that are remembered."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Lane:
    """With whose letters a letter waits, and whether it holds more than text.

    Of a large provider's customers, each is an organisation. `proven`: the letter is
    from whom it says.
    """

    organisation: str
    person: str
    pictures: bool = False
    proven: bool = False

    @property
    def turns(self) -> tuple[str, str, str]:
        """The names with which it takes turns, the largest group first."""
        return self.organisation * self.proven, self.organisation, self.person


@dataclass(frozen=True, slots=True)
class _Waiting(Generic[T]):
    lane: Lane
    letter: T
    since: datetime
    number: int


class Turns(Generic[T]):
    """The letters that wait to be read, and the lanes of those that are being read."""

    def __init__(
        self, at_once: int, pictures: int, clock: Callable[[], datetime]
    ) -> None:
        self._at_once = at_once
        self._pictures = pictures
        self._clock = clock
        self._waiting: list[_Waiting[T]] = []
        self._reading: Counter[Lane] = Counter()
        self._served: OrderedDict[str, int] = OrderedDict()
        self._seen: OrderedDict[str, datetime | None] = OrderedDict()
        self._numbers = 0

    def __len__(self) -> int:
        """How many letters wait."""
        return len(self._waiting)

    def add(self, lane: Lane, letter: T) -> None:
        """Let a letter wait for its turn."""
        self._numbers += 1
        waiting = _Waiting(lane, letter, self._clock(), self._numbers)
        self._waiting.append(waiting)

    def next(self) -> tuple[Lane, T] | None:
        """The letter whose turn it is to be read; None if none may be read now."""
        if self._reading.total() >= self._at_once:
            return None
        now = self._clock()
        free = [one for one in self._waiting if self._may_begin(one.lane, now)]
        if not free:
            return None
        pictures = (one for one in free if one.lane.pictures)
        text_first = all(now - one.since < _LONG for one in pictures)
        chosen = min(free, key=lambda one: self._rank(one, now, text_first))
        self._waiting.remove(chosen)
        self._reading[chosen.lane] += 1
        for name in chosen.lane.turns:
            self._numbers += 1
            _remember(self._served, name, self._numbers)
        return chosen.lane, chosen.letter

    def finish(self, lane: Lane, seconds: float) -> None:
        """Note that a letter of that lane was read, and how long it took."""
        self._reading -= Counter([lane])
        slow = timedelta(seconds=seconds) > _SLOW
        if slow or not self._is_slow(lane.organisation, self._clock()):
            until = self._clock() + _REMEMBERED if slow else None
            _remember(self._seen, lane.organisation, until)

    def waiting(self) -> list[T]:
        """The letters that wait, in order of arrival."""
        return [one.letter for one in self._waiting]

    def clear(self) -> None:
        """Forget the letters that wait."""
        self._waiting.clear()

    def _rank(
        self, one: _Waiting[T], now: datetime, text_first: bool
    ) -> tuple[int, ...]:
        lane = one.lane
        return (
            self._is_slow(lane.organisation, now),
            text_first and lane.pictures,
            *(self._served.get(name, 0) for name in lane.turns),
            one.number,
        )

    def _may_begin(self, lane: Lane, now: datetime) -> bool:
        reading = self._reading.items()
        if lane.pictures and self._pictures <= sum(
            count for other, count in reading if other.pictures
        ):
            return False
        slow = self._is_slow(lane.organisation, now)
        if lane.organisation in self._seen and not slow:
            return True
        alike = sum(
            count
            for other, count in reading
            if other.organisation == lane.organisation
            or (slow and self._is_slow(other.organisation, now))
        )
        return alike < max(self._pictures - 1, 1)

    def _is_slow(self, organisation: str, now: datetime) -> bool:
        until = self._seen.get(organisation)
        return until is not None and now < until


def _remember(known: "OrderedDict[str, T]", name: str, value: T) -> None:
    """Keep a value as the newest; the oldest ones are forgotten."""
    known[name] = value
    known.move_to_end(name)
    if len(known) > _KNOWN:
        known.popitem(last=False)
