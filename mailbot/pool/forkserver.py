"""The fork server as its parent sees it: a process with a few slots for readers."""

import json
import logging
import os
import select
import signal
import subprocess
import sys
from contextlib import ExitStack, suppress
from dataclasses import asdict
from functools import cache
from threading import Lock

from mailbot.pool import control
from mailbot.pool.options import PoolOptions
from mailbot.pool.scratch import ScratchFolder
from mailbot.pool.signals import FROM_OUTSIDE
from mailbot.pool.slot import TO_STOP, ChildUnavailable, Lost, Slot

KEPT = ("PATH", "LANG", "LC_ALL", "TZ", "TESSDATA_PREFIX", "TMPDIR")
"""The variables of our environment that a child gets; it gets no others."""

# One core for each letter: libraries would else start a thread for every core, in each
# child.
_ONE_THREAD = dict.fromkeys(
    ("OMP_THREAD_LIMIT", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1"
)
_START = (
    "import sys; sys.path[:] = sys.argv[5:]; "
    "from mailbot.pool.child import main; main(sys.argv[1:5])"
)
_TO_START = 60
"""Seconds that a fork server may take to start."""

_log = logging.getLogger("mailbot")


class ForkServer:
    """The process, and the slots that are free. It serves several threads."""

    def __init__(self, options: PoolOptions, calls: str) -> None:
        """Start the process, with a slot for each child, and wait until it is ready.

        Raises:
            ChildUnavailable: it cannot be started, or ended at once.
            Lost: somebody else ended it.
        """
        self._lock = Lock()
        self._ended = False
        self._slots: list[Slot] = []
        try:
            with ExitStack() as undo:
                self._scratch = ScratchFolder(options.children)
                undo.callback(self._scratch.remove)
                self._process = self._start(options, calls, undo)
                self._handle = os.pidfd_open(self._process.pid)
                undo.pop_all()
        except OSError as error:
            raise ChildUnavailable(f"a child cannot be started: {error}") from error
        self._free = [*self._slots]
        self.missing = self._await_ready().missing
        for part in self.missing:
            _tell_missing(part)

    @property
    def is_fit(self) -> bool:
        """Whether it can have more calls read."""
        return not self._ended

    def take(self) -> Slot:
        """A free slot; there must be one. Give it back.

        Raises:
            Lost: the process has been ended.
        """
        with self._lock:
            if self._ended:
                raise Lost("its child was ended", innocent=True)
            return self._free.pop()

    def give_back(self, slot: Slot) -> None:
        """Let others have a slot."""
        with self._lock:
            if not self._ended:
                self._free.append(slot)
                return
        slot.close()

    def end(self, seconds: float = 0) -> None:
        """End the process, its readers and their folders.

        Whoever waits for an answer gets none.

        Args:
            seconds: how long the process may take to end by itself.
        """
        with self._lock:
            if self._ended:
                return
            self._ended = True
            free, self._free = self._free, []
        for slot in self._slots:
            slot.interrupt()
        for slot in free:
            slot.close()
        self._end(seconds if len(free) == len(self._slots) else TO_STOP)

    def go_on(self) -> None:
        """Let the process go on if somebody has stopped it.

        Raises:
            ConnectionResetError: it has ended.
        """
        if self._ended or self._await_end(0):
            raise ConnectionResetError("the fork server ended")
        self._signal(signal.SIGCONT)

    def _end(self, seconds: float) -> None:
        """End the process, which ends its readers first if it can."""
        self._signal(signal.SIGCONT)
        if not self._await_end(seconds):
            self._signal(signal.SIGKILL)
            self._await_end()
        os.close(self._handle)
        self._process.wait()
        self._scratch.remove()

    def _await_end(self, seconds: float | None = None) -> bool:
        """Whether the process has ended, or does so in time."""
        ended = select.poll()
        ended.register(self._handle, select.POLLIN)
        return bool(ended.poll(None if seconds is None else seconds * 1000))

    def _signal(self, number: signal.Signals) -> None:
        with suppress(OSError):  # it has ended
            signal.pidfd_send_signal(self._handle, number)

    def _await_ready(self) -> control.Ready:
        for _ in range(_TO_START):
            try:
                return self._slots[0].receive_ready()
            except TimeoutError:
                self._signal(signal.SIGCONT)
            except OSError as error:
                self.end(TO_STOP)
                code = self._process.returncode
                if -code in FROM_OUTSIDE:
                    raise Lost("its child was ended", innocent=True) from error
                raise ChildUnavailable(
                    f"no letter can be read: a child cannot be started (exit code "
                    f"{code}; its own words are above)"
                ) from error
        self.end()
        raise ChildUnavailable("a child cannot be started: it does not get ready")

    def _start(
        self, options: PoolOptions, calls: str, undo: ExitStack
    ) -> subprocess.Popen[bytes]:
        """Start the process; it inherits the channels of its slots and no other."""
        with ExitStack() as theirs:
            channels = []
            for _ in range(options.children):
                ours, other = control.pair()
                self._slots.append(Slot(ours, options, self.go_on, self.end))
                undo.callback(ours.close)
                channels.append(theirs.enter_context(other).fileno())
            kept = {name: os.environ[name] for name in KEPT if name in os.environ}
            numbers, given = ",".join(map(str, channels)), json.dumps(asdict(options))
            arguments = [numbers, given, calls, str(self._scratch.path), *sys.path]
            return subprocess.Popen(  # noqa: S603 (this same Python)
                [sys.executable, "-I", "-c", _START, *arguments],
                env=kept | _ONE_THREAD,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                pass_fds=channels,
                start_new_session=True,
            )


@cache
def _tell_missing(part: str) -> None:
    """Log what the sandbox lacks on this machine: once."""
    _log.warning("the sandbox lacks %s", part)
