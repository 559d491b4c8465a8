"""A reader that a letter has taken over: the body of the letter is what it sends."""

import os
import struct
import time

from mailbot.model import Content, Silence
from mailbot.options import Brief
from mailbot.pool import probe_reading
from mailbot.pool.child.reader import WIRE
from mailbot.pool.protocol.calls import load, warm

__all__ = ["CALLS", "HOSTILE", "load", "warm"]

HOSTILE = __name__


def read_letter(rfc822: bytes, brief: Brief) -> Content | Silence:
    answer = rfc822.partition(b"\r\n\r\n")[2]
    if answer.startswith(b"late "):
        time.sleep(30)
    twice = answer.startswith(b"twice ")
    answer = answer.removeprefix(b"late ").removeprefix(b"twice ")
    frame = struct.pack("!I", len(answer)) + answer
    for _ in range(2 if twice else 1):
        os.write(WIRE, frame)
    os._exit(0)


CALLS = (read_letter, probe_reading)
