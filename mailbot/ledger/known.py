"""The letters that need no fetching: recorded ones, and those before installation."""

import sqlite3
from collections.abc import Collection, Iterator

from mailbot.ledger.tables import translated
from mailbot.model import MessageKey


class Known(Collection[MessageKey]):
    """The keys of an account's letters; `in` asks the ledger for one key at a time.

    `watermark` is the newest letter at installation: no letter up to it is answered.
    """

    def __init__(
        self, db: sqlite3.Connection, account: str, watermark: MessageKey
    ) -> None:
        self._db = db
        self._account = account
        self._watermark = watermark

    def __contains__(self, key: object) -> bool:
        if not isinstance(key, MessageKey):
            return False
        mark = self._watermark
        if (mark.mailbox, mark.uidvalidity) == (key.mailbox, key.uidvalidity):
            old = key.uid <= mark.uid
        else:
            old = False
        return old or self._is_recorded(key)

    def _is_recorded(self, key: MessageKey) -> bool:
        with translated():
            row = self._db.execute(
                "SELECT 1 FROM place WHERE (account, mailbox, uidvalidity, uid) "
                "= (?, ?, ?, ?)",
                (self._account, key.mailbox, key.uidvalidity, key.uid),
            ).fetchone()
        return row is not None

    def __iter__(self) -> Iterator[MessageKey]:
        with translated():
            rows = self._db.execute(
                "SELECT mailbox, uidvalidity, uid FROM place WHERE account = ?",
                (self._account,),
            )
            yield from (MessageKey(*row) for row in rows)

    def __len__(self) -> int:
        with translated():
            (count,) = self._db.execute(
                "SELECT count(*) FROM place WHERE account = ?", (self._account,)
            ).fetchone()
        return int(count)
