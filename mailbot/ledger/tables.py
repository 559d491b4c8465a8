"""The ledger's file: its tables, its versions, its transactions.

Rule 1: with WAL and synchronous=FULL, what a transaction wrote outlives kill -9 and a
        power cut. A transaction that is not `lasting` outlives kill -9, and a power cut
        only after a lasting one has followed: enough for what can be found or done
        again.
Rule 2: every change is one transaction that begins with IMMEDIATE, so that what it read
        is still true when it writes.
Rule 3: sqlite3's errors become ours here: a full disk, a lock held too long or an
        unreadable file is LedgerUnavailable, and nothing of the transaction stays.
Rule 4: secure_delete overwrites what is deleted.
"""

import logging
import secrets
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from mailbot.errors import BadSettings, LedgerUnavailable

_log = logging.getLogger(__name__)

MIGRATIONS = (
    """
CREATE TABLE account (
    name TEXT PRIMARY KEY,
    installed REAL NOT NULL,
    mailbox TEXT, uidvalidity INTEGER, uid INTEGER,
    copies INTEGER NOT NULL DEFAULT 0,
    accepted REAL NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE letter (
    id INTEGER PRIMARY KEY,
    account TEXT NOT NULL,
    digest BLOB NOT NULL,
    mailbox TEXT NOT NULL, uidvalidity INTEGER NOT NULL, uid INTEGER NOT NULL,
    size INTEGER NOT NULL,
    arrived REAL NOT NULL,
    changed REAL NOT NULL,
    due REAL NOT NULL,
    state TEXT NOT NULL,
    verdict TEXT NOT NULL DEFAULT 'SENT',
    gone INTEGER NOT NULL DEFAULT 0,
    filed INTEGER NOT NULL DEFAULT 0,
    tries INTEGER NOT NULL DEFAULT 0,
    failures INTEGER NOT NULL DEFAULT 0,
    sends INTEGER NOT NULL DEFAULT 0,
    kind TEXT NOT NULL DEFAULT '',
    why TEXT NOT NULL DEFAULT '',
    trouble TEXT NOT NULL DEFAULT '',
    message_id TEXT NOT NULL DEFAULT '',
    reply BLOB,
    address TEXT NOT NULL DEFAULT '',
    recipient TEXT NOT NULL DEFAULT '',
    domain TEXT NOT NULL DEFAULT '',
    subject TEXT NOT NULL DEFAULT '',
    no_puzzle INTEGER NOT NULL DEFAULT 0,
    granted REAL,
    rejected REAL,
    bounced REAL,
    UNIQUE (account, digest)
);
CREATE INDEX letter_open ON letter (account, due)
    WHERE state IN ('NEW', 'READY', 'SENDING', 'DEFERRED');
CREATE INDEX letter_unfiled ON letter (account)
    WHERE filed = 0 AND state NOT IN ('NEW', 'READY', 'SENDING', 'DEFERRED');
CREATE INDEX letter_quarantined ON letter (changed) WHERE state = 'QUARANTINED';
CREATE INDEX letter_changed ON letter (changed);
CREATE INDEX letter_message_id ON letter (message_id) WHERE message_id <> '';
CREATE INDEX letter_granted ON letter (granted) WHERE granted IS NOT NULL;
CREATE INDEX letter_recipient ON letter (recipient, granted) WHERE recipient <> '';
CREATE INDEX letter_domain ON letter (domain, granted) WHERE domain <> '';
CREATE INDEX letter_rejected ON letter (account, rejected) WHERE rejected IS NOT NULL;
CREATE TABLE place (
    account TEXT NOT NULL, mailbox TEXT NOT NULL,
    uidvalidity INTEGER NOT NULL, uid INTEGER NOT NULL,
    letter INTEGER NOT NULL REFERENCES letter (id),
    PRIMARY KEY (account, mailbox, uidvalidity, uid)
) WITHOUT ROWID;
CREATE INDEX place_letter ON place (letter);
CREATE TABLE denied (who BLOB PRIMARY KEY, since REAL NOT NULL) WITHOUT ROWID;
CREATE TABLE secret (salt BLOB NOT NULL);
""",
    # Hand-overs are counted, since clocks go back: `handed` is the count at the last
    # one of a letter or account, `shown` the highest of a reply whose copy was seen.
    """
ALTER TABLE letter ADD COLUMN handed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE account ADD COLUMN handed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE account ADD COLUMN shown INTEGER NOT NULL DEFAULT 0;
ALTER TABLE account DROP COLUMN copies;
""",
    """
CREATE TABLE side (
    account TEXT NOT NULL, side TEXT NOT NULL,
    since REAL, why TEXT NOT NULL DEFAULT '',
    login TEXT NOT NULL DEFAULT '',
    PRIMARY KEY (account, side)
) WITHOUT ROWID;
""",
    # Letters from before the installation; those of an earlier version are not counted.
    """
ALTER TABLE account ADD COLUMN older INTEGER NOT NULL DEFAULT 0;
""",
    # Whether the sender was proven; what was said within the last hour, as salted
    # hashes.
    """
ALTER TABLE letter ADD COLUMN proven INTEGER NOT NULL DEFAULT 1;
ALTER TABLE denied ADD COLUMN proven INTEGER NOT NULL DEFAULT 1;
CREATE TABLE said (who BLOB NOT NULL, words BLOB NOT NULL, at REAL NOT NULL);
CREATE INDEX said_who ON said (who, words);
CREATE INDEX said_at ON said (at);
""",
    # The puzzles of replies, where they are kept, and whether these showed the
    # solution.
    """
ALTER TABLE letter ADD COLUMN puzzle TEXT NOT NULL DEFAULT '';
ALTER TABLE letter ADD COLUMN solved INTEGER NOT NULL DEFAULT 0;
""",
    # Letters that were answered, as salted hashes; what caps count for: conversations,
    # letters that bring nothing of a person, people who are unproven and new.
    """
CREATE TABLE answered (mark BLOB PRIMARY KEY, letter INTEGER NOT NULL, at REAL NOT NULL)
    WITHOUT ROWID;
CREATE INDEX answered_at ON answered (at);
ALTER TABLE letter ADD COLUMN thread INTEGER NOT NULL DEFAULT 0;
ALTER TABLE letter ADD COLUMN idle INTEGER NOT NULL DEFAULT 0;
ALTER TABLE letter ADD COLUMN newcomer INTEGER NOT NULL DEFAULT 0;
CREATE INDEX letter_thread ON letter (thread, granted) WHERE thread <> 0;
""",
    # What servers want a person to read; which replies were handed over last.
    """
CREATE TABLE notice (account TEXT NOT NULL, text TEXT NOT NULL, at REAL NOT NULL,
    PRIMARY KEY (account, text)) WITHOUT ROWID;
CREATE INDEX letter_handed ON letter (account, handed) WHERE handed > 0;
""",
    # How many replies were granted in each hour. And indexes that SQLite really uses: a
    # query must repeat the condition of a partial one, but IS NOT NULL follows from
    # every comparison with the column; of two that suit, the one with all columns is
    # taken.
    """
CREATE TABLE hour (number INTEGER PRIMARY KEY, replies INTEGER NOT NULL);
INSERT INTO hour SELECT CAST(granted / 3600 AS INTEGER), count(*) FROM letter
    WHERE granted IS NOT NULL GROUP BY 1;
DROP INDEX letter_granted;
CREATE INDEX letter_granted ON letter (account, granted, proven, newcomer)
    WHERE granted IS NOT NULL;
DROP INDEX letter_recipient;
CREATE INDEX letter_recipient ON letter (recipient, granted, proven)
    WHERE granted IS NOT NULL;
DROP INDEX letter_domain;
CREATE INDEX letter_domain ON letter (domain, granted, account, proven)
    WHERE granted IS NOT NULL;
DROP INDEX letter_thread;
CREATE INDEX letter_thread ON letter (thread, granted) WHERE idle;
CREATE INDEX letter_idle ON letter (domain, granted) WHERE idle;
DROP INDEX letter_message_id;
CREATE INDEX letter_message_id ON letter (message_id, account, granted)
    WHERE granted IS NOT NULL;
CREATE INDEX letter_lost ON letter (recipient, granted)
    WHERE bounced IS NOT NULL OR rejected IS NOT NULL;
DROP INDEX letter_handed;
CREATE INDEX letter_handed ON letter (account, handed) WHERE handed;
CREATE INDEX letter_puzzle ON letter (granted) WHERE puzzle <> '';
""",
    # What was found again under a key. 1: a settled letter; -1: one that was not
    # settled.
    """
ALTER TABLE place ADD COLUMN again INTEGER NOT NULL DEFAULT 0;
""",
)
"""The script from each version to the next; version 0 is an empty file."""


