"""How often a server is asked for letters, whatever it says or does not say."""

import contextlib
import socket
import ssl
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from mailbot.errors import InboxUnavailable, LetterUnavailable
from mailbot.mail.credentials import Password
from mailbot.mail.imap.inbox import ImapInbox, Pace
from mailbot.mail.imap.session import Heard
from mailbot.mail.options import Endpoint, ImapOptions, Security
from mailbot.mail.ports import Folder
from tests.fakes import FakeSeconds, letter
from tests.mail.test_tls import DAY, certificate
from tests.servers.imap_script import ScriptedImap, Wire


def test_a_server_that_announces_letters_is_left_in_idle() -> None:
    pace = Pace(FakeSeconds())
    pace.heard(Heard.EARLY)
    pace.found()
    assert (pace.polls, pace.slice_seconds) == (False, 5)
    pace.heard(Heard.PUSHED)
    pace.found()
    assert (pace.polls, pace.slice_seconds, pace.deaf) == (False, 25, 0)
    pace.heard(Heard.LATE)
    pace.found()
    assert not pace.polls, "a letter came just between two waits in IDLE"


def test_a_server_that_announces_nothing_is_polled_while_letters_come() -> None:
    clock = FakeSeconds()
    pace = Pace(clock)
    pace.heard(Heard.LATE)
    pace.found()
    assert pace.polls
    clock.go_on(3599)
    assert pace.polls
    clock.go_on(2)
    assert (pace.polls, pace.slice_seconds) == (False, 25)


@pytest.mark.parametrize("heard", [Heard.PUSHED, Heard.LATE])
def test_a_vain_announcement_is_not_believed_for_a_while(heard: Heard) -> None:
    pace = Pace(FakeSeconds())
    pace.heard(heard)
    assert pace.deaf == 20
    pace.found()
    assert pace.deaf == 0


def test_idle_that_fails_is_tried_again_after_hours(
    caplog: pytest.LogCaptureFixture,
) -> None:
    clock = FakeSeconds()
    pace = Pace(clock)
    for _ in range(3):
        assert pace.idles
        pace.broke()
    for hours in (1, 2, 4, 8, 16, 24, 24):
        assert not pace.idles
        clock.go_on(hours * 3600 - 1)
        assert not pace.idles
        clock.go_on(1)
        assert pace.idles
        pace.broke(refused=True)
    assert len(caplog.messages) == 8, "one line each time"
    clock.go_on(24 * 3600)
    pace.idled()
    pace.broke()
    assert pace.idles
    pace.broke(refused=True)
    assert not pace.idles


def seconds_of(function: Callable[[], object]) -> float:
    began = time.monotonic()
    function()
    return time.monotonic() - began


def test_a_server_that_talks_in_idle_gets_no_more_commands() -> None:
    with ScriptedImap([letter()], "chatter") as server:
        box = server.inbox(20)
        list(box.waiting(()))
        before = len(server.heard)
        assert seconds_of(lambda: box.wait(3)) >= 3
        assert len(server.heard) - before <= 3, server.heard[before:]
        box.close()


def test_a_letter_that_is_not_announced_is_found_within_six_seconds(long: bool) -> None:
    if not long:
        pytest.skip("takes a quarter of a minute: --long")
    with ScriptedImap([letter()]) as server:
        box = server.inbox(20)
        list(box.waiting(()))
        for number in (2, 3, 4):
            put = threading.Timer(
                0.5, server.letters.__setitem__, (number, letter(subject=f"{number}"))
            )
            put.start()
            before = len(server.heard)
            waited = seconds_of(lambda: box.wait(60))
            assert waited <= 6
            assert len(list(box.waiting(()))) == 1
            # SEARCH, and FETCH of sizes, belong to the letter.
            assert len(server.heard) - before <= waited / 5 + 4, server.heard[before:]
        box.close()


