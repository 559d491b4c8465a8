"""Other programs than those of the lab: what is said to be sent arrives.

dma 0.13, msmtp 1.8.23 and Exim 4.96 of Debian 12, each before a server of ours; and
imap4d of mailutils 3.15.
"""

import os
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from mailbot.errors import SubmissionDeferred, SubmissionRefused
from mailbot.ledger import State
from mailbot.mail.credentials import Password
from mailbot.mail.imap.inbox import ImapInbox
from mailbot.mail.options import Endpoint, ImapOptions, SendmailOptions, SmtpOptions
from mailbot.mail.smtp.outbox import SmtpOutbox
from mailbot.mail.smtp.sendmail import SendmailOutbox
from tests.fakes import letter
from tests.office import Office
from tests.servers.daemon import HOST, Daemon, free_port, until
from tests.servers.programs import Unpacked
from tests.servers.script import ScriptedSmtp

BOT = "bot@bots.example"
PROGRAMS = {"dma": "/usr/sbin/dma", "msmtp": "/usr/bin/msmtp"}

pytestmark = pytest.mark.servers

EXIM = """\
spool_directory = /var/spool/exim4
log_file_path = /var/log/%slog
primary_hostname = exim.test
daemon_smtp_ports = {port}
local_interfaces = 127.0.0.1
tls_advertise_hosts =
acl_smtp_rcpt = accept
host_lookup =
begin routers
all:
  driver = manualroute
  route_list = * 127.0.0.1 byname
  transport = out
  self = send
begin transports
out:
  driver = smtp
  port = {relay}
  allow_localhost
begin retry
* * F,2h,15m
"""


def unpacked(folder: Path, program: str, *packages: str) -> Unpacked:
    try:
        return Unpacked(packages, folder, [program])
    except OSError as error:
        pytest.skip(f"{packages[0]} cannot be had here: {error}")


@pytest.fixture
def relay() -> Iterator[ScriptedSmtp]:
    with ScriptedSmtp() as server:
        yield server


def program(name: str, folder: Path, relay: ScriptedSmtp, called: str = "") -> Path:
    """A sendmail program that hands on to a relay; `called`: under that name."""
    found = unpacked(folder, PROGRAMS[name], name)
    place = folder / (called or name)
    if name == "msmtp":
        account = f"account default\nhost {HOST}\nport {relay.port}\n"
        found.write("etc/msmtprc", account)
        return found.wrapper(place, PROGRAMS[name])
    found.write("etc/dma/dma.conf", f"SMARTHOST {HOST}\nPORT {relay.port}\n")
    spool = found.root / "var/spool/dma"
    spool.mkdir(parents=True, exist_ok=True)
    spool.chmod(0o777)
    return found.wrapper(place, PROGRAMS[name])


def message(number: int) -> bytes:
    head = f"From: {BOT}\r\nMessage-ID: <{number}@bots.example>\r\n"
    return (head + "\r\nA puzzle.\r\n").encode()


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_a_program_takes_arrives_with_its_copy(
    name: str, tmp_path: Path, relay: ScriptedSmtp
) -> None:
    outbox = SendmailOutbox(SendmailOptions(BOT, str(program(name, tmp_path, relay))))
    for number in range(3):
        outbox.submit(message(number), f"{number}@people.example")
    until(lambda: len(rcpts(relay)) >= 6, f"not all arrived: {relay.heard}", 15)
    assert sorted(rcpts(relay)) == sorted(
        [*(f"{number}@people.example" for number in range(3)), *[BOT] * 3]
    )


def test_a_relay_that_is_away_keeps_the_replies_of_msmtp(
    tmp_path: Path, relay: ScriptedSmtp
) -> None:
    path = program("msmtp", tmp_path, relay)
    relay.answers[""] = "421 busy"
    outbox = SendmailOutbox(SendmailOptions(BOT, str(path)))
    with pytest.raises(SubmissionDeferred):
        outbox.submit(message(1), "ada@people.example")
    relay.answers = {"RCPT TO:<ada": "550 5.1.1 no such person"}
    with pytest.raises(SubmissionRefused):
        outbox.submit(message(1), "ada@people.example")
    relay.answers = {"MAIL FROM:<>": "550 no empty senders", "RCPT TO:<bot": "550 no"}
    outbox.submit(message(1), "ada@people.example")
    assert len(relay.taken) == 1


