"""Grids on one line, or on one line that a mail program wrapped.

Such a line holds all N*N cells in a row, or N groups of N with the same sign between
them, or N*N marks with separators.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby, pairwise

from solver.grid import SYMBOLS, Cells, Grid, Shape, shape_of
from solver.notation.symbols import NATURAL_SIZES, decode, is_mark, is_packed, spell
from solver.notation.text import FoundGrid, TextLine, join_lines

_CELL = "0-9A-Za-z._*?~-"
_WORD = re.compile(rf"[{_CELL}]+")
_SIZE_OF = {size * size: size for size in NATURAL_SIZES}
_USUAL_SIGNS = {
    n: f".{SYMBOLS[:n]}{'0' if n == 9 else ''}".encode() for n in NATURAL_SIZES
}
"""By size, the signs that mean the same in every file. In hexadecimal, 0 is a digit."""
_ZERO, _POINT = b"0."
_USUAL_DIGITS = bytes(SYMBOLS.find(chr(code)) + 1 for code in range(256))
"""By character code, the digit in the usual symbols."""
_SEPARATED = re.compile(r"[\s,;]+")
_SIGNS = frozenset("+/,;:|")
"""What stands between rows on one line, if it is more than a blank."""
_SHORTEST_SPACED = 8
"""Shorter rows with a sign and a blank between them are soon a list of years."""
_MIN_GIVENS = 3
"""Fewer, and 16 or 36 signs are a rule or a number rather than a small puzzle."""


def find_lines(lines: Sequence[TextLine], shape: Shape | None) -> Iterator[FoundGrid]:
    """Every grid that stands on one line."""
    smallest = shape.cells if shape else NATURAL_SIZES[0] ** 2
    for line in lines:
        if len(line.text) >= smallest:
            yield from _read_words(line, shape)
            yield from _read_groups(line, shape)
            yield from _read_marks([line], shape)


def read_bare(text: str, shape: Shape | None) -> Grid | None:
    """The grid of a text that is one line of usual symbols: fast, for long files."""
    signs = text.strip().encode(errors="replace")
    size = _SIZE_OF.get(len(signs))
    if not size or (shape and shape.size != size):
        return None
    if signs.translate(None, _USUAL_SIGNS[size]):
        return None  # others are among them
    if size == 9 and _ZERO in signs and _POINT in signs:
        return None  # 0 may be a digit: some programs count from 0
    digits = tuple(signs.translate(_USUAL_DIGITS))
    if shape is None and not _is_likely(digits, size):
        return None
    return Grid.trusted(shape or shape_of(size), digits)


def find_wrapped(lines: Sequence[TextLine], shape: Shape | None) -> Iterator[FoundGrid]:
    """Every grid on one line that was broken, between two rows or at a fixed length."""
    for (_, is_blank), group in groupby(
        lines, key=lambda line: (line.depth, not line.text.strip())
    ):
        if not is_blank:
            yield from _read_wrapped_groups(list(group), shape)
    paragraph: list[TextLine] = []
    for line in lines:
        if paragraph and not _continues(paragraph, line):
            yield from _read_paragraph(paragraph, shape)
            paragraph = []
        if line.text.strip():
            paragraph.append(line)
    yield from _read_paragraph(paragraph, shape)


def _sizes(shape: Shape | None) -> tuple[int, ...]:
    """The sizes that a grid may have."""
    return (shape.size,) if shape else NATURAL_SIZES


def _read_wrapped_groups(
    lines: Sequence[TextLine], shape: Shape | None
) -> Iterator[FoundGrid]:
    """The grids of N rows on fewer lines; N+1 such words are a list of numbers."""
    text, places = join_lines(lines)
    words = _WORD.finditer(text)
    for size, group in groupby(words, lambda m: len(m[0]) * is_packed(m[0])):
        if size < _SHORTEST_SPACED or size not in _sizes(shape):
            continue
        rows = list(group)
        gaps = [text[row.end() : after.start()] for row, after in pairwise(rows)]
        signs = {gap.strip() for gap in gaps}
        breaks = sum(gap.count("\n") for gap in gaps)
        if 0 < 2 * breaks < size and len(signs) == 1 and signs <= _SIGNS | {""}:
            place = places[rows[0].start()], places[rows[-1].end()]
            cells = "".join(row[0] for row in rows)
            yield from _accept(cells, shape, place, "groups")


def _continues(paragraph: Sequence[TextLine], line: TextLine) -> bool:
    full = len(paragraph[0].text.strip())
    return (
        line.depth == paragraph[0].depth
        and len(paragraph[-1].text.strip()) == full
        and 0 < len(line.text.strip()) <= full
    )


def _read_paragraph(
    paragraph: Sequence[TextLine], shape: Shape | None
) -> Iterator[FoundGrid]:
    if len(paragraph) < 2:
        return
    words = [line.text.strip() for line in paragraph]
    place = (paragraph[0].start, paragraph[-1].end)
    if all(_WORD.fullmatch(word) for word in words):
        yield from _accept("".join(words), shape, place, "wrapped")
    yield from _read_marks(paragraph, shape)


def _read_words(line: TextLine, shape: Shape | None) -> Iterator[FoundGrid]:
    for word in _WORD.finditer(line.text):
        cells = word[0]
        if cells[-1] == "." and len(cells) - 1 in {n * n for n in _sizes(shape)}:
            cells = cells[:-1]  # the full stop of a sentence
        place = line.kept[word.start()], line.kept[word.start() + len(cells)]
        yield from _accept(cells, shape, place, "line")


def _read_groups(line: TextLine, shape: Shape | None) -> Iterator[FoundGrid]:
    for size in _sizes(shape):
        if len(line.text) < size * size + size - 1:
            return
        for match in _groups(size).finditer(line.text):
            cells = match[0].replace("\\n", "").replace(match["sign"], "")
            place = line.kept[match.start()], line.kept[match.end()]
            yield from _accept(cells, shape, place, "groups")


@lru_cache
def _groups(size: int) -> re.Pattern[str]:
    # a line break may stand as it does in program text, backslash and n
    row = rf"[{_CELL}]{{{size}}}"
    blank = " ?" if size >= _SHORTEST_SPACED else ""
    return re.compile(
        rf"(?<![{_CELL}]){row}(?P<sign>[+/,;:|]{blank}| |\\n)(?:\\n)*"
        rf"(?:{row}(?P=sign)(?:\\n)*){{{size - 2}}}{row}(?![{_CELL}])"
    )


def _read_marks(lines: Sequence[TextLine], shape: Shape | None) -> Iterator[FoundGrid]:
    marks = [m for line in lines for m in _SEPARATED.split(line.text.strip(" ,;"))]
    if len(marks) in {n * n for n in _sizes(shape)} and all(map(is_mark, marks)):
        place = (lines[0].start, lines[-1].end)
        yield from _accept(marks, shape, place, "marks")


def _accept(
    marks: Sequence[str], shape: Shape | None, place: tuple[int, int], kind: str
) -> Iterator[FoundGrid]:
    size = round(len(marks) ** 0.5)
    if size not in _sizes(shape) or size * size != len(marks):
        return
    digits = decode(marks, size)
    if digits is None or (shape is None and not _is_likely(digits, size)):
        return
    if any(digits) or {*marks} <= {".", "0"}:  # other blank signs alone are a rule
        grid = Grid(shape or shape_of(size), digits)
        yield FoundGrid(grid, *place, kind, spell(marks, digits, size))


def _is_likely(digits: Cells, size: int) -> bool:
    """Whether digits on one line are a puzzle and not a number: always from 9x9 on."""
    if size >= 9:
        return True
    if 0 in digits:
        return size * size - digits.count(0) >= _MIN_GIVENS
    rows = [digits[i : i + size] for i in range(0, size * size, size)]
    return all(len(set(row)) == size for row in rows)
