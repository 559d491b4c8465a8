"""`mailbot config`: the ready-made settings files, in a checkout and from a wheel."""

import tomllib
from pathlib import Path

import pytest

from mailbot.cli.commands import templates
from mailbot.settings.load import checked
from tests.cli.command import Command

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
def test_a_password_file_beside_the_settings_serves_by_hand(
    file: Path, tmp_path: Path
) -> None:
    """The README's order: a file `password` beside the settings, then `check`."""
    settings = checked(tomllib.loads(file.read_text()), tmp_path)
    for login in (settings.inbox, settings.outbox):
        uses_password = login.kind in {"imap", "smtp"} and not login.oauth
        wanted = tmp_path / "password" if uses_password and login.host else None
        assert login.password_file == wanted
