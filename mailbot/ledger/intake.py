"""What comes in, and what is decided about it without a reply."""

from collections.abc import Collection
from datetime import datetime

from mailbot.ledger import erasure, tables
from mailbot.ledger.book import OPEN, Book, moment, read_entry
from mailbot.ledger.caps import DAY
from mailbot.ledger.known import Known
from mailbot.ledger.records import OPEN as OPEN_STATES
from mailbot.ledger.records import Entry, State
from mailbot.mail.ports import Since
from mailbot.model import MessageKey

CLOCK_SLACK = 60.0
"""Seconds that the clock may go back before all that waits is due again."""

_NOWHERE = MessageKey("", 0, 0)


class Intake(Book):
    """Letters as they are found, taken up again, and settled."""

    def install(self, newest: MessageKey | None, now: datetime) -> None:
        """Remember where the mailbox ended when we saw it first."""
        mark, installed = newest or _NOWHERE, now.timestamp()
        if self._options.older_mail:
            mark, installed = _NOWHERE, 0.0
        with tables.transaction(self._db) as db:
            db.execute(
                "INSERT OR IGNORE INTO account "
                "(name, installed, mailbox, uidvalidity, uid) VALUES (?, ?, ?, ?, ?)",
                (self._account, installed, mark.mailbox, mark.uidvalidity, mark.uid),
            )

    def anchor(self, newest: MessageKey) -> None:
        """All letters up to this one are old or recorded: begin behind it henceforth.

        For a mailbox that was renumbered: to find its old letters by date is slow.
        """
        with tables.transaction(self._db) as db:
            db.execute(
                "UPDATE account SET mailbox = ?, uidvalidity = ?, uid = ? "
                "WHERE name = ?",
                (newest.mailbox, newest.uidvalidity, newest.uid, self._account),
            )

    def known(self) -> Known:
        """The keys that need no look: recorded, or from before the installation."""
        return Known(self._db, self._account, self._installation()[0])

    def since(self, newest: MessageKey | None) -> Since | None:
        """Where the mail begins that is not too old for us: a key, if one tells it."""
        mark, installed = self._installation()
        if newest and (newest.mailbox, newest.uidvalidity) == (
            mark.mailbox,
            mark.uidvalidity,
        ):
            return mark
        # Servers keep whole seconds, file systems coarse ones.
        return moment(installed - 1) if installed else None

    def take(
        self,
        key: MessageKey,
        digest: bytes,
        size: int,
        arrived: datetime,
        now: datetime,
    ) -> Entry:
        """Record a letter found under a key; the same bytes are one letter.

        A letter that had vanished before it could be answered is NEW again.
        """
        with tables.transaction(self._db, lasting=False) as db:
            (letter,) = db.execute(
                "INSERT INTO letter (account, digest, size, arrived, changed, due, "
                "state, tries, mailbox, uidvalidity, uid) "
                "VALUES (?, ?, ?, ?, ?, ?, 'NEW', 1, ?, ?, ?) "
                "ON CONFLICT (account, digest) DO UPDATE SET filed = 0, gone = 0, "
                "mailbox = excluded.mailbox, uidvalidity = excluded.uidvalidity, "
                "uid = excluded.uid, state = iif(gone, 'NEW', state) RETURNING id",
                (
                    self._account,
                    digest,
                    size,
                    arrived.timestamp(),
                    now.timestamp(),
                    now.timestamp(),
                    key.mailbox,
                    key.uidvalidity,
                    key.uid,
                ),
            ).fetchone()
            db.execute(
                "INSERT OR REPLACE INTO place VALUES (?, ?, ?, ?, ?)",
                (self._account, key.mailbox, key.uidvalidity, key.uid, letter),
            )
        return self.entry(letter)

    def due(self, now: datetime, limit: int = 50) -> list[Entry]:
        """Open letters whose time has come, those least often tried first.

        A clock that went back makes all due: their times are from another clock.
        """
        moment = now.timestamp()
        return self._entries(
            f"{OPEN} AND (due <= ? OR changed > ?) ORDER BY tries, due, id",
            (moment, moment + CLOCK_SLACK),
            limit,
        )

    def next_due(
        self, after: datetime, states: Collection[State] = OPEN_STATES
    ) -> datetime | None:
        """When the next open letter (in one of the states) will be due, if any."""
        marks = ", ".join("?" * len(states))
        with tables.translated():
            (due,) = self._db.execute(
                f"SELECT min(due) FROM letter WHERE account = ? AND {OPEN} "
                f"AND due > ? AND state IN ({marks})",
                (self._account, after.timestamp(), *states),
            ).fetchone()
        return None if due is None else moment(due)

    def unfiled(self, limit: int = 50) -> list[Entry]:
        """Settled letters that were not filed yet."""
        return self._entries(f"filed = 0 AND NOT {OPEN}", (), limit)

    def last_filed(self, limit: int = 100) -> list[Entry]:
        """The letters settled last that were filed, as far as we know."""
        return self._entries(
            f"filed = 1 AND NOT {OPEN} ORDER BY changed DESC", (), limit
        )

    def places(self, entry: Entry) -> list[MessageKey]:
        """Under which keys a letter lies where it was found last: twice, perhaps."""
        key = entry.key
        with tables.translated():
            rows = self._db.execute(
                "SELECT mailbox, uidvalidity, uid FROM place WHERE letter = ? "
                "AND mailbox = ? AND uidvalidity = ? ORDER BY uid",
                (entry.id, key.mailbox, key.uidvalidity),
            )
            return [MessageKey(*row) for row in rows]

    def filed(self, letter: int) -> None:
        """Record that a letter was filed, or that filing it was given up."""
        with tables.transaction(self._db, lasting=False) as db:
            db.execute("UPDATE letter SET filed = 1 WHERE id = ?", (letter,))

    def start(self, letter: int) -> Entry | None:
        """Count a try; None if the letter has meanwhile got beyond being read.

        Counted so that a letter that ends the process comes last next time.
        """
        with tables.transaction(self._db, lasting=False) as db:
            row = db.execute(
                "UPDATE letter SET tries = tries + 1 WHERE id = ? "
                "AND state IN ('NEW', 'DEFERRED') RETURNING *",
                (letter,),
            ).fetchone()
        return read_entry(row) if row else None

    def settle(self, letter: int, state: State, why: str, now: datetime) -> None:
        """No reply, for good: IGNORED, REFUSED or QUARANTINED."""
        self._set(letter, now, state=state, why=why, reply=None, filed=0)

    def vanish(self, letter: int, now: datetime) -> None:
        """The letter is gone from the mailbox; should it come back, it is NEW."""
        why = "gone from the mailbox before it was answered"
        self._set(letter, now, state=State.IGNORED, why=why, gone=1, filed=1)

    def defer(self, letter: int, until: datetime, why: str, now: datetime) -> None:
        """Decide again at `until`."""
        state, due = State.DEFERRED, until.timestamp()
        self._set(letter, now, state=state, why=why, due=due, tries=0)

    def postpone(
        self, letter: int, until: datetime, trouble: str, now: datetime
    ) -> None:
        """The same step again at `until`; not the letter's fault."""
        self._set(letter, now, trouble=trouble, due=until.timestamp(), tries=0)

    def fail(self, entry: Entry, until: datetime, trouble: str, now: datetime) -> None:
        """Count a failure of the letter's own; the next try is at `until`."""
        failures, due = entry.failures + 1, until.timestamp()
        self._set(entry.id, now, failures=failures, tries=0, trouble=trouble, due=due)

    def purge(self, now: datetime) -> int:
        """Erase what is personal in letters settled `keep_days` ago; how many."""
        return erasure.purge(self._db, now.timestamp() - self._options.keep_days * DAY)

    def _entries(
        self, where: str, values: tuple[object, ...], limit: int
    ) -> list[Entry]:
        with tables.translated():
            rows = self._db.execute(
                f"SELECT * FROM letter WHERE account = ? AND {where} LIMIT ?",
                (self._account, *values, limit),
            )
            return [read_entry(row) for row in rows]

    def _installation(self) -> tuple[MessageKey, float]:
        with tables.translated():
            row = self._db.execute(
                "SELECT mailbox, uidvalidity, uid, installed FROM account "
                "WHERE name = ?",
                (self._account,),
            ).fetchone()
        return MessageKey(*row[:3]), row[3]
