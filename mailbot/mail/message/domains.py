"""Domain names: their one spelling, and the organisation that a name belongs to.

The organisations follow the Public Suffix List as the package `publicsuffixlist` brings
it; nothing is fetched.
"""

import re
from functools import lru_cache
from ipaddress import ip_address

import idna
from publicsuffixlist import PublicSuffixList

_LABELS = re.compile(r"[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?")
_LITERAL = re.compile(r"\[[A-Za-z0-9.:]{1,80}\]")
_LONGEST = 253

_UNREACHABLE = {
    *("alt", "arpa", "internal", "invalid", "lan", "local", "localdomain", "localhost"),
    "onion",
}
"""Top-level names under which no mailbox of the Internet exists.

RFC 6761, 6762 (local), 7686 (onion), 8375 (home.arpa), 9476 (alt), ICANN (internal),
and the usual names of home networks. `test` and `example` serve trials, as the demo.
"""


def normal_domain(name: str) -> str:
    """A domain in its one spelling: lower case, ASCII (UTS 46), no trailing dot.

    An address literal keeps its brackets. "" if the text is no domain name.

    >>> normal_domain("Bücher.Example."), normal_domain("\uff48\uff4f.test")
    ('xn--bcher-kva.example', 'ho.test')
    """
    if _LITERAL.fullmatch(name):
        return name.lower()
    if len(name) > _LONGEST + 1:
        return ""
    if not name.isascii():
        try:
            name = idna.encode(name, uts46=True).decode()
        except (idna.IDNAError, UnicodeError):
            return ""
    name = name.lower().removesuffix(".")
    if not name or len(name) > _LONGEST:
        return ""
    return name if all(map(_LABELS.fullmatch, name.split("."))) else ""


def signed_domain(name: str) -> str:
    """A domain that a mail server reports as verified, in its one spelling.

    Unlike a domain that a person wrote, it is not mapped from look-alikes such as
    full-width letters: the server looked up the name as it stands. "" if the text is no
    domain name of the Internet.
    """
    if not name.isascii():
        try:
            name = idna.encode(name).decode()
        except (idna.IDNAError, UnicodeError):
            return ""
    return "" if name.startswith("[") else normal_domain(name)


@lru_cache(maxsize=4096)
def organisation(domain: str) -> str:
    """The registrable domain that a normal domain belongs to.

    "" for a public suffix itself, under which strangers register names, for a bare
    top-level domain and for an address literal.

    >>> organisation("mail.example.co.uk"), organisation("co.uk"), organisation("test")
    ('example.co.uk', '', '')
    """
    if not _is_name(domain):
        return ""
    return _suffixes().privatesuffix(domain) or ""


def is_reachable(domain: str) -> bool:
    """Whether mail to a normal domain can leave this machine and its network.

    >>> is_reachable("example.org"), is_reachable("printer.local"), is_reachable("home")
    (True, False, False)
    """
    return _is_name(domain) and domain.rpartition(".")[2] not in _UNREACHABLE


def is_internal_host(name: str) -> bool:
    """Whether a host name or address is one of a private network.

    >>> is_internal_host("imap.internal"), is_internal_host("2002:a05:6402::1")
    (True, True)
    """
    try:
        address = ip_address(name.strip("[]").removeprefix("IPv6:"))
    except ValueError:
        return "." not in name or name.rpartition(".")[2] in _UNREACHABLE
    inner = getattr(address, "sixtofour", None) or address
    return bool(inner.is_private)


def _is_name(domain: str) -> bool:
    """Whether a domain is a name of several labels, and no address of a machine."""
    return "." in domain and not (
        domain.startswith("[") or domain.rpartition(".")[2].isdecimal()
    )


@lru_cache(maxsize=1)
def _suffixes() -> PublicSuffixList:
    return PublicSuffixList()
