"""Which new puzzles are wanted: size, number, level, and where the solutions stand."""

from collections.abc import Iterator
from itertools import chain, pairwise

from mailbot.language.puzzles import find_difficulty
from mailbot.model.requests import Level, NewPuzzles, SolutionsAt
from mailbot.talk.cells.clauses import Item
from mailbot.talk.requests.scopes import amount_of, is_of_time
from mailbot.talk.said import Said, Sentence, parse, sentence_of

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
"""Words between a number and the puzzles that it counts: five of the small ones."""

_KINDS = frozenset({"easy", "hard"})
_TOO_MUCH = (("easier", "hard"), ("harder", "easy"))
"""What the two words of "too hard" are about: a wish for easier ones."""

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


def new_puzzles(said: Said, *, after: bool) -> NewPuzzles:
    """The new puzzles that a letter asks for.

    Args:
        said: the words that ask for them.
        after: whether there was a puzzle before, with which they may be compared.
    """
    said = parse(said.text.replace("-", " "), said.language)  # four-by-four
    size = next(filter(None, map(size_of, said.sentences)), None)
    counts = [n for sentence in said.sentences for n in _counts(sentence)]
    counts += [n for sentence in said.sentences for n in numbers_of_kinds(sentence)]
    wanting = [s for s in said.sentences if _WANTING & s.concepts]
    others = [amount_of(s.items[at].token) for s in wanting for at in _numbers(s)]
    count = next(iter((*counts, *others)), 1)
    return NewPuzzles(size, count, _level_of(said, count, after=after), _apart(said))


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


def _counts(sentence: Sentence) -> Iterator[int]:
    """The numbers that count puzzles."""
    items, about = sentence.items, sentence.about
    for at, item in enumerate(items):
        number = amount_of(item.token)
        if item.place or not 1 < number <= _MOST or _is_no_count(sentence, at):
            continue
        behind = range(at + 1, min(at + 1 + _NEAR, len(items)))
        signs = [n for n in behind if _ends_a_phrase(items[n])]
        near = [n for n in behind if not signs or n < signs[0]]
        first = at - 1  # once more three
        while first > 0 and {"times", "indefinite"} & items[first].token.tags:
            first -= 1
        before = at > 0 and bool({"more", "new", "give"} & about[first])
        if before or any(_PUZZLES & about[n] or _is_size(sentence, n) for n in near):
            yield number


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
    timed = is_of_time(sentence, at)
    return timed or _is_size(sentence, at) or _is_a_label(sentence, at)


def _is_a_label(sentence: Sentence, at: int) -> bool:
    """Whether a figure belongs to the noun before it: one for class 8, a big one."""
    items, about = sentence.items, sentence.about
    if not (at and items[at].token.text.isdecimal()):
        return False
    noun, behind = items[at - 1].token, items[at + 1 : at + 2]
    strange = noun.text.isalpha() and not (noun.tags or about[at - 1])
    ends = not behind or not behind[0].token.text[0].isalnum()
    return strange and (ends or "article" in behind[0].token.tags)


def _ends_a_phrase(item: Item) -> bool:
    token = item.token
    return not token.text[0].isalnum() or bool({"and", "is"} & token.tags)


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
    if count > 1 and (spread or any("rising" in one for one in about)):
        return Level.RISING
    ordered = (*reversed(wanting), *reversed(said.sentences))
    wished = chain.from_iterable((_wish_of(s, said.language), s) for s in ordered)
    return next(filter(None, (_level_in(s, after=after) for s in wished)), None)


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
            near = frozenset[str]().union(*about[at + 1 : at + 1 + _COMPARED])
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
