"""Sentences that take what we read as right: looks spot on; all as you read it.

The question about a doubtful cell is settled by a yes. In a sentence, a yes counts only
where no word of it is a stranger: "ok, I shall look again" settles nothing. A fault
that is denied is a yes as well: no corrections from me.
"""

from collections.abc import Sequence

from mailbot.language.folding import fold
from mailbot.language.lexicon import lexicon_of
from mailbot.talk.cells.clauses import between_signs, clauses_of
from mailbot.talk.cells.kinds import any_of, holds, kinds_of
from mailbot.talk.cells.statements import is_question
from mailbot.talk.thread.brief import foreign_numbers, names_option
from mailbot.talk.thread.turn import Turn
from mailbot.talk.wishes.denial import is_reserved
from mailbot.talk.wishes.words import Words

Kinds = Sequence[str]

_FAULT_DENIED = (
    "DENIES ^agreed|fault* fault",
    "NAY ^wrong|indefinite|agreed|fault ^agreed|fault* fault",
    "NAY FLAW",
    "fault .* DENIES|NAY ^agreed|fault* END",
)
"""No corrections from me; I see no mistake; mistakes: none. Not: no, a mistake."""

_YES = "yes|EARNEST"
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
    clauses = _clauses(words, language)
    parts = [part for clause in clauses for part in clause]
    open_ones = [part for part in parts if not _denies_a_fault(part)]
    strangers = sum(map(_strangers, parts))
    if strangers > _MOST_STRANGERS or any(holds("UNSETTLED", p) for p in open_ones):
        return False
    return any(map(_agrees, clauses))


def may_agree(words: str, language: str) -> bool:
    """Whether words hold a yes, and nothing that takes it back: ok, I look tomorrow.

    >>> may_agree("ok, I look tomorrow", "en"), may_agree("Yes. Ann", "en")
    (False, True)
    """
    clauses = [_joined(parts) for parts in _clauses(words, language)]
    agreeing = [clause for clause in clauses if holds(_YES, clause)]
    few = all(_strangers(clause) <= _FEW_STRANGERS for clause in agreeing)
    asks = any(holds("START question|what", clause) for clause in agreeing)
    taken_back = any(holds("UNSETTLED|no", clause) for clause in clauses)
    return bool(agreeing) and few and not (taken_back or asks)


def is_bare_yes(words: str, language: str) -> bool:
    """Whether words say yes and nothing else, which chooses none of two digits.

    >>> is_bare_yes("Yes please", "en"), is_bare_yes("That's right", "en")
    (True, False)
    """
    clauses = [_joined(parts) for parts in _clauses(words, language)]
    strange = any(holds("^BARE|START|END", clause) for clause in clauses)
    return not strange and any(holds("plain_yes", clause) for clause in clauses)


def takes_the_other(words: str, language: str) -> bool:
    """Whether words say that the other of two things is right, and nothing else.

    >>> takes_the_other("the other one is right", "en")
    True
    >>> takes_the_other("that is right", "en"), takes_the_other("the other", "en")
    (False, False)
    """
    parts = [part for clause in _clauses(words, language) for part in clause]
    rest = [tuple(own for own in part if " other " not in own) for part in parts]
    return rest != parts and _agrees(rest)


def _clauses(words: str, language: str) -> list[list[Kinds]]:
    """The kinds of the words of each clause, by the parts between its signs."""
    clauses = clauses_of(fold(words), lexicon_of(language, "agreement"))
    return [[kinds_of(part) for part in between_signs(c)] for c in clauses]


def _joined(parts: Sequence[Kinds]) -> Kinds:
    return tuple(own for part in parts for own in part)


def _strangers(part: Kinds) -> int:
    return sum(" UNKNOWN " in own and " siding " not in own for own in part)


def _denies_a_fault(part: Kinds) -> bool:
    """Whether a part of a sentence tells that nothing is wrong: I see no mistakes."""
    return not holds("^FAULTLESS|START|END", part) and any_of(_FAULT_DENIED, part)


def _agrees(parts: Sequence[Kinds]) -> bool:
    """Whether a sentence is made of words of agreement alone."""
    faultless = [part for part in parts if _denies_a_fault(part)]
    said = _joined([part for part in parts if part not in faultless])
    if holds("^agreed|reading|siding|thanks|START|END", said):
        return False
    if faultless or not said:
        return bool(faultless)
    asks = holds("START question", said) and not holds("seeming", said)
    read = holds("READ", said)
    return not asks and holds("EARNEST" if not read else "agreed|siding", said)


def is_plain_yes(turn: Turn, words: Words) -> bool:
    """Whether a yes holds no question, no reserve, no digit and no other story."""
    said, language = words.spoken, words.language
    if tells_of_other_digits(turn, words) or chooses_none(turn, words):
        return False
    asks = is_question(words.newest, lexicon_of(language))
    reserved = asks or is_reserved(said, language)
    return agrees(said, language) or (may_agree(said, language) and not reserved)


def chooses_none(turn: Turn, words: Words) -> bool:
    """Whether we asked which of two digits it is, and the person only says yes."""
    return turn.asks_which and is_bare_yes(words.spoken, words.language)


def tells_of_other_digits(turn: Turn, words: Words) -> bool:
    """Whether the words hold a digit of which nobody knows what it says.

    "The first" and "the bigger one" may be a digit of our question.
    """
    lexicon = lexicon_of(words.language)
    if turn.asks_which and names_option(words.newest, lexicon):
        return True
    tokens = lexicon.read(fold(words.newest))
    numbers = {t.number for t in tokens if "article" not in t.tags}
    numbers |= {token.ordinal for token in tokens}
    numbers |= foreign_numbers(words.newest, words.language)
    return bool(numbers.intersection(range(1, turn.puzzle.grid.shape.size + 1)))
