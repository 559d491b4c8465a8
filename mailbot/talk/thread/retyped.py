"""The row of a doubtful cell, typed anew in answer to our question.

    That row reads
    5 3 . . 7 . . . .

It is believed if it agrees with what we read in all its other cells. Where it does not,
no digit of it is taken for an answer.
"""

import re

from mailbot.language.folding import fold
from mailbot.language.lexicon import lexicon_of
from mailbot.talk.cells.asserted import Question
from mailbot.talk.cells.clauses import clauses_of
from mailbot.talk.thread.below import BelowQuestions
from mailbot.talk.wishes.denial import is_reserved

_MOST_SIGNS = 9
"""The largest grid whose cells are single figures."""

_FEWEST_SIGNS = 5
"""Signs of cells that are no list of answers any more."""

_SIGN = re.compile(r"[\d._*x-]")
_WORD = re.compile(r"(?<![\w.])[\d._*x-]+(?![\w.])")
"""A row without blanks, which may stand within a sentence."""

_RUN = re.compile(r"(?:^|[^\w.])((?:[\d._*x-][ ,|]{0,3}){1,40})$")


def read_row(words: str, language: str, question: Question) -> BelowQuestions:
    """The digits that a row tells of the cells in doubt, and the lines that hold rows.

    A row that is named by its number is left to `mailbot.talk.cells.statements`.

    Args:
        words: what the person wrote now.
        language: that of these words.
        question: the cells in doubt.
    """
    size = question.shape.size
    rows = {line: marks for line in words.split("\n") if (marks := _marks(line, size))}
    others = words
    for line, marks in rows.items():
        rest = line.replace(marks, "") if marks in line else _RUN.sub("", line.strip())
        others = others.replace(line, rest)
    clauses = clauses_of(fold(others), lexicon_of(language)) if rows else ()
    if any(item.place for clause in clauses for item in clause):
        return BelowQuestions({}, frozenset())
    sure = len(rows) == 1 and "?" not in words and not is_reserved(others, language)
    digits = _agreed(next(iter(rows.values())), question) if sure else {}
    return BelowQuestions(digits, frozenset(rows))


def _agreed(marks: str, question: Question) -> dict[int, int]:
    """The digits of the cells in doubt, if all others are those that we read."""
    size = question.shape.size
    rows = {cell // size for cell in question.doubts}
    if len(rows) != 1 or len(marks) != size:
        return {}
    figures = (int(mark) if mark.isdecimal() else 0 for mark in marks)
    told = dict(zip(question.shape.rows[rows.pop()], figures, strict=True))
    digits = {cell: told.pop(cell) for cell in question.doubts}
    agrees = all(digit == question.shown[cell] for cell, digit in told.items())
    return digits if agrees and all(digits.values()) else {}


def _marks(line: str, size: int) -> str:
    """The signs of a row that a line holds or ends in; "" if there is none."""
    if size > _MOST_SIGNS:
        return ""
    words: list[str] = [word for word in _WORD.findall(line) if len(word) == size]
    if len(words) == 1 and any(map(str.isdecimal, words[0])):
        return words[0]
    found = _RUN.search(line.strip().rstrip("?! "))
    marks = "".join(_SIGN.findall(found[1])) if found else ""
    if len(marks) == size + 1 and marks[-1] == ".":
        marks = marks[:-1]  # the end of the sentence
    listed = marks.isdecimal() and len(marks) != size
    return "" if listed or len(marks) < _FEWEST_SIGNS else marks
