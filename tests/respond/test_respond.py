"""A letter and its outcome."""

import re
from collections import Counter
from dataclasses import dataclass, field
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from mailbot.compose import solving
from mailbot.language.folders import written
from mailbot.mail.message.identity import reply_id
from mailbot.mail.message.letter import parse_head
from mailbot.model import (
    NOTHING_KEPT,
    Act,
    Content,
    Ignore,
    Kept,
    Kind,
    MessageKey,
    Outcome,
    Quarantine,
    RawMail,
    Respond,
    Want,
)
from mailbot.options import Brief, PolicyOptions, RespondOptions
from mailbot.respond.apology import apologise
from mailbot.respond.reader import read
from mailbot.respond.warm import letters
from tests.cases import claims_of
from tests.compose.cases import GRANDFATHER
from tests.middle import respond

# `respond`: the bytes of a letter in, an outcome out.


NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
BOT = "bot@lab.test"
TRUSTED = "mail.lab.test; dmarc=pass header.from=home.test"
PUZZLE = "4.2./3.../..4./...2"
OPTIONS = RespondOptions(
    address=BOT, policy=PolicyOptions(addresses=(BOT,), authserv_id="mail.lab.test")
)


def letter(text: str = PUZZLE, subject: str = "Stuck", **headers: str) -> bytes:
    lines = {
        "Authentication-Results": TRUSTED,
        "From": "Ann <ann@home.test>",
        "To": BOT,
        "Subject": subject,
        "Message-ID": "<one@home.test>",
        "Date": "Sun, 01 Mar 2026 11:59:00 +0000",
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return (head + "\r\n" + text + "\r\n").encode()


def outcome_of(rfc822: bytes, options: RespondOptions = OPTIONS) -> Outcome:
    return respond(RawMail(MessageKey("INBOX", 1, 1), rfc822, NOW), options)


def reply_to(rfc822: bytes, options: RespondOptions = OPTIONS) -> Respond:
    outcome = outcome_of(rfc822, options)
    assert isinstance(outcome, Respond), outcome
    return outcome


@dataclass(frozen=True)
class Claim:
    """What a letter gets, as the TOML file explains; None is anything."""

    words: str
    subject: str = "Stuck"
    headers: dict[str, str] = field(default_factory=dict)
    kind: Kind | None = None
    ignored: bool = False
    want: Want | None = None
    solutions: list[str] | None = None
    tells: int | None = None
    says: str = ""
    never: str = "\0"
    stop: bool | None = None
    start: bool | None = None
    no_puzzle: bool | None = None


@claims_of(__file__, Claim)
def test_a_letter_gets_what_is_claimed(claim: Claim) -> None:
    outcome = outcome_of(letter(claim.words, claim.subject, **claim.headers))
    assert isinstance(outcome, Ignore) == claim.ignored
    if isinstance(outcome, Ignore):
        assert claim.want in (None, outcome.want)
        return
    assert isinstance(outcome, Respond), outcome
    assert outcome.claim.recipient == outcome.reply.to.address == "ann@home.test"
    assert claim.kind in (None, outcome.kind)
    assert claim.solutions in (None, list(outcome.solutions))
    assert claim.tells in (None, len(outcome.told))
    assert claim.says in outcome.reply.text
    assert claim.never not in outcome.reply.text
    for name in ("stop", "start", "no_puzzle"):
        assert getattr(claim, name) in (None, getattr(outcome.claim, name)), name


def test_the_same_letter_gets_the_same_outcome() -> None:
    assert outcome_of(letter()) == outcome_of(letter())


def test_bytes_that_are_no_letter_are_kept_for_the_operator() -> None:
    assert isinstance(outcome_of(b""), Quarantine)


def test_a_letter_without_a_puzzle_has_a_second_reply_for_the_last_one_today() -> None:
    outcome = reply_to(letter("Hello there."))
    assert outcome.kind is Kind.NO_PUZZLE
    assert outcome.claim.no_puzzle
    assert outcome.last is not None
    assert outcome.last.message_id == outcome.reply.message_id
    assert outcome.last.text != outcome.reply.text


def test_nobody_unproven_undoes_a_stop() -> None:
    unproven = letter("start", Authentication_Results="mail.lab.test; none")
    outcome = outcome_of(unproven)
    assert not (isinstance(outcome, Respond) and outcome.claim.start)


def test_the_reply_is_in_the_language_that_was_set() -> None:
    german = reply_to(letter(), replace(OPTIONS, language="de"))
    assert german.reply.language == "de"


@pytest.mark.parametrize("body", ["", "\x00" * 100, PUZZLE])
def test_an_apology_depends_on_the_headers_alone(body: str) -> None:
    raw = RawMail(MessageKey("INBOX", 1, 1), letter(body), NOW)
    outcome = apologise(raw, OPTIONS)
    assert isinstance(outcome, Respond)
    assert outcome.kind is Kind.UNREADABLE
    assert outcome.solutions == ()
    assert outcome.reply.message_id != reply_to(letter()).reply.message_id


def test_nobody_apologises_to_a_robot() -> None:
    raw = RawMail(MessageKey("INBOX", 1, 1), letter(Precedence="bulk"), NOW)
    assert isinstance(apologise(raw, OPTIONS), Ignore)


def test_an_answer_without_our_lines_is_asked_to_leave_them() -> None:
    first = reply_to(letter("1.../..3./.4../...2"))
    bare = re.sub(r"(\.[0-9a-f]{32})\..*@", r"\1@", first.reply.message_id)
    assert bare != first.reply.message_id  # a program has cut its code off
    outcome = reply_to(letter("and the next one?", In_Reply_To=bare))
    assert (outcome.kind, outcome.solutions) == (Kind.NO_PUZZLE, ())
    stranger = reply_to(letter("and the next one?", In_Reply_To="<other@home.test>"))
    assert outcome.reply.text != stranger.reply.text


def test_nobody_is_asked_for_the_quote_of_a_reply_that_held_no_puzzle() -> None:
    first = reply_to(letter("Can you help me?"))
    again = reply_to(letter("and now?", In_Reply_To=first.reply.message_id))
    assert (first.kind, again.kind) == (Kind.HELP, Kind.NO_PUZZLE)
    assert "leave my message below" not in again.reply.text


def test_an_answer_that_quotes_nothing_goes_on_from_the_message_id() -> None:
    first = reply_to(letter("A hint, please.\n\n1.../..3./.4../...2"))
    again = letter("and the next one?", In_Reply_To=first.reply.message_id)
    outcome = reply_to(again)
    assert outcome.kind is Kind.HINT
    assert len(outcome.told) == 1
    assert not outcome.told.keys() & first.told.keys()


def test_an_id_that_a_program_wrote_in_encoded_words_is_read() -> None:
    """As Python 3.11 and 3.12 write a long In-Reply-To; 3.14 leaves it as it is."""
    first = reply_to(letter(f"A hint, please.\n\n{GRANDFATHER}"))
    told = first.reply.message_id.encode()
    parts = [told[at : at + 20] for at in range(0, len(told), 20)]
    words = [f"=?utf-8?q?={part.hex('=')}?=" for part in parts]
    answer = f"From: ann@home.test\nTo: {BOT}\nIn-Reply-To: " + "\n ".join(words)
    written = f"{answer}\n\nand the next one?\n".encode()
    assert parse_head(written).envelope.in_reply_to == (first.reply.message_id,)


NINE = "53..7.... 6..195... .98....6. 8...6...3 4..8.3..1 7...2...6 .6....28. ...419..5"


def test_thanks_for_a_reply_stay_unanswered_whatever_they_quote() -> None:
    quoted = "\n".join(f"> {row}" for row in NINE.split())
    first = reply_to(letter())
    answer = letter(f"Thank you!\n\n{quoted}", In_Reply_To=first.reply.message_id)
    assert isinstance(outcome_of(answer), Ignore)


def test_what_was_understood_and_told_goes_with_the_reply() -> None:
    outcome = reply_to(letter("A hint, please.\n\n1.../..3./.4../...2"))
    assert (outcome.kind, outcome.want, outcome.solutions) == (Kind.HINT, Want.HINT, ())
    [(cell, digit)] = outcome.told.items()
    solution = "1324423124133142"
    row, column = int(cell[1]) - 1, int(cell[3]) - 1
    assert digit == int(solution[4 * row + column])


def test_a_reply_over_its_budget_is_not_sent(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = letter("where\n\n1.../..3./.4../...2")
    every = {**solving._OF_SOLVED, Act.WHERE: solving._cells}  # tells all cells
    monkeypatch.setattr(solving, "_OF_SOLVED", every)
    outcome = reply_to(asked)
    assert outcome.kind is Kind.UNCLEAR
    assert outcome.told == {}


# A thread goes on with the puzzle that was kept, where nothing of it is quoted.


def understood(words: str, kept: Kept) -> Content:
    cut = reply_id("0f" * 32, BOT)  # without the code that carries the puzzle
    answer = letter(words, "Re: Stuck", In_Reply_To=cut)
    content = read(answer, Brief(BOT, (BOT,), proven=True, kept=kept))
    assert isinstance(content, Content)
    return content


def test_an_answer_without_quote_goes_on_from_what_a_reply_carried() -> None:
    kept = reply_to(letter("A hint, please.\n\n" + PUZZLE)).kept
    assert kept.lines.startswith("Puzzle: ")
    assert not kept.solved
    second = understood("next", kept)
    assert (second.kind, second.want, len(second.told)) == (Kind.HINT, Want.HINT, 1)


def test_a_reply_that_shows_a_solution_is_kept_as_one() -> None:
    assert reply_to(letter()).kept.solved


def test_without_a_kept_puzzle_the_person_is_told_to_leave_our_lines() -> None:
    assert understood("next", NOTHING_KEPT).kind is not Kind.HINT


def test_what_was_asked_for_without_a_puzzle_is_done_when_it_comes() -> None:
    first = letter("Where should I look next? No digits, please.", "A question")
    asked = read(first, Brief(BOT, (BOT,), proven=True))
    assert isinstance(asked, Content)
    assert asked.state == "without-puzzle-where"
    before = reply_id("0f" * 32, BOT, asked.state)
    brief = Brief(BOT, (BOT,), proven=True)
    puzzle = letter(
        f"Sorry, I forgot it!\n\n{PUZZLE}", "Re: A question", In_Reply_To=before
    )
    place = read(puzzle, brief)
    assert isinstance(place, Content)
    assert [a.act for a in place.answers] == [Want.WHERE]
    assert not place.told
    other = letter(
        f"Please solve it.\n\n{PUZZLE}", "Re: A question", In_Reply_To=before
    )
    whole = read(other, brief)
    assert isinstance(whole, Content)
    assert [a.act for a in whole.answers] == [Want.SOLUTION]


# The letters with which a process gets ready are read to their ends.


def test_a_process_gets_ready_with_answers_in_every_language() -> None:
    contents = [read(*letter) for letter in letters()]
    answered = [content for content in contents if isinstance(content, Content)]
    assert {content.language for content in answered} == set(written())
    kinds = Counter(content.kind for content in answered)
    assert kinds == {Kind.SOLVED: len(written()) + 2, Kind.NO_PUZZLE: 1}
