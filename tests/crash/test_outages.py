"""Servers, folders and disks that go away, fill up or change under a worker."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from multiprocessing.process import BaseProcess
from pathlib import Path
from smtplib import SMTPDataError

import pytest
from imapclient import IMAPClient

from mailbot.ledger import Ledger
from tests.crash.job import Job, run, start
from tests.crash.sites import (
    ImapSite,
    answered,
    assert_all_come_to_one_reply,
    assert_one_reply_each,
    deliver_letters,
    imap_site,
    installed,
    letters_to,
    settled,
    spool_site,
    work_until_settled,
)
from tests.examples import DAY
from tests.servers import Fault, Mode, Servers
from tests.servers.daemon import until

pytestmark = pytest.mark.servers


@pytest.fixture
def site(servers: Servers, tmp_path: Path) -> ImapSite:
    return imap_site(tmp_path / "site", servers)


@contextmanager
def serving(job: Job) -> Iterator[BaseProcess]:
    worker = start(replace(job, forever=True))
    yield worker
    assert worker.exitcode is None, "the service ended by itself"
    worker.terminate()
    worker.join(60)
    assert worker.exitcode == 0


@pytest.mark.parametrize("which", ["dovecot", "postfix"])
def test_the_service_waits_for_its_server(site: ImapSite, which: str) -> None:
    first, second, third = letters_to(site, 3)
    server = getattr(site.servers, which)
    with serving(site.job):
        site.deliver(first)
        until(lambda: settled(site, 1), "the service did not go on", 30)
        try:
            if which == "postfix":
                server.stop()
                site.deliver(second)
                until(lambda: trouble(site) != "", "the service did not go on")
            else:
                site.deliver(second)
                server.stop()
                time.sleep(1)
        finally:
            server.start()  # the tests after this one need it
        site.deliver(third)
        until(lambda: settled(site, 3), "the service did not go on")
    assert_one_reply_each(site, 3)


def trouble(site: ImapSite) -> str:
    with closing(sqlite3.connect(site.job.ledger)) as db:
        found = db.execute("SELECT max(trouble) FROM letter").fetchone()
    return found[0] or ""


def test_once_says_that_the_server_was_not_reached(site: ImapSite) -> None:
    site.servers.dovecot.stop()
    try:
        assert run(site.job) == 75
    finally:
        site.servers.dovecot.start()
    assert run(site.job) == 0


def test_a_renumbered_mailbox_is_not_answered_again(site: ImapSite) -> None:
    """Not even with the letters put back, and the ledger purged before."""
    letters = letters_to(site, 3)
    for raw in letters:
        site.deliver(raw)
    assert_all_come_to_one_reply(site, 3)
    with Ledger.open(site.job.ledger, site.job.address) as ledger:
        assert ledger.purge(datetime.now(UTC) + timedelta(days=99)) == 3
    put_back(site)
    site.servers.renumber(site.bot)
    [fourth] = letters_to(site, 4)[3:]
    site.deliver(fourth)
    assert_all_come_to_one_reply(site, 4)


def put_back(site: ImapSite) -> None:
    """As a person does who drags everything from Answered into INBOX."""
    with IMAPClient("127.0.0.1", site.servers.imap, ssl=False) as client:
        client.login(site.bot.user, site.bot.password)
        client.select_folder("Answered")
        client.move(client.search("ALL"), "INBOX")


def test_a_mailbox_renumbered_meanwhile_loses_no_letter(site: ImapSite) -> None:
    letters = letters_to(site, 4)
    with serving(replace(site.job, reading_seconds=0.3)):
        for raw in letters[:2]:
            site.deliver(raw)
        site.servers.renumber(site.bot)
        for raw in letters[2:]:
            site.deliver(raw)
        until(lambda: len(answered(site)) == 4, "the service did not go on", 30)
    assert_one_reply_each(site, 4)


def test_a_folder_emptied_by_another_client_is_no_trouble(site: ImapSite) -> None:
    letters = letters_to(site, 6)
    with serving(replace(site.job, reading_seconds=0.5)):
        for raw in letters[:5]:
            site.deliver(raw)
        until(lambda: not settled(site, 0), "the service did not go on", 30)
        with IMAPClient("127.0.0.1", site.servers.imap, ssl=False) as client:
            client.login(site.bot.user, site.bot.password)
            client.select_folder("INBOX")
            client.delete_messages(client.search("ALL"))
            client.expunge()
        site.deliver(letters[5])
        until(lambda: "letter 5" in answered(site), "the service did not go on", 30)
    assert run(site.job) == 0
    assert max(answered(site).values()) == 1


def test_a_mailbox_over_quota_is_answered(servers: Servers, tmp_path: Path) -> None:
    site = imap_site(tmp_path / "site", servers)
    tiny = servers.account("tiny", quota=3)
    job = replace(site.job, user=tiny.user, address=tiny.address, state=tmp_path)
    site.job, site.bot = installed(job), tiny
    [raw] = letters_to(site, 1)
    long = raw.replace(b"53..7", b"53..7" + b"." * 2000)
    site.deliver(long)
    work_until_settled(site, 1)
    assert run(site.job) == 0
    assert_one_reply_each(site, 1)
    kept = servers.letters(tiny) + servers.letters(tiny, "Answered")
    assert len(kept) == 1, "the copy of the reply was to find no room"
    with pytest.raises(SMTPDataError, match="mailbox for user is full"):
        site.deliver(long)


def test_a_full_disk_only_delays_letters(tmp_path: Path, long: bool) -> None:
    """Full at one write after the other, between SENDING and SENT among them."""
    for size in range(4_000, 100_000, 4_000 if long else 24_000):
        site = spool_site(tmp_path / f"{size}")
        deliver_letters(site, 2)
        assert run(replace(site.job, disk=size)) in (0, 75)
        assert_all_come_to_one_reply(site, 2)


def test_no_room_for_one_letter_is_told_by_the_exit_code(tmp_path: Path) -> None:
    site = spool_site(tmp_path)
    deliver_letters(site, 1)
    assert run(replace(site.job, disk=4_000)) == 75
    assert answered(site) == {}
    assert_all_come_to_one_reply(site, 1)


# A connection cut, reset or frozen at every command in turn.


KINDS = [(mode, before) for mode in Mode for before in (True, False)]


def through(site: ImapSite, port: str, fault: Fault) -> Job:
    """The site's worker with the fault between it and a server, and little patience."""
    job = replace(site.job, timeout=0.7, copy_wait=0.5)
    if port == "imap":
        return replace(job, imap=fault.port)
    return replace(job, smtp=fault.port)


@pytest.mark.parametrize("port", ["imap", "smtp"])
def test_a_fault_at_any_command_loses_no_letter_and_doubles_no_reply(
    servers: Servers, tmp_path: Path, long: bool, port: str
) -> None:
    step = 1 if long else 2
    turn, broken = 1 - step + DAY % step, True
    while broken:
        turn, broken = turn + step, False
        of_today = KINDS[(turn + DAY) // 2 % len(KINDS)]
        for mode, before in KINDS if long else [of_today]:
            site = imap_site(tmp_path / f"{turn}-{mode}-{before}", servers)
            deliver_letters(site, 1)
            target = getattr(servers, port)
            with Fault(target, turn, mode, before=before) as fault:
                assert run(through(site, port, fault)) in (0, 75)
                broken |= fault.broke
            assert_all_come_to_one_reply(site, 1)
    assert turn > 5
