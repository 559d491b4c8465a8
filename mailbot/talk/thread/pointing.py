"""Words for the place that our last reply spoke of: I put an 8 there, is that right?

Such a place gets its name, as if it had been written: "I put an 8 there r3c4".
"""

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from mailbot.compose.solving import find, houses_of
from mailbot.language.folding import fold
from mailbot.model.requests import Act, House, HouseKind, Request
from mailbot.talk.requests.scopes import digits_of
from mailbot.talk.said import Sentence, parse
from mailbot.talk.thread.turn import Turn
from mailbot.talk.wishes.situation import Situation
from mailbot.talk.wishes.words import Words
from solver import Shape, Solved

_JUDGED = frozenset({"put", "right", "wrong", "yes", "doubt", "possible"})
"""What is said of a digit that somebody has in mind for a cell."""

_FILLED = frozenset({"solution", "answers", "digit", "possible"})
"""What somebody asks for of a cell."""

_MORE = frozenset({"where", "whole", "rest", "more", "next", "new", "wrong"})
"""What tells that other cells are asked about, too."""

_NOT_BESIDE_UNDO = frozenset({Act.RESTART, Act.MOVES, Act.UNCLEAR, Act.THANKS})
"""What "I have rubbed it out again" is mistaken for."""

BESIDE = {
    "cell_below": (1, 0),
    "cell_above": (-1, 0),
    "cell_right": (0, 1),
    "cell_left": (0, -1),
}
"""Rows and columns from a cell to the one that is named by it."""

_HOUSES = frozenset({"row", "column", "box"})
_SHORT = 7
"""Words and signs of a question that is about nothing else: is it a 4, then?"""


def with_place(words: Words, turn: Turn) -> tuple[Words, dict[int, int]]:
    """The words, with the name of the cell that a sentence means and does not name.

    Args:
        words: what the person wrote.
        turn: the puzzle, as our reply carried it.

    Returns:
        the words, and the digit of that cell which a question names.
    """
    sentences = parse(words.spoken, words.language).sentences
    named = any(sentence.places for sentence in sentences)
    if named or words.command or turn.situation is not Situation.HINTED:
        return words, {}
    for sentence, behind in pairwise([*sentences, None]):
        assert sentence is not None
        # A question for reasons is about the last step, whatever it names.
        reasons = "why" in sentence.concepts
        cell = None if reasons else _cell_meant(sentence, behind, turn)
        if cell is not None:
            shape = turn.puzzle.grid.shape
            digits = digits_of(sentence, shape) if "?" in words.spoken else ()
            asked = {cell: digits[0]} if digits else {}
            return _named(words, sentence, shape.name(cell)), asked
    return words, {}


def _cell_meant(sentence: Sentence, behind: Sentence | None, turn: Turn) -> int | None:
    """The cell that a sentence means and does not name; None if it means none.

    Args:
        sentence: the sentence.
        behind: the next one, which may ask whether the digit of this one is right.
        turn: the puzzle, as our reply carried it.
    """
    beside = _beside(sentence, turn)
    if beside is not None:
        return beside
    concepts, points = sentence.concepts, "subject" in sentence.tags
    grid, told = turn.puzzle.grid, _told_of(turn)
    digits = digits_of(sentence, grid.shape)
    asks = sentence.asks and (points or len(sentence.items) <= _SHORT)
    asks |= behind is not None and _asks_if_right(behind, grid.shape)
    said = concepts | sentence.tags
    sought = "where" in concepts or bool(behind and "where" in behind.concepts)
    if sought and _HOUSES & (said | (behind.tags if behind else frozenset())):
        return None  # a 4: where else in that box can it go?
    if len(digits) == 1 and (_JUDGED & said or asks):
        if told is None:
            return _next_cell(turn, digits[0])
        known = grid.digits[told] == digits[0] and sentence.asks
        own = not grid.givens[told] and told not in turn.puzzle.told
        return told if known or own else None
    asked = _FILLED & concepts or "what" in sentence.tags
    one = points or "cell" in sentence.tags
    other = bool(_MORE & concepts or _HOUSES & sentence.tags or digits)
    empty = told is not None and not grid.digits[told]
    return told if asked and one and empty and not other else None


def _beside(sentence: Sentence, turn: Turn) -> int | None:
    """The cell beside the one that our reply was about: and the one below it?"""
    told, size = _told_of(turn), turn.shape.size
    ways = [way for tag, way in BESIDE.items() if tag in sentence.tags]
    if told is None or len(ways) != 1:
        return None
    row, column = told // size + ways[0][0], told % size + ways[0][1]
    return row * size + column if 0 <= row < size and 0 <= column < size else None


def _asks_if_right(sentence: Sentence, shape: Shape) -> bool:
    """Whether a short question only asks whether what was said before is right."""
    short = sentence.asks and len(sentence.items) <= _SHORT
    return short and "right" in sentence.concepts and not digits_of(sentence, shape)


