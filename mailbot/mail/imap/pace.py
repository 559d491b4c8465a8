"""How often a server is asked for letters: seldom where it announces them itself.

Rule 1: a server that announced no letter in IDLE yet is probed every ten seconds, for
        an hour after a letter; one on which a letter was found that it had not
        announced, every five, without IDLE.
Rule 2: what a server announced in vain makes us deaf to it for a while. So whatever a
        server says, it gets no more than about one command in five seconds.
"""

from collections.abc import Callable
from time import monotonic

from mailbot.mail.imap.session import Heard

POLL = 5.0
"""Seconds between two looks while letters come, where nothing is announced."""

_UNPROVEN = 10.0
"""Seconds of one IDLE, which costs two commands, until an announcement came."""

_LONG = 25.0
_EAGER = 3600.0
"""Seconds after a letter in which the next one is expected."""

_DEAF = 20.0
"""Seconds after an announcement in vain: the look that it caused is four commands."""


class Pace:
    """What was learnt of one server's announcements."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._heard = Heard.NONE
        self._announces: bool | None = None
        self._came = clock()
        self._found = False

    def found(self) -> None:
        """Note that a letter was found after the last wait."""
        if self._heard is Heard.PUSHED:
            self._announces = True
        elif self._heard is Heard.LATE and not self._announces:
            self._announces = False
        self._came, self._found = self._clock(), True

    def heard(self, what: Heard) -> None:
        """Note what a wait heard; what is found from now on follows from that."""
        self._heard, self._found = what, False

    @property
    def is_eager(self) -> bool:
        """Whether the next letter is expected soon."""
        return self._clock() - self._came < _EAGER

    @property
    def polls(self) -> bool:
        """Whether to look for letters instead of waiting in IDLE."""
        return self._announces is False and self.is_eager

    @property
    def slice_seconds(self) -> float:
        """How long one IDLE lasts."""
        return _UNPROVEN if self._announces is None and self.is_eager else _LONG

    @property
    def deaf(self) -> float:
        """Seconds in which announcements end no wait, after one that was in vain."""
        return _DEAF if self._heard is not Heard.NONE and not self._found else 0
