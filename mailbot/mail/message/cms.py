"""Opens signed S/MIME whose content is within the signature (RFC 8551, smime.p7m).

Only the way to the content is walked, in the tags and lengths of BER: nothing is
verified, since our mail server vouches for senders. What is encrypted stays closed.
"""

from msgspec import Struct

_SIGNED = bytes.fromhex("2a864886f70d010702")  # 1.2.840.113549.1.7.2
_DATA = bytes.fromhex("2a864886f70d010701")  # 1.2.840.113549.1.7.1
_OBJECT_ID, _OCTETS, _SEQUENCE, _CONTENT = 0x06, 0x04, 0x30, 0xA0
_CONSTRUCTED = 0x20
_DEEPEST = 16
_MOST_VALUES = 20_000


class _Walk(Struct):
    """What is left to look at: each value that is met counts."""

    left: int = _MOST_VALUES


def open_signed(data: bytes) -> bytes | None:
    """The message within a signature; None if the bytes are none, or are broken."""
    try:
        walk = _Walk()
        [info] = _values(data, 0, len(data), walk)[:1]
        signed = _content_of(data, info, _SIGNED, walk)
        inside = _values(data, *signed[1:3], walk)
        wrapped = next(value for value in inside if value[0] == _SEQUENCE)
        octets = _content_of(data, wrapped, _DATA, walk)
        return _octets(data, octets, walk, 0)
    except (IndexError, ValueError, StopIteration):
        return None


_Value = tuple[int, int, int, int]
"""The tag of a value, where its contents start and end, and where the value ends."""


def _content_of(data: bytes, value: _Value, kind: bytes, walk: _Walk) -> _Value:
    """The content of a ContentInfo of a kind.

    Raises:
        ValueError: it is none, or of another kind.
    """
    name, content, *_ = _values(data, value[1], value[2], walk)
    if name[0] != _OBJECT_ID or data[name[1] : name[2]] != kind:
        raise ValueError
    if content[0] != _CONTENT:
        raise ValueError
    return _values(data, content[1], content[2], walk)[0]


def _octets(data: bytes, value: _Value, walk: _Walk, depth: int) -> bytes:
    """The bytes of an octet string, which may be written in pieces."""
    if value[0] == _OCTETS:
        return data[value[1] : value[2]]
    if value[0] != _OCTETS | _CONSTRUCTED or depth > _DEEPEST:
        raise ValueError
    pieces = _values(data, value[1], value[2], walk)
    return b"".join(_octets(data, piece, walk, depth + 1) for piece in pieces)


def _values(data: bytes, start: int, end: int, walk: _Walk) -> list[_Value]:
    """The values between two places, up to the end of the contents."""
    found: list[_Value] = []
    while start < end and data[start : start + 2] != b"\0\0":
        found.append(_value(data, start, walk, 0))
        start = found[-1][3]
    return found


def _value(data: bytes, start: int, walk: _Walk, depth: int) -> _Value:
    """The value at a place.

    Raises:
        ValueError: it is no BER, or there is too much of it.
        IndexError: it is cut off.
    """
    walk.left -= 1
    tag, length = data[start], data[start + 1]
    if walk.left < 0 or depth > _DEEPEST or tag & 0x1F == 0x1F:
        raise ValueError
    first = start + 2
    if length == 0x80:  # it ends where two zero bytes stand
        place = first
        while data[place] or data[place + 1]:
            place = _value(data, place, walk, depth + 1)[3]
        return tag, first, place, place + 2
    if length > 0x80:
        size = length - 0x80
        length = int.from_bytes(data[first : first + size])
        first += size
    if first + length > len(data):
        raise IndexError
    return tag, first, first + length, first + length
