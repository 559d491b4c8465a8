"""Puzzles in JSON: f-puzzles, SudokuPad, ipuz and pencilmark, as files and in links.

What names rules beyond rows, columns and boxes makes the puzzle a variant. A name that
is not known here does so as well: only what is known to be decoration is passed over.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from typing import Any

from mailbot.language.puzzles import OTHER
from mailbot.text.saves.packed import unpack_lz
from mailbot.text.saves.save import Save, saved
from solver import Shape
from solver.grid import SYMBOLS

_Object = Mapping[str, Any]

_VARIANTS = {
    name: kind
    for kind, *names in (
        ("antiknight", "antiking", "antiknight"),
        ("arrow", "arrow"),
        ("consecutive", "difference", "nonconsecutive", "ratio"),
        ("diagonal", "diagonal+", "diagonal-", "diagonalsudoku"),
        ("even-odd", "even", "odd"),
        ("greater-than", "maximum", "minimum"),
        ("hyper", "extraregion", "hypersudoku"),
        ("jigsaw", "jigsawsudoku", "latinsquare"),
        ("kenken", "calcudoku"),
        ("killer", "cage", "killercage", "killersudoku"),
        ("sandwich", "sandwichsum"),
        ("thermo", "thermometer"),
        ("word", "wordoku"),
    )
    for name in names
}
_DECORATION = re.compile(
    "author|cellcolor|disabledlogic|grid|highlightConflicts|metaData|rectangle|ruleset"
    "|size|solution|successMessage|text|title|truecandidatesoptions"
)
"""The names in an object of f-puzzles that are no rules."""

_SHORT_NAMES = {"ce": "cells", "re": "regions", "ca": "cages", "v": "value"}
"""What SudokuPad calls these in its links."""
_RULES = {
    "cages": "killer",
    **dict.fromkeys(("arrows", "ar", "a"), "arrow"),
    **dict.fromkeys(("lines", "overlays", "underlays", "li", "l", "o", "u"), OTHER),
}
"""What SudokuPad draws; all of it may mean a rule."""
_IPUZ = re.compile(r"ipuz\.org/sudoku(?:/(\w+))?")
_BARE_NAME = re.compile(r"([{,]\s*)([A-Za-z_]\w*)\s*:")
_TOKENS = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*'")
_ELISION = re.compile(r"(?<=[\[,])(?=[,\]])")
_BARE_WORD = re.compile(r"(?<=[:\[,])\s*(?!true\b|false\b|null\b)([#A-Za-z][\w#]*)")


def read_packed_object(match: re.Match[str]) -> Iterator[Save]:
    """The puzzle in a link of f-puzzles or SudokuPad."""
    text = unpack_lz(match["packed"])
    try:
        value = json.loads(text)
    except ValueError:
        value = json.loads(_quoted(text))
    yield from _read(value)


def read_object(match: re.Match[str]) -> Iterator[Save]:
    """The puzzle in an object of JSON."""
    value, _ = json.JSONDecoder().raw_decode(match.string, match.start())
    yield from _read(value)


def _quoted(text: str) -> str:
    """The short notation of SudokuPad as JSON: names and words in quotes.

    `t` and `f` are true and false; nothing between two commas is null. What stands in
    quotes is hidden meanwhile, so that it stays as it is.
    """
    held: list[str] = []

    def hide(match: re.Match[str]) -> str:
        held.append(json.dumps(match[0][1:-1]))
        return f"\x00{len(held) - 1}\x00"

    bare = _TOKENS.sub(hide, text)
    bare = _BARE_NAME.sub(r'\1"\2":', bare)
    bare = re.sub(r"(?<=[:\[,])t(?=[,\]}])", "true", bare)
    bare = re.sub(r"(?<=[:\[,])f(?=[,\]}])", "false", bare)
    bare = _BARE_WORD.sub(r'"\1"', bare)
    bare = re.sub(r"\[\](?!\s*:)", "[\x01]", bare)
    bare = _ELISION.sub("null", bare).replace("[\x01]", "[]")
    return re.sub(r"\x00(\d+)\x00", lambda found: held[int(found[1])], bare)


def _read(value: Any) -> Iterator[Save]:
    """The puzzle of an object in any of these formats."""
    if not isinstance(value, dict):
        return
    value = {_SHORT_NAMES.get(name, name): inner for name, inner in value.items()}
    kinds = value.get("kind")
    if isinstance(kinds, list) and any(_IPUZ.search(str(kind)) for kind in kinds):
        yield _read_ipuz(value, kinds)
    elif value.get("format") == "sudoku-puzzle":
        yield _read_pencilmark(value)
    elif _is_table(value.get("grid")):
        yield _read_fpuzzles(value)
    elif _is_table(value.get("cells")):
        yield _read_sudokupad(value)


def _is_table(rows: Any) -> bool:
    """Whether a value is N rows of N objects."""
    return isinstance(rows, list) and all(
        isinstance(row, list)
        and len(row) == len(rows)
        and all(isinstance(cell, dict) for cell in row)
        for row in rows
    )


def _read_fpuzzles(value: _Object) -> Save:
    cells: list[_Object] = list(chain.from_iterable(value["grid"]))
    names = [n for n, held in value.items() if held and not _DECORATION.fullmatch(n)]
    variant = next((_VARIANTS[name] for name in names if name in _VARIANTS), "")
    if not variant and names:
        variant = OTHER
    size = len(value["grid"])
    regions = [cell.get("region") for cell in cells]
    if any(region is not None for region in regions):
        # Only the cells that are not in their usual box name their region.
        return Save(None, variant or "jigsaw")
    given = [bool(cell.get("given")) for cell in cells]
    digits = [_digit(cell.get("value"), size) for cell in cells]
    return saved(
        [digit if own else 0 for digit, own in zip(digits, given, strict=True)]
        if any(given)
        else digits,
        digits,
        variant=variant,
        marks=[_marks(cell, "candidates", "centerPencilMarks") for cell in cells],
    )


def _read_sudokupad(value: _Object) -> Save:
    table = value["cells"]
    size = len(table)
    cells: list[_Object] = [
        {_SHORT_NAMES.get(name, name): held for name, held in cell.items()}
        for cell in chain.from_iterable(table)
    ]
    variant = next((v for name, v in _RULES.items() if _draws(value.get(name))), "")
    regions: list[object] = []
    drawn = [r for r in value.get("regions") or () if isinstance(r, list)]
    if drawn:
        regions = [None] * (size * size)
        for number, region in enumerate(drawn):
            for row, column in region:
                regions[row * size + column] = number
    digits = [_digit(cell.get("value"), size) for cell in cells]
    marks = [_marks(cell, "pencilMarks", "centremarks") for cell in cells]
    return saved(digits, regions=regions, variant=variant, marks=marks)


def _draws(value: Any) -> bool:
    """Whether a list of SudokuPad draws something on cells."""
    if not isinstance(value, list):
        return False
    return any(
        not isinstance(one, dict) or one.get("cells", one.get("ce", True))
        for one in value
    )


def _read_ipuz(value: _Object, kinds: Sequence[Any]) -> Save:
    found = [match[1] or "" for kind in kinds if (match := _IPUZ.search(str(kind)))]
    names = [name.lower() for name in found if name]
    variant = next((_VARIANTS.get(name, OTHER) for name in names), "")
    if not variant and (value.get("cages") or value.get("zones")):
        variant = "killer" if value.get("cages") else OTHER
    if not variant and value.get("boxes") is False:
        variant = "jigsaw"
    charset = str(value.get("charset") or SYMBOLS)
    rows = value["puzzle"]
    size = len(rows)
    cells = [
        cell.get("value", cell.get("cell")) if isinstance(cell, dict) else cell
        for cell in chain.from_iterable(rows)
    ]
    own = [
        cell.get("value") if isinstance(cell, dict) else cell
        for cell in chain.from_iterable(value.get("saved") or ())
    ]
    digits = [_digit(cell, size, charset) for cell in cells]
    return saved(digits, [_digit(c, size, charset) for c in own], variant=variant)


def _read_pencilmark(value: _Object) -> Save:
    givens = [int(digit or 0) for digit in value["givens"]]
    rules = value["rules"]
    boxes = [rule["box"] for rule in rules if rule.get("type") == "box_grid"]
    if len(boxes) == len(rules) == 1:
        height, width = boxes[0]
        return saved(givens, shape=Shape(width, height))
    kinds = {str(rule.get("type")) for rule in rules} - {"box_grid", "grid", "box"}
    named = {"cage": "killer", "neighbours": "antiknight", "edge": "consecutive"}
    variant = next((named[kind] for kind in sorted(kinds) if kind in named), "")
    return saved(givens, variant=variant or (OTHER if kinds else "jigsaw"))


def _marks(cell: _Object, *names: str) -> Sequence[int]:
    """The first list of candidates that a cell has."""
    held = next((cell[name] for name in names if cell.get(name)), ())
    return [int(digit) for digit in held if str(digit).isdecimal()]


def _digit(value: Any, size: int, charset: str = SYMBOLS) -> int:
    """The digit of a cell, 0 for none.

    Raises:
        ValueError: it is no digit of such a grid.
    """
    if value is None or value in ("", "#", "0", 0, "."):
        return 0
    word = str(value)
    digit = int(word) if word.isdecimal() else charset.find(word.upper()) + 1
    if not 1 <= digit <= size:
        raise ValueError(f"no digit of a grid of {size} rows")
    return digit
