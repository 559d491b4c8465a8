"""A letter that eats memory, spins or ends its child costs itself, not the others."""

import os
import signal
import threading
from pathlib import Path

import pytest

from mailbot.ledger import State
from mailbot.pool import LocalPool, PoolOptions
from tests.house import House
from tests.servers.daemon import until

DEADLINE = 3.0


@pytest.mark.parametrize("deed", ["spin", "eat", "crash"])
def test_only_the_bad_letter_goes_to_quarantine(deed: str, tmp_path: Path) -> None:
    house = House(tmp_path)
    house.lay(deed, "a0")
    for number in range(1, 6):
        house.lay("Sudoku", f"a{number}")
    with LocalPool(PoolOptions(children=2, seconds=DEADLINE, memory=2**30)) as pool:
        house.work(pool)
    assert sorted(house.states()) == [State.QUARANTINED] + [State.SENT] * 5
    filed = tmp_path / "in/Quarantine"
    assert [file.name for file in filed.iterdir()] == ["a0.eml"]
    assert len(list((tmp_path / "out").glob("*.eml"))) == 5


def some_child() -> int:
    """The process of a child that is at work."""
    for thread in Path("/proc/self/task").iterdir():
        for child in (thread / "children").read_text().split():
            if b"mailbot.pool.child" in Path(f"/proc/{child}/cmdline").read_bytes():
                return int(child)
    raise AssertionError("no child")


def test_children_killed_at_work_lose_and_double_nothing(
    tmp_path: Path, long: bool
) -> None:
    house, letters = House(tmp_path), 200 if long else 20
    for number in range(letters):
        house.lay("slow", f"a{number}")

    def kill_twice() -> None:
        for replies in (letters // 4, letters // 2):
            until(lambda: len(house.replies_by_letter()) >= replies, "no replies")  # noqa: B023
            os.kill(some_child(), signal.SIGKILL)

    killer = threading.Thread(target=kill_twice)
    with LocalPool(PoolOptions(children=2)) as pool:
        killer.start()
        house.work(pool)
    killer.join()
    assert house.states() == [State.SENT] * letters
    assert sorted(house.replies_by_letter().values()) == [1] * letters
