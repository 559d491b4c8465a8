"""What is wanted, out of what was said and the situation that it was said in.

The word model tells how likely each wish is; the grammar tells which cells and digits
are named. Where two wishes are likely, the one that reveals less is done.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from mailbot.model import Findings, Missing, Want
from mailbot.talk.cells.asserted import Asserted
from mailbot.talk.wishes.chances import MODEST, REVEALING, SPOILING, chances_in
from mailbot.talk.wishes.classifier import NONE
from mailbot.talk.wishes.denial import names_the_whole, speaks_of_an_end
from mailbot.talk.wishes.evidence import is_only_a_scene, least_for
from mailbot.talk.wishes.situation import ANYTIME, Situation
from mailbot.talk.wishes.words import Words
from solver import Shape

_NOTHING = Asserted()

_OF_MORE = ("hint", "check", "why", *REVEALING)

_BESIDE_STOP, _BESIDE_ALL = 0.11, 0.055
"""The probability of another wish from which nobody is silenced, and the same where all
of something is spoken of: all of it, and then enough."""

_BESIDE_A_SCENE = 0.75
"""How likely the modest wishes together must be above a first puzzle, if the words name
nothing that a wish is made of: breakfast is ready."""

_QUIET = 0.4
"""A letter is met with silence if it is at least as likely as this to ask nothing."""

_QUIET_ANSWER = 0.8
"""The same for what may be the answer to a question of ours."""

_SOME_THANKS, _IDLE = 0.1, 0.6
"""Words in a thread of which thanks are less likely than the first are asked about, if
it is not as likely as the second that they ask nothing: it rains. A question of ours is
asked again."""

_BESIDE_AN_ANSWER = ("correct", "confirm", "hint", "check", "steps", "all", "solution")
"""What else an answer to our question may ask for."""


@dataclass(frozen=True, slots=True)
class Gist:
    """What a letter wants as a whole, before its sentences are read one by one.

    Attributes:
        want: the one wish that it is taken for.
        then: what a letter that changes the puzzle gets in answer, if that is more.
        cells: those that it is about: asked for, corrected or filled in by the person;
            for WHY the cell of the last hint.
        supposed: cells, each with a digit that the person only asks about.
        missing: what was not understood, where nothing was changed for that.
    """

    want: Want = Want.SOLUTION
    then: Want | None = None
    cells: tuple[int, ...] = ()
    supposed: tuple[tuple[int, int], ...] = ()
    missing: frozenset[Missing] = frozenset()


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
    likely = chances_in(words, situation, asserted or _NOTHING)
    want = _likeliest(words, situation, asserted, likely)
    return want, likely


def _likeliest(
    words: Words,
    situation: Situation,
    asserted: Asserted | None,
    likely: Mapping[str, float],
) -> Want:
    """The wish that is granted: the likeliest one if that is sure enough."""
    best = _least_revealing(likely, situation)
    if situation is Situation.FIRST and _is_idle(words, asserted, likely):
        return Want.SOLUTION
    sure = likely[best] >= least_for(best, situation, words.spoken, words.language)
    # Whoever is silenced by mistake never learns why.
    sure &= best != Want.STOP or speaks_of_an_end(
        f"{words.subject} {words.spoken}", words.language
    )
    if situation is Situation.BARE:
        known = best in ANYTIME and best != NONE and sure
        return Want(best) if known else Want.UNCLEAR
    if situation is Situation.ASKED and asserted and asserted.digits:
        return Want(best if best in _BESIDE_AN_ANSWER else "confirm")
    if situation is Situation.FIRST:
        about_a_cell = asserted and _is_about_a_cell(words, asserted)
        idle = Want.CELL if about_a_cell else Want.SOLUTION
        return idle if best in (NONE, "unclear") else Want(best)
    if best in (NONE, "thanks"):
        named = bool(asserted and asserted.named)
        return _quiet(words, situation, likely, named=named)
    if best == Want.STOP:
        whole = names_the_whole(words.spoken, words.language)
        least = _BESIDE_ALL if whole else _BESIDE_STOP
        sure &= max(likely[name] for name in _OF_MORE) < least
    elif best == Want.NEW and not sure and _second(likely) == Want.HINT:
        best, sure = Want.HINT, True  # another one
    return Want(best) if sure else Want.UNCLEAR


def _quiet(
    words: Words, situation: Situation, likely: Mapping[str, float], *, named: bool
) -> Want:
    """Thanks, or unclear where something may be asked: a question, or a cell."""
    least = _QUIET_ANSWER if situation is Situation.ASKED else _QUIET
    quiet = likely[NONE] + likely["thanks"] >= least
    idle = likely["thanks"] >= _SOME_THANKS
    idle |= situation is not Situation.ASKED and likely[NONE] >= _IDLE
    quiet &= idle or not words.spoken
    silent = quiet and "?" not in words.spoken and not named
    return Want.THANKS if silent else Want.UNCLEAR


def _is_idle(
    words: Words, asserted: Asserted | None, likely: Mapping[str, float]
) -> bool:
    """Whether nothing above a first puzzle speaks for a wish but a faint likeness."""
    if asserted and asserted.named:
        return False
    modest = sum(likely.get(name, 0.0) for name in (*MODEST, "steps", "all"))
    said = f"{words.subject}\n{words.spoken}"
    return modest < _BESIDE_A_SCENE and is_only_a_scene(said, words.language)


def _second(likely: Mapping[str, float]) -> str:
    """The second likeliest wish."""
    return sorted(likely, key=lambda name: likely[name])[-2]


def _is_about_a_cell(words: Words, asserted: Asserted) -> bool:
    """Whether a question names one cell: a 4 can't go in r1c3. What then?"""
    cells = {place for place in asserted.named if place.is_cell}
    return len(cells) == 1 and "?" in words.spoken


