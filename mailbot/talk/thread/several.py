"""Which of several puzzles a letter speaks of: of the second, of the other one."""

from collections.abc import Sequence
from dataclasses import replace

from mailbot.model import Wish
from mailbot.model.requests import Act, Request
from mailbot.talk.requests.asking import FINER
from mailbot.talk.requests.scopes import digits_of, puzzles_named
from mailbot.talk.said import parse
from mailbot.talk.thread.pointing import rewritten
from mailbot.talk.thread.turn import Turn
from mailbot.talk.wishes.words import Words

_OF_A_PUZZLE = FINER | {
    *(Act.HINT, Act.CELL, Act.PART, Act.CHECK, Act.WHY, Act.RATING, Act.MOVES)
}
"""Acts of one puzzle where the talk is about one; all is told of each."""


def spoken_of(turns: Sequence[Turn], words: Words) -> int | None:
    """The place of the one puzzle that a letter speaks of; None for several.

    It names one (in the second, r1c2 is a 4), or the reply was about one.
    """
    if len(turns) == 1:
        return 0
    said = parse(words.spoken, words.language).sentences
    named = [
        {number for _, number in puzzles_named(sentence, len(turns))}
        for sentence in said
    ]
    of_cells = [found for found, one in zip(named, said, strict=True) if one.places]
    for found in (set().union(*of_cells), set().union(*named)):
        if found:
            return found.pop() if len(found) == 1 else None
    if any("both" in sentence.tags for sentence in said):
        return None
    answered = [n for n, turn in enumerate(turns) if turn.was_answered]
    if len(turns) == 2 and any("other" in sentence.tags for sentence in said):
        answered = [n for n in range(2) if n not in answered]
    return answered[0] if len(answered) == 1 else None


def without_number(words: Words, turns: Sequence[Turn]) -> Words:
    """The words without the number of a puzzle: at number 2, I put a 5 in r1c9."""
    for one in parse(words.spoken, words.language).sentences:
        named = puzzles_named(one, len(turns))
        pairs = [
            (one.items[at - 1].token, one.items[at].token) for at, _ in named if at
        ]
        labels = [(a, b) for a, b in pairs if b.number > 0 and "digit" in a.tags]
        if len(labels) == 1 and len(digits_of(one, turns[0].shape)) > 1:
            [(noun, number)] = labels
            said = one.folded[: noun.start] + one.folded[number.end :]
            words = rewritten(words, one, said)
    return words


def same_of(turns: Sequence[Turn], one: int, wish: Wish) -> Wish:
    """What was told of another puzzle, for one that is only named: the lower one."""
    states = [turn.marker.state for turn in turns if turn.was_answered]
    if turns[one].was_answered or len(states) != 1:
        return wish
    act = Act.WHERE if states[0].pointed else Act.HINT
    if not states[0].pointed and states[0].hinted is None:
        return wish
    return replace(wish, requests=(Request(act, one),), missing=frozenset())


def of_one(requests: Sequence[Request], puzzle: int | None) -> tuple[Request, ...]:
    """The requests, each about the one puzzle that the letter speaks of."""
    if puzzle is None:
        return tuple(requests)
    return tuple(
        replace(r, puzzle=puzzle) if r.puzzle is None and r.act in _OF_A_PUZZLE else r
        for r in requests
    )
