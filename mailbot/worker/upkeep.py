"""What is done from time to time beside answering: erasing, filing again, a check."""

from datetime import datetime, timedelta

from mailbot.worker.delivery import Delivery
from mailbot.worker.records import Mailroom

_TIDY_EVERY = timedelta(hours=1)
_VERIFY_EVERY = timedelta(days=1)


class Upkeep:
    """The upkeep of one mailbox and its ledger; raises what its Mailroom's parts raise.

    Once an hour, and once a connection, what is old is erased, and letters are filed
    again. At the first time, and once a day, the ledger is looked through for damage.
    """

    def __init__(self, room: Mailroom, delivery: Delivery) -> None:
        self._room = room
        self._delivery = delivery
        self._tidied: datetime | None = None
        self._verified: datetime | None = None

    def begin_connection(self) -> None:
        """Let the next upkeep file again what another connection may have lost."""
        self._tidied = None

    def do_what_is_due(self) -> None:
        """Do what the time has come for."""
        now = self._room.clock()
        if self._is_over(self._tidied, _TIDY_EVERY, now):
            self._tidied = now
            self._room.ledger.purge(now)
            self._delivery.file_again()
        if self._is_over(self._verified, _VERIFY_EVERY, now):
            self._verified = now
            self._room.ledger.verify()

    @staticmethod
    def _is_over(last: datetime | None, pause: timedelta, now: datetime) -> bool:
        return last is None or abs(now - last) > pause
