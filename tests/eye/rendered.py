"""Puzzles and pictures of them for the tests of the eye; all seeded."""

from dataclasses import dataclass

import cv2
import numpy as np

from mailbot.eye.budget import EyeOptions
from mailbot.eye.picture import read_picture
from mailbot.model import Findings, Status
from mailbot.pictures.pixels import Bgr
from solver import Grid, Shape, Solved, solve
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle

OPTIONS = EyeOptions(seconds=30.0)
PLAIN = PrintStyle()


@dataclass(frozen=True, slots=True)
class Made:
    """A puzzle with exactly one solution, and this solution."""

    puzzle: Grid
    solution: tuple[int, ...]

    def filled(self, share: float, seed: int) -> Grid:
        """The puzzle with right entries in that share of its empty cells."""
        rng = np.random.default_rng(seed)
        entries = tuple(
            digit if not given and rng.random() < share else 0
            for given, digit in zip(self.puzzle.givens, self.solution, strict=True)
        )
        return Grid(self.puzzle.shape, self.puzzle.givens, entries)

    def candidates(self, entries: Grid) -> tuple[tuple[int, ...], ...]:
        """A few candidates for every cell that is still empty, the right one too."""
        shape = self.puzzle.shape
        marks: list[tuple[int, ...]] = []
        for cell, (digit, right) in enumerate(
            zip(entries.digits, self.solution, strict=True)
        ):
            taken = {entries.digits[peer] for peer in shape.peers[cell]}
            open_ones = [d for d in range(1, shape.size + 1) if d not in taken]
            chosen = sorted({right, *open_ones[:3]})
            marks.append(() if digit or cell % 3 == 0 else tuple(chosen))
        return tuple(marks)


def make_puzzle(shape: Shape, seed: int, empty: float = 0.62) -> Made:
    """A puzzle from a shuffled pattern, dug out while it has one solution."""
    rng = np.random.default_rng(seed)
    n, w, h = shape.size, shape.box_width, shape.box_height

    def shuffled(bands: int, lines: int) -> list[int]:
        return [
            int(band * lines + line)
            for band in rng.permutation(bands)
            for line in rng.permutation(lines)
        ]

    rows, columns = shuffled(n // h, h), shuffled(n // w, w)
    names = rng.permutation(n) + 1
    solution = tuple(
        int(names[(w * (r % h) + r // h + c) % n]) for r in rows for c in columns
    )
    digits = list(solution)
    for cell in rng.permutation(shape.cells):
        if digits.count(0) >= empty * shape.cells:
            break
        kept, digits[cell] = digits[cell], 0
        if not isinstance(solve(Grid(shape, tuple(digits))), Solved):
            digits[cell] = kept
    return Made(Grid(shape, tuple(digits)), solution)


def board_picture(
    puzzle: Grid | PaperPuzzle, style: PrintStyle = PLAIN, seed: int = 1
) -> Bgr:
    """A picture of a puzzle alone."""
    board = PaperPuzzle(puzzle) if isinstance(puzzle, Grid) else puzzle
    return draw_puzzle(board, style, np.random.default_rng(seed))


def as_file(picture: Bgr) -> bytes:
    """The picture as a file, pixel for pixel; to make a PNG takes 100 times as long."""
    return cv2.imencode(".bmp", picture)[1].tobytes()


def read(picture: Bgr) -> Findings:
    """What the eye finds in a picture."""
    return read_picture(as_file(picture), options=OPTIONS)


@dataclass(slots=True)
class Tally:
    """How a series of pictures was read."""

    pictures: int = 0
    solved: int = 0
    wrong: int = 0
    exact: int = 0
    cells: int = 0
    cells_right: int = 0

    def add(
        self, findings: Findings, made: list[Made], boards: list[PaperPuzzle]
    ) -> None:
        """Count a picture that shows these puzzles, each to be answered."""
        self.pictures += 1
        sent = [
            puzzle.answer.grid.digits
            for puzzle in findings.puzzles
            if puzzle.status in (Status.SOLVED, Status.COMPLETE)
            and isinstance(puzzle.answer, Solved)
        ]
        truths = {one.solution for one in made}
        self.wrong += any(one not in truths for one in sent)
        self.solved += truths <= set(sent)
        read_grids = [puzzle.grid.digits for puzzle in findings.puzzles]
        self.exact += all(board.grid.digits in read_grids for board in boards)
        for board in boards:
            true = board.grid.digits
            same = [g for g in read_grids if len(g) == len(true)]
            hits = [sum(map(int.__eq__, g, true)) for g in same]
            self.cells += len(true)
            self.cells_right += max(hits, default=0)

    @property
    def share_solved(self) -> float:
        """The share of pictures whose puzzles all got their true solution."""
        return self.solved / self.pictures

    @property
    def share_exact(self) -> float:
        """The share of pictures that were read without a wrong cell."""
        return self.exact / self.pictures

    @property
    def share_cells(self) -> float:
        """The share of cells that were read right."""
        return self.cells_right / self.cells
