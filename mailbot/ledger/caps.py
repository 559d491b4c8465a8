"""Whether a reply may go out now: the deny list and the caps.

Called inside the transaction that stores the reply, so that two letters never share
the last free place. The caps of a person count over every account of the ledger, those
of a domain and of all replies over one account. A person over a cap gets no reply,
since more mail is what keeps a loop alive. Over a cap of a domain or of all replies,
letters wait for a free place.

Nobody can use up what others need: one domain gets a share of what the others have left
of a day, and so do all unproven senders together, who may be forged. The share shrinks
as the day fills up, so that many domains cannot use it up between them. What unproven
senders use counts for no proven one of the same domain.
"""

import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from mailbot.ledger import silence
from mailbot.ledger.records import Grant, Granted, Later, Refused
from mailbot.model import Claim
from mailbot.options import Caps

HOUR = 3600.0
DAY = 86400.0
_LOST = 2
"""Replies to a person that came back or were refused within a day."""

_MOST_IDS = 50
_IDLE_OF_THREAD = 10
_IDLE_OF_DOMAIN = 40
"""Replies a day, in a conversation or to an organisation, to letters without a wish.

A help desk with an address for each ticket is many people to the other caps.
"""


@dataclass(frozen=True, slots=True)
class _Group:
    """Replies that are counted together: those for which an SQL condition holds.

    At most `most` of them are granted in a day (0 = any number), and at most a `share`
    of what the replies outside of the group have left, times the part of the day that
    this is.
    """

    which: str
    most: int
    share: float
    why: str


def decide(
    db: sqlite3.Connection,
    account: str,
    claim: Claim,
    caps: Caps,
    now: float,
    letter: int = 0,
) -> Grant:
    """Grant, refuse or put off a claim; the caller stores the decision.

    Args:
        db: the ledger, in a transaction.
        account: the account that the letter came to.
        claim: whom a reply would go to.
        caps: the operator's caps.
        now: the time, in seconds.
        letter: the letter, by its number.
    """
    if claim.start:
        silence.allow(db, claim.recipient)
        silence.forget_person(db, claim.recipient)
    refusal = silence.why_silent(db, claim, now, letter)
    refusal = refusal or _personal_refusal(db, claim, caps, now)
    refusal = refusal or _robots_refusal(db, claim, letter, now)
    if refusal:
        return Refused(refusal)
    paused = _refused_domain(db, account, claim, caps, now)
    if paused is not None:
        why = "several replies to this domain were refused"
        return Later(datetime.fromtimestamp(paused, UTC), why)
    for group in _groups(claim, caps, is_newcomer(db, claim, now)):
        free = _Day(db, account, claim.domain, now).free_again(group, caps.per_day)
        if free > now:
            return Later(datetime.fromtimestamp(free, UTC), group.why)
    return Granted(
        last=any(_is_last(db, claim, *cap, now) for cap in _kinds(claim, caps))
    )


def _kinds(claim: Claim, caps: Caps) -> Iterator[tuple[int, str]]:
    """The daily caps of replies of one kind that a claim falls under, and their SQL."""
    if claim.no_puzzle:
        yield caps.no_puzzle_per_day, "AND no_puzzle"
    if claim.new:
        yield caps.new_per_day, "AND kind = 'new'"


def _is_last(
    db: sqlite3.Connection, claim: Claim, cap: int, which: str, now: float
) -> bool:
    own = "AND proven" if claim.proven else "AND NOT proven"
    return _count(db, claim.recipient, now - DAY, now, f"{which} {own}") + 1 == cap


def _groups(claim: Claim, caps: Caps, newcomer: bool) -> Iterator[_Group]:
    """The groups that a claim falls under, the narrowest first."""
    standing = "AND proven" if claim.proven else "AND NOT proven"
    share = caps.domain_share
    if claim.domain:
        which = f"AND domain = :domain {standing}"
        why = "the cap of a domain is reached"
        yield _Group(which, caps.per_domain_day, share, why)
    if not claim.proven:
        why = "the cap of unproven senders is reached"
        if newcomer:
            yield _Group(f"{standing} AND newcomer", 0, share * share, why)
        yield _Group(standing, 0, share, why)
    yield _Group("", caps.per_day, 1.0, "the cap of replies a day is reached")


def thread_of(db: sqlite3.Connection, claim: Claim, letter: int) -> int:
    """The letter with which the conversation began that a letter goes on with."""
    names = [name.strip(" \t<>") for name in claim.answers][-_MOST_IDS:]
    listed = ", ".join("?" * len(names))
    row = db.execute(
        f"SELECT min(thread) FROM letter WHERE message_id IN ({listed}) AND thread",
        names,
    ).fetchone()
    return int(row[0] or letter)


def is_newcomer(db: sqlite3.Connection, claim: Claim, now: float) -> bool:
    """Whether a sender is unproven, and was not answered on an earlier day.

    Anybody can write in the names of many strangers, but not of many who were answered
    before: these have a share of the day for themselves.
    """
    known = db.execute(
        "SELECT 1 FROM letter WHERE recipient = ? AND granted < ? LIMIT 1",
        (claim.recipient, now - DAY),
    ).fetchone()
    return not claim.proven and known is None


