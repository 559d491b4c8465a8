"""The mailboxes of the crash tests, seen from outside: a spool, or real servers."""

import re
import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Protocol

from mailbot.ledger import Report, State
from tests.crash.job import Job, run
from tests.fakes import letter
from tests.servers import Account, Servers
from tests.servers.daemon import until


class Site(Protocol):
    """A mailbox to put letters in, and the replies that came of them."""

    job: Job

    def deliver(self, raw: bytes) -> None:
        """Put a letter into the mailbox."""

    def replies(self) -> list[bytes]:
        """What the people got."""

    def waiting(self) -> list[bytes]:
        """What still lies in the mailbox."""

    def is_delivering(self) -> bool:
        """Whether replies that were handed over are still on their way."""


@dataclass
class SpoolSite:
    """A folder of .eml files."""

    job: Job
    delivered: int = 0

    def deliver(self, raw: bytes) -> None:
        assert self.job.spool
        self.delivered += 1
        aside = self.job.spool / f".{self.delivered}"
        aside.write_bytes(raw)
        aside.rename(self.job.spool / "in" / f"{self.delivered}.eml")

    def replies(self) -> list[bytes]:
        assert self.job.spool
        return [path.read_bytes() for path in (self.job.spool / "out").glob("*.eml")]

    def waiting(self) -> list[bytes]:
        assert self.job.spool
        return [path.read_bytes() for path in (self.job.spool / "in").glob("*.eml")]

    def is_delivering(self) -> bool:
        return False


@dataclass
class ImapSite:
    """Dovecot and Postfix."""

    job: Job
    servers: Servers
    bot: Account
    ada: Account

    def deliver(self, raw: bytes) -> None:
        self.servers.deliver(raw, self.bot)

    def replies(self) -> list[bytes]:
        """What Postfix took, each once.

        Postfix gives a letter to Dovecot again when one of them was stopped before the
        first delivery was confirmed. That is no second reply.
        """
        delivered = self.servers.letters(self.ada)
        return list({accepted_as(raw): raw for raw in delivered}.values())

    def waiting(self) -> list[bytes]:
        return self.servers.letters(self.bot)

    def is_delivering(self) -> bool:
        return self.servers.postfix.has_mail()


def spool_site(path: Path) -> SpoolSite:
    """A fresh spool with a worker installed on it."""
    for folder in ("spool/in", "spool/out", "state"):
        (path / folder).mkdir(parents=True)
    job = Job(
        path / "state",
        "bot@bots.example",
        spool=path / "spool",
        copy_wait=0.1,  # a copy in the file system is there at once
    )
    return SpoolSite(installed(job))


def imap_site(path: Path, servers: Servers) -> ImapSite:
    """A fresh mailbox with a worker installed on it."""
    (path / "state").mkdir(parents=True)
    bot, ada = servers.account("bot"), servers.account("ada")
    job = Job(
        path / "state",
        bot.address,
        imap=servers.imap,
        smtp=servers.smtp,
        user=bot.user,
        password=bot.password,
    )
    return ImapSite(installed(job), servers, bot, ada)


def installed(job: Job) -> Job:
    """A first pass over the empty mailbox: what comes now is new."""
    assert run(job) == 0
    return job


def letters_to(site: Site, count: int) -> list[bytes]:
    """So many different letters from a person that the site can reach."""
    sender = site.ada.address if isinstance(site, ImapSite) else "ada@people.example"
    return [letter(sender, f"letter {number}") for number in range(count)]


def deliver_letters(site: Site, count: int) -> None:
    for raw in letters_to(site, count):
        site.deliver(raw)


def settled(site: Site, count: int) -> bool:
    """Whether the ledger knows so many letters and has nothing left to do."""
    with Report.open(site.job.ledger) as report:
        [box] = report.summary(datetime.now(UTC)).mailboxes
    still_open = sum(box.counts[state] for state in State if state.is_open)
    return sum(box.counts.values()) == count and not still_open


def work_until_settled(site: Site, count: int) -> None:
    """Passes, as cron starts them, until nothing is left to do; at least one."""
    end = time.monotonic() + 30
    while run(site.job) != 0 or not settled(site, count):
        assert time.monotonic() < end, "never came to an end"
        time.sleep(0.2)


def answered(site: Site) -> Counter[str]:
    """How many replies each letter got, by its subject."""
    found = (re.search(rb"^Subject: Re: (.*)\r?$", raw, re.M) for raw in site.replies())
    return Counter(match[1].decode().strip() for match in found if match)


def accepted_as(raw: bytes) -> bytes:
    """What Postfix called a letter, and when it took it."""
    found = re.search(rb"by \S+ \(Postfix\) with E?SMTP id \w+;\s+.*", raw)
    assert found, "came by another way than Postfix"
    return found[0]


def unfiled(site: Site) -> list[bytes]:
    """Letters, not copies of our replies, that were not filed."""
    return [raw for raw in site.waiting() if b"\nSubject: letter" in raw]


def assert_one_reply_each(site: Site, count: int) -> None:
    """All letters are answered within reason, and stay answered once."""
    wanted = Counter({f"letter {number}": 1 for number in range(count)})
    with suppress(TimeoutError):  # the assertion tells what is missing
        until(lambda: answered(site).keys() >= wanted.keys(), "no replies")
    until(lambda: not site.is_delivering(), "mail stays in the queue")
    got = answered(site)
    assert got == wanted, f"too many: {got - wanted}; too few: {wanted - got}"


def assert_all_come_to_one_reply(site: Site, count: int) -> None:
    work_until_settled(site, count)
    assert_one_reply_each(site, count)
