"""How a reply begins and ends: a greeting and a closing line, both short.

They fit what the reply is, and change from reply to reply of a thread, where nobody is
greeted again. A reply to who wants no more has neither; one that did not understand
thanks for nothing.
"""

from dataclasses import dataclass

from mailbot.compose.speech import Speech
from mailbot.model import Kind

_SHOWN = frozenset({Kind.SOLVED, Kind.STEPS, Kind.ALL})
"""Replies after which there is nothing left to solve."""

_UNTOUCHED = frozenset({Kind.NEW, Kind.RATING})
"""Replies after which the person begins a puzzle."""

_PLAYED = frozenset(
    {
        *(Kind.HINT, Kind.CELL, Kind.PART, Kind.WHY, Kind.MOVES, Kind.CHECK),
        *(Kind.WHERE, Kind.CANDIDATES, Kind.PLACES, Kind.TECHNIQUE, Kind.VERDICT),
        *(Kind.FIRST_MISTAKE, Kind.CORRECT, Kind.UNDO, Kind.RESTART),
    }
)
"""Replies after which the person goes on with the puzzle."""

_WITHOUT_CLOSING = frozenset({Kind.STOPPED, Kind.UNCLEAR, Kind.DISPUTE})

_INVITING = frozenset({Kind.NO_PUZZLE, Kind.UNREADABLE, Kind.HELP})
"""Replies to a letter without a puzzle."""


@dataclass(frozen=True, slots=True)
class Courtesy(Speech):
    """The greeting and the closing line of a reply, in one language."""

    def greeting(self, kind: Kind, *, again: bool) -> str:
        """How the reply begins; `again` tells that it goes on with a thread."""
        return "" if again or kind is Kind.STOPPED else self._("Hello!")

    def closing(
        self, kind: Kind, count: int, *, done: bool, asked_back: bool = False
    ) -> str:
        """How the reply ends.

        Args:
            kind: what the reply is.
            count: the digits of its puzzle; one more lets it end in another way.
            done: whether the person has filled in all cells.
            asked_back: whether the person was not understood.
        """
        if kind in _WITHOUT_CLOSING or asked_back:
            return ""
        first, second = self._closings(kind, done=done)
        return second if count % 2 else first

    def _closings(self, kind: Kind, *, done: bool) -> tuple[str, str]:
        if kind in _SHOWN or (kind is Kind.CHECK and done):
            return self._("See you next time!"), self._("I hope this helps.")
        if kind in _PLAYED:
            return self._("Good luck with the rest!"), self._("Enjoy the rest!")
        if kind in _UNTOUCHED:
            return self._("Good luck!"), self._("Take your time!")
        if kind in _INVITING:
            line = self._("I look forward to your puzzle.")
            return line, line
        again = self._("I will be happy to try again.")
        if kind is Kind.DOUBTFUL:
            return self._("Thank you for your help!"), again
        return again, again
