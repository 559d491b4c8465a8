"""The command `mailbot`. Its options, output and exit codes are a stable interface.

A subcommand is imported when it is called, so that `mailbot once` never loads what
only `mailbot read` needs; `COMMANDS` names the module of each, in `commands`. A new
subcommand is a line in `COMMANDS` and a function in the module that it names.

The commands share `files` (FILE arguments, --shape), `objects` (what `--json` prints),
`output` (what is printed, exit codes),
`options` (takes the settings apart), `answering` (both steps of an answer), `wiring`
(makes the parts of the service from the settings), `mail` (makes inbox and outbox) and
`trust` (whom the service believes, and who could read its secrets).
"""

import importlib
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from mailbot.cli.output import say
from mailbot.errors import MailbotError

COMMANDS = {
    "run": "mailbot.cli.commands.service",
    "once": "mailbot.cli.commands.service",
    "demo": "mailbot.cli.commands.demo",
    "reply": "mailbot.cli.commands.letters",
    "read": "mailbot.cli.commands.read",
    "solve": "mailbot.cli.commands.solve",
    "new": "mailbot.cli.commands.new",
    "check": "mailbot.cli.commands.check",
    "status": "mailbot.cli.commands.memory",
    "show": "mailbot.cli.commands.memory",
    "retry": "mailbot.cli.commands.memory",
    "forget": "mailbot.cli.commands.memory",
    "resume": "mailbot.cli.commands.memory",
    "login": "mailbot.cli.commands.login",
    "config": "mailbot.cli.commands.templates",
}


class Commands(click.Group):
    """The subcommands, imported one at a time."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names in the order in which a newcomer meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(
            importlib.import_module(COMMANDS[cmd_name]), cmd_name
        )
        return command


@click.group(cls=Commands)
@click.option(
    "--config",
    type=click.Path(path_type=Path),
    help="The settings file (else ./mailbot.toml, ~/.config/mailbot/, /etc/mailbot/).",
)
@click.version_option(package_name="sudoku-mailbot")
@click.pass_context
def mailbot(context: click.Context, config: Path | None) -> None:
    """A mailbox that solves Sudoku."""
    context.obj = config


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command; a `MailbotError` ends it with one line and an exit code."""
    # A library reads the file that it may name. All our times are in UTC.
    os.environ.pop("TZ", None)
    try:
        mailbot.main(arguments, prog_name="mailbot")
    except MailbotError as error:
        say(f"mailbot: {error}", err=True)
        sys.exit(error.exit_code)
