"""The messages between the mailbot's process and its broker to a dask cluster."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from mailbot.pool.wire import LONGEST


class Order(Struct, frozen=True):
    """What the broker is told once: the cluster, and what its workers get.

    `limits` are the packed PoolOptions. No `ca_file`: the connection is not encrypted.
    """

    address: str
    seconds: float
    limits: bytes
    calls: str
    ca_file: str = ""
    cert_file: str = ""
    key_file: str = ""


class Asked(Struct, frozen=True, array_like=True):
    """A call to be made on the cluster; b"" asks for the number of workers."""

    number: int
    call: bytes


class Said(StrEnum):
    """What became of a call."""

    ANSWER = "answer"
    KILLED = "killed"  # the worker ended by it, several times
    FAILED = "failed"
    GONE = "gone"  # the scheduler cannot be reached


class Report(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What became of the call of that number; `answer` is a message of `wire`."""

    number: Annotated[int, Meta(ge=0)]
    said: Said
    answer: Annotated[bytes, Meta(max_length=LONGEST)] = b""
