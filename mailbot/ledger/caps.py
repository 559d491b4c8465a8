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

Replies are counted only where a cap may be reached: not while all of the ledger, which
are counted by the hour as they are granted, are fewer. So a letter costs no more than
the caps allow, however many came before it.
"""

import sqlite3
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from mailbot.ledger import silence
from mailbot.ledger.account import moment
from mailbot.ledger.letters import OPEN
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

_NOT_ARRIVED = "(bounced IS NOT NULL OR rejected IS NOT NULL)"
"""As SQL, word for word the condition of an index: replies that did not arrive."""

_WITHIN = "granted > :after AND granted < :ahead"
"""As SQL. A grant of more than a day ahead was made while the clock was wrong."""


def answered_ids(claim: Claim) -> list[str]:
    """The Message-IDs of the last replies that a letter refers to, as they are kept."""
    return [name.strip(" \t<>") for name in claim.answers][-_MOST_IDS:]


class _Group(Struct, frozen=True):
    """Replies that are counted together: those for which an SQL condition holds.

    At most `most` of them are granted in a day (0 = any number), and at most a `share`
    of what the replies outside of the group have left, times the part of the day that
    this is.
    """

    which: str
    most: int
    share: float
    why: str


class Asked(Struct, frozen=True):
    """A letter whose claim is held against the caps, in a transaction of the ledger."""

    db: sqlite3.Connection
    account: str
    letter: int
    claim: Claim
    caps: Caps
    now: float

    def decide(self) -> Grant:
        """Grant, refuse or put off the claim; the caller stores the decision."""
        if self.claim.start:
            silence.allow(self.db, self.claim.recipient)
            silence.forget_person(self.db, self.claim.recipient)
        refusal = (
            silence.why_silent(self.db, self.claim, self.now, self.letter)
            or self._why_not_the_person()
            or self._why_a_robot()
        )
        if refusal:
            return Refused(refusal)
        paused = self._paused_until()
        if paused is not None:
            return self._later(paused, "several replies to this domain were refused")
        for group in self._groups():
            free = self._free_again(group)
            if free > self.now:
                return self._later(free, group.why)
        kinds = ((cap - 1, sql) for cap, sql in self._kinds() if cap)
        return Granted(last=any(self._is_reached(cap, DAY, sql) for cap, sql in kinds))

    @property
    def thread(self) -> int:
        """The letter with which the conversation began that the letter goes on with."""
        names = answered_ids(self.claim)
        listed = ", ".join("?" * len(names))
        row = self.db.execute(
            f"SELECT min(thread) FROM letter WHERE message_id IN ({listed}) AND thread "
            "AND granted IS NOT NULL",
            names,
        ).fetchone()
        return int(row[0] or self.letter)

    @property
    def is_newcomer(self) -> bool:
        """Whether the sender is unproven, and was not answered on an earlier day.

        Anybody can write in the names of many strangers, but not of many who were
        answered before: these have a share of the day for themselves.
        """
        earlier = "SELECT 1 FROM letter WHERE recipient = :who AND granted < :after"
        return not self.claim.proven and self._ask(f"{earlier} LIMIT 1") is None

    @property
    def _standing(self) -> str:
        """As SQL: what is written in a person's name counts for them in nothing."""
        return "AND proven" if self.claim.proven else "AND NOT proven"

    def _later(self, until: float, why: str) -> Grant:
        """No reply before a time; none at all where the letter has waited too long."""
        (arrived,) = self._ask("SELECT arrived FROM letter WHERE id = :letter")
        if self.now - arrived > self.caps.patience_seconds:
            return Refused(f"{why}, for too long")
        return Later(moment(until), why)

    def _kinds(self) -> Iterator[tuple[int, str]]:
        """The daily caps of replies of one kind that the claim is under, as SQL."""
        if self.claim.no_puzzle:
            yield self.caps.no_puzzle_per_day, "AND no_puzzle"
        if self.claim.new:
            yield self.caps.new_per_day, "AND kind = 'new'"

    def _groups(self) -> Iterator[_Group]:
        """The groups that the claim falls under, the narrowest first."""
        standing, share = self._standing, self.caps.domain_share
        if self.claim.domain:
            which = f"AND domain = :domain {standing}"
            why = "the cap of a domain is reached"
            yield _Group(which, self.caps.per_domain_day, share, why)
        if not self.claim.proven:
            why = "the cap of unproven senders is reached"
            if self.is_newcomer:
                yield _Group(f"{standing} AND newcomer", 0, share * share, why)
            yield _Group(standing, 0, share, why)
        yield _Group("", self.caps.per_day, 1.0, "the cap of replies a day is reached")

    def _why_a_robot(self) -> str:
        """Why a letter without anything of a person gets no reply; "" if it may."""
        if not self.claim.said:
            return ""
        idle = f"SELECT count(*) FROM letter WHERE idle AND {_WITHIN} AND"
        (count,) = self._ask(f"{idle} thread = :thread AND thread", thread=self.thread)
        if count >= _IDLE_OF_THREAD:
            return f"{count} replies in one conversation without a word of a person"
        of_domain = "domain = :domain AND domain <> '' AND proven = :proven"
        (count,) = self._ask(f"{idle} {of_domain}")
        if count >= _IDLE_OF_DOMAIN:
            return f"{count} replies to one organisation without a word of a person"
        return ""

    def _why_not_the_person(self) -> str:
        """Why the person gets no reply now; "" if they may."""
        if self._is_reached(_LOST, DAY, f"AND {_NOT_ARRIVED}"):
            return "replies to this person came back or were refused"
        caps, subject = self.caps, "AND subject = :subject"
        unproven = 0 if self.claim.proven else caps.unproven_per_day
        over = (
            (caps.per_person_hour, HOUR, "", "replies an hour to one person"),
            (caps.per_person_day, DAY, "", "replies a day to one person"),
            (caps.per_subject_day, DAY, subject, "replies on one subject"),
            (unproven, DAY, "", "replies a day to an unproven sender"),
            *((cap, DAY, sql, "replies of this kind") for cap, sql in self._kinds()),
        )
        for cap, window, which, name in over:
            if cap and self._is_reached(cap, window, which):
                return f"the cap of {cap} {name} is reached"
        return ""

    def _is_reached(self, cap: int, window: float, which: str) -> bool:
        """Whether the person got so many replies within a time, over all accounts."""
        if self._at_most(window) < cap:
            return False
        (count,) = self._ask(
            f"SELECT count(*) FROM letter WHERE recipient = :who AND {_WITHIN} "
            f"{which} {self._standing}",
            after=self.now - window,
        )
        return bool(count >= cap)

    def _at_most(self, window: float) -> int:
        """An upper bound for all replies within a time: those of its whole hours."""
        (count,) = self._ask(
            "SELECT ifnull(sum(replies), 0) FROM hour WHERE number BETWEEN "
            "CAST(:after / 3600 AS INTEGER) AND CAST(:ahead / 3600 AS INTEGER)",
            after=self.now - window,
        )
        return int(count)

    def _free_again(self, group: _Group) -> float:
        """When a group has room for one more reply: now, or later.

        Letters that already wait for the same come first, so that not all of them are
        read again for each free place.
        """
        every = self._at_most(DAY)
        most = self._most(group, every, 0)
        if not most or every < most:
            return self.now
        granted = f"FROM letter WHERE account = :account AND {_WITHIN}"
        (every,) = self._ask(f"SELECT count(*) {granted}")
        (own,) = self._ask(f"SELECT count(*) {granted} {group.which}")
        most = self._most(group, every, own)
        if own < most:
            return self.now
        (waiting,) = self._ask(
            f"SELECT count(*) FROM letter WHERE account = :account AND {OPEN} "
            f"AND state = 'DEFERRED' AND due > :now AND why = :why {group.which}",
            why=group.why,
        )
        days, place = divmod(waiting, most)
        (first,) = self._ask(
            f"SELECT granted {granted} {group.which} "
            "ORDER BY granted DESC LIMIT 1 OFFSET :back",
            back=most - 1 - place,
        )
        return float(first) + float(days + 1) * DAY

    def _most(self, group: _Group, every: int, own: int) -> int:
        """How many replies a group may get in a day, by those granted; 0 = any number.

        A share shrinks with the replies that others got: `every` one but its `own`.
        """
        per_day = self.caps.per_day
        if group.share == 1 or not per_day:
            return group.most
        left = max(0, per_day - every + own)
        share = max(1, int(group.share * left * left / per_day))
        return min(filter(None, (group.most, share)))

    def _paused_until(self) -> float | None:
        """When replies to a domain go out again, after refusals in a row; None: now.

        A refused recipient says nothing of other domains. Of a large provider, the
        claim names no domain.
        """
        if not (self.caps.pause_after and self.claim.domain):
            return None
        row = self._ask(
            "SELECT rejected FROM letter WHERE account = :account AND domain = :domain "
            "AND rejected > :after AND rejected <= :now AND rejected > "
            "(SELECT ifnull(max(changed), 0) FROM letter WHERE domain = :domain "
            "AND granted > :after AND state = 'SENT') "
            "ORDER BY rejected DESC LIMIT 1 OFFSET :skip",
            after=self.now - self.caps.pause_seconds,
            skip=self.caps.pause_after - 1,
        )
        return row[0] + self.caps.pause_seconds if row else None

    def _ask(self, query: str, **values: object) -> Any:
        """The first row that a query gives, None if there is none."""
        claim, now = self.claim, self.now
        common = {"account": self.account, "letter": self.letter, "now": now}
        common |= {"who": claim.recipient, "domain": claim.domain}
        common |= {"subject": claim.subject, "proven": claim.proven}
        window = {"after": now - DAY, "ahead": now + DAY}
        return self.db.execute(query, {**common, **window, **values}).fetchone()
