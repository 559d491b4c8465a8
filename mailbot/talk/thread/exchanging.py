"""A digit that takes the place of another: I change that 8 into a 5, and where next?"""

from collections.abc import Sequence

from mailbot.model.requests import Act, Request
from mailbot.talk.requests.scopes import cells_of, digits_of
from mailbot.talk.said import Sentence, parse
from mailbot.talk.thread.entries import only_judges
from mailbot.talk.thread.erasing import (
    OF_OTHERS,
    as_shown,
    parts_of,
    said_of,
    with_left,
)
from mailbot.talk.thread.pointing import rewritten
from mailbot.talk.thread.turn import Turn
from mailbot.talk.wishes.situation import Situation
from mailbot.talk.wishes.words import Words

_NO_EXCHANGE = frozenset({"not", "if", "would", "puzzle", "new", "ASKS"})


def with_exchanged(words: Words, turn: Turn) -> tuple[Words, Turn, tuple[Request, ...]]:
    """A puzzle with other digits in the place of some that were entered.

    Args:
        words: what the person wrote.
        turn: the puzzle that they speak of.

    Returns:
        the words that tell of something else, the puzzle, and what was done to it.
    """
    known = any(turn.puzzle.grid.entries) and turn.situation is Situation.HINTED
    known &= not words.command
    changed, whole = dict[int, int](), False
    for sentence in parse(words.spoken, words.language).sentences if known else ():
        if changed and only_judges(sentence):  # it is judged anyway
            whole |= "whole" in sentence.concepts
            words = rewritten(words, sentence, "")
        parts = parts_of(sentence, words.language, "taking")
        for part in parts:
            found = _exchange(part, turn)
            changed |= found
            if found:
                words = with_left(words, sentence, _others(parts, part, found, turn))
                break
    if not changed:
        return words, turn, ()
    done = [Request(Act.MOVES, cells=tuple(sorted(changed)))]
    done += [Request(Act.CHECK)] * whole
    turn = turn.with_digits(changed, changed)
    return words, as_shown(turn, changed), tuple(done)


def _exchange(part: Sentence, turn: Turn) -> dict[int, int]:
    """The digit that comes into the cell of another, as a part of a sentence says."""
    said, entries = said_of(part), turn.puzzle.grid.entries
    if not {"exchange", "instead"} & said or _NO_EXCHANGE & said:
        return {}
    digits, about = digits_of(part, turn.shape), turn.puzzle.about
    named = cells_of(part.places, turn.shape)
    own = {c for c in named or range(len(entries)) if entries[c]}
    if len(digits) == 2:
        old, new = digits[::-1] if "instead" in said else digits
        if old not in entries:  # put a 5 in for the 8
            old, new = new, old
        own = {cell for cell in own if entries[cell] == old}
    elif len(digits) == 1:
        [new] = digits
        own -= set() if named else turn.puzzle.told  # turn it into a 5
        own &= own if named else {about}
    else:
        return {}
    own = own & {about} or own
    return {own.pop(): new} if len(own) == 1 else {}


def _others(
    parts: Sequence[Sentence], part: Sentence, found: dict[int, int], turn: Turn
) -> list[Sentence]:
    """The other parts of a sentence, but those that only speak of the old digit."""
    old = {turn.puzzle.grid.entries[cell] for cell in found}
    return [
        one
        for one in parts
        if one is not part
        and (
            {*digits_of(one, turn.shape)} != old
            or (OF_OTHERS - {"wrong", "right"}) & said_of(one)
        )
    ]
