"""The requests of a letter, in its order, each with its scope.

Each sentence asks for at most one thing, or forbids one; a sentence of which two parts
ask for different things counts as two. What reveals less wins in doubt.
"""

from collections.abc import Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from mailbot.language.techniques import ANY, find_techniques
from mailbot.model.requests import Act, House, Limit, Request
from mailbot.talk.requests.acts import FORBIDDING, IDLE, Heard, hear
from mailbot.talk.requests.fresh import new_puzzles
from mailbot.talk.requests.limits import limits_of
from mailbot.talk.requests.scopes import (
    Standing,
    cells_of,
    count_of,
    digits_of,
    houses_of,
    puzzles_named,
)
from mailbot.talk.said import Said, Sentence, sentence_of
from mailbot.talk.wishes.classifier import REFUSAL
from mailbot.talk.wishes.situation import Situation

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

_CLEAR_AMONG, _CLEAR_OF_ANY = 0.25, 0.7
"""The same where it is as likely as the second that anything at all is asked for."""

_HALF = FINER | {Act.CHECK, Act.HINT, Act.CELL, Act.PART}
"""Acts of which that is enough: they tell little, and change nothing."""

_MAYBE_FORBIDDEN = 0.15
"""The probability that a sentence forbids something from which the end is not told."""

_HARDLY = 0.1
"""The probability from which a modest act is done instead of telling everything."""

_CLEAR_PART = 0.6
"""The same for a part of a sentence."""

_MAYBE_JUDGED = 0.25
"""The probability of a question about a digit from which the digit is not entered."""

_MAYBE_ONE = 0.1
"""The probability of a wish for one error from which no others are told."""

_JUDGING = frozenset({Act.VERDICT, Act.CHECK, Act.CONFIRM, Act.MOVES, Act.CORRECT})
"""What a question about the digit of a cell is taken for."""

_CLEAR_END = 0.8
"""The same for one that reveals everything, beside others."""

_FINE = FINER | {Act.CELL, Act.CHECK, Act.PART, Act.WHY, Act.RATING}
_VAGUE: Mapping[Act, frozenset[Act]] = {
    Act.HINT: _FINE,
    Act.CHECK: frozenset({Act.FIRST_MISTAKE, Act.VERDICT, Act.TECHNIQUE}),
    Act.CELL: frozenset({Act.CANDIDATES, Act.VERDICT}),
    Act.CORRECT: frozenset({Act.UNDO}),
    Act.MOVES: frozenset({Act.VERDICT}),
    Act.WHERE: FINER - {Act.RESTART},
    Act.VERDICT: frozenset({Act.UNDO}),
    Act.RESTART: frozenset({Act.UNDO, Act.FIRST_MISTAKE, Act.CHECK}),
}
"""Acts that stories sound like, and those beside which they are none."""

_OF_HINTS = frozenset({"digit", "hint", "more"})
"""What a part of a sentence speaks of that asks for a hint without a word of asking."""

_MORE = frozenset({"next", "COUNT", "one"})
"""What tells that one thing is asked for beside another."""

_THEN = frozenset({"next", "one"})
"""What asks for a digit of a house beside its candidates: and then one of them."""

_SAID_SHORT = FINER - {Act.RESTART}
"""Acts that a sentence asks for which has no word of asking: candidates of row 4."""

_SURE = _SAID_SHORT | {Act.HINT, Act.RESTART}
_SUREST = frozenset({Act.PART, Act.NEW, Act.RATING, Act.WHY, Act.SOLUTION, Act.STEPS})
_NAMED_ALONE = {"COUNT": Act.HINT, "HOUSE": Act.PART}
"""What somebody wants filled in who wants no more than what is named."""

_CERTAIN, _MOST_CERTAIN = 0.85, 0.95
"""The probability from which such a sentence, and any other, needs no word of asking.
"""

_MODEST = frozenset(
    {Act.HINT, Act.WHERE, Act.CELL, Act.PART, Act.CANDIDATES, Act.PLACES}
)
"""Acts beside which nobody wants all of the same puzzle told."""

_BESIDE_NO_END = _MODEST | {Act.RESTART, Act.FIRST_MISTAKE, Act.VERDICT, Act.TECHNIQUE}

_TOLD = frozenset({Act.HINT, Act.CELL, Act.PART})
"""Acts that tell digits, and are not meant where no digit may be told."""

_SCOPED = frozenset({Act.CELL, Act.PART, Act.VERDICT})
"""Acts that nobody can do who does not know of which cells."""

_OF_ONE = _MODEST | {
    *(Act.SOLUTION, Act.TECHNIQUE, Act.RATING, Act.WHY),
    *(Act.CHECK, Act.FIRST_MISTAKE),
}
"""Acts that are asked for of one puzzle by its name alone: the second: one digit."""

