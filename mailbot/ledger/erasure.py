"""What is personal and how it goes: addresses, subjects, reasons, stored replies.

Hashes and verdicts stay for good, so that nothing is ever answered twice; so does the
wish for no more mail, as a salted hash.
"""

import sqlite3

from mailbot.ledger import tables
from mailbot.ledger.letters import OPEN
from mailbot.mail.message.identity import plain_address


def purge(db: sqlite3.Connection, before: float) -> int:
    """Erase what is personal in letters settled before a moment; how many."""
    with tables.transaction(db):
        count = _erase(db, f"changed < ? AND NOT {OPEN}", (before,))
    _sweep(db)
    return count


def forget(db: sqlite3.Connection, address: str) -> int:
    """Erase a person; how many letters spoke of them. No waiting reply is sent."""
    person = "(recipient = ? OR lower(address) = ?)"
    names = (plain_address(address), address.strip().lower())
    with tables.transaction(db):
        db.execute(
            f"UPDATE letter SET state = 'IGNORED', filed = 0 WHERE {person} AND {OPEN}",
            names,
        )
        count = _erase(db, person, names)
    _sweep(db)
    return count


def _erase(db: sqlite3.Connection, where: str, values: tuple[object, ...]) -> int:
    erased = db.execute(
        "UPDATE letter SET recipient = '', domain = '', subject = '', address = '', "
        f"why = '', trouble = '', reply = NULL WHERE {where} "
        "AND recipient || address || why || trouble <> ''",
        values,
    )
    return erased.rowcount


def _sweep(db: sqlite3.Connection) -> None:
    # What was erased would live on in the write-ahead log until overwritten.
    with tables.translated():
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
