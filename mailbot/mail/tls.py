"""Privacy of a connection: TLS from the start, STARTTLS, or plain to loopback only."""

import ssl
from ipaddress import ip_address
from pathlib import Path
from typing import Literal

from mailbot.errors import BadSettings

Security = Literal["tls", "starttls", "plain"]


def context(security: Security, host: str, ca_file: Path | None) -> ssl.SSLContext:
    """How to speak TLS with a server: its certificate and name are always checked.

    Args:
        security: with "plain", the host is checked to be this machine.
        host: the server.
        ca_file: a certificate authority to trust besides the system's (PEM).

    Raises:
        BadSettings: plain to another machine, or a ca_file that cannot be read.
    """
    if security == "plain" and not is_loopback(host):
        raise BadSettings(
            f'security = "plain" would send the password to {host} in the clear; '
            'use "tls" or "starttls"'
        )
    made = ssl.create_default_context()
    if ca_file:
        try:
            made.load_verify_locations(ca_file)
        except OSError as error:  # ssl.SSLError is one
            raise BadSettings(f"cannot use ca_file {ca_file}: {error}") from error
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
