"""The channel between a parent and a reader: framed messages, each with patience.

Patience judges the other end, not the machine: time in which this process did not run
does not count. A turn of waiting that took much longer than it may is one in which we
were stopped, or the machine slept. And when nothing is left, what has arrived by then
is still read.
"""

import socket
import struct
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from time import monotonic
from typing import Self


class TooLong(OSError):
    """A message is announced that is longer than any may be."""


class Patience:
    """Seconds that this process will wait on sockets, in turns."""

    _COUNTED = 2.0
    """Seconds that one turn counts at most."""
    _LAST = 2.0
    """Seconds in which what has arrived must be read."""

    def __init__(
        self,
        seconds: float = inf,
        between: Callable[[], None] | None = None,
        turn: float = 1.0,
    ) -> None:
        """Begin to wait, in turns of `turn` seconds at most.

        `between` is called after each turn that ends in vain.
        """
        self._left = seconds
        self._between = between
        self._turn = turn

    @contextmanager
    def turn(self, end: socket.socket) -> Iterator[None]:
        """Make one call on a socket, which may end without result before its time.

        Raises:
            TimeoutError: nothing is left.
            Exception: what `between` raises.
        """
        over = self._left <= 0
        if self._left <= -self._LAST:
            raise TimeoutError("nothing is left to wait")
        end.settimeout(max(0.001, min(self._turn, self._left)))
        since = monotonic()
        try:
            yield
        except TimeoutError:
            if over:
                raise
            if self._between:
                self._between()
        finally:
            self._left -= min(monotonic() - since, self._COUNTED)


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
            TooLong: the message is too long.
            OSError: the connection is broken.
        """
        patience = patience or Patience()
        (length,) = _LENGTH.unpack(self._read(_LENGTH.size, patience))
        if length > longest:
            raise TooLong(f"a message of {length} bytes")
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
