"""Whose letter is read next: letters wait by organisation and by person.

The order of `Turns.next`, over all letters that may be read now:

1. letters of organisations whose letters were quick, or of which none was read yet,
   come before those of an organisation that had a slow letter in the last ten minutes;
2. letters come before those that have been read for longer, and were given back;
3. text comes before pictures, which take longer, unless a picture has waited long;
4. organisations take turns; all those whose senders are not proven have one turn
   together, as anybody may write in their names. But every second turn, of text and of
   pictures, is that of the organisation whose letters came last;
5. the people of an organisation take turns; a person's letters come in their order.

Some letters may not be read yet, so that whoever comes next finds a free child:

6. at most `pictures` letters with pictures are read at once;
7. an organisation that is not known to be quick has one letter fewer than that, and so
   have all slow organisations together.

While letters wait, none is read for longer than `SLICE` before each of them had that;
then for twice as long, and so on. A letter that takes longer is given back, and later
read anew; less than twice of what it takes in the end is lost. So a photo of one slice
waits for two slices if nobody writes after it, however many letters lie before it. If
N letters come, before it or after, it waits for N slices, spread over the children.
"""

from collections import Counter, OrderedDict
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from math import frexp, inf
from typing import Generic, TypeVar

from msgspec import Struct
from msgspec.structs import replace

SLICE = 0.5
"""CPU seconds that a letter is read at first, while others wait.

Of usual photos, nine in ten take less. Fifty letters that take a whole slice delay one
that comes after them by 12.5 s, with two children.
"""

_SLOW = timedelta(seconds=5)
"""How long a quick letter takes to be read, at most; a usual photo takes half a one."""

_REMEMBERED = timedelta(minutes=10)
_LONG = timedelta(seconds=5)
"""After which pictures wait as text does: text may come without end."""

_GRACE = timedelta(seconds=20)
"""For how long letters are read on once none is begun any more."""

_KNOWN = 2000
"""Organisations and people that are remembered."""

MayTake = Callable[[], float]
"""CPU seconds that a letter may be read, as things stand; called by any thread."""

T = TypeVar("T")


class Lane(Struct, frozen=True):
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


class Turn(Struct, Generic[T], frozen=True):
    """A letter that waits, or is read.

    It came as the `number`th, at `since`; so far it was read for up to `had` seconds,
    in vain.
    """

    lane: Lane
    letter: T
    since: datetime
    number: int
    had: float = 0

    @property
    def level(self) -> int:
        """How often the slice is doubled that it is due."""
        return frexp(self.had / SLICE)[1] if self.had >= SLICE else 0


