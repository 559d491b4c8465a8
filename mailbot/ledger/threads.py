"""The puzzles of replies, kept for answers that do not quote them.

Nothing is kept unless `puzzle_days` is set. A puzzle is found again only by the person
whom the reply went to, proven as then, and only by the Message-ID of that reply. It is
erased after `puzzle_days`, with the rest of what is personal in the letter, and at once
where nothing is to be kept any more.
"""

import sqlite3
from datetime import datetime

from mailbot.ledger.account import Account
from mailbot.ledger.caps import DAY
from mailbot.ledger.tables import translated
from mailbot.model import NOTHING_KEPT, Claim, Kept, Respond

_MOST_IDS = 50


def columns_of(account: Account, outcome: Respond) -> dict[str, object]:
    """What of a reply is kept with its letter."""
    if not account.options.puzzle_days or not outcome.claim.proven:
        return {}
    return {"puzzle": outcome.kept.lines, "solved": outcome.kept.solved}


def recall(account: Account, claim: Claim, now: datetime) -> Kept:
    """The puzzles of the last of the replies that a letter answers.

    Args:
        account: the account that the letter came to.
        claim: who wrote it, by its headers.
        now: the time (aware).
    """
    names = [name.strip(" \t<>") for name in claim.answers][-_MOST_IDS:]
    if not account.options.puzzle_days or not claim.proven or not names:
        return NOTHING_KEPT
    listed = ", ".join("?" * len(names))
    with translated():
        row = account.db.execute(
            f"SELECT puzzle, solved FROM letter WHERE message_id IN ({listed}) "
            "AND account = ? AND recipient = ? AND proven AND puzzle <> '' "
            "AND granted > ? ORDER BY granted DESC, id DESC LIMIT 1",
            (*names, account.name, claim.recipient, _oldest(account, now)),
        ).fetchone()
    return Kept(row["puzzle"], bool(row["solved"])) if row else NOTHING_KEPT


def forget_old(db: sqlite3.Connection, before: float) -> None:
    """Erase the puzzles of replies that were granted before a time."""
    db.execute(
        "UPDATE letter SET puzzle = '', solved = 0 WHERE puzzle <> '' AND granted < ?",
        (before,),
    )


def _oldest(account: Account, now: datetime) -> float:
    return now.timestamp() - account.options.puzzle_days * DAY
