"""Other programs than those of the lab: what is said to be sent arrives.

dma 0.13, msmtp 1.8.23, nullmailer 2.2 and the programs of sendmail 8.17 and Courier
1.0.16, all of Debian 12, each before a server of ours; half of them each day.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mailbot.errors import SubmissionDeferred, SubmissionRefused
from mailbot.mail.options import SendmailOptions
from mailbot.mail.smtp.sendmail import SendmailOutbox
from tests.examples import of_the_day
from tests.servers.daemon import HOST, until
from tests.servers.programs import Unpacked
from tests.servers.relays import SENDMAIL_PROGRAM, unpacked_courier, unpacked_sendmail
from tests.servers.script import ScriptedSmtp
from tests.servers.test_ways import KILLS, Postman, spool_to, survive

BOT = "bot@bots.example"

pytestmark = pytest.mark.servers


def dma(folder: Path, port: int) -> tuple[Unpacked, str]:
    found = Unpacked(["dma"], folder, ["/usr/sbin/dma"])
    found.write("etc/dma/dma.conf", f"SMARTHOST {HOST}\nPORT {port}\n")
    found.folder("var/spool/dma").chmod(0o777)
    return found, "/usr/sbin/dma"


def msmtp(folder: Path, port: int) -> tuple[Unpacked, str]:
    found = Unpacked(["msmtp"], folder, ["/usr/bin/msmtp"])
    found.write("etc/msmtprc", f"account default\nhost {HOST}\nport {port}\n")
    return found, "/usr/bin/msmtp"


def nullmailer(folder: Path, port: int) -> tuple[Unpacked, str]:
    """Its daemon hands on what its sendmail puts into a queue."""
    programs = ["/usr/sbin/sendmail", "/usr/lib/nullmailer/smtp"]
    programs += [f"/usr/sbin/nullmailer-{name}" for name in ("queue", "send")]
    found = Unpacked(["nullmailer"], folder, [*programs, "/usr/bin/nullmailer-inject"])
    found.write("etc/nullmailer/remotes", f"{HOST} smtp --port={port}\n")
    found.write("etc/mailname", "nullmailer.test\n")
    for part in ("", "/queue", "/tmp", "/failed"):
        found.folder(f"var/spool/nullmailer{part}", "mail")
    trigger = found.root / "var/spool/nullmailer/trigger"
    os.mkfifo(trigger)
    found.give(trigger, "mail")
    trigger.chmod(0o622)
    found.begin(found.command("/usr/sbin/nullmailer-send"))
    return found, "/usr/sbin/sendmail"


def sendmail(folder: Path, port: int) -> tuple[Unpacked, str]:
    return unpacked_sendmail(folder, port)[0], SENDMAIL_PROGRAM


def courier(folder: Path, port: int) -> tuple[Unpacked, str]:
    found, daemons = unpacked_courier(folder, port)
    for daemon in daemons:
        found.begin(daemon)
    return found, "/usr/sbin/sendmail"


PROGRAMS = {
    "dma": dma,
    "msmtp": msmtp,
    "nullmailer": nullmailer,
    "sendmail": sendmail,
    "courier": courier,
}


@pytest.fixture
def relay() -> Iterator[ScriptedSmtp]:
    with ScriptedSmtp() as server:
        yield server


@contextmanager
def program(name: str, folder: Path, relay: ScriptedSmtp) -> Iterator[Path]:
    """A sendmail program that hands on to a relay."""
    try:
        found, path = PROGRAMS[name](folder, relay.port)
    except OSError as error:
        pytest.skip(f"{name} cannot be had here: {error}")
    try:
        yield found.wrapper(folder / name, path)
    finally:
        found.end_all()


def message(number: int) -> bytes:
    head = f"From: {BOT}\r\nMessage-ID: <{number}@bots.example>\r\n"
    return (head + "\r\nA puzzle.\r\n").encode()


@pytest.mark.parametrize("name", of_the_day(PROGRAMS, 2))
def test_what_a_program_takes_arrives_with_its_copy(
    name: str, tmp_path: Path, relay: ScriptedSmtp, long: bool
) -> None:
    count = 30 if long else 3
    with program(name, tmp_path, relay) as path:
        outbox = SendmailOutbox(SendmailOptions(BOT, str(path)))
        for number in range(count):
            outbox.submit(message(number), f"{number}@people.example")
        until(lambda: len(recipients(relay)) >= 2 * count, str(relay.heard), 30)
    people = [f"{number}@people.example" for number in range(count)]
    assert sorted(recipients(relay)) == sorted([*people, *[BOT] * count])


@pytest.mark.parametrize("name", of_the_day(PROGRAMS, 2))
def test_replies_that_go_by_a_program_arrive_once_whatever_is_killed(
    name: str, tmp_path: Path, long: bool
) -> None:
    with Postman() as postman, program(name, tmp_path, postman) as path:
        site = spool_to(postman, tmp_path, program=str(path))
        survive(site, KILLS if long else ("submitted",), 30 if long else 3)


def test_without_relay_msmtp_replies_wait(tmp_path: Path, relay: ScriptedSmtp) -> None:
    with program("msmtp", tmp_path, relay) as path:
        relay.answers[""] = "421 busy"
        outbox = SendmailOutbox(SendmailOptions(BOT, str(path)))
        with pytest.raises(SubmissionDeferred):
            outbox.submit(message(1), "ada@people.example")
        relay.answers = {"RCPT TO:<ada": "550 5.1.1 no such person"}
        with pytest.raises(SubmissionRefused):
            outbox.submit(message(1), "ada@people.example")
        relay.answers = {
            "MAIL FROM:<>": "550 no empty senders",
            "RCPT TO:<bot": "550 no",
        }
        outbox.submit(message(1), "ada@people.example")
        assert len(relay.taken) == 1


def recipients(relay: ScriptedSmtp) -> list[str]:
    return [who for taken in relay.recipients for who in taken]
