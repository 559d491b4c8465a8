"""How long innocent letters wait behind hostile ones.

    .venv/bin/python -m tests.bench.queue [--letters 50] [--seconds 10] [--domains 1]
        [--photo 1] [--proven]

A service with two children over a spool in which slow letters with pictures lie, all
of one organisation or of several. Then people write: one a text, one sends a photo
that takes a second to be read. On a machine that does other work besides, the CPU time
that the children used meanwhile tells how long it would take on two cores.
"""

import argparse
import os
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from mailbot.cli.answering import Answering
from mailbot.ledger import Ledger, LedgerOptions
from mailbot.mail.spool.inbox import SpoolInbox, SpoolOptions, SpoolOutbox
from mailbot.model import Address
from mailbot.options import PolicyOptions, RespondOptions
from mailbot.pool import LocalPool, PoolOptions
from mailbot.worker import Mailroom, Service, WorkerOptions
from tests.fakes import BOT
from tests.house import descendants
from tests.pool.slow_calls import SLOW
from tests.servers.daemon import until

CHILDREN = 2
_USER_TIME = 11  # of the fields of /proc/PID/stat after the name; three others follow
_SERVER = "mx.bots.example"
_PICTURE = b"Content-Type: image/png\r\n\r\n"


def letter(
    sender: str, seconds: float, *, picture: bool, proven: bool = False
) -> bytes:
    """A letter that takes so many seconds to be read."""
    domain = sender.partition("@")[2]
    vouched = f"Authentication-Results: {_SERVER}; dmarc=pass header.from={domain}\r\n"
    head = vouched * proven + (
        f"From: {sender}\r\nTo: {BOT.address}\r\nSubject: Sudoku {seconds}\r\n"
    )
    return f"{head}Message-ID: <{sender}>\r\n".encode() + (
        _PICTURE if picture else b"\r\n53..7....\r\n"
    )


@contextmanager
def serving(home: Path) -> Iterator[None]:
    """A service with two children for pictures over the spool in that folder."""
    replies = home / "out"
    policy = PolicyOptions((BOT.address,), authserv_id=_SERVER)
    answering = RespondOptions(BOT.address, policy=policy)
    options = LedgerOptions(older_mail=True)
    with (
        LocalPool(PoolOptions(children=CHILDREN + 1), SLOW) as pool,
        Ledger.open(home / "ledger", BOT.address, options) as ledger,
    ):
        room = Mailroom(
            SpoolInbox(SpoolOptions(home / "in", replies=replies)),
            SpoolOutbox(replies),
            ledger,
            Address("", BOT.address),
            ask=Answering(pool, answering).ask,
            clock=lambda: datetime.now(UTC),
            options=WorkerOptions(in_flight=2 * CHILDREN, pictures=CHILDREN),
        )
        service = Service([room])
        thread = threading.Thread(target=service.run)
        thread.start()
        try:
            yield
        finally:
            service.stop()
            pool.shutdown(cancel_futures=True)
            thread.join()


class Waited(NamedTuple):
    """Seconds until a reply, and CPU seconds of the children meanwhile."""

    seconds: float
    cpu: float

    def __str__(self) -> str:
        return f"{self.seconds:.1f} s ({self.cpu / CHILDREN:.1f} s on two free cores)"


def children_seconds() -> float:
    """CPU seconds of all that this process has started, and they in turn."""
    ticks = 0
    for process in descendants(os.getpid()):
        with suppress(FileNotFoundError):
            fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2]
            ticks += sum(map(int, fields.split()[_USER_TIME : _USER_TIME + 4]))
    return ticks / os.sysconf("SC_CLK_TCK")


def wait_behind(asked: argparse.Namespace) -> tuple[Waited, Waited]:
    """From an innocent text and photo to their replies."""
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        for name in ("in", "out"):
            (home / name).mkdir()
        for number in range(asked.letters):
            sender = f"x{number}@evil{number % asked.domains}.example"
            lay(home, sender, letter(sender, asked.seconds, picture=True))
        with serving(home):
            time.sleep(asked.seconds / 3)
            ada = letter("ada@people.example", 0, picture=False, proven=asked.proven)
            photo = asked.photo
            bob = letter("bob@home.example", photo, picture=True, proven=asked.proven)
            started, before = time.monotonic(), children_seconds()

            def waited(person: str) -> Waited:
                await_reply(home, person)
                seconds = time.monotonic() - started
                return Waited(seconds, children_seconds() - before)

            lay(home, "ada", ada)
            lay(home, "bob", bob)
            return waited("ada@people.example"), waited("bob@home.example")


def lay(home: Path, name: str, rfc822: bytes) -> None:
    """Lay a letter into the spool, whole at once."""
    (home / "new").write_bytes(rfc822)
    (home / "new").rename(home / "in" / f"{name}.eml")


def await_reply(home: Path, person: str) -> None:
    """Wait until a reply to a person is in the spool."""
    wanted = f"To: {person}".encode()

    def sent() -> bool:
        return any(wanted in file.read_bytes() for file in home.glob("out/*.eml"))

    until(sent, "no reply", 600)


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--letters", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--domains", type=int, default=1)
    parser.add_argument("--photo", type=float, default=1)
    parser.add_argument("--proven", action="store_true", help="people are proven")
    asked = parser.parse_args()
    text, photo = wait_behind(asked)
    sys.stdout.write(
        f"behind {asked.letters} letters of {asked.seconds} s each: "
        f"text {text} (5 at most), photo {photo} (15 at most)\n"
    )


if __name__ == "__main__":
    main()
