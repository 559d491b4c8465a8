"""FILE arguments: letters, pictures, documents and text from disk or stdin."""

import re
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path

from mailbot.errors import BadLetter, MailbotError
from mailbot.mail.message import letter as letters
from mailbot.model import Envelope, Letter, Part

_HEADER = re.compile(rb"(?:From [^\n]+\n)?[A-Za-z][A-Za-z0-9-]*:[ \t]*[^\n]*\r?\n")
_HEAD = 8192
"""Bytes that tell what a file is."""

_MAGIC = (
    (b"%PDF-", "application/pdf"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"\x89PNG\r\n", "image/png"),
    (b"GIF8", "image/gif"),
    (b"BM", "image/bmp"),
    (b"II*\x00", "image/tiff"),
    (b"MM\x00*", "image/tiff"),
)


class NoFile(MailbotError):
    """A FILE argument that cannot be read; whoever tells of it names the FILE."""

    exit_code = 4


class NoFolder(MailbotError):
    """A folder that cannot be made or written to: bad usage, as click has it."""

    exit_code = 2

    def __init__(self, folder: Path, error: OSError) -> None:
        super().__init__(f"cannot write into {folder}: {error.strerror}")


class FileSource:
    """A FILE that is open: its head has been looked at, the rest is still to come."""

    def __init__(self, file: str) -> None:
        """Open a FILE; "-" is stdin.

        Raises:
            NoFile: it is not there or not readable.
        """
        try:
            self._stream = (
                sys.stdin.buffer if file == "-" else Path(file).open("rb")  # noqa: SIM115
            )
            self._head = self._stream.read(_HEAD)
        except OSError as error:
            raise NoFile(f"cannot be read: {error.strerror}") from error

    def head(self) -> list[str]:
        """The first lines, as text; where more is to come, the last is left out."""
        lines = self._head.decode("utf-8", "replace").splitlines()
        return lines[:-1] if len(self._head) == _HEAD else lines

    def lines(self) -> Iterator[str]:
        """All lines as text, one at a time, however long the file is."""
        begun = self._head + self._stream.readline()
        for line in chain(begun.splitlines(), self._stream):
            yield line.decode("utf-8", "replace")

    def read(self) -> bytes:
        """All of it."""
        return self._head + self._stream.read()

    def close(self) -> None:
        """Let go of the file."""
        self._stream.close()


def read_bytes(file: str) -> bytes:
    """The bytes of a FILE; "-" is stdin.

    Raises:
        NoFile: it is not there or not readable.
    """
    with closing(FileSource(file)) as source:
        return source.read()


def letter_of(data: bytes, name: str) -> Letter:
    """Anything as a letter, so that everything is read by one way.

    A mail is parsed; a picture or document becomes a part; the rest is text.
    """
    kind = _kind(data)
    if kind:
        part = Part("1", kind, Path(name).name, data)
        return Letter(Envelope(None), parts=(part,))
    if name.endswith(".eml") or _HEADER.match(data):
        try:
            return letters.parse(data)
        except BadLetter:
            pass
    text = _decoded(data)
    if text.lstrip()[:1] == "<":
        return Letter(Envelope(None), html=text)
    return Letter(Envelope(None), text=text)


def _kind(data: bytes) -> str:
    for magic, kind in _MAGIC:
        if data.startswith(magic):
            return kind
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    if data[4:8] == b"ftyp" and data[8:12] in (b"heic", b"heix", b"mif1", b"heif"):
        return "image/heic"
    return ""


def _decoded(data: bytes) -> str:
    if data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return data.decode("utf-16", "replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("latin-1")
