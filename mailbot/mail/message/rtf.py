"""Decompresses the RTF body of a message of Outlook (MS-OXRTFCP)."""

import struct

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
