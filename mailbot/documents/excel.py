"""Excel's workbooks since 2007 (xlsx, xlsm): ECMA-376, part 1, chapter 18."""

import re
from dataclasses import dataclass, field
from posixpath import join, normpath

from mailbot.documents.document import Document
from mailbot.documents.elements import Attributes, Handler, walk
from mailbot.documents.package import Package
from mailbot.documents.sheets import Allowance, Places, look, text_of
from mailbot.errors import UnreadablePicture
from mailbot.text.cellblock import PLAIN, TextStyle

_PLACE = re.compile(r"([A-Z]{1,3})(\d{1,7})")
_NUMBER = re.compile(r"-?\d{1,15}(?:\.\d{1,15})?(?:[Ee][+-]?\d{1,2})?")
_CONSTANT = re.compile(r'"?(\d{1,2})"?')
"""A formula that is one digit, whose value a library that only writes leaves out."""

_SPOKEN = frozenset({"rPh"})
"""How a Japanese text is spoken, beside how it is written."""

_UNKNOWN = "="
"""Stands for a formula whose value the file does not hold: no digit, and not empty."""


def read(data: bytes) -> Document:
    """The visible sheets of a workbook in order, and its pictures."""
    package = Package(data)
    names = [name for name in package.names() if name.endswith("workbook.xml")]
    if not names:
        raise UnreadablePicture("a workbook without its list of sheets")
    folder = names[0].rpartition("/")[0]
    book = _Book()
    walk(package.read(names[0]), book)
    targets = _Targets()
    walk(package.read(f"{folder}/_rels/workbook.xml.rels"), targets)
    texts, styles = _Texts(), _Styles()
    for name, handler in (("sharedStrings.xml", texts), ("styles.xml", styles)):
        part = package.read(f"{folder}/{name}")
        if part:
            walk(part, handler)
    allowance = Allowance()
    sheets = []
    for number in book.sheets:
        target = targets.of.get(number, "")
        path = target.lstrip("/") if target[:1] == "/" else join(folder, target)
        part = package.read(normpath(path))
        if part:
            cells = Places(allowance)
            walk(part, _Sheet(cells, texts.strings, styles))
            sheets.append(cells.sheet())
    return Document(
        text_of(sheets, book.titles), tuple(package.pictures(f"{folder}/media/"))
    )


class _Book(Handler):
    """The visible sheets: their titles, and the numbers of the relations to them."""

    def __init__(self) -> None:
        self.titles: list[str] = []
        self.sheets: list[str] = []

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "sheet" and attributes.get("state", "visible") == "visible":
            self.titles.append(attributes.get("name", ""))
            self.sheets.append(attributes.get("id", ""))


class _Targets(Handler):
    """Where relations lead, by their numbers."""

    def __init__(self) -> None:
        self.of: dict[str, str] = {}

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "Relationship":
            self.of[attributes.get("Id", "")] = attributes.get("Target", "")


class _Texts(Handler):
    """The texts that cells refer to by number, without what says how to speak them."""

    passed = _SPOKEN

    def __init__(self) -> None:
        self.strings: list[str] = []
        self._in_text = False

    def start(self, name: str, _: Attributes) -> None:
        self._in_text = name == "t"
        if name == "si":
            self.strings.append("")

    def end(self, _: str) -> None:
        self._in_text = False

    def text(self, text: str) -> None:
        if self._in_text and self.strings:
            self.strings[-1] += text


