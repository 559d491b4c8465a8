"""Puzzles that the ledger keeps: for whom, for which thread, and for how long."""

from collections.abc import Iterator
from contextlib import ExitStack, closing
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Protocol

import pytest

from mailbot.ledger import Ledger, LedgerOptions, Report
from mailbot.ledger.tables import connect
from mailbot.model import (
    NOTHING_KEPT,
    Address,
    Claim,
    Kept,
    Kind,
    MessageKey,
    Reply,
    Respond,
)
from tests.fakes import NOON

BOT = "bot@bots.example"
ADA = Claim("ada@people.example", "people.example", "Sudoku", proven=True)
PUZZLE = Kept("Puzzle: 53..7 (3x3 kd)", solved=True)
DAYS = 7


class Open(Protocol):
    def __call__(self, days: int = DAYS, account: str = BOT) -> Ledger: ...


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "ledger.sqlite3"


@pytest.fixture
def new_ledger(path: Path) -> Iterator[Open]:
    """Opens the ledger of the test, which keeps puzzles for some days."""
    with ExitStack() as stack:

        def make(days: int = DAYS, account: str = BOT) -> Ledger:
            options = LedgerOptions(puzzle_days=days)
            ledger = stack.enter_context(Ledger.open(path, account, options))
            ledger.install(None, NOON)
            return ledger

        yield make


def asking(claim: Claim, earlier: list[str]) -> Claim:
    return replace(claim, answers=tuple(earlier))


def answer(
    ledger: Ledger,
    number: int = 1,
    claim: Claim = ADA,
    kept: Kept = PUZZLE,
    now: datetime = NOON,
) -> str:
    """Grant and send a reply that carries a puzzle; its Message-ID."""
    name = f"<sudoku.{number}@bots.example>"
    entry = ledger.take(
        MessageKey("INBOX", 1, number), number.to_bytes(32), 100, now, now
    )
    reply = Reply(Address("", claim.recipient), "Sudoku", "", (), name, "")
    outcome = Respond(reply, claim, Kind.SOLVED, kept=kept)
    ledger.grant(entry.id, outcome, lambda _: b"the reply", now)
    ledger.sending(entry.id, now, now)
    ledger.sent(entry.id, now)
    return name


def stored(path: Path) -> list[str]:
    with closing(connect(path, 1)) as db:
        return [row[0] for row in db.execute("SELECT puzzle FROM letter")]


def test_the_same_person_finds_the_puzzle_of_the_thread(new_ledger: Open) -> None:
    ledger = new_ledger()
    name = answer(ledger)
    assert ledger.recall(asking(ADA, ["<other@x.example>", name]), NOON) == PUZZLE
    assert ledger.recall(asking(ADA, ["<other@x.example>"]), NOON) == NOTHING_KEPT
    assert ledger.recall(asking(ADA, []), NOON) == NOTHING_KEPT


def test_the_last_reply_of_the_thread_counts(new_ledger: Open) -> None:
    ledger = new_ledger()
    first = answer(ledger, 1)
    later = Kept("Puzzle: 531.7 (3x3 kd)")
    second = answer(ledger, 2, kept=later, now=NOON + timedelta(minutes=5))
    answer(ledger, 3, kept=Kept("Puzzle: ..... (3x3 kd)"))
    assert (
        ledger.recall(asking(ADA, [second, first]), NOON + timedelta(hours=1)) == later
    )


def test_others_with_the_same_message_id_find_nothing(new_ledger: Open) -> None:
    ledger = new_ledger()
    name = answer(ledger)
    eve = replace(ADA, recipient="eve@people.example")
    forged = replace(ADA, proven=False)
    assert ledger.recall(asking(eve, [name]), NOON) == NOTHING_KEPT
    assert ledger.recall(asking(forged, [name]), NOON) == NOTHING_KEPT


def test_another_mailbox_finds_nothing(new_ledger: Open) -> None:
    name = answer(new_ledger())
    other = new_ledger(account="other@bots.example")
    assert other.recall(asking(ADA, [name]), NOON) == NOTHING_KEPT


def test_nothing_is_kept_for_a_possible_forgery(new_ledger: Open, path: Path) -> None:
    ledger = new_ledger()
    name = answer(ledger, claim=replace(ADA, proven=False))
    assert stored(path) == [""]
    assert ledger.recall(asking(ADA, [name]), NOON) == NOTHING_KEPT


def test_nothing_is_kept_by_default(path: Path) -> None:
    with Ledger.open(path, BOT) as ledger:
        ledger.install(None, NOON)
        name = answer(ledger)
        assert ledger.recall(asking(ADA, [name]), NOON) == NOTHING_KEPT
    assert stored(path) == [""]


def test_a_puzzle_is_kept_for_its_days_only(new_ledger: Open, path: Path) -> None:
    ledger = new_ledger()
    name = answer(ledger)
    before, after = (NOON + timedelta(days=DAYS, minutes=m) for m in (-1, 1))
    ledger.purge(before)
    assert ledger.recall(asking(ADA, [name]), before) == PUZZLE
    assert ledger.recall(asking(ADA, [name]), after) == NOTHING_KEPT
    assert stored(path) == [PUZZLE.lines]
    ledger.purge(after)
    assert stored(path) == [""]


def test_puzzles_are_erased_when_none_is_kept(new_ledger: Open, path: Path) -> None:
    name = answer(new_ledger())
    off = new_ledger(days=0)
    assert off.recall(asking(ADA, [name]), NOON) == NOTHING_KEPT
    off.purge(NOON + timedelta(minutes=1))
    assert stored(path) == [""]


def test_forget_erases_the_puzzles_of_a_person(new_ledger: Open, path: Path) -> None:
    ledger = new_ledger()
    name = answer(ledger)
    with closing(Report.open(path)) as report:
        report.forget("Ada@people.example")
    assert ledger.recall(asking(ADA, [name]), NOON) == NOTHING_KEPT
    assert stored(path) == [""]


def test_puzzles_go_with_the_rest_of_what_is_personal(path: Path) -> None:
    options = LedgerOptions(keep_days=2, puzzle_days=300)
    with Ledger.open(path, BOT, options) as ledger:
        ledger.install(None, NOON)
        answer(ledger)
        ledger.purge(NOON + timedelta(days=3))
    assert stored(path) == [""]
