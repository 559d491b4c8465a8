"""One pass over a mailbox (`run_once`), or the service with a thread per mailbox."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_EXCEPTION, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, nullcontext, suppress
from datetime import timedelta
from threading import Event

from mailbot.errors import Passing, SubmissionDeferred
from mailbot.ledger import State, hold
from mailbot.worker.pipeline import Pipeline
from mailbot.worker.records import Mailroom, delay
from mailbot.worker.sides import pass_on_notices

_LONGEST_RETREAT = 300.0
_LOOK_EVERY = timedelta(seconds=1)
"""How often the mailbox is looked at while letters wait to be read."""

_GRACE = 30.0
"""Seconds in which a service that is told to stop files and finishes what it can.
systemd kills it after 60, see deploy/systemd; a stuck server would take it that far."""

_GLANCE = 5.0
"""Seconds after which the main thread notices that the service is to stop."""

_PEEK = 0.2
"""Seconds to wait for a letter that is being read, before waiting for new letters."""


def run_once(room: Mailroom, stopping: Callable[[], bool] = lambda: False) -> None:
    """Answer or put off all letters that wait; then close inbox and outbox.

    Waits for letters that are being read, and for the copies of replies that may have
    gone out, but not for letters that were put off.

    Raises:
        InboxUnavailable: not reached, or another worker holds it.
        SubmissionDeferred: the server takes no replies now; they are kept.
        Passing: letters cannot be read now, as no child can be started; they are kept.
        LedgerUnavailable: the disk is full, or another program holds it.
        BadSettings, MissingTool: the operator must change something.
    """
    with _held(room):
        pipeline = Pipeline(room)
        try:
            _pass_once(room, pipeline, stopping)
        except Passing as error:
            pipeline.sides.record(error)
            raise
        held_back = pipeline.delivery.trouble or room.ledger.kept_back()
        if held_back:
            raise SubmissionDeferred(held_back)
        if pipeline.unread:
            raise pipeline.unread


def _pass_once(
    room: Mailroom, pipeline: Pipeline, stopping: Callable[[], bool]
) -> None:
    pipeline.open()
    while not stopping():
        pipeline.receive(stopping)
        looked = room.clock()
        more = pipeline.resume()
        _finish(pipeline, stopping)
        due = room.ledger.next_due(looked, (State.SENDING,))
        if due and due <= looked + timedelta(seconds=room.options.copy_wait):
            room.inbox.wait(max((due - room.clock()).total_seconds(), 0))
        elif not more:
            break
    pipeline.end_pass()


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

        A server that does not answer is left half a minute later; what it did not file
        lies in the mailbox, and the ledger knows it.

        Raises:
            InboxUnavailable: another worker holds a mailbox.
            BadSettings, MissingTool: the operator must change something.
        """
        # The main thread only waits: so a signal handler never needs a lock it holds.
        with ThreadPoolExecutor(max(len(self._rooms), 1), "mailbox") as threads:
            served = [threads.submit(self._serve, room) for room in self._rooms]
            self._watch(served)
            self.stop()
            if wait(served, timeout=_GRACE).not_done:
                for room in self._rooms:
                    room.inbox.abandon()
        for one in served:
            one.result()

    def stop(self) -> None:
        """Ask the service to end; for signal handlers and for any thread."""
        self._stop.set()
        for room in self._rooms:
            room.inbox.wake()

    def _watch(self, served: Sequence[Future[None]]) -> None:
        """Wait until the service is to stop, or nothing or a failure is left of it.

        The flag is only read: its lock may be held by the thread that a signal stops.
        """
        while not self._stop.is_set():
            done, running = wait(served, _GLANCE, FIRST_EXCEPTION)
            if not running or any(one.exception() for one in done):
                return

    def _serve(self, room: Mailroom) -> None:
        with _held(room):
            pipeline, failures = Pipeline(room), 0
            while not self._stop.is_set():
                try:
                    pipeline.open()
                    while not self._stop.is_set():
                        self._pass(pipeline)
                        self._rest(room, pipeline)
                        failures = 0  # else one that fails in each wait has no rest
                except Passing as error:
                    # A connection offers each letter once; only a new one offers again
                    # those that were lost on the way.
                    room.inbox.close()
                    seconds = delay(failures, 1, _LONGEST_RETREAT)
                    failures += 1
                    pipeline.sides.failed(error, seconds)
                    self._stop.wait(seconds)
            # Letters that cannot be finished now wait in the ledger.
            with suppress(Passing):
                _finish(pipeline, self._stop.is_set)

    def _pass(self, pipeline: Pipeline) -> None:
        pipeline.receive(self._stop.is_set)
        while pipeline.resume() and not self._stop.is_set():
            pipeline.receive(self._stop.is_set)
        pipeline.end_pass()

    def _rest(self, room: Mailroom, pipeline: Pipeline) -> None:
        """Wait until a letter comes, was read or is due.

        Letters that are being read come first.
        """
        reading, looked = pipeline.readers.in_flight, room.clock()
        if reading:
            pipeline.collect(_PEEK)
        while pipeline.readers.waiting and not self._stop.is_set():
            pipeline.collect(_PEEK)
            if abs(room.clock() - looked) > _LOOK_EVERY:
                return
        if pipeline.readers.in_flight == reading and not self._stop.is_set():
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
            with suppress(Passing):  # what came up as the last letters were filed
                pass_on_notices(room)


def _finish(pipeline: Pipeline, stopping: Callable[[], bool]) -> None:
    """Wait for the letters in hand; of those that wait, none is begun when stopping."""
    readers = pipeline.readers
    while readers.in_flight or readers.waiting:
        if stopping():
            readers.turns.close()  # a later process reads them: the ledger has them
        pipeline.collect(1)
