"""The mailbox: where our time begins in it, and which letters were found in it.

Those that need no fetching are `Known`: recorded ones, and those before installation. A
letter that was filed and is still listed is fetched once more: some servers give its
UID to another letter, as after a restore, or to two at once. Nothing is answered twice
for that.
"""

from collections.abc import Container, Iterator
from contextlib import contextmanager
from datetime import datetime

from mailbot.ledger.account import Account, moment
from mailbot.ledger.letters import OPEN, change, entry
from mailbot.ledger.records import Entry
from mailbot.ledger.states import State
from mailbot.ledger.tables import transaction, translated
from mailbot.mail.ports import Since
from mailbot.model import MessageKey

_NOWHERE = MessageKey("", 0, 0)
_AT = "(place.account, place.mailbox, place.uidvalidity, place.uid) = (?, ?, ?, ?)"


class Known(Container[MessageKey]):
    """The keys of an account's letters; `in` asks the ledger for one key at a time.

    `watermark` is the newest letter at installation: no letter up to it is answered.
    """

    def __init__(self, account: Account, watermark: MessageKey) -> None:
        self._account = account
        self._watermark = watermark

    def __contains__(self, key: object) -> bool:
        if not isinstance(key, MessageKey):
            return False
        mark = self._watermark
        old = mark.numbering == key.numbering and key.uid <= mark.uid
        return old or self._is_recorded(key)

    def _is_recorded(self, key: MessageKey) -> bool:
        """Whether a letter was found under a key, and needs no second look there.

        A letter that failed so often that it was set aside is fetched by `retry` alone.
        One that takes the place of another and is not answered may be the same, whose
        bytes the server changes each time.
        """
        done = "again > 0 OR (again < 0 AND state <> 'SENT')"
        failed = "state = 'QUARANTINED' AND failures"
        found = self._account.ask(
            f"SELECT NOT filed OR {done} OR ({failed}) "
            f"FROM place JOIN letter ON letter.id = letter WHERE {_AT}",
            self._account.name,
            *key,
        )
        return bool(found and found[0])


def install(
    account: Account, newest: MessageKey | None, now: datetime, letters: int = 0
) -> int:
    """Remember the newest letter of the mailbox at the first pass, and how many it had.

    Returns: how many letters were there at the first pass, and are left alone.
    """
    mark, installed = newest or _NOWHERE, now.timestamp()
    if account.options.older_mail:
        mark, installed, letters = _NOWHERE, 0.0, 0
    with transaction(account.db) as db:
        db.execute(
            "INSERT OR IGNORE INTO account "
            "(name, installed, mailbox, uidvalidity, uid, older) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (account.name, installed, *mark, letters),
        )
        (older,) = db.execute(
            "SELECT older FROM account WHERE name = ?", (account.name,)
        ).fetchone()
    return int(older)


def anchor(account: Account, newest: MessageKey) -> None:
    """Treat all letters up to this one as known: they are old or recorded.

    Called for a mailbox that was renumbered, where old letters are else found by their
    dates, which is slow.
    """
    with transaction(account.db) as db:
        db.execute(
            "UPDATE account SET mailbox = ?, uidvalidity = ?, uid = ? WHERE name = ?",
            (*newest, account.name),
        )


def known(account: Account) -> Known:
    """The keys of letters that are recorded, or from before the installation."""
    return Known(account, _installation(account)[0])


def since(account: Account, newest: MessageKey | None) -> Since | None:
    """After what the letters come that are not too old to be answered.

    A key if the mailbox is still numbered as it was; else a time, or None for all.
    """
    mark, installed = _installation(account)
    if newest and newest.numbering == mark.numbering:
        return mark
    # Servers keep whole seconds, file systems coarse ones.
    return moment(installed - 1) if installed else None


@contextmanager
def together(account: Account) -> Iterator[None]:
    """Take several letters, or none of them if the process ends meanwhile."""
    with transaction(account.db, lasting=False):
        yield


