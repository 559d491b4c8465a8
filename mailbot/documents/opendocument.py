"""OpenDocument: sheets, texts and slides, in an archive or as one flat XML file."""

import re
from base64 import b64decode
from binascii import Error as BadBase64

from msgspec import Struct

from mailbot.documents.document import Document
from mailbot.documents.elements import Attributes, Handler, walk
from mailbot.documents.flow import Flow, Line
from mailbot.documents.package import Locked, Package
from mailbot.documents.sheets import look
from mailbot.text.cellblock import PLAIN, Cell, TextStyle

_WIDE, _MANY = 64, 12
"""How often a cell or an empty row is repeated at most: sheets end with a million."""

_NUMBER = re.compile(r"\d{1,9}")


def read(data: bytes) -> Document:
    """The text and the tables of a document, and its pictures."""
    reader = _Reader()
    if data[:2] != b"PK":
        walk(data, reader)
        return Document(reader.flow.text, tuple(reader.pictures))
    package = Package(data)
    if b"manifest:encryption-data" in package.read("META-INF/manifest.xml"):
        raise Locked("a document with a password")
    for name in ("styles.xml", "content.xml"):
        part = package.read(name)
        if part or name == "content.xml":
            walk(part, reader)
    return Document(reader.flow.text, tuple(package.pictures("Pictures/", "media/")))


class _Style(Struct, frozen=True):
    look: TextStyle = PLAIN
    drawn: bool = False
    hidden: bool = False


class _Repeated(Struct):
    """A sheet's row while it is read; `times` is how often it stands."""

    cells: list[Cell | None]
    times: int
    hidden: bool


