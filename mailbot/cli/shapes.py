"""The option --shape: the box of a grid."""

import re

import click

from solver import Shape


class ShapeType(click.ParamType[Shape]):
    """A box as WIDTHxHEIGHT, in cells."""

    name = "WxH"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> Shape:
        """Read "3x2"; anything else is bad usage."""
        try:
            width, height = re.fullmatch(r"(\d+)[xX](\d+)", value).groups()  # type: ignore[union-attr]
            return Shape(int(width), int(height))
        except (AttributeError, ValueError):
            self.fail(f"{value!r} is no box; write it like 3x2", param, ctx)
