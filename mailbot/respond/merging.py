"""Merges readings of the same puzzle within one letter.

A mail program sends the text and the HTML of one message; a person sends a picture and
types the puzzle as well. The better of two readings is kept.
"""

from collections.abc import Iterable, Sequence

from mailbot.model import Puzzle, Source, Status
from solver import Solved

_ALIKE, _ENOUGH = 0.9, 8
"""When two readings are one puzzle: the part of the digits that agree, and the number
of digits, both in the emptier reading.

The other reading may also hold a person's entries, or digits that are hard to read.
"""

_TYPED = (Source.TEXT, Source.HTML, Source.LINK, Source.FILE, Source.THREAD)


def merge(puzzles: Iterable[Puzzle]) -> tuple[Puzzle, ...]:
    """Each puzzle once, in the order of the first readings."""
    kept: list[Puzzle] = []
    for puzzle in puzzles:
        place = next((i for i, k in enumerate(kept) if _is_same(k, puzzle)), None)
        if place is None:
            kept.append(puzzle)
        elif _is_better(puzzle, kept[place]):
            kept[place] = puzzle
    return tuple(kept)


def without_solutions(puzzles: Sequence[Puzzle]) -> tuple[Puzzle, ...]:
    """The puzzles without full grids (yesterday's solutions), unless all are full."""
    open_ones = tuple(p for p in puzzles if p.status is not Status.COMPLETE)
    return open_ones or tuple(puzzles)


def without_echoes(puzzles: Iterable[Puzzle], told: Sequence[Puzzle]) -> list[Puzzle]:
    """The puzzles except those that an earlier reply of ours showed, solved or not."""
    return [p for p in puzzles if not any(_is_part(p, known) for known in told)]


def _is_part(puzzle: Puzzle, known: Puzzle) -> bool:
    if not isinstance(known.answer, Solved) or puzzle.grid.shape != known.grid.shape:
        return False
    pairs = zip(puzzle.grid.digits, known.answer.grid.digits, strict=True)
    return all(digit in (0, right) for digit, right in pairs)


def _is_same(one: Puzzle, other: Puzzle) -> bool:
    if one.grid.shape.size != other.grid.shape.size:
        return False
    if isinstance(one.answer, Solved) and isinstance(other.answer, Solved):
        return one.answer.grid.digits == other.answer.grid.digits
    if one.grid.digits == other.grid.digits:
        return True
    if one.reading.source is other.reading.source and one.reading.source in _TYPED:
        return False  # typed twice: a digit that differs is meant so
    digits = list(zip(one.grid.digits, other.grid.digits, strict=True))
    fewer = min(sum(1 for a, _ in digits if a), sum(1 for _, b in digits if b))
    agreed = sum(1 for a, b in digits if a and a == b)
    return fewer >= _ENOUGH and agreed >= _ALIKE * fewer


def _is_better(new: Puzzle, old: Puzzle) -> bool:
    if (new.status is Status.SOLVED) != (old.status is Status.SOLVED):
        return new.status is Status.SOLVED
    typed = new.reading.source in _TYPED
    if typed and new.grid.digits == old.grid.digits:
        return any(new.grid.entries) and not any(old.grid.entries)
    return typed and new.grid.digits.count(0) < old.grid.digits.count(0)
