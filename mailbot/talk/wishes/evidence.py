"""How likely a wish must be to be granted, by what a false alarm costs.

A new puzzle that nobody asked for is one of the few of a day; a solution that nobody
asked for spoils the puzzle, a silence that nobody asked for is for ever. The word model
knows phrases of them that hold none of the usual words; so do phrases of other wishes.
Without such a word a wish must be surer. Chosen on phrases of people whom the model had
never met.
"""

import re

from mailbot.language.concepts import Concepts, thesaurus_of
from mailbot.model import Want
from mailbot.talk.wishes.features import sentences, tokens
from mailbot.talk.wishes.situation import Situation
from mailbot.talk.wishes.voice import organisation_odds

_SURE = 0.25
"""A person in a thread whose likeliest wish is below this is asked what is meant."""

_SURE_ALONE = 0.4
"""The same for a letter without a puzzle, which may speak of anything."""

_BY_NAME = {Want.STOP: 0.7, Want.NEW: 0.8, Want.SOLUTION: 0.4}
_WITHOUT = {Want.STOP: 0.85, Want.NEW: 0.9, Want.SOLUTION: 0.6}
"""The same for these, where a word speaks for them and where none does."""

_CONFIRMED = 0.75
"""The same for a reading that counts."""

_STOPPING = 0.85
"""A letter that answers none of ours asks for silence if this is as likely."""

_SILENCING = 0.9
"""The same above a puzzle, where words must speak of letters, or of a list."""

_VOICE, _NEWS = -1.5, -2.0
"""The odds of an organisation's voice above which words are no person's wish for
silence, and for a new puzzle."""

_NEVER = 1.1
"""A probability that no wish has."""

_SCENE = frozenset(
    {
        *("story", "elsewhere", "family", "greeting", "farewell", "wait", "hurry"),
        *("treat", "joy", "laugh", "praise", "puzzle", "printed"),
    }
)
"""What people write about above a puzzle who ask for nothing: where they are."""

_LIFE = frozenset({"story", "family"})
_ASKING = frozenset(
    {
        *("hint", "digit", "stuck", "help", "want", "please", "can", "show", "tell"),
        *("where", "why", "how", "understand", "check", "right", "wrong", "solution"),
    }
)
"""What a remark on life beside a puzzle is about, and what it is not if it asks."""

_ENDING = frozenset({"solution", "solve", "finish", "whole", "rest", "surrender"})
_HELPING, _SOLVING = frozenset({"hint", "next"}), frozenset({"solution", "solve"})
_LETTERS = frozenset({"mail", "unsub"})
_KINDS = frozenset({"hard", "easy", "level"})
_PLEADING = _KINDS | {"puzzle", "give", "want", "can", "please", "more"}
_WANTING = frozenset({"more", "want", "give", "show", "mail"})

_RATED = _KINDS | {"how", "solve"}
_OF_A_RATING = frozenset(
    {"how", "tell", "want", "give", "show", "please", "check", "only", "can", "solve"}
)
"""What else it is about if it asks for a rating without a question mark."""

_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n")

_REPORTED = frozenset({"praise", "story", "done", "thanks", "joy"})
_WISHED = _WANTING | {"solution", "solve", "surrender", "tell", "please", "can"}
"""What a sentence that reports an end is about, and what one is that asks for it."""


def least_for(want: str, situation: Situation, spoken: str, language: str) -> float:
    """The probability from which a wish is granted that is no wish of a first letter.

    Args:
        want: the likeliest wish, a value of `Want`.
        situation: where the words stand.
        spoken: what the person wrote.
        language: the language that it is in.
    """
    alone = situation is Situation.BARE
    harsh = want == Want.STOP or (alone and want == Want.NEW)
    asking = "?" in spoken or bool(_PLEADING & _about(spoken, language))
    idle = alone and want == Want.NEW and not asking
    odds = organisation_odds(spoken) if harsh else 0.0
    spoils = want == Want.SOLUTION and situation is Situation.HINTED
    idle |= spoils and _only_reports(spoken, language)
    if idle or (harsh and odds > (_VOICE if want == Want.STOP else _NEWS)):
        return _NEVER  # "you have a new bill", "to get no more of them, click here"
    if alone and want == Want.STOP:
        return _STOPPING
    if want == Want.CONFIRM:
        return _CONFIRMED
    if want not in _BY_NAME or (want == Want.SOLUTION and not spoils):
        return _SURE_ALONE if alone else _SURE
    if not _speaks_for(Want(want), _about(spoken, language)):
        return _WITHOUT[Want(want)]
    return _SURE_ALONE if alone else _BY_NAME[Want(want)]


