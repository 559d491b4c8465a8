"""A newcomer's evening: letters by swaks, and the operator's commands, in one walk."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path
from subprocess import run

import pytest

from mailbot.pictures.encode import encode_jpeg
from solver import parse
from tests.cases import data_of
from tests.cli.command import Command, Running, digits
from tests.sample_letters import PUZZLE, SOLUTION
from tests.servers import Account, Servers
from tests.servers.daemon import until
from tests.workshop.paper import draw_newspaper
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle
from tests.workshop.paper.photo import Camera, photograph

pytestmark = [pytest.mark.servers, pytest.mark.ocr]

GENUINE = "mx.lab.test; dmarc=pass header.from=lab.test"
"""What the mail server would say of a letter, had it the means to judge."""

[SETTINGS] = data_of(__file__, "settings")


@dataclass(slots=True)
class Person:
    """Somebody with a mail program."""

    servers: Servers
    account: Account
    bot: Account
    folder: Path
    read: int = field(default=0)

    def send(self, subject: str, text: str, *options: str) -> None:
        """Hand a letter in, as swaks does it."""
        body = self.folder / "body.txt"
        body.write_text(text)
        run(
            [
                *("swaks", "--hide-all", "--server", "127.0.0.1"),
                *("--port", str(self.servers.smtp)),
                *("--header", f"Authentication-Results: {GENUINE}"),
                *("--from", self.account.address, "--to", self.bot.address),
                *("--header", f"Subject: {subject}", *options, "--body", f"@{body}"),
            ],
            check=True,
            timeout=60,
        )

    def answer(self, letter: EmailMessage, text: str) -> None:
        """Reply above the quoted letter."""
        quoted = "".join(f"> {line}\n" for line in text_of(letter).splitlines())
        thread = f"In-Reply-To: {letter['Message-ID']}"
        self.send(letter["Subject"], f"{text}\n\n{quoted}", "--header", thread)

    def receive(self) -> EmailMessage:
        """The next letter that comes."""
        until(
            lambda: len(self.servers.letters(self.account)) > self.read, "no reply", 60
        )
        letter = message_from_bytes(
            self.servers.letters(self.account)[self.read], EmailMessage, policy=default
        )
        self.read += 1
        return letter


def text_of(letter: EmailMessage) -> str:
    body = letter.get_body(("plain",))
    assert body is not None
    content: str = body.get_content()
    return content


@pytest.fixture
def ada(servers: Servers, tmp_path: Path) -> Person:
    return Person(servers, servers.account("ada"), servers.account("bot"), tmp_path)


@pytest.fixture
def mailbot(ada: Person, tmp_path: Path) -> Command:
    command = Command(tmp_path)
    configure(command, ada, most=1)
    return command


def configure(mailbot: Command, ada: Person, most: int) -> None:
    """Settings for real servers; letters may have `most` megabytes."""
    text = SETTINGS.format(
        servers=ada.servers, bot=ada.bot, state=mailbot.home / "state", most=most
    )
    mailbot.file("mailbot.toml", text)


@contextmanager
def running(mailbot: Command) -> Iterator[Running]:
    """`mailbot run`, listening; stopped as a service manager does it."""
    health = mailbot.home / "state/health"
    health.unlink(missing_ok=True)
    with mailbot.started("run") as service:
        until(health.exists, "mailbot does not start")
        yield service
        done = service.stop()
        assert done.code == 0, done.err


def blurred_photo(folder: Path) -> Path:
    """A photograph on which nobody could read a digit."""
    page = draw_newspaper([PaperPuzzle(parse(PUZZLE))], PrintStyle(cell=40), seed=2)
    picture = photograph(page, Camera(side=500, blur=6), seed=2)
    path = folder / "kitchen.jpg"
    path.write_bytes(encode_jpeg(picture))
    return path


def test_puzzle_hint_correction_and_bad_photo(ada: Person, mailbot: Command) -> None:
    assert mailbot("check").code == 0
    with running(mailbot):
        ada.send("Stuck", f"Help!\n\n{PUZZLE}\n")
        solved = ada.receive()
        assert SOLUTION in digits(text_of(solved))

        ada.answer(solved, "A hint, please, not all of it.")
        hint = ada.receive()
        assert SOLUTION not in digits(text_of(hint))
        assert "r" in text_of(hint)

        ada.send("Misread", f"{PUZZLE[:30]}5{PUZZLE[31:]}\n")
        refused = ada.receive()
        assert SOLUTION not in digits(text_of(refused))
    with running(mailbot):
        ada.answer(refused, "r4c4=0")
        corrected = ada.receive()
        assert corrected["In-Reply-To"]
        assert SOLUTION in digits(text_of(corrected))

        photo = blurred_photo(mailbot.home)
        ada.send(
            "Photo", "And this?", "--attach-type", "image/jpeg", "--attach", f"@{photo}"
        )
        unread = ada.receive()
        assert SOLUTION not in digits(text_of(unread))
        assert "photo" in text_of(unread)
    assert mailbot("status").code == 0
    [mailbox] = json.loads(mailbot("status", "--json").out)["mailboxes"]
    assert mailbox["counts"]["sent"] == 5


def test_a_stuck_letter_is_shown_and_answered(ada: Person, mailbot: Command) -> None:
    with running(mailbot):
        ada.send(
            "Long", f"{PUZZLE}\n\n" + ("All my thoughts on it. " * 3 + "\n") * 25000
        )
        assert "too large for me" in text_of(ada.receive())
        until(lambda: mailbot("status").code == 1, "nothing is stuck", 60)
    [stuck] = json.loads(mailbot("status", "--json").out)["stuck"]
    assert "too large" in mailbot("show", str(stuck["id"])).out
    assert ada.servers.letters(ada.bot, "Quarantine")
    configure(mailbot, ada, most=10)
    assert "got an apology" in mailbot("retry", str(stuck["id"])).err
    assert mailbot("retry", "--again", str(stuck["id"])).code == 0
    with running(mailbot):
        assert SOLUTION in digits(text_of(ada.receive()))
    assert mailbot("status").code == 0
