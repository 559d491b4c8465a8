"""Letters a second, and mail to reply, beside a loop that does only what it must.

    .venv/bin/python -m tests.bench.wire [--letters 100] [--rounds 5]

The bare loop uses the same IMAPClient and smtplib calls on the same servers: it
fetches a letter, sends a fixed reply with a copy to itself over one kept connection,
and flags the letter, one at a time. `mailbot run` reads, solves, remembers and files.
The clock starts when the one is logged in and the other has answered a few letters.
"""

import argparse
import os
import signal
import smtplib
import ssl
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from imapclient import IMAPClient

from tests.servers import Account, Servers
from tests.servers.daemon import until

PUZZLE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
FIRST = 8
"""Letters that start all the children of `mailbot run` before its time is taken."""

NOTICE = 1.0
"""Seconds after which Dovecot has told of new mail: it takes half of one, at times."""

SETTINGS = """\
address = "{bot.address}"
state = "{state}"
[inbox]
host = "127.0.0.1"
port = {servers.imaps}
ca_file = "{servers.ca}"
user = "{bot.user}"
password = "{bot.password}"
[outbox]
host = "127.0.0.1"
port = {servers.submission}
security = "starttls"
ca_file = "{servers.ca}"
user = "{bot.user}"
password = "{bot.password}"
[caps]
per_person_hour = 100000
per_person_day = 100000
per_subject_day = 100000
per_domain_day = 100000
per_day = 100000
domain_share = 1
unproven_per_day = 100000
[log]
level = "warning"
[watch]
health_file = "{state}/health"
"""


def letters(count: int, sender: Account) -> list[bytes]:
    """So many different letters with the same puzzle."""
    return [
        (
            f"From: {sender.address}\r\nTo: bot@lab.test\r\nSubject: No. {number}\r\n"
            f"Message-ID: <{number}.{sender.user}@lab.test>\r\n\r\n{PUZZLE}\r\n"
        ).encode()
        for number in range(count)
    ]


class Bare:
    """The loop that does only what it must."""

    def __init__(self, servers: Servers, bot: Account, ada: Account) -> None:
        self._recipients = [ada.address, bot.address]
        secure = ssl.create_default_context(cafile=str(servers.ca))
        self._imap = IMAPClient("127.0.0.1", servers.imaps, ssl_context=secure)
        self._imap.login(bot.user, bot.password)
        self._imap.select_folder("INBOX")
        self._smtp = smtplib.SMTP("127.0.0.1", servers.submission, "[127.0.0.1]")
        self._smtp.starttls(context=secure)
        self._smtp.login(bot.user, bot.password)
        self._reply = (
            f"From: {bot.address}\r\nTo: {ada.address}\r\nSubject: Re: yours\r\n"
            f"X-Loop: {bot.address}\r\n\r\n" + "1 2 3 4 5 6 7 8 9\r\n" * 60
        ).encode()
        self._stop = False

    def answer_all(self) -> int:
        """Answer what waits; how many that were."""
        uids = self._imap.search(
            ["UNKEYWORD", "Answered", "NOT", "HEADER", "X-Loop", ""]
        )
        for uid in uids:
            self._imap.fetch([uid], ["BODY.PEEK[]"])
            self._smtp.sendmail("", self._recipients, self._reply)
            self._imap.add_flags([uid], [b"Answered"])
        return len(uids)

    def serve(self) -> None:
        """Answer as letters come, waiting with IDLE."""
        while not self._stop:
            self._imap.idle()
            self._imap.idle_check(5)
            self._imap.idle_done()
            self.answer_all()

    def stop(self) -> None:
        """End `serve`."""
        self._stop = True

    def close(self) -> None:
        """Log out."""
        self._imap.logout()
        self._smtp.quit()


@contextmanager
def mailbot(servers: Servers, bot: Account) -> Iterator["Running"]:
    """`mailbot run` for an account, listening."""
    with tempfile.TemporaryDirectory() as folder:
        state = Path(folder)
        config = state / "mailbot.toml"
        config.write_text(SETTINGS.format(servers=servers, bot=bot, state=state))
        command = [str(Path(sys.executable).with_name("mailbot")), "run"]
        environment = {**os.environ, "MAILBOT_CONFIG": str(config)}
        process = subprocess.Popen(command, env=environment)
        try:
            until((state / "health").exists, "mailbot does not start", 60)
            yield Running(process, state)
        finally:
            process.terminate()
            process.wait()


