"""A port of loopback whose connections a thread of this process takes."""

import socket
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Self

from tests.servers.daemon import HOST, PATIENCE


class Listener:
    """Takes one connection after the other, until it is closed."""

    def __init__(self, take: Callable[[socket.socket], None]) -> None:
        self._socket = socket.create_server((HOST, 0))
        self.port: int = self._socket.getsockname()[1]
        self._thread = threading.Thread(
            target=self._accept_all, args=(take,), daemon=True
        )
        self._thread.start()

    def close(self) -> None:
        """Take no more; the thread has ended then.

        If the socket were closed under the thread, it might next wait for connections
        of whatever has got the same descriptor by then, such as another server.
        """
        self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()
        self._socket.close()

    def _accept_all(self, take: Callable[[socket.socket], None]) -> None:
        while True:
            try:
                connection, _ = self._socket.accept()
            except OSError:
                return
            take(connection)


class Talker(ABC):
    """A server whose conversations go on in threads, until its block ends."""

    def __init__(self) -> None:
        self._conversations: list[socket.socket] = []
        self._listener = Listener(self._take)
        self.port = self._listener.port

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()
        for sock in self._conversations:
            sock.close()

    def _take(self, sock: socket.socket) -> None:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._conversations.append(sock)
        threading.Thread(target=self._talk, args=(sock,), daemon=True).start()

    @abstractmethod
    def _talk(self, sock: socket.socket) -> None:
        """Talk until the connection ends."""


@contextmanager
def listening(take: Callable[[socket.socket], None]) -> Iterator[int]:
    """The port of a Listener, which is closed after it."""
    listener = Listener(take)
    try:
        yield listener.port
    finally:
        listener.close()
