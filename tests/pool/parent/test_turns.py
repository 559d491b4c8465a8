"""A call gives way to others when it is told to, and nobody is blamed for that."""

import os
import signal
import time
from collections.abc import Callable
from functools import partial
from math import inf

import pytest

from mailbot import kernel
from mailbot.errors import Preempted
from mailbot.pool import LocalPool, PoolOptions
from mailbot.pool.parent import slot
from tests.house import descendants, is_running
from tests.pool.calls import CHILD, child, have_spun, sleep, spin
from tests.servers.daemon import until

SLICE = 0.25


def preempted(
    pool: LocalPool, call: Callable[..., object], *arguments: object
) -> float:
    """The seconds of a call that gives way."""
    with pytest.raises(Preempted) as error:
        pool.submit_within(lambda: SLICE, partial(call, *arguments)).result()
    return error.value.seconds


def test_a_call_that_takes_too_long_gives_way(caplog: pytest.LogCaptureFixture) -> None:
    lost: list[str] = []
    with LocalPool(PoolOptions(children=1), CHILD, lost.append) as pool:
        pool.submit(sleep, 0.0).result()
        spent = preempted(pool, spin)
        assert pool.submit_within(lambda: SLICE, partial(sleep, 0.0)).result() == 0.0
    assert spent >= SLICE
    assert lost == []
    assert caplog.records == []


def test_a_call_that_waits_gives_way_later_than_one_that_computes() -> None:
    with LocalPool(PoolOptions(children=1), CHILD) as pool:
        pool.submit(sleep, 0.0).result()
        started = time.monotonic()
        preempted(pool, sleep, 60.0)
        assert time.monotonic() - started >= 8 * SLICE


def test_what_a_reader_has_started_counts_as_if_it_computed_itself() -> None:
    with LocalPool(PoolOptions(children=1), CHILD) as pool:
        pool.submit(sleep, 0.0).result()
        started = time.monotonic()
        spent = preempted(pool, have_spun)
        assert spent > 0.12 * (time.monotonic() - started), "waiting counts a tenth"


def test_what_a_reader_has_started_ends_with_a_pool_that_is_closed_at_once() -> None:
    """The fork server is stopped, so that it has not ended the reader before."""
    allowed = inf
    with LocalPool(PoolOptions(children=1), CHILD) as pool:
        server = pool.submit(child).result()
        call = pool.submit_within(lambda: allowed, partial(have_spun))
        until(lambda: len(descendants(server)) == 2, "no reader and process")
        started = descendants(server)
        os.kill(server, signal.SIGSTOP)
        allowed = 0
        with pytest.raises(Preempted):
            call.result()
    until(lambda: not any(map(is_running, started)), "they live on")


def test_a_call_is_asked_again_and_again_whether_it_gives_way() -> None:
    allowed = inf
    with LocalPool(PoolOptions(children=1), CHILD) as pool:
        call = pool.submit_within(lambda: allowed, partial(sleep, 60.0))
        with pytest.raises(TimeoutError):
            call.result(1)
        allowed = SLICE
        with pytest.raises(Preempted):
            call.result(60)


def test_a_call_that_is_soon_answered_is_not_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now = 0.0
    asked: list[float] = []

    def may_take() -> float:
        asked.append(now)
        return inf

    monkeypatch.setattr(slot, "monotonic", lambda: now)
    with LocalPool(PoolOptions(children=1), CHILD) as pool:
        pool.submit_within(may_take, partial(sleep, 0.3)).result()
        assert asked == []
        call = pool.submit_within(may_take, partial(sleep, 0.6))
        time.sleep(0.3)
        now = 1.0
        call.result()
    assert set(asked) == {1.0}


def test_what_one_reader_has_taken_is_not_counted_for_the_next() -> None:
    with LocalPool(PoolOptions(children=1), CHILD) as pool:
        pool.submit(sleep, 0.0).result()
        preempted(pool, spin)
        assert pool.submit_within(lambda: SLICE, partial(sleep, 0.5)).result() == 0.5


def test_what_another_process_has_computed_is_known() -> None:
    assert 0 < kernel.cpu_seconds_of(os.getpid()) <= time.process_time()
    with pytest.raises(OSError, match="Invalid argument"):
        kernel.cpu_seconds_of(2**22)
