"""TNEF, the format in which Outlook packs a letter (winmail.dat): MS-OXTNEF.

A TNEF is a row of attributes, each with its length; an ATTACH_BEGIN attribute begins
the next attachment. The reader ends where the bytes are cut off or broken, and returns
what it has read until then. No library is used: the known one loops as often as four
bytes in the file say.
"""

import struct
from collections.abc import Iterator
from enum import IntEnum

from msgspec import Struct, field

from mailbot.charset import decode_text
from mailbot.mail.message.parts import clean_filename
from mailbot.model import Part

_DICTIONARY = (
    rb"{\rtf1\ansi\mac\deff0\deftab720{\fonttbl;}{\f0\fnil \froman \fswiss \fmodern "
    rb"\fscript \fdecor MS Sans SerifSymbolArialTimes New RomanCourier"
    rb"{\colortbl\red0\green0\blue0"
    + b"\r\n"
    + rb"\par \pard\plain\f0\fs20\b\i\u\tab\tx"
)
"""What every compressed body may refer to before it has written anything."""

_SIZE = 4096  # of the ring of bytes that were written last
_COMPRESSED, _PLAIN = b"LZFu", b"MELA"
_HEADER = 16
_MOST = 2_000_000


def decompress_rtf(data: bytes) -> bytes:
    """The RTF of a compressed body, as far as it goes; b"" if it is none."""
    if len(data) < _HEADER:
        return b""
    (raw_size,) = struct.unpack_from("<I", data, 4)
    match data[8:12]:
        case bytes(kind) if kind == _PLAIN:
            return data[_HEADER : _HEADER + raw_size][:_MOST]
        case bytes(kind) if kind == _COMPRESSED:
            return _decompress(data[_HEADER:], min(raw_size, _MOST))
        case _:
            return b""


def _decompress(data: bytes, most: int) -> bytes:
    """Each bit of a control byte tells a byte, or two that name a place and a length.

    The place where the next byte is written ends the body.
    """
    ring = bytearray(_DICTIONARY.ljust(_SIZE, b"\0"))
    place = len(_DICTIONARY)
    written = bytearray()
    read = 0
    while read < len(data) and len(written) < most:
        control, read = data[read], read + 1
        for bit in range(8):
            if not control >> bit & 1:
                copied = data[read : read + 1]
                read += 1
            elif read + 2 <= len(data):
                token = int.from_bytes(data[read : read + 2])
                read += 2
                start = token >> 4
                if start == place:
                    return bytes(written[:most])
                copied = _copy(ring, start, place, (token & 0xF) + 2)
            else:
                copied = b""
            for byte in copied:
                ring[place] = byte
                place = (place + 1) % _SIZE
            written += copied
    return bytes(written[:most])


def _copy(ring: bytearray, start: int, place: int, length: int) -> bytes:
    """Bytes of the ring; those that the copy itself writes are among them."""
    found = bytearray()
    for offset in range(length):
        at = (start + offset) % _SIZE
        behind = (at - place) % _SIZE
        found.append(found[behind] if behind < len(found) else ring[at])
    return bytes(found)


_SIGNATURE = 0x223E9F78

_PLAIN_BODY = 0x1000
_RTF_BODY = 0x1009
_HTML_BODY = 0x1013
_ATTACH_BINARY = 0x3701
_LONG_NAME = 0x3707
_MIME_TYPE = 0x370E

_FIXED = (
    dict.fromkeys((0x2, 0x3, 0x4, 0xA, 0xB), 4)
    | dict.fromkeys((0x5, 0x6, 0x7, 0x14, 0x40), 8)
    | {0x48: 16}
)
"""The size in bytes of a property with one value, by its type."""

_VARIABLE = {0xD, 0x1E, 0x1F, 0x102}
_UNICODE = 0x1F
_MANY = 0x1000
_NAMED = 0x8000
_MAX_PROPERTIES = 2_000
_MAX_PARTS = 200


class Attribute(IntEnum):
    """The attributes that are read."""

    BODY = 0x800C
    ATTACH_DATA = 0x800F
    ATTACH_TITLE = 0x8010
    ATTACH_BEGIN = 0x9002
    MESSAGE_PROPERTIES = 0x9003
    ATTACH_PROPERTIES = 0x9005
    CODEPAGE = 0x9007


