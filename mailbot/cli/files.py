"""FILE arguments: mails, pictures, PDFs and text, from disk or stdin."""

import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path

from mailbot.errors import MailbotError

_HEAD = 8192
"""Bytes that tell whether a file is a batch of puzzles."""


class NoFile(MailbotError):
    """A FILE argument cannot be read. The message does not name it; the caller does."""

    exit_code = 4


class NoFolder(MailbotError):
    """A folder cannot be made or written to; the exit code is that of bad usage."""

    exit_code = 2

    def __init__(self, folder: Path, error: OSError) -> None:
        super().__init__(f"cannot write into {folder}: {error.strerror}")


class FileSource:
    """An open FILE, of which only the first bytes have been read."""

    def __init__(self, file: str) -> None:
        """Open a FILE; "-" is stdin.

        Raises:
            NoFile: it does not exist or is not readable.
        """
        try:
            self._stream = (
                sys.stdin.buffer if file == "-" else Path(file).open("rb")  # noqa: SIM115
            )
            self._head = self._stream.read(_HEAD)
        except OSError as error:
            raise NoFile(f"cannot be read: {error.strerror}") from error

    def head(self) -> list[str]:
        """The first lines as text, except the last one if it may be cut off."""
        lines = self._head.decode("utf-8", "replace").splitlines()
        return lines[:-1] if len(self._head) == _HEAD else lines

    def lines(self) -> Iterator[str]:
        """All lines as text, one at a time: the file may be longer than the memory."""
        begun = self._head + self._stream.readline()
        for line in chain(begun.splitlines(), self._stream):
            yield line.decode("utf-8", "replace")

    def read(self) -> bytes:
        """All of it."""
        return self._head + self._stream.read()

    def close(self) -> None:
        """Close the file."""
        self._stream.close()


def read_bytes(file: str) -> bytes:
    """The bytes of a FILE; "-" is stdin.

    Raises:
        NoFile: it does not exist or is not readable.
    """
    with closing(FileSource(file)) as source:
        return source.read()
