"""A child that starts a program before it is ready, which somebody stops."""

import subprocess

from tests.pool.calls import CALLS, warm

__all__ = ["CALLS", "STOPPED", "load", "warm"]

STOPPED = __name__


def load() -> None:
    subprocess.run(["sh", "-c", "kill -STOP $$"], check=True)
