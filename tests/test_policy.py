"""Who is answered: every row of the table, and which address it goes to."""

from datetime import UTC, datetime, timedelta

import pytest

from mailbot.mail.identity import reply_id
from mailbot.mail.letter import parse
from mailbot.model import Accept, Decision, Ignore
from mailbot.policy import PolicyOptions, decide

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
    lines = (f"From: {sender}", "To: bot@lab.test", "Subject: Re: A Puzzle", *headers)
    letter = parse("\n".join((*lines, "", "hello")).encode())
    return decide(letter, options, NOW, found)


def accepted(*headers: str, options: PolicyOptions = OPTIONS) -> Accept:
    result = decision(*headers, options=options)
    assert isinstance(result, Accept)
    return result


def test_a_person_is_answered_at_the_address_they_wrote_from() -> None:
    result = accepted(PASS)
    assert (result.to.name, result.to.address) == ("Ada", "ada@home.test")
    assert result.trusted


def test_the_claim_names_the_person_without_tag_and_the_bare_subject() -> None:
    result = decision(sender="Ada+Puzzles@Home.test")
    assert isinstance(result, Accept)
    claim = result.claim
    assert (claim.recipient, claim.domain) == ("ada@home.test", "home.test")
    assert claim.subject == "a puzzle"
    assert result.to.address == "Ada+Puzzles@Home.test"
    assert not claim.no_puzzle
    assert not claim.stop


@pytest.mark.parametrize(
    "header",
    [
        "Auto-Submitted: auto-replied",
        "Auto-Submitted: Auto-Generated; owner=x",
        "Auto-Submitted: auto-notified",
        "Return-Path: <>",
        "List-Id: <fans.example.org>",
        "List-Unsubscribe: <https://example.org/u>",
        "Mailing-List: contact x",
        "Precedence: bulk",
        "Precedence: Junk",
        "Precedence: list",
        "Precedence: auto_reply",
        "X-Auto-Response-Suppress: All",
        "X-Auto-Response-Suppress: DR, OOF",
        "X-Auto-Response-Suppress: AutoReply",
        "X-Loop: BOT+x@lab.test",
        "X-Loop: <sudoku@lab.test>",
        f"Message-ID: {reply_id('ab' * 32, 'bot@lab.test')}",
        "Content-Type: multipart/report; report-type=delivery-status; boundary=x",
        "Content-Type: multipart/report; report-type=feedback-report; boundary=x",
        "Content-Type: message/disposition-notification",
        "X-Failed-Recipients: a@b.org",
        "X-Autoreply: yes",
        "X-Autorespond: on",
        "X-Mail-Autoreply: 1",
        "X-Facebook-Notify: page",
        "X-Spam-Flag: YES",
        "Return-Path: <fans-bounces@lists.example.org>",
        "Return-Path: <MAILER-DAEMON@home.test>",
    ],
)
def test_machines_and_our_own_letters_are_not_answered(header: str) -> None:
    assert isinstance(decision(PASS, header), Ignore)


@pytest.mark.parametrize(
    "header",
    [
        "Auto-Submitted: no",
        "X-Auto-Response-Suppress: DR, RN, NRN",
        "X-Loop: another@lab.test",
        "Message-ID: <colleague.1234@lab.test>",
        "Return-Path: <prvs=1234abcd=ada@home.test>",
        "Precedence: first-class",
        "X-Spam-Flag: NO",
        "Resent-From: other@home.test",
    ],
)
def test_what_only_looks_like_a_machine_is_answered(header: str) -> None:
    assert isinstance(decision(PASS, header), Accept)


@pytest.mark.parametrize(
    "sender",
    [
        "MAILER-DAEMON@mx.test",
        "postmaster@home.test",
        "noreply@home.test",
        "no-reply@home.test",
        "No_Reply+tag@home.test",
        "donotreply@home.test",
        "do-not-reply@home.test",
        "github-noreply@home.test",
        "prvs=1234abcd=noreply@home.test",
        "SRS0=HHH=TT=home.test=noreply@relay.test",
        "LISTSERV@home.test",
        "majordomo@home.test",
        "owner-fans@home.test",
        "fans-request@home.test",
        "fans-bounces@home.test",
        "bounce+ada=home.test@esp.test",
    ],
)
def test_robots_are_known_by_their_addresses(sender: str) -> None:
    assert isinstance(decision(PASS, sender=sender), Ignore)


@pytest.mark.parametrize("local", ["nora", "replay", "owner", "bouncer.joe", "listen"])
def test_people_are_not_taken_for_robots(local: str) -> None:
    assert isinstance(decision(sender=f"{local}@home.test"), Accept)


@pytest.mark.parametrize(
    "subject",
    [
        "Automatic reply: sudoku",
        "Out of Office: sudoku",
        "Abwesenheitsnotiz: sudoku",
        "Autosvar: sudoku",
        "R\u00e9ponse automatique : sudoku",
        "Undelivered Mail Returned to Sender",
    ],
)
def test_automatic_replies_are_known_by_their_subjects(subject: str) -> None:
    letter = parse(f"From: ada@home.test\nSubject: {subject}\n\nhello".encode())
    assert isinstance(decide(letter, OPTIONS, NOW, True), Ignore)


@pytest.mark.parametrize(
    "own", ["bot@lab.test", "BOT@Lab.Test", "sudoku+hint@lab.test"]
)
def test_our_own_addresses_are_not_answered_but_colleagues_are(own: str) -> None:
    assert isinstance(decision(sender=own), Ignore)
    assert isinstance(decision(sender="ada@lab.test"), Accept)


