"""Calls for the children of tests: what a letter might do to its process.

`LocalPool(options, CHILD)` answers these instead of the calls of `mailbot.pool`.
"""

import itertools
import os
import resource
import signal
import stat
import struct
import tempfile
import time
from contextlib import suppress
from email import message_from_bytes
from inspect import isfunction
from pathlib import Path

from mailbot.errors import BadLetter
from mailbot.model import Content, Kind, Silence
from mailbot.pool.child import reader
from mailbot.pool.child.reader import WIRE
from mailbot.pool.protocol.wire import write_answer

CHILD = __name__

_PARENT = os.getppid()
"""Of the process that imports this: the parent of a child, as readers are its forks."""


_loaded: list[str] = []


def load() -> None:
    """Import nothing: these calls read no letters, and many children are started.

    The kernel ends one that spins on a second after its time, not five seconds after.
    """
    reader._CPU_TO_TELL = 1


def warm() -> None:
    """Load next to nothing ahead: readers of tests do little."""
    _loaded.append("words")


def loaded() -> int:
    """How often the process of which this one is a fork has loaded things ahead."""
    return len(_loaded)


def environment() -> dict[str, str]:
    return dict(os.environ)


def descriptors() -> list[str]:
    """The kind of each open descriptor, in order."""
    found = []
    for number in range(256):
        with suppress(OSError):
            mode = os.fstat(number).st_mode
            found.append("socket" if stat.S_ISSOCK(mode) else "device")
    return found


def misbehave(rfc822: bytes) -> Content | Silence:
    """A reader that does to its own process what the letter's subject says."""
    deed = message_from_bytes(rfc822)["Subject"]
    if deed == "spin":
        while True:
            pass
    if deed == "eat":
        held = [bytearray(2**26)]
        while True:
            held.append(bytearray(2**26))
    if deed == "slow":
        time.sleep(0.1)
    if deed == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    return Content(Kind.SOLVED, "Here it is.")


def process() -> int:
    return os.getpid()


def parent() -> int:
    """The process that started the child of this reader."""
    return _PARENT


def child() -> int:
    return os.getppid()


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def slow(number: int) -> int:
    time.sleep(0.3)
    return number


def spin() -> None:
    while True:
        pass


def spin_on() -> None:
    """Spin on after the kernel has told that the time is up; it then kills."""
    signal.signal(signal.SIGXCPU, signal.SIG_IGN)
    spin()


def limit_itself() -> bool:
    """Set a limit by which the kernel would kill the reader as if from outside."""
    try:
        resource.setrlimit(resource.RLIMIT_CPU, (1, 1))
    except ValueError:
        return False
    return True


def share_out() -> None:
    """Need much memory, a part of it in each of several processes."""
    for _ in range(4):
        if not os.fork():
            held = b"x" * (200 << 20)
            time.sleep(1000)
            del held
    time.sleep(1000)


def eat() -> int:
    return len(bytearray(4 * 2**30))


def die() -> None:
    os.kill(os.getpid(), signal.SIGSEGV)


def refuse() -> None:
    raise BadLetter("no header")


class Stranger(Exception):
    pass


def raise_stranger() -> None:
    raise Stranger("who?")


def start_and_spin() -> None:
    if os.fork():
        spin()
    time.sleep(1000)


def have_spun() -> None:
    """Wait for a process that computes."""
    if not os.fork():
        spin()
    time.sleep(1000)


def multiply() -> None:
    """Start one process after the other."""
    for _ in range(40):
        if not os.fork():
            time.sleep(1000)
    time.sleep(1000)


def leave_a_process() -> None:
    """Leave a process that is no child of ours, then go on."""
    if not os.fork():
        if not os.fork():
            time.sleep(1000)
        os._exit(0)
    os.wait()
    time.sleep(1000)


def open_files(n: int) -> int:
    opened: list[int] = []
    try:
        opened.extend(os.open("/dev/null", os.O_RDONLY) for _ in range(n))
        return len(opened)
    finally:
        for number in opened:
            os.close(number)


def write_much() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with tempfile.TemporaryFile() as file:
        file.truncate(2**30)


def litter() -> None:
    """Write small files without end."""
    for number in itertools.count():
        Path(tempfile.gettempdir(), f"{number}").touch()


def fill() -> None:
    """Take more of the disk than one file may."""
    for number in range(5):
        with Path(tempfile.gettempdir(), f"{number}").open("wb") as file:
            os.posix_fallocate(file.fileno(), 0, 32 * 2**20)
    spin()


def leave_a_file() -> int:
    """Leave a file in the folder for temporary ones; how many are there then."""
    Path(tempfile.gettempdir(), f"{os.getpid()}").touch()
    return len(os.listdir(tempfile.gettempdir()))  # noqa: PTH208 (a count)


def complain() -> None:
    """Write where errors of ours are written."""
    os.write(2, b"all is well")


def core_limit() -> int:
    return resource.getrlimit(resource.RLIMIT_CORE)[1]


def send(answer: bytes) -> Content | Silence:
    """Send bytes in place of the child's own answer."""
    os.write(WIRE, struct.pack("!I", len(answer)) + answer)
    spin()
    raise AssertionError


def answer_and_spin() -> None:
    """Go on after the answer."""
    answer = write_answer(lambda: None)
    os.write(WIRE, struct.pack("!I", len(answer)) + answer)
    spin()


def announce(length: int) -> None:
    """Begin an answer of so many bytes."""
    os.write(WIRE, struct.pack("!I", length))
    spin()


CALLS = tuple(
    call
    for call in list(globals().values())
    if isfunction(call) and call.__module__ == __name__ and call not in (load, warm)
)
