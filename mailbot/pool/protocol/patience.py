"""Deadlines that judge the other end, not the machine.

Time in which this process did not run does not count: a turn of waiting that took much
longer than it may is one in which we were stopped, or the machine slept. And when
nothing is left, what has arrived by then is still read.
"""

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from math import inf
from time import monotonic


class Patience:
    """Seconds that this process will wait on sockets, in turns."""

    _COUNTED = 2.0
    """Seconds that one turn counts at most."""
    _LAST = 2.0
    """Seconds in which what has arrived must be read."""

    def __init__(
        self,
        seconds: float = inf,
        between: Callable[[], None] | None = None,
        turn: float = 1.0,
    ) -> None:
        """Begin to wait, in turns of `turn` seconds at most.

        `between` is called after each turn that ends in vain.
        """
        self._left = seconds
        self._between = between
        self._turn = turn

    @contextmanager
    def turn(self, end: socket.socket) -> Iterator[None]:
        """Make one call on a socket, which may end without result before its time.

        Raises:
            TimeoutError: nothing is left.
            Exception: what `between` raises.
        """
        over = self._left <= 0
        if self._left <= -self._LAST:
            raise TimeoutError("nothing is left to wait")
        end.settimeout(max(0.001, min(self._turn, self._left)))
        since = monotonic()
        try:
            yield
        except TimeoutError:
            if over:
                raise
            if self._between:
                self._between()
        finally:
            self._left -= min(monotonic() - since, self._COUNTED)
