"""Merges readings of the same puzzle within one letter.

A mail program sends the text and the HTML of one message; a person sends a picture and
types the puzzle as well. The better of two readings is kept. Where one grid holds all
of another and more, the person has sent the puzzle as it was printed, and with their
own digits in it: the two are one puzzle with entries.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import permutations

from mailbot.judge import judge, reading_of
from mailbot.marker import State
from mailbot.model import Ink, Puzzle, Source, Status
from solver import Grid, Solved

_ALIKE, _ENOUGH = 0.9, 8
"""When two readings are one puzzle: the part of the digits that agree, and the number
of digits, both in the emptier reading.

The other reading may also hold a person's entries, or digits that are hard to read.
"""

_TYPED = (Source.TEXT, Source.HTML, Source.LINK, Source.FILE, Source.THREAD)


def merge(puzzles: Iterable[Puzzle]) -> tuple[Puzzle, ...]:
    """Each puzzle once, in the order of the first readings."""
    kept: list[Puzzle] = []
    for puzzle in _with_own_digits(puzzles):
        place = next((i for i, k in enumerate(kept) if _is_same(k, puzzle)), None)
        if place is None:
            kept.append(puzzle)
        elif _is_better(puzzle, kept[place]):
            kept[place] = puzzle
    return tuple(kept)


def _with_own_digits(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """The puzzles, a printed one and the same with a person's digits as one."""
    found = list({(p.grid, p.reading.source): p for p in puzzles}.values())
    for printed, mine in permutations(found, 2):
        if mine in found and printed in found and _is_filled_in(printed, mine):
            place = min(found.index(printed), found.index(mine))
            joined = _joined(printed, mine)
            # Also in the other forms of the letter, such as its page.
            both = (printed.grid.digits, mine.grid.digits)
            found = [p for p in found if p.grid.digits not in both]
            found.insert(place, joined)
    return found


def with_earlier(
    puzzles: Iterable[Puzzle], earlier: Sequence[State]
) -> tuple[Puzzle, ...]:
    """The puzzles; what belongs to a puzzle of an earlier reply is joined with it.

    A person sends the printed digits after their own, or a grid that has grown since.
    Digits that we have told are not the person's own.
    """
    return tuple(
        next(filter(None, (_grown(puzzle, state) for state in earlier)), puzzle)
        for puzzle in puzzles
    )


def _grown(puzzle: Puzzle, state: State) -> Puzzle | None:
    """A puzzle joined with the same of an earlier reply; None if it is another one."""
    grid, source = state.grid, puzzle.reading.source
    for digits in (grid.givens, grid.digits):
        other = judge(reading_of(Grid(grid.shape, digits), source))
        for printed, mine in ((other, puzzle), (puzzle, other)):
            if _is_filled_in(printed, mine):
                joined = _joined(printed, mine)
                entries = joined.grid.entries
                told = (c for c in state.told if entries[c] == grid.entries[c])
                return replace(joined, told=frozenset(told))
    return None


def _is_filled_in(printed: Puzzle, mine: Puzzle) -> bool:
    """Whether a grid is another one with more digits in it, right ones or wrong.

    Both stand in the same form of the letter: a page may only have kept more digits
    than the text beside it.
    """
    if printed.reading.source is not mine.reading.source:
        return False
    if not isinstance(printed.answer, Solved) or printed.doubtful or mine.doubtful:
        return False
    if printed.grid.shape != mine.grid.shape or any(printed.grid.entries):
        return False
    pairs = list(zip(printed.grid.digits, mine.grid.digits, strict=True))
    holds = all(now == then for then, now in pairs if then)
    more = any(now and not then for then, now in pairs)
    yesterday = mine.grid.digits == printed.answer.grid.digits
    return holds and more and not yesterday


def _joined(printed: Puzzle, mine: Puzzle) -> Puzzle:
    """The printed puzzle with what was filled in as entries, where that was read."""
    cells = tuple(
        replace(cell, ink=Ink.GIVEN if given else Ink.ENTRY if cell.digit else cell.ink)
        for cell, given in zip(mine.reading.cells, printed.grid.digits, strict=True)
    )
    return judge(replace(mine.reading, cells=cells))


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
    # A grid with digits that the reply did not show is the person's own work, unless
    # it is the whole solution.
    whole = all(puzzle.grid.digits)
    shown = known.answer.grid.digits if whole else known.grid.digits
    pairs = zip(puzzle.grid.digits, shown, strict=True)
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
