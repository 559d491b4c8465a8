"""What a person said, parsed once: sentences with their places, digits and concepts.

    said = parse("Which squares of row 3 can take a 7?", "en")

Everything that is read out of words takes a `Said`; nothing reads the text again.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from itertools import islice, pairwise

from mailbot.language.concepts import Concepts, thesaurus_of
from mailbot.language.folders import strings_by_language
from mailbot.language.folding import fold
from mailbot.language.lexicon import lexicon_of
from mailbot.talk.cells.clauses import Item, clauses_of
from mailbot.talk.places.place import Place

_TIMES = re.compile(r"(?<=\d)(\s?)[\u00d7*](?=\s?\d)")
"""A sign for times between two numbers, which is said like an x."""

_WRAPPED = re.compile(r"(?<=[^\n]{60})\n(?=\S)")
"""The end of a line that a mail program wrapped."""

_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\n+|(?<=[.!?;])$")
_ORDINAL = re.compile(r"(?:^|\s)\d{1,2}\.$")
"""A number with a full stop, which ends no sentence before a place: 3. Zeile."""

_ABBREVIATED = re.compile(r"(?:^|[\s(])[^\W\d_]{1,4}\.$")
"""A short word with a full stop, which ends none before a number: Nr. 2, Sp. 4."""

_INITIAL = re.compile(r"(?:^|\s)[A-Z]\.$")
_PLACES = frozenset({"row", "column", "box", "cell", "puzzle", "month", "digit"})

_EDGES = frozenset({"top", "bottom"})
_REMAINING = frozenset({"rest"})
"""What "left" is about, but not behind these: the top left."""

_MOST_SENTENCES = 40


@dataclass(frozen=True)
class Sentence:
    """One sentence, or a part of one between its signs.

    Attributes:
        text: as it was written.
        folded: the same without accents and case.
        items: its words and places, in order.
        about: what each of these is about.
        asks: whether it ends with a question mark.
    """

    text: str
    folded: str
    items: tuple[Item, ...]
    about: tuple[Concepts, ...]
    asks: bool

    def text_of(self, item: Item) -> str:
        """The words of an item; those of a place are all that it takes."""
        at = self.items.index(item)
        end = self.items[at + 1].token.start if at + 1 < len(self.items) else None
        return self.folded[item.token.start : end].strip()

    @cached_property
    def concepts(self) -> Concepts:
        """All that its words are about which name no place."""
        pairs = zip(self.items, self.about, strict=True)
        return frozenset[str]().union(*(a for i, a in pairs if not i.place))

    @cached_property
    def tags(self) -> frozenset[str]:
        """The kinds of its words that name no place."""
        return frozenset[str]().union(
            *(i.token.tags for i in self.items if not i.place)
        )

    @property
    def asks_yes_or_no(self) -> bool:
        """Whether yes or no is enough: yes or no? If it is right, only say yes."""
        alone = {"only", "tell"} <= self.concepts
        return {"yes", "no"} <= self.tags and ("or" in self.tags or alone)

    @property
    def places(self) -> tuple[Place, ...]:
        """The cells and houses that it names."""
        return tuple(item.place for item in self.items if item.place)


@dataclass(frozen=True, slots=True)
class Said:
    """The words of a letter, in one language, by sentences."""

    text: str
    language: str
    sentences: tuple[Sentence, ...]


@lru_cache(maxsize=16)  # several rooms ask for the same words
def parse(text: str, language: str) -> Said:
    """What was said, sentence by sentence."""
    parts = list(_parts(_WRAPPED.sub(" ", text), language))[:_MOST_SENTENCES]
    return Said(text, language, tuple(sentence_of(p, language) for p in parts))


@lru_cache(maxsize=64)  # a sentence is parted in several ways
def sentence_of(text: str, language: str, table: str = "") -> Sentence:
    """One sentence or a part of one; `table` as in `lexicon_of`."""
    folded = _TIMES.sub(r"\1x", fold(text))
    items = tuple(
        item
        for clause in clauses_of(folded, lexicon_of(language, table))
        for item in clause
    )
    words = list(_with_elided(items))
    found = iter(thesaurus_of(language).read([w for parts in words for w in parts]))
    told = (len(parts) - parts.count("-") for parts in words)  # `read` leaves them out
    read = [frozenset[str]().union(*islice(found, count)) for count in told]
    near = pairwise([frozenset[str](), *(item.token.tags for item in items)])
    corners = ("left" in tags and bool(_EDGES & before) for before, tags in near)
    pairs = zip(read, corners, strict=True)
    about = [a - _REMAINING if corner else a for a, corner in pairs]
    return Sentence(text, folded, items, tuple(about), "?" in text)


def speaks(sentence: Sentence, language: str) -> bool:
    """Whether a sentence is about the writer, or what they see."""
    words = {item.token.text for item in sentence.items}
    return bool(words & _speaker_words(language)) or "seeing" in sentence.tags


@cache
def _speaker_words(language: str) -> frozenset[str]:
    listed = strings_by_language("puzzles", "speaker")
    return frozenset(fold(word) for code, word in listed if code == language)


def _with_elided(items: Sequence[Item]) -> Iterator[list[str]]:
    """The words of each item; an elided one counts with that behind it: c'était.

    Not so: Italian "un po' più".
    """
    held = ""
    for item, behind in zip(items, [*items[1:], None], strict=False):
        first, *others = item.token.text.split()
        joined = [held + first, *others]
        near = behind and behind.token.start == item.token.end
        held = joined.pop() if near and joined[-1].endswith("'") else ""
        yield joined


def _parts(text: str, language: str) -> Iterator[str]:
    """The sentences of a text; the stop of an abbreviation or a number ends none."""
    held, cased = "", not text.islower()
    for part in filter(None, map(str.strip, _SENTENCE.split(text))):
        if held and not _goes_on(held, part, language, cased=cased):
            yield held
            held = ""
        held = f"{held} {part}".strip()
    if held:
        yield held


def _goes_on(before: str, part: str, language: str, *, cased: bool) -> bool:
    """Whether the stop that the words before end in is none of a sentence.

    Args:
        before: the words before it.
        part: those behind it.
        language: theirs.
        cased: whether sentences begin with large letters.
    """
    if _ORDINAL.search(before):
        counted = _names_a_place(before.split()[-2:-1], language)  # column 8. is it?
        small = cased and part[0].islower() and not counted
        return small or _names_a_place([part], language)
    if _ABBREVIATED.search(before) and part[0].isdecimal():
        return True
    return bool(_INITIAL.search(before))


def _names_a_place(words: Sequence[str], language: str) -> bool:
    """Whether the first of some words names a kind of place."""
    tokens = lexicon_of(language).read(fold(" ".join(words)))
    return bool(tokens and _PLACES & tokens[0].tags)
