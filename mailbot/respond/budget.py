"""The reveal budget: what a reply may tell by what was asked for, and what it tells.

Requests and limits allow for each puzzle a number of digits, and the cells that these
may stand in; none by default. What a finished reply tells is counted in its text, in
its page and in what its pictures draw, beyond what the person had. A reply over its
budget is not sent, so nobody is told more than they asked for, whatever was
misunderstood.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache

from msgspec import Struct

from mailbot.compose.solving import find
from mailbot.language.catalogue import language_of
from mailbot.model import Act, Content, Findings, Limit, Puzzle, Request, Wish
from mailbot.model.requests import REVEALING
from mailbot.talk.thread.quoted import grids_in
from solver import Cells, Solved
from solver.grid import SYMBOLS

_SENTENCE = re.compile(r"(?<=[.;!?])\s+|\n{2,}")
_HEADING = re.compile(r"^== [^\d\n]{0,60}(\d{1,3})[^\n]{0,80}$", re.MULTILINE)
_TABLE = '<table class="grid'
_CELL = re.compile(
    r"<td[^<>]*>(.*?)(?=</td>|<td|<th|</tr>|<tr|<tbody|</table>)", re.DOTALL
)
_UNREAD = re.compile(
    r"<s\b.{0,300}?</s>|<small\b.{0,300}?</small>|<[^<>]{0,400}>", re.DOTALL
)
"""What a cell of a page holds beside its digit: small signs, and tags."""

_CELL_NAME = re.compile(r"r(\d+)c(\d+)")
_DIGIT = re.compile(r"(?<![\w.,])\d{1,2}(?![\w])")
_LINES = ("row %(number)s", "column %(number)s")
_CELLS = ("r%(row)sc%(column)s", "in row %(row)s, column %(column)s")
_FIELDS = ("row", "column", "number")


class Budget(Struct, frozen=True):
    """How many digits of a puzzle a reply may tell, and in which cells."""

    digits: int = 0
    cells: frozenset[int] = frozenset()

    def __add__(self, other: "Budget") -> "Budget":
        return Budget(self.digits + other.digits, self.cells | other.cells)


NOTHING = Budget()


def budget_of(wish: Wish, puzzle: Puzzle, number: int) -> Budget:
    """What a reply may tell of a puzzle, by its number in the letter."""
    requests = (r for r in wish.requests if r.puzzle in (None, number))
    if Limit.NO_DIGIT in wish.limits:  # but those that they know: yes, it is a 4
        requests = (r for r in requests if r.act in (Act.VERDICT, Act.WHY))
    total = NOTHING
    for request in requests:
        total += _of_request(request, wish, puzzle)
    return total


def is_within(content: Content, wish: Wish, findings: Findings) -> bool:
    """Whether a finished reply tells no more than was asked for."""
    alone = len(findings.puzzles) == 1
    parts = _HEADING.split(content.text)  # text, number, text, ...
    for number, puzzle in enumerate(findings.puzzles):
        own = dict(zip(parts[1::2], parts[2::2], strict=True)).get(str(number + 1), "")
        told = told_of(puzzle, content.text if alone else own, content)
        if alone:  # pictures draw what the reply says it tells
            told |= set(_cells_of(puzzle, content.told))
        budget = budget_of(wish, puzzle, number)
        if len(told) > budget.digits or told - budget.cells:
            return False
    return True


def told_of(puzzle: Puzzle, text: str, content: Content) -> set[int]:
    """The cells that were empty and whose digit a reply tells.

    Args:
        puzzle: the puzzle, as the person had it.
        text: the part of the text that is about it.
        content: the reply; its page may show several puzzles.
    """
    size, digits = puzzle.grid.shape.size, puzzle.grid.digits
    told = _said(puzzle, text, content.language)
    for shown in (*grids_in(text, size), *_grids_of_page(content.html, size)):
        if all(new == old for new, old in zip(shown, digits, strict=True) if old):
            told |= {c for c, digit in enumerate(shown) if digit and not digits[c]}
    return told


def _cells_of(puzzle: Puzzle, names: Iterable[str]) -> Iterator[int]:
    for name in names:
        match = _CELL_NAME.fullmatch(name)
        cell = match and puzzle.grid.shape.cell_at(int(match[1]), int(match[2]))
        if cell is not None:
            yield cell


def _grids_of_page(page: str, size: int) -> Iterator[Cells]:
    """The grids of a page of ours, read faster than a stranger's page is."""
    for table in page.split(_TABLE)[1:]:
        cells = _CELL.findall(table.partition("</table>")[0] + "</table>")
        held = [_UNREAD.sub("", cell).strip("?! \n") for cell in cells]
        cells = held[len(held) % size :]  # before them stands an empty corner
        if len(cells) == size * size:
            yield tuple(SYMBOLS.find(cell) + 1 if cell else 0 for cell in cells)


