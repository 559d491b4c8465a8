"""Erases what is personal: addresses, subjects, reasons, stored replies, puzzles.

Hashes and states of letters stay for good, so that nothing is ever answered twice; so
does the deny list, which holds salted hashes.
"""

import sqlite3

from mailbot.ledger import silence, tables, threads
from mailbot.ledger.letters import OPEN
from mailbot.mail.message.addresses import plain_address


def purge(
    db: sqlite3.Connection, before: float, puzzles_before: float, now: float
) -> int:
    """Erase what is personal in letters settled before a time; how many.

    Words said in letters are erased after an hour, puzzles of replies that were granted
    before a time of their own.
    """
    with tables.transaction(db):
        silence.forget_old(db, now)
        threads.forget_old(db, puzzles_before)
        count = _erase(db, f"changed < ? AND NOT {OPEN}", (before,))
    _truncate_log(db)
    return count


def forget(db: sqlite3.Connection, address: str) -> int:
    """Erase a person; how many letters named them. No waiting reply is sent."""
    person = "(recipient = ? OR lower(address) = ?) AND recipient || address <> ''"
    names = (plain_address(address), address.strip().lower())
    with tables.transaction(db):
        silence.forget_person(db, address)
        db.execute(
            f"UPDATE letter SET state = 'IGNORED', filed = 0 WHERE {person} AND {OPEN}",
            names,
        )
        count = _erase(db, person, names)
    _truncate_log(db)
    return count


def _erase(db: sqlite3.Connection, where: str, values: tuple[object, ...]) -> int:
    erased = db.execute(
        "UPDATE letter SET recipient = '', domain = '', subject = '', address = '', "
        f"why = '', trouble = '', reply = NULL, puzzle = '', solved = 0 WHERE {where} "
        "AND recipient || address || why || trouble <> ''",
        values,
    )
    return erased.rowcount


def _truncate_log(db: sqlite3.Connection) -> None:
    # The write-ahead log holds what was erased until it is truncated.
    with tables.translated():
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
