"""Servers that lie: no letter is lost, none is answered twice, none is stuck.

Rule: three letters wait, one comes later, and one when the server tells the truth
again. However it lied meanwhile, each letter has one reply in the end.
"""

import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from mailbot.errors import MailbotError
from mailbot.ledger import State
from mailbot.mail.credentials import Password
from mailbot.mail.imap.inbox import ImapInbox
from mailbot.mail.options import Endpoint, ImapOptions, SmtpOptions
from mailbot.mail.smtp.outbox import SmtpOutbox
from tests.examples import of_the_day
from tests.fakes import BOT, FakeClock, letter
from tests.office import Office
from tests.servers.lies import IMAP_LIES, SMTP_LIES, CopyingSmtp, LyingImap

PEOPLE = [f"{name}@people.example" for name in ("ada", "bob", "eve", "joe", "zoe")]
PASSES = 5


class RunningClock(FakeClock):
    """A clock that goes on by itself, too: a worker waits for copies."""

    def __init__(self, now: datetime) -> None:
        super().__init__(now)
        self._began = time.monotonic()

    def __call__(self) -> datetime:
        return self.now + timedelta(seconds=time.monotonic() - self._began)


def told_truth(command: str, said: bytes) -> bytes:
    return said


def serve(tmp_path: Path, imap: LyingImap, smtp: CopyingSmtp) -> list[str]:
    """Passes while the servers lie, and after that; who got replies, sorted."""
    here = "127.0.0.1"
    office = Office(tmp_path)
    office.install()
    with office.open_ledger() as ledger:
        ledger.db.execute("UPDATE account SET installed = 0")
    office.clock = RunningClock(datetime.now(UTC))
    office.with_options(copy_wait=0.3)

    def work() -> None:
        inbox = Endpoint(here, imap.port, "plain", timeout_seconds=1)
        outbox = Endpoint(here, smtp.port, "plain", timeout_seconds=1)
        options = ImapOptions(BOT.address, inbox)
        box = ImapInbox(options, Password("bot", "secret"), login_worked=True)
        way = SmtpOutbox(SmtpOptions(BOT.address, outbox), None, login_worked=True)
        office.inbox, office.outbox = box, way  # type: ignore[assignment]
        with suppress(MailbotError):
            office.work()
        office.clock.go_on(1000)

    for number in range(PASSES):
        if number == PASSES // 2:
            imap.receive(letter(PEOPLE[3]))
        if number == PASSES - 2:
            imap.failing = False
            imap.receive(letter(PEOPLE[4]))
            smtp.answers.clear()
            smtp.once.clear()
        work()
    work()
    assert [one for one in office.records() if one.state is not State.SENT] == []
    assert office.stuck() == []
    names = [b"\r\nTo: " + who.encode() for who in PEOPLE]
    ids = [
        next(x for x in m.splitlines() if x.startswith(b"Message-ID"))
        for m in smtp.taken
    ]
    assert len(ids) == len(set(ids)), "a reply went out twice"
    return sorted(
        who
        for who, name in zip(PEOPLE, names, strict=True)
        for message in smtp.taken
        if name in message
    )


@pytest.mark.parametrize("imap_lie", of_the_day(IMAP_LIES, 14))
def test_a_lie_loses_and_doubles_no_letter(tmp_path: Path, imap_lie: str) -> None:
    letters = list(map(letter, PEOPLE[:3]))
    with LyingImap(letters, IMAP_LIES[imap_lie]) as imap, CopyingSmtp(imap) as smtp:
        assert serve(tmp_path, imap, smtp) == PEOPLE


@pytest.mark.parametrize("smtp_lie", of_the_day(SMTP_LIES, 14))
def test_a_lie_loses_and_doubles_no_reply(tmp_path: Path, smtp_lie: str) -> None:
    letters = list(map(letter, PEOPLE[:3]))
    with LyingImap(letters, told_truth) as imap, CopyingSmtp(imap) as smtp:
        smtp.answers, smtp.once = map(dict, SMTP_LIES[smtp_lie])
        assert serve(tmp_path, imap, smtp) == PEOPLE
