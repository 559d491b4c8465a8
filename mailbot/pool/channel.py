"""The channel between a parent and its child: framed messages, each with a deadline."""

import socket
import struct
from time import monotonic
from typing import Self

_LENGTH = struct.Struct("!I")
_LONGEST = 2**32 - 1
_CHUNK = 2**18
"""Bytes read at once, so that a length that is only announced takes no memory."""


class Channel:
    """One end of a stream socket. Each message is preceded by its length.

    A deadline is a time of the monotonic clock. It holds for the whole message, so
    that an end that sends a byte now and then cannot extend it.
    """

    def __init__(self, end: socket.socket) -> None:
        self._end = end

    @classmethod
    def of(cls, descriptor: int) -> Self:
        """The end that a child inherits from its parent as an open descriptor."""
        return cls(socket.socket(fileno=descriptor))

    @property
    def closed(self) -> bool:
        """Whether this end is closed."""
        return self._end.fileno() < 0

    def send(self, message: bytes, deadline: float | None = None) -> None:
        """Send a message.

        Raises:
            TimeoutError: the other end did not read all of it in time.
            OSError: the connection is broken.
        """
        self._set_timeout(deadline)
        self._end.sendall(_LENGTH.pack(len(message)) + message)

    def receive(
        self, longest: int = _LONGEST, deadline: float | None = None
    ) -> bytearray:
        """Receive a message of at most `longest` bytes.

        Raises:
            TimeoutError: the message did not come, or not all of it.
            EOFError: the other end was closed.
            OSError: the connection is broken, or the message is too long.
        """
        (length,) = _LENGTH.unpack(self._read(_LENGTH.size, deadline))
        if length > longest:
            raise OSError(f"a message of {length} bytes")
        return self._read(length, deadline)

    def close(self) -> None:
        """Close this end; the other end then receives EOFError."""
        self._end.close()

    def _read(self, count: int, deadline: float | None) -> bytearray:
        message = bytearray()
        while len(message) < count:
            self._set_timeout(deadline)
            chunk = self._end.recv(min(count - len(message), _CHUNK))
            if not chunk:
                raise EOFError("the channel was closed")
            message += chunk
        return message

    def _set_timeout(self, deadline: float | None) -> None:
        """Let the next call take no longer than is left until the deadline."""
        left = None if deadline is None else deadline - monotonic()
        if left is not None and left <= 0:
            raise TimeoutError("the deadline is over")
        self._end.settimeout(left)
