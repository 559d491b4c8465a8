"""Who gets no mail: people who asked for silence, and letters that say the same again.

What is kept are salted hashes. A wish for silence stays for good, through `forget` and
every purge; words are kept for an hour.

A wish for silence from a proven sender silences that person. One from an unproven
sender may be forged: it silences the unproven letters of that address only.
"""

import hashlib
import sqlite3

from mailbot.ledger.records import Stop
from mailbot.mail.message.addresses import plain_address
from mailbot.model import Claim

_SAME_WORDS = 3600.0
"""Seconds in which the same words are known again."""

_AT_ONCE = 30.0
"""Seconds after a reply in which only a machine has read it and says the same again."""


def deny(db: sqlite3.Connection, address: str, now: float, *, proven: bool) -> None:
    """Put an address on the deny list; once proven, it stays so."""
    db.execute(
        "INSERT INTO denied VALUES (?, ?, ?) "
        "ON CONFLICT (who) DO UPDATE SET proven = max(proven, excluded.proven)",
        (_mark(db, plain_address(address)), now, proven),
    )


def allow(db: sqlite3.Connection, address: str) -> Stop | None:
    """Take an address off the deny list; how it stood there, None if it did not."""
    row = db.execute(
        "DELETE FROM denied WHERE who = ? RETURNING proven",
        (_mark(db, plain_address(address)),),
    ).fetchone()
    return None if row is None else _kind(row[0])


def count(db: sqlite3.Connection) -> dict[Stop, int]:
    """How many addresses stand on the deny list, by kind."""
    rows = db.execute("SELECT proven, count(*) FROM denied GROUP BY proven")
    counts = {_kind(proven): number for proven, number in rows}
    return {kind: counts.get(kind, 0) for kind in Stop}


def why_silent(db: sqlite3.Connection, claim: Claim, now: float) -> str:
    """Why a claim gets no reply; "" if it may get one."""
    row = db.execute(
        "SELECT 1 FROM denied WHERE who = ? AND (proven OR NOT ?)",
        (_mark(db, claim.recipient), claim.proven),
    ).fetchone()
    if row:
        return "the person asked for no more mail"
    answered = _answered(db, claim, now) if claim.said else []
    at_once = bool(answered) and now - max(answered) < _AT_ONCE
    most = 2 if claim.twice and not at_once else 1
    if len(answered) >= most:
        return "the same words again, within an hour: it may be a machine"
    return ""


def remember(db: sqlite3.Connection, claim: Claim, now: float) -> None:
    """Keep the words of a letter that is answered, as a hash, for an hour."""
    forget_old(db, now)
    if claim.said:
        db.execute(
            "INSERT INTO said VALUES (?, ?, ?)",
            (_mark(db, claim.recipient), _mark(db, claim.said), now),
        )


def forget_old(db: sqlite3.Connection, now: float) -> None:
    """Erase the words of letters that were answered more than an hour ago."""
    db.execute("DELETE FROM said WHERE at < ?", (now - _SAME_WORDS,))


def forget_person(db: sqlite3.Connection, address: str) -> None:
    """Erase the words of a person."""
    mark = _mark(db, plain_address(address))
    db.execute("DELETE FROM said WHERE who = ?", (mark,))


def _answered(db: sqlite3.Connection, claim: Claim, now: float) -> list[float]:
    """When these words of this person were answered within the hour."""
    rows = db.execute(
        "SELECT at FROM said WHERE who = ? AND words = ? AND at > ? AND at < ?",
        (
            _mark(db, claim.recipient),
            _mark(db, claim.said),
            now - _SAME_WORDS,
            now + _SAME_WORDS,  # else the clock was wrong
        ),
    )
    return [at for (at,) in rows]


def _kind(proven: int) -> Stop:
    return Stop.PERSON if proven else Stop.UNPROVEN


def _mark(db: sqlite3.Connection, text: str) -> bytes:
    """A salted hash of an address or of words."""
    (salt,) = db.execute("SELECT salt FROM secret").fetchone()
    return hashlib.blake2b(text.encode(), key=salt, digest_size=16).digest()
