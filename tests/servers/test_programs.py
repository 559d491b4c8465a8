"""Ways out of other programs: what is said to be sent arrives.

dma 0.13, msmtp 1.8.23 and Exim 4.96 of Debian 12, each before a server of ours.
"""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from mailbot.errors import SubmissionDeferred, SubmissionRefused
from mailbot.mail.options import Endpoint, SendmailOptions, SmtpOptions
from mailbot.mail.smtp.outbox import SmtpOutbox
from mailbot.mail.smtp.sendmail import SendmailOutbox
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


def unpacked(package: str, folder: Path, program: str) -> Unpacked:
    try:
        return Unpacked(package, folder, [program])
    except OSError as error:
        pytest.skip(f"{package} cannot be had here: {error}")


@pytest.fixture
def relay() -> Iterator[ScriptedSmtp]:
    with ScriptedSmtp() as server:
        yield server


def program(name: str, folder: Path, relay: ScriptedSmtp, called: str = "") -> Path:
    """A sendmail program that hands on to a relay; `called`: under that name."""
    found = unpacked(name, folder, PROGRAMS[name])
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
    exim = unpacked("exim4-daemon-light", tmp_path, "/usr/sbin/exim4")
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
