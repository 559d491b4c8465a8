"""STARTTLS that fails: nothing secret is said before it, and nothing is believed.

A table of what a server, or somebody on the way to it, does at the command STARTTLS,
for IMAP and SMTP alike.
"""

import socket
import ssl
import time
from base64 import b64encode
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from threading import Thread

import pytest

from mailbot.errors import BadSettings, Concern, InboxUnavailable, SubmissionDeferred
from mailbot.mail.credentials import Password
from mailbot.mail.imap.inbox import ImapInbox
from mailbot.mail.options import Endpoint, ImapOptions, SmtpOptions
from mailbot.mail.smtp.outbox import SmtpOutbox
from tests.mail.test_tls import DAY, certificate
from tests.servers.listener import listening

Answers = dict[bytes, bytes]
WHO = Password("bot", "sesame")
REPLY = b"From: bot@lab.test\r\n\r\nx\r\n"

IMAP: Answers = {
    b"greeting": b"* OK ready\r\n",
    b"CAPABILITY": b"* CAPABILITY IMAP4rev1 STARTTLS LOGINDISABLED\r\nTAG OK done\r\n",
    b"STARTTLS": b"TAG OK go on\r\n",
}
IMAP_INSIDE = {
    b"CAPABILITY": b"* CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR\r\nTAG OK done\r\n",
    b"SELECT": b"* 0 EXISTS\r\n* OK [UIDVALIDITY 1] x\r\nTAG OK [READ-WRITE] x\r\n",
    b"NAMESPACE": b"* NAMESPACE NIL NIL NIL\r\nTAG OK done\r\n",
}
SMTP: Answers = {
    b"greeting": b"220 ready\r\n",
    b"EHLO": b"250-lab.test\r\n250 STARTTLS\r\n",
    b"STARTTLS": b"220 go on\r\n",
}
SMTP_INSIDE = {
    b"EHLO": b"250-lab.test\r\n250 AUTH PLAIN\r\n",
    b"AUTH": b"235 in\r\n",
    b"DATA": b"354 go on\r\n",
}


Odd = Callable[[socket.socket], None]


class Server:
    """Answers commands by their verbs, first in the clear and then inside TLS.

    `clear` and `inside` are what was said to it. `odd` is what it does in the place of
    the handshake.
    """

    def __init__(
        self, file: Path, answers: Answers, inside: Answers, odd: Odd | None = None
    ) -> None:
        self._secure = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self._secure.load_cert_chain(file)
        self._answers, self._inside, self._odd = answers, inside, odd
        self._tags = b"CAPABILITY" in answers
        self.clear, self.inside = list[bytes](), list[bytes]()

    def take(self, end: socket.socket) -> None:
        """Serve one connection in a thread."""
        Thread(target=self._serve, args=(end,), daemon=True).start()

    def _serve(self, end: socket.socket) -> None:
        with end, suppress(OSError):
            end.settimeout(5)
            end.sendall(self._answers[b"greeting"])
            self._talk(end, self._answers, self.clear)
            if self._odd:
                self._odd(end)
                self.clear.append(end.recv(1000))
            else:
                with self._secure.wrap_socket(end, server_side=True) as talk:
                    self._talk(talk, self._inside, self.inside)

    def _talk(self, end: socket.socket, answers: Answers, heard: list[bytes]) -> None:
        """Answer until TLS is to begin."""
        while line := _line(end):
            heard.append(line)
            tag, verb, *_ = [*(line if self._tags else b"- " + line).split(), b""]
            plain = b"TAG OK done\r\n" if self._tags else b"250 ok\r\n"
            said = answers.get(verb.upper(), plain).replace(b"TAG", tag)
            end.sendall(said)
            if verb == b"STARTTLS" and b"go on" in said:
                return
            if verb == b"DATA":
                while _line(end) not in (b".\r\n", b""):
                    pass
                end.sendall(b"250 taken\r\n")


def _line(end: socket.socket) -> bytes:
    line = b""
    while not line.endswith(b"\n") and (byte := end.recv(1)):
        line += byte
    return line


def drip(end: socket.socket) -> None:
    for _ in range(100):
        end.sendall(b"\x16")
        time.sleep(0.1)


