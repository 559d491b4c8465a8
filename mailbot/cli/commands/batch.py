"""A batch: one puzzle a line, solved by several processes, answered in order.

Only a few chunks of lines are handed out at a time, so a file may have any length.
The processes return short values, not grids. What only a batch needs is imported where
it is used: a single puzzle is solved in the time that it takes.
"""

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from mailbot.judge import status_of
from mailbot.model import Status
from solver import (
    Answer,
    Grid,
    ParseError,
    Shape,
    Solved,
    find,
    other_shapes,
    parse,
    solve,
)
from solver.search import BUDGET

if TYPE_CHECKING:
    from concurrent.futures import Future

_CHUNK = 250
"""Lines handed to a process at once: some 20 ms of work on 17-clue puzzles."""

_WINDOW = 4
"""Chunks in flight per process."""

_HEAD = 20
"""Lines that decide whether a text is a batch."""

_ONE_LINE = {"line", "groups", "marks"}

_Numbered = tuple[int, str]


@dataclass(frozen=True, slots=True)
class Solution:
    """What became of one line: its number, counted from 1, and its solution.

    `cells` is the solution as a line of N*N symbols, "" where there is not exactly one.
    `status` is None for a line that holds no puzzle, and `why` says why.
    """

    number: int
    status: Status | None
    cells: str = ""
    why: str = ""


def is_batch(lines: Iterable[str]) -> bool:
    """Whether most of the first lines of a text, at least two, hold one puzzle each."""
    head = [text for _, text in islice(_number(lines), _HEAD)]
    grids = [found for text in head for found in find(text) if found.form in _ONE_LINE]
    return 2 <= len(grids) <= len(head) and 2 * len(grids) > len(head)


def solve_lines(
    lines: Iterable[str],
    *,
    processes: int = 1,
    shape: Shape | None = None,
    nodes: int = BUDGET,
) -> Iterator[Solution]:
    """The solution of every line, in order; blank lines and # comments left out.

    `lines` may be an open file; it is read as the solutions are asked for. `nodes`
    is the budget of search nodes for each puzzle. With `processes` below 2, or few
    lines, no process is started.
    """
    numbered = _number(lines)
    chunks = iter(lambda: list(islice(numbered, _CHUNK)), [])
    first = next(chunks, [])
    if processes < 2 or len(first) < _CHUNK:
        yield from _solve_chunk(first, shape, nodes)
        for chunk in chunks:
            yield from _solve_chunk(chunk, shape, nodes)
        return
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        waiting: deque[Future[list[Solution]]] = deque()
        waiting.append(pool.submit(_solve_chunk, first, shape, nodes))
        for chunk in chunks:
            waiting.append(pool.submit(_solve_chunk, chunk, shape, nodes))
            if len(waiting) >= _WINDOW * processes:
                yield from waiting.popleft().result()
        while waiting:
            yield from waiting.popleft().result()


def show_progress(solutions: Iterable[Solution]) -> Iterator[Solution]:
    """The same solutions, with a progress bar on a terminal's stderr."""
    from tqdm import tqdm

    yield from tqdm(solutions, unit=" puzzles", disable=None)


def _number(lines: Iterable[str]) -> Iterator[_Numbered]:
    for number, line in enumerate(lines, 1):
        text = line.strip()
        if text and not text.startswith("#"):
            yield number, text


def _solve_chunk(
    lines: Sequence[_Numbered], shape: Shape | None, nodes: int
) -> list[Solution]:
    return [_solve_line(number, text, shape, nodes) for number, text in lines]


def _solve_line(number: int, text: str, shape: Shape | None, nodes: int) -> Solution:
    try:
        grid = parse(text, shape)
    except ParseError as error:
        return Solution(number, None, why=str(error))
    answer = _solve_as_any(grid, () if shape else other_shapes(grid.shape), nodes)
    cells = answer.grid.line if isinstance(answer, Solved) else ""
    return Solution(number, status_of(answer), cells)


def _solve_as_any(grid: Grid, others: Iterable[Shape], nodes: int) -> Answer:
    """The answer to a puzzle; where that is not solved, other boxes are tried."""
    first = solve(grid, nodes)
    if isinstance(first, Solved):
        return first
    answers = (solve(grid.with_shape(other), nodes) for other in others)
    return next((a for a in answers if isinstance(a, Solved)), first)
