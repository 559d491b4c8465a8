"""What ends a wait for the server from another thread."""

import contextlib
import os
from weakref import finalize


class WakePipe:
    """A pipe that ends a `select`; once written to, it stays readable until cleared."""

    def __init__(self) -> None:
        self._out, self._in = os.pipe()
        for end in (self._in, self._out):
            os.set_blocking(end, False)
            finalize(self, os.close, end)

    def fileno(self) -> int:
        """The descriptor to select on."""
        return self._out

    def write(self) -> None:
        """Make the pipe readable; may be called by any thread."""
        with contextlib.suppress(BlockingIOError):  # full, so readable
            os.write(self._in, b"!")

    def clear(self) -> None:
        """Empty the pipe."""
        with contextlib.suppress(BlockingIOError):
            while os.read(self._out, 4096):
                pass
