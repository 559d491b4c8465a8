"""The line between a parent and its child: whole messages, each in its time."""

import socket
import struct
from time import monotonic
from typing import Self

_LENGTH = struct.Struct("!I")
_LONGEST = 2**32 - 1
_AT_ONCE = 2**18  # bytes: what was only promised takes no memory


class Line:
    """One end of a line. Its length goes ahead of each message.

    A deadline is a moment of the monotonic clock, and holds for the whole of a
    message: an end that says one byte now and then does not put it off.
    """

    def __init__(self, end: socket.socket) -> None:
        self._end = end

    @classmethod
    def of(cls, descriptor: int) -> Self:
        """The end that a parent left to its child under that number."""
        return cls(socket.socket(fileno=descriptor))

    @property
    def closed(self) -> bool:
        """Whether we have hung up."""
        return self._end.fileno() < 0

    def send(self, message: bytes, deadline: float | None = None) -> None:
        """Say something.

        Raises:
            TimeoutError: the other end does not listen.
            OSError: the line is broken.
        """
        self._hurry(deadline)
        self._end.sendall(_LENGTH.pack(len(message)) + message)

    def receive(
        self, longest: int = _LONGEST, deadline: float | None = None
    ) -> bytearray:
        """Hear a message of up to so many bytes.

        Raises:
            TimeoutError: it did not come, or not all of it.
            EOFError: the other end has hung up.
            OSError: the line is broken, or the message too long.
        """
        (length,) = _LENGTH.unpack(self._read(_LENGTH.size, deadline))
        if length > longest:
            raise OSError(f"a message of {length} bytes")
        return self._read(length, deadline)

    def close(self) -> None:
        """Hang up."""
        self._end.close()

    def _read(self, count: int, deadline: float | None) -> bytearray:
        message = bytearray()
        while len(message) < count:
            self._hurry(deadline)
            heard = self._end.recv(min(count - len(message), _AT_ONCE))
            if not heard:
                raise EOFError("the line was hung up")
            message += heard
        return message

    def _hurry(self, deadline: float | None) -> None:
        """Let the next call take no longer than is left."""
        left = None if deadline is None else deadline - monotonic()
        if left is not None and left <= 0:
            raise TimeoutError("the time is over")
        self._end.settimeout(left)