def test_exim_lets_no_reply_wait_for_its_next_queue_run(
    tmp_path: Path, relay: ScriptedSmtp
) -> None:
    exim = unpacked(tmp_path, "/usr/sbin/exim4", "exim4-daemon-light")
    port = free_port()
    exim.write("etc/exim4/exim4.conf", EXIM.format(port=port, relay=relay.port))
    for part in ("var/spool/exim4", "var/log"):
        (exim.root / part).mkdir(parents=True, exist_ok=True)
        (exim.root / part).chmod(0o777)
    command = exim.command("/usr/sbin/exim4", "-bdf")
    daemon = Daemon(command, port, tmp_path / "log")
    daemon.start()
    try:
        endpoint = Endpoint(HOST, port, "plain", timeout_seconds=10)
        outbox = SmtpOutbox(SmtpOptions(BOT, endpoint, self_copy=False), None)
        for number in range(25):
            outbox.submit(message(number), f"{number}@people.example")
        outbox.close()
        until(lambda: len(relay.taken) == 25, f"{len(relay.taken)} of 25 arrived", 20)
    finally:
        daemon.stop()
    assert subprocess.run(["pgrep", "-f", str(exim.root)], check=False).returncode == 1


def rcpts(relay: ScriptedSmtp) -> list[str]:
    named = [line for line in relay.heard if line.startswith("RCPT")]
    return [line.partition("<")[2].partition(">")[0] for line in named]


IMAP4D = """\
logging {{ syslog no; }};
auth {{ authentication generic; authorization system; }};
mode daemon;
foreground yes;
server 127.0.0.1:{port} {{ }};
"""
PASSWD = "bot:salSp1wOPp6fk:1500:1500::/home/bot:/bin/false\n"
"""Its password is "test", as crypt(3) hashes it."""


def bring(raw: bytes, spool: Path) -> None:
    """Append a letter to an mbox file, as a mail server does."""
    lines = raw.replace(b"\r\n", b"\n")
    with spool.open("ab") as file:
        head = f"From ada@people.example {datetime.now(UTC).ctime()}\n"
        file.write(head.encode() + lines + b"\n")
    os.chown(spool, 1500, 1500)


def test_the_letters_of_imap4d_are_answered_once(tmp_path: Path) -> None:
    """GNU mailutils 3.15: no UIDPLUS, no keywords, no n:* and an AUTHENTICATE whose
    answer cannot be read."""
    needed = ("mailutils-imap4d", "libmailutils9", "libmariadb3")
    found = unpacked(tmp_path, "/usr/sbin/imap4d", *needed)
    port = free_port()
    found.write("etc/imap4d.conf", IMAP4D.format(port=port))
    users = found.root / "etc/passwd"
    users.write_text(users.read_text() + PASSWD)
    home, spool = found.root / "home/bot", found.root / "var/mail/bot"
    home.mkdir(parents=True)
    os.chown(home, 1500, 1500)
    spool.parent.mkdir(parents=True, exist_ok=True)
    spool.parent.chmod(0o1777)
    options = ("--config-file=/etc/imap4d.conf", "--no-site-config")
    command = found.command("/usr/sbin/imap4d", *options)
    daemon = Daemon(command, port, tmp_path / "log")
    endpoint = Endpoint(HOST, port, "plain", timeout_seconds=10)
    office = Office(tmp_path)

    def work() -> None:
        box = ImapInbox(
            ImapOptions(office.me.address, endpoint), Password("bot", "test")
        )
        office.inbox = box  # type: ignore[assignment]
        office.clock.now = datetime.now(UTC)
        office.work()

    daemon.start()
    try:
        work()
        for number in range(5):
            bring(letter(f"{number}@people.example"), spool)
        work()
        assert len(office.outbox.sent) == 5
        daemon.restart()
        bring(letter("late@people.example"), spool)
        work()
        work()
    finally:
        daemon.stop()
    assert sorted(office.outbox.recipients) == [
        *(f"{number}@people.example" for number in range(5)),
        "late@people.example",
    ]
    assert office.states() == [State.SENT] * 6
