"""Numbers for Prometheus, on a port of their own."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
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

    `reading` holds how many letters of each mailbox are being read. The numbers hold
    nothing secret or personal; the port belongs on loopback or behind a firewall all
    the same.
    """

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        count = partial(Counter, registry=self.registry)
        show = partial(Gauge, registry=self.registry)
        self.letters = count(
            "mailbot_letters", "Letters settled, by outcome.", ["mailbox", "outcome"]
        )
        self.seconds = Histogram(
            "mailbot_stage_seconds",
            "Seconds spent on a letter, by stage.",
            ["stage"],
            buckets=_SECONDS,
            registry=self.registry,
        )
        self._queue = _Queue()
        self.registry.register(self._queue)
        self.reading = self._queue.reading
        self.trouble = show(
            "mailbot_trouble",
            "1 while a side of the mailbox cannot be used (in: letters, out: replies).",
            ["mailbox", "side"],
        )
        self.quarantined = count(
            "mailbot_quarantined",
            "Letters put into Quarantine, by reason.",
            ["mailbox", "reason"],
        )
        self.deaths = count(
            "mailbot_child_deaths",
            "Processes that ended before they had read their letter, by reason.",
            ["reason"],
        )
        self.errors = count(
            "mailbot_errors",
            "Faults of a side of the mailbox, by kind of error.",
            ["mailbox", "side", "kind"],
        )
        self.contact = show(
            "mailbot_last_contact_timestamp_seconds",
            "When the server was last reached (Unix time).",
            ["mailbox"],
        )

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
