"""Short answers to the one question that is open.

People answer in another language than that of the thread (a photo without words was
answered in English), and by the place of a digit in our question (see `choice`).
"""

from collections.abc import Iterator, Mapping

from mailbot.language.folders import written
from mailbot.language.folding import fold
from mailbot.language.lexicon import Lexicon, lexicon_of
from mailbot.talk.cells.asserted import Question
from mailbot.talk.cells.statements import read_statements
from mailbot.talk.thread.choice import chosen

_LONGEST = 100  # characters
_DECIDING = frozenset({"not", "or", "unsure", "row", "column", "box"})


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
    told = {chosen(words, lexicon_of(language), question)} - {None}
    told = told or set(_in_other_languages(words, language, question))
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


def nearest_language(words: str, language: str) -> str:
    """The language that knows most of these words; the given one in doubt."""
    text = fold(words)
    codes = (language, *(code for code in written() if code != language))
    return min(codes, key=lambda code: _strangers(text, lexicon_of(code)))


def _strangers(text: str, lexicon: Lexicon) -> int:
    tokens = lexicon.read(text)
    return sum(t.text.isalpha() and not t.tags and t.number < 0 for t in tokens)


def _in_other_languages(
    words: str, language: str, question: Question
) -> Iterator[int | None]:
    """What every other language reads in the words; None where it is not certain.

    Nothing if they deny or doubt in the language of the thread: "pas de 6" is no Dutch.
    """
    [cell] = question.doubts
    own = lexicon_of(language).read(fold(words))
    decided = any(_DECIDING & token.tags for token in own)
    for code in written():
        if code != language and not decided:
            said = read_statements(words, lexicon_of(code), question)
            named = chosen(words, lexicon_of(code), question)
            if said.unread or said.named:
                yield None
            elif said.digits or named is not None:
                yield said.digits.get(cell, named)
