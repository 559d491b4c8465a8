"""A reader: a fork of the fork server, which answers one call and ends.

It parts from all other processes before it reads the call. What it has started ends
with it.
"""

import os
import resource
import signal
import traceback
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

from msgspec import Struct

from mailbot import kernel
from mailbot.pool.options import PoolOptions
from mailbot.pool.protocol.channel import Channel
from mailbot.pool.protocol.start import Setup
from mailbot.pool.protocol.wire import answer_call

WIRE = 3
"""The only descriptor that a reader has, besides the standard ones: its channel."""

_CPU_TO_TELL = 5
"""Seconds of CPU that a reader has after SIGXCPU, before the kernel kills it."""


class Reader(Struct, frozen=True):
    """A reader as the fork server sees it; `event` becomes readable when it ends."""

    process: int
    event: int

    def kill(self) -> None:
        """Begin to end it and its group."""
        # It is our child and not waited for: its number is still its own.
        with suppress(ProcessLookupError):  # it ended before it made the session
            os.killpg(self.process, signal.SIGKILL)
        os.kill(self.process, signal.SIGKILL)

    def end(self) -> tuple[int, float]:
        """End it and its group; its exit code, and the CPU seconds that it used.

        A negative code is the number of the signal that ended it.
        """
        os.close(self.event)
        self.kill()
        _, status, used = os.wait4(self.process, 0)
        return os.waitstatus_to_exitcode(status), used.ru_utime + used.ru_stime


def start_reader(channel: int, setup: Setup, part: Callable[[], None]) -> Reader:
    """A reader for the call that comes through a channel.

    Args:
        channel: the descriptor of the channel.
        setup: what the reader may use, and the calls that it answers.
        part: parts the reader from other processes and their files.
    """
    server = os.getpid()
    process = os.fork()
    if process == 0:
        _read(server, channel, setup, part)
    return Reader(process, os.pidfd_open(process))


def confine(options: PoolOptions) -> None:
    """Set the limits of this process; they cannot be raised again."""
    for limit, value in (
        (resource.RLIMIT_AS, options.memory),
        (resource.RLIMIT_FSIZE, options.file_size),
        (resource.RLIMIT_NOFILE, options.files),
        (resource.RLIMIT_CORE, 0),
    ):
        kernel.lower_limit(limit, value, value)


def is_stopped(process: int) -> bool:
    """Whether a child of ours is stopped by a signal."""
    try:
        state = os.waitid(os.P_PID, process, os.WSTOPPED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:  # it has just ended, and is not waited for yet
        return False
    return state is not None


def _read(
    server: int, channel: int, setup: Setup, part: Callable[[], None]
) -> NoReturn:
    try:
        os.setsid()
        kernel.die_with_parent(signal.SIGKILL)
        if os.getppid() != server:
            os._exit(1)
        most = os.sysconf("SC_OPEN_MAX")  # the limit falls, what is open above it stays
        confine(setup.options)
        seconds = setup.options.cpu_seconds
        kernel.lower_limit(resource.RLIMIT_CPU, seconds, seconds + _CPU_TO_TELL)
        part()  # after which no limit can be set any more
        os.dup2(channel, WIRE, inheritable=False)
        os.closerange(WIRE + 1, most)
    except BaseException:  # noqa: BLE001 (not even one may return to the server)
        traceback.print_exc()
        os._exit(1)
    try:
        os.dup2(0, 2)  # nothing of a stranger's gets into our log
        wire = Channel.of(WIRE)
        wire.send(answer_call(wire.receive(), setup.calls))
    finally:
        os._exit(0)
