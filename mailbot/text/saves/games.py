"""Game IDs of Simon Tatham's Solo, `3x3:a8e4_2c...`, alone or in a saved game.

A small letter is a run of so many empty cells; `_` parts two digits. `2x3` has boxes
that are three cells wide and two tall, and `9j` is a jigsaw of nine rows. Letters
behind the size name other rules: j jigsaw, x diagonals, k killer.
"""

import re
from collections.abc import Iterator

from mailbot.text.saves.save import Save, saved
from solver import Shape

_SIZE = re.compile(r"(\d{1,2})(?:x(\d{1,2}))?([jxk]*)(?:d[a-z]{1,2})?\s?")
_ID = re.compile(rf"{_SIZE.pattern}:([a-z\d_]{{1,700}})(,?)")
_PARAMETERS = re.compile(rf"^C?PARAMS {{1,2}}:\d{{1,2}}:{_SIZE.pattern}$", re.MULTILINE)
_SAVED = re.compile(r"DESC    :\d{1,4}:([a-z\d_]{1,700})(,?)")
_TOKEN = re.compile(r"([a-z])|(\d{1,2})|_")


def read_games(match: re.Match[str]) -> Iterator[Save]:
    """The game of an ID, or of a saved game."""
    text = match.string
    if match[0].startswith("DESC"):
        size = _PARAMETERS.search(text)
        found = _SAVED.match(text, match.start())
        if size and found:
            yield from _game(size[1], size[2], size[3], found[1])
    elif found := _ID.match(text, match.start()):
        yield from _game(found[1], found[2], found[3], found[4])


def _game(first: str, second: str | None, rules: str, runs: str) -> Iterator[Save]:
    height, width = int(first), int(second or 1)
    size = height * width
    cells = list(_cells(runs))
    if len(cells) != size * size or max(cells) > size or size < 4:
        return
    if rules or not second:
        kind = "killer" if "k" in rules else "diagonal" if "x" in rules else "jigsaw"
        yield Save(None, kind)
    else:
        yield saved(cells, shape=Shape(width, height))


def _cells(runs: str) -> Iterator[int]:
    for token in _TOKEN.finditer(runs):
        if token[1]:
            yield from [0] * (ord(token[1]) - ord("a") + 1)
        elif token[2]:
            yield int(token[2])
