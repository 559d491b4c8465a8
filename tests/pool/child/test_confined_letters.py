"""Letters read under the limits of the pool's children: none breaks its child.

The limits cannot be raised again, so a process of its own takes them upon itself.
"""

from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from multiprocessing import get_context

from mailbot.model import MessageKey, Quarantine, RawMail, Respond
from mailbot.options import PolicyOptions, ReadingOptions, RespondOptions
from mailbot.pool.child.reader import confine
from mailbot.pool.options import PoolOptions
from tests.examples import of_the_day
from tests.house import megabytes
from tests.middle import respond
from tests.sample_letters import BOT, HEAD, PUZZLE, raw
from tests.test_hostile_letters import damaged

NOW = datetime(2026, 5, 17, 12, 30, tzinfo=UTC)
OPTIONS = RespondOptions(
    address=BOT,
    policy=PolicyOptions(addresses=(BOT,), no_puzzle="always"),
    reading=ReadingOptions(pictures=0),
)
SHORT, LONG = 40, 20_000
LARGE = 12_000_000
"""Bytes of a large letter; without --long, a sixth of the kinds has them each day."""

HTML = "Content-Type: text/html; charset=utf-8"

LARGEST: dict[str, tuple[str, str]] = {
    "digits": (HEAD, "1234567890"),
    "rows": (HEAD, "53..7....\n"),
    "quotes": (HEAD, "> > > > 5 3 . . 7 . . . .\n"),
    "strokes": (HEAD, "4\u0336"),
    "brackets": (HEAD, "[[5, 3, "),
    "cells": (f"{HEAD}{HTML}\n", "<td style='color:#00f'><b>5</b></td>"),
    "crossed out": (f"{HEAD}{HTML}\n", "<s><del>5</s>"),
    "styles": (f"{HEAD}{HTML}\n", "<p style='font:x x x x;color:#123'>5"),
    "tables": (f"{HEAD}{HTML}\n", "<table><tr>" + "<td>5" * 9),
    "wide text": (f"{HEAD}Content-Type: text/plain; charset=utf-32\n", "0000"),
    "headers": ("From: ada@lab.test\n", "To: a@b.org, c@d.org\n"),
    "parts": (f"{HEAD}Content-Type: multipart/mixed; boundary=a\n", "--a\n\nx\n"),
}


@dataclass(frozen=True, slots=True)
class Run:
    """What a confined process saw: outcomes by their names, its peak in MiB."""

    outcomes: tuple[str, ...]
    peak: int


def letters(count: int) -> Iterator[bytes]:
    yield from damaged(count, 1)
    whole = of_the_day(LARGEST, 6)
    for kind, (head, piece) in LARGEST.items():
        size = LARGE if count == LONG or kind in whole else LARGE // 12
        yield raw(piece * (size // len(piece)), head=head)
    yield raw(PUZZLE)


def read_confined(count: int) -> Run:
    """Take the limits on, then answer letters; any error ends the test."""
    confine(PoolOptions())
    outcomes = []
    for number, data in enumerate(letters(count)):
        mail = RawMail(MessageKey("inbox", 1, number), data, NOW)
        outcomes.append(type(respond(mail, OPTIONS)).__name__)
    # Not getrusage's peak: that is inherited from the process that started this one.
    return Run(tuple(outcomes), megabytes("VmHWM", "self"))


def test_damaged_and_huge_letters_stay_within_the_limits_of_a_child(long: bool) -> None:
    count = LONG if long else SHORT
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as process:
        run = process.submit(read_confined, count).result()
    assert len(run.outcomes) == count + len(LARGEST) + 1
    assert run.outcomes[-1] == Respond.__name__
    assert Quarantine.__name__ in run.outcomes
    assert run.peak < PoolOptions().memory / 4 / 2**20
