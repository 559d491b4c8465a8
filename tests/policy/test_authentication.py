"""What proves a sender, what marks one as forged, and which headers are believed."""

import pytest

from mailbot.mail.message.letter import parse
from mailbot.policy.authentication import Standing, is_own, judge, server_seen
from tests.cases import cases_of

cases = cases_of(__file__)

PROVEN, UNPROVEN, FAILED = Standing.PROVEN, Standing.UNPROVEN, Standing.FAILED
ARRIVED = "Received: from mx.home.test (mx.home.test [192.0.2.9]) by mail.lab.test"
LMTP = "Received: from mail.lab.test by mail.lab.test with LMTP id 2"
LOCAL = "Received: by mail.lab.test (Postfix, from userid 0) id 3"
STORED = (
    "Received: from mx (mx.lab.test [198.51.100.7]) by mail.lab.test with ESMTP id 4"
)
RELAYED = "Received: from evil.test (evil.test [192.0.2.66]) by mx.evil.test; x"
PASS = "dmarc=pass header.from=home.test"


def standing(
    *headers: str, sender: str = "ada@home.test", ours: str = "mail.lab.test"
) -> Standing:
    """The standing of a letter with these headers above its From."""
    lines = (*headers, f"From: {sender}", "Subject: sudoku", "", "53..7....")
    return judge(parse("\r\n".join(lines).encode()).envelope, ours).standing


def found(results: str, server: str = "mail.lab.test") -> str:
    return f"Authentication-Results: {server}; {results}"


@pytest.mark.parametrize("server", [".home.test", "home.test", "evilhome.test"])
def test_an_id_below_a_domain_has_a_name_before_it(server: str) -> None:
    assert not is_own(server, "*.home.test")


def test_lines_of_a_stranger_continue_no_header_of_our_server() -> None:
    assert standing(found("spf=none"), "no field", f" ; {PASS}") is UNPROVEN


@cases("results")
def test_a_pass_for_the_organisation_of_the_sender_is_proof(results: str) -> None:
    assert standing(found(results), ARRIVED) is PROVEN
    assert standing(ARRIVED, found(results)) is PROVEN


@cases("results")
def test_nothing_else_is_proof(results: str) -> None:
    assert standing(found(results), ARRIVED) is UNPROVEN
    assert standing(ARRIVED, found(results)) is UNPROVEN


@cases("results")
def test_what_failed_is_forged_whatever_else_passed(results: str) -> None:
    assert standing(found(results), ARRIVED) is FAILED
    assert standing(ARRIVED, found(results)) is FAILED


INSIDE: tuple[list[str], ...] = ([], [LMTP], [LOCAL], [STORED], [LMTP, STORED])
"""What our own servers write above, who hand a letter on among themselves."""


@pytest.mark.parametrize("inside", INSIDE)
def test_headers_of_ours_above_the_gate_are_believed(inside: list[str]) -> None:
    """OpenDMARC 1.4.2, policyd-spf 3.0.4 and OpenDKIM 2.11 behind Postfix 3.7.11."""
    spf, dkim = found("spf=none"), found("dkim=pass header.d=home.test")
    assert standing(*inside, spf, dkim, ARRIVED) is PROVEN
    assert standing(*inside, dkim, found("dmarc=fail"), ARRIVED) is FAILED
    assert standing(*inside, dkim, ARRIVED, found("dmarc=fail")) is FAILED
    assert standing(*inside, found("spf=none", "other.test"), dkim, ARRIVED) is PROVEN
    assert standing(*inside, spf, dkim, RELAYED) is PROVEN


FORGED = "dkim=pass header.d=home.test"
PROXIED = "Received: from mx.lab.test (unknown [172.17.0.1]) by mail.lab.test"
LOOPED = "Received: from localhost (localhost [127.0.0.1]) by mail.lab.test"
NAMED = "Received: from mx.lab.test ([192.0.2.66]) by mail.lab.test"
HELO = "Received: from mx.lab.test (x.evil.test [192.0.2.66]) by mail.lab.test"