def test_what_a_server_wants_a_person_to_read_is_passed_on() -> None:
    with ScriptedImap([letter()], "alert") as server:
        box = server.inbox(20)
        assert box.notices() == []
        for _ in range(3):
            list(box.waiting(()))
        assert box.notices() == ["[ALERT] The mailbox is nearly full"]
        assert box.notices() == []
        box.close()


@pytest.mark.parametrize(("wrong", "tries"), [("IDLE NO", 1), ("IDLE ends", 3)])
def test_where_idle_fails_letters_are_looked_for_every_few_seconds(
    wrong: str, tries: int
) -> None:
    """Each failure costs a login, and a time that doubles up to five minutes."""
    with ScriptedImap([letter()], wrong) as server:
        box = server.inbox(20)
        for _ in range(tries):
            list(box.waiting(()))
            with pytest.raises(InboxUnavailable):
                box.wait(1)
        list(box.waiting(()))
        before = len(server.heard)
        threading.Timer(0.5, server.receive, [letter()]).start()
        assert seconds_of(lambda: box.wait(60)) <= 6
        assert server.heard[before:] == ["NOOP"]
        box.close()


def test_what_is_announced_in_vain_is_looked_for_under_all_uids(long: bool) -> None:
    """Some servers give a UID again, on the same connection."""
    with ScriptedImap([letter()]) as server:
        box = server.inbox(20)
        [first] = box.waiting(())
        box.file(first.key, Folder.ANSWERED)
        assert list(box.waiting(())) == []
        server.letters[1] = letter(subject="another")
        box.wait(5)
        assert list(box.waiting(())) == []
        assert not long or seconds_of(lambda: box.wait(60)) < 25
        assert [one.key for one in box.waiting(())] == [first.key]
        box.close()


# What a server sends, and how long it may take.


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
        inbox = server.inbox(0.1)
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
        inbox = server.inbox(60)
        with pytest.raises(InboxUnavailable, match="more than one command"):
            _use(inbox)
        inbox.close()


class _Piecemeal(ScriptedImap):
    """Says `pieces` in IDLE, each in a packet of its own, over TLS if `secure`."""

    def __init__(self, pieces: list[bytes], secure: ssl.SSLContext | None) -> None:
        self._pieces, self._secure = pieces, secure
        super().__init__([letter(subject="one")])

    def _take(self, sock: socket.socket) -> None:
        secure = self._secure
        super()._take(secure.wrap_socket(sock, server_side=True) if secure else sock)

    def _run(self, file: Wire, command: str) -> str:
        if command != "IDLE":
            return super()._run(file, command)
        for piece in (b"+ go on\r\n", *self._pieces):
            file.write(piece)
            file.flush()
            time.sleep(0.2)
        file.readline()
        return "OK done"


@pytest.mark.parametrize("security", ["plain", "tls"])
def test_a_line_in_two_packets_during_idle_is_read_whole(
    security: Security, tmp_path: Path
) -> None:
    """IMAPClient, which does not wait for the rest, would lose one half or both."""
    file = certificate(tmp_path, begins=-DAY, ends=DAY)
    secure = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    secure.load_cert_chain(file)
    pieces = [b"* 2 EXI", b"STS\r\n"]
    with _Piecemeal(pieces, secure if security == "tls" else None) as server:
        endpoint = Endpoint("localhost", server.port, security, file)
        box = ImapInbox(ImapOptions("bot@lab.test", endpoint), Password("bot", "x"))
        list(box.waiting(()))
        assert seconds_of(lambda: box.wait(60)) < 30, "the news is lost"
        assert server.heard.count("IDLE") == 1
        box.close()


def test_half_a_line_in_idle_is_waited_for_until_the_time_out() -> None:
    with _Piecemeal([b"* 2 EXI"], None) as server:
        box = server.inbox(1)
        list(box.waiting(()))
        with pytest.raises(InboxUnavailable, match="does not end a line"):
            box.wait(10)
        box.close()


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
        inbox = server.inbox(0.4)
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
        inbox = server.inbox(60)
        [arrival] = inbox.waiting(())
        assert inbox.fetch(arrival.key) is not None
        inbox.close()
