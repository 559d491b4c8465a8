"""A picture of few bytes that is very large costs its reader little memory."""

from collections.abc import Iterator

import pytest

from mailbot.model import Kind
from mailbot.options import Brief
from mailbot.pool import LocalPool, PoolOptions
from tests.fakes import BOT
from tests.picture_bombs import BOMBS
from tests.pool.reading_calls import READING, weigh
from tests.sample_letters import posted

pytestmark = pytest.mark.ocr

MOST = 600
"""MiB that a reader takes for any letter; three of them fit into the unit's memory."""

BRIEF = Brief(BOT.address, (BOT.address,), proven=True)
SHORT = ("smaller webp", "page")
"""Quickly written and read."""

HONEST = {Kind.NO_PUZZLE.value, Kind.UNREADABLE.value}


def letter(name: str) -> bytes:
    kind, write = BOMBS[name]
    names = {"From": "ada@people.example", "To": BOT.address, "Message-ID": "<1@x>"}
    return posted("What is the solution?", names, file=("a", kind, write()))


@pytest.fixture(scope="module")
def pool() -> Iterator[LocalPool]:
    with LocalPool(PoolOptions(children=2), READING) as pool:
        yield pool


def test_a_reader_of_a_bomb_takes_little_memory(pool: LocalPool, long: bool) -> None:
    for name in BOMBS if long else SHORT:
        kind, most = pool.submit(weigh, letter(name), BRIEF).result()
        assert kind in HONEST, name
        assert most < MOST, name


def test_a_greedy_png_takes_little_memory(pool: LocalPool, long: bool) -> None:
    """In 0.4 MB, 7071 x 7071 pixels of 16 bits with an alpha channel."""
    data = letter("png")
    assert len(data) < 0.6e6
    both = [pool.submit(weigh, data, BRIEF) for _ in range(2 if long else 1)]
    for kind, most in (one.result() for one in both):
        assert kind in HONEST
        assert most < MOST
