"""One of the two digits that we asked about, named by its place or its size.

    Is it a 4 or an 8?
    The second one.        Your first guess was right.        The bigger of the two.

Everything that stands beside such a name, up to the next sign, must be known to speak
of it: "the second time" and "the first row" name no digit of ours.
"""

from collections.abc import Sequence
from itertools import pairwise

from mailbot.language.folding import fold
from mailbot.language.lexicon import Lexicon
from mailbot.talk.cells.asserted import Question
from mailbot.talk.cells.clauses import Item, between_signs, clauses_of

_OPEN = frozenset({"not", "or", "but", "unsure", "empty", "wrong"})
_BESIDE = frozenset(
    {
        *("article", "is", "subject", "option", "both", "cell", "digit", "yes"),
        *("beside", "filler", "thanks", "says", "person", "that"),
    }
)
"""What may stand beside the name of a digit: I think it is the second of the two."""

_FOLLOWING = _BESIDE - {"beside"}
"""What may stand right behind a name; it may be of another thing: larger picture."""

_TELLING = frozenset({"article", "is", "option", "both", "cell", "digit"})
"""Without any of these an ordinal may only count: second, I have a question."""


def chosen(words: str, lexicon: Lexicon, question: Question) -> int | None:
    """The digit of the two that words name by its place or size; None if they do not.

    Args:
        words: what the person wrote now.
        lexicon: the words of a language.
        question: what the person was shown, and the one cell in doubt.
    """
    [(cell, options)] = question.doubts.items()
    clauses = clauses_of(fold(words), lexicon)
    items = _without_no([item for clause in clauses for item in clause])
    parts = list(between_signs(items))
    if len(options - {0}) != 2 or _is_open(items) or not all(map(_is_clear, parts)):
        return None
    shown = question.shown[cell]
    other = next(iter(options - {shown}))
    values = {
        "first": shown,
        "second": other,
        "larger": max(options),
        "smaller": min(options),
    }
    named = [name for part in parts for name in map(_name, part) if name]
    alone = len(parts) == 1
    told = all(alone or _TELLING & _tags(part) for part in parts if _names_one(part))
    return values[named[0]] if len(named) == 1 and told else None


def names_option(words: str, lexicon: Lexicon) -> bool:
    """Whether any word may name a digit of ours by its place or its size."""
    items = (item for clause in clauses_of(fold(words), lexicon) for item in clause)
    return any(_name(item) for item in items)


def _is_open(items: Sequence[Item]) -> bool:
    """Whether anything is asked, denied or doubted, or a place or a digit is named."""
    return any(
        item.place or item.token.text == "?" or _is_digit(item) or _is_doubt(item)
        for item in items
    )


def _is_doubt(item: Item) -> bool:
    """Whether an item denies or doubts; "your guess" is only a name."""
    tags = item.token.tags
    return bool(_OPEN & tags) and not {"unsure", "option"} <= tags


def _is_clear(part: Sequence[Item]) -> bool:
    """Whether all beside a name speaks of it; what names nothing may be any story."""
    if not _names_one(part):
        return True
    counted = (b for a, b in pairwise(part) if _name(a) and not _name(b))
    return all(_name(item) or _BESIDE & item.token.tags for item in part) and all(
        _FOLLOWING & item.token.tags for item in counted
    )


def _names_one(part: Sequence[Item]) -> bool:
    return any(_name(item) for item in part)


def _name(item: Item) -> str:
    """How an item names one of two digits, "" if it does not.

    English "right" may be a yes.
    """
    tags = item.token.tags
    if "yes" in tags or item.token.number >= 0:
        return ""
    if {"last", "right"} & tags or item.token.ordinal == 2:
        return "second"
    if "left" in tags or item.token.ordinal == 1:
        return "first"
    return next((name for name in ("larger", "smaller") if name in tags), "")


def _tags(items: Sequence[Item]) -> frozenset[str]:
    return frozenset[str]().union(*(item.token.tags for item in items))


def _without_no(items: Sequence[Item]) -> Sequence[Item]:
    """The words without a "no" that they begin with: no, the second one."""
    first, second = (*items[:2], None, None)[:2]
    if first and second and "no" in first.token.tags and second.token.text == ",":
        return items[2:]
    return items


def _is_digit(item: Item) -> bool:
    """Whether an item is a number, and not the pronoun of "the first one"."""
    return item.is_number and "cell" not in item.token.tags
