"""Puzzles in a text that was typed, pasted, quoted or attached.

Every grid of digits is judged. A grid that breaks the rules too often for a puzzle with
a slip (statistics, a chess board, random digits) is left out.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, islice
from typing import TYPE_CHECKING

from msgspec import Struct

from mailbot.judge import judge, reading_of, with_crossed_out
from mailbot.language.puzzles import find_variant
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
from mailbot.text.dictated import find_dictation
from mailbot.text.html import lay_out_boxed
from mailbot.text.keys import unread_beside
from mailbot.text.lack import find_lack
from mailbot.text.link import without_links
from mailbot.text.named import read_saves
from mailbot.text.regions import Regions, find_regions
from mailbot.text.separated import lay_out_table, with_typed_signs
from solver import FoundGrid, Grid, Impossible, find, other_shapes, shape_of

if TYPE_CHECKING:
    from mailbot.text.printed import PrintedGrid

_MAX_CLASHING = 0.34
"""The largest part of the digits that clash in a puzzle with a slip or two.

One wrong digit clashes with three others at most; of random digits nearly all clash.
"""

_SETTLED = (Status.SOLVED, Status.COMPLETE)

_STRUCK = re.compile(r"\S[\u0335-\u0338]")
"""A character with a combining stroke through it."""

_DRESSED = 50_000
"""The longest text that is read again without its dressing, in characters."""

_COLUMN = r"((?:[ck]ol[a-z]{0,7}|spalt[a-z]{0,3}|[ckvxs])[ _.]?)"
_LABEL = re.compile(
    rf"^[^\w\n]{{0,9}}{_COLUMN}(\d{{1,2}})(?!\w)"
    rf"|(?:(?<![^\W_]){_COLUMN}|[{{,]\s?[\"']?)(\d{{1,2}})[\"']?\s?(?::|=>)\s?[\[{{(]"
    rf"|(?<![^\W_]){_COLUMN}(\d{{1,2}})[\"']?\s?(?:,|=|<-)\s?\w{{0,9}}\s?[\[{{(]",
    re.IGNORECASE | re.MULTILINE,
)
"""The number of a column: at the start of a line, or before a list in an object.

An object may also number what it lists, and not say whether it is a row or a column.
"""

_NAMED_LIST = re.compile(
    r"(?<![\w.])([A-Za-z][\w.]{0,15})[\"']?\s{0,2}(?:=>|<-|[:=,]|\s)\s{0,2}"
    r"(?:\w{1,12}\s?)?[\[({]{1,2}\s{0,3}(?=[\w\"'.-])"
    r"|^\s?\$ (\w{1,16})\s|^Name: (\w{1,16}),",
    re.MULTILINE,
)
"""The name of a list, or of what R and pandas print as a column."""

_MOST_OTHERS = 2
"""Further lists with a name in a text that lists the columns of a grid."""

_TURNED = re.compile(
    r"[\])]\s?\.(?:T\b|t\(|transpose\(|swapaxes\()|\bcol(?:umn)?[-_ ]?major\b"
    r"|MatrixMarket matrix array"
    r"|\border[\"']?\s?[:=]\s?[\"']?col|(?<![\w.])reshape\s?\([^()]{0,700}\(\s?\d",
    re.IGNORECASE,
)
"""What turns rows and columns, or may do so: Julia's `reshape` does, numpy's does not.
"""

_OF_COLUMN = re.compile(r"<column\b[^<>/]{0,80}>\s{0,40}<\w", re.IGNORECASE)
"""An element of XML that holds the cells of a column, if there are N of them."""

_TINY, _SMALL = 4, 9
"""Sizes of grids that need more digits: a small table with a few numbers is no puzzle.

