"""The reply of a letter: granted and stored, handed over, sent or not.

The stored bytes are the ones that go out, the second time too: same Message-ID, same
Date. They are deleted when the letter is settled.
"""

from collections.abc import Callable
from datetime import datetime

from mailbot.ledger import caps, tables
from mailbot.ledger.book import Book, moment, update
from mailbot.ledger.records import Grant, Granted, Later, Refused, State
from mailbot.model import Claim, Reply, Respond


class Replies(Book):
    """READY -> SENDING -> SENT, and the copies and bounces that come back."""

    def grant(
        self,
        letter: int,
        outcome: Respond,
        write: Callable[[Reply], bytes],
        now: datetime,
        verdict: State = State.SENT,
    ) -> Grant:
        """Weigh a claim and, where it holds, store the reply: one transaction.

        A letter without a grant is settled or put off here as well. What `write`
        raises undoes all. `verdict` is the letter's state once the reply is sent.
        """
        claim = outcome.claim
        # Nothing has left the house yet; `sending` makes it last.
        with tables.transaction(self._db, lasting=False) as db:
            grant = self._decide(letter, claim, now)
            columns: dict[str, object] = {
                "recipient": claim.recipient,
                "domain": claim.domain,
                "subject": claim.subject,
                "no_puzzle": claim.no_puzzle,
                "kind": outcome.kind,
                "tries": 0,
            }
            match grant:
                case Granted(last):
                    reply = (last and outcome.last) or outcome.reply
                    columns |= {
                        "state": State.READY,
                        "verdict": verdict,
                        "why": outcome.why,
                        "message_id": reply.message_id.strip("<>"),
                        "address": reply.to.address,
                        "reply": write(reply),
                        "granted": now.timestamp(),
                        "due": now.timestamp(),
                    }
                    if claim.stop:
                        caps.deny(db, claim.recipient, now.timestamp())
                case Refused(why):
                    columns |= {"state": State.REFUSED, "why": why, "filed": 0}
                case Later(until, why):
                    columns |= {"state": State.DEFERRED, "why": why}
                    columns |= {"due": until.timestamp()}
            if verdict is not State.SENT and not isinstance(grant, Granted):
                columns |= {"state": verdict, "why": outcome.why, "filed": 0}
            update(db, letter, now, **columns)
            return grant

    def _decide(self, letter: int, claim: Claim, now: datetime) -> Grant:
        limits, moment = self._options.caps, now.timestamp()
        grant = caps.decide(self._db, self._account, claim, limits, moment)
        (arrived,) = self._db.execute(
            "SELECT arrived FROM letter WHERE id = ?", (letter,)
        ).fetchone()
        if isinstance(grant, Later) and moment - arrived > limits.patience_seconds:
            return Refused(f"{grant.why}, for too long")
        return grant

    def paused_until(self, now: datetime) -> datetime | None:
        """The end of the pause after refusals in a row, if there is one now."""
        with tables.translated():
            until = caps.paused_until(
                self._db, self._account, self._options.caps, now.timestamp()
            )
        return None if until is None else moment(until)

    def reply(self, letter: int) -> bytes | None:
        """The stored reply; None if there is none, or no more."""
        with tables.translated():
            (reply,) = self._db.execute(
                "SELECT reply FROM letter WHERE id = ?", (letter,)
            ).fetchone()
        return None if reply is None else bytes(reply)

    def sending(self, letter: int, look_again: datetime, now: datetime) -> bytes | None:
        """About to hand over: the message; None if it is to be sent no more.

        Should we end here, its copy is looked for at `look_again`.
        """
        with tables.transaction(self._db) as db:
            row = db.execute(
                "SELECT reply FROM letter WHERE id = ? AND reply IS NOT NULL",
                (letter,),
            ).fetchone()
            if row is None:
                return None
            (handed,) = db.execute(
                "UPDATE account SET handed = handed + 1 WHERE name = ? "
                "RETURNING handed",
                (self._account,),
            ).fetchone()
            update(
                db,
                letter,
                now,
                state=State.SENDING,
                due=look_again.timestamp(),
                tries=0,
                handed=handed,
            )
            db.execute("UPDATE letter SET sends = sends + 1 WHERE id = ?", (letter,))
            return bytes(row["reply"])

    def unsent(self, letter: int, until: datetime, trouble: str, now: datetime) -> None:
        """Surely not delivered: hand it over again at `until`."""
        due = until.timestamp()
        with tables.transaction(self._db) as db:
            update(db, letter, now, state=State.READY, due=due, trouble=trouble)
            db.execute(
                "UPDATE letter SET sends = sends - 1, failures = failures + 1 "
                "WHERE id = ?",
                (letter,),
            )

    def sent(self, letter: int, now: datetime) -> None:
        """Delivered.

        Where a power cut undoes this before `rest`, its copy tells.
        """
        with tables.transaction(self._db, lasting=False):
            self._mark_sent(letter, now)

    def reject(self, letter: int, why: str, now: datetime) -> None:
        """The server will never take it (5xx)."""
        self._set(
            letter,
            now,
            state=State.REFUSED,
            why=why,
            reply=None,
            filed=0,
            rejected=now.timestamp(),
        )

    def hold(self, letter: int, until: datetime, trouble: str, now: datetime) -> None:
        """Look for the copy once more at `until`."""
        with tables.transaction(self._db) as db:
            update(db, letter, now, due=until.timestamp(), trouble=trouble)
            db.execute("UPDATE letter SET tries = tries + 1 WHERE id = ?", (letter,))

    def own_copy(self, message_id: str, now: datetime) -> bool:
        """Whether this is a copy of a reply of ours; if so, that reply was sent."""
        with tables.translated():
            row = self._db.execute(
                "SELECT id, state FROM letter WHERE message_id = ? AND account = ? "
                "AND message_id <> ''",
                (message_id.strip("<>"), self._account),
            ).fetchone()
        if row is None:
            return False
        if row["state"] == State.SENDING:
            self.found_copy(row["id"], now)
        else:
            with tables.transaction(self._db, lasting=False):
                self._note_copy(row["id"])
        return True

    def found_copy(self, letter: int, now: datetime) -> None:
        """A copy of the reply was found: it was sent."""
        with tables.transaction(self._db):
            self._mark_sent(letter, now)
            self._note_copy(letter)

    def later_copy_seen(self, letter: int) -> bool:
        """Whether a reply that was handed over after this one has shown its copy."""
        with tables.translated():
            row = self._db.execute(
                "SELECT shown > (SELECT handed FROM letter WHERE id = ?) "
                "FROM account WHERE name = ?",
                (letter, self._account),
            ).fetchone()
        return bool(row[0])

    def later_sent(self, letter: int) -> str:
        """The last reply's Message-ID, if it was handed over after this one; or ""."""
        with tables.translated():
            row = self._db.execute(
                "SELECT message_id, handed > (SELECT handed FROM letter WHERE id = ?) "
                "AS later FROM letter WHERE account = ? AND state = 'SENT' "
                "ORDER BY changed DESC LIMIT 1",
                (letter, self._account),
            ).fetchone()
        return row["message_id"] if row and row["later"] else ""

    def bounced(self, message_id: str, now: datetime) -> bool:
        """Record that a reply of ours came back; whether it was one of ours."""
        with tables.transaction(self._db) as db:
            found = db.execute(
                "UPDATE letter SET bounced = ifnull(bounced, ?) WHERE message_id = ?",
                (now.timestamp(), message_id.strip("<>")),
            )
            return found.rowcount > 0

    def _mark_sent(self, letter: int, now: datetime) -> None:
        self._db.execute(
            "UPDATE letter SET state = verdict, reply = NULL, filed = 0, changed = ? "
            "WHERE id = ?",
            (now.timestamp(), letter),
        )
        self._db.execute(
            "UPDATE account SET accepted = ? WHERE name = ?",
            (now.timestamp(), self._account),
        )

    def _note_copy(self, letter: int) -> None:
        self._db.execute(
            "UPDATE account SET shown = max(shown, "
            "(SELECT handed FROM letter WHERE id = ?)) WHERE name = ?",
            (letter, self._account),
        )
