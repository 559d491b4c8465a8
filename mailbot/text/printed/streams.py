"""Grids whose rows are not lines: lists on one line or wrapped, and one cell a line.

A list is what stands between an outermost bracket and its end, or a paragraph; only the
number of its cells tells the rows. One cell a line is a run of lines that differ in
nothing but the cell, as `[3] => 5`, `- 5` or `5, column 3`. A group is what stands
between two brackets, in a paragraph or on a line: as many alike are rows, with or
without a name in front of each cell.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from string import ascii_letters, digits

from mailbot.text.printed.squares import SIDES, Row, Table, cut

_NUMBERED = ((90, 10), (100, 10), (272, 17), (289, 17))
"""Cells and width of lists in which rows are numbered, and columns perhaps as well."""
_SHORTEST, _LONGEST, _DEEPEST = 24, 30_000, 8
"""Characters of a list: 16 cells, 625 of 40 characters; how many lists it is within."""

_PARAGRAPH = re.compile(r"\n\s*\n|(?<=9 9)\s?[⍴$]")
"""Between paragraphs, or between the shape of a grid and its cells."""

_BRACKET = re.compile(r"[\[\](){}]")
_EMPTY = re.compile(r"\[\s*\]|\(\s*\)|\{\s*\}|(?<![\w.=])(?:\"\s*\"|'\s*')")
_LAST_COMMA = re.compile(r",\s{0,9}\n\s{0,40}(?=[\])}])")
_BETWEEN_ROWS = re.compile(r"(?<=[\])}])[\s,;|&]{0,40}(?=[\[({])")
_BRACKETS = re.compile(r"[\[\](){}\"']+")
_SOLID = re.compile(r"[(\[{\"']([ \d]{36,256})[)\]}\"']")
"""A string in which each character is a cell."""
_PARTED = re.compile(r"(?<![^={\s])(?:\d[.;\\]){80}\d(?![^}\s])")
"""Digits that are parted by one sign each, as arrays of Excel are in some languages."""
_MARKED = re.compile(r"[.\d*-]{729}")
_MOST_TRAILING, _LONGEST_LIST = 3, 625
_NAME = re.compile(r"[\w#@'.]{1,24}(?=[\[({])")
"""What names a list or wraps a cell: `Vector(`, `Some(`, `#(`."""
_INDEX = re.compile(r"^[ \t]{0,9}\[ {0,3}\d{1,4}(?:, ?)?\](?:=>)?\s", re.MULTILINE)
_HEAD = re.compile(r"^[^:\n]{1,40}:\s", re.MULTILINE)
_COUNTED = re.compile(r"\(*\[?[\"']?(\d{1,3})[\"']?\]?(?:=>|[:=])(.*)")
_FIRST = re.compile(r"([\w.-]{1,14}?)[.,:;]?\s+(\D.{2,120})")
_NUMBER = re.compile(r"[1-9]\d{0,24}")
_WORD = re.compile(r"[\"']([\w.*?#-]{4,25})(?:\\n)?[\"']")
_NO_CELL = "\u2205"
_SPLITS = (re.compile(r"[,;]"), re.compile(r"[\s,;|&]+"), re.compile(r"[,;|&\n]"))

_CELL_SIGNS = frozenset(digits + ascii_letters + "_.+*?#\\-")
_AFTER_CELL = " \t,;)]}|&"
_LONGEST_CELL, _LONGEST_LINE = 14, 200
_DIGITS = re.compile(r"\d+")
_LEAD = re.compile(r"^(?:[*-](?:\s+|$))+")
"""Signs of an item, or of several one within another."""

_INNERMOST = re.compile(r"[\[({]([^\[\](){}]{7,1500})[\])}]")
_QUOTED = re.compile(r"[\"']([^\"'\n]{7,200})[\"']")
_KEYED = re.compile(
    r"\s*[\"']?([\w.-]{1,12})[\"']?(?:\s*(?:=>|[:=])|\s|$)\s*(.*)", re.DOTALL
)
_FEWEST_GROUPS, _MOST_CELLS = 4, 60

_USUAL, _CELLS, _MOST_BESIDE = 9, 81, 90
"""Rows and cells of a grid, and how often more the word for a cell may stand."""
_MARK = re.compile(r"[A-Za-z][A-Za-z-]+")
_ALONE = re.compile(r"(?<![\w.])\d{1,2}(?![\w.])")


def find_lists(lines: Sequence[str]) -> Iterator[Table]:
    """Every list of N*N cells, as N rows; of N*(N+1) cells, if rows are numbered."""
    seen: set[str] = set()
    for part in _parts("\n".join(lines)):
        if part in seen or sum(map(str.isdigit, part[:_LONGEST])) < 4:
            continue
        seen.add(part)
        yield from _strings(part)
        yield from _split(part)
        count = part.count("\n") + 1
        if count >= _FEWEST_GROUPS and len(_HEAD.findall(part)) == count:
            yield from _split(_HEAD.sub(" ", part))


def _strings(part: str) -> Iterator[Table]:
    """Strings of one character a cell, or of nine: the candidate 1 or a dot, 2 ..."""
    for solid in _SOLID.findall(part):
        if len(solid) in SIDES:
            yield cut(list(solid), SIDES[len(solid)])
    for spelled in _PARTED.findall(part):
        yield cut(spelled[::2], _USUAL)
    bare = "".join(part.split())
    if _MARKED.fullmatch(bare):
        marks = (bare[i : i + 9] for i in range(0, 729, 9))
        if all(c in f"{i % 9 + 1}.0*-" for i, c in enumerate(bare)):
            yield cut(["".join(re.findall("[1-9]", cell)) for cell in marks], 9)


def _parts(text: str) -> Iterator[str]:
    """The paragraphs of a text, their lines, and what stands between brackets."""
    for paragraph in _PARAGRAPH.split(text):
        if len(paragraph) <= _LONGEST:
            yield paragraph
            yield from paragraph.split("\n")
    starts: list[int] = []
    for bracket in _BRACKET.finditer(text):
        if bracket[0] in "[({":
            starts.append(bracket.start())
        elif starts:
            start, length = starts[-1], bracket.end() - starts.pop()
            if _SHORTEST < length <= _LONGEST and len(starts) < _DEEPEST:
                yield text[start : bracket.end()]


def _split(part: str) -> Iterator[Table]:
    part = _LAST_COMMA.sub("", part)
    plain = _BETWEEN_ROWS.sub(",", _EMPTY.sub(f" {_NO_CELL} ", _INDEX.sub(" ", part)))
    bare = _BRACKETS.sub(" ", plain)
    unnamed = _BRACKETS.sub(" ", _NAME.sub("", plain))
    for split in _SPLITS:
        for text in dict.fromkeys((plain, bare, unnamed)):
            cells = [one.strip(" \t\n[](){}|\\") for one in split.split(text)]
            yield from _rows([_trim(cell) for cell in cells])
            if cells and not cells[0]:
                yield from _rows([_trim(cell) for cell in cells[1:]])


def _trim(cell: str) -> str:
    return "" if cell == _NO_CELL else cell


def _rows(cells: Sequence[str]) -> Iterator[Table]:
    """Cells as N rows of N; the last separators may stand before no cell.

    N words of N characters are rows, too. Numbers before the cells that only count them
    are left out.
    """
    counted = [_COUNTED.fullmatch(cell) for cell in cells[:_LONGEST_LIST]]
    numbers = [int(one[1]) for one in counted if one]
    if numbers and numbers == list(range(numbers[0], numbers[0] + len(cells))):
        cells = [one[2].strip("\"' ") for one in counted if one]
    words = [cell for cell in cells if cell]
    if all(map(_NUMBER.fullmatch, words)):  # zeros in front of them are lost
        longest = max(map(len, words), default=0)
        words = [word.zfill(longest) for word in words]
    if len(words) in SIDES.values() and {*map(len, words)} == {len(words)}:
        yield [tuple(word) for word in words]
    last = max((i for i, cell in enumerate(cells, 1) if cell), default=0)
    for count, width in (*SIDES.items(), *_NUMBERED):
        if last <= count <= len(cells) and len(cells) - count <= _MOST_TRAILING:
            yield cut(cells[:count], width)


def find_columns_of_cells(lines: Sequence[str]) -> Iterator[Table]:
    """Every run of lines that hold a cell each and are otherwise the same."""
    framed: dict[str, list[tuple[str, str]]] = {}
    items = [list(_items_of(line.strip())) for line in lines]
    counted = Counter(frame for item in items for _, _, frame in item)
    frames = [{frame for _, _, frame in item if frame} for item in items]
    # Beside frames of lines, those of the cells of a whole grid.
    beside = {
        name: {n for n in named if counted[n] in SIDES}
        for named in frames
        for name in named
    }
    for line, item in zip(lines, items, strict=True):
        whole = _form(line[:_LONGEST_LINE])
        # Its cell shows nothing, unless its last word is a cell of a whole grid.
        is_cell = any(frame in beside.get(whole, ()) for _, _, frame in item)
        is_empty = counted[whole] >= _FEWEST_GROUPS and not is_cell
        for front, cell, frame in [(line, "", whole)] if is_empty else item:
            framed.setdefault(frame, []).append((front, cell))
    for frame, found_all in framed.items():
        if frame and not _counts_rows_first(found_all):
            yield from _rows([cell for _, cell in found_all])
    for is_cell, group in groupby(
        lines, key=lambda line: len(line.strip()) <= 4 and len(line.split()) < 2
    ):
        if is_cell:
            yield from _padded([line.strip() for line in group])


def find_groups(lines: Sequence[str]) -> Iterator[Table]:
    """Every run of groups of as many cells: lists, paragraphs or lines."""
    text = "\n".join(lines)
    for groups, sign in (
        (_INNERMOST.findall(text), r"[,;|]"),
        (_INNERMOST.findall(text), r"\s+"),
        (_QUOTED.findall(text), r"[\s,;|]+"),
        (_PARAGRAPH.split(text), r"\n"),
        (lines, r"[,;\t]"),
        ([",".join(word) for word in _WORD.findall(text)], ","),
    ):
        by_count: dict[int, list[Row]] = {}
        for group in groups:
            row = tuple(cell.strip() for cell in re.split(sign, group.rstrip(" ,;\n")))
            if _FEWEST_GROUPS <= len(row) <= _MOST_CELLS:
                by_count.setdefault(len(row), []).append(row)
        for rows in by_count.values():
            if len(rows) >= _FEWEST_GROUPS:
                yield rows
                yield from _without_keys(rows)


def _without_keys(rows: Sequence[Row]) -> Iterator[Table]:
    """The rows without the names of their cells, if all rows name them alike."""
    split = [[_KEYED.fullmatch(cell) for cell in row] for row in rows]
    keyed = [[cell for cell in row if cell] for row in split]
    keys = [[cell[1] for cell in row] for row in keyed]
    if len(keys[0]) == len(rows[0]) == len({*keys[0]}) and all(
        one == keys[0] for one in keys
    ):
        yield [tuple(cell[2] for cell in row) for row in keyed]


def _counts_rows_first(lines: Sequence[tuple[str, str]]) -> bool:
    """Whether of several numbers in front of the cells the last one changes slowly."""
    numbers = [_DIGITS.findall(front) for front, _ in lines]
    if len({*map(len, numbers)}) > 1:
        return False
    counts = [one[:2] for one in zip(*numbers, strict=True) if len({*one}) > 1]
    return len(counts) > 1 and counts[-1][0] == counts[-1][-1]


def _items_of(line: str) -> Iterator[tuple[str, str, str]]:
    """What stands beside the cell of a line, the cell, and the form of the former.

    The cell is the last word of the line or the first one. Where rows are counted, only
    the first line of each row tells the number, so that only what is next to the cell
    is the same for all.
    """
    if not line or len(line) > _LONGEST_LINE:
        return
    bare = _LEAD.sub("", line)
    lead = line if bare == line else f"- {bare}"
    last = _cell_of(lead) if bare else ("-", "")
    if last:
        words = _form(last[0]).split()
        yield from ((*last, frame) for frame in {" ".join(words), *words[-1:]})
    first = _FIRST.fullmatch(line)
    if first:
        words = _form(first[2]).split()
        for frame in {" ".join(words), words[0]}:
            yield first[2], first[1], f"* {frame}"


def _form(line: str) -> str:
    """A line without its numbers.

    >>> _form("c12 |  5")
    'c# | #'
    """
    return " ".join(_DIGITS.sub("#", line).split())


def _cell_of(line: str) -> tuple[str, str] | None:
    """What a line has in front of its last word, and that word; None if it is long."""
    bare = line.rstrip(_AFTER_CELL)
    quote = bare[-1:] if bare[-1:] in ("'", '"') else ""
    bare = bare.removesuffix(quote) if quote else bare
    start = len(bare)
    while start and bare[start - 1] in _CELL_SIGNS:
        start -= 1
    if not line or len(bare) - start > _LONGEST_CELL:
        return None
    return bare[:start].removesuffix(quote), bare[start:]


def _padded(cells: Sequence[str]) -> Iterator[Table]:
    """Cells on lines of their own; how many empty ones come first is not known."""
    while cells and not cells[-1]:
        cells = cells[:-1]
    lead = next((i for i, cell in enumerate(cells) if cell), len(cells))
    bare, count = cells[lead:], 81
    if not count - 20 <= len(bare) <= count or "" not in {*bare, *cells[:1]}:
        yield from _rows([cell for cell in bare if cell])
        return
    for first in range(count - len(bare) + 1):
        yield cut([*[""] * first, *bare, *[""] * (count - len(bare) - first)], 9)


def find_marked(text: str) -> Iterator[Table]:
    """Cells that one word marks, of whatever else they consist: `Cell 1 [Str "5"]`.

    The word stands before each cell or behind it. The digit is the number that not all
    of them hold.
    """
    places: dict[str, list[tuple[int, int]]] = {}
    for word in _MARK.finditer(text):
        places.setdefault(word[0], []).append(word.span())
    seen = set[tuple[str, ...]]()
    for spans in places.values():
        count = len(spans)
        if not _CELLS <= count <= _CELLS + _MOST_BESIDE:
            continue
        starts, ends = zip(*spans, strict=True)
        parts = zip((0, *ends), (*starts, len(text)), strict=True)
        pieces = [text[a:b] for a, b in parts]
        for first in {0, 1, count - _CELLS, count - _CELLS + 1}:
            cells = tuple(_varying(pieces[first : first + _CELLS]))
            if cells and cells not in seen:
                seen.add(cells)
                yield cut(cells, _USUAL)


def _varying(pieces: Sequence[str]) -> Sequence[str]:
    """The number of each piece that not all hold; nothing where one holds several."""
    *others, last = pieces
    longest = max(map(len, others))
    found = [Counter(_ALONE.findall(one)) for one in (*others, last[:longest])]
    common = found[0]
    for numbers in found:
        common = common & numbers
    left = [[*(numbers - common).elements()] for numbers in found]
    return [*map("".join, left)] if max(map(len, left)) == 1 else ()
