"""The pool of children: what a letter does to its child harms no other letter."""

import os
import pickle
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor
from pathlib import Path

import pytest

from mailbot.errors import BadLetter, TooCostly
from mailbot.pool import ChildUnavailable, LocalPool, PoolOptions
from mailbot.pool.local import KEPT
from mailbot.pool.wire import LONGEST
from tests.pool_calls import (
    CHILD,
    announce,
    core_limit,
    descriptors,
    die,
    eat,
    environment,
    environment_at_start,
    feign,
    open_files,
    process,
    raise_stranger,
    refuse,
    send,
    sleep,
    spin,
    start_and_spin,
    write_much,
)
from tests.servers.daemon import until


def is_running(process: int) -> bool:
    """Whether the process is there and no zombie."""
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


@pytest.fixture(scope="module")
def pool() -> Iterator[LocalPool]:
    os.environ["MAILBOT_INBOX__PASSWORD"] = "secret"
    options = PoolOptions(children=2, seconds=3.0, memory=2**30)
    with LocalPool(options, CHILD) as pool:
        yield pool
    del os.environ["MAILBOT_INBOX__PASSWORD"]


def test_a_child_gets_only_the_variables_of_the_environment_that_it_needs(
    pool: LocalPool,
) -> None:
    """Checked in /proc too, which shows what the process was started with."""
    told = {*KEPT, "OMP_THREAD_LIMIT", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"}
    seen = pool.submit(environment).result()
    assert set(seen) - {"LC_CTYPE"} <= told, "Python sets LC_CTYPE where there is none"
    assert seen["OMP_THREAD_LIMIT"] == "1"
    at_start = pool.submit(environment_at_start).result()
    assert {entry.partition("=")[0] for entry in at_start} <= told


def test_a_child_inherits_one_socket_and_no_other_descriptor(
    pool: LocalPool,
) -> None:
    held = pool.submit(descriptors).result()
    assert held[0] == held[1] == "/dev/null"
    assert [target.partition(":")[0] for target in held[3:]] == ["socket"]


def test_a_process_started_by_a_child_ends_with_the_child(
    pool: LocalPool, tmp_path: Path
) -> None:
    with pytest.raises(TooCostly):
        pool.submit(start_and_spin, str(tmp_path / "process")).result()
    started = int((tmp_path / "process").read_text())
    until(lambda: not is_running(started), "it lives on", 10)


def test_children_end_with_their_parent_however_it_ends() -> None:
    program = (
        "import time\n"
        "from mailbot.pool import LocalPool, PoolOptions\n"
        "from tests.pool_calls import CHILD, process\n"
        "pool = LocalPool(PoolOptions(children=1), CHILD)\n"
        "print(pool.submit(process).result(), flush=True)\n"
        "time.sleep(1000)\n"
    )
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as parent:
        assert parent.stdout
        child = int(parent.stdout.readline())
        assert is_running(child)
        parent.kill()
    until(lambda: not is_running(child), "it lives on", 10)


def test_bytes_that_are_no_answer_cost_the_child_that_sent_them(
    pool: LocalPool,
) -> None:
    for said in (
        b"",
        b"no message",
        pickle.dumps((None, None)),
        b"\xdd\xff\xff\xff\xff",
    ):
        with pytest.raises(TooCostly, match="broke its process"):
            pool.submit(send, said).result()
    assert pool.submit(sleep, 0.0).result() == 0.0


def test_an_answer_longer_than_the_limit_is_not_taken_in(pool: LocalPool) -> None:
    with pytest.raises(TooCostly, match="ended its process twice"):
        pool.submit(announce, LONGEST + 1).result()
    assert pool.submit(sleep, 0.0).result() == 0.0


def test_only_listed_calls_are_made(pool: LocalPool) -> None:
    for function in (os.getpid, is_running):
        with pytest.raises(ValueError, match="is no call of"):
            pool.submit(function, 1)  # type: ignore[arg-type]


def test_a_call_with_arguments_of_other_types_is_not_made(pool: LocalPool) -> None:
    with pytest.raises(RuntimeError, match="ValidationError"):
        pool.submit(sleep, "long").result()  # type: ignore[arg-type]


def test_a_child_that_feigns_a_missing_tool_is_not_believed(pool: LocalPool) -> None:
    """The error would end the service, so a child without a letter is asked."""
    with pytest.raises(TooCostly, match="it says no Tesseract"):
        pool.submit(feign).result()


def test_an_error_of_an_unknown_class_comes_back_as_a_runtime_error(
    pool: LocalPool,
) -> None:
    with pytest.raises(RuntimeError, match=r"Stranger: who\?"):
        pool.submit(raise_stranger).result()


def test_a_letter_over_its_limit_of_cpu_time_is_not_tried_twice() -> None:
    with (
        LocalPool(PoolOptions(children=1, cpu_seconds=1), CHILD) as pool,
        pytest.raises(TooCostly, match="1 s of CPU"),
    ):
        pool.submit(spin).result()


def test_a_child_is_replaced_after_its_number_of_letters() -> None:
    with LocalPool(PoolOptions(children=1, letters=2), CHILD) as pool:
        first, second, third = (pool.submit(process).result() for _ in range(3))
    assert first == second != third


def test_letters_one_after_the_other_need_one_child() -> None:
    with LocalPool(PoolOptions(children=3), CHILD) as pool:
        assert len({pool.submit(process).result() for _ in range(4)}) == 1


def test_a_child_that_cannot_be_started_is_a_passing_fault() -> None:
    """The system does not grant these limits."""
    with (
        LocalPool(PoolOptions(children=1, files=2**40), CHILD) as pool,
        pytest.raises(ChildUnavailable, match="cannot be started"),
    ):
        pool.submit(sleep, 0.0).result()


def test_a_shutdown_that_cancels_ends_running_and_waiting_calls() -> None:
    pool = LocalPool(PoolOptions(children=1), CHILD)
    assert pool.submit(sleep, 0.0).result() == 0.0
    under_way, waiting = pool.submit(spin), pool.submit(sleep, 0.0)
    until(under_way.running, "it does not start", 10)
    pool.shutdown(cancel_futures=True)
    with pytest.raises(BrokenExecutor, match="closed"):
        under_way.result()
    assert waiting.cancelled()


def test_a_child_that_is_killed_costs_only_its_letter(pool: LocalPool) -> None:
    lost = pool.submit(die)
    others = [pool.submit(sleep, 0.01) for _ in range(5)]
    assert [other.result() for other in others] == [0.01] * 5
    with pytest.raises(TooCostly, match="ended its process twice"):
        lost.result()


def test_a_letter_that_never_ends_is_stopped_at_the_deadline(
    pool: LocalPool,
) -> None:
    """A clock is right here: the deadline is a promise about wall time.

    It is kept by a thread of the parent, which needs no core but only its turn on one,
    so that a second is plenty on a busy machine too.
    """
    assert pool.submit(sleep, 0.0).result() == 0.0, "a child is warm"
    started = time.monotonic()
    lost = pool.submit(spin)
    assert pool.submit(sleep, 0.0).result() == 0.0
    with pytest.raises(TooCostly, match="longer than 3 s"):
        lost.result()
    assert 3.0 <= time.monotonic() - started < 3.0 + 1.0


def test_a_letter_that_eats_memory_is_refused(pool: LocalPool) -> None:
    with pytest.raises(TooCostly, match="1024 MB"):
        pool.submit(eat).result()
    assert pool.submit(sleep, 0.0).result() == 0.0


def test_an_error_of_ours_comes_back_with_its_hint(pool: LocalPool) -> None:
    with pytest.raises(BadLetter) as caught:
        pool.submit(refuse).result()
    assert caught.value.hint == "The letter has no header."


def test_a_child_can_open_few_files_and_write_small_ones(pool: LocalPool) -> None:
    with pytest.raises(RuntimeError, match="Too many open files"):
        pool.submit(open_files, 200).result()
    with pytest.raises(RuntimeError, match="File too large"):
        pool.submit(write_much).result()
    assert pool.submit(core_limit).result() == 0


def test_a_plain_shutdown_finishes_running_calls() -> None:
    pool = LocalPool(PoolOptions(children=1), CHILD)
    last = pool.submit(sleep, 0.2)
    pool.shutdown()
    assert last.result(timeout=0) == 0.2