class Running(NamedTuple):
    """A `mailbot run`, and the folder of its state."""

    process: subprocess.Popen[bytes]
    state: Path


def received(servers: Servers, account: Account) -> int:
    """Letters in an INBOX, by the names of their files: not read again at each look."""
    return len(servers.flags(account))


def await_replies(servers: Servers, account: Account, count: int) -> None:
    """Wait until so many letters have come."""
    until(lambda: received(servers, account) >= count, "replies are missing", 300)


def bare_rate(servers: Servers, count: int) -> float:
    """Letters a second of the bare loop."""
    bot, ada = servers.account("bare"), servers.account("ada")
    servers.deliver_all(letters(count, ada), bot)
    loop = Bare(servers, bot, ada)
    started = time.perf_counter()
    assert loop.answer_all() == count
    await_replies(servers, ada, count)
    took = time.perf_counter() - started
    loop.close()
    return count / took


def mailbot_rate(servers: Servers, count: int) -> float:
    """Letters a second of `mailbot run`."""
    bot, ada = servers.account("bot"), servers.account("ada")
    raws = letters(FIRST + count, ada)
    with mailbot(servers, bot) as (process, _):
        answer_together(servers, process, raws[:FIRST], bot)
        await_replies(servers, ada, FIRST)
        started = answer_together(servers, process, raws[FIRST:], bot)
        await_replies(servers, ada, FIRST + count)
        return count / (time.perf_counter() - started)


def answer_together(
    servers: Servers, process: subprocess.Popen[bytes], raws: list[bytes], bot: Account
) -> float:
    """Let it answer letters that it was held still for; the time when it was let go."""
    process.send_signal(signal.SIGSTOP)
    servers.deliver_all(raws, bot)
    time.sleep(NOTICE)
    started = time.perf_counter()
    process.send_signal(signal.SIGCONT)
    return started


def latency(servers: Servers, bot: Account, ada: Account, count: int) -> float:
    """Median seconds from a letter's delivery to its reply's."""
    took = []
    for number, raw in enumerate(letters(count, ada)):
        time.sleep(0.7)
        started = time.perf_counter()
        servers.deliver(raw, bot)
        await_replies(servers, ada, number + 1)
        took.append(time.perf_counter() - started)
    return statistics.median(took[1:])


def bare_latency(servers: Servers, count: int) -> float:
    """Mail to reply of the bare loop."""
    bot, ada = servers.account("bare"), servers.account("ada")
    loop = Bare(servers, bot, ada)
    thread = threading.Thread(target=loop.serve, daemon=True)
    thread.start()
    try:
        return latency(servers, bot, ada, count)
    finally:
        loop.stop()
        thread.join()
        loop.close()


def mailbot_latency(servers: Servers, count: int) -> float:
    """Mail to reply of `mailbot run`."""
    bot, ada = servers.account("bot"), servers.account("ada")
    with mailbot(servers, bot):
        return latency(servers, bot, ada, count)


def main() -> None:
    """Measure and tell."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--letters", type=int, default=100)
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    servers = Servers()
    try:
        compare_rates(servers, options.letters, options.rounds)
        compare_latencies(servers, 11)
    finally:
        servers.close()


def compare_rates(servers: Servers, count: int, rounds: int) -> None:
    """Side by side, each round with one look at both: a busy machine hits both."""
    print(f"{'letters a second':12} {'bare':>10} {'mailbot':>10} {'ratio':>8}")
    rates = []
    for number in range(rounds):
        bare, ours = bare_rate(servers, count), mailbot_rate(servers, count)
        rates.append((bare, ours))
        print(f"round {number + 1:<10} {bare:10.1f} {ours:10.1f} {ours / bare:8.3f}")
    ratios = sorted(ours / bare for bare, ours in rates)
    best = max(ours for _, ours in rates) / max(bare for bare, _ in rates)
    print(
        f"ratio: median {statistics.median(ratios):.3f}, "
        f"from {ratios[0]:.3f} to {ratios[-1]:.3f}, "
        f"the best of each {best:.3f}   (0.7 or more is asked for)"
    )


def compare_latencies(servers: Servers, count: int) -> None:
    """Mail to reply, by the median of some letters."""
    bare, ours = bare_latency(servers, count), mailbot_latency(servers, count)
    print(
        f"mail to reply, seconds: bare {bare:.3f}, mailbot {ours:.3f}, "
        f"difference {ours - bare:.3f}   (0.3 at most)"
    )


if __name__ == "__main__":
    main()
