"""Short answers to the one question that is open.

People answer in another language than that of the thread (a photo without words was
answered in English), and by the place of a digit in our question: is it a 4 or an 8?
The first one.
"""

from collections.abc import Iterator, Mapping, Sequence

from mailbot.language.folders import written
from mailbot.language.folding import fold
from mailbot.language.lexicon import Lexicon, lexicon_of
from mailbot.talk.cells.asserted import Question
from mailbot.talk.cells.clauses import Item, clauses_of
from mailbot.talk.cells.statements import read_statements

_LONGEST = 100  # characters
_SIGNS = frozenset(".,;:!-)\n")
_LEADING = frozenset({"article", "is"})
_FOLLOWING = frozenset({"cell", "digit", "option", "is", "thanks"})
_OPEN = frozenset({"not", "or", "but", "unsure", "empty", "wrong"})


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
    told = {_chosen(words, lexicon_of(language), question)} - {None}
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


def _in_other_languages(
    words: str, language: str, question: Question
) -> Iterator[int | None]:
    """What every other language reads in the words; None where it is not certain."""
    [cell] = question.doubts
    for code in written():
        if code != language:
            said = read_statements(words, lexicon_of(code), question)
            chosen = _chosen(words, lexicon_of(code), question)
            if said.unread or said.named:
                yield None
            elif said.digits or chosen:
                yield said.digits.get(cell, chosen)


def _chosen(words: str, lexicon: Lexicon, question: Question) -> int | None:
    """The option of two that words name by its place: the first one, the latter."""
    [(cell, options)] = question.doubts.items()
    shown = question.shown[cell]
    clauses = clauses_of(fold(words), lexicon)
    items = _without_no([item for clause in clauses for item in clause])
    places = [_option(item) for item in items]
    named = [at for at, place in enumerate(places) if place]
    others = any(_is_digit(item) or _OPEN & item.token.tags for item in items)
    asked = any(item.place or item.token.text == "?" for item in items)
    if len(named) != 1 or others or asked or len(options - {0}) != 2:
        return None
    [at] = named
    alone = all(item.token.text in _SIGNS for item in items[at + 1 :])
    leads = _leads(items[:at]) if at else alone
    if not leads or not _follows(items[at + 1 :]):
        return None
    return shown if places[at] == 1 else next(iter(options - {shown}))


def _without_no(items: Sequence[Item]) -> Sequence[Item]:
    """The words without a "no" that they begin with: no, the second one."""
    first, second = (*items[:2], None, None)[:2]
    if first and second and "no" in first.token.tags and second.token.text == ",":
        return items[2:]
    return items


def _option(item: Item) -> int:
    """Which of two options an ordinal means, 0 if it means none."""
    if "last" in item.token.tags:
        return 2
    ordinal = item.token.ordinal if item.token.number < 0 else 0
    return ordinal if ordinal in (1, 2) else 0


def _is_digit(item: Item) -> bool:
    """Whether an item is a number, and not the pronoun of "the first one"."""
    return item.is_number and "cell" not in item.token.tags


def _leads(before: Sequence[Item]) -> bool:
    """Whether what stands before an option leads to it: it is the."""
    if any(item.is_unknown for item in before):
        return False
    last = before[-1].token
    return bool(_LEADING & last.tags) or last.text in _SIGNS


def _follows(behind: Sequence[Item]) -> bool:
    """Whether nothing behind an option is counted by it: the first time."""
    for item in behind:
        if item.token.text in _SIGNS:
            return True
        if not _FOLLOWING & item.token.tags:
            return False
    return True
