"""Files that are written whole or not at all, and moved without a gap.

Rule 1: a file gets its name when it is complete and on the disk: it is written under
        another name, synced and renamed, and then its folder is synced.
Rule 2: symbolic links are not followed: another program may have put them there.
"""

import os
from contextlib import suppress
from datetime import datetime
from hashlib import sha256
from pathlib import Path

from msgspec import Struct

_NEW = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_NONBLOCK
_OLD = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
"""No pipe is waited for that somebody puts in the place of a file."""

_LONGEST = 240
"""Bytes of a name of ours; file systems take 255."""


class LetterFile(Struct, frozen=True):
    """A letter as a file; its `uid` stays the same as long as the letter is there."""

    path: Path
    uid: int
    size: int
    arrived: datetime


def deposit(path: Path, content: bytes) -> None:
    """Write a file, and replace one of that name.

    Raises:
        OSError: it could not be written; nothing of it is left.
    """
    aside = path.with_name(f".{path.name}.part")
    try:
        with os.fdopen(os.open(aside, _NEW, 0o666), "wb") as file:
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
    """Move a file; a number goes before a name that is taken. Raises OSError.

    A name that is too long to get a number or a flag becomes a number of its own.
    """
    if len(os.fsencode(name)) > _LONGEST:
        stem, mark, flags = name.partition(":2,")
        name = f"{number(stem)}{mark}{flags}" if mark else f"{number(name)}.eml"
    target = folder / name
    count = 1
    while target.exists():
        target = folder / f"{count}-{name}"
        count += 1
    path.rename(target)
    sync(folder)
    sync(path.parent)


def read(path: Path, limit: int = -1) -> bytes:
    """The content of a file, or its first `limit` bytes.

    Raises:
        OSError: among others, it is a symbolic link.
    """
    with os.fdopen(os.open(path, _OLD), "rb") as file:
        return file.read(limit)


def sync(folder: Path) -> None:
    """Write the names in a folder to the disk, so that they survive a power cut."""
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def number(*parts: object) -> int:
    """A positive number of 63 bits, hashed from some values: a UID for a file."""
    digest = sha256("\0".join(map(str, parts)).encode(errors="surrogateescape"))
    return int.from_bytes(digest.digest()[:8]) >> 1 or 1
