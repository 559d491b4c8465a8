"""The limits of the children, and where a cluster of them is found."""

from pathlib import Path

from msgspec import Struct


class PoolOptions(Struct, frozen=True):
    """How many children there are, and what a letter may cost.

    A letter may take `cpu_seconds` of CPU time, and `seconds` of wall time, after which
    it is taken to hang. Its process may have `memory` bytes of address space, write
    files of `file_size` bytes, twice that in all, and hold `files` open descriptors.
    A letter whose process ended without an answer is read `attempts` times. Who
    listens at the `socket` starts the process whose forks read; "": we do.
    """

    children: int = 2
    cpu_seconds: int = 30
    seconds: float = 120
    memory: int = 896 * 2**20
    file_size: int = 64 * 2**20
    files: int = 128
    attempts: int = 3
    socket: str = ""


class FleetOptions(Struct, frozen=True):
    """Where the dask scheduler is (tls://host:8786), and what to do without it.

    `fall_back`: read letters on this machine while the scheduler is gone; else they
    fail with FleetUnavailable. `seconds` is how long a connection may take. After a
    failure the scheduler is left alone for `pause` seconds, so that not every letter
    waits for it.
    """

    address: str
    ca_file: Path | None = None
    cert_file: Path | None = None
    key_file: Path | None = None
    fall_back: bool = True
    seconds: float = 5.0
    pause: float = 30.0
