"""One account's pages of the ledger: what intake and replies both stand on."""

import sqlite3
from datetime import UTC, datetime
from pathlib import Path
from typing import Self

from mailbot.ledger import tables
from mailbot.ledger.records import Entry, LedgerOptions, State
from mailbot.model import MessageKey

OPEN = "state IN ('NEW', 'READY', 'SENDING', 'DEFERRED')"
"""As SQL, word for word the condition of the partial indexes."""


class Book:
    """A connection, an account, and single changes to a letter."""

    def __init__(
        self, db: sqlite3.Connection, account: str, options: LedgerOptions
    ) -> None:
        self._db = db
        self._account = account
        self._options = options

    @classmethod
    def open(
        cls, path: Path, account: str, options: LedgerOptions | None = None
    ) -> Self:
        """Open the file, made if need be; one file may serve several accounts.

        Raises:
            LedgerUnavailable: not now.
            BadSettings: the file is no ledger, or a newer mailbot's.
        """
        options = options or LedgerOptions()
        return cls(tables.connect(path, options.busy_seconds), account, options)

    def copy(self) -> Self:
        """A copy in memory, for a dry run; the caller closes it."""
        copy = tables.connect(":memory:", self._options.busy_seconds)
        with tables.translated(), tables.closed_on_error(copy):
            self._db.backup(copy)
        return type(self)(copy, self._account, self._options)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def rest(self) -> None:
        """From here on, what was written so far outlives a power cut."""
        with tables.translated():
            self._db.execute("PRAGMA wal_checkpoint(FULL)")

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def entry(self, letter: int) -> Entry:
        """A letter as it stands."""
        with tables.translated():
            row = self._db.execute("SELECT * FROM letter WHERE id = ?", (letter,))
            return read_entry(row.fetchone())

    def _set(self, letter: int, now: datetime, **columns: object) -> None:
        with tables.transaction(self._db) as db:
            update(db, letter, now, **columns)


def update(
    db: sqlite3.Connection, letter: int, now: datetime, **columns: object
) -> None:
    """Change columns of a letter, inside a transaction."""
    names = ", ".join(f"{name} = ?" for name in columns)
    db.execute(
        f"UPDATE letter SET {names}, changed = ? WHERE id = ?",
        (*columns.values(), now.timestamp(), letter),
    )


def read_entry(row: sqlite3.Row) -> Entry:
    """A row of `letter` as the worker's record."""
    return Entry(
        id=row["id"],
        state=State(row["state"]),
        key=MessageKey(row["mailbox"], row["uidvalidity"], row["uid"]),
        digest=row["digest"],
        size=row["size"],
        arrived=moment(row["arrived"]),
        tries=row["tries"],
        failures=row["failures"],
        sends=row["sends"],
        filed=bool(row["filed"]),
        due=moment(row["due"]),
        granted=None if row["granted"] is None else moment(row["granted"]),
        message_id=row["message_id"],
        address=row["address"],
        kind=row["kind"],
        why=row["why"],
        trouble=row["trouble"],
        verdict=State(row["verdict"]),
    )


def moment(timestamp: float) -> datetime:
    """Seconds since 1970 as an aware time."""
    return datetime.fromtimestamp(timestamp, UTC)
