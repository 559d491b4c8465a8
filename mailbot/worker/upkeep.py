"""What is done from time to time beside answering.

Old letters are erased, letters are filed again, the ledger is checked, and the copies
of our replies are looked for. Some programs say that all is well and lose every
message: dma does so with an empty sender. Where none of the last ten replies came back
as a copy, the operator hears of it; nothing else changes, for the replies may have
arrived all the same.
"""

from datetime import datetime, timedelta

from mailbot.ledger.copies import ENOUGH
from mailbot.mail.ports import Side
from mailbot.worker.delivery import Delivery
from mailbot.worker.records import Mailroom
from mailbot.worker.sides import Sides

_TIDY_EVERY = timedelta(hours=1)
_VERIFY_EVERY = timedelta(days=1)
_LOOK_EVERY = timedelta(minutes=10)
_WHY = (
    f"none of the last {ENOUGH} replies came back as a copy: do replies arrive? Try "
    "`mailbot check --send-to`. If the server gives no copies, set outbox.self_copy = "
    "false"
)


class Upkeep:
    """The upkeep of one mailbox and its ledger; raises what its Mailroom's parts raise.

    Once an hour, and once a connection, what is old is erased, and letters are filed
    again. At the first time, and once a day, the ledger is looked through for damage.
    """

    def __init__(self, room: Mailroom, delivery: Delivery, sides: Sides) -> None:
        self._room = room
        self._delivery = delivery
        self._sides = sides
        self._looked: datetime | None = None
        self._tidied: datetime | None = None
        self._verified: datetime | None = None

    def begin_connection(self) -> None:
        """Have letters filed again soon: the last connection may have lost some."""
        self._tidied = None

    def do_what_is_due(self) -> None:
        """Do what the time has come for."""
        now = self._room.clock()
        if self._tidied is None or abs(now - self._tidied) > _TIDY_EVERY:
            self._tidied = now
            self._room.ledger.purge(now)
            self._delivery.file_again()
        if self._verified is None or abs(now - self._verified) > _VERIFY_EVERY:
            self._verified = now
            self._room.ledger.verify()

    def look_for_copies(self) -> None:
        """Report that copies are missing, or that they come back; after a whole pass.

        A copy that came in as a letter was seen in this pass. One that a rule of the
        server has put elsewhere is looked for, at times.
        """
        room, now = self._room, self._room.clock()
        wait = timedelta(seconds=room.options.copy_wait)
        missing = room.ledger.missing_copies(now - wait) if room.options.copies else []
        if len(missing) < ENOUGH:
            self._sides.works(Side.COPIES)
            return
        if self._looked and abs(now - self._looked) < _LOOK_EVERY:
            return
        self._looked = now
        letter, name = missing[0]
        if room.inbox.has_copy(name):
            room.ledger.note_copy(letter)
            self._sides.works(Side.COPIES)
        else:
            self._sides.miss_copies(_WHY)
