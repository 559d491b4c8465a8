"""`mailbot demo`: the real worker over a spool of sample letters."""

import tempfile
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from mimetypes import guess_extension
from pathlib import Path
from textwrap import indent
from time import perf_counter

import click

from mailbot.cli.commands.samples import AUTHSERV_ID, BOT, write_samples
from mailbot.cli.files import NoFolder
from mailbot.cli.options import now
from mailbot.cli.output import say
from mailbot.cli.wiring import open_household
from mailbot.settings import Settings
from mailbot.settings.schema import (
    AnswerSettings,
    InboxSettings,
    LogSettings,
    OutboxSettings,
)
from mailbot.watch.observer import Observer
from mailbot.worker import run_once

RULE = "=" * 72


@click.command()
@click.argument(
    "folder", required=False, type=click.Path(path_type=Path, file_okay=False)
)
def demo(folder: Path | None) -> None:
    """Answer sample letters; the replies go to FOLDER.

    Their pictures too. No account is needed, and nothing leaves this machine.
    """
    home = folder or Path(tempfile.mkdtemp(prefix="mailbot-demo-"))
    inbox, outbox = home / "letters", home / "replies"
    started = perf_counter()
    try:
        for made in (inbox, outbox):
            made.mkdir(parents=True, exist_ok=True)
        letters = _lay_out(inbox)
    except OSError as error:
        raise NoFolder(home, error) from error
    # A fresh ledger each time, so that no cap is met however often the demo runs.
    with tempfile.TemporaryDirectory() as state:
        settings = _settings(Path(state), inbox, outbox)
        with open_household(settings, Observer()) as household:
            (room,) = household.rooms
            run_once(room)
    written = map(_parsed, (file.read_bytes() for file in outbox.glob("*.eml")))
    replies = {reply["In-Reply-To"]: reply for reply in written}
    for name, letter in letters.items():
        _show_letter(letter)
        if letter["Message-ID"] in replies:
            _show_reply(replies[letter["Message-ID"]], home / name)
    say(
        f"{RULE}\n{len(letters)} letters, {len(replies)} replies, "
        f"{perf_counter() - started:.0f} seconds.\n"
        f"The letters, the replies (open the .eml in a mail program) and their "
        f"pictures are in {home}"
    )


def _lay_out(inbox: Path) -> dict[str, EmailMessage]:
    """Write the sample letters into the spool, and return them by name."""
    letters = {}
    for name, letter in write_samples(now()):
        (inbox / f"{name}.eml").write_bytes(letter)
        letters[name] = _parsed(letter)
    return letters


def _settings(state: Path, inbox: Path, outbox: Path) -> Settings:
    return Settings(
        address=BOT,
        authserv_id=AUTHSERV_ID,
        state=state,
        inbox=InboxSettings(kind="spool", path=inbox),
        outbox=OutboxSettings(kind="spool", path=outbox),
        answer=AnswerSettings(older_mail=True),
        log=LogSettings(level="warning"),
    )


def _show_letter(letter: EmailMessage) -> None:
    say(f"{RULE}\n{letter['Subject']}\n{RULE}")
    say(indent(_text(letter), "    "))
    for part in letter.iter_attachments():
        say(f"    [{part.get_filename()}]\n")
    say(f"{'- ' * 16}the reply{' -' * 15}\n")


def _show_reply(reply: EmailMessage, file: Path) -> None:
    """Print a reply, and save its pictures under names that begin like `file`."""
    say(_text(reply))
    pictures = [p for p in reply.walk() if p.get_content_maintype() == "image"]
    for number, part in enumerate(pictures, 1):
        suffix = guess_extension(part.get_content_type()) or ""
        picture = file.with_name(f"{file.name}-answered-{number}{suffix}")
        picture.write_bytes(part.get_content())
        say(f"[{picture}]\n")


def _text(message: EmailMessage) -> str:
    body = message.get_body(("plain",))
    return body.get_content().rstrip() + "\n" if body else ""


def _parsed(message: bytes) -> EmailMessage:
    return message_from_bytes(message, _class=EmailMessage, policy=default)