def test_a_letter_without_one_sender_is_not_answered() -> None:
    assert isinstance(decision(sender="a@home.test, b@home.test"), Ignore)


@pytest.mark.parametrize(
    "results",
    [
        "mail.lab.test; dmarc=fail header.from=home.test",
        "mail.lab.test 1; spf=pass; dkim=pass; dmarc=fail (p=none)",
        "MAIL.LAB.TEST; spf=fail smtp.mailfrom=x@y; dkim=fail header.d=home.test",
        'mail.lab.test; dkim=fail reason="dkim=pass; dmarc=pass"; spf=fail',
        "mail.lab.test; (dmarc=pass (dkim=pass)) dmarc=fail",
    ],
)
def test_forged_senders_are_not_answered(results: str) -> None:
    assert isinstance(decision(f"Authentication-Results: {results}"), Ignore)


@pytest.mark.parametrize(
    "results",
    [
        "mail.lab.test; none",
        "mail.lab.test; spf=fail smtp.mailfrom=x@y; dkim=none",
        "mail.lab.test; spf=softfail; dkim=none; dmarc=none",
        "mail.lab.test; dkim=fail header.d=x.y; dkim=pass header.d=z.y; spf=fail",
        "mail.lab.test; spf=pass smtp.mailfrom=elsewhere.test",
        "other.test; dmarc=fail header.from=home.test",
        "mail.lab.test.evil.test; dmarc=pass header.from=home.test",
        "",
    ],
)
def test_where_nothing_is_proven_only_a_puzzle_is_answered(results: str) -> None:
    header = f"Authentication-Results: {results}"
    result = decision(header)
    assert isinstance(result, Accept)
    assert not result.trusted
    assert isinstance(decision(header, found=False), Ignore)


@pytest.mark.parametrize(
    "results",
    [
        "mail.lab.test; dmarc=pass header.from=home.test",
        "mail.lab.test; dkim=pass header.d=home.test",
        "mail.lab.test; dkim=pass header.i=@mx.home.test",
        "mail.lab.test; spf=pass smtp.mailfrom=ada@home.test",
    ],
)
def test_one_aligned_pass_makes_a_sender_trusted(results: str) -> None:
    assert accepted(f"Authentication-Results: {results}").trusted


def test_only_the_topmost_result_of_our_own_server_counts() -> None:
    forged = "Authentication-Results: mail.lab.test; dmarc=fail header.from=home.test"
    assert isinstance(decision(forged, PASS), Ignore)
    assert isinstance(decision(PASS, forged), Accept)
    other = "Authentication-Results: relay.test; dmarc=fail header.from=home.test"
    assert accepted(other, PASS).trusted


def test_without_an_authserv_id_no_result_counts() -> None:
    options = PolicyOptions(addresses=("bot@lab.test",))
    assert not accepted(PASS, options=options).trusted


@pytest.mark.parametrize(
    ("mode", "header", "answered"),
    [
        ("never", PASS, False),
        ("trusted", PASS, True),
        ("trusted", "X-None: 1", False),
        ("always", "X-None: 1", True),
    ],
)
def test_who_hears_that_no_puzzle_was_found(
    mode: str, header: str, answered: bool
) -> None:
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


def test_reply_to_counts_only_within_the_proven_domain() -> None:
    same, other = "Reply-To: Bob <bob@home.test>", "Reply-To: victim@third.test"
    assert accepted(PASS, same).to.address == "bob@home.test"
    assert accepted(PASS, same).claim.recipient == "bob@home.test"
    assert accepted(PASS, other).to.address == "ada@home.test"
    assert accepted(same).to.address == "ada@home.test"


@pytest.mark.parametrize(
    "reply_to", ["a@home.test, b@home.test", "noreply@home.test", "garbage"]
)
def test_an_odd_reply_to_is_passed_over(reply_to: str) -> None:
    assert accepted(PASS, f"Reply-To: {reply_to}").to.address == "ada@home.test"


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


@pytest.mark.parametrize(
    ("header", "answered"),
    [
        ("Cc: Sudoku <SUDOKU@lab.test>", True),
        ("Cc: bot+hint@lab.test", True),
        ("Cc: bots@lab.test", False),
    ],
)
def test_only_addressed_letters_where_so_configured(
    header: str, answered: bool
) -> None:
    options = PolicyOptions(addresses=OPTIONS.addresses, only_addressed=True)
    letter = parse(f"From: a@home.test\nTo: undisclosed:;\n{header}\n\n".encode())
    assert isinstance(decide(letter, options, NOW, True), Accept) is answered


def test_letters_from_before_the_installation_are_left_alone() -> None:
    options = PolicyOptions(newer_than=NOW)

    def answered(when: datetime) -> bool:
        date = f"Date: {when:%a, %d %b %Y %H:%M:%S} +0000"
        return isinstance(decision(date, options=options), Accept)

    assert not answered(NOW - timedelta(minutes=5))
    assert answered(NOW + timedelta(days=400))
    assert isinstance(decision(options=options), Accept)


def test_every_refusal_says_why() -> None:
    whys = {
        decision("Precedence: bulk"),
        decision("Return-Path: <>"),
        decision(sender="noreply@x.test"),
        decision(found=False),
    }
    assert all(isinstance(why, Ignore) and why.why for why in whys)
    assert len(whys) == 4
