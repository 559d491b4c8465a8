"""Opens a document with the reader of its format."""

from collections.abc import Callable
from importlib import import_module

from msgspec import Struct

from mailbot.errors import TooLarge, UnreadablePicture
from mailbot.files import DocumentFormat, document_format

_MOST_BYTES = 30_000_000
_MODULES = {
    DocumentFormat.XLSX: "excel",
    DocumentFormat.DOCX: "flow",
    DocumentFormat.PPTX: "flow",
    DocumentFormat.ODF: "opendocument",
    DocumentFormat.FLAT_ODF: "opendocument",
    DocumentFormat.EPUB: "epub",
    DocumentFormat.GNUMERIC: "gnumeric",
    DocumentFormat.ABIWORD: "abiword",
    DocumentFormat.OLE: "old",
    DocumentFormat.RTF: "rtf",
    DocumentFormat.INTERCHANGE: "interchange",
    DocumentFormat.EXCEL_XML: "excel2003",
}
"""Of this package, each with a function `read`."""


class NotRead(UnreadablePicture):
    """An intact document of a format that is not read; `format` is its name."""

    def __init__(self, format_: str) -> None:
        super().__init__(f"not read: {format_}")
        self.format = format_


class Document(Struct, frozen=True):
    """What a document holds: its text, with its puzzles as lines, and its pictures."""

    text: str = ""
    pictures: tuple[bytes, ...] = ()


def open_document(data: bytes) -> Document:
    """The content of a document.

    Raises:
        UnreadablePicture: it is broken.
        NotRead: it is intact, but of a format that is not read.
        Locked: it needs a password.
        TooLarge: over a limit.
    """
    if len(data) > _MOST_BYTES:
        raise TooLarge("a document that is too large")
    kind = document_format(data)
    if kind is None:
        raise UnreadablePicture("no document that we know")
    module = import_module(f"mailbot.documents.{_MODULES[kind]}")
    read: Callable[[bytes], Document] = module.read
    return read(data)
