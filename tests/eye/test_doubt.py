"""Two digits printed over each other: both are likely, and a solution may need asking.

Pages are drawn with a digit printed over a given, where each of the two alone gives one
solution.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace

import cv2
import numpy as np
import pytest

from mailbot.eye.budget import NO_DEADLINE, Deadline
from mailbot.eye.decide import doubt
from mailbot.eye.decide.doubt import doubt_digits
from mailbot.eye.decide.verdict import decide
from mailbot.eye.read.overprint.prints import prints_of, usual_of
from mailbot.eye.read.recognise import Recognised
from mailbot.eye.read.symbols import HAND, PRINT
from mailbot.eye.survey import survey
from mailbot.model import Source, Status, Where
from mailbot.pictures.pixels import Bgr
from mailbot.workshop.paper import draw_newspaper
from mailbot.workshop.paper.grid import PaperPuzzle, PrintStyle
from mailbot.workshop.paper.photo import Camera, photograph
from mailbot.workshop.paper.screen import THEMES, draw_screen
from mailbot.workshop.paper.type import find_fonts
from solver import Grid, Shape, Solved, solve
from tests.eye.rendered import Made, make_puzzle, read

NINE = Shape(3, 3)
PASSED = Deadline(lambda: 1.0, 0.0)
SEEDS = (2, 28)
"""Blended screenshots, a few of each sixty."""
_CONTAINED = {(1, 4), (3, 8)}
"""Pairs of which the first lies within the second in many types: nobody sees both."""


def rivals(made: Made) -> Iterator[tuple[int, int]]:
    """Cells of givens, and digits that give one solution there, too."""
    for cell, given in enumerate(made.puzzle.givens):
        for digit in range(1, 10) if given else ():
            pair = (min(given, digit), max(given, digit))
            if digit == given or {pair, pair[::-1]} & _CONTAINED:
                continue
            digits = list(made.puzzle.givens)
            digits[cell] = digit
            if isinstance(solve(Grid(NINE, tuple(digits))), Solved):
                yield cell, digit


def page(seed: int, overprinted: bool) -> tuple[Bgr, int, int]:
    """A photographed page, the cell that is printed twice, and its second digit."""
    choices = list(rivals(make_puzzle(NINE, 3000 + seed)))
    cell, digit = choices[seed % len(choices)]
    return printed(seed, {cell: digit} if overprinted else {}), cell, digit


def printed(seed: int, overprinted: Mapping[int, int]) -> Bgr:
    """A photographed page with digits printed over those in some cells."""
    board = PaperPuzzle(make_puzzle(NINE, 3000 + seed).puzzle, overprinted=overprinted)
    fonts = find_fonts()
    look = PrintStyle(cell=56, font=fonts[seed % len(fonts)])
    camera = Camera(turn=seed % 7 - 3, tilt=0.1, curl=0.004)
    return photograph(draw_newspaper([board], look, seed), camera, seed)


def blended(seed: int) -> Bgr:
    """The mean of two screenshots in some type and size that differ in one given.

    One of the two is shifted by a part of a pixel.
    """
    rng = np.random.default_rng([seed, 5])
    made = make_puzzle(NINE, 3000 + seed)
    choices = list(rivals(made))
    cell, digit = choices[seed % len(choices)]
    other = list(made.puzzle.givens)
    other[cell] = digit
    theme, fonts = list(THEMES.values())[seed % len(THEMES)], find_fonts()
    look = replace(
        theme.style,
        cell=int(rng.choice([30, 36, 44, 60, 72])),
        font=fonts[rng.integers(len(fonts))],
        height=rng.uniform(0.42, 0.62),
    )
    one, two = (
        draw_screen(PaperPuzzle(grid), replace(theme, style=look), seed)
        for grid in (made.puzzle, Grid(NINE, tuple(other)))
    )
    move = np.hstack([np.eye(2), rng.uniform(-0.5, 0.5, (2, 1))])
    shifted = cv2.warpAffine(two, move, two.shape[1::-1], borderMode=cv2.BORDER_REFLECT)
    return Bgr(np.asarray(np.mean([one, shifted], axis=0), np.uint8))


def seen_on(picture: Bgr) -> Recognised:
    return survey(picture, NO_DEADLINE)[1][0]


@pytest.mark.ocr
def test_two_digits_over_each_other_are_asked_about(long: bool) -> None:
    count = 40 if long else 2
    answered = 0
    for seed in range(count):
        picture, cell, _ = page(seed, overprinted=True)
        (puzzle,) = read(picture).puzzles
        answered += puzzle.status is Status.SOLVED
        if puzzle.status is Status.DOUBTFUL:
            assert cell in puzzle.doubtful
    assert answered <= count // 20


@pytest.mark.ocr
def test_two_digits_each_half_as_dark_are_asked_about(long: bool) -> None:
    """As where two pictures are blended, and much of both digits is to be seen."""
    answered = 0
    for seed in range(60) if long else SEEDS:
        answered += Status.SOLVED in [p.status for p in read(blended(seed)).puzzles]
    assert answered <= long


@pytest.mark.ocr
@pytest.mark.parametrize(
    ("seed", "cell", "digit"),
    [(1, 3, 8), (23, 54, 8), (2, 58, 1), (7, 60, 8), (88, 43, 6)],
    ids=[
        "8 over 3",
        "8 over 5",
        "a 1 shown nowhere else",
        "an 8 shown nowhere else",
        "a 6 over a 9, both shown nowhere else",
    ],
)
def test_a_little_ink_is_doubted_where_either_digit_gives_one_solution(
    seed: int, cell: int, digit: int
) -> None:
    (puzzle,) = read(printed(seed, {cell: digit})).puzzles
    assert puzzle.status is Status.DOUBTFUL
    assert cell in puzzle.doubtful


def test_a_misread_digit_elsewhere_hides_no_two_digits() -> None:
    """With it the grid has no solution, so it tells nothing of other cells."""
    cell, misread = 3, 79
    seen = seen_on(printed(1, {cell: 8}))
    digits = seen.log_probs.argmax(axis=1)
    digit, peer = digits[misread], digits[list(NINE.peers[misread])].max()
    log_probs = seen.log_probs.copy()
    log_probs[misread] = -9.0
    log_probs[misread, [peer, digit]] = np.log([0.6, 0.4])
    doubted = doubt_digits(replace(seen, log_probs=log_probs), NO_DEADLINE).log_probs
    assert doubted[cell].max() < seen.log_probs[cell].max() - 0.1


def test_in_the_grain_of_a_coarse_picture_more_is_asked_of_a_second_digit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cell, other = 3, 8  # either a 3 or an 8 gives one solution there
    even = seen_on(printed(1, {}))
    noise = np.random.default_rng(1).normal(0, 0.1, even.cells.ink.shape)
    ink = even.cells.ink + even.cells.contrast * noise.astype(np.float32)
    coarse = replace(even, cells=replace(even.cells, ink=ink))
    log_odds = np.full(10, -np.inf, np.float32)
    for little, wanted in ((1.0, (True, False)), (3.0, (True, True))):
        log_odds[other] = little
        found = {cell: log_odds}
        monkeypatch.setattr(doubt, "log_odds_of_second", lambda *_, f=found: f)
        for seen, doubted in zip((even, coarse), wanted, strict=True):
            after = doubt_digits(seen, NO_DEADLINE).log_probs[cell].max()
            assert bool(after < seen.log_probs[cell].max() - 0.1) is doubted


def test_once_time_is_up_a_little_ink_is_doubted_in_any_cell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whether either digit gives one solution is not known then."""
    seen = seen_on(printed(1, {}))
    digits = seen.log_probs.argmax(axis=1)
    log_odds = np.full(10, -np.inf, np.float32)
    log_odds[4] = 1.0
    found = dict.fromkeys(
        np.flatnonzero((digits > 0) & (digits != 4)).tolist(), log_odds
    )
    assert len(found) > 15
    monkeypatch.setattr(doubt, "log_odds_of_second", lambda *_: found)
    doubted = doubt_digits(seen, PASSED).log_probs
    assert (doubted[list(found)].max(axis=1) < np.log(0.2)).all()