@pytest.mark.parametrize("gate", [ARRIVED, PROXIED, LOOPED, NAMED, HELO])
@pytest.mark.parametrize("inside", INSIDE)
@pytest.mark.parametrize("ours", ["spf=none", "none", "dmarc=none", "dkim=none"])
def test_below_the_gate_only_our_topmost_header_is_believed(
    gate: str, inside: list[str], ours: str
) -> None:
    forged, own = found(FORGED), found(ours)
    assert standing(*inside, gate, forged) is PROVEN
    for below in ((), (gate,), (LMTP,), (STORED,), (LOCAL,), (RELAYED,)):
        for between in ((), ("X-Spam-Score: 1",), (found("none", "other.test"),)):
            given = standing(*inside, gate, own, *between, forged, *below)
            assert given is UNPROVEN
        assert standing(*inside, gate, own, *below, forged) is UNPROVEN
        assert standing(*inside, own, gate, forged, *below) is UNPROVEN
    assert standing(own, forged) is UNPROVEN


def test_a_forged_header_below_ours_excuses_no_failure() -> None:
    failed, none = found("spf=fail"), found("dmarc=none header.from=home.test")
    assert standing(none, failed, ARRIVED) is UNPROVEN
    assert standing(ARRIVED, none, failed) is UNPROVEN
    assert standing(ARRIVED, failed, none) is FAILED
    assert standing(failed, ARRIVED, none) is FAILED


def test_what_stands_below_a_foreign_server_is_not_read() -> None:
    inside = "Received: from mail.lab.test by imap.lab.test with LMTP id 1"
    near = "Received: by 10.1.2.3; Sun, 22 Nov 2026 05:00:01 +0000"
    assert standing(inside, near, ARRIVED, found(PASS), RELAYED) is PROVEN
    assert standing(ARRIVED, RELAYED, found(PASS)) is UNPROVEN
    assert standing(RELAYED, found(PASS)) is UNPROVEN
    assert standing(ARRIVED, RELAYED, found("dmarc=fail")) is UNPROVEN
    assert standing(ARRIVED, RELAYED, ARRIVED, found(PASS)) is UNPROVEN
    assert standing("Received: from x (by mail.lab.test", found(PASS)) is UNPROVEN
    lying = "Received: from mail.lab.test (by mail.lab.test) by mx.evil.test"
    assert standing(lying, found(PASS)) is UNPROVEN
    assert (
        standing("Received: from x by mail.lab.test.evil.test", found(PASS)) is UNPROVEN
    )


def test_a_server_below_a_public_suffix_is_known_by_its_whole_name() -> None:
    ours = "bot.duckdns.org"
    assert standing(f"Received: by {ours}", found(PASS, ours), ours=ours) is PROVEN
    ours = "duckdns.org"
    assert standing(f"Received: by {ours}", found(PASS, ours), ours=ours) is PROVEN
    other = "Received: by evil.duckdns.org"
    assert standing(other, found(PASS, ours), ours=ours) is UNPROVEN


def test_a_forged_pass_below_our_own_results_proves_nothing() -> None:
    nothing = found("spf=none; dkim=none; dmarc=none")
    assert standing(nothing, ARRIVED, found(PASS)) is UNPROVEN
    assert standing(ARRIVED, nothing, found(PASS)) is UNPROVEN
    assert standing(ARRIVED, nothing, ARRIVED, found(PASS)) is UNPROVEN
    other = found("dkim=pass header.d=evil.test")
    assert standing(ARRIVED, other, "To: bot@lab.test", found(PASS)) is UNPROVEN


@cases("header")
def test_only_headers_of_our_own_server_count(header: str) -> None:
    assert standing(ARRIVED, header) is UNPROVEN


def test_an_id_may_be_quoted_folded_and_in_capitals() -> None:
    assert standing(ARRIVED, found(PASS, '"MAIL.lab.test" (us) 1')) is PROVEN
    folded = f"authentication-results:\r\n\tmail.lab.test;\r\n {PASS}"
    assert standing(ARRIVED, folded) is PROVEN


@cases("sender, results, expected")
def test_organisations_follow_the_public_suffix_list(
    sender: str, results: str, expected: Standing
) -> None:
    assert standing(ARRIVED, found(results), sender=sender) is expected


