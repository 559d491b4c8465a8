"""Words at their places on a page as lines of text, each character as wide as all."""

from collections.abc import Sequence
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

_WIDEST = 400  # characters of a line
_FAR, _MOST_BLANK = 3.5, 6
"""Rows that are so many rows apart are no rows of one table; lines between them."""


class Word(NamedTuple):
    """A word, or one character, and the box around it; `top` counts down the page."""

    left: float
    top: float
    right: float
    bottom: float
    text: str

    @property
    def middle(self) -> float:
        """Half way down its box."""
        return (self.top + self.bottom) / 2


def lay_out(words: Sequence[Word]) -> str:
    """The text of a page."""
    if not words:
        return ""
    width = _median([(w.right - w.left) / len(w.text) for w in words]) or 1.0
    rows: list[list[tuple[int, Word]]] = []
    lowest = float("-inf")
    placed = zip(_columns(words, width), words, strict=True)
    for column, word in sorted(placed, key=lambda one: one[1].middle):
        if word.middle > lowest:
            rows.append([])
            lowest = word.bottom
        rows[-1].append((column, word))
        lowest = max(lowest, word.bottom)
    heights = [row[0][1].middle for row in rows]
    steps = [below - above for above, below in pairwise(heights)]
    text, step = "", _median(steps or [1.0])
    for row, down in zip(rows, [*steps, step], strict=True):
        line, right = "", float("inf")
        for column, word in sorted(row, key=itemgetter(0)):
            line = line.ljust(min(column, _WIDEST))
            if word.left - right > width / 4 and line[-1:] != " ":
                line += " "
            line, right = line + word.text, word.right
        text += line + "\n" * (
            _MOST_BLANK if down > _FAR * step else max(round(down / step), 1)
        )
    return f"{text}\n"


def _columns(words: Sequence[Word], width: float) -> list[int]:
    """The characters of a line before each word.

    A box may be as narrow as the ink in it, so that it is the middles of boxes that are
    even. What begins within half a character of a column begins there, and columns that
    are apart are so by whole characters.
    """
    starts = [(w.left + w.right - len(w.text) * width) / 2 for w in words]
    columns: dict[float, float] = {}
    first = min(starts)
    for start in sorted(starts):
        first = start if start - first > width / 2 else first
        columns[start] = first
    cells = {columns[x] for x, w in zip(starts, words, strict=True) if len(w.text) == 1}
    ordered = sorted(cells) or [first]
    step = _median([b - a for a, b in pairwise(ordered)] or [width])
    unit = step / max(1, round(step / width)) if step > width else width
    numbers = [round((columns[start] - ordered[0]) / unit) for start in starts]
    return [number - min(numbers) for number in numbers]


def _median(numbers: Sequence[float]) -> float:
    return sorted(numbers)[len(numbers) // 2]
