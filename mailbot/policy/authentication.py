"""What our own mail server found out about the sender (RFC 8601).

Which Authentication-Results headers are ours: servers add headers at the top, so the
walk goes down from there. It ends at the first Received header of a foreign server:
whatever stands below may have been written by anybody. Above it every failure counts.
A pass counts by its place. The gate is the first Received header with which our server
took the letter from another host. Only our own filters write above it (OpenDKIM and
OpenDMARC behind Postfix, each a header of its own), so all that our server says there
is believed. A filter that writes below the gate (rspamd, and most milters of sendmail)
writes right above what the sender wrote, and no place tells them apart: there only our
topmost header is believed, and none where some stand above the gate.
A letter handed on within our own house has not passed the gate yet: by LMTP, from a
host whose name our server has looked up, or by one of the `relays`. What programs that
fetch mail write on top ("with IMAP") ends nothing: only after its delivery is a letter
fetched.

What is proof: `dmarc=pass` for the From domain, or a DKIM signature or an SPF pass of
the same organisation. The name that a server gave as HELO proves nothing.

What is forged: a letter that fails DMARC, or SPF without a DKIM proof; and one whose
From our server read in another way than we do, which its `header.from` tells. OpenDMARC
with its own SPF writes "fail" for "softfail" and "neutral", too: where it found no
policy of DMARC, that tells nothing.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum

from msgspec import Struct

from mailbot.mail.message.domains import is_internal_host, normal_domain, organisation
from mailbot.mail.message.results import MethodResult, read_results
from mailbot.mail.message.tokens import without_comments
from mailbot.model import Envelope

RESULTS = "authentication-results"
_AUTHORS = {
    *("from", "to", "cc", "subject", "date", "message-id", "sender", "reply-to"),
    *("mime-version", "content-type", "in-reply-to", "references"),
}
_FAILED = {"fail", "hardfail"}
_FETCHED = re.compile(r"(?:imap|[ak]?pop)[0-9a-z]{0,4}")
"""What fetchmail, getmail, fdm and mpop name as the protocol of a letter."""

_NAMED = re.compile(r"from\s+[^\s()]+\s+\(([^\s()\[\]]+)\s+\[[^\s\[\]()]+\]\)", re.I)
"""The client of a Received header, with the name that its address has in the DNS."""


class Standing(StrEnum):
    """What our mail server found out about the From address."""

    PROVEN = "proven"
    UNPROVEN = "unproven"
    FAILED = "failed"


class Verdict(Struct, frozen=True):
    """What our mail server found out about a sender, and how.

    `by_spf`: it came from a server of the sender's domain. `by_dmarc`: DMARC passes,
    and names that very domain.
    """

    standing: Standing = Standing.UNPROVEN
    by_spf: bool = False
    by_dmarc: bool = False


class _Finding(Struct, frozen=True):
    """A result of our own server; `believed` tells whether a pass of it counts.

    `alone`: nothing else stands in its header, not even a comment.
    """

    result: MethodResult
    believed: bool
    alone: bool

    def passes(self, method: str) -> bool:
        """Whether it is a pass of that method which counts."""
        passed = self.believed and self.result.verdict == "pass"
        return passed and self.result.method == method


def judge(envelope: Envelope, authserv_id: str, relays: Sequence[str] = ()) -> Verdict:
    """Whether the From address is proven, known to be forged (FAILED), or neither.

    Args:
        envelope: the headers of the letter.
        authserv_id: the id that our server writes, or "*.domain" for every id below a
            domain; with "" nothing is believed.
        relays: hosts that hand on what our server has judged, such as one that fetches
            mail.
    """
    if not authserv_id or envelope.sender is None:
        return Verdict()
    sender = envelope.sender.domain
    findings = list(_findings(envelope, (authserv_id, *relays)))
    proofs = {
        method
        for method in ("dmarc", "dkim", "spf")
        for finding in findings
        if finding.passes(method) and _is_proof(finding.result, sender)
    }
    if _is_forged(findings, sender, "dkim" in proofs):
        return Verdict(Standing.FAILED)
    return Verdict(
        Standing.PROVEN if proofs else Standing.UNPROVEN,
        by_spf="spf" in proofs,
        by_dmarc=any(
            finding.passes("dmarc")
            and set(finding.result.domains("header.from")) == {sender}
            for finding in findings
        ),
    )


def _is_forged(findings: Sequence[_Finding], sender: str, signed: bool) -> bool:
    """Whether our server calls a sender forged, or has judged another one."""
    unsure = any(map(_has_no_policy, findings))
    failed = {
        f.result.method
        for f in findings
        if f.result.verdict in _FAILED
        and not (unsure and f.alone and f.result.method == "spf")
    }
    judged = {
        domain
        for f in findings
        if f.result.method == "dmarc"
        for domain in f.result.domains("header.from")
    }
    other = any(d and d != sender and not _is_aligned(d, sender) for d in judged)
    return other or "dmarc" in failed or ("spf" in failed and not signed)


def _has_no_policy(finding: _Finding) -> bool:
    """Whether the domain has no policy of DMARC, as OpenDMARC tells it."""
    result = finding.result
    found = finding.believed and (result.method, result.verdict) == ("dmarc", "none")
    return found and bool(result.domains("header.from"))


class Seen(Struct, frozen=True):
    """The id in the topmost results of a letter, "" for none, and what stands above.

    `foreign` are the hosts above it that are not of its organisation.
    """

    server: str
    foreign: tuple[str, ...]


def server_seen(headers: Iterable[tuple[str, str]]) -> Seen | None:
    """Who wrote the topmost results above the author's own headers; None for nobody."""
    above = []
    for name, value in _delivered(headers):
        if name in _AUTHORS:
            return None
        if name == "received":
            above.append(_receiver(value))
        if name == RESULTS:
            server = read_results(value).server
            foreign = tuple(host for host in above if not _is_ours(host, server))
            return Seen(server, foreign)
    return None


