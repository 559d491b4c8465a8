r"""Filled grids that are the key of a puzzle which is not read, and no own work.

Programs save the solution beside their puzzle. Where nothing else of it is a Sudoku,
the puzzle has other rules, or its cells are all empty.

>>> unread_beside('{"cages": [[0, 1]], "solution": ["53467..."]}', 81)
'killer'
>>> unread_beside("Puzzle:\n" + "000000000\n" * 9 + "\nSolution:\n534678912\n", 81)
'other'
"""

import re
from collections.abc import Mapping
from functools import cache

from mailbot.language.folders import rows, strings
from mailbot.language.puzzles import LETTERS, OTHER, find_variant

_LONGEST = 60_000
"""Characters of a text that are searched."""

_LABEL = re.compile(
    r"[\"'<]([^\W\d_][\w -]{2,20})[\"'>]|<([^\W\d_]\w{2,20})[\s/>]"
    r"|^[\s#*-]{0,9}([^\W\d_][\w -]{2,20}):?\s*$"
    r"|^[\s-]{0,9}([^\W\d_]\w{2,20})\s?[:=](?: ?([^\W\d_][\w -]{2,20})$)?",
    re.MULTILINE,
)
"""A name or a word in quotes or in brackets, a heading, a name before a colon or =."""

_OF_DATA = {"cage": "killer", "cages": "killer", "areas": OTHER}
_PUZZLE = {"puzzle", "board", "grid", "quiz", "question", "problem", "clues", "givens"}
_CELL = re.compile(r"\d+|[._*?]|null|None|nil|\{\s?\}")
_BOARD = re.compile(rf"[\s\"'>:=]*+(?:[\s,;|\[\](){{}}\"'+-]*(?:{_CELL.pattern}))+")
_FEWEST_CELLS = 4
_RULE = re.compile(r"[_*?]{26,}")
_EMPTY = re.compile(r"\b(?:null|None|nil|nan)\b|\"\s?\"|'\s?'|\{\s?\}", re.IGNORECASE)
_BETWEEN = re.compile(r"[\s,;|\[\](){}\"':+]+")


def unread_beside(text: str, cells: int) -> str | None:
    """The kind of the puzzle of which a grid that a text holds is the key.

    Args:
        text: all of it.
        cells: of the grid, which has no empty cell.

    Returns:
        The name of its rules, OTHER if they are not known; None if the text shows no
        other puzzle.
    """
    text = text[:_LONGEST]
    found = [
        (m.end(), g.strip().lower())
        for m in _LABEL.finditer(text)
        for g in m.groups("")
    ]
    labels = {name for _, name in found}
    named = (_rules()[label] for label in sorted(labels & _rules().keys()))
    variant = find_variant(text) or next(named, "")
    if variant:
        return variant
    shown = any(name in _PUZZLE and _shows_a_board(text, end) for end, name in found)
    is_pair = shown and not labels.isdisjoint(_solutions())
    return OTHER if is_pair or _has_empty_board(text, cells) else None


def _shows_a_board(text: str, at: int) -> bool:
    """Whether cells follow a label, of which some are no digit; words are none.

    A long number is a row of digits, a short one a sum.
    """
    board = _BOARD.match(text, at)
    cells = _CELL.findall(board[0]) if board else []
    unfilled = [cell for cell in cells if not re.fullmatch("[1-9]|[1-9]{4,}", cell)]
    return len(cells) >= _FEWEST_CELLS and bool(unfilled)


def _has_empty_board(text: str, cells: int) -> bool:
    """Whether a grid without a digit is drawn; a rule is no such grid."""
    bare = _BETWEEN.sub("", _EMPTY.sub(".", _RULE.sub("", text)))
    runs = re.findall(r"0+|[._*?]+", bare)
    return any(len(run) == cells for run in runs)


@cache
def _rules() -> Mapping[str, str]:
    """The names of rules, as programs write them too, each with the kind of puzzle."""
    listed = (*rows("puzzles", "variants"), *rows("puzzles", "own_names"))
    names = {name: kind for kind, *words in listed for name in words if kind != LETTERS}
    plural = {f"{name}s": kind for name, kind in names.items() if len(name) > 3}
    return {**_OF_DATA, **plural, **names}


@cache
def _solutions() -> frozenset[str]:
    words = " ".join(strings("commands", "solution")).split()
    return frozenset((*words, "solutions", "answers", "key", "solved"))
