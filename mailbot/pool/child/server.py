"""The program of a child: a clean process that forks a reader for each letter.

The fork server imports once what reading needs, and never sees a byte of a letter. It
has a few slots; in each, one reader at a time answers a call of the parent (`reader`).
"""

import gc
import os
import signal
import socket
import sys
import tempfile
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from selectors import EVENT_READ, PollSelector
from time import monotonic

from msgspec import Struct

from mailbot import kernel
from mailbot.pool.child import sandbox
from mailbot.pool.child.reader import Reader, is_stopped, start_reader
from mailbot.pool.protocol import control
from mailbot.pool.protocol.start import Setup, is_overfull, read_command

_LOOK_EVERY = 0.2
"""Seconds after which readers are looked at: one may be stopped, or fill the disk."""

_MOST_FILES = 2000
_LARGE_FILES = 2
"""Files that a reader may make, and how many of them may be of full size. It removes
none: those that it has done with are empty."""

_ABSENT = "cannot open shared object file: No such file"
"""What the linker says of a library that is not there, as those of a display are not
on most servers, which one of OpenCV's wheels needs."""

_TOLD = 300
"""Characters of it that are told."""

_LISTED = 2**16
"""Bytes of the kernel's list of our children that are read at once."""


def main(arguments: Sequence[str]) -> None:
    """Serve the parent until it closes all control channels.

    The arguments are those that `start.write_command` writes: each channel is that of
    a slot, and the folder has one for the readers of each slot, by its number.
    """
    setup, channels, folder = read_command(arguments)
    controls = [socket.socket(fileno=number) for number in channels]
    scratches = [folder / str(number) for number in range(len(controls))]
    _be_clean()
    module = import_module(setup.calls)
    try:
        module.load()
    except ImportError as error:
        if _ABSENT not in str(error):  # where memory runs out, say, it may pass
            raise
        ready = control.Ready((), os.geteuid(), unloaded=str(error)[:_TOLD])
        control.send(controls[0], ready)
        os._exit(0)
    children = os.open(f"/proc/self/task/{os.getpid()}/children", os.O_RDONLY)
    maps = os.open("/proc/self/maps", os.O_RDONLY)
    kernel.let_go_of_code(Path("/proc/self/maps").read_text())
    programs = [place for place in sys.path if os.access(place, os.R_OK)]
    missing, parts = sandbox.enter(folder, scratches)
    hidden = (place for place in programs if not os.access(place, os.R_OK | os.X_OK))
    ready = control.Ready(missing, os.geteuid(), next(hidden, ""))
    control.send(controls[0], ready)
    slots = [_Slot(*place) for place in zip(controls, scratches, parts, strict=True)]
    warm = partial(_get_warm, module.warm, maps)
    _ForkServer(setup, warm, slots, children).serve()
    os._exit(0)  # no library has anything to tidy up