@dataclass
class _Styles(Handler):
    """How cells look, by the number of their format."""

    formats: list[tuple[int, bool]] = field(default_factory=list)
    fonts: list[TextStyle] = field(default_factory=list)
    _inside: str = ""

    def start(self, name: str, attributes: Attributes) -> None:
        if name in ("fonts", "fills", "borders", "cellStyleXfs", "cellXfs", "dxfs"):
            self._inside = name
        elif self._inside == "fonts":
            self._read_font(name, attributes)
        elif name == "xf" and self._inside == "cellXfs":
            font = attributes.get("fontId", "0")
            drawn = {attributes.get(key, "0") for key in ("borderId", "fillId")}
            number = int(font) if font.isdecimal() else 0
            self.formats.append((number, drawn != {"0"}))

    def look(self, style: str) -> tuple[TextStyle, bool]:
        """The look of a cell, and whether it has a border or a ground of its own."""
        number = int(style) if style.isdecimal() else 0
        if number >= len(self.formats):
            return PLAIN, False
        font, drawn = self.formats[number]
        return self.fonts[font] if font < len(self.fonts) else PLAIN, drawn

    def _read_font(self, name: str, attributes: Attributes) -> None:
        if name == "font":
            self.fonts.append(PLAIN)
        elif not self.fonts:
            return
        elif name == "b":
            bold = attributes.get("val", "1") not in ("0", "false")
            self.fonts[-1] = self.fonts[-1]._replace(bold=bold)
        elif name == "color":
            colour = attributes.get("rgb", "")[-6:]
            theme = attributes.get("theme", "1")
            # The first two colours of a theme are those of the page and of its text.
            named = f"#{colour}" if colour else f"theme-{theme}" if theme > "1" else ""
            self.fonts[-1] = self.fonts[-1]._replace(colour=look(named).colour)


class _Sheet(Handler):
    """Puts the cells of a sheet in their places, but for hidden rows and columns."""

    passed = _SPOKEN

    def __init__(self, cells: Places, texts: list[str], styles: _Styles) -> None:
        self._cells = cells
        self._texts = texts
        self._styles = styles
        self._hidden: list[range] = []
        self._row, self._column = -1, -1
        self._row_hidden = False
        self._cell: Attributes = {}
        self._inside = ""
        self._held: dict[str, str] = {}

    def start(self, name: str, attributes: Attributes) -> None:
        if name == "col" and attributes.get("hidden") in ("1", "true"):
            first, last = attributes.get("min", ""), attributes.get("max", "")
            if first.isdecimal() and last.isdecimal():
                self._hidden.append(range(int(first) - 1, int(last)))
        elif name == "row":
            number = attributes.get("r", "")
            self._row = int(number) - 1 if number.isdecimal() else self._row + 1
            self._column = -1
            self._row_hidden = attributes.get("hidden") in ("1", "true")
        elif name == "c":
            self._cell, self._held = attributes, {}
            self._move(attributes.get("r", ""))
        elif name in ("v", "f", "t"):
            self._inside = name

    def end(self, name: str) -> None:
        if name == self._inside:
            self._inside = ""
        if name == "c" and not self._is_hidden():
            text = self._value()
            shown, drawn = self._styles.look(self._cell.get("s", "0"))
            if text or drawn:
                self._cells.put(self._row, self._column, text, shown)

    def text(self, text: str) -> None:
        if self._inside:
            self._held[self._inside] = self._held.get(self._inside, "") + text

    def _move(self, place: str) -> None:
        match = _PLACE.fullmatch(place)
        self._column += 1
        if match:
            letters = [ord(letter) - 64 for letter in match[1]]
            self._column = sum(n * 26**i for i, n in enumerate(reversed(letters))) - 1
            self._row = int(match[2]) - 1

    def _is_hidden(self) -> bool:
        return self._row_hidden or any(
            self._column in range_ for range_ in self._hidden
        )

    def _value(self) -> str:
        """What a cell shows."""
        kind, value = self._cell.get("t", "n"), self._held.get("v", "").strip()
        if kind == "s":
            number = int(value) if value.isdecimal() else -1
            return self._texts[number] if 0 <= number < len(self._texts) else ""
        if kind == "inlineStr":
            return self._held.get("t", "")
        if not value and self._held.get("f"):
            constant = _CONSTANT.fullmatch(self._held["f"].strip())
            # A text without characters is a value; a number without them is none.
            return constant[1] if constant else "" if kind == "str" else _UNKNOWN
        if kind == "n" and _NUMBER.fullmatch(value):
            number_ = float(value)
            return f"{number_:.0f}" if number_.is_integer() else value
        return value
