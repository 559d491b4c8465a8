"""The signals that tell that somebody else ended a reader."""

import signal

FROM_OUTSIDE = (
    signal.SIGKILL,
    signal.SIGSTOP,
    signal.SIGTERM,
    signal.SIGHUP,
    signal.SIGINT,
    signal.SIGQUIT,
)
"""What no reader may send, not even to itself: one that ended by them is innocent."""
