"""Whole conversations: a letter, our reply, and the answer to it."""

import email
import email.policy
from datetime import UTC, datetime

import pytest

from mailbot.compose.solving import candidate_grid
from mailbot.mail.message.writing import write
from mailbot.marker import find_markers
from mailbot.model import (
    Act,
    Address,
    Content,
    Ignore,
    Kind,
    MessageKey,
    Outcome,
    RawMail,
    Request,
    Respond,
    Status,
    Want,
    Wish,
)
from mailbot.options import PolicyOptions, RespondOptions
from solver import Technique, solve
from tests.compose.cases import (
    GRANDFATHER,
    SOLUTION,
    TWINS,
    answer_to,
    grid,
    puzzle,
    stuck,
)
from tests.middle import respond
from tests.sample_letters import posted
from tests.talk.threads import gmail, meant

NOW = datetime(2026, 11, 21, 9, 0, tzinfo=UTC)
BOT = Address("Sudoku", "bot@bot.example")
OPTIONS = RespondOptions(
    address=BOT.address, policy=PolicyOptions(addresses=(BOT.address,))
)
ROWS = "\n".join(GRANDFATHER[i : i + 9] for i in range(0, 81, 9))


def send(
    text: str, subject: str = "Stuck", html: str = "", reply_to: str = ""
) -> Respond:
    outcome = deliver(text, subject, html, reply_to)
    assert isinstance(outcome, Respond), outcome
    return outcome


def deliver(text: str, subject: str, html: str = "", reply_to: str = "") -> Outcome:
    headers = {"From": "Ada <ada@example.org>", "To": BOT.address, "Subject": subject}
    headers |= {"Message-ID": "<letter@example.org>"}
    headers |= {"In-Reply-To": reply_to} if reply_to else {}
    raw = RawMail(MessageKey("INBOX", 1, 1), posted(text, headers, html), NOW)
    return respond(raw, OPTIONS)


def parts_of(outcome: Respond) -> tuple[str, str]:
    """Text and HTML of the reply as it went over the wire."""
    wire = email.message_from_bytes(
        write(outcome.reply, BOT, NOW), policy=email.policy.default
    )
    bodies = [wire.get_body((kind,)) for kind in ("plain", "html")]
    text, html = (body.get_content() if body else "" for body in bodies)
    return text, html


def answer(
    outcome: Respond, words: str, style: str = "above", subject: str = ""
) -> Respond:
    text, html = parts_of(outcome)
    quoted = "\n".join("> " + line for line in text.splitlines())
    head = "On Sat, 21 Nov 2026 at 09:00, Sudoku <bot@bot.example> wrote:"
    bodies = {
        "above": (f"{words}\n\n{head}\n{quoted}", ""),
        "below": (f"{head}\n{quoted}\n\n{words}", ""),
        "html": (
            f"{words}\n\n{head}\n{quoted}",
            f'<div>{words}</div><div class="gmail_quote"><div>{head}</div>'
            f"<blockquote>{html}</blockquote></div>",
        ),
        "outlook": (
            f"{words}\n\nFrom: Sudoku <bot@bot.example>\nSent: Saturday\n\n{text}",
            "",
        ),
    }
    again = subject or outcome.reply.subject
    return send(*bodies[style][:1], again, bodies[style][1], outcome.reply.message_id)


@pytest.mark.parametrize("style", ["above", "below", "html", "outlook"])
def test_hint_then_next_then_solution(style: str) -> None:
    first = send(f"Please give me a hint:\n\n{ROWS}")
    assert first.kind is Kind.HINT
    second = answer(first, "next", style)
    assert second.kind is Kind.HINT
    assert entries(second) > entries(first) >= 1
    third = answer(second, "solution", style)
    assert third.kind is Kind.SOLVED
    assert third.solutions == (SOLUTION,)


def entries(outcome: Respond) -> int:
    [marker] = find_markers(outcome.reply.text)
    return sum(map(bool, marker.state.grid.entries))