_OF_NEW = frozenset({"harder", "easier", "like"})
"""What asks for a new puzzle without a word of asking: a bit harder."""

_FEWEST_WORDS = 4
_OF_A_HOUSE = frozenset({Act.HINT, Act.PART, Act.CANDIDATES, Act.PLACES})
_OF_CELLS = frozenset({Act.CELL, Act.CANDIDATES, Act.VERDICT, Act.CORRECT, Act.MOVES})
_OF_DIGITS = frozenset({Act.PLACES, Act.VERDICT})


@dataclass(frozen=True, slots=True)
class Asked:
    """What a letter asks for and forbids, sentence by sentence.

    `likely` is what a sentence that names a place may ask for, if nothing is clear.
    `judges` tells that a digit which it names may only be asked about, `forbids` that a
    sentence which may ask for the end may forbid it, `asks` that one asks and does not
    only tell.
    """

    requests: tuple[Request, ...]
    limits: frozenset[Limit]
    likely: Request | None = None
    judges: bool = False
    forbids: bool = False
    asks: bool = False


def read_requests(said: Said, standing: Standing) -> Asked:
    """What a letter asks for, and what it forbids."""
    heard = list(_hear_all(said, standing))
    limits = limits_of(heard)
    reader = _Reader(said, standing, heard, limits)
    clear = [at for at, one in enumerate(heard) if reader.is_clear(at)]
    asking = [at for at in clear if _asks(heard[at]) or reader.names_a_puzzle(at)]
    pairs = [(r, heard[at]) for at in asking or clear for r in reader.requests(at)]
    found = [
        (request, one)
        for request, one in pairs
        if asking or one.act in _SAID_SHORT or _scope(request)
    ]
    found = [(r, one) for r, one in found if _has_scope(r)]
    requests = _without_doubles(_merged(found))
    if Limit.NO_SOLUTION in limits:
        requests = [
            r for r in requests if r.act not in _REVEALING or r.puzzle is not None
        ]
    if Limit.NO_DIGIT in limits:
        silent = {r.puzzle for r in requests if r.act in FINER}
        requests = [without_digit(r) for r in requests]
        requests = [r for r in requests if not (r.act in _TOLD and r.puzzle in silent)]
    questions = [one for one in heard if "ASKS" in one.features]
    judges = any(map(_judges, questions))
    found_once = tuple(dict.fromkeys(requests))
    likely = None if found_once else reader.likely_of_a_place()
    forbids = any(map(_forbids, heard))
    return Asked(found_once, limits, likely, judges, forbids, bool(asking))


def _has_scope(request: Request) -> bool:
    """Whether it is known of which cells a request is that needs some."""
    if request.act is Act.PLACES:
        return request.house is not None
    return request.act not in _SCOPED or bool(_scope(request))


def _forbids(one: Heard) -> bool:
    """Whether a sentence that may ask for the end may as well forbid it."""
    forbidden = sum(one.chances[name] for name in FORBIDDING)
    ended = sum(one.chances[act] for act in _REVEALING)
    return ended >= _HARDLY and forbidden >= max(_MAYBE_FORBIDDEN, ended / 2)


def _judges(question: Heard) -> bool:
    """Whether a question may only ask whether a digit is right."""
    if "next" in question.features:
        return False  # 4 is in r1c2, what is next?
    about = {"CELL", "DIGIT"} <= question.features and question.act in _JUDGING
    return about or question.chances[Act.VERDICT] >= _MAYBE_JUDGED


def _is_clear(one: Heard) -> bool:
    if one.act in IDLE or _is_label(one.sentence):
        return False
    if one.act in _REVEALING:
        return one.chance >= _CLEAR_END
    some = one.chance >= _CLEAR_AMONG and one.chance_of_any >= _CLEAR_OF_ANY
    some &= one.act in _HALF and "NO_HINT" not in one.features
    return one.chance >= _CLEAR or some


def _is_label(sentence: Sentence) -> bool:
    """Whether a sentence only says what stands below it: The original:."""
    return sentence.text.endswith(":") and len(sentence.items) <= _FEWEST_WORDS + 1


def _is_sure(one: Heard) -> bool:
    """Whether a part of a sentence is clear enough to count as a sentence."""
    named = one.asks or one.act is not Act.HINT or bool(_OF_HINTS & one.features)
    named &= "FORBIDS" not in one.features or one.act == Act.WHERE
    return _is_clear(one) and one.chance >= _CLEAR_PART and named and _asks(one)


