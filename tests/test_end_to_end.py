"""The whole way: a person's mail program, Postfix, Dovecot, `mailbot run`, and back."""

import os
import smtplib
import ssl
import subprocess
import sys
from collections.abc import Callable, Iterator
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest

from mailbot.pictures.encode import encode_jpeg, encode_png
from solver import parse
from tests.cases import data_of
from tests.programs import run
from tests.sample_letters import PUZZLE, SOLUTION
from tests.servers import Account, Servers
from tests.servers.daemon import until
from tests.workshop.paper import draw_newspaper
from tests.workshop.paper.grid import PaperPuzzle, PrintStyle
from tests.workshop.paper.photo import Camera, photograph
from tests.workshop.paper.screen import LIGHT, draw_screen

pytestmark = pytest.mark.servers


VOUCHED = "mail.lab.test; dmarc=pass header.from=lab.test"
"""What a milter of a mail server would add; Postfix has none here."""

[SETTINGS] = data_of(__file__, "settings")
MAILBOT = Path(sys.executable).with_name("mailbot")


class Bot:
    """`mailbot run` in a process of its own."""

    def __init__(self, servers: Servers, folder: Path) -> None:
        self.account = servers.account("bot")
        self.config = folder / "mailbot.toml"
        (folder / "password").write_text(self.account.password + "\n")
        self.config.write_text(
            SETTINGS.format(servers=servers, bot=self.account, state=folder)
        )
        self.log = folder / "log"
        self.environment = {**os.environ, "MAILBOT_CONFIG": str(self.config)}
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the service, and wait until it listens."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [MAILBOT, "run"],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env=self.environment,
            )
        until(self._listens, "the bot does not start")

    def stop(self) -> int:
        """Stop it as a service manager does; its exit code."""
        assert self._process is not None
        self._process.terminate()
        return self._process.wait(60)

    def _listens(self) -> bool:
        assert self._process is not None
        assert self._process.poll() is None, self.log.read_text()
        return (self.config.parent / "health").exists()


@pytest.fixture(scope="module")
def bot(servers: Servers, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Bot]:
    made = Bot(servers, tmp_path_factory.mktemp("bot"))
    made.start()
    yield made
    assert made.stop() == 0, made.log.read_text()


def submit(servers: Servers, person: Account, message: EmailMessage) -> None:
    """As a mail program does: STARTTLS, login, send."""
    context = ssl.create_default_context(cafile=str(servers.ca))
    with smtplib.SMTP("localhost", servers.submission, timeout=20) as smtp:
        smtp.starttls(context=context)
        smtp.login(person.user, person.password)
        smtp.send_message(message)


def letter(person: Account, bot: Bot, subject: str, text: str) -> EmailMessage:
    message = EmailMessage(policy=default)
    message["Authentication-Results"] = VOUCHED
    message["From"] = f"Ada Lovelace <{person.address}>"
    message["To"] = bot.account.address
    message["Subject"] = subject
    message["Message-ID"] = f"<{subject.replace(' ', '.')}.{person.user}@lab.test>"
    message.set_content(text)
    return message


def reply_to(servers: Servers, person: Account, bot: Bot) -> EmailMessage:
    """The one reply; no other has come when the person's letter is filed."""
    until(lambda: servers.letters(person), "no reply came", 60)
    until(lambda: filed_letter_of(servers, person, bot), "not filed")
    (raw,) = servers.letters(person)
    message = message_from_bytes(raw, policy=default)
    assert isinstance(message, EmailMessage)
    return message


def filed_letter_of(servers: Servers, person: Account, bot: Bot) -> bool:
    answered = servers.letters(bot.account, "Answered")
    return any(person.address.encode() in raw for raw in answered)


def digits(message: EmailMessage) -> str:
    """All digits of the reply's text, in order."""
    body = message.get_body(("plain",))
    assert body is not None
    return "".join(c for c in body.get_content() if c.isdigit())


def test_a_text_puzzle_is_answered_in_its_thread(servers: Servers, bot: Bot) -> None:
    ada = servers.account("ada")
    asked = letter(ada, bot, "Stuck", f"Please help\n\n{PUZZLE}\n")
    submit(servers, ada, asked)
    reply = reply_to(servers, ada, bot)
    assert reply["Subject"] == "Re: Stuck"
    assert reply["In-Reply-To"] == asked["Message-ID"]
    assert asked["Message-ID"] in reply["References"]
    assert reply["Auto-Submitted"] == "auto-replied"
    assert reply["Return-Path"] == "<>"
    assert reply["To"].addresses[0].addr_spec == ada.address
    assert SOLUTION in digits(reply)


def screenshot() -> tuple[bytes, str]:
    return encode_png(draw_screen(PaperPuzzle(parse(PUZZLE)), LIGHT, seed=3)), "png"


def newspaper_photo() -> tuple[bytes, str]:
    page = draw_newspaper([PaperPuzzle(parse(PUZZLE))], PrintStyle(cell=64), seed=5)
    camera = Camera(side=1600, turn=3, tilt=0.05, shadow=0.2, blur=0.6)
    return encode_jpeg(photograph(page, camera, seed=7)), "jpeg"


@pytest.mark.ocr
@pytest.mark.parametrize("taken", [screenshot, newspaper_photo])
def test_a_picture_is_answered_with_its_solution_and_a_picture(
    servers: Servers, bot: Bot, taken: Callable[[], tuple[bytes, str]]
) -> None:
    ada = servers.account("ada")
    asked = letter(ada, bot, "From the paper", "Please solve it.\n")
    data, kind = taken()
    asked.add_attachment(data, maintype="image", subtype=kind, filename=f"p.{kind}")
    submit(servers, ada, asked)
    reply = reply_to(servers, ada, bot)
    assert reply["In-Reply-To"] == asked["Message-ID"]
    assert SOLUTION in digits(reply)
    pictures = [p for p in reply.walk() if p.get_content_maintype() == "image"]
    assert pictures
    html = reply.get_body(("html",))
    assert html is not None
    for picture in pictures:
        assert f"cid:{picture['Content-ID'].strip('<>')}" in html.get_content()


def command(bot: Bot, *words: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """A command on the bot's settings, some of them changed."""
    changed = {f"MAILBOT_{name}": value for name, value in settings.items()}
    return run(
        MAILBOT, *words, check=False, timeout=60, env={**bot.environment, **changed}
    )


def test_check_finds_all_well_on_real_servers(bot: Bot) -> None:
    done = command(bot, "check")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "FAIL" not in done.stdout
    assert "IDLE, MOVE, keywords" in done.stdout


def test_check_tells_of_a_wrong_password(bot: Bot, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong"
    wrong.write_text("wrong\n")
    done = command(bot, "check", INBOX__PASSWORD_FILE=str(wrong))
    assert done.returncode == 78
    assert "refuses the login" in done.stdout


def test_once_tells_that_the_server_was_not_reached(bot: Bot, tmp_path: Path) -> None:
    done = command(bot, "once", INBOX__PORT="1", STATE=str(tmp_path))
    assert done.returncode == 75, done.stderr


def test_once_leaves_the_mailbox_to_the_service(bot: Bot) -> None:
    assert command(bot, "once").returncode == 75