@pytest.mark.parametrize("style", ["above", "below", "html", "outlook"])
def test_a_digit_is_corrected_by_mail(style: str) -> None:
    wrong = send(ROWS.replace("7..2", "2..2", 1))
    assert wrong.kind is Kind.IMPOSSIBLE
    right = answer(wrong, "r1c1=7", style)
    assert right.kind is Kind.SOLVED
    assert right.solutions == (SOLUTION,)


@pytest.mark.parametrize("style", ["above", "below", "html", "outlook"])
def test_the_newest_words_count_more_than_the_old_subject(style: str) -> None:
    first = send(ROWS, subject="hint")
    assert first.kind is Kind.HINT
    assert answer(first, "solution", style).kind is Kind.SOLVED


def test_the_language_of_the_first_letter_stays_with_the_conversation() -> None:
    first = send(f"Hallo, ich komme nicht weiter. Einen Tipp bitte!\n\n{ROWS}")
    assert first.reply.language == "de"
    assert answer(first, "weiter").reply.language == "de"


def test_a_thank_you_needs_no_answer() -> None:
    first = send(f"hint\n\n{ROWS}")
    outcome = deliver(
        "Thank you!\n\n"
        + "\n".join("> " + line for line in parts_of(first)[0].splitlines()),
        first.reply.subject,
    )
    assert isinstance(outcome, Ignore)


def test_words_that_are_not_understood_are_answered_with_what_is() -> None:
    first = send(f"hint\n\n{ROWS}")
    second = answer(first, "Please find attached invoice 2024-117", subject="Hm")
    assert (second.kind, second.want) == (Kind.UNCLEAR, Want.UNCLEAR)
    assert (second.solutions, second.told) == ((), {})
    assert entries(second) == entries(first)
    assert answer(second, "solution").solutions == (SOLUTION,)


def test_a_remark_on_a_cell_that_holds_a_digit_tells_nothing() -> None:
    first = send(f"hint\n\n{ROWS}")
    second = answer(
        first, "The one in the upper left is odd, I would say", subject="Hm"
    )
    assert (second.solutions, second.told) == ((), {})
    assert answer(second, "solution").solutions == (SOLUTION,)


@pytest.mark.parametrize("words", ["r1c6=6", "In row 1, column 6 there is a 6."])
def test_a_digit_missing_among_several_solutions_is_printed(words: str) -> None:
    twins = puzzle(grid(TWINS), Status.AMBIGUOUS, solve(grid(TWINS)))
    first = answer_to([twins], want=Want.HINT)
    assert first.kind is Kind.AMBIGUOUS
    [found] = meant(gmail(first, words)).findings.puzzles
    assert (found.status, found.grid) == (Status.SOLVED, grid())


def test_a_technique_that_was_asked_about_is_told_step_by_step() -> None:
    found = stuck(1, Technique.SKYSCRAPER)
    step = next(Technique.SKYSCRAPER.find(candidate_grid(found)))
    request = Request(Act.TECHNIQUE, technique=Technique.SKYSCRAPER)
    first = answer_to([found], wish=Wish((request,)))
    assert first.answers[0].found

    def next_reply(reply: Content, act: Act) -> Content:
        puzzles = meant(gmail(reply, "where")).findings.puzzles
        return answer_to(puzzles, wish=Wish((Request(act),)))

    places = [first := next_reply(first, Act.WHERE) for _ in range(3)]
    assert "Skyscraper" in places[-1].text
    assert not any(reply.told for reply in places)
    hint = next_reply(places[-1], Act.HINT)
    assert "Skyscraper" in hint.text
    [after] = meant(gmail(hint, "next")).findings.puzzles
    assert set(step.eliminations) <= set(after.ruled_out)
    assert after.sought == 0
    why = meant(gmail(hint, "why?"))
    explained = answer_to(why.findings.puzzles, wish=why.wish)
    assert (explained.kind, "Skyscraper" in explained.text) == (Kind.WHY, True)
