"""Erases what is personal: addresses, subjects, reasons, stored replies, puzzles.

Hashes and states of letters stay for good, so that nothing is ever answered twice; so
does the deny list, which holds salted hashes.
"""

import sqlite3
from datetime import datetime

from mailbot.ledger import silence, tables
from mailbot.ledger.account import Account
from mailbot.ledger.caps import DAY
from mailbot.ledger.letters import OPEN
from mailbot.mail.message.addresses import plain_address


def purge(account: Account, now: datetime) -> int:
    """Erase what is personal in letters settled `keep_days` ago; how many.

    Words said in letters are erased after an hour, puzzles of replies `puzzle_days`
    after these were granted.
    """
    db, options, seconds = account.db, account.options, now.timestamp()
    with tables.transaction(db):
        silence.forget_old(db, seconds)
        db.execute(
            "UPDATE letter SET puzzle = '', solved = 0 "
            "WHERE puzzle <> '' AND granted < ?",
            (seconds - options.puzzle_days * DAY,),
        )
        settled_before = seconds - options.keep_days * DAY
        count = _erase(db, f"changed < ? AND NOT {OPEN}", (settled_before,))
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
