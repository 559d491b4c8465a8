"""The test run itself: what ends it in red."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.programs import run

ROOT = Path(__file__).parents[1]
LEAVES_A_THREAD = """\
import threading, time

def test_leaves_a_thread():
    threading.Thread(target=time.sleep, args=(600,), name="forgotten").start()
"""


def run_tests(
    folder: Path, text: str, *options: str
) -> subprocess.CompletedProcess[str]:
    """Run tests of that text under the conftest of this suite."""
    (folder / "conftest.py").write_text("from tests.conftest import *\n")
    (folder / "test_one.py").write_text(text)
    command = [sys.executable, "-m", "pytest", f"--rootdir={folder}", *options]
    return run(*command, str(folder), check=False, cwd=ROOT, timeout=200)


@pytest.mark.parametrize("processes", [0, 1])
def test_a_thread_left_behind_fails_the_run(tmp_path: Path, processes: int) -> None:
    done = run_tests(tmp_path, LEAVES_A_THREAD, f"--numprocesses={processes}")
    assert done.returncode == 1
    assert "threads were left behind: forgotten" in done.stdout
    assert "1 passed, 1 error" in done.stdout
