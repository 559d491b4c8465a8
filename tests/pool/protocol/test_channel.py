"""Messages pass the channel whole, and no later than their deadline."""

import os
import socket
import struct
import threading
from collections.abc import Iterator

import pytest

from mailbot.pool.protocol.channel import Channel, Patience

SOON = 0.05


@pytest.fixture
def ends() -> Iterator[tuple[Channel, socket.socket]]:
    """A channel, and the socket at its other end."""
    ours, theirs = socket.socketpair()
    channel = Channel(ours)
    with theirs:
        yield channel, theirs
    channel.close()


def test_messages_arrive_whole(ends: tuple[Channel, socket.socket]) -> None:
    channel, theirs = ends
    other = Channel(theirs)
    for length in (0, 1, 4096, 2**22):
        message = os.urandom(length)
        sender = threading.Thread(target=other.send, args=(message,))
        sender.start()
        assert channel.receive() == message
        sender.join()


def test_a_message_may_be_so_long(ends: tuple[Channel, socket.socket]) -> None:
    channel, theirs = ends
    other = Channel(theirs)
    other.send(b"x" * 10)
    assert channel.receive(10) == b"x" * 10
    other.send(b"x" * 11)
    with pytest.raises(OSError, match="11 bytes"):
        channel.receive(10)


def test_receiving_ends_at_the_deadline(ends: tuple[Channel, socket.socket]) -> None:
    with pytest.raises(TimeoutError):
        ends[0].receive(patience=Patience(SOON))
    with pytest.raises(TimeoutError):
        ends[0].receive(patience=Patience(0))


def test_what_has_arrived_is_received(ends: tuple[Channel, socket.socket]) -> None:
    channel, theirs = ends
    Channel(theirs).send(b"in time")
    assert channel.receive(patience=Patience(0)) == b"in time"


def test_bytes_extend_no_deadline(ends: tuple[Channel, socket.socket]) -> None:
    channel, theirs = ends
    theirs.sendall(struct.pack("!I", 1000))
    over = threading.Event()

    def dribble() -> None:
        while not over.wait(SOON / 5):
            theirs.send(b"x")

    sender = threading.Thread(target=dribble)
    sender.start()
    with pytest.raises(TimeoutError):
        channel.receive(patience=Patience(SOON))
    over.set()
    sender.join()


def test_sending_ends_at_the_deadline(ends: tuple[Channel, socket.socket]) -> None:
    with pytest.raises(TimeoutError):
        ends[0].send(bytes(2**24), Patience(SOON))


def test_a_long_message_is_refused(ends: tuple[Channel, socket.socket]) -> None:
    channel, theirs = ends
    theirs.sendall(struct.pack("!I", 101))
    with pytest.raises(OSError, match="101 bytes"):
        channel.receive(longest=100)


def test_closing_within_a_message_ends(ends: tuple[Channel, socket.socket]) -> None:
    channel, theirs = ends
    theirs.sendall(struct.pack("!I", 10) + b"half")
    theirs.close()
    with pytest.raises(EOFError):
        channel.receive()
