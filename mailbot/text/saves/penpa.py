"""Links of Penpa+: `...penpa-edit/#m=edit&p=...`.

The text behind `p=` is a raw deflate stream of lines, in which frequent words are
written as `z` and a letter: the header (`square,9,9,...`), the margins, the mode, the
problem and the answer as objects, and the cells of the board. A board of N rows lies
within margins of two cells; the cell in a row and a column of all of it has the number
row * width + column. A thick line runs from one corner of cells to the next.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from typing import Any

from mailbot.language.puzzles import OTHER
from mailbot.text.saves.packed import unpack_deflated
from mailbot.text.saves.save import Save, saved

_WORDS = {
    "zQ": '"pu_q"',
    "zA": '"pu_a"',
    "zG": '"grid"',
    "zM": '"edit_mode"',
    "zS": '"surface"',
    "zL": '"line"',
    "zE": '"lineE"',
    "zW": '"wall"',
    "zC": '"cage"',
    "zN": '"number"',
    "zY": '"symbol"',
    "zP": '"special"',
    "zB": '"board"',
    "zR": '"command_redo"',
    "zU": '"command_undo"',
    "z8": '"command_replay"',
    "z1": '"numberS"',
    "zF": '"freeline"',
    "z2": '"freelineE"',
    "zT": '"thermo"',
    "z3": '"arrows"',
    "zD": '"direction"',
    "z0": '"squareframe"',
    "z5": '"polygon"',
    "z4": '"deletelineE"',
    "z6": '"killercages"',
    "z7": '"nobulbthermo"',
    "z9": '"qa"',
    "z_": '"__a"',
    "zO": "null",
    "zZ": "z",
}
_WORD = re.compile("z[A-Z0-9_]")
_RULES = {
    "killercages": "killer",
    "cage": "killer",
    "thermo": "thermo",
    "nobulbthermo": "thermo",
    "arrows": "arrow",
    "symbol": OTHER,
    "line": OTHER,
    "freeline": OTHER,
    "wall": OTHER,
    "polygon": OTHER,
    "direction": OTHER,
    "squareframe": OTHER,
    "surface": OTHER,
    "numberS": OTHER,
}
"""What the problem may hold beyond digits and thick lines."""
_BOARDS = ("square", "sudoku")
_MARGIN = 4
_THICK = (2, 21)
_PLAIN_DIGIT = "1"
"""The style of a digit in the middle of its cell."""


def read_penpa(match: re.Match[str]) -> Iterator[Save]:
    """The puzzle in a link of Penpa+."""
    text = unpack_deflated(match["packed"])
    lines = _WORD.sub(lambda word: _WORDS.get(word[0], word[0]), text).split("\n")
    header = lines[0].split(",")
    if header[0] not in _BOARDS:
        return
    width, height = int(header[1]) + _MARGIN, int(header[2]) + _MARGIN
    problem: Mapping[str, Any] = json.loads(lines[3])
    board = _board(lines, width, height)
    size = round(len(board) ** 0.5)
    rows = [board[i : i + size] for i in range(0, len(board), size)]
    if any(row != list(range(row[0], row[0] + size)) for row in rows):
        yield Save(None, OTHER)
        return
    variant = next((v for name, v in _RULES.items() if _holds(problem.get(name))), "")
    digits, is_plain = _digits(problem.get("number") or {}, board)
    if not is_plain:
        variant = variant or OTHER
    regions = _regions(problem.get("lineE") or {}, board, width, width * height)
    yield saved(digits, regions=regions, variant=variant)


def _board(lines: Sequence[str], width: int, height: int) -> list[int]:
    """The numbers of the cells of the board, row by row."""
    listed = json.loads(lines[5]) if len(lines) > 5 and lines[5].strip() else []
    if listed and listed[0] is not None:
        return sorted(accumulate(listed))
    top, bottom, left, right = (json.loads(lines[1]) or [0, 0, 0, 0])[:4]
    return [
        row * width + column
        for row in range(2 + top, height - 2 - bottom)
        for column in range(2 + left, width - 2 - right)
    ]


def _holds(value: Any) -> bool:
    """Whether a list or an object holds anything but empty lists."""
    inner = value.values() if isinstance(value, dict) else value
    return bool(inner) and any(one != [] for one in inner)


def _digits(
    numbers: Mapping[str, Sequence[Any]], board: Sequence[int]
) -> tuple[list[int], bool]:
    """The digit of each cell, and whether all that is written are such digits."""
    found: dict[int, int] = {}
    is_plain = True
    for place, (word, _, style, *_) in numbers.items():
        is_digit = place.isdecimal() and int(place) in board and str(word).isdecimal()
        if is_digit and str(style) == _PLAIN_DIGIT:
            found[int(place)] = int(word)
        elif str(word).strip():
            is_plain = False
    return [found.get(cell, 0) for cell in board], is_plain


def _regions(
    lines: Mapping[str, int], board: Sequence[int], width: int, cells: int
) -> list[int]:
    """The number of each cell's region within thick lines; [] if there are none."""
    parted = set(_parted(lines, width, cells))
    if not parted:
        return []
    left = set(board)
    region_of: dict[int, int] = {}
    for number, start in enumerate(board):
        waiting = [start] if start in left else []
        left.discard(start)
        while waiting:
            cell = waiting.pop()
            region_of[cell] = number
            beside = {cell - 1, cell + 1, cell - width, cell + width} & left
            near = {one for one in beside if frozenset((cell, one)) not in parted}
            left -= near
            waiting += near
    return [region_of[cell] for cell in board]


def _parted(
    lines: Mapping[str, int], width: int, cells: int
) -> Iterator[frozenset[int]]:
    """The cells between which a thick line runs, in pairs."""
    for ends, style in lines.items():
        first, second = sorted(int(end) - cells for end in ends.split(","))
        if style not in _THICK:
            continue
        if second - first == 1:  # it lies below the cell of its right end
            yield frozenset((second, second + width))
        elif second - first == width:  # it lies to the right of its lower end's cell
            yield frozenset((second, second + 1))
