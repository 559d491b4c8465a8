"""How a fork server is started: its command, its setup, its variables, its folder.

The parent starts its own (`parent.process`). For a parent that is another user,
`child.instance` does so.
"""

import os
import shutil
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress
from fcntl import LOCK_EX, LOCK_NB, flock
from pathlib import Path

from msgspec import Struct, json

from mailbot.pool.options import PoolOptions

KEPT = ("PATH", "LANG", "LC_ALL", "TESSDATA_PREFIX", "TMPDIR")
"""The variables of our environment that a child gets; it gets no others.

Not TZ: it may name a file, which a confined reader may not open.
"""

# One core for each letter: libraries would else start a thread for every core, in each
# child.
_ONE_THREAD = dict.fromkeys(
    ("OMP_THREAD_LIMIT", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1"
)
_PROGRAM = (
    "import sys; sys.path[:] = sys.argv[4:]; "
    "from mailbot.pool.child.server import main; main(sys.argv[1:4])"
)

PREFIX = "mailbot-readers-"

_BLOCK = 512  # bytes, whatever the file system's own are; see stat(2)

_NEW = 60
"""Seconds in which the process that has made a folder locks it, at most."""


class Setup(Struct, frozen=True):
    """What a fork server is to be: the limits, and the module of its table of calls."""

    options: PoolOptions
    calls: str

    def write(self) -> bytes:
        """The setup as JSON."""
        return json.encode(self)


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


def read_setup(message: bytes | str) -> Setup:
    """The setup of a message.

    Raises:
        msgspec.DecodeError: the message holds none.
    """
    return json.decode(message, type=Setup)


def write_command(
    setup: Setup, channels: Iterable[int], scratch: ScratchFolder
) -> list[str]:
    """The command of a fork server; it inherits the control channels of its slots."""
    numbers = ",".join(map(str, channels))
    arguments = [setup.write().decode(), numbers, str(scratch.path)]
    return [sys.executable, "-I", "-c", _PROGRAM, *arguments, *sys.path]


def read_command(arguments: Sequence[str]) -> tuple[Setup, list[int], Path]:
    """The setup, the channels and the folder that a command was given."""
    setup, channels, folder = arguments
    return read_setup(setup), [int(n) for n in channels.split(",")], Path(folder)


def environment() -> dict[str, str]:
    """The variables that a fork server gets."""
    return {k: os.environ[k] for k in KEPT if k in os.environ} | _ONE_THREAD
