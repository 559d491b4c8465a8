"""Grids that stand in a text row by row.

Lines that can be read as rows of the same kind and length, with nothing but rules
and blank lines between them, make a run; N rows of N cells are a grid.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from solver.grid import Grid, Shape, shape_of
from solver.notation.rows import Row, is_rule, read_rows, rule_style
from solver.notation.symbols import NATURAL_SIZES, decode, spell
from solver.notation.text import FoundGrid, TextLine

_MAX_BLANK_LINES = 3
_DASHES = {"-", "_"}


@dataclass(slots=True)
class Run:
    """Rows of one kind and length, in order.

    ``rules[i]`` holds the styles of the rules in front of row i.
    """

    kind: str
    length: int
    rows: list[Row] = field(default_factory=list)
    lines: list[TextLine] = field(default_factory=list)
    rules: list[set[str]] = field(default_factory=list)
    skipped: set[str] = field(default_factory=set)
    blanks: int = 0

    def add(self, row: Row, line: TextLine) -> None:
        """Append a row, with the rules seen since the last one."""
        self.rows.append(row)
        self.lines.append(line)
        self.rules.append(self.skipped)
        self.skipped = set()
        self.blanks = 0

    def skip(self, line: TextLine) -> bool:
        """Pass over a rule or a blank line; False where the run ends."""
        if not line.text.strip():
            self.blanks += 1
            self.skipped.add("")
            return self.blanks <= _MAX_BLANK_LINES
        if not is_rule(line.text):
            return False
        self.skipped.add(rule_style(line.text))
        return True


def find_blocks(lines: Iterable[TextLine], shape: Shape | None) -> Iterator[FoundGrid]:
    """Every grid of N rows on N lines, in all its readings."""
    # The longest first: a row with an empty cell may end a run of full rows.
    for run in sorted(find_runs(lines), key=lambda run: -len(run.rows)):
        yield from _read_run(_without_labels(_without_rules(run)), shape)


def find_runs(lines: Iterable[TextLine]) -> Iterator[Run]:
    """The longest runs of rows of each kind and length."""
    live: dict[tuple[str, int], Run] = {}
    depth = 0
    for line in lines:
        if line.depth != depth:
            yield from live.values()
            live, depth = {}, line.depth
        rows = {(r.kind, len(r.marks)): r for r in read_rows(line.text)}
        for key, row in rows.items():
            live.setdefault(key, Run(*key)).add(row, line)
        for key in [k for k in live if k not in rows]:
            if not live[key].skip(line):
                yield live.pop(key)
    yield from live.values()


def _read_run(run: Run, shape: Shape | None) -> Iterator[FoundGrid]:
    size = run.length
    if (size not in NATURAL_SIZES) if shape is None else (size != shape.size):
        return
    for first in _first_rows(run):
        part = slice(first, first + size)
        rows, lines = run.rows[part], run.lines[part]
        labels = [row.label for row in rows]
        if labels[0] and labels != list(range(labels[0], labels[0] + size)):
            continue
        marks = [mark for row in rows for mark in row.marks]
        digits = decode(marks, size)
        if digits is not None:
            drawn = shape or drawn_shape(size, rows, run.rules[part])
            grid = Grid(drawn, digits)
            symbols = spell(marks, digits, size)
            yield FoundGrid(grid, lines[0].start, lines[-1].end, run.kind, symbols)


def _without_rules(run: Run) -> Run:
    """A run without its rows of dashes, if its empty cells have another sign."""
    rules = [{*row.marks} <= _DASHES for row in run.rows]
    cells = zip(run.rows, rules, strict=True)
    used = {mark for row, rule in cells if not rule for mark in row.marks}
    if not any(rules) or not used or used & _DASHES:
        return run
    kept = Run(run.kind, run.length)
    each = zip(run.rows, run.lines, run.rules, rules, strict=True)
    for row, line, above, rule in each:
        kept.skipped |= above
        if rule:
            kept.skipped.add("-")
        else:
            kept.add(row, line)
    return kept


def _without_labels(run: Run) -> Run:
    """Of a table with numbered rows and columns, what stands inside."""
    inner = run.length - 1
    if inner not in NATURAL_SIZES or len(run.rows) != run.length:
        return run
    head, *below = (row.marks for row in run.rows)
    first = [marks[0] for marks in below]
    if head[0] not in ("", ".") or not all(map(_is_counting_up, (head[1:], first))):
        return run
    rows = [replace(row, marks=row.marks[1:], box_width=0) for row in run.rows[1:]]
    return Run(run.kind, inner, rows, run.lines[1:], run.rules[1:])


def _first_rows(run: Run) -> Iterable[int]:
    """Where in a run its grids begin."""
    size, rows = run.length, len(run.rows)
    head = run.rows[0].marks
    if rows % size == 1 and _is_counting_up(head) and head[0] != "0":
        return range(1, rows, size)
    if rows % size == 0:
        return range(0, rows, size)
    breaks = [i for i in range(rows) if i == 0 or "" in run.rules[i]]
    return [
        i for i, j in zip(breaks, [*breaks[1:], rows], strict=True) if j - i == size
    ]


def _is_counting_up(marks: Sequence[str]) -> bool:
    """Whether marks are 1 2 3 ..., 0 1 2 ... or A B C ..."""
    numbers = [str(i) for i in range(len(marks) + 1)]
    letters = [chr(65 + i) for i in range(len(marks))]
    return [m.upper() for m in marks] in (numbers[1:], numbers[:-1], letters)


def drawn_shape(size: int, rows: Sequence[Row], rules: Sequence[set[str]]) -> Shape:
    """The shape that bars, gaps and rules draw, else the usual one."""
    widths = {row.box_width for row in rows} - {0}
    if len(widths) == 1:
        width = widths.pop()
        if size % width == 0 and width < size:
            return Shape(width, size // width)
    height = _rule_distance(rules)
    return Shape(size // height, height) if height else shape_of(size)


def _rule_distance(rules: Sequence[set[str]]) -> int:
    """The rows between rules of one style, if even and not every row; else 0."""
    size = len(rules)
    for style in ("=", "#", "*", "-", "_", ""):
        places = [i for i in range(1, size) if style in rules[i]]
        if places and places[0] > 1:
            height = places[0]
            if size % height == 0 and places == list(range(height, size, height)):
                return height
    return 0
