"""A grid as the rows of an HTML table: what stands in each cell, and its style.

The rows are not made by a template: a template takes longer to fill in the cells of a
grid one by one than to write all the rest of the reply.
"""

from functools import cache

from mailbot.compose.drawing import CellRole, Drawing

_STYLES = {
    CellRole.EMPTY: "",
    CellRole.GIVEN: "font-weight:bold",
    CellRole.ENTRY: "color:#333;font-style:italic",
    CellRole.SOLVED: "color:#1149b8",
    CellRole.DOUBTFUL: "background:#ffe58a;font-weight:bold",
    CellRole.WRONG: "background:#ffd3d3;color:#a00000;font-weight:bold",
    CellRole.HINT: "background:#cdeccd;color:#0b5c16;font-weight:bold",
}
_SHADE = "background:#e8f1fb;"
_SIGNS = {CellRole.DOUBTFUL: "?", CellRole.WRONG: "!"}


def cell_pixels(drawing: Drawing) -> int:
    """The width of a cell: a row of them fits a phone of 360 pixels."""
    return min(34, 330 // drawing.shape.size)


def font_pixels(drawing: Drawing) -> int:
    """The height of the digits of a grid."""
    return cell_pixels(drawing) * 62 // 100


def table_rows(drawing: Drawing) -> list[str]:
    """The cells of each row, as HTML; the first one keeps the row's height."""
    shape, height = drawing.shape, cell_pixels(drawing)
    rows = []
    for r, row in enumerate(drawing.rows):
        top = r % shape.box_height == 0
        cells = [
            _cell(
                role,
                symbol,
                r * shape.size + c in drawing.shaded,
                (top, c % shape.box_width == 0),
                height if c == 0 else 0,
            )
            for c, (symbol, role) in enumerate(row)
        ]
        rows.append("".join(cells))
    return rows


@cache  # some hundreds for each size of grid
def _cell(
    role: CellRole, symbol: str, shaded: bool, box_edges: tuple[bool, bool], height: int
) -> str:
    """One cell as HTML; `box_edges` tells whether a box begins at its top and left."""
    plain = role in (CellRole.EMPTY, CellRole.GIVEN)
    classes = " ".join(["shade"] * shaded + [role.value] * (not plain))
    style = f"{_border(*box_edges)};{_SHADE * shaded}{_STYLES[role]}".rstrip(";")
    attributes = f' class="{classes}"' if classes else ""
    attributes += f' style="{style}"'
    attributes += f' height="{height}"' if height else ""
    return f"<td{attributes}>{symbol or chr(0xA0)}{_SIGNS.get(role, '')}</td>"


def _border(top: bool, left: bool) -> str:
    if not (top or left):
        return "border:1px solid #555"
    widths = f"{2 if top else 1}px 1px 1px {2 if left else 1}px"
    return f"border:solid #555;border-width:{widths}"
