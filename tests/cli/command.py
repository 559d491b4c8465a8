"""Runs `mailbot` as a script does: arguments in, streams and an exit code out.

A call is a fork of a process that has loaded the commands, which saves the CPU of
starting Python hundreds of times. What goes on until it is stopped (`Command.started`)
is started as an operator starts it.
"""

import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any

from mailbot.cli import main
from mailbot.kernel import drop_capabilities
from tests.processes import PROCESSES, exit_code
from tests.sample_letters import PUZZLE, posted

MAILBOT = Path(sys.executable).with_name("mailbot")
BOT = "bot@bots.example"
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
        """Call it; where the tests are run by root, without what root may besides."""
        with TemporaryDirectory() as folder:
            streams = Path(folder)
            (streams / "stdin").write_bytes(stdin)
            called = [str(argument) for argument in arguments]
            process = PROCESSES.Process(
                target=_run_mailbot,
                args=(called, self.home, self.environment(env), streams),
            )
            process.start()
            code = exit_code(process, 120)
            out, err = ((streams / name).read_text() for name in ("stdout", "stderr"))
        return Done(code, out, err)

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


def _run_mailbot(
    arguments: Sequence[str], home: Path, env: Mapping[str, str], streams: Path
) -> None:
    """Be the command; `streams` is the folder of its three streams."""
    drop_capabilities()
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        mode = "w" if number else "r"
        stream = (streams / name).open(mode, 1, "utf-8", "surrogateescape")
        os.dup2(stream.fileno(), number)
        setattr(sys, name, stream)
    os.environ.clear()
    os.environ.update(env)
    os.chdir(home)
    main(arguments)


def letter(
    text: str = PUZZLE,
    subject: str = "My puzzle",
    sender: str = "ada@people.example",
    picture: bytes = b"",
) -> bytes:
    """A letter to the bot; its Message-ID follows from its subject."""
    name = f"<{subject.encode().hex()}@people.example>"
    headers = {"From": f"Ada <{sender}>", "To": BOT, "Subject": subject}
    file = ("p.png", "image/png", picture) if picture else None
    return posted(text, {**headers, "Message-ID": name}, file=file)


def digits(text: str) -> str:
    """The digits of a text, in order: of a drawn grid, row by row."""
    return "".join(filter(str.isdigit, text))


def keys(value: dict[str, Any]) -> str:
    """The keys of an object of `--json`, in order."""
    return " ".join(value)
