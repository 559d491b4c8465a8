"""Makes the puzzles for a letter that asks for new ones."""

from collections.abc import Sequence
from dataclasses import replace

from mailbot.judge import judge, reading_of
from mailbot.model import (
    Act,
    Findings,
    Level,
    NewPuzzles,
    Puzzle,
    Request,
    Source,
    Wish,
)
from solver import (
    Difficulty,
    NewPuzzle,
    Shape,
    Wanted,
    difficulty_of,
    generate,
    rate,
    shape_of,
)

MOST = 12
"""New puzzles for one letter at most."""

_ATTEMPTS = 300
"""Full grids to draw for one puzzle, some two seconds of work at most."""

_FEW_ATTEMPTS = 20
"""The same where a grid is large and each takes long."""

_TRIES = 8
"""Puzzles to draw for one that is to be harder or easier than the last."""

_LEVELS = {difficulty.value: difficulty for difficulty in Difficulty}
_SIZES = frozenset({4, 6, 8, 9, 10, 12, 16})
_RISING = (Difficulty.EASY, Difficulty.MEDIUM, Difficulty.HARD, Difficulty.VERY_HARD)
_FEW_RISING = 3
"""Puzzles of which the last is only hard: one easy, one hard."""


def with_new(wish: Wish, findings: Findings, seed: str) -> tuple[Wish, Findings]:
    """A wish and its puzzles, with the new puzzles that it asks for behind them.

    Each request names its puzzle then: those for new puzzles the new ones, and so does
    how hard these are; the others the puzzles that were there. Where nothing else is
    asked, these are left out.

    Args:
        wish: what is wanted.
        findings: the puzzles of the letter or thread; the last one is what "harder" is
            measured against.
        seed: the same seed makes the same puzzles.
    """
    asked = [r for r in wish.requests if r.act is Act.NEW]
    if not asked:
        return wish, findings
    begun = wish.requests.index(asked[0])
    rated = [r for r in wish.requests[begun:] if r == Request(Act.RATING)]
    others = [r for r in wish.requests if r not in (*asked, *rated)]
    old = findings.puzzles if any(r.act not in _WITHOUT_PUZZLE for r in others) else ()
    puzzles, requests = list(old), []
    for request in wish.requests:
        if request not in asked:
            requests += [] if request in rated else _of_old(request, len(old))
            continue
        wanted = request.new or NewPuzzles()
        left = MOST - (len(puzzles) - len(old))
        wanted = replace(wanted, count=min(max(wanted.count, 1), left))
        named = None if request.puzzle is None else request.puzzle + 1
        last = findings.puzzles[:named]
        made = new_puzzles(wanted, f"{seed} {len(puzzles)}", last)
        for number in range(len(puzzles), len(puzzles) + len(made)):
            requests += [replace(r, puzzle=number) for r in (request, *rated)]
        puzzles += made
    return replace(wish, requests=tuple(requests)), replace(
        findings, puzzles=tuple(puzzles)
    )


_WITHOUT_PUZZLE = frozenset({Act.THANKS, Act.STOP, Act.HELP})


def _of_old(request: Request, count: int) -> list[Request]:
    """A request, for each of the puzzles that were there if it names none."""
    if request.puzzle is not None or not count:
        return [request]
    return [replace(request, puzzle=number) for number in range(count)]


def new_puzzles(
    wanted: NewPuzzles, seed: str, last: Sequence[Puzzle] = ()
) -> list[Puzzle]:
    """New puzzles, each with one solution; the easiest first if they are to rise.

    A level that a size does not have becomes the nearest that it has. Where no size is
    said, they are as large as the last puzzle.
    """
    size = wanted.size or next((p.grid.shape.size for p in last[-1:]), 9)
    shape = shape_of(size if size in _SIZES else 9)
    made: list[NewPuzzle] = []
    for number in range(wanted.count):
        level = _level_of(wanted.level, number, wanted.count)
        made.append(_made(shape, level, f"{seed} {number}", wanted.level, last))
    if wanted.level is Level.RISING:
        made.sort(key=lambda puzzle: puzzle.rating)
    return [judge(reading_of(puzzle.grid, Source.TEXT)) for puzzle in made]


def _level_of(level: Level | None, number: int, count: int) -> Difficulty:
    if level is Level.RISING:
        levels = _RISING[: max(count, _FEW_RISING)]
        return levels[number * (len(levels) - 1) // max(count - 1, 1)]
    return _LEVELS.get(level or "", Difficulty.MEDIUM)


def _made(
    shape: Shape,
    difficulty: Difficulty,
    seed: str,
    level: Level | None,
    last: Sequence[Puzzle],
) -> NewPuzzle:
    rating = rate(last[-1].grid) if last else None
    if level in (Level.HARDER, Level.EASIER) and rating is not None:
        harder = level is Level.HARDER
        beyond = _beyond(shape, rating, seed, harder=harder)
        if beyond:
            return beyond
        difficulty = Difficulty.DIABOLICAL if harder else Difficulty.EASY
    return _near(shape, difficulty, seed)


def _beyond(
    shape: Shape, rating: float, seed: str, *, harder: bool
) -> NewPuzzle | None:
    """A puzzle that is harder, or easier, than one with this rating; None if none.

    It has the next name if one can be had, so that people see the difference.
    """
    order = list(Difficulty) if harder else list(Difficulty)[::-1]
    at = order.index(difficulty_of(rating))
    for difficulty in (*order[at + 1 :], order[at]):
        tries = (
            generate(Wanted(difficulty, shape), f"{seed} {n}", _FEW_ATTEMPTS)
            for n in range(_TRIES)
        )
        for puzzle in filter(None, tries):
            if puzzle.rating > rating if harder else puzzle.rating < rating:
                return puzzle
    return None


def _near(shape: Shape, difficulty: Difficulty, seed: str) -> NewPuzzle:
    """A puzzle of a level, else of the nearest one that is found in time."""
    attempts = _ATTEMPTS if shape.size <= 9 else _FEW_ATTEMPTS
    levels = list(Difficulty)
    at = levels.index(difficulty)
    # The nearest first, of two as near the easier one.
    for near in sorted(levels, key=lambda d: abs(levels.index(d) - at)):
        puzzle = generate(Wanted(near, shape), seed, attempts)
        if puzzle:
            return puzzle
    made = generate(Wanted(Difficulty.EASY, shape), seed)
    assert made
    return made
