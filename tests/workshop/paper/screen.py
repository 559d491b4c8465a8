"""Draws screenshots of puzzle apps, light or dark, with keypad and a selected cell."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np

from mailbot.pictures.pixels import Bgr, Colour
from solver import Shape
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle, draw_puzzle
from tests.workshop.paper.type import EMBEDDED, lay, set_text


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of an app: `selected` of the chosen cell, `seen` of its houses."""

    style: PrintStyle
    around: Colour = (250, 250, 250)
    selected: Colour | None = (251, 222, 187)
    seen: Colour | None = (243, 235, 226)
    keypad: bool = True


LIGHT = Theme(PrintStyle(pen=(200, 110, 30), line=(70, 60, 60), mark=(130, 120, 120)))
DARK = Theme(
    PrintStyle(
        paper=(38, 33, 30),
        line=(120, 110, 105),
        ink=(235, 235, 235),
        pen=(250, 190, 110),
        mark=(165, 160, 155),
    ),
    around=(24, 20, 18),
    selected=(96, 70, 48),
    seen=(58, 48, 42),
)
PLAIN = Theme(
    PrintStyle(thin=1, thick=3, line=(0, 0, 0), pen=(190, 60, 30)),
    selected=None,
    seen=None,
    keypad=False,
)
WARM = Theme(
    PrintStyle(
        paper=(224, 243, 251),
        line=(96, 132, 160),
        ink=(40, 60, 80),
        pen=(50, 70, 190),
        mark=(110, 130, 150),
    ),
    around=(200, 226, 240),
    selected=(150, 210, 250),
    seen=(206, 230, 243),
)
THEMES: Mapping[str, Theme] = {
    "light": LIGHT,
    "dark": DARK,
    "plain": PLAIN,
    "warm": WARM,
}


def draw_screen(puzzle: PaperPuzzle, theme: Theme, seed: int) -> Bgr:
    """A phone's screen with the puzzle; a seed always gives the same screen."""
    rng = np.random.default_rng(seed)
    shape = puzzle.grid.shape
    chosen = int(rng.integers(0, shape.cells))
    puzzle = replace(puzzle, shades={**_shades(shape, theme, chosen), **puzzle.shades})
    drawn = draw_puzzle(puzzle, theme.style, rng)
    side = drawn.shape[0]
    width = side + 48
    screen = Bgr(np.full((side + 620, width, 3), theme.around, np.uint8))
    ink = theme.style.ink
    lay(screen, set_text("9:41", EMBEDDED, 24), 30, 18, ink)
    lay(screen, set_text("84%", EMBEDDED, 24), width - 90, 18, ink)
    lay(screen, set_text("Sudoku  Medium  03:27", EMBEDDED, 30), 30, 100, ink)
    screen[180 : 180 + side, 24 : 24 + side] = drawn
    if theme.keypad:
        _draw_keypad(screen, shape.size, 180 + side + 90, theme)
    return screen


def _shades(shape: Shape, theme: Theme, chosen: int) -> dict[int, Colour]:
    """The colours of the chosen cell and of its peers."""
    tints: dict[int, Colour] = {}
    if theme.seen is not None:
        tints.update(dict.fromkeys(shape.peers[chosen], theme.seen))
    if theme.selected is not None:
        tints[chosen] = theme.selected
    return tints


def _draw_keypad(screen: Bgr, size: int, top: int, theme: Theme) -> None:
    """The keys 1 to N in rows below the puzzle."""
    keys = min(size, 9)
    step = (screen.shape[1] - 48) // keys
    for key in range(keys):
        mask = set_text(str(key + 1), EMBEDDED, 44)
        left = 24 + key * step + (step - mask.shape[1]) // 2
        lay(screen, mask, left, top, theme.style.pen)
    for number, word in enumerate(("Undo", "Erase", "Notes", "Hint")):
        mask = set_text(word, EMBEDDED, 24)
        lay(
            screen,
            mask,
            40 + number * (screen.shape[1] // 4),
            top + 130,
            theme.style.ink,
        )
