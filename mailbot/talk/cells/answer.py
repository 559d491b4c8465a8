"""Whether a digit in somebody's words is that of a cell, and not of another thing.

People tell of six grandchildren, of page 6 and of a train at six. So an answer that
names no cell counts only if all around the digit is known to speak of a cell:

- before it, up to a comma or to a word that stands for the cell ("it"), no word that we
  do not know, and no preposition: not "my train is a 6", "at 6";
- behind it, up to the next sign, no word that we do not know: not "6 weeks".
"""

from collections.abc import Sequence
from itertools import dropwhile, pairwise, takewhile

from mailbot.talk.cells.appearance import is_a_mark
from mailbot.talk.cells.clauses import ASSERTING, Item

_BREAKS = frozenset(",;!?()\n\"'") | {"-", "->", "=>"}
_JOINTS = frozenset(":/.-,")
_QUANTITIES = frozenset("%°€$£")
_COUNTED = frozenset(
    {"cell", "digit", "row", "column", "box", "month", "puzzle", "person", "option"}
)
"""What a number counts or names, where it stands before it: 6 numbers, 6 squares."""

_NEAR = 3
"""Tokens between a preposition and the person behind it, at most."""

_BETWEEN = frozenset({"beside", "yes", "filler", "indefinite"})
"""What may stand between "it is" and its digit: it is really a 6."""

_NAME = 3
"""Tokens from a thing to its number, at most: page no. 6."""

_HOUSES = frozenset({"row", "column", "box"})
_NAMING = frozenset({"article", "digit"})

_VERBS = frozenset({"is", "says"})
_BEGINS = frozenset({"subject", "that", "and"})
"""Words with which what is said of a cell begins: my wife thinks *that* it is a 6."""

_TELLING = frozenset({"is", "says", "yes", "no", "not", "indefinite"})
"""Words before a digit that make it an answer: it is 6; yes, 6; not a 4."""

_FEW_UNKNOWN = 2
"""How many unknown words may stand beside a digit without any of these: Dear me, 6."""

_CHOOSING = frozenset({"not", "but", "instead", "is", "wrong"})


def tells_of_a_cell(items: Sequence[Item], at: int) -> bool:
    """Whether what is said at a place of a clause can only be said of a cell.

    Args:
        items: the clause.
        at: the place of a digit, or of a word such as "empty".
    """
    before, after = items[:at], items[at + 1 :]
    own = bool(before) and _has(before[-1], "mine")  # my 6th puzzle
    if is_measure(items, at) or _describes(items, at) or is_a_mark(items, at) or own:
        return False
    if any(_HOUSES & item.token.tags for item in items if not item.place):
        return False  # there is a 6 in the row above
    named = bool(before) and "digit" in before[-1].token.tags  # number 6 in the book
    told = after and _has(after[0], "is") and not any(_has(n, "puzzle") for n in after)
    if named and after and after[0].token.text not in _BREAKS and not told:
        return False
    if not _begins_well(before) or not _ends_well(before, after):
        return False
    told = any(_TELLING & item.token.tags for item in before)
    return told or sum(item.is_unknown for item in items) <= _FEW_UNKNOWN


def is_measure(items: Sequence[Item], at: int) -> bool:
    """Whether a number is an ordinal, or a part of a date, an hour or a score."""
    ordinal = bool(items[at].token.ordinal)
    return ordinal or _is_part_of_a_number(items, at) or _is_date(items[at + 1 :])


def _describes(items: Sequence[Item], at: int) -> bool:
    """Whether a clause tells what a digit is like: an 8 would have a belly."""
    before, behind = items[:at], items[at + 1 :]
    topic = bool(behind) and _has(behind[0], "is")
    verb = any(_has(item, "is", "put", "that") for item in before)
    return topic and not verb and any(item.is_unknown for item in behind)


