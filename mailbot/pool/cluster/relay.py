"""The broker's process, seen from the mailbot's: calls go there, reports come back."""

import os
import socket
import subprocess
import sys
from concurrent.futures import Future
from contextlib import suppress
from threading import Lock, Thread

from msgspec import DecodeError

from mailbot.pool.cluster.reports import Asked, Order, Report
from mailbot.pool.protocol.channel import Channel
from mailbot.pool.protocol.start import KEPT
from mailbot.pool.protocol.wire import LONGEST, pack, unpack

_START = (
    "import sys; sys.path[:] = sys.argv[2:]; "
    "from mailbot.pool.cluster.broker import main; main(sys.argv[1:])"
)
_FRAME = LONGEST + 1024


class BrokerEnded(OSError):
    """The broker ended, or said something that is no report."""


class Relay:
    """A broker's process, which inherits one socket and no secret."""

    def __init__(self, order: Order) -> None:
        """Start the process.

        Raises:
            OSError: it cannot be started.
        """
        ours, theirs = socket.socketpair()
        self._channel = Channel(ours)
        self._lock = Lock()
        self._asked: dict[int, Future[Report]] = {}
        self.is_lost = False
        kept = {name: os.environ[name] for name in KEPT if name in os.environ}
        with theirs:
            self._process = subprocess.Popen(  # noqa: S603 (this same Python)
                [sys.executable, "-I", "-c", _START, str(theirs.fileno()), *sys.path],
                env=kept,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        self._channel.send(pack(order))
        Thread(target=self._listen, daemon=True).start()

    def ask(self, number: int, call: bytes) -> Future[Report]:
        """Hand over a call; the future gets its report, or a BrokerEnded."""
        report: Future[Report] = Future()
        with self._lock:
            if self.is_lost:
                raise BrokerEnded("the broker ended")
            self._asked[number] = report
            # A broken connection is noticed where reports are received.
            with suppress(OSError):
                self._channel.send(pack(Asked(number, call)))
        return report

    def end(self) -> None:
        """End the process; calls without a report get a BrokerEnded."""
        self._process.kill()
        self._process.wait()

    def _listen(self) -> None:
        with suppress(OSError, EOFError, DecodeError, RecursionError):
            while True:
                report = unpack(self._channel.receive(_FRAME), Report)
                with self._lock:
                    waiting = self._asked.pop(report.number, None)
                if waiting:
                    waiting.set_result(report)
        with self._lock:
            self.is_lost = True
            left, self._asked = self._asked, {}
        self.end()
        self._channel.close()
        for one in left.values():
            one.set_exception(BrokerEnded("the broker ended"))
