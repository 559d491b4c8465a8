"""How letters lie in a folder: as .eml files, or as a Maildir.

Another program puts the letters there. It must rename a file to its name when the file
is complete, as Postfix and procmail do in a Maildir, and as `mv` does within one disk.
"""

import os
import stat
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from mailbot.mail.spool import files as spool_files
from mailbot.mail.spool.files import LetterFile


class EmlFolder:
    """A folder of files NAME.eml; other names and hidden files are left alone.

    Its letters may lie in several folders: `waiting` are those that another program
    puts letters into. Methods may raise OSError.
    """

    waiting: tuple[str, ...] = ("",)

    def __init__(self, path: Path) -> None:
        self._path = path

    def stamp(self) -> tuple[int, ...]:
        """Time stamps that change whenever a letter comes or goes."""
        return tuple((self._path / sub).stat().st_mtime_ns for sub in self.waiting)

    def letters(self, folder: str = "") -> Iterator[LetterFile]:
        """The letters that wait, or those filed in a folder; in any order."""
        for sub in self.waiting:
            for entry, status in _files(self._home(folder) / sub):
                if not entry.name.startswith("."):
                    yield from self._letter(entry, status)

    def file(self, letter: Path, folder: str) -> None:
        """Move a letter into a folder, made on demand."""
        self._make(folder)
        spool_files.move(letter, self._home(folder), letter.name)

    def mark(self, letter: Path) -> None:
        """Mark a letter that is settled and not moved; a plain file has no flags."""

    def add(self, folder: str, name: str, message: bytes) -> None:
        """Write a message of ours into a folder, made on demand."""
        self._make(folder)
        spool_files.deposit(self.place(folder, name), message)

    def place(self, folder: str, name: str) -> Path:
        """Where `add` puts a message."""
        return self._home(folder) / f"{name}.eml"

    def _home(self, folder: str) -> Path:
        return self._path / folder

    def _make(self, folder: str) -> None:
        self._home(folder).mkdir(exist_ok=True)

    def _letter(
        self, entry: "os.DirEntry[str]", status: os.stat_result
    ) -> Iterator[LetterFile]:
        """The letter of a file; none if the file is another one's.

        Another letter may get the same name later, so the UID depends on the inode,
        too. An old file that is moved here is a new letter: ctime is the time when it
        came.
        """
        if entry.name.endswith(".eml"):
            uid = spool_files.number(
                entry.name, status.st_ino, status.st_mtime_ns, status.st_size
            )
            came = datetime.fromtimestamp(status.st_ctime, UTC)
            yield LetterFile(Path(entry.path), uid, status.st_size, came)


class Maildir(EmlFolder):
    """A Maildir; its folders are those of Maildir++ (.Answered inside it)."""

    waiting = ("new", "cur")

    def file(self, letter: Path, folder: str) -> None:
        """Move a letter into a folder, made on demand, with the flag "seen"."""
        self._make(folder)
        spool_files.move(letter, self._home(folder) / "cur", _seen(letter.name))

    def mark(self, letter: Path) -> None:
        """Give a letter that is settled and not moved the flag "seen"."""
        if letter.name != _seen(letter.name) or letter.parent.name == "new":
            spool_files.move(letter, self._path / "cur", _seen(letter.name))

    def place(self, folder: str, name: str) -> Path:
        """Where `add` puts a message."""
        return self._home(folder) / "cur" / _seen(name)

    def _home(self, folder: str) -> Path:
        return self._path / f".{folder}" if folder else self._path

    def _make(self, folder: str) -> None:
        for sub in ("tmp", *self.waiting):
            (self._home(folder) / sub).mkdir(parents=True, exist_ok=True)

    def _letter(
        self, entry: "os.DirEntry[str]", status: os.stat_result
    ) -> Iterator[LetterFile]:
        """The letter of a file.

        Programs change only the flags behind the colon. Renaming keeps mtime, the time
        of delivery.
        """
        uid = spool_files.number(entry.name.partition(":")[0])
        came = datetime.fromtimestamp(status.st_mtime, UTC)
        yield LetterFile(Path(entry.path), uid, status.st_size, came)


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
