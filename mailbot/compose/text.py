"""Plain text: paragraphs that fit a letter, and grids as ASCII art."""

from textwrap import fill

from mailbot.compose.drawing import Drawing, Look

WIDTH = 72
"""Columns of a paragraph."""

_ROOMY = 16  # a grid of up to this many digits has room for frames around its cells
_SIGNS = {Look.DOUBTFUL: "?", Look.WRONG: "!", Look.HINT: "*"}


def wrap(words: str, first: str = "", other: str = "") -> str:
    """A paragraph of at most WIDTH columns; `first` and `other` start its lines."""
    return fill(
        " ".join(words.split()),
        WIDTH,
        initial_indent=first,
        subsequent_indent=other,
        break_long_words=False,
        break_on_hyphens=False,
    )


def write_art(drawing: Drawing) -> str:
    """A grid as ASCII art: ``?`` follows a doubtful digit, ``!`` a wrong one.

    The frames hold no digits, so that a solution can be copied out.
    """
    return _framed(drawing) if drawing.shape.size <= _ROOMY else _tight(drawing)


def _framed(drawing: Drawing) -> str:
    shape = drawing.shape
    boxes = shape.size // shape.box_width
    heavy = ("#===" + "+===" * (shape.box_width - 1)) * boxes + "#"
    light = heavy.replace("=", "-")
    lines = [heavy]
    for number, row in enumerate(drawing.rows, 1):
        cells = [f" {symbol or ' '}{_SIGNS.get(look, ' ')}" for symbol, look in row]
        groups = _groups(cells, shape.box_width)
        lines.append("#" + "#".join("|".join(group) for group in groups) + "#")
        lines.append(light if number % shape.box_height else heavy)
    return "\n".join(lines)


def _tight(drawing: Drawing) -> str:
    shape = drawing.shape
    heavy = "#" + ("=" * (2 * shape.box_width) + "#") * (shape.size // shape.box_width)
    lines = [heavy]
    for number, row in enumerate(drawing.rows, 1):
        cells = [f"{symbol or '.'}{_SIGNS.get(look, ' ')}" for symbol, look in row]
        groups = _groups(cells, shape.box_width)
        lines.append("#" + "#".join("".join(group) for group in groups) + "#")
        if number % shape.box_height == 0:
            lines.append(heavy)
    return "\n".join(lines)


def _groups(cells: list[str], width: int) -> list[list[str]]:
    return [cells[start : start + width] for start in range(0, len(cells), width)]
