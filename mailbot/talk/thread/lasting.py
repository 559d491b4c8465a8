"""What holds for all later letters of a thread: what an earlier one forbids.

That is what the first letter forbids, and any digit from when a letter forbids it.
"""

from dataclasses import replace

from mailbot.marker import State
from mailbot.model import Wish
from mailbot.model.requests import Act, Limit, Request
from mailbot.talk.said import parse
from mailbot.talk.wishes.words import Words

_ENDING = frozenset({Act.SOLUTION, Act.STEPS, Act.NEW})
"""What ends a limit: all is told, or the puzzle is another one."""

_WANTING = frozenset(
    {
        *("digit", "answers", "solution", "solve", "finish", "whole", "rest"),
        *("give", "show", "tell", "want", "please", "put", "surrender", "hint"),
    }
)
"""What asks for a digit, where no denial stands beside it."""

_NAMING = frozenset({Act.CELL, Act.PART})
"""What somebody asks for who does not forbid a digit any more."""


def with_what_lasts(wish: Wish, words: Words, state: State) -> Wish:
    """A wish with the limit and the form of address of earlier letters.

    A limit ends where somebody asks for what it forbids.
    """
    if wish.familiar is None:
        wish = replace(wish, familiar=state.familiar)
    limit = state.limit
    if limit is None and Limit.NO_DIGIT in wish.limits and not state.solved:
        limit = Limit.NO_DIGIT  # still no numbers, please
    if limit is None:
        return wish
    wish = replace(wish, lasting=limit)
    if limit in wish.limits:
        return wish
    said = parse(words.spoken, words.language).sentences
    undenied = [s.concepts for s in said if "not" not in s.concepts]
    digit = any("digit" in concepts for concepts in undenied)
    wanted = any(_WANTING & concepts for concepts in undenied)
    named = limit is Limit.NO_DIGIT and wanted
    asked = words.command is Act.HINT or any(
        r.act in _ENDING or (named and _tells(r, digit=digit)) for r in wish.requests
    )
    if asked:
        return replace(wish, lasting=None)
    return replace(wish, limits=wish.limits | {limit})


def _tells(request: Request, *, digit: bool) -> bool:
    """Whether a digit is asked for that a person must have meant."""
    named = digit or request.house is not None or request.count > 1
    return request.act in _NAMING or (request.act is Act.HINT and named)
