"""Moves of a letter that has a reply: granted and stored, handed over, sent or not.

The stored bytes go out, a second time too: same Message-ID, same Date. They are deleted
when the letter is settled.

The puzzles of a reply are kept too, if `puzzle_days` is set, for answers that do not
quote them. They are found again only by the person whom the reply went to, proven as
then, and only by the Message-ID of that reply.
"""

import sqlite3
from collections.abc import Callable
from datetime import datetime

from mailbot.ledger import caps, silence
from mailbot.ledger.account import Account
from mailbot.ledger.letters import OPEN, Expression, change, move
from mailbot.ledger.records import Grant, Granted, Later, Refused
from mailbot.ledger.states import State
from mailbot.ledger.tables import transaction
from mailbot.model import NOTHING_KEPT, Claim, Kept, Reply, Respond


def grant(
    account: Account,
    letter: int,
    outcome: Respond,
    write: Callable[[Reply], bytes],
    now: datetime,
    verdict: State = State.SENT,
) -> Grant:
    """Decide on a claim and, if it is granted, store the reply: one transaction.

    A letter without a grant is settled or put off here as well. An error of `write`
    undoes everything. `verdict` is the letter's state once the reply is sent: SENT, or
    QUARANTINED for an apology.
    """
    claim = outcome.claim
    # Not lasting, since nothing has been sent yet; `sending` follows and is lasting.
    with transaction(account.db, lasting=False) as db:
        limits = account.options.caps
        asked = caps.Asked(db, account.name, letter, claim, limits, now.timestamp())
        grant = asked.decide()
        columns: dict[str, object] = {
            "recipient": claim.recipient,
            "domain": claim.domain,
            "subject": claim.subject,
            "no_puzzle": claim.no_puzzle,
            "proven": claim.proven,
            "thread": asked.thread,
            "idle": bool(claim.said),
            "newcomer": asked.is_newcomer,
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
                if account.options.puzzle_days and claim.proven:
                    kept = outcome.kept
                    columns |= {"puzzle": kept.lines, "solved": kept.solved}
                db.execute(
                    "INSERT INTO hour VALUES (CAST(? / 3600 AS INTEGER), 1) "
                    "ON CONFLICT DO UPDATE SET replies = replies + 1",
                    (now.timestamp(),),
                )
                silence.remember(db, claim, now.timestamp(), letter)
                if claim.stop:
                    who = claim.recipient
                    silence.deny(db, who, now.timestamp(), proven=claim.proven)
            case Refused(why):
                columns |= {"state": State.REFUSED, "why": why, "filed": 0}
            case Later(until, why):
                columns |= {"state": State.DEFERRED, "why": why}
                columns |= {"due": until.timestamp()}
        if verdict is not State.SENT and not isinstance(grant, Granted):
            columns |= {"state": verdict, "why": outcome.why, "filed": 0}
        change(db, "grant", letter, now, **columns)
        return grant


def recall(account: Account, claim: Claim, now: datetime) -> Kept:
    """The puzzles of the last of the replies that a letter answers.

    Args:
        account: the account that the letter came to.
        claim: who wrote it, by its headers.
        now: the time (aware).
    """
    names, days = caps.answered_ids(claim), account.options.puzzle_days
    if not days or not claim.proven or not names:
        return NOTHING_KEPT
    listed = ", ".join("?" * len(names))
    oldest = now.timestamp() - days * caps.DAY
    row = account.ask(
        f"SELECT puzzle, solved FROM letter WHERE message_id IN ({listed}) "
        "AND account = ? AND recipient = ? AND proven AND puzzle <> '' "
        "AND granted > ? ORDER BY granted DESC, id DESC LIMIT 1",
        *(*names, account.name, claim.recipient, oldest),
    )
    return Kept(row["puzzle"], bool(row["solved"])) if row else NOTHING_KEPT


def others_taken(account: Account, letter: int) -> bool:
    """Whether a reply to another letter was delivered since this one last changed."""
    changed = "SELECT changed FROM letter WHERE id = ?"
    query = f"SELECT accepted > ({changed}) FROM account WHERE name = ?"
    return bool(account.ask(query, letter, account.name)[0])


def others_refused(account: Account, letter: int) -> bool:
    """Whether a server refused somebody else's reply (5xx) and took none since."""
    row = account.ask(
        "SELECT 1 FROM letter JOIN account ON name = account "
        f"WHERE account = ? AND {OPEN} AND state = 'READY' AND trouble LIKE '5%' "
        "AND changed > accepted "
        "AND address <> (SELECT address FROM letter WHERE id = ?) LIMIT 1",
        account.name,
        letter,
    )
    return row is not None


def sending(
    account: Account, letter: int, look_again: datetime, now: datetime
) -> bytes | None:
    """Record that a reply is about to be handed over.

    Should our process end here, the reply's copy is looked for at `look_again`.

    Returns:
        The message; None if its person was forgotten, and it must not be sent.
    """
    with transaction(account.db) as db:
        row = db.execute(
            "SELECT reply FROM letter WHERE id = ? AND reply IS NOT NULL", (letter,)
        ).fetchone()
        if row is None:
            return None
        (handed,) = db.execute(
            "UPDATE account SET handed = handed + 1 WHERE name = ? RETURNING handed",
            (account.name,),
        ).fetchone()
        columns = {"state": State.SENDING, "due": look_again.timestamp(), "tries": 0}
        sends = Expression("sends + 1")
        change(db, "sending", letter, now, sends=sends, handed=handed, **columns)
        return bytes(row["reply"])


def unsent(
    account: Account, letter: int, until: datetime, trouble: str, now: datetime
) -> None:
    """Record that a reply was surely not delivered: it goes out again at `until`."""
    columns = {"state": State.READY, "due": until.timestamp(), "trouble": trouble}
    counts = {"sends": Expression("sends - 1"), "failures": Expression("failures + 1")}
    move(account, "unsent", letter, now, **columns, **counts)


def sent(account: Account, letter: int, now: datetime) -> None:
    """Record that a reply was delivered.

    If a power cut undoes this, the copy of the reply shows that it was sent.
    """
    with transaction(account.db, lasting=False) as db:
        mark_sent(db, "sent", account, letter, now)


def reject(account: Account, letter: int, why: str, now: datetime) -> None:
    """Record that the server refused a reply for good (5xx)."""
    columns = {"state": State.REFUSED, "why": why, "rejected": now.timestamp()}
    move(account, "reject", letter, now, **columns, reply=None, filed=0)


def hold(
    account: Account, letter: int, until: datetime, trouble: str, now: datetime
) -> None:
    """Record that a reply's copy is to be looked for once more at `until`."""
    tries, due = Expression("tries + 1"), until.timestamp()
    move(account, "hold", letter, now, tries=tries, due=due, trouble=trouble)


def mark_sent(
    db: sqlite3.Connection, method: str, account: Account, letter: int, now: datetime
) -> None:
    """Give a letter its verdict, inside a transaction."""
    verdict = Expression("verdict")
    change(db, method, letter, now, state=verdict, reply=None, filed=0)
    db.execute(
        "UPDATE account SET accepted = ? WHERE name = ?",
        (now.timestamp(), account.name),
    )
