"""The objects that `--json` prints; scripts depend on their keys."""

from collections.abc import Sequence
from typing import Any

from msgspec import to_builtins

from mailbot.model import (
    Defer,
    Findings,
    Ignore,
    Outcome,
    Puzzle,
    Quarantine,
    Respond,
    Status,
)
from solver import Ambiguous, Answer, Grid, Solved, rate, write_line

_RATED_WHOLLY = 9
"""The size of the largest grids that are rated however hard they are."""

_CEILING = 8.0
"""The highest rating that is sought in larger ones: without forcing chains."""


def read_object(
    file: str, seconds: float, findings: Findings, why: str | None
) -> dict[str, Any]:
    """What `read` and `solve` print for one FILE."""
    return {
        "file": file,
        "seconds": round(seconds, 3),
        "why": why,
        "puzzles": [puzzle_object(puzzle) for puzzle in findings.puzzles],
    }


def puzzle_object(
    puzzle: Puzzle, solutions: Sequence[Grid] | None = None
) -> dict[str, Any]:
    """One puzzle; `solutions` where all were asked for."""
    shape, grid = puzzle.grid.shape, puzzle.grid
    found = solutions_of(puzzle.answer) if solutions is None else solutions
    shown = puzzle.status is Status.SOLVED and found
    value = {
        "source": puzzle.reading.source.value,
        "box": [shape.box_width, shape.box_height],
        "givens": grid.line,
        "entries": write_line(grid.entries),
        "status": puzzle.status.value,
        "solution": write_line(found[0].digits) if shown else None,
        "count": len(found),
        "doubtful": [shape.name(cell) for cell in puzzle.doubtful],
        "corners": [list(p) for p in puzzle.reading.where.corners] or None,
        "rating": _rating(puzzle) if puzzle.status is Status.SOLVED else None,
        "nodes": puzzle.nodes,
        "wrong_entries": [shape.name(cell) for cell in puzzle.wrong_entries],
    }
    if solutions is not None:
        value["solutions"] = [write_line(s.digits) for s in solutions]
    return value


def _rating(puzzle: Puzzle) -> float | None:
    """How hard a puzzle is; None for a large one that takes seconds to rate."""
    if puzzle.grid.shape.size <= _RATED_WHOLLY:
        return rate(puzzle.grid, puzzle.answer)
    rating = rate(puzzle.grid, puzzle.answer, _CEILING)
    return rating if rating is not None and rating <= _CEILING else None


def solutions_of(answer: Answer | None) -> tuple[Grid, ...]:
    """The solutions that an answer holds: none, one, or the first two."""
    if isinstance(answer, Solved):
        return (answer.grid,)
    if isinstance(answer, Ambiguous):
        return (answer.first, answer.second)
    return ()


def reply_object(
    file: str, seconds: float, outcome: Outcome, message: bytes | None
) -> dict[str, Any]:
    """What `reply` prints for one FILE."""
    replied = outcome if isinstance(outcome, Respond) else None
    want = outcome.want if isinstance(outcome, Respond | Ignore) else None
    return {
        "file": file,
        "seconds": round(seconds, 4),
        "action": ACTIONS[type(outcome)],
        "kind": replied.kind.value if replied else None,
        "why": outcome.why,
        "to": replied.reply.to.address if replied else None,
        "solutions": list(replied.solutions) if replied else [],
        "want": want.value if want else None,
        "told": dict(replied.told) if replied else {},
        "answers": to_builtins(replied.answers) if replied else [],
        "reply": message.decode("utf-8", "replace") if message else None,
    }


ACTIONS = {Respond: "reply", Ignore: "ignore", Defer: "defer", Quarantine: "quarantine"}
