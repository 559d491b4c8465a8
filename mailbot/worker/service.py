"""One pass (`run_once`), or the service (`Service`): a thread a mailbox."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, ThreadPoolExecutor, wait
from contextlib import contextmanager, nullcontext, suppress
from datetime import timedelta
from threading import Event

from mailbot.errors import Passing, SubmissionDeferred
from mailbot.ledger import State, hold
from mailbot.worker.backoff import delay
from mailbot.worker.line import Line
from mailbot.worker.records import Beat, Mailroom, Trouble

_LONGEST_RETREAT = 300.0
_PEEK = 0.2
"""Seconds to wait for a letter being read before listening to the mailbox instead."""


def run_once(room: Mailroom, stopping: Callable[[], bool] = lambda: False) -> None:
    """One pass: all that waits is answered or put off; then the parts are closed.

    Waits for the letters being read, and for what became of replies that may have
    gone out, but for nothing that was put off.

    Raises:
        InboxUnavailable: not reached, or another worker holds it.
        SubmissionDeferred: the way out is shut; the replies are kept.
        LedgerUnavailable: the disk is full, or another program holds it.
        BadSettings, MissingTool: the operator must change something.
    """
    with _held(room):
        line = Line(room)
        line.open()
        while not stopping():
            line.receive(stopping)
            looked = room.clock()
            more = line.resume()
            _finish(line)
            due = room.ledger.next_due(looked, (State.SENDING,))
            if due and due <= looked + timedelta(seconds=room.options.copy_wait):
                room.inbox.wait(max((due - room.clock()).total_seconds(), 0))
            elif not more:
                break
        _finish(line)
        room.ledger.rest()
        room.events(Beat(room.inbox.name, room.clock(), line.in_flight))
        if line.trouble:
            raise SubmissionDeferred(line.trouble)


class Service:
    """Answers the mail of several mailboxes until told to stop.

    service = Service(rooms)
    signal.signal(SIGTERM, lambda *_: service.stop())
    service.run()
    """

    def __init__(self, rooms: Sequence[Mailroom]) -> None:
        self._rooms = rooms
        self._stop = Event()

    def run(self) -> None:
        """Serve until `stop`; the letters in hand are finished first.

        Raises:
            InboxUnavailable: another worker holds a mailbox.
            BadSettings, MissingTool: the operator must change something.
        """
        # The main thread only waits, so that a signal never meets a lock it holds.
        with ThreadPoolExecutor(max(len(self._rooms), 1), "mailbox") as threads:
            served = [threads.submit(self._serve, room) for room in self._rooms]
            wait(served, return_when=FIRST_EXCEPTION)
            self.stop()
        for one in served:
            one.result()

    def stop(self) -> None:
        """End soon; may be called from a signal handler and from any thread."""
        self._stop.set()
        for room in self._rooms:
            room.inbox.wake()

    def _serve(self, room: Mailroom) -> None:
        with _held(room):
            line, failures = Line(room), 0
            while not self._stop.is_set():
                try:
                    line.open()
                    while not self._stop.is_set():
                        self._pass(room, line)
                        failures = 0
                        self._rest(room, line)
                except Passing as error:
                    # What it had in hand would not be offered again by the same one.
                    room.inbox.close()
                    seconds = delay(failures, 1, _LONGEST_RETREAT)
                    failures += 1
                    room.events(Trouble(room.inbox.name, str(error), seconds))
                    self._stop.wait(seconds)
            # What cannot be finished now is taken up again from the ledger.
            with suppress(Passing):
                _finish(line)

    def _pass(self, room: Mailroom, line: Line) -> None:
        line.receive(self._stop.is_set)
        while line.resume() and not self._stop.is_set():
            pass
        room.ledger.rest()
        room.events(Beat(room.inbox.name, room.clock(), line.in_flight))

    def _rest(self, room: Mailroom, line: Line) -> None:
        """Until a letter comes, is read or is due; letters being read come first."""
        reading = line.in_flight
        if reading:
            line.collect(_PEEK)
        if line.in_flight == reading and not self._stop.is_set():
            now = room.clock()
            due = room.ledger.next_due(now)
            seconds = (due - now).total_seconds() if due else room.options.idle
            room.inbox.wait(min(seconds, room.options.idle))


@contextmanager
def _held(room: Mailroom) -> Iterator[None]:
    name = room.inbox.name
    with hold(room.locks, name) if room.locks else nullcontext():
        try:
            yield
        finally:
            room.inbox.close()
            room.outbox.close()


def _finish(line: Line) -> None:
    while line.in_flight:
        line.collect(1)
