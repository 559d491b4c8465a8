"""The connection under IMAPClient, on which no command lasts for ever.

A time-out of a socket ends a silence, but not a server that says one byte at a time, or
one untagged line after the other. So each command has a deadline beside it. Nothing
that the server says puts it off but a literal, by the time of that on a slow line.
"""

import imaplib
import io
import socket
import ssl
from time import monotonic
from typing import Any

_SLOWEST = 5_000
"""Bytes of a literal that come in a second on the slowest line."""
_LARGEST = 100_000_000
"""Bytes of a literal for which there is time, whatever length is announced."""
_MOST_SAID = 10_000_000
"""Bytes of lines in answer to one command, all of which imaplib keeps."""


class Wire(imaplib.IMAP4):
    """imaplib's connection. `seconds` is how long a command may last.

    What imaplib reads through differs between versions of Python, so nothing of it is
    used: `reader` is ours.
    """

    def __init__(
        self,
        host: str,
        port: int,
        secure: ssl.SSLContext | None,
        timeout: float,
        seconds: float,
    ) -> None:
        self._secure = secure
        self.seconds = seconds
        self._begin()
        super().__init__(host, port, timeout)

    def _create_socket(self, timeout: float | None) -> socket.socket:
        sock = socket.create_connection((self.host, self.port), timeout)
        if self._secure:
            sock = self._secure.wrap_socket(sock, server_hostname=self.host)
        self._read_from(sock)
        return sock

    def _read_from(self, sock: socket.socket) -> None:
        self._source = sock
        self.reader = io.BufferedReader(_Timed(sock, self))

    def send(self, data: Any) -> None:
        """Send a command, or a part of one, whose answer now has its time."""
        self._begin()
        super().send(data)

    def _begin(self) -> None:
        self._deadline = monotonic() + self.seconds
        self._said = 0

    def readline(self) -> bytes:
        """Read a line; one that is too long raises."""
        if self._source is not self.sock:  # STARTTLS: what came before it is dropped
            self._read_from(self.sock)
        longest = imaplib._MAXLINE  # type: ignore[attr-defined]
        line = self.reader.readline(longest + 1)
        self._said += len(line)
        if len(line) > longest or self._said > _MOST_SAID:
            raise self.abort("the server says more than one command can ask for")
        return line

    def read(self, size: int) -> bytes:
        """Read a literal."""
        self._deadline += min(size, _LARGEST) / _SLOWEST
        return self.reader.read(size)

    def left(self) -> float:
        """The seconds until the deadline.

        Raises:
            TimeoutError: there are none.
        """
        seconds = self._deadline - monotonic()
        if seconds <= 0:
            raise TimeoutError("the server talks, but does not end a command")
        return seconds


class _Timed(socket.SocketIO):
    """Reads from a socket until its time-out or the deadline of the command."""

    def __init__(self, sock: socket.socket, wire: Wire) -> None:
        super().__init__(sock, "r")
        self._wire, self._from = wire, sock

    def readinto(self, buffer: Any) -> int | None:
        """Read what is there; None if the socket does not block and nothing is."""
        timeout, left = self._from.gettimeout(), self._wire.left()
        if not timeout:
            return super().readinto(buffer)
        self._from.settimeout(min(timeout, left))
        try:
            return super().readinto(buffer)
        except TimeoutError:
            self._wire.left()  # tells of the deadline, if it is that
            raise
        finally:
            self._from.settimeout(timeout)
