"""Numbers for Prometheus, on a port of their own."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from threading import active_count
from typing import Any

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.exposition import start_http_server
from prometheus_client.registry import Collector

from mailbot.errors import MailbotError
from mailbot.ledger import State

Backlog = Mapping[str, Mapping[State, int]]
"""How many letters of each mailbox are in each state that is open, or quarantine."""

_IDLE, _AT_ONCE = 5.0, 8
"""Seconds that a connection may say nothing, and how many there may be at once."""

_SECONDS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)


class Metrics:
    """Counts of what happened since this process began.

    The numbers hold nothing secret or personal; the port belongs on loopback or behind
    a firewall all the same.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._letters = Counter(
            "mailbot_letters",
            "Letters settled, by outcome.",
            ["mailbox", "outcome"],
            registry=self.registry,
        )
        self._seconds = Histogram(
            "mailbot_stage_seconds",
            "Seconds spent on a letter, by stage.",
            ["stage"],
            buckets=_SECONDS,
            registry=self.registry,
        )
        self._queue = _Queue()
        self.registry.register(self._queue)
        self._trouble = Gauge(
            "mailbot_trouble",
            "1 while a side of the mailbox cannot be used (in: letters, out: replies).",
            ["mailbox", "side"],
            registry=self.registry,
        )
        self._quarantined = Counter(
            "mailbot_quarantined",
            "Letters put into Quarantine, by reason.",
            ["mailbox", "reason"],
            registry=self.registry,
        )
        self._deaths = Counter(
            "mailbot_child_deaths",
            "Processes that ended before they had read their letter, by reason.",
            ["reason"],
            registry=self.registry,
        )
        self._errors = Counter(
            "mailbot_errors",
            "Faults of a side of the mailbox, by kind of error.",
            ["mailbox", "side", "kind"],
            registry=self.registry,
        )
        self._contact = Gauge(
            "mailbot_last_contact_timestamp_seconds",
            "When the server was last reached (Unix time).",
            ["mailbox"],
            registry=self.registry,
        )

    def settled(self, mailbox: str, outcome: str) -> None:
        """Count a settled letter."""
        self._letters.labels(mailbox, outcome).inc()

    def quarantined(self, mailbox: str, reason: str) -> None:
        """Count a letter that went to Quarantine."""
        self._quarantined.labels(mailbox, reason).inc()

    def child_died(self, reason: str) -> None:
        """Count a child that ended before its time."""
        self._deaths.labels(reason).inc()

    def took(self, stage: str, seconds: float) -> None:
        """Record the seconds that a stage of a letter took."""
        self._seconds.labels(stage).observe(seconds)

    def reading(self, mailbox: str, letters: int) -> None:
        """Set how many letters are being read."""
        self._queue.reading[mailbox] = letters

    def failed(self, mailbox: str, side: str, kind: str) -> None:
        """Count a fault of a side, which is in trouble from now on."""
        self._errors.labels(mailbox, side, kind).inc()
        self._trouble.labels(mailbox, side).set(1)

    def works(self, mailbox: str, side: str) -> None:
        """Record that a side works."""
        self._trouble.labels(mailbox, side).set(0)

    def reached(self, mailbox: str) -> None:
        """Record that the server answered just now."""
        self._contact.labels(mailbox).set_to_current_time()

    @contextmanager
    def serving(
        self, address: str, port: int, count: Callable[[], Backlog]
    ) -> Iterator[None]:
        """Serve the numbers over HTTP, in threads of their own.

        `count` counts the letters at each look, in one of these threads.

        Raises:
            OSError: the address or port cannot be taken.
        """
        self._queue.count = count
        server, thread = start_http_server(port, address, registry=self.registry)
        _bound(server)
        try:
            yield
        finally:
            server.shutdown()
            server.server_close()
            thread.join()


def _bound(server: Any) -> None:
    """Let no connection stay idle, nor many be open at once: each takes a thread."""
    handler = server.RequestHandlerClass
    server.RequestHandlerClass = type("_Handler", (handler,), {"timeout": _IDLE})
    most = active_count() + _AT_ONCE

    def may_begin(*_: object) -> bool:
        return active_count() < most

    server.verify_request = may_begin


class _Queue(Collector):
    """The letters of each mailbox by state, as the ledger has them at each look.

    `reading` is how many of the NEW ones are being read, as last heard.
    """

    def __init__(self) -> None:
        self.reading: dict[str, int] = {}
        self.count: Callable[[], Backlog] = dict

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """The series of this moment; none while the ledger cannot be read."""
        family = GaugeMetricFamily(
            "mailbot_queue",
            "Letters not yet settled, or in quarantine, by state.",
            labels=["mailbox", "state"],
        )
        try:
            backlog = self.count()
        except MailbotError:
            backlog = {}
        for mailbox, letters in backlog.items():
            reading = self.reading.get(mailbox, 0)
            for state, number in _by_name(letters, reading).items():
                family.add_metric([mailbox, state], number)
        yield family


def _by_name(letters: Mapping[State, int], reading: int) -> dict[str, int]:
    """The letters by the state that an operator sees; those being read apart."""
    counts = {state.value.lower(): number for state, number in letters.items()}
    new, quarantine = counts.pop("new", 0), counts.pop("quarantined", 0)
    reading = min(reading, new)
    return counts | {"new": new - reading, "reading": reading, "quarantine": quarantine}
