"""The session of a reader: its process, and all that it has started.

Nothing can leave it. It is named by the number of the reader's process.
"""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

_PAGE = os.sysconf("SC_PAGE_SIZE")


def members(leader: int) -> Iterator[int]:
    """The processes of a session."""
    for name in filter(str.isdigit, os.listdir("/proc")):  # noqa: PTH208 (in haste)
        with suppress(OSError):  # it has just ended
            if os.getsid(process := int(name)) == leader:
                yield process


def measure(leader: int) -> tuple[int, int]:
    """The threads of all processes of a session, and the bytes of their own memory."""
    tasks = own = 0
    for process in members(leader):
        with suppress(OSError, ValueError):
            of = Path(f"/proc/{process}")
            tasks += sum(1 for _ in (of / "task").iterdir())
            pages = (of / "statm").read_text().split()
            own += (int(pages[1]) - int(pages[2])) * _PAGE
    return tasks, own


def end_session(leader: int) -> None:
    """End what is left of the session of a reader.

    The fork server does so, unless somebody has ended it. The number stands for no
    other session while one process of this one lives.
    """
    ended = set[int]()
    while left := set(members(leader)) - ended:
        for process in left:
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        ended |= left


def is_hidden(process: int, proc: Path = Path("/proc")) -> bool:
    """Whether a process lives that is not shown to us (hidepid in proc(5))."""
    with suppress(PermissionError):  # it is another user's, and lives
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return False
    return not (proc / str(process)).exists()
