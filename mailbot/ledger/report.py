"""The ledger for the operator: questions, trying a letter again, erasing a person."""

import sqlite3
from datetime import datetime, timedelta
from pathlib import Path
from typing import Self

from mailbot.ledger import erasure, sides, silence, states, tables
from mailbot.ledger.account import OpenFile, moment
from mailbot.ledger.caps import DAY
from mailbot.ledger.letters import OPEN, change
from mailbot.ledger.records import Mailbox, Record, Stop, Summary, read_record
from mailbot.ledger.states import State
from mailbot.model import MessageKey

_LARGEST = 2**63 - 1
"""The largest number that SQLite takes."""

STUCK_AFTER = timedelta(hours=1)
"""How long past its time an open letter may wait before it counts as stuck."""

MISSED_FOR = timedelta(days=7)
"""How long a letter in quarantine counts as stuck; then nobody waits for its answer."""


class Report(OpenFile, frozen=True):
    """Questions and orders over every account of one ledger, beside the worker."""

    @classmethod
    def open(cls, path: Path, busy_seconds: float = 30) -> Self:
        """Open the file; the caller closes it.

        Raises:
            LedgerUnavailable: the file cannot be used now.
            BadSettings: the file is no ledger, or of a newer mailbot.
        """
        return cls(tables.connect(path, busy_seconds))

    def summary(self, now: datetime, limit: int = 20) -> Summary:
        """What came in, what happened to it, what is stuck; lists up to `limit`."""
        with tables.translated():
            accounts = self.db.execute(
                "SELECT name, installed, older FROM account ORDER BY name"
            ).fetchall()
            return Summary(
                mailboxes=tuple(
                    Mailbox(
                        name, moment(since), older, self._counts("account = ?", name)
                    )
                    for name, since, older in accounts
                ),
                today=self._counts("changed > ?", now.timestamp() - DAY),
                recent=self._records("1 ORDER BY changed DESC, id DESC", (), limit),
                stuck=self._stuck(now, limit),
                stopped=silence.count(self.db),
                outages=sides.outages(self.db),
                notices=sides.notices(self.db, now),
            )

    def backlog(self) -> dict[str, dict[State, int]]:
        """How many letters of each account are open, by state, or in quarantine.

        A letter in quarantine that was erased has no reason any more, and does not
        count.
        """
        shown = (*states.OPEN, State.QUARANTINED)
        with tables.translated():
            names = self.db.execute("SELECT name FROM account").fetchall()
            counts = {name: dict.fromkeys(shown, 0) for (name,) in names}
            for where in (OPEN, "state = 'QUARANTINED' AND why <> ''"):
                rows = self.db.execute(
                    "SELECT account, state, count(*) FROM letter "
                    f"WHERE {where} GROUP BY account, state"
                )
                for account, state, count in rows:
                    counts[account][State(state)] = count
        return counts

    def show(self, letter: int) -> Record | None:
        """All that is known of one letter; None if there is no such one."""
        if abs(letter) > _LARGEST:
            return None
        with tables.translated():
            records = self._records("id = ?", (letter,), 1)
        return records[0] if records else None

    def retry(self, letter: int, now: datetime) -> bool:
        """Make a letter NEW, so that the worker tries it again.

        False if there is no such letter, or if it was answered or is about to be.
        """
        with tables.transaction(self.db) as db:
            row = db.execute(
                "SELECT state FROM letter WHERE id = ?", (letter,)
            ).fetchone()
            if not row or row["state"] not in states.sources("retry"):
                return False
            counts = dict.fromkeys(("failures", "tries", "sends", "gone"), 0)
            due = now.timestamp()
            # The words of a letter whose reply did not leave may be said again.
            query = (
                "DELETE FROM said WHERE at = (SELECT granted FROM letter WHERE id = ?)"
            )
            db.execute(query, (letter,))
            columns = {"state": State.NEW, "due": due, "rejected": None}
            change(db, "retry", letter, now, **columns, **counts)
            return True

    def quarantined(self, reason: str) -> tuple[Record, ...]:
        """The letters in quarantine whose reason holds these words, oldest first."""
        words = reason.lower().encode("utf-8", "replace").decode()
        return self._records(
            "state = 'QUARANTINED' AND why <> '' AND instr(lower(why), ?) ORDER BY id",
            (words,),
            limit=-1,
        )

    def refused(self) -> tuple[Record, ...]:
        """The letters whose replies a server refused, oldest first."""
        return self._records(
            "rejected IS NOT NULL AND state = 'REFUSED' AND why <> '' ORDER BY id",
            (),
            limit=-1,
        )

    def forget(self, address: str) -> int:
        """Erase a person; how many letters named them. See `erasure`."""
        return erasure.forget(self.db, address)

    def resume(self, address: str) -> Stop | None:
        """Answer an address again that asked for silence.

        What was not answered until now; None if it had not asked.
        """
        with tables.transaction(self.db) as db:
            return silence.allow(db, address)

    def _counts(self, where: str, value: object) -> dict[State, int]:
        rows = self.db.execute(
            f"SELECT state, count(*) FROM letter WHERE {where} GROUP BY state", (value,)
        )
        counts = {State(state): count for state, count in rows}
        return {state: counts.get(state, 0) for state in State}

    def _stuck(self, now: datetime, limit: int) -> tuple[Record, ...]:
        overdue = (now - STUCK_AFTER).timestamp()
        missed = (now - MISSED_FOR).timestamp()
        # In quarantine for some days, unless erased (then the reason is empty); or long
        # due; or granted or arrived long ago, since every failed try makes a letter due
        # later; or failed twice before it was read: then nobody else has seen it.
        return self._records(
            f"state = 'QUARANTINED' AND why <> '' AND changed > ? OR {OPEN} "
            "AND (due < ? OR state = 'NEW' AND failures > 1 OR state <> 'DEFERRED' "
            "AND ifnull(granted, arrived) < ?) ORDER BY changed",
            (missed, overdue, overdue),
            limit,
        )

    def _records(
        self, where: str, values: tuple[object, ...], limit: int
    ) -> tuple[Record, ...]:
        rows = self.db.execute(
            f"SELECT * FROM letter WHERE {where} LIMIT ?", (*values, limit)
        ).fetchall()
        return tuple(self._record(row) for row in rows)

    def _record(self, row: sqlite3.Row) -> Record:
        places = self.db.execute(
            "SELECT mailbox, uidvalidity, uid FROM place WHERE letter = ?", (row["id"],)
        )
        keys = tuple(MessageKey(*place) for place in places)
        due = row["due"] if State(row["state"]).is_open else None
        return read_record(row, Record, digest=row["digest"].hex(), keys=keys, due=due)
