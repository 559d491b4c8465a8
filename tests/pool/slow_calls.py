"""A reader that spends as many CPU seconds as the letter's subject says."""

import time
from email import message_from_bytes

from mailbot.model import Content, Kind, Silence
from mailbot.options import Brief
from mailbot.pool import probe_reading
from mailbot.pool.protocol.calls import load, warm

__all__ = ["CALLS", "SLOW", "load", "warm"]

SLOW = __name__


def read_letter(rfc822: bytes, brief: Brief) -> Content | Silence:
    seconds = float(message_from_bytes(rfc822)["Subject"].split()[-1])
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass
    return Content(Kind.SOLVED, "Here it is.")


CALLS = (read_letter, probe_reading)
