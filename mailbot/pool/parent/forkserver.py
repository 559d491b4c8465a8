"""The fork server as its parent sees it: a process with a few slots for readers."""

import logging
import os
from contextlib import ExitStack
from functools import cache
from threading import Lock

from mailbot.errors import MissingTool
from mailbot.pool.options import PoolOptions
from mailbot.pool.parent.process import (
    OthersProcess,
    OwnProcess,
    Process,
    end_session,
    is_hidden,
)
from mailbot.pool.parent.slot import TO_STOP, ChildUnavailable, Lost, Slot
from mailbot.pool.protocol import control
from mailbot.pool.protocol.start import Setup

_TO_START = 60
"""Seconds that a fork server may take to start."""

_INIT = 1
"""A process of root that is always there: if it is hidden from us, others are."""

_HIDDEN = (
    "letters are read without root's privileges, and without these {} is closed: run "
    "this as the user whose folder it is, or install it elsewhere, such as in /opt"
)

_UNLOADED = (
    "no letter can be read, for a library cannot be loaded: {}; where it is one of a "
    "display, install opencv-python-headless in the place of opencv-python"
)

UNSEEN = "sight of other users' processes (ProtectProc): those of readers go uncounted"

_log = logging.getLogger("mailbot")


class ForkServer:
    """The process, and the slots that are free. It serves several threads."""

    def __init__(self, options: PoolOptions, calls: str) -> None:
        """Start the process, with a slot for each child, and wait until it is ready.

        Raises:
            ChildUnavailable: it cannot be started, or ended at once.
            Lost: somebody else ended it.
            MissingTool: it may not read its own program, or lacks a library.
        """
        self._lock = Lock()
        self.has_ended = False
        self._slots: list[Slot] = []
        try:
            self._process = self._start(Setup(options, calls))
        except OSError as error:
            why = f"a child cannot be started: {error}"
            if options.socket:
                why += f"; does mailbot-readers.socket listen at {options.socket}?"
            raise ChildUnavailable(why) from error
        self._free = [*self._slots]
        ready = self._await_ready()
        if ready.unloaded or ready.hidden:
            self.end()
            if ready.unloaded:
                raise MissingTool(_UNLOADED.format(ready.unloaded))
            raise MissingTool(_HIDDEN.format(ready.hidden))
        self.missing, self.user = ready.missing, ready.user
        if self.user != os.geteuid() and is_hidden(_INIT):
            self.missing += (UNSEEN,)
        for part in self.missing:
            _tell_missing(part)

    def take(self) -> Slot:
        """A free slot; there must be one. Give it back.

        Raises:
            Lost: the process has been ended.
        """
        with self._lock:
            if self.has_ended:
                raise Lost("its child was ended", innocent=True)
            return self._free.pop()

    def give_back(self, slot: Slot) -> None:
        """Let others have a slot."""
        with self._lock:
            if not self.has_ended:
                self._free.append(slot)
                return
        slot.close()

    def end(self) -> None:
        """End the process, its readers, what they have started, and their folders.

        Whoever waits for an answer gets none.
        """
        with self._lock:
            if self.has_ended:
                return
            self.has_ended = True
            free, self._free = self._free, []
        for slot in self._slots:
            slot.interrupt()
        for slot in free:
            slot.close()
        # If it were killed at once, what a reader has started would live on.
        self._process.end(TO_STOP)

    def _end_with(self, reader: int | None) -> None:
        """End the process, and what a reader of it has left."""
        self.end()
        if reader is not None and self._process.is_ours:
            end_session(reader)

    def go_on(self) -> None:
        """Let the process go on if somebody has stopped it.

        Raises:
            ConnectionResetError: it has ended.
        """
        if self.has_ended or self._process.has_ended():
            raise ConnectionResetError("the fork server ended")
        self._process.go_on()

    def _await_ready(self) -> control.Ready:
        for _ in range(_TO_START):
            try:
                return self._slots[0].receive_ready()
            except TimeoutError:
                self._process.go_on()
            except OSError as error:
                self.end()
                code = self._process.how_it_ended
                if -code in control.FROM_OUTSIDE:
                    raise Lost("its child was ended", innocent=True) from error
                raise ChildUnavailable(
                    f"no letter can be read: a child cannot be started (exit code "
                    f"{code}; its own words are above)"
                ) from error
        self.end()
        raise ChildUnavailable("a child cannot be started: it does not get ready")

    def _start(self, setup: Setup) -> Process:
        """Start the process, or have it started by who listens for that."""
        options = setup.options
        kind = OthersProcess if options.socket else OwnProcess
        with ExitStack() as undo, ExitStack() as theirs:
            channels = []
            for _ in range(options.children):
                ours, other = control.pair()
                self._slots.append(Slot(ours, options, self.go_on, self._end_with))
                undo.callback(ours.close)
                channels.append(theirs.enter_context(other).fileno())
            process = kind(setup, channels)
            undo.pop_all()
        return process


@cache
def _tell_missing(part: str) -> None:
    """Log what the sandbox lacks on this machine: once."""
    _log.warning("the sandbox lacks %s", part)
