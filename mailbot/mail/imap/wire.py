"""The connection under IMAPClient, on which no command lasts for ever.

A time-out of a socket ends a silence, but not a server that says one byte at a time, or
one untagged line after the other. So each command has a deadline beside it, which what
the server says does not put off.
"""

import imaplib
import io
import socket
import ssl
from time import monotonic
from typing import Any


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
        self._deadline = monotonic() + seconds
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
        self._deadline = monotonic() + self.seconds
        super().send(data)

    def readline(self) -> bytes:
        """Read a line; one that is too long raises."""
        if self._source is not self.sock:  # STARTTLS: what came before it is dropped
            self._read_from(self.sock)
        line = self.reader.readline(imaplib._MAXLINE + 1)  # type: ignore[attr-defined]
        if len(line) > imaplib._MAXLINE:  # type: ignore[attr-defined]
            raise self.error(f"got more than {len(line) - 1} bytes in a line")
        return line

    def read(self, size: int) -> bytes:
        """Read a literal."""
        return self.reader.read(size)

    def left(self) -> float:
        """The seconds until the deadline.

        Raises:
            TimeoutError: there are none.
        """
        seconds = self._deadline - monotonic()
        if seconds <= 0:
            raise TimeoutError(f"a command took longer than {self.seconds:.0f} s")
        return seconds


class _Timed(socket.SocketIO):
    """Reads from a socket until its time-out or the deadline of the command."""

    def __init__(self, sock: socket.socket, wire: Wire) -> None:
        super().__init__(sock, "r")
        self._wire, self._from = wire, sock

    def readinto(self, buffer: Any) -> int | None:
        """Read what is there; None if the socket does not block and nothing is."""
        timeout = self._from.gettimeout()
        if not timeout:
            return super().readinto(buffer)
        self._from.settimeout(min(timeout, self._wire.left()))
        try:
            return super().readinto(buffer)
        except TimeoutError:
            self._wire.left()  # tells of the deadline, if it is that
            raise
        finally:
            self._from.settimeout(timeout)
