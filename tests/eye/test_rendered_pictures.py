"""Whole pictures that the project draws itself: how many must be read and solved.

The short form reads one or two pictures of each kind, `--long` twenty. At least 95 of
100 must be solved, 99 of 100 cells right, and nothing wrong may ever be sent.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import product

import numpy as np
import pytest

from mailbot.pictures.pixels import Bgr
from solver import Grid, Shape
from tests.distort import DISTORTIONS
from tests.examples import of_the_day
from tests.eye.rendered import Made, Tally, make_puzzle, read
from tests.workshop.paper import draw_newspaper
from tests.workshop.paper.grid import HEXADECIMAL, LETTERS, PaperPuzzle, PrintStyle
from tests.workshop.paper.hands import HANDS
from tests.workshop.paper.photo import Camera, photograph
from tests.workshop.paper.scrawl import Scrawl
from tests.workshop.paper.screen import THEMES, Theme, draw_screen
from tests.workshop.paper.type import find_fonts

NINE = Shape(3, 3)
PENS = ((150, 60, 30), (30, 30, 30), (60, 40, 180), (110, 110, 110))
CAMERAS = {
    "tilt": Camera(tilt=0.4),
    "curl": Camera(curl=0.02),
    "shadow": Camera(shadow=0.5),
    "dark": Camera(light=0.3),
    "noise": Camera(noise=14),
    "blur": Camera(blur=1.8),
    "jpeg": Camera(quality=18),
    "all of it": Camera(1400, 4, 0.2, 0.008, 0.8, 0.3, 0.8, 5, 60),
}

Picture = tuple[Bgr, list[Made], list[PaperPuzzle]]


def tally(count: int, draw: Callable[[int], Picture]) -> Tally:
    """How pictures 1, 2, ... of a kind are read."""
    result = Tally()
    for seed in range(1, count + 1):
        picture, made, boards = draw(seed)
        result.add(read(picture), made, boards)
    return result


def check(result: Tally) -> None:
    """What every kind of picture must reach."""
    assert result.wrong == 0
    assert result.share_solved >= 0.95
    assert result.share_cells >= 0.99


def newspaper(
    made: list[Made], boards: list[PaperPuzzle], look: PrintStyle, seed: int
) -> Bgr:
    """A page with these puzzles in one of the fonts, and yesterday's solution."""
    fonts = find_fonts()
    look = replace(look, font=fonts[seed % len(fonts)], pen=PENS[seed % len(PENS)])
    old = PaperPuzzle(Grid(NINE, make_puzzle(NINE, 500 + seed).solution))
    assert len(made) == len(boards)
    return draw_newspaper(boards, look, seed, old)


def askew(seed: int) -> Camera:
    """A camera held by hand."""
    return Camera(turn=(seed * 7) % 11 - 5, tilt=0.12, curl=0.006)


@cache
def printed(seed: int, shape: Shape = NINE, puzzles: int = 1) -> Picture:
    """A page with untouched puzzles, photographed by a hand-held camera."""
    made = [make_puzzle(shape, 100 * i + seed) for i in range(puzzles)]
    boards = [PaperPuzzle(one.puzzle) for one in made]
    page = newspaper(made, boards, PrintStyle(cell=56), seed)
    camera = askew(seed) if shape.size < 10 else replace(askew(seed), side=1600)
    picture = photograph(page, camera, seed)
    picture.flags.writeable = False  # it is shared
    return picture, made, boards


def worked_on(seed: int, hand: int, share: float = 0.5, marks: bool = False) -> Picture:
    """A page with a puzzle that somebody has begun to fill in by pen."""
    made = make_puzzle(NINE, 200 + seed)
    grid = made.filled(share, seed)
    board = PaperPuzzle(grid, made.candidates(grid) if marks else ())
    look = PrintStyle(cell=56, hand=HANDS[hand], hand_marks=marks)
    page = newspaper([made], [board], look, seed)
    return photograph(page, askew(seed), seed), [made], [board]


def scrawled_on(
    seed: int, kinds: Sequence[Scrawl], cells: int, traced: int = 0
) -> Picture:
    """A page with a pen's entries, and its scrawls over some of the printed digits.

    Args:
        seed: of the puzzle, the page and the pen.
        kinds: of scrawls, by turns.
        cells: how many givens they are drawn over.
        traced: how many other givens are written over with the same digit.
    """
    made = make_puzzle(NINE, 800 + seed)
    grid = made.filled(0.4, seed)
    order = np.random.default_rng(seed).permutation(np.flatnonzero(grid.givens))
    chosen = [int(cell) for cell in order[: cells + traced]]
    scrawls = {cell: kinds[i % len(kinds)] for i, cell in enumerate(chosen[:cells])}
    again = {cell: grid.givens[cell] for cell in chosen[cells:]}
    board = PaperPuzzle(grid, scrawls=scrawls, overwritten=again)
    page = newspaper([made], [board], PrintStyle(cell=56, hand=HANDS[seed % 10]), seed)
    return photograph(page, askew(seed), seed), [made], [board]


