"""A full mailbox: letters answered a second, the first reply, and the memory it takes.

    .venv/bin/python -m tests.bench.backlog [--letters 19000] [--seconds 60]

The letters lie in INBOX over IMAP, each with a puzzle as text; children read them, and
each letter that is answered is moved to another folder. Replies count when the server
has taken them: to deliver their copies into so full a mailbox takes it longer.
"""

import argparse
import signal
import time
from datetime import UTC, datetime
from pathlib import Path

from mailbot.ledger import Report, State
from tests.bench.wire import (
    FIRST,
    answer_together,
    await_replies,
    letters,
    mailbot,
    received,
)
from tests.house import megabytes
from tests.servers import Servers


def measure(servers: Servers, count: int, seconds: float) -> str:
    """Let `mailbot run` work through so many letters for so long."""
    bot, ada = servers.account("bot"), servers.account("ada")
    raws = letters(FIRST + count, ada)
    with mailbot(servers, bot) as (process, state):
        answer_together(servers, process, raws[:FIRST], bot)
        await_replies(servers, ada, FIRST)
        process.send_signal(signal.SIGSTOP)
        servers.stuff(raws[FIRST:], bot)
        started = time.perf_counter()
        process.send_signal(signal.SIGCONT)
        await_replies(servers, ada, FIRST + 1)
        first = time.perf_counter() - started
        sent, took = 0, first
        while sent < count and took < seconds:
            time.sleep(0.5)
            sent, took = _sent(state) - FIRST, time.perf_counter() - started
        peak = megabytes("VmHWM", process.pid)
        left = received(servers, bot)
    return (
        f"{count} letters: first reply after {first:.1f} s, {sent / took:.1f} replies "
        f"a second for {took:.0f} s, {left} letters lie in INBOX; "
        f"the parent's peak is {peak:.0f} MB"
    )


def _sent(state: Path) -> int:
    """Replies that the server has taken, as the ledger counts them."""
    with Report.open(next(state.glob("*.sqlite3"))) as report:
        [box] = report.summary(datetime.now(UTC)).mailboxes
    return box.counts[State.SENT]


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--letters", type=int, default=19_000)
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    servers = Servers()
    try:
        print(measure(servers, options.letters, options.seconds))
    finally:
        servers.close()


if __name__ == "__main__":
    main()