class Turns(Generic[T]):
    """The letters that wait to be read, and the lanes of those that are being read."""

    def __init__(
        self, at_once: int, pictures: int, clock: Callable[[], datetime]
    ) -> None:
        self._at_once = at_once
        self._pictures = pictures
        self._clock = clock
        self._waiting: list[Turn[T]] = []
        self._reading: Counter[Lane] = Counter()
        self._served: OrderedDict[str, int] = OrderedDict()
        self._seen: OrderedDict[str, datetime | None] = OrderedDict()
        self._numbers = 0
        self._newest_next = {False: False, True: False}
        self._closed: datetime | None = None

    def __len__(self) -> int:
        """How many letters wait."""
        return len(self._waiting)

    def add(self, lane: Lane, letter: T) -> None:
        """Let a letter wait for its turn."""
        self._numbers += 1
        self._waiting.append(Turn(lane, letter, self._clock(), self._numbers))

    def next(self) -> Turn[T] | None:
        """The letter whose turn it is to be read; None if none may be read now."""
        if self._closed or self._reading.total() >= self._at_once:
            return None
        now = self._clock()
        slow = self._slow(now)
        free = self._free(slow)
        if not free:
            return None
        chosen = min(free, key=self._order(free, slow, now))
        self._newest_next[chosen.lane.pictures] ^= True
        self._waiting.remove(chosen)
        self._reading[chosen.lane] += 1
        for name in chosen.lane.turns:
            self._numbers += 1
            _remember(self._served, name, self._numbers)
        return chosen

    def may_take(self, turn: Turn[T]) -> MayTake:
        """How long a letter may be read that is about to be.

        It gives way to letters that wait and may take its place, and to the end of the
        process. One letter of text is read beside those with pictures; any others that
        are to be read wait for a child, too.
        """
        slow = self._is_slow(turn.lane.organisation, self._clock())

        def seconds() -> float:
            if self._closed and abs(self._clock() - self._closed) > _GRACE:
                return 0
            others_slow = self._slow(self._clock())
            levels = [
                one.level
                for one in self._waiting.copy()  # which another thread changes
                if one.lane.pictures <= turn.lane.pictures
                and (slow or one.lane.organisation not in others_slow)
            ]
            if self._reading.total() > self._pictures + 1:
                levels.append(0)
            if not levels:
                return inf
            return SLICE * 2.0 ** max(turn.level, min(levels))

        return seconds

    def finish(self, lane: Lane, seconds: float) -> None:
        """Note that a letter of that lane was read, and how long it took."""
        self.leave_out(lane)
        self._note_time(lane, seconds)

    def leave_out(self, lane: Lane) -> None:
        """Note that a letter of that lane, whose turn it was, cannot be read.

        That tells nothing of how long the letters of its organisation take.
        """
        self._reading -= Counter([lane])

    def give_back(self, turn: Turn[T], letter: T, seconds: float) -> None:
        """Let a letter wait again, the reading of which was ended after that long."""
        self._reading -= Counter([turn.lane])
        if seconds > _SLOW.total_seconds():
            self._note_time(turn.lane, seconds)
        self._waiting.append(replace(turn, letter=letter, had=seconds))

    def waiting(self) -> list[T]:
        """The letters that wait, in order of arrival."""
        return [one.letter for one in self._waiting]

    def close(self) -> None:
        """Forget the letters that wait; no other is read from now on."""
        self._closed = self._closed or self._clock()
        self._waiting.clear()

    def _free(self, slow: set[str]) -> list[Turn[T]]:
        """The letters that may be read beside those that are being read."""
        alike, pictures = Counter[str](), 0
        for lane, count in self._reading.items():
            alike[lane.organisation] += count
            pictures += count * lane.pictures
        all_slow = sum(alike[name] for name in slow)
        most = max(self._pictures - 1, 1)

        def may_begin(lane: Lane) -> bool:
            name = lane.organisation
            if lane.pictures and pictures >= self._pictures:
                return False
            if name in slow:
                return all_slow < most
            return name in self._seen or alike[name] < most

        return [one for one in self._waiting if may_begin(one.lane)]

    def _order(
        self, free: Sequence[Turn[T]], slow: set[str], now: datetime
    ) -> Callable[[Turn[T]], tuple[int, ...]]:
        """What orders letters by whose turn it is."""
        pictures = (one for one in free if one.lane.pictures)
        text_first = all(now - one.since < _LONG for one in pictures)
        heads: dict[tuple[str, int], int] = {}
        for one in free:
            place = one.lane.organisation, one.level
            heads[place] = min(one.number, heads.get(place, one.number))
        served = self._served.get

        def rank(one: Turn[T]) -> tuple[int, ...]:
            lane = one.lane
            group, organisation, person = map(served, lane.turns, (0, 0, 0))
            turn = (group, organisation)
            if self._newest_next[lane.pictures]:
                turn = (-heads[lane.organisation, one.level], 0)
            return (
                lane.organisation in slow,
                one.level,
                text_first and lane.pictures,
                *turn,
                person,
                one.number,
            )

        return rank

    def _note_time(self, lane: Lane, seconds: float) -> None:
        slow = timedelta(seconds=seconds) > _SLOW
        if slow or not self._is_slow(lane.organisation, self._clock()):
            until = self._clock() + _REMEMBERED if slow else None
            _remember(self._seen, lane.organisation, until)

    def _slow(self, now: datetime) -> set[str]:
        """The slow organisations of letters that wait or are being read."""
        lanes = (*(one.lane for one in self._waiting.copy()), *self._reading.copy())
        names = {lane.organisation for lane in lanes}
        return {name for name in names if self._is_slow(name, now)}

    def _is_slow(self, organisation: str, now: datetime) -> bool:
        until = self._seen.get(organisation)
        return until is not None and now < until


def _remember(known: "OrderedDict[str, T]", name: str, value: T) -> None:
    """Keep a value as the newest; the oldest ones are forgotten."""
    known[name] = value
    known.move_to_end(name)
    if len(known) > _KNOWN:
        known.popitem(last=False)
