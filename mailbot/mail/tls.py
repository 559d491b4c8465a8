"""How the connection to a server is encrypted: by TLS, by STARTTLS, or not."""

import socket
import ssl
from functools import lru_cache
from ipaddress import ip_address
from pathlib import Path
from time import monotonic

from mailbot.errors import BadSettings, explain
from mailbot.mail.options import Endpoint

_READ_EVERY = 60.0
"""Seconds after which the trusted certificates are read again: that takes 10 to 30 ms,
and a server that takes ten letters a connection is connected to several times a second.
"""


def context(endpoint: Endpoint) -> ssl.SSLContext:
    """The TLS context for a server; its certificate and name are always checked.

    Connections within a minute share one.

    Raises:
        BadSettings: an unencrypted connection to another machine, or an unreadable
            ca_file.
    """
    if endpoint.security == "plain" and not is_loopback(endpoint.host):
        raise BadSettings(
            f'security = "plain" would send the password to {endpoint.host} in the '
            'clear; use "tls" or "starttls"'
        )
    try:
        return _context(endpoint.ca_file, int(monotonic() // _READ_EVERY))
    except OSError as error:  # ssl.SSLError is one
        raise BadSettings(
            f"cannot use ca_file {endpoint.ca_file}: {explain(error)}"
        ) from error


@lru_cache(maxsize=4)
def _context(ca_file: Path | None, _period: int) -> ssl.SSLContext:
    """Trust what the machine trusts, and one more file; one for each period."""
    made = ssl.create_default_context()
    if ca_file:
        made.load_verify_locations(ca_file)
    return made


def explain_failure(error: OSError | EOFError, endpoint: Endpoint, port: int) -> str:
    """Why a connection could not be made, and what to do about it, as far as is known.

    `port` is the one that was tried; that of the endpoint may be 0.
    """
    place = f'{endpoint.host} port {port} (security = "{endpoint.security}")'
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"{place}: {_untrusted(error)}"
    answered = isinstance(error, ssl.SSLError) and error.reason in _NO_TLS
    if endpoint.security == "tls" and answered:
        return f'{place} does not speak TLS at once; try security = "starttls"'
    if endpoint.security != "tls" and isinstance(error, TimeoutError | EOFError):
        return f'{place} gives no greeting; if it wants TLS at once, security = "tls"'
    return f"{place}: {explain(error)}{_advice(error)}"


def explain_stranger(greeting: str, endpoint: Endpoint, port: int, kind: str) -> str:
    """What to tell the operator if a server of another kind than `kind` answers."""
    place = f"{endpoint.host} port {port}"
    return f"{place} is no {kind} server, but says {greeting!r}: set the port right"


def _advice(error: OSError | EOFError) -> str:
    """What to do about an error of the network, if that can be told."""
    if isinstance(error, ConnectionRefusedError):
        return "; nothing listens there: is port right, and does the server run?"
    if isinstance(error, socket.gaierror):
        return "; is host right, and does this machine's DNS work?"
    return ""


_NOT_YET_VALID, _EXPIRED, _OTHER_NAME, _OTHER_ADDRESS = 9, 10, 62, 64
_NOT_STRICT = 85, 86, 89, 92
"""Codes of OpenSSL 3.0 (X509_V_ERR_...). What is not strict is refused by Python 3.13
and later: no key identifier, basic constraints not critical, no key usage."""

_NO_TLS = {"WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE"}
"""What OpenSSL says where the other end answered, but not in TLS."""

_ANEW = (
    "make the certificates of your own authority anew, it with basicConstraints = "
    "critical, CA:TRUE and keyUsage = critical, keyCertSign, cRLSign, all with their "
    "key identifiers"
)


def _untrusted(error: ssl.SSLCertVerificationError) -> str:
    """What is wrong with a certificate, and whose task it is to mend it."""
    advice = {
        _EXPIRED: "its owner must renew it, or this machine's clock is wrong",
        _NOT_YET_VALID: "look at this machine's clock",
        _OTHER_NAME: "set host to a name that the certificate holds",
        _OTHER_ADDRESS: "set host to a name that the certificate holds, not to an IP "
        "address",
        **dict.fromkeys(_NOT_STRICT, _ANEW),
    }.get(error.verify_code, "set ca_file, if the authority is your own")
    return f"the certificate is not trusted ({error.verify_message}): {advice}"


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
