"""The command `mailbot`. Its options, output and exit codes are a stable interface.

A subcommand is imported when it is called, so that `mailbot once` never loads what
only `mailbot read` needs; `COMMANDS` names the module of each. The modules:

    service    run, once: the service
    demo       demo, with the sample letters of `samples`
    letters    reply: a letter in, the reply out
    read       read: what pictures, documents, mails and text hold
    solve      solve: puzzles as text; `batch` solves one puzzle a line
    new        new: makes puzzles
    check      check: tries the settings and everything that they name; `trust` asks
               whom the service believes, and who could read its secrets
    memory     status, show, retry, forget, resume: what the ledger knows
    login      login: OAuth2
    templates  config: the ready-made settings files

They share `files` (FILE arguments), `shapes` (--shape), `objects` (what `--json`
prints), `codes` (exit codes), `options` (takes the settings apart), `wiring` (makes the
parts of the service from them) and `mail` (makes inbox and outbox). A new subcommand is
a line in `COMMANDS` and a function in the module that it names.
"""

import importlib
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from mailbot.cli.output import say
from mailbot.errors import MailbotError

COMMANDS = {
    "run": "mailbot.cli.service",
    "once": "mailbot.cli.service",
    "demo": "mailbot.cli.demo",
    "reply": "mailbot.cli.letters",
    "read": "mailbot.cli.read",
    "solve": "mailbot.cli.solve",
    "new": "mailbot.cli.new",
    "check": "mailbot.cli.check",
    "status": "mailbot.cli.memory",
    "show": "mailbot.cli.memory",
    "retry": "mailbot.cli.memory",
    "forget": "mailbot.cli.memory",
    "resume": "mailbot.cli.memory",
    "login": "mailbot.cli.login",
    "config": "mailbot.cli.templates",
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
    try:
        mailbot.main(arguments, prog_name="mailbot")
    except MailbotError as error:
        say(f"mailbot: {error}", err=True)
        sys.exit(error.exit_code)
