"""What our own mail server found out about the sender (RFC 8601).

Only the topmost Authentication-Results header with our server's id counts: servers add
headers at the top, and the sender can have written any header further down.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from mailbot.model import Letter


class Standing(StrEnum):
    """What our mail server found out about the From address."""

    PROVEN = "proven"
    UNKNOWN = "unknown"
    FORGED = "forged"


@dataclass(frozen=True, slots=True)
class MethodResult:
    """The result of one method (spf, dkim, dmarc), and the domains that it is about."""

    method: str
    verdict: str
    domains: tuple[str, ...]


_COMMENT = re.compile(r'"(?:[^"\\]|\\.)*"|\([^()]*\)')
_MAX_NESTING = 8
_RESULT = re.compile(r"\s*([a-z-]{1,20})(?:/\d)?\s*=\s*([a-z]{1,20})\b(.*)", re.DOTALL)
_DOMAIN = re.compile(
    r"(?:header\.(?:d|from|i)|smtp\.(?:mailfrom|helo))\s*=\s*(?:[^\s;@]*@)?([^\s;@]+)"
)
_FAILED = {"fail", "hardfail"}


def standing_of(letter: Letter, authserv_id: str) -> Standing:
    """Whether the From address is proven, forged, or neither is known.

    Forged: DMARC failed, or both SPF and DKIM failed and no signature is valid.
    Proven: one method passed for the sender's domain, or one above or below it.
    """
    sender = letter.envelope.sender
    if not authserv_id or sender is None:
        return Standing.UNKNOWN
    results = results_of(letter, authserv_id)
    failed = {r.method for r in results if r.verdict in _FAILED}
    passed = {
        r.method
        for r in results
        if r.verdict == "pass" and _is_aligned(r.domains, sender.domain)
    }
    any_pass = {r.method for r in results if r.verdict == "pass"}
    if "dmarc" in failed or ({"spf", "dkim"} <= failed and "dkim" not in any_pass):
        return Standing.FORGED
    if passed & {"dmarc", "dkim", "spf"}:
        return Standing.PROVEN
    return Standing.UNKNOWN


def results_of(letter: Letter, authserv_id: str) -> tuple[MethodResult, ...]:
    """The results of our own server; () if it added no header."""
    for name, value in letter.envelope.headers:
        if name != "authentication-results":
            continue
        fields = _without_comments(value).lower().split(";")
        if fields[0].split()[:1] == [authserv_id.lower()]:
            return tuple(filter(None, map(_result, fields[1:])))
    return ()


def _without_comments(value: str) -> str:
    """The value without comments and quoted strings, which may imitate a result."""
    for _ in range(_MAX_NESTING):
        shorter = _COMMENT.sub(" ", value)
        if shorter == value:
            break
        value = shorter
    return value


def _result(field: str) -> MethodResult | None:
    found = _RESULT.fullmatch(field)
    if not found:
        return None
    domains = tuple(d.strip("<>.") for d in _DOMAIN.findall(found[3]))
    return MethodResult(found[1], found[2], domains)


def _is_aligned(domains: tuple[str, ...], sender: str) -> bool:
    """Whether one of the domains is the sender's, or above it, or below it.

    A top-level domain is above every sender's, and so proves nothing.
    """
    return any(
        d == sender or sender.endswith(f".{d}") or d.endswith(f".{sender}")
        for d in domains
        if "." in d
    )
