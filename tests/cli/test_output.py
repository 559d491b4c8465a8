"""The script `mailbot`, and what reaches the terminal."""

import json
import subprocess
import tomllib
from pathlib import Path

import pytest

from mailbot.cli import COMMANDS
from mailbot.cli.commands import templates
from mailbot.cli.output import say, say_json
from mailbot.settings.load import checked
from tests.cli.command import MAILBOT, SEVERAL, Command

# What reaches the terminal: no control or format character of a stranger.


NASTY = "a\x1b[2J\x9b1m\u202efdp\u2066\u200b\x00\x7f.exe"


def test_text_for_a_person_can_be_seen(capsys: pytest.CaptureFixture[str]) -> None:
    say(f"{NASTY}\n\tb")
    say(NASTY, err=True)
    shown = capsys.readouterr()
    assert shown.out == "a[2J1mfdp.exe\n\tb\n"
    assert shown.err == "a[2J1mfdp.exe\n"


def test_json_has_only_visible_characters(capsys: pytest.CaptureFixture[str]) -> None:
    say_json({"name": f"{NASTY}\u00fc"})
    line = capsys.readouterr().out
    assert line.strip().isprintable()
    assert json.loads(line) == {"name": f"{NASTY}\u00fc"}


def test_the_words_of_a_letter_do_not_control_the_terminal(mailbot: Command) -> None:
    text = "From: ada@home.test\nAuto-Submitted: \u202e\u0085x\n\nhello\n"
    done = mailbot(
        "reply", mailbot.file("a.eml", text), env={"MAILBOT_ADDRESS": "b@c.d"}
    )
    assert done.code == 3
    assert "Auto-Submitted" in done.err
    assert done.err.strip().isprintable()


# The script `mailbot` itself, which the other tests of commands do not start.


ONE_OF_EACH_MODULE = {module: command for command, module in COMMANDS.items()}.values()


@pytest.mark.parametrize("command", ONE_OF_EACH_MODULE)
def test_a_command_loads_all_that_it_uses(command: str) -> None:
    told = subprocess.run([MAILBOT, command, "--help"], capture_output=True, check=True)
    assert told.stdout.startswith(f"Usage: mailbot {command} ".encode())


def test_the_exit_code_of_a_command_is_that_of_the_script(tmp_path: Path) -> None:
    file = tmp_path / "several.txt"
    file.write_text(SEVERAL)
    done = subprocess.run([MAILBOT, "solve", file], capture_output=True, check=False)
    assert (done.returncode, done.stderr) == (5, b"")


# `mailbot config`: the ready-made settings files, in a checkout and from a wheel.


ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "config").glob("*.toml"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_each_file_of_the_folder_can_be_printed(mailbot: Command, file: Path) -> None:
    done = mailbot("config", file.stem)
    assert (done.code, done.out) == (0, file.read_text())


def test_without_a_name_every_setting_is_printed(mailbot: Command) -> None:
    assert mailbot("config").out == (ROOT / "config/mailbot.toml").read_text()


def test_a_name_that_is_none_is_answered_with_the_names(mailbot: Command) -> None:
    done = mailbot("config", "hotmail")
    assert done.code == 2
    assert all(file.stem in done.err for file in FILES)


def test_a_wheel_holds_the_files_where_they_are_looked_for() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    wheel = project["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert ROOT / wheel["force-include"]["config"] == templates.PACKAGED


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_password_file_beside_the_settings_works(file: Path, tmp_path: Path) -> None:
    """The README's order: a file `password` beside the settings, then `check`."""
    settings = checked(tomllib.loads(file.read_text()), tmp_path)
    for login in (settings.inbox, settings.outbox):
        uses_password = login.kind in {"imap", "smtp"} and not login.oauth
        wanted = tmp_path / "password" if uses_password and login.host else None
        assert login.password_file == wanted
