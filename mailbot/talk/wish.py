"""What is wanted, out of what was said and the situation that it was said in.

The word model tells how likely each wish is; the grammar tells which cells and digits
are named. Where two wishes are likely, the one that reveals less is done.
"""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum

from mailbot.language.lexicon import lexicon_of
from mailbot.model import Findings, Puzzle, Want, Wish
from mailbot.talk.classifier import NONE, meaning_of
from mailbot.talk.denial import denies_solution
from mailbot.talk.statements import Asserted, Question, read_statements
from mailbot.talk.words import Words
from solver import Shape


class Situation(StrEnum):
    """Where words stand: beside a puzzle, alone, or in answer to a reply of ours."""

    FIRST = "first"
    BARE = "bare"
    SOLVED = "solved"
    HINTED = "hinted"
    ASKED = "asked"


_ANYTIME = ("stop", "help", "thanks", "new", "unclear", NONE)
_OF_PUZZLE = ("solution", "hint", "steps", "all", "check", "cell", "part", "rating")
_ANSWERS = ("correct", "moves", "dispute", "why")
_POSSIBLE: Mapping[Situation, tuple[str, ...]] = {
    Situation.BARE: (*_ANYTIME, *_OF_PUZZLE, "dispute"),
    Situation.FIRST: ("stop", "help", NONE, "unclear", "moves", *_OF_PUZZLE),
    Situation.SOLVED: (*_ANYTIME, *_OF_PUZZLE, *_ANSWERS),
    Situation.HINTED: (*_ANYTIME, *_OF_PUZZLE, *_ANSWERS),
    Situation.ASKED: (*_ANYTIME, *_OF_PUZZLE, *_ANSWERS, "confirm"),
}

_MODEST = ("hint", "cell", "part", "check", "rating", "why", "moves")
"""Wishes that reveal less than the solution."""

_SPOILING = 0.3
"""The probability of all modest wishes together from which no solution is sent."""

_SURE = 0.35
"""A wish of a thread that is less likely than this is asked about."""


def want_of(
    words: Words, situation: Situation, asserted: Asserted | None = None
) -> tuple[Want, Mapping[str, float]]:
    """What is wanted, and how likely each wish is.

    Args:
        words: what the person wrote.
        situation: where it stands.
        asserted: what it says of cells, where there is a puzzle.
    """
    if words.command is not None:
        return words.command, {words.command.value: 1.0}
    likely = _probabilities(words, situation, asserted or Asserted())
    best = max(likely, key=lambda name: likely[name])
    modest = {name: likely[name] for name in _MODEST if name in likely}
    spoiling = sum(modest.values()) >= _SPOILING
    if situation is Situation.BARE:
        known = Want(best) if best in _ANYTIME and best != NONE else Want.UNCLEAR
        return known, likely
    if situation is Situation.ASKED and asserted and asserted.digits:
        best = best if best in _BESIDE_AN_ANSWER else "confirm"
    if situation is Situation.FIRST:
        if best in (NONE, "unclear", "solution", "steps", "all") and spoiling:
            best = max(modest, key=lambda name: modest[name])
        return Want(best) if best not in (NONE, "unclear") else Want.SOLUTION, likely
    if best in ("solution", "steps", "all") and spoiling:
        best = max(modest, key=lambda name: modest[name])
    if best == NONE or likely[best] < _SURE:
        return Want.UNCLEAR, likely
    return Want(best), likely


