"""Which letters are answered, and to which address."""

from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from mailbot.mail.message.letter import parse
from mailbot.model import Accept, Decision, Ignore
from mailbot.options import PolicyOptions
from mailbot.policy import decide, without_puzzle
from mailbot.policy.machines import is_robot
from tests.cases import cases_of

cases = cases_of(__file__)

NOW = datetime(2026, 5, 17, 12, 30, tzinfo=UTC)
OPTIONS = PolicyOptions(
    addresses=("bot@lab.test", "sudoku@lab.test"), authserv_id="mail.lab.test"
)
PASS = (
    "Authentication-Results: mail.lab.test; spf=pass smtp.mailfrom=ada@home.test;"
    " dkim=pass header.d=home.test; dmarc=pass header.from=home.test"
)


def decision(
    *headers: str,
    sender: str = "Ada <ada@home.test>",
    options: PolicyOptions = OPTIONS,
    found: bool = True,
) -> Decision:
    lines = (
        f"From: {sender}",
        "To: bot@lab.test",
        "Subject: Re: AW[2]: A  Puzzle",
        *headers,
    )
    result = decide(parse("\n".join((*lines, "", "hello")).encode()), options)
    if found or not isinstance(result, Accept):
        return result
    return without_puzzle(result, options)


def accepted(*headers: str, options: PolicyOptions = OPTIONS) -> Accept:
    result = decision(*headers, options=options)
    assert isinstance(result, Accept)
    return result


def is_proven(*headers: str, options: PolicyOptions = OPTIONS) -> bool:
    """Whether the sender is: only then a letter without a puzzle is answered."""
    return isinstance(decision(*headers, options=options, found=False), Accept)


def test_a_person_is_answered_at_the_address_they_wrote_from() -> None:
    assert accepted(PASS).to.address == "ada@home.test"


def test_no_display_name_goes_back() -> None:
    assert accepted(PASS).to.name == ""
    assert accepted().to.name == ""


def test_the_claim_tells_whether_the_sender_is_proven() -> None:
    assert accepted(PASS).claim.proven
    assert not accepted().claim.proven


def test_if_so_set_only_proven_senders_are_answered() -> None:
    options = replace(OPTIONS, unproven="never")
    assert accepted(PASS, options=options).claim.proven
    assert isinstance(decision(options=options), Ignore)


def test_the_claim_names_the_person_without_tag_and_the_bare_subject() -> None:
    result = decision(sender="Ada+Puzzles@Home.test")
    assert isinstance(result, Accept)
    claim = result.claim
    assert (claim.recipient, claim.domain) == ("ada@home.test", "home.test")
    assert claim.subject == "a puzzle"
    assert result.to.address == "Ada+Puzzles@home.test"
    assert not claim.no_puzzle
    assert not claim.stop


@cases("header")
def test_machines_and_our_own_letters_are_not_answered(header: str) -> None:
    assert isinstance(decision(PASS, header), Ignore)


@cases("header")
def test_what_only_looks_like_a_machine_is_answered(header: str) -> None:
    assert isinstance(decision(PASS, header), Accept)


@cases("sender")
def test_robots_are_known_by_their_addresses(sender: str) -> None:
    assert isinstance(decision(PASS, sender=sender), Ignore)


def test_no_more_of_a_name_is_looked_at_than_an_address_may_be_long() -> None:
    robot = "-noreply"
    assert is_robot(f"{'x' * (254 - len(robot))}{robot}@home.test")
    assert not is_robot(f"{'x' * (255 - len(robot))}{robot}@home.test")


@cases("sender")
def test_an_address_that_leads_on_to_somebody_else_is_not_answered(sender: str) -> None:
    assert isinstance(decision(PASS, sender=sender), Ignore)


