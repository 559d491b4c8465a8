"""`mailbot login`: a person logs in once, by OAuth2."""

import sys
from io import TextIOWrapper

import click

from mailbot.cli.mail import oauth_options
from mailbot.cli.options import no_file, settings_of, state_folder
from mailbot.cli.output import say
from mailbot.errors import BadSettings
from mailbot.mail.oauth.login import TokenSource
from mailbot.settings import mailboxes


@click.command()
@click.pass_context
def login(context: click.Context) -> None:
    """Log in where the settings ask for OAuth2.

    The tokens are kept for the service.
    """
    # Google's library prints the address: without a terminal it would stay unseen.
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
    settings = settings_of(context)
    state = state_folder(settings)
    asked = {
        oauth_options(part, mailbox.address, state)
        for mailbox in mailboxes(settings)
        for part in (mailbox.inbox, mailbox.outbox)
        if part.oauth
    }
    if not asked:
        why = 'no mailbox has oauth = "google" or "microsoft"'
        raise BadSettings("; ".join(filter(None, [why, no_file(context)])))
    for options in sorted(asked, key=lambda options: str(options.file)):
        TokenSource(options).log_in(say)
        say(f"logged in as {options.user}")
