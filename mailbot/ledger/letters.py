"""Moves of a letter that has no reply; `change` writes every move of every letter."""

import sqlite3
from datetime import datetime

from mailbot.errors import IllegalMove
from mailbot.ledger import silence, states
from mailbot.ledger.account import Account
from mailbot.ledger.records import Entry, read_record
from mailbot.ledger.states import State
from mailbot.ledger.tables import transaction
from mailbot.model import MessageKey

OPEN = "state IN ('NEW', 'READY', 'SENDING', 'DEFERRED')"
"""As SQL: word for word the condition of the partial indexes, else none is used."""


class Expression(str):
    """A value for a column that SQLite computes from the row as it was."""

    __slots__ = ()


def change(
    db: sqlite3.Connection, method: str, letter: int, now: datetime, **columns: object
) -> None:
    """Change columns of a letter for a method of the table, inside a transaction.

    Raises:
        IllegalMove: `states.TRANSITIONS` does not allow it; nothing of the transaction
            stays.
    """
    row = db.execute("SELECT state FROM letter WHERE id = ?", (letter,)).fetchone()
    if row is None:
        raise IllegalMove(f"there is no letter {letter} to {method}")
    assignments = [
        f"{name} = {value if isinstance(value, Expression) else f':{name}'}"
        for name, value in columns.items()
    ]
    (after,) = db.execute(
        f"UPDATE letter SET {', '.join(assignments)}, changed = :now "
        "WHERE id = :letter RETURNING state",
        {**columns, "now": now.timestamp(), "letter": letter},
    ).fetchone()
    before = row["state"]
    if (method, before, after) not in states.MOVES:
        raise IllegalMove(f"letter {letter} is {before}: no `{method}` to {after}")


def move(
    account: Account, method: str, letter: int, now: datetime, **columns: object
) -> None:
    """Change columns of a letter in a transaction of its own; see `change`."""
    with transaction(account.db) as db:
        change(db, method, letter, now, **columns)


def entry(account: Account, letter: int) -> Entry:
    """A letter as it stands."""
    return read_entry(account.ask("SELECT * FROM letter WHERE id = ?", letter))


def start(account: Account, letter: int) -> Entry | None:
    """Count a try; None if the letter is no longer to be read.

    The count makes a letter that ends the process come last next time.
    """
    waiting = ", ".join(f"'{state}'" for state in states.sources("start"))
    with transaction(account.db, lasting=False) as db:
        row = db.execute(
            "UPDATE letter SET tries = tries + 1 WHERE id = ? "
            f"AND state IN ({waiting}) RETURNING *",
            (letter,),
        ).fetchone()
    return read_entry(row) if row else None


def wait(account: Account, letter: int) -> None:
    """Take back the count of a try: the letter waits for its turn to be read.

    If the process ends meanwhile, that is not this letter's doing.
    """
    waiting = ", ".join(f"'{state}'" for state in states.sources("wait"))
    with transaction(account.db, lasting=False) as db:
        db.execute(
            "UPDATE letter SET tries = max(tries - 1, 0) WHERE id = ? "
            f"AND state IN ({waiting})",
            (letter,),
        )


def settle(
    account: Account, letter: int, state: State, why: str, now: datetime, stop: str = ""
) -> None:
    """Settle a letter for good without a reply: IGNORED or QUARANTINED.

    `stop` is an address whose unproven letters are answered no more, "" for none.
    """
    with transaction(account.db) as db:
        change(db, "settle", letter, now, state=state, why=why, reply=None, filed=0)
        if stop:
            silence.deny(db, stop, now.timestamp(), proven=False)


def vanish(account: Account, letter: int, now: datetime) -> None:
    """Record that a letter is gone from the mailbox; it is NEW if it comes back.

    Its places are forgotten: a folder that was renamed may get its old name again, and
    its letters their old UIDs.
    """
    why = "gone from the mailbox before it was answered"
    state = State.IGNORED
    with transaction(account.db) as db:
        change(db, "vanish", letter, now, state=state, why=why, gone=1, filed=1)
        db.execute("DELETE FROM place WHERE letter = ?", (letter,))


def defer(
    account: Account, letter: int, until: datetime, why: str, now: datetime
) -> None:
    """Record that the middle is to decide again at `until`."""
    state, due = State.DEFERRED, until.timestamp()
    move(account, "defer", letter, now, state=state, why=why, due=due, tries=0)


def postpone(
    account: Account, letter: int, until: datetime, trouble: str, now: datetime
) -> None:
    """Record that a step failed through no fault of the letter; again at `until`."""
    due = until.timestamp()
    move(account, "postpone", letter, now, trouble=trouble, due=due, tries=0)


def fail(
    account: Account, letter: int, until: datetime, trouble: str, now: datetime
) -> None:
    """Count a failure that may be the letter's fault; the next try is at `until`."""
    columns = {"trouble": trouble, "due": until.timestamp(), "tries": 0}
    failures = Expression("failures + 1")
    move(account, "fail", letter, now, failures=failures, **columns)


def filed(account: Account, letter: int) -> None:
    """Record that a letter was filed, or that filing it was given up."""
    with transaction(account.db, lasting=False) as db:
        db.execute("UPDATE letter SET filed = 1 WHERE id = ?", (letter,))


def read_entry(row: sqlite3.Row) -> Entry:
    """A row of `letter` as the worker's record."""
    key = MessageKey(row["mailbox"], row["uidvalidity"], row["uid"])
    return read_record(row, Entry, key=key)
