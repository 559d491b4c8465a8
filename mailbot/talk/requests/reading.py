"""The requests of a letter, in its order, each with its scope.

Each sentence asks for at most one thing, or forbids one; a sentence of which two parts
ask for different things counts as two. What reveals less wins in doubt.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mailbot.language.techniques import ANY, find_technique
from mailbot.model.requests import Act, House, Limit, Request
from mailbot.talk.requests.acts import FORBIDDING, Heard, hear
from mailbot.talk.requests.fresh import new_puzzles
from mailbot.talk.requests.limits import limits_of
from mailbot.talk.requests.scopes import (
    cells_of,
    count_of,
    digits_of,
    houses_of,
    puzzles_named,
)
from mailbot.talk.said import Said, Sentence, sentence_of
from mailbot.talk.wishes.classifier import NONE
from mailbot.talk.wishes.situation import Situation
from solver import Shape

if TYPE_CHECKING:
    from solver.logic import Technique

FINER = frozenset(
    {
        *(Act.WHERE, Act.CANDIDATES, Act.PLACES, Act.TECHNIQUE, Act.FIRST_MISTAKE),
        *(Act.VERDICT, Act.UNDO, Act.RESTART),
    }
)
"""Acts that tell no digit."""

_REVEALING = frozenset({Act.SOLUTION, Act.STEPS, Act.ALL})
_CLEAR = 0.5
"""The probability from which a sentence asks for an act."""

_MAYBE_WHERE = 0.25
"""The probability of a place from which a hint tells no more than that."""

_MAYBE_JUDGED = 0.25
"""The probability of a question about a digit from which the digit is not entered."""

_CLEAR_END = 0.8
"""The same for one that reveals everything, beside others."""

_IDLE = frozenset(
    {NONE, "unclear", "thanks", Act.HELP, Act.DISPUTE, Act.STOP, *FORBIDDING}
)
"""What is no request beside others."""

_FINE = FINER | {Act.CELL, Act.CHECK, Act.PART, Act.WHY, Act.RATING}
_VAGUE: Mapping[Act, frozenset[Act]] = {
    Act.HINT: _FINE,
    Act.CHECK: frozenset({Act.FIRST_MISTAKE, Act.VERDICT, Act.TECHNIQUE}),
    Act.CONFIRM: frozenset(Act),
    Act.CORRECT: frozenset({Act.UNDO}),
    Act.MOVES: frozenset({Act.VERDICT}),
    Act.WHERE: FINER - {Act.TECHNIQUE, Act.RESTART},
    Act.RESTART: frozenset({Act.UNDO, Act.FIRST_MISTAKE, Act.CHECK}),
}
"""Acts that stories sound like, and those beside which they are none."""

_MORE = frozenset({"next", "COUNT", "one"})
"""What tells that one thing is asked for beside another."""

_SAID_SHORT = FINER - {Act.RESTART}
"""Acts that a sentence asks for which has no word of asking: candidates of row 4."""

_SURE = _SAID_SHORT | {Act.HINT}
_CERTAIN = 0.85
"""The probability from which such a sentence needs no word of asking."""

_MODEST = frozenset(
    {Act.HINT, Act.WHERE, Act.CELL, Act.PART, Act.CANDIDATES, Act.PLACES}
)
"""Acts beside which nobody wants all of the same puzzle told."""

_FEWEST_WORDS = 4
_OF_A_HOUSE = frozenset({Act.HINT, Act.PART, Act.CANDIDATES, Act.PLACES})
_OF_CELLS = frozenset({Act.CELL, Act.CANDIDATES, Act.VERDICT, Act.CORRECT, Act.MOVES})
_OF_DIGITS = frozenset({Act.PLACES, Act.VERDICT})


@dataclass(frozen=True, slots=True)
class Standing:
    """Where words stand: the situation, the shape of the puzzle, how many there are."""

    situation: Situation
    shape: Shape
    puzzles: int = 1


@dataclass(frozen=True, slots=True)
class Asked:
    """What a letter asks for and forbids, sentence by sentence.

    `only_where` tells that a hint which it asks for may well be a place alone, `judges`
    that a digit which it names may only be asked about, `asks` that a sentence asks and
    does not only tell.
    """

    requests: tuple[Request, ...]
    limits: frozenset[Limit]
    only_where: bool = False
    judges: bool = False
    asks: bool = False


def read_requests(said: Said, standing: Standing) -> Asked:
    """What a letter asks for, and what it forbids."""
    heard = list(_hear_all(said, standing))
    limits = limits_of(heard)
    reader = _Reader(said, standing, heard)
    clear = [at for at, one in enumerate(heard) if _is_clear(one)]
    asking = [at for at in clear if _asks(heard[at])]
    pairs = [(reader.request(at), heard[at]) for at in asking or clear]
    found = [
        (request, one)
        for request, one in pairs
        if asking or one.act in _SAID_SHORT or _scope(request)
    ]
    requests = _without_doubles(_merged(found))
    if Limit.NO_SOLUTION in limits:
        requests = [
            r for r in requests if r.act not in _REVEALING or r.puzzle is not None
        ]
    if Limit.NO_DIGIT in limits:
        requests = [without_digit(r) for r in requests]
    places = max((one.chances[Act.WHERE] for one in heard), default=0.0)
    only_where = Limit.NO_DIGIT in limits or places >= _MAYBE_WHERE
    questions = [one for one in heard if "ASKS" in one.features]
    judges = any(one.chances[Act.VERDICT] >= _MAYBE_JUDGED for one in questions)
    return Asked(tuple(requests), limits, only_where, judges, bool(asking))


def _is_clear(one: Heard) -> bool:
    if one.act in _IDLE:
        return False
    return one.chance >= (_CLEAR_END if one.act in _REVEALING else _CLEAR)


def _asks(one: Heard) -> bool:
    """Whether a sentence asks, by a word of asking or as nothing else is likely."""
    return one.asks or (one.act in _SURE and one.chance >= _CERTAIN)


def _without_doubles(found: Sequence[tuple[Request, Heard]]) -> list[Request]:
    """The requests without those that only a story beside a finer one sounds like."""
    kept: list[Request] = []
    for request, one in found:
        others = [
            other
            for other, _ in found
            if other.act is not request.act and other.puzzle == request.puzzle
        ]
        acts = {other.act for other in others}
        if (
            request.act in _VAGUE
            and acts & _VAGUE[request.act]
            and not _MORE & one.features
        ):
            continue
        if request.act in _REVEALING and acts & _MODEST:
            continue
        same = any(o.house == request.house for o in others if o.house)
        if request.act in (Act.PART, Act.HINT) and same:
            continue
        kept.append(request)
    return kept


def without_digit(request: Request) -> Request:
    """A hint for somebody who wants no digit is a place."""
    plain = request.act is Act.HINT and request.count == 1 and not request.house
    return replace(request, act=Act.WHERE) if plain else request


def _hear_all(said: Said, standing: Standing) -> Iterator[Heard]:
    """What each sentence asks for, or each of its parts where these differ."""
    carried = frozenset[str]()
    for sentence in said.sentences:
        whole = _hear(sentence, said, standing, carried)
        parts = [
            _hear(part, said, standing, carried)
            for part in _parts_of(sentence, said.language)
        ]
        acts = {part.act for part in parts if _is_clear(part) and part.asks}
        if len(acts) > 1:
            yield from parts
        else:
            yield whole
        if {"CELL", "HOUSE", "TECHNIQUE"} & whole.features:
            carried = whole.features


def _hear(
    sentence: Sentence, said: Said, standing: Standing, carried: frozenset[str]
) -> Heard:
    return hear(sentence, said.language, standing.situation, standing.shape, carried)


def _parts_of(sentence: Sentence, language: str) -> list[Sentence]:
    """The parts of a sentence between commas, "and" and "but" that say something."""
    texts: list[list[str]] = [[]]
    for item in sentence.items:
        tags = item.token.tags
        if not item.place and (item.token.text in ",:;-" or {"and", "but"} & tags):
            texts.append([])
        if item.token.text not in ",:;-":
            texts[-1].append(sentence.text_of(item))
    texts = [words for words in texts if len(words) >= _FEWEST_WORDS]
    if len(texts) < 2:
        return []
    return [sentence_of(" ".join(words), language) for words in texts]


class _Reader:
    """Makes requests of what was heard; scopes stand in the same sentence, or near."""

    def __init__(self, said: Said, standing: Standing, heard: Sequence[Heard]) -> None:
        self._said, self._standing, self._heard = said, standing, heard
        self._named = [puzzles_named(one.sentence, standing.puzzles) for one in heard]

    def request(self, at: int) -> Request:
        """What one sentence asks for."""
        one, shape = self._heard[at], self._standing.shape
        act = Act(one.act)
        near = [at, at - 1, at + 1, *range(at - 2, -1, -1)]
        order = [n for n in near if 0 <= n < len(self._heard)]
        cells = self._first_cells(order) if act in _OF_CELLS else ()
        houses = self._first_houses(order[: 3 if act is Act.HINT else None])
        of_house = act in _OF_A_HOUSE and houses and not cells
        digits = digits_of(one.sentence, shape) or self._first_digits(order)
        technique = self._technique(at) if act is Act.TECHNIQUE else ""
        after = self._standing.situation is not Situation.BARE
        return Request(
            act=act,
            puzzle=self._puzzle(at),
            house=houses[0] if of_house else None,
            cells=cells,
            digit=digits[0] if act in _OF_DIGITS and digits else 0,
            technique=_technique(technique),
            count=count_of(one.sentence) if act is Act.HINT else 1,
            new=new_puzzles(self._said, after=after) if act is Act.NEW else None,
        )

    def _first_cells(self, order: Sequence[int]) -> tuple[int, ...]:
        shape = self._standing.shape
        found = (cells_of(self._heard[n].sentence.places, shape) for n in order)
        return next((cells for cells in found if cells), ())

    def _first_houses(self, order: Sequence[int]) -> tuple[House, ...]:
        shape = self._standing.shape
        found = (houses_of(self._heard[n].sentence.places, shape) for n in order)
        return next((houses for houses in found if houses), ())

    def _first_digits(self, order: Sequence[int]) -> tuple[int, ...]:
        shape = self._standing.shape
        found = (digits_of(self._heard[n].sentence, shape) for n in order)
        return next((digits for digits in found if digits), ())

    def _technique(self, at: int) -> str:
        """The technique that a sentence names, or one before it."""
        texts = (self._heard[n].sentence.text for n in range(at, -1, -1))
        found = (find_technique(text, self._said.language) for text in texts)
        return next((name for name in found if name not in ("", ANY)), "")

    def _puzzle(self, at: int) -> int | None:
        """The puzzle that is named in a sentence, or last before it."""
        if self._named[at]:
            return self._named[at][0][1]
        before = (
            self._named[n][-1][1] for n in range(at - 1, -1, -1) if self._named[n]
        )
        return next(before, None)


def _technique(name: str) -> "Technique | None":
    """The technique of a name; None where any will do."""
    from solver.logic import Technique  # the parent of readers does without it

    return None if name in ("", ANY) else Technique[name.upper()]


def _merged(found: Sequence[tuple[Request, Heard]]) -> list[tuple[Request, Heard]]:
    """The requests, without those that another one of the same act says better."""
    kept: list[tuple[Request, Heard]] = []
    for request, one in found:
        twins = [
            n
            for n, (other, _) in enumerate(kept)
            if other.act is request.act and other.puzzle == request.puzzle
        ]
        if not twins or (_scope(request) and _scope(kept[twins[0]][0])):
            if not twins or _scope(kept[twins[0]][0]) != _scope(request):
                kept.append((request, one))
        elif _scope(request):
            kept[twins[0]] = (request, one)
    return kept


def _scope(request: Request) -> tuple[object, ...]:
    """What a request is about, () for the whole puzzle."""
    told = (request.house, request.cells, request.digit, request.technique)
    return told if any(told) or request.count > 1 else ()
