"""What an answer asserts of cells, in any of the ways in which people answer."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise

from mailbot.language.folding import fold
from mailbot.language.lexicon import lexicon_of
from mailbot.model import Missing
from mailbot.talk.cells.asserted import Asserted
from mailbot.talk.cells.clauses import clauses_of
from mailbot.talk.cells.inquiry import asks_for_a_digit, only_claims, only_supposes
from mailbot.talk.cells.statements import read_statements, with_digits
from mailbot.talk.requests.scopes import cells_of, digits_of, houses_of
from mailbot.talk.said import Sentence, parse
from mailbot.talk.thread.below import BelowQuestions, read_below_questions
from mailbot.talk.thread.brief import read_brief
from mailbot.talk.thread.retyped import read_row
from mailbot.talk.thread.turn import Turn
from mailbot.talk.wishes.words import Words
from solver import Shape

_SHORT = 4
"""Words and signs of a question that only asks whether what was said is right."""


def answered_below(turn: Turn, words: Words, text: str) -> BelowQuestions:
    """What rows that are typed anew, or answers below our questions, tell."""
    newest, language, question = words.newest, words.language, turn.question
    below = read_row(newest, language, question) if question.doubts else None
    if below and below.lines:
        return below
    return read_below_questions(text, newest, language, question)


def asserted_by(
    turns: Sequence[Turn],
    turn: Turn,
    words: Words,
    below: BelowQuestions,
    *,
    asking: bool = False,
) -> Asserted:
    """What the words say of cells; of more than one puzzle it is not known of which.

    Doubtful cells of a puzzle in other symbols are settled by a new picture only.
    """
    question = replace(turn.question, asking=asking)
    lines = (line for line in words.newest.split("\n") if line not in below.lines)
    newest = "\n".join(lines)
    lexicon = lexicon_of(words.language, "verdict" if question.doubts else "")
    said = read_statements(newest, lexicon, question)
    sentences = parse(words.spoken, words.language).sentences
    swapped = [found for one in sentences if (found := _swapped(one, turn))]
    if swapped and not said.digits:
        said = Asserted(swapped[0], named=said.named)
    said = with_digits(said, below.digits)
    if not (said.digits or said.unread or said.named):
        said = with_digits(said, read_brief(newest, words.language, question))
    open_ones = [t for t in turns if not t.is_answered] or list(turns)
    foreign = bool(turn.marker.state.symbols and turn.marker.state.doubts)
    if said.digits and (len(open_ones) > 1 or foreign):
        return Asserted(named=said.named, unread=frozenset({Missing.CELL}))
    return said


def _swapped(sentence: Sentence, turn: Turn) -> Mapping[int, int]:
    """Two own digits that change places: I swapped the 3 and the 7 in row 2."""
    shape, entries, said = turn.shape, turn.puzzle.grid.entries, sentence.tags
    if not {"exchange", "and"} <= said or sentence.asks or {"not", "if"} & said:
        return {}
    cells, houses = cells_of(sentence.places, shape), houses_of(sentence.places, shape)
    there = houses[0].cells(shape) if houses else range(len(entries))
    digits = digits_of(sentence, shape)
    named = [[c] for c in cells] or [
        [c for c in there if entries[c] == digit] for digit in digits
    ]
    if len(named) != 2 or any(len(found) != 1 for found in named):
        return {}
    [[first], [second]] = named
    swapped = {first: entries[second], second: entries[first]}
    return swapped if all(swapped.values()) else {}


def asked_about(
    turns: Sequence[Turn],
    turn: Turn,
    words: Words,
    below: BelowQuestions,
    said: Asserted,
) -> tuple[Asserted, Mapping[int, int]]:
    """What the words say where questions count too: I put a 5 in r3c7, ok?

    Returns:
        what they say so, or what is `said` without them; and the digits that they only
        ask about, which nobody has entered: could there be a 5 in r3c7?
    """
    claimed = asserted_by(turns, turn, words, below, asking=True)
    if turn.holds_any(claimed.digits.keys() - turn.puzzle.told):
        return said, {}
    clauses = list(clauses_of(fold(words.newest), lexicon_of(words.language)))
    if not claimed.unread and only_supposes(clauses) and not asks_for_a_digit(clauses):
        return said, claimed.digits
    return claimed, {}


def claimed_by_others(turn: Turn, words: Words, said: Asserted) -> Mapping[int, int]:
    """The digits of empty cells, where all that are told are somebody else's claims.

    My brother swears that a 4 goes in r1c3: an entry of nobody, and no misreading.
    """
    clauses = list(clauses_of(fold(words.newest), lexicon_of(words.language)))
    open_ones = not said.unread and not turn.holds_any(said.digits)
    return said.digits if open_ones and only_claims(clauses) else {}


def asks_if_right(words: Words) -> bool:
    """Whether a cell is named, and it is asked whether that is right, or then."""
    said = parse(words.spoken, words.language).sentences
    return any(
        bool(one.places) and asking.asks and "right" in asking.concepts
        for one, asking in (*zip(said, said, strict=True), *pairwise(said))
    )


def only_asks_of(words: Words, cells: Collection[int], shape: Shape) -> bool:
    """Whether a question names these cells and asks if something is right.

    A short one may be about the sentence before it: r1c1 is a 3... right? Not: it is a
    3! Ok?
    """
    said = parse(words.spoken, words.language).sentences
    for at, question in enumerate(said):
        short = len(question.items) <= _SHORT
        before = [one for one in said[at - 1 : at] if short and one.text[-1] != "!"]
        named = [set(cells_of(one.places, shape)) for one in (question, *before)]
        asks = question.asks and "right" in question.concepts
        if asks and any(found.issuperset(cells) for found in named):
            return True
    return False
