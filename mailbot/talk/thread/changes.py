"""A puzzle as the digits change it that a person tells, and what is wanted of it."""

from collections.abc import Mapping
from dataclasses import replace

from mailbot.language.folding import fold
from mailbot.language.lexicon import lexicon_of
from mailbot.model import Status, Want
from mailbot.model.requests import CHANGING
from mailbot.talk.cells.asserted import Asserted
from mailbot.talk.thread.beside import speaks_of_less, wants_less_beside
from mailbot.talk.thread.turn import Turn
from mailbot.talk.wishes.situation import Situation
from mailbot.talk.wishes.wish import Gist
from mailbot.talk.wishes.words import Words

_LIKELY = 0.2
"""The probability of a wish from which it is met beside a change of the puzzle."""


def changed(turn: Turn, said: Asserted, want: Want) -> Turn:
    """A puzzle with the digits that the person told."""
    own = turn.own
    if want is Want.MOVES and turn.own:
        digits = turn.marker.state.grid.digits
        own = frozenset(cell for cell, digit in enumerate(digits) if not digit)
    return turn.with_digits(said.digits, own)


def is_a_guess(turn: Turn, words: Words, said: Asserted, after: Turn) -> bool:
    """Whether a digit is told only by the denial of the other, and fits no puzzle.

    We ask whether it is a 4 or an 8, and the person says that it is no 4. So it is an
    8, or else something that we did not see. The 8 is taken if it makes a puzzle with
    one solution, which a wrong digit hardly does; else the person is asked again.

    Args:
        turn: the puzzle before.
        words: what the person wrote.
        said: what that tells.
        after: the puzzle with these digits.
    """
    tokens = lexicon_of(words.language).read(fold(words.newest))
    numbers = {token.number for token in tokens}
    denied = any(
        said.digits[cell] not in numbers and numbers & (digits - {said.digits[cell], 0})
        for cell, digits in turn.question.doubts.items()
        if cell in said.digits
    )
    return denied and after.puzzle.status in (Status.IMPOSSIBLE, Status.AMBIGUOUS)


def gist_after(
    gist: Gist,
    turn: Turn,
    words: Words,
    said: Asserted,
    likely: Mapping[str, float],
) -> Gist:
    """What is wanted of a puzzle that the person has changed."""
    gist = replace(gist, cells=tuple(said.digits))
    digits = turn.marker.state.grid.digits
    moved = turn.situation is not Situation.ASKED and not any(
        digits[cell] for cell in said.digits
    )
    if (
        moved
        and turn.own
        and (gist.want is Want.MOVES or said.digits.keys() <= turn.own)
    ):
        hint, check = likely.get("hint", 0.0), likely.get("check", 0.0)
        next_too = gist.want is Want.HINT or hint > max(_LIKELY, check)
        return replace(gist, want=Want.MOVES, then=Want.HINT if next_too else None)
    if gist.want in CHANGING | {Want.UNCLEAR}:
        want = Want.CORRECT if gist.want is not Want.CONFIRM else gist.want
        return replace(
            gist,
            want=want,
            then=Want.HINT if _wants_less(turn, words, said, likely) else wished(turn),
        )
    return gist


def wished(turn: Turn) -> Want:
    """What the person asked for when the puzzle came: the solution, if nothing less."""
    return Want.HINT if turn.marker.state.gentle else Want.SOLUTION


def _wants_less(
    turn: Turn, words: Words, said: Asserted, likely: Mapping[str, float]
) -> bool:
    """Whether a hint, or a check, is wanted of the changed puzzle."""
    answers = turn.situation is Situation.ASKED
    speaks = not answers or speaks_of_less(words.spoken, words.language)
    if speaks and sum(likely.get(name, 0.0) for name in ("hint", "check")) > _LIKELY:
        return True
    return answers and wants_less_beside(words, said.digits.values())
