"""A grid as the rows of an HTML table: what stands in each cell, and its style."""

from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class TableCell:
    """The text of a cell, its inline style, and its classes for the dark."""

    text: str
    style: str
    classes: str = ""


def cell_pixels(drawing: Drawing) -> int:
    """The width of a cell: so that a phone of 360 pixels takes a row of them."""
    return min(34, 330 // drawing.shape.size)


def font_pixels(drawing: Drawing) -> int:
    """The height of the digits of a grid."""
    return cell_pixels(drawing) * 62 // 100


def table_rows(drawing: Drawing) -> list[list[TableCell]]:
    """The cells of a grid, row by row."""
    shape = drawing.shape
    return [
        [
            TableCell(
                (symbol or "\xa0") + _SIGNS.get(look, ""),
                _style(
                    _SHADE * (r * shape.size + c in drawing.shaded) + _STYLES[look],
                    r % shape.box_height == 0,
                    c % shape.box_width == 0,
                ),
                _classes(look, r * shape.size + c in drawing.shaded),
            )
            for c, (symbol, look) in enumerate(row)
        ]
        for r, row in enumerate(drawing.rows)
    ]


def _classes(look: Look, shaded: bool) -> str:
    plain = look in (Look.EMPTY, Look.GIVEN)
    return " ".join(["shade"] * shaded + [look.value] * (not plain))


def _style(style: str, top: bool, left: bool) -> str:
    widths = f"{2 if top else 1}px 1px 1px {2 if left else 1}px"
    return f"border:solid #555;border-width:{widths};{style}".rstrip(";")
