"""Readers of photographed puzzles: ours, and Tesseract used in three usual ways."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage
from statistics import median
from time import perf_counter

from mailbot.eye.picture import read_picture
from mailbot.model import Status
from mailbot.pictures.encode import encode_png
from mailbot.pictures.pixels import Bgr
from solver import Cells, Grid, Shape, Solved, solve
from tests.bench import plots
from tests.bench.peers import tesseract
from tests.bench.reading import load_pictures
from tests.bench.report import Section, table
from tests.distort import DISTORTIONS
from tests.eye.rendered import OPTIONS, Made, make_puzzle
from tests.workshop.paper import draw_newspaper
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle
from tests.workshop.paper.photo import Camera, photograph
from tests.workshop.paper.type import find_fonts

NINE = Shape(3, 3)
_LARGEST = 20_000_000  # bytes of a picture handed to the readers

Seen = tuple[Cells | None, Cells | None]
"""The digits read, and the solution that would be sent; None where there is none."""


@dataclass(slots=True)
class Score:
    """How one reader did: `solved` got the right answer, `wrong` another one."""

    exact: int = 0
    solved: int = 0
    wrong: int = 0
    cells: int = 0
    seconds: list[float] = field(default_factory=list)
    work: list[float] = field(default_factory=list)

    def add(self, made: Made, seen: Seen) -> None:
        """Count what was seen of a puzzle."""
        digits, answer = seen
        true = made.puzzle.givens
        self.exact += digits == true
        self.solved += answer == made.solution
        self.wrong += answer is not None and answer != made.solution
        if digits and len(digits) == len(true):
            self.cells += sum(map(int.__eq__, digits, true))

    @property
    def shares(self) -> tuple[float, float]:
        """Of the pictures those answered rightly, of the cells those read rightly."""
        count = len(self.seconds)
        return self.solved / count, self.cells / count / NINE.cells


Scores = dict[str, Score]
"""By reader."""


def read_ours(data: bytes) -> Seen:
    """The whole pipeline; what it would send, it is sure of."""
    puzzles = read_picture(data, options=OPTIONS).puzzles
    for puzzle in puzzles:
        if puzzle.status is Status.SOLVED and isinstance(puzzle.answer, Solved):
            return puzzle.grid.givens, puzzle.answer.grid.givens
    return (puzzles[0].grid.givens if puzzles else None), None


def _answered(read: Callable[[bytes], Cells | None]) -> Callable[[bytes], Seen]:
    """A reader that solves what it read, and sends it if there is one solution."""

    def see(data: bytes) -> Seen:
        digits = read(data)
        answer = solve(Grid(NINE, digits)) if digits else None
        return digits, answer.grid.givens if isinstance(answer, Solved) else None

    return see


READERS: Mapping[str, Callable[[bytes], Seen]] = {
    "ours": read_ours,
    "Tesseract, a process per cell": _answered(tesseract.read_by_cell),
    "Tesseract, a process per inked cell": _answered(tesseract.read_by_inked_cell),
    "Tesseract, one call": _answered(tesseract.read_at_once),
}


def compare_readers(pictures: Path | None, quick: bool, into: Path) -> Section:
    """Our rendered photographs in every distortion, then a folder of pictures."""
    plain = list(_photographs(1 if quick else 3))
    distorted = {"as it is": _score(plain)}
    for name, distort in DISTORTIONS.items():
        distorted[name] = _score([(distort(p), made) for p, made in plain])
    shares = {
        reader: {name: scores[reader].shares for name, scores in distorted.items()}
        for reader in READERS
    }
    plots.draw_readers(shares, into / "reading.png")
    whole = _sum(list(distorted.values()))
    body = _ABOUT + "Rendered newspaper photographs, all distortions together:\n\n"
    body += _tell(whole) + _by_distortion(distorted) + _PLOT
    if pictures:
        count = len(sorted(pictures.glob("*.dat")))
        every = -(-count // (6 if quick else 20))
        body += f"\nThe folder `{pictures.name}`, one picture in {every}:\n\n"
        body += _tell(_score(load_pictures(pictures, every)))
    return Section("Reading photographs", body)


_ABOUT = """\
Every reader gets the same file, one after the other, picture by picture; all solve what
they read with our solver and would send the solution if there is exactly one. `right`
and `wrong` count answers that would be sent, `exact` grids without one wrong cell.
Processor seconds include the Tesseract processes.

"""
_PLOT = "\n![Reading by distortion](reading.png)\n"


def _photographs(count: int) -> Iterator[tuple[Bgr, Made]]:
    """Newspaper pages with a puzzle nobody has touched, held by hand; seeded."""
    fonts = find_fonts()
    for seed in range(1, count + 1):
        made = make_puzzle(NINE, 700 + seed)
        look = PrintStyle(cell=56, font=fonts[seed % len(fonts)])
        page = draw_newspaper([PaperPuzzle(made.puzzle)], look, seed)
        camera = Camera(turn=(seed * 7) % 11 - 5, tilt=0.12, curl=0.006)
        yield photograph(page, camera, seed), made


def _score(pictures: Sequence[tuple[Bgr, Made]] | Iterator[tuple[Bgr, Made]]) -> Scores:
    scores = {name: Score() for name in READERS}
    for picture, made in pictures:
        data = encode_png(picture, _LARGEST)
        for name, reader in READERS.items():
            started, worked = perf_counter(), _processor_seconds()
            seen = reader(data)
            scores[name].seconds.append(perf_counter() - started)
            scores[name].work.append(_processor_seconds() - worked)
            scores[name].add(made, seen)
    return scores


def _processor_seconds() -> float:
    """Spent so far by us and the processes that we started and that have ended."""
    usages = getrusage(RUSAGE_SELF), getrusage(RUSAGE_CHILDREN)
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def _sum(parts: Sequence[Scores]) -> Scores:
    total = {name: Score() for name in READERS}
    for scores in parts:
        for name, score in scores.items():
            one = total[name]
            one.exact += score.exact
            one.solved += score.solved
            one.wrong += score.wrong
            one.cells += score.cells
            one.seconds += score.seconds
            one.work += score.work
    return total


def _tell(scores: Scores) -> str:
    header = (
        *("reader", "pictures", "exact", "right", "wrong", "cells right"),
        *("median s", "worst s", "median processor s", "times ours"),
    )
    unit = median(scores["ours"].work)
    return table(
        header,
        [
            (
                *(name, len(score.seconds), score.exact, score.solved, score.wrong),
                f"{score.shares[1]:.2%}",
                f"{median(score.seconds):.2f}",
                f"{max(score.seconds):.2f}",
                f"{median(score.work):.2f}",
                f"{median(score.work) / unit:.2f}",
            )
            for name, score in scores.items()
        ],
    )


def _by_distortion(distorted: Mapping[str, Scores]) -> str:
    rows = [
        (name, *(f"{s.solved} / {s.shares[1]:.1%}" for s in scores.values()))
        for name, scores in distorted.items()
    ]
    count = len(next(iter(distorted["as it is"].values())).seconds)
    head = f"\nAnswered rightly (of {count}) / cells read rightly, by distortion:\n\n"
    return head + table(("distortion", *READERS), rows)
