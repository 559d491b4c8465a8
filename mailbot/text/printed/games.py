"""Game IDs of Simon Tatham's Solo, `3x3:a8e4_2c...`, alone or in a saved game.

A small letter is a run of so many empty cells; `_` parts two digits. `2x3` has boxes
that are three cells wide and two tall. Letters behind the size name other rules, and
such a game is left to whoever reads these.
"""

import re
from collections.abc import Iterator

from solver import Grid, Shape

_ID = re.compile(
    r"(?<![\w.])([2-5])x([2-5])(?:d[a-z]{1,2})?:([a-z\d_]{8,700})(?![\w,])"
)
_SIZE = re.compile(
    r"^CPARAMS :\d{1,2}:([2-5])x([2-5])(?:d[a-z]{1,2})?\s?$", re.MULTILINE
)
_SAVED = re.compile(r"^DESC    :\d{1,4}:([a-z\d_]{8,700})\s?$", re.MULTILINE)
_TOKEN = re.compile(r"([a-z])|(\d{1,2})|_")


def find_games(text: str) -> Iterator[Grid]:
    """The grid of every game in a text."""
    games = [(m[1], m[2], m[3]) for m in _ID.finditer(text)]
    size, saved = _SIZE.search(text), _SAVED.search(text)
    if size and saved:
        games.append((size[1], size[2], saved[1]))
    for high, wide, description in games:
        shape = Shape(int(wide), int(high))
        cells = tuple(_cells(description))
        if len(cells) == shape.cells and max(cells) <= shape.size:
            yield Grid(shape, cells)


def _cells(description: str) -> Iterator[int]:
    for token in _TOKEN.finditer(description):
        if token[1]:
            yield from [0] * (ord(token[1]) - ord("a") + 1)
        elif token[2]:
            yield int(token[2])
