"""The requests of a letter, in its order, each with its scope.

What reveals less wins in doubt.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import TYPE_CHECKING

from mailbot.language.puzzles import ANY
from mailbot.model.requests import REVEALING, Act, House, Limit, Request
from mailbot.talk.requests.acts import Heard, vague_hint
from mailbot.talk.requests.asking import (
    CERTAIN,
    CLEAR,
    FINER,
    HARDLY,
    OF_HINTS,
    SAID_SHORT,
    asks_of_a_place,
    count_wanted,
    goes_on,
    hear_all,
    is_asking,
    is_clear,
    is_done,
    is_yes_or_no,
    limits_of,
    may_ask,
    may_forbid,
    may_judge,
    of_each_puzzle,
    stands,
)
from mailbot.talk.requests.doubles import (
    MODEST,
    has_scope,
    is_impossible,
    merged,
    scope_of,
    without_digit,
    without_doubles,
)
from mailbot.talk.requests.fresh import new_puzzles
from mailbot.talk.requests.parting import denies_its_place
from mailbot.talk.requests.patterns import NARROW
from mailbot.talk.requests.scopes import (
    Standing,
    asks_for_a_cell,
    asks_only_which_house,
    cells_of,
    corner_box,
    corner_cell,
    digit_of_a_cell,
    digits_by_cell,
    digits_of,
    houses_of,
    kind_sought,
    techniques_of,
)
from mailbot.talk.requests.told import SURELY_TOLD
from mailbot.talk.said import Said
from mailbot.talk.wishes.classifier import REFUSAL
from mailbot.talk.wishes.situation import Situation

if TYPE_CHECKING:
    from solver.logic import Technique

_MAYBE_ONE, _MAYBE_A_DIGIT = 0.1, 0.15
"""The probability of one error, or one digit, from which no others are told."""
_WHOLE = frozenset({"whole", "finish", "rest"})
"""What asks for all of a house."""

_OF_MISTAKES = frozenset({Act.CHECK, Act.FIRST_MISTAKE})
_COUNTED = {
    Act.SOLUTION: Act.ALL,
    **dict.fromkeys(_OF_MISTAKES, Act.CHECK),
}
"""What is only counted where yes or no is enough: can it be solved? Yes or no."""

_NAMED_ALONE = {"COUNT": Act.HINT, "HOUSE": Act.PART, "CELL": Act.CELL}
"""What somebody wants filled in who wants no more than what is named."""

_TOLD = frozenset({Act.HINT, Act.CELL, Act.PART})
"""Acts that tell digits, and are not meant where no digit may be told."""

_PLACED = frozenset({Act.CELL, Act.PART})
_OF_ONE = MODEST | {Act.SOLUTION, Act.TECHNIQUE, Act.RATING, Act.WHY}
"""Acts that are asked for of one puzzle by its name alone: the second: one digit."""

_BESIDE_A_STORY = frozenset({Act.TECHNIQUE, Act.PLACES, Act.CANDIDATES})
"""Acts beside which a technique that nothing is asked of is only told of."""

_ASKING_WHETHER = frozenset({"ASKS", "WHAT", "tell", "please", "yes"})
_JUDGED = frozenset({Act.VERDICT, Act.CHECK, Act.MOVES})
"""What a question about the digits of several cells is taken for."""

_WHO_IS_RIGHT = ({"ASKS", "party", "right"}, {"ASKS", "who", "right", "DIGIT"})
"""What asks who of two people is right, each of whom sees another digit."""

_OF_PLACES = ({"where"}, {"row"}, {"col"}, {"WHAT", "digit"})
"""What asks where a technique is: in which row? On which digit?"""

_NO_CHOICE = frozenset({"where", "why", "how", "possible", "more", "hint", "new"})
"""What a question about two digits is about, if not which of them is right."""

_NO_NEW = FINER | {Act.WHY, Act.STEPS, Act.CELL, Act.MOVES, Act.CORRECT}
"""What a sentence asks for that describes no new puzzle."""

_OF_ONE_HINT = OF_HINTS - {"more"}
_OF_A_HOUSE = frozenset(
    {*(Act.HINT, Act.PART, Act.CANDIDATES, Act.PLACES, Act.UNDO), Act.TECHNIQUE}
)
_OF_CELLS = frozenset(
    {*(Act.CELL, Act.CANDIDATES, Act.VERDICT), *(Act.CORRECT, Act.MOVES, Act.UNDO)}
)
_OF_DIGITS = frozenset({Act.PLACES, Act.VERDICT, Act.UNDO})


@dataclass(frozen=True, slots=True)
class Asked:
    """What a letter asks for and forbids, sentence by sentence.

    `likely` is what a sentence that names a place may ask for, if nothing is clear. The
    others tell of any sentence: `judges` that a digit which it names may only be asked
    about, `forbids` that it may forbid the end, or asks about a place, `asks` that it
    asks and does not only tell, `narrow` that it is about less than the end, `goes_on`
    that it tells an own digit and asks for the next, `maybe` that it asks for something
    else, `placeless` that it asks for less than a digit and names no place. `vague`
    is what is meant by a letter that only sounds like a hint as a whole.
    """

    requests: tuple[Request, ...]
    limits: frozenset[Limit]
    likely: Request | None = None
    judges: bool = False
    forbids: bool = False
    asks: bool = False
    narrow: bool = False
    goes_on: bool = False
    maybe: bool = False
    placeless: bool = False
    vague: Act = Act.HINT


def read_requests(said: Said, standing: Standing) -> Asked:
    """What a letter asks for, and what it forbids."""
    heard = list(hear_all(said, standing))
    parts = of_each_puzzle(heard, standing.puzzles)
    # What a sentence forbids that names no puzzle is forbidden of each.
    unnamed = [h for h in heard if "PUZZLE" not in h.features and not h.of_named]
    for_all = limits_of(unnamed, heard)
    limits = {of: limits_of(part, heard) | for_all for of, part in parts}
    readers = [_Reader(said, standing, part, of, limits[of]) for of, part in parts]
    read = [(reader.requests(), reader.limits) for reader in readers]
    requests = tuple(dict.fromkeys(chain.from_iterable(found for found, _ in read)))
    telling = [limits for found, limits in read if {r.act for r in found} - FINER]
    forbidden = frozenset[Limit]().union(*(limits for _, limits in read))
    whole = _Reader(said, standing, heard, None, forbidden)
    return Asked(
        requests,
        forbidden.intersection(*telling),
        None if requests else whole.likely_of_a_place(),
        judges=_judges(heard),
        forbids=any(map(may_forbid, heard)) or any(map(asks_of_a_place, heard)),
        asks=any(reader.asks for reader in readers),
        narrow=any(p.holds(one.features) for one in heard for p in NARROW),
        goes_on=any(one.act == Act.MOVES and goes_on(one) for one in heard),
        maybe=any(map(may_ask, heard)),
        placeless=any(reader.placeless for reader in readers),
        vague=vague_hint(heard, {one.act for one in heard if one.chance >= CLEAR}),
    )


def _judges(heard: Sequence[Heard]) -> bool:
    """Whether a digit that a letter names may only be asked about."""
    return any(may_judge(one) for one in heard if "ASKS" in one.features)


def _is_named(request: Request, one: Heard) -> bool:
    """Whether a sentence without a word of asking names what it is about.

    One that denies something does not ask for a house: the rest of row 5 is no help.
    """
    denied = request.act is Act.PART and denies_its_place(one.sentence)
    return bool(scope_of(request)) and not denied


def _is_a_technique_told(request: Request, one: Heard) -> bool:
    """Whether a sentence only tells of a technique: pairs are exhausted."""
    return request.act is Act.TECHNIQUE and not _ASKING_WHETHER & one.features


class _Reader:
    """Makes requests of what was heard of one puzzle, or of all (None).

    Scopes stand in the same sentence, or near.
    """

    def __init__(
        self,
        said: Said,
        standing: Standing,
        heard: Sequence[Heard],
        puzzle: int | None,
        limits: frozenset[Limit],
    ) -> None:
        self._said, self._standing, self._heard = said, standing, heard
        self._puzzle = puzzle
        # Who was told all has nothing left that may not be told.
        told = standing.situation is Situation.SOLVED
        self.limits = frozenset[Limit]() if told else limits
        clear = [at for at in range(len(heard)) if self.is_clear(at)]
        self._asking = [
            at for at in clear if is_asking(heard[at]) or self._names_a_puzzle(at)
        ]
        self._found = [(r, heard[at]) for at in clear for r in self._read(at)]
        if self._forbids_only_there():
            self.limits -= {Limit.NO_DIGIT}

    @property
    def asks(self) -> bool:
        """Whether something is asked for, and not only told of."""
        return bool(self._asking)

    @property
    def placeless(self) -> bool:
        """Whether less than a digit is asked for, and no place named; or yes or no."""
        vague = any(r.act in FINER and not has_scope(r) for r, _ in self._told())
        return vague or any("EITHER" in one.features for one in self._heard)

    def _told(self) -> list[tuple[Request, Heard]]:
        """What is asked for, or said so short that it is."""
        askers = [self._heard[at] for at in self._asking]
        found = [
            (request, one)
            for request, one in self._found
            if one in askers
            or (
                stands(one)
                if askers
                else one.act in SAID_SHORT or _is_named(request, one)
            )
        ]
        if not _judges(self._heard):
            return found
        # It may only name the place of a digit: box 6, top right. A 9?
        return [(r, h) for r, h in found if r.act not in _PLACED or h.chance >= CERTAIN]

    def requests(self) -> list[Request]:
        """What is asked for, in order; what reveals less wins in doubt."""
        found = [(r, one) for r, one in self._told() if has_scope(r)]
        impossible = self._standing.impossible
        found = [p for p in found if not is_impossible(p[0], impossible)] or found
        asked_for = [p for p in found if not _is_a_technique_told(*p)]
        if any(request.act in _BESIDE_A_STORY for request, _ in asked_for):
            found = asked_for
        requests = without_doubles(merged(found))
        if Limit.NO_SOLUTION in self.limits:
            requests = [r for r in requests if r.act not in REVEALING - {Act.ALL}]
        if Limit.NO_DIGIT in self.limits:
            requests = [without_digit(r) for r in requests]
        return requests

    def likely_of_a_place(self) -> Request | None:
        """The modest act that a sentence most likely asks for which names a place."""
        named = [n for n, h in enumerate(self._heard) if h.sentence.places and h.asks]
        for at in named:
            chances = self._heard[at].chances
            act = max(MODEST, key=chances.__getitem__)
            request = self._request(at, act)
            if chances[act] >= HARDLY and has_scope(request):
                return request
        return None

    def _names_a_puzzle(self, at: int) -> bool:
        """Whether a sentence tells which of several puzzles to tell something of."""
        one = self._heard[at]
        left_alone = one.act not in FINER and bool({"not", "self"} & one.features)
        # "Not more than one digit" is asked for.
        left_alone &= not (
            {"more", "one"} <= one.features and _OF_ONE_HINT & one.features
        )
        # "The first is done" is a story.
        left_alone |= one.act == Act.HINT and not OF_HINTS & one.features
        left_alone |= one.chance < CLEAR and not (one.asks or OF_HINTS & one.features)
        return "PUZZLE" in one.features and one.act in _OF_ONE and not left_alone

    def _forbids_only_there(self) -> bool:
        """Whether each sentence that forbids a digit asks for something without one.

        And another one asks for a digit: "One number of row 3. And where do I look
        then? That without a number".
        """
        silent = [one for one in self._heard if Limit.NO_DIGIT in limits_of([one])]
        apart = all(one.act in FINER and is_clear(one) for one in silent)
        told = (
            one.act in _TOLD and one not in silent and one.chance >= SURELY_TOLD
            for request, one in self._found
            if scope_of(request) or "digit" in one.features
        )
        return bool(silent) and apart and any(told)

    def is_clear(self, at: int) -> bool:
        """Whether a sentence asks for something, or for the end of what is named."""
        one = self._heard[at]
        if one.act in REVEALING and (is_done(one) or self._is_waved_away(at)):
            return False
        first = self._standing.situation is Situation.FIRST
        if first and one.act == Act.NEW and not one.asks:
            return False  # harder than yesterday's: the one above which it stands
        named = "PUZZLE" in one.features
        ended = one.act in REVEALING and (named or self._gives_up(at))
        return is_clear(one) or (ended and one.chance >= CLEAR)

    def _gives_up(self, at: int) -> bool:
        """Whether the sentence before asks for the same: I give up. Show me."""
        before = self._heard[at - 1 : at]
        act = self._heard[at].act
        return any("surrender" in b.features and b.act == act for b in before)

    def _is_waved_away(self, at: int) -> bool:
        """Whether the next sentence answers a question with no: The end? No, thanks."""
        one = self._heard[at]
        asks = "ASKS" in one.features and one.act != Act.ALL  # one or two? I need none
        behind = self._heard[at + 1 : at + 2]
        return asks and any(
            "not" in one.features and one.act in ("thanks", REFUSAL) for one in behind
        )

    def _read(self, at: int) -> list[Request]:
        """What one sentence asks for; several techniques: a naked pair or an X-wing."""
        request = self._request(at, self._act(self._heard[at]))
        if request.act is Act.TECHNIQUE:
            return [replace(request, technique=t) for t in self._techniques(at)]
        if request.act is Act.NEW:
            asking = (self._heard[n] for n in self._asking)
            others = [one.sentence for one in asking if one.act in _NO_NEW]
            text = " ".join(s.text for s in self._said.sentences if s not in others)
            new = new_puzzles(text, self._said.language, self._standing.situation)
            return [replace(request, new=one) for one in new]
        heard, shape = self._heard[at], self._standing.shape
        sentence, features = heard.sentence, heard.features
        people = any(features >= who for who in _WHO_IS_RIGHT)
        near = [*(self._heard[at - 1 : at] if people else ()), heard]
        pairs = [pair for h in near for pair in digits_by_cell(h.sentence, shape)]
        either = [digit for h in near for digit in digits_of(h.sentence, shape)]
        choice = "or" in sentence.tags and sentence.asks and not _NO_CHOICE & features
        asks = sentence.asks or "check" in features
        if len(pairs) > 1 and (people or (request.act in _JUDGED and asks)):
            judged = replace(request, act=Act.VERDICT)
            return [replace(judged, cells=(c,), digit=d) for c, d in pairs]
        if (choice and len(either) == 2) or (people and len(either) > 1):
            judged = self._request(at, Act.VERDICT)  # is it a 3 or a 5?
            return [replace(judged, digit=digit) for digit in either]
        return [request]

    def _request(self, at: int, act: Act) -> Request:
        one, shape = self._heard[at], self._standing.shape
        near = [at, at - 1, at + 1, *range(at - 2, -1, -1)]
        order = [n for n in near if 0 <= n < len(self._heard)]
        # The 1 in row 3 is mine. Take it out.
        own = {Act.UNDO: (at, at - 1), Act.TECHNIQUE: (at,)}.get(act, order)
        near_by = [n for n in order if n in own]
        of_own = act is Act.CANDIDATES and houses_of(one.sentence.places, shape)
        searched = near_by[: 1 if of_own else None] if act in _OF_CELLS else []
        named = (cells_of(self._heard[n].sentence.places, shape) for n in searched)
        cells = next(filter(None, named), ())
        if act is Act.VERDICT and not cells:
            cells = corner_cell(one.sentence, shape)
        near_by = near_by[: 3 if act is Act.HINT else None]
        houses = self._first_houses(near_by, act)
        of_house = act in _OF_A_HOUSE and houses and not cells
        # Column 8 lacks another 4: just one of them.
        single = bool(of_house and "one" in one.features)
        told = (digit_of_a_cell(self._heard[n].sentence, shape) for n in near_by)
        old = act is Act.RATING and "PAST" in one.features and self._puzzle is None
        old &= any(h.act == Act.NEW for h in self._heard)  # a new one; how hard was it?
        silent = act is Act.WHERE
        silent |= act is Act.HINT and Limit.NO_DIGIT in self.limits
        return Request(
            act=act,
            puzzle=0 if old else self._puzzle,
            house=houses[0] if of_house else None,
            cells=cells,
            digit=next(filter(None, told), 0) if act in _OF_DIGITS else 0,
            count=1 if single else count_wanted(one, act, self._heard),
            exact=(act is Act.WHERE and asks_for_a_cell(one.sentence, self._said))
            or (act is Act.TECHNIQUE and any(map(one.features.issuperset, _OF_PLACES))),
            kind=kind_sought(h.sentence for h in self._heard) if silent else None,
        )

    def _act(self, one: Heard) -> Act:
        """What a sentence asks for; of the errors one, where no more may be told."""
        act = Act(one.act)
        only = Limit.ONLY_NAMED in self.limits
        if act is Act.CELL and "DIGIT" in one.features:
            either = any("EITHER" in h.features for h in self._heard)
            return Act.VERDICT if either else act  # does a 5 belong in r8c6? Yes or no
        asks = act is Act.FIRST_MISTAKE or "ASKS" in one.features
        if asks and act in _COUNTED and any(map(is_yes_or_no, self._heard)):
            return _COUNTED[act]
        if act in _OF_MISTAKES and self._seeks_a_house(one):
            return Act.WHERE  # in which row is the mistake? Just the row
        if only and act in REVEALING:
            named = [a for name, a in _NAMED_ALONE.items() if name in one.features]
            return named[0] if named else act
        few = {"one", "more", "only"} & one.features and not _WHOLE & one.features
        if act is Act.PART and few and one.chances[Act.HINT] >= _MAYBE_A_DIGIT:
            return Act.HINT
        maybe = one.chances[Act.FIRST_MISTAKE] >= _MAYBE_ONE
        return Act.FIRST_MISTAKE if act is Act.CHECK and only and maybe else act

    def _seeks_a_house(self, one: Heard) -> bool:
        """Whether somebody who has had a hint asks only for a row, column or box."""
        hinted = self._standing.situation is Situation.HINTED
        hinted &= Act.CHECK not in self._standing.impossible
        return hinted and asks_only_which_house(one.sentence, self._said)

    def _first_houses(self, order: Sequence[int], act: Act) -> tuple[House, ...]:
        shape = self._standing.shape
        near = [self._heard[n].sentence for n in order]
        found = (houses_of(sentence.places, shape) for sentence in near)
        corners = near if act in _OF_A_HOUSE - {Act.CANDIDATES, Act.UNDO} else []
        plain = [one for one in corners[1:] if not digits_of(one, shape)]
        boxes = (corner_box(one, shape) for one in [*corners[:1], *plain])
        return next(filter(None, chain(found, boxes)), ())

    def _techniques(self, at: int) -> "list[Technique | None]":
        """The techniques that a sentence names, or one before it; None for any."""
        from solver.logic import Technique  # the parent of readers does without it

        before = (self._heard[n].sentence for n in range(at, -1, -1))
        found = (techniques_of(one, self._said.language) for one in before)
        named = next((names for names in found if names and ANY not in names), ())
        return [Technique[name.upper()] for name in named] or [None]