@cases("part, answered")
@pytest.mark.parametrize("depth", [1, 2])
def test_a_programs_part_is_found_deep(part: str, answered: bool, depth: int) -> None:
    inner = f"--0\nContent-Type: text/plain\n\nhello\n--0\nContent-Type: {part}\n\nx\n"
    kind = "multipart/alternative; boundary=0"
    for level in range(1, depth):
        inner = f"--{level}\nContent-Type: {kind}\n\n{inner}"
        kind = f"multipart/mixed; boundary={level}"
    head = f"From: ada@home.test\nSubject: sudoku\nContent-Type: {kind}\n\n"
    result = decide(parse((head + inner).encode()), OPTIONS)
    assert isinstance(result, Accept) is answered


@cases("local")
def test_people_are_not_taken_for_robots(local: str) -> None:
    assert isinstance(decision(sender=f"{local}@home.test"), Accept)


@cases("subject")
def test_automatic_replies_are_known_by_their_subjects(subject: str) -> None:
    letter = parse(f"From: ada@home.test\nSubject: {subject}\n\nhello".encode())
    assert isinstance(decide(letter, OPTIONS), Ignore)


@cases("own")
def test_our_own_addresses_are_not_answered_but_colleagues_are(own: str) -> None:
    assert isinstance(decision(sender=own), Ignore)
    assert isinstance(decision(sender="ada@lab.test"), Accept)


def test_a_letter_without_one_sender_is_not_answered() -> None:
    assert isinstance(decision(sender="a@home.test, b@home.test"), Ignore)


@cases("results")
def test_forged_senders_are_not_answered(results: str) -> None:
    assert isinstance(decision(f"Authentication-Results: {results}"), Ignore)


@cases("results")
def test_where_nothing_is_proven_only_a_puzzle_is_answered(results: str) -> None:
    header = f"Authentication-Results: {results}"
    assert isinstance(decision(header), Accept)
    assert not is_proven(header)


@cases("results")
def test_one_aligned_pass_proves_a_sender(results: str) -> None:
    assert is_proven(f"Authentication-Results: {results}")


def test_a_return_path_further_down_is_not_that_of_our_own_server() -> None:
    ours, older = "Return-Path: <ada@home.test>", "Return-Path: <owner-fans@x.test>"
    assert isinstance(decision(PASS, ours, older), Accept)
    assert isinstance(decision(PASS, older, ours), Ignore)


def test_without_an_authserv_id_no_result_counts() -> None:
    options = PolicyOptions(addresses=("bot@lab.test",))
    assert isinstance(decision(PASS, options=options), Accept)
    assert not is_proven(PASS, options=options)


@cases("mode, header, answered")
def test_who_is_told_of_no_puzzle(mode: str, header: str, answered: bool) -> None:
    options = PolicyOptions(
        addresses=OPTIONS.addresses,
        authserv_id="mail.lab.test",
        no_puzzle="never"
        if mode == "never"
        else "always"
        if mode == "always"
        else "trusted",
    )
    result = decision(header, options=options, found=False)
    assert isinstance(result, Accept) is answered
    if isinstance(result, Accept):
        assert result.claim.no_puzzle


def test_deny_and_allow_lists_hold_addresses_and_domains() -> None:
    def answered(**lists: tuple[str, ...]) -> bool:
        options = PolicyOptions(addresses=("bot@lab.test",), **lists)  # type: ignore[arg-type]
        return isinstance(decision(options=options), Accept)

    assert not answered(deny=("ADA@home.test",))
    assert not answered(deny=("@Home.test",))
    assert answered(deny=("bob@home.test", "@other.test"))
    assert answered(allow=("@home.test",))
    assert answered(allow=("x@y.z", "ada+old@home.test"))
    assert not answered(allow=("bob@home.test",))
    assert not answered(allow=("@home.test",), deny=("ada@home.test",))


@cases("header, answered")
def test_if_set_only_letters_to_us_are_answered(header: str, answered: bool) -> None:
    options = PolicyOptions(addresses=OPTIONS.addresses, only_addressed=True)
    letter = parse(f"From: a@home.test\nTo: undisclosed:;\n{header}\n\n".encode())
    assert isinstance(decide(letter, options), Accept) is answered