def take(
    account: Account,
    key: MessageKey,
    digest: bytes,
    size: int,
    arrived: datetime,
    now: datetime,
) -> Entry:
    """Record a letter found under a key; the same bytes are one letter.

    A letter that had vanished before it could be answered is NEW again.
    """
    with transaction(account.db, lasting=False) as db:
        letter, gone, state = db.execute(
            "INSERT INTO letter (account, digest, size, arrived, changed, due, "
            "state, tries, mailbox, uidvalidity, uid) "
            "VALUES (?, ?, ?, ?, ?, ?, 'NEW', 1, ?, ?, ?) "
            "ON CONFLICT (account, digest) DO UPDATE SET filed = 0, "
            "mailbox = excluded.mailbox, uidvalidity = excluded.uidvalidity, "
            "uid = excluded.uid RETURNING id, gone, state",
            (
                account.name,
                digest,
                size,
                arrived.timestamp(),
                now.timestamp(),
                now.timestamp(),
                *key,
            ),
        ).fetchone()
        if gone:
            change(db, "take", letter, now, state=State.NEW, gone=0)
        db.execute(
            "INSERT INTO place VALUES (?, ?, ?, ?, ?, 0) ON CONFLICT DO UPDATE "
            "SET again = ?, letter = excluded.letter",
            (account.name, *key, letter, -1 if State(state).is_open else 1),
        )
    return entry(account, letter)


def at(account: Account, key: MessageKey) -> Entry | None:
    """The letter that is recorded under a key; None if none is."""
    row = account.ask(f"SELECT letter FROM place WHERE {_AT}", account.name, *key)
    return entry(account, row["letter"]) if row else None


def recognise(
    account: Account, letter: int, digest: bytes, size: int, now: datetime
) -> Entry | None:
    """Give a letter its digest that was recorded before its bytes could be had.

    Its failures until then are forgotten.

    Returns: the letter; None if these bytes are another letter, which takes its place.
    """
    with transaction(account.db, lasting=False) as db:
        other = db.execute(
            "SELECT id FROM letter WHERE account = ? AND digest = ? AND id <> ?",
            (account.name, digest, letter),
        ).fetchone()
        if other is None:
            db.execute(
                "UPDATE letter SET digest = ?, size = ?, failures = 0, trouble = '' "
                "WHERE id = ?",
                (digest, size, letter),
            )
        else:
            db.execute(
                "UPDATE place SET letter = ? WHERE letter = ?", (other["id"], letter)
            )
            db.execute("UPDATE letter SET filed = 0 WHERE id = ?", (other["id"],))
            why = f"the same letter as {other['id']}"
            state = State.IGNORED
            change(db, "vanish", letter, now, state=state, why=why, filed=1)
    return entry(account, letter) if other is None else None


def places(account: Account, entry: Entry) -> list[MessageKey]:
    """The keys of a letter in the mailbox where it was found last.

    There are several if the letter was delivered twice. A key under which another
    letter is still open is left to that one.
    """
    found = _uids(account, entry)
    if any(found.values()):
        with transaction(account.db, lasting=False) as db:
            db.execute(
                "UPDATE place SET letter = twin.id FROM letter AS twin "
                "WHERE place.letter = ? AND (twin.account, twin.mailbox, "
                "twin.uidvalidity, twin.uid) = (place.account, place.mailbox, "
                f"place.uidvalidity, place.uid) AND twin.{OPEN}",
                (entry.id,),
            )
        found = _uids(account, entry)
    return [MessageKey(*entry.key.numbering, uid) for uid in sorted(found)]


def _uids(account: Account, entry: Entry) -> dict[int, bool]:
    """The UIDs of a letter in its mailbox; whether others were found there, too."""
    with translated():
        rows = account.db.execute(
            "SELECT uid, again <> 0 FROM place WHERE letter = ? "
            "AND mailbox = ? AND uidvalidity = ?",
            (entry.id, *entry.key.numbering),
        )
        return dict(rows.fetchall())


def _installation(account: Account) -> tuple[MessageKey, float]:
    query = "SELECT mailbox, uidvalidity, uid, installed FROM account WHERE name = ?"
    *mark, installed = account.ask(query, account.name)
    return MessageKey(*mark), installed
