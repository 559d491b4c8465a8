"""Digits that came and went: I wrote an 8 in r1c3 and rubbed it out again."""

from dataclasses import replace

from mailbot.talk.requests.scopes import digits_of
from mailbot.talk.said import Sentence, parse
from mailbot.talk.thread.named import entries_named
from mailbot.talk.thread.parts import Part, parted, said_of, with_left
from mailbot.talk.thread.pointing import rewritten, with_name
from mailbot.talk.thread.turn import Turn
from mailbot.talk.wishes.words import Words

_LONGEST = 12
"""Words and signs, at most, of taking out what was tried."""

_NOT_OUT = frozenset({"ASKS", "if", "would", "not", "whole", "last", "hint", "wrong"})
_OF_ANOTHER = frozenset(
    {"check", "wrong", "where", "why", "hint", "possible", "not", "if"}
)
"""What a sentence speaks of that is about no digit which comes instead of another."""


def without_tried(words: Words, turn: Turn) -> tuple[Words, Turn]:
    """The words without a digit that came and went, and the talk is of its cell.

    Args:
        words: what the person wrote.
        turn: the puzzle that they speak of.
    """
    about, digits = turn.puzzle.about, turn.puzzle.grid.digits
    before: tuple[Sentence, int | None] | None = None
    for sentence, parts in parted(words, turn):
        gone = [at for at, part in enumerate(parts) if _is_out(part, turn)]
        cells = [_tried(part, turn) for part in parts]
        tried = [at for at, cell in enumerate(cells) if cell is not None]
        cell = cells[tried[0]] if tried and gone and gone[-1] >= tried[0] else None
        if before and gone and not tried:
            sentence_before, cell = before
            if cell is not None:
                words = rewritten(words, sentence_before, "")
        if cell is None and any(parts[at].digits for at in gone):
            cell = about if about is not None and not digits[about] else None
        if cell is not None:
            left = [p for at, p in enumerate(parts) if at not in {*gone, *tried}]
            words = with_its_place(with_left(words, sentence, left), cell, turn)
            return words, replace(turn, puzzle=replace(turn.puzzle, about=cell))
        before = sentence, cells[tried[0]] if tried else None
    return words, turn


def _tried(part: Part, turn: Turn) -> int | None:
    """The empty cell for which a part of a sentence tells one digit."""
    if {"ASKS", "not", "if"} & part.said or len(part.digits) != 1:
        return None
    empty = [cell for cell in part.cells if not turn.puzzle.grid.digits[cell]]
    return empty[0] if len(empty) == len(part.cells) == 1 else None


def _is_out(part: Part, turn: Turn) -> bool:
    """Whether a part of a sentence erases a digit that it names for no other cell."""
    if _NOT_OUT & part.said:
        return False
    named = part.words.places or entries_named(part.words, turn)
    strong = "undone" in part.said and len(part.words.items) <= _LONGEST
    weak = "out" in part.said and part.is_short
    return (strong or weak) and (_tried(part, turn) is not None or not named)


def with_its_place(words: Words, cell: int, turn: Turn) -> Words:
    """The words, with the place of the digit that comes instead of one that went."""
    for sentence in parse(words.spoken, words.language).sentences:
        of_it = not (sentence.places or said_of(sentence) & _OF_ANOTHER)
        if of_it and len(digits_of(sentence, turn.shape)) == 1:
            return with_name(words, sentence, turn.shape.name(cell), turn.shape)
    return words
