"""The first step: what the headers decide, whatever the rest of the letter says."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace as replaced

from mailbot.errors import TooCostly
from mailbot.mail.message.headers import MAX_HEAD
from mailbot.model import (
    Content,
    Grounds,
    Ignore,
    Kind,
    MessageKey,
    Outcome,
    Picture,
    Quarantine,
    RawMail,
    Respond,
    Silence,
    Want,
)
from mailbot.options import PolicyOptions, RespondOptions
from mailbot.respond.admission import Admission, admit, assemble, brief_of

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
BOT = "bot@lab.test"
OPTIONS = RespondOptions(
    BOT,
    policy=PolicyOptions(
        (BOT,), authserv_id="mx.lab.test", no_puzzle="always", deny=("foe@home.test",)
    ),
)
HEAD = (
    b"From: Ann <ann@home.test>\r\nTo: bot@lab.test\r\nSubject: Re: Stuck\r\n"
    b"Message-ID: <3@home.test>\r\nReferences: <1@home.test> <2@lab.test>\r\n"
)
PROVEN = (
    b"Authentication-Results: mx.lab.test; dmarc=pass header.from=home.test\r\n" + HEAD
)
PICTURE = Picture("image/png", b"\x89PNG\r\n\x1a\n..IEND\xaeB`\x82", "one")
SOLVED = Content(Kind.SOLVED, "Here it is.", grounds=Grounds.PUZZLE)


def raw(body: bytes = b"53..7....", head: bytes = HEAD) -> RawMail:
    return RawMail(MessageKey("INBOX", 1, 1), head + b"\r\n" + body, NOW)


def admitted(letter: RawMail | None = None) -> Admission:
    admission = admit(letter or raw(), OPTIONS)
    assert isinstance(admission, Admission), admission
    return admission


def answered(answer: Content | Silence, letter: RawMail | None = None) -> Outcome:
    return assemble(admitted(letter), answer)


def replied(answer: Content) -> Respond:
    outcome = answered(answer)
    assert isinstance(outcome, Respond)
    return outcome


def test_the_body_of_a_letter_changes_nothing_but_the_message_id() -> None:
    forged = b"From: eve@evil.test\r\nReply-To: eve@evil.test\r\nAuto-Submitted: no\r\n"
    one, other = admitted(), admitted(raw(b"\r\n" + forged + b"\r\n" * 1000))
    assert replaced(other, digest=one.digest, size=one.size) == one
    assert one.letter.text == other.letter.text == ""


def test_only_the_envelope_decides_recipient_subject_and_thread() -> None:
    outcome = replied(SOLVED)
    reply = outcome.reply
    assert reply.to.address == outcome.claim.recipient == "ann@home.test"
    assert reply.subject == "Your Sudoku", "nobody vouches for the sender"
    assert reply.in_reply_to == "<3@home.test>"
    assert reply.references == ("<1@home.test>", "<2@lab.test>")
    assert reply.text == "Here it is."


def test_the_words_of_a_proven_sender_alone_go_back_in_the_subject() -> None:
    outcome = answered(SOLVED, raw(head=PROVEN))
    assert isinstance(outcome, Respond)
    assert outcome.reply.subject == "Re: Stuck"


def test_no_line_break_gets_from_a_subject_into_that_of_the_reply() -> None:
    nasty = b"=?utf-8?q?x=0D=0ABcc=3A_all=40evil.test?="
    outcome = answered(
        SOLVED, raw(head=b"From: ann@home.test\r\nSubject: %s\r\n" % nasty)
    )
    assert isinstance(outcome, Respond)
    assert not set("\r\n") & set(outcome.reply.subject)


def test_the_pictures_get_the_ids_by_which_the_page_shows_them() -> None:
    pictures = (PICTURE, Picture("image/jpeg", b"\xff\xd8\xff..\xff\xd9", "two"))
    answer = Content(Kind.SOLVED, "t", pictures=pictures)
    outcome = answered(answer, raw(head=PROVEN))
    assert isinstance(outcome, Respond)
    assert [image.cid for image in outcome.reply.images] == [
        "puzzle-1@lab.test",
        "puzzle-2@lab.test",
    ]


def test_an_answer_to_stop_stops_mail_to_this_sender_alone() -> None:
    stopped = Content(Kind.STOPPED, "Never again.", want=Want.STOP)
    outcome = answered(stopped, raw(head=PROVEN))
    assert isinstance(outcome, Respond)
    assert (outcome.claim.stop, outcome.claim.recipient) == (True, "ann@home.test")
    assert not replied(SOLVED).claim.stop


def test_a_stop_that_nobody_vouches_for_gets_no_mail() -> None:
    outcome = answered(Content(Kind.STOPPED, "Never again.", want=Want.STOP))
    assert isinstance(outcome, Ignore)
    assert (outcome.want, outcome.stop) == (Want.STOP, "ann@home.test")


def test_a_letter_without_a_puzzle_is_claimed_and_ignored_as_such() -> None:
    empty = Content(Kind.NO_PUZZLE, "t", no_puzzle=True, last_text="the last")
    outcome = replied(empty)
    assert outcome.claim.no_puzzle
    assert outcome.last is not None
    assert outcome.last == replace(outcome.reply, text="the last")
    never = replaced(OPTIONS, policy=replaced(OPTIONS.policy, no_puzzle="never"))
    admission = admit(raw(), never)
    assert isinstance(admission, Admission)
    assert isinstance(assemble(admission, empty), Ignore)
    assert isinstance(assemble(admission, SOLVED), Respond)


@pytest.mark.parametrize(
    "answer",
    [
        Content(Kind.SOLVED, "t", pictures=(PICTURE,)),
        Content(Kind.SOLVED, "t" * 50_000),
        Content(Kind.SOLVED, "t", "<!DOCTYPE html>" + "p" * 50_000),
        Content(Kind.NO_PUZZLE, "t", no_puzzle=True, last_text="t" * 50_000),
    ],
    ids=["picture", "text", "page", "last"],
)
def test_a_reader_cannot_say_much_to_an_unproven_sender(answer: Content) -> None:
    with pytest.raises(TooCostly, match="too much"):
        answered(answer)
    assert isinstance(answered(answer, raw(head=PROVEN)), Respond)


@pytest.mark.parametrize("kind", [Kind.HELP, Kind.NEW])
def test_an_unproven_sender_is_written_to_for_a_puzzle_or_a_command(kind: Kind) -> None:
    trusted = replaced(OPTIONS, policy=replaced(OPTIONS.policy, no_puzzle="trusted"))
    unproven = admit(raw(), trusted)
    proven = admit(raw(head=PROVEN), trusted)
    assert isinstance(unproven, Admission)
    assert isinstance(proven, Admission)
    for grounds in Grounds:
        answer = Content(kind, "t", grounds=grounds, no_puzzle=kind is Kind.HELP)
        asked = grounds in (Grounds.PUZZLE, Grounds.COMMAND)
        assert isinstance(assemble(unproven, answer), Respond) is asked
        assert isinstance(assemble(proven, answer), Respond)


def test_who_writes_with_exchange_is_answered_for_a_puzzle_or_a_picture() -> None:
    head = b"X-Auto-Response-Suppress: All\r\n"
    for grounds in Grounds:
        answer = Content(Kind.NO_PUZZLE, "t", grounds=grounds, no_puzzle=True)
        outcome = answered(answer, raw(head=head + PROVEN))
        shown = grounds in (Grounds.PUZZLE, Grounds.PICTURE)
        assert isinstance(outcome, Respond) is shown
    assert isinstance(admit(raw(head=head + HEAD), OPTIONS), Ignore)


def test_a_stop_in_a_letter_to_somebody_else_stops_nothing() -> None:
    head = PROVEN.replace(b"To: bot@lab.test", b"To: eve@evil.test")
    stopped = Content(Kind.STOPPED, "Never again.", want=Want.STOP)
    outcome = answered(stopped, raw(head=head))
    assert isinstance(outcome, Ignore)
    assert (outcome.want, outcome.stop) == (Want.STOP, "")


def test_silence_of_the_reader_is_filed_with_its_reason() -> None:
    assert answered(Silence("thanks", Want.THANKS)) == Ignore("thanks", Want.THANKS)


def test_the_reader_is_told_of_no_other_person() -> None:
    assert "foe@home.test" not in repr(brief_of(admitted(), OPTIONS))


def test_headers_over_the_limit_are_refused_unread() -> None:
    long = HEAD + b"X-Filler: a\r\n" * (MAX_HEAD // 13)
    assert isinstance(admit(raw(head=long), OPTIONS), Quarantine)
    assert isinstance(admit(raw(head=b"\r\n" * 9000 + HEAD), OPTIONS), Admission)


def test_one_header_beyond_the_limit_is_cut_and_hides_no_other() -> None:
    long = b"X-Long: " + b"a" * (2 * MAX_HEAD) + b"\r\n"
    assert isinstance(admit(raw(head=HEAD + long), OPTIONS), Admission)
    behind = admit(raw(head=HEAD + long + b"Auto-Submitted: auto-replied\r\n"), OPTIONS)
    assert isinstance(behind, Ignore)
    assert isinstance(admit(raw(head=HEAD + 6 * long), OPTIONS), Quarantine)


@pytest.mark.parametrize("rfc822", [b"", b"\r\n\r\n", b"hello", b"\x00" * 9])
def test_bytes_without_headers_are_kept_for_the_operator(rfc822: bytes) -> None:
    letter = RawMail(MessageKey("INBOX", 1, 1), rfc822, NOW)
    assert isinstance(admit(letter, OPTIONS), Quarantine)
