"""Makes the parts of the service from the settings, and joins them."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from importlib.util import find_spec
from typing import TYPE_CHECKING

from msgspec import Struct

from mailbot.cli.answering import Answering
from mailbot.cli.mail import make_inbox, make_outbox
from mailbot.cli.options import (
    ledger_path,
    now,
    open_pool,
    pool_options,
    respond_options,
)
from mailbot.errors import BadSettings
from mailbot.ledger import Caps, Ledger, LedgerOptions
from mailbot.mail.ports import Side
from mailbot.model import Address
from mailbot.pool import FleetOptions, LocalPool, Pool, ignore
from mailbot.settings import Settings, mailboxes
from mailbot.settings.schema import MailboxSettings
from mailbot.watch.logs import configure
from mailbot.watch.observer import Observer
from mailbot.worker import Mailroom, WorkerOptions

if TYPE_CHECKING:
    from mailbot.pool.cluster.fleet import Fleet


class Household(Struct, frozen=True):
    """All that `run` and `once` need: the mailboxes, opened, and who reads letters."""

    rooms: Sequence[Mailroom]
    pool: "LocalPool | Fleet"


@contextmanager
def open_household(settings: Settings, observer: Observer) -> Iterator[Household]:
    """Open all mailboxes of the settings, with their ledger and their pool.

    Raises:
        BadSettings: something is missing or wrong.
    """
    configure(settings.log.format, settings.log.level, settings.log.private, sys.stderr)
    with ExitStack() as stack:
        # On this machine one child more than `pool.children` is for letters of text.
        pool = (
            make_fleet(settings, observer.lost_reader)
            if settings.pool.dask
            else open_pool(settings, settings.pool.children + 1, observer.lost_reader)
        )
        stack.enter_context(pool)
        rooms = [
            stack.enter_context(open_room(settings, mailbox, pool, observer))
            for mailbox in mailboxes(settings)
        ]
        yield Household(rooms, pool)


def make_fleet(settings: Settings, on_loss: Callable[[str], None] = ignore) -> "Fleet":
    """The dask cluster that the settings name, not yet connected.

    Raises:
        BadSettings: it may not be used like this, or dask is not installed.
    """
    pool = settings.pool
    if find_spec("distributed") is None:
        raise BadSettings(
            "pool.dask needs more: deploy/setup.sh --with fleet, or pip install "
            "'sudoku-mailbot[fleet]'"
        )
    from mailbot.pool.cluster.fleet import Fleet

    limits = pool_options(settings, pool.children)
    return Fleet(fleet_options(settings), limits, on_loss=on_loss)


def fleet_options(settings: Settings) -> FleetOptions:
    """Where the dask cluster is, and how it is reached."""
    pool = settings.pool
    return FleetOptions(
        pool.dask,
        pool.dask_ca_file,
        pool.dask_cert_file,
        pool.dask_key_file,
        fall_back=pool.dask_lost == "local",
    )


def ledger_options(settings: Settings) -> LedgerOptions:
    """What the ledger remembers, and how many replies it grants."""
    return settings.ledger.options(
        LedgerOptions,
        older_mail=settings.answer.older_mail,
        caps=settings.caps.options(Caps),
    )


def worker_options(settings: Settings, mailbox: MailboxSettings) -> WorkerOptions:
    """How the worker of one mailbox goes about it.

    For each child one letter is handed to the pool, and one to come. As many letters
    with pictures are read at a time as there are children; on this machine there is one
    child more, so that text never waits for pictures.
    """
    pool, outbox = settings.pool, mailbox.outbox
    sends = outbox.kind != "spool" and outbox.keep_copy != "drafts"
    return WorkerOptions(
        in_flight=pool.dask_letters if pool.dask else 2 * pool.children,
        pictures=pool.dask_letters if pool.dask else pool.children,
        letter_bytes=settings.reading.letter_mb << 20,
        attempts=settings.pool.attempts,
        drafts=mailbox.outbox.keep_copy == "drafts",
        copies=sends and outbox.self_copy,
    )


@contextmanager
def open_room(
    settings: Settings, mailbox: MailboxSettings, pool: Pool, observer: Observer
) -> Iterator[Mailroom]:
    """One mailbox and all that serves it; its ledger is closed at the end."""
    path = ledger_path(settings)
    options = respond_options(settings, mailbox.address)
    logins = _logins(mailbox)
    with Ledger.open(path, mailbox.address, ledger_options(settings)) as ledger:
        worked = {side: ledger.has_worked(side, logins.get(side)) for side in Side}
        inbox = make_inbox(mailbox, path.parent, login_worked=worked[Side.IN])
        outbox = make_outbox(mailbox, path.parent, login_worked=worked[Side.OUT])
        answering = Answering(pool, options, ledger.recall)
        yield Mailroom(
            inbox=inbox,
            outbox=outbox,
            ledger=ledger,
            sender=Address(settings.name, mailbox.address),
            ask=answering.ask,
            apologise=answering.apologise,
            clock=now,
            locks=path.parent,
            logins=logins,
            options=worker_options(settings, mailbox),
            events=observer,
        )


def _logins(mailbox: MailboxSettings) -> dict[Side, str]:
    """The user and the server of each side, and what is opened there.

    A side without a server has no login.
    """
    inbox, outbox, logins = mailbox.inbox, mailbox.outbox, dict[Side, str]()
    if inbox.host:
        who = inbox.user or mailbox.address
        logins[Side.IN] = f"{who} at {inbox.host}, {inbox.mailbox}"
    if outbox.host:
        logins[Side.OUT] = f"{outbox.user or mailbox.address} at {outbox.host}"
    return logins