def _of_request(request: Request, wish: Wish, puzzle: Puzzle) -> Budget:
    shape = puzzle.grid.shape
    everywhere = frozenset(range(shape.cells))
    house = frozenset(request.house.cells(shape)) if request.house else everywhere
    named = frozenset(request.cells)
    part = named or (house if request.house else named)
    places = find(puzzle, request).places if request.act is Act.PLACES else None
    only = frozenset(places or ()) if len(places or ()) == 1 else frozenset()
    whole = 1 if Limit.NO_SOLUTION in wish.limits else shape.cells
    return {
        **dict.fromkeys(REVEALING, Budget(whole, everywhere)),
        Act.HINT: Budget(request.count, house),
        Act.WHY: Budget(1, named or everywhere),  # that of the last hint, once more
        Act.CELL: Budget(len(part), part),
        Act.PART: Budget(len(part), part),
        Act.VERDICT: Budget(len(named), named),
        Act.PLACES: Budget(len(only), only),
    }.get(request.act, NOTHING)


def _said(puzzle: Puzzle, text: str, language: str) -> set[int]:
    """The empty cells whose digit a sentence tells that names no others."""
    if not isinstance(puzzle.answer, Solved):
        return set()
    shape, digits = puzzle.grid.shape, puzzle.grid.digits
    told = set[int]()
    for sentence in _SENTENCE.split(text):
        pairs, words = _named(" ".join(sentence.split()), language)
        said = _DIGIT.findall(words)
        if len(pairs) == len({*said}) == 1:
            [place], digit = pairs, said[0]
            if said == [*map(str, place)]:
                continue  # what a name means: r1c1 is row 1, column 1
            cell = shape.cell_at(*place)
            right = cell is not None and puzzle.answer.grid.digits[cell] == int(digit)
            if cell is not None and right and not digits[cell]:
                told.add(cell)
    return told


def _named(words: str, language: str) -> tuple[set[tuple[int, int]], str]:
    """The cells (row, column) that a sentence names, and its words without them.

    A sentence about a row may name no more of a cell than its column.
    """
    names = _named_by(language, _CELLS, r"\b")
    pairs = {(int(m[1] or m[3]), int(m[2] or m[4])) for m in names.finditer(words)}
    if pairs:
        return pairs, names.sub(" ", words)
    rows, columns = (_named_by(language, (line,)) for line in _LINES)
    found = [set(map(int, line.findall(words))) for line in (rows, columns)]
    crossing = {(r, c) for r in found[0] for c in found[1]}
    return crossing, columns.sub(" ", rows.sub(" ", words)) if crossing else words


@cache
def _named_by(code: str, forms: tuple[str, ...], edge: str = "") -> re.Pattern[str]:
    """Matches names of cells or lines in a language, and finds their numbers."""
    say, any_number = language_of(code).gettext, dict.fromkeys(_FIELDS, "NUMBER")
    written = (re.escape(say(form) % any_number) for form in forms)
    patterns = (form.replace("NUMBER", r"(\d+)") for form in written)
    either = "|".join(f"{edge}{pattern}{edge}" for pattern in patterns)
    return re.compile(either, re.IGNORECASE)
