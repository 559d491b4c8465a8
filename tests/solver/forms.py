"""Writes grids in 22 text forms, so that tests can read them back.

All forms show digits only, givens and entries alike. Forms that draw the boxes, and
places, say their shape; the others leave it to the reader.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum

from solver.grid import Cells, Grid, write_line


class Form(StrEnum):
    """The text forms that `write` knows."""

    LINE = "line"
    ZEROS = "zeros"
    PLUS = "plus"
    SLASHES = "slashes"
    ROWS = "rows"
    SPACED = "spaced"
    NUMBERS = "numbers"
    LABELS = "labels"
    ART = "art"
    FRAME = "frame"
    LIGHT_FRAME = "light-frame"
    SIMPLE = "ss"
    SADMAN = "sdk"
    CSV = "csv"
    TSV = "tsv"
    MARKDOWN = "markdown"
    PYTHON = "python"
    JSON = "json"
    C = "c"
    NUMPY = "numpy"
    FLAT = "flat"
    PLACES = "places"


def write(grid: Grid, form: Form = Form.ROWS) -> str:
    """A grid in a text form.

    >>> from solver import parse
    >>> grid = parse("4.2./3.../..4./...2")
    >>> write(grid, Form.PLUS)
    '4.2.+3...+..4.+...2'
    >>> write(grid, Form.PLACES)
    'boxes 2x2: r1c1=4, r1c3=2, r2c1=3, r3c3=4, r4c4=2'
    """
    return _WRITERS[form](grid)


def _rows(grid: Grid) -> Iterator[Cells]:
    n = grid.shape.size
    digits = grid.digits
    return (digits[start : start + n] for start in range(0, n * n, n))


def _lines(grid: Grid) -> list[str]:
    return [write_line(row) for row in _rows(grid)]


def _write_spaced(grid: Grid) -> str:
    return "\n".join(" ".join(line) for line in _lines(grid))


def _write_numbers(grid: Grid) -> str:
    wide = len(str(grid.shape.size))
    return "\n".join(
        " ".join(f"{digit or '.':>{wide}}" for digit in row) for row in _rows(grid)
    )


def _write_labels(grid: Grid) -> str:
    return "\n".join(
        f"R{number}: " + " ".join(line) for number, line in enumerate(_lines(grid), 1)
    )


def _write_boxed(grid: Grid, rule: str, row: Callable[[list[str]], str]) -> str:
    """Rows of groups one box wide, with a rule around every row of boxes."""
    width, height = grid.shape.box_width, grid.shape.box_height
    lines = [rule]
    for number, line in enumerate(_lines(grid), 1):
        starts = range(0, len(line), width)
        lines.append(row([line[start : start + width] for start in starts]))
        if number % height == 0:
            lines.append(rule)
    return "\n".join(lines)


def _write_frame(grid: Grid) -> str:
    boxes = grid.shape.size // grid.shape.box_width
    rule = "+" + ("-" * (2 * grid.shape.box_width + 1) + "+") * boxes
    return _write_boxed(
        grid, rule, lambda groups: "".join(f"| {' '.join(g)} " for g in groups) + "|"
    )


_TO_LIGHT = str.maketrans("|-+", "│─┼")


def _write_light_frame(grid: Grid) -> str:
    return _write_frame(grid).translate(_TO_LIGHT)


def _write_simple(grid: Grid) -> str:
    boxes = grid.shape.size // grid.shape.box_width
    rule = "*" + "+".join(["-" * grid.shape.box_width] * boxes) + "*"
    return _write_boxed(grid, rule, lambda groups: f"|{'|'.join(groups)}|")


def _write_sadman(grid: Grid) -> str:
    return "\n".join(["[Puzzle]", *_lines(grid)])


def _write_fields(grid: Grid, separator: str) -> str:
    return "\n".join(
        separator.join(str(digit or "") for digit in row) for row in _rows(grid)
    )


def _write_markdown(grid: Grid) -> str:
    n = grid.shape.size
    rows: list[Sequence[object]] = [range(1, n + 1), ["---"] * n]
    rows += [[digit or " " for digit in row] for row in _rows(grid)]
    return "\n".join("| " + " | ".join(map(str, row)) + " |" for row in rows)


def _write_python(grid: Grid) -> str:
    rows = ",\n".join(f"    {list(row)}" for row in _rows(grid))
    return f"grid = [\n{rows},\n]"


def _write_json(grid: Grid) -> str:
    return "[" + ",".join(f"[{','.join(map(str, row))}]" for row in _rows(grid)) + "]"


def _write_c(grid: Grid) -> str:
    n = grid.shape.size
    rows = ",\n".join("    {" + ",".join(map(str, row)) + "}" for row in _rows(grid))
    return f"int grid[{n}][{n}] = {{\n{rows}\n}};"


def _write_numpy(grid: Grid) -> str:
    wide = len(str(max(grid.digits)))
    rows = (" ".join(f"{digit:>{wide}}" for digit in row) for row in _rows(grid))
    return "[[" + "]\n [".join(rows) + "]]"


def _write_flat(grid: Grid) -> str:
    return str(list(grid.digits))


def _write_places(grid: Grid) -> str:
    shape = grid.shape
    places = ", ".join(
        f"{shape.name(cell)}={digit}" for cell, digit in enumerate(grid.digits) if digit
    )
    return f"boxes {shape.box_width}x{shape.box_height}: {places}"


_WRITERS: dict[Form, Callable[[Grid], str]] = {
    Form.LINE: lambda grid: write_line(grid.digits),
    Form.ZEROS: lambda grid: write_line(grid.digits).replace(".", "0"),
    Form.PLUS: lambda grid: "+".join(_lines(grid)),
    Form.SLASHES: lambda grid: "/".join(_lines(grid)),
    Form.ROWS: lambda grid: "\n".join(_lines(grid)),
    Form.SPACED: _write_spaced,
    Form.NUMBERS: _write_numbers,
    Form.LABELS: _write_labels,
    Form.ART: str,
    Form.FRAME: _write_frame,
    Form.LIGHT_FRAME: _write_light_frame,
    Form.SIMPLE: _write_simple,
    Form.SADMAN: _write_sadman,
    Form.CSV: lambda grid: _write_fields(grid, ","),
    Form.TSV: lambda grid: _write_fields(grid, "\t"),
    Form.MARKDOWN: _write_markdown,
    Form.PYTHON: _write_python,
    Form.JSON: _write_json,
    Form.C: _write_c,
    Form.NUMPY: _write_numpy,
    Form.FLAT: _write_flat,
    Form.PLACES: _write_places,
}
