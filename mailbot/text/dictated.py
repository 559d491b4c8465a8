"""Puzzles that were dictated: row one, blank, five, three, blank ...

In: a text. Out: its rows of cells as they were said, and where in the text they stand.
Telephones write what they hear as one long sentence. A row begins with the word for it
("row two", "second row", "next row"); what is no digit and no empty cell is passed
over. Nothing is guessed: where a row has too many cells or too few, or one is missing,
the person is asked to count again. The words of a language are in its `dictation.toml`.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from msgspec import Struct
from msgspec.structs import replace

from mailbot.language.folders import languages, read_table
from mailbot.language.folding import fold
from mailbot.model import Lack
from solver import Grid, shape_of

_FILE = "dictation.toml"
_SIZES = (4, 6, 9)
_FEWEST = 4
"""Words for a row in the shortest dictation."""

_LONGEST = 20_000
"""The longest text that is listened to, in characters."""

_WORD = re.compile(r"[^\W\d_]+|\d")
_BLANK_SIGNS = re.compile(r"(?<!\S)[._-](?!\S)")

Row = tuple[int, ...]

_Cell = tuple[int, int, int]
"""A digit, 0 for none, and where it was said: start and end."""


class Dictation(Struct, frozen=True):
    """Rows as they were dictated, 0 for an empty cell, and their place in the text."""

    rows: tuple[Row, ...]
    start: int
    end: int

    @property
    def size(self) -> int:
        """The cells of a row: the usual length of the rows, where that is a size."""
        lengths = Counter(len(row) for row in self.rows)
        usual = max(_SIZES, key=lambda size: (lengths[size], size))
        return usual if lengths[usual] * 2 > len(self.rows) else 0

    @property
    def lack(self) -> Lack | None:
        """Which row, or how many rows, the person should count again."""
        size = self.size
        for number, row in enumerate(self.rows, 1):
            if size and len(row) != size:
                return Lack(size, cells=len(row), row=number)
        if size and len(self.rows) != size:
            return Lack(size, rows=len(self.rows))
        return None

    @property
    def grid(self) -> Grid | None:
        """The puzzle; None if its rows do not make a square."""
        if not self.size or self.lack:
            return None
        cells = tuple(cell for row in self.rows for cell in row)
        fits = max(cells, default=0) <= self.size
        return Grid(shape_of(self.size), cells) if fits else None


class _Words(Struct, frozen=True):
    """The words of a language, folded: those for a row, for an empty cell, numbers.

    `several` are words for more than one empty cell: three blanks.
    """

    row: frozenset[str]
    empty: frozenset[str]
    several: frozenset[str]
    numbers: Mapping[str, int]
    ordinals: Mapping[str, int]


_Token = tuple[str, int, int]
"""A folded word or figure, and its place in the text."""


class _Spoken(Struct, frozen=True):
    """A row as it was said: each cell with its place in the text.

    `label` is its number as an ordinal, 0 for none. A number behind the word for a row
    may be its label or its first digit.
    """

    label: int
    start: int
    cells: tuple[_Cell, ...]


def find_dictation(text: str) -> Dictation | None:
    """The dictated puzzle of a text, whether its rows are whole or not.

    >>> said = "row one blank two three four row two three four blank two "
    >>> more = "row three two three four blank row four four blank two three"
    >>> find_dictation(said + more).rows[0]
    (0, 2, 3, 4)
    """
    if len(text) > _LONGEST or len(_row_words().findall(fold(text))) < _FEWEST:
        return None
    marked = _BLANK_SIGNS.sub("0", text)
    tokens = [(fold(m[0]), m.start(), m.end()) for m in _WORD.finditer(marked)]
    said = frozenset(word for word, _, _ in tokens)
    heard = (
        _listened(text, tokens, words, several=several)
        for words in _languages()
        if words.row & said and (words.empty | {"0"}) & said
        for several in (False, True)
    )
    found = [dictation for dictation in heard if dictation]
    return max(found, key=_wholeness, default=None)


def without_dictation(text: str) -> str:
    """A text without the puzzle that is dictated in it: the words to us remain."""
    found = find_dictation(text)
    if not found:
        return text
    return f"{text[: found.start].rstrip()}\n{text[found.end :].lstrip()}"


def _wholeness(dictation: Dictation) -> tuple[bool, int]:
    """How well a language fits: the puzzle is whole, and how many of its rows are."""
    size = dictation.size
    return dictation.grid is not None, sum(len(r) == size for r in dictation.rows)


def _listened(
    text: str, tokens: Sequence[_Token], words: _Words, *, several: bool
) -> Dictation | None:
    """The rows that are said with the words of a language; None if there are none.

    Args:
        text: the text.
        tokens: its words and figures.
        words: those of the language.
        several: whether a number before "blanks" counts these.
    """
    rows = list(_rows(tokens, words, several=several))
    kept: dict[int, _Spoken] = {}
    for place, row in enumerate(_without_labels(rows), 1):
        kept[row.label or place] = row  # said again, a row replaces the first one
    spoken = [row for _, row in sorted(kept.items()) if row.cells]
    if len(spoken) < _FEWEST:
        return None
    spoken[-1] = _ended(text, spoken[-1], len(spoken[0].cells))
    end = max(row.cells[-1][2] for row in spoken)
    digits = tuple(tuple(digit for digit, _, _ in row.cells) for row in spoken)
    found = Dictation(digits, rows[0].start, end)
    return found if _is_plausible(found) else None


def _is_plausible(found: Dictation) -> bool:
    """Whether rows are a puzzle, and no talk of rows: enough of them, some cells empty.

    A small puzzle has to be whole.
    """
    cells = [cell for row in found.rows for cell in row]
    enough = found.size == _SIZES[-1] and len(found.rows) >= found.size - 2
    whole = found.grid is not None
    return (whole or enough) and cells.count(0) * 4 >= len(cells)


def _rows(
    tokens: Sequence[_Token], words: _Words, *, several: bool
) -> Iterator[_Spoken]:
    """Each row: the word for it, and all digits and empty cells up to the next one."""
    marks = [n for n, (word, _, _) in enumerate(tokens) if word in words.row]
    for mark, following in zip(marks, [*marks[1:], len(tokens)], strict=True):
        behind = tokens[mark + 1 : following]
        before = tokens[mark - 1 : mark] if mark else []
        beside = [t for t in (*before, *behind[:1]) if t[0] in words.ordinals]
        label = words.ordinals[beside[0][0]] if beside else 0
        start = min(t[1] for t in (tokens[mark], *beside))
        yield _Spoken(label, start, tuple(_cells(behind, words, several=several)))


def _cells(
    tokens: Sequence[_Token], words: _Words, *, several: bool
) -> Iterator[_Cell]:
    """The digits and empty cells among words; other words are passed over."""
    known = {**dict.fromkeys(words.empty | words.several, 0), **words.numbers}
    for number, (word, start, end) in enumerate(tokens):
        digit = int(word) if word.isdecimal() else known.get(word)
        following = tokens[number + 1][0] if number + 1 < len(tokens) else ""
        if digit and several and following in words.several:
            yield from [(0, start, end)] * (digit - 1)  # the word itself is the last
        elif digit is not None:
            yield digit, start, end


def _ended(text: str, row: _Spoken, size: int) -> _Spoken:
    """The last row without numbers of what is said behind it: one hint, please."""
    for number, (_, start, _) in enumerate(row.cells[size:], size):
        between = text[row.cells[number - 1][2] : start]
        if number and re.search(r"[^\W\d_]|\n", between):
            return replace(row, cells=row.cells[:number])
    return row


def _without_labels(rows: Sequence[_Spoken]) -> list[_Spoken]:
    """The rows without their numbers, if nearly all begin with their own: row 1, ...

    A row that is said again bears a number from before.
    """
    firsts = [row.cells[0][0] if row.cells else 0 for row in rows]
    plain = [place for place, row in enumerate(rows) if not row.label]
    counted = [place for place in plain if firsts[place] == place + 1]
    if len(counted) * 4 < len(plain) * 3 or not counted:
        return list(rows)
    return [
        replace(row, label=first, cells=row.cells[1:])
        if not row.label and 0 < first <= place + 1
        else row
        for place, (row, first) in enumerate(zip(rows, firsts, strict=True))
    ]


@cache
def _row_words() -> re.Pattern[str]:
    """Finds the words for a row of all languages in a folded text."""
    listed = sorted({word for words in _languages() for word in words.row})
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, listed))})\b")


@cache
def _languages() -> tuple[_Words, ...]:
    """The words of every language that has a file of them."""
    listed = (read_table(code, _FILE) for code in languages())
    return tuple(_words(words) for words in listed if words)


def _words(listed: Mapping[str, Sequence[str] | Sequence[Sequence[str]]]) -> _Words:
    def plain(name: str) -> frozenset[str]:
        return frozenset(fold(str(word)) for word in listed[name])

    def counted(name: str) -> Mapping[str, int]:
        rows = enumerate(listed[name], 1)
        return {fold(word): value for value, words in rows for word in words}

    return _Words(
        row=plain("row"),
        empty=plain("empty"),
        several=plain("several"),
        numbers=counted("numbers"),
        ordinals=counted("ordinals"),
    )
