"""Draws the pictures of the demo: a phone's screen, and a photograph of a newspaper.

`python -m tests.workshop.demo` writes them anew, beside the letters that they go with.
"""

from pathlib import Path

from PIL import Image

from mailbot.cli.commands import samples
from mailbot.pictures.encode import encode_jpeg
from mailbot.pictures.pixels import Bgr
from solver import Grid, Solved, parse, solve
from tests.workshop.paper import draw_newspaper
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle
from tests.workshop.paper.photo import Camera, photograph
from tests.workshop.paper.screen import DARK, draw_screen

FOLDER = Path(samples.__file__).parent
SCREEN, PHOTO = "screen.png", "photo.jpg"
EVENING = (
    "..9748...7.........2.1.9.....7...24..64.1.59..98...3.....8.3.2.........6...2759.."
)
MORNING = (
    ".....79342......5..49.5...6.7....5.16...4...98.3....4.7...9.81..3......29243....."
)
_CAMERA = Camera(side=1200, turn=7, tilt=0.12, curl=0.012, shadow=0.35, blur=0.8)
_MOST = 80_000
"""Bytes of the photograph: it is in every wheel."""


def draw_evening() -> Bgr:
    """The screen of a phone, with a puzzle that somebody is stuck on."""
    return draw_screen(PaperPuzzle(_half_done(EVENING)), DARK, seed=4)


def draw_morning() -> Bgr:
    """A page with a new puzzle, and the solution of the evening before."""
    morning = PaperPuzzle(parse(MORNING))
    evening = PaperPuzzle(_solution(parse(EVENING)))
    page = draw_newspaper([morning], PrintStyle(), 5, yesterday=evening)
    return photograph(page, _CAMERA, seed=11)


def _half_done(line: str) -> Grid:
    """The puzzle with some cells filled in by a person, one of them wrongly."""
    puzzle = parse(line)
    right = _solution(puzzle).givens
    empty = [cell for cell, given in enumerate(puzzle.givens) if not given]
    entries = [0] * puzzle.shape.cells
    for cell in empty[::6]:
        entries[cell] = right[cell]
    entries[empty[6]] = right[empty[6]] % 9 + 1
    return Grid(puzzle.shape, puzzle.givens, tuple(entries))


def _solution(puzzle: Grid) -> Grid:
    answer = solve(puzzle)
    assert isinstance(answer, Solved)
    return Grid(puzzle.shape, answer.grid.digits)


def write() -> None:
    """Write the pictures."""
    screen = Image.fromarray(draw_evening()[:, :, ::-1]).quantize(64)
    screen.save(FOLDER / SCREEN, optimize=True)
    photo = encode_jpeg(draw_morning(), most=_MOST)
    (FOLDER / PHOTO).write_bytes(photo)


if __name__ == "__main__":
    write()
