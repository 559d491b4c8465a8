"""Variants, as papers and apps draw them, are declined by name.

The short form reads one picture of each kind, `--long` twenty. Never may one be
answered with what is not its solution, nor a plain puzzle be called by such a name.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import product

import cv2
import numpy as np
import pytest

from mailbot.eye.budget import NO_DEADLINE
from mailbot.eye.decide.variants.drawn import drawn_variant
from mailbot.eye.survey import survey
from mailbot.model import NoteKind, Status
from mailbot.pictures.pixels import Bgr, Colour
from solver import Grid, Shape, Solved
from tests.examples import of_the_day
from tests.eye.rendered import board_picture, make_puzzle, read
from tests.eye.variants import (
    DIAGONALS,
    INNER_BOXES,
    KINDS,
    NINE,
    make_jigsaw_with_a_plain_solution,
    make_variant,
)
from tests.workshop.paper import draw_newspaper
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle
from tests.workshop.paper.hands import HANDS
from tests.workshop.paper.photo import Camera, photograph
from tests.workshop.paper.rules import Rules
from tests.workshop.paper.screen import THEMES, draw_screen
from tests.workshop.paper.type import find_fonts
from tests.workshop.paper.wild import on_paper

MEDIA = ("paper", "light", "dark")
Shades = dict[int, Colour]

LIGHT_TINTS: tuple[Colour, ...] = (
    (215, 215, 215),
    (240, 225, 205),
    (200, 225, 245),
    (215, 240, 220),
    (240, 220, 235),
    (190, 190, 190),
    (205, 235, 250),
    (230, 210, 210),
    (250, 240, 220),
)
DARK_TINTS: tuple[Colour, ...] = (
    (70, 60, 50),
    (45, 62, 50),
    (64, 45, 64),
    (50, 50, 76),
    (44, 54, 66),
    (66, 66, 45),
    (52, 48, 46),
    (80, 60, 60),
    (40, 40, 60),
)


def tints(medium: str) -> tuple[Colour, ...]:
    return DARK_TINTS if medium == "dark" else LIGHT_TINTS


def cells_of(houses: tuple[tuple[int, ...], ...]) -> set[int]:
    return {cell for house in houses for cell in house}


def diagonal_style(rules: Rules, seed: int, medium: str) -> tuple[Rules, Shades]:
    """Thin, dashed, or broad and coloured lines; or shaded cells without any."""
    way = seed % 4
    if way == 3:
        shade = tints(medium)[seed // 4 % 3]
        return Rules(), dict.fromkeys(cells_of(DIAGONALS), shade)
    grey = (150, 150, 150) if medium == "dark" else (120, 120, 120)
    colour = (190, 160, 90) if way == 2 else grey
    width, dash = ((1, 0), (2, 10), (3, 0))[way]
    return replace(rules, colour=colour, width=width, dash=dash), {}


def killer_style(rules: Rules, seed: int, medium: str) -> tuple[Rules, Shades]:
    """Dashed or full outlines, near the lines or far; every fourth one coloured in."""
    colours = ((40, 40, 40), (110, 110, 110), (160, 90, 40))
    colour = (190, 190, 190) if medium == "dark" else colours[seed % 3]
    dash, inset = (7, 5, 0)[seed // 2 % 3], (0.08, 0.06, 0.1)[seed % 3]
    rules = replace(rules, colour=colour, width=1 + seed % 2, dash=dash, inset=inset)
    shades = {
        cell: tints(medium)[number % 4]
        for number, cage in enumerate(rules.cages)
        for cell in cage.cells
    }
    return rules, shades if seed % 4 == 3 else {}


def jigsaw_style(rules: Rules, seed: int, medium: str) -> tuple[Rules, Shades]:
    """Thick lines, every third one with coloured boxes too."""
    shades = {cell: tints(medium)[box] for cell, box in enumerate(rules.boxes)}
    return rules, shades if seed % 3 == 2 else {}


def hyper_style(rules: Rules, seed: int, medium: str) -> tuple[Rules, Shades]:
    shade = tints(medium)[(seed * 3) % 8]
    return rules, dict.fromkeys(cells_of(INNER_BOXES), shade)


STYLES: Mapping[str, Callable[[Rules, int, str], tuple[Rules, Shades]]] = {
    "diagonal": diagonal_style,
    "killer": killer_style,
    "jigsaw": jigsaw_style,
    "hyper": hyper_style,
}


def show(
    board: PaperPuzzle, medium: str, seed: int, look: PrintStyle | None = None
) -> Bgr:
    """The puzzle photographed on a page, or on a screen."""
    if medium != "paper":
        return draw_screen(board, THEMES[medium], seed)
    fonts = find_fonts()
    look = replace(look or PrintStyle(cell=56), font=fonts[seed % len(fonts)])
    camera = Camera(turn=(seed * 7) % 11 - 5, tilt=0.12, curl=0.006)
    return photograph(draw_newspaper([board], look, seed), camera, seed)


def names_of(kind: str, medium: str, seeds: range, givens: int) -> list[str]:
    """The names that pictures of a variant got; only their solutions may be sent.

    Every third puzzle has been begun by somebody, the next has hardly any givens.
    """
    names = []
    for seed in seeds:
        made, rules = make_variant(kind, seed, 10 if seed % 3 == 2 else givens)
        rules, shades = STYLES[kind](rules, seed, medium)
        grid = made.filled(0.4, seed) if seed % 3 == 0 else made.puzzle
        board = PaperPuzzle(grid, shades=shades, rules=rules)
        look = PrintStyle(cell=56, hand=HANDS[seed % len(HANDS)])
        found = read(show(board, medium, seed, look))
        for puzzle in found.puzzles:
            if puzzle.status in (Status.SOLVED, Status.COMPLETE):
                assert isinstance(puzzle.answer, Solved)
                assert puzzle.answer.grid.digits == made.solution
        names += [n.detail for n in found.notes if n.kind is NoteKind.VARIANT] or [""]
    return names


@pytest.mark.parametrize(("kind", "medium"), of_the_day(product(KINDS, MEDIA), 3))
def test_a_variant_is_declined_by_its_name(kind: str, medium: str, long: bool) -> None:
    seeds = range(1, 21) if long else range(1, 2)
    names = names_of(kind, medium, seeds, 24)
    assert set(names) <= {kind, ""}
    assert names.count(kind) >= 0.95 * len(names)


@pytest.mark.parametrize("kind", of_the_day(KINDS, 2))
def test_a_hardly_open_plain_puzzle_is_not_made_a_variant(
    kind: str, long: bool
) -> None:
    names = names_of(kind, "paper", range(40, 60) if long else range(40, 41), 36)
    assert set(names) <= {kind, ""}


# --- plain puzzles --------------------------------------------------------------------

BOX = tuple(row // 3 * 3 + column // 3 for row in range(9) for column in range(9))
DECORATIONS: Mapping[str, Callable[[int], bool]] = {
    "alternate boxes": lambda cell: BOX[cell] % 2 == 0,
    "the middle box": lambda cell: BOX[cell] == 4,
    "a chequerboard": lambda cell: cell % 2 == 0,
    "the middle row and column": lambda cell: cell // 9 == 4 or cell % 9 == 4,
}


def called(picture: Bgr) -> list[str]:
    """The variants that the grids of a picture are taken for, "" for none."""
    grids = survey(picture, NO_DEADLINE).grids
    assert any(grid.size == 9 for grid in grids)
    return [drawn_variant(grid) for grid in grids]


@pytest.mark.parametrize(
    ("decoration", "medium"), of_the_day(product(DECORATIONS, MEDIA), 3)
)
def test_shading_alone_is_no_variant(decoration: str, medium: str, long: bool) -> None:
    for seed in range(1, 11 if long else 2):
        puzzle = make_puzzle(NINE, 700 + seed).puzzle
        cells = filter(DECORATIONS[decoration], range(81))
        shades = dict.fromkeys(cells, tints(medium)[seed % 8])
        assert set(called(show(PaperPuzzle(puzzle, shades=shades), medium, seed))) == {
            ""
        }


@pytest.mark.parametrize("medium", MEDIA)
def test_a_puzzle_full_of_marks_is_no_variant(medium: str, long: bool) -> None:
    for seed in range(1, 11 if long else 2):
        made = make_puzzle(NINE, 720 + seed)
        marks = made.candidates(made.puzzle)
        look = PrintStyle(cell=56, hand=HANDS[seed % 10], hand_marks=seed % 2 == 0)
        picture = show(PaperPuzzle(made.puzzle, marks), medium, seed, look)
        assert set(called(picture)) == {""}


def test_a_pen_stroke_through_the_grid_is_no_diagonal(long: bool) -> None:
    for seed in range(1, 11 if long else 2):
        rng = np.random.default_rng(seed)
        board = PaperPuzzle(make_puzzle(NINE, 740 + seed).puzzle)
        picture = draw_puzzle(board, PrintStyle(), rng)
        side = len(picture)
        ends = np.array([[0.02, 0.02], [0.4, 0.45], [0.62, 0.58], [0.98, 0.95]])
        path = np.rint((ends + rng.normal(size=ends.shape) * 0.01) * side)
        stroke = path.astype(np.int32)
        cv2.polylines(picture, [stroke], False, (150, 60, 30), 3, cv2.LINE_AA)
        assert set(called(picture)) == {""}


def test_a_part_of_what_a_variant_draws_is_no_variant() -> None:
    """Three shaded boxes of four, one diagonal of two."""
    grid = Grid(NINE, make_puzzle(NINE, 760).puzzle.givens)
    tint = LIGHT_TINTS[0]
    for houses in (INNER_BOXES[:3], DIAGONALS[:1]):
        board = PaperPuzzle(grid, shades=dict.fromkeys(cells_of(houses), tint))
        picture = board_picture(board)
        assert set(called(picture)) == {""}


def test_a_jigsaw_is_not_solved_in_the_usual_boxes(long: bool) -> None:
    """Not even where its givens have one solution there."""
    for seed in range(1, 11 if long else 2):
        made, rules = make_jigsaw_with_a_plain_solution(seed)
        found = read(show(PaperPuzzle(made.puzzle, rules=rules), "light", seed))
        assert not found.puzzles
        assert [note.detail for note in found.notes] == ["jigsaw"]


@pytest.mark.parametrize("shape", [Shape(3, 2), Shape(4, 2), Shape(4, 3)])
def test_a_small_or_large_jigsaw_is_not_solved_in_the_usual_boxes(shape: Shape) -> None:
    made, size, high = make_puzzle(shape, 5), shape.size, shape.box_height
    ends = range(shape.box_width, size, shape.box_width)
    shifts = {0: 1, high - 1: -1}  # of the first row of a box, and of its last
    boxes = tuple(
        row // high * size + sum(end + shifts.get(row % high, 0) <= at for end in ends)
        for row, at in product(range(size), repeat=2)
    )
    for rules, names in ((Rules(boxes=boxes), ["jigsaw"]), (Rules(), [])):
        found = read(show(PaperPuzzle(made.puzzle, rules=rules), "light", 1))
        assert [note.detail for note in found.notes] == names
        assert bool(found.puzzles) is not bool(names)


def test_lines_of_one_width_on_shaded_boxes_are_no_jigsaw(long: bool) -> None:
    """A line on a shade is paler than one on white, as thin lines beside thick ones."""
    shaded = [cell for cell in range(81) if BOX[cell] % 2]
    for seed in range(1, 21 if long else 3):
        puzzle = make_puzzle(NINE, 780 + seed).puzzle
        shades = dict.fromkeys(shaded, LIGHT_TINTS[seed % 9])
        style = PrintStyle(cell=42, thin=1, thick=1, line=(150, 150, 150))
        rng = np.random.default_rng(seed)
        picture = draw_puzzle(PaperPuzzle(puzzle, shades=shades), style, rng)
        assert set(called(on_paper(picture, rng))) == {""}


def test_gaps_between_tiles_of_two_colours_are_no_jigsaw(long: bool) -> None:
    for seed in range(1, 21 if long else 3):
        puzzle = make_puzzle(NINE, 780 + seed).puzzle
        tiles = [(60, 80, 30) if given else (220, 235, 250) for given in puzzle.givens]
        white = (255, 255, 255)
        style = PrintStyle(cell=48, thin=3, thick=3 + seed % 3, line=white, ink=white)
        board = PaperPuzzle(puzzle, shades=dict(enumerate(tiles)))
        rng = np.random.default_rng(seed)
        assert set(called(on_paper(draw_puzzle(board, style, rng), rng))) == {""}
