"""What each sentence of a letter asks for or forbids, and how surely.

A sentence asks for at most one thing, or forbids one; a sentence of which two parts ask
for different things, or name different puzzles, counts as two.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain

from mailbot.model.requests import REVEALING, Act, Limit
from mailbot.talk.requests.acts import FORBIDDING, IDLE, Heard, hear, idle
from mailbot.talk.requests.counts import count_of
from mailbot.talk.requests.denials import denied_in
from mailbot.talk.requests.parting import (
    by_puzzle,
    denies_its_place,
    second_thought,
    splits_of,
    without_announcement,
    without_what_is_left_alone,
)
from mailbot.talk.requests.scopes import Standing, puzzles_listed, puzzles_named
from mailbot.talk.said import Said, Sentence
from mailbot.talk.wishes.classifier import NO_DIGIT, ONLY_THIS, REFUSAL

FINER = frozenset(
    {
        *(Act.WHERE, Act.CANDIDATES, Act.PLACES, Act.TECHNIQUE, Act.FIRST_MISTAKE),
        *(Act.VERDICT, Act.UNDO, Act.RESTART),
    }
)
"""Acts that tell no digit."""

CLEAR = 0.5
"""The probability from which a sentence asks for an act."""

_CLEAR_AMONG, _CLEAR_OF_ANY = 0.25, 0.7
"""The same where it is as likely as the second that anything at all is asked for."""

_HALF = FINER | {Act.CHECK, Act.HINT, Act.CELL}
"""Acts of which that is enough: they tell little, and change nothing."""

_CLEAR_PART = 0.6
"""The same for a part of a sentence."""

_CLEAR_END = 0.8
"""The same for one that reveals everything, beside others."""

OF_ALL = frozenset(
    {"solution", "answers", "whole", "rest", "finish", "solve", "surrender"}
)
OF_THE_END = OF_ALL | {"steps", "how", "unique", "spoil", "done"}
"""What a letter speaks of that asks for the end; the first, for all the steps to it."""

_OF_AN_END = (OF_THE_END | {"show"}) - {"done"}
"""The same for a part of a sentence, which may be only polite."""

_OF_NO_STORY = _OF_AN_END - {"finish"} | {"ASKS", "want", "please"}
"""What a wish for the end holds beside "done"; the second is done is a story."""

OF_HINTS = frozenset({"digit", "hint", "more"})
"""What a part of a sentence speaks of that asks for a hint without a word of asking."""

_OF_ANY_HINT = frozenset({"digit", "hint", "one", "COUNT"})
"""A part of a sentence that asks for a hint has one of these."""

_OF_PLACES = frozenset({Act.PART, Act.CELL})
_OF_FILLING = frozenset(
    {
        *("whole", "finish", "rest", "put", "digit", "solve", "solution"),
        *("give", "show", "tell", "want", "please", "WHAT"),
    }
)
"""What asks for the digits of a place: its name alone asks for nothing."""

SAID_SHORT = FINER - {Act.RESTART}
"""Acts that a sentence asks for which has no word of asking: candidates of row 4."""

_IN_A_HOUSE = frozenset({Act.PART, Act.HINT})
"""Acts that a sentence asks for without a word of asking if it names a house, and what
to do there.
"""

_BESIDE_ANOTHER = SAID_SHORT | {Act.RESTART, Act.WHY, Act.RATING, Act.CHECK}
"""Acts that it asks for anyway: they tell no digit."""

_COUNTED = (
    frozenset({"COUNT", "digit", "next"}),
    frozenset({"COUNT", "digit", "take"}),
    frozenset({"COUNT", "TOGETHER"}),
    frozenset({"one", "hint", "digit"}),
)
"""What asks for steps without a word of asking: two digits; a hint with its digit."""

_SURE = SAID_SHORT | {Act.HINT, Act.RESTART}
_SUREST = frozenset({Act.PART, Act.NEW, Act.RATING, Act.WHY, Act.SOLUTION, Act.STEPS})
CERTAIN, MOST_CERTAIN = 0.85, 0.95
"""The probability from which such a sentence, and any other, needs no word of asking.
"""

_MAYBE_FORBIDDEN = 0.2
"""The probability that a sentence forbids something from which the end is not told."""

HARDLY = 0.1
"""The probability from which a modest act is done instead of telling everything."""

_MAYBE_JUDGED = 0.25
"""The probability of a question about a digit from which the digit is not entered."""

_JUDGING = frozenset({Act.VERDICT, Act.CHECK, Act.CONFIRM, Act.MOVES, Act.CORRECT})
"""What a question about the digit of a cell is taken for."""

_GOING_ON = frozenset({"please", "give", "want", "hint", "digit"})
"""What asks for the next digit beside an own one: I put a 4 there, next please."""

_OF_NEW = frozenset({"harder", "easier", "like"})
"""What asks for a new puzzle without a word of asking: a bit harder."""

_LIKELY_NEW = 0.75
"""The probability from which a kind of puzzle that is named is asked for."""

_OF_ANOTHER = frozenset({Act.HINT, Act.NEW})
"""What the parts of "another, but an easier one" sound like; it is one wish."""

_FORBIDDEN = 0.5
"""The probability from which a sentence forbids something."""

_NAMED = frozenset({"solution", "answers", "digit", "rest", "finish", "hint", "CELL"})
"""What a sentence names that forbids to tell it."""

_NAMING = frozenset({"CELL", "HOUSE", "TECHNIQUE"})
"""What a sentence names that the next one may be about."""

_LIMITS = {
    NO_DIGIT: Limit.NO_DIGIT,
    ONLY_THIS: Limit.ONLY_NAMED,
    REFUSAL: Limit.NO_SOLUTION,
}


_CLEARLY_ASKED = 0.7
"""The probability from which a sentence asks for something, be it not clear what."""


def hear_all(said: Said, standing: Standing) -> list[Heard]:
    """What each sentence asks for, or each of its parts where these differ.

    What somebody asks for who changes their mind at once is left out: a hint... no,
    wait, only the row.
    """
    found: list[Heard] = []
    carried = told = before = frozenset[str]()

    def heard(parts: Iterable[Sentence]) -> list[Heard]:
        return [hear(part, said.language, standing, carried, before) for part in parts]

    def parted(whole: Heard) -> list[Heard]:
        sentence = whole.sentence
        apart = by_puzzle(sentence, said.language, standing.puzzles)
        if apart:
            return [one for part in heard(apart) for one in parted(part)]
        splits = (heard(parts) for parts in splits_of(sentence, said.language))
        sure = [p for p in splits if _differ(p) or _only_ends_mails(p)]
        if not sure:
            return [whole]
        surest = max(sure, key=lambda parts: min(part.chance for part in parts))
        parts = [p for one in surest for p in parted(one)]
        named = "PUZZLE" in whole.features
        return [replace(p, of_named=named or p.of_named) for p in parts]

    for sentence in said.sentences:
        wish = without_what_is_left_alone(sentence, said.language, standing.puzzles)
        if wish is None:
            found += map(idle, heard([sentence]))  # it names what "the other" is beside
            continue
        [whole] = heard([without_announcement(wish, said.language)])
        first, after = map(heard, second_thought(sentence, said.language))
        second = list(chain.from_iterable(map(parted, after)))
        if _is_meant_instead(second, first or found[-1:]):
            found = [*(found if first else found[:-1]), *second]
            continue
        found += parted(whole)
        asks = is_clear(whole) and is_asking(whole)
        story = not (asks or {"PUZZLE", "puzzle"} & whole.features)
        before = whole.features & {"DIGIT", "wrong"} if story else frozenset[str]()
        told |= whole.features & {"DIGIT"}
        named = _NAMING & whole.features  # "The 4. Row 3. Where can it go?"
        carried = whole.features | told if named else carried
    return found


def of_each_puzzle(
    heard: Sequence[Heard], puzzles: int
) -> list[tuple[int | None, list[Heard]]]:
    """The sentences about each puzzle of a letter, and about none.

    A sentence is about the puzzles that it names, of 1 and 2, or the last before it.
    What names none is about the only one that the letter names, if it names one.
    """
    about: list[tuple[int | None, ...]] = []
    before: int | None = None
    for one in heard:
        named = puzzles_named(one.sentence, puzzles, before)
        listed = puzzles_listed(one.sentence, puzzles, before)
        about.append(listed or (before,))
        before = named[-1][1] if named else before
    known = {puzzle for of in about for puzzle in of if puzzle is not None}
    if len(known) == 1:
        return [(known.pop(), list(heard))]
    return [
        (puzzle, [one for one, of in zip(heard, about, strict=True) if puzzle in of])
        for puzzle in dict.fromkeys(chain.from_iterable(about))
    ]


def _is_meant_instead(second: Sequence[Heard], first: Sequence[Heard]) -> bool:
    """Whether a second thought is meant instead of the first.

    It is not if it asks for the end, or if the first forbids something or names a
    place: the second may be about that place, too.
    """
    asks = any(is_clear(p) and (is_asking(p) or "only" in p.features) for p in second)
    named = any({"CELL", "HOUSE"} & one.features for one in first)
    limits = limits_of(first)
    ends = any(part.act in REVEALING for part in second)
    return asks and not (named or limits or ends)


def _differ(parts: Sequence[Heard]) -> bool:
    """Whether the two parts of a sentence surely ask for different things."""
    acts = {part.act for part in parts}
    if any(p.act == Act.HINT and _names_no_hint(p) for p in parts):
        return False
    apart = len(acts) == len(parts) and len(acts & REVEALING) < 2
    apart &= acts != _OF_ANOTHER
    return apart and all(map(_is_sure, parts))


def _only_ends_mails(parts: Sequence[Heard]) -> bool:
    """Whether one part denies letters, and the other asks: no long mails, only a hint.

    Whoever asks for something wants no silence.
    """
    ends = [part for part in parts if part.act == Act.STOP and "mail" in part.features]
    asks = [p for p in parts if p.chance >= CERTAIN and is_clear(p) and is_asking(p)]
    return bool(ends) and any("only" in p.features or _is_sure(p) for p in asks)


def _names_no_hint(part: Heard) -> bool:
    """Whether no hint is asked for: "and then still?"; column 5 is as empty as ever."""
    return not _OF_ANY_HINT & part.features or "empty" in part.sentence.tags


def is_clear(one: Heard) -> bool:
    """Whether it is clear enough what a sentence asks for, if it asks."""
    if one.act in IDLE or one.is_heading:
        return False
    if one.act in REVEALING:
        return one.chance >= _CLEAR_END and not is_done(one)
    some = one.chance >= _CLEAR_AMONG and one.chance_of_any >= _CLEAR_OF_ANY
    some &= one.act in _HALF and "NO_HINT" not in one.features
    return one.chance >= CLEAR or some


def is_done(one: Heard) -> bool:
    """Whether a sentence only tells that a puzzle is solved: the second is finished."""
    return "done" in one.features and not _OF_NO_STORY & one.features


def _is_sure(one: Heard) -> bool:
    """Whether a part of a sentence is clear enough to count as a sentence."""
    filling = _OF_FILLING - ({"please"} if "only" in one.features else set())
    if one.act in _OF_PLACES and not filling & one.features:
        return False  # only where what another part asks for is
    if one.act in REVEALING and not _OF_AN_END & one.features:
        return False
    named = one.asks or one.act is not Act.HINT or bool(OF_HINTS & one.features)
    named &= "FORBIDS" not in one.features or one.act == Act.WHERE
    sure = is_clear(one) and one.chance >= _CLEAR_PART
    return sure and named and (is_asking(one) or stands(one))


def stands(one: Heard) -> bool:
    """Whether a sentence without a word of asking is a wish beside one that has some.

    "Where should I look? Row 5 complete, too." has two wishes. "Row 5 was hard" is a
    story: it says nothing that is to be done.
    """
    named = one.act in _IN_A_HOUSE and "HOUSE" in one.features
    named &= not denies_its_place(one.sentence)
    named &= bool((_OF_FILLING | {"only"}) & one.features)
    return one.chance >= CERTAIN and (named or one.act in _BESIDE_ANOTHER)


def is_asking(one: Heard) -> bool:
    """Whether a sentence asks, by a word of asking or as nothing else is likely."""
    sure = one.act in _SURE and one.chance >= CERTAIN
    # "I am stuck" is a story of its own, and no wish for less than the solution.
    named = OF_HINTS - ({"more"} if "not" in one.features else set())  # I still try
    joined = "thanks" in one.features and "and" in one.sentence.items[0].token.tags
    named |= {"next"} if joined else set()  # and the next one, thanks
    sure &= one.act != Act.HINT or bool(named & one.features)
    sure |= one.act == Act.HINT and any(map(one.features.issuperset, _COUNTED))
    surest = one.act in _SUREST and one.chance >= MOST_CERTAIN
    told = bool({"solve", "surrender"} & one.features)
    told &= not {"not", "self", "try"} & one.features
    surest |= one.act == Act.WHY and "why" in one.features and one.chance >= CERTAIN
    surest |= told and one.act == Act.SOLUTION and one.chance >= CERTAIN
    story = one.chance < CLEAR or "self" in one.features
    story |= "FORBIDS" in one.features  # there you must not say a word
    hardly = one.act == Act.HINT and story and not OF_HINTS & one.features
    # An easy one beside it.
    kind = "one" in one.features and bool({"easy", "hard", "level"} & one.features)
    kind &= one.chance >= _LIKELY_NEW
    fresh = one.act == Act.NEW and (kind or bool(_OF_NEW & one.features))
    return (one.asks and not hardly) or sure or surest or fresh


def goes_on(one: Heard) -> bool:
    """Whether a sentence asks for the next digit behind the one that it tells.

    Not so: and then I put a 4 there, too.
    """
    sentence = one.sentence
    told = [at for at, i in enumerate(sentence.items) if i.place or i.is_number]
    behind = sentence.about[max(told, default=0) + 1 :]
    onward = any("next" in about for about in behind)
    return onward and bool(_GOING_ON & one.features)


def may_judge(question: Heard) -> bool:
    """Whether a question may only ask whether a digit is right."""
    if "next" in question.features:
        return False  # 4 is in r1c2, what is next?
    features = question.features
    about = {"CELL", "DIGIT"} <= features and question.act in _JUDGING
    about |= {"HOUSE", "DIGIT", "right", "SHORT"} <= features  # box 6, a 9. Right?
    return about or question.chances[Act.VERDICT] >= _MAYBE_JUDGED


def may_forbid(one: Heard) -> bool:
    """Whether a sentence that may ask for the end may as well forbid it."""
    if "NO_HINT" in one.features:
        return False  # I don't want a hint, solve it
    own = "self" in one.features and _denies_giving(one.sentence)
    if own or one.is_doubtful:
        return True  # don't give it away, he has to find it himself
    forbidden = sum(one.chances[name] for name in FORBIDDING)
    ended = sum(one.chances[act] for act in REVEALING)
    return ended >= HARDLY and forbidden >= max(_MAYBE_FORBIDDEN, ended / 2)


def _denies_giving(sentence: Sentence) -> bool:
    """Whether a word of giving stands right behind a denial; not: can't, give me."""
    pairs = zip(sentence.about, sentence.about[1:], strict=False)
    return any("not" in before and "give" in behind for before, behind in pairs)


