"""A slot of the fork server as its parent sees it: one reader after the other."""

import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from math import inf
from time import monotonic

from mailbot import kernel
from mailbot.errors import Passing, Preempted, TooCostly
from mailbot.pool.options import PoolOptions
from mailbot.pool.parent.executor import MayTake
from mailbot.pool.parent.process import measure, members
from mailbot.pool.protocol import control
from mailbot.pool.protocol.channel import Channel, Patience, TooLong
from mailbot.pool.protocol.wire import LONGEST

TO_STOP = 10.0
"""Seconds that a fork server may take to end a reader, or itself."""

_TO_END = 1.0
"""Seconds that a reader may live on after it has closed its channel."""

_LOOK_EVERY = 0.05
"""Seconds after which is asked whether a reader is to give way to other letters."""

_UNSEEN = 0.25
"""Seconds in which nothing is asked of a reader: most letters of text are read by then,
and to find its processes takes a look at all of the machine."""

_COUNT_EVERY = 0.25
"""Seconds after which the processes of a reader, and their memory, are counted."""

_IDLE_SHARE = 0.1
"""What a second counts in which a reader computes nothing: the machine may be busy."""

_MOST_TASKS = 12
"""Threads of all processes of a reader: its own, and those of one Tesseract."""


class ChildUnavailable(Passing):
    """No child can be started now."""


class Lost(Exception):
    """A reader ended before it answered.

    `innocent`: its letter did not do it, as far as can be told; `alone`: yet nothing
    but this reader was killed.
    """

    def __init__(
        self, why: str, *, innocent: bool = False, alone: bool = False
    ) -> None:
        super().__init__(why)
        self.innocent = innocent
        self.alone = alone


