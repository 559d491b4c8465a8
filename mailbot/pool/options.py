"""The limits of the children, and where a cluster of them is found."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class PoolOptions:
    """How many children there are, and their limits.

    A letter may take `seconds` of wall time and `cpu_seconds` of CPU time. A child may
    have `memory` bytes of address space, write files of `file_size` bytes and hold
    `files` open descriptors; after `letters` letters a new child replaces it.
    """

    children: int = 2
    seconds: float = 30
    cpu_seconds: int = 31
    memory: int = 2 * 2**30
    file_size: int = 64 * 2**20
    files: int = 128
    letters: int = 200


@dataclass(frozen=True, slots=True)
class FleetOptions:
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
