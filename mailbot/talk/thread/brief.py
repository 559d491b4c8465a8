"""Short answers to the one question that is open.

People answer in another language than that of the thread (a photo without words was
answered in English), and name one of our two digits by its place or its size:

    Is it a 4 or an 8?
    The second one.        Your first guess was right.        The bigger of the two.

Everything that stands beside such a name, up to the next sign, must be known to speak
of it: "the second time" and "the first row" name no digit of ours.
"""

from collections.abc import Iterator, Mapping

from mailbot.language.folders import written
from mailbot.language.folding import fold
from mailbot.language.lexicon import Lexicon, lexicon_of
from mailbot.talk.cells.asserted import Question
from mailbot.talk.cells.clauses import between_signs, clauses_of
from mailbot.talk.cells.kinds import any_of, holds, kinds_of
from mailbot.talk.cells.statements import read_statements

_OPEN = (
    "NUMBER|CELL|HOUSE|ASKS|DOUBT|or|but|empty|wrong",
    "^START not",
    "START not ^COMMA",
)
"""What leaves it open; a "no" that the words begin with answers: no, the second one."""

_UNCLEAR = ("^NAMED|ABOUT_IT|START|END", "NAMED ^NAMED|FOLLOWING|END")
"""What makes a name that of another thing: the first row, the larger picture."""

_TELLING = "article|is|option|both|cell|digit"
"""Without any of these an ordinal may only count: second, I have a question."""

_LONGEST = 100  # characters
_DECIDING = frozenset({"not", "or", "unsure", "row", "column", "box"})


def chosen(words: str, lexicon: Lexicon, question: Question) -> int | None:
    """The digit of the two that words name by its place or size; None if they do not.

    Args:
        words: what the person wrote now.
        lexicon: the words of a language.
        question: what the person was shown, and the one cell in doubt.
    """
    [(cell, options)] = question.doubts.items()
    items = [item for c in clauses_of(fold(words), lexicon) for item in c]
    parts = [kinds_of(part) for part in between_signs(items)]
    naming = [part for part in parts if holds("NAMED", part)]
    if len(options - {0}) != 2 or any_of(_OPEN, kinds_of(items)):
        return None
    unclear = any(any_of(_UNCLEAR, part) for part in naming)
    counts = len(parts) > 1 and not all(holds(_TELLING, part) for part in naming)
    shown = question.shown[cell]
    values = {
        "FIRST": shown,
        "SECOND": next(iter(options - {shown})),
        "LARGER": max(options),
        "SMALLER": min(options),
    }
    named = [
        value
        for part in naming
        for own in part
        for name, value in values.items()
        if f" {name} " in own
    ]
    return named[0] if len(named) == 1 and not (unclear or counts) else None


def names_option(words: str, lexicon: Lexicon) -> bool:
    """Whether any word may name a digit of ours by its place or its size."""
    clauses = clauses_of(fold(words), lexicon)
    return any(holds("NAMED", kinds_of(clause)) for clause in clauses)


def read_brief(words: str, language: str, question: Question) -> Mapping[int, int]:
    """The digit that a few words tell of the one cell in doubt; none if they tell none.

    Only one of the two digits that the person was asked about is taken.

    Args:
        words: what the person wrote now.
        language: that of the thread.
        question: what the person was shown, and the cell in doubt.
    """
    if len(question.doubts) != 1 or len(words) > _LONGEST:
        return {}
    [(cell, options)] = question.doubts.items()
    digit = chosen(words, lexicon_of(language), question)
    told = {digit} if digit is not None else {*_told(words, language, question)}
    if len(told) != 1 or not told <= options - {0}:
        return {}
    digit = told.pop()
    return {} if digit is None else {cell: digit}


def foreign_numbers(words: str, language: str) -> set[int]:
    """The values of words that are none of a language, but count in another."""
    if len(words) > _LONGEST:
        return set()
    own = lexicon_of(language).read(fold(words))
    unknown = {t.text for t in own if t.text.isalpha() and not t.tags and t.number < 0}
    tokens = (
        token
        for code in written()
        if code != language
        for token in lexicon_of(code).read(fold(words))
    )
    return {max(t.number, t.ordinal) for t in tokens if t.text in unknown}


def _told(words: str, language: str, question: Question) -> Iterator[int | None]:
    """What the other languages that know most of the words read; None if uncertain."""
    [cell] = question.doubts
    text = fold(words)
    if any(_DECIDING & token.tags for token in lexicon_of(language).read(text)):
        return  # French "pas de 6" is no Dutch
    strangers = {code: _strangers(text, lexicon_of(code)) for code in written()}
    least = min(strangers.values())
    for code in (c for c, count in strangers.items() if count == least):
        lexicon = lexicon_of(code, "verdict")
        said = read_statements(words, lexicon, question) if code != language else None
        if said and (said.unread or said.named):
            yield None
        elif said:
            digit = said.digits.get(cell, chosen(words, lexicon, question))
            yield from () if digit is None else (digit,)


def _strangers(text: str, lexicon: Lexicon) -> int:
    tokens = lexicon.read(text)
    return sum(t.text.isalpha() and not t.tags and t.number < 0 for t in tokens)
