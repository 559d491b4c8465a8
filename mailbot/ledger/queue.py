"""What is to be done next: letters that are due, and letters that are not yet filed."""

from collections.abc import Collection
from datetime import datetime

from mailbot.ledger.account import Account, moment
from mailbot.ledger.letters import OPEN, read_entry
from mailbot.ledger.records import Entry
from mailbot.ledger.states import OPEN as OPEN_STATES
from mailbot.ledger.states import State
from mailbot.ledger.tables import translated

CLOCK_SLACK = 60.0
"""Seconds that the clock may go back before all open letters are due."""


def due(account: Account, now: datetime, limit: int = 50) -> list[Entry]:
    """Open letters that are due, those least often tried first.

    After the clock was set back all open letters are due, because their times were
    taken from the clock as it was before.
    """
    seconds = now.timestamp()
    return _entries(
        account,
        f"account = ? AND {OPEN} AND (due <= ? OR changed > ?) ORDER BY tries, due, id",
        (seconds, seconds + CLOCK_SLACK),
        limit,
    )


def next_due(
    account: Account, after: datetime, states: Collection[State] = OPEN_STATES
) -> datetime | None:
    """When the next open letter in one of the states will be due; None if none is."""
    marks = ", ".join("?" * len(states))
    (due,) = account.ask(
        f"SELECT min(due) FROM letter WHERE account = ? AND {OPEN} "
        f"AND due > ? AND state IN ({marks})",
        account.name,
        after.timestamp(),
        *states,
    )
    return None if due is None else moment(due)


def unfiled(account: Account, limit: int = 50) -> list[Entry]:
    """Settled letters that were not filed yet."""
    return _entries(account, f"account = ? AND filed = 0 AND NOT {OPEN}", (), limit)


def last_filed(account: Account, limit: int = 100) -> list[Entry]:
    """The settled letters that were recorded as filed, those changed last first."""
    # The plus keeps SQLite from sorting all letters of the account.
    last = f"+account = ? AND filed = 1 AND NOT {OPEN} ORDER BY changed DESC"
    return _entries(account, last, (), limit)


def _entries(
    account: Account, where: str, values: tuple[object, ...], limit: int
) -> list[Entry]:
    with translated():
        rows = account.db.execute(
            f"SELECT * FROM letter WHERE {where} LIMIT ?",
            (account.name, *values, limit),
        )
        return [read_entry(row) for row in rows]
