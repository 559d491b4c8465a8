"""The second half of the pipeline: a stored reply goes out, its letter is filed.

Rule 1: the state SENDING is written before the message leaves. For a letter found in
        SENDING nobody knows whether its reply was delivered: look for its copy first.
Rule 2: a copy has `copy_wait` seconds to arrive; then the same bytes go out again. A
        third time they go out only if the copy of a later reply has arrived and the
        copy of this one has not: a missing copy proves nothing where copies never
        arrive. Without that proof the letter is quarantined as unsure, so that there
        is at most one duplicate.
Rule 3: a server's answer holds up the replies that it concerns (`errors.Concern`). A
        refusal that may be one of our account keeps its reply, which is tried again;
        it is final once a reply to somebody else was taken meanwhile. If it may as
        well be one of the recipient, it is trouble once several people are refused,
        and final after some tries if nobody else is.
Rule 4: filing only shows what happened. It comes last, and it may fail.
"""

import logging
from datetime import datetime, timedelta

from msgspec.structs import replace

from mailbot.errors import (
    Concern,
    InboxUnavailable,
    MailbotError,
    Passing,
    Permanent,
    SubmissionDeferred,
    SubmissionRefused,
    SubmissionUnsure,
    one_line,
)
from mailbot.ledger import Entry, State
from mailbot.mail.ports import Folder, Side
from mailbot.worker.events import Delayed, Settled, Submitted
from mailbot.worker.records import Mailroom, delay
from mailbot.worker.sides import Sides

GIVE_UP = timedelta(days=2)
"""How long a reply is offered again to a server that defers it."""

MAX_SENDS = 5
"""The most hand-overs of a reply without an answer, where copies of others arrive."""

_UNPROVEN_SENDS = 2
_LOOKS = 8  # for the copy, at growing intervals of half an hour in all
_LOOK_LONGEST = 600.0

_QUICK, _SHARE = timedelta(seconds=1), 9
"""After a recipient for whom a server took longer, other such recipients are left alone
for nine times that time. Anybody can choose them, and everybody waits meanwhile."""

_HASTY_TRIES = 3
"""Tries before a server gets all its time for a recipient. Most servers know after the
first one what they looked up for it."""

_UNCLEAR_TRIES = 3
"""Tries, over some hours, of a reply that is refused without a reason."""

UNHAD = "cannot be had: "
"""How the reason of a letter begins that the server did not hand over. Such a letter
stays where it is, to be asked for again."""

FOLDERS = {
    State.SENT: Folder.ANSWERED,
    State.IGNORED: Folder.IGNORED,
    State.REFUSED: Folder.IGNORED,
    State.QUARANTINED: Folder.QUARANTINE,
}


_log = logging.getLogger(__name__)


