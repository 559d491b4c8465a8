"""Calls for children of tests that have loaded what reads letters, as ours have."""

import resource

from mailbot.errors import MissingTool
from mailbot.model import Content
from mailbot.options import Brief
from mailbot.pool import probe_reading, read_letter
from mailbot.pool.protocol.calls import load

__all__ = ["CALLS", "READING", "load"]

READING = __name__


def warm() -> None:
    """Load nothing ahead: a reader then has more memory of its own."""


def weigh(rfc822: bytes, brief: Brief) -> tuple[str, int]:
    """The kind of a reply, and the most memory in MiB that its reader took."""
    content = read_letter(rfc822, brief)
    assert isinstance(content, Content)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    return content.kind.value, most


def feign() -> None:
    raise MissingTool("no Tesseract, it says")


CALLS = (read_letter, probe_reading, weigh, feign)
