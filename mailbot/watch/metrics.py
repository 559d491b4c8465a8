"""Numbers for Prometheus, on a port of their own."""

from collections.abc import Mapping

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import start_http_server

_SECONDS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)


class Metrics:
    """Counts of what happened since this process began.

    `serve` listens on its port until the process ends. The numbers hold nothing secret
    or personal; the port belongs on loopback or behind a firewall all the same.
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
        self._queue = Gauge(
            "mailbot_queue",
            "Letters not yet settled, or in quarantine, by state.",
            ["mailbox", "state"],
            registry=self.registry,
        )
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

    def waiting(self, mailbox: str, letters: Mapping[str, int]) -> None:
        """Set how many letters there are in each state of the queue."""
        for state, count in letters.items():
            self._queue.labels(mailbox, state).set(count)

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

    def serve(self, address: str, port: int) -> None:
        """Serve the numbers over HTTP, in a thread of its own.

        Raises:
            OSError: the address or port cannot be taken.
        """
        start_http_server(port, address, registry=self.registry)