class Tnef(Struct):
    """The contents of a TNEF: the message as text, HTML and RTF, and the files."""

    text: str = ""
    html: str = ""
    rtf: bytes = b""
    parts: list[Part] = field(default_factory=list)


class _File(Struct):
    name: str = ""
    kind: str = "application/octet-stream"
    data: bytes = b""


def open_tnef(data: bytes, number: str) -> Tnef | None:
    """The contents of a TNEF, or None if the bytes are no TNEF.

    Args:
        data: the bytes.
        number: that of the part; files get `number`.1, `number`.2 and so on.
    """
    if len(data) < 6 or struct.unpack_from("<I", data)[0] != _SIGNATURE:
        return None
    found, files, charset = Tnef(), [_File()], ""
    for name, value in _attributes(data):
        match name:
            case Attribute.CODEPAGE if len(value) >= 4:
                charset = f"cp{struct.unpack_from('<I', value)[0]}"
            case Attribute.BODY:
                found.text = decode_text(value, charset)
            case Attribute.MESSAGE_PROPERTIES:
                _take_bodies(value, charset, found)
            case Attribute.ATTACH_BEGIN if len(files) <= _MAX_PARTS:
                files.append(_File())
            case _:
                _take_file(name, value, charset, files[-1])
    found.parts = [
        Part(f"{number}.{place}", f.kind, clean_filename(f.name), f.data)
        for place, f in enumerate((f for f in files if f.data), 1)
    ]
    if found.rtf and not (found.text or found.html):
        found.parts.insert(0, Part(f"{number}.0", "text/rtf", "", found.rtf))
    return found


def _attributes(data: bytes) -> Iterator[tuple[int, bytes]]:
    place = 6
    while place + 11 <= len(data):
        name, _, length = struct.unpack_from("<HHI", data, place + 1)
        yield name, data[place + 9 : place + 9 + length]
        place += 11 + length


def _take_bodies(value: bytes, charset: str, found: Tnef) -> None:
    for name, kind, content in _properties(value):
        text = decode_text(content, "utf-16-le" if kind == _UNICODE else charset)
        if name == _PLAIN_BODY:
            found.text = text
        elif name == _HTML_BODY:
            found.html = text
        elif name == _RTF_BODY:
            found.rtf = decompress_rtf(content)


def _take_file(name: int, value: bytes, charset: str, file: _File) -> None:
    if name == Attribute.ATTACH_TITLE and not file.name:
        file.name = decode_text(value, charset)
    elif name == Attribute.ATTACH_DATA:
        file.data = value
    elif name == Attribute.ATTACH_PROPERTIES:
        for key, kind, content in _properties(value):
            text = "utf-16-le" if kind == _UNICODE else charset
            if key == _LONG_NAME:
                file.name = decode_text(content, text) or file.name
            elif key == _MIME_TYPE:
                file.kind = decode_text(content, text).strip().lower() or file.kind
            elif key == _ATTACH_BINARY and not file.data:
                file.data = content


def _properties(data: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Name, type and value of every property of variable length, value by value."""
    try:
        (count,) = struct.unpack_from("<I", data)
        place = 4
        for _ in range(min(count, _MAX_PROPERTIES)):
            kind, name = struct.unpack_from("<HH", data, place)
            place = _after_name(data, place + 4) if name & _NAMED else place + 4
            plain = kind & ~_MANY
            values = 1
            if kind & _MANY or plain in _VARIABLE:
                (values,) = struct.unpack_from("<I", data, place)
                place += 4
            if plain in _FIXED:
                size = 2 if kind & _MANY and plain in (2, 0xB) else _FIXED[plain]
                place += -(-size * values // 4) * 4
                continue
            if plain not in _VARIABLE or values > _MAX_PROPERTIES:
                return
            for _ in range(values):
                (length,) = struct.unpack_from("<I", data, place)
                yield name, plain, data[place + 4 : place + 4 + length]
                place += 4 + -(-length // 4) * 4
    except struct.error:
        return


def _after_name(data: bytes, place: int) -> int:
    """The offset behind the name of a named property: a GUID, then a number or text."""
    (kind,) = struct.unpack_from("<I", data, place + 16)
    if kind == 0:
        return place + 24
    (length,) = struct.unpack_from("<I", data, place + 20)
    return place + 24 + -(-int(length) // 4) * 4
