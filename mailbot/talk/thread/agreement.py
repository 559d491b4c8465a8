"""Sentences that take what we read as right: looks spot on; all as you read it.

The question about a doubtful cell is settled by a yes. In a sentence, a yes counts only
where no word of it is a stranger: "ok, I shall look again" settles nothing.
"""

from collections.abc import Sequence

from mailbot.language.folding import fold
from mailbot.language.lexicon import lexicon_of
from mailbot.talk.cells.clauses import Item, clauses_of

_TABLE = "agreement"
_AGREED = frozenset({"agreed", "reading"})
_OPEN = frozenset(
    {"not", "or", "but", "except", "wrong", "unsure", "empty", "instead", "mistyped"}
)
_MOST_STRANGERS = 2
"""Words that we do not know, in sentences beside it: a name under the letter."""

_FEW_STRANGERS = 1
"""The same beside a yes, in its own sentence."""


def agrees(words: str, language: str) -> bool:
    """Whether words say that we read everything right, and nothing else of it.

    >>> agrees("What you've got there looks spot on to me.", "en")
    True
    >>> agrees("All right, I'll look again", "en")
    False
    """
    clauses = _clauses(words, language)
    items = [item for clause in clauses for item in clause]
    if any(_is_open(item) for item in items):
        return False
    strangers = sum(item.is_unknown for item in items)
    return strangers <= _MOST_STRANGERS and any(map(_agrees, clauses))


def is_spoilt(words: str, language: str) -> bool:
    """Whether a yes stands beside other things: ok, I look tomorrow.

    >>> is_spoilt("ok, I look tomorrow", "en"), is_spoilt("Yes. Ann", "en")
    (True, False)
    """
    return any(
        sum(item.is_unknown for item in clause) > _FEW_STRANGERS
        or any("later" in item.token.tags for item in clause)
        for clause in _clauses(words, language)
        if any({"yes", "agreed"} & item.token.tags for item in clause)
    )


def _clauses(words: str, language: str) -> list[list[Item]]:
    return list(clauses_of(fold(words), lexicon_of(language, _TABLE)))


def _is_open(item: Item) -> bool:
    """Whether an item asks, denies, doubts, or tells of a cell or a digit."""
    token = item.token
    told = item.place is not None or item.is_number or token.text == "?"
    told |= "later" in token.tags
    return told or bool(_OPEN & token.tags and not _AGREED & token.tags)


def _agrees(clause: Sequence[Item]) -> bool:
    """Whether a sentence is made of words of agreement alone."""
    said = [item.token for item in clause if item.token.text.strip(".,;!-()\n\"'")]
    if not said or not all(_AGREED & t.tags or "thanks" in t.tags for t in said):
        return False
    asks = "question" in said[0].tags and not any("seeming" in t.tags for t in said)
    # Without a word of reading, "perfect" may be praise.
    of_reading = any({"reading", "yes"} & t.tags for t in said)
    return not asks and of_reading and any("agreed" in t.tags for t in said)
