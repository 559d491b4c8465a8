"""What the ledger has on the disk when the power fails."""

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from mailbot.ledger import Granted, State
from mailbot.mail.ports import Side
from tests.test_ledger import OPEN_CAPS, Desk

WAITS = 2
"""SQLite's level for a transaction that is on the disk when it ends."""


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with closing(Desk(tmp_path, OPEN_CAPS)) as desk:
        yield desk


def waited(desk: Desk) -> bool:
    """Whether the last transaction of the ledger waited for the disk."""
    (level,) = desk.ledger.db.execute("PRAGMA synchronous").fetchone()
    return bool(level == WAITS)


def test_a_reply_waits_for_the_disk_once_before_it_is_handed_over(desk: Desk) -> None:
    """All else can be found or done again after a power cut."""
    ledger, now, steps = desk.ledger, desk.now, {}
    entry = desk.letter()
    steps["take"] = waited(desk)
    ledger.start(entry.id)
    steps["start"] = waited(desk)
    ledger.wait(entry.id)
    steps["wait"] = waited(desk)
    assert isinstance(desk.claim(entry=entry), Granted)
    steps["grant"] = waited(desk)
    ledger.sending(entry.id, now, now)
    steps["sending"] = waited(desk)
    ledger.sent(entry.id, now)
    steps["sent"] = waited(desk)
    ledger.filed(entry.id)
    steps["filed"] = waited(desk)
    assert [step for step, lasting in steps.items() if lasting] == ["sending"]


def test_what_is_settled_without_a_reply_waits_for_the_disk(desk: Desk) -> None:
    ledger, entry = desk.ledger, desk.letter()
    assert not waited(desk)
    ledger.settle(entry.id, State.IGNORED, "a robot", desk.now)
    assert waited(desk)


def test_the_end_of_an_unsent_reply_waits_for_the_disk(desk: Desk) -> None:
    ledger, now = desk.ledger, desk.now
    ends: list[Callable[[int], None]] = [
        lambda letter: ledger.unsent(letter, now, "greylisted", now),
        lambda letter: ledger.reject(letter, "no such user", now),
        lambda letter: ledger.hold(letter, now, "no answer", now),
    ]
    for end in ends:
        entry = desk.letter()
        desk.claim(entry=entry)
        ledger.sending(entry.id, now, now)
        desk.letter()
        assert not waited(desk)
        end(entry.id)
        assert waited(desk)


def test_an_outage_is_written_down_without_a_wait_for_the_disk(desk: Desk) -> None:
    """It may be that of the disk; and what it tells can be found out again."""
    ledger, now = desk.ledger, desk.now
    changes: list[Callable[[], None]] = [
        lambda: ledger.begin_outage(Side.OUT, "connection refused", now),
        lambda: ledger.end_outage(Side.OUT, now),
    ]
    for change in changes:
        ledger.settle(desk.letter().id, State.IGNORED, "a robot", now)
        assert waited(desk)
        change()
        assert not waited(desk)