def limits_of(heard: Sequence[Heard], letter: Sequence[Heard] = ()) -> frozenset[Limit]:
    """What sentences of a letter forbid.

    One that names nothing forbids nothing beside a clear wish for the end: "That was
    of no use. Please send the solution".

    Args:
        heard: the sentences.
        letter: all of the letter, where there are more.
    """
    whole = letter or heard
    ended = any(map(_asks_for_the_end, whole))
    found = {limit for one in heard for limit in _limits(one, ended=ended)}
    # Whether there is a solution can be told without it.
    counted = any("solvable" in h.sentence.tags or is_yes_or_no(h) for h in whole)
    counted &= any(h.act in REVEALING and h.asks for h in whole)
    return frozenset(found | ({Limit.NO_SOLUTION} if counted else set()))


def _asks_for_the_end(one: Heard) -> bool:
    """Whether a sentence surely asks for the end, and denies nothing."""
    denies = {"FORBIDS", "not", "decline"} & one.features
    return one.act in REVEALING and one.chance >= CERTAIN and one.asks and not denies


_DEMANDED = 0.55
"""A sentence that asks for the end, as likely as this, forbids it by no denial."""

_OF_THE_END = frozenset(
    {"solution", "whole", "rest", "answers", "tell", "give", "hush"}
)
_SMALLER = frozenset({"digit", "DIGIT", "cell", "CELL", "tell", "hush", "show", "put"})


