"""Whether the sides of a mailbox work, told once and not at every try.

A fault of a side is an event each time. The ledger hears of it, and so does the log,
when an outage begins, when its reason changes and when it is over.
"""

import re
from contextlib import suppress
from datetime import timedelta

from mailbot.errors import (
    LedgerUnavailable,
    MailbotError,
    Passing,
    SubmissionDeferred,
    SubmissionRefused,
    SubmissionUnsure,
)
from mailbot.mail.ports import Side
from mailbot.worker.events import Beat, LeftAlone, Noticed, Recovered, Trouble
from mailbot.worker.records import Mailroom

_BEAT_EVERY = timedelta(seconds=5)
_CODE = re.compile(r"[2-5]\d\d|[245]\.\d{1,3}\.\d{1,3}")
"""A code of SMTP, or an enhanced one (RFC 3463)."""


class Sides:
    """The sides of one mailbox, as this process has found them.

    `_reasons` holds why a side does not work, "" for one that does; a side that was
    not tried yet is missing. `_ledger_failed`: the last fault was one of the ledger,
    which only a whole pass shows to be over: the disk is full, and the server reached.
    """

    def __init__(self, room: Mailroom) -> None:
        self._room = room
        self._reasons: dict[Side, str] = {}
        self._last_beat = room.clock()
        self._told_older = False
        self._ledger_failed = False

    def opened(self, older: int) -> None:
        """Report that the mailbox was reached; `older` letters are left alone in it."""
        if older and not self._told_older:
            self._told_older = True
            self._room.events(LeftAlone(self._room.inbox.name, older))
        if not self._ledger_failed:
            self.works(Side.IN)

    def failed(self, error: MailbotError, seconds: float) -> None:
        """Report a fault; `seconds` until the next try."""
        side, why = _side_of(error), without_addresses(str(error))
        kind = type(error).__name__
        before = self._reasons.get(side, "")
        repeated = before != "" and lasting(before) == lasting(why)
        name = self._room.inbox.name
        self._room.events(Trouble(name, side, kind, why, seconds, repeated=repeated))
        if not repeated:
            self.record(error)

    def record(self, error: MailbotError) -> None:
        """Write down a fault for `mailbot status`, as far as that is possible now."""
        side, why = _side_of(error), without_addresses(str(error))
        self._reasons[side] = why
        if side is Side.IN:
            self._ledger_failed = isinstance(error, LedgerUnavailable)
        with suppress(Passing):
            self._room.ledger.begin_outage(side, why, self._room.clock())

    def miss_copies(self, why: str) -> None:
        """Report that no copy of a reply comes back."""
        room, repeated = self._room, self._reasons.get(Side.COPIES, "") != ""
        name, kind = room.inbox.name, "CopiesMissing"
        room.events(Trouble(name, Side.COPIES, kind, why, 0, repeated=repeated))
        self._reasons[Side.COPIES] = why
        room.ledger.begin_outage(Side.COPIES, why, room.clock())

    def works(self, side: Side) -> None:
        """Report that a side did what was asked of it."""
        room, reason = self._room, self._reasons.get(side)
        if reason == "":
            return
        if side in room.logins:
            room.ledger.login_worked(side, room.logins[side])
        room.ledger.end_outage(side, room.clock())  # perhaps one of an earlier process
        self._reasons[side] = ""
        if reason:
            room.events(Recovered(room.inbox.name, side))

    def beat(self, in_flight: int) -> None:
        """Report that a pass over the mailbox is made."""
        self._ledger_failed = False
        self._beat(in_flight)

    def beat_at_times(self, in_flight: int) -> None:
        """Show in a long pass, every few seconds, that it goes on."""
        if abs(self._room.clock() - self._last_beat) > _BEAT_EVERY:
            self._beat(in_flight)

    def _beat(self, in_flight: int) -> None:
        room, now = self._room, self._room.clock()
        self._last_beat = now
        if not self._ledger_failed:
            self.works(Side.IN)
        pass_on_notices(room)
        room.events(Beat(room.inbox.name, now, in_flight))


def pass_on_notices(room: Mailroom) -> None:
    """Write down and report what a person should read of the server."""
    for text in map(without_addresses, room.inbox.notices()):
        if room.ledger.note(text, room.clock()):
            room.events(Noticed(room.inbox.name, text))


def without_addresses(text: str) -> str:
    """A server's answer without the addresses in it, for log and status.

    >>> without_addresses("450 4.2.0 <ada@example.org>: Recipient unknown")
    '450 4.2.0 (address) Recipient unknown'
    """
    return " ".join("(address)" if "@" in word else word for word in text.split())


def lasting(reason: str) -> list[str]:
    """The words and codes of a reason, without what a server writes anew each time.

    >>> lasting("421 4.7.0 Try again later (10). a1-20020a05 - gsmtp")
    ['421', '4.7.0', 'Try', 'again', 'later', 'gsmtp']
    """
    words = (word.strip("()<>\"'.,:;") for word in reason.split())
    return [word for word in words if word.isalpha() or _CODE.fullmatch(word)]


def _side_of(error: MailbotError) -> Side:
    out = isinstance(error, SubmissionDeferred | SubmissionRefused | SubmissionUnsure)
    return Side.OUT if out else Side.IN
