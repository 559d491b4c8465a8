"""What links hold, decompressed: lz-string and raw deflate, both in base64.

Both are bounded: a link of a few kilobytes may hold a gigabyte.
"""

import re
import zlib
from base64 import b64decode
from collections.abc import Iterator
from string import ascii_lowercase, ascii_uppercase, digits

from mailbot.errors import TooLarge

_MOST = 400_000
"""Characters that a link holds at most; the largest puzzle of a setter has a tenth."""

_BASE64 = {
    sign: value
    for value, sign in enumerate(f"{ascii_uppercase}{ascii_lowercase}{digits}+/")
} | {"-": 62, "_": 63}
_ESCAPED = re.compile("%([0-9A-Fa-f]{2})")
_BITS = 6
_BYTE, _WORD, _END = 0, 1, 2
"""The codes of lz-string that are no entry of its dictionary."""


def unpack_lz(text: str) -> str:
    """The text that lz-string (`compressToBase64`) has compressed.

    Raises:
        ValueError: it is not that.
        TooLarge: it is longer than any puzzle.
    """
    bits = _Bits(_unquoted(text).rstrip("="))
    entries: dict[int, str] = {}
    fresh, width = 3, 2
    parts: list[str] = []
    length, before = 0, ""
    for _ in range(_MOST):
        code = bits.take(width)
        if code == _END:
            return "".join(parts)
        if code in (_BYTE, _WORD):
            entry = chr(bits.take(16 if code == _WORD else 8))
            entries[fresh] = entry
            fresh += 1
        elif code in entries:
            entry = entries[code]
        elif code == fresh and before:
            entry = before + before[0]
        else:
            raise ValueError("no text of lz-string")
        if before:
            entries[fresh] = before + entry[0]
            fresh += 1
        parts.append(entry)
        length += len(entry)
        if length > _MOST:
            raise TooLarge("a link that holds more than a puzzle")
        before = entry
        width = max(3, fresh.bit_length())
    raise TooLarge("a link that holds more than a puzzle")


class _Bits:
    """The bits of base64 text, the lowest of a number first."""

    def __init__(self, text: str) -> None:
        self._bits = self._each(text)

    def take(self, count: int) -> int:
        """The next number of so many bits.

        Raises:
            ValueError: the text ends within it, or is no base64.
        """
        number = 0
        for place in range(count):
            bit = next(self._bits, None)
            if bit is None:
                raise ValueError("the text is cut off")
            number |= bit << place
        return number

    @staticmethod
    def _each(text: str) -> Iterator[int]:
        for sign in text:
            value = _BASE64.get(sign)
            if value is None:
                raise ValueError("no base64")
            yield from ((value >> place) & 1 for place in reversed(range(_BITS)))


def _unquoted(text: str) -> str:
    """The base64 text of a link, whose `+`, `/` and `=` may be written as %XX."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)), text)


def unpack_deflated(text: str) -> str:
    """The text of a raw deflate stream in base64.

    Raises:
        ValueError: it is not that.
        TooLarge: it is longer than any puzzle.
    """
    plain = _unquoted(text).translate(str.maketrans("-_", "+/"))
    stream = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        held = stream.decompress(b64decode(plain + "=" * (-len(plain) % 4)), _MOST)
    except zlib.error as error:
        raise ValueError("no deflate stream") from error
    if not stream.eof and not stream.unconsumed_tail:
        raise ValueError("the stream is cut off")
    if not stream.eof:
        raise TooLarge("a link that holds more than a puzzle")
    return held.decode("utf-8", "replace")
