"""`mailbot once` and `mailbot run`: what they send, leave alone and end with."""

import os
import signal
import socket
import subprocess
from contextlib import AbstractContextManager
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from pathlib import Path

import pytest

from mailbot.ledger import hold
from tests.cases import cases_of
from tests.cli.command import BOT, MAILBOT, Command, digits, letter
from tests.sample_letters import SOLUTION
from tests.servers.daemon import HOST, free_port, until
from tests.servers.listener import listening

cases = cases_of(__file__)


def strict_imap() -> AbstractContextManager[int]:
    """A server that lets nobody in; its port."""

    def refuse(sock: socket.socket) -> None:
        with sock, sock.makefile("rwb") as talk:
            talk.write(b"* OK [CAPABILITY IMAP4rev1] ready\r\n")
            talk.flush()
            for line in talk:
                tag, verb = line.split()[:2]
                known = verb.upper() in (b"CAPABILITY", b"LOGOUT")
                answer = b"OK done" if known else b"NO wrong password"
                talk.write(tag + b" " + answer + b"\r\n")
                talk.flush()

    return listening(refuse)


def imap_settings(port: int) -> str:
    return f"""\
address = "{BOT}"
[inbox]
host = "{HOST}"
port = {port}
security = "plain"
password = "s3cret"
[outbox]
host = "{HOST}"
"""


@cases("command")
def test_no_summary_of_a_command_is_cut(mailbot: Command, command: str) -> None:
    listed = mailbot("--help", env={"COLUMNS": "80"}).lines
    [line] = [line for line in listed if line.startswith(f"  {command} ")]
    assert line.endswith(".")
    assert not line.endswith("...")


def test_once_answers_what_waits_and_only_once(mailbot: Command) -> None:
    mailbot.settings()
    mailbot.file("letters/1.eml", letter())
    assert mailbot("once").code == 0
    [reply] = mailbot.replies
    body = message_from_bytes(
        reply.read_bytes(), _class=EmailMessage, policy=default
    ).get_body(("plain",))
    assert body
    assert SOLUTION in digits(body.get_content())
    assert mailbot("once").code == 0
    assert mailbot.replies == [reply]
    assert [f.name for f in (mailbot.home / "letters/Answered").iterdir()] == ["1.eml"]


def test_once_keeps_the_letter_if_no_child_can_start(mailbot: Command) -> None:
    """The memory that it may use is enough for itself, and too little for a child."""
    mailbot.settings()
    waiting = mailbot.file("letters/1.eml", letter())
    done = subprocess.run(
        ["sh", "-c", 'ulimit -v 300000; exec "$0" once', MAILBOT],
        capture_output=True,
        cwd=mailbot.home,
        env=mailbot.environment({}),
        check=False,
    )
    assert done.returncode == 75
    assert b"no letter can be read: a child cannot be started" in done.stderr
    assert waiting.exists()
    assert not mailbot.replies


def test_a_dry_run_tells_sends_nothing_and_marks_nothing(mailbot: Command) -> None:
    mailbot.settings(more="[log]\nprivate = true")
    waiting = mailbot.file("letters/1.eml", letter())
    dry = mailbot("once", "--dry-run")
    assert dry.code == 0
    assert "would reply" in dry.err
    assert "To: ada@people.example" in dry.err
    assert "outcome=sent" not in dry.err
    assert "submitted" not in dry.err
    told = [line for line in dry.err.splitlines() if "would" in line]
    assert ["letter=1" in line for line in told] == [True, True]
    assert "outcome=would-send" in told[1]
    assert waiting.exists()
    assert mailbot.replies == []
    assert mailbot("once").code == 0
    assert len(mailbot.replies) == 1, "the dry run remembered nothing"


def _is_last(line: str) -> bool:
    return "would reply" in line or "settled" in line


@pytest.mark.parametrize("dry", [(), ("--dry-run",)])
def test_run_answers_until_told_to_stop(mailbot: Command, dry: tuple[str, ...]) -> None:
    mailbot.settings()
    mailbot.file("letters/1.eml", letter())
    with mailbot.started("run", *dry) as service:
        told = next(line for line in iter(service.line, "") if _is_last(line))
        assert service.stop().code == 0
    assert ("would reply" in told) == bool(dry)
    assert len(mailbot.replies) == (0 if dry else 1)


def test_a_hangup_ends_the_service_as_a_stop_does(mailbot: Command) -> None:
    mailbot.settings()
    mailbot.file("letters/1.eml", letter())
    with mailbot.started("run") as service:
        next(line for line in iter(service.line, "") if _is_last(line))
        service.process.send_signal(signal.SIGHUP)
        _, err = service.process.communicate(timeout=60)
    assert service.process.returncode == 0
    assert "stopped" in err.splitlines()[-1]


def test_several_mailboxes_are_answered_by_one_process(mailbot: Command) -> None:
    home = mailbot.home
    second = f"""\
[[mailboxes]]
address = "second@bots.example"
inbox = {{ kind = "spool", path = "{home}/others" }}
outbox = {{ kind = "spool", path = "{home}/replies" }}
"""
    mailbot.settings(more=second)
    mailbot.file("letters/1.eml", letter(subject="first"))
    mailbot.file("others/1.eml", letter(subject="second"))
    assert mailbot("once").code == 0
    senders = {
        line
        for reply in mailbot.replies
        for line in reply.read_text().splitlines()
        if line.startswith("From:")
    }
    assert senders == {f"From: Sudoku <{BOT}>", "From: Sudoku <second@bots.example>"}


