"""Whole messages cross the line, each in its time."""

import os
import socket
import struct
import threading
from collections.abc import Iterator
from time import monotonic

import pytest

from mailbot.pool.line import Line

SOON = 0.05


@pytest.fixture
def ends() -> Iterator[tuple[Line, socket.socket]]:
    """A line, and the bare socket at its other end."""
    ours, theirs = socket.socketpair()
    line = Line(ours)
    with theirs:
        yield line, theirs
    line.close()


def test_messages_cross_whole_however_long(ends: tuple[Line, socket.socket]) -> None:
    line, theirs = ends
    other = Line(theirs)
    for length in (0, 1, 4096, 2**22):
        message = os.urandom(length)
        speaking = threading.Thread(target=other.send, args=(message,))
        speaking.start()
        assert line.receive() == message
        speaking.join()


def test_who_says_nothing_in_time_is_given_up(
    ends: tuple[Line, socket.socket],
) -> None:
    with pytest.raises(TimeoutError):
        ends[0].receive(deadline=monotonic() + SOON)
    with pytest.raises(TimeoutError):
        ends[0].receive(deadline=monotonic() - 1)


def test_a_byte_now_and_then_puts_no_deadline_off(
    ends: tuple[Line, socket.socket],
) -> None:
    line, theirs = ends
    theirs.sendall(struct.pack("!I", 1000))
    over = threading.Event()

    def dribble() -> None:
        while not over.wait(SOON / 5):
            theirs.send(b"x")

    speaking = threading.Thread(target=dribble)
    speaking.start()
    with pytest.raises(TimeoutError):
        line.receive(deadline=monotonic() + SOON)
    over.set()
    speaking.join()


def test_who_does_not_listen_is_given_up(ends: tuple[Line, socket.socket]) -> None:
    with pytest.raises(TimeoutError):
        ends[0].send(bytes(2**24), monotonic() + SOON)


def test_a_message_longer_than_allowed_is_not_even_waited_for(
    ends: tuple[Line, socket.socket],
) -> None:
    line, theirs = ends
    theirs.sendall(struct.pack("!I", 101))
    with pytest.raises(OSError, match="101 bytes"):
        line.receive(longest=100)


def test_the_other_end_may_hang_up_amid_a_word(
    ends: tuple[Line, socket.socket],
) -> None:
    line, theirs = ends
    theirs.sendall(struct.pack("!I", 10) + b"half")
    theirs.close()
    with pytest.raises(EOFError):
        line.receive()
