"""Where a server is, and how its connection is encrypted: TLS, STARTTLS, or not."""

import ssl
from dataclasses import dataclass
from ipaddress import ip_address
from pathlib import Path
from typing import Literal

from mailbot.errors import BadSettings, explain

Security = Literal["tls", "starttls", "plain"]


@dataclass(frozen=True, slots=True)
class Endpoint:
    """The address of a server and how to connect. `port` 0: the protocol's own port."""

    host: str
    port: int = 0
    security: Security = "tls"
    ca_file: Path | None = None
    timeout_seconds: float = 60


def context(endpoint: Endpoint) -> ssl.SSLContext:
    """The TLS context for a server; its certificate and name are always checked.

    Raises:
        BadSettings: an unencrypted connection to another machine, or an unreadable
            ca_file.
    """
    if endpoint.security == "plain" and not is_loopback(endpoint.host):
        raise BadSettings(
            f'security = "plain" would send the password to {endpoint.host} in the '
            'clear; use "tls" or "starttls"'
        )
    made = ssl.create_default_context()
    if endpoint.ca_file:
        try:
            made.load_verify_locations(endpoint.ca_file)
        except OSError as error:  # ssl.SSLError is one
            raise BadSettings(
                f"cannot use ca_file {endpoint.ca_file}: {explain(error)}"
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
