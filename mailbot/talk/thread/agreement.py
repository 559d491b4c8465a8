"""Sentences that take what we read as right: looks spot on; all as you read it.

The question about a doubtful cell is settled by a yes. In a sentence, a yes counts only
where no word of it is a stranger: "ok, I shall look again" settles nothing. A fault
that is denied is a yes as well: no corrections from me.
"""

import re
from collections.abc import Sequence

from mailbot.language.folding import fold
from mailbot.language.lexicon import lexicon_of
from mailbot.talk.cells.clauses import Item, between_signs, clauses_of

_TABLE = "agreement"
_AGREED = frozenset({"agreed", "reading", "siding"})
_SAYING_SO = frozenset({"agreed", "siding"})
_DENIALS = frozenset({"not", "empty"})
"""What denies a fault: no mistakes; nothing to change."""

_FAULTLESS = _AGREED | _DENIALS | {"fault", "thanks", "subject", "article"}
"""The words of a sentence in which a fault is denied."""

_OPEN = frozenset({"not", "or", "empty", "later", "both", "fault"})
_JUDGING = frozenset({"unsure", "but", "except", "wrong", "instead", "mistyped"})
_BARE = frozenset({"plain_yes", "thanks", "subject", "is", "filler"})
"""The words of a sentence that says yes, and nothing else: yes, it is."""

_MOST_STRANGERS = 2
"""Words that we do not know, in sentences beside it: a name under the letter."""

_FEW_STRANGERS = 1
"""The same beside a yes, in its own sentence."""


def agrees(words: str, language: str) -> bool:
    """Whether words say that we read everything right, and nothing else of it.

    >>> agrees("What you've got there looks spot on to me.", "en")
    True
    >>> agrees("No corrections from me", "en"), agrees("No, corrections", "en")
    (True, False)
    >>> agrees("All right, I'll look again", "en")
    False
    """
    clauses = [list(between_signs(clause)) for clause in _clauses(words, language)]
    parts = [part for clause in clauses for part in clause]
    open_ones = (part for part in parts if not _denies_a_fault(part))
    if any(_is_open(item) for part in open_ones for item in part):
        return False
    strangers = sum(_is_stranger(item) for part in parts for item in part)
    return strangers <= _MOST_STRANGERS and any(map(_agrees, clauses))


def may_agree(words: str, language: str) -> bool:
    """Whether words hold a yes, and nothing that takes it back: ok, I look tomorrow.

    >>> may_agree("ok, I look tomorrow", "en"), may_agree("Yes. Ann", "en")
    (False, True)
    """
    clauses = _clauses(words, language)
    agreeing = [c for c in clauses if any(_says_yes(item) for item in c)]
    strangers = (sum(map(_is_stranger, clause)) for clause in agreeing)
    taken_back = any(
        _is_open(item) or "no" in item.token.tags
        for clause in clauses
        for item in clause
    )
    asks = any({"question", "what"} & clause[0].token.tags for clause in agreeing)
    few = all(count <= _FEW_STRANGERS for count in strangers)
    return bool(agreeing) and few and not (taken_back or asks)


def is_bare_yes(words: str, language: str) -> bool:
    """Whether words say yes and nothing else, which chooses none of two digits.

    >>> is_bare_yes("Yes please", "en"), is_bare_yes("That's right", "en")
    (True, False)
    """
    items = (item for clause in _clauses(words, language) for item in clause)
    said = [item.token.tags for item in items if re.search(r"\w", item.token.text)]
    return all(_BARE & tags for tags in said) and any(
        "plain_yes" in tags for tags in said
    )


def _says_yes(item: Item) -> bool:
    tags = item.token.tags
    return "yes" in tags or (bool(_SAYING_SO & tags) and "praise" not in tags)


def _is_stranger(item: Item) -> bool:
    return item.is_unknown and "siding" not in item.token.tags


def _clauses(words: str, language: str) -> list[list[Item]]:
    return list(clauses_of(fold(words), lexicon_of(language, _TABLE)))


def _is_open(item: Item) -> bool:
    """Whether an item asks, denies, doubts, or tells of a cell or a digit."""
    token = item.token
    told = item.place is not None or item.is_number or token.text == "?"
    # German "gelesen" belongs to a misreading, too.
    judged = bool(_JUDGING & token.tags and not _AGREED & token.tags)
    return told or judged or bool(_OPEN & token.tags)


def _agrees(parts: Sequence[Sequence[Item]]) -> bool:
    """Whether a sentence is made of words of agreement alone."""
    faultless = list(filter(_denies_a_fault, parts))
    said = [n.token for part in parts if part not in faultless for n in part]
    if not all(_AGREED & t.tags or "thanks" in t.tags for t in said):
        return False
    if faultless or not said:
        return bool(faultless)
    asks = "question" in said[0].tags and not any("seeming" in t.tags for t in said)
    agreed = [t.tags for t in said if _SAYING_SO & t.tags]
    read = any({"reading", "yes"} & t.tags and "thanks" not in t.tags for t in said)
    praise = all("praise" in tags for tags in agreed)  # perfect, thanks
    return not asks and bool(agreed) and (read or not praise)


def _denies_a_fault(part: Sequence[Item]) -> bool:
    """Whether a part of a sentence tells that nothing is wrong: I see no mistakes."""
    if any(not _FAULTLESS & n.token.tags or _asks_or_names(n) for n in part):
        return False
    judging = [at for at, n in enumerate(part) if {"agreed", "fault"} & n.token.tags]
    denials = [at for at, n in enumerate(part) if _is_denial(part, at)]
    faults = [at for at in judging if "fault" in part[at].token.tags]
    if not denials or not faults:
        return False
    behind = [at for at in judging if at > denials[0]]
    return behind[0] in faults if behind else True


def _asks_or_names(item: Item) -> bool:
    asks = item.token.text == "?" or {"question", "unsure", "later"} & item.token.tags
    return bool(asks) or item.place is not None or item.is_number


def _is_denial(part: Sequence[Item], at: int) -> bool:
    """Whether a word denies what follows; a "no" before "wrong" may be an answer."""
    tags = part[at].token.tags
    behind = part[at + 1].token.tags if at + 1 < len(part) else frozenset[str]()
    answers = {"no", "not"} <= tags and bool({"wrong", "indefinite"} & behind)
    return bool(_DENIALS & tags) and not answers
