"""`mailbot config`: prints the ready-made settings files of the folder `config`."""

from pathlib import Path

import click

PACKAGED = Path(__file__).parents[2] / "settings" / "templates"
"""Where a wheel holds the files (see pyproject.toml)."""

_FOLDER = PACKAGED if PACKAGED.is_dir() else Path(__file__).parents[3] / "config"
_FILES = {path.stem: path for path in sorted(_FOLDER.glob("*.toml"))}
_EVERY_SETTING = "mailbot"


@click.command()
@click.argument("name", type=click.Choice(list(_FILES)), default=_EVERY_SETTING)
def config(name: str) -> None:
    """Print a settings file to begin with.

    NAME is the kind of mail server; without it, every setting with its default.
    """
    click.echo(_FILES[name].read_text("utf-8"), nl=False)
