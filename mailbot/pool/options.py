"""The limits of the children, and where a cluster of them is found."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class PoolOptions:
    """Limits of the children.

    `seconds` of wall time and `cpu_seconds` of CPU time a letter, `memory` and
    `file_size` in bytes, `files` open descriptors; after `letters` letters a child
    is replaced by a fresh one.
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
    """The cluster. `address` as dask writes it (tls://host:8786).

    `fall_back`: read on this machine while the scheduler is gone; else give letters
    back as FleetUnavailable. `seconds` to wait for a connection; a scheduler that was
    gone is asked again after `pause` seconds, so that not every letter waits for it.
    """

    address: str
    ca_file: Path | None = None
    cert_file: Path | None = None
    key_file: Path | None = None
    fall_back: bool = True
    seconds: float = 5.0
    pause: float = 30.0
