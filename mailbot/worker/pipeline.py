"""The pipeline of one mailbox: letters come in, are read elsewhere, and are answered.

    waiting -> fetched -> taken (NEW) -> read -> READY -> SENDING -> SENT -> filed

Everything here runs in one thread; only the reading runs elsewhere, several letters at
once. Letters that were taken wait for their turn (`turns`), so that slow letters delay
those of others little. `resume` goes on with the letters that the ledger holds, however
the process before this one ended.
"""

from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, CancelledError, Future
from dataclasses import replace
from datetime import datetime, timedelta
from typing import assert_never

from msgspec.structs import replace as replaced

from mailbot.errors import BadLetter, Passing, Permanent, SenderFault, one_line
from mailbot.ledger import State
from mailbot.mail.message.writing import write
from mailbot.mail.ports import Arrival, Since
from mailbot.model import Defer, Ignore, MessageKey, Outcome, Quarantine, Reply, Respond
from mailbot.worker.blame import Blame
from mailbot.worker.delivery import Delivery
from mailbot.worker.events import Decided, Delayed, LeftAlone
from mailbot.worker.readers import Readers
from mailbot.worker.reception import Fetched, Reception, returned_ids
from mailbot.worker.records import Mailroom
from mailbot.worker.sides import Sides
from mailbot.worker.upkeep import Upkeep

STEPS = ("fetched", "taken", "read", "ready", "sending", "submitted", "sent", "filed")
"""The steps at which `Mailroom.crash` is called, in their order."""

MAX_TRIES = 20
"""How often a letter is started that ends our process each time."""

_LOOK_EVERY = timedelta(seconds=1)
_AT_A_TIME = timedelta(seconds=5)
"""How long letters that are due are gone on with, before new ones are looked for."""
_SOONEST = timedelta(minutes=1)
_AHEAD = timedelta(days=1)
"""How far before ours the clock of who writes to us may be, to be believed."""


