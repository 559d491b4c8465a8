"""What a person was shown of a grid, and what words say of its cells."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from mailbot.model import Missing
from mailbot.talk.places.place import Place
from solver import Shape


@dataclass(frozen=True, slots=True)
class Question:
    """What the person was shown: each cell's digit (0 = none), and the cells in doubt.

    `doubts` holds for each doubtful cell the digits between which the doubt is.
    `symbols` are the person's own for 1..N, "" where they are the usual ones. `asking`
    tells that a question about a digit counts like the digit: is it right?
    """

    shape: Shape
    shown: Sequence[int]
    doubts: Mapping[int, frozenset[int]] = field(default_factory=dict)
    symbols: str = ""
    asking: bool = False


@dataclass(frozen=True, slots=True)
class Asserted:
    """What words say of a grid.

    `digits` holds the digit of each cell that is asserted, 0 for an empty one. `named`
    are all places that are named. `unread` tells what is missing in the clauses that
    speak of a cell or a digit and are not understood.
    """

    digits: Mapping[int, int] = field(default_factory=dict)
    named: tuple[Place, ...] = ()
    unread: frozenset[Missing] = frozenset()
