"""Privacy of a connection: TLS from the start, STARTTLS, or plain to loopback only."""

import ssl
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Literal

from mailbot.errors import BadSettings, explain

Security = Literal["tls", "starttls", "plain"]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a server is, and how to get there. `port` 0: the usual one."""

    host: str
    port: int = 0
    security: Security = "tls"
    ca_file: Path | None = None
    timeout_seconds: float = 60


def context(place: Place) -> ssl.SSLContext:
    """How to speak TLS with a server: its certificate and name are always checked.

    Raises:
        BadSettings: plain to another machine, or a ca_file that cannot be read.
    """
    if place.security == "plain" and not is_loopback(place.host):
        raise BadSettings(
            f'security = "plain" would send the password to {place.host} in the clear; '
            'use "tls" or "starttls"'
        )
    made = ssl.create_default_context()
    if place.ca_file:
        try:
            made.load_verify_locations(place.ca_file)
        except OSError as error:  # ssl.SSLError is one
            raise BadSettings(
                f"cannot use ca_file {place.ca_file}: {explain(error)}"
            ) from error
    return made


def is_loopback(host: str) -> bool:
    """Whether a host name can only be this machine.

    >>> is_loopback("localhost"), is_loopback("127.0.0.9"), is_loopback("10.0.0.1")
    (True, True, False)
    """
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False
