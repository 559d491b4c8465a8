"""Other programs, run to their end."""

import subprocess
from pathlib import Path
from typing import Any


def output(*command: str) -> str:
    """What a program says that must not fail.

    Raises:
        OSError: it failed, or is not there.
    """
    done = run(*command, check=False)
    if done.returncode:
        raise OSError(f"{command[0]}: {done.stderr.strip()}")
    return done.stdout


def run(
    *command: str | Path, check: bool = True, **more: Any
) -> subprocess.CompletedProcess[str]:
    """What a program says, and its exit code; with `check` it must not fail."""
    return subprocess.run(command, capture_output=True, text=True, check=check, **more)
