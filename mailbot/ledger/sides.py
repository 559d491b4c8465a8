"""The sides of a mailbox: what keeps the worker from one, and which login worked.

Beside them, what the server wants a person to read. The worker writes it down, so that
`mailbot status`, another process, can tell it.
"""

import sqlite3
from datetime import datetime, timedelta

from mailbot.ledger.account import Account, moment
from mailbot.ledger.letters import OPEN
from mailbot.ledger.records import Notice, Outage, read_record
from mailbot.ledger.states import State
from mailbot.ledger.tables import transaction
from mailbot.mail.ports import Side

_LONG = timedelta(minutes=5)
"""How long an outage is at least whose end makes all replies due. A server that takes
one reply now and then, and puts off the others, is not asked for each of them anew."""

_DAY = 86400.0
_SHOWN = 2 * _DAY
"""Seconds for which a notice is shown: a server that means it repeats it each day."""

_MOST_NOTICES = 20
"""Different notices a day; a server may put the time into each."""


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
    return tuple(read_record(row, Outage) for row in rows)


def kept_back(account: Account) -> str:
    """Why replies wait that are ready, if the way out does not work; else ""."""
    row = account.ask(
        "SELECT why FROM side WHERE account = ? AND side = ? AND since IS NOT NULL "
        f"AND EXISTS (SELECT 1 FROM letter WHERE account = side.account AND {OPEN} "
        "AND state = 'READY')",
        account.name,
        Side.OUT,
    )
    return row["why"] or "replies wait" if row else ""


def note(account: Account, text: str, now: datetime) -> bool:
    """Record what the server wants a person to read; whether it is new today."""
    seconds = now.timestamp()
    with transaction(account.db, lasting=False) as db:
        db.execute("DELETE FROM notice WHERE at < ?", (seconds - _SHOWN,))
        rows = db.execute(
            "SELECT text FROM notice WHERE account = ? AND abs(at - ?) < ?",
            (account.name, seconds, _DAY),
        ).fetchall()
        if len(rows) >= _MOST_NOTICES or text in {row["text"] for row in rows}:
            return False
        values = account.name, text, seconds
        db.execute("INSERT OR REPLACE INTO notice VALUES (?, ?, ?)", values)
        return True


def notices(db: sqlite3.Connection, now: datetime) -> tuple[Notice, ...]:
    """What servers wanted a person to read lately."""
    rows = db.execute(
        "SELECT account, text, at FROM notice WHERE at > ? ORDER BY account, at",
        (now.timestamp() - _SHOWN,),
    )
    return tuple(read_record(row, Notice) for row in rows)


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
    query = "SELECT login FROM side WHERE account = ? AND side = ?"
    row = account.ask(query, account.name, side)
    return row is not None and row["login"] == login
