"""`mailbot reply`: a letter in, the reply out; nothing sent or remembered."""

from time import perf_counter

import click

from mailbot.cli.files import read_bytes
from mailbot.cli.objects import print_line, reply_object
from mailbot.cli.wiring import now, open_pool, respond_options
from mailbot.errors import SenderFault
from mailbot.mail.message import write
from mailbot.model import (
    Address,
    MessageKey,
    Outcome,
    Quarantine,
    RawMail,
    Respond,
)
from mailbot.pool import answer
from mailbot.settings import load

NO_REPLY = 3


@click.command()
@click.argument("files", nargs=-1, required=True, metavar="FILE...")
@click.option("--json", "as_json", is_flag=True, help="One object a file.")
@click.pass_context
def reply(context: click.Context, files: tuple[str, ...], as_json: bool) -> None:
    """Answer letters from FILEs (- for stdin) on stdout; send nothing."""
    settings = load(context.obj)
    options = respond_options(settings)
    sender = Address(settings.name, settings.address or "mailbot@localhost")
    code = 0
    with open_pool(settings, children=1) as pool:
        for file in files:
            started = perf_counter()
            data, moment = read_bytes(file), now()
            raw = RawMail(MessageKey("file", 0, 0), data, moment)
            outcome: Outcome
            try:
                outcome = pool.submit(answer, raw, options, moment).result()
            except SenderFault as fault:
                outcome = Quarantine(str(fault))
            seconds = perf_counter() - started
            message = (
                write(outcome.reply, sender, moment)
                if isinstance(outcome, Respond)
                else None
            )
            if as_json:
                click.echo(print_line(reply_object(file, seconds, outcome, message)))
            elif message:
                click.echo(message, nl=False)
            if message is None:
                code = NO_REPLY
                click.echo(f"{file}: no reply: {outcome.why}", err=True)
    context.exit(code)
