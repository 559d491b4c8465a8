"""What a request is about: a house, cells, a digit, a number of steps, a puzzle."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise, takewhile

from mailbot.language.concepts import Concepts
from mailbot.language.lexicon import Token
from mailbot.language.puzzles import find_techniques
from mailbot.model.requests import Act, House, HouseKind
from mailbot.talk.cells.clauses import Item
from mailbot.talk.places.edges import edges_of
from mailbot.talk.places.place import Place
from mailbot.talk.requests.counts import (
    COUNTED,
    NEAR,
    THINGS,
    begins_with_a_puzzle,
    counts_others,
    is_a_name,
    labels,
    said_of,
)
from mailbot.talk.said import Said, Sentence
from mailbot.talk.wishes.situation import Situation
from solver import Shape

_NEARER_BEHIND = 2
"""Words by which a digit before a cell counts as farther than one behind it."""

_CLOSE_BEHIND = 3
"""Words behind "all" to which it belongs: all the empty cells."""

_EDGES = {"top": 0, "left": 0, "bottom": -1, "right": -1, "last": -1}
_EDGES |= {"cell_above": 0, "cell_below": -1}  # as in Spanish "la de abajo"
_NAMING = frozenset({"cell", "puzzle", "box"})
_JOINING = frozenset({"article", "preposition", "puzzle", "digit"})
"""What may stand in a list of puzzles beside their names: in the first and in the 2."""

_OF_HOUSES = frozenset({"row", "column", "digit", "corner"})
"""What lies at an edge of a puzzle, and is none."""

_LINKS = frozenset({"preposition", "article", "is"})
"""What stands between a digit and a noun that it does not count: a six in the cell."""

_SUBSETS = {2: "pair", 3: "triplet"}
_LETTERS = {"a": 0, "b": 1, "c": 2}


@dataclass(frozen=True, slots=True)
class Standing:
    """Where words stand: the situation, the shape of the puzzle, how many there are.

    `impossible` are acts that nothing can be done about, such as a check where there
    are no entries: beside another act they are not meant. `told` is whether a digit of
    the puzzles was told before.
    """

    situation: Situation
    shape: Shape
    puzzles: int = 1
    impossible: frozenset[Act] = frozenset()
    told: bool = False


_DIGITS = re.compile(r"\d")
_FEW = 4
"""The largest number that counts behind "only": there are only two."""


def houses_of(places: Sequence[Place], shape: Shape) -> tuple[House, ...]:
    """The rows, columns and boxes among places, each once."""
    houses = (shape.rows, shape.columns, shape.boxes)
    named = dict(zip(HouseKind, houses, strict=True))
    found = (
        House(kind, houses.index(place.cells(shape)) + 1)
        for place in places
        if not place.is_cell and place.cells(shape)
        for kind, houses in named.items()
        if _is_of(place, kind) and place.cells(shape) in houses
    )
    return tuple(dict.fromkeys(found))


def asks_for_a_cell(sentence: Sentence, said: Said) -> bool:
    """Whether a sentence asks for a cell, or another of the letter: just the cell."""
    alone = (one for one in said.sentences if "only" in one.concepts)
    return any(map(_is_of_a_cell, (sentence, *alone)))


def _is_of_a_cell(sentence: Sentence) -> bool:
    """Whether a sentence is about a cell, of a box perhaps, and no row or column.

    Who asks for the row and the column asks for the cell.
    """
    tags = sentence.tags
    lines = tags & {HouseKind.ROW, HouseKind.COLUMN}
    return ("and" in tags and len(lines) == 2) or ("cell" in tags and not lines)


def asks_only_which_house(sentence: Sentence, said: Said) -> bool:
    """Whether only a row, a column or a box is asked for: in which row? Just the row.

    Not where the letter speaks of a row and a column, or of a cell: that is asked for.
    """
    pairs = pairwise(item.token.tags for item in sentence.items)
    kind = kind_sought(said.sentences)
    limits = any({"only", "not"} & one.concepts for one in said.sentences)
    cell = any("cell" in one.tags for one in said.sentences)
    asks = any({"what", "which"} & a and kind in b for a, b in pairs)
    asks |= any("only" in o.concepts and kind in o.tags for o in said.sentences)
    return asks and limits and not cell


def kind_sought(sentences: Iterable[Sentence]) -> HouseKind | None:
    """The kind of house that is spoken of, where none is named: the row is enough.

    Of a row in a box, the row is asked for.
    """
    said = frozenset[str]().union(*(sentence.tags for sentence in sentences))
    lines = [kind for kind in (HouseKind.ROW, HouseKind.COLUMN) if kind in said]
    if lines:
        return lines[0] if len(lines) == 1 else None
    return HouseKind.BOX if HouseKind.BOX in said else None


def _is_of(place: Place, kind: HouseKind) -> bool:
    if place.box is not None or place.of_boxes:
        return kind is HouseKind.BOX
    return kind is (HouseKind.COLUMN if place.row is None else HouseKind.ROW)


def cells_of(places: Sequence[Place], shape: Shape) -> tuple[int, ...]:
    """The cells among places, each once."""
    found = (place.cells(shape) for place in places if place.is_cell)
    return tuple(dict.fromkeys(cells[0] for cells in found if cells))


def corner_cell(sentence: Sentence, shape: Shape) -> tuple[int, ...]:
    """The cell in a corner in which a digit may stand, as (cell,): a 5 top right?"""
    if sentence.places or "box" in sentence.tags:
        return ()
    tokens = [item.token for item in sentence.items]
    edges = (edges_of(tokens[at:]) for at in range(len(tokens)))
    corners = (
        Place(row, column, length=n) for row, column, n in edges if row and column
    )
    return cells_of([*corners][:1], shape)


def corner_box(sentence: Sentence, shape: Shape) -> tuple[House, ...]:
    """The corner or middle box, where digits are wanted there: one at the top left.

    A cell that is named by its numbers is meant itself: a hint for r1c9.
    """
    named = [item for item in sentence.items if item.place]
    cells = cells_of(sentence.places, shape)
    numbered = any(_DIGITS.search(sentence.text_of(item)) for item in named)
    if numbered or len(cells) != 1:
        return ()
    size = shape.size
    ends = {row[at] for row in (shape.rows[0], shape.rows[-1]) for at in (0, -1)}
    ends |= {size * size // 2} if size % 2 else set()
    boxes = enumerate(shape.boxes, 1) if ends & set(cells) else ()
    return tuple(House(HouseKind.BOX, n) for n, box in boxes if cells[0] in box)


def digits_of(sentence: Sentence, shape: Shape) -> tuple[int, ...]:
    """The digits of the grid that are named beside places."""
    return tuple(dict.fromkeys(i.token.number for i in digit_items(sentence, shape)))


def digit_items(sentence: Sentence, shape: Shape) -> list[Item]:
    """The words that name these digits."""
    return [
        item
        for (item, behind), about in zip(
            _with_next(sentence), sentence.about, strict=True
        )
        if item.place is None
        and 0 < item.token.number <= shape.size
        and "article" not in item.token.tags
        and not (item.token.text.isalpha() and _counts_one(sentence, item, about))
        and not (behind and THINGS & behind.token.tags)
        and not _counts(sentence, item)
        and not labels(sentence, item)
    ]


def digit_of_a_cell(sentence: Sentence, shape: Shape) -> int:
    """The digit that is named nearest to a cell; 0 for none.

    One behind the cell counts as nearer than one before it:
    "If that is a 6, then r1c2 must be a 4" has a 4.
    """
    items = sentence.items
    cells = [at for at, item in enumerate(items) if item.place and item.place.is_cell]
    known = digit_items(sentence, shape)
    named = [
        (
            min((_distance(at, cell) for cell in cells), default=0),
            not _is_a_noun(sentence, at),
            item.token.number,
        )
        for at, item in enumerate(items)
        if item in known
    ]
    return min(named, key=lambda found: found[:2])[-1] if named else 0


def _is_a_noun(sentence: Sentence, at: int) -> bool:
    """Whether a number is the name of a digit: a 7; the seven. Not: two places."""
    before = sentence.items[at - 1].token.tags if at else frozenset[str]()
    figure = sentence.items[at].token.text.isdecimal()
    return figure or bool({"article", "indefinite", "digit"} & before)


def digits_by_cell(sentence: Sentence, shape: Shape) -> tuple[tuple[int, int], ...]:
    """Each cell that is named, with the digit behind it; empty if one has no digit.

    "Are r1c2=4 and r1c9=5 right?" has two.
    """
    found: list[tuple[int, int]] = []
    waiting: int | None = None
    for item in sentence.items:
        named = cells_of([item.place], shape) if item.place else ()
        if named and waiting is not None:
            return ()
        waiting = named[0] if named else waiting
        number = 0 if item.place else item.token.number
        if waiting is not None and 1 <= number <= shape.size:
            found.append((waiting, number))
            waiting = None
    return () if waiting is not None else tuple(found)


def _distance(digit: int, cell: int) -> int:
    """How many words a digit is away from a cell; before it some more."""
    return digit - cell if digit > cell else cell - digit + _NEARER_BEHIND


def _counts(sentence: Sentence, item: Item) -> bool:
    """Whether a number counts cells or digits: two squares; 4 other digits.

    Not so: the 2 digit; does six go in one of these cells?
    """
    at = sentence.items.index(item)
    behind = sentence.items[at + 1 : at + 1 + NEAR]
    joined = len(list(takewhile(lambda one: not _LINKS & one.token.tags, behind)))
    noun = at > 0 and "article" in sentence.items[at - 1].token.tags
    figure = item.token.text.isdecimal()
    first = said_of(sentence, range(at + 1, at + 1 + joined)[:1])
    if figure and "digit" in first:
        return not noun
    nouns = {"digit"} if figure else {"digit", "cell"}
    other = at > 0 and bool({"more", "rest"} & sentence.about[at - 1])
    if nouns & first and item.token.number not in _SUBSETS and not other:
        return False  # "I wrote four digits" is about digits
    said = said_of(sentence, range(at + 1, at + 1 + joined))
    return item.token.number > 1 and bool(nouns & said)


def _counts_one(sentence: Sentence, item: Item, about: Concepts) -> bool:
    """Whether a word counts, and is no digit: just one number; only two.

    With an article it is a digit: is there room for a one?
    """
    at = sentence.items.index(item)
    if at and "indefinite" in sentence.items[at - 1].token.tags:
        return False
    if at and item.token.number <= _FEW and "only" in sentence.about[at - 1]:
        return True  # only two
    return "cell" in item.token.tags or (item.token.number == 1 and "one" in about)


def techniques_of(sentence: Sentence, language: str) -> tuple[str, ...]:
    """The techniques that a sentence names or describes (`find_techniques`)."""
    return find_techniques(sentence.text, language) or tuple(_subsets(sentence))


def _subsets(sentence: Sentence) -> Iterator[str]:
    """The pair or triple that is described, by its cells and its digits.

    Two cells that take the same two digits are a naked pair; two digits that only go
    into two cells are a hidden one.
    """
    found = (_counted_at(sentence, at) for at in range(len(sentence.items)))
    counted = [pair for pair in found if pair]
    for (first, number), (second, same) in pairwise(counted):
        if number == same and {first, second} == {"cell", "digit"}:
            yield f"{'naked' if first == 'cell' else 'hidden'}_{_SUBSETS[number]}"


def _counted_at(sentence: Sentence, at: int) -> tuple[str, int] | None:
    """What a number of 2 or 3 counts: cells or digits; the two same cells."""
    token = sentence.items[at].token
    number = 2 if "both" in token.tags else token.number
    if number not in _SUBSETS:
        return None
    behind = said_of(sentence, range(at + 1, min(at + 1 + NEAR, len(sentence.items))))
    return next(((kind, number) for kind in ("cell", "digit") if kind in behind), None)


def _with_next(sentence: Sentence) -> Iterator[tuple[Item, Item | None]]:
    padded: list[Item | None] = [*sentence.items, None]
    return ((a, b) for a, b in pairwise(padded) if a)


def puzzles_named(
    sentence: Sentence, count: int, before: int | None = None
) -> tuple[tuple[int, int], ...]:
    """Which puzzles of a letter are named, each with the place of its name.

    Args:
        sentence: what is said.
        count: how many puzzles there are; of one puzzle none is named.
        before: the puzzle that was named last, beside which "the other" names one.
    """
    found: list[tuple[int, int]] = []
    for at in range(len(sentence.items) if count > 1 else 0):
        named = _puzzle_at(sentence, at, count)
        if named is None and found and _is_listed(sentence, found[-1][0], at, count):
            named = sentence.items[at].token.number - 1
        if named is None and before is not None and _is_the_other(sentence, at):
            named = 1 - before if count == 2 else None
        if named is not None:
            found.append((at, named))
            before = named
    return tuple(found)


def puzzles_listed(
    sentence: Sentence, count: int, before: int | None = None
) -> tuple[int, ...]:
    """The puzzle that a sentence names first, with those joined to it: of 1, 2 and 3.

    The arguments are those of `puzzles_named`.
    """
    named = puzzles_named(sentence, count, before)
    joined = takewhile(lambda pair: _joins(sentence, *pair), _ats(named))
    return tuple(dict.fromkeys(n for _, n in named[: 1 + len([*joined])]))


def _ats(named: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    return pairwise(at for at, _ in named)


def _is_listed(sentence: Sentence, last: int, at: int, count: int) -> bool:
    """Whether a number continues a list of puzzles: of puzzle 1, 2 and 3.

    Not so: of puzzle 1, 2 digits; in puzzle 1, 2 in r1c1.
    """
    number = 1 <= sentence.items[at].token.number <= count
    counts = said_of(sentence, range(at + 1, len(sentence.items))[:1]) & COUNTED
    lists = number and not (counts or sentence.places or counts_others(sentence, at))
    return lists and _joins(sentence, last, at)


def _joins(sentence: Sentence, first: int, second: int) -> bool:
    """Whether "and" or a comma, and nothing else, stands between two names."""
    between = [item.token for item in sentence.items[first + 1 : second]]
    joined = [t for t in between if t.text in (",", "&") or "and" in t.tags]
    return bool(joined) and all(t in joined or _JOINING & t.tags for t in between)


def _is_the_other(sentence: Sentence, at: int) -> bool:
    """Whether a word names the other puzzle, and no other row or digit."""
    behind = sentence.items[at + 1].token.tags if at + 1 < len(sentence.items) else ()
    named = "other" in sentence.items[at].token.tags and not sentence.items[at].place
    return named and not _OF_HOUSES.intersection(behind)


def _puzzle_at(sentence: Sentence, at: int, count: int) -> int | None:
    """The puzzle that a word names: the second, the left one, puzzle B, nr 2."""
    item = sentence.items[at]
    token = item.token
    if item.place:
        return None
    before = sentence.items[at - 1].token if at else None
    behind = sentence.items[at + 1].token if at + 1 < len(sentence.items) else None
    if 1 <= token.ordinal <= count:
        return token.ordinal - 1
    labelled = before is not None and bool(
        {"puzzle", "digit"} & before.tags or "puzzle" in sentence.about[at - 1]
    )
    named = is_a_name(sentence, at) and not counts_others(sentence, at)
    labelled |= named and not sentence.places  # Swedish "ettan"; "from two"
    labelled |= before is None and behind is not None and behind.text in ":)"  # 2: ...
    labelled |= begins_with_a_puzzle(sentence, at)
    if labelled and 1 <= token.number <= count:
        return token.number - 1
    if before and "puzzle" in before.tags and _LETTERS.get(token.text, count) < count:
        return _LETTERS[token.text]
    return _puzzle_at_an_edge(token, before, behind, count)


def _puzzle_at_an_edge(
    token: Token, before: Token | None, behind: Token | None, count: int
) -> int | None:
    """The puzzle that lies at an edge: the left one; the last puzzle; unten."""
    edge = next((place for tag, place in _EDGES.items() if tag in token.tags), None)
    if edge is None:
        return None
    meant = behind is not None and bool(_NAMING & behind.tags)
    article = before is not None and "article" in before.tags
    if "yes" in token.tags:  # the right one, and not: right, that one
        meant = article and (meant or _ends(behind))
    elif "last" in token.tags:
        meant = meant or (_ends(behind) and (article or before is None))
    else:
        beside = [near.tags for near in (before, behind) if near]
        corner = any(_EDGES.keys() & tags for tags in beside)
        house = behind is not None and bool(_OF_HOUSES & behind.tags)
        meant = meant or not (corner or house)
    return edge % count if meant else None


def _ends(behind: Token | None) -> bool:
    return behind is None or behind.text in ":,."


def names_all_cells(sentence: Sentence) -> bool:
    """Whether all cells of the puzzle are named: each empty cell; the whole grid.

    Not: each cell of this box; all the candidates of that cell.
    """
    ahead = (
        sentence.about[at + 1 :] for at, a in enumerate(sentence.about) if "whole" in a
    )
    near = (
        takewhile(lambda a: "possible" not in a, islice(one, _CLOSE_BEHIND))
        for one in ahead
    )
    named = any({"cell", "puzzle"} & about for one in near for about in one)
    return named and not {*HouseKind} & (sentence.tags | sentence.concepts)
