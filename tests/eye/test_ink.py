"""What is ink in a cell, and whose: cut out, tinted, in shadow, given or entered."""

import cv2
import numpy as np
import pytest

from mailbot.eye.decide.ink import DRAWN, even_out, find_splits
from mailbot.eye.read.cells import contrasts, has_ink
from mailbot.eye.read.cursor import without_cursors
from mailbot.eye.read.cutting import Cut, cut, measure_ink
from mailbot.eye.read.digits import CLASSES
from mailbot.eye.read.paper import light_on, tinted_cells
from mailbot.eye.read.patches import PATCH
from mailbot.eye.read.upright import upright
from mailbot.pictures.arrays import Bools, Bytes, Floats
from mailbot.pictures.pixels import Bgr, Gray

# Givens told from entries: by the ink, and by the pattern that they make.


SHARE = 0.35  # of the cells are givens


def patterns(turned: bool) -> list[np.ndarray]:
    rng = np.random.default_rng(4)
    made = []
    for _ in range(20):
        half = rng.random((9, 9)) < SHARE
        mirrored = half[::-1, ::-1] if turned else half[:, ::-1]
        made.append((half | mirrored).ravel())
    return made


@pytest.mark.parametrize("turned", [True, False])
def test_a_cell_on_the_wrong_side_is_found_by_its_partner(turned: bool) -> None:
    for pattern in patterns(turned):
        lean = np.where(pattern, 5.0, -5.0).astype(np.float32)
        cell = next(c for c in np.flatnonzero(pattern) if c // 9 != 4 and c % 9 != 4)
        mistaken = pattern.copy()
        mistaken[cell] = False
        lean[cell] = -1.0
        assert any((even == pattern).all() for even in even_out(lean, mistaken))


def drawn(digits: list[int], thin: Bools) -> tuple[Cut, Floats]:
    """Cells with digits in thick strokes or thin pale ones, and what is read."""
    patches = np.full((81, PATCH, PATCH, 3), 255, np.uint8)
    probs = np.zeros((81, len(CLASSES)), np.float32)
    for cell, digit in enumerate(digits):
        probs[cell, CLASSES.index(f"print {digit}" if digit else "blank")] = 1
        if digit:
            shade, thick = ((70,) * 3, 1) if thin[cell] else ((0,) * 3, 4)
            font, place = cv2.FONT_HERSHEY_SIMPLEX, (14, 34)
            cv2.putText(patches[cell], str(digit), place, font, 1, shade, thick)
    dark = np.asarray(1 - patches[..., 0] / np.float32(255), np.float32)
    ink = np.array([cv2.resize(cell, (32, 32)) for cell in dark], np.float32)
    return Cut(patches, ink, Gray((200 * ink).astype(np.uint8)), 1.0), probs


@pytest.mark.parametrize("alike", [True, False])
def test_a_digit_that_is_always_thin_is_no_entry(alike: bool) -> None:
    """In many fonts the 1 is thinner than other digits; entries are of all digits."""
    digits = [1 + cell % 9 if cell % 2 else 0 for cell in range(81)]
    thin = np.array(
        [digit == 1 if alike else cell < 9 for cell, digit in enumerate(digits)]
    )
    cells, probs = drawn(digits, thin)
    splits = find_splits(cells, probs, np.array(digits) > 0, DRAWN)
    assert bool(splits) is not alike


def test_what_is_not_filled_is_no_given() -> None:
    pattern = patterns(turned=True)[0]
    lean = np.where(pattern, 5.0, -np.inf).astype(np.float32)
    cell = int(np.flatnonzero(pattern & (np.arange(81) != 40))[0])
    lean[cell], pattern[cell] = -np.inf, False
    [even] = even_out(lean, pattern)
    assert not even[cell]


def test_a_pattern_without_symmetry_is_left_alone() -> None:
    uneven = np.random.default_rng(6).random(81) < SHARE
    assert list(even_out(np.zeros(81, np.float32), uneven)) == []


def test_a_symmetrical_pattern_needs_no_other() -> None:
    cross = np.zeros((9, 9), np.bool_)
    cross[4], cross[:, 4] = True, True
    assert list(even_out(np.zeros(81, np.float32), cross.ravel())) == []


def test_a_pattern_that_two_pairs_of_cells_break_is_left_alone() -> None:
    pattern = np.zeros((9, 9), np.bool_)
    pattern[::2, ::2] = True
    pattern[0, 2] = pattern[2, 8] = False
    lean = np.where(pattern.ravel(), 5.0, -1.0).astype(np.float32)
    assert list(even_out(lean, pattern.ravel())) == []
    pattern[0, 2] = True
    assert list(even_out(lean, pattern.ravel())) != []


# How ink is told from paper by its colour, where lightness hardly shows it.


WHITE, GRAPHITE = (255, 255, 255), (54, 52, 46)
MAROON, YELLOW, LAMP = (64, 0, 128), (0, 230, 230), (150, 200, 220)
FULL = 180  # brightness of plain ink in a normalised cell

Colour = tuple[int, int, int]


def cell(paper: Colour, ink: Colour | None) -> Bytes:
    """A cell of that colour with an 8, or empty."""
    patch = np.full((PATCH, PATCH, 3), paper, np.uint8)
    if ink is not None:
        cv2.putText(patch, "8", (14, 36), cv2.FONT_HERSHEY_SIMPLEX, 1.0, ink, 3)
    return patch


def shaded_board(shaded: Bytes) -> Bytes:
    """Eights on white paper, empty cells, and last a cell of a strong colour."""
    plain = [cell(WHITE, GRAPHITE if place % 2 else None) for place in range(80)]
    return np.stack([*plain, shaded])


@pytest.mark.parametrize(("paper", "ink"), [(MAROON, GRAPHITE), (YELLOW, WHITE)])
def test_a_digit_as_light_as_its_coloured_cell_is_as_strong_as_others(
    paper: Colour, ink: Colour
) -> None:
    seen = measure_ink(shaded_board(cell(paper, ink))).normalised
    assert contrasts(seen.astype(np.float32))[-1] > FULL
    assert np.abs(seen[-1].astype(int) - seen[1])[5:-5, 5:-5].mean() < 15


@pytest.mark.parametrize("paper", [MAROON, YELLOW])
def test_an_empty_coloured_cell_stays_empty(paper: Colour) -> None:
    noise = np.random.default_rng(3).normal(0, 4, (PATCH, PATCH, 3))
    shaded = np.clip(cell(paper, None) + noise, 0, 255).astype(np.uint8)
    assert not has_ink(measure_ink(shaded_board(shaded)).normalised)[-1]


def test_a_mottled_cell_is_not_looked_at_by_colour() -> None:
    noise = np.random.default_rng(3).normal(0, 30, (PATCH, PATCH, 3))
    shaded = np.clip(cell(MAROON, GRAPHITE) + noise, 0, 255).astype(np.uint8)
    assert not tinted_cells(shaded[None], np.zeros(1, np.float32))


def test_white_paper_in_the_light_of_a_lamp_is_not_looked_at_by_colour() -> None:
    lit = cell(LAMP, (120, 200, 220))[None]
    assert not tinted_cells(lit, np.zeros(1, np.float32))


# The light on paper that the edge of a shadow runs through.


LIT, DARK = 200.0, 110.0


def test_the_edge_of_a_shadow_is_followed() -> None:
    y, x = np.mgrid[:PATCH, :PATCH]
    inside = (x - 24) ** 2 + (y - 10) ** 2 < 18**2
    light = np.where(inside, DARK, LIT).astype(np.float32)
    plain = np.repeat(light[..., None], 3, axis=2).astype(np.uint8)
    assert np.abs(light_on(plain).mean(axis=2) - light).mean() < 0.04 * LIT


# How cells are cut out, and what counts as their ink.


SIZE = 9
DIGITS = range(0, SIZE * SIZE, 2)


def eights(paper: int, ink: int) -> Bytes:
    """An 8 in every second cell, on even paper."""
    picture = np.full((SIZE * PATCH, SIZE * PATCH, 3), paper, np.uint8)
    for cell in DIGITS:
        row, column = divmod(cell, SIZE)
        at = (column * PATCH + 14, row * PATCH + 36)
        tone = (ink, ink, ink)
        cv2.putText(picture, "8", at, cv2.FONT_HERSHEY_SIMPLEX, 1.0, tone, 3)
    return picture


def mesh() -> Floats:
    y, x = np.mgrid[: SIZE + 1, : SIZE + 1] * PATCH
    return np.stack([x, y], axis=-1).astype(np.float32)


def brightness(picture: Bytes) -> Floats:
    """How bright the ink of each cell with a digit is for the network."""
    normalised = cut(Bgr(picture), mesh()).normalised[list(DIGITS)]
    return contrasts(normalised.astype(np.float32))


def test_light_ink_stays_light_where_the_dark_paper_is_uneven() -> None:
    picture = eights(paper=30, ink=240)
    gap = slice((SIZE - 1) * PATCH - 9, (SIZE - 1) * PATCH + 9)
    picture[gap] = np.minimum(picture[gap], 12)
    assert brightness(picture).min() > FULL


def test_dark_ink_stays_dark_where_a_shadow_ends() -> None:
    picture = eights(paper=230, ink=40)
    shadow = slice(None, 3 * PATCH + PATCH // 2)
    picture[:, shadow] = picture[:, shadow] // 2
    assert brightness(picture).min() > FULL


def test_a_selected_cell_with_light_ink_is_read_like_its_grid() -> None:
    picture = eights(paper=240, ink=30)
    picture[:PATCH, :PATCH] = 255 - picture[:PATCH, :PATCH]
    normalised = cut(Bgr(picture), mesh()).normalised.astype(int)
    inner = slice(5, -5)
    assert np.abs(normalised[0] - normalised[2])[inner, inner].mean() < 10


def test_a_bold_digit_that_fills_its_cell_is_dark_on_light_like_others() -> None:
    picture = eights(paper=240, ink=30)
    cv2.circle(picture, (PATCH // 2, PATCH // 2), 15, (30, 30, 30), -1)
    normalised = cut(Bgr(picture), mesh()).normalised
    assert normalised[0, 16, 16] > FULL
    assert normalised[0, 7, 7] < FULL / 2


def test_a_cell_is_cut_to_the_pixel() -> None:
    stripes = np.zeros((SIZE * PATCH, SIZE * PATCH, 3), np.uint8)
    stripes[:, ::2] = 255
    patches = cut(Bgr(stripes), mesh()).patches.astype(int)
    # Pixels count from their middles: the mesh lies half a pixel off the stripes.
    inner = patches[40, 4:-4, 4:-4].mean(axis=2)
    assert np.abs(np.diff(inner, axis=1)).max() < 4
    shifted = mesh() - 0.5
    sharp = cut(Bgr(stripes), shifted).patches.astype(int)[40, 4:-4, 4:-4].mean(axis=2)
    assert np.abs(np.diff(sharp, axis=1)).min() > 250


# Digits under the cursor of a terminal.


FACE = cv2.FONT_HERSHEY_SIMPLEX


def terminal(paper: int, ink: int, cursor: tuple[int, int]) -> Bgr:
    """Nine rows of digits 1 to 9, one of them under a block cursor."""
    page = np.full((9 * 40, 9 * 40, 3), paper, np.uint8)
    for row in range(9):
        for column in range(9):
            x, y = 40 * column, 40 * row
            under = (row, column) == cursor
            if under:
                page[y + 8 : y + 35, x + 12 : x + 28] = ink
            digit, colour = str((column + row) % 9 + 1), paper if under else ink
            shade = (colour, colour, colour)
            cv2.putText(page, digit, (x + 13, y + 28), FACE, 0.65, shade, 2)
    return Bgr(page)


@pytest.mark.parametrize(("paper", "ink"), [(0, 220), (255, 20)])
@pytest.mark.parametrize("cursor", [(0, 0), (2, 5), (8, 2)])
def test_a_cursor_hides_no_digit(paper: int, ink: int, cursor: tuple[int, int]) -> None:
    mesh = np.stack(np.meshgrid(*[np.arange(10) * 40.0] * 2), axis=-1)
    cells = cut(terminal(paper, ink, cursor), mesh.astype(np.float32))
    _, probs = upright(cells.normalised, 9)
    digit = (cursor[0] + cursor[1]) % 9 + 1
    assert probs[9 * cursor[0] + cursor[1]].argmax() == digit


def test_cells_without_a_cursor_stay_as_they_are() -> None:
    cells = np.full((81, 48, 48, 3), 255, np.uint8)
    for number, cell in enumerate(cells):
        cv2.putText(cell, str(number % 10), (12, 38), FACE, 1.1, (0, 0, 0), 5)
    assert without_cursors(cells) is cells


@pytest.mark.parametrize(("paper", "ink"), [(0, 220), (255, 20)])
def test_a_cursor_without_a_digit_is_an_empty_cell(paper: int, ink: int) -> None:
    cells = np.full((81, 48, 48, 3), paper, np.uint8)
    cells[40, 10:42, 16:32] = ink
    assert (without_cursors(cells)[40] == paper).all()
