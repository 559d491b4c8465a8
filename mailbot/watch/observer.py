"""Turns the worker's events into logs, metrics, the health file and a heartbeat."""

import logging
from dataclasses import dataclass, field
from pathlib import Path
from typing import assert_never

from mailbot.ledger import State
from mailbot.mail.message.writing import describe
from mailbot.watch.metrics import Metrics
from mailbot.watch.systemd import ServiceManager
from mailbot.worker import (
    Beat,
    Decided,
    Delayed,
    Event,
    Overtaken,
    Rehearsed,
    Settled,
    Taken,
    Trouble,
)

_log = logging.getLogger("mailbot")

_WOULD = {
    State.SENT: "would-send",
    State.IGNORED: "would-ignore",
    State.REFUSED: "would-refuse",
    State.QUARANTINED: "would-quarantine",
}
"""How the outcomes of a dry run are named."""


@dataclass(frozen=True, slots=True)
class Observer:
    """Gets every event of every mailbox, in the worker's threads.

    Each event tells the service manager that the service is alive. The file `health`
    is touched at every pass that reached the server.
    """

    metrics: Metrics = field(default_factory=Metrics)
    manager: ServiceManager = field(default_factory=ServiceManager)
    health: Path | None = None

    def __call__(self, event: Event) -> None:
        """Log one event, and count it; never raises."""
        match event:
            case Taken() | Decided() | Settled() | Delayed():
                self.manager.alive(f"letter {event.letter} of {event.account}")
                self._letter(event)
            case Beat():
                self._beat(event)
            case Overtaken(account, letter, why):
                extra = {"mailbox": account, "letter": letter, "why": why}
                _log.info("overtaken", extra=extra)
                self.manager.alive(f"letter {letter} of {account}")
            case Trouble():
                why, place = event.why, {"mailbox": event.account}
                _log.warning(
                    "trouble: %s; next try in %.0f s", why, event.seconds, extra=place
                )
                self.manager.alive(f"trouble with {event.account}")
            case Rehearsed():
                extra = {
                    "mailbox": event.account,
                    "letter": event.letter,
                    "bytes": len(event.message),
                    "private": describe(event.message),
                }
                _log.info("would reply", extra=extra)
            case _:
                assert_never(event)

    def started(self, mailbox: str, server: str) -> None:
        """Log that a mailbox is served from now on; `server`: its host or folder."""
        _log.info("started", extra={"mailbox": mailbox, "server": server})

    def stopped(self) -> None:
        """Log that no mailbox is served any more."""
        _log.info("stopped")

    def _letter(self, event: Taken | Decided | Settled | Delayed) -> None:
        """Log an event of a letter; its reason is private, unless it names nobody."""
        values: dict[str, object] = {}
        match event:
            case Decided():
                values = {"outcome": event.outcome, "kind": event.kind}
                if event.outcome == "ignore" and "@" not in event.why:
                    # The reason is a rule, with at most the value of a header by which
                    # a machine identifies itself: it names no person.
                    values["why"] = event.why
                for stage, seconds in event.seconds.items():
                    self.metrics.took(stage, seconds)
            case Settled():
                outcome, seconds = _outcome(event), max(event.seconds, 0.0)
                values = {"outcome": outcome, "seconds": round(seconds, 1)}
                self.metrics.settled(event.account, outcome)
                self.metrics.took("arrival to end", seconds)
            case Delayed():
                values = {"until": event.until.isoformat(timespec="seconds")}
            case Taken():
                values = {"bytes": event.size}
        if not isinstance(event, Taken) and "why" not in values:
            values["private"] = event.why
        place = {"mailbox": event.account, "letter": event.letter}
        _log.info(type(event).__name__.lower(), extra=place | values)

    def _beat(self, event: Beat) -> None:
        self.metrics.reached(event.account)
        self.metrics.waiting(event.account, event.in_flight)
        self.manager.alive(f"reached {event.account}; {event.in_flight} in hand")
        if self.health:
            try:
                self.health.touch()
            except OSError as error:
                _log.warning("cannot touch the health file: %s", error.strerror)


def _outcome(event: Settled) -> str:
    plain = event.state.value.lower()
    return _WOULD.get(event.state, plain) if event.rehearsed else plain
