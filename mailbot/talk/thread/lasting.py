"""What holds for all later letters of a thread: what an earlier one forbids.

It holds for new puzzles, too, which come without their solutions then.
"""

from dataclasses import replace

from mailbot.language.concepts import Concepts
from mailbot.marker import State
from mailbot.model import Wish
from mailbot.model.requests import Act, Limit, Request, SolutionsAt
from mailbot.talk.requests.denials import denied_in
from mailbot.talk.said import Sentence, parse, speaks
from mailbot.talk.wishes.words import Words

LASTING = (Limit.NO_DIGIT, Limit.NO_SOLUTION)
"""What is forbidden for the later letters, too; the stricter one first."""

_ENDING = frozenset({Act.SOLUTION, Act.STEPS})
"""What ends a limit: all is told."""

_PERMITTING = frozenset({"can", "yes", "right", "hurry"})
_TELLING = frozenset({"show", "tell", "give", "spoil"})
"""What lifts a limit together, where nothing else is asked: ok, now you may show it."""

_OF_MORE = frozenset(
    {
        *("hint", "where", "steps", "why", "how", "self", "new", "not", "wait"),
        *("family", "solution", "answers", "solve", "finish", "whole", "rest"),
        *("thanks", "try"),
    }
)
"""What asks for something else than the digit that was forbidden, or tells a story."""

_VAGUE = frozenset(
    {
        *(Act.UNCLEAR, Act.DISPUTE, Act.CONFIRM, Act.THANKS),
        *(Act.HINT, Act.SOLUTION),
    }
)
"""What "you may show it" is taken for, which tells no more than that digit."""

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
    if limit is None and not state.solved:  # still no numbers, please
        limit = next((one for one in LASTING if one in wish.limits), None)
    if limit is None:
        return wish
    requests = tuple(map(_without_solutions, wish.requests))
    wish = replace(wish, lasting=limit, requests=requests)
    if limit in wish.limits:
        return wish
    said = parse(words.spoken, words.language).sentences
    vague = limit is Limit.NO_DIGIT and {r.act for r in requests} <= _VAGUE
    permitted = vague and any(_permits(s, words.language) for s in said)
    placeless = all(not (r.cells or r.house) for r in requests)
    if permitted or (
        placeless and limit is Limit.NO_DIGIT and any(map(_demands_a_digit, said))
    ):
        hint = (Request(Act.HINT),)
        return replace(wish, lasting=None, requests=hint, missing=frozenset())
    undenied = [_wishes_in(s, words.language) for s in said if not denied_in(s)]
    digit = any("digit" in concepts for concepts in undenied)
    wanted = any(_WANTING & concepts for concepts in undenied)
    named = limit is Limit.NO_DIGIT and wanted
    ends = wanted or words.command is not None
    asked = words.command is Act.HINT or any(
        (ends and r.act in _ENDING) or (named and _tells(r, digit=digit))
        for r in wish.requests
    )
    if asked:
        return replace(wish, lasting=None)
    return replace(wish, limits=wish.limits | {limit})


def _without_solutions(request: Request) -> Request:
    """The request, for new puzzles without solutions if it does not say where."""
    new = request.new
    if new is None or new.solutions is not None:
        return request
    return replace(request, new=replace(new, solutions=SolutionsAt.NONE))


def _permits(sentence: Sentence, language: str) -> bool:
    """Whether a sentence allows what was forbidden, and asks for nothing else.

    "I can tell" and "I can see it now" allow nothing.
    """
    said = sentence.concepts
    allows = bool(_PERMITTING & said) and bool(_TELLING & said)
    return allows and not (
        sentence.asks or speaks(sentence, language) or _OF_MORE & said
    )


def _demands_a_digit(sentence: Sentence) -> bool:
    """Whether a sentence asks for the digit after all: just tell me the digit."""
    said = sentence.concepts
    other = (_OF_MORE - {"hint", "whole"}) | {"possible"}
    demands = {"digit"} <= said and bool(_TELLING & said)
    return demands and not (sentence.asks or other & said)


def _wishes_in(sentence: Sentence, language: str) -> Concepts:
    """What a sentence is about, without what the writer tells, or gives a try."""
    return sentence.concepts - (_TELLING if speaks(sentence, language) else frozenset())


def _tells(request: Request, *, digit: bool) -> bool:
    """Whether a digit is asked for that a person must have meant."""
    named = digit or request.house is not None or request.count > 1
    return request.act in _NAMING or (request.act is Act.HINT and named)
