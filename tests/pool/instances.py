"""A service manager that starts fork servers of another user, as systemd does."""

import os
import socket
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tests.house import NOBODY, as_user

_PROGRAM = (
    "import sys; sys.path[:] = sys.argv[1:]; "
    "from mailbot.pool.child.instance import main; main()"
)
"""What `-m mailbot.pool.child.instance` runs; it finds the calls of tests, too."""


@contextmanager
def listening(user: int = NOBODY) -> Iterator[str]:
    """The path of a socket; whoever connects gets an instance of that user."""
    started: list[subprocess.Popen[bytes]] = []
    with (
        tempfile.TemporaryDirectory() as folder,
        socket.socket(socket.AF_UNIX, socket.SOCK_SEQPACKET) as listener,
    ):
        Path(folder).chmod(0o1777)
        path = str(Path(folder, "readers"))
        listener.bind(path)
        Path(path).chmod(0o666)
        listener.listen()

        def accept() -> None:
            with suppress(OSError):
                while True:
                    connection, _ = listener.accept()
                    with connection:
                        started.append(_start(user, connection, folder))

        thread = threading.Thread(target=accept, daemon=True)
        thread.start()
        try:
            yield path
        finally:
            listener.shutdown(socket.SHUT_RDWR)
            thread.join()
            for process in started:
                process.wait(60)


def _start(
    user: int, connection: socket.socket, folder: str
) -> subprocess.Popen[bytes]:
    """An instance, which writes into a folder as if `PrivateTmp` gave it one."""
    command = as_user(user, sys.executable, "-I", "-c", _PROGRAM, *sys.path)
    kept = {name: os.environ[name] for name in ("PATH", "LANG") if name in os.environ}
    return subprocess.Popen(
        command,
        stdin=connection.fileno(),
        stdout=subprocess.DEVNULL,
        env=kept | {"TMPDIR": folder},
    )
