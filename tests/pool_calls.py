"""Calls for the children of tests: what a letter might do to its process.

`LocalPool(options, CHILD)` answers these instead of the calls of `mailbot.pool`.
"""

import os
import resource
import signal
import struct
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path

from mailbot.errors import BadLetter, MissingTool
from mailbot.model import Content, Silence
from mailbot.pool import probe_reading, read_letter
from tests.house import megabytes, misbehave

CHILD = __name__


def environment() -> dict[str, str]:
    return dict(os.environ)


def environment_at_start() -> list[str]:
    return Path("/proc/self/environ").read_text().rstrip("\0").split("\0")


def descriptors() -> list[str]:
    """What lies behind each open descriptor, in order."""
    folder = Path("/proc/self/fd")
    held = sorted(int(entry.name) for entry in folder.iterdir())
    found = []
    for number in held:
        with suppress(FileNotFoundError):  # the listing's own
            found.append(str((folder / str(number)).readlink()))
    return found


def process() -> int:
    return os.getpid()


def parent() -> int:
    return os.getppid()


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def slow(number: int) -> int:
    time.sleep(0.3)
    return number


def nap(rfc822: bytes, seconds: float) -> int:
    """Sleep over a letter."""
    time.sleep(seconds)
    return len(rfc822)


def spin() -> None:
    while True:
        pass


def eat() -> int:
    return len(bytearray(4 * 2**30))


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def refuse() -> None:
    raise BadLetter("no header", "The letter has no header.")


def feign() -> None:
    raise MissingTool("no Tesseract, it says")


class Stranger(Exception):
    pass


def raise_stranger() -> None:
    raise Stranger("who?")


def start_and_spin(note: str) -> None:
    started = subprocess.Popen(["sleep", "1000"])
    Path(note).write_text(str(started.pid))
    spin()


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


def core_limit() -> int:
    return resource.getrlimit(resource.RLIMIT_CORE)[0]


def memory(which: str) -> int:
    return megabytes(which, "self")


def send(answer: bytes) -> Content | Silence:
    """Send bytes in place of the child's own answer."""
    os.write(int(sys.argv[1]), struct.pack("!I", len(answer)) + answer)
    spin()
    raise AssertionError


def announce(length: int) -> None:
    """Begin an answer of so many bytes."""
    os.write(int(sys.argv[1]), struct.pack("!I", length))
    spin()


CALLS = (
    environment,
    environment_at_start,
    descriptors,
    process,
    parent,
    sleep,
    slow,
    nap,
    spin,
    eat,
    die,
    refuse,
    feign,
    raise_stranger,
    start_and_spin,
    open_files,
    write_much,
    core_limit,
    memory,
    send,
    announce,
    misbehave,
    read_letter,
    probe_reading,
)
