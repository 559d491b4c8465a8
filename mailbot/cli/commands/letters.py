"""`mailbot reply`: a letter in, the reply out; nothing sent or remembered."""

import sys
from time import perf_counter

import click

from mailbot.cli.answering import Answering
from mailbot.cli.files import NoFile, read_bytes
from mailbot.cli.objects import reply_object
from mailbot.cli.options import now, open_pool, respond_options, settings_of
from mailbot.cli.output import say, say_json
from mailbot.errors import MissingTool, SenderFault
from mailbot.mail.message.writing import write
from mailbot.model import (
    Address,
    Defer,
    MessageKey,
    Outcome,
    Quarantine,
    RawMail,
    Respond,
)

NO_REPLY = 3


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="One object a file.")
@click.option("--raw", is_flag=True, help="The message itself, also at a terminal.")
@click.pass_context
def reply(
    context: click.Context, files: tuple[str, ...], as_json: bool, raw: bool
) -> None:
    """Answer letters from FILEs (- for stdin) on stdout; send nothing.

    A terminal shows the text of a reply; a file or another program gets the message.
    """
    readable = sys.stdout.isatty() and not raw
    settings = settings_of(context)
    options = respond_options(settings)
    sender = Address(settings.name, settings.address or "mailbot@localhost")
    code = 0
    with open_pool(settings, children=1) as pool:
        answering = Answering(pool, options)
        for file in files:
            started, moment = perf_counter(), now()
            outcome: Outcome
            try:
                letter = RawMail(MessageKey("file", 0, 0), read_bytes(file), moment)
                outcome = answering.respond(letter, moment).result()
            except (SenderFault, NoFile) as fault:
                outcome = Quarantine(str(fault))
            except MissingTool as error:
                outcome, code = Defer(moment, str(error)), error.exit_code
            message = None
            if isinstance(outcome, Respond):
                message = write(outcome.reply, sender, moment)
            else:
                code = max(code, NO_REPLY)
                say(f"{file}: no reply: {outcome.why}", err=True)
            if as_json:
                seconds = perf_counter() - started
                say_json(reply_object(file, seconds, outcome, message))
            elif message and isinstance(outcome, Respond):
                if readable:
                    say(f"Subject: {outcome.reply.subject}\n\n{outcome.reply.text}")
                else:
                    click.echo(message, nl=False)
    context.exit(code)
