"""How likely each wish is by what was said and where.

The word model tells how likely each wish is by the words alone; the situation, the
words that we teach, and what is named, denied or refused make it more or less so.
"""

from collections.abc import Mapping

from mailbot.model import Want
from mailbot.talk.cells.asserted import Asserted
from mailbot.talk.wishes.classifier import (
    NONE,
    REFUSAL,
    coarse_chances,
    known_languages,
)
from mailbot.talk.wishes.denial import (
    denies_the_whole,
    goes_on,
    names_the_whole,
    said_and_denied,
    split_refusal,
    takes_back,
)
from mailbot.talk.wishes.evidence import (
    asks_for_a_rating,
    is_a_plea,
    is_a_remark,
    is_about_mail,
)
from mailbot.talk.wishes.situation import POSSIBLE, PRIORS, Situation
from mailbot.talk.wishes.words import Words, is_only_polite

MODEST = ("hint", "cell", "part", "check", "rating", "why", "moves")
"""Wishes that reveal less than the solution."""

REVEALING = ("solution", "steps", "all")

SPOILING = 0.2
"""No solution is sent if the modest wishes together are at least as likely as this."""

# Factors on the word model's probabilities, beside those of the situation

_DENIED, _MENTIONED = 0.005, 2.0
"""How much likelier a wish is whose word is denied, or said."""

_FEWEST_WORDS = 3
"""A subject with fewer words than this is no wish."""

_CLEAR_SUBJECT = 0.65
"""A subject whose likeliest wish is less likely than this is none."""

_CLEAR_ENOUGH = 0.4
"""The same for a wish that reveals less than the solution: stuck on my phone."""

_FEW_WORDS = 3
"""A "why?" above a puzzle is no longer than this, or part of another wish."""

_UNNAMED = 0.02
"""How much likelier (here, less likely) a wish about a cell is if none is named."""

_SURELY_ASKED = 0.8
"""A remark in a thread that is less likely than this to ask for a hint asks nothing."""

_BESIDE_A_PLACE = 0.4
"""How much likelier a wish for the next hint is where a cell is named."""

_IDLE = ("thanks", "help", "new", "confirm", "correct")
"""Wishes that ask for nothing above a first puzzle: praise, or a digit that is told.

An end is none of them: what sounds like one ("it won't come out any more") leaves the
other wishes as likely as they are, unless it speaks of letters.
"""

_TOLD = 4.0
"""How much likelier a change of the puzzle is where the digit of a cell is told."""


def chances_in(
    words: Words, situation: Situation, asserted: Asserted
) -> dict[str, float]:
    """How likely each wish is that is possible in a situation."""
    taught = _taught(words, situation)
    said = _said(words, situation)
    if situation is Situation.FIRST:
        if is_about_mail(said["stop"], words.spoken, words.language):
            if words.leads and is_a_plea(words.spoken):
                return {"stop": 1.0}
            said[NONE] += said.pop("stop")  # a footer's line
        if len(words.spoken.split()) <= _FEW_WORDS:  # Why? A hint tells its reason.
            said["hint"] += said["why"]
        denied = ("hint",) if taught.get("hint") == _DENIED else ()
        text = f"{words.subject}\n{words.spoken}"
        told = () if asks_for_a_rating(text, words.language) else ("rating",)
        said[NONE] += sum(said.pop(name, 0.0) for name in (*_IDLE, *denied, *told))
    if situation is Situation.HINTED:
        _weigh_after_a_hint(said, words)
    if refuses_the_end(words):
        said = _without_solution(said, situation, asserted)
    weights = _weights(situation, asserted) | taught
    possible = {
        name: said.get(name, 0.0) * weights.get(name, 1.0)
        for name in POSSIBLE[situation]
    }
    total = sum(possible.values()) or 1.0
    return {name: chance / total for name, chance in possible.items()}


def _weigh_after_a_hint(said: dict[str, float], words: Words) -> None:
    """Take what sounds like a wish for steps or a hint for what it is after one."""
    if not _names_the_whole(words):
        said["why"] += said.pop("steps", 0.0)  # talk me through it
    unsure = said["hint"] < _SURELY_ASKED
    if unsure and is_a_remark(words.spoken, words.language):
        said[NONE] += said.pop("hint")  # I go on tonight


