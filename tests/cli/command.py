"""Runs `mailbot` as a script does: arguments in, streams and an exit code out."""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from types import MappingProxyType
from typing import Any

MAILBOT = Path(sys.executable).with_name("mailbot")
BOT = "bot@bots.example"
PUZZLE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)
SOLUTION = (
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)
VOUCHED = (
    b"Authentication-Results: mx.bots.example; dkim=pass header.d=people.example; "
    b"dmarc=pass header.from=people.example\r\n"
)
"""The header by which our mail server vouches for the sender of `letter`."""
SEVERAL = "1.....3..4......"
"""A 4x4 puzzle with three solutions."""


@dataclass(frozen=True, slots=True)
class Done:
    """How a call ended."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[str]:
        return self.out.splitlines()


@dataclass(frozen=True, slots=True)
class Running:
    """A call under way."""

    process: subprocess.Popen[str]

    @property
    def pid(self) -> int:
        return self.process.pid

    def line(self) -> str:
        """The next line of stderr."""
        assert self.process.stderr
        return self.process.stderr.readline()

    def stop(self) -> Done:
        """Ask it to end, as a service manager does; the rest of stderr."""
        self.process.terminate()
        _, err = self.process.communicate(timeout=60)
        return Done(self.process.returncode, "", err)


@dataclass(frozen=True, slots=True)
class Command:
    """Calls `mailbot` in a home of its own, which is its working directory too."""

    home: Path

    def __call__(
        self,
        *arguments: str | Path,
        stdin: bytes = b"",
        env: Mapping[str, str] = MappingProxyType({}),
    ) -> Done:
        done = subprocess.run(
            [MAILBOT, *arguments],
            input=stdin,
            capture_output=True,
            cwd=self.home,
            env=self.environment(env),
            check=False,
            timeout=120,
        )
        return Done(done.returncode, done.stdout.decode(), done.stderr.decode())

    @contextmanager
    def started(
        self, *arguments: str | Path, env: Mapping[str, str] = MappingProxyType({})
    ) -> Iterator["Running"]:
        """A call that goes on until it is told to stop."""
        with subprocess.Popen(
            [MAILBOT, *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
            cwd=self.home,
            env=self.environment(env),
            text=True,
        ) as process:
            try:
                yield Running(process)
            finally:
                process.kill()

    def environment(self, more: Mapping[str, str]) -> dict[str, str]:
        return {"HOME": str(self.home), "PATH": os.environ["PATH"], **more}

    def file(self, name: str, content: str | bytes) -> Path:
        """A file in the home."""
        path = self.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    def settings(self, *, more: str = "", top: str = "") -> Path:
        """A spool in the home, as ./mailbot.toml."""
        for folder in ("letters", "replies"):
            (self.home / folder).mkdir(exist_ok=True)
        return self.file(
            "mailbot.toml",
            f"""\
address = "{BOT}"
state = "{self.home}/state"
{top}
[inbox]
kind = "spool"
path = "{self.home}/letters"
[outbox]
kind = "spool"
path = "{self.home}/replies"
[answer]
older_mail = true
{more}
""",
        )

    @property
    def replies(self) -> list[Path]:
        return sorted((self.home / "replies").glob("*.eml"))


def letter(
    text: str = PUZZLE,
    subject: str = "My puzzle",
    sender: str = "ada@people.example",
    picture: bytes = b"",
) -> bytes:
    """A letter to the bot; its Message-ID follows from its subject."""
    message = EmailMessage(policy=SMTP)
    message["From"] = f"Ada <{sender}>"
    message["To"] = BOT
    message["Subject"] = subject
    message["Message-ID"] = f"<{subject.encode().hex()}@people.example>"
    message.set_content(text)
    if picture:
        message.add_attachment(
            picture, maintype="image", subtype="png", filename="p.png"
        )
    return message.as_bytes()


def keys(value: dict[str, Any]) -> str:
    """The keys of an object of `--json`, in order."""
    return " ".join(value)
