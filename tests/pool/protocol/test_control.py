"""What a parent and its fork server tell each other arrives, to the end."""

import os
import socket

import pytest

from mailbot.pool.protocol import control
from mailbot.pool.protocol.channel import Patience


def test_a_call_arrives_with_its_channel() -> None:
    ours, theirs = control.pair()
    end, other = socket.socketpair()
    with ours, theirs, end, other:
        control.send_channel(ours, end)
        said, channel = control.receive(theirs)
        assert (said, channel is not None) == (control.READ, True)
        os.write(channel or 0, b"through it")
        assert other.recv(20) == b"through it"
        os.close(channel or 0)


def test_what_becomes_of_a_reader_arrives() -> None:
    ours, theirs = control.pair()
    events = control.Begun(7), control.Ended(-9, 0.5, control.STOPPED)
    with ours, theirs:
        for event in events:
            control.send(theirs, event)
            assert control.receive_event(ours, Patience(1)) == event


def test_a_parent_that_ends_with_a_message_unread_has_closed_its_end() -> None:
    ours, theirs = control.pair()
    with theirs:
        control.send(theirs, control.Begun(7))
        ours.close()
        assert control.receive(theirs) == (b"", None)


def test_a_fork_server_that_has_ended_is_an_error() -> None:
    ours, theirs = control.pair()
    theirs.close()
    with ours, pytest.raises(ConnectionResetError):
        control.receive_event(ours, Patience(1))
