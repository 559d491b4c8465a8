"""Turns the worker's events into logs, metrics, the health file and a heartbeat."""

import logging
import os
from pathlib import Path
from typing import assert_never

from msgspec import Struct, field

from mailbot.ledger import State
from mailbot.mail.message.writing import describe
from mailbot.mail.ports import Side
from mailbot.watch.metrics import Metrics
from mailbot.watch.systemd import ServiceManager
from mailbot.worker.events import (
    Beat,
    Decided,
    Delayed,
    Event,
    GaveWay,
    LeftAlone,
    Noticed,
    OfLetter,
    Overtaken,
    Recovered,
    Rehearsed,
    Settled,
    Submitted,
    Taken,
    Trouble,
)

_PLAIN = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW | os.O_NONBLOCK
"""No link is followed and no pipe waited for that somebody has put in the place."""

_log = logging.getLogger("mailbot")

_WOULD = {
    State.SENT: "would-send",
    State.IGNORED: "would-ignore",
    State.REFUSED: "would-refuse",
    State.QUARANTINED: "would-quarantine",
}
"""How the outcomes of a dry run are named."""


_OLDER = "letters from before the installation left alone (answer.older_mail): %d"


class Observer(Struct, frozen=True):
    """Gets every event of every mailbox, in the worker's threads.

    The service manager hears of the first event as the end of the start, and of each
    one as a sign of life. The file `health` is written while the server is reached, and
    its text says ok, or what does not work; in the end its age tells that the server is
    not reached any more, where a restart may help.
    Of the letters in hand `_spent` holds the seconds that were counted for a stage.
    `warnings` are logged before the first letter, so that a pass in which nothing
    happens says nothing.
    """

    metrics: Metrics = field(default_factory=Metrics)
    manager: ServiceManager = field(default_factory=ServiceManager)
    health: Path | None = None
    warnings: list[str] = field(default_factory=list)
    _troubles: dict[tuple[str, Side], str] = field(default_factory=dict)
    _spent: dict[tuple[str, int], float] = field(default_factory=dict)

    def __call__(self, event: Event) -> None:
        """Log one event, and count it; never raises."""
        self.manager.ready()
        match event:
            case Beat():
                self._beat(event)
            case LeftAlone() | Overtaken() | Noticed():
                self._remark(event)
            case Trouble():
                self._trouble(event)
            case Recovered(account, side):
                self._troubles.pop((account, side), None)
                self.metrics.trouble.labels(account, side).set(0)
                _log.info("trouble is over", extra={"mailbox": account, "side": side})
                self.manager.alive(f"reached {account} again")
            case Rehearsed():
                extra = {
                    "mailbox": event.account,
                    "letter": event.letter,
                    "bytes": len(event.message),
                    "private": describe(event.message),
                }
                _log.info("would reply", extra=extra)
            case OfLetter():
                self.manager.alive(f"letter {event.letter} of {event.account}")
                self.warn()
                self._letter(event)
            case _:
                assert_never(event)

    def warn(self) -> None:
        """Log the warnings that were not logged yet."""
        while self.warnings:
            _log.warning(self.warnings.pop())

    def started(self, mailbox: str, server: str) -> None:
        """Log that a mailbox is served from now on; `server`: its host or folder."""
        for side in Side:
            self.metrics.trouble.labels(mailbox, side).set(0)
        _log.info("started", extra={"mailbox": mailbox, "server": server})

    def lost_reader(self, why: str) -> None:
        """Count a reader that gave no answer; may be called by any thread."""
        self.metrics.deaths.labels(reason_word(why)).inc()

    def stopped(self) -> None:
        """Log that no mailbox is served any more."""
        _log.info("stopped")

    def _remark(self, event: LeftAlone | Overtaken | Noticed) -> None:
        """Log what changes nothing."""
        extra: dict[str, object] = {"mailbox": event.account}
        match event:
            case LeftAlone(account, letters):
                _log.info(_OLDER, letters, extra=extra)
                self.manager.alive(f"reached {account}")
            case Overtaken(account, letter, why):
                _log.info("overtaken", extra=extra | {"letter": letter, "why": why})
                self.manager.alive(f"letter {letter} of {account}")
            case Noticed(_, text):
                _log.warning("of the server: %s", text, extra=extra)

    def _letter(self, event: OfLetter) -> None:
        """Log an event of a letter; its reason is private, unless it names nobody."""
        self._count(event)
        values: dict[str, object] = {}
        match event:
            case Decided():
                values = {"outcome": event.outcome, "kind": event.kind}
            case Settled():
                seconds = max(round(event.seconds, 1), 0.0)
                outcome = "drafted" if event.drafted else _outcome(event)
                values = {"outcome": outcome, "seconds": seconds}
            case Submitted() | GaveWay():
                values = {"seconds": round(event.seconds, 1)}
            case Delayed():
                values = {"until": event.until.isoformat(timespec="seconds")}
            case Taken():
                values = {"bytes": event.size}
        if isinstance(event, Delayed | Decided | Settled):
            values["why" if _names_nobody(event) else "private"] = event.why
        place = {"mailbox": event.account, "letter": event.letter}
        level = logging.DEBUG if isinstance(event, GaveWay) else logging.INFO
        drafted = isinstance(event, Submitted) and event.draft
        name = "drafted" if drafted else type(event).__name__.lower()
        _log.log(level, name, extra=place | values)

    def _count(self, event: OfLetter) -> None:
        match event:
            case Decided():
                for stage, seconds in event.seconds.items():
                    self._took(event, stage, seconds)
            case GaveWay():
                self._took(event, "given back", event.seconds)
            case Submitted():
                self._took(event, "send", event.seconds)
            case Settled():
                self.metrics.letters.labels(event.account, _outcome(event)).inc()
                # The clock of the mail server may be behind ours, or before it.
                spent = self._spent.pop((event.account, event.letter), 0.0)
                whole = max(event.seconds, spent)
                self.metrics.seconds.labels("wait").observe(whole - spent)
                self.metrics.seconds.labels("arrival to end").observe(whole)
                if event.state is State.QUARANTINED:
                    reason = reason_word(event.why)
                    self.metrics.quarantined.labels(event.account, reason).inc()

    def _took(self, event: OfLetter, stage: str, seconds: float) -> None:
        place = event.account, event.letter
        self._spent[place] = self._spent.get(place, 0.0) + seconds
        self.metrics.seconds.labels(stage).observe(seconds)

    def _trouble(self, event: Trouble) -> None:
        """Count a fault; log it when it begins and when its reason changes."""
        self._troubles[event.account, event.side] = event.why
        self.metrics.errors.labels(event.account, event.side, event.kind).inc()
        self.metrics.trouble.labels(event.account, event.side).set(1)
        if not event.repeated:
            _log.warning(
                "trouble: %s; next try in %.0f s",
                event.why,
                event.seconds,
                extra={"mailbox": event.account, "side": event.side},
            )
            if self.health and self.health.exists():
                # It names the trouble, and gets no younger by it.
                found = self.health.stat()
                times = found.st_atime_ns, found.st_mtime_ns
                self._write_health(self.health, times)
        self.manager.alive(f"trouble with {event.account}: {event.side}")

    def _beat(self, event: Beat) -> None:
        self.metrics.contact.labels(event.account).set_to_current_time()
        self.metrics.reading[event.account] = event.in_flight
        self.manager.alive(f"reached {event.account}; {event.in_flight} in hand")
        if self.health:
            self._write_health(self.health)

    def _write_health(self, path: Path, times: tuple[int, int] | None = None) -> None:
        """Write the health file; `times`: keep those (access, change; nanoseconds)."""
        troubles = sorted(self._troubles.items())
        lines = [f"{account}, {side}: {why}\n" for (account, side), why in troubles]
        try:
            with os.fdopen(os.open(path, _PLAIN, 0o644), "w", encoding="utf-8") as file:
                file.write("".join(lines) or "ok\n")
            if times:
                os.utime(path, ns=times)
        except OSError as error:
            _log.warning("cannot write the health file: %s", error.strerror)


