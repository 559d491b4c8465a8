"""What every part of the ledger works on: a connection, an account, its options."""

import fcntl
import re
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from msgspec import Struct

from mailbot.errors import InboxUnavailable, LedgerUnavailable
from mailbot.ledger import tables
from mailbot.options import LedgerOptions


class OpenFile(Struct, frozen=True):
    """An open ledger file; whoever opens it closes it."""

    db: sqlite3.Connection

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self.db.close()


class Account(OpenFile, frozen=True):
    """One account in an open ledger file."""

    name: str
    options: LedgerOptions

    @classmethod
    def open(
        cls, path: Path, account: str, options: LedgerOptions | None = None
    ) -> Self:
        """Open the file, made if need be; one file may serve several accounts.

        The caller closes it.

        Raises:
            LedgerUnavailable: the file cannot be used now.
            BadSettings: the file is no ledger, or of a newer mailbot.
        """
        options = options or LedgerOptions()
        return cls(tables.connect(path, options.busy_seconds), account, options)

    def copy(self) -> Self:
        """A copy in memory, for a dry run; the caller closes it."""
        copy = tables.connect(":memory:", self.options.busy_seconds)
        with tables.translated(), tables.closed_on_error(copy):
            self.db.backup(copy)
        return type(self)(copy, self.name, self.options)

    def ask(self, query: str, *values: object) -> Any:
        """The first row that a query gives; None if it gives none."""
        with tables.translated():
            return self.db.execute(query, values).fetchone()

    def rest(self) -> None:
        """Make sure that all that was written so far outlives a power cut."""
        with tables.translated():
            self.db.execute("PRAGMA wal_checkpoint(FULL)")

    def verify(self) -> None:
        """Look for damage in the whole file; takes a second for a million letters.

        Raises:
            BadSettings: the file is damaged.
        """
        (found,) = self.ask("PRAGMA quick_check(1)")
        if found != "ok":
            raise tables.damaged(found)


def moment(timestamp: float) -> datetime:
    """Seconds since 1970 as an aware time."""
    return datetime.fromtimestamp(timestamp, UTC)


@contextmanager
def hold(folder: Path, account: str) -> Iterator[None]:
    """Hold the lock of a mailbox: a file in `folder`, usually the folder of the ledger.

    The kernel keeps the lock (flock): kill -9 frees it, and a file left behind means
    nothing.

    Raises:
        InboxUnavailable: another worker, `once` or `run`, holds it.
        LedgerUnavailable: the folder cannot be written to.
    """
    name = re.sub(r"[^\w.@-]", "_", account) or "mailbox"
    try:
        file = (folder / f"{name}.lock").open("w")
    except OSError as error:
        raise LedgerUnavailable(f"cannot lock {account}: {error}") from error
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise InboxUnavailable(f"another worker holds {account}") from error
        yield
