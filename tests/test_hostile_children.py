"""A letter that eats memory, spins or ends its child costs itself, not the others."""

import os
import signal
from concurrent.futures import Future
from contextlib import closing
from datetime import UTC, datetime
from email import message_from_bytes
from functools import partial
from pathlib import Path

import pytest

from mailbot.ledger import Ledger, LedgerOptions, Report, State
from mailbot.mail.spool import SpoolInbox, SpoolOptions, SpoolOutbox
from mailbot.model import Address, Outcome, RawMail
from mailbot.pool import LocalPool, PoolOptions
from mailbot.worker import Mailroom, run_once
from tests import fakes

DEADLINE = 3.0


def answer(raw: RawMail, now: datetime) -> Outcome:
    """A middle that does to its process what the letter's subject says."""
    deed = message_from_bytes(raw.rfc822)["Subject"]
    if deed == "spin":
        while True:
            pass
    if deed == "eat":
        held = [bytearray(2**26)]
        while True:
            held.append(bytearray(2**26))
    if deed == "crash":
        os.kill(os.getpid(), signal.SIGSEGV)
    return fakes.answer(raw, now)


class House:
    """A spool with a real worker and real children."""

    def __init__(self, home: Path) -> None:
        self.home = home
        (home / "in").mkdir()
        (home / "out").mkdir()

    def lay(self, subject: str, sender: str) -> None:
        (self.home / "in" / f"{sender}.eml").write_bytes(
            fakes.letter(f"{sender}@{sender}.example", subject)
        )

    def work(self, pool: LocalPool) -> None:
        replies = self.home / "out"
        ledger = Ledger.open(
            self.home / "ledger", fakes.BOT.address, LedgerOptions(older_mail=True)
        )
        with closing(ledger):
            room = Mailroom(
                SpoolInbox(SpoolOptions(self.home / "in", replies=replies)),
                SpoolOutbox(replies),
                ledger,
                Address("", fakes.BOT.address),
                ask=partial(self._ask, pool),
                clock=lambda: datetime.now(UTC),
            )
            run_once(room)

    def states(self) -> list[State]:
        with closing(Report.open(self.home / "ledger")) as report:
            [mailbox] = report.summary(datetime.now(UTC)).mailboxes
        return [state for state, n in mailbox.counts.items() for _ in range(n)]

    @staticmethod
    def _ask(pool: LocalPool, raw: RawMail, now: datetime) -> Future[Outcome]:
        return pool.submit(answer, raw, now)


@pytest.mark.parametrize("deed", ["spin", "eat", "crash"])
def test_only_the_bad_letter_goes_to_quarantine(deed: str, tmp_path: Path) -> None:
    house = House(tmp_path)
    house.lay(deed, "a0")
    for number in range(1, 6):
        house.lay("Sudoku", f"a{number}")
    with LocalPool(PoolOptions(children=2, seconds=DEADLINE, memory=2**30)) as pool:
        house.work(pool)
    assert sorted(house.states()) == [State.QUARANTINED] + [State.SENT] * 5
    filed = tmp_path / "in/Quarantine"
    assert [file.name for file in filed.iterdir()] == ["a0.eml"]
    assert len(list((tmp_path / "out").glob("*.eml"))) == 5
