"""The XML of Excel 2002 and 2003 (SpreadsheetML), which others still write."""

from mailbot.documents.document import Document
from mailbot.documents.elements import Attributes, Handler, walk
from mailbot.documents.sheets import Allowance, Places, look, number_of, text_of
from mailbot.text.areas import Sheet
from mailbot.text.cellblock import PLAIN, TextStyle


def read(data: bytes) -> Document:
    """The visible sheets of a workbook."""
    reader = _Reader()
    walk(data, reader)
    return Document(text_of(reader.sheets, reader.titles))


class _Reader(Handler):
    """Puts cells in their places; a row or cell without its number is the next one."""

    passed = frozenset({"Comment"})

    def __init__(self) -> None:
        self.sheets: list[Sheet] = []
        self.titles: list[str] = []
        self._allowance = Allowance()
        self._cells = Places(self._allowance)
        self._looks: dict[str, TextStyle] = {}
        self._style = ""
        self._row, self._column, self._covered = -1, -1, 0
        self._inside = ""
        self._text = ""

    def start(self, name: str, attributes: Attributes) -> None:
        self._inside = name
        number = number_of(attributes.get("Index", ""), 0)
        if name == "Style":
            self._style = attributes.get("ID", "")
        elif name == "Font":
            bold = attributes.get("Bold") == "1"
            self._looks[self._style] = look(attributes.get("Color", ""), bold=bold)
        elif name == "Worksheet":
            self._cells, self._row = Places(self._allowance), -1
            self.titles.append(attributes.get("Name", ""))
        elif name == "Row":
            self._row = number - 1 if number else self._row + 1
            self._column, self._covered = -1, 0
        elif name == "Cell":
            self._column = number - 1 if number else self._column + 1 + self._covered
            self._covered = number_of(attributes.get("MergeAcross", ""), 0)
            self._style = attributes.get("StyleID", "")
            self._text = ""

    def end(self, name: str) -> None:
        self._inside = ""
        if name == "Cell" and self._text.strip():
            shown = self._looks.get(self._style, PLAIN)
            self._cells.put(self._row, self._column, self._text.strip(), shown)
        elif name == "Worksheet":
            self.sheets.append(self._cells.sheet())

    def text(self, text: str) -> None:
        if self._inside == "Visible" and "Hidden" in text:
            self._cells = Places(self._allowance)
        elif self._inside not in ("Cell", "Row", ""):
            self._text += text
