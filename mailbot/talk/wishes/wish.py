"""What is wanted, out of what was said and the situation that it was said in.

The word model tells how likely each wish is; the grammar tells which cells and digits
are named. Where two wishes are likely, the one that reveals less is done.
"""

from collections.abc import Mapping
from dataclasses import replace

from mailbot.model import Findings, Want, Wish
from mailbot.talk.cells.asserted import Asserted
from mailbot.talk.wishes.classifier import (
    NONE,
    REFUSAL,
    chances_of_wants,
    known_languages,
)
from mailbot.talk.wishes.denial import (
    denies_the_whole,
    goes_on,
    names_the_whole,
    said_and_denied,
)
from mailbot.talk.wishes.evidence import asks_for_silence, least_for
from mailbot.talk.wishes.refusal import split_refusal
from mailbot.talk.wishes.situation import ANYTIME, POSSIBLE, PRIORS, Situation
from mailbot.talk.wishes.words import Words, is_only_polite
from solver import Shape

_NOTHING = Asserted()

_MODEST = ("hint", "cell", "part", "check", "rating", "why", "moves")
"""Wishes that reveal less than the solution."""

_REVEALING = ("solution", "steps", "all")
_OF_MORE = ("hint", "check", "why", *_REVEALING)

# Probabilities of wishes

_SPOILING = 0.2
"""No solution is sent if the modest wishes together are at least as likely as this."""

_BESIDE_STOP = 0.15
"""One that may want something as well is asked too: all of it, and then enough."""

_QUIET = 0.4
"""A letter is met with silence if it is at least as likely as this to ask nothing."""

_QUIET_ANSWER = 0.8
"""The same for what may be the answer to a question of ours."""

# Factors on the word model's probabilities, beside those of the situation

_DENIED, _MENTIONED = 0.005, 2.0
"""How much likelier a wish is whose word is denied, or said."""

_FEWEST_WORDS = 3
"""A subject with fewer words than this is no wish."""

_CLEAR_SUBJECT = 0.5
"""A subject whose likeliest wish is less likely than this is none."""

_UNNAMED = 0.02
"""How much likelier (here, less likely) a wish about a cell is if none is named."""

_BESIDE_A_PLACE = 0.4
"""How much likelier a wish for the next hint is where a cell is named."""

_IDLE = ("thanks", "help", "new", "confirm", "correct")
"""Wishes that ask for nothing above a first puzzle: praise, or a digit that is told.

An end is none of them: what sounds like one ("it won't come out any more") leaves the
other wishes as likely as they are, unless it speaks of letters.
"""

_TOLD = 4.0
"""How much likelier a change of the puzzle is where the digit of a cell is told."""

_BESIDE_AN_ANSWER = ("correct", "confirm", "hint", "check", "steps", "all", "solution")
"""What else an answer to our question may ask for."""


def want_of(
    words: Words,
    situation: Situation,
    asserted: Asserted | None = None,
) -> tuple[Want, Mapping[str, float]]:
    """What is wanted, and how likely each wish is.

    Args:
        words: what the person wrote.
        situation: where it stands.
        asserted: what it says of cells, where there is a puzzle.
    """
    if words.command is not None:
        return words.command, {words.command.value: 1.0}
    likely = _probabilities(words, situation, asserted or _NOTHING)
    best = _least_revealing(likely)
    sure = likely[best] >= least_for(best, situation, words.spoken, words.language)
    if situation is Situation.BARE:
        known = best in ANYTIME and best != NONE and sure
        return Want(best) if known else Want.UNCLEAR, likely
    if situation is Situation.ASKED and asserted and asserted.digits:
        return Want(best if best in _BESIDE_AN_ANSWER else "confirm"), likely
    if situation is Situation.FIRST:
        about_a_cell = asserted and _is_about_a_cell(words, asserted)
        idle = Want.CELL if about_a_cell else Want.SOLUTION
        return idle if best in (NONE, "unclear") else Want(best), likely
    if best in (NONE, "thanks"):
        least = _QUIET_ANSWER if situation is Situation.ASKED else _QUIET
        quiet = likely[NONE] + likely["thanks"] >= least
        silent = quiet and "?" not in words.spoken and not (asserted and asserted.named)
        return Want.THANKS if silent else Want.UNCLEAR, likely
    if best == Want.STOP:
        sure &= max(likely[name] for name in _OF_MORE) < _BESIDE_STOP
    elif best == Want.NEW and not sure and _second(likely) == Want.HINT:
        best, sure = Want.HINT, True  # another one
    return Want(best) if sure else Want.UNCLEAR, likely


def _second(likely: Mapping[str, float]) -> str:
    """The second likeliest wish."""
    return sorted(likely, key=lambda name: likely[name])[-2]


def _names_the_whole(words: Words) -> bool:
    return names_the_whole(words.spoken, words.language)


