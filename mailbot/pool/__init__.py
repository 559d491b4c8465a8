"""The pool: reads letters in child processes with limits, behind an Executor.

In: `pool.submit(answer, raw, options, now)`, called by the worker. Out: a future of the
outcome, or of TooCostly, another error of ours, or ChildUnavailable.

The way of a call, and the file to open for a change:

    local       LocalPool: a thread of the parent takes an idle child or starts one,
                sends the call, keeps the deadline, and ends a child that overstepped
    channel     frames: messages with their length ahead, over a socket pair
    wire        how a call and an answer are written and read; what may be in an answer
    child       the program of a child: it sets its limits, then answers calls
    fleet       Fleet: the same Executor over a dask cluster of other machines
    options     how many children, their limits; where the cluster is

Rule 1: the parent never imports the middle (`mailbot.respond`). The parent names it
        (`MIDDLE`), and a child imports it: so the parent loads no cv2.
Rule 2: a child holds no secret. It is a new program with the variables `KEPT` of the
        environment, no others, and one descriptor: its channel to the parent.
Rule 3: a letter can harm only itself. A child that dies or outlasts the deadline is
        replaced, and the letter gets TooCostly.
Rule 4: an answer of a child is read as values of ours, never as code.
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
