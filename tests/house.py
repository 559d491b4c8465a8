"""A spool with a real worker over it; a letter's subject says what it does."""

import os
from collections import Counter
from concurrent.futures import Executor, Future
from contextlib import suppress
from datetime import UTC, datetime
from email import message_from_bytes
from functools import partial
from pathlib import Path

from mailbot.ledger import Ledger, LedgerOptions, Report, State
from mailbot.mail.spool.inbox import SpoolInbox, SpoolOptions, SpoolOutbox
from mailbot.model import Address, Content, Outcome, RawMail, Silence
from mailbot.pool import then
from mailbot.worker import Mailroom, run_once
from tests import fakes
from tests.pool.calls import misbehave
from tests.servers.daemon import until

NOBODY = 65534
"""The number of the user who owns nothing."""


def some_child(parent: int, program: bytes = b"mailbot.pool.child.server") -> int:
    """A process of that program, of those that read letters for a process.

    There may be none for a while: one that was idle or killed is started when needed.
    """

    def found() -> list[str]:
        return [
            child
            for thread in Path(f"/proc/{parent}/task").iterdir()
            for child in (thread / "children").read_text().split()
            if program in Path(f"/proc/{child}/cmdline").read_bytes()
        ]

    until(found, "no child")
    return int(found()[0])


def as_user(user: int, *command: str) -> list[str]:
    """A command line run by a user; root can name any, others themselves alone."""
    if user == os.geteuid():
        return [*command]
    # Where Python is installed below /root, it starts with this right only; the
    # children give it up, as all others.
    rights = ("--inh-caps=+dac_read_search", "--ambient-caps=+dac_read_search")
    names = (f"--reuid={user}", f"--regid={user}", "--clear-groups")
    return ["setpriv", *names, *rights, *command]


def descendants(parent: int) -> list[int]:
    """The processes that a process has started, and those that they have."""
    found = []
    with suppress(FileNotFoundError, ProcessLookupError):  # it ended meanwhile
        for thread in Path(f"/proc/{parent}/task").iterdir():
            for child in map(int, (thread / "children").read_text().split()):
                found += [child, *descendants(child)]
    return found


def is_running(process: int) -> bool:
    """Whether the process is there and no zombie."""
    try:
        status = Path(f"/proc/{process}/stat").read_text()
    except FileNotFoundError:
        return False
    return status.rpartition(")")[2].split()[0] != "Z"


class House:
    """A spool with a real worker, for a pool that answers `tests.pool.calls`."""

    def __init__(self, home: Path) -> None:
        self.home = home
        (home / "in").mkdir()
        (home / "out").mkdir()

    def lay(self, subject: str, sender: str) -> None:
        (self.home / "in" / f"{sender}.eml").write_bytes(
            fakes.letter(f"{sender}@{sender}.example", subject)
        )

    def work(self, pool: Executor) -> None:
        replies = self.home / "out"
        options = LedgerOptions(older_mail=True)
        with Ledger.open(self.home / "ledger", fakes.BOT.address, options) as ledger:
            room = Mailroom(
                SpoolInbox(SpoolOptions(self.home / "in", replies=replies)),
                SpoolOutbox(replies),
                ledger,
                Address("", fakes.BOT.address),
                ask=fakes.asking(partial(self._ask, pool)),
                clock=lambda: datetime.now(UTC),
            )
            run_once(room)

    def states(self) -> list[State]:
        with Report.open(self.home / "ledger") as report:
            [mailbox] = report.summary(datetime.now(UTC)).mailboxes
        return [state for state, n in mailbox.counts.items() for _ in range(n)]

    def replies_by_letter(self) -> Counter[str]:
        """How many replies each letter got, by its Message-ID."""
        replies = (self.home / "out").glob("*.eml")
        return Counter(
            message_from_bytes(reply.read_bytes())["In-Reply-To"] for reply in replies
        )

    @staticmethod
    def _ask(pool: Executor, raw: RawMail, now: datetime) -> Future[Outcome]:
        def answer(read: Future[Content | Silence]) -> Outcome:
            read.result()
            return fakes.answer(raw, now)

        return then(pool.submit(misbehave, raw.rfc822), answer)


def megabytes(which: str, process: int | str) -> int:
    """Memory of a process in MiB, with memory that it shares with others.

    VmRSS is the memory now, VmHWM the peak since the process began.
    """
    status = Path(f"/proc/{process}/status").read_text()
    return int(status.partition(f"{which}:")[2].split()[0]) // 1024
