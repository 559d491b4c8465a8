"""Messages to the service manager (sd_notify(3)), if there is one."""

import socket

_PATIENCE = 1.0
"""Seconds that a message to the manager may take."""


class ServiceManager:
    """The manager's socket, as NOTIFY_SOCKET names it; "" if there is no manager."""

    def __init__(self, address: str = "") -> None:
        self._address = "\0" + address[1:] if address.startswith("@") else address
        self._is_ready = False

    def ready(self) -> None:
        """Tell that the service is up; the first call does, later ones do nothing."""
        if not self._is_ready:
            self._is_ready = True
            self._tell("READY=1")

    def alive(self, status: str) -> None:
        """Feed the watchdog, and show a line in `systemctl status`."""
        self._tell(f"WATCHDOG=1\nSTATUS={status}")

    def stopping(self) -> None:
        """Tell that the service is finishing its letters and will end."""
        self._tell("STOPPING=1")

    def _tell(self, state: str) -> None:
        if not self._address:
            return
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
            # A manager that does not read its socket must not delay letters.
            channel.settimeout(_PATIENCE)
            try:
                channel.connect(self._address)
                channel.sendall(state.encode())
            except OSError:
                # A manager that is gone is no reason to stop answering letters.
                return