def is_own(server: str, authserv_id: str) -> bool:
    """Whether an id is the one that the operator named.

    >>> is_own("mx1.example.org", "*.example.org"), is_own("example.org", "mail.test")
    (True, False)
    """
    wanted = authserv_id.lower()
    if wanted.startswith("*."):
        return server.endswith(wanted[1:]) and len(server) > len(wanted[1:])
    return server == wanted


def _findings(envelope: Envelope, hosts: Sequence[str]) -> Iterator[_Finding]:
    """The results of our own server, the first of the hosts, from the top."""
    headers, gate = _headers_of_ours(envelope, hosts)
    begun = False
    for place, (name, value) in enumerate(headers):
        found = read_results(value) if name == RESULTS else None
        if found is None or not is_own(found.server, hosts[0]):
            continue
        in_place, begun = place < gate or not begun, True
        alone = len(found.results) == 1 and "(" not in value
        for result in found.results:
            yield _Finding(result, in_place and found.sound and result.sound, alone)


def _headers_of_ours(
    envelope: Envelope, hosts: Sequence[str]
) -> tuple[list[tuple[str, str]], int]:
    """The headers above the first foreign Received, and how many stand above the gate.

    A server whose Received names another host than its results has written the first
    one, too; without any Received nothing stands above a gate.
    """
    headers: list[tuple[str, str]] = []
    gate: int | None = None
    for name, value in _delivered(envelope.headers):
        if name == "received":
            ours = any(_is_ours(_receiver(value), host) for host in hosts)
            if gate is None and not (ours and _is_handed_on(value, hosts)):
                gate = len(headers)
            if not ours:
                break
        headers.append((name, value))
    return headers, gate or 0


def _is_handed_on(received: str, hosts: Sequence[str]) -> bool:
    """Whether a Received header of ours tells of a way within our own house.

    A private address tells nothing: behind a proxy every client seems to have one.
    """
    named = _NAMED.match(received)
    client = named[1] if named else ""
    known = not is_internal_host(client) and any(_is_ours(client, h) for h in hosts)
    relayed = any(_is_ours(_receiver(received), relay) for relay in hosts[1:])
    local = received[:5].lower() != "from "  # no client at all
    by_lmtp = _clause(received, "by", "with").startswith("lmtp")
    return known or relayed or local or by_lmtp


def _is_proof(result: MethodResult, sender: str) -> bool:
    """Whether a pass is about the sender's domain, or its organisation."""
    match result.method:
        case "dmarc":
            about = result.domains("header.from")
            return all(d == sender or _is_aligned(d, sender) for d in about)
        case "dkim":
            about = result.domains("header.d") or result.domains("header.i")
        case "spf":
            # Gmail once wrote smtp.mail, and others still do.
            about = result.domains("smtp.mailfrom") or result.domains("smtp.mail")
        case _:
            return False
    return bool(about) and all(_is_aligned(domain, sender) for domain in about)


def _is_aligned(domain: str, sender: str) -> bool:
    """Whether two domains are of one organisation; a public suffix is of none."""
    owner = organisation(domain)
    return bool(owner) and owner == organisation(sender)


def _delivered(headers: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """The headers without those on top that programs wrote which fetched the letter."""
    fetched = True
    for name, value in headers:
        if name == "received" and fetched:
            fetched = bool(_FETCHED.fullmatch(_clause(value, "by", "with")))
            if fetched:
                continue
        fetched = fetched and name not in _AUTHORS and name != RESULTS
        yield name, value


def _receiver(received: str) -> str:
    """The host that wrote a Received header; "" if it does not say."""
    return _clause(received, "by")


def _clause(received: str, *names: str) -> str:
    """What follows some words, in their order, in a Received header; "" for nothing."""
    clauses, _, _ = (without_comments(received) or "").partition(";")
    words = clauses.lower().split()
    at = 1 if words[:1] == ["from"] else -1
    try:
        for name in names:
            at = words.index(name, at + 1)
        return words[at + 1]
    except (ValueError, IndexError):
        return ""


def _is_ours(host: str, authserv_id: str) -> bool:
    """Whether a host is our mail server, or one behind it in the same network."""
    if not host:
        return False
    name, ours = normal_domain(host), authserv_id.lower().removeprefix("*.")
    return name == ours or is_internal_host(host) or _is_aligned(name, ours)
