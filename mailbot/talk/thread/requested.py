"""The requests of a letter beside what it changes, and the wish that they make.

Until replies are made of requests alone, `Wish.want` is the nearest of the older
wishes; it never tells more than the first request.
"""

from collections.abc import Mapping
from dataclasses import replace

from mailbot.model import Findings, Want, Wish
from mailbot.model.requests import Act, Request
from mailbot.talk.requests.fresh import new_puzzles
from mailbot.talk.requests.reading import FINER, Asked, Standing, read_requests
from mailbot.talk.said import Said, parse
from mailbot.talk.wishes.situation import Situation
from mailbot.talk.wishes.words import Words
from solver import Shape

CHANGING = frozenset({Act.CORRECT, Act.CONFIRM, Act.MOVES})
_BESIDE_A_CHANGE = frozenset({Act.CELL, Act.CHECK, Act.VERDICT, *CHANGING})
"""What a change of the puzzle may be mistaken for; it is no request beside it."""

_ALONE = frozenset({Want.STOP, Want.HELP, Want.DISPUTE})

_NEAREST: Mapping[Act, Want] = {
    Act.WHERE: Want.HINT,
    Act.CANDIDATES: Want.UNCLEAR,
    Act.PLACES: Want.UNCLEAR,
    Act.TECHNIQUE: Want.UNCLEAR,
    Act.FIRST_MISTAKE: Want.CHECK,
    Act.VERDICT: Want.CHECK,
    Act.UNDO: Want.UNCLEAR,
    Act.RESTART: Want.UNCLEAR,
}
"""The older wish for each act that has none of its own."""

_ANYWHERE = Shape(3, 3)


def with_requests(
    wish: Wish, words: Words, situation: Situation, findings: Findings
) -> Wish:
    """A wish with all that the letter asks for.

    Args:
        wish: what the letter was taken for as a whole.
        words: what was written in it.
        situation: where they stand.
        findings: the puzzles that it is about.
    """
    puzzles = findings.puzzles
    shape = puzzles[0].grid.shape if puzzles else _ANYWHERE
    standing = Standing(situation, shape, len(puzzles))
    said = parse(words.spoken or words.subject, words.language)
    if words.command is not None or wish.want in _ALONE:
        return replace(wish, requests=(_of(wish, said, standing),))
    asked = read_requests(said, standing)
    requests = _joined(wish, asked, said, standing)
    wish = replace(wish, requests=requests, limits=asked.limits)
    first = requests[0]
    if first.act in FINER:
        wish = replace(wish, want=_NEAREST[first.act], then=None, cells=first.cells)
    return wish


def _joined(
    wish: Wish, asked: Asked, said: Said, standing: Standing
) -> tuple[Request, ...]:
    """The requests of a letter, with the change of the puzzle that it makes."""
    own = _of(wish, said, standing)
    if own.act in CHANGING:
        if asked.requests and asked.requests[0].act in FINER - {Act.WHERE}:
            return asked.requests
        beside = [r for r in asked.requests if r.act not in _BESIDE_A_CHANGE]
        if not beside and wish.then and wish.then is not wish.want:
            beside = [Request(Act(wish.then.value))]
        return (own, *beside)
    return asked.requests or (own,)


def _of(wish: Wish, said: Said, standing: Standing) -> Request:
    """The request that the older wish is."""
    act = Act(wish.want.value)
    after = standing.situation is not Situation.BARE
    fresh = new_puzzles(said, after=after) if act is Act.NEW else None
    return Request(act, cells=wish.cells, new=fresh)