class Pipeline:
    """Carries the letters of one mailbox; raises what its Mailroom's parts raise.

    `unread` is why nobody could read the last letter, such as a child that cannot be
    started; None if it was read.
    """

    def __init__(self, room: Mailroom) -> None:
        self._room = room
        self.sides = Sides(room)
        self.delivery = Delivery(room, self.sides)
        self._reception = Reception(room, self.delivery)
        self._blame = Blame(room, self._reception, self.delivery)
        self._upkeep = Upkeep(room, self.delivery, self.sides)
        self.readers = Readers(room, self._reception)
        self._newest: MessageKey | None = None
        self._since: Since | None = None
        self.unread: Passing | None = None

    def open(self) -> None:
        """Connect, and find out which letters are older than the installation."""
        room = self._room
        room.inbox.open()
        self._newest = room.inbox.newest()
        letters = room.inbox.count()
        older = room.ledger.install(self._newest, room.clock(), letters)
        self.sides.opened(older)
        self._since = room.ledger.since(self._newest)
        self._upkeep.begin_connection()

    def receive(self, stopping: Callable[[], bool]) -> None:
        """Take in the letters that wait, and answer those that were read meanwhile.

        Ends early when `stopping` says so.
        """
        room, since = self._room, self._since
        # A copy of a reply that comes in now is filed, and proves nothing later: what
        # was sent before must be on the disk first.
        room.ledger.rest()
        looked, older = room.clock(), 0
        for arrival in room.inbox.waiting(room.ledger.known(), since):
            if stopping():
                return
            self.sides.beat_at_times(self.readers.in_flight)
            if isinstance(since, datetime) and _is_older(arrival, since, looked):
                older += 1
            else:
                with self._blame.of(arrival):
                    self._begin(*self._reception.take(arrival))
                self._make_room()
            if room.clock() - looked > _LOOK_EVERY:
                self.resume(limit=room.options.in_flight)
                looked = room.clock()
        if older:
            room.events(LeftAlone(room.inbox.name, older))
        if self._newest and isinstance(since, datetime):
            room.ledger.anchor(self._newest)
            self._since = self._newest

    def resume(self, limit: int = 50) -> bool:
        """Go on with at most `limit` letters that are due; whether more were due.

        A recipient for whom the server takes its time delays others once, by that time:
        what was read meanwhile is answered next, and new letters are looked for soon.
        """
        room, began = self._room, self._room.clock()
        in_hand = self.readers.ids
        due = room.ledger.due(began, limit + len(in_hand) + 1)
        entries = deque(entry for entry in due if entry.id not in in_hand)
        for _ in range(limit):
            if not entries or abs(room.clock() - began) > _AT_A_TIME:
                break
            entry = entries.popleft()
            with self._blame.of(entry.id):
                if entry.state in (State.READY, State.SENDING):
                    self.delivery.advance(entry)
                else:
                    self._take_up(entry.id)
            self._make_room()
            self.sides.beat_at_times(self.readers.in_flight)
        for entry in room.ledger.unfiled(limit):
            with self._blame.of(entry.id):
                self.delivery.finish(entry)
        self._upkeep.do_what_is_due()
        return bool(entries)

    def end_pass(self) -> None:
        """Make what was done outlive a power cut, and report that a pass was made."""
        self._room.ledger.rest()
        self._upkeep.look_for_copies()
        self.sides.beat(self.readers.in_flight)

    def collect(self, seconds: float, limit: int | None = None) -> None:
        """Wait up to `seconds` for a letter to be read; answer those that were read.

        At most `limit` of them are answered.
        """
        for fetched, future in self.readers.done(seconds, limit):
            with self._blame.of(fetched.entry.id):
                self._conclude(fetched, future)

    def _make_room(self) -> None:
        """Answer letters until another one may wait.

        One at a time, so that no reader waits while several replies go out.
        """
        self.collect(0, 1)
        while self.readers.waiting >= self._room.options.ahead:
            self.collect(1, 1)
            self.sides.beat_at_times(self.readers.in_flight)

    # --- to be read -------------------------------------------------------------

    def _take_up(self, letter: int) -> None:
        """Read a letter of an earlier try again, or give it up."""
        fetched = self._reception.take_up(letter)
        if fetched is None:
            return
        entry = fetched.entry
        if entry.tries > MAX_TRIES:
            # No apology: to write one may be what ends our process.
            why = f"started {entry.tries} times, never finished"
            self.delivery.quarantine(entry, why)
        elif entry.failures >= self._room.options.attempts:
            self._give_up(fetched, entry.trouble)
        else:
            self._begin(fetched)

    def _begin(self, *letters: Fetched) -> None:
        """Let letters be read that are not yet in hand, or given up."""
        for fetched in letters:
            if fetched.entry.id in self.readers.ids:
                continue
            if fetched.fault:
                self._give_up(fetched, fetched.fault)
            else:
                self.readers.start(fetched)

    def _give_up(self, fetched: Fetched, fault: str) -> None:
        """Quarantine a letter; with an apology to its sender, if one can be written."""
        if self._room.apologise:
            sorry = replaced(fetched, fault=fault or "failed")
            self.readers.track(self._room.apologise(fetched.raw), sorry)
        else:
            self.delivery.quarantine(fetched.entry, fault)

    # --- what was read ------------------------------------------------------------

    def _conclude(self, fetched: Fetched, future: Future[Outcome]) -> None:
        room = self._room
        room.crash("read")
        error = CancelledError() if future.cancelled() else future.exception()
        self.unread = error if isinstance(error, Passing) else None
        if error is None:
            self._decide(fetched, future.result())
        elif isinstance(error, Passing | BrokenExecutor | CancelledError):
            until, why = room.clock() + room.retry_after(0), str(error)
            why = why or "the pool was closed"
            room.put_off(room.ledger.postpone, fetched.entry.id, until, why)
        elif isinstance(error, Permanent):
            raise error
        elif fetched.fault:
            self.delivery.quarantine(fetched.entry, fetched.fault)
        elif isinstance(error, SenderFault):
            self._give_up(fetched, one_line(error))
        else:
            self._fail(fetched, f"{type(error).__name__}: {one_line(error)}")

    def _decide(self, fetched: Fetched, outcome: Outcome) -> None:
        room, entry, now = self._room, fetched.entry, self._room.clock()
        if fetched.fault and not isinstance(outcome, Respond):
            self.delivery.quarantine(entry, fetched.fault)
            return
        room.events(Decided.of(room.inbox.name, entry.id, outcome))
        match outcome:
            case Respond():
                self._answer(fetched, outcome)
            case Ignore(why, stop=stop):
                for name in returned_ids(fetched.raw.rfc822):
                    room.ledger.bounced(name, now)
                room.ledger.settle(entry.id, State.IGNORED, why, now, stop)
                self.delivery.finish(room.ledger.entry(entry.id))
            case Defer(until, why):
                until = max(until, now + _SOONEST)
                room.put_off(room.ledger.defer, entry.id, until, why)
            case Quarantine(why):
                self._give_up(fetched, why)
            case _:
                assert_never(outcome)

    def _answer(self, fetched: Fetched, outcome: Respond) -> None:
        room, entry = self._room, fetched.entry
        verdict = State.QUARANTINED if fetched.fault else State.SENT
        if fetched.fault:
            outcome = replace(outcome, why=fetched.fault)

        def written(reply: Reply) -> bytes:
            return write(reply, room.sender, room.clock())

        try:
            room.ledger.grant(entry.id, outcome, written, room.clock(), verdict)
        except BadLetter as error:
            self.delivery.quarantine(entry, str(error))
            return
        room.crash("ready")
        entry = room.ledger.entry(entry.id)
        if entry.state is State.READY:
            self.delivery.advance(entry)
        elif entry.state is State.DEFERRED:
            room.events(Delayed(room.inbox.name, entry.id, entry.due, entry.why))
        else:
            self.delivery.finish(entry)

    def _fail(self, fetched: Fetched, why: str) -> None:
        room, entry, now = self._room, fetched.entry, self._room.clock()
        if entry.failures + 1 >= room.options.attempts:
            room.ledger.fail(entry.id, now, why, now)
            self._give_up(fetched, why)
            return
        until = now + room.retry_after(entry.failures)
        room.put_off(room.ledger.fail, entry.id, until, why)


def _is_older(arrival: Arrival, since: datetime, now: datetime) -> bool:
    """Whether a letter came before a time; not if its own date is later than that.

    A server that lost its index, or was restored, may tell wrong times of arrival.
    """
    dated_later = arrival.sent and since <= arrival.sent < now + _AHEAD
    return arrival.arrived < since and not dated_later
