"""A proxy that breaks a conversation at a chosen point.

Turns are counted from 1: a turn begins when the client sends after the server has
sent. A fault at turn n happens `before` (the server never receives what the client
sends in that turn) or after (the server receives it, and the client never receives the
answer). `said` counts the bytes that the server sent.
"""

import contextlib
import socket
import struct
import threading
from collections.abc import Callable
from enum import StrEnum
from types import TracebackType

from tests.servers.daemon import HOST


class Mode(StrEnum):
    """How a conversation breaks."""

    CUT = "cut"
    RESET = "reset"
    FREEZE = "freeze"


class Fault:
    """A proxy on `port` in front of a server; it breaks one conversation, then none.

    Args:
        target: the server's port.
        turn: the turn in which to break a conversation (0: never).
        mode: how to break it.
        before: whether what the client sends in that turn is lost, or the answer.
        rewrite: changes what the server sends, for example to hide capabilities.
    """

    def __init__(
        self,
        target: int,
        turn: int = 0,
        mode: Mode = Mode.CUT,
        *,
        before: bool = True,
        rewrite: Callable[[bytes], bytes] | None = None,
    ) -> None:
        self._target = target
        self._rewrite = rewrite
        self._pairs: list[_Pair] = []
        self._listener = socket.create_server((HOST, 0))
        self.port: int = self._listener.getsockname()[1]
        self.turn, self.mode, self.before = turn, mode, before
        self.turns = 0
        self.said = 0
        self.broke = False
        self.refuse = False
        self.heard: list[bytes] = []
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self) -> "Fault":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._listener.close()
        self.cut(Mode.RESET)

    @property
    def open(self) -> int:
        """The number of conversations that are open now."""
        return sum(not pair.closed for pair in self._pairs)

    @property
    def accepted(self) -> int:
        """The number of conversations so far."""
        return len(self._pairs)

    def cut(self, mode: Mode = Mode.CUT) -> None:
        """Break every open conversation."""
        for pair in list(self._pairs):
            pair.end(mode)

    def due(self, turn: int, *, before: bool) -> bool:
        """Whether the fault is to happen now; it happens only once."""
        if self.broke or turn != self.turn or before != self.before:
            return False
        self.broke = True
        return True

    def _accept(self) -> None:
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            if self.refuse:
                _reset(client)
                continue
            try:
                server = socket.create_connection((HOST, self._target))
            except OSError:
                _reset(client)
                continue
            self._pairs.append(_Pair(self, client, server, self._rewrite))


class _Pair:
    """One conversation."""

    def __init__(
        self,
        fault: Fault,
        client: socket.socket,
        server: socket.socket,
        rewrite: Callable[[bytes], bytes] | None,
    ) -> None:
        self._fault, self._client, self._server = fault, client, server
        self._rewrite = rewrite
        self._server_spoke = True
        self._frozen = False
        self.closed = False
        for pump in (self._from_client, self._from_server):
            threading.Thread(target=self._run, args=(pump,), daemon=True).start()

    def end(self, mode: Mode) -> None:
        """Break this conversation."""
        if mode is Mode.FREEZE:
            self._frozen = True
            return
        self.closed = True
        for sock in (self._client, self._server):
            if mode is Mode.RESET:
                _reset(sock)
            else:
                _close(sock)

    def _run(self, pump: Callable[[], None]) -> None:
        with contextlib.suppress(OSError):
            pump()
        if not self._frozen:
            self.end(Mode.CUT)

    def _from_client(self) -> None:
        fault = self._fault
        while data := self._client.recv(65536):
            if self._frozen:
                continue
            if self._server_spoke:
                self._server_spoke = False
                fault.turns += 1
                fault.heard.append(data.partition(b"\r\n")[0][:80])
                if fault.due(fault.turns, before=True):
                    self.end(fault.mode)
                    continue
            self._server.sendall(data)

    def _from_server(self) -> None:
        fault = self._fault
        while data := self._server.recv(65536):
            if self._frozen:
                continue
            fault.said += len(data)
            if not self._server_spoke:
                self._server_spoke = True
                if fault.due(fault.turns, before=False):
                    self.end(fault.mode)
                    continue
            self._client.sendall(self._rewrite(data) if self._rewrite else data)


def _close(sock: socket.socket) -> None:
    with contextlib.suppress(OSError):
        sock.shutdown(socket.SHUT_RDWR)
    sock.close()


def _reset(sock: socket.socket) -> None:
    """RST instead of FIN; the half shutdown wakes a pump that still reads."""
    with contextlib.suppress(OSError):
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        sock.shutdown(socket.SHUT_RD)
    sock.close()
