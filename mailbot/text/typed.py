"""Puzzles in a text: what was typed, pasted, quoted or attached.

Every grid of digits that stands there is judged; what breaks the rules too often to
be a puzzle with a slip (statistics, a chess board, random digits) is none.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain, islice

from mailbot.judge import judge, reading_of
from mailbot.model import (
    Findings,
    Note,
    NoteKind,
    Puzzle,
    Reading,
    Source,
    Status,
    Where,
)
from mailbot.text.dressing import undress
from mailbot.text.lack import find_lack
from mailbot.text.link import without_links
from solver import FoundGrid, Impossible, find, other_shapes, shape_of

_MAX_CLASHING = 0.34
"""The part of the digits that may clash where a person made a slip or two. One wrong
digit clashes with three others at most; of random digits nearly all clash."""

_SETTLED = (Status.SOLVED, Status.COMPLETE)

_STRUCK = re.compile(r"\S[\u0335-\u0338]")
"""A character and the stroke through it."""

_DRESSED = 50_000
"""Characters of a text that is worth a second look."""

_TINY, _SMALL = 4, 9
"""A few numbers in a small table are soon a puzzle with many solutions."""


@dataclass(slots=True)
class Allowance:
    """What the texts of one letter may still cost; used up as they are read.

    `nodes` are those of search. A puzzle of 25x25 can be made to take any number.
    """

    characters: int = 300_000
    puzzles: int = 100
    nodes: int = 10_000

    def take(self, text: str) -> str:
        """As much of a text as may be read."""
        taken = text[: self.characters]
        self.characters -= len(taken)
        return taken

    def judge(self, reading: Reading) -> Puzzle:
        """The verdict on a reading, within the nodes that are left."""
        puzzle = judge(reading, nodes=max(self.nodes, 0))
        self.nodes -= puzzle.nodes
        return puzzle


def read_text(
    text: str,
    source: Source = Source.TEXT,
    part: str = "",
    allowance: Allowance | None = None,
) -> Findings:
    """Every puzzle in a text; links are left out, they are read by themselves.

    Args:
        text: any text, quoted lines and all.
        source: what it was.
        part: the number of the letter's part that it was, "" for the body.
        allowance: what this and the other texts of its letter may cost together.
    """
    allowance = allowance or Allowance()
    taken = allowance.take(text)
    where = Where(part=part)
    bare = _STRUCK.sub("", without_links(taken))
    puzzles = _read(bare, where, source, allowance)
    if not puzzles and len(bare) <= _DRESSED:
        puzzles = _read(undress(bare), where, source, allowance)
    notes = []
    if len(puzzles) > allowance.puzzles:
        puzzles.pop()
        notes.append(Note(NoteKind.TOO_MANY, part=part))
    elif not puzzles and len(taken) < len(text):
        notes.append(Note(NoteKind.TOO_LARGE, part=part))
    elif not puzzles and (lack := find_lack(taken)):
        notes.append(Note(NoteKind.CUT_OFF, part=part, lack=lack))
    allowance.puzzles -= len(puzzles)
    return Findings(tuple(puzzles), tuple(notes))


def _read(
    text: str, where: Where, source: Source, allowance: Allowance
) -> list[Puzzle]:
    """The puzzles of a text as it stands, and one more than is allowed."""
    judged = (judge_found(f, source, where, allowance.judge) for f in find(text))
    return list(islice(filter(is_puzzle, judged), allowance.puzzles + 1))


def judge_found(
    found: FoundGrid,
    source: Source = Source.TEXT,
    where: Where | None = None,
    judge: Callable[[Reading], Puzzle] = judge,
) -> Puzzle:
    """The verdict on a grid in a text.

    Where nothing in the text draws the boxes, and the usual boxes leave no single
    solution, the other boxes of that size are tried.
    """
    first = judge(reading_of(found.grid, source, where, found.symbols))
    if first.status in _SETTLED or _is_drawn(found):
        return first
    for shape in other_shapes(found.grid.shape):
        grid = found.grid.with_shape(shape)
        other = judge(reading_of(grid, source, where, found.symbols))
        if other.status in _SETTLED:
            return other
    return first


def is_puzzle(puzzle: Puzzle) -> bool:
    """Whether a grid of digits is meant as a Sudoku, right or wrong."""
    grid, answer = puzzle.grid, puzzle.answer
    filled = grid.shape.cells - grid.digits.count(0)
    if puzzle.status in _SETTLED:
        return True
    if isinstance(answer, Impossible) and answer.clashes:
        clashing = set(chain.from_iterable(clash.cells for clash in answer.clashes))
        if len(clashing) > filled * _MAX_CLASHING:
            return False
    return grid.shape.size >= _SMALL or filled >= grid.shape.size > _TINY


def _is_drawn(found: FoundGrid) -> bool:
    """Whether the text shows where the boxes are."""
    framed = any(word in found.form for word in ("framed", "bars"))
    return framed or found.grid.shape != shape_of(found.grid.shape.size)
