"""A letter that eats memory, spins or ends its child costs itself, not the others."""

import os
import signal
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest

from mailbot.ledger import State
from mailbot.pool import LocalPool, PoolOptions
from tests.house import House, some_child
from tests.pool_calls import CHILD, sleep
from tests.servers.daemon import until

P = ParamSpec("P")
T = TypeVar("T")

DEADLINE = 3.0


class Timed(Executor):
    """Notes how long each letter took: from being handed over to its end."""

    def __init__(self, pool: Executor) -> None:
        self._pool = pool
        self.seconds: list[float] = []

    def submit(
        self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs
    ) -> Future[T]:
        started = time.monotonic()
        future = self._pool.submit(fn, *args, **kwargs)
        future.add_done_callback(
            lambda _: self.seconds.append(time.monotonic() - started)
        )
        return future


@pytest.mark.parametrize("deed", ["spin", "eat", "crash"])
def test_only_the_bad_letter_goes_to_quarantine(deed: str, tmp_path: Path) -> None:
    """A clock is right here: the deadline is a promise about wall time.

    Ending a child takes the parent a moment on some core, not the work of one, so that
    a second is plenty on a busy machine too. Children are warm before the clock runs.
    """
    house = House(tmp_path)
    house.lay(deed, "a0")
    for number in range(1, 6):
        house.lay("Sudoku", f"a{number}")
    options = PoolOptions(children=2, seconds=DEADLINE, memory=2**30)
    with LocalPool(options, CHILD) as pool:
        list(pool.map(sleep, [0.2, 0.2]))
        timed = Timed(pool)
        house.work(timed)
    assert len(timed.seconds) == 6
    assert max(timed.seconds) < DEADLINE + 1.0
    assert sorted(house.states()) == [State.QUARANTINED] + [State.SENT] * 5
    filed = tmp_path / "in/Quarantine"
    assert [file.name for file in filed.iterdir()] == ["a0.eml"]
    assert len(list((tmp_path / "out").glob("*.eml"))) == 5


def test_killing_children_loses_no_letter_and_doubles_no_reply(
    tmp_path: Path, long: bool
) -> None:
    house, letters = House(tmp_path), 200 if long else 20
    for number in range(letters):
        house.lay("slow", f"a{number}")

    def kill_twice() -> None:
        for replies in (letters // 4, letters // 2):
            until(lambda: len(house.replies_by_letter()) >= replies, "no replies")  # noqa: B023
            os.kill(some_child(os.getpid()), signal.SIGKILL)

    killer = threading.Thread(target=kill_twice, daemon=True)
    with LocalPool(PoolOptions(children=2), CHILD) as pool:
        killer.start()
        house.work(pool)
    killer.join()
    assert house.states() == [State.SENT] * letters
    assert sorted(house.replies_by_letter().values()) == [1] * letters
