"""How often a server is asked for letters, whatever it says or does not say."""

import threading
import time
from collections.abc import Callable

import pytest

from mailbot.errors import InboxUnavailable
from mailbot.mail.credentials import Password
from mailbot.mail.imap.inbox import ImapInbox, Pace
from mailbot.mail.imap.session import Heard
from mailbot.mail.options import Endpoint, ImapOptions
from tests.fakes import FakeSeconds, letter
from tests.servers.imap_script import ScriptedImap


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


def inbox(server: ScriptedImap) -> ImapInbox:
    endpoint = Endpoint("127.0.0.1", server.port, "plain", timeout_seconds=20)
    return ImapInbox(ImapOptions("bot@lab.test", endpoint), Password("bot", "secret"))


def seconds_of(function: Callable[[], object]) -> float:
    began = time.monotonic()
    function()
    return time.monotonic() - began


def test_a_server_that_talks_in_idle_gets_no_more_commands() -> None:
    with ScriptedImap([letter()], "chatter") as server:
        box = inbox(server)
        list(box.waiting(()))
        before = len(server.heard)
        assert seconds_of(lambda: box.wait(3)) >= 3
        assert len(server.heard) - before <= 3, server.heard[before:]
        box.close()


def test_a_letter_that_is_not_announced_is_found_within_six_seconds(long: bool) -> None:
    if not long:
        pytest.skip("takes a quarter of a minute: --long")
    with ScriptedImap([letter()]) as server:
        box = inbox(server)
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
        box = inbox(server)
        assert box.notices() == []
        for _ in range(3):
            list(box.waiting(()))
        assert box.notices() == ["[ALERT] The mailbox is nearly full"]
        assert box.notices() == []
        box.close()


def test_a_server_that_announces_idle_and_refuses_it_is_polled() -> None:
    with ScriptedImap([letter()], "IDLE NO") as server:
        box = inbox(server)
        list(box.waiting(()))
        with pytest.raises(InboxUnavailable):
            box.wait(1)
        list(box.waiting(()))
        before = len(server.heard)
        box.wait(1)
        assert "IDLE" not in server.heard[before:]
        box.close()
