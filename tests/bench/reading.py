"""Photographs of newspaper puzzles, each distorted in every way, read and counted.

python -m tests.bench.reading DIR [--every N] [--only NAME] reads the pictures of a
folder that have a `.dat` beside them: two header lines, then the rows of the grid,
0 for an empty cell. Only pictures with givens alone make sense here.
"""

import argparse
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np

from mailbot.pictures.pixels import Bgr
from solver import Grid, Solved, shape_of, solve
from tests.distort import DISTORTIONS
from tests.eye.rendered import Made, Tally, read
from tests.workshop.paper.grid import PaperPuzzle

Distort = Callable[[Bgr], Bgr]


def load_puzzle(path: Path) -> Made | None:
    """The puzzle of a label file; None if it holds none with one solution."""
    lines = path.read_text(errors="replace").splitlines()[2:]
    rows = [[int(word) for word in line.split()] for line in lines if line.strip()]
    if not rows or any(len(row) != len(rows) for row in rows):
        return None
    grid = Grid(shape_of(len(rows)), tuple(digit for row in rows for digit in row))
    answer = solve(grid)
    return Made(grid, answer.grid.digits) if isinstance(answer, Solved) else None


def load_pictures(folder: Path, every: int) -> Iterator[tuple[Bgr, Made]]:
    """Every n-th picture of a folder (as stored, EXIF unread) and its puzzle."""
    labels = sorted(folder.glob("*.dat"))[::every]
    way = cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    for label in labels:
        picture = cv2.imread(str(label.with_suffix(".jpg")), way)
        made = load_puzzle(label)
        if picture is not None and made is not None:
            yield Bgr(np.asarray(picture, np.uint8)), made


def measure(folder: Path, every: int, distort: Distort) -> Tally:
    """How the pictures of a folder are read once they are distorted."""
    tally = Tally()
    for picture, made in load_pictures(folder, every):
        tally.add(read(distort(picture)), [made], [PaperPuzzle(made.puzzle)])
    return tally


def main() -> None:
    """A line for each distortion."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    ways: dict[str, Distort] = {"as it is": lambda picture: picture, **DISTORTIONS}
    for name, distort in ways.items():
        if options.only in name:
            tally = measure(options.folder, options.every, distort)
            sys.stdout.write(
                f"{name:12} solved {tally.solved} of {tally.pictures}, exact"
                f" {tally.exact}, wrong {tally.wrong},"
                f" cells {tally.share_cells:.4f}\n"
            )
            sys.stdout.flush()


if __name__ == "__main__":
    main()
