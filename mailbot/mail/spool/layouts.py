"""How letters lie in a folder: as .eml files, or as a Maildir.

Another program puts the letters there. It must rename a file to its name when the file
is complete, as Postfix and procmail do in a Maildir, and as `mv` does within one disk.
"""

import os
import stat
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from mailbot.mail.spool import files as spool_files
from mailbot.mail.spool.files import LetterFile


class SpoolLayout(Protocol):
    """How letters lie in a folder. Methods may raise OSError."""

    _path: Path

    def __init__(self, path: Path) -> None:
        self._path = path

    def stamp(self) -> tuple[int, ...]:
        """Time stamps that change whenever a letter comes or goes."""

    def letters(self, folder: str = "") -> Iterator[LetterFile]:
        """The letters that wait, or those filed in a folder; in any order."""

    def file(self, letter: Path, folder: str) -> None:
        """Move a letter into a folder, made on demand."""

    def mark(self, letter: Path) -> None:
        """Mark a letter that is settled and not moved."""

    def add(self, folder: str, name: str, message: bytes) -> None:
        """Write a message of ours into a folder, made on demand."""
        self.make(folder)
        spool_files.deposit(self.place(folder, name), message)

    def make(self, folder: str) -> Path:
        """Make a folder, if it is not there."""

    def place(self, folder: str, name: str) -> Path:
        """Where `add` puts a message."""


class EmlFolder(SpoolLayout):
    """A folder of files NAME.eml; other names and hidden files are left alone."""

    def stamp(self) -> tuple[int, ...]:
        """See SpoolLayout."""
        return (self._path.stat().st_mtime_ns,)

    def letters(self, folder: str = "") -> Iterator[LetterFile]:
        """See SpoolLayout."""
        for entry, status in _files(self._path / folder):
            if entry.name.endswith(".eml") and not entry.name.startswith("."):
                # Another letter may get the same name later, so the UID depends on the
                # inode, too. An old file that is moved here is a new letter: ctime is
                # the time when it came.
                uid = spool_files.number(
                    entry.name, status.st_ino, status.st_mtime_ns, status.st_size
                )
                came = datetime.fromtimestamp(status.st_ctime, UTC)
                yield LetterFile(Path(entry.path), uid, status.st_size, came)

    def file(self, letter: Path, folder: str) -> None:
        """See SpoolLayout."""
        spool_files.move(letter, self.make(folder), letter.name)

    def mark(self, letter: Path) -> None:
        """Do nothing: a file has no flags."""

    def place(self, folder: str, name: str) -> Path:
        """See SpoolLayout."""
        return self._path / folder / f"{name}.eml"

    def make(self, folder: str) -> Path:
        """See SpoolLayout."""
        path = self._path / folder
        path.mkdir(exist_ok=True)
        return path


class Maildir(SpoolLayout):
    """A Maildir; its folders are those of Maildir++ (.Answered inside it)."""

    def stamp(self) -> tuple[int, ...]:
        """See SpoolLayout."""
        return tuple((self._path / sub).stat().st_mtime_ns for sub in ("new", "cur"))

    def letters(self, folder: str = "") -> Iterator[LetterFile]:
        """See SpoolLayout."""
        home = self._path / f".{folder}" if folder else self._path
        for sub in ("new", "cur"):
            for entry, status in _files(home / sub):
                if not entry.name.startswith("."):
                    # Programs change only the flags behind the colon. Renaming keeps
                    # mtime, the time of delivery.
                    uid = spool_files.number(entry.name.partition(":")[0])
                    came = datetime.fromtimestamp(status.st_mtime, UTC)
                    yield LetterFile(Path(entry.path), uid, status.st_size, came)

    def file(self, letter: Path, folder: str) -> None:
        """See SpoolLayout."""
        spool_files.move(letter, self.make(folder) / "cur", _seen(letter.name))

    def mark(self, letter: Path) -> None:
        """See SpoolLayout: gives the letter the flag "seen"."""
        if letter.name != _seen(letter.name) or letter.parent.name == "new":
            spool_files.move(letter, self._path / "cur", _seen(letter.name))

    def place(self, folder: str, name: str) -> Path:
        """See SpoolLayout."""
        return self._path / f".{folder}" / "cur" / _seen(name)

    def make(self, folder: str) -> Path:
        """See SpoolLayout."""
        home = self._path / f".{folder}"
        for sub in ("tmp", "new", "cur"):
            (home / sub).mkdir(parents=True, exist_ok=True)
        return home


def _seen(name: str) -> str:
    """The file name of a letter with the flag "seen" (S) added."""
    unique, _, flags = name.partition(":2,")
    return f"{unique}:2,{''.join(sorted({*flags, 'S'}))}"


def _files(folder: Path) -> Iterator[tuple["os.DirEntry[str]", os.stat_result]]:
    """The plain files of a folder; a file that disappears meanwhile is left out."""
    if not folder.is_dir():
        return
    with os.scandir(folder) as entries:
        for entry in entries:
            try:
                status = entry.stat(follow_symlinks=False)
            except FileNotFoundError:
                continue
            if stat.S_ISREG(status.st_mode):
                yield entry, status