def refuses_the_end(words: Words) -> bool:
    """Whether somebody refuses that all is told, whatever else is wanted."""
    said, language = words.spoken, words.language
    subject = words.subject.strip()
    _, denied = said_and_denied(subject, language, Want.SOLUTION)
    told = len(subject.split()) >= _FEWEST_WORDS  # two words may name a file
    denied |= told and split_refusal(subject, language)[0] != subject
    if denied and not words.is_reply:
        return True
    return split_refusal(said, language)[1] or denies_the_whole(said, language)


def _names_the_whole(words: Words) -> bool:
    return names_the_whole(words.spoken, words.language)


def _weights(situation: Situation, asserted: Asserted) -> dict[str, float]:
    """How much likelier a wish is by the situation, and by the cells that are named."""
    weights = dict(PRIORS.get(situation, {}))
    if not asserted.named:
        weights |= dict.fromkeys(("cell", "part"), _UNNAMED)
    elif situation is Situation.HINTED:  # a remark on a cell asks for no other one
        weights["hint"] = _BESIDE_A_PLACE
    if asserted.unread:  # is 3 right for r1c2?
        weights["cell"] = _UNNAMED
    if asserted.digits:
        weights |= dict.fromkeys(("correct", "moves", "confirm"), _TOLD)
    elif not asserted.unread:
        weights |= dict.fromkeys(("correct", "moves"), _UNNAMED)
    return weights


def _without_solution(
    said: Mapping[str, float], situation: Situation, asserted: Asserted
) -> dict[str, float]:
    """The probabilities of the wishes of somebody who does not want the solution.

    Where no other wish is likely, the cell that is named is meant, else a hint, or
    whether all is right so far if hints are not wanted either.
    """
    beside = (REFUSAL, NONE, "unclear") if situation is Situation.FIRST else ()
    gone = {*REVEALING, *beside}
    left = {name: chance for name, chance in said.items() if name not in gone}
    if sum(left.get(name, 0.0) for name in MODEST) < SPOILING:
        refused = sum(said.get(name, 0.0) for name in gone)
        modest = "hint" if "hint" in left else "check"
        left["cell" if asserted.named else modest] += refused
    return left


def _taught(words: Words, situation: Situation) -> dict[str, float]:
    """What our words add: a hint or the steps are said, the solution is denied."""
    weights = {}
    for want in (Want.HINT, Want.SOLUTION, Want.STEPS):
        past = situation is Situation.FIRST  # thanks for a hint of another day
        said, denied = said_and_denied(words.spoken, words.language, want, past=past)
        if said:
            weights[want.value] = _MENTIONED
        elif denied and want is not Want.STEPS:  # "pas à pas" denies none
            names = REVEALING if want is Want.SOLUTION else (want.value,)
            weights |= dict.fromkeys(names, _DENIED)
    spoken, language = words.spoken, words.language
    undone = situation is Situation.HINTED and takes_back(spoken, language)
    if undone or goes_on(spoken, language):
        weights["stop"] = _DENIED
    return weights


def _said(words: Words, situation: Situation) -> dict[str, float]:
    """How likely each wish is by the words; in a first letter by its subject too.

    A subject of a word or two is what the letter is about, and no wish: "Stuck"; nor is
    a please alone above a puzzle. In a language that the word model does not know, only
    words of ours are a wish. What only refuses the solution is none.
    """
    known = words.language in known_languages()
    spoken, refused = split_refusal(words.spoken, words.language)
    said = coarse_chances(spoken, words.language)
    idle = situation is Situation.FIRST and is_only_polite(words.spoken)
    if not (spoken and known) or idle:
        nothing = "unclear" if refused else NONE
        said = {name: float(name == nothing) for name in said}
    if known and not words.is_reply and len(words.subject.split()) >= _FEWEST_WORDS:
        silent = said[NONE]
        told = coarse_chances(words.subject, words.language)
        best = max(told, key=lambda name: told[name])
        clear = told[best] >= (_CLEAR_ENOUGH if best in MODEST else _CLEAR_SUBJECT)
        for name, chance in told.items() if clear else ():
            said[name] += silent * chance
    return said
