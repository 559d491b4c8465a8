"""`mailbot demo`: the real worker over a spool of sample letters."""

import tempfile
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from mimetypes import guess_extension
from pathlib import Path

import click

from mailbot.cli.wiring import now, open_household
from mailbot.settings import Settings
from mailbot.settings.schema import (
    AnswerSettings,
    InboxSettings,
    LogSettings,
    OutboxSettings,
)
from mailbot.worker import run_once

RULE = "=" * 72


@click.command()
@click.argument(
    "folder", required=False, type=click.Path(path_type=Path, file_okay=False)
)
def demo(folder: Path | None) -> None:
    """Answer sample letters; the replies and their pictures go to FOLDER.

    No account is needed, and nothing leaves this machine.
    """
    home = folder or Path(tempfile.mkdtemp(prefix="mailbot-demo-"))
    inbox, outbox = home / "letters", home / "replies"
    for made in (inbox, outbox):
        made.mkdir(parents=True, exist_ok=True)
    letters = _lay_out(inbox)
    with open_household(_settings(home, inbox, outbox)) as household:
        (room,) = household.rooms
        run_once(room)
    replies = {_parsed(f.read_bytes())["In-Reply-To"]: f for f in outbox.glob("*.eml")}
    for message_id, letter in letters.items():
        click.echo(f"{RULE}\n{_parsed(letter)['Subject']}\n{RULE}")
        if message_id in replies:
            _show(replies[message_id])
    click.echo(f"{RULE}\nThe letters, the replies and their pictures are in {home}")


def _lay_out(inbox: Path) -> dict[str, bytes]:
    """Write the sample letters into the spool; the letters by Message-ID."""
    from mailbot.cli.samples import write_samples  # draws: only the demo loads pixels

    letters = {}
    for name, letter in write_samples(now()):
        (inbox / name).write_bytes(letter)
        letters[_parsed(letter)["Message-ID"]] = letter
    return letters


def _settings(home: Path, inbox: Path, outbox: Path) -> Settings:
    from mailbot.cli.samples import BOT

    return Settings(
        address=BOT,
        state=home / "state",
        inbox=InboxSettings(kind="spool", path=inbox),
        outbox=OutboxSettings(kind="spool", path=outbox),
        answer=AnswerSettings(older_mail=True),
        log=LogSettings(level="warning"),
    )


def _show(file: Path) -> None:
    """Print a reply, and save its pictures beside it."""
    reply = _parsed(file.read_bytes())
    body = reply.get_body(("plain",))
    click.echo(body.get_content() if body else "")
    for number, part in enumerate(reply.walk()):
        if part.get_content_maintype() == "image":
            suffix = guess_extension(part.get_content_type()) or ""
            picture = file.with_suffix(f".{number}{suffix}")
            picture.write_bytes(part.get_content())
            click.echo(f"(with the picture {picture})")


def _parsed(message: bytes) -> EmailMessage:
    return message_from_bytes(message, _class=EmailMessage, policy=default)
