"""The parts of the sentences of a letter, each read once, for what they do to digits.

Words of the table [taking] of each language count in them.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import dropwhile

from mailbot.talk.requests.scopes import cells_of, digits_of
from mailbot.talk.said import Sentence, parse, sentence_of
from mailbot.talk.thread.pointing import rewritten
from mailbot.talk.thread.turn import Turn
from mailbot.talk.wishes.words import Words, is_only_polite
from solver import Shape

ASKED = frozenset(
    {
        *("where", "why", "hint", "how", "check", "possible", "steps", "solution"),
        *("solve", "next", "ASKS"),
    }
)
"""What a part of a sentence speaks of that asks for something else."""

_SIGNS = ",:;-"
_LISTED = re.compile(r"^\d\s?\)\s?")
"""A number before a sentence of a list."""

_SHORT = 3
"""Words of a part of a sentence that adds nothing: just that one; all right then."""


@dataclass(frozen=True, slots=True)
class Part:
    """What stands between the signs of a sentence, with the "but" that joins it.

    Attributes:
        words: the part, as a sentence of its own.
        apart: whether a sign stands before it.
        said: what it speaks of, and ASKS if it asks.
        cells: those that it names.
        digits: those that it names.
    """

    words: Sentence
    apart: bool
    said: frozenset[str]
    cells: tuple[int, ...]
    digits: tuple[int, ...]

    @property
    def is_short(self) -> bool:
        """Whether it is too short to tell of anything else than the parts near it."""
        return len(self.words.items) <= _SHORT

    @property
    def leading(self) -> frozenset[str]:
        """What it speaks of before its first number, if it has one."""
        items, about = self.words.items, self.words.about
        at = next((n for n, i in enumerate(items) if i.token.number > 0), 0)
        tags = (item.token.tags for item in items[:at])
        return frozenset[str]().union(*tags, *about[:at])

    @property
    def names_nothing(self) -> bool:
        """Whether it names no digit, no cell and no house."""
        return not (self.digits or self.words.places)


def parted(words: Words, turn: Turn) -> list[tuple[Sentence, list[Part]]]:
    """The sentences of a letter about a puzzle, each with its parts."""
    said = parse(words.spoken, words.language).sentences
    return [(one, list(parts_of(one, words.language, turn.shape))) for one in said]


def parts_of(sentence: Sentence, language: str, shape: Shape) -> Iterator[Part]:
    """The parts of a sentence, without its number in a list: 1) ..."""
    groups: list[tuple[list[str], bool]] = [([], True)]
    for item in sentence.items:
        sign = item.token.text in _SIGNS
        joins = not item.place and bool({"and", "but"} & item.token.tags)
        if sign or joins:
            groups.append(([], sign or not groups[-1][0]))
        if not sign and not (joins and "but" not in item.token.tags):
            groups[-1][0].append(sentence.text_of(item))
    for texts, apart in groups:
        text = _LISTED.sub("", " ".join(texts))
        if text:
            words = sentence_of(text, language, "taking")
            cells, digits = cells_of(words.places, shape), digits_of(words, shape)
            yield Part(words, apart, said_of(words), cells, digits)


def said_of(part: Sentence) -> frozenset[str]:
    """What a sentence or a part of one speaks of, and whether it asks."""
    return part.concepts | part.tags | ({"ASKS"} if part.asks else set())


def with_left(words: Words, sentence: Sentence, left: Sequence[Part]) -> Words:
    """The words with some parts of a sentence left, without those that only say ok."""
    told = (part.words.text for part in dropwhile(_only_agrees, left))
    texts = (text for text in told if not is_only_polite(text))
    said = ", ".join(text.replace("' ", "'").rstrip(" .") for text in texts)
    return rewritten(words, sentence, said + "." * bool(said and said[-1] not in "?!"))


def _only_agrees(part: Part) -> bool:
    """Whether a part of a sentence only says: all right. Not so: yes or no."""
    return "yes" in part.said and not {"ASKS", "or"} & part.said and part.is_short