def in_focus(
    requests: Sequence[Request], turn: Turn, words: Words
) -> tuple[Request, ...]:
    """The requests, each about what our reply was about where it names no place.

    Nobody who was told of one cell, or of one house, and asks what could go in there,
    asks for the candidates of all cells. Who was told of a box and asks for the row is
    told the row. Who wants the wrong digits out means those that we named.
    """
    said = parse(words.spoken, words.language).sentences
    about = frozenset[str]().union(*(s.tags | s.concepts for s in said))
    whole = "whole" in about and not {"subject", "cell"} & about
    found: list[Request] = []
    if "undone" in about and Act.UNDO not in {r.act for r in requests}:
        found += _rubbed_out(turn)
        requests = [r for r in requests if not (found and r.act in _NOT_BESIDE_UNDO)]
    for request in requests:
        if request.act is Act.WHERE:
            found.append(_in_line(request, turn, about))
        elif request.act in (Act.UNDO, Act.RESTART):
            found.append(_of_the_wrong(request, turn, about))
        else:
            found.append(request if whole else _focused(request, turn, about))
    return tuple(found)


def _rubbed_out(turn: Turn) -> list[Request]:
    """Somebody has rubbed the entry out that we spoke of: so do we."""
    told = _told_of(turn)
    own = told is not None and turn.puzzle.grid.entries[told]
    return [Request(Act.UNDO, cells=(told,))] if own and told is not None else []


def _in_line(request: Request, turn: Turn, about: frozenset[str]) -> Request:
    """The row or the column of the next cell, where only one of them is asked for."""
    lines = [kind for kind in (HouseKind.ROW, HouseKind.COLUMN) if kind in about]
    if turn.puzzle.pointed != 1 or not lines or request.exact:
        return request
    cell = find(turn.puzzle, request).cell
    if cell is None:
        return request
    houses = houses_of(turn.shape, cell)
    return replace(request, house=next(h for h in houses if h.kind is lines[0]))


def _of_the_wrong(request: Request, turn: Turn, about: frozenset[str]) -> Request:
    """Out with what is wrong, and not with the last change or with all digits."""
    wrong = turn.puzzle.wrong_entries
    named = request.cells or request.digit or "wrong" not in about
    if named or not wrong or (request.act is Act.RESTART and "digit" not in about):
        return request
    return Request(Act.UNDO, request.puzzle, cells=wrong)


def _focused(request: Request, turn: Turn, about: frozenset[str]) -> Request:
    """A request for candidates, or for a digit "there", of what was spoken of."""
    if request.cells or request.house:
        return request
    told, house = _told_of(turn), _house_told(turn, about)
    if request.act is Act.HINT and house and "subject" in about:
        return replace(request, house=house)
    if request.act is not Act.CANDIDATES:
        return request
    own = told is not None and not turn.puzzle.grid.givens[told]
    if told is not None and own and not house and told not in turn.puzzle.told:
        return replace(request, cells=(told,))
    return replace(request, house=house)


def _house_told(turn: Turn, about: frozenset[str]) -> House | None:
    """The house that our reply was about, or that its cell is in: this box."""
    last, told = turn.marker.state.asked, _told_of(turn)
    kinds = [kind for kind in HouseKind if kind in about]
    if told is not None:
        houses = houses_of(turn.shape, told)
        return next((h for h in houses if kinds and h.kind is kinds[0]), None)
    if turn.puzzle.pointed:
        return find(turn.puzzle, Request(Act.WHERE)).house
    return last.house if last else None


def _told_of(turn: Turn) -> int | None:
    """The cell that our reply was about; None if it was about none, or several."""
    about = turn.puzzle.about
    return turn.marker.hinted if about is None else about


def _next_cell(turn: Turn, digit: int) -> int | None:
    """The cell of the next step, whose house alone was told, if it holds this digit."""
    puzzle = turn.puzzle
    if not puzzle.pointed or not isinstance(puzzle.answer, Solved):
        return None
    cell = find(puzzle, Request(Act.WHERE)).cell
    right = cell is not None and puzzle.answer.grid.digits[cell] == digit
    return cell if right else None


def _named(words: Words, sentence: Sentence, name: str) -> Words:
    """The words with a name behind the digit of a sentence, else behind its end."""
    said = sentence.text.rstrip(" .!?")
    numbers = {
        i.token.text for i in sentence.items if i.token.number > 0 and not i.place
    }
    for word in said.split():
        if fold(word.strip(",;:")) in numbers:
            said = said[: said.index(word) + len(word.rstrip(",;:"))]
            break
    named = f"{said} {name}{sentence.text[len(said) :]}"
    return replace(
        words,
        newest=words.newest.replace(sentence.text, named, 1),
        spoken=words.spoken.replace(sentence.text, named, 1),
    )
