"""The program of a child: a clean process that forks a reader for each letter.

The fork server imports once what reading needs, and never sees a byte of a letter. A
reader lives for one call: it parts from all other processes, reads the call, answers,
and ends. All that it has started ends with it, and its files are removed.
"""

import gc
import json
import os
import resource
import select
import signal
import socket
import tempfile
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from typing import NoReturn

from mailbot import kernel
from mailbot.pool import control, sandbox
from mailbot.pool.channel import Channel
from mailbot.pool.options import PoolOptions
from mailbot.pool.wire import answer_call

_LOOK_EVERY = 1000
"""Milliseconds after which a reader is looked at: it may be stopped."""

_LISTED = 2**16
"""Bytes of the kernel's list of our children that are read at once."""

_CPU_TO_TELL = 5
"""Seconds of CPU that a reader has after SIGXCPU, before the kernel kills it."""


def main(arguments: Sequence[str]) -> None:
    """Serve the parent until it closes the control channel.

    The arguments are the descriptor of that channel, the options as JSON, the module
    of the table of calls, and the folder in which readers write.
    """
    descriptor, given, calls, folder = arguments[:4]
    parent = socket.socket(fileno=int(descriptor))
    options, scratch = PoolOptions(**json.loads(given)), Path(folder)
    _be_clean(scratch)
    module = import_module(calls)
    module.load()
    children = os.open(f"/proc/self/task/{os.getpid()}/children", os.O_RDONLY)
    missing, part = sandbox.enter(scratch)
    confine(options)
    control.send(parent, control.Ready(missing))
    server = _ForkServer(parent, options, calls, scratch, part, children)
    server.serve(module.warm)
    os._exit(0)  # no library has anything to tidy up


def confine(options: PoolOptions) -> None:
    """Set the limits of this process; they cannot be raised again."""
    for limit, value in (
        (resource.RLIMIT_AS, options.memory),
        (resource.RLIMIT_FSIZE, options.file_size),
        (resource.RLIMIT_NOFILE, options.files),
        (resource.RLIMIT_CORE, 0),
    ):
        _lower(limit, value, value)


def _lower(limit: int, soft: int, hard: int) -> None:
    """Set a limit of this process, to one that is lower already if there is one."""
    _, allowed = resource.getrlimit(limit)
    if allowed != resource.RLIM_INFINITY:
        soft, hard = min(soft, allowed), min(hard, allowed)
    resource.setrlimit(limit, (soft, hard))


def _be_clean(scratch: Path) -> None:
    """Make this process, and so its readers, one that only reads letters."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):  # where memory runs out, the kernel ends us, not the parent
        Path("/proc/self/oom_score_adj").write_text("1000")
    kernel.adopt_orphans()
    os.chdir("/")
    tempfile.tempdir = os.environ["TMPDIR"] = str(scratch)


@dataclass(frozen=True, slots=True)
class _ForkServer:
    """Forks a reader for each call.

    `parent` is the control channel; `part` keeps a reader from other processes;
    `children` is the kernel's list of our own, opened before we were confined.
    """

    parent: socket.socket
    options: PoolOptions
    calls: str
    scratch: Path
    part: Callable[[], None]
    children: int

    def serve(self, warm: Callable[[], None]) -> None:
        """Answer calls until the parent closes the control channel.

        Args:
            warm: called once, while the first call is being answered: a command that
                reads one file does not wait for it.
        """
        cold = True
        while (channel := control.receive_channel(self.parent)) is not None:
            reader = self._fork(channel)
            if cold:
                cold = False
                _warm_up(warm)
            ended = self._watch(reader)
            self._clear()
            with suppress(BrokenPipeError):
                control.send(self.parent, ended)

    def _clear(self) -> None:
        """Remove what a reader has written: plain files, as the sandbox allows."""
        for file in self.scratch.iterdir():
            file.unlink()

    def _fork(self, channel: int) -> int:
        """A reader for the call that comes through a channel."""
        own = os.getpid()
        reader = os.fork()
        if reader == 0:
            self._read(channel, own)
        os.close(channel)
        return reader

    def _read(self, channel: int, parent: int) -> NoReturn:
        """Be a reader. Its channel takes the place of the control channel."""
        try:
            os.dup2(channel, self.parent.fileno(), inheritable=False)
            self._part(parent)
        except BaseException:  # noqa: BLE001 (not even one may return to `serve`)
            traceback.print_exc()
            os._exit(1)
        try:
            os.dup2(0, 2)  # nothing of a stranger's gets into our log
            wire = Channel.of(self.parent.fileno())
            wire.send(answer_call(wire.receive(), self.calls))
        finally:
            os._exit(0)

    def _part(self, parent: int) -> None:
        """Leave this reader one descriptor, its own group, and its CPU time."""
        os.setpgid(0, 0)
        kernel.die_with_parent(signal.SIGKILL)
        if os.getppid() != parent:
            raise ProcessLookupError("the fork server is gone")
        seconds = self.options.cpu_seconds
        _lower(resource.RLIMIT_CPU, seconds, seconds + _CPU_TO_TELL)
        os.closerange(3, self.parent.fileno())
        os.closerange(self.parent.fileno() + 1, os.sysconf("SC_OPEN_MAX"))
        self.part()

    def _watch(self, reader: int) -> control.Ended:
        """Wait until a reader ends, or end it; then end all that it has started."""
        process = os.pidfd_open(reader)
        watched = select.poll()
        watched.register(process, select.POLLIN)
        watched.register(self.parent, select.POLLIN)
        stopped = False
        while process not in (ready := dict(watched.poll(_LOOK_EVERY))):
            stopped = is_stopped(reader)
            if ready or stopped:  # the parent says STOP, or has ended
                break
        os.close(process)
        _kill_group(reader)
        _, status, used = os.wait4(reader, 0)
        self._end_orphans()
        spent = used.ru_utime + used.ru_stime
        return control.Ended(os.waitstatus_to_exitcode(status), spent, stopped)

    def _end_orphans(self) -> None:
        """End what a reader started outside its group; the kernel makes it ours."""
        with suppress(ChildProcessError):
            while True:
                for orphan in os.pread(self.children, _LISTED, 0).split():
                    os.kill(int(orphan), signal.SIGKILL)
                os.wait()


def _warm_up(warm: Callable[[], None]) -> None:
    try:
        warm()
    except Exception:  # noqa: BLE001 (readers are slower for it)
        traceback.print_exc()
    gc.collect()
    gc.freeze()  # else a reader's first collection copies all of our pages


def is_stopped(reader: int) -> bool:
    """Whether a child of ours is stopped by a signal."""
    try:
        state = os.waitid(os.P_PID, reader, os.WSTOPPED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:  # it has just ended, and is not waited for yet
        return False
    return state is not None


def _kill_group(reader: int) -> None:
    """Kill a reader and its group.

    It is our child and not waited for: its number is still its own.
    """
    with suppress(ProcessLookupError):  # it ended before it made the group
        os.killpg(reader, signal.SIGKILL)
    os.kill(reader, signal.SIGKILL)
