"""The script `mailbot` itself, which the other tests of commands do not start."""

import subprocess
from pathlib import Path

import pytest

from mailbot.cli import COMMANDS
from tests.cli.command import MAILBOT, SEVERAL

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