@pytest.mark.parametrize(
    ("keep", "kept"), [("no", []), ("sent", ["Sent"]), ("drafts", ["Drafts"])]
)
def test_a_copy_is_kept(mailbot: Command, keep: str, kept: list[str]) -> None:
    file = mailbot.settings()
    text = file.read_text().replace("[outbox]", f'[outbox]\nkeep_copy = "{keep}"')
    mailbot.file("mailbot.toml", text)
    mailbot.file("letters/1.eml", letter())
    assert mailbot("once").code == 0
    copies = mailbot.home.glob("letters/*/sudoku.*.eml")
    assert [copy.parent.name for copy in copies] == kept
    assert bool(mailbot.replies) == (keep != "drafts")


def test_a_mailbox_that_another_holds_is_left_at_once(mailbot: Command) -> None:
    mailbot.settings()
    waiting = mailbot.file("letters/1.eml", letter())
    state = mailbot.home / "state"
    state.mkdir()
    with hold(state, BOT):
        done = mailbot("once")
    assert done.code == 75
    assert done.err.count("\n") == 1
    assert waiting.exists()


@pytest.mark.parametrize("command", ["run", "once"])
def test_a_wrong_password_is_one_line_and_78(mailbot: Command, command: str) -> None:
    with strict_imap() as port:
        mailbot.file("mailbot.toml", imap_settings(port))
        done = mailbot(command)
    assert done.code == 78
    *logged, line = done.err.splitlines()
    assert [text.split()[1:3] for text in logged] == (
        [["WARNING", "pictures"], ["INFO", "started"]] if command == "run" else []
    )
    assert "login" in line.lower()
    assert "s3cret" not in line


def test_a_server_that_is_down_is_one_line_and_75(mailbot: Command) -> None:
    mailbot.file("mailbot.toml", imap_settings(free_port()))
    done = mailbot("once")
    assert done.code == 75
    [line] = done.err.splitlines()
    assert HOST in line


def test_the_service_waits_for_a_server_that_is_down(mailbot: Command) -> None:
    mailbot.file("mailbot.toml", imap_settings(free_port()))
    with mailbot.started("run") as service:
        assert any("next try in" in line for line in iter(service.line, ""))
        assert service.stop().code == 0


def test_a_second_service_says_that_the_mailbox_is_held(mailbot: Command) -> None:
    mailbot.settings(more=f"[watch]\nmetrics_port = {free_port()}")
    with mailbot.started("run") as service:
        until((mailbot.home / "state" / f"{BOT}.lock").exists, "no start")
        until(lambda: mailbot("status").out.startswith(BOT), "no first pass")
        second = mailbot("run")
        assert second.code == 75
        assert second.err.splitlines()[-1].endswith(f"another worker holds {BOT}")
        assert service.stop().code == 0


def test_a_damaged_ledger_is_noticed_at_the_start(mailbot: Command) -> None:
    mailbot.settings()
    for number in range(3):
        mailbot.file(f"letters/{number}.eml", letter(subject=f"No. {number}"))
    assert mailbot("once").code == 0
    ledger = mailbot.home / "state" / "mailbot.sqlite3"
    pages = bytearray(ledger.read_bytes())
    size = 4096
    for page in range(3, len(pages) // size):  # a disk that lost what it was given
        pages[page * size : page * size + 200] = bytes(200)
    ledger.write_bytes(pages)
    done = mailbot("once")
    assert done.code == 78
    assert "damaged" in done.err
    assert "restore it from a backup, or move it away" in done.err


@cases("text, wrong")
def test_wrong_settings_exit_with_78(mailbot: Command, text: str, wrong: str) -> None:
    mailbot.file("mailbot.toml", text)
    done = mailbot("once")
    assert (done.code, len(done.err.splitlines())) == (78, 1)
    assert wrong in done.err


def test_without_tesseract_nothing_runs(mailbot: Command, open_picture: bytes) -> None:
    mailbot.settings()
    waiting = mailbot.file("letters/1.eml", letter("below", picture=open_picture))
    done = mailbot("once", env={"PATH": str(mailbot.home)})
    assert done.code == 69
    assert "apt-get install tesseract-ocr" in done.err
    assert waiting.exists()
    assert mailbot("once").code == 0
    assert len(mailbot.replies) == 1


@pytest.mark.parametrize("dry", [(), ("--dry-run",)])
def test_the_service_needs_tesseract(mailbot: Command, dry: tuple[str, ...]) -> None:
    mailbot.settings()
    done = mailbot("run", *dry, env={"PATH": str(mailbot.home)})
    assert done.code == 69
    assert "apt-get install tesseract-ocr" in done.err
    assert "started" not in done.err


def test_a_secret_never_reaches_a_child(mailbot: Command) -> None:
    mailbot.settings()
    mailbot.file("letters/1.eml", letter())
    secret = {"MAILBOT_INBOX__PASSWORD": "s3cret"}
    with mailbot.started("run", env=secret) as service:
        until(lambda: mailbot.replies, "no reply")
        threads = Path(f"/proc/{service.pid}/task").iterdir()
        environments = [
            environment_of(child)
            for thread in threads
            for child in (thread / "children").read_text().split()
        ]
        assert service.stop().code == 0
    assert environments
    assert not [e for e in environments if b"s3cret" in e]


def environment_of(process: str) -> bytes:
    """What a process was started with; nothing where it is closed to its own user."""
    try:
        return Path(f"/proc/{process}/environ").read_bytes()
    except PermissionError:
        assert os.geteuid(), "root reads the environment of every process"
        return b""
