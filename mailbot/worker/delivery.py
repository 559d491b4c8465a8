"""The second half of the line: a stored reply goes out, its letter is filed.

Rule 1: SENDING is written before the message leaves. Who finds a letter SENDING does
        not know whether it was delivered, and looks for its copy first.
Rule 2: a copy has `copy_wait` to come; then the same bytes go out again, but a third
        time only when a reply that left later has shown its copy and this one has
        not: that there is no copy proves nothing where none ever come. Without such
        a proof the letter is quarantined as unsure: there is one duplicate at most.
Rule 3: filing only shows. It comes last and may fail.
"""

from datetime import datetime, timedelta

from mailbot.errors import (
    InboxUnavailable,
    MailbotError,
    SubmissionDeferred,
    SubmissionRefused,
    SubmissionUnsure,
)
from mailbot.ledger import Entry, State
from mailbot.mail.ports import Folder
from mailbot.worker.backoff import delay
from mailbot.worker.records import Delayed, Mailroom, Settled

GIVE_UP = timedelta(days=2)
"""How long a reply that the server does not take now is offered again."""

MAX_SENDS = 5
"""Hand-overs of one reply without an answer, where copies of others come."""

_UNPROVEN_SENDS = 2
_LOOKS = 8  # for the copy, at growing intervals: half an hour in all
_LOOK_LONGEST = 600.0

FOLDERS = {
    State.SENT: Folder.ANSWERED,
    State.IGNORED: Folder.IGNORED,
    State.REFUSED: Folder.IGNORED,
    State.QUARANTINED: Folder.QUARANTINE,
}


class Delivery:
    """Sends and files for one mailbox, one letter at a time.

    `trouble` is why the server last took no reply, "" after it has taken one.
    """

    def __init__(self, room: Mailroom) -> None:
        self._room = room
        self.trouble = ""
        self._deferrals = 0
        self._closed: tuple[datetime, datetime] | None = None

    def advance(self, entry: Entry) -> None:
        """Bring a READY or SENDING letter as far as it goes now."""
        if entry.state is State.SENDING:
            self._look_for_copy(entry)
        else:
            self._send(entry)

    def quarantine(self, entry: Entry, why: str) -> None:
        """Keep a letter apart for the operator."""
        ledger, now = self._room.ledger, self._room.clock()
        ledger.settle(entry.id, State.QUARANTINED, why or "failed", now)
        self.close(ledger.entry(entry.id))

    def close(self, entry: Entry) -> None:
        """Tell that a letter is settled, and file it."""
        room, now = self._room, self._room.clock()
        waited = max((now - entry.arrived).total_seconds(), 0)
        room.events(Settled(room.inbox.name, entry.id, entry.state, entry.why, waited))
        self.file(entry)

    def file(self, entry: Entry) -> None:
        """Put a settled letter where the operator sees what became of it."""
        # Recorded first: a server that fails on this one letter is not asked again.
        self._room.ledger.filed(entry.id)
        self._file(entry)
        self._room.crash("filed")

    def file_again(self) -> None:
        """An inbox files in its own time: the last ones of a killed process did not."""
        for entry in self._room.ledger.last_filed():
            self._file(entry)

    def _file(self, entry: Entry) -> None:
        for key in self._room.ledger.places(entry):
            self._room.inbox.file(key, FOLDERS[entry.state])

    def _send(self, entry: Entry) -> None:
        room, ledger, now = self._room, self._room.ledger, self._room.clock()
        until = self._closed_until(now)
        if until:
            ledger.postpone(entry.id, until, entry.trouble, now)
            return
        look_again = now + timedelta(seconds=room.options.copy_wait)
        message = ledger.sending(entry.id, look_again, now)
        if message is not None:
            room.crash("sending")
            self._hand_over(entry, message, now)

    def _hand_over(self, entry: Entry, message: bytes, now: datetime) -> None:
        room, ledger = self._room, self._room.ledger
        try:
            self._submit(message, entry.address)
        except SubmissionUnsure as error:
            # SENDING already says what to do: look for the copy when it is due.
            due = ledger.entry(entry.id).due
            room.events(Delayed(room.inbox.name, entry.id, due, str(error)))
        except SubmissionDeferred as error:
            self._put_off(entry, str(error), now)
        except SubmissionRefused as error:
            ledger.reject(entry.id, str(error), room.clock())
            self.close(ledger.entry(entry.id))
        except MailbotError as error:
            ledger.unsent(entry.id, now, str(error), now)
            raise
        else:
            self._deferrals, self._closed, self.trouble = 0, None, ""
            room.crash("submitted")
            ledger.sent(entry.id, room.clock())
            room.crash("sent")
            if not room.options.drafts:
                room.inbox.keep_copy(message, draft=False)
            self.close(ledger.entry(entry.id))

    def _submit(self, message: bytes, address: str) -> None:
        if not self._room.options.drafts:
            self._room.outbox.submit(message, address)
            return
        try:
            self._room.inbox.keep_copy(message, draft=True)
        except InboxUnavailable as error:
            raise SubmissionUnsure(str(error)) from error

    def _put_off(self, entry: Entry, why: str, now: datetime) -> None:
        room = self._room
        if entry.granted and now - entry.granted > GIVE_UP:
            room.ledger.reject(entry.id, f"not taken for too long: {why}", now)
            self.close(room.ledger.entry(entry.id))
            return
        until = now + room.options.retry_after(entry.failures)
        room.ledger.unsent(entry.id, until, why, now)
        room.events(Delayed(room.inbox.name, entry.id, until, why))
        # One letter put off may be its recipient's fault, two in a row are the
        # server's: then not each of the others needs to wait for it.
        self.trouble = why
        self._deferrals += 1
        if self._deferrals > 1:
            seconds = delay(self._deferrals - 2, 1, room.options.retry_wait)
            self._closed = (now, now + timedelta(seconds=seconds))

    def _look_for_copy(self, entry: Entry) -> None:
        room, ledger, now = self._room, self._room.ledger, self._room.clock()
        why = f"unsure: handed over {entry.sends} times without an answer"
        if room.inbox.has_copy(entry.message_id):
            ledger.found_copy(entry.id, now)
            self.close(ledger.entry(entry.id))
        elif entry.sends < _UNPROVEN_SENDS:
            self._send(entry)
        elif entry.sends >= MAX_SENDS or entry.tries >= _LOOKS:
            self.quarantine(entry, why)
        elif self._later_copy_comes(entry):
            self._send(entry)
        else:
            seconds = delay(entry.tries, room.options.copy_wait, _LOOK_LONGEST)
            until = now + timedelta(seconds=seconds)
            ledger.hold(entry.id, until, why, now)
            room.events(Delayed(room.inbox.name, entry.id, until, why))

    def _later_copy_comes(self, entry: Entry) -> bool:
        ledger = self._room.ledger
        if ledger.later_copy_seen(entry.id):
            return True
        later = ledger.later_sent(entry.id)
        return bool(later) and self._room.inbox.has_copy(later)

    def _closed_until(self, now: datetime) -> datetime | None:
        """Until when nothing is sent, if so: refusals in a row, or no server."""
        if self._closed and self._closed[0] <= now < self._closed[1]:
            return self._closed[1]
        return self._room.ledger.paused_until(now)
