"""The limits of the children."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PoolOptions:
    """Limits of the children.

    `seconds` of wall time and `cpu_seconds` of CPU time a letter, `memory` and
    `file_size` in bytes, `files` open descriptors; after `letters` letters a child
    is replaced by a fresh one.
    """

    children: int = 2
    seconds: float = 30.0
    cpu_seconds: int = 30
    memory: int = 2 * 2**30
    file_size: int = 64 * 2**20
    files: int = 128
    letters: int = 200
