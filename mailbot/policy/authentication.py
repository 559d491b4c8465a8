"""What our own mail server found out about the sender (RFC 8601).

Which Authentication-Results headers are ours: servers add headers at the top, so the
walk goes down from there. It ends at the first Received header of a foreign server:
whatever stands below may have been written by anybody. Above it every failure counts.
A pass counts only in the run of headers in which our topmost results stand, that is,
until the next Received header or the first header of the author (From, Subject, ...):
a server that leaves forged results in a letter has written its own ones above them.
What programs that fetch mail write on top ("with IMAP") ends nothing: only after its
delivery is a letter fetched, and every server that takes letters writes a header above
those of their authors.

What is proof: `dmarc=pass` for the From domain, or a DKIM signature or an SPF pass of
the same organisation. The name that a server gave as HELO proves nothing.

What is forged: a letter that fails DMARC, or SPF without a DKIM proof; and one whose
From our server read in another way than we do, which its `header.from` tells. OpenDMARC
with its own SPF writes "fail" for "softfail" and "neutral", too: where it found no
policy of DMARC, that tells nothing.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from mailbot.mail.message.domains import is_internal_host, normal_domain, organisation
from mailbot.mail.message.results import MethodResult, ServerResults, read_results
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

_WRITE_ONE = {"mx.google.com", "*.messagingengine.com"}
"""Ids of providers that put all results into one header, so that no other counts."""


class Standing(StrEnum):
    """What our mail server found out about the From address."""

    PROVEN = "proven"
    UNPROVEN = "unproven"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What our mail server found out about a sender, and how.

    `by_spf`: it came from a server of the sender's domain. `by_dmarc`: DMARC passes,
    and names that very domain.
    """

    standing: Standing = Standing.UNPROVEN
    by_spf: bool = False
    by_dmarc: bool = False


@dataclass(frozen=True, slots=True)
class _Finding:
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
    unsure = any(f.result.method == "dmarc" and _found_nothing(f) for f in findings)
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


def _found_nothing(finding: _Finding) -> bool:
    """Whether the domain has no policy of DMARC, as OpenDMARC tells it."""
    result = finding.result
    return result.verdict == "none" and bool(result.domains("header.from"))


@dataclass(frozen=True, slots=True)
class Seen:
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
    authserv_id = hosts[0]
    begun, in_place = False, True
    settled: set[str] = set()
    for name, value in _delivered(envelope.headers):
        if name == "received":
            receiver = _receiver(value)
            if not any(_is_ours(receiver, host) for host in hosts):
                return
            in_place = not begun
        elif begun and name in _AUTHORS:
            in_place = False
        elif name == RESULTS:
            found = read_results(value)
            if not is_own(found.server, authserv_id):
                continue
            begun = True
            for result in found.results:
                sound = found.sound and result.sound
                believed = in_place and sound and result.method not in settled
                alone = len(found.results) == 1 and "(" not in value
                yield _Finding(result, believed, alone)
            settled |= _settled(found)
            in_place = in_place and authserv_id.lower() not in _WRITE_ONE


def _settled(found: ServerResults) -> set[str]:
    """The methods whose verdict is final, so that no header below can turn it.

    SPF and DMARC have one verdict a letter; DKIM has one for each signature.
    """
    return {
        r.method
        for r in found.results
        if r.verdict == "none" or (r.method in ("spf", "dmarc") and r.verdict != "pass")
    }


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
