"""A grid as the rows of an HTML table: what stands in each cell, and its style.

Rows and columns are numbered in header cells, so that a screen reader names the cell
that it reads. The rows are not made by a template: a template takes longer to fill in
the cells of a grid one by one than to write all the rest of the reply.
"""

from collections.abc import Sequence
from functools import cache

from mailbot.compose.drawing import LARGEST_MARKED, CellRole, Drawing
from solver import Shape
from solver.grid import SYMBOLS

_STYLES = {
    CellRole.EMPTY: "",
    CellRole.GIVEN: "",
    CellRole.ENTRY: "color:#333;font-style:italic",
    CellRole.TOLD: "color:#0b5c16",
    CellRole.SOLVED: "color:#1149b8",
    CellRole.DOUBTFUL: "background:#ffe58a;font-weight:bold",
    CellRole.WRONG: "background:#ffd3d3;color:#a00000;font-weight:bold",
    CellRole.HINT: "background:#cdeccd;color:#0b5c16;font-weight:bold",
}
TINTS = {
    "shade": "background:#e8f1fb;",
    "line": "background:#fdf3e1;",
    "because": "background:#ffdfa3;",
}
"""The backgrounds of tinted cells, as styles that others may follow."""

_NUMBER = ' style="font:%dpx sans-serif;color:#666"'
_NUMBERS = 11, 8
"""The height of the numbers of rows and columns, and that in the largest grids."""

_CROWDED = 20
"""The size of the largest grid whose columns have room for two of such figures."""

_OUT = (
    'class="out" style="font:11px/1 sans-serif;vertical-align:middle;'
    'text-decoration:none;color:#8a1f1f"'
)
_MARKS = 'class="marks" style="font:11px/1 sans-serif;text-decoration:none;color:#555"'
_LETTER = "font:12px/1 sans-serif;vertical-align:super"

_SIGNS = {CellRole.DOUBTFUL: "?", CellRole.WRONG: "!"}
_BREAK = "<wbr>"
"""Where the line of a cell may end, for people whose letters are twice as large."""

_HEADER = 24
"""The width of the row numbers, and the height of the column numbers, in pixels."""

_BORDER = 2

PHONE, SCREEN = (width + _HEADER + _BORDER for width in (306, 480))
"""The width of a table with its numbers: on a phone of 360 pixels, where no sheet of
styles says otherwise, and on a wide screen."""


def cell_pixels(shape: Shape, table: int) -> int:
    """The width of a cell in a table of this width, such as PHONE."""
    return (table - _HEADER - _BORDER) // shape.size


def font_pixels(cell: int) -> int:
    """The height of the digits in cells of this width."""
    return cell * 62 // 100


def table_rows(drawing: Drawing) -> list[str]:
    """The rows of a table: the numbers of the columns, then the cells of each row."""
    shape, tints = drawing.shape, drawing.tints
    # The background of the cells that tell why; the reasons themselves come first.
    grounds = {cell: kind for kind, cells in tints.kinds for cell in cells}
    letters = drawing.letters if shape.size <= LARGEST_MARKED else {}
    rows = [_column_numbers(shape.size)]
    for r, row in enumerate(drawing.rows):
        cells = ""
        for c, (symbol, role) in enumerate(row):
            cell, edges = r * shape.size + c, _edges(shape, r, c)
            ground, letter = grounds.get(cell, ""), letters.get(cell, "")
            cells += _cell(role, symbol, ground, edges, letter)
            if shape.size <= LARGEST_MARKED:
                cells += _small(tints.crossed.get(cell), _OUT, "≠")
                cells += _small(drawing.marks.get(cell), _MARKS)
            cells += "</td>"
        rows.append(_row_number(r + 1, cell_pixels(shape, PHONE)) + cells)
    return rows


def lean_table(drawing: Drawing) -> str:
    """All of a small table without the styles of cells: lines part its boxes alone.

    End tags that HTML lets out are left out: many such tables have to fit in a page.
    """
    shape = drawing.shape
    numbers = "".join(f"<th scope=col>{c}" for c in range(1, shape.size + 1))
    groups = f"<colgroup span={shape.box_width}>" * (shape.size // shape.box_width)
    rows = [f"<colgroup>{groups}<thead><tr><td>{numbers}"]
    for number, row in enumerate(drawing.rows):
        cells = "".join(f"<td>{symbol}{_SIGNS.get(role, '')}" for symbol, role in row)
        band = "" if number % shape.box_height else "<tbody>"
        rows.append(f"{band}<tr><th scope=row>{number + 1}.{cells}")
    return "\n".join(rows)


def _small(digits: Sequence[int] | None, looks: str, sign: str = "") -> str:
    """Small digits in a cell: its candidates, or, with a sign, what it cannot hold.

    As text that is struck out, they are no digits of the cell for who reads a quoted
    reply; the sign ≠ tells a person, and a screen reader, what is meant.
    """
    if not digits:
        return ""
    shown = _BREAK.join(SYMBOLS[digit - 1] for digit in digits)
    return f"<s {looks}>{sign}{shown}</s>"


@cache
def _column_numbers(size: int) -> str:
    style = _NUMBER % _NUMBERS[size > _CROWDED]
    numbers = "".join(f'<th scope="col"{style}>{c}</th>' for c in range(1, size + 1))
    return f'<td width="{_HEADER}" height="{_HEADER}"></td>{numbers}'


@cache
def _row_number(row: int, height: int) -> str:
    """The number of a row; its cell keeps the row's height.

    Spam filters take thirty single digits in a row for a Bitcoin address: so the dot.
    """
    style = _NUMBER % _NUMBERS[0]
    return f'<th scope="row" height="{height}"{style}>{row}.</th>'


@cache  # some hundreds for each size of grid
def _cell(role: CellRole, symbol: str, tint: str, edges: str, letter: str) -> str:
    """One cell as HTML, still open.

    Its borders have the style `edges`. `letter` is that of the question about it: text
    that is struck out, so that nobody who reads a quoted reply takes it for a digit.
    """
    plain = role in (CellRole.EMPTY, CellRole.GIVEN)
    classes = " ".join(filter(None, (tint, "" if plain else role.value)))
    style = f"{edges};{TINTS.get(tint, '')}{_STYLES[role]}".rstrip(";")
    attributes = f' class="{classes}"' if classes else ""
    shown = f"<b>{symbol}</b>" if role is CellRole.GIVEN else symbol
    if letter:
        asked = f'?<s style="text-decoration:none">{letter}</s>'
        shown += f'{_BREAK}<small style="{_LETTER}">{asked}</small>'
    elif role in _SIGNS:
        shown += f"{_BREAK}{_SIGNS[role]}"
    return f'<td{attributes} style="{style}">{shown}'


@cache
def _edges(shape: Shape, row: int, column: int) -> str:
    """The borders of a cell: wide where a box begins, and at the end of the grid."""
    last = shape.size - 1
    widths = (
        1 if row % shape.box_height else 2,
        2 if column == last else 1,
        2 if row == last else 1,
        1 if column % shape.box_width else 2,
    )
    if set(widths) == {1}:
        return "border:1px solid #555"
    return "border:solid #555;border-width:" + " ".join(f"{w}px" for w in widths)
