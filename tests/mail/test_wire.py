"""No command lasts for ever, whatever an IMAP server says and however slowly."""

import contextlib
import socket
import time
from collections.abc import Callable

import pytest

from mailbot.errors import InboxUnavailable, LetterUnavailable
from mailbot.mail.credentials import Password
from mailbot.mail.imap.inbox import ImapInbox
from mailbot.mail.options import Endpoint, ImapOptions
from tests.fakes import letter
from tests.servers.imap_script import ScriptedImap, Wire


class _Scripted(ScriptedImap):
    """Calls `odd` when a command with `verb` comes, or "greeting" at the start."""

    def __init__(self, verb: str, odd: Callable[[socket.socket], None]) -> None:
        self._verb, self._odd = verb, odd
        super().__init__([letter(subject="one")])

    def _take(self, sock: socket.socket) -> None:
        self._sock = sock
        if self._verb == "greeting":
            self._odd(sock)
        super()._take(sock)

    def _run(self, file: Wire, command: str) -> str:
        if self._verb in command:
            self._odd(self._sock)
        if command.startswith("CAPABILITY") and self._verb == "LOGIN":
            file.write(b"* CAPABILITY IMAP4rev1 IDLE\r\n")
            return "OK done"
        return "OK done" if "LOGIN" in command else super()._run(file, command)


def _inbox(server: ScriptedImap, seconds: float) -> ImapInbox:
    endpoint = Endpoint("127.0.0.1", server.port, "plain", timeout_seconds=seconds)
    return ImapInbox(ImapOptions("bot@lab.test", endpoint), Password("bot", "x"))


def _use(inbox: ImapInbox) -> None:
    for one in inbox.waiting(()):
        inbox.fetch(one.key)
    inbox.wait(1)


@pytest.mark.parametrize("verb", ["greeting", "LOGIN", "SELECT", "NOOP", "FETCH"])
@pytest.mark.parametrize("said", [b"x", b"* 3 EXISTS\r\n", b"* OK {900}\r\nx"])
def test_no_command_lasts_longer_than_ten_time_outs(verb: str, said: bytes) -> None:
    """That is 1 s here; a FETCH is tried twice."""

    def drip(sock: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while True:
                sock.sendall(said)
                time.sleep(0.02)

    with _Scripted(verb, drip) as server:
        inbox = _inbox(server, 0.1)
        started = time.monotonic()
        with pytest.raises((InboxUnavailable, LetterUnavailable)):
            _use(inbox)
        assert time.monotonic() - started < 60, "the server goes on for ever"
        inbox.close()


@pytest.mark.parametrize("verb", ["NOOP", "IDLE"])
def test_a_server_that_says_lines_as_fast_as_it_can_is_left(verb: str) -> None:
    def shout(sock: socket.socket) -> None:
        with contextlib.suppress(OSError):
            sock.sendall(b"+ idling\r\n" if verb == "IDLE" else b"")
            while True:
                sock.sendall(b"* OK %b\r\n" % (b"x" * 900))

    with _Scripted(verb, shout) as server:
        inbox = _inbox(server, 60)
        with pytest.raises(InboxUnavailable, match="more than one command"):
            _use(inbox)
        inbox.close()


def test_a_long_letter_may_take_longer_than_ten_time_outs() -> None:
    long = letter(subject="one") + b"x" * 50_000

    class Slow(ScriptedImap):
        def _fetch(self, file: Wire, uids: list[int], command: str) -> str:
            for uid in uids:
                said = self._fetch_one(uid, bodies="BODY.PEEK[]" in command)
                for start in range(0, len(said), 1000):  # 10,000 bytes a second
                    file.write(said[start : start + 1000])
                    file.flush()
                    time.sleep(0.1)
            return "OK done"

    with Slow([long]) as server:
        inbox = _inbox(server, 0.4)
        [arrival] = inbox.waiting(())
        raw = inbox.fetch(arrival.key)
        assert raw is not None
        assert raw.rfc822 == long
        inbox.close()


@pytest.mark.parametrize("verb", ["SELECT", "SEARCH", "FETCH", "NOOP"])
def test_a_megabyte_of_lines_beside_the_answer_is_passed_over(verb: str) -> None:
    def chat(sock: socket.socket) -> None:
        sock.sendall(b"* OK still here, be patient\r\n" * 40_000)

    with _Scripted(verb, chat) as server:
        inbox = _inbox(server, 60)
        [arrival] = inbox.waiting(())
        assert inbox.fetch(arrival.key) is not None
        inbox.close()
