"""Which new puzzles are wanted: size, number, level, and where the solutions stand."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import chain, groupby, pairwise, takewhile

from mailbot.language.puzzles import find_difficulty
from mailbot.model.requests import Level, NewPuzzles, SolutionsAt
from mailbot.talk.cells.clauses import Item
from mailbot.talk.requests.counts import (
    amount_of,
    counts_others,
    is_a_label,
    said_of,
)
from mailbot.talk.said import Said, Sentence, parse, sentence_of
from mailbot.talk.wishes.situation import Situation

_BETWEEN = frozenset(
    {"x", "by", "mal", "na", "par", "sur", "per", "por", "bij", "op", "ganger", "auf"}
)
"""Words between the two numbers of a size, without accents: six by six."""

_ANSWERS = frozenset({"solution", "answers"})
_SIZES = range(4, 17)
_MOST = 99
"""Puzzles that anybody asks for at most; how many are made is not decided here."""

_MOST_ALONE = 12
"""The same for a number beside which no puzzles are named."""

_PUZZLES = frozenset(
    {*("puzzle", "new", "easy", "hard", "level", "more"), *("easier", "harder")}
)
_NEAR = 8
_CLOSE = 2
"""Words between a number and the puzzles that it counts: five of the small ones. The
second is enough beside other numbers: class 6 loves your puzzles, eight small ones.
"""

_KINDS = frozenset({"easy", "hard"})
_TOO_MUCH = (("easier", "hard"), ("harder", "easy"))
"""What the two words of "too hard" are about: a wish for easier ones."""

_ONE_MORE = frozenset({"one", "more"})
_COMPARED = 2
"""How many words behind "more" the compared one may stand: plus vraiment difficile."""

_WANTING = frozenset({"give", "want", "please", "can", "show", "like"})
"""What somebody says who asks for a number of things."""

_LEVELS = {
    "easy": Level.EASY,
    "medium": Level.MEDIUM,
    "hard": Level.HARD,
    "very-hard": Level.VERY_HARD,
    "diabolical": Level.VERY_HARD,
}


def new_puzzles(
    text: str, language: str, situation: Situation
) -> tuple[NewPuzzles, ...]:
    """The new puzzles that a letter asks for: one, or one of each kind in its order.

    Args:
        text: the words that ask for them.
        language: that of the letter.
        situation: where they stand, and so whether there was a puzzle before, with
            which the new ones may be compared.
    """
    after = situation is not Situation.BARE
    said = parse(text.replace("-", " "), language)  # four-by-four
    shared, kinds = _by_kind(said)
    if kinds:
        each = [_of_one_kind(parse(text, said.language), after) for text in kinds]
        size, where = _size_of(parse(shared, said.language)), _apart(said)
        told = (replace(k, size=k.size or size, solutions=where) for k in each)
        return tuple(told)
    return (_of_one_kind(said, after),)


def _of_one_kind(said: Said, after: bool) -> NewPuzzles:
    counts = [found for sentence in said.sentences for found in _counts(sentence)]
    close = [number for away, number in counts if away <= _CLOSE]
    wanting = [s for s in said.sentences if _WANTING & s.concepts]
    wanted = [amount_of(s.items[at].token) for s in wanting for at in _numbers(s)]
    far = [number for _, number in counts]
    kinds = [n for sentence in said.sentences for n in numbers_of_kinds(sentence)]
    count = next(chain(close, wanted, far, kinds), 1)
    level = _level_of(said, count, after=after)
    return NewPuzzles(_size_of(said), count, level, _apart(said))


def _size_of(said: Said) -> int | None:
    return next(filter(None, map(size_of, said.sentences)), None)


def _by_kind(said: Said) -> tuple[str, list[str]]:
    """The words about all puzzles, and those of each kind that a sentence counts.

    An easy 6x6 for my girl and two hard ones for me are of two kinds; easy, medium and
    hard ones rise. Of "two 6x6, one easy and one hard" the size is that of both.
    """
    for sentence in said.sentences:
        told = any("is" in i.token.tags and not _joins(i) for i in sentence.items)
        if told or "rising" in sentence.concepts:
            continue
        shared, kinds = list[Sentence](), list[list[Sentence]]()
        for part in _phrases(sentence, said.language):
            if _counts_a_kind(part):
                kinds.append([part])
            else:
                (kinds[-1] if kinds else shared).append(part)
        if kinds and not find_difficulty(kinds[0][0].text):
            leveled = [find_difficulty(kind[0].text) for kind in kinds[1:]]
            if all(leveled):
                shared += kinds.pop(0)
        if len(kinds) > 1:
            parts = (" ".join(part.text for part in kind) for kind in (shared, *kinds))
            return next(parts), list(parts)
    return "", []


def _phrases(sentence: Sentence, language: str) -> Iterator[Sentence]:
    """The parts of a sentence between its signs and its words for "and"."""
    for ends, items in groupby(sentence.items, _ends_a_phrase):
        if not ends:
            yield sentence_of(" ".join(map(sentence.text_of, items)), language)


def _counts_a_kind(phrase: Sentence) -> bool:
    """Whether a phrase names a level or a size, and how many: two, an, another."""
    items, about = phrase.items, phrase.about
    counted = any(
        _ONE_MORE & about[at]
        or "indefinite" in item.token.tags
        or (item.token.number > 0 and not _is_no_count(phrase, at))
        for at, item in enumerate(items)
    )
    named = size_of(phrase) or find_difficulty(phrase.text)
    return bool(counted and named) and "not" not in phrase.concepts


def size_of(sentence: Sentence) -> int | None:
    """How many cells a row has, if a size is named: 6x6; six by six."""
    tokens = [item.token for item in sentence.items]
    for first, between, second in zip(tokens, tokens[1:], tokens[2:], strict=False):
        same = first.number == second.number and first.number in _SIZES
        if same and between.text in _BETWEEN:
            return first.number
    return None


def numbers_of_kinds(sentence: Sentence) -> Iterator[int]:
    """The numbers that count what is easy or hard: four more, all easy."""
    items, about = sentence.items, sentence.about
    for at in _numbers(sentence):
        story = False
        for n in range(at + 1, min(at + 1 + _NEAR, len(items))):
            token = items[n].token
            story = "is" in token.tags or (story and token.text[0].isalnum())
            if _KINDS & about[n] and not (story or _is_too_much(sentence, n)):
                yield amount_of(items[at].token)
                return


def _is_too_much(sentence: Sentence, at: int) -> bool:
    """Whether a word belongs to a complaint: too hard."""
    near = sentence.about[max(at - 1, 0) : at + 2]
    return any(
        a in too and b in much for too, much in pairwise(near) for a, b in _TOO_MUCH
    )


def _counts(sentence: Sentence) -> Iterator[tuple[int, int]]:
    """The numbers that count puzzles, each behind its distance from them in words."""
    items, about = sentence.items, sentence.about
    for at, item in enumerate(items):
        number = amount_of(item.token)
        if item.place or not 1 < number <= _MOST or _is_no_count(sentence, at):
            continue
        behind = range(at + 1, min(at + 1 + _NEAR, len(items)))
        near = takewhile(lambda n: not _ends_a_phrase(items[n]), behind)
        first = at - 1  # once more three
        while first > 0 and {"times", "indefinite"} & items[first].token.tags:
            first -= 1
        before = at > 0 and bool({"more", "new", "give"} & about[first])
        named = (n for n in near if _PUZZLES & about[n] or _is_size(sentence, n))
        away = 1 if before else next(named, at) - at
        if away:
            yield away, number


def _numbers(sentence: Sentence) -> Iterator[int]:
    """The places of numbers that belong to no size, age or time: send me four."""
    items, about = sentence.items, sentence.about
    most = _MOST if "puzzle" in sentence.concepts else _MOST_ALONE
    for at, item in enumerate(items):
        number = amount_of(item.token)
        aged = any("family" in said for said in about[max(at - 3, 0) : at])
        told = 1 < number <= most and not item.token.ordinal
        if told and not (item.place or aged or _is_no_count(sentence, at)):
            yield at


def _is_no_count(sentence: Sentence, at: int) -> bool:
    """Whether a number belongs to a time, a size or a noun before it."""
    others = counts_others(sentence, at)
    return others or _is_size(sentence, at) or is_a_label(sentence, at)


def _ends_a_phrase(item: Item) -> bool:
    token = item.token
    return not token.text[0].isalnum() or bool({"and", "is"} & token.tags)


def _joins(item: Item) -> bool:
    return "and" in item.token.tags  # Italian "e" may be "is" as well


def _is_size(sentence: Sentence, at: int) -> bool:
    """Whether a number belongs to a size, and counts nothing."""
    numbers = [item.token.number for item in sentence.items]
    return any(
        sentence.items[between].token.text in _BETWEEN and numbers[other] > 0
        for between, other in ((at - 1, at - 2), (at + 1, at + 2))
        if min(between, other) >= 0 and max(between, other) < len(numbers)
    )


def _level_of(said: Said, count: int, *, after: bool) -> Level | None:
    wanting = [s for s in said.sentences if s.asks or _WANTING & s.concepts]
    wishes = [_wish_of(s, said.language) for s in said.sentences]
    named = [s.concepts for s in wishes if "is" not in s.tags]
    about = [*(s.concepts for s in wishes), frozenset[str]().union(*named)]
    spread = any(one >= _KINDS for one in about)
    spread |= any(map(_compared, wishes)) and not after
    spread |= any("rising" in one for one in about) or any(map(_rises, wishes))
    if count > 1 and spread:
        return Level.RISING
    ordered = (*reversed(wanting), *reversed(said.sentences))
    wished = chain.from_iterable((_wish_of(s, said.language), s) for s in ordered)
    return next(filter(None, (_level_in(s, after=after) for s in wished)), None)


def _rises(sentence: Sentence) -> bool:
    """Whether each of several puzzles is to be harder, or easier, than that before."""
    items = sentence.items
    each = (at for at, item in enumerate(items) if "each" in item.token.tags)
    behind = range(next(each, len(items)) + 1, len(items))
    return bool({"harder", "easier"} & said_of(sentence, behind))


def _wish_of(sentence: Sentence, language: str) -> Sentence:
    """A sentence without its complaint: those were too hard, I want easy ones."""
    items = enumerate(sentence.items)
    left = [i for at, i in items if i.place or not _is_too_much(sentence, at)]
    if len(left) == len(sentence.items):
        return sentence
    return sentence_of(" ".join(map(sentence.text_of, left)), language)


def _level_in(sentence: Sentence, *, after: bool) -> Level | None:
    """The level that a sentence names: this is hard, and I asked for an easy one."""
    last = "not" not in sentence.concepts
    named = find_difficulty(sentence.text, last=last)
    level = _LEVELS[named.value] if named else None
    compared = _compared(sentence) if after and level is not Level.VERY_HARD else None
    return compared or level


def _compared(sentence: Sentence) -> Level | None:
    """A level that is told against another one: harder; a little less hard."""
    about = sentence.about
    if {"harder", "easier"} & sentence.concepts:
        return Level.HARDER if "harder" in sentence.concepts else Level.EASIER
    for way, hard, easy in (
        ("rather", Level.HARDER, Level.EASIER),
        ("less", Level.EASIER, Level.HARDER),
    ):
        for at in (n for n, said in enumerate(about) if way in said):
            near = said_of(sentence, range(at + 1, len(about))[:_COMPARED])
            if {"hard", "easy"} & near:
                return hard if "hard" in near else easy
    return None


def _apart(said: Said) -> SolutionsAt | None:
    """Where the solutions are to stand, if anything is said of them."""
    for sentence in said.sentences:
        about = sentence.concepts
        if _ANSWERS & about and "apart" in about:
            return SolutionsAt.APART
        if _ANSWERS & about and {"not", "decline"} & about:
            return SolutionsAt.NONE
    return SolutionsAt.NONE if any(map(_hushes, said.sentences)) else None


def _hushes(sentence: Sentence) -> bool:
    """Whether a word of telling stands beside a denial: don't tell; verrate nichts."""
    return any(
        "not" in one | other and bool({"tell", "show", "hush"} & (one | other))
        for one, other in pairwise(sentence.about)
    )