def connect(path: Path | str, busy_seconds: float) -> sqlite3.Connection:
    """Open the file, made or brought up to date as needed.

    Raises:
        LedgerUnavailable: the file cannot be opened now.
        BadSettings: the file is no ledger, or of a newer mailbot.
    """
    with translated():
        if isinstance(path, Path):
            with suppress(OSError):  # SQLite then tells what is wrong
                path.touch(mode=0o600)
        # One thread at a time uses a connection, not always the one that opened it.
        db = sqlite3.connect(
            path, timeout=busy_seconds, isolation_level=None, check_same_thread=False
        )
        with closed_on_error(db):
            db.row_factory = sqlite3.Row
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA secure_delete = ON")
            db.execute("PRAGMA foreign_keys = ON")
            _migrate(db)
        return db


@contextmanager
def closed_on_error(db: sqlite3.Connection) -> Iterator[None]:
    """Close a connection that cannot be handed to the caller."""
    try:
        yield
    except BaseException:
        db.close()
        raise


@contextmanager
def transaction(
    db: sqlite3.Connection, *, lasting: bool = True
) -> Iterator[sqlite3.Connection]:
    """Write all of a block's changes, or none of them; one in another is a part of it.

    Raises:
        LedgerUnavailable: nothing was written.
    """
    with translated():
        if db.in_transaction:
            yield db
            return
        db.execute(f"PRAGMA synchronous = {'FULL' if lasting else 'NORMAL'}")
        db.execute("BEGIN IMMEDIATE")
        try:
            yield db
            db.execute("COMMIT")
        except BaseException:
            # On a full disk SQLite may have rolled back already.
            if db.in_transaction:
                db.execute("ROLLBACK")
            raise


