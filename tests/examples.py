"""How much of a large table is tried: a part, others each day, or all with --long."""

import os
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import TypeVar

from hypothesis import HealthCheck, settings

_TIMES = 20
"""How many times as many examples Hypothesis draws in a long run."""

DAY = int(os.environ.setdefault("TESTS_DAY", str(datetime.now(UTC).toordinal())))
"""What the samples are drawn from; the processes that test at once inherit it."""

_long = False

T = TypeVar("T")


def draw_many() -> None:
    """Let the tests that are collected from now on have many examples."""
    global _long  # noqa: PLW0603 (an option of the run, known before any test is)
    _long = True


def examples(few: int) -> settings:
    """The decorator of a test that draws a few examples, or many in a long run.

    How long an example takes does not matter, nor does drawing it: the machines are
    shared.
    """
    return settings(
        max_examples=few * _TIMES if _long else few,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow],
    )


def of_the_day(table: Iterable[T], share: int) -> list[T]:
    """One of every `share` rows, each in its turn; all of them in a long run."""
    return [
        row
        for number, row in enumerate(table)
        if _long or (number + number // share + DAY) % share == 0
    ]
