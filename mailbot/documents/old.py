"""Files of Office 97 to 2003: Excel's xls by xlrd, and the text of Word's doc.

Both are files within a file, as [MS-CFB] describes them. A doc holds its text in
pieces, [MS-DOC] 2.8.35; a table is known by the marks at the ends of its cells.
"""

import re
import struct
from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import pairwise

import xlrd
from xlrd.compdoc import CompDoc, CompDocError

from mailbot.documents.document import Document, NotRead
from mailbot.documents.package import Locked
from mailbot.documents.sheets import Allowance, Places, look, text_of
from mailbot.errors import MailbotError, TooLarge, UnreadablePicture
from mailbot.text.areas import Sheet
from mailbot.text.cellblock import PLAIN, Cell, TextStyle

_MOST_BYTES = 6_000_000
"""A workbook of this size takes xlrd some seconds."""

_BOOKS = ("Workbook", "Book")
_DRAWING, _CONTINUE = 0x00EB, 0x003C
"""Records of a workbook with the pictures of all sheets, and what goes on from one."""

_PICTURE = re.compile(rb"\x89PNG\r\n\x1a\n|\xff\xd8\xff")
_WORD = 0xA5EC
_ENCRYPTED, _TABLE_1 = 0x0100, 0x0200
_CLX = 0x01A2
"""Where Word's file header names the place and length of its list of pieces."""

_NARROW = 1 << 30
_FIELD = re.compile(r"\x13[^\x13-\x15]*\x14?|\x15")
_CELL_END = "\x07"
_WIDEST = 64


def read(data: bytes) -> Document:
    """The sheets of a workbook, or the text of a document; and its pictures."""
    try:
        return _read(data)
    except MailbotError:
        raise
    except xlrd.XLRDError as e:
        if "encrypted" in str(e):
            raise Locked("a workbook with a password") from e
        raise UnreadablePicture(f"a broken workbook: {e}"[:200]) from e
    except MemoryError:
        raise
    except Exception as e:  # hostile bytes draw every kind of error from xlrd
        raise UnreadablePicture(f"a broken document: {e}"[:200]) from e


def _read(data: bytes) -> Document:
    files = CompDoc(data, logfile=StringIO())
    book = next(filter(None, map(files.get_named_stream, _BOOKS)), None)
    if book:
        if len(book) > _MOST_BYTES:
            raise TooLarge("a workbook that is too large")
        sheets = dict(_sheets(data))
        return Document(
            text_of(sheets.values(), sheets), tuple(_cut_out(_drawings(book)))
        )
    words = files.get_named_stream("WordDocument")
    if words:
        return _document(files, words)
    try:
        locked = files.get_named_stream("EncryptedPackage")
    except CompDocError:
        locked = b"?"
    raise Locked("a document with a password") if locked else NotRead("Office 97")


def _sheets(data: bytes) -> Iterator[tuple[str, Sheet]]:
    """The visible sheets of a workbook, each with its title."""
    allowance = Allowance()
    book = xlrd.open_workbook(
        file_contents=data,
        logfile=StringIO(),
        formatting_info=True,
        on_demand=True,
        ragged_rows=True,
    )
    for number in range(book.nsheets):
        sheet = book.sheet_by_index(number)
        if sheet.visibility:
            continue
        cells = Places(allowance)
        for row in range(sheet.nrows):
            for column in range(sheet.row_len(row)):
                text = _shown(
                    sheet.cell_type(row, column), sheet.cell_value(row, column)
                )
                style, drawn = _style(book, sheet.cell_xf_index(row, column))
                if text or drawn:
                    cells.put(row, column, text, style)
        yield sheet.name, cells.sheet()
        book.unload_sheet(number)


def _shown(kind: int, value: object) -> str:
    if kind == xlrd.XL_CELL_NUMBER and isinstance(value, float):
        return f"{value:.0f}" if value.is_integer() else str(value)
    return str(value).strip() if kind == xlrd.XL_CELL_TEXT else ""


