"""A letter's child may be lost; the rest goes on."""

import os
import resource
import signal
import tempfile
import time
from collections.abc import Iterator

import pytest

from mailbot.errors import BadLetter, TooCostly
from mailbot.pool import LocalPool, PoolOptions


def environment() -> dict[str, str]:
    return dict(os.environ)


def die_by_kill() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def eat() -> int:
    return len(bytearray(4 * 2**30))


def spin() -> None:
    while True:
        pass


def sleep(seconds: float) -> float:
    time.sleep(seconds)
    return seconds


def refuse() -> None:
    raise BadLetter("no header", "The letter has no header.")


def open_files(n: int) -> int:
    opened: list[int] = []
    try:
        opened.extend(os.open("/dev/null", os.O_RDONLY) for _ in range(n))
        return len(opened)
    finally:
        for number in opened:
            os.close(number)


def write_much() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    with tempfile.TemporaryFile() as file:
        file.truncate(2**30)


def core_limit() -> int:
    return resource.getrlimit(resource.RLIMIT_CORE)[0]


@pytest.fixture(scope="module")
def pool() -> Iterator[LocalPool]:
    os.environ["MAILBOT_INBOX__PASSWORD"] = "secret"
    with LocalPool(PoolOptions(children=2, seconds=3.0, memory=2**30)) as pool:
        yield pool
    del os.environ["MAILBOT_INBOX__PASSWORD"]


def test_a_child_sees_no_setting_of_ours(pool: LocalPool) -> None:
    seen = pool.submit(environment).result()
    assert not [name for name in seen if name.startswith("MAILBOT")]
    assert seen["OMP_THREAD_LIMIT"] == "1"


def test_a_child_that_is_killed_costs_only_its_letter(pool: LocalPool) -> None:
    lost = pool.submit(die_by_kill)
    others = [pool.submit(sleep, 0.01) for _ in range(5)]
    assert [other.result() for other in others] == [0.01] * 5
    with pytest.raises(TooCostly, match="ended its process twice"):
        lost.result()


def test_a_letter_that_spins_ends_at_the_deadline_and_others_go_on(
    pool: LocalPool,
) -> None:
    lost = pool.submit(spin)
    assert pool.submit(sleep, 0.0).result() == 0.0
    with pytest.raises(TooCostly, match="longer than 3 s"):
        lost.result(timeout=10)


def test_a_letter_that_eats_memory_is_refused(pool: LocalPool) -> None:
    with pytest.raises(TooCostly, match="1024 MB"):
        pool.submit(eat).result()
    assert pool.submit(sleep, 0.0).result() == 0.0


def test_our_own_errors_come_back_whole(pool: LocalPool) -> None:
    with pytest.raises(BadLetter) as caught:
        pool.submit(refuse).result()
    assert caught.value.hint == "The letter has no header."


def test_a_child_can_open_few_files_and_write_small_ones(pool: LocalPool) -> None:
    with pytest.raises(OSError, match="Too many open files"):
        pool.submit(open_files, 200).result()
    with pytest.raises(OSError, match="File too large"):
        pool.submit(write_much).result()
    assert pool.submit(core_limit).result() == 0


def test_work_in_hand_is_finished_at_shutdown() -> None:
    pool = LocalPool(PoolOptions(children=1))
    last = pool.submit(sleep, 0.2)
    pool.shutdown()
    assert last.result(timeout=0) == 0.2