def _robots_refusal(
    db: sqlite3.Connection, claim: Claim, letter: int, now: float
) -> str:
    """Why a letter without anything of a person gets no reply; "" if it may."""
    if not claim.said:
        return ""
    idle = "SELECT count(*) FROM letter WHERE idle AND granted > ? AND granted < ? AND "
    window, thread = (now - DAY, now + DAY), thread_of(db, claim, letter)
    (count,) = db.execute(f"{idle} thread = ? AND thread", (*window, thread)).fetchone()
    if count >= _IDLE_OF_THREAD:
        return f"{count} replies in one conversation without a word of a person"
    which = f"{idle} domain = ? AND domain <> '' AND proven = ?"
    (count,) = db.execute(which, (*window, claim.domain, claim.proven)).fetchone()
    if count >= _IDLE_OF_DOMAIN:
        return f"{count} replies to one organisation without a word of a person"
    return ""


def _personal_refusal(
    db: sqlite3.Connection, claim: Claim, caps: Caps, now: float
) -> str:
    who, subject = claim.recipient, claim.subject
    # What somebody writes in a person's name counts for that person in nothing.
    own = "AND proven" if claim.proven else "AND NOT proven"
    lost = f"AND (bounced IS NOT NULL OR rejected IS NOT NULL) {own}"
    if _count(db, who, now - DAY, now, lost) >= _LOST:
        return "replies to this person came back or were refused"
    over = (
        (caps.per_person_hour, HOUR, "", "replies an hour to one person"),
        (caps.per_person_day, DAY, "", "replies a day to one person"),
        (caps.per_subject_day, DAY, "AND subject = :subject", "replies on one subject"),
        (
            0 if claim.proven else caps.unproven_per_day,
            DAY,
            "",
            "replies a day to an unproven sender",
        ),
        *(
            (cap, DAY, which, "replies of this kind")
            for cap, which in _kinds(claim, caps)
        ),
    )
    for cap, window, which, name in over:
        counted = f"{which} {own}"
        if cap and _count(db, who, now - window, now, counted, subject) >= cap:
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


@dataclass(frozen=True, slots=True)
class _Day:
    """The last 24 hours of one account, seen from a claim for a domain."""

    db: sqlite3.Connection
    account: str
    domain: str
    now: float

    def free_again(self, group: _Group, per_day: int) -> float:
        """When a group has room for one more reply: `now`, or later.

        Letters that already wait for the same come first, so that not all of them are
        read again for each free place.
        """
        most = self._most(group, per_day)
        if not most or self._granted(group, most - 1) is None:
            return self.now
        (waiting,) = self._ask(
            "SELECT count(*) FROM letter WHERE account = :account "
            f"AND state = 'DEFERRED' AND due > :now AND why = :why {group.which}",
            why=group.why,
        )
        days, place = divmod(waiting, most)
        first = self._granted(group, most - 1 - place) or self.now
        return first + float(days + 1) * DAY

    def _most(self, group: _Group, per_day: int) -> int:
        """How many replies a group may get in a day; 0 = any number."""
        if group.share == 1 or not per_day:
            return group.most
        left = per_day - self._count("") + self._count(group.which)
        share = max(1, int(group.share * left * left / per_day))
        return min(filter(None, (group.most, share)))

    def _count(self, which: str) -> int:
        (count,) = self._ask(f"SELECT count(*) FROM letter WHERE {_GRANTED} {which}")
        return int(count)

    def _granted(self, group: _Group, back: int) -> float | None:
        """When a reply was granted, counted `back` from the last; None if never."""
        row = self._ask(
            f"SELECT granted FROM letter WHERE {_GRANTED} {group.which} "
            "ORDER BY granted DESC LIMIT 1 OFFSET :back",
            back=back,
        )
        return float(row[0]) if row else None

    def _ask(self, query: str, **values: object) -> Any:
        """The first row that a query gives, None if there is none."""
        common = {"account": self.account, "domain": self.domain, "now": self.now}
        window = {"after": self.now - DAY, "ahead": self.now + DAY}
        return self.db.execute(query, {**common, **window, **values}).fetchone()


_GRANTED = "account = :account AND granted > :after AND granted < :ahead"
"""As SQL. A grant of more than a day ahead was made while the clock was wrong."""


def _refused_domain(
    db: sqlite3.Connection, account: str, claim: Claim, caps: Caps, now: float
) -> float | None:
    """When replies to a domain go out again, after refusals in a row; None: now.

    A refused recipient says nothing of other domains. Of a large provider, the claim
    names no domain.
    """
    if not (caps.pause_after and claim.domain):
        return None
    row = db.execute(
        "SELECT rejected FROM letter WHERE account = :account AND domain = :domain "
        "AND rejected > :after AND rejected <= :now AND rejected > "
        "(SELECT ifnull(max(changed), 0) FROM letter WHERE domain = :domain "
        "AND granted > :after AND state = 'SENT') "
        "ORDER BY rejected DESC LIMIT 1 OFFSET :skip",
        {
            "account": account,
            "domain": claim.domain,
            "after": now - caps.pause_seconds,
            "now": now,
            "skip": caps.pause_after - 1,
        },
    ).fetchone()
    return row[0] + caps.pause_seconds if row else None
