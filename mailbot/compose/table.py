"""A grid as the rows of an HTML table: what stands in each cell, and its style.

Made here and not by a template: a reply has a hundred cells of few kinds, and filling
them in one by one takes a template longer than all the rest of the reply.
"""

from functools import cache

from mailbot.compose.drawing import Drawing, Look

_STYLES = {
    Look.EMPTY: "",
    Look.GIVEN: "font-weight:bold",
    Look.ENTRY: "color:#333;font-style:italic",
    Look.SOLVED: "color:#1149b8",
    Look.DOUBTFUL: "background:#ffe58a;font-weight:bold",
    Look.WRONG: "background:#ffd3d3;color:#a00000;font-weight:bold",
    Look.HINT: "background:#cdeccd;color:#0b5c16;font-weight:bold",
}
_SHADE = "background:#e8f1fb;"
_SIGNS = {Look.DOUBTFUL: "?", Look.WRONG: "!"}


def cell_pixels(drawing: Drawing) -> int:
    """The width of a cell: so that a phone of 360 pixels takes a row of them."""
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
                look,
                symbol,
                r * shape.size + c in drawing.shaded,
                (top, c % shape.box_width == 0),
                height if c == 0 else 0,
            )
            for c, (symbol, look) in enumerate(row)
        ]
        rows.append("".join(cells))
    return rows


@cache  # some hundreds for each size of grid
def _cell(
    look: Look, symbol: str, shaded: bool, box_edges: tuple[bool, bool], height: int
) -> str:
    """One cell; `box_edges`: whether a box begins at its top, and at its left."""
    plain = look in (Look.EMPTY, Look.GIVEN)
    classes = " ".join(["shade"] * shaded + [look.value] * (not plain))
    style = f"{_border(*box_edges)};{_SHADE * shaded}{_STYLES[look]}".rstrip(";")
    attributes = f' class="{classes}"' if classes else ""
    attributes += f' style="{style}"'
    attributes += f' height="{height}"' if height else ""
    return f"<td{attributes}>{symbol or chr(0xA0)}{_SIGNS.get(look, '')}</td>"


def _border(top: bool, left: bool) -> str:
    if not (top or left):
        return "border:1px solid #555"
    widths = f"{2 if top else 1}px 1px 1px {2 if left else 1}px"
    return f"border:solid #555;border-width:{widths}"
