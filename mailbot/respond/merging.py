"""The same puzzle, read several times in one letter, is one puzzle.

A mail program sends a text beside the HTML, a person a picture beside what they
typed; the poorer of two readings gives way.
"""

from collections.abc import Iterable, Sequence

from mailbot.model import Puzzle, Source, Status
from solver import Solved

_ALIKE, _ENOUGH = 0.9, 8
"""The part of the digits of the emptier reading that agree, and how many it has: one
may hold a person's entries besides, or lack what was hard to read."""

_TYPED = (Source.TEXT, Source.HTML, Source.LINK, Source.FILE, Source.THREAD)


def merge(puzzles: Iterable[Puzzle]) -> tuple[Puzzle, ...]:
    """Each puzzle once, in the order in which they first came."""
    kept: list[Puzzle] = []
    for puzzle in puzzles:
        place = next((i for i, k in enumerate(kept) if _is_same(k, puzzle)), None)
        if place is None:
            kept.append(puzzle)
        elif _is_better(puzzle, kept[place]):
            kept[place] = puzzle
    return tuple(kept)


def without_solutions(puzzles: Sequence[Puzzle]) -> tuple[Puzzle, ...]:
    """Without full grids where there is something to solve: yesterday's solutions."""
    open_ones = tuple(p for p in puzzles if p.status is not Status.COMPLETE)
    return open_ones or tuple(puzzles)


def without_echoes(puzzles: Iterable[Puzzle], told: Sequence[Puzzle]) -> list[Puzzle]:
    """Without what an earlier reply of ours said: its puzzle and its solution."""
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
        return False  # typed twice: a digit that differs is meant to
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
