"""Who gets no mail: people who asked for silence, and letters that say the same again.

What is kept are salted hashes. A wish for silence stays, through `forget` and every
purge, until the person writes that they want to start again; words are kept for a day,
the ids of answered letters for a year.

A wish for silence from a proven sender silences that person. One from an unproven
sender may be forged: it silences the unproven letters of that address only. So do
words: those of an unproven letter are not remembered of the proven person.

A letter is answered once, however often it is sent on. And words that a whole
organisation says again and again, by whatever addresses, are those of one robot.
"""

import hashlib
import sqlite3

from mailbot.ledger.records import Stop
from mailbot.mail.message.addresses import plain_address
from mailbot.model import Claim

_SAME_WORDS = 3600.0
"""Seconds in which the same words of a person are known again."""

_SAME_ROBOT = 86400.0
_FROM_ONE_DOMAIN = 3
"""How often the same words of one organisation are answered in those seconds."""

_ANSWERED = 366 * 86400.0
"""Seconds in which a letter that was answered is known again."""

_AT_ONCE = 30.0
"""Seconds after a reply in which only a machine has read it and says the same again."""


_UNPROVEN = "unproven "


def deny(db: sqlite3.Connection, address: str, now: float, *, proven: bool) -> None:
    """Put an address on the deny list; once proven, it stays so."""
    db.execute(
        "INSERT INTO denied VALUES (?, ?, ?) "
        "ON CONFLICT (who) DO UPDATE SET proven = max(proven, excluded.proven)",
        (_mark(db, plain_address(address)), now, proven),
    )


def allow(db: sqlite3.Connection, address: str) -> Stop | None:
    """Take an address off the deny list; returns how it was listed, None if not."""
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


def why_silent(db: sqlite3.Connection, claim: Claim, now: float, letter: int) -> str:
    """Why a claim for a letter gets no reply; "" if it may get one."""
    row = db.execute(
        "SELECT 1 FROM denied WHERE who = ? AND (proven OR NOT ?)",
        (_mark(db, claim.recipient), claim.proven),
    ).fetchone()
    if row:
        return "the person asked for no more mail"
    for mark in _marks(db, claim):
        since = (mark, now - _ANSWERED)
        query = "SELECT letter FROM answered WHERE mark = ? AND at > ?"
        found = db.execute(query, since)
        if any(other != letter for (other,) in found):
            return "this letter was answered before: somebody has sent it again"
    said = bool(claim.said)
    alike = _answered(db, _robot(claim), claim.said, now, _SAME_ROBOT) if said else []
    if claim.domain and len(alike) >= _FROM_ONE_DOMAIN:
        return "the same words from one organisation again and again: a machine"
    answered = _answered(db, _who(claim), claim.said, now, _SAME_WORDS) if said else []
    at_once = bool(answered) and now - max(answered) < _AT_ONCE
    most = 2 if claim.twice and not at_once else 1
    if len(answered) >= most:
        return "the same words again, within an hour: it may be a machine"
    return ""


def remember(db: sqlite3.Connection, claim: Claim, now: float, letter: int) -> None:
    """Keep what a letter is known by that is answered, and its words, as hashes."""
    forget_old(db, now)
    names = (_who(claim), _robot(claim)) if claim.domain else (_who(claim),)
    for name in names if claim.said else ():
        marks = _mark(db, name), _mark(db, claim.said)
        db.execute("INSERT INTO said VALUES (?, ?, ?)", (*marks, now))
    for mark in _marks(db, claim):
        row = (mark, letter, now)
        db.execute("INSERT OR REPLACE INTO answered VALUES (?, ?, ?)", row)


def forget_old(db: sqlite3.Connection, now: float) -> None:
    """Erase what letters that were answered long ago are known by."""
    db.execute("DELETE FROM said WHERE at < ?", (now - _SAME_ROBOT,))
    db.execute("DELETE FROM answered WHERE at < ?", (now - _ANSWERED,))


def forget_person(db: sqlite3.Connection, address: str) -> None:
    """Erase the words of a person."""
    plain = plain_address(address)
    for name in (plain, _UNPROVEN + plain):
        db.execute("DELETE FROM said WHERE who = ?", (_mark(db, name),))


def _answered(
    db: sqlite3.Connection, name: str, words: str, now: float, seconds: float
) -> list[float]:
    """When these words of a person or robot were answered within some seconds."""
    rows = db.execute(
        "SELECT at FROM said WHERE who = ? AND words = ? AND at > ? AND at < ?",
        (
            _mark(db, name),
            _mark(db, words),
            now - seconds,
            now + seconds,  # else the clock was wrong
        ),
    )
    return [at for (at,) in rows]


def _who(claim: Claim) -> str:
    """The name under which the words of a person are kept."""
    return claim.recipient if claim.proven else _UNPROVEN + claim.recipient


def _robot(claim: Claim) -> str:
    """The name under which the words of a whole organisation are kept."""
    return f"{'' if claim.proven else _UNPROVEN}@{claim.domain}"


def _marks(db: sqlite3.Connection, claim: Claim) -> list[bytes]:
    """What a letter is known by, with its author."""
    return [_mark(db, f"{claim.recipient} {name}") for name in claim.ids]


def _kind(proven: int) -> Stop:
    return Stop.PERSON if proven else Stop.UNPROVEN


def _mark(db: sqlite3.Connection, text: str) -> bytes:
    """A salted hash of an address or of words."""
    (salt,) = db.execute("SELECT salt FROM secret").fetchone()
    return hashlib.blake2b(text.encode(), key=salt, digest_size=16).digest()
