"""`mailbot run` and `mailbot once`: the service, and one pass of it."""

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from threading import Event

import click

from mailbot.cli.wiring import Household, open_household
from mailbot.errors import MailbotError
from mailbot.settings import load
from mailbot.worker import Mailroom, Service, rehearse, run_once


@click.command()
@click.option("--dry-run", is_flag=True, help="Compose and log; send and mark nothing.")
@click.pass_context
def run(context: click.Context, dry_run: bool) -> None:
    """Answer letters until told to stop (SIGTERM finishes the letter in hand)."""
    with open_household(load(context.obj)) as household:
        service = Service(_rooms(household, dry_run))
        with _on_signal(service.stop):
            household.manager.ready()
            service.run()
            household.manager.stopping()


@click.command()
@click.option("--dry-run", is_flag=True, help="Compose and log; send and mark nothing.")
@click.pass_context
def once(context: click.Context, dry_run: bool) -> None:
    """Make one pass over the mailboxes, then end: for cron and timers."""
    with open_household(load(context.obj)) as household:
        stop, troubles = Event(), list[MailbotError]()
        with _on_signal(stop.set):
            for room in _rooms(household, dry_run):
                # One mailbox that cannot be reached is no reason to leave the others.
                try:
                    run_once(room, stop.is_set)
                except MailbotError as error:
                    troubles.append(error)
        if troubles:
            raise max(troubles, key=lambda error: error.exit_code)


def _rooms(household: Household, dry_run: bool) -> Sequence[Mailroom]:
    if dry_run:
        return [rehearse(room) for room in household.rooms]
    return household.rooms


@contextmanager
def _on_signal(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` at SIGTERM or Ctrl-C; the signals are as before afterwards."""
    before = {
        number: signal.signal(number, lambda *_: stop())
        for number in (signal.SIGTERM, signal.SIGINT)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