@contextmanager
def translated() -> Iterator[None]:
    """Raise sqlite3's errors as ours."""
    try:
        yield
    except sqlite3.OperationalError as error:
        raise LedgerUnavailable(
            f"the ledger cannot be used now ({error}): look at its disk and its rights"
        ) from error
    except sqlite3.DatabaseError as error:
        raise damaged(error) from error


def damaged(what: object) -> BadSettings:
    """The error of a file whose pages do not fit together."""
    return BadSettings(
        f"the ledger is damaged or no ledger ({what}): restore it from a backup, or "
        "move it away to begin anew; then only mail that comes later is answered"
    )


def _migrate(db: sqlite3.Connection) -> None:
    with transaction(db):
        (version,) = db.execute("PRAGMA user_version").fetchone()
        if version > len(MIGRATIONS):
            raise BadSettings(
                f"the ledger has version {version}, this mailbot knows "
                f"{len(MIGRATIONS)}: install the newer mailbot again"
            )
        for script in MIGRATIONS[version:]:
            for statement in script.split(";"):
                db.execute(statement)
        if 0 < version < len(MIGRATIONS):
            _log.info("ledger brought from version %s to %s", version, len(MIGRATIONS))
        if version == 0:
            db.execute("INSERT INTO secret VALUES (?)", (secrets.token_bytes(16),))
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
