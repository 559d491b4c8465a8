"""A server process: started, waited for, stopped."""

import contextlib
import os
import random
import signal
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

HOST = "127.0.0.1"
PATIENCE = 60.0

_PORTS = range(12_000, 32_000)
"""Below those that Linux gives to connections and to servers which ask for any."""

_CHANCE = random.Random(os.urandom(8))
"""Not the one that tests repeat: processes beside each other choose other ports."""


def config(name: str) -> str:
    """A file of `configs`: what a server is told, with {places} for `str.format`."""
    return (Path(__file__).parent / "configs" / name).read_text(encoding="utf-8")


def free_port() -> int:
    """A port on which nothing listens, and which the kernel gives to nobody by itself.

    Other tests run beside, so that one of the kernel's own might be taken again before
    a server is started on it.
    """
    while True:
        port = _CHANCE.choice(_PORTS)
        with socket.socket() as sock, contextlib.suppress(OSError):
            sock.bind((HOST, port))
            return port


def until(happened: object, what: str, seconds: float = PATIENCE) -> None:
    """Wait until `happened()` is true, or fail with `what`."""
    assert callable(happened)
    deadline = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > deadline:
            raise TimeoutError(what)
        time.sleep(0.01)


def listening(port: int) -> bool:
    """Whether a server greets on a port."""
    try:
        with socket.create_connection((HOST, port), timeout=2) as sock:
            return bool(sock.recv(1))
    except OSError:
        return False


class Daemon:
    """A server process that runs as the given user (None: as the tests do)."""

    def __init__(
        self, command: Sequence[str], port: int, log: Path, user: str | None = None
    ) -> None:
        self._command = command
        self._port = port
        self._log = log
        self._user = user
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start the server, and wait until it greets."""
        out = self._log.open("ab")
        with out:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                start_new_session=True,
                user=self._user,
                group=self._user,
                extra_groups=[] if self._user else None,
            )
        until(self._ready, f"{self._command[0]} does not start, see {self._log}")

    def stop(self) -> None:
        """Stop the server, and wait until it and its children are gone."""
        if self._process is None:
            return
        group = self._process.pid
        self._ask_to_stop(self._process)
        try:
            self._process.wait(PATIENCE)
        finally:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(group, signal.SIGKILL)
            self._process = None
        until(lambda: not listening(self._port), "the port is still open")

    def restart(self) -> None:
        """Stop and start the server; every connection is lost."""
        self.stop()
        self.start()

    def _ask_to_stop(self, process: subprocess.Popen[bytes]) -> None:
        process.send_signal(signal.SIGTERM)

    def _ready(self) -> bool:
        assert self._process is not None
        if self._process.poll() is not None:
            tail = self._log.read_text(errors="replace")[-2000:]
            raise RuntimeError(f"{self._command[0]} ended: {tail}")
        return listening(self._port)
