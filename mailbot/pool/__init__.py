"""Where letters are read: children with a deadline and limits, behind an Executor.

Rule 1: the parent never imports the middle; it names it (`MIDDLE`) and a child
        imports it, so that the parent holds neither cv2 nor a hostile letter's bytes.
Rule 2: a child holds no secret: it is a program started anew, with `KEPT` of the
        environment and nothing else, and one socket, to its parent.
Rule 3: what a letter does to its child costs only that letter: a child that dies or
        outlasts the deadline is replaced, and the letter gets TooCostly.
Rule 4: what comes back from a child is read as values of ours, never as code.
"""

import importlib
from typing import Any

from mailbot.pool.local import ChildUnavailable, LocalPool
from mailbot.pool.options import FleetOptions, PoolOptions

__all__ = [
    "ChildUnavailable",
    "FleetOptions",
    "LocalPool",
    "PoolOptions",
    "answer",
    "apologise",
    "probe_reading",
]

MIDDLE = "mailbot.respond"


def answer(*arguments: object) -> Any:
    """Call the middle's `respond`, in whatever process this runs in."""
    return importlib.import_module(MIDDLE).respond(*arguments)


def apologise(*arguments: object) -> Any:
    """Call the middle's `apologise`, in whatever process this runs in."""
    return importlib.import_module(MIDDLE).apologise(*arguments)


def probe_reading() -> str:
    """What reads pictures here; MissingTool where something is not there."""
    return str(importlib.import_module("mailbot.eye.probe").probe())
