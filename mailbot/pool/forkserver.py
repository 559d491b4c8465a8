"""A child as its parent sees it: a fork server that has calls read, one at a time."""

import json
import logging
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import asdict
from functools import cache

from mailbot.errors import Passing, TooCostly
from mailbot.pool import control
from mailbot.pool.channel import Channel
from mailbot.pool.options import PoolOptions
from mailbot.pool.patience import Patience
from mailbot.pool.signals import FROM_OUTSIDE
from mailbot.pool.wire import LONGEST

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

_TO_END = 1.0
"""Seconds that a reader may live on after it has closed its channel."""

_TO_STOP = 10.0
"""Seconds that a fork server may take to end a reader, or itself."""

_log = logging.getLogger("mailbot")


class ChildUnavailable(Passing):
    """No child can be started now."""


class Lost(Exception):
    """A reader ended before it answered. `innocent`: its letter did not do it."""

    def __init__(self, why: str, *, innocent: bool = False) -> None:
        super().__init__(why)
        self.innocent = innocent


class ForkServer:
    """A process that forks a reader for each call, and the way to it."""

    def __init__(self, options: PoolOptions, calls: str) -> None:
        """Start the process, and wait until it is ready.

        Raises:
            ChildUnavailable: it cannot be started, or ended at once.
            Lost: somebody else ended it.
        """
        self._options = options
        self._ended = self._reading = False
        try:
            self._scratch = tempfile.mkdtemp(prefix="mailbot-")
            self._control, theirs = control.pair()
            with theirs:
                self._process = self._start(theirs.fileno(), calls)
        except OSError as error:
            raise ChildUnavailable(f"a child cannot be started: {error}") from error
        self.missing = self._await_ready().missing
        for part in self.missing:
            _tell_missing(part)

    @property
    def is_fit(self) -> bool:
        """Whether it can have one more call read."""
        return not self._ended

    def ask(self, call: bytes) -> bytearray:
        """Have a new reader answer a call.

        Raises:
            TooCostly: the call took longer than it may, or was an attack.
            Lost: the reader ended before it answered.
        """
        try:
            ours, theirs = socket.socketpair()
        except OSError as error:
            raise ChildUnavailable(f"a child cannot be asked: {error}") from error
        channel, patience = Channel(ours), Patience(self._options.seconds)
        try:
            with theirs:
                self._begin(theirs)
            channel.send(call, patience)
            answer = channel.receive(LONGEST, patience)
        except TimeoutError:
            self._stop()
            raise self._fault(self._how_it_ended(), late=True) from None
        except (OSError, EOFError):
            raise self._silence() from None
        else:
            self._stop()
            return answer
        finally:
            channel.close()

    def interrupt(self) -> None:
        """End the process and the call that is being read, from another thread."""
        with suppress(OSError):
            self._control.shutdown(socket.SHUT_RDWR)

    def end(self, seconds: float = 0) -> int:
        """End the process, its reader and their folder; its exit code.

        Args:
            seconds: how long the process may take to end by itself.
        """
        self._ended = True
        self._control.close()
        self._go_on()
        try:
            return self._process.wait(_TO_STOP if self._reading else seconds)
        except subprocess.TimeoutExpired:
            self._process.kill()
            return self._process.wait()
        finally:
            shutil.rmtree(self._scratch, ignore_errors=True)

    def _go_on(self) -> None:
        """Let the process go on if somebody has stopped it."""
        self._process.send_signal(signal.SIGCONT)

    def _await_ready(self) -> control.Ready:
        for _ in range(_TO_START):
            try:
                return control.receive_ready(self._control, Patience(1))
            except TimeoutError:
                self._go_on()
            except OSError as error:
                code = self.end(_TO_STOP)
                if -code in FROM_OUTSIDE:
                    raise Lost("its child was ended", innocent=True) from error
                raise ChildUnavailable(
                    f"a child cannot be started: exit code {code}"
                ) from error
        self.end()
        raise ChildUnavailable("a child cannot be started: it does not get ready")

    def _begin(self, channel: socket.socket) -> None:
        """Have a reader answer the call that will come through a channel.

        Raises:
            OSError: the process has ended, or does not run.
        """
        self._go_on()
        if self._reading:
            self._how_it_ended()
        control.send_channel(self._control, channel)
        self._reading = True

    def _stop(self) -> None:
        """Have the reader ended, if it has not done so."""
        with suppress(OSError):
            self._control.send(control.STOP)

    def _silence(self) -> Exception:
        """Why a reader has closed its channel without an answer."""
        try:
            ended = self._how_it_ended(_TO_END)
        except TimeoutError:
            self._stop()
            self._how_it_ended()
            return Lost("closed its channel and lived on")
        return self._fault(ended)

    def _how_it_ended(self, seconds: float = _TO_STOP) -> control.Ended | None:
        """How the reader ended; None if the process does not tell, and is ended.

        Raises:
            TimeoutError: the reader has not ended within less than `_TO_STOP`.
        """
        try:
            ended = control.receive_ended(self._control, Patience(seconds))
        except TimeoutError:
            if seconds < _TO_STOP:
                raise
            self.end()
            return None
        except OSError:
            self.end()
            return None
        self._reading = False
        return ended

    def _fault(self, ended: control.Ended | None, *, late: bool = False) -> Exception:
        """Whose fault it is that there is no answer."""
        if ended is None:
            return Lost("its child was ended", innocent=True)
        if ended.stopped:
            return Lost("stopped from outside", innocent=True)
        allowed = self._options.cpu_seconds
        if ended.code == -signal.SIGXCPU or ended.cpu_seconds > allowed:
            return TooCostly(f"took longer than {allowed} s of CPU")
        if late:
            return TooCostly(f"gave no answer within {self._options.seconds:g} s")
        if ended.code == -signal.SIGSYS:
            return TooCostly("tried what reading a letter never needs")
        why = f"exit code {ended.code}"
        if ended.code < 0:
            why = signal.Signals(-ended.code).name
        return Lost(f"ended by {why}", innocent=-ended.code in FROM_OUTSIDE)

    def _start(self, channel: int, calls: str) -> subprocess.Popen[bytes]:
        """Start the process; it inherits that descriptor and no other."""
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        options = json.dumps(asdict(self._options))
        arguments = [str(channel), options, calls, self._scratch, *sys.path]
        return subprocess.Popen(  # noqa: S603 (this same Python)
            [sys.executable, "-I", "-c", _START, *arguments],
            env=kept | _ONE_THREAD,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            pass_fds=[channel],
            start_new_session=True,
        )


@cache
def _tell_missing(part: str) -> None:
    """Log what the sandbox lacks on this machine: once."""
    _log.warning("the sandbox lacks %s", part)