def on_screen(seed: int, theme: Theme, shape: Shape = NINE) -> Picture:
    """A screenshot with entries and candidates (nines), or of the bare puzzle."""
    made = make_puzzle(shape, 300 + seed)
    grid = made.filled(0.4, seed) if shape == NINE else made.puzzle
    board = PaperPuzzle(grid, made.candidates(grid) if shape == NINE else ())
    return draw_screen(board, theme, seed), [made], [board]


@pytest.mark.parametrize("name", of_the_day(DISTORTIONS, 5))
def test_newspaper_photographs_survive(name: str, long: bool) -> None:
    def draw(seed: int) -> Picture:
        picture, made, boards = printed(seed)
        return DISTORTIONS[name](picture), made, boards

    check(tally(20 if long else 1, draw))


@pytest.mark.parametrize("name", of_the_day(CAMERAS, 5))
def test_newspapers_are_read_by_bad_cameras(name: str, long: bool) -> None:
    def draw(seed: int) -> Picture:
        made = [make_puzzle(NINE, 400 + seed)]
        boards = [PaperPuzzle(made[0].puzzle)]
        page = newspaper(made, boards, PrintStyle(cell=56), seed)
        return photograph(page, CAMERAS[name], seed), made, boards

    check(tally(20 if long else 1, draw))


@pytest.mark.parametrize("hand", of_the_day(range(len(HANDS)), 3))
def test_entries_in_ten_hands_are_read(hand: int, long: bool) -> None:
    check(tally(20 if long else 1, lambda seed: worked_on(seed, hand)))


def test_handwritten_marks_are_no_digits(long: bool) -> None:
    check(tally(20 if long else 2, lambda seed: worked_on(seed, seed % 10, 0.3, True)))


def test_ticks_rings_and_traced_digits_do_not_hide_the_print(long: bool) -> None:
    around = (Scrawl.TICK, Scrawl.RING, Scrawl.UNDERLINE)
    check(tally(20 if long else 2, lambda seed: scrawled_on(seed, around, 9, 3)))


def test_a_stroke_through_a_printed_digit_does_not_hide_it(long: bool) -> None:
    through = (Scrawl.STROKE, Scrawl.CROSS, Scrawl.DASH)
    check(tally(20 if long else 2, lambda seed: scrawled_on(seed, through, 3)))


@pytest.mark.parametrize("theme", THEMES)
def test_screenshots_are_read(theme: str, long: bool) -> None:
    check(tally(20 if long else 1, lambda seed: on_screen(seed, THEMES[theme])))


@pytest.mark.parametrize(
    "box", of_the_day([(2, 2), (3, 2), (4, 2), (5, 2), (4, 3), (4, 4)], 2)
)
def test_other_sizes_are_read_in_newspapers(box: tuple[int, int], long: bool) -> None:
    check(tally(20 if long else 1, lambda seed: printed(seed, Shape(*box))))


@pytest.mark.parametrize(
    ("box", "theme"),
    of_the_day(product([(3, 2), (4, 2), (4, 3)], ["light", "dark"]), 2),
)
def test_screens_of_other_sizes(box: tuple[int, int], theme: str, long: bool) -> None:
    check(
        tally(
            20 if long else 1, lambda seed: on_screen(seed, THEMES[theme], Shape(*box))
        )
    )


@pytest.mark.parametrize("symbols", [LETTERS, HEXADECIMAL])
def test_sixteens_are_read_in_letters(symbols: tuple[str, ...], long: bool) -> None:
    def draw(seed: int) -> Picture:
        made = make_puzzle(Shape(4, 4), 600 + seed, 0.5)
        board = PaperPuzzle(made.puzzle, symbols=symbols)
        page = newspaper([made], [board], PrintStyle(cell=48), seed)
        return photograph(page, Camera(1600), seed), [made], [board]

    check(tally(20 if long else 1, draw))


def test_two_puzzles_on_a_page_are_both_solved(long: bool) -> None:
    check(tally(20 if long else 2, lambda seed: printed(seed, puzzles=2)))
