"""Words for the place that our last reply spoke of: I put an 8 there, is that right?

Such a place gets its name, as if it had been written: "I put an 8 there r3c4".
"""

from dataclasses import replace

from mailbot.compose.solving import find
from mailbot.model.requests import Act, Request
from mailbot.talk.requests.scopes import digits_of
from mailbot.talk.said import Sentence, parse
from mailbot.talk.thread.turn import Turn
from mailbot.talk.wishes.situation import Situation
from mailbot.talk.wishes.words import Words
from solver import Solved

_JUDGED = frozenset({"put", "right", "wrong", "yes", "doubt", "possible"})
"""What is said of a digit that somebody has in mind for a cell."""

_FILLED = frozenset({"solution", "answers", "digit", "possible"})
"""What somebody asks for of a cell."""

_MORE = frozenset({"where", "whole", "rest", "more", "next", "new", "wrong"})
"""What tells that other cells are asked about, too."""

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
    for sentence in sentences:
        # A question for reasons is about the last step, whatever it names.
        reasons = "why" in sentence.concepts
        cell = None if reasons else _cell_meant(sentence, turn)
        if cell is not None:
            shape = turn.puzzle.grid.shape
            digits = digits_of(sentence, shape) if "?" in words.spoken else ()
            asked = {cell: digits[0]} if digits else {}
            return _named(words, sentence, shape.name(cell)), asked
    return words, {}


def _cell_meant(sentence: Sentence, turn: Turn) -> int | None:
    """The cell that a sentence means and does not name; None if it means none."""
    concepts, points = sentence.concepts, "subject" in sentence.tags
    grid, told = turn.puzzle.grid, _told_of(turn)
    digits = digits_of(sentence, grid.shape)
    asks = sentence.asks and (points or len(sentence.items) <= _SHORT)
    if len(digits) == 1 and (_JUDGED & concepts or asks):
        if told is None:
            return _next_cell(turn, digits[0])
        known = grid.digits[told] == digits[0] and sentence.asks
        return told if known or not grid.digits[told] else None
    asked = _FILLED & concepts or "what" in sentence.tags
    one = points or "cell" in sentence.tags
    other = bool(_MORE & concepts or _HOUSES & sentence.tags or digits)
    empty = told is not None and not grid.digits[told]
    return told if asked and one and empty and not other else None


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
    """The words with a name behind those of a sentence."""
    said = sentence.text.rstrip(" .!?")
    named = f"{said} {name}{sentence.text[len(said) :]}"
    return replace(
        words,
        newest=words.newest.replace(sentence.text, named, 1),
        spoken=words.spoken.replace(sentence.text, named, 1),
    )
