"""Letters as files: written whole or not at all, moved without a gap.

Rule 1: a file appears under its name only when it is complete and on the disk:
        written aside, synced, renamed, and the folder synced.
Rule 2: a letter's name says nothing about its content; links are not followed.
"""

import os
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Found:
    """A letter that lies in a folder: `uid` is stable while it lies there."""

    path: Path
    uid: int
    size: int
    arrived: datetime


def deposit(path: Path, content: bytes) -> None:
    """Write a file, replacing one of that name, or raise OSError and leave none."""
    aside = path.with_name(f".{path.name}.part")
    try:
        with aside.open("wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        aside.rename(path)
    except OSError:
        with suppress(OSError):
            aside.unlink(missing_ok=True)
        raise
    sync(path.parent)


def move(path: Path, folder: Path, name: str) -> None:
    """Move a file beside what lies there already, keeping both. Raises OSError."""
    target = folder / name
    number = 1
    while target.exists():
        target = folder / f"{number}-{name}"
        number += 1
    path.rename(target)
    sync(folder)
    sync(path.parent)


def read(path: Path) -> bytes:
    """The content of a plain file. Raises OSError, also for a link."""
    with os.fdopen(os.open(path, os.O_RDONLY | os.O_NOFOLLOW), "rb") as file:
        return file.read()


def sync(folder: Path) -> None:
    """Make the names in a folder outlive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def number(*parts: object) -> int:
    """A positive number of 63 bits that stands for some values."""
    digest = sha256("\0".join(map(str, parts)).encode(errors="surrogateescape"))
    return int.from_bytes(digest.digest()[:8]) >> 1 or 1