def wish_for(words: Words, findings: Findings) -> Wish:
    """What is wanted by a letter that answers none of ours.

    Args:
        words: what the person wrote.
        findings: what was read in the letter.
    """
    plain = Wish(picture=words.picture, language=words.language, variant=words.variant)
    if not findings.puzzles:
        if findings.notes and words.command is None:
            return plain  # something was sent to be solved
        want, _ = want_of(words, Situation.BARE)
        return replace(plain, want=want)
    if words.command is Want.HELP:
        return plain  # "help!" above a puzzle
    puzzle = findings.puzzles[0]
    said = _said_beside(words, puzzle)
    want, likely = want_of(words, Situation.FIRST, said)
    if want is Want.HELP:
        return plain  # "can you help me?" above a puzzle
    if want is Want.MOVES:
        want = (
            Want.CHECK if likely.get("check", 0) >= likely.get("hint", 0) else Want.HINT
        )
    return about(replace(plain, want=want), said, puzzle.grid.shape)


def about(wish: Wish, said: Asserted, shape: Shape) -> Wish:
    """A wish for a cell or a house, with the cells that are meant.

    Where none is named, nobody can know which; beside a first puzzle a hint is given.
    """
    if wish.want not in (Want.CELL, Want.PART):
        return wish
    named = [place for place in said.named if place.cells(shape)]
    cells = [place.cells(shape)[0] for place in named if place.is_cell]
    houses = [place.cells(shape) for place in named if not place.is_cell]
    if wish.want is Want.PART and houses:
        return replace(wish, cells=houses[0])
    if cells:
        return replace(wish, want=Want.CELL, cells=tuple(dict.fromkeys(cells)))
    if houses:
        return replace(wish, want=Want.PART, cells=houses[0])
    return replace(wish, want=Want.UNCLEAR)


def _said_beside(words: Words, puzzle: Puzzle) -> Asserted:
    question = Question(puzzle.grid.shape, puzzle.grid.digits)
    return read_statements(words.spoken, lexicon_of(words.language), question)


def _said(words: Words) -> dict[str, float]:
    """How likely each wish is by the words, and by the subject where it counts."""
    said = dict(meaning_of(words.spoken or words.subject).wants)
    if words.spoken and not words.is_reply and words.subject:
        silent = said[NONE]
        for name, chance in meaning_of(words.subject).wants.items():
            said[name] = said[name] + silent * chance * _SUBJECT
    return said


def _probabilities(
    words: Words, situation: Situation, asserted: Asserted
) -> dict[str, float]:
    """How likely each wish is that is possible in a situation."""
    said = _said(words)
    if situation is Situation.FIRST and not words.is_reply:
        said["stop"] = 0.0  # nobody sends a puzzle to be left alone
    if not asserted.named:
        said["cell"] *= _UNNAMED
        said["part"] *= _UNNAMED
    if asserted.digits:
        for name in ("correct", "moves", "confirm"):
            said[name] *= _TOLD
    elif not asserted.unread:
        said["correct"] *= _UNNAMED
        said["moves"] *= _UNNAMED
    if denies_solution(words.spoken, words.language):
        said["solution"] *= _DENIED
        said["all"] *= _DENIED
    likely = _PRIORS.get(situation, {})
    possible = {
        name: said.get(name, 0.0) * likely.get(name, 1.0)
        for name in _POSSIBLE[situation]
    }
    total = sum(possible.values()) or 1.0
    return {name: chance / total for name, chance in possible.items()}


_PRIORS: Mapping[Situation, Mapping[str, float]] = {
    Situation.SOLVED: {"solution": 0.2, "hint": 0.5, "thanks": 2.0, "dispute": 2.0},
    Situation.HINTED: {"hint": 2.0},
}
"""How much likelier than in the phrase books a wish is after a reply of ours."""

_DENIED = 0.05
"""What is left of a wish for the solution where the words say that it is not wanted."""

_SUBJECT = 0.8
"""How much the subject of a first letter counts where the words ask for nothing."""

_UNNAMED = 0.02
"""What is left of the probability of a wish about a cell where no cell is named."""

_TOLD = 4.0
"""How much likelier a change of the puzzle is where the digit of a cell is told."""

_BESIDE_AN_ANSWER = ("correct", "confirm", "hint", "check", "steps", "all", "solution")
"""What else an answer to our question may ask for."""
