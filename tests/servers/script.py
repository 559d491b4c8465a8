"""An SMTP server whose answers a test chooses."""

import socket
from contextlib import suppress
from typing import Any

from tests.servers.listener import Talker

FEATURES = "250-scripted\r\n250 SIZE 1000000"
WITH_UTF8 = "250-scripted\r\n250 SMTPUTF8"


class ScriptedSmtp(Talker):
    """Accepts every message, except where `answers` says otherwise.

    Its keys are beginnings of commands ("RCPT"), "" for the greeting and "." for the
    end of a message. What `once` says to a command, it says one time only. `heard` are
    the commands, `taken` the messages, `recipients` those of each message.
    """

    def __init__(self) -> None:
        self.answers: dict[str, str] = {}
        self.once: dict[str, str] = {}
        self.heard: list[str] = []
        self.taken: list[bytes] = []
        self.recipients: list[list[str]] = []
        super().__init__()

    def _talk(self, sock: socket.socket) -> None:
        # A client may hang up with an answer unread, which resets the connection.
        with suppress(ConnectionError), sock, sock.makefile("rwb") as file:

            def say(line: str) -> None:
                self.say(file, line.encode() + b"\r\n")

            say(self.answers.get("", "220 scripted"))
            to: list[str] = []
            while line := file.readline().decode().strip():
                verb, blank, rest = line.partition(" ")
                line = verb.upper() + blank + rest
                self.heard.append(line)
                told = self._answer(line)
                say(told)
                to = [] if verb.upper() == "MAIL" else to
                if verb.upper() == "RCPT" and told.startswith("250"):
                    to.append(line.partition("<")[2].partition(">")[0])
                if line == "DATA" and told.startswith("354"):
                    message = self._message(file.readline)
                    answer = self.answers.get(".", "250 taken")
                    if answer.startswith("250"):
                        self.take(message, to)
                    say(answer)
                if line == "QUIT":
                    return

    def say(self, file: Any, answer: bytes) -> None:
        """Send an answer to the client."""
        file.write(answer)
        file.flush()

    def take(self, message: bytes, recipients: list[str]) -> None:
        """Keep a message that was accepted."""
        self.recipients.append(recipients)
        self.taken.append(message)

    def _answer(self, line: str) -> str:
        if line.split()[0] in self.once:
            return self.once.pop(line.split()[0])
        for beginning, answer in self.answers.items():
            if len(beginning) > 1 and line.startswith(beginning):
                return answer
        if line.startswith("EHLO"):
            return FEATURES
        return {"DATA": "354 go on", "QUIT": "221 bye"}.get(line, "250 ok")

    @staticmethod
    def _message(readline: object) -> bytes:
        assert callable(readline)
        lines: list[bytes] = []
        while (line := readline()) != b".\r\n":
            if not line:
                raise ConnectionResetError("the message has no end")
            lines.append(line)
        return b"".join(lines)