def _asks(one: Heard) -> bool:
    """Whether a sentence asks, by a word of asking or as nothing else is likely."""
    sure = one.act in _SURE and one.chance >= _CERTAIN
    # "I am stuck" is a story of its own, and no wish for less than the solution.
    sure &= one.act != Act.HINT or bool(_OF_HINTS & one.features)
    surest = one.act in _SUREST and one.chance >= _MOST_CERTAIN
    hardly = (
        one.act == Act.HINT and one.chance < _CLEAR and not _OF_HINTS & one.features
    )
    fresh = one.act == Act.NEW and bool(_OF_NEW & one.features)
    return (one.asks and not hardly) or sure or surest or fresh


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
        if request.act is Act.WHERE and not any(other.technique for other in others):
            acts.discard(Act.TECHNIQUE)
        if acts & _VAGUE.get(request.act, frozenset()) and not _stands(
            request.act, one, acts
        ):
            continue
        if request.act in _REVEALING and acts & _BESIDE_NO_END:
            continue
        if request.act is Act.SOLUTION and Act.STEPS in acts:
            continue  # the steps end with it
        same = {o.act for o in others if o.house and o.house == request.house}
        then = request.act is Act.HINT and one.features >= _THEN
        if (
            request.act in (Act.PART, Act.HINT)
            and same
            and not (then and same == {Act.CANDIDATES})
        ):
            continue
        kept.append(request)
    return kept


def _stands(act: Act, one: Heard, acts: Set[Act]) -> bool:
    """Whether a sentence asks for something vague by itself, beside finer acts."""
    if act is Act.CHECK and one.chance >= _MOST_CERTAIN and "ASKS" in one.features:
        return True
    more = _MORE
    if act is Act.VERDICT:
        more = frozenset({"ASKS"})
    elif act is Act.HINT and Act.WHERE in acts:
        more = frozenset({"COUNT", "digit"})
    elif act is Act.WHERE or Act.CELL in acts or "only" in one.features:
        more = _MORE - {"one"}  # the only one that I am after
    return bool(more & one.features)


def without_digit(request: Request) -> Request:
    """A hint for somebody who wants no digit is a place."""
    plain = request.act is Act.HINT and request.count == 1 and not request.house
    return replace(request, act=Act.WHERE) if plain else request


def _hear_all(said: Said, standing: Standing) -> Iterator[Heard]:
    """What each sentence asks for, or each of its parts where these differ."""
    carried = frozenset[str]()
    for sentence in said.sentences:
        by_puzzle = _by_puzzle(sentence, said.language, standing.puzzles)
        if by_puzzle:
            yield from (_hear(part, said, standing, carried) for part in by_puzzle)
            continue
        whole = _hear(sentence, said, standing, carried)
        parts = [
            _hear(part, said, standing, carried)
            for part in _parts_of(sentence, said.language)
        ]
        acts = {part.act for part in parts if _is_sure(part)}
        if len(acts) > 1:
            yield from parts
        else:
            yield whole
        if {"CELL", "HOUSE", "TECHNIQUE"} & whole.features:
            carried = whole.features


def _hear(
    sentence: Sentence, said: Said, standing: Standing, carried: frozenset[str]
) -> Heard:
    return hear(sentence, said.language, standing, carried)


def _by_puzzle(sentence: Sentence, language: str, puzzles: int) -> list[Sentence]:
    """The parts of a sentence that name one puzzle each: of A this, and of B that."""
    if len({named for _, named in puzzles_named(sentence, puzzles)}) < 2:
        return []
    parts: list[Sentence] = []
    text = ""
    for words in _between_signs(sentence):
        part = sentence_of(f"{text} {words}".strip(), language)
        if not puzzles_named(part, puzzles):
            text = part.text
            continue
        parts.append(part)
        text = ""
    if text and parts:
        parts[-1] = sentence_of(f"{parts[-1].text} {text}", language)
    return parts if len(parts) > 1 else []


def _parts_of(sentence: Sentence, language: str) -> list[Sentence]:
    """The parts of a sentence between commas, "and" and "but" that say something."""
    said = [t for t in _between_signs(sentence) if len(t.split()) >= _FEWEST_WORDS]
    return [sentence_of(t, language) for t in said] if len(said) > 1 else []


def _between_signs(sentence: Sentence) -> list[str]:
    """The words of a sentence between commas, colons, "and" and "but"."""
    texts: list[list[str]] = [[]]
    for item in sentence.items:
        tags = item.token.tags
        if not item.place and (item.token.text in ",:;-" or {"and", "but"} & tags):
            texts.append([])
        if item.token.text not in ",:;-":
            texts[-1].append(sentence.text_of(item))
    return [" ".join(words) for words in texts if words]


