"""The ledger for the operator: what is in it, trying again, erasing.

report = Report.open(path)        over all accounts of the file, beside the worker
"""

import sqlite3
from datetime import datetime, timedelta
from pathlib import Path
from typing import Self

from mailbot.ledger import caps, erasure, tables
from mailbot.ledger.book import OPEN, moment, update
from mailbot.ledger.caps import DAY
from mailbot.ledger.records import Mailbox, Record, State, Summary
from mailbot.model import MessageKey

STUCK_AFTER = timedelta(hours=1)
"""How long past its time an open letter may wait before it counts as stuck."""

_RETRIABLE = (State.QUARANTINED, State.REFUSED, State.IGNORED, State.DEFERRED)


class Report:
    """Questions and orders of the operator, over every account of one ledger."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    @classmethod
    def open(cls, path: Path, busy_seconds: float = 30) -> Self:
        """Open the file.

        Raises:
            LedgerUnavailable: not now.
            BadSettings: the file is no ledger, or a newer mailbot's.
        """
        return cls(tables.connect(path, busy_seconds))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def summary(self, now: datetime, limit: int = 20) -> Summary:
        """What came in, what happened to it, what is stuck; lists up to `limit`."""
        with tables.translated():
            accounts = self._db.execute(
                "SELECT name, installed FROM account ORDER BY name"
            ).fetchall()
            return Summary(
                mailboxes=tuple(
                    Mailbox(name, moment(since), self._counts("account = ?", name))
                    for name, since in accounts
                ),
                today=self._counts("changed > ?", now.timestamp() - DAY),
                recent=self._records("1 ORDER BY changed DESC, id DESC", (), limit),
                stuck=self._stuck(now, limit),
            )

    def show(self, letter: int) -> Record | None:
        """All that is known of one letter."""
        with tables.translated():
            records = self._records("id = ?", (letter,), 1)
        return records[0] if records else None

    def retry(self, letter: int, now: datetime) -> bool:
        """Let the worker try a letter again; False where nothing is to be retried.

        A letter that was answered or waits for its turn stays as it is.
        """
        with tables.transaction(self._db) as db:
            row = db.execute(
                "SELECT state FROM letter WHERE id = ?", (letter,)
            ).fetchone()
            if not row or row["state"] not in _RETRIABLE:
                return False
            update(
                db,
                letter,
                now,
                state=State.NEW,
                verdict=State.SENT,
                due=now.timestamp(),
                failures=0,
                tries=0,
                sends=0,
                gone=0,
            )
            return True

    def forget(self, address: str) -> int:
        """Erase a person; how many letters spoke of them. See `erasure`."""
        return erasure.forget(self._db, address)

    def resume(self, address: str) -> bool:
        """Answer a person again who asked for no more mail; False if they did not."""
        with tables.transaction(self._db) as db:
            return caps.allow(db, address)

    def _counts(self, where: str, value: object) -> dict[State, int]:
        rows = self._db.execute(
            f"SELECT state, count(*) FROM letter WHERE {where} GROUP BY state",
            (value,),
        )
        counts = {State(state): count for state, count in rows}
        return {state: counts.get(state, 0) for state in State}

    def _stuck(self, now: datetime, limit: int) -> tuple[Record, ...]:
        late = (now - STUCK_AFTER).timestamp()
        # In quarantine (an erased letter, without a why, is past caring for); or past
        # its time; or tried over and over, which moves its time on.
        return self._records(
            f"state = 'QUARANTINED' AND why <> '' OR {OPEN} AND (due < ? "
            "OR state <> 'DEFERRED' AND ifnull(granted, arrived) < ?) ORDER BY changed",
            (late, late),
            limit,
        )

    def _records(
        self, where: str, values: tuple[object, ...], limit: int
    ) -> tuple[Record, ...]:
        rows = self._db.execute(
            f"SELECT * FROM letter WHERE {where} LIMIT ?",
            (*values, limit),
        ).fetchall()
        return tuple(self._record(row) for row in rows)

    def _record(self, row: sqlite3.Row) -> Record:
        places = self._db.execute(
            "SELECT mailbox, uidvalidity, uid FROM place WHERE letter = ?", (row["id"],)
        )
        state = State(row["state"])
        return Record(
            id=row["id"],
            account=row["account"],
            state=state,
            kind=row["kind"],
            why=row["why"],
            trouble=row["trouble"],
            recipient=row["recipient"],
            subject=row["subject"],
            size=row["size"],
            digest=row["digest"].hex(),
            message_id=row["message_id"],
            arrived=moment(row["arrived"]),
            changed=moment(row["changed"]),
            due=moment(row["due"]) if state.is_open else None,
            failures=row["failures"],
            sends=row["sends"],
            bounced=None if row["bounced"] is None else moment(row["bounced"]),
            keys=tuple(MessageKey(*place) for place in places),
        )