def count_wanted(one: Heard, act: Act, letter: Sequence[Heard]) -> int:
    """How many digits are wanted; 0 if only the number of the wrong ones is."""
    if act is not Act.CHECK:
        named = "PUZZLE" in one.features
        return count_of(one.sentence, of_named=named) if act is Act.HINT else 1
    more = any("and" in item.token.tags for item in one.sentence.items[1:])
    counted = "count" in one.features and not more
    counted |= any(map(is_yes_or_no, letter))
    return 0 if counted and "wrong" in one.features else 1


def is_yes_or_no(one: Heard) -> bool:
    """Whether yes or no is all that a sentence asks for."""
    return one.sentence.asks_yes_or_no


def _limits(one: Heard, *, ended: bool) -> Iterator[Limit]:
    said = set(denied_in(one.sentence))
    demands = one.asks and one.act in REVEALING and one.chance >= _DEMANDED
    tells = not (one.asks or _OF_THE_END & one.features)
    if demands or tells:  # I can't do it, please send all of it. Nobody finishes it.
        said.discard(Limit.NO_SOLUTION)
    # Who names the end, and nothing smaller, forbids the end: please no solution.
    ends = Limit.NO_SOLUTION in said and not _SMALLER & one.features
    for name, limit in _LIMITS.items():
        if one.chances[name] >= _FORBIDDEN and not (ends and limit is Limit.NO_DIGIT):
            more = limit is Limit.NO_DIGIT and "more" in one.features
            said.add(Limit.ONLY_NAMED if more else limit)  # no more than that
    sure = one.chances[REFUSAL] >= CERTAIN  # do not solve anything
    vague = ended and not (sure or _NAMED & one.features)
    yield from said & {Limit.ONLY_NAMED} if vague else said


def may_ask(one: Heard) -> bool:
    """Whether a sentence asks for something, be it not clear what."""
    named = "PUZZLE" in one.features and one.act != Act.THANKS
    if named and {"not", "digit", "hint"} & one.features:
        return True  # no, the second one; the digit of the first as well
    sure = one.act not in IDLE and one.chance_of_any >= _CLEARLY_ASKED
    onward = one.act in (Act.HINT, Act.NEW) and bool(OF_HINTS & one.features)
    if one.act == Act.HINT and "please" in one.features:
        return True  # hers too, please
    return sure and (one.asks or onward)


def asks_of_a_place(one: Heard) -> bool:
    """Whether a question is about a place or a digit, and so not about all."""
    places = {"CELL", "HOUSE", "DIGIT"} & one.features
    return one.sentence.asks and bool(places) and one.act not in REVEALING
