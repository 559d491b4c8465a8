"""`mailbot check`: everything tried, each line ok or what to do; and `login`."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from email import message_from_bytes
from pathlib import Path

import pytest

from mailbot.cli.commands.check import _sandbox, behind
from mailbot.ledger import Ledger
from mailbot.settings import load
from tests.cases import cases_of
from tests.cli.command import BOT, Command
from tests.cli.test_service import imap_settings, strict_imap
from tests.house import NOBODY
from tests.pool.instances import listening
from tests.sample_letters import PUZZLE
from tests.servers.daemon import free_port

cases = cases_of(__file__)

VOUCHED = 'authserv_id = "mx.bots.example"'


def test_what_is_well_is_ok_and_nothing_is_sent(mailbot: Command) -> None:
    mailbot.settings(top=VOUCHED)
    done = mailbot("check")
    assert done.code == 0, done.out
    told = [line for line in done.lines if not line.strip().startswith("->")]
    marks = {line.split()[1]: line.split()[0] for line in told}
    assert marks.pop("user") == ("ok" if os.geteuid() else "warn")
    assert set(marks.values()) == {"ok"}
    assert {"address", "senders", "state", "ledger", "clock", "reading"} <= set(marks)
    assert {"inbox", "outbox"} <= set(marks)
    assert mailbot.replies == []


def test_a_letter_is_sent_if_asked_for(mailbot: Command) -> None:
    mailbot.settings()
    done = mailbot("check", "--send-to", "ada@people.example")
    assert done.code == 0
    assert "the solution comes within a minute" in done.out
    assert "from before the first start is left alone" in done.out
    [sent] = mailbot.replies
    message = message_from_bytes(sent.read_bytes())
    assert (message["To"], message["From"]) == ("ada@people.example", f"Sudoku <{BOT}>")


def test_nothing_set_is_78_and_all_lines_are_told(mailbot: Command) -> None:
    done = mailbot("check")
    assert done.code == 78
    failed = [line.split()[1] for line in done.lines if line.startswith("FAIL")]
    assert failed == ["address", "inbox", "outbox"]


def test_without_a_settings_file_the_places_are_told(mailbot: Command) -> None:
    told = mailbot("check").out
    assert "not set: no settings file was found (mailbot.toml, ~/.config" in told
    assert "~/.config/mailbot/mailbot.toml" in mailbot("once").err


def test_a_state_folder_that_cannot_be_written_is_78(mailbot: Command) -> None:
    mailbot.settings()
    mailbot("check")
    state = mailbot.home / "state"
    state.chmod(0o500)
    done = mailbot("check")
    once = mailbot("once")
    state.chmod(0o700)
    assert (done.code, "cannot be written" in done.out) == (78, True)
    assert (once.code, "cannot be written" in once.err) == (78, True)


@contextmanager
def closed(folder: Path) -> Iterator[Path]:
    """A path in a folder into which the user of the command may not look."""
    folder.mkdir()
    folder.chmod(0)
    try:
        yield folder / "inside"
    finally:
        folder.chmod(0o700)


@cases("settings, told")
def test_a_closed_folder_is_told(settings: str, told: str, mailbot: Command) -> None:
    with closed(mailbot.home / "closed") as path:
        mailbot.file("mailbot.toml", f'address = "{BOT}"\n{settings.format(path)}')
        done = mailbot("check")
    assert (done.code, done.err) == (78, "")
    assert told.format(path) in done.out


def test_closed_settings_hinder_no_command_that_needs_none(mailbot: Command) -> None:
    """As /etc/mailbot is, where only the service may look into it."""
    puzzle = mailbot.file("puzzle.txt", PUZZLE)
    with closed(mailbot.home / ".config") as path:
        assert mailbot("solve", puzzle).code == 0
        done = mailbot("--config", path, "solve", puzzle)
        without = mailbot("check")
    assert (done.code, "Permission denied" in done.err) == (78, True)
    closed_to = f"mailbot/mailbot.toml); this user cannot read {path.parent}/mailbot"
    assert (without.code, closed_to in without.out) == (78, True)


@cases("received, told")
def test_a_clock_behind_the_server_is_warned_of(received: str, told: str) -> None:
    older = "Received: from a by x; Sun, 29 Nov 2026 18:00:00 +0000"
    head = f"Received: {received}\r\n{older}\r\nSubject: x\r\n".encode()
    result = behind(datetime(2026, 11, 28, 17, 0, tzinfo=UTC), [head, b"To: x\r\n"])
    assert told in result.text if told and result else not (told or result)


def test_what_others_may_write_is_refused_by_name(mailbot: Command) -> None:
    """They could have commands run, or letters answered as they like."""
    file = mailbot.settings()
    (mailbot.home / "state").mkdir(mode=0o700)
    for path in (file, mailbot.home / "state"):
        before = path.stat().st_mode
        path.chmod(before | 0o002)
        for command in ("once", "status"):
            done = mailbot(command)
            assert done.code == 78
            assert f"{path} can be written by another user" in done.err
        path.chmod(before)
    assert mailbot("once").code == 0


def test_what_a_person_should_read_of_the_server_is_told(mailbot: Command) -> None:
    mailbot.settings(top=VOUCHED)
    assert mailbot("once").code == 0
    told = "cannot make the folder a//b: create failed: Invalid mailbox name"
    with Ledger.open(mailbot.home / "state/mailbot.sqlite3", BOT) as ledger:
        ledger.note(told, datetime.now(UTC))
    done = mailbot("check")
    assert (done.code, f"warn  server     {told}" in done.lines) == (0, True)
    assert told in mailbot("status").out


def test_a_wrong_password_is_78(mailbot: Command) -> None:
    with strict_imap() as port:
        mailbot.file("mailbot.toml", imap_settings(port))
        done = mailbot("check")
    assert done.code == 78
    assert "FAIL  inbox" in done.out
    assert "s3cret" not in done.out + done.err


def test_a_server_that_is_down_is_78(mailbot: Command) -> None:
    mailbot.file("mailbot.toml", imap_settings(free_port()))
    done = mailbot("check")
    assert done.code == 78
    [line] = [line for line in done.lines if line.split()[1] == "inbox"]
    assert line.startswith("FAIL  inbox      127.0.0.1 port ")
    assert ": Connection refused; nothing listens there" in line
    assert not done.lines[done.lines.index(line) + 1].strip().startswith("->")


REFUSED = ["tcp://192.0.2.1:8786", "tls://127.0.0.1:1"]


@pytest.mark.parametrize("address", REFUSED)
def test_a_cluster_is_refused_as_by_once(mailbot: Command, address: str) -> None:
    mailbot.settings()
    cluster = {"MAILBOT_POOL__DASK": address}
    once, done = mailbot("once", env=cluster), mailbot("check", env=cluster)
    assert (once.code, done.code) == (78, 78)
    why = once.err.strip().removeprefix("mailbot: ")
    assert f"FAIL  dask       {why}" in done.lines


@pytest.mark.parametrize(("lost", "code"), [("local", 0), ("wait", 78)])
def test_a_lost_scheduler_matters_alone(mailbot: Command, lost: str, code: int) -> None:
    mailbot.settings(top=VOUCHED)
    address = f"tcp://127.0.0.1:{free_port()}"
    cluster = {"MAILBOT_POOL__DASK": address, "MAILBOT_POOL__DASK_LOST": lost}
    done = mailbot("check", env=cluster)
    assert done.code == code
    [line] = [line for line in done.lines if line.split()[1] == "dask"]
    mark = "FAIL" if code else "warn"
    assert line == f"{mark:5} dask       no dask scheduler at {address}"


USERS = [os.geteuid()] if os.geteuid() else [0, NOBODY]


@pytest.mark.parametrize("user", USERS)
def test_it_tells_readers_user(user: int, monkeypatch: pytest.MonkeyPatch) -> None:
    with listening(user) as path:
        monkeypatch.setenv("MAILBOT_POOL__SOCKET", path)
        told = _sandbox(load(None))
    assert told.code == 0
    if user == os.geteuid():
        assert told.text == f"{path}: readers run as this same user"
        assert told.advice
    else:
        assert told.text.endswith("processes; as another user")
        assert not told.advice


@cases("command, top, env, code, told")
def test_what_is_amiss_is_told(  # {home} is the folder of the settings
    command: str,
    top: str,
    env: dict[str, str],
    code: int,
    told: tuple[str, ...],
    mailbot: Command,
) -> None:
    mailbot.settings(top=top)
    there = {name: value.format(home=mailbot.home) for name, value in env.items()}
    done = mailbot(command, env=there)
    assert done.code == code
    assert [line for line in told if line not in (done.out or done.err)] == []


SENDMAIL = """\
#!/bin/sh
# Gives letters to the mailbox, but for those of an empty sender where it loses them.
sender=$3
[ "$sender" = "{lost}" ] && {{ cat >/dev/null; exit {code}; }}
cat > "{home}/letters/new/$(date +%N).x"
"""


def sendmail(mailbot: Command, *, lost: str, code: int = 0) -> None:
    """A Maildir, and a program that brings it what it is given."""
    for part in ("new", "cur", "tmp"):
        (mailbot.home / "letters" / part).mkdir(parents=True)
    program = SENDMAIL.format(home=mailbot.home, lost=lost, code=code)
    path = mailbot.file("bin/sendmail", program)
    path.chmod(0o755)
    mailbot.file(
        "mailbot.toml",
        f"""\
