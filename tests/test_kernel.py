"""What Linux offers a process, tried in processes of their own."""

import sys
from pathlib import Path

from tests.programs import run

GATHER = """
import re
from pathlib import Path
from mailbot import kernel

def huge():
    rollup = Path("/proc/self/smaps_rollup").read_text()
    return int(re.search(r"AnonHugePages: +(\\d+) kB", rollup)[1]) >> 10

data = bytearray(range(256)) * (2**24 // 256)
before = huge()
kernel.use_huge_pages(Path("/proc/self/maps").read_text())
assert data == bytearray(range(256)) * (2**24 // 256)
print(huge() - before)
"""


def test_memory_moves_to_huge_pages_and_keeps_what_it_holds() -> None:
    """16 MB of it lie together, of which all but the ends can be moved."""
    done = run(sys.executable, "-c", GATHER)
    offered = Path("/sys/kernel/mm/transparent_hugepage").exists()
    assert int(done.stdout) >= 12 * offered


LET_GO = """
import re
from pathlib import Path
import cv2, numpy
from mailbot import kernel

def held():
    status = Path("/proc/self/status").read_text()
    return int(re.search(r"RssFile:\\s+(\\d+)", status)[1])

before = held()
kernel.let_go_of_code(Path("/proc/self/maps").read_text())
after = held()
assert cv2.mean(cv2.blur(numpy.full((9, 9), 7.0), (3, 3)))[0] == 7
print(before - after >> 10)
"""


def test_code_of_libraries_is_let_go_and_runs_all_the_same() -> None:
    """Half of what OpenCV holds after its start is some 20 MB."""
    assert int(run(sys.executable, "-c", LET_GO).stdout) >= 8
