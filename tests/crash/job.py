"""A worker in a process of its own, so that it can be killed.

`Job` names the mailbox, the servers and the step to die at.
"""

import os
import resource
import signal
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime
from multiprocessing.process import BaseProcess
from pathlib import Path

from msgspec.structs import replace

from mailbot.errors import MailbotError
from mailbot.ledger import Caps, Ledger, LedgerOptions
from mailbot.mail.credentials import Password
from mailbot.mail.imap.inbox import ImapInbox
from mailbot.mail.options import Endpoint, ImapOptions, SendmailOptions, SmtpOptions
from mailbot.mail.ports import Inbox, Outbox, Side
from mailbot.mail.smtp.outbox import SmtpOutbox
from mailbot.mail.smtp.sendmail import SendmailOutbox
from mailbot.mail.spool.inbox import SpoolInbox, SpoolOptions, SpoolOutbox
from mailbot.model import Address, Outcome, RawMail
from mailbot.worker import Mailroom, Service, WorkerOptions, run_once
from tests.fakes import answer, asking
from tests.processes import PROCESSES, exit_code

OPTIONS = LedgerOptions(caps=Caps(0, 0, 0, 0, 0, no_puzzle_per_day=0, pause_after=0))


@dataclass(frozen=True, slots=True)
class Job:
    """What a worker process does.

    `spool` holds the folders `in` and `out`; without it, `imap` and `smtp` are ports
    on loopback. With both it and `smtp`, replies go to that port; with `program` they
    are given to that one. It kills itself at the `nth` time it comes to the step
    `die_at`. No file grows beyond `disk` bytes.
    """

    state: Path
    address: str
    spool: Path | None = None
    imap: int = 0
    smtp: int = 0
    program: str = ""
    user: str = ""
    password: str = ""
    forever: bool = False
    die_at: str = ""
    nth: int = 1
    reading_seconds: float = 0
    timeout: float = 20
    copy_wait: float = 1
    retry_wait: float = 0.3
    disk: int = 0

    @property
    def ledger(self) -> Path:
        return self.state / "ledger.sqlite3"

    def ports(self, ledger: Ledger) -> tuple[Inbox, Outbox]:
        imap, smtp = (
            Endpoint("127.0.0.1", port, "plain", timeout_seconds=self.timeout)
            for port in (self.imap, self.smtp)
        )
        outbox: Outbox = SmtpOutbox(SmtpOptions(self.address, smtp), None)
        if self.program:
            outbox = SendmailOutbox(SendmailOptions(self.address, self.program))
        if self.spool:
            replies = self.spool / "out"
            options = SpoolOptions(self.spool / "in", name=self.address)
            inbox = SpoolInbox(replace(options, replies=replies))
            elsewhere = self.smtp or self.program
            return inbox, outbox if elsewhere else SpoolOutbox(replies)
        who = Password(self.user, self.password)
        worked = ledger.has_worked(Side.IN, self.user)
        return ImapInbox(ImapOptions(self.address, imap), who, worked), outbox

    def room(self, pool: ThreadPoolExecutor, ledger: Ledger) -> Mailroom:
        inbox, outbox = self.ports(ledger)

        def read(raw: RawMail, now: datetime) -> Outcome:
            time.sleep(self.reading_seconds)
            return answer(raw, now)

        return Mailroom(
            inbox,
            outbox,
            ledger,
            Address("", self.address),
            ask=asking(lambda raw, now: pool.submit(read, raw, now)),
            clock=lambda: datetime.now(UTC),
            locks=self.state,
            logins={Side.IN: self.user},
            options=WorkerOptions(copy_wait=self.copy_wait, retry_wait=self.retry_wait),
            crash=self.death(),
        )

    def death(self) -> Callable[[str], None]:
        left = [self.nth]

        def crash(step: str) -> None:
            if step == self.die_at:
                left[0] -= 1
                if not left[0]:
                    os.kill(os.getpid(), signal.SIGKILL)

        return crash


def work(job: Job) -> None:
    """Be the worker; the exit code is that of the command."""
    if job.disk:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (job.disk, job.disk))
    with ThreadPoolExecutor(4) as pool:
        try:
            with Ledger.open(job.ledger, job.address, OPTIONS) as ledger:
                room = job.room(pool, ledger)
                if job.forever:
                    service = Service([room])
                    signal.signal(signal.SIGTERM, lambda *_: service.stop())
                    service.run()
                else:
                    run_once(room)
        except MailbotError as error:
            sys.exit(error.exit_code)


def start(job: Job) -> BaseProcess:
    """Begin a worker process."""
    process = PROCESSES.Process(target=work, args=(job,), daemon=True)
    process.start()
    return process


def run(job: Job, seconds: float = 60) -> int:
    """Run a worker process to its end; its exit code (-9: killed)."""
    return exit_code(start(job), seconds)
