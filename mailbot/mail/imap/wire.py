"""The connection under IMAPClient, on which no command lasts for ever.

Each command has a deadline. Nothing that the server says puts it off but a literal, by
the time of that on a slow line.
"""

import imaplib
import io
import re
import socket
import ssl
from typing import Any

from mailbot.mail.deadline import SLOWEST, Deadline, TimedReader, connected

_LARGEST = 100_000_000
"""Bytes of a literal for which there is time, whatever length is announced."""
_MOST_SAID = 10_000_000
"""Bytes of lines in answer to one command, all of which imaplib keeps."""
_KIND = re.compile(rb"\A(?:\* (?:\d+ )?|[A-Z]+\d+ )[a-z]+\b")
"""The beginning of an answer in lower case, which imaplib does not know."""
_BARE = re.compile(rb"\A[A-Z]+\d+ [A-Z]+(?=\r?\n)")
"""The end of a command without a text, which imaplib does not know either."""
_NUMBER = re.compile(rb"\* (\d{1,19}) (EXISTS|EXPUNGE)\b")


class Wire(imaplib.IMAP4):
    """imaplib's connection. `seconds` is how long a command may last.

    `has_news`: the server told another number of letters than there were, less those
    that it told to be removed. Many repeat the number where nothing has changed.

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
        self.timeout = timeout
        self.seconds = seconds
        self.has_news = False
        self._letters = 0
        self._deadline = Deadline()
        self._begin()
        super().__init__(host, port, timeout)

    def _create_socket(self, timeout: float | None) -> socket.socket:
        sock = connected(self.host, self.port, self._secure, timeout)
        self._read_from(sock)
        return sock

    def _read_from(self, sock: socket.socket) -> None:
        self._source = sock
        self.reader = io.BufferedReader(TimedReader(sock, self._deadline))

    def send(self, data: Any) -> None:
        """Send a command, or a part of one, whose answer now has its time."""
        self._begin()
        super().send(data)

    def _begin(self) -> None:
        self._deadline.begin(self.seconds)
        self._said = 0

    def readline(self) -> bytes:
        """Read a line; one that is too long raises."""
        if self._source is not self.sock:  # STARTTLS: what came before it is dropped
            self._read_from(self.sock)
        longest = imaplib._MAXLINE  # type: ignore[attr-defined]
        line = self._whole_line(longest + 1)
        self._said += len(line)
        if len(line) > longest or self._said > _MOST_SAID:
            raise self.abort("the server says more than one command can ask for")
        line = _KIND.sub(lambda found: found[0].upper(), line, count=1)
        line = _BARE.sub(rb"\g<0> ", line, count=1)
        if told := _NUMBER.match(line):
            self._count(int(told[1]), told[2])
        return line

    def _whole_line(self, longest: int) -> bytes:
        """Read a line of at most `longest` bytes.

        The socket does not block where IMAPClient listens in IDLE. A line that has
        begun is waited for there, too: half a line would be lost, or taken for one.
        """
        if self.sock.gettimeout() != 0:
            return self.reader.readline(longest)
        if not self.reader.peek(1):
            return b""
        self.sock.settimeout(self.timeout)
        try:
            return self.reader.readline(longest)
        except TimeoutError as error:
            raise self.abort("the server does not end a line") from error
        finally:
            self.sock.setblocking(False)

    def _count(self, number: int, what: bytes) -> None:
        if what == b"EXISTS":
            self.has_news |= number != self._letters
            self._letters = number
        else:
            self._letters -= 1

    def read(self, size: int) -> bytes:
        """Read a literal."""
        self._deadline.extend(min(size, _LARGEST) / SLOWEST)
        return self.reader.read(size)