class _Reader:
    """Makes requests of what was heard; scopes stand in the same sentence, or near."""

    def __init__(
        self,
        said: Said,
        standing: Standing,
        heard: Sequence[Heard],
        limits: frozenset[Limit],
    ) -> None:
        self._said, self._standing, self._heard = said, standing, heard
        self._limits = limits
        self._named = [puzzles_named(one.sentence, standing.puzzles) for one in heard]

    def likely_of_a_place(self) -> Request | None:
        """The modest act that a sentence most likely asks for which names a place."""
        named = [n for n, h in enumerate(self._heard) if h.sentence.places and h.asks]
        for at in named:
            chances = self._heard[at].chances
            act = max(_MODEST, key=lambda name: chances[name])
            request = self._request(at, act)
            if chances[act] >= _HARDLY and _has_scope(request):
                return request
        return None

    def names_a_puzzle(self, at: int) -> bool:
        """Whether a sentence tells which of several puzzles to tell something of."""
        one = self._heard[at]
        left_alone = one.act not in FINER and bool({"not", "self"} & one.features)
        left_alone &= not {"more", "one"} <= one.features
        # "The first is done" is a story.
        left_alone |= one.act == Act.HINT and not _OF_HINTS & one.features
        return bool(self._named[at]) and one.act in _OF_ONE and not left_alone

    def is_clear(self, at: int) -> bool:
        """Whether a sentence asks for something, or for the end of a named puzzle."""
        one = self._heard[at]
        if one.act in _REVEALING and self._is_waved_away(at):
            return False
        ended = one.act in _REVEALING and bool(self._named[at])
        return _is_clear(one) or (ended and one.chance >= _CLEAR)

    def _is_waved_away(self, at: int) -> bool:
        """Whether the next sentence answers a question with no: The end? No, thanks."""
        asks = "ASKS" in self._heard[at].features
        behind = self._heard[at + 1 : at + 2]
        return asks and any(
            "not" in one.features and one.act in ("thanks", REFUSAL) for one in behind
        )

    def requests(self, at: int) -> list[Request]:
        """What one sentence asks for; several techniques: a naked pair or an X-wing."""
        request = self._request(at, self._act(self._heard[at]))
        if request.act is Act.TECHNIQUE:
            return [replace(request, technique=t) for t in self._techniques(at)]
        return [request]

    def _request(self, at: int, act: Act) -> Request:
        one, shape = self._heard[at], self._standing.shape
        near = [at, at - 1, at + 1, *range(at - 2, -1, -1)]
        puzzle = self._puzzle(at)
        there = [n for n in near if 0 <= n < len(self._heard)]
        order = [n for n in there if self._puzzle(n) == puzzle]
        cells = self._first_cells(order) if act in _OF_CELLS else ()
        houses = self._first_houses(order[: 3 if act is Act.HINT else None])
        of_house = act in _OF_A_HOUSE and houses and not cells
        digits = digits_of(one.sentence, shape) or self._first_digits(order)
        after = self._standing.situation is not Situation.BARE
        return Request(
            act=act,
            puzzle=puzzle,
            house=houses[0] if of_house else None,
            cells=cells,
            digit=digits[0] if act in _OF_DIGITS and digits else 0,
            count=count_of(one.sentence) if act is Act.HINT else 1,
            new=new_puzzles(self._said, after=after) if act is Act.NEW else None,
        )

    def _act(self, one: Heard) -> Act:
        """What a sentence asks for; of the errors one, where no more may be told."""
        act = Act(one.act)
        only = Limit.ONLY_NAMED in self._limits
        if only and act in _REVEALING:
            named = [a for name, a in _NAMED_ALONE.items() if name in one.features]
            return named[0] if named else act
        maybe = one.chances[Act.FIRST_MISTAKE] >= _MAYBE_ONE
        return Act.FIRST_MISTAKE if act is Act.CHECK and only and maybe else act

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

    def _techniques(self, at: int) -> "list[Technique | None]":
        """The techniques that a sentence names, or one before it; None for any."""
        from solver.logic import Technique  # the parent of readers does without it

        texts = (self._heard[n].sentence.text for n in range(at, -1, -1))
        found = (find_techniques(text, self._said.language) for text in texts)
        named = next((names for names in found if names and ANY not in names), ())
        return [Technique[name.upper()] for name in named] or [None]

    def _puzzle(self, at: int) -> int | None:
        """The puzzle that a sentence names, or the last before it, or the only one."""
        if self._named[at]:
            return self._named[at][0][1]
        before = (
            self._named[n][-1][1] for n in range(at - 1, -1, -1) if self._named[n]
        )
        named = {puzzle for found in self._named for _, puzzle in found}
        return next(before, named.pop() if len(named) == 1 else None)


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
