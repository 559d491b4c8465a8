"""Letters and what they get: tests/letters/NAME.eml -> tests/replies/NAME.txt.

`pytest --update-replies` writes the replies anew; the difference is for a person to
read before it is kept.
"""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from mailbot.model import MessageKey, Outcome, RawMail, Respond
from mailbot.options import PolicyOptions, RespondOptions
from tests.middle import respond

LETTERS = Path(__file__).parent / "letters"
REPLIES = Path(__file__).parent / "replies"
NAMES = sorted(path.stem for path in LETTERS.glob("*.eml"))
NOW = datetime(2026, 11, 20, 9, 0, tzinfo=UTC)
OPTIONS = RespondOptions(
    address="sudoku@example.net",
    policy=PolicyOptions(
        addresses=("sudoku@example.net",), authserv_id="mail.example.net"
    ),
)


def outcome_of(name: str) -> Outcome:
    rfc822 = (LETTERS / f"{name}.eml").read_bytes()
    return respond(RawMail(MessageKey("INBOX", 1, 1), rfc822, NOW), OPTIONS)


def written(outcome: Outcome) -> str:
    """An outcome as a person would want to look it over."""
    if not isinstance(outcome, Respond):
        return f"{type(outcome).__name__}: {outcome.why}\n"
    reply = outcome.reply
    head = [
        f"Kind: {outcome.kind}",
        f"To: {reply.to.address}",
        f"Subject: {reply.subject}",
        f"Language: {reply.language}",
        *(f"Solution: {line}" for line in outcome.solutions),
        *(f"Image: {image.content_type}, {image.alt}" for image in reply.images),
    ]
    return "\n".join([*head, "", reply.text])


@pytest.mark.parametrize("name", NAMES)
def test_a_letter_has_its_reply(name: str, request: pytest.FixtureRequest) -> None:
    now = written(outcome_of(name))
    kept = REPLIES / f"{name}.txt"
    if request.config.getoption("--update-replies"):
        kept.write_text(now)
    assert now == kept.read_text()


def test_every_approved_reply_has_its_letter() -> None:
    assert sorted(path.stem for path in REPLIES.glob("*.txt")) == NAMES