def _be_clean() -> None:
    """Make this process, and so its readers, one that only reads letters."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):  # where memory runs out, the kernel ends us, not the parent
        Path("/proc/self/oom_score_adj").write_text("1000")
    kernel.adopt_orphans()
    os.chdir("/")


def _get_warm(warm: Callable[[], None], maps: int) -> None:
    """Let forks of this process share what each would load by itself.

    `maps` is the kernel's list of our memory, opened before we were confined.
    """
    try:
        warm()
    except Exception:  # noqa: BLE001 (readers are slower for it)
        traceback.print_exc()
    gc.collect()
    gc.freeze()  # else a reader's first collection copies all of our pages
    with os.fdopen(maps) as file:
        memory = file.read()
    kernel.use_huge_pages(memory)
    kernel.let_go_of_code(memory)


class _Slot(Struct):
    """Where one reader at a time works.

    `control` is the channel by which the parent has calls read here, `scratch` the
    folder in which the reader writes; `part` keeps it from other processes and from
    the folders of other slots. `why`: for what the reader was killed.
    """

    control: socket.socket
    scratch: Path
    part: Callable[[], None]
    reader: Reader | None = None
    why: str = ""


class _ForkServer:
    """Forks a reader for each call."""

    def __init__(
        self,
        setup: Setup,
        warm: Callable[[], None],
        slots: Sequence[_Slot],
        children: int,
    ) -> None:
        """Wait for what the parent says.

        Args:
            setup: the limits of a reader, and the calls that it answers.
            warm: called once, while the second call is being answered: what reads one
                letter alone does without it.
            slots: where readers work.
            children: the kernel's list of our own, opened before we were confined.
        """
        self._setup = setup
        self._most_bytes = _LARGE_FILES * setup.options.file_size
        self._warm: Callable[[], None] | None = warm
        self._has_begun = False
        self._children = children
        self._busy: list[_Slot] = []
        self._events = PollSelector()
        for slot in slots:
            self._await(slot.control, partial(self._hear, slot))

    def serve(self) -> None:
        """Answer calls until the parent has closed the channels of all slots."""
        looked = monotonic()
        while self._events.get_map():
            for key, _ in self._events.select(_LOOK_EVERY if self._busy else None):
                key.data()
            if monotonic() - looked >= _LOOK_EVERY:
                looked = monotonic()
                for slot in [*self._busy]:
                    self._look(slot)

    def _await(self, event: socket.socket | int, act: Callable[[], None]) -> None:
        self._events.register(event, EVENT_READ, act)

    def _hear(self, slot: _Slot) -> None:
        """Do what the parent says about a slot."""
        message, channel = control.receive(slot.control)
        if message == control.WARM:
            self._get_warm()
        elif channel is not None:
            self._end(slot)
            self._start(slot, channel)
        elif slot.reader:
            slot.reader.kill()
        if not message:
            self._events.unregister(slot.control)
            slot.control.close()

    def _start(self, slot: _Slot, channel: int) -> None:
        """Have a reader answer the call that comes through a channel."""
        os.environ["TMPDIR"] = tempfile.tempdir = str(slot.scratch)
        try:
            slot.reader = start_reader(channel, self._setup, slot.part)
        except OSError:
            with suppress(BrokenPipeError):
                control.send(slot.control, control.Ended(0, 0, control.UNSTARTED))
            return
        finally:
            os.close(channel)
        slot.why = ""
        self._busy.append(slot)
        with suppress(BrokenPipeError):
            control.send(slot.control, control.Begun(slot.reader.process))
        self._await(slot.reader.event, partial(self._end, slot))
        if self._has_begun:
            self._get_warm()
        self._has_begun = True

    def _look(self, slot: _Slot) -> None:
        """Kill a reader that somebody has stopped, or that fills the disk."""
        if slot.reader and not slot.why:
            if is_stopped(slot.reader.process):
                slot.why = control.STOPPED
            elif is_overfull(slot.scratch, _MOST_FILES, self._most_bytes):
                slot.why = control.OVERFULL
            if slot.why:
                slot.reader.kill()

    def _end(self, slot: _Slot) -> None:
        """End what is left of a reader, and all that it has started."""
        if slot.reader is None:  # it was ended for another event of this turn
            return
        self._events.unregister(slot.reader.event)
        code, spent = slot.reader.end()
        slot.reader = None
        self._busy.remove(slot)
        self._end_orphans()
        for file in slot.scratch.iterdir():  # plain files, as the sandbox allows
            file.unlink()
        with suppress(OSError):  # the parent has closed its end
            control.send(slot.control, control.Ended(code, spent, slot.why))

    def _end_orphans(self) -> None:
        """End what a reader started and left; the kernel makes it ours."""
        own = {slot.reader.process for slot in self._busy if slot.reader}
        while listed := set(map(int, os.pread(self._children, _LISTED, 0).split())):
            if listed <= own:
                return
            for orphan in listed - own:
                os.kill(orphan, signal.SIGKILL)
                os.waitpid(orphan, 0)

    def _get_warm(self) -> None:
        if self._warm is None:
            return
        warm, self._warm = self._warm, None
        warm()
