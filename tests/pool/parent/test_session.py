"""What of the processes of readers is seen."""

import os
import subprocess
import sys
from pathlib import Path

from mailbot.pool.parent.process import is_hidden


def test_a_living_process_that_is_not_shown_is_hidden(tmp_path: Path) -> None:
    assert is_hidden(os.getpid(), proc=tmp_path)
    assert not is_hidden(os.getpid())


def test_a_process_that_has_ended_is_not_hidden(tmp_path: Path) -> None:
    ended = subprocess.Popen([sys.executable, "-c", ""])
    ended.wait()
    assert not is_hidden(ended.pid, proc=tmp_path)
