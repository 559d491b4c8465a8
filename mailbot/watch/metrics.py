"""Numbers for Prometheus, on a port of their own."""

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.exposition import start_http_server

_SECONDS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0, 10.0, 30.0)


class Metrics:
    """What happened so far, since this process began.

    `serve` listens on its port until the process ends; nothing secret or personal is
    among the numbers, but keep the port on loopback or behind a firewall all the same.
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
        """A letter has its outcome."""
        self._letters.labels(mailbox, outcome).inc()

    def took(self, stage: str, seconds: float) -> None:
        """A stage of a letter's way took so long."""
        self._seconds.labels(stage).observe(seconds)

    def waiting(self, mailbox: str, letters: int) -> None:
        """So many letters are under way."""
        self._queue.labels(mailbox).set(letters)

    def reached(self, mailbox: str) -> None:
        """The server answered just now."""
        self._contact.labels(mailbox).set_to_current_time()

    def serve(self, address: str, port: int) -> None:
        """Listen in a thread of its own.

        Raises:
            OSError: the address or port cannot be taken.
        """
        start_http_server(port, address, registry=self.registry)