def is_asked_for(want: Want, spoken: str, language: str) -> bool:
    """Whether words name what is wanted of a puzzle: a hint, or its solution."""
    named = {Want.HINT: _HELPING, Want.SOLUTION: _SOLVING}.get(want, frozenset())
    return bool(named & _about(spoken, language))


def asks_for_a_rating(said: str, language: str) -> bool:
    """Whether a sentence asks how hard a puzzle is, and does not tell it.

    >>> asks_for_a_rating("Number 17, very hard.", "en")
    False
    >>> asks_for_a_rating("Very hard?", "en")
    True
    """
    return any(
        _RATED & about and ("?" in text or _OF_A_RATING & about)
        for text in _SENTENCE.split(said)
        for about in [_about(text, language)]
    )


def is_only_a_scene(said: str, language: str) -> bool:
    """Whether words ask nothing and are about nothing that a wish is made of.

    >>> is_only_a_scene("Breakfast is ready.", "en")
    True
    >>> is_only_a_scene("Is breakfast ready?", "en")
    False
    >>> is_only_a_scene("A digit for breakfast.", "en")
    False
    """
    return "?" not in said and _about(said, language) <= _SCENE


def is_a_remark(said: str, language: str) -> bool:
    """Whether words tell of life, and no word of theirs asks for anything.

    >>> is_a_remark("More of this on Saturday.", "en")
    True
    >>> is_a_remark("One more on Saturday.", "en")
    False
    """
    about = _about(said, language)
    onward = {"more", "next"} & about and {"one", "thanks"} & about  # "nästa, tack"
    asks = "?" in said or bool(onward or _ASKING & about)
    return bool(_LIFE & about) and not asks


def is_about_mail(chance: float, spoken: str, language: str) -> bool:
    """Whether words are about an end of letters, and not of a puzzle.

    Args:
        chance: how likely the words are to ask for an end.
        spoken: what stands beside a puzzle.
        language: the language that it is in.
    """
    return chance >= _SILENCING and bool(_LETTERS & _about(spoken, language))


def is_a_plea(spoken: str) -> bool:
    """Whether a person may say this: alone, and not in an organisation's voice."""
    return len(sentences(spoken)) <= 1 and organisation_odds(spoken) < _VOICE


def _about(spoken: str, language: str) -> Concepts:
    """What words are about."""
    return frozenset[str]().union(*thesaurus_of(language).read(tokens(spoken)))


def _only_reports(spoken: str, language: str) -> bool:
    """Whether an end is only reported: great, I am going to finish the rest now."""
    about = [_about(sentence, language) for sentence in sentences(spoken)]
    ends = [said for said in about if _ENDING & said]
    reports = all(_REPORTED & said and not _WISHED & said for said in ends)
    told = any({"story", "done"} & said for said in ends)
    return told and reports and "?" not in spoken


def _speaks_for(want: Want, about: Concepts) -> bool:
    """Whether what words are about speaks for one of these wishes."""
    if want is Want.SOLUTION:  # not so: I boasted before the whole office
        whole = "whole" in about and bool(_WISHED & about)
        return whole or bool((_ENDING - {"whole"}) & about)
    if want is Want.STOP:
        return bool({"stop", "unsub"} & about) or {"mail", "not"} <= about
    made = "puzzle" in about and bool(_WANTING & about)
    return "new" in about or made or bool(_KINDS & about)
