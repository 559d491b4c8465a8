"""What our own mail server found out about the sender (RFC 8601).

Only the topmost Authentication-Results header that bears our server's id counts:
anybody can write one further down.
"""

import re
from dataclasses import dataclass
from enum import StrEnum

from mailbot.model import Letter


class Standing(StrEnum):
    """What is known about who sent a letter."""

    PROVEN = "proven"
    UNKNOWN = "unknown"
    FORGED = "forged"


@dataclass(frozen=True, slots=True)
class Result:
    """One result: method, verdict, and the domains that were judged."""

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
    """Whether the From address is proven, forged, or neither is known."""
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


def results_of(letter: Letter, authserv_id: str) -> tuple[Result, ...]:
    """The results of our own server; none if it added no header."""
    for name, value in letter.envelope.headers:
        if name != "authentication-results":
            continue
        fields = _without_comments(value).lower().split(";")
        if fields[0].split()[:1] == [authserv_id.lower()]:
            return tuple(filter(None, map(_result, fields[1:])))
    return ()


def _without_comments(value: str) -> str:
    """Comments and quoted strings may hold anything, also what looks like a result."""
    for _ in range(_MAX_NESTING):
        shorter = _COMMENT.sub(" ", value)
        if shorter == value:
            break
        value = shorter
    return value


def _result(field: str) -> Result | None:
    found = _RESULT.fullmatch(field)
    if not found:
        return None
    domains = tuple(d.strip("<>.") for d in _DOMAIN.findall(found[3]))
    return Result(found[1], found[2], domains)


def _is_aligned(domains: tuple[str, ...], sender: str) -> bool:
    """Whether a judged domain is the sender's, above it or below it."""
    return any(
        d == sender or sender.endswith(f".{d}") or d.endswith(f".{sender}")
        for d in domains
        if "." in d
    )