def test_a_long_row_of_signatures_hides_no_failure() -> None:
    many = "; ".join(f"dkim=pass header.d=s{n}.evil.test" for n in range(500))
    assert standing(found(f"{many}; dmarc=fail"), ARRIVED) is FAILED


def test_an_id_with_a_star_names_every_server_below_a_domain() -> None:
    wild = "*.lab.test"
    assert is_own("mx-01.lab.test", wild)
    assert not any(is_own(name, wild) for name in ("lab.test", "evillab.test", "", "."))
    assert standing(ARRIVED, found(PASS, "mx7.lab.test"), ours=wild) is PROVEN
    assert standing(ARRIVED, found(PASS, "mx7.evil.test"), ours=wild) is UNPROVEN


def test_a_letter_without_a_sender_proves_nothing() -> None:
    results = b"Authentication-Results: mx.bot.example; dkim=pass header.d=home.test"
    envelope = parse(results + b"\r\nSubject: Sudoku\r\n\r\n").envelope
    assert envelope.sender is None
    assert judge(envelope, "mx.bot.example").standing is Standing.UNPROVEN


def test_without_an_id_nothing_is_believed() -> None:
    assert standing(ARRIVED, found(PASS), ours="") is UNPROVEN
    assert standing(ARRIVED, found("dmarc=fail"), ours="") is UNPROVEN


def test_the_id_of_the_server_is_seen_above_the_headers_of_the_author() -> None:
    for lines, expected in (
        ((found(PASS), found(PASS, "")), ("mail.lab.test", ())),
        ((RELAYED, found(PASS)), ("mail.lab.test", ("mx.evil.test",))),
        ((ARRIVED,), None),
    ):
        letter = "\n".join((*lines, "From: a@home.test", found(PASS, "evil.test")))
        seen = server_seen(parse(letter.encode()).envelope.headers)
        assert (seen and (seen.server, seen.foreign)) == expected


def test_a_failure_of_opendmarc_alone_tells_nothing_without_a_policy() -> None:
    """OpenDMARC 1.4.2 with SPFSelfValidate, for a sender whose record ends in ?all."""
    none = found("dmarc=none (p=none dis=none) header.from=home.test")
    failed = found("spf=fail smtp.mailfrom=home.test")
    assert standing(none, failed, ARRIVED) is UNPROVEN
    assert standing(failed, ARRIVED) is FAILED
    told = found("spf=fail (not authorized) smtp.mailfrom=home.test")
    assert standing(none, told, ARRIVED) is FAILED
    rspamd = found("dkim=none; spf=fail smtp.mailfrom=home.test; dmarc=none")
    assert standing(rspamd, ARRIVED) is FAILED


@cases("fetched")
def test_a_fetched_letter_is_judged_below_its_fetcher(fetched: str) -> None:
    above = f"Received: {fetched}"
    assert standing(above, found(PASS), ARRIVED) is PROVEN
    assert standing(above, above, ARRIVED, found(PASS)) is PROVEN
    assert standing(above, found("dmarc=fail"), ARRIVED) is FAILED
    assert standing(above, RELAYED, found(PASS)) is UNPROVEN


def test_nobody_else_can_write_that_a_letter_was_fetched() -> None:
    above = "Received: from a by mx.evil.test with IMAP; x"
    assert standing(ARRIVED, above, found(PASS)) is UNPROVEN
    assert standing(RELAYED, above, found(PASS)) is UNPROVEN
    assert standing("Subject: sudoku", above, found(PASS)) is UNPROVEN
    lying = "Received: from x with IMAP by mx.evil.test with ESMTP; x"
    assert standing(lying, found(PASS)) is UNPROVEN


def test_what_a_host_hands_on_is_believed_if_the_operator_names_it() -> None:
    lines = (
        "Received: from localhost by box.fetcher.example.com (Postfix) with ESMTP; x",
        found("dmarc=pass header.from=home.test"),
        ARRIVED,
        "From: ada@home.test",
    )
    envelope = parse("\r\n".join(lines).encode()).envelope
    server = "mail.lab.test"
    assert judge(envelope, server).standing is UNPROVEN
    believed = judge(envelope, server, ("box.fetcher.example.com",))
    assert believed.standing is PROVEN