def _style(book: xlrd.Book, number: int) -> tuple[TextStyle, bool]:
    """The look of a cell, and whether it has borders or a ground."""
    format_ = book.xf_list[number]
    font = book.font_list[format_.font_index]
    shade = book.colour_map.get(font.colour_index)
    colour = "#" + "".join(f"{part:02x}" for part in shade) if shade else ""
    edges = format_.border
    drawn = (
        edges.top_line_style
        or edges.bottom_line_style
        or edges.left_line_style
        or edges.right_line_style
        or format_.background.fill_pattern
    )
    return look(colour, bold=font.weight >= 600), bool(drawn)


def _drawings(book: bytes) -> bytes:
    """The pictures' records of a workbook, as one piece."""
    pieces = []
    place, inside = 0, False
    while place + 4 <= len(book):
        kind, size = struct.unpack_from("<HH", book, place)
        inside = kind == _DRAWING or (inside and kind == _CONTINUE)
        if inside:
            pieces.append(book[place + 4 : place + 4 + size])
        place += 4 + size
    return b"".join(pieces)


def _cut_out(data: bytes) -> Iterator[bytes]:
    """The pictures in some data; what follows one is cut off by its decoder."""
    starts = [match.start() for match in _PICTURE.finditer(data)]
    for start, end in pairwise((*starts, len(data))):
        yield data[start:end]


def _document(files: CompDoc, words: bytes) -> Document:
    magic, flags = struct.unpack_from("<H8xH", words)
    if magic != _WORD:
        raise NotRead("Word 95")
    if flags & _ENCRYPTED:
        raise Locked("a document with a password")
    table = files.get_named_stream("1Table" if flags & _TABLE_1 else "0Table") or b""
    place, size = struct.unpack_from("<II", words, _CLX)
    text = _FIELD.sub("", _text(words, table[place : place + size]))
    data = files.get_named_stream("Data") or b""
    return Document("\n".join(_parts(text)), tuple(_cut_out(data)))


def _text(words: bytes, clx: bytes) -> str:
    """The whole text by its list of pieces."""
    place = 0
    while clx[place : place + 1] == b"\x01":  # properties, which nobody needs here
        place += 3 + struct.unpack_from("<H", clx, place + 1)[0]
    size = struct.unpack_from("<I", clx, place + 1)[0]
    plc = clx[place + 5 : place + 5 + size]
    count = (len(plc) - 4) // 12
    ends = struct.unpack_from(f"<{count + 1}I", plc)
    pieces = []
    for number in range(count):
        start = struct.unpack_from("<I", plc, 4 * (count + 1) + 8 * number + 2)[0]
        length = ends[number + 1] - ends[number]
        if start & _NARROW:
            start = (start & ~_NARROW) // 2
            pieces.append(words[start : start + length].decode("cp1252", "replace"))
        else:
            wide = words[start : start + 2 * length]
            pieces.append(wide.decode("utf-16-le", "replace"))
    return "".join(pieces)


def _parts(text: str) -> Iterator[str]:
    """Paragraphs, and tables as text."""
    allowance = Allowance()
    cells: list[str] = []
    for paragraph in text.replace("\x0b", "\n").split("\r"):
        *ended, rest = paragraph.split(_CELL_END)
        allowance.take(1 + len(ended))
        if cells and not ended:
            yield from _table(cells)
            cells = []
        cells += ended
        if rest:
            yield from _table(cells)
            cells = []
            yield rest
    yield from _table(cells)


def _table(cells: Sequence[str]) -> Iterator[str]:
    """The text of a table; each row ends with one mark more, behind no text."""
    fitting = [
        width
        for width in range(1, _WIDEST)
        if len(cells) % (width + 1) == 0
        and not any(cell.strip() for cell in cells[width :: width + 1])
    ]
    if not cells:
        return
    width = next(
        (n for n in fitting if n * (n + 1) == len(cells)), max(fitting, default=1)
    )
    rows = [
        [Cell(cell.strip(), PLAIN) for cell in cells[start : start + width]]
        for start in range(0, len(cells), width + 1)
    ]
    yield text_of([rows])
