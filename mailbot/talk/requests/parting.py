"""How a sentence is parted: by its puzzles, its wishes, or a second thought."""

import re
from collections.abc import Iterator
from functools import cache

from mailbot.language.concepts import Concepts
from mailbot.language.folders import strings
from mailbot.language.folding import fold
from mailbot.talk.cells.clauses import Item
from mailbot.talk.requests.scopes import puzzles_named, techniques_of
from mailbot.talk.said import Sentence, sentence_of, speaks

LONGEST_LABEL = 5
"""The words and signs of a heading, at most."""

_SIGNS = ",:;-"

_FEWEST_WORDS = 3
"""Words of a part of a sentence that says something by itself."""

_FEW = 4
"""The most wishes that a letter announces."""

_MORE_THAN_LEFT = frozenset(
    {
        *("not", "want", "please", "give", "tell", "show", "hint", "where", "solution"),
        *("check", "right", "wrong", "stuck", "surrender"),
    }
)
"""What is said of a puzzle that is not only left to the writer."""

_ANNOUNCED = frozenset({"digit", "hint", "cell", "steps", "puzzle", "more"})
"""What may be asked for by its number alone: two more: ..."""

_OF_ONE_MORE = frozenset({"more", "one", "rather", "small", "next"})
"""What the words are about that only announce one more thing."""

_OBJECT_FOLLOWS = frozenset({"tell", "show", "give"})
"""Words of asking that end the words before a comma; the wish follows: tell me, ..."""

_POLITE = frozenset(
    {"please", "want", "give", "show", "tell", "can", "thanks", "puzzle"}
)
"""What a part of a sentence may speak of that only names a puzzle: and 3, please."""

_MOST_PARTS = 12
"""A sentence of more parts is not split: each way to split it costs a reading."""

_WORD = re.compile(r"\w+")

_ANNOUNCEMENT = re.compile(r"([^:,]*)([:,])(.+)", re.DOTALL)


def without_announcement(sentence: Sentence, language: str) -> Sentence:
    """A sentence without the words that only announce it: one more thing, ..."""
    announced = _ANNOUNCEMENT.fullmatch(sentence.text)
    if not announced:
        return sentence
    head, sign, tail = announced.groups()
    if sign == "," and len(_WORD.findall(head)) > LONGEST_LABEL:
        return sentence
    said = sentence_of(head, language)
    # Not the last word: "number 2: ..." names one of two puzzles.
    counts = any(1 < i.token.number <= _FEW and not i.place for i in said.items[:-1])
    pairs = list(zip(said.items, said.about, strict=True))
    thing = any(item.is_unknown and not about for item, about in pairs[1:])
    more = thing and len(pairs) <= LONGEST_LABEL
    more &= "more" in said.concepts and said.concepts <= _OF_ONE_MORE
    named = _ANNOUNCED - ({"more"} if more else frozenset())
    names = bool(said.places) or bool(named & said.concepts)
    names |= any(item.token.ordinal > 0 for item in said.items)  # the second ...
    announces = more or (counts and sign == ":")
    return sentence if names or not announces else sentence_of(tail.strip(), language)


def without_what_is_left_alone(
    sentence: Sentence, language: str, puzzles: int
) -> Sentence | None:
    """A sentence without the words that only leave a puzzle alone: the other I leave.

    None if nothing is left. Not where the rest forbids something: that belongs to the
    puzzle.
    """
    if puzzles == 1:
        return sentence
    parts = [sentence_of(text, language) for text in between_signs(sentence)]
    left = [
        part
        for part in parts
        if not _is_left_alone(part, language)
        or not puzzles_named(part, puzzles, before=0)
    ]
    forbids = any({"not", "hush"} & part.concepts for part in left or parts)
    if forbids or len(left) == len(parts):
        return sentence
    text = ", ".join(part.text for part in left)
    return sentence_of(text, language) if text else None


def _is_left_alone(sentence: Sentence, language: str) -> bool:
    """Whether a puzzle is left, or solved by the writer: the other I finish.

    Who wants something of it, or cannot solve it, says more than that.
    """
    tags = sentence.tags
    solves = "self" in tags or ("solving" in tags and speaks(sentence, language))
    more = sentence.asks or sentence.places or _MORE_THAN_LEFT & sentence.concepts
    return "left_alone" in tags or (solves and not more)


def second_thought(
    sentence: Sentence, language: str
) -> tuple[list[Sentence], list[Sentence]]:
    """What is said before and behind a change of mind, if somebody changes theirs.

    Before it, a word or two are nothing: the sentence before is meant then.
    """
    *_, last = (None, *_changed_mind().finditer(sentence.folded))
    if last is None:
        return [], []
    texts = sentence.folded[: last.start()], sentence.folded[last.end() :]
    before, after = (sentence_of(text.strip(" ,.:-"), language) for text in texts)
    much = len(_WORD.findall(before.text)) >= _FEWEST_WORDS
    return [before] if much else [], [after]


