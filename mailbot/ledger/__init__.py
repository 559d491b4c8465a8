"""The ledger: what came in, how far each letter has come, what was sent.

    with Ledger.open(path, "bot@example.org", LedgerOptions(keep_days=30)) as ledger:
        ...                                        # the worker's, one account
    with Report.open(path) as report: ...          # for status, show, retry, forget
    with hold(path.parent, "bot@example.org"): ...

A letter is its bytes: (account, SHA-256 of the raw message) is one letter, wherever
and under whatever UID it turns up; UIDs are remembered only to save fetching. So a
renumbered mailbox is not answered again, and two deliveries that are the same to the
last byte (a server adds its own Received line to each) get one reply.

The states of a letter. Each arrow is a method of Ledger, or of Report (`retry` and
`forget`). The usual way is NEW, READY, SENDING, SENT. `states.TRANSITIONS` is the same
as a table; every move that is not in it raises IllegalMove, and nothing is written.

    (not recorded)
    └── take ──▶ NEW

    NEW, DEFERRED: to be read, now or later
    ├── grant ──▶ READY, DEFERRED, REFUSED, QUARANTINED
    ├── settle ──▶ IGNORED, QUARANTINED
    ├── defer ──▶ DEFERRED
    ├── vanish ──▶ IGNORED
    └── start, wait, fail, postpone ──▶ (as before)

    READY: its reply is stored
    ├── sending ──▶ SENDING
    ├── found_copy ──▶ SENT, QUARANTINED
    ├── settle ──▶ QUARANTINED
    └── postpone ──▶ (as before)

    SENDING: its reply is handed over; after a crash nobody knows whether it arrived
    ├── sent, found_copy ──▶ SENT, QUARANTINED
    ├── unsent ──▶ READY
    ├── reject ──▶ REFUSED
    ├── settle ──▶ QUARANTINED
    ├── sending ──▶ SENDING
    └── hold, postpone ──▶ (as before)

    IGNORED: a rule forbids a reply, or it vanished, or its sender was forgotten
    ├── take ──▶ NEW
    └── sent, found_copy ──▶ SENT, QUARANTINED

    DEFERRED, IGNORED, REFUSED, QUARANTINED: not answered
    └── retry ──▶ NEW

    NEW, READY, SENDING, DEFERRED: open
    └── forget ──▶ IGNORED

Ledger is one flat interface, since the worker needs all of it and should not have to
know which part keeps what. The parts are modules of functions over an `Account` (a
connection, the account's name, its options); the class body below lists them all.

    states      the states and their transitions: change what may follow what here
    tables      the file: its tables, versions and transactions
    account     opening, copying and closing the file, which every part works on; the
                lock that admits one worker to a mailbox
    intake      the mailbox and the letters found in it
    queue       which letters are due, which are to be filed
    letters     moves of a letter that has no reply; `change` writes every move
    replies     moves of a letter that has a reply; its puzzles, where they are kept
    copies      copies and bounces of replies that come back
    sides       what keeps the worker from a side of the mailbox; logins that worked;
                what the server wants a person to read
    caps        how many replies a person, a domain and all together get
    silence     who asked for no mail, and what was said a moment ago
    erasure     what is personal, and how it is erased
    report      questions and orders of the operator, over all accounts
    records     options in, frozen records out

One connection, one thread at a time; several processes may hold the file open.
Every method may raise LedgerUnavailable; then nothing of it was done.
"""

from mailbot.ledger import copies, erasure, intake, letters, queue, replies, sides
from mailbot.ledger.account import Account, hold
from mailbot.ledger.records import (
    Entry,
    Grant,
    Granted,
    Later,
    Outage,
    Record,
    Refused,
    Stop,
    Summary,
)
from mailbot.ledger.report import Report
from mailbot.ledger.states import State
from mailbot.options import Caps, LedgerOptions


class Ledger(Account, frozen=True):
    """One account's letters, from their arrival to the reply that was sent."""

    install = intake.install
    anchor = intake.anchor
    known = intake.known
    since = intake.since
    together = intake.together
    take = intake.take
    places = intake.places
    at = intake.at
    recognise = intake.recognise

    due = queue.due
    next_due = queue.next_due
    unfiled = queue.unfiled
    last_filed = queue.last_filed
    purge = erasure.purge

    entry = letters.entry
    start = letters.start
    wait = letters.wait
    settle = letters.settle
    vanish = letters.vanish
    defer = letters.defer
    postpone = letters.postpone
    fail = letters.fail
    filed = letters.filed

    grant = replies.grant
    others_taken = replies.others_taken
    others_refused = replies.others_refused
    sending = replies.sending
    unsent = replies.unsent
    sent = replies.sent
    reject = replies.reject
    hold = replies.hold
    recall = replies.recall

    own_copy = copies.own_copy
    missing_copies = copies.missing
    note_copy = copies.note_copy
    found_copy = copies.found_copy
    later_copy_seen = copies.later_copy_seen
    later_sent = copies.later_sent
    bounced = copies.bounced

    begin_outage = sides.begin_outage
    end_outage = sides.end_outage
    kept_back = sides.kept_back
    note = sides.note
    login_worked = sides.login_worked
    has_worked = sides.has_worked
