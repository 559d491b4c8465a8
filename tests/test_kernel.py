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
