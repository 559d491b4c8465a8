"""The worker: carries letters from the mailbox to the reply.

    with Ledger.open(path, "bot@example.org") as ledger:
        room = Mailroom(inbox, outbox, ledger, sender=Address("Sudoku", ...), ask=...)
        run_once(room)                                 # one pass
        Service([room]).run()                          # until its stop() is called
        with rehearse(room) as copy: run_once(copy)    # a dry run

In: letters of an Inbox, and what `Mailroom.ask` makes of them, which reads elsewhere.
Out: replies to an Outbox, letters filed in the Inbox, Events for whoever watches.

The walk of a letter, and the file to open for a change. `crash` is called at each step
in quotes; after the end of the process at any of them the next process goes on from
what the ledger holds.

    reception   the letter is fetched ("fetched"), compared with our own replies, and
                recorded as NEW ("taken")
    readers     it is read elsewhere, or waits for that; `turns` tells whose
                letter is read next
    pipeline    it is read elsewhere ("read"); the outcome is settled, put off, or
                granted and stored as READY ("ready")
    delivery    its reply goes out: SENDING ("sending"), handed over ("submitted"), SENT
                ("sent"); then the letter is filed ("filed")
    service     when passes are made: once, or for ever with a thread per mailbox
    rehearsal   the dry run
    upkeep      what is done once an hour and once a day; whether copies come back
    sides       whether the mailbox and the way out work, told once
    blame       whose fault it is that a step of a letter failed
    records     what the worker is given; how long to wait after a failure
    events      the events it reports

What a step may do to a letter's state is the ledger's business: see `mailbot.ledger`.
A new step of a letter also goes into `pipeline.STEPS`, for the crash tests.
"""

from mailbot.options import WorkerOptions
from mailbot.worker.records import Ask, Mailroom, Task
from mailbot.worker.rehearsal import rehearse
from mailbot.worker.service import Service, run_once
from mailbot.worker.turns import Lane
