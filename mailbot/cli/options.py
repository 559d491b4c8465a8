"""Takes the settings apart: the options, folders and limits of each part.

Kept apart from `wiring`, so that commands without a mailbox do not load what speaks to
one: that would take them a third of their time.
"""

import os
from collections.abc import Callable
from datetime import UTC, datetime
from math import ceil
from pathlib import Path

import click

from mailbot.errors import BadSettings
from mailbot.options import PolicyOptions, ReadingOptions, RespondOptions
from mailbot.pool import FILE_CALLS, LocalPool, PoolOptions, ignore
from mailbot.settings import (
    WRITTEN,
    Settings,
    anybody_writes,
    find_file,
    forget_secrets,
    load,
    no_file_found,
)


def settings_of(context: click.Context) -> Settings:
    """The settings; their secrets are then removed from the environment for children.

    Raises:
        BadSettings: see `settings.load`.
    """
    settings = load(context.obj)
    forget_secrets()
    return settings


def mailbox_settings(context: click.Context) -> Settings:
    """The settings of somebody who has a mailbox.

    Raises:
        BadSettings: no address is set; and see `settings.load`.
    """
    settings = settings_of(context)
    if not settings.address:
        why = no_file(context) or "set address, or MAILBOT_ADDRESS"
        raise BadSettings(f"which mailbox is ours? The address is not set: {why}")
    return settings


def no_file(context: click.Context) -> str:
    """That no settings file was found; "" if one was."""
    if find_file(context.obj):
        return ""
    return f"{no_file_found()}; `mailbot config` prints one to begin with"


def now() -> datetime:
    """The present moment, aware."""
    return datetime.now(UTC)


def state_place(settings: Settings) -> Path:
    """Where the state directory is, or will be.

    Raises:
        BadSettings: it is below a home folder that is not known.
    """
    return _expanded("state", settings.state)


def _expanded(name: str, path: Path) -> Path:
    try:
        return path.expanduser()
    except RuntimeError as error:
        raise BadSettings(f"{name}: no home folder is known for {path}") from error


def state_folder(settings: Settings) -> Path:
    """The state directory, made if need be, for its owner only.

    Raises:
        BadSettings: it cannot be made or written, or others may write into it: they
            could have us forget whom we answered, or answer to whom they like.
    """
    folder = state_place(settings)
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except FileExistsError as error:
        raise BadSettings(f"state: {folder} is no folder") from error
    except OSError as error:
        raise BadSettings(f"state: cannot make {folder}: {error.strerror}") from error
    if not os.access(folder, os.W_OK | os.X_OK):
        raise BadSettings(
            f"state: {folder} cannot be written: give it to the user of the service "
            f"(chown {os.geteuid()} {folder}), or be that user"
        )
    owners = (0, os.geteuid())
    # Root may look at the state of the service, which is another user's.
    foreign = os.geteuid() != 0 and folder.stat().st_uid not in owners
    if foreign or anybody_writes(folder):
        remedy = f"chown {os.geteuid()} {folder}; chmod 700 {folder}"
        raise BadSettings(f"state: {folder} {WRITTEN}: {remedy}")
    return folder


def ledger_path(settings: Settings) -> Path:
    """The ledger's file."""
    return state_folder(settings) / _expanded("ledger.path", settings.ledger.path)


def pool_options(settings: Settings, children: int) -> PoolOptions:
    """The limits of the child process that reads a letter."""
    pool = settings.pool
    return pool.options(
        PoolOptions,
        children=children,
        cpu_seconds=ceil(pool.seconds),
        seconds=pool.hang_seconds,
        memory=pool.memory_mb << 20,
    )


def open_pool(
    settings: Settings, children: int, on_loss: Callable[[str], None] = ignore
) -> LocalPool:
    """A pool of child processes on this machine; close it by `with`."""
    return LocalPool(pool_options(settings, children), on_loss=on_loss)


def open_file_reader(settings: Settings) -> LocalPool:
    """A pool of one child, which reads FILEs and no letters; close it by `with`."""
    return LocalPool(pool_options(settings, children=1), FILE_CALLS)


def reading_options(settings: Settings) -> ReadingOptions:
    """The limits on what is read in a letter."""
    pixels = settings.reading.megapixels * 1_000_000
    return settings.reading.options(ReadingOptions, pixels=pixels)


def respond_options(settings: Settings, address: str = "") -> RespondOptions:
    """The options of `respond`; `address` where it is not the first mailbox's."""
    ours = address or settings.address
    ask = settings.answer
    return RespondOptions(
        address=ours,
        language=ask.language,
        policy=ask.options(
            PolicyOptions,
            addresses=tuple(filter(None, (ours, *settings.aliases))),
            authserv_id=settings.authserv_id,
            relays=settings.relays,
            providers=settings.caps.providers,
        ),
        reading=reading_options(settings),
        timed=True,
    )
