"""Tells the service manager how we are (sd_notify(3)); silent where there is none."""

import socket

_PATIENCE = 1.0
"""Seconds."""


class ServiceManager:
    """The manager's socket, as named by NOTIFY_SOCKET ("" = no manager)."""

    def __init__(self, address: str = "") -> None:
        self._address = "\0" + address[1:] if address.startswith("@") else address

    def ready(self) -> None:
        """The service is up."""
        self._tell("READY=1")

    def alive(self, status: str) -> None:
        """Still here: feeds the watchdog and shows a line in `systemctl status`."""
        self._tell(f"WATCHDOG=1\nSTATUS={status}")

    def stopping(self) -> None:
        """The letter in hand is being finished."""
        self._tell("STOPPING=1")

    def _tell(self, state: str) -> None:
        if not self._address:
            return
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as channel:
            # A manager that does not listen holds up no letter.
            channel.settimeout(_PATIENCE)
            try:
                channel.connect(self._address)
                channel.sendall(state.encode())
            except OSError:
                # A manager that went away is no reason to stop answering letters.
                return