class Slot:
    """Has calls read by one reader of a fork server after the other."""

    def __init__(
        self,
        channel: socket.socket,
        options: PoolOptions,
        go_on: Callable[[], None],
        end: Callable[[int | None], None],
    ) -> None:
        """Nothing is read yet.

        Args:
            channel: ours of the two ends of the slot's control channel.
            options: what a letter may cost.
            go_on: lets the fork server go on if somebody has stopped it; an OSError
                tells that it has ended.
            end: ends the fork server, which does not do what it is told, and what a
                reader has left.
        """
        self._control = channel
        self._options = options
        self._go_on = go_on
        self._end_server = end
        self._reading = False
        self._reader: int | None = None
        self._began = self._counted = 0.0
        self._spent: dict[int, float] = {}

    def warm(self) -> None:
        """Have the fork server get ready for many calls, while none is there."""
        with suppress(OSError):
            self._control.send(control.WARM)

    def ask(self, call: bytes, may_take: MayTake) -> bytearray:
        """Have a new reader answer a call.

        Raises:
            Preempted: the call took `may_take` seconds.
            TooCostly: the call took longer than it may, or was an attack.
            Lost: the reader ended before it answered.
            ChildUnavailable: no reader can be started now.
        """
        try:
            ours, theirs = socket.socketpair()
        except OSError as error:
            raise ChildUnavailable(f"a child cannot be asked: {error}") from error
        channel = Channel(ours)
        look = partial(self._look, may_take)
        patience = Patience(self._options.seconds, look, _LOOK_EVERY)
        try:
            with theirs:
                self._begin(theirs, patience)
            channel.send(call, patience)
            answer = channel.receive(LONGEST, patience)
        except (Preempted, TooCostly):
            self._stop()
            raise
        except TimeoutError:
            self._stop()
            raise self._fault(self._how_it_ended(), late=True) from None
        except TooLong as error:  # by accident nobody says that
            self._stop()
            raise TooCostly(f"broke its process: it announced {error}") from None
        except (OSError, EOFError):
            raise self._silence() from None
        else:
            self._stop()
            return answer
        finally:
            channel.close()

    def receive_ready(self) -> control.Ready:
        """What the fork server says at first, if it does so within a second.

        Raises:
            TimeoutError: it does not.
            OSError: it has ended.
        """
        return control.receive_ready(self._control, Patience(1))

    def interrupt(self) -> None:
        """Have what is read here ended; called by any thread."""
        with suppress(OSError):
            self._control.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Give the slot up."""
        self._control.close()

    def _begin(self, channel: socket.socket, patience: Patience) -> None:
        """Have a reader answer the call that will come through a channel.

        Raises:
            ChildUnavailable: the kernel grants no process for it.
            TimeoutError: the fork server does not run.
            OSError: the fork server has ended.
        """
        self._go_on()
        if self._reading:
            self._how_it_ended()
        socket.send_fds(self._control, [control.READ], [channel.fileno()])
        self._reading = True
        event = control.receive_event(self._control, patience)
        if isinstance(event, control.Ended):
            self._reading = False
            raise ChildUnavailable("a child cannot be started: too many processes")
        self._reader = event.process
        self._began = self._counted = monotonic()
        self._spent = {}

    def _look(self, may_take: MayTake) -> None:
        """See after a reader that takes a while.

        Raises:
            Preempted: it has taken so long that other letters are to be read first.
            TooCostly: it has started too many threads or processes, or they have more
                memory together than one may have.
            OSError: the fork server has ended.
        """
        if self._reader is None:
            self._go_on()
            return
        if monotonic() - self._began < _UNSEEN:
            return
        allowed = may_take()
        if allowed < inf and (spent := self._seconds(self._reader)) >= allowed:
            raise Preempted(spent)
        if monotonic() - self._counted >= _COUNT_EVERY:
            self._counted = monotonic()
            self._go_on()
            tasks, own = measure(self._reader)
            if tasks > _MOST_TASKS:
                raise TooCostly("started more processes than reading a letter needs")
            if own > self._options.memory:
                raise TooCostly(f"needed more than {self._options.memory >> 20} MB")

    def _seconds(self, reader: int) -> float:
        """CPU seconds of a reader, and of what it has started, as far as it was seen.

        One that only waits spends them more slowly.
        """
        for process in {reader, *members(reader)}:
            with suppress(OSError):  # it has just ended
                self._spent[process] = kernel.cpu_seconds_of(process)
        idle = _IDLE_SHARE * (monotonic() - self._began)
        return max(idle, sum(self._spent.values()))

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
            if self._how_it_ended():
                return Lost("closed its channel and lived on")
            ended = None
        return self._fault(ended)

    def _how_it_ended(self, seconds: float = TO_STOP) -> control.Ended | None:
        """How the reader ended; None if the process does not tell, and is ended.

        Raises:
            TimeoutError: the reader has not ended within less than `TO_STOP`.
        """
        patience = Patience(seconds)
        try:
            while isinstance(
                event := control.receive_event(self._control, patience), control.Begun
            ):
                self._reader = event.process
        except OSError as error:
            if isinstance(error, TimeoutError) and seconds < TO_STOP:
                raise
            self._end_server(self._reader)
            return None
        self._reading, self._reader = False, None
        return event

    def _fault(self, ended: control.Ended | None, *, late: bool = False) -> Exception:
        """Whose fault it is that there is no answer."""
        if ended is None or ended.why == control.STOPPED:
            how = "stopped from outside" if ended else "its child was ended"
            return Lost(how, innocent=True)
        offence = self._offence(ended, late=late)
        if offence:
            return TooCostly(offence)
        why = f"exit code {ended.code}"
        if ended.code < 0:
            why = signal.Signals(-ended.code).name
        outside = -ended.code in control.FROM_OUTSIDE
        return Lost(f"ended by {why}", innocent=outside, alone=outside)

    def _offence(self, ended: control.Ended, *, late: bool) -> str:
        """What a reader did that no letter may do; "" if nothing."""
        allowed = self._options.cpu_seconds
        if ended.code == -signal.SIGXCPU or ended.cpu_seconds > allowed:
            return f"took longer than {allowed} s of CPU"
        if ended.why == control.OVERFULL:
            return "wrote more files than reading a letter needs"
        if late:
            return f"gave no answer within {self._options.seconds:g} s"
        if ended.code == -signal.SIGSYS:
            return "tried what reading a letter never needs"
        return ""
