"""Draws pictures of puzzles for the demo, the tests and the bench; all by seeds.

`grid` draws a puzzle, with digits in `type` or in `hands`, with `rules` of variants and
with `scrawl` over it. This module sets puzzles on a newspaper page, `screen` on a
phone's screen; `photo` photographs a page, which `roll` may roll up.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from mailbot.pictures.pixels import Bgr
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle
from tests.workshop.paper.type import EMBEDDED, lay, set_text

_TEXT = """the a of and to in council bridge river train market morning evening town
paper weather mayor school garden library festival open closed new old said will has
been near after before between people street church music reader letter 12 1987 rain
sun wind north south"""
_WORDS = _TEXT.split()
_PAPER = (224, 232, 234)
_INK = (45, 42, 42)
_MARGIN = 60
_COLUMN = 380


def draw_newspaper(
    puzzles: Sequence[PaperPuzzle],
    style: PrintStyle,
    seed: int,
    yesterday: PaperPuzzle | None = None,
) -> Bgr:
    """A page: puzzles one below the other, columns of text beside them.

    Args:
        puzzles: the puzzles, all printed by the same style (on the page's own paper).
        style: how they are printed and filled in.
        seed: the same seed, the same page.
        yesterday: a small solved grid at the foot of the text, as papers print it.
    """
    rng = np.random.default_rng(seed)
    style = replace(style, paper=_PAPER)
    drawn = [draw_puzzle(puzzle, style, rng) for puzzle in puzzles]
    width = max(puzzle.shape[1] for puzzle in drawn)
    height = 2 * _MARGIN + 90 + sum(puzzle.shape[0] + 90 for puzzle in drawn)
    small = _draw_yesterday(yesterday, style, rng)
    height = max(height, small.shape[0] + 700)
    page = Bgr(np.full((height, width + 3 * _MARGIN + _COLUMN, 3), _PAPER, np.uint8))
    lay(page, set_text("THE DAILY PUZZLE", style.font, 64), _MARGIN, 40, _INK)
    top = _MARGIN + 90
    for number, puzzle in enumerate(drawn, 1):
        lay(page, set_text(f"No. {1200 + number}", style.font, 28), _MARGIN, top, _INK)
        top += 44
        page[top : top + puzzle.shape[0], _MARGIN : _MARGIN + puzzle.shape[1]] = puzzle
        top += puzzle.shape[0] + 46
    left = width + 2 * _MARGIN
    foot = height - _MARGIN - small.shape[0]
    set_columns(page, (left, _MARGIN + 90, left + _COLUMN, foot - 50), rng)
    set_columns(page, (_MARGIN, top, _MARGIN + width, height - _MARGIN), rng)
    page[foot : foot + small.shape[0], left : left + small.shape[1]] = small
    return page


def _draw_yesterday(
    puzzle: PaperPuzzle | None, style: PrintStyle, rng: np.random.Generator
) -> Bgr:
    """The solved grid of yesterday, small; a single pixel if there is none."""
    if puzzle is None:
        return Bgr(np.full((1, 1, 3), _PAPER, np.uint8))
    small = replace(style, cell=max(18, style.cell // 3), thin=1, thick=2, hand=None)
    return draw_puzzle(puzzle, replace(small, pen=style.ink), rng)


def set_columns(
    page: Bgr, place: tuple[int, int, int, int], rng: np.random.Generator
) -> None:
    """Lines of text in a rectangle (left, top, right, bottom), in pixels."""
    left, top, right, bottom = place
    for y in range(top, bottom - 18, 24):
        words = [str(word) for word in rng.choice(_WORDS, 9)]
        line = set_text(" ".join(words), EMBEDDED, 19)
        while line.shape[1] > right - left:
            words.pop()
            line = set_text(" ".join(words), EMBEDDED, 19)
        lay(page, line, left, y, _INK)