def belongs_to_a_cell(items: Sequence[Item], at: int, cell: int) -> bool:
    """Whether a digit may be that of the cell which the same clause names.

    A number without an article counts what a word behind it names, if we do not know
    this word: my 4 grandchildren. With such a word up to the cell, or an "and", it may
    be anything: I am 7 and stuck at r1c3.

    Args:
        items: the clause.
        at: the place of the digit.
        cell: the place of the cell's name.
    """
    if at and (_has(items[at - 1], "indefinite") or _asserts(items[at - 1])):
        return True
    if at > cell:
        return not any(item.is_unknown for item in items[at + 1 : at + 2])
    between = items[at + 1 : cell]
    return not any(item.is_unknown or _has(item, "and") for item in between)


def _asserts(item: Item) -> bool:
    return item.place is None and item.token.text in ASSERTING


def without_subject(items: Sequence[Item]) -> Sequence[Item]:
    """A clause without what names the digit: the number you could not read (is a 6).

    So what is denied within the name denies nothing of the answer.
    """
    named = next((i for i, n in enumerate(items) if _is_name(items, i)), len(items))
    verbs = [i for i, n in enumerate(items) if "is" in n.token.tags and i > named]
    digits = [i for i, n in enumerate(items) if n.is_number]
    denied = any("not" in item.token.tags for item in items[:named])
    if not verbs or len(digits) != 1 or digits[0] < verbs[-1] or denied:
        return items
    return items[verbs[-1] :]


def _is_name(items: Sequence[Item], at: int) -> bool:
    """Whether a word for a digit or a cell stands there.

    It is none of another thing: "number of my bus", "my lucky number".
    """
    behind = items[at + 1].token.tags if at + 1 < len(items) else frozenset[str]()
    named = bool({"digit", "cell"} & items[at].token.tags) and not items[at].place
    own = at > 0 and _has(items[at - 1], "mine")
    return named and not own and "preposition" not in behind


def counts_things(items: Sequence[Item], at: int) -> bool:
    """Whether a number counts what stands right behind it: 6 cells, 6 months."""
    if at + 1 == len(items):
        return False
    behind = items[at + 1]
    counted = behind.token.tags & ({"cell"} if behind.place else _COUNTED)
    return bool(counted)


def names_a_thing(items: Sequence[Item], at: int) -> bool:
    """Whether a number is that of a thing: page 6, bus number 6, 6 minutes, 6 times.

    A puzzle is one if it is called so: puzzle number 6.
    """
    behind = items[at + 1 : at + 2]
    noun = at > 0 and _has(items[at - 1], "indefinite")  # German "eine 6 mal"
    if any(map(_is_thing, behind)) or _is_age(items[at + 1 :]):
        return True
    if _is_apposition(items, at):
        return True
    if not noun and any(_has(item, "times") for item in behind):
        return True
    called = [n for n in items[max(at - _NAME, 0) : at] if not _has(n, "digit")]
    named = at > 0 and _has(items[at - 1], "digit")
    before = called[-1:]
    return any(_is_thing(item) or (named and _has(item, "puzzle")) for item in before)


def _is_thing(item: Item) -> bool:
    own = _has(item, *_HOUSES, "cell", "beside", "is")
    return _has(item, "numbered") and not own


def _is_apposition(items: Sequence[Item], at: int) -> bool:
    """Whether a number is a person's age: my granddaughter, 6, asks for r3c5."""
    signs = [item.token.text for item in items[at - 1 : at + 2 : 2]] if at > 1 else []
    return signs == [",", ","] and _has(items[at - 2], "person")


def _is_age(behind: Sequence[Item]) -> bool:
    """Whether a sentence ends with "years", which may be an "is": Swedish "år"."""
    if not behind or not _has(behind[0], "numbered"):
        return False
    return len(behind) == 1 or behind[1].token.text in _BREAKS | {"."}


def _is_date(after: Sequence[Item]) -> bool:
    """Whether a month follows: 6 de mayo; or what makes it a part: 6 of ten."""
    near = list(
        dropwhile(lambda n: n.token.text == "." or _has(n, "preposition"), after[:3])
    )
    counted = bool(near) and near[0].is_number and _has(after[0], "preposition")
    return bool(near) and (_has(near[0], "month", "both") or counted)


