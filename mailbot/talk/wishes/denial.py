"""What words deny: no hints please; do not complete it; you can keep the solution.

A refusal forbids the solution, and says nothing of what is wanted instead: the other
sentences tell that.
"""

import re
from collections.abc import Sequence
from functools import cache, lru_cache
from itertools import takewhile

from mailbot.language.concepts import Concepts, thesaurus_of
from mailbot.language.folders import ENGLISH, strings_by_language
from mailbot.language.folding import fold
from mailbot.language.lexicon import Token, lexicon_of
from mailbot.model import Want
from mailbot.talk.wishes.classifier import REFUSAL, coarse_chances, known_languages
from mailbot.talk.wishes.features import sentences, tokens

_STEM = 6  # letters that forms of a word share: solution, solutions
_BEFORE, _BEHIND = 4, 2  # tokens from the denial to the word
_RESERVED = frozenset({"not", "or", "but", "wrong", "unsure", "empty"})
_ENDS = frozenset(".,;:!?\n-\u2013\u2014")
_BREAK = re.compile(r"[.,;:!?\n]+|\s[-–—]\s")
_ALONE = frozenset({"self", "solving"})
_JOINS = frozenset({"and", "but"})

_WHOLE = frozenset({"whole", "rest"})
_TELLING = frozenset({"tell", "show", "give", "spoil", "solution", "solve", "finish"})
_FROM_DENIAL = 3  # words, from a denial to the whole that it denies
_FROM_INABILITY = 5  # words, from a denial to what somebody cannot do
_END = frozenset({"solution", "whole", "rest"})
_OF_AN_END = frozenset({"stop", "cease", "not"})
_OF_A_LIST = frozenset({"unsub"})
_TRYING = frozenset({"try", "check"})
_CARING = frozenset({"want", "tell", "give", "spoil", "interest"})
_FROM_DECLINING = 2  # words, from a denial to the declining that it denies
_FROM_END = 6  # words, from the end to what declines it

_SOLUTION = Want.SOLUTION.value

_IS_REFUSAL = 0.5
"""The probability from which a sentence asks for nothing but that."""

_REFUSES = 0.15
"""The probability from which all the words together refuse the solution."""

_AGAINST = 0.5
"""How likely that is at least where a word for it is said and not denied, as a share of
the probability that they ask for it: the solution, and nothing else."""

_CLEARLY, _DEMANDS = 0.7, 0.97
"""A sentence that is less likely a refusal than the first is none beside one that is as
likely as the second to ask for the solution: I refuse to leave. Fill in all of it!"""


def said_and_denied(
    words: str, language: str, want: Want, *, past: bool = False
) -> tuple[bool, bool]:
    """Whether a word for a wish is said, and whether it is only said beside a denial.

    Where somebody says thanks for it, it does not count; with `past` it is denied,
    since it speaks of another day. Behind the word, "tack" is a please. Who goes on
    alone wants no solution.

    >>> said_and_denied("I don't want the solution, only a push", "en", Want.SOLUTION)
    (False, True)
    >>> said_and_denied("No hints please, just the solution", "en", Want.SOLUTION)
    (True, False)
    >>> said_and_denied("I can solve the rest myself", "en", Want.SOLUTION)
    (False, True)
    """
    denied = []
    for clause in _clauses(words, language):
        alone = want is Want.SOLUTION and _is_about_oneself(clause)
        can = alone and not _has(clause, "not")
        if can and not _named(clause, want, language):
            denied.append(True)
        for at in _named(clause, want, language):
            thanked = _has(clause[max(at - _BEFORE, 0) : at], "thanks")
            if alone and not clause[at].tags.isdisjoint(_ALONE):
                denied.append(can)
            elif past or not thanked:
                waved = _is_waved_away(clause, at)
                denied.append(thanked or waved or _is_tagged(clause, at, "not"))
    return not all(denied), bool(denied) and all(denied)


def denies_the_whole(words: str, language: str) -> bool:
    """Whether a clause denies that all, or the rest, is told, or declines the end.

    >>> denies_the_whole("A little help, without telling me everything", "en")
    True
    >>> denies_the_whole("I can't do it. Tell me everything", "en")
    False
    >>> denies_the_whole("You can keep the solution. Am I right so far?", "en")
    True
    """
    clauses = _concepts(words, language)
    return any(map(_denies_the_whole, clauses)) or any(map(_declines_the_end, clauses))


