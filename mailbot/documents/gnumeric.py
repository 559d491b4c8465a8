"""Gnumeric's own files, compressed or not."""

import re

from mailbot.documents.document import Document
from mailbot.documents.elements import Attributes, Handler, walk
from mailbot.documents.package import gunzip
from mailbot.documents.sheets import Allowance, Places, look, number_of, text_of
from mailbot.text.areas import Sheet
from mailbot.text.cellblock import PLAIN, TextStyle

_CONSTANT = re.compile(r"=\s*(\d{1,2})")
_LARGEST = 2_500
"""Cells of a region with a border; the style of a whole sheet is no border."""


def read(data: bytes) -> Document:
    """The visible sheets of a workbook."""
    reader = _Reader()
    walk(gunzip(data) if data[:2] == b"\x1f\x8b" else data, reader)
    return Document(text_of(reader.sheets))


class _Reader(Handler):
    """Puts cells in their places. Styles stand before them, for regions."""

    def __init__(self) -> None:
        self.sheets: list[Sheet] = []
        self._allowance = Allowance()
        self._cells = Places(self._allowance)
        self._region: Attributes = {}
        self._colour = ""
        self._bold = self._drawn = self._visible = False
        self._looks: dict[tuple[int, int], TextStyle] = {}
        self._place: tuple[int, int] | None = None
        self._text: list[str] = []

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "Sheet":
            self._cells, self._looks = Places(self._allowance), {}
            shown = attributes.get("Visibility", "GNM_SHEET_VISIBILITY_VISIBLE")
            self._visible = shown == "GNM_SHEET_VISIBILITY_VISIBLE"
        elif name == "StyleRegion":
            self._region = attributes
            self._bold = self._drawn = False
        elif name == "Style":
            self._colour = _hex(attributes.get("Fore", ""))
        elif name == "Font":
            self._bold = attributes.get("Bold") == "1"
        elif name in ("Top", "Bottom", "Left", "Right"):
            self._drawn |= attributes.get("Style", "0") != "0"
        elif name == "Cell":
            row, column = attributes.get("Row", ""), attributes.get("Col", "")
            self._place = number_of(row), number_of(column)
            self._text = []

    def end(self, name: str) -> None:
        if name == "StyleRegion":
            self._end_region()
        elif name == "Cell" and self._place:
            text = "".join(self._text).strip()
            constant = _CONSTANT.fullmatch(text)
            shown = self._looks.get(self._place, PLAIN)
            self._cells.put(*self._place, constant[1] if constant else text, shown)
            self._place = None
        elif name == "Sheet" and self._visible:
            self.sheets.append(self._cells.sheet())

    def text(self, text: str) -> None:
        if self._place:
            self._text.append(text)

    def _end_region(self) -> None:
        names = ("startRow", "endRow", "startCol", "endCol")
        top, bottom, left, right = (
            number_of(self._region.get(name, "")) for name in names
        )
        if (bottom - top + 1) * (right - left + 1) > _LARGEST:
            return
        shown = look(self._colour, bold=self._bold)
        for row in range(top, bottom + 1):
            for column in range(left, right + 1):
                if shown != PLAIN:
                    self._allowance.take()
                    self._looks[row, column] = shown
                if self._drawn:
                    self._cells.put(row, column, "")


def _hex(colour: str) -> str:
    """A colour of Gnumeric, `FFFF:0:8000` for red, green and blue, as CSS writes it."""
    try:
        shades = [int(shade, 16) >> 8 for shade in colour.split(":")]
    except ValueError:
        return ""
    return "#" + "".join(f"{shade:02x}" for shade in shades) if len(shades) == 3 else ""
