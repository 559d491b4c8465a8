"""The process of a fork server: one that we start, or one of another user.

Both run `child.server` and are spoken to in the same way. Only the first can be
signalled. And the processes of a reader: its own and all that it has started are a
session, which nothing can leave; it is named by the number of the reader's process.
"""

import os
import select
import signal
import socket
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path

from mailbot.pool.protocol.start import ScratchFolder, Setup, environment, write_command

_PAGE = os.sysconf("SC_PAGE_SIZE")


class OwnProcess:
    """A fork server that this process starts, with a folder for its readers.

    It ends when the control channels of its slots are closed. `is_ours` tells that this
    process may signal it.
    """

    is_ours = True

    def __init__(self, setup: Setup, channels: Sequence[int]) -> None:
        """Start it; it inherits the channels of its slots and no other descriptor.

        Raises:
            OSError: it cannot be started.
        """
        with ExitStack() as undo:
            self._scratch = ScratchFolder(setup.options.children)
            undo.callback(self._scratch.remove)
            self._process = subprocess.Popen(  # noqa: S603 (this same Python)
                write_command(setup, channels, self._scratch),
                env=environment(),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=channels,
                start_new_session=True,
            )
            self._handle = os.pidfd_open(self._process.pid)
            undo.pop_all()

    @property
    def how_it_ended(self) -> int:
        """Its exit code, or the negative number of the signal that ended it."""
        return self._process.wait()

    def has_ended(self) -> bool:
        """Whether it has ended."""
        return _await(self._handle, 0)

    def go_on(self) -> None:
        """Let it go on if somebody has stopped it, and a program that it waits for.

        Readers are in groups of their own, and get no signal.
        """
        self._signal(signal.SIGCONT)

    def end(self, seconds: float) -> None:
        """End it, which ends its readers first if it can do so in that time."""
        self._signal(signal.SIGCONT)
        _await(self._handle, seconds)
        self._signal(signal.SIGKILL)  # also to forks stopped before they lead a session
        _await(self._handle, None)
        os.close(self._handle)
        self._process.wait()
        self._scratch.remove()

    def _signal(self, number: signal.Signals) -> None:
        """Signal it and what it has forked, but for readers that lead a session.

        The number of the group is nobody else's until the process is waited for.
        """
        if self._process.returncode is None:
            with suppress(OSError):  # all of them have ended
                os.killpg(self._process.pid, number)


class OthersProcess:
    """A fork server of another user, which a service manager starts when we connect.

    See `child.instance` for its side of the connection, over which nothing is said but
    its setup. Nobody can let it go on, if it was stopped; another is then started.
    """

    is_ours = False
    how_it_ended = 0

    def __init__(self, setup: Setup, channels: Sequence[int]) -> None:
        """Have it started, and give it the channels of its slots.

        Raises:
            OSError: nobody listens, or we may not connect.
        """
        with ExitStack() as undo:
            self._end = undo.enter_context(
                socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET)
            )
            self._end.connect(setup.options.socket)
            socket.send_fds(self._end, [setup.write()], channels)
            undo.pop_all()

    def has_ended(self) -> bool:
        """Whether it has ended."""
        return _await(self._end.fileno(), 0)

    def go_on(self) -> None:
        """Do nothing: it is not ours to signal."""

    def end(self, seconds: float) -> None:
        """Wait for its end no longer than that; it has no other reason to live on."""
        _await(self._end.fileno(), seconds)
        self._end.close()


Process = OwnProcess | OthersProcess


def _await(descriptor: int, seconds: float | None) -> bool:
    """Whether something is to be read from a descriptor, such as its end, in time."""
    poll = select.poll()
    poll.register(descriptor, select.POLLIN)
    return bool(poll.poll(None if seconds is None else seconds * 1000))


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
