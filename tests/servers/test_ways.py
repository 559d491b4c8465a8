"""Real servers beside those of the lab: each letter gets one reply that arrives.

One set of stories for each IMAP server that letters come in by, and each SMTP server
that replies go out by, half of them each day; see `mailboxes` and `relays` for what is
odd about each.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import TypeVar

import pytest
from imapclient import IMAPClient

from mailbot.errors import InboxUnavailable
from mailbot.ledger import Report, State
from mailbot.mail.credentials import Password
from mailbot.mail.imap.inbox import ImapInbox
from mailbot.mail.options import Endpoint, ImapOptions
from tests.crash.job import Job, run, start
from tests.crash.sites import answered, assert_one_reply_each, installed, letters_to
from tests.examples import of_the_day
from tests.fakes import BOT, letter
from tests.servers.daemon import Daemon, until
from tests.servers.dovecot import PASSWORD
from tests.servers.mailboxes import SERVERS, USER, Mailbox
from tests.servers.relays import RELAYS
from tests.servers.script import ScriptedSmtp

pytestmark = pytest.mark.servers

KILLS = ("taken", "ready", "sending", "submitted", "sent", "filed")
SOON = 6.0
"""Seconds to a reply, at most, where letters come and IDLE tells nothing of them."""

AT_ONCE = 3.0
"""Seconds to a reply, at most, where IDLE tells of letters."""


class Postman(ScriptedSmtp):
    """Keeps what people get, and brings the copies for us to our mailbox."""

    put: Callable[[bytes], None] | None = None

    def take(self, message: bytes, recipients: list[str]) -> None:
        super().take(message, recipients)
        if BOT.address in recipients and self.put:
            self.put(message)


@dataclass
class RealSite:
    """A mailbox whose letters and replies go by the servers of a test."""

    job: Job
    postman: Postman
    put: Callable[[bytes], None]
    at_rest: Callable[[], bool] = lambda: True

    def work(self, **changes: object) -> int:
        """One pass of the worker, after which the server comes to rest."""
        code = run(replace(self.job, **changes))  # type: ignore[arg-type]
        until(self.at_rest, "the server does not end a session")
        return code

    def deliver(self, raw: bytes) -> None:
        self.put(raw)

    def replies(self) -> list[bytes]:
        taken = zip(self.postman.taken, self.postman.recipients, strict=False)
        return [raw for raw, to in taken for who in to if who != BOT.address]

    def waiting(self) -> list[bytes]:
        return []

    def is_delivering(self) -> bool:
        return False


@contextmanager
def running(server: Daemon) -> Iterator[None]:
    server.start()
    try:
        yield
    finally:
        server.stop()


@contextmanager
def site_in(make: Callable[[Path], Mailbox], folder: Path) -> Iterator[RealSite]:
    """A worker at an IMAP server; replies go straight to the people."""
    box = had(lambda: make(folder))
    with Postman() as postman, running(box.server):
        state = folder / "state"
        state.mkdir()
        job = Job(state, BOT.address, imap=box.port, smtp=postman.port)
        job = replace(job, user=USER, password=PASSWORD)
        postman.put = box.put
        yield RealSite(installed(job), postman, box.put, box.at_rest)


@contextmanager
def site_out(
    make: Callable[[Path, int], tuple[Daemon, int]], folder: Path
) -> Iterator[RealSite]:
    """A worker whose letters come from a folder, and whose replies go by a server."""
    with Postman() as postman:
        server, port = had(lambda: make(folder, postman.port))
        with running(server):
            yield spool_to(postman, folder, smtp=port)


def spool_to(
    postman: Postman, folder: Path, *, smtp: int = 0, program: str = ""
) -> RealSite:
    """A worker whose letters come from a folder."""
    for part in ("state", "spool/in", "spool/out"):
        (folder / part).mkdir(parents=True)
    spool = folder / "spool"
    job = Job(folder / "state", BOT.address, spool=spool, smtp=smtp, program=program)
    # OpenSMTPD waits between connections, and sendmail takes its time on a busy
    # machine; a copy that comes ends the wait.
    job = replace(job, copy_wait=30)
    count = iter(range(10**6))

    def put(raw: bytes) -> None:
        aside = spool / f".{next(count)}"
        aside.write_bytes(raw)
        aside.rename(spool / "in" / f"{aside.name[1:]}.eml")

    postman.put = put
    return RealSite(installed(job), postman, put)


Made = TypeVar("Made")


def had(make: Callable[[], Made]) -> Made:
    try:
        return make()
    except OSError as error:
        pytest.skip(f"it cannot be had here: {error}")


def survive(site: RealSite, kills: Sequence[str], count: int) -> None:
    """Letters come while the worker is killed at several steps; each has one reply."""
    letters = letters_to(site, count)
    share = -(-count // len(kills))
    for number, step in enumerate(kills):
        for raw in letters[number * share : (number + 1) * share]:
            site.deliver(raw)
        assert site.work(die_at=step, nth=min(2, share)) == -9
    until(lambda: site.work() == 0 and is_quiet(site), "never came to an end", 60)
    assert_one_reply_each(site, count)
    assert site.work() == 0
    assert_one_reply_each(site, count)


def is_quiet(site: RealSite) -> bool:
    """Whether nothing is left to do; imap4d numbers letters anew when it is killed."""
    with Report.open(site.job.ledger) as report:
        [box] = report.summary(datetime.now(UTC)).mailboxes
    return not any(box.counts[state] for state in State if state.is_open)


@pytest.mark.timeout(900)  # 40 MB are fetched for the other Dovecot
@pytest.mark.parametrize("name", of_the_day(SERVERS, 2))
def test_letters_that_come_by_a_server_have_one_reply_whatever_is_killed(
    name: str, tmp_path: Path, long: bool
) -> None:
    if name == "pymap" and not long:
        pytest.skip("it takes a minute: --long")
    with site_in(SERVERS[name], tmp_path) as site:
        survive(site, KILLS if long else ("sending",), 30 if long else 3)


@pytest.mark.parametrize("name", of_the_day(RELAYS, 2))
def test_replies_by_a_server_arrive_once(name: str, tmp_path: Path, long: bool) -> None:
    with site_out(RELAYS[name], tmp_path) as site:
        survive(site, KILLS if long else ("submitted",), 30 if long else 14)


@pytest.mark.parametrize("name", ["cyrus", "cyrus with idled", "courier"])
def test_a_letter_not_handed_over_stops_no_other(name: str, tmp_path: Path) -> None:
    box = had(lambda: SERVERS[name](tmp_path))
    with site_in(lambda _: box, tmp_path) as site:
        for raw in letters_to(site, 4)[:3]:
            site.deliver(raw)
        assert box.spoil
        box.spoil()
        site.deliver(letters_to(site, 4)[3])
        assert run(site.job) == 0
        assert sorted(answered(site)) == ["letter 0", "letter 1", "letter 3"]


def test_a_mailbox_is_found_below_its_prefix_or_told_away(tmp_path: Path) -> None:
    box = had(lambda: SERVERS["courier"](tmp_path))
    home = tmp_path / "root/home/bot/Maildir"
    with running(box.server):
        endpoint = Endpoint("127.0.0.1", box.port, "plain")
        with IMAPClient("127.0.0.1", box.port, ssl=False) as client:
            client.login(USER, PASSWORD)
            client.create_folder("INBOX.Sudoku")
            client.append("INBOX.Sudoku", letter())
        options = ImapOptions(BOT.address, endpoint, mailbox="Sudoku")
        inbox = ImapInbox(options, Password(USER, PASSWORD))
        assert [arrival.key.uid for arrival in inbox.waiting(set())] == [1]
        inbox.close()
        home.rename(home.with_name("elsewhere"))
        with pytest.raises(InboxUnavailable, match="No such file") as caught:
            inbox.open()
        assert "password" not in str(caught.value)


@pytest.mark.parametrize("name", SERVERS)
def test_a_reply_comes_soon_whether_or_not_idle_tells_of_its_letter(
    name: str, tmp_path: Path, long: bool
) -> None:
    if not long:
        pytest.skip("it takes a minute: --long")
    taken = []
    box = had(lambda: SERVERS[name](tmp_path))
    with site_in(lambda _: box, tmp_path) as site:
        worker = start(replace(site.job, forever=True))
        for number, raw in enumerate(letters_to(site, 6), 1):
            time.sleep(3 + number / 2)
            site.deliver(raw)
            began = time.monotonic()
            until(lambda n=number: len(site.replies()) >= n, "no reply", 30)
            taken.append(time.monotonic() - began)
        worker.terminate()
        worker.join()
    assert max(taken) <= (AT_ONCE if box.pushes else SOON), taken
