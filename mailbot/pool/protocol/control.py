"""What a parent and its fork server tell each other, besides calls and answers.

Each slot of the fork server has a channel for this. One message is one packet. To the
fork server: `READ` with the descriptor of a call's channel, `STOP`, which ends the
reader, or `WARM`. To the parent: `Ready` once, on the first channel; for each `READ`,
`Begun` and `Ended`, or `Ended` alone where there is no process for a reader.
"""

import signal
import socket

from msgspec import Struct, msgpack

from mailbot.pool.protocol.channel import Patience

READ = b"read"
STOP = b"stop"
WARM = b"warm"

UNSTARTED = "unstarted"
"""The kernel grants no process for a reader now."""

STOPPED = "stopped"
"""Somebody stopped the reader (SIGSTOP)."""

OVERFULL = "overfull"
"""It has written more files, or more bytes, than reading needs."""

FROM_OUTSIDE = (
    *(signal.SIGKILL, signal.SIGSTOP, signal.SIGTERM),
    *(signal.SIGHUP, signal.SIGINT, signal.SIGQUIT),
)
"""What no reader may send, not even to itself: one that ended by them is innocent."""

_LONGEST = 4096


class Ready(Struct, frozen=True, tag=True):
    """The fork server is there, with the rights of a `user`, by number.

    `missing` is what its sandbox lacks, in words; `hidden` the folder of programs that
    it cannot read without the privileges of root, "" if there is none. `unloaded` is
    why a library cannot be loaded, in the system's words; it then ends.
    """

    missing: tuple[str, ...]
    user: int
    hidden: str = ""
    unloaded: str = ""


class Begun(Struct, frozen=True, tag=True):
    """A reader is there; its process leads a session, which nothing can leave."""

    process: int


class Ended(Struct, frozen=True, tag=True):
    """A reader is gone, with all that it started.

    `code` is its exit code, or the negative number of the signal that ended it. It and
    the processes that it waited for used `cpu_seconds`. `why`: for what the fork server
    killed it, if it did, `STOPPED` or `OVERFULL`; `UNSTARTED`: it never was there.
    """

    code: int
    cpu_seconds: float
    why: str


def pair() -> tuple[socket.socket, socket.socket]:
    """Both ends of a new control channel."""
    return socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)


def receive(control: socket.socket) -> tuple[bytes, int | None]:
    """What the parent says, and the channel of a call to read, if it says so.

    The message is empty where the parent has closed its end.
    """
    try:
        message, channels, _, _ = socket.recv_fds(control, _LONGEST, 1)
    except ConnectionResetError:  # closed with a message of ours unread
        return b"", None
    return message, channels[0] if channels else None


def send(control: socket.socket, message: Ready | Begun | Ended) -> None:
    """Tell the parent."""
    control.send(msgpack.encode(message))


def receive_ready(control: socket.socket, patience: Patience) -> Ready:
    """What the fork server says at first.

    Raises:
        TimeoutError: it says nothing.
        OSError: it has ended.
    """
    return msgpack.decode(_receive(control, patience), type=Ready)


def receive_event(control: socket.socket, patience: Patience) -> Begun | Ended:
    """That the reader has begun, or how it ended.

    Raises:
        TimeoutError: it has not ended, or the fork server does not run.
        OSError: the fork server has ended.
    """
    return msgpack.decode(_receive(control, patience), type=Begun | Ended)


def _receive(control: socket.socket, patience: Patience) -> bytes:
    while True:
        with patience.turn(control):
            message = control.recv(_LONGEST)
            if not message:
                raise ConnectionResetError("the fork server ended")
            return message