@pytest.mark.ocr
def test_once_time_is_up_two_digits_over_each_other_are_not_answered() -> None:
    cell = 3
    doubted = doubt_digits(seen_on(printed(1, {cell: 8})), PASSED)
    assert doubted.log_probs[cell].max() < np.log(0.2)
    puzzle = decide(doubted, Source.IMAGE, Where(), PASSED, "")
    assert puzzle is None or puzzle.status is Status.DOUBTFUL


def test_a_type_that_looks_written_by_hand_is_print_all_the_same() -> None:
    picture, cell, _ = page(0, overprinted=True)
    seen = seen_on(picture)
    probs = seen.probs.copy()
    probs[:, HAND], probs[:, PRINT] = seen.probs[:, PRINT], seen.probs[:, HAND]
    written = replace(seen, probs=probs)
    doubted = doubt_digits(written, NO_DEADLINE).log_probs
    assert doubted[cell].max() < seen.log_probs[cell].max() - 0.1


def test_a_shade_beside_a_digit_is_no_second_digit() -> None:
    """Though no other cell shows the digit that would give one solution there, too."""
    cell = 58
    seen = seen_on(printed(2, {}))
    shaded = seen.cells.ink.copy()
    shaded[cell, :, 16:] += 0.2 * seen.cells.contrast
    shady = replace(seen, cells=replace(seen.cells, ink=shaded))
    assert np.allclose(
        doubt_digits(shady, NO_DEADLINE).log_probs, seen.log_probs, atol=1e-5
    )


def test_the_rest_of_a_line_beside_a_digit_is_no_ink_of_it() -> None:
    """Thick lines reach far into small cells."""
    seen = seen_on(printed(2, {}))
    digits, none = seen.log_probs.argmax(axis=1), np.zeros(81, np.bool_)
    lined = seen.cells.ink.copy()
    lined[digits > 0, :6] = seen.cells.contrast
    thick = replace(seen, cells=replace(seen.cells, ink=lined))
    usual, other = (
        usual_of(prints.misfits(prints.own_looks()))
        for prints in (prints_of(one, digits, none) for one in (seen, thick))
    )
    assert usual == other


def test_both_digits_become_likely() -> None:
    """So does no digit: that one of them gives one solution is no reason to read it."""
    picture, cell, digit = page(0, overprinted=True)
    doubted = doubt_digits(seen_on(picture), NO_DEADLINE).log_probs[cell]
    first = max(doubted)
    likely = np.flatnonzero(doubted > first - 0.2)
    assert {0, digit} <= set(likely.tolist())


@pytest.mark.parametrize("seed", range(2))
def test_a_page_printed_once_is_read_as_before(seed: int) -> None:
    picture, _, _ = page(seed, overprinted=False)
    seen = seen_on(picture)
    doubted = doubt_digits(seen, NO_DEADLINE)
    assert np.allclose(doubted.log_probs, seen.log_probs, atol=1e-5)
