"""Corners and middles of the house that the thread has spoken of last.

"The top left corner of that box" and "the middle one" get the name of their cell, as if
it had been written: r4c7.
"""

from collections.abc import Collection, Iterator
from dataclasses import replace

from mailbot.language.lexicon import lexicon_of
from mailbot.model import Missing, Puzzle, Status, Want
from mailbot.model.requests import House, HouseKind
from mailbot.talk.cells.clauses import Item
from mailbot.talk.places.edges import HOUSES, edges_of, tags_at, where_of
from mailbot.talk.places.place import LAST, MIDDLE, Place
from mailbot.talk.requests.scopes import cells_of, digits_of
from mailbot.talk.requests.scopes import houses_of as named_houses
from mailbot.talk.said import Sentence, parse
from mailbot.talk.thread.pointing import house_told, rewritten
from mailbot.talk.thread.turn import Turn
from mailbot.talk.wishes.situation import Situation
from mailbot.talk.wishes.wish import Gist
from mailbot.talk.wishes.words import Words
from solver import Shape

_NEAR = 4
"""Words within which the house is named whose corner is spoken of: of that box."""

_SAID = 4
"""Words in which the digit of such a cell is told: the middle one is a 7."""

_SHORT = 7
"""Words and signs of a sentence that only names another place."""


def in_the_house(words: Words, turn: Turn) -> tuple[Words, frozenset[int]]:
    """The words, with the name of each cell that lies in the house spoken of last.

    "The top left corner of that box", "the middle one": neither is one of the grid.

    Returns:
        the words, and the cells that are named by where they lie alone.
    """
    if words.command or turn.situation is not Situation.HINTED:
        return words, frozenset()
    last, shape, found = turn.puzzle.house, turn.shape, set[int]()
    for sentence in parse(words.spoken, words.language).sentences:
        corners = [*_corners_in(sentence, words.language)]
        named = () if corners else named_houses(sentence.places, shape)
        last = named[-1] if named else last
        kinds = _kinds_in(sentence)
        of_last = last is not None and (not kinds or last.kind in kinds)
        house = last if of_last else house_told(turn, kinds) if kinds else None
        house = None if "puzzle" in sentence.tags else house
        said = sentence.folded
        says_more = kinds or digits_of(sentence, shape) or "what" in sentence.tags
        again = turn.puzzle.asked and not says_more and len(sentence.items) <= _SHORT
        if again or named:
            continue  # the same of another box (and the one in the middle?), or a name
        if house and not (corners or sentence.places):
            corners = [*_lying(sentence, house, shape)][:1]
        for item, place in corners[::-1]:
            cell = _cell_within(place, house, shape)
            found.update(cell)
            start, end = item.token.start, _end_of(sentence, item, kinds)
            if house:
                name = "".join(map(shape.name, cell))
                said = f"{said[:start]}{name} {said[end:]}"
        if said != sentence.folded:
            words = rewritten(words, sentence, said)
    return words, frozenset(found)


def asked_back(
    before: Puzzle, after: Puzzle, corners: Collection[int], own: bool
) -> Gist | None:
    """What to ask back where a letter changes a printed digit, and may not mean it.

    It names the digit by its corner alone; or what is changed is said to be the
    person's `own` digit, and would leave no solution: beside the 3, I put a 2.
    """
    was, now = before.grid.givens, after.grid.givens
    strange = own and after.status is Status.IMPOSSIBLE
    named = range(len(was)) if strange and before.status is Status.SOLVED else corners
    cells = tuple(c for c in named if 0 != was[c] != now[c])
    lacks = frozenset({Missing.DIGIT})
    return Gist(Want.UNCLEAR, cells=cells, missing=lacks) if cells else None


def _corners_in(sentence: Sentence, language: str) -> Iterator[tuple[Item, Place]]:
    """The names of corners and middles of what has no name.

    "The middle of that box" is none of a box in the middle.
    """
    for item in sentence.items:
        if item.place and item.place.is_relative:
            yield item, item.place
        elif item.place and item.place.of_boxes:
            tokens = lexicon_of(language).read(sentence.text_of(item))
            where = where_of(tokens)
            if where.taken and "preposition" in tags_at(tokens, where.taken):
                yield item, Place(within=(where.row or MIDDLE, where.column or MIDDLE))


def _lying(
    sentence: Sentence, house: House, shape: Shape
) -> Iterator[tuple[Item, Place]]:
    """Words without one for a cell that tell where it lies in a house.

    They do so where a digit or the house is spoken of beside them.
    """
    tokens = [item.token for item in sentence.items]
    told = bool(digits_of(sentence, shape))  # not: the last one took 20 minutes
    for at, item in enumerate(sentence.items):
        row, column, _ = edges_of(tokens[at:])
        nth = item.token.ordinal or (LAST if "last" in item.token.tags else 0)
        named = house.kind in sentence.tags
        # "Is the middle one a 7?", but not: is the first 7 of them right?
        middle = "middle" in item.token.tags
        asked = middle and any("is" in one.tags for one in tokens[max(at - 2, 0) : at])
        ends = [n for n in range(at + 1, at + 1 + _SAID) if "is" in tags_at(tokens, n)]
        digit = tokens[ends[0] + 1 :] if ends else tokens[at + 1 :] if asked else []
        beside = named or any(one.number > 0 for one in digit[:_SAID] if told)
        if row and column and (told or named):
            yield item, Place(within=(row, column))
        elif beside and (nth or middle):
            yield item, Place(nth=nth or MIDDLE)


def _kinds_in(sentence: Sentence) -> frozenset[str]:
    """The kinds of houses of which it speaks without a number: that box."""
    tags = [item.token.tags for item in sentence.items if not item.place]
    return HOUSES & frozenset().union(*(t for t in tags if "counted" not in t))


def _end_of(sentence: Sentence, item: Item, kinds: frozenset[str]) -> int:
    """Where the name of a corner ends, with that of the house that it is one of."""
    at = sentence.items.index(item) + 1
    near = range(at, min(at + _NEAR, len(sentence.items)))
    of_house = (n + 1 for n in near if kinds & sentence.items[n].token.tags)
    left = sentence.items[next(of_house, at) :]
    return left[0].token.start if left else len(sentence.folded)


def _cell_within(place: Place, house: House | None, shape: Shape) -> tuple[int, ...]:
    """The cell in a corner or in the middle of a house, or of the grid without one."""
    if house is None:
        return place.cells(shape)
    if house.kind is HouseKind.BOX:
        return cells_of([replace(place, box=house.number)], shape)
    across = house.kind is HouseKind.ROW
    at = place.within[across] if place.within else place.nth
    row, column = (house.number, at) if across else (at, house.number)
    return cells_of([Place(row, column)], shape)