def refuses_the_end(words: Words) -> bool:
    """Whether somebody refuses that all is told, whatever else is wanted."""
    said, language = words.spoken, words.language
    if not words.is_reply and split_refusal(words.subject, language)[1]:
        return True
    return split_refusal(said, language)[1] or denies_the_whole(said, language)


def _is_about_a_cell(words: Words, asserted: Asserted) -> bool:
    """Whether a question names one cell: a 4 can't go in r1c3. What then?"""
    cells = {place for place in asserted.named if place.is_cell}
    return len(cells) == 1 and "?" in words.spoken


def _least_revealing(likely: Mapping[str, float]) -> str:
    """The likeliest wish; a modest one where that may be meant instead."""
    best = max(likely, key=lambda name: likely[name])
    modest = {name: likely[name] for name in _MODEST if name in likely}
    if best not in (NONE, "unclear", *_REVEALING) or not modest:
        return best
    if sum(modest.values()) < _SPOILING:
        return best
    return max(modest, key=lambda name: modest[name])


def wish_for(words: Words, findings: Findings, said: Asserted = _NOTHING) -> Wish:
    """What is wanted by a letter that answers none of ours.

    Args:
        words: what the person wrote.
        findings: what was read in the letter.
        said: what the words say of the cells of the first puzzle.
    """
    plain = Wish(
        picture=words.picture,
        brief=words.brief,
        language=words.language,
        familiar=words.familiar,
        variant=words.variant,
    )
    if not findings.puzzles:
        if findings.notes and words.command is None:
            return plain  # something was sent to be solved
        want, _ = want_of(words, Situation.BARE)
        return replace(plain, want=want)
    if words.command is Want.HELP:
        return plain  # "help!" above a puzzle
    want, likely = want_of(words, Situation.FIRST, said)
    if want is Want.HELP:
        return plain  # "can you help me?" above a puzzle
    if want is Want.MOVES:
        want = (
            Want.CHECK if likely.get("check", 0) >= likely.get("hint", 0) else Want.HINT
        )
    return about(replace(plain, want=want), said, findings.puzzles[0].grid.shape)


def about(wish: Wish, said: Asserted, shape: Shape) -> Wish:
    """A wish for a cell or a house, with the cells that are meant.

    Where none is named, nobody can know which; beside a first puzzle a hint is given.
    """
    if wish.want not in (Want.CELL, Want.PART):
        return wish
    named = [place for place in said.named if place.cells(shape)]
    cells = [place.cells(shape)[0] for place in named if place.is_cell]
    houses = [place.cells(shape) for place in named if not place.is_cell]
    if wish.want is Want.PART and houses:
        return replace(wish, cells=houses[0])
    if cells:
        return replace(wish, want=Want.CELL, cells=tuple(dict.fromkeys(cells)))
    if houses:
        return replace(wish, want=Want.PART, cells=houses[0])
    return replace(wish, want=Want.UNCLEAR)


def _probabilities(
    words: Words, situation: Situation, asserted: Asserted
) -> dict[str, float]:
    """How likely each wish is that is possible in a situation."""
    taught = _taught(words, situation)
    said = _said(words, situation)
    if situation is Situation.FIRST:
        if asks_for_silence(said["stop"], words.spoken, words.language):
            return {"stop": 1.0}
        denied = ("hint",) if taught.get("hint") == _DENIED else ()
        said[NONE] += sum(said.pop(name, 0.0) for name in (*_IDLE, *denied))
    if situation is Situation.HINTED and not _names_the_whole(words):
        said["why"] += said.pop("steps", 0.0)  # talk me through it
    if refuses_the_end(words):
        said = _without_solution(said, situation, asserted)
    weights = _weights(situation, asserted) | taught
    possible = {
        name: said.get(name, 0.0) * weights.get(name, 1.0)
        for name in POSSIBLE[situation]
    }
    total = sum(possible.values()) or 1.0
    return {name: chance / total for name, chance in possible.items()}


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
    gone = {*_REVEALING, *beside}
    left = {name: chance for name, chance in said.items() if name not in gone}
    if sum(left.get(name, 0.0) for name in _MODEST) < _SPOILING:
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
            names = _REVEALING if want is Want.SOLUTION else (want.value,)
            weights |= dict.fromkeys(names, _DENIED)
    if goes_on(words.spoken, words.language):
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
    said = dict(chances_of_wants(spoken, words.language))
    idle = situation is Situation.FIRST and is_only_polite(words.spoken)
    if not (spoken and known) or idle:
        nothing = "unclear" if refused else NONE
        said = {name: float(name == nothing) for name in said}
    if known and not words.is_reply and len(words.subject.split()) >= _FEWEST_WORDS:
        silent = said[NONE]
        told = chances_of_wants(words.subject, words.language)
        clear = max(told.values()) >= _CLEAR_SUBJECT
        for name, chance in told.items() if clear else ():
            said[name] += silent * chance
    return said
