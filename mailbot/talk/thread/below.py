"""Answers that are written below our questions, or as a list in their order.

    > a) r3c4: is it a 3 or an 8?
    8
    > b) r5c6: is it a 1 or a 7?
    7

So each answer belongs to the question above it, and none needs the name of a cell.
People also write "8, 7", or "a) 8 b) 7", above all that they quote.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from mailbot.language.folders import written
from mailbot.language.folding import fold
from mailbot.language.lexicon import lexicon_of
from mailbot.marker import strip_quoting
from mailbot.talk.cells.asserted import Question
from mailbot.talk.cells.statements import read_statements
from mailbot.talk.places.grammar import place_at
from mailbot.talk.thread.agreement import is_bare_yes, takes_the_other
from mailbot.talk.wishes.newest import lines_of

_LONGEST_ANSWER = 30
"""Characters of an answer below a question that no sign marks as quoted."""

_LABELLED = re.compile(r"\(?([a-e])(?:\s?[).:=-]\s*|\s+|(?=\d))(\w)\b[\s,;.!]*")
_LISTED = re.compile(r"(\w)(?:[\s,;]+(?:(?:and|und|et|y|e|en|i|och)\s+)?|\.?$)")
_SIGN = re.compile(r"[,.;]\s|\s-\s")
_LABEL = re.compile(r"(?:^|\s)\(?([a-e])\)[\s:]")


_NAMED = re.compile(r"[^\W\d_].*\d")
"""What each line has that names a cell: a word, and figures behind it."""

_NUMBERED = re.compile(r"\W{0,9}\d,\s{0,9}\w")
"""A number with a comma behind it, which may be that of a house in a street."""


@dataclass(frozen=True, slots=True)
class BelowQuestions:
    """The digits that answer our questions, and the lines that hold these answers."""

    digits: Mapping[int, int]
    lines: frozenset[str]


def read_below_questions(
    text: str, newest: str, language: str, question: Question
) -> BelowQuestions:
    """The answers of a letter to our open questions.

    Args:
        text: the whole letter, with the reply of ours that it quotes.
        newest: the words that the person wrote now.
        language: that of these words.
        question: the cells in doubt.
    """
    if not question.doubts:
        return BelowQuestions({}, frozenset())
    languages = (language, *(code for code in written() if code != language))
    asked: list[int] = []
    digits: dict[int, int] = {}
    lines: set[str] = set()
    for line, cell, is_new in _below(text, question, languages):
        if is_new:
            asked.append(cell)
        answer = _answer(line, language, question, cell)
        if answer is not None and digits.setdefault(cell, answer) == answer:
            lines.add(line)
    if not digits:
        cells = tuple(asked) or tuple(question.doubts)
        return _listed(newest, language, cells, question)
    return BelowQuestions(digits, frozenset(lines))


def _below(
    text: str, question: Question, languages: Sequence[str]
) -> Iterator[tuple[str, int, bool]]:
    """What stands behind or below each question: the words, its cell, is it behind."""
    cell: int | None = None
    for line, is_own in lines_of(text):
        bare = line if is_own else strip_quoting(line)
        ours, mark, behind = bare.partition("?")
        found = None if is_own or not mark else _cell(ours, question, languages)
        if found is not None:
            cell = found
            yield behind.strip(), cell, True
        elif cell is not None and bare.strip():
            if is_own or len(bare) <= _LONGEST_ANSWER:
                yield bare, cell, False
            if not is_own:
                cell = None  # other lines of ours


def _cell(line: str, question: Question, languages: Sequence[str]) -> int | None:
    """The doubtful cell that a line of ours names; a row of a grid names none."""
    if not _NAMED.search(line):
        return None
    folded = fold(line)
    for language in languages:
        tokens = lexicon_of(language).read(folded)
        for start in range(len(tokens)):
            place = place_at(tokens[start:])
            if place.is_cell and not place.lettered:
                cells = place.cells(question.shape)
                return cells[0] if cells and cells[0] in question.doubts else None
    return None


def _answer(words: str, language: str, question: Question, cell: int) -> int | None:
    """The digit that words tell of one cell; None if they tell none, or others too."""
    alone = replace(question, doubts={cell: question.doubts[cell]})
    said = read_statements(words, lexicon_of(language), alone)
    digit = said.digits.get(cell) if len(said.digits) == 1 else None
    if said.unread or digit is None:
        return None
    numbered = _NUMBERED.match(words)
    return None if numbered and digit not in question.doubts[cell] else digit


def _listed(
    newest: str, language: str, asked: Sequence[int], question: Question
) -> BelowQuestions:
    """The answers of a list: a) 8 b) 7; or as many digits as there are questions.

    Where only one cell is in doubt, "a8" tells its digit, and "a 8" is no label.
    """
    lines = [line for line in newest.split("\n") if line.strip()]
    for taken in range(len(lines), 0, -1):
        said = " ".join(lines[:taken]).strip().lower()
        digits = _labelled(said, asked) or _in_order(said, asked)
        if not digits and len(asked) > 1:
            digits = _by_labels(said, language, asked, question)
            by_line = dict(zip(asked, lines, strict=False))
            digits = digits or _with_the_other(said, language, question)
            if not digits and taken == len(asked):
                digits = _told(by_line, language, question)
        if digits and all(
            _fits(d, question.doubts[cell]) for cell, d in digits.items()
        ):
            return BelowQuestions(digits, frozenset(lines[:taken]))
    return BelowQuestions({}, frozenset())


def _fits(digit: int, options: frozenset[int]) -> bool:
    """Whether a digit is an answer: any is where we asked if a cell is empty."""
    return digit in options or 0 in options


def _by_labels(
    said: str, language: str, asked: Sequence[int], question: Question
) -> dict[int, int]:
    """What is told behind each label: a) yes b) it is a 4.

    Before the first label a cell may be told by its name: r4c7 is a 7. b) is a 4.
    """
    before, *labelled = _LABEL.split(said)
    places = [ord(label) - ord("a") for label in labelled[::2]]
    distinct = len(set(places)) == len(places) and max(places, default=0) < len(asked)
    if not places or not distinct:
        return {}
    cells = (asked[place] for place in places)
    words = dict(zip(cells, labelled[1::2], strict=True))
    digits = _told(words, language, question)
    if not before.strip() or not digits:
        return digits
    named = read_statements(before, lexicon_of(language), question)
    open_ones = question.doubts.keys() - digits.keys()
    fits = named.digits and not named.unread and named.digits.keys() <= open_ones
    return {**named.digits, **digits} if fits else {}


def _with_the_other(said: str, language: str, question: Question) -> dict[int, int]:
    """The digit of one cell, and the other as read: r4c7=7, the other is right."""
    for sign in _SIGN.finditer(said):
        if takes_the_other(said[sign.end() :], language):
            told = said[: sign.start()]
            named = read_statements(told, lexicon_of(language), question)
            if len(named.digits) == 1 and not named.unread:
                read = {cell: question.shown[cell] for cell in question.doubts}
                return {**read, **named.digits} if len(read) == 2 else {}
    return {}


def _told(
    words: Mapping[int, str], language: str, question: Question
) -> dict[int, int]:
    """The digits that words tell of their cells; none if one of them tells none.

    A yes leaves the cell empty where we asked if it is.
    """
    digits: dict[int, int] = {}
    for cell, said in words.items():
        empty = 0 in question.doubts[cell] and is_bare_yes(said, language)
        digit = 0 if empty else _answer(said.strip(" ,;"), language, question, cell)
        if digit is None:
            return {}
        digits[cell] = digit
    return digits


def _labelled(said: str, asked: Sequence[int]) -> dict[int, int]:
    found = _LABELLED.findall(said)
    places = [ord(label) - ord("a") for label, _ in found]
    if len(asked) == 1 and said.startswith("a "):
        return {}
    distinct = len(set(places)) == len(places) and max(places, default=0) < len(asked)
    if _LABELLED.sub("", said).strip() or not distinct:
        return {}
    cells = (asked[place] for place in places)
    return _digits(dict(zip(cells, (digit for _, digit in found), strict=True)))


def _in_order(said: str, asked: Sequence[int]) -> dict[int, int]:
    found = _LISTED.findall(said)
    if _LISTED.sub("", said).strip() or len(found) != len(asked):
        return {}
    return _digits(dict(zip(asked, found, strict=True)))


def _digits(told: Mapping[int, str]) -> dict[int, int]:
    digits = {cell: int(d) for cell, d in told.items() if d.isascii() and d.isdecimal()}
    return digits if len(digits) == len(told) else {}
