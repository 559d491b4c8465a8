"""The requests of a letter beside what it changes.

What a letter changes of a puzzle (`conversation`, `first`) is its first request; the
others are read sentence by sentence.
"""

from dataclasses import replace

from mailbot.model import Findings, Wish
from mailbot.model.requests import Act, House, HouseKind, Request
from mailbot.talk.requests.fresh import new_puzzles
from mailbot.talk.requests.reading import FINER, Asked, Standing, read_requests
from mailbot.talk.said import Said, parse
from mailbot.talk.wishes.situation import Situation
from mailbot.talk.wishes.words import Words
from solver import Shape

CHANGING = frozenset({Act.CORRECT, Act.CONFIRM, Act.MOVES})
_BESIDE_A_CHANGE = frozenset({Act.CELL, Act.CHECK, Act.VERDICT, *CHANGING})
"""What a change of the puzzle may be mistaken for; it is no request beside it."""

_ALONE = frozenset({Act.STOP, Act.HELP, Act.DISPUTE})
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
    subject = "" if words.is_reply else words.subject
    said = parse(words.spoken or subject, words.language)
    own = _of(wish, said, standing)
    if _is_whole(wish, words):
        return replace(wish, requests=(own,))
    if wish.supposed:
        judged = [Request(Act.VERDICT, cells=(c,), digit=d) for c, d in wish.supposed]
        return replace(wish, requests=tuple(judged))
    asked = read_requests(said, standing)
    requests = _joined(wish, own, asked, said)
    wish = replace(wish, requests=requests, limits=asked.limits)
    first = requests[0]
    if first is not own:
        cells = first.cells or (first.house.cells(shape) if first.house else ())
        wish = replace(wish, want=first.act, then=None, cells=cells)
    return wish


def _is_whole(wish: Wish, words: Words) -> bool:
    """Whether the letter says one thing, and nothing beside it counts."""
    return words.command is not None or wish.want in _ALONE or bool(wish.missing)


def _joined(wish: Wish, own: Request, asked: Asked, said: Said) -> tuple[Request, ...]:
    """The requests of a letter, with the change of the puzzle that it makes.

    What a letter says as a whole decides where a sentence is no finer and has no scope.
    """
    requests = [r for r in asked.requests if not _is_of_the_hint(r, own)]
    if own.act not in CHANGING:
        plain = len(requests) == 1 and requests[0] == Request(requests[0].act)
        return (
            (own,) if plain and requests[0].act not in FINER else (*requests,) or (own,)
        )
    if requests and requests[0].act in FINER - {Act.WHERE} and not _tells_a_move(said):
        return tuple(requests)
    beside = [r for r in requests if r.act not in _BESIDE_A_CHANGE]
    if not beside and wish.then and wish.then is not wish.want:
        beside = [Request(wish.then)]
    return (own, *beside)


def _tells_a_move(said: Said) -> bool:
    """Whether somebody tells which digit they wrote into a cell."""
    told = (s for s in said.sentences if s.places and "put" in s.concepts)
    return any(item.is_number for sentence in told for item in sentence.items)


def _is_of_the_hint(request: Request, own: Request) -> bool:
    """Whether a letter that asks for the reasons of a hint only names its cell."""
    named = set(request.cells)
    return own.act is Act.WHY and bool(named) and named <= set(own.cells)


def _of(wish: Wish, said: Said, standing: Standing) -> Request:
    """The request that the wish of the whole letter is."""
    after = standing.situation is not Situation.BARE
    fresh = new_puzzles(said, after=after) if wish.want is Act.NEW else None
    houses = [
        House(kind, number)
        for kind in HouseKind
        for number in range(1, standing.shape.size + 1)
        if House(kind, number).cells(standing.shape) == wish.cells
    ]
    house = houses[0] if houses and wish.want is Act.PART else None
    return Request(wish.want, cells=wish.cells, house=house, new=fresh)
