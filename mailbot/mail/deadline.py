"""The connection to a server, and a deadline beside the time-out of its socket.

A time-out ends a silence, but not a server that says one byte at a time, or one line
after the other. So what a server says in answer to one command has a deadline, too.
"""

import socket
import ssl
from time import monotonic
from typing import Any

SLOWEST = 5_000
"""Bytes of a letter that pass in a second on the slowest line."""


class Deadline:
    """The time before which an answer has to be complete; begun for each command."""

    def __init__(self) -> None:
        self._end = monotonic()

    def begin(self, seconds: float) -> None:
        """Count from now."""
        self._end = monotonic() + seconds

    def extend(self, seconds: float) -> None:
        """Put the end off."""
        self._end += seconds

    def left(self) -> float:
        """The seconds until the end.

        Raises:
            TimeoutError: there are none.
        """
        seconds = self._end - monotonic()
        if seconds <= 0:
            raise TimeoutError("the server talks, but does not end an answer")
        return seconds


def connected(
    host: str, port: int, secure: ssl.SSLContext | None, timeout: float | None
) -> socket.socket:
    """A connection to a server, encrypted from the start if `secure` is given."""
    sock = socket.create_connection((host, port), timeout)
    return secure.wrap_socket(sock, server_hostname=host) if secure else sock


class TimedReader(socket.SocketIO):
    """Reads from a socket until its time-out or a deadline."""

    def __init__(self, sock: socket.socket, deadline: Deadline) -> None:
        super().__init__(sock, "r")
        self._from, self._deadline = sock, deadline

    def readinto(self, buffer: Any) -> int | None:
        """Read what is there; None if the socket does not block and nothing is."""
        timeout, left = self._from.gettimeout(), self._deadline.left()
        if not timeout:
            return super().readinto(buffer)
        self._from.settimeout(min(timeout, left))
        try:
            return super().readinto(buffer)
        except TimeoutError:
            self._deadline.left()  # tells of the deadline, if it is that
            raise
        finally:
            self._from.settimeout(timeout)
