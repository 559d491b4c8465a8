"""A smaller copy of Tesseract's data, with which it starts in half the time.

Half of the time that Tesseract takes for one line goes into two things that no digit
needs: its dictionary, and a table of characters that look alike. So the copy has no
dictionary, and names all characters but ours anew, which no line of that table then
fits. Its network is that of the installed data, and reads the same.
"""

import os
import struct
from collections.abc import Container, Mapping
from functools import lru_cache
from itertools import chain, pairwise
from pathlib import Path

_LANGUAGE = "eng.traineddata"
_FOLDERS = (
    "/usr/share/tesseract-ocr/*/tessdata",
    "/usr/share/tessdata",
    "/usr/local/share/tessdata",
    "/opt/homebrew/share/tessdata",
)

_NETWORK, _CHARACTERS, _CODES, _VERSION = 17, 21, 22, 23
"""Places of what is copied in the table of contents: src/ccutil/tessdatamanager.h."""

_PARTS = 24
"""Parts that the table of contents of the copy has places for."""

_SPECIAL = 3
"""The first characters of a network: the space, and signs of its own."""

_PRIVATE = 0xE000
"""The first of Unicode's characters that have no meaning."""


@lru_cache(maxsize=1)
def small_data(symbols: str) -> bytes:
    """The smaller copy; b"" if the installed data is not found, or of another kind.

    Args:
        symbols: the characters that it must know.
    """
    file = next((file for file in installed() if file.is_file()), None)
    try:
        return _copy(file.read_bytes(), symbols) if file else b""
    except (OSError, ValueError, KeyError, struct.error):
        return b""


def installed() -> list[Path]:
    """Where the data may lie that Tesseract uses."""
    told = os.environ.get("TESSDATA_PREFIX")  # noqa: TID251 (Tesseract's own)
    folders = (
        [Path(told)]
        if told
        else chain.from_iterable(Path("/").glob(f[1:]) for f in _FOLDERS)
    )
    return [folder / _LANGUAGE for folder in folders]


def _copy(data: bytes, symbols: Container[str]) -> bytes:
    """The network of some data, with only the symbols under their own names.

    Raises:
        ValueError, KeyError, struct.error: it is no data for a network.
    """
    parts = parts_of(data)
    kept = {place: parts[place] for place in (_NETWORK, _CODES, _VERSION)}
    kept[_CHARACTERS] = _renamed(parts[_CHARACTERS].decode(), symbols).encode()
    return _joined(kept)


def parts_of(data: bytes) -> Mapping[int, bytes]:
    """The parts of a file of data by their places in its table of contents."""
    (count,) = struct.unpack_from("<i", data)
    if not 0 < count <= 4 * _PARTS:
        raise ValueError("no table of contents")
    starts = struct.unpack_from(f"<{count}q", data, 4)
    edges = sorted({start for start in starts if start >= 0} | {len(data)})
    ends = dict(pairwise(edges))
    return {p: data[start : ends[start]] for p, start in enumerate(starts) if start > 0}


def _joined(parts: Mapping[int, bytes]) -> bytes:
    """The parts as one file, in the order of their places."""
    starts, end = [-1] * _PARTS, 4 + 8 * _PARTS
    ordered = sorted(parts.items())
    for place, part in ordered:
        starts[place], end = end, end + len(part)
    head = struct.pack(f"<i{_PARTS}q", _PARTS, *starts)
    return head + b"".join(part for _, part in ordered)


def _renamed(table: str, symbols: Container[str]) -> str:
    """A table of characters, one a line, in which only the symbols keep their names."""
    count, *lines = table.split("\n")
    renamed = [
        line
        if place < _SPECIAL or line.split(" ")[0] in symbols
        else _named(line, place)
        for place, line in enumerate(lines[: int(count)])
    ]
    return "\n".join([count, *renamed, *lines[int(count) :]])


def _named(line: str, place: int) -> str:
    _, properties = line.split(" ", 1)
    return f"{chr(_PRIVATE + place)} {properties}"
