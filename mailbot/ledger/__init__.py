"""The ledger: what came in, how far each letter has come, what was sent.

    ledger = Ledger.open(path, "bot@example.org", LedgerOptions(keep_days=30))
    report = Report.open(path)                    # for status, show, retry, forget
    with hold(path.parent, "bot@example.org"): ...

    NEW -> READY (reply stored) -> SENDING -> SENT     and to one side of that:
    DEFERRED (later), IGNORED, REFUSED (by a cap or the server), QUARANTINED

A letter is its bytes: (account, SHA-256 of the raw message) is one letter, wherever
and under whatever UID it turns up; UIDs are remembered only to save fetching. So a
renumbered mailbox is not answered again, and two deliveries that are the same to the
last byte (a server adds its own Received line to each) get one reply.

One connection, one thread at a time; several processes may hold the file open.
Every method may raise LedgerUnavailable; then nothing of it was done.
"""

from mailbot.ledger.intake import Intake
from mailbot.ledger.lock import hold
from mailbot.ledger.records import (
    Caps,
    Entry,
    Grant,
    Granted,
    Later,
    LedgerOptions,
    Mailbox,
    Record,
    Refused,
    State,
    Summary,
)
from mailbot.ledger.replies import Replies
from mailbot.ledger.report import Report


class Ledger(Intake, Replies):
    """One account's letters, from their arrival to the reply that was sent."""


__all__ = [
    "Caps",
    "Entry",
    "Grant",
    "Granted",
    "Later",
    "Ledger",
    "LedgerOptions",
    "Mailbox",
    "Record",
    "Refused",
    "Report",
    "State",
    "Summary",
    "hold",
]
