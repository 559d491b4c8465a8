"""The worker: carries letters from the mailbox to the reply.

room = Mailroom(inbox, outbox, ledger, sender=Address("Sudoku", "bot@example.org"),
                ask=lambda raw, now: pool.submit(answer, raw, options, now),
                clock=lambda: datetime.now(UTC), locks=path.parent)
run_once(room)                  # one pass
service = Service([room]); service.run()      # until service.stop()
run_once(rehearse(room))        # a dry run
"""

from mailbot.worker.records import (
    Apology,
    Ask,
    Beat,
    Decided,
    Delayed,
    Event,
    Events,
    Mailroom,
    Overtaken,
    Rehearsed,
    Settled,
    Taken,
    Trouble,
    WorkerOptions,
)
from mailbot.worker.rehearsal import rehearse
from mailbot.worker.service import Service, run_once

__all__ = [
    "Apology",
    "Ask",
    "Beat",
    "Decided",
    "Delayed",
    "Event",
    "Events",
    "Mailroom",
    "Overtaken",
    "Rehearsed",
    "Service",
    "Settled",
    "Taken",
    "Trouble",
    "WorkerOptions",
    "rehearse",
    "run_once",
]
