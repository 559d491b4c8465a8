"""Solvers on collections of puzzles: ours, Norvig's method, the posts', PyPI's."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median

from solver import Grid, Impossible, Shape, Solved, find_clashes, parse, solve
from solver.grid import shape_of
from tests.bench import plots
from tests.bench.measure import Times, compare, take_turns
from tests.bench.peers import norvig, packages, posts
from tests.bench.puzzles import HARD_25, SEVENTEEN_CLUES, make_puzzles
from tests.bench.report import Section, milliseconds, table, times_ours

NINE = Shape(3, 3)
PATIENCE, LIMIT = 3.0, 0.5
"""Seconds after which ours and Norvig's, and the others, are stopped at a puzzle."""

_TABLE = ("puzzles", "solver", "n", "median ms", "worst ms", "stopped", "times ours")
_MOST_CELLS = 100
"""Of a grid that the packages are asked to solve."""

Solve = Callable[[str], object]


@dataclass(frozen=True, slots=True)
class Collection:
    """Puzzles of one shape, each a line; `crowd`: every peer is asked, not some."""

    name: str
    shape: Shape
    lines: Sequence[str]
    crowd: bool = True


def compare_solvers(puzzles: Path | None, quick: bool, into: Path) -> Section:
    """All collections; the plots go into a folder."""
    few = 3 if quick else 8
    rows: list[Sequence[object]] = []
    curves: dict[str, Times] = {}
    for collection in (*own_collections(quick), *_read_folder(puzzles, quick)):
        swift, slow = _rivals(collection)
        times = take_turns(swift, collection.lines, limit=PATIENCE)
        rows += _rows(collection.name, times, PATIENCE)
        if slow:
            some = collection.lines[:: -(-len(collection.lines) // few)]
            ours = {"ours": swift["ours"]}
            crowd = take_turns({**ours, **slow}, some, rounds=1, limit=LIMIT)
            rows += [row for row in _rows("", crowd, LIMIT) if row[1] != "ours"]
            del crowd["ours"]
            times |= crowd
        if collection.shape == NINE and collection.crowd:
            curves[collection.name] = times
    plots.draw_solvers(curves, into / "solvers.png")
    return Section("Solvers", _ABOUT + table(_TABLE, rows) + _PLOT)


_ABOUT = f"""\
From the text of a puzzle to the answer, in processor time; rivals take turns at every
puzzle. Ours and Norvig's method prove that a solution is the only one, sudokutools,
py-sudoku and the English post look for a second, the others stop at the first. Who has
not finished after {LIMIT} s (Norvig's: {PATIENCE} s) is stopped there; `n` puzzles were
asked of each. `times ours` is the ratio of the medians on the same puzzles, a lower
bound where most were stopped.

"""
_PLOT = "\n![How long each solver takes, by share of puzzles](solvers.png)\n"


def own_collections(quick: bool) -> Iterator[Collection]:
    """What anybody can make again."""
    scale = 3 if quick else 1
    minimal = make_puzzles(NINE, 40 // scale, seed=1)
    yield _collect("31 of 17 clues, from the posts", _seventeen_clues()[::scale])
    yield _collect("9x9, 36 clues", [_eased(g, n) for n, g in enumerate(minimal)])
    yield _collect("9x9, minimal", minimal)
    yield _collect("9x9, no solution", [_spoilt(g, n) for n, g in enumerate(minimal)])
    yield _collect("9x9, several solutions", [_thinned(g) for g in minimal])
    for shape, number in (
        (Shape(3, 2), 20),
        (Shape(4, 2), 20),
        (Shape(5, 2), 10),
        (Shape(4, 3), 5),
        (Shape(4, 4), 2),
    ):
        name = f"{shape.size}x{shape.size}, boxes {shape.box_width}x{shape.box_height}"
        yield _collect(name, make_puzzles(shape, max(2, number // scale), seed=1))
    yield _collect("25x25, minimal", [parse(HARD_25)])


def _collect(name: str, grids: Sequence[Grid]) -> Collection:
    return Collection(name, grids[0].shape, [grid.line for grid in grids])


def _seventeen_clues() -> list[Grid]:
    return [parse(line) for line in SEVENTEEN_CLUES.split()]


def _eased(grid: Grid, seed: int, givens: int = 36) -> Grid:
    """The puzzle with more of its solution given."""
    answer = solve(grid)
    assert isinstance(answer, Solved)
    empty = [cell for cell, digit in enumerate(grid.givens) if not digit]
    missing = givens - (len(grid.givens) - len(empty))
    more = set(Random(seed).sample(empty, missing))
    return Grid(
        grid.shape,
        tuple(
            right if given or cell in more else 0
            for cell, (given, right) in enumerate(
                zip(grid.givens, answer.grid.givens, strict=True)
            )
        ),
    )


def _spoilt(grid: Grid, seed: int) -> Grid:
    """The puzzle with one given changed so that none solves it, though none clash."""
    random = Random(seed)
    while True:
        cells = list(grid.givens)
        at = random.choice([cell for cell, digit in enumerate(cells) if digit])
        cells[at] = random.randint(1, grid.shape.size)
        spoilt = Grid(grid.shape, tuple(cells))
        if not find_clashes(spoilt) and isinstance(solve(spoilt), Impossible):
            return spoilt


def _thinned(grid: Grid) -> Grid:
    """The minimal puzzle without its first given."""
    at = next(cell for cell, digit in enumerate(grid.givens) if digit)
    return Grid(grid.shape, (*grid.givens[:at], 0, *grid.givens[at + 1 :]))


def _read_folder(folder: Path | None, quick: bool) -> Iterator[Collection]:
    """A sample of every file: a puzzle a line, ``..._4x3.txt`` naming its boxes."""
    most = 10 if quick else 30
    for file in sorted(folder.glob("*.txt")) if folder else ():
        lines = [line.split()[0] for line in file.read_text().splitlines() if line]
        lines = lines[:: -(-len(lines) // most)]
        box = re.search(r"_(\d+)x(\d+)", file.stem)
        size = round(len(lines[0]) ** 0.5)
        shape = Shape(int(box[1]), int(box[2])) if box else shape_of(size)
        if shape.size < 20:  # larger ones may take minutes
            yield Collection(f"file {file.stem}", shape, lines, crowd=False)


def _rivals(collection: Collection) -> tuple[dict[str, Solve], dict[str, Solve]]:
    """Who is asked every puzzle, and who only a few."""
    shape = collection.shape

    def solve_ours(line: str) -> object:
        return solve(parse(line, shape))

    swift: dict[str, Solve] = {"ours": solve_ours}
    slow: dict[str, Solve] = {}
    if shape == NINE:
        swift["ours"] = lambda line: solve(parse(line))
        swift["Norvig's method"] = norvig.solve_twice
    if collection.crowd and shape == NINE:
        slow = {
            "posts: recursion": posts.solve_recursively,
            "posts: loop": posts.solve_in_a_loop,
            "posts: ten lines": posts.solve_in_ten_lines,
        }
    if collection.crowd and shape.cells <= _MOST_CELLS:
        slow |= packages.load_peers(shape)
    return swift, slow


def _rows(name: str, times: Times, limit: float) -> Iterator[Sequence[object]]:
    ratios: Mapping[str, float] = compare(times, "ours")
    for rival, seconds in times.items():
        stopped = sum(s >= limit for s in seconds)
        ratio = ("> " if stopped * 2 >= len(seconds) else "") + times_ours(
            ratios[rival]
        )
        yield (
            name if rival == "ours" else "",
            rival,
            len(seconds),
            milliseconds(median(seconds)),
            milliseconds(max(seconds)),
            stopped or "",
            ratio,
        )
