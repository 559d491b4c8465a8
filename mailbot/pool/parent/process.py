"""The process of a fork server: one that we start, or one of another user.

Both run `child.server` and are spoken to in the same way. Only the first can be
signalled.
"""

import os
import select
import signal
import socket
import subprocess
from collections.abc import Sequence
from contextlib import ExitStack, suppress

from mailbot.pool.protocol.scratch import ScratchFolder
from mailbot.pool.protocol.start import Setup, environment, write_command


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
        return self._await_end(0)

    def go_on(self) -> None:
        """Let it go on if somebody has stopped it, and a program that it waits for.

        Readers are in groups of their own, and get no signal.
        """
        self._signal(signal.SIGCONT)

    def end(self, seconds: float) -> None:
        """End it, which ends its readers first if it can do so in that time."""
        self._signal(signal.SIGCONT)
        self._await_end(seconds)
        self._signal(signal.SIGKILL)  # also to forks stopped before they lead a session
        self._await_end()
        os.close(self._handle)
        self._process.wait()
        self._scratch.remove()

    def _await_end(self, seconds: float | None = None) -> bool:
        return _await(self._handle, seconds)

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
