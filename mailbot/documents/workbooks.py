"""Workbooks as one file of XML: Gnumeric's, and those of Excel 2002 and 2003.

Gnumeric names the row and the column of each cell; Excel names them where they do not
follow the last ones, and counts from 1.
"""

import re

from mailbot.documents.document import Document
from mailbot.documents.elements import Attributes, Handler, walk
from mailbot.documents.package import gunzip
from mailbot.documents.sheets import Allowance, Places, look, number_of, text_of
from mailbot.text.areas import Sheet
from mailbot.text.cellblock import PLAIN, TextStyle

_CONSTANT = re.compile(r"=\s*(\d{1,2})")


def read(data: bytes) -> Document:
    """The visible sheets of a workbook."""
    reader = _Reader()
    walk(gunzip(data) if data[:2] == b"\x1f\x8b" else data, reader)
    return Document(text_of(reader.sheets, reader.titles))


class _Reader(Handler):
    """Puts cells in their places."""

    passed = frozenset({"Comment"})

    def __init__(self) -> None:
        self.sheets: list[Sheet] = []
        self.titles: list[str] = []
        self._allowance = Allowance()
        self._cells = Places(self._allowance)
        self._looks: dict[str, TextStyle] = {}
        self._style = ""
        self._visible = True
        self._row, self._column, self._covered = -1, -1, 0
        self._inside = ""
        self._text = ""

    def start(self, name: str, attributes: Attributes) -> None:
        self._inside = name
        index = number_of(attributes.get("Index", ""), 0)
        if name == "Style":
            self._style = attributes.get("ID", "")
        elif name == "Font":
            bold = attributes.get("Bold") == "1"
            self._looks[self._style] = look(attributes.get("Color", ""), bold=bold)
        elif name in ("Sheet", "Worksheet"):
            self._cells, self._row = Places(self._allowance), -1
            self._visible = "HIDDEN" not in attributes.get("Visibility", "")
            self.titles.append(attributes.get("Name", ""))
        elif name == "Row":
            self._row = index - 1 if index else self._row + 1
            self._column, self._covered = -1, 0
        elif name == "Cell":
            after = index - 1 if index else self._column + 1 + self._covered
            self._row = number_of(attributes.get("Row", ""), self._row)
            self._column = number_of(attributes.get("Col", ""), after)
            self._covered = number_of(attributes.get("MergeAcross", ""), 0)
            self._style = attributes.get("StyleID", "")
            self._text = ""

    def end(self, name: str) -> None:
        self._inside = ""
        if name == "Cell" and self._text.strip():
            text = self._text.strip()
            constant = _CONSTANT.fullmatch(text)
            shown = self._looks.get(self._style, PLAIN)
            self._cells.put(
                self._row, self._column, constant[1] if constant else text, shown
            )
        elif name in ("Sheet", "Worksheet") and self._visible:
            self.sheets.append(self._cells.sheet())

    def text(self, text: str) -> None:
        if self._inside == "Visible":
            self._visible = "Hidden" not in text
        elif self._inside:
            self._text += text
