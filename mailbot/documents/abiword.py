"""AbiWord's files: cells of a table name their rows and columns."""

import re
from base64 import b64decode
from binascii import Error as BadBase64

from mailbot.documents.document import Document
from mailbot.documents.elements import Attributes, Handler, walk
from mailbot.documents.flow import Flow
from mailbot.documents.package import gunzip
from mailbot.documents.sheets import Places, look, number_of, text_of
from mailbot.text.cellblock import PLAIN, TextStyle

_PROPERTY = re.compile(r"(?<![\w-])([\w-]{1,60}):\s{0,9}([^;]*)")


def read(data: bytes) -> Document:
    """The text of a document, and its pictures."""
    reader = _Reader()
    walk(gunzip(data) if data[:2] == b"\x1f\x8b" else data, reader)
    return Document("\n".join((reader.flow.text, *reader.tables)), reader.pictures)


class _Reader(Handler):
    """Collects text; tables stand behind it. A table within a table is left out."""

    def __init__(self) -> None:
        self.flow = Flow()
        self.tables: list[str] = []
        self.pictures: tuple[bytes, ...] = ()
        self._looks = [PLAIN]
        self._depth = 0
        self._in_body = False
        self._cells: Places | None = None
        self._place: tuple[int, int] | None = None
        self._text: list[str] = []
        self._look: TextStyle = PLAIN
        self._encoded: list[str] | None = None

    def start(self, name: str, attributes: Attributes) -> None:
        properties = dict(_PROPERTY.findall(attributes.get("props", "")))
        if name == "section":
            self._in_body = True
        elif name == "table":
            self._depth += 1
            if self._depth == 1:
                self._cells = Places(self.flow.allowance)
        elif name == "cell" and self._depth == 1:
            top, left = (properties.get(f"{at}-attach", "") for at in ("top", "left"))
            self._place = number_of(top), number_of(left)
            self._text, self._look = [], PLAIN
        elif name in ("p", "c"):
            own = look(
                f"#{properties['color'].strip()}" if "color" in properties else "",
                bold=properties.get("font-weight", "").strip() == "bold",
            )
            self._looks.append(own if own != PLAIN else self._looks[-1])
        elif name == "br":
            self.text("\n")
        elif name == "d" and attributes.get("base64") == "yes":
            self._encoded = []

    def end(self, name: str) -> None:
        if name == "section":
            self._in_body = False
        elif name == "c":
            self._looks.pop()
        elif name == "p":
            self.text("\n")
            self._looks.pop()
        elif name == "cell" and self._depth == 1 and self._cells and self._place:
            self._cells.put(*self._place, "".join(self._text).strip(), self._look)
            self._place = None
        elif name == "table":
            self._depth -= 1
            if self._depth == 0 and self._cells:
                self.tables.append(text_of([self._cells.sheet()]))
        elif name == "d" and self._encoded is not None:
            self._end_picture("".join(self._encoded))

    def text(self, text: str) -> None:
        if self._encoded is not None:
            self._encoded.append(text)
        elif self._place:
            if text.strip() and not "".join(self._text).strip():
                self._look = self._looks[-1]
            self._text.append(text)
        elif self._in_body and not self._depth:
            self.flow.add(text)

    def _end_picture(self, encoded: str) -> None:
        self._encoded = None
        try:
            self.pictures += (b64decode(encoded),)
        except (BadBase64, ValueError):
            return
