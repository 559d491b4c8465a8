"""Automatic replies without a header that tells so get silence; people get a reply."""

import pytest

from mailbot.model import Claim, Ignore, Outcome, Respond, Want
from tests.cases import cases_of, data_of
from tests.respond.test_respond import PUZZLE, letter, outcome_of, reply_to

cases = cases_of(__file__)

ASKED = "1.../..3./.4../...2"
QUOTED = f"\r\n\r\n> {ASKED}\r\n"

[ROBOTS] = data_of(__file__, "robots")


@cases("words")
def test_a_notice_of_news_asks_for_no_new_puzzle(words: str) -> None:
    assert reply_to(letter(words, "News")).want is not Want.NEW


def robot(name: str, more: str = "") -> Outcome:
    subject, words = ROBOTS[name]
    utf8 = {"Content-Type": "text/plain; charset=utf-8"}
    return outcome_of(letter(words + more, subject, **utf8))


@pytest.mark.parametrize("name", ROBOTS)
def test_an_automatic_reply_gets_silence(name: str) -> None:
    assert isinstance(robot(name), Ignore)


@pytest.mark.parametrize("name", ROBOTS)
def test_also_if_it_quotes_the_puzzle_of_the_letter_that_it_answers(name: str) -> None:
    assert isinstance(robot(name, QUOTED), Ignore)


@pytest.mark.parametrize("name", ROBOTS)
def test_also_if_it_quotes_our_reply(name: str) -> None:
    ours = reply_to(letter(ASKED)).reply.text
    lines = "".join(f"> {line}\r\n" for line in ours.splitlines())
    assert isinstance(robot(name, f"\r\n\r\n{lines}"), Ignore)


@cases("subject, words")
def test_a_person_with_a_puzzle_is_answered(subject: str, words: str) -> None:
    assert not reply_to(letter(words, subject)).claim.no_puzzle


def test_a_person_who_goes_on_below_a_ticket_is_answered() -> None:
    ours = reply_to(letter("hint\r\n" + ASKED)).reply.text
    quoted = "".join(f"> {line}\r\n" for line in ours.splitlines())
    subject = "Re: [#4711] Stuck"
    again = letter(f"The next one, please.\r\n\r\n{quoted}", subject)
    assert reply_to(again).told


@cases("part")
def test_a_report_or_calendar_gets_silence_at_any_depth(part: str) -> None:
    inner = f"--a\r\nContent-Type: {part}\r\n\r\n--r\r\n\r\nx\r\n--r--\r\n"
    body = f"--a\r\n\r\n{ASKED}\r\n{inner}--a--"
    kind = {"Content-Type": "multipart/mixed; boundary=a"}
    assert isinstance(outcome_of(letter(body, **kind)), Ignore)


@cases("name, answered")
def test_a_file_named_like_a_report_gets_silence(name: str, answered: bool) -> None:
    part = f'application/octet-stream; name="{name}"'
    body = f"--a\r\n\r\n{ASKED}\r\n--a\r\nContent-Type: {part}\r\n\r\nx\r\n--a--"
    kind = {"Content-Type": "multipart/mixed; boundary=a"}
    assert isinstance(outcome_of(letter(body, **kind)), Ignore) is not answered


def test_what_was_not_understood_is_known_again_by_its_digest() -> None:
    first, second = (
        reply_to(letter(f"My train leaves from platform nine, ticket {n}."))
        for n in (1, 2)
    )
    assert first.claim.said == second.claim.said != ""
    assert not first.claim.twice
    assert reply_to(letter("Something else.")).claim.said != first.claim.said


@pytest.mark.parametrize("text", [PUZZLE, "help", "hint", "solve"])
def test_a_puzzle_or_a_word_of_ours_may_be_sent_again(text: str) -> None:
    assert reply_to(letter(text)).claim.said == ""


def answered(words: str, puzzle: str = ASKED) -> Claim:
    """The claim of a letter with words above our reply to a puzzle."""
    ours = reply_to(letter(f"hint\r\n{puzzle}")).reply.text
    quoted = "".join(f"> {line}\r\n" for line in ours.splitlines())
    return reply_to(letter(f"{words}\r\n\r\n{quoted}", "Re: Stuck")).claim


def test_the_same_question_about_a_puzzle_may_be_asked_twice() -> None:
    asked = answered("Is this one very difficult?")
    assert asked.said
    assert asked.twice
    assert asked.said != answered("Is this one very difficult?", PUZZLE).said
    assert reply_to(letter("What can you do?")).claim.twice


@pytest.mark.parametrize("words", ["next", "Give me one more hint.", "r1c2=3"])
def test_the_next_step_may_be_asked_for_repeatedly(words: str) -> None:
    assert answered(words).said == ""


def test_a_new_puzzle_may_be_asked_for_until_the_cap_is_reached() -> None:
    vouched = "dmarc=pass header.from=home.test"
    results = {"Authentication-Results": f"mail.lab.test; {vouched}"}
    asked = letter("A new puzzle, please.", **results)
    assert reply_to(asked).claim.said == ""
    asked = letter(f"A new puzzle, please, {'and ' * 9} so on.", **results)
    assert reply_to(asked).claim.said


def test_a_long_sentence_that_asks_for_the_next_step_is_known_again() -> None:
    words = "If it is not too much trouble, I would like one more hint, please."
    first, second = answered(words), answered(words, PUZZLE)
    assert first.said == second.said != ""
    assert first.twice


def test_a_long_sentence_above_new_puzzles_may_be_sent_again_and_again() -> None:
    words = "If it is not too much trouble, I would like one more hint, please."
    assert reply_to(letter(f"{words}\r\n{ASKED}")).claim.said == ""


def test_a_stop_that_nobody_vouches_for_gets_no_mail() -> None:
    unproven = {"Authentication-Results": "mail.lab.test; none"}
    outcome = outcome_of(letter("stop", "stop", **unproven))
    assert isinstance(outcome, Ignore)
    assert (outcome.want, outcome.stop) == (Want.STOP, "ann@home.test")
    proven = outcome_of(letter("stop", "stop"))
    assert isinstance(proven, Respond)
    assert proven.claim.stop
