"""FILE arguments: mails, pictures, PDFs and text, from disk or stdin; and --shape."""

import errno
import os
import re
import select
import stat
import sys
from collections.abc import Iterator
from contextlib import closing
from itertools import chain
from pathlib import Path
from typing import BinaryIO

import click

from mailbot.errors import MailbotError
from solver import Shape

_HEAD = 8192
"""Bytes that tell whether a file is a batch of puzzles."""

_WRITER = 10.0
"""Seconds in which the writer of a named pipe begins to write."""


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
            self._stream = sys.stdin.buffer if file == "-" else _opened(file)
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


def _opened(file: str) -> BinaryIO:
    """A file, opened for reading; a pipe only if somebody writes into it.

    Raises:
        OSError: it cannot be opened, or nobody writes.
    """
    descriptor = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        if stat.S_ISFIFO(os.fstat(descriptor).st_mode):
            _await_writer(descriptor)
            os.set_blocking(descriptor, True)
        return os.fdopen(descriptor, "rb")
    except BaseException:
        os.close(descriptor)
        raise


def _await_writer(pipe: int) -> None:
    if not select.select([pipe], [], [], _WRITER)[0]:
        why = f"a pipe into which nothing is written in {_WRITER:.0f} s"
        raise OSError(errno.EAGAIN, why)


def read_bytes(file: str) -> bytes:
    """The bytes of a FILE; "-" is stdin.

    Raises:
        NoFile: it does not exist or is not readable.
    """
    with closing(FileSource(file)) as source:
        return source.read()


class ShapeType(click.ParamType[Shape]):
    """A box as WIDTHxHEIGHT, in cells."""

    name = "WxH"

    def convert(
        self, value: str, param: click.Parameter | None, ctx: click.Context | None
    ) -> Shape:
        """Read "3x2"; anything else is bad usage."""
        try:
            width, height = re.fullmatch(r"(\d+)[xX](\d+)", value).groups()  # type: ignore[union-attr]
            return Shape(int(width), int(height))
        except (AttributeError, ValueError):
            self.fail(f"{value!r} is no box; write it like 3x2", param, ctx)