@cache
def _changed_mind() -> re.Pattern[str]:
    listed = strings("puzzles", "changed_mind")
    phrases = (
        r"[\s,.!-]+".join(_WORD.findall(fold(p)))
        + (r"(?=\s?[,:;.!-])" if p.endswith(",") else "")
        for p in listed
    )
    return re.compile(rf"(?<!\w)(?:{'|'.join(phrases)})(?!\w)")


def by_puzzle(sentence: Sentence, language: str, puzzles: int) -> list[Sentence]:
    """The parts of a sentence that name one puzzle each, if it names several.

    "A hint for the first, and the second solved" has two.
    """
    if len({named for _, named in puzzles_named(sentence, puzzles)}) < 2:
        return []
    words = between_signs(sentence)
    parts = [sentence_of(text, language) for text in words]
    names = [bool(puzzles_named(part, puzzles, before=0)) for part in parts]
    bare = [*map(_only_names, parts), True]
    texts: list[str] = []
    for at, text in enumerate(words):
        lists = bare[at] and (bare[at + 1] or names[at + 1])
        lists |= at > 0 and bare[at - 1] and names[at - 1]
        # Words that name no puzzle, or only continue a list, belong to the part before
        # them, the first words of a sentence to the part behind them.
        if texts and (lists or not (names[at] and any(names[:at]))):
            texts[-1] += f" {text}"
        else:
            texts.append(text)
    return [sentence_of(t, language) for t in texts] if len(texts) > 1 else []


def _only_names(part: Sentence) -> bool:
    """Whether a part of a sentence only continues a list: and of the second, please."""
    words = zip(part.items, part.about, strict=True)
    return all(
        not item.place
        and (
            item.is_number
            or item.token.ordinal > 0
            or (about <= _POLITE and (about or not item.is_unknown))
        )
        for item, about in words
    )


def splits_of(sentence: Sentence, language: str) -> Iterator[list[Sentence]]:
    """The ways to part a sentence in two at a comma, a colon, "and" or "but".

    None parts the name of a place: "row 5, column 3" is one; or what a technique is
    described by. Nor a verb from what is asked for: "row 5 is full of holes, tell me,
    what can go there"; or what follows with "that", German "dass", from its verb.
    """
    texts = between_signs(sentence)
    techniques = set(techniques_of(sentence, language))
    for at in range(1, len(texts) if len(texts) <= _MOST_PARTS else 1):
        halves = [", ".join(texts[:at]), ", ".join(texts[at:])]
        first, second = (sentence_of(half, language) for half in halves)
        if all(map(_says_something, (first, second))):
            whole = len(first.places) + len(second.places) == len(sentence.places)
            if techniques:
                found = (techniques_of(half, language) for half in (first, second))
                whole &= techniques <= set().union(*found)
            begins = second.items[0].token.tags
            whole &= "that" not in begins or "subject" in begins
            if whole and not _OBJECT_FOLLOWS & frozenset().union(*first.about[-2:]):
                yield [first, second]


def _says_something(part: Sentence) -> bool:
    """Whether a part of a sentence is long enough to, or takes something back: undo."""
    return len(_WORD.findall(part.text)) >= _FEWEST_WORDS or "undo" in part.concepts


def between_signs(sentence: Sentence) -> list[str]:
    """The words of a sentence between commas, colons, "and" and "but"."""
    groups = _between_signs(sentence)
    return [" ".join(sentence.text_of(item) for item, _ in group) for group in groups]


def denies_its_place(sentence: Sentence) -> bool:
    """Whether a sentence denies something of its place, and not only of the rest.

    Not: fill in row 6, the rest not.
    """
    return any(
        "not" in about and ("rest" not in about or any(item.place for item, _ in group))
        for group in _between_signs(sentence)
        for about in [frozenset[str]().union(*(concepts for _, concepts in group))]
    )


def _between_signs(sentence: Sentence) -> list[list[tuple[Item, Concepts]]]:
    """The words of a sentence between these signs, each with what it is about."""
    groups: list[list[tuple[Item, Concepts]]] = [[]]
    for item, about in zip(sentence.items, sentence.about, strict=True):
        joins = not item.place and bool({"and", "but"} & item.token.tags)
        sign = item.token.text in _SIGNS
        if joins or sign:
            groups.append([])
        if not sign and (about or not joins):  # "then" tells more than "and"
            groups[-1].append((item, about))
    return [group for group in groups if group]
