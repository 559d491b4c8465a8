"""Each moment of a letter counts for one stage."""

import pytest

from mailbot.stopwatch import Stopwatch, during
from tests.fakes import FakeSeconds

CLOCK = FakeSeconds()


@during("find")
def find(seconds: float) -> None:
    CLOCK.go_on(seconds)


@during("read")
def read(seconds: float, *, broken: bool = False) -> str:
    CLOCK.go_on(seconds)
    find(2)
    CLOCK.go_on(seconds)
    if broken:
        raise LookupError
    return "read"


def test_a_stage_inside_another_one_counts_for_itself_alone() -> None:
    with Stopwatch("parse", CLOCK) as watch:
        CLOCK.go_on(1)
        assert read(10) == "read"
        CLOCK.go_on(0.5)
    assert watch.seconds == {"parse": 1.5, "read": 20, "find": 2}


def test_a_stage_that_fails_is_over() -> None:
    with Stopwatch("parse", CLOCK) as watch:
        with pytest.raises(LookupError):
            read(1, broken=True)
        CLOCK.go_on(3)
    assert watch.seconds == {"parse": 3, "read": 2, "find": 2}


def test_nothing_is_measured_without_a_stopwatch() -> None:
    with Stopwatch("parse", CLOCK) as watch:
        pass
    read(1)
    assert sum(watch.seconds.values()) == 0