BROKEN: dict[str, Odd] = {
    "garbage": lambda end: end.sendall(b"what is this?\r\n" * 20),
    "dropped": lambda end: end.shutdown(socket.SHUT_RDWR),
    "silence": lambda end: time.sleep(2),
    "byte by byte": drip,
}
REFUSALS = {
    "not now": (b"TAG NO [UNAVAILABLE] later\r\n", b"454 4.7.0 later\r\n"),
    "not known": (b"TAG BAD what\r\n", b"502 5.5.1 what\r\n"),
    "closing": (b"* BYE no more\r\n", b"421 4.3.2 no more\r\n"),
    "another code": (b"+ yes\r\n", b"250 yes\r\n"),
    "garbage": (b"garbage\r\n", b"garbage\r\n"),
    "nothing": (b"", b""),
}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return certificate(tmp_path_factory.mktemp("tls"), begins=-DAY, ends=DAY)


def take_letters(server: Server, file: Path) -> None:
    with listening(server.take) as port:
        endpoint = Endpoint("localhost", port, "starttls", file, timeout_seconds=1)
        with closing(ImapInbox(ImapOptions("bot@lab.test", endpoint), WHO)) as box:
            box.open()


def send_reply(server: Server, file: Path) -> None:
    with listening(server.take) as port:
        endpoint = Endpoint("localhost", port, "starttls", file, timeout_seconds=1)
        options = SmtpOptions("bot@lab.test", endpoint, self_copy=False)
        with closing(SmtpOutbox(options, WHO)) as box:
            box.submit(REPLY, "ada@lab.test")


def assert_nothing_was_told(server: Server) -> None:
    said = b"".join(server.clear).upper()
    assert b"STARTTLS" in said
    for secret in (b"AUTH", b"LOGIN", b"MAIL", b"SELECT", b64encode(b"sesame")[:6]):
        assert secret.upper() not in said


@pytest.mark.parametrize("odd", BROKEN)
def test_a_handshake_that_fails_is_a_passing_trouble(file: Path, odd: str) -> None:
    started = time.monotonic()
    server = Server(file, IMAP, IMAP_INSIDE, BROKEN[odd])
    with pytest.raises(InboxUnavailable):
        take_letters(server, file)
    assert_nothing_was_told(server)
    server = Server(file, SMTP, SMTP_INSIDE, BROKEN[odd])
    with pytest.raises(SubmissionDeferred) as caught:
        send_reply(server, file)
    assert caught.value.concern is Concern.SERVER
    assert_nothing_was_told(server)
    assert time.monotonic() - started < 20


@pytest.mark.parametrize("how", REFUSALS)
def test_a_refused_starttls_is_a_passing_trouble(file: Path, how: str) -> None:
    imap, smtp = REFUSALS[how]
    server = Server(file, IMAP | {b"STARTTLS": imap}, IMAP_INSIDE)
    with pytest.raises(InboxUnavailable):
        take_letters(server, file)
    assert_nothing_was_told(server)
    server = Server(file, SMTP | {b"STARTTLS": smtp}, SMTP_INSIDE)
    with pytest.raises(SubmissionDeferred) as caught:
        send_reply(server, file)
    assert caught.value.concern is Concern.SERVER
    assert_nothing_was_told(server)


EVIL_IMAP = b"* CAPABILITY IMAP4rev1 LOGINDISABLED EVIL\r\n"


@pytest.mark.parametrize("before", [EVIL_IMAP, b""], ids=["before", "behind"])
def test_the_inbox_believes_nothing_said_before_tls(file: Path, before: bytes) -> None:
    behind = b"" if before else EVIL_IMAP + b"EVIL0 OK done\r\n"
    said = before + b"TAG OK go on\r\n" + behind
    server = Server(file, IMAP | {b"STARTTLS": said}, IMAP_INSIDE)
    take_letters(server, file)
    assert any(b"AUTHENTICATE PLAIN" in line for line in server.inside)
    assert_nothing_was_told(server)


def test_what_was_said_before_tls_is_not_believed_by_the_outbox(file: Path) -> None:
    said = b"220 go on\r\n250-evil\r\n250 AUTH EVIL\r\n535 no\r\n"
    server = Server(file, SMTP | {b"STARTTLS": said}, SMTP_INSIDE)
    send_reply(server, file)
    assert any(line.startswith(b"AUTH PLAIN") for line in server.inside)
    assert_nothing_was_told(server)


def test_a_greeting_that_skips_the_login_does_not_skip_tls(file: Path) -> None:
    """RFC 9051, section 11.1: STARTTLS is not allowed after PREAUTH."""
    server = Server(file, IMAP | {b"greeting": b"* PREAUTH welcome\r\n"}, IMAP_INSIDE)
    with pytest.raises((InboxUnavailable, BadSettings)):
        take_letters(server, file)
    assert not any(b"SELECT" in line for line in server.clear)