def _names_nobody(event: Delayed | Decided | Settled) -> bool:
    """Whether the reason of an event is surely about no person.

    The reason of an ignored letter is a rule, with at most the value of a header by
    which a machine identifies itself: without an address it names no person.
    """
    if isinstance(event, Decided):
        return event.outcome == "ignore" and "@" not in event.why
    return isinstance(event, Settled) and event.ours


def _outcome(event: Settled) -> str:
    plain = event.state.value.lower()
    return _WOULD.get(event.state, plain) if event.rehearsed else plain


_SIGNS = (
    ("too large to be fetched", "size"),
    ("took longer", "time"),
    ("takes too long", "time"),
    ("time is up", "time"),
    ("needed more than", "memory"),
    ("wrote more files", "disk"),
    ("started more processes", "processes"),
    ("its child was ended", "outside"),
    ("stopped from outside", "outside"),
    ("ended by", "died"),
    ("closed its channel", "died"),
    (" readers (", "died"),
    ("killed its dask workers", "died"),
    ("broke its process", "broken"),
    ("never finished", "crash"),
    ("unsure:", "unsure"),
)
"""Words of a reason, and what it counts as; the first that fits."""


def reason_word(why: str) -> str:
    """The word for a reason, "other" for all that is not named here.

    >>> reason_word("ended 3 readers (ended by SIGSEGV)")
    'died'
    """
    return next((word for sign, word in _SIGNS if sign in why), "other")
