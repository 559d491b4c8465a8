"""AbiWord's files: cells of a table name their rows."""

import re
from base64 import b64decode
from binascii import Error as BadBase64
from contextlib import suppress

from mailbot.documents.document import Document
from mailbot.documents.elements import Attributes, Handler, walk
from mailbot.documents.flow import Flow
from mailbot.documents.package import gunzip
from mailbot.documents.sheets import look
from mailbot.text.cellblock import PLAIN

_PROPERTY = re.compile(r"(?<![\w-])([\w-]{1,60}):\s{0,9}([^;]*)")


def read(data: bytes) -> Document:
    """The text of a document, and its pictures."""
    reader = _Reader()
    walk(gunzip(data) if data[:2] == b"\x1f\x8b" else data, reader)
    return Document(reader.flow.text, tuple(reader.pictures))


class _Reader(Handler):
    """Collects text and tables; `_rows` are those of the tables that are open."""

    def __init__(self) -> None:
        self.flow = Flow()
        self.pictures: list[bytes] = []
        self._looks = [PLAIN]
        self._rows: list[str] = []
        self._in_body = False
        self._encoded: list[str] | None = None

    def start(self, name: str, attributes: Attributes) -> None:
        properties = dict(_PROPERTY.findall(attributes.get("props", "")))
        if name == "section":
            self._in_body = True
        elif name == "table":
            self.flow.start_table()
            self._rows.append("0")
        elif name == "cell" and self._rows:
            row = properties.get("top-attach", "").strip()
            if row != self._rows[-1]:
                self.flow.end_row()
            self._rows[-1] = row
            self.flow.start_cell()
        elif name in ("p", "c"):
            colour = properties.get("color", "").strip()
            bold = properties.get("font-weight", "").strip() == "bold"
            own = look(f"#{colour}" if colour else "", bold=bold)
            self._looks.append(own if own != PLAIN else self._looks[-1])
        elif name == "br":
            self.text("\n")
        elif name == "d" and attributes.get("base64") == "yes":
            self._encoded = []

    def end(self, name: str) -> None:
        if name == "section":
            self._in_body = False
        elif name in ("p", "c"):
            self.text("\n" if name == "p" else "")
            self._looks.pop()
        elif name == "cell":
            self.flow.end_cell()
        elif name == "table":
            self.flow.end_row()
            self.flow.end_table()
            self._rows.pop()
        elif name == "d" and self._encoded is not None:
            with suppress(BadBase64, ValueError):
                self.pictures.append(b64decode("".join(self._encoded)))
            self._encoded = None

    def text(self, text: str) -> None:
        if self._encoded is not None:
            self._encoded.append(text)
        elif self._in_body:
            self.flow.add(text, self._looks[-1])
