"""Tables in the files by which old programs exchange them: DIF, SYLK and dBASE."""

import re
from collections.abc import Iterator
from itertools import takewhile
from struct import unpack_from

from mailbot.charset import decode_text
from mailbot.documents.document import Document
from mailbot.documents.sheets import Allowance, Places, number_of, text_of
from mailbot.errors import UnreadablePicture

_SPECIAL, _NUMBER = "-1", "0"
_FIELD = re.compile(r';([A-Z])("(?:[^"]|"")*"|[^;]*)')
_HEAD, _LENGTH, _FIELDS_END = 32, 16, b"\r"
"""Bytes of the head of a dBASE file, and of that of each field, with its length."""


def read(data: bytes) -> Document:
    """The table of a file.

    Raises:
        UnreadablePicture: it is broken.
    """
    cells = Places(Allowance())
    if data[:1].isalpha():
        lines = decode_text(data).splitlines()
        placed = _of_sylk(lines) if data.startswith(b"ID;") else _of_dif(lines)
    else:
        placed = _of_dbase(data)
    for row, column, text in placed:
        if text:
            cells.put(row, column, text)
    return Document(text_of([cells.sheet()], dropped=True))


def _of_dif(lines: list[str]) -> Iterator[tuple[int, int, str]]:
    """Two lines for each cell, row by row."""
    try:
        place = lines.index("DATA") + 3
    except ValueError as e:
        raise UnreadablePicture("a DIF file without its data") from e
    row, column = -1, 0
    while place + 1 < len(lines):
        kind, _, number = lines[place].partition(",")
        text = lines[place + 1].strip()
        if kind.strip() == _SPECIAL:
            if text != "BOT":
                break
            row, column = row + 1, 0
        else:
            shown = number if kind.strip() == _NUMBER and text == "V" else text
            yield row, column, shown.strip().strip('"')
            column += 1
        place += 2


def _of_sylk(lines: list[str]) -> Iterator[tuple[int, int, str]]:
    """A line for each cell; a row or column that it does not name is the last one."""
    place = {"X": 0, "Y": 0}
    for line in lines:
        fields = dict(_FIELD.findall(line)) if line[:2] in ("C;", "F;") else {}
        for name in place:
            place[name] = number_of(fields.get(name, ""), place[name] + 1) - 1
        if "K" in fields and line[0] == "C":
            yield place["Y"], place["X"], fields["K"].strip('"').strip()


def _of_dbase(data: bytes) -> Iterator[tuple[int, int, str]]:
    """Records of fields of fixed lengths; the first byte marks those deleted."""
    start, size = unpack_from("<HH", data, 8)
    if not size:
        raise UnreadablePicture("a dBASE file without the length of its records")
    heads = (data[at : at + _HEAD] for at in range(_HEAD, start, _HEAD))
    fields = takewhile(lambda head: head[:1] != _FIELDS_END, heads)
    lengths = [max(n, 1) for field in fields for n in field[_LENGTH : _LENGTH + 1]]
    records = (data[at : at + size] for at in range(start, len(data), size))
    for row, record in enumerate(one for one in records if one[:1] == b" "):
        at = 1
        for column, length in enumerate(lengths):
            if at >= size:
                break  # a head of more fields than a record has bytes
            yield row, column, decode_text(record[at : at + length]).strip()
            at += length
