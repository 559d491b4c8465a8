"""Whether a reply may go out now: the deny list and the caps.

Called inside the transaction that stores the reply, so that two letters never share
the last free place. The caps of a person count over every account of the ledger, those
of a domain and of all replies over one account. A person over a cap gets no reply,
since more mail is what keeps a loop alive. Over a cap of a domain or of all replies,
letters wait for a free place.
"""

import hashlib
import sqlite3
from datetime import UTC, datetime

from mailbot.ledger.records import Caps, Grant, Granted, Later, Refused
from mailbot.mail.message.addresses import plain_address
from mailbot.model import Claim

HOUR = 3600.0
DAY = 86400.0
_BOUNCES = 2


def decide(
    db: sqlite3.Connection, account: str, claim: Claim, caps: Caps, now: float
) -> Grant:
    """Grant, refuse or put off a claim; the caller stores the decision."""
    if is_denied(db, claim.recipient):
        return Refused("the person asked for no more mail")
    refusal = _personal_refusal(db, claim, caps, now)
    if refusal:
        return Refused(refusal)
    share = int(caps.domain_share * caps.per_day)
    domain_cap = min(filter(None, (caps.per_domain_day, share)), default=0)
    for cap, domain, why in (
        (domain_cap, claim.domain, "the cap of a domain is reached"),
        (caps.per_day, "", "the cap of replies a day is reached"),
    ):
        free = _free_again(db, account, domain, cap, now)
        if free > now:
            return Later(datetime.fromtimestamp(free, UTC), why)
    if not (claim.no_puzzle and caps.no_puzzle_per_day):
        return Granted()
    told = _count(db, claim.recipient, now - DAY, now, "AND no_puzzle")
    return Granted(last=told + 1 == caps.no_puzzle_per_day)


def _personal_refusal(
    db: sqlite3.Connection, claim: Claim, caps: Caps, now: float
) -> str:
    who, subject = claim.recipient, claim.subject
    bounces = _count(db, who, now - DAY, now, "AND bounced IS NOT NULL")
    if bounces >= _BOUNCES:
        return "replies to this person came back"
    over = (
        (caps.per_person_hour, HOUR, "", "replies an hour to one person"),
        (caps.per_person_day, DAY, "", "replies a day to one person"),
        (caps.per_subject_day, DAY, "AND subject = :subject", "replies on one subject"),
        (
            caps.no_puzzle_per_day if claim.no_puzzle else 0,
            DAY,
            "AND no_puzzle",
            "replies without a puzzle",
        ),
    )
    for cap, window, which, name in over:
        if cap and _count(db, who, now - window, now, which, subject) >= cap:
            return f"the cap of {cap} {name} is reached"
    return ""


def _count(
    db: sqlite3.Connection,
    recipient: str,
    after: float,
    now: float,
    which: str,
    subject: str = "",
) -> int:
    # A grant of more than a day ahead was made while the clock was wrong.
    (count,) = db.execute(
        "SELECT count(*) FROM letter WHERE recipient = :who "
        f"AND granted > :after AND granted < :ahead {which}",
        {"who": recipient, "after": after, "ahead": now + DAY, "subject": subject},
    ).fetchone()
    return int(count)


def _free_again(
    db: sqlite3.Connection, account: str, domain: str, cap: int, now: float
) -> float:
    """When a cap of a day leaves room for one more reply: `now`, or later.

    Letters that already wait come first, so that not all of them are read again for
    each free place.
    """
    which = "AND domain = :domain" if domain else ""
    values = {"account": account, "domain": domain, "after": now - DAY, "now": now}

    def granted(back: int) -> float | None:
        """When a reply was granted, counted `back` from the last; None if never."""
        row = db.execute(
            "SELECT granted FROM letter WHERE account = :account AND granted > :after "
            f"AND granted < :ahead {which} ORDER BY granted DESC LIMIT 1 OFFSET :back",
            {**values, "ahead": now + DAY, "back": back},
        ).fetchone()
        return float(row[0]) if row else None

    if not cap or granted(cap - 1) is None:
        return now
    (waiting,) = db.execute(
        "SELECT count(*) FROM letter WHERE account = :account AND state = 'DEFERRED' "
        f"AND due > :now {which}",
        values,
    ).fetchone()
    days, place = divmod(waiting, cap)
    return (granted(cap - 1 - place) or now) + float(days + 1) * DAY


def deny(db: sqlite3.Connection, address: str, now: float) -> None:
    """Put a person on the deny list."""
    db.execute("INSERT OR IGNORE INTO denied VALUES (?, ?)", (_mark(db, address), now))


def allow(db: sqlite3.Connection, address: str) -> bool:
    """Take a person off the deny list; False if they were not on it."""
    row = db.execute("DELETE FROM denied WHERE who = ?", (_mark(db, address),))
    return row.rowcount > 0


def is_denied(db: sqlite3.Connection, address: str) -> bool:
    """Whether a person is on the deny list."""
    row = db.execute("SELECT 1 FROM denied WHERE who = ?", (_mark(db, address),))
    return row.fetchone() is not None


def _mark(db: sqlite3.Connection, address: str) -> bytes:
    """A salted hash of an address: the deny list outlives `forget` and every purge."""
    (salt,) = db.execute("SELECT salt FROM secret").fetchone()
    name = plain_address(address).encode()
    return hashlib.blake2b(name, key=salt, digest_size=16).digest()


def paused_until(
    db: sqlite3.Connection, account: str, caps: Caps, now: float
) -> float | None:
    """When the pause after refusals in a row ends; None if there is none now."""
    if not caps.pause_after:
        return None
    row = db.execute(
        "SELECT rejected FROM letter WHERE account = :account "
        "AND rejected > :after AND rejected <= :now AND rejected > "
        "(SELECT accepted FROM account WHERE name = :account) "
        "ORDER BY rejected DESC LIMIT 1 OFFSET :skip",
        {
            "account": account,
            "after": now - caps.pause_seconds,
            "now": now,
            "skip": caps.pause_after - 1,
        },
    ).fetchone()
    return row[0] + caps.pause_seconds if row else None
