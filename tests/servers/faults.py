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

from tests.servers.daemon import HOST
from tests.servers.listener import Listener


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
        self.turn, self.mode, self.before = turn, mode, before
        self.turns = 0
        self.said = 0
        self.broke = False
        self.refuse = False
        self.heard: list[bytes] = []
        self._listener = Listener(self._take)
        self.port = self._listener.port

    def __enter__(self) -> "Fault":
        return self

    def __exit__(self, *_: object) -> None:
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

    def _take(self, client: socket.socket) -> None:
        try:
            if self.refuse:
                raise ConnectionRefusedError
            server = socket.create_connection((HOST, self._target))
        except OSError:
            _hang_up(client, Mode.RESET)
            client.close()
            return
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
        threading.Thread(target=self._talk, daemon=True).start()

    def end(self, mode: Mode) -> None:
        """Break this conversation, in the way that is asked for first."""
        if mode is Mode.FREEZE:
            self._frozen = True
        elif not self.closed:
            self.closed = True
            for sock in (self._client, self._server):
                _hang_up(sock, mode)

    def _talk(self) -> None:
        """Close the sockets when nobody uses them: their descriptors get new owners."""
        pumps = [
            threading.Thread(target=self._run, args=(pump,), daemon=True)
            for pump in (self._from_client, self._from_server)
        ]
        with self._client, self._server:
            for pump in pumps:
                pump.start()
            for pump in pumps:
                pump.join()

    def _run(self, pump: Callable[[], None]) -> None:
        with contextlib.suppress(OSError):
            pump()
        if not self._frozen:
            self.end(Mode.CUT)

    def _from_client(self) -> None:
        fault = self._fault
        while (data := self._client.recv(65536)) and not self.closed:
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
        while (data := self._server.recv(65536)) and not self.closed:
            if self._frozen:
                continue
            fault.said += len(data)
            if not self._server_spoke:
                self._server_spoke = True
                if fault.due(fault.turns, before=False):
                    self.end(fault.mode)
                    continue
            self._client.sendall(self._rewrite(data) if self._rewrite else data)


def _hang_up(sock: socket.socket, mode: Mode) -> None:
    """End a conversation, with RST instead of FIN where that is asked for.

    RST goes out when the socket is closed; the half shutdown wakes who still reads.
    """
    with contextlib.suppress(OSError):
        if mode is Mode.RESET:
            linger = struct.pack("ii", 1, 0)
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
            sock.shutdown(socket.SHUT_RD)
        else:
            sock.shutdown(socket.SHUT_RDWR)
