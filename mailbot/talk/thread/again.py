"""Letters that name another place, and mean what was asked for last: and bottom left?

No sentence says then what is wanted. That stands in the state of the thread.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice

from mailbot.compose.solving import houses_of as houses_around
from mailbot.language.concepts import Concepts
from mailbot.language.lexicon import Token
from mailbot.model.requests import Act, House, HouseKind, Request
from mailbot.talk.places.edges import edges_of
from mailbot.talk.places.place import MIDDLE, Place
from mailbot.talk.requests.scopes import cells_of, digits_of, houses_of, kind_sought
from mailbot.talk.said import Sentence, parse
from mailbot.talk.thread.measure import wanted_of_it
from mailbot.talk.thread.pointing import BESIDE, COUNTING, WAYS
from mailbot.talk.thread.turn import Turn
from mailbot.talk.wishes.situation import Situation
from mailbot.talk.wishes.words import Words, is_only_polite
from solver import Shape

_SAYING_WHAT = frozenset(
    {
        *("possible", "hint", "digit", "where", "solution", "answers", "solve"),
        *("finish", "right", "wrong", "check", "why", "how", "understand", "put"),
        *("undo", "restart", "new", "harder", "easier", "hard", "easy", "level"),
        *("steps", "count", "unique", "stop", "unsub", "cease", "hush", "spoil"),
        *("printed", "help", "decline", "wait", "done", "doubt", "try"),
    }
)
"""What a letter speaks of that says what it wants, or that it wants nothing."""

_OF_NO_HOUSE = frozenset({"puzzle", "cell", "digit", "times"})
"""What else than a house "the third" may be: the third cell."""

_LONGEST = 14
"""Words and signs of a sentence that only names a place, or only comments."""


_SHORT = 6
"""Words and signs of a sentence that only names another digit."""

_FEW = 2
"""The most sentences of a letter that asks again."""

_LONGEST_NAME = 3


def asked_again(words: Words, turn: Turn) -> tuple[Request, ...]:
    """What was asked for last, of the place that a letter only names.

    Args:
        words: what the person wrote.
        turn: the puzzle, as our reply carried it.

    Returns:
        nothing where nothing was asked for that has a place, or where the letter says
        what it wants.
    """
    if words.command or turn.situation is not Situation.HINTED:
        return ()
    sentences = [
        one
        for one in parse(words.spoken, words.language).sentences
        if not (is_only_polite(one.text) or _is_a_name(one))
    ]
    asking = [one for one in sentences if one.asks]
    seen = turn.puzzle.pointed == 1 and len(sentences) <= _FEW
    if seen and asking and all(map(_asks_for_the_cell, asking)):
        return (Request(Act.WHERE, exact=True),)
    measured = wanted_of_it(sentences, turn)
    if measured:
        return measured
    last = turn.marker.state.asked
    known = last and (last.digit or last.act is not Act.PLACES)  # of which digit?
    return _of_a_place(sentences, last, turn) if last and known else ()


def _of_a_place(
    sentences: Sequence[Sentence], last: Request, turn: Turn
) -> tuple[Request, ...]:
    """The last request for what the one sentence names that says nothing else."""
    naming = [one for one in sentences if _names(one, turn)]
    if len(naming) != 1 or len(sentences) > _FEW:
        return ()
    [sentence] = naming
    others = [one for one in sentences if one is not sentence]
    says = bool(_SAYING_WHAT & _concepts_beside(sentence))
    says |= any(one.asks or len(one.items) > _LONGEST for one in others)
    listed = houses_listed(sentence, turn.shape)
    digits = () if listed[1:] else digits_of(sentence, turn.shape)
    cells = cells_of(sentence.places, turn.shape)
    if last.act is Act.PLACES and len(digits) == 1 and not cells:  # and the 3?
        last, digits = replace(last, digit=digits[0]), ()
    if says or len(sentence.items) > _LONGEST or digits:
        return ()
    if last.house and listed[1:]:
        return tuple(replace(last, house=house) for house in listed)
    return tuple(islice(_of_place(sentence, last, turn), 1))


def houses_listed(sentence: Sentence, shape: Shape) -> tuple[House, ...]:
    """The houses that a sentence names, with those of a number alone: rows 2 and 3."""
    found: list[House] = []
    behind = joined = False
    for item in sentence.items:
        houses = houses_of([item.place], shape) if item.place else ()
        if joined and 1 <= item.token.number <= shape.size and not item.place:
            houses = (replace(found[-1], number=item.token.number),)
        joined, behind = behind and "and" in item.token.tags, bool(houses)
        found += houses
    return tuple(dict.fromkeys(found))


def _asks_for_the_cell(sentence: Sentence) -> bool:
    """Whether a question only asks for the cell of a place: the exact cell?"""
    other = sentence.places or (_SAYING_WHAT - {"right", "where"}) & sentence.concepts
    judged = "right" in sentence.concepts and "is" in sentence.tags
    short = "cell" in sentence.tags and len(sentence.items) <= _SHORT
    return short and not (other or judged or "not" in sentence.tags)


def _concepts_beside(sentence: Sentence) -> Concepts:
    """What a sentence is about, without its places; "juste en dessous" is one.

    French "juste" is right, or only.
    """
    pairs = zip(sentence.items, sentence.about, strict=True)
    words = (
        a for i, a in pairs if not (i.place or BESIDE & i.token.tags or "only" in a)
    )
    return frozenset[str]().union(*words)


def _is_a_name(sentence: Sentence) -> bool:
    """Whether a line may be the name of who writes: it says nothing."""
    strange = not (sentence.places or sentence.concepts or sentence.tags)
    return strange and len(sentence.items) <= _LONGEST_NAME


def _names(sentence: Sentence, turn: Turn) -> bool:
    """Whether a sentence names a place, or a digit whose places were told before."""
    last = turn.marker.state.asked
    other = last is not None and last.act is Act.PLACES
    other &= sentence.asks or "and" in sentence.items[0].token.tags  # and the 3
    other &= len(sentence.items) <= _SHORT
    other &= not COUNTING & (sentence.tags | sentence.concepts)
    other &= len(digits_of(sentence, turn.shape)) == 1
    there = _box_at(sentence, turn) or _house_there(sentence, turn)
    there = there or _house_beside(sentence, turn)
    return bool(sentence.places or there or other)


def _house_there(sentence: Sentence, turn: Turn) -> House | None:
    """The house of the cell that was spoken of: and the rest of that column?"""
    last = turn.marker.state.asked
    if last is None or last.act is not Act.CANDIDATES or not last.cells:
        return None
    kind = kind_sought([sentence])
    points = bool("that" in sentence.tags or "whole" in sentence.concepts)
    points &= sentence.asks and "not" not in sentence.tags
    houses = houses_around(turn.shape, last.cells[0])
    return next((h for h in houses if points and h.kind is kind), None)


def _house_beside(sentence: Sentence, turn: Turn) -> House | None:
    """A house by its place among those like the last one: the one below; the third."""
    last, said = turn.marker.state.asked, sentence.tags | sentence.concepts
    goes_on = sentence.asks or "and" in sentence.items[0].token.tags
    goes_on &= len(sentence.items) <= _SHORT
    if not (last and last.house and goes_on) or _OF_NO_HOUSE & said:
        return None
    number, kind = last.house.number, last.house.kind
    across = kind is HouseKind.COLUMN
    named = {number + way[across] for tag, way in WAYS.items() if tag in said}
    named |= {item.token.ordinal for item in sentence.items if item.token.ordinal > 0}
    named -= {number}
    other = kind is HouseKind.BOX and BESIDE & said
    found = named.pop() if len(named) == 1 and not other else 0
    return House(kind, found) if 1 <= found <= turn.shape.size else None


def _of_place(sentence: Sentence, last: Request, turn: Turn) -> Iterator[Request]:
    """The last request with the place that a sentence names."""
    cells = cells_of(sentence.places, turn.shape)
    houses = houses_of(sentence.places, turn.shape)
    box = _box_at(sentence, turn)
    there = _house_there(sentence, turn) or _house_beside(sentence, turn)
    if there:
        yield Request(last.act, house=there, digit=last.digit)
    elif box and not last.cells and any(p.is_relative for p in sentence.places):
        yield Request(last.act, house=box, digit=last.digit)
    elif cells and last.act is not Act.PLACES:
        yield Request(last.act, cells=cells[:1])
    elif houses and last.cells:  # r1c1, no, the second column: r1c2
        yield from _moved(last, houses[0], turn)
    elif houses:
        yield Request(last.act, house=houses[0], digit=last.digit)
    elif box and last.house and last.house.kind is HouseKind.BOX:
        yield Request(last.act, house=box, digit=last.digit)
    elif last.act is Act.PLACES:
        yield last


def _moved(last: Request, house: House, turn: Turn) -> Iterator[Request]:
    """The last request for the cell of the same row or column in another house."""
    row, column = divmod(last.cells[0], turn.shape.size)
    if house.kind is HouseKind.ROW:
        yield Request(last.act, cells=((house.number - 1) * turn.shape.size + column,))
    if house.kind is HouseKind.COLUMN:
        yield Request(last.act, cells=(row * turn.shape.size + house.number - 1,))


def _box_at(sentence: Sentence, turn: Turn) -> House | None:
    """The box that lies where a sentence says, without a word for a box."""
    corners = [p.within for p in sentence.places if p.is_relative and p.within]
    if corners:
        box = Place(*corners[0], of_boxes=True)
        return next(iter(houses_of([box], turn.shape)), None)
    tokens: list[Token] = [item.token for item in sentence.items]
    for at in range(len(tokens)):
        row, column, taken = edges_of(tokens[at:])
        if taken and not (row is column is None and "middle" not in tokens[at].tags):
            place = Place(row or MIDDLE, column or MIDDLE, of_boxes=True, length=taken)
            return next(iter(houses_of([place], turn.shape)), None)
    return None