class Delivery:
    """Sends replies and files letters of one mailbox, one at a time.

    `trouble` is why the server deferred the last reply; "" if it took the last one.
    """

    def __init__(self, room: Mailroom, sides: Sides) -> None:
        self._room = room
        self._sides = sides
        self.trouble = ""
        self._deferrals = 0
        self._paused: tuple[datetime, datetime] | None = None
        # Letters for whose recipients the server takes its time.
        self._slow = set[int]()
        self._slow_pause: tuple[datetime, datetime] | None = None

    def advance(self, entry: Entry) -> None:
        """Hand over the reply of a READY or SENDING letter, as far as possible now."""
        if entry.state is State.SENDING:
            self._look_for_copy(entry)
        else:
            self._send(entry)

    def quarantine(self, entry: Entry, why: str) -> None:
        """Settle a letter as one for the operator to look at."""
        ledger, now = self._room.ledger, self._room.clock()
        ledger.settle(entry.id, State.QUARANTINED, why or "failed", now)
        self.finish(ledger.entry(entry.id))

    def finish(self, entry: Entry) -> None:
        """Report that a letter is settled, and file it."""
        self._slow.discard(entry.id)
        room, now = self._room, self._room.clock()
        waited = max((now - entry.arrived).total_seconds(), 0)
        refused = entry.state is State.REFUSED and entry.granted is None
        drafted = entry.state is State.SENT and room.options.drafts
        told = Settled(room.inbox.name, entry.id, entry.state, entry.why, waited)
        room.events(replace(told, ours=refused, drafted=drafted))
        self.file(entry)

    def file(self, entry: Entry) -> None:
        """Put a settled letter into the folder of its outcome."""
        # Recorded first, so that a server that fails on this letter is not asked again.
        self._room.ledger.filed(entry.id)
        self._file(entry)
        self._room.crash("filed")

    def file_again(self) -> None:
        """File the last letters once more: a process that was killed may not have.

        An inbox collects letters to file before it tells the server.
        """
        for entry in self._room.ledger.last_filed():
            try:
                self._file(entry)
            except (Passing, Permanent):
                raise
            except Exception as error:  # noqa: BLE001  # of whatever kind it is
                _log.warning("letter %s is not filed: %s", entry.id, one_line(error))

    def _file(self, entry: Entry) -> None:
        if entry.why.startswith(UNHAD):
            return
        for key in self._room.ledger.places(entry):
            self._room.inbox.file(key, FOLDERS[entry.state])

    def _send(self, entry: Entry) -> None:
        room, ledger, now = self._room, self._room.ledger, self._room.clock()
        slow = self._slow_pause if entry.id in self._slow else None
        for began, ends in filter(None, (self._paused, slow)):
            if began <= now < ends:
                # Those that were tried less often come first.
                until = ends + entry.failures * timedelta(seconds=1)
                ledger.postpone(entry.id, until, entry.trouble, now)
                return
        alone = entry.failures > 0 and ledger.others_taken(entry.id)
        look_again = now + timedelta(seconds=room.options.copy_wait)
        message = ledger.sending(entry.id, look_again, now)
        if message is not None:
            room.crash("sending")
            self._hand_over(entry, message, alone=alone)

    def _hand_over(self, entry: Entry, message: bytes, *, alone: bool) -> None:
        """Hand over a reply; `alone`: others were taken since this one was not."""
        room, ledger, now = self._room, self._room.ledger, self._room.clock()
        try:
            self._submit(entry, message)
        except SubmissionUnsure as error:
            # The letter stays SENDING: its copy is looked for when it is due.
            due = ledger.entry(entry.id).due
            self._sides.failed(error, room.options.copy_wait)
            room.events(Delayed(room.inbox.name, entry.id, due, str(error)))
        except SubmissionDeferred as error:
            self._put_off(entry, error, now)
        except SubmissionRefused as error:
            if self._is_final(entry, error, alone=alone):
                self._reject(entry, error)
            else:
                self._put_off(entry, error, now)
        except MailbotError as error:
            ledger.unsent(entry.id, now, str(error), now)
            raise
        else:
            took = (room.clock() - now).total_seconds()
            draft = room.options.drafts
            room.events(Submitted(room.inbox.name, entry.id, took, draft))
            self._deferrals, self._paused, self.trouble = 0, None, ""
            self._sides.works(Side.OUT)
            room.crash("submitted")
            ledger.sent(entry.id, room.clock())
            room.crash("sent")
            if not draft:
                room.inbox.keep_copy(message, draft=False)
            self.finish(ledger.entry(entry.id))

    def _is_final(self, entry: Entry, error: SubmissionRefused, *, alone: bool) -> bool:
        """Whether a refused reply is not tried again."""
        if alone or error.concern is not Concern.UNCLEAR:
            return alone or error.concern is not Concern.ACCOUNT
        tried = entry.failures >= _UNCLEAR_TRIES
        return tried and not self._room.ledger.others_refused(entry.id)

    def _reject(self, entry: Entry, error: SubmissionRefused) -> None:
        self._room.ledger.reject(entry.id, str(error), self._room.clock())
        if error.concern is Concern.RECIPIENT:
            self._sides.works(Side.OUT)  # the server was asked, and took the rest
        self.finish(self._room.ledger.entry(entry.id))

    def _submit(self, entry: Entry, message: bytes) -> None:
        if not self._room.options.drafts:
            patient = entry.failures >= _HASTY_TRIES
            self._room.outbox.submit(message, entry.address, patient=patient)
            return
        try:
            self._room.inbox.keep_copy(message, draft=True)
        except InboxUnavailable as error:
            raise SubmissionUnsure(str(error)) from error

    def _put_off(
        self, entry: Entry, error: SubmissionDeferred | SubmissionRefused, now: datetime
    ) -> None:
        room, why = self._room, str(error)
        if entry.granted and now - entry.granted > GIVE_UP:
            room.ledger.reject(entry.id, f"not taken for too long: {why}", now)
            self.finish(room.ledger.entry(entry.id))
            return
        until = now + room.retry_after(entry.failures)
        room.put_off(room.ledger.unsent, entry.id, until, why)
        took = room.clock() - now
        if error.concern is not Concern.SERVER and took > _QUICK:
            self._slow.add(entry.id)
            self._slow_pause = (now + took, now + (1 + _SHARE) * took)
        unclear = error.concern is Concern.UNCLEAR
        alone = unclear and not room.ledger.others_refused(entry.id)
        if alone or error.concern is Concern.RECIPIENT:
            return
        self._sides.failed(error, (until - now).total_seconds())
        self.trouble = why
        if error.concern is Concern.SERVER:
            self._deferrals += 1
            if self._deferrals > 1:  # two in a row: leave the server alone
                seconds = delay(self._deferrals - 2, 1, self._room.options.retry_wait)
                self._paused = (now, now + timedelta(seconds=seconds))

    def _look_for_copy(self, entry: Entry) -> None:
        room, ledger, now = self._room, self._room.ledger, self._room.clock()
        why = f"unsure: handed over {entry.sends} times without an answer"
        if room.inbox.has_copy(entry.message_id):
            ledger.found_copy(entry.id, now)
            self.finish(ledger.entry(entry.id))
        elif entry.sends < _UNPROVEN_SENDS:
            self._send(entry)
        elif entry.sends >= MAX_SENDS or entry.tries >= _LOOKS:
            self.quarantine(entry, why)
        elif self._later_copy_comes(entry):
            self._send(entry)
        else:
            seconds = delay(entry.tries, room.options.copy_wait, _LOOK_LONGEST)
            until = now + timedelta(seconds=seconds)
            room.put_off(ledger.hold, entry.id, until, why)

    def _later_copy_comes(self, entry: Entry) -> bool:
        ledger = self._room.ledger
        if ledger.later_copy_seen(entry.id):
            return True
        later = ledger.later_sent(entry.id)
        return bool(later) and self._room.inbox.has_copy(later)