def test_every_refusal_says_why() -> None:
    whys = {
        decision("Precedence: bulk"),
        decision("Return-Path: <>"),
        decision(sender="noreply@x.test"),
        decision(found=False),
    }
    assert all(isinstance(why, Ignore) and why.why for why in whys)
    assert len(whys) == 4


@cases("own")
def test_our_own_address_is_known_in_other_spellings(own: str) -> None:
    options = PolicyOptions(addresses=("bot@home.test", "bot@b\u00fccher.test"))
    assert isinstance(decision(sender=own, options=options), Ignore)


def test_a_sender_with_two_addresses_in_brackets_is_none() -> None:
    both = decision(PASS, sender="<eve@evil.test> <ada@home.test>")
    assert isinstance(both, Ignore)


@cases("subject, header, suspected")
def test_weak_signs_are_only_noted(subject: str, header: str, suspected: bool) -> None:
    letter = f"{PASS}\nFrom: ada@home.test\nSubject: {subject}\n{header}\n\nhi"
    result = decide(parse(letter.encode()), OPTIONS)
    assert isinstance(result, Accept)
    assert bool(result.suspect) is suspected


@cases("address, domain")
def test_replies_count_by_organisation_or_person(address: str, domain: str) -> None:
    options = replace(OPTIONS, providers=("Club.test.",))
    result = decision(sender=address, options=options)
    assert isinstance(result, Accept)
    assert result.claim.domain == domain


@cases("head")
def test_what_a_server_may_read_as_another_sender_is_not_answered(head: str) -> None:
    letter = parse(f"To: bot@lab.test\n{head}\n\n53..7....".encode())
    assert isinstance(decide(letter, OPTIONS), Ignore)


@cases("sender")
def test_an_ambiguous_sender_is_answered_if_dmarc_names_it(sender: str) -> None:
    plain = replace(OPTIONS, authserv_id="")
    assert isinstance(decision(sender=sender, options=plain), Ignore)
    for judged, answered in (
        ("dmarc=pass header.from=evil.test", False),
        ("dmarc=none header.from=victim.org", False),
        ("dmarc=pass header.from=victim.org", True),
    ):
        results = f"Authentication-Results: mail.lab.test; {judged}"
        assert isinstance(decision(results, sender=sender), Accept) is answered


@cases("sender")
def test_usual_senders_are_read_in_one_way_only(sender: str) -> None:
    assert isinstance(decision(sender=sender), Accept)


def test_many_signatures_which_may_hide_one_prove_nobody() -> None:
    """By its signature a letter is known that somebody sends again and again."""
    results = "Authentication-Results: mail.lab.test; dkim=pass header.d=home.test"
    signatures = [f"DKIM-Signature: v=1; d=home.test; b={n}" for n in range(11)]
    assert is_proven(results, *signatures[:10])
    assert not is_proven(results, *signatures)
    by_spf = results.replace("dkim=pass header.d", "spf=pass smtp.mailfrom")
    assert is_proven(by_spf, *signatures)


def test_a_letter_to_somebody_else_proves_its_sender_by_spf_alone() -> None:
    signed = "Authentication-Results: mail.lab.test; dkim=pass header.d=home.test"
    sent = signed + "; spf=pass smtp.mailfrom=home.test"
    for results, proven in ((signed, False), (sent, True)):
        text = f"{results}\nFrom: ada@home.test\nTo: eve@evil.test\n\nhello"
        outcome = decide(parse(text.encode()), OPTIONS)
        assert isinstance(outcome, Accept)
        assert (outcome.claim.proven, outcome.addressed) == (proven, False)
        resent = parse(f"Resent-To: bot@lab.test\n{text}".encode())
        again = decide(resent, OPTIONS)
        assert isinstance(again, Accept)
        assert (again.claim.proven, again.addressed) == (True, True)
