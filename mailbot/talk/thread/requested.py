"""The requests of a letter beside what it changes.

What a letter changes of a puzzle (`conversation`, `first`) is its first request; the
others are read sentence by sentence.
"""

from dataclasses import replace

from mailbot.model import Findings, Wish
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
    said = parse(words.spoken or words.subject, words.language)
    own = _of(wish, said, standing)
    if words.command is not None or wish.want in _ALONE:
        return replace(wish, requests=(own,))
    asked = read_requests(said, standing)
    requests = _joined(wish, own, asked)
    wish = replace(wish, requests=requests, limits=asked.limits)
    first = requests[0]
    if first is not own:
        wish = replace(wish, want=first.act, then=None, cells=first.cells)
    return wish


def _joined(wish: Wish, own: Request, asked: Asked) -> tuple[Request, ...]:
    """The requests of a letter, with the change of the puzzle that it makes."""
    if own.act not in CHANGING:
        return asked.requests or (own,)
    if asked.requests and asked.requests[0].act in FINER - {Act.WHERE}:
        return asked.requests
    beside = [r for r in asked.requests if r.act not in _BESIDE_A_CHANGE]
    if not beside and wish.then and wish.then is not wish.want:
        beside = [Request(wish.then)]
    return (own, *beside)


def _of(wish: Wish, said: Said, standing: Standing) -> Request:
    """The request that the wish of the whole letter is."""
    after = standing.situation is not Situation.BARE
    fresh = new_puzzles(said, after=after) if wish.want is Act.NEW else None
    return Request(wish.want, cells=wish.cells, new=fresh)
