"""The program that a service manager starts for a mailbot of another user.

    python -I -m mailbot.pool.child.instance    with a connection as standard input

The connection brings the setup that a parent wants (`parent.process.OthersProcess`),
and the control channels of its slots. This process then becomes a fork server that runs
with its own user's rights, and ends when the parent closes the channels.
"""

import os
import socket

from mailbot.pool.protocol.start import (
    ScratchFolder,
    environment,
    read_setup,
    write_command,
)

_LONGEST = 4096
_MOST_SLOTS = 253  # as many descriptors as the kernel passes at once


def main() -> None:
    """Become the fork server that the connection asks for."""
    connection = socket.socket(fileno=os.dup(0))
    null = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1):
        os.dup2(null, standard)  # readers have these two, and no connection
    message, channels, _, _ = socket.recv_fds(connection, _LONGEST, _MOST_SLOTS)
    if not channels:  # the parent was gone before it had said what it wants
        return
    setup = read_setup(message)
    scratch = ScratchFolder(setup.options.children)
    # The parent sees the end of this process in that of the connection.
    for kept in (connection.fileno(), scratch.lock, *channels):
        os.set_inheritable(kept, True)
    words = write_command(setup, channels, scratch)
    os.execve(words[0], words, environment())  # noqa: S606 (this same Python)


if __name__ == "__main__":
    main()
