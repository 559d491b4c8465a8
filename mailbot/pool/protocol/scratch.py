"""The folder of a fork server, in which its readers write their temporary files."""

import os
import shutil
import tempfile
import time
from contextlib import suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path

PREFIX = "mailbot-readers-"

_BLOCK = 512  # bytes, whatever the file system's own are; see stat(2)

_NEW = 60
"""Seconds in which the process that has made a folder locks it, at most."""


class ScratchFolder:
    """A folder that is locked while this process lives, with a folder for each slot.

    `lock` is the descriptor of that. Folders that other processes left behind, such as
    one that was killed, are removed.
    """

    def __init__(self, slots: int) -> None:
        """Make the folder.

        Raises:
            OSError: it cannot be made.
        """
        _remove_left()
        self.path = Path(tempfile.mkdtemp(prefix=PREFIX))
        self.lock = _locked(self.path)
        for number in range(slots):
            (self.path / str(number)).mkdir()

    def remove(self) -> None:
        """Remove the folder with all that is in it."""
        shutil.rmtree(self.path, ignore_errors=True)
        lock, self.lock = self.lock, -1
        if lock >= 0:
            os.close(lock)


def is_overfull(folder: Path, files: int, size: int) -> bool:
    """Whether a folder holds more files, or takes more bytes of the disk, than that."""
    taken = 0
    with os.scandir(folder) as entries:
        for number, entry in enumerate(entries, 1):
            with suppress(FileNotFoundError):  # removed since
                taken += entry.stat(follow_symlinks=False).st_blocks * _BLOCK
            if number > files or taken > size:
                return True
    return False


def _remove_left() -> None:
    for folder in Path(tempfile.gettempdir()).glob(f"{PREFIX}*"):
        with suppress(OSError):  # another user's, or its process lives
            lock = _locked(folder)
            if time.time() - os.fstat(lock).st_mtime > _NEW:
                shutil.rmtree(folder, ignore_errors=True)
            os.close(lock)


def _locked(folder: Path) -> int:
    """A descriptor of a folder, which locks it.

    Raises:
        OSError: another process has locked it, or it is not ours.
    """
    descriptor = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        flock(descriptor, LOCK_EX | LOCK_NB)
    except OSError:
        os.close(descriptor)
        raise
    return descriptor
