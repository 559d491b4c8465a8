"""What comes back of our replies: copies, which prove the sending, and bounces.

Hand-overs are counted (`handed`), since clocks go back; `shown` of an account is the
highest count of a reply whose copy was seen.
"""

import sqlite3
from datetime import datetime

from mailbot.ledger.account import Account
from mailbot.ledger.replies import mark_sent
from mailbot.ledger.states import State
from mailbot.ledger.tables import transaction, translated

ENOUGH = 10
"""Replies without a copy, which tell that copies do not come back."""

_RETURNED = 7 * 86400.0
"""Seconds after which no server returns a message; most give up after five days."""


def own_copy(account: Account, message_id: str, now: datetime) -> bool:
    """Whether a message is a copy of a reply of ours; then the reply was sent."""
    row = account.ask(
        "SELECT id, state FROM letter WHERE message_id = ? AND account = ? "
        "AND granted IS NOT NULL",
        message_id.strip("<>"),
        account.name,
    )
    if row is None:
        return False
    if row["state"] in {State.READY, State.SENDING}:  # whatever the server answered
        found_copy(account, row["id"], now)
    else:
        with transaction(account.db, lasting=False) as db:
            _note_copy(db, account, row["id"])
    return True


def found_copy(account: Account, letter: int, now: datetime) -> None:
    """A copy of the reply was found: the reply was sent."""
    with transaction(account.db) as db:
        mark_sent(db, "found_copy", account, letter, now)
        _note_copy(db, account, letter)


def missing(account: Account, before: datetime) -> list[tuple[int, str]]:
    """The last replies that were sent before a time, and after the last seen copy.

    Returns: the number of the letter and the Message-ID of the reply, newest first; no
        more than are needed to say that copies do not come back.
    """
    with translated():
        rows = account.db.execute(
            "SELECT id, message_id FROM letter WHERE account = :name AND handed "
            "AND handed > (SELECT shown FROM account WHERE name = :name) "
            "AND state = 'SENT' AND message_id <> '' AND changed < :before "
            "ORDER BY handed DESC LIMIT :most",
            {"name": account.name, "before": before.timestamp(), "most": ENOUGH},
        ).fetchall()
    return [(row["id"], row["message_id"]) for row in rows]


def note_copy(account: Account, letter: int) -> None:
    """Record that the copy of a reply was seen."""
    with transaction(account.db, lasting=False) as db:
        _note_copy(db, account, letter)


def later_copy_seen(account: Account, letter: int) -> bool:
    """Whether the copy of a reply that was handed over after this one was seen."""
    handed = "SELECT handed FROM letter WHERE id = ?"
    query = f"SELECT shown > ({handed}) FROM account WHERE name = ?"
    return bool(account.ask(query, letter, account.name)[0])


def later_sent(account: Account, letter: int) -> str:
    """The Message-ID of the last reply, if handed over after this one; else ""."""
    row = account.ask(
        "SELECT message_id, handed > (SELECT handed FROM letter WHERE id = ?) "
        "AS later FROM letter WHERE +account = ? AND state = 'SENT' "
        "ORDER BY changed DESC LIMIT 1",
        letter,
        account.name,
    )
    return row["message_id"] if row and row["later"] else ""


def bounced(account: Account, message_id: str, now: datetime) -> bool:
    """Record that a reply came back; whether it is one of ours that left lately.

    Anybody can write a report; one about a reply that never left is forged.
    """
    with transaction(account.db) as db:
        found = db.execute(
            "UPDATE letter SET bounced = ifnull(bounced, ?) WHERE message_id = ? "
            "AND account = ? AND sends > 0 AND state IN ('SENT', 'SENDING') "
            "AND granted > ?",
            (
                now.timestamp(),
                message_id.strip("<>"),
                account.name,
                now.timestamp() - _RETURNED,
            ),
        )
        return found.rowcount > 0


def _note_copy(db: sqlite3.Connection, account: Account, letter: int) -> None:
    db.execute(
        "UPDATE account SET shown = max(shown, "
        "(SELECT handed FROM letter WHERE id = ?)) WHERE name = ?",
        (letter, account.name),
    )
