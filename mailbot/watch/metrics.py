"""Numbers for Prometheus, on a port of their own."""

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
            "Letters known and not yet settled.",
            ["mailbox"],
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

    def took(self, stage: str, seconds: float) -> None:
        """Record the seconds that a stage of a letter took."""
        self._seconds.labels(stage).observe(seconds)

    def waiting(self, mailbox: str, letters: int) -> None:
        """Set how many letters are being read."""
        self._queue.labels(mailbox).set(letters)

    def reached(self, mailbox: str) -> None:
        """Record that the server answered just now."""
        self._contact.labels(mailbox).set_to_current_time()

    def serve(self, address: str, port: int) -> None:
        """Serve the numbers over HTTP, in a thread of its own.

        Raises:
            OSError: the address or port cannot be taken.
        """
        start_http_server(port, address, registry=self.registry)