def goes_on(words: str, language: str) -> bool:
    """Whether every word for an end is denied: somebody cannot, or shall not, stop.

    >>> goes_on("I just can't stop doing these", "en"), goes_on("Stop it", "en")
    (True, False)
    >>> goes_on("If you do not stop writing to me, I complain", "en")
    False
    """
    clauses = _concepts(words, language)
    if any("mail" in about for clause in clauses for about in clause):
        return False
    denied = [
        any("not" in before for before in clause[max(at - _FROM_INABILITY, 0) : at])
        for clause in clauses
        for at, about in enumerate(clause)
        if "cease" in about
    ]
    return bool(denied) and all(denied)


def names_the_whole(words: str, language: str) -> bool:
    """Whether words speak of all of it: the whole way, every step.

    >>> names_the_whole("Explain every step", "en"), names_the_whole("Explain it", "en")
    (True, False)
    """
    return "whole" in _all_concepts(words, language)


def speaks_of_an_end(words: str, language: str) -> bool:
    """Whether words may ask for no more letters: they deny, end, or unsubscribe.

    To speak of writing is not enough: write it in. Nor so: I only test the address.

    >>> speaks_of_an_end("Leave me in peace", "en")
    True
    >>> speaks_of_an_end("Write it in", "en")
    False
    """
    said = _all_concepts(words, language)
    tried = _TRYING & said
    return bool(_OF_AN_END & said) or (bool(_OF_A_LIST & said) and not tried)


def takes_back(words: str, language: str) -> bool:
    """Whether words speak of taking something back, and of no end of letters.

    >>> takes_back("Erase what you put", "en"), takes_back("Stop. Forget me", "en")
    (True, False)
    """
    about = _all_concepts(words, language)
    return "undo" in about and not {"stop", "cease", "not"} & about


def _all_concepts(words: str, language: str) -> Concepts:
    return frozenset[str]().union(*thesaurus_of(language).read(tokens(words)))


def is_reserved(words: str, language: str) -> bool:
    """Whether words deny, doubt or except something: almost all is right.

    >>> is_reserved("Almost all is right", "en"), is_reserved("All is right", "en")
    (True, False)
    """
    tokens = lexicon_of(language).read(fold(words))
    return any(_RESERVED & token.tags for token in tokens)


def _denies_the_whole(clause: Sequence[Concepts]) -> bool:
    """Whether what the words of a clause are about denies that all is told."""
    if not any(_TELLING & about and not _WHOLE & about for about in clause):
        return False  # "No consigo completarlo" tells of no whole
    denials = (at for at, about in enumerate(clause) if "not" in about)
    denied = (clause[at + 1 : at + 1 + _FROM_DENIAL] for at in denials)
    return any(_names_first(words, _WHOLE, "hint") for words in denied)


def _names_first(words: Sequence[Concepts], these: Concepts, other: str) -> bool:
    """Whether one of these is named, and not the other before it: no hint, but all."""
    first = next((about for about in words if about & {*these, other}), frozenset())
    return bool(these & first)


def _declines_the_end(clause: Sequence[Concepts]) -> bool:
    """Whether a clause tells that nobody wants the end: you can keep the solution.

    Not: you can keep the hints and send the solution; don't keep the solution from me.
    """
    ends = [at for at in range(len(clause)) if _is_end(clause, at)]
    hints = [at for at, about in enumerate(clause) if "hint" in about]
    return any(
        _nearest(at, ends) < _nearest(at, hints)
        and (_is_declined(clause, at, ends) or _is_unwanted(clause, at, ends))
        for at in range(len(clause))
    )


def _is_declined(clause: Sequence[Concepts], at: int, ends: Sequence[int]) -> bool:
    """Whether a word there declines the end: keep it; spare me; I do without."""
    before = clause[max(at - _FROM_DECLINING, 0) : at]
    denied = any("not" in about for about in before)
    near = _nearest(at, ends) <= _FROM_END
    return "decline" in clause[at] and near and not denied


