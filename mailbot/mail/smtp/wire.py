"""The connection under smtplib, on which no command and no letter lasts for ever."""

import io
import smtplib
import socket
import ssl
from typing import Any

from mailbot.mail.deadline import SLOWEST, Deadline, TimedReader

_HELLO = "[127.0.0.1]"
"""The name in EHLO: servers do not check it, and a look-up in DNS would take time."""

_MOST_SAID = 1_000_000
"""Bytes of one answer, all of which smtplib keeps."""
_AT_ONCE = 16_000
"""Bytes that are sent at once: about a record of TLS, which has a time-out each."""


class Wire(smtplib.SMTP):
    """smtplib's connection.

    The time-out of its socket is the time that an answer may take as a whole, and that
    the server may take nothing of what is sent.
    """

    def __init__(
        self, host: str, port: int, secure: ssl.SSLContext | None, timeout: float
    ) -> None:
        self._secure, self._deadline = secure, Deadline()
        super().__init__(host, port, _HELLO, timeout)

    def _get_socket(self, host: str, port: int, timeout: float) -> socket.socket:
        sock = socket.create_connection((host, port), timeout)
        if self._secure:
            return self._secure.wrap_socket(sock, server_hostname=host)
        return sock

    def getreply(self) -> tuple[int, bytes]:
        """Receive an answer."""
        self._deadline.begin(self._timeout())
        if self.file is None and self.sock:
            self.file = _Answers(TimedReader(self.sock, self._deadline))
        if self.file:
            self.file.said = 0
        return super().getreply()

    def send(self, s: Any) -> None:
        """Send a command or a letter."""
        data = s.encode(self.command_encoding) if isinstance(s, str) else s
        self._deadline.begin(self._timeout() + len(data) / SLOWEST)
        for start in range(0, len(data), _AT_ONCE):
            super().send(data[start : start + _AT_ONCE])
            self._deadline.left()

    def _timeout(self) -> float:
        return (self.sock and self.sock.gettimeout()) or 0


class _Answers(io.BufferedReader):
    """What a server answers; `said` are the bytes of the answer in hand."""

    said = 0

    def readline(self, size: int | None = -1) -> bytes:
        line = super().readline(size)
        self.said += len(line)
        if self.said > _MOST_SAID:
            raise OSError("the server says more than one answer can hold")
        return line
