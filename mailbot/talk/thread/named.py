"""Which digits of a puzzle words name: by a cell, a house, an order or a number.

Of the three digits that we told: the 4; the one in row 3; the last two; all but the 6.
"""

from collections.abc import Mapping, Sequence
from itertools import pairwise

from mailbot.talk.requests.scopes import cells_of, digits_of, houses_of
from mailbot.talk.said import Sentence
from mailbot.talk.thread.parts import Part
from mailbot.talk.thread.turn import Turn

_NOT_NAMED = frozenset({"others", "except"})
"""What a part of a sentence speaks of that means digits which it does not name."""

_OF_NO_DIGIT = frozenset({"last", "hint", "mine", "mail", "unsub", "whole"})
"""What somebody speaks of who deletes something else: my address, the last letter."""

_LONGEST = 6
"""Words and signs, at most, that speak of a digit and do not name it: it is out."""


def digits_named(part: Part, several: Mapping[int, int], turn: Turn) -> frozenset[int]:
    """The cells whose digits a part of a sentence names, or counts: the last two.

    Args:
        part: the part.
        several: the cells and digits of which it may speak, in their order.
        turn: the puzzle.
    """
    order = list(several)
    if part.words.places:
        known = frozenset(several.keys() & set(part.cells))
        if "undone" in part.said and not (part.cells or part.digits):
            return _only(_in_houses(part.words, turn), turn)
        return known or entries_named(part.words, turn)
    if "yours" in part.said and "digit" in part.said and not part.digits:
        return turn.entered & turn.puzzle.told
    counted = _counted(part, order)
    if counted:
        return counted
    named = () if _NOT_NAMED & part.said else part.digits  # the other two
    digits = _figures(part) or {*named}
    found = frozenset(cell for cell, digit in several.items() if digit in digits)
    if digits - {several[cell] for cell in found}:
        found |= entries_named(part.words, turn)
    ordinals = {item.token.ordinal for item in part.words.items}
    placed = [cell for at, cell in enumerate(order, 1) if at in ordinals]
    last = order[-1:] if "last" in part.said else []
    return found or frozenset(placed or last)


def entries_named(words: Sentence, turn: Turn) -> frozenset[int]:
    """The entries that are named by their cells, or by their digits and their house."""
    entries, cells = turn.puzzle.grid.entries, cells_of(words.places, turn.shape)
    if cells:
        return turn.entered.intersection(cells)
    there = _in_houses(words, turn)
    digits = digits_of(words, turn.shape)
    alike = (frozenset(c for c in there if entries[c] == digit) for digit in digits)
    return frozenset[int]().union(*(_only(found, turn) for found in alike))


def _in_houses(words: Sentence, turn: Turn) -> frozenset[int]:
    """The entries of the houses that are named, or all."""
    houses = houses_of(words.places, turn.shape)
    return turn.entered.intersection(*(house.cells(turn.shape) for house in houses))


def _only(found: frozenset[int], turn: Turn) -> frozenset[int]:
    """The only one of some cells, the only wrong one, or the one of the last reply."""
    likely = (found, found & {*turn.puzzle.wrong_entries}, found & {turn.puzzle.about})
    return next((some for some in likely if len(some) == 1), frozenset())


def spoken_of(part: Part, before: frozenset[int], turn: Turn) -> frozenset[int]:
    """The entries that are only spoken of: I rubbed it out; those are deleted.

    Args:
        part: a part of a sentence.
        before: the entries that the sentence before it names.
        turn: the puzzle.
    """
    brief = len(part.words.items) <= _LONGEST and not _OF_NO_DIGIT & part.said
    known = part.names_nothing and (brief or "wrong" in part.said)
    if "undone" not in part.said or not known:
        return frozenset()
    last = turn.entered & {turn.puzzle.about}
    return before or last or frozenset(turn.puzzle.wrong_entries)


def _figures(part: Part) -> set[int]:
    tokens = (item.token for item in part.words.items if not item.place)
    return {t.number for t in tokens if t.number > 0 and not t.text.isalpha()}


def _counted(part: Part, order: Sequence[int]) -> frozenset[int]:
    """The digits that are counted: the last two, the first two, all three."""
    tokens = [item.token for item in part.words.items]
    numbers = [2 if "both" in t.tags else t.number for t in tokens]
    beside = [*pairwise(range(len(tokens))), *pairwise(range(len(tokens))[::-1])]
    for at, other in beside:
        number, named = numbers[at], tokens[other]
        last = "last" in named.tags
        if 1 < number < len(order) and (last or named.ordinal == 1 != named.number):
            return frozenset(order[-number:] if last else order[:number])
    pairs = zip(numbers, tokens, strict=True)
    spelled = {number for number, token in pairs if token.text[0].isalpha()}
    whole = len(order) in spelled or "whole" in part.said
    whole &= not (_NOT_NAMED & part.said or _figures(part))
    return frozenset(order if whole else ())
