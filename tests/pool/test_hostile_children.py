"""A letter that eats memory, spins or ends its child costs itself, not the others."""

import os
import random
import signal
import subprocess
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from contextlib import suppress
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest

from mailbot.ledger import State
from mailbot.pool import LocalPool, PoolOptions
from tests.house import House, descendants
from tests.pool.calls import CHILD, sleep

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


def test_killing_and_stopping_children_loses_no_letter_and_blames_none(
    tmp_path: Path, long: bool, seed: int
) -> None:
    """Children and their readers, whatever they are doing just then.

    Processes that other tests started, such as mail servers, are left alone.
    """
    others = set(descendants(os.getpid()))
    house, letters, deeds = House(tmp_path), *((80, 58) if long else (20, 14))
    for number in range(letters):
        house.lay("slow", f"a{number}")
    over = threading.Event()

    def harass() -> None:
        rng = random.Random(seed)
        for number in range(deeds):
            over.wait(0.1 * letters / deeds)
            victims = [pid for pid in descendants(os.getpid()) if pid not in others]
            victims = [pid for pid in victims if _has_begun(pid)]
            if victims and not over.is_set():
                deed = (signal.SIGKILL, signal.SIGSTOP)[number % 2]
                with suppress(ProcessLookupError):
                    os.kill(rng.choice(victims), deed)

    harasser = threading.Thread(target=harass, daemon=True)
    with LocalPool(PoolOptions(children=2), CHILD) as pool:
        harasser.start()
        house.work(pool)
        over.set()
        harasser.join()
    assert house.states() == [State.SENT] * letters
    assert sorted(house.replies_by_letter().values()) == [1] * letters


def _has_begun(pid: int) -> bool:
    """Whether a process runs a program of its own.

    Until then it is a copy of this one, for which the kernel lets this one wait: if it
    is stopped there, nothing of this process goes on.
    """
    with suppress(OSError):
        mine = Path("/proc/self/cmdline").read_bytes()
        return Path(f"/proc/{pid}/cmdline").read_bytes() not in (mine, b"")
    return False


def test_a_worker_that_was_stopped_blames_no_letter(tmp_path: Path) -> None:
    """It is stopped for longer than a letter may take; the reader goes on meanwhile."""
    stopped = threading.Event()

    def stop() -> None:
        """Stop this process by another one, which lets it go on after a while."""
        me = os.getpid()
        command = f"sleep 0.5; kill -STOP {me}; sleep 6; kill -CONT {me}"
        subprocess.run(["sh", "-c", command], check=True)
        stopped.set()

    with LocalPool(PoolOptions(children=1, seconds=DEADLINE), CHILD) as pool:
        pool.submit(sleep, 0.0).result()
        answer = pool.submit(sleep, 2.0)
        stopper = threading.Thread(target=stop)
        stopper.start()
        assert answer.result() == 2.0
        stopper.join()
    assert stopped.is_set()
