"""`mailbot run` and `mailbot once`: the service, and one pass of it."""

import shutil
import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from threading import Event, Lock

import click

from mailbot.cli.options import ledger_path, mailbox_settings
from mailbot.cli.trust import pictures_off
from mailbot.cli.wiring import Household, open_household
from mailbot.errors import BadSettings, MailbotError, MissingTool
from mailbot.ledger import Report, hold
from mailbot.settings import Settings, mailboxes, service_manager
from mailbot.watch.metrics import Backlog
from mailbot.watch.observer import Observer
from mailbot.watch.systemd import ServiceManager
from mailbot.worker import Mailroom, Service, rehearse, run_once


@click.command()
@click.option("--dry-run", is_flag=True, help="Compose and log; send and mark nothing.")
@click.pass_context
def run(context: click.Context, dry_run: bool) -> None:
    """Answer letters until told to stop.

    SIGTERM finishes the letter in hand.
    """
    settings = mailbox_settings(context)
    if not settings.pool.dask and shutil.which("tesseract") is None:
        raise MissingTool("Tesseract is not installed: apt-get install tesseract-ocr")
    observer = _observer(settings, dry_run)
    with (
        open_household(settings, observer) as household,
        _rooms(household, dry_run) as rooms,
        ExitStack() as stack,
    ):
        service = Service(rooms)
        if not dry_run:
            _check_free(rooms)
            stack.enter_context(_metrics_served(settings, observer))
        household.pool.start()  # not before: the new process would share the lock

        def stop() -> None:
            observer.manager.stopping()
            service.stop()

        with _on_signal(stop):
            observer.warn()
            for mailbox in mailboxes(settings):
                inbox = mailbox.inbox
                source = inbox.host if inbox.kind == "imap" else str(inbox.path)
                observer.started(mailbox.address, source)
            service.run()
        observer.stopped()


@click.command()
@click.option("--dry-run", is_flag=True, help="Compose and log; send and mark nothing.")
@click.pass_context
def once(context: click.Context, dry_run: bool) -> None:
    """Make one pass over the mailboxes, then end: for cron and timers."""
    settings = mailbox_settings(context)
    stop, troubles = Event(), list[MailbotError]()
    with (
        open_household(settings, _observer(settings, dry_run)) as household,
        _rooms(household, dry_run) as rooms,
        _on_signal(stop.set),
    ):
        for room in rooms:
            # The other mailboxes are served even if this one cannot be reached.
            try:
                run_once(room, stop.is_set)
            except MailbotError as error:
                troubles.append(error)
    if troubles:
        raise max(troubles, key=lambda error: error.exit_code)


@contextmanager
def _rooms(household: Household, dry_run: bool) -> Iterator[Sequence[Mailroom]]:
    """The mailboxes to serve; copies of them, that change nothing, for a dry run."""
    with ExitStack() as stack:
        if dry_run:
            yield [stack.enter_context(rehearse(room)) for room in household.rooms]
        else:
            yield household.rooms


def _check_free(rooms: Sequence[Mailroom]) -> None:
    """Leave at once if another mailbot serves one of the mailboxes.

    Its port would be taken, too, but that would tell less.
    """
    for room in rooms:
        if room.locks:
            with hold(room.locks, room.inbox.name):
                pass


def _observer(settings: Settings, dry_run: bool) -> Observer:
    """The observer; that of a dry run, which may run beside the service, only logs."""
    warnings = list(filter(None, [pictures_off(settings)]))
    if dry_run:
        return Observer(warnings=warnings)
    manager = ServiceManager(service_manager())
    health = settings.watch.health_file
    return Observer(manager=manager, health=health, warnings=warnings)


@contextmanager
def _metrics_served(settings: Settings, observer: Observer) -> Iterator[None]:
    """Serve the metrics, if the settings name a port; the queue is the ledger's."""
    watch = settings.watch
    if not watch.metrics_port:
        yield
        return
    lock = Lock()
    with Report.open(ledger_path(settings)) as report, ExitStack() as stack:

        def count() -> Backlog:
            with lock:  # each request is served in a thread of its own
                return report.backlog()

        address, port = watch.metrics_address, watch.metrics_port
        try:
            stack.enter_context(observer.metrics.serving(address, port, count))
        except OSError as error:
            raise BadSettings(f"watch.metrics_port: {error.strerror}") from error
        yield


@contextmanager
def _on_signal(stop: Callable[[], None]) -> Iterator[None]:
    """Call `stop` at SIGTERM, Ctrl-C or SIGHUP; afterwards restore the handlers."""
    before = {
        number: signal.signal(number, lambda *_: stop())
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP)
    }
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
