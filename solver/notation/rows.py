"""One line as one row of a grid, in every way it can be read.

A line alone does not say how it is meant: ``|   |   |`` is two empty cells or six.
So each reading names its `kind`; only rows of one kind and length make a grid.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from solver.notation.symbols import is_mark, is_packed

_BARS = re.compile(r"[|#!]")
_FRAME_ONLY = re.compile(r"[\s|#!+=_*:.'`^~o-]*")
_SKIPPED_FRAME = re.compile(r"[|#!+=*:-]")
_LATEX_END = re.compile(r"(?<=\|[1-9 ]\|)\.$")
"""The full stop with which the LaTeX package sudoku ends each row."""
_LABEL = re.compile(
    r"\s*(?:(?:r|row|l|line|zeile|rad|wiersz)\s?)?(\d{1,3}|[A-Za-z])"
    r"(?:(?:[.)]|\s*[:|])(?=\s|\d|$)|(?=\s))\s?",
    re.IGNORECASE,
)
_MAX_WIDTH = 400
"""Characters; a row of 25 cells in a frame has about 150."""


@dataclass(frozen=True, slots=True)
class Row:
    """The marks of one row.

    ``kind`` tells how they were read. ``box_width`` is what bars or gaps say, else 0.
    ``label`` is the number of a row label taken off (A = 1), else 0.
    """

    kind: str
    marks: tuple[str, ...]
    box_width: int = 0
    label: int = 0


def read_rows(line: str) -> Iterator[Row]:
    """Every reading of a line as a row of 2 to 26 cells."""
    if len(line) > _MAX_WIDTH or not line.strip():
        if "\t" in line:
            yield from _read_fields(line, "\t")
        return
    yield from _read_plain(line)
    label = _LABEL.match(line)
    if label:
        name = label[1]
        number = int(name) if name.isdecimal() else ord(name.upper()) - 64
        for row in _read_plain(line[label.end() :]):
            yield Row("labelled " + row.kind, row.marks, row.box_width, number)


def is_rule(line: str) -> bool:
    """Whether a line is a part of a drawn frame, without cells."""
    return _FRAME_ONLY.fullmatch(line) is not None and bool(
        _SKIPPED_FRAME.search(line) or "___" in line
    )


def rule_style(line: str) -> str:
    """What a rule is drawn with: its strongest stroke, "" for a blank line."""
    return next((stroke for stroke in "=#*-_" if stroke in line), "")


def _read_plain(line: str) -> Iterator[Row]:
    if _BARS.search(line):
        yield from _read_bars(line)
    for separator in ",;\t":
        if separator in line:
            yield from _read_fields(line, separator)
            return
    parts = line.strip(" \"'").split()
    if all(map(is_mark, parts)):
        between = [group.split() for group in re.split(r"\s{2,}", line.strip())]
        yield _row("spaced", parts, _even_width(between))
    joined = "".join(parts)
    if len(joined) > len(parts) and is_packed(joined):
        yield _row("packed", joined, _even_width(parts))


def _row(kind: str, marks: Sequence[str], box_width: int = 0) -> Row:
    return Row(kind, tuple(marks), box_width if 1 < box_width < len(marks) else 0)


def _read_fields(line: str, separator: str) -> Iterator[Row]:
    """Fields between separators, empty for an empty cell."""
    fields = [field.strip(" \"'") for field in line.split(separator)]
    if not all(map(is_mark, fields)):
        return
    yield _row("fields", fields)
    if not fields[-1]:
        yield _row("ended fields", fields[:-1])


def _read_bars(line: str) -> Iterator[Row]:
    """Segments between bars: one cell each, or one box's cells each."""
    stripped = _LATEX_END.sub("", line.strip())
    framed = _BARS.match(stripped) and _BARS.match(stripped[-1])
    if framed and len(stripped) > 1:
        yield from _read_segments(stripped[1:-1], "framed")
    yield from _read_segments(line, "bars")


def _read_segments(inner: str, kind: str) -> Iterator[Row]:
    segments = _BARS.split(inner)
    whole = [segment.strip() for segment in segments]
    if all(map(is_mark, whole)):
        yield _row(f"{kind} of one", whole, _bar_width(_BARS.findall(inner)))
    boxes = [_split_segment(segment) for segment in segments]
    width = len(boxes[0])
    if width and all(len(box) == width for box in boxes):
        yield _row(f"{kind} of more", [m for box in boxes for m in box], width)
    yield from _read_columns(segments, kind)


def _split_segment(segment: str) -> Sequence[str]:
    parts = segment.split()
    if all(map(is_mark, parts)) and len(parts) > 1:
        return parts
    joined = "".join(parts)
    return joined if is_packed(joined) else parts if all(map(is_mark, parts)) else ()


def _read_columns(segments: Sequence[str], kind: str) -> Iterator[Row]:
    """Cells at even distances, where an empty cell shows nothing."""
    length = len(segments[0])
    if len({len(segment) for segment in segments}) > 1 or length < 2:
        return
    for stride in (1, 2, 3):
        width, margin = divmod(length, stride)
        if margin != min(stride - 1, 1) or width < 2:
            continue
        gaps = {s for segment in segments for s in segment[::stride]}
        if stride > 1 and gaps != {" "}:
            continue
        cells = [
            segment[margin + i * stride :][: max(1, stride - 1)].strip()
            for segment in segments
            for i in range(width)
        ]
        if all(map(is_mark, cells)):
            yield _row(f"{kind} by {stride}", cells, width)


def _bar_width(bars: Sequence[str]) -> int:
    """The distance of heavier bars within a row of lighter ones, else 0."""
    if len(set(bars)) != 2:
        return 0
    rarer = min(set(bars), key=bars.count)
    places = [i + 1 for i, bar in enumerate(bars) if bar == rarer]
    width = places[0]
    even = places == list(range(width, len(bars) + 1, width))
    return width if even and (len(bars) + 1) % width == 0 else 0


def _even_width(groups: Sequence[Sequence[str]]) -> int:
    widths = {len(group) for group in groups}
    return widths.pop() if len(widths) == 1 and len(groups) > 1 else 0
