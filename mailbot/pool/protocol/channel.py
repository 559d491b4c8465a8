"""The channel between a parent and a reader: framed messages, each with patience."""

import socket
import struct
from typing import Self

from mailbot.pool.protocol.patience import Patience

_LENGTH = struct.Struct("!I")
_LONGEST = 2**32 - 1
_CHUNK = 2**18
"""Bytes read at once, so that a length that is only announced takes no memory."""


class Channel:
    """One end of a stream socket. Each message is preceded by its length.

    Patience holds for the whole message, so that an end that sends a byte now and then
    cannot extend it.
    """

    def __init__(self, end: socket.socket) -> None:
        self._end = end

    @classmethod
    def of(cls, descriptor: int) -> Self:
        """The end that a process was given as an open descriptor."""
        return cls(socket.socket(fileno=descriptor))

    def send(self, message: bytes, patience: Patience | None = None) -> None:
        """Send a message.

        Raises:
            TimeoutError: the other end did not read all of it in time.
            OSError: the connection is broken.
        """
        patience = patience or Patience()
        rest = memoryview(_LENGTH.pack(len(message)) + message)
        while rest:
            with patience.turn(self._end):
                rest = rest[self._end.send(rest) :]

    def receive(
        self, longest: int = _LONGEST, patience: Patience | None = None
    ) -> bytearray:
        """Receive a message of at most `longest` bytes.

        Raises:
            TimeoutError: the message did not come, or not all of it.
            EOFError: the other end was closed.
            OSError: the connection is broken, or the message is too long.
        """
        patience = patience or Patience()
        (length,) = _LENGTH.unpack(self._read(_LENGTH.size, patience))
        if length > longest:
            raise OSError(f"a message of {length} bytes")
        return self._read(length, patience)

    def close(self) -> None:
        """Close this end; the other end then receives EOFError."""
        self._end.close()

    def _read(self, count: int, patience: Patience) -> bytearray:
        message = bytearray()
        while len(message) < count:
            with patience.turn(self._end):
                chunk = self._end.recv(min(count - len(message), _CHUNK))
                if not chunk:
                    raise EOFError("the channel was closed")
                message += chunk
        return message