def _is_part_of_a_number(items: Sequence[Item], at: int) -> bool:
    """Whether a sign joins the digit to another number or to a unit: 6:30, 6/10, 6%."""
    behind = [item.token for item in items[at + 1 : at + 3]]
    if not behind or behind[0].start != items[at].token.end:
        return False
    if behind[0].text in _QUANTITIES:
        return True
    joined = len(behind) > 1 and behind[1].start == behind[0].end
    return behind[0].text in _JOINTS and joined and behind[1].number >= 0


def _is_called_one(before: Sequence[Item]) -> bool:
    """Whether a digit is what "it" is, whatever stands before: at hers it is clearly a.

    Only a noun has an article: "it is 6" may be an hour.
    """
    if not before or "indefinite" not in before[-1].token.tags:
        return False
    at = len(before) - 1
    while (
        at and _BETWEEN & before[at - 1].token.tags and not _has(before[at - 1], "is")
    ):
        at -= 1
    near = before[max(at - 2, 0) : at]
    return any(_has(item, "is") for item in near) and any(
        _has(item, "subject") for item in near
    )


def _has(item: Item, *tags: str) -> bool:
    return not item.place and not item.token.tags.isdisjoint(tags)


def _begins_well(before: Sequence[Item]) -> bool:
    """Whether what stands before a digit leads to it: I think it is a."""
    if before and _has(before[-1], "hour"):
        return False
    near = next((n for n in before[::-1] if not _NAMING & n.token.tags), None)
    if near and near.token.tags & {"preposition", "that"} == {"preposition"}:
        return False
    return _is_called_one(before) or _is_all_known(before)


def _is_at(before: Sequence[Item]) -> bool:
    """Whether a person is only where something stands: at my neighbour's it is a 6."""
    near = [n for n in before[-_NEAR:] if not _has(n, "article")]
    return bool(near) and _has(near[-1], "preposition")


def _is_all_known(before: Sequence[Item]) -> bool:
    """Whether no word before a digit makes it one of another thing."""
    told = any("says" in item.token.tags for item in before)
    tags: set[str] = set()
    for place, item in reversed(list(enumerate(before))):
        own = item.token.tags
        verb = bool(_VERBS & tags)
        if item.is_number:
            return bool(_CHOOSING & tags)
        if item.token.text in _BREAKS or (verb and _BEGINS & own):
            return True
        if item.token.text == ":" and (verb or "indefinite" in tags):
            return True
        subject = "person" in own and not _is_at(before[:place])
        if item.is_unknown or (subject and not told):
            return "is" in tags and _is_about_the_digit(before[:place])
        tags |= own
    return True


def _is_about_the_digit(before: Sequence[Item]) -> bool:
    """Whether a clause begins with a word for a digit: the number you misread."""
    start = next(
        (i + 1 for i in range(len(before))[::-1] if before[i].token.text in _BREAKS), 0
    )
    nouns = (i for i in range(start, len(before)) if _is_name(before, i))
    first = next(nouns, len(before))
    return first < len(before) and not any(n.is_unknown for n in before[start:first])


def _is_for(after: Sequence[Item]) -> bool:
    """Whether what follows a digit makes it a mark for something: an 8 for effort."""
    given = bool(after) and _has(after[0], "exchanged_for")
    part = list(takewhile(lambda n: n.token.text not in _BREAKS, after))
    return given and any(item.is_unknown for item in part)


def _ends_well(before: Sequence[Item], after: Sequence[Item]) -> bool:
    """Whether nothing behind a digit makes it the number of something else."""
    counted = _COUNTED | {"solving"}  # I have 6 left to do
    if after and (counted & after[0].token.tags or after[0].is_unknown):
        return False
    if any(_has(a, "preposition") and _has(b, "solving") for a, b in pairwise(after)):
        return False  # I have 6 still to find
    if before and "indefinite" in before[-1].token.tags:
        return any(_has(item, "is") for item in before) or not _is_for(after)
    told = any("says" in item.token.tags for item in before)
    for item in after:
        if item.token.text in _BREAKS or (told and "and" in item.token.tags):
            return True
        if item.is_unknown:
            return False
    return True