def _is_unwanted(clause: Sequence[Concepts], at: int, ends: Sequence[int]) -> bool:
    """Whether a denial there denies that somebody cares for the end, or is given it.

    I do not want the answer. The answer I do not want. Not: not only the answer.
    """
    near = range(at + 1, at + 1 + _FROM_DENIAL)
    behind = any(end in near for end in ends)
    before = any(at - _FROM_END <= end < at for end in ends)
    start = at - _FROM_DECLINING if before else at
    cared = clause[max(start, 0) : at + 1 + _FROM_DECLINING]
    only = any("only" in about for about in clause[at + 1 : at + 1 + _FROM_DECLINING])
    caring = any(_CARING & about and not _END & about for about in cared)
    return "not" in clause[at] and (before or behind) and caring and not only


def _is_end(clause: Sequence[Concepts], at: int) -> bool:
    """Whether a word is one for the end: the solution; the finished grid."""
    near = clause[max(at - _FROM_DECLINING, 0) : at + 1 + _FROM_DECLINING]
    finished = "finish" in clause[at] and any("puzzle" in about for about in near)
    return bool(_END & clause[at]) or finished


def _nearest(at: int, places: Sequence[int]) -> int:
    """How many words away the nearest of some places is."""
    return min((abs(at - place) for place in places), default=1_000)


@lru_cache(maxsize=64)
def _concepts(words: str, language: str) -> Sequence[Sequence[Concepts]]:
    """What the words of each clause are about."""
    read = thesaurus_of(language).read
    return [read(tokens(clause)) for clause in _BREAK.split(words)]


def _is_about_oneself(clause: Sequence[Token]) -> bool:
    """Whether it tells what somebody does alone, or cannot: I'll finish it myself."""
    return all(_has(clause, tag) for tag in _ALONE)


def _has(clause: Sequence[Token], tag: str) -> bool:
    return any(tag in token.tags for token in clause)


@lru_cache(maxsize=64)
def _clauses(words: str, language: str) -> Sequence[Sequence[Token]]:
    clauses: list[list[Token]] = [[]]
    for token in lexicon_of(language).read(fold(words)):
        if token.text in _ENDS:
            clauses.append([])
        else:
            clauses[-1].append(token)
    return clauses


def _is_waved_away(clause: Sequence[Token], at: int) -> bool:
    """Whether a clause ends with a no behind the word: solution no, push yes."""
    behind = clause[at + 1 :]
    return len(behind) == 1 and "no" in behind[0].tags


def _named(clause: Sequence[Token], want: Want, language: str) -> list[int]:
    stems = _stems(want, language)
    return [at for at, token in enumerate(clause) if token.text[:_STEM] in stems]


def _is_tagged(clause: Sequence[Token], at: int, tag: str) -> bool:
    """Whether a word of a kind stands near, as in "thanks for the hint"."""
    before, behind = clause[max(at - _BEFORE, 0) : at], clause[at : at + _BEHIND + 1]
    near = takewhile(lambda token: not _JOINS & token.tags, behind)  # and no more
    return any(tag in token.tags for token in (*before, *near))


@cache
def _stems(want: Want, language: str) -> frozenset[str]:
    """How the words for a wish begin, those of a language and the English ones."""
    words = strings_by_language("commands", want.value)
    known = (language, ENGLISH)
    return frozenset(fold(word)[:_STEM] for code, word in words if code in known)


@lru_cache(maxsize=64)
def split_refusal(spoken: str, language: str) -> tuple[str, bool]:
    """The words without the sentences that only refuse the end; whether it is refused.

    >>> split_refusal("What goes in r3c5? Please don't fill in the rest.", "en")
    ('What goes in r3c5?', True)
    >>> split_refusal("I can't fill in the rest.", "en")
    ("I can't fill in the rest.", False)
    """
    if language not in known_languages():
        return spoken, False
    kept = spoken
    parts = {s: coarse_chances(s, language) for s in sentences(spoken) or [spoken]}
    demanded = any(chances[_SOLUTION] >= _DEMANDS for chances in parts.values())
    least = _CLEARLY if demanded else _IS_REFUSAL
    for sentence, chances in parts.items():
        if chances[REFUSAL] >= least:
            kept = kept.replace(sentence, " ")
    whole = coarse_chances(spoken, language)
    said, _ = said_and_denied(spoken, language, Want.SOLUTION)
    asked = _AGAINST * whole[_SOLUTION] if said else 0.0
    refused = whole[REFUSAL] >= max(_REFUSES, asked)
    return kept.strip(), refused or kept != spoken
