"""Requests, what they are about, and those that another one says better."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace

from mailbot.model.requests import REVEALING, Act, Request
from mailbot.talk.requests.acts import Heard
from mailbot.talk.requests.asking import (
    CERTAIN,
    CLEAR,
    FINER,
    MOST_CERTAIN,
    is_asking,
)
from mailbot.talk.said import Sentence

MODEST = frozenset(
    {Act.HINT, Act.WHERE, Act.CELL, Act.PART, Act.CANDIDATES, Act.PLACES}
)
"""Acts beside which nobody wants all of the same puzzle told."""

_BESIDE_NO_END = MODEST | {Act.RESTART, Act.FIRST_MISTAKE, Act.VERDICT, Act.TECHNIQUE}

_FINE = FINER | {Act.CELL, Act.CHECK, Act.PART, Act.WHY, Act.RATING}
_VAGUE: Mapping[Act, frozenset[Act]] = {
    Act.HINT: _FINE,
    Act.CHECK: frozenset(
        {Act.FIRST_MISTAKE, Act.VERDICT, Act.TECHNIQUE, Act.CANDIDATES}
    ),
    Act.CELL: frozenset({Act.CANDIDATES, Act.VERDICT}),
    Act.CORRECT: frozenset({Act.UNDO}),
    Act.MOVES: frozenset({Act.VERDICT}),
    Act.WHERE: FINER - {Act.RESTART, Act.UNDO} | {Act.CHECK},
    Act.WHY: frozenset({Act.CELL, Act.VERDICT}),
    Act.STEPS: frozenset({Act.WHY}),
    Act.VERDICT: frozenset({Act.UNDO}),
    Act.RESTART: frozenset({Act.UNDO, Act.FIRST_MISTAKE, Act.CHECK}),
}
"""Acts that stories sound like, and those beside which they are none."""

_HOW_MANY = frozenset({"COUNT", "one"})
"""What tells how many digits are wanted."""

_MORE = _HOW_MANY | {"next"}
"""What tells that one thing is asked for beside another."""

_ASKED_BY: Mapping[Act, frozenset[str]] = {
    Act.STEPS: frozenset(),  # explain it step by step: the reasons of the last one
    Act.WHY: frozenset({"why", "how", "understand"}),
    **dict.fromkeys((Act.VERDICT, Act.RATING), frozenset({"ASKS"})),
}
"""What alone asks for these by itself."""

_ABOUT_MISTAKES = frozenset({Act.CHECK, Act.FIRST_MISTAKE})

_OF_CELLS = frozenset({Act.CELL, Act.VERDICT})
_SCOPED = frozenset({Act.CELL, Act.PART, Act.VERDICT})
"""Acts that need cells, a house or a digit."""


_CASES = (("if_so", True), ("if_not", False))
"""What begins a wish for the case that the answer before it is yes, or no."""

_OF_A_WISH = frozenset(
    {"ASKS", "please", "give", "show", "want", "whole", "finish", "can"}
)
"""What a wish for all digits of a house holds, and a story of it does not."""

_WISHING = frozenset({"ASKS", "give", "show", "tell", "want", "please", "take", "next"})
_KIND = frozenset({"ASKS", "please", "joy", "praise", "thanks"})
"""What a hint beside something finer is wished with; what tells that a digit is not
feared: not so "I'd cry if you told me a digit".
"""

_OF_A_RATING = frozenset({"ASKS", "tell", "how", "level"})
"""What asks how hard a puzzle is."""

_THEN = frozenset({"next", "one"})
"""What asks for a digit of a house beside its candidates: and then one of them."""


def merged(found: Sequence[tuple[Request, Heard]]) -> list[tuple[Request, Heard]]:
    """The requests, without those that another one of the same act says better."""
    kept: list[tuple[Request, Heard]] = []
    for request, one in found:
        twins = [
            n
            for n, (other, _) in enumerate(kept)
            if (other.act, other.puzzle, other.new)
            == (request.act, request.puzzle, request.new)
        ]
        scope, first = scope_of(request), scope_of(kept[twins[0]][0]) if twins else ()
        if not twins or (scope and first and scope != first):
            kept.append((request, one))
        elif scope and not first:
            kept[twins[0]] = (request, one)
        elif request.exact or request.kind:
            other, heard = kept[twins[0]]
            exact, kind = other.exact or request.exact, other.kind or request.kind
            kept[twins[0]] = (replace(other, exact=exact, kind=kind), heard)
    return kept


def scope_of(request: Request) -> tuple[object, ...]:
    """What a request is about, () for the whole puzzle."""
    told = (request.house, request.cells, request.digit, request.technique)
    return told if any(told) or request.count > 1 else ()


def has_scope(request: Request) -> bool:
    """Whether a request that needs cells, a house or a digit has them."""
    if request.act is Act.PLACES:
        return request.house is not None
    if request.act is Act.VERDICT:
        return bool(request.cells and request.digit)
    return request.act not in _SCOPED or bool(scope_of(request))


def is_impossible(request: Request, impossible: frozenset[Act]) -> bool:
    """Whether a request is of an act that is impossible now.

    A puzzle that is named may be checked without entries, for misprints; an entry that
    is named may be taken back which is not the last change.
    """
    printed = request.act is Act.CHECK and request.puzzle is not None
    named = request.act is Act.UNDO and bool(scope_of(request))
    return request.act in impossible and not (printed or named)


def without_digit(request: Request) -> Request:
    """A hint for somebody who wants no digit is a place."""
    plain = request.act is Act.HINT and request.count == 1 and not request.house
    return replace(request, act=Act.WHERE) if plain else request


def without_doubles(found: Sequence[tuple[Request, Heard]]) -> list[Request]:
    """The requests without those that only a story beside a finer one sounds like."""
    found = [pair for pair in found if not _is_only_told(*pair, found)]
    left = [
        (request, one)
        for request, one in found
        if not _is_said_better(request, one, found)
        and not _is_of_the_same_house(request, one, found)
    ]
    return [replace(r, given=_given(one.sentence)) for r, one in left]


def _given(sentence: Sentence) -> bool | None:
    """The answer for which alone a sentence asks: if so, the next one."""
    tags = [i.token.tags for i in sentence.items if "and" not in i.token.tags][:1]
    return next((so for name, so in _CASES if any(name in t for t in tags)), None)


def _is_only_told(
    request: Request, one: Heard, found: Sequence[tuple[Request, Heard]]
) -> bool:
    """Whether a house is only spoken of beside a question: you told me box 9.

    Or how hard a puzzle is, beside any wish: too hard for me. One digit, please. Or
    candidates, beside a technique: with all pencil marks in place, is there a pair?
    """
    if request.act is Act.RATING and not _OF_A_RATING & one.features:
        return any(o.act is not Act.RATING for o, _ in found)
    if request.act is Act.CANDIDATES and not (scope_of(request) or one.asks):
        return any(o.act is Act.TECHNIQUE for o, _ in found)
    wished = bool(_OF_A_WISH & one.features) and "done" not in one.features
    told = request.act is Act.PART and not wished
    asked = (o.act in FINER and "ASKS" in heard.features for o, heard in found)
    return told and any(asked)


def _is_of_the_same_house(
    request: Request, one: Heard, found: Sequence[tuple[Request, Heard]]
) -> bool:
    """Whether a hint or a part of a house only repeats another request about it.

    Of a hint and a part, the hint is meant if its own sentence names the house, or one
    digit: "The last row has me beaten. A single number in there?"
    """
    if request.act not in (Act.PART, Act.HINT) or not request.house:
        return False
    others = [
        (other, heard)
        for other, heard in found
        if other.act is not request.act
        and (other.puzzle, other.house) == (request.puzzle, request.house)
    ]
    acts = {other.act for other, _ in others}
    if request.act is Act.HINT and acts == {Act.CANDIDATES}:
        return not one.features >= _THEN
    if request.act is Act.PART:
        hinted = [h for o, h in others if o.act is Act.HINT and _is_of_a_house(h)]
        return bool(acts - {Act.HINT} or hinted)
    return bool(acts) and not (acts == {Act.PART} and _is_of_a_house(one))


def _is_of_a_house(hint: Heard) -> bool:
    """Whether a hint is of the house spoken of: it names it, or counts digits."""
    least = CLEAR if _OF_A_WISH & hint.features else CERTAIN
    counted = hint.chance >= least and bool(_HOW_MANY & hint.features)
    return counted or bool(hint.sentence.places)


def _is_said_better(
    request: Request, one: Heard, found: Sequence[tuple[Request, Heard]]
) -> bool:
    """Whether another request of the same puzzle leaves nothing to this one."""
    act, requests = request.act, [other for other, _ in found]
    others = [o for o in requests if o.act is not act and o.puzzle == request.puzzle]
    acts = {other.act for other in others}
    known = [o for o in requests[: requests.index(request)] if o.technique]
    known += [o for o in others if o.act is Act.TECHNIQUE and o.exact]
    if act is Act.WHERE and not known:
        acts.discard(Act.TECHNIQUE)  # is there an X-wing? Where?
    if act is Act.HINT and _is_of_a_house(one):
        acts.discard(Act.PART)
    finer = acts & _VAGUE.get(act, frozenset())
    if finer and _is_of_another_place(request, one, others):
        return False
    sure = any(h.chance >= CERTAIN for other, h in found if other.act in finer)
    unwished = sure and not _is_wished(one)
    # What goes there? Just this one digit.
    there = {"CELL", "only"} <= one.features and not one.sentence.places
    unwished |= there and bool(acts & {Act.CANDIDATES, Act.CELL})
    if finer and not (_stands(act, one, acts) and not (act is Act.HINT and unwished)):
        return True
    unsure = FINER if one.chance < CERTAIN else frozenset[Act]()
    if act is Act.CHECK and request.count and Act.FIRST_MISTAKE in acts:
        return True  # there is a mistake, I am sure: show me only one
    if act in REVEALING and acts & (_BESIDE_NO_END | unsure):
        return True  # take it back, and show it all as before
    # The steps end with the solution, and all solutions hold it.
    return act is Act.SOLUTION and bool(acts & {Act.STEPS, Act.ALL})


def _is_of_another_place(
    request: Request, one: Heard, others: Sequence[Request]
) -> bool:
    """Whether a sentence surely asks about a place of its own: and in r4c2?"""
    place = (request.house, request.cells)
    if request.act not in _OF_CELLS:
        return False
    alone = all((other.house, other.cells) != place for other in others)
    named = any(place) and bool(one.sentence.places)
    return alone and named and is_asking(one)


def _stands(act: Act, one: Heard, acts: Set[Act]) -> bool:
    """Whether a sentence asks for something vague by itself, beside finer acts."""
    if act is Act.CHECK and one.chance >= MOST_CERTAIN and "ASKS" in one.features:
        return True
    another = {"hint", "more"} <= one.features and acts <= {Act.VERDICT, Act.UNDO}
    told = act is Act.HINT and ("digit" in one.features or another)
    counted = told and bool(_HOW_MANY & one.features)
    if act is Act.HINT and one.chance < (CLEAR if counted else CERTAIN):
        return False  # it tells a digit, and the others tell none
    if told and is_asking(one):
        return True
    more = _MORE
    if act in _ASKED_BY:
        more = _ASKED_BY[act]
    elif act is Act.HINT and Act.WHERE in acts:
        more = frozenset({"COUNT", "digit"})
    elif act is Act.HINT and acts & _ABOUT_MISTAKES:
        more = frozenset({"COUNT", "digit", "hint", "next"})  # tell me one of them
    elif act is Act.WHERE:
        more = _MORE - {"one"}  # the only one that I am after
    return bool(more & one.features)


def _is_wished(one: Heard) -> bool:
    """Whether a sentence asks, or only names one digit, and fears no answer."""
    items = one.sentence.items
    begun = (at for at, item in enumerate(items) if item.token.text == ",")
    last = items[max(begun, default=0) + 1 :]  # and when it is back, one digit
    feared = "hush" in one.features or any("if" in i.token.tags for i in last)
    counted = "digit" in one.features and bool(_HOW_MANY & one.features)
    named = counted or "hint" in one.features
    wished = _WISHING & one.features or (named and "DIGIT" not in one.features)
    return bool(wished) and not (feared and not _KIND & one.features)
