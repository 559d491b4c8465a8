"""The two sides of a mailbox: what keeps the worker from one, and which login worked.

The worker writes it down, so that `mailbot status`, another process, can tell it.
"""

import sqlite3
from datetime import datetime, timedelta

from mailbot.ledger.account import Account, moment
from mailbot.ledger.records import Outage
from mailbot.ledger.states import State
from mailbot.ledger.tables import transaction, translated
from mailbot.mail.ports import Side

_LONG = timedelta(minutes=5)
"""How long an outage is at least whose end makes all replies due. A server that takes
one reply now and then, and puts off the others, is not asked for each of them anew."""


def begin_outage(account: Account, side: Side, why: str, now: datetime) -> None:
    """Record why a side cannot be used; an outage begins with its first reason."""
    with transaction(account.db, lasting=False) as db:
        db.execute(
            "INSERT INTO side (account, side, since, why) VALUES (?, ?, ?, ?) "
            "ON CONFLICT (account, side) DO UPDATE SET "
            "since = ifnull(since, excluded.since), why = excluded.why",
            (account.name, side, now.timestamp(), why),
        )


def end_outage(account: Account, side: Side, now: datetime) -> None:
    """Record that a side works again.

    The replies that a long outage put off are due now: the pauses before their own next
    tries have grown up to an hour.
    """
    seconds = now.timestamp()
    with transaction(account.db, lasting=False) as db:
        (since,) = db.execute(
            "SELECT max(since) FROM side WHERE account = ? AND side = ?",
            (account.name, side),
        ).fetchone()
        db.execute(
            "UPDATE side SET since = NULL, why = '' WHERE account = ? AND side = ?",
            (account.name, side),
        )
        if side is Side.OUT and since and now - moment(since) >= _LONG:
            db.execute(
                "UPDATE letter SET due = min(due, ?) WHERE account = ? AND state = ?",
                (seconds, account.name, State.READY),
            )


def outages(db: sqlite3.Connection) -> tuple[Outage, ...]:
    """What keeps the workers of all accounts from their mailboxes now."""
    rows = db.execute(
        "SELECT account, side, since, why FROM side "
        "WHERE since IS NOT NULL ORDER BY account, side"
    )
    return tuple(
        Outage(account, Side(side), moment(since), why)
        for account, side, since, why in rows
    )


def login_worked(account: Account, side: Side, login: str) -> None:
    """Remember the login that a server took last: its user and its server."""
    with transaction(account.db) as db:
        db.execute(
            "INSERT INTO side (account, side, login) VALUES (?, ?, ?) "
            "ON CONFLICT (account, side) DO UPDATE SET login = excluded.login",
            (account.name, side, login),
        )


def has_worked(account: Account, side: Side, login: str | None) -> bool:
    """Whether a server has taken this login, in this process or an earlier one."""
    with translated():
        row = account.db.execute(
            "SELECT login FROM side WHERE account = ? AND side = ?",
            (account.name, side),
        ).fetchone()
    return row is not None and row["login"] == login
