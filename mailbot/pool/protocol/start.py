"""How a fork server is started: its command, what it is told, its variables.

The parent starts its own (`parent.process`). For a parent that is another user,
`child.instance` does so.
"""

import os
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from msgspec import json

from mailbot.pool.options import PoolOptions
from mailbot.pool.protocol.scratch import ScratchFolder

KEPT = ("PATH", "LANG", "LC_ALL", "TESSDATA_PREFIX", "TMPDIR")
"""The variables of our environment that a child gets; it gets no others.

Not TZ: it may name a file, which a confined reader may not open.
"""

# One core for each letter: libraries would else start a thread for every core, in each
# child.
_ONE_THREAD = dict.fromkeys(
    ("OMP_THREAD_LIMIT", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"), "1"
)
_PROGRAM = (
    "import sys; sys.path[:] = sys.argv[4:]; "
    "from mailbot.pool.child.server import main; main(sys.argv[1:4])"
)


@dataclass(frozen=True, slots=True)
class Setup:
    """What a fork server is to be: the limits, and the module of its table of calls."""

    options: PoolOptions
    calls: str

    def write(self) -> bytes:
        """The setup as JSON."""
        return json.encode(self)


def read_setup(message: bytes | str) -> Setup:
    """The setup of a message.

    Raises:
        msgspec.DecodeError: the message holds none.
    """
    return json.decode(message, type=Setup)


def write_command(
    setup: Setup, channels: Iterable[int], scratch: ScratchFolder
) -> list[str]:
    """The command of a fork server; it inherits the control channels of its slots."""
    numbers = ",".join(map(str, channels))
    arguments = [setup.write().decode(), numbers, str(scratch.path)]
    return [sys.executable, "-I", "-c", _PROGRAM, *arguments, *sys.path]


def read_command(arguments: Sequence[str]) -> tuple[Setup, list[int], Path]:
    """The setup, the channels and the folder that a command was given."""
    setup, channels, folder = arguments
    return read_setup(setup), [int(n) for n in channels.split(",")], Path(folder)


def environment() -> dict[str, str]:
    """The variables that a fork server gets."""
    return {k: os.environ[k] for k in KEPT if k in os.environ} | _ONE_THREAD
