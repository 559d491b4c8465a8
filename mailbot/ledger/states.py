"""The states of a letter, and which method may move it from which state to which.

The table is the rule: `letters.change`, `start` and `wait` refuse every move that
is not in it. The drawing in the package's docstring shows the same table.
"""

from enum import StrEnum


class State(StrEnum):
    """Where a letter stands. NEW, READY, SENDING and DEFERRED are open."""

    NEW = "NEW"
    READY = "READY"
    SENDING = "SENDING"
    DEFERRED = "DEFERRED"
    SENT = "SENT"
    IGNORED = "IGNORED"
    REFUSED = "REFUSED"
    QUARANTINED = "QUARANTINED"

    @property
    def is_open(self) -> bool:
        """Whether something is still to be done."""
        return self in OPEN


OPEN = frozenset({State.NEW, State.READY, State.SENDING, State.DEFERRED})

TRANSITIONS = (
    # The letter is read, or waits to be read.
    ("start", "NEW DEFERRED", ""),
    ("wait", "NEW DEFERRED", ""),
    ("grant", "NEW DEFERRED", "READY DEFERRED REFUSED QUARANTINED"),
    ("settle", "NEW DEFERRED", "IGNORED QUARANTINED"),
    ("defer", "NEW DEFERRED", "DEFERRED"),
    ("fail", "NEW DEFERRED", ""),
    ("vanish", "NEW DEFERRED", "IGNORED"),
    ("take", "IGNORED", "NEW"),  # it had vanished, and was found again
    # The reply is stored, and handed over.
    ("sending", "READY SENDING", "SENDING"),
    ("settle", "READY", "QUARANTINED"),  # our own fault at a step of this letter
    ("sent", "SENDING", "SENT QUARANTINED"),
    ("unsent", "SENDING", "READY"),
    ("reject", "SENDING", "REFUSED"),
    # Whether a reply arrived is not known: no answer, or our process ended.
    ("hold", "SENDING", ""),
    ("found_copy", "READY SENDING", "SENT QUARANTINED"),
    ("settle", "SENDING", "QUARANTINED"),
    # The step failed through no fault of the letter.
    ("postpone", "NEW DEFERRED READY SENDING", ""),
    # The operator asks for it.
    ("retry", "DEFERRED IGNORED REFUSED QUARANTINED", "NEW"),
    ("forget", "NEW READY SENDING DEFERRED", "IGNORED"),
    # The person was forgotten just while the reply was handed over: it was sent.
    ("sent", "IGNORED", "SENT QUARANTINED"),
    ("found_copy", "IGNORED", "SENT QUARANTINED"),
)
"""Each row: a method of Ledger or Report, the states in which it may find a letter, and
those in which it may leave the letter ("": as it was)."""

MOVES = frozenset(
    (method, State(before), State(after))
    for method, sources, targets in TRANSITIONS
    for before in sources.split()
    for after in targets.split() or [before]
)
"""Every single move that the table allows: method, state before, state after."""


def sources(method: str) -> frozenset[State]:
    """The states in which the method may find a letter."""
    return frozenset(before for name, before, _ in MOVES if name == method)