class _Reader(Handler):
    """Reads sheets by cells and rows that repeat, all other tables as they flow."""

    passed = frozenset({"annotation", "notes", "tracked-changes", "header", "footer"})

    def __init__(self) -> None:
        self.flow = Flow()
        self.pictures: list[bytes] = []
        self._styles: dict[str, _Style] = {}
        self._style = ""
        self._paragraphs = 0
        self._looks: list[TextStyle] = []
        self._depth = 0
        self._rows: list[Line] = []
        self._row = _Repeated([], 1, hidden=False)
        self._cell: tuple[list[str], TextStyle, Attributes] | None = None
        self._hidden = False
        self._title = ""
        self._in_body = self._in_sheets = False
        self._encoded: list[str] | None = None

    def start(self, name: str, attributes: Attributes) -> None:
        if name in ("body", "spreadsheet"):
            self._in_body, self._in_sheets = True, name == "spreadsheet"
        elif name == "binary-data":
            self._encoded = []
        elif not self._in_body:
            self._read_style(name, attributes)
        elif name in ("p", "h", "span", "a"):
            self._start_text(name, attributes)
        elif name in ("s", "tab", "line-break"):
            self._add({"s": " ", "tab": "\t"}.get(name, "\n"))
        elif self._in_sheets:
            self._start_in_sheet(name, attributes)
        else:
            self._start_in_text(name, attributes)

    def end(self, name: str) -> None:
        if name == "binary-data":
            self._end_picture()
        elif not self._in_body:
            return
        elif name in ("p", "h", "span", "a"):
            self._end_text(name)
        elif self._in_sheets:
            self._end_in_sheet(name)
        elif name in ("table-cell", "covered-table-cell"):
            self.flow.end_cell()
        elif name == "table-row":
            self.flow.end_row()
        elif name == "table":
            self.flow.end_table()

    def text(self, text: str) -> None:
        if self._encoded is not None:
            self._encoded.append(text)
        elif self._paragraphs:
            self._add(text)

    def _read_style(self, name: str, attributes: Attributes) -> None:
        if name in ("style", "default-style"):
            self._style = attributes.get("name", "")
            parent = self._styles.get(attributes.get("parent-style-name", ""))
            self._styles[self._style] = parent or _Style()
        style = self._styles.get(self._style, _Style())
        shown = style.look
        if name == "text-properties":
            weight = attributes.get("font-weight", "")
            if weight:
                bold = weight in ("bold", "600", "700", "800", "900")
                shown = shown._replace(bold=bold)
            if "color" in attributes:
                shown = shown._replace(colour=look(attributes["color"]).colour)
        drawn = style.drawn or (
            name == "table-cell-properties"
            and any(
                key.startswith(("border", "background"))
                and not value.startswith(("none", "transparent"))
                for key, value in attributes.items()
            )
        )
        hidden = name == "table-properties" and attributes.get("display") == "false"
        self._styles[self._style] = _Style(shown, drawn, hidden or style.hidden)

    def _start_text(self, name: str, attributes: Attributes) -> None:
        around = self._looks[-1] if self._looks else PLAIN
        if self._cell and not self._looks:
            around = self._cell[1]
        style = self._styles.get(attributes.get("style-name", ""))
        own = style.look if style and style.look != PLAIN else around
        self._looks.append(own)
        if name in ("p", "h"):
            self._paragraphs += 1

    def _end_text(self, name: str) -> None:
        self._looks.pop()
        if name in ("p", "h"):
            self._paragraphs -= 1
            self._add("\n")

    def _add(self, text: str) -> None:
        shown = self._looks[-1] if self._looks else PLAIN
        if self._cell is not None:
            held, before, attributes = self._cell
            if text.strip() and not "".join(held).strip():
                self._cell = (held, shown if self._looks else before, attributes)
            held.append(text)
        else:
            self.flow.add(text, shown)

    def _start_in_text(self, name: str, attributes: Attributes) -> None:
        if name == "table":
            self.flow.start_table()
        elif name in ("table-cell", "covered-table-cell"):
            # What another cell covers is repeated here, and counts as empty.
            self.flow.start_cell()
            self.flow.cover(_times(attributes, "number-columns-repeated"))

    def _start_in_sheet(self, name: str, attributes: Attributes) -> None:
        if name == "table":
            self._depth += 1
            style = self._styles.get(attributes.get("style-name", ""), _Style())
            self._hidden = style.hidden
            self._rows = []
            self._title = attributes.get("name", "")
        elif name == "table-row":
            hidden = attributes.get("visibility", "visible") != "visible"
            times = _times(attributes, "number-rows-repeated")
            self._row = _Repeated([], times, hidden)
        elif name in ("table-cell", "covered-table-cell"):
            style = self._styles.get(attributes.get("style-name", ""), _Style())
            self._cell = ([], style.look, attributes)

    def _end_in_sheet(self, name: str) -> None:
        if name in ("table-cell", "covered-table-cell") and self._cell is not None:
            held, shown, attributes = self._cell
            self._cell = None
            text = "".join(held).strip()
            style = self._styles.get(attributes.get("style-name", ""), _Style())
            times = min(_times(attributes, "number-columns-repeated"), _WIDE)
            cell = Cell(text, shown) if text or style.drawn else None
            self.flow.allowance.take(times if cell else 0)
            self._row.cells += [cell] * times
        elif name == "table-row" and not self._row.hidden:
            while self._row.cells and self._row.cells[-1] is None:
                self._row.cells.pop()
            most = _WIDE if self._row.cells else _MANY
            times = min(self._row.times, most)
            self.flow.allowance.take(times * (1 + len(self._row.cells)))
            self._rows += [tuple(self._row.cells)] * times
        elif name == "table":
            self._depth -= 1
            if not self._hidden:
                while self._rows and not self._rows[-1]:
                    self._rows.pop()
                self.flow.add_table(self._rows, self._title)
        elif name == "spreadsheet":
            self._in_sheets = False

    def _end_picture(self) -> None:
        encoded, self._encoded = "".join(self._encoded or ()), None
        try:
            self.pictures.append(b64decode(encoded))
        except (BadBase64, ValueError):
            return


def _times(attributes: Attributes, name: str) -> int:
    value = attributes.get(name, "1")
    return int(value) if _NUMBER.fullmatch(value) else 1
