"""The attacks of `attacks` on a kernel that has neither Landlock nor seccomp."""

from mailbot.pool.child.sandbox import calls, landlock
from tests.pool.attacks import CALLS, attack, succeed, warm

__all__ = ["CALLS", "UNFENCED", "attack", "load", "succeed", "warm"]

UNFENCED = __name__


def load() -> None:
    """Take both from the sandbox, which this process has not entered yet."""
    landlock.abi = lambda: 0
    calls.compile_filters = lambda: None
