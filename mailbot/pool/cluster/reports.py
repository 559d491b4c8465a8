"""The messages between the mailbot's process, its broker and the dask workers."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, Struct

from mailbot.pool.protocol.wire import LONGEST

MOST_LOSSES, LONGEST_REASON = 100, 200
"""How many lost readers a dask worker tells of at once, and the letters of a reason."""

_Reason = Annotated[str, Meta(max_length=LONGEST_REASON)]


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


class Made(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What a dask worker made of a call; `answer` is a message of `protocol.wire`.

    `losses` tells why readers of that worker gave no answer, since its last report: to
    this call, or to one that it works on at the same time.
    """

    answer: Annotated[bytes, Meta(max_length=LONGEST)]
    losses: Annotated[tuple[_Reason, ...], Meta(max_length=MOST_LOSSES)] = ()


class Said(StrEnum):
    """What became of a call."""

    ANSWER = "answer"
    KILLED = "killed"  # the worker ended by it, several times
    FAILED = "failed"
    GONE = "gone"  # the scheduler cannot be reached


class Report(Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """What became of the call of that number.

    `answer` is what the dask worker sent: a packed `Made`, or the number of workers.
    """

    number: Annotated[int, Meta(ge=0)]
    said: Said
    answer: Annotated[bytes, Meta(max_length=LONGEST)] = b""