At or below _TINY a grid must have one solution; below _SMALL it needs N digits.
"""


class Allowance(Struct):
    """What the texts of one letter may still cost; reading a text uses it up.

    `nodes` are search nodes: a 25x25 puzzle can be made to take any number of them.
    """

    characters: int = 300_000
    puzzles: int = 100
    nodes: int = 10_000

    def take(self, text: str) -> str:
        """The beginning of a text, as long as may still be read."""
        taken = text[: self.characters]
        self.characters -= len(taken)
        return taken

    def judge(self, reading: Reading) -> Puzzle:
        """Judge a reading with the nodes that are left."""
        puzzle = judge(reading, nodes=max(self.nodes, 0))
        self.nodes -= puzzle.nodes
        return puzzle


_Verdict = Callable[[FoundGrid], Puzzle]


def read_text(
    text: str,
    source: Source = Source.TEXT,
    part: str = "",
    allowance: Allowance | None = None,
) -> Findings:
    """Every puzzle in a text, except in its links; see `link.read_links`.

    Args:
        text: any text, quoted lines and all.
        source: the kind of text, for the readings.
        part: the number of the letter's part, "" for the body.
        allowance: what this and the other texts of the letter may cost together.
    """
    allowance = allowance or Allowance()
    taken = allowance.take(text)
    is_cut = len(taken) < len(text)
    taken = lay_out_boxed(taken) or taken
    where = Where(part=part)
    saves = read_saves(taken, source, where, allowance.judge)
    if saves.puzzles or saves.notes:
        allowance.puzzles -= len(saves.puzzles)
        return saves
    bare = _STRUCK.sub("", without_links(taken))
    verdict = partial(judge_found, source=source, where=where, judge=allowance.judge)
    puzzles = _read_typed(bare, verdict, allowance.puzzles + 1)
    if puzzles and (declined := decline(puzzles, bare, allowance.judge)).notes:
        return declined
    dictation = None if puzzles else find_dictation(bare)
    if dictation and dictation.grid:
        said = reading_of(dictation.grid, source, where)
        puzzles = [puzzle for puzzle in [allowance.judge(said)] if is_puzzle(puzzle)]
    notes = []
    if len(puzzles) > allowance.puzzles:
        puzzles.pop()
        notes.append(Note(NoteKind.TOO_MANY, part=part))
    elif not puzzles and is_cut:
        notes.append(Note(NoteKind.TOO_LARGE, part=part))
    elif not puzzles and (
        # What the person should count again in what they dictated or typed.
        lack := (dictation and dictation.lack) or find_lack(taken)
    ):
        notes.append(Note(NoteKind.CUT_OFF, part=part, lack=lack))
    allowance.puzzles -= len(puzzles)
    return Findings(tuple(puzzles), tuple(notes))


def decline(
    puzzles: Sequence[Puzzle], text: str, judge: Callable[[Reading], Puzzle] = judge
) -> Findings:
    """The puzzles of a text that follow the usual rules, and a note on the others.

    The boxes may have been guessed, so that drawn regions count before any solution. A
    name counts where a puzzle has no solution by the usual rules, or is so small that
    it may have one by chance. A filled grid may be the key of another puzzle.
    """
    if all(puzzle.status is Status.COMPLETE for puzzle in puzzles):
        key = unread_beside(text, puzzles[0].grid.shape.cells)
        if key:
            return Findings(
                notes=(Note(NoteKind.VARIANT, key, puzzles[0].reading.where.part),)
            )
    kept: list[Puzzle] = []
    notes: list[Note] = []
    name = find_variant(text)
    for puzzle in puzzles:
        size = puzzle.grid.shape.size
        regions = find_regions(text, size)
        usual = _in_regions(puzzle, regions, judge) if regions else puzzle
        is_sure = usual and usual.status in _SETTLED and size >= _SMALL
        if usual and (is_sure or not name):
            kept.append(usual)
        else:
            drawn = regions.variant if regions and not usual else name
            part = puzzle.reading.where.part
            notes.append(Note(NoteKind.VARIANT, drawn, part))
    return Findings(tuple(kept), tuple(dict.fromkeys(notes)))


def _in_regions(
    puzzle: Puzzle, regions: Regions, judge: Callable[[Reading], Puzzle]
) -> Puzzle | None:
    """The puzzle with boxes as they are drawn; None if the regions are no boxes."""
    shape = puzzle.grid.shape
    for drawn in (shape, *other_shapes(shape)):
        if regions.fits(drawn):
            reading = replace(puzzle.reading, shape=drawn)
            return puzzle if drawn == shape else judge(reading)
    is_cages = regions.variant == "killer" and shape.size >= _SMALL
    return puzzle if is_cages and puzzle.status in _SETTLED else None


def _read_typed(text: str, verdict: _Verdict, most: int) -> list[Puzzle]:
    """The puzzles in the forms that have a name, else in what a program printed.

    Args:
        text: the text.
        verdict: judges a grid in it.
        most: of the puzzles that are read.
    """
    if not text.strip():
        return []
    puzzles = _read(text, verdict, most)
    if not puzzles and (typed := with_typed_signs(text)) != text:
        puzzles = _read(typed, verdict, most)
    if not any(puzzle.status is Status.SOLVED for puzzle in puzzles):
        # Also beside a complete grid: it may be the solution of a puzzle in the text.
        puzzles = _read_printed(text, verdict, most) or puzzles
    if len(puzzles) == 1 and _may_be_turned(text, puzzles[0].grid.shape.size):
        puzzles = [_doubt(puzzles[0], _turned(puzzles[0].grid))]
    return puzzles or _read(lay_out_table(text), verdict, most)


def _read(text: str, verdict: _Verdict, most: int) -> list[Puzzle]:
    """The first puzzles of a text as it stands."""
    return list(islice(filter(is_puzzle, map(verdict, find(text))), most))


def _read_printed(text: str, verdict: _Verdict, most: int) -> list[Puzzle]:
    """The puzzles of a text that a program printed, in a form that has no name."""
    # Loaded late: few texts need it.
    from mailbot.text.printed import find_printed

    puzzles = []
    for printed in _apart(find_printed(text), text):
        puzzle = with_crossed_out(verdict(printed.found), printed.ruled_out)
        if printed.rival:
            puzzle = _doubt(puzzle, printed.rival)
        if is_puzzle(puzzle):
            puzzles.append(puzzle)
    return puzzles[:most]


def _apart(found: "Sequence[PrintedGrid]", text: str) -> "list[PrintedGrid]":
    """The printed grids without those that read the digits of fuller ones again."""
    filled = [sum(map(bool, printed.found.grid.givens)) for printed in found]
    left = sum(map(str.isdigit, text)) - text.count("0")
    if left < max(filled, default=0):  # its digits are letters
        left = sum(map(str.isalnum, text))
    kept = set[int]()
    for number in sorted(range(len(found)), key=lambda number: -filled[number]):
        if not kept or filled[number] <= left:
            kept.add(number)
            left -= filled[number]
    return [printed for number, printed in enumerate(found) if number in kept]


def _may_be_turned(text: str, size: int) -> bool:
    """Whether a text turns its rows, or lists N columns, each with number or name."""
    columns = len(_OF_COLUMN.findall(text[:_DRESSED]))
    if columns == size or _TURNED.search(text[:_DRESSED]):
        return True
    numbers: dict[str, list[int]] = {}
    for found in _LABEL.finditer(text[:_DRESSED]):
        name = found[1] or found[3] or found[5] or ""
        number = int(found[2] or found[4] or found[6])
        numbers.setdefault(name.lower(), []).append(number)
    counted = [list(range(first, size + first)) for first in (0, 1)]
    # Twice, where a program names the type of each column before.
    allowed = [count * times for count in counted for times in (1, 2)]
    if any(listed in allowed for listed in numbers.values()):
        return True
    # Lists that are numbered are rows; those of other names are often columns.
    named = {"".join(names) for names in _NAMED_LIST.findall(text[:_DRESSED])}
    stems = {name.rstrip("0123456789") for name in named}
    return size <= len(stems) and len(named) <= size + _MOST_OTHERS


def _turned(grid: Grid) -> Grid:
    """The grid with its rows as columns."""
    size = grid.shape.size
    cells = tuple(grid.givens[place::size] for place in range(size))
    return Grid(grid.shape, tuple(chain.from_iterable(cells)))


def _doubt(puzzle: Puzzle, rival: Grid) -> Puzzle:
    """A puzzle that another reading of the same text contradicts."""
    cells = zip(puzzle.reading.cells, rival.givens, strict=True)
    doubted = tuple(
        replace(cell, runner_up=other) if cell.digit != other else cell
        for cell, other in cells
    )
    differ = tuple(i for i, cell in enumerate(doubted) if cell.runner_up)
    reading = replace(puzzle.reading, cells=doubted)
    return replace(puzzle, reading=reading, status=Status.DOUBTFUL, doubtful=differ)


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
    """Whether a grid of digits is meant as a Sudoku, even if it has slips."""
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