address = "{BOT}"
state = "{mailbot.home}/state"
[inbox]
kind = "maildir"
path = "{mailbot.home}/letters"
[outbox]
kind = "sendmail"
command = "{path}"
""",
    )


def test_a_sendmail_program_is_tried_with_a_letter_to_us(mailbot: Command) -> None:
    sendmail(mailbot, lost="nobody")
    done = mailbot("check")
    assert done.code == 0, done.out
    assert "a letter to ourselves came back" in done.out
    [letter] = (mailbot.home / "letters/new").iterdir()
    assert message_from_bytes(letter.read_bytes())["To"] == BOT
    assert mailbot("once").code == 0
    assert not (mailbot.home / "letters/new").joinpath(letter.name).exists()


def test_a_program_that_loses_empty_senders_is_78(mailbot: Command) -> None:
    sendmail(mailbot, lost="<>")
    done = mailbot("check")
    assert done.code == 78
    assert "loses letters with an empty sender" in done.out
    assert f'-> set outbox.envelope_sender = "{BOT}"' in done.out


def test_a_program_that_refuses_letters_is_78(mailbot: Command) -> None:
    sendmail(mailbot, lost=BOT, code=75)
    path = mailbot.home / "mailbot.toml"
    path.write_text(path.read_text() + f'envelope_sender = "{BOT}"\n')
    done = mailbot("check")
    assert (done.code, "FAIL  outbox" in done.out) == (78, True)