def _least_revealing(likely: Mapping[str, float], situation: Situation) -> str:
    """The likeliest wish; a modest one where that may be meant instead.

    Nothing tells less than to ask back, but above a first puzzle nobody is asked.
    """
    best = max(likely, key=lambda name: likely[name])
    modest = {name: likely[name] for name in MODEST if name in likely}
    telling = (
        (NONE, "unclear", *REVEALING) if situation is Situation.FIRST else REVEALING
    )
    if best not in telling or not modest:
        return best
    if sum(modest.values()) < SPOILING:
        return best
    return max(modest, key=lambda name: modest[name])


def gist_of(words: Words, findings: Findings, said: Asserted = _NOTHING) -> Gist:
    """What is wanted by a letter that answers none of ours.

    Args:
        words: what the person wrote.
        findings: what was read in the letter.
        said: what the words say of the cells of the first puzzle.
    """
    if not findings.puzzles:
        if findings.notes and words.command is None:
            return Gist()  # something was sent to be solved
        want, _ = want_of(words, Situation.BARE)
        return Gist(want)
    if words.command is Want.HELP:
        return Gist()  # "help!" above a puzzle
    want, likely = want_of(words, Situation.FIRST, said)
    if want is Want.HELP:
        return Gist()  # "can you help me?" above a puzzle
    if want is Want.MOVES:
        want = (
            Want.CHECK if likely.get("check", 0) >= likely.get("hint", 0) else Want.HINT
        )
    return about(Gist(want), said, findings.puzzles[0].grid.shape)


def about(gist: Gist, said: Asserted, shape: Shape) -> Gist:
    """A wish for a cell or a house, with the cells that are meant.

    Where none is named, nobody can know which; beside a first puzzle a hint is given.
    """
    if gist.want not in (Want.CELL, Want.PART):
        return gist
    named = [place for place in said.named if place.cells(shape)]
    cells = [place.cells(shape)[0] for place in named if place.is_cell]
    houses = [place.cells(shape) for place in named if not place.is_cell]
    if gist.want is Want.PART and houses:
        return replace(gist, cells=houses[0])
    if cells:
        return replace(gist, want=Want.CELL, cells=tuple(dict.fromkeys(cells)))
    if houses:
        return replace(gist, want=Want.PART, cells=houses[0])
    return replace(gist, want=Want.UNCLEAR)
