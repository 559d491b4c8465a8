"""No rule of a spam filter finds anything in a reply of ours."""

import re
import subprocess
from datetime import UTC, datetime
from pathlib import Path

import pytest

from mailbot.mail.message.writing import write
from mailbot.model import Address, MessageKey, RawMail, Respond
from mailbot.options import PolicyOptions, RespondOptions
from mailbot.respond import respond

pytestmark = pytest.mark.servers

BOT = "sudoku@example.org"
NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
LETTERS = sorted((Path(__file__).parent / "letters").glob("*.eml"))
VOUCHED = (
    b"Authentication-Results: mx.example.org; dmarc=pass header.from=people.example\n"
)
OPTIONS = RespondOptions(
    address=BOT,
    policy=PolicyOptions(addresses=(BOT,), authserv_id="mx.example.org"),
)


def replies() -> list[bytes]:
    """The reply to each sample letter, with and without proof of its sender."""
    found = []
    for file in LETTERS:
        for proof in (VOUCHED, b""):
            raw = RawMail(MessageKey("INBOX", 1, 1), proof + file.read_bytes(), NOON)
            outcome = respond(raw, OPTIONS, NOON)
            if isinstance(outcome, Respond):
                found.append(write(outcome.reply, Address("Sudoku", BOT), NOON))
    return found


def test_spamassassin_gives_no_reply_a_point(tmp_path: Path) -> None:
    written = replies()
    assert len(written) > len(LETTERS), "proven or not, most letters get a reply"
    box = tmp_path / "replies.mbox"
    mark = b"From sudoku@example.org Mon May  4 12:00:00 2026\n"
    box.write_bytes(
        b"".join(
            mark
            + reply.replace(b"\r\n", b"\n").replace(b"\nFrom ", b"\n>From ")
            + b"\n"
            for reply in written
        )
    )
    done = subprocess.run(
        ["spamassassin", "--local", "--mbox", str(box)],
        capture_output=True,
        env={"HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
        check=True,
    )
    shown = re.sub(r"\n\s+", " ", done.stdout.decode("utf-8", "replace"))
    verdicts = re.findall(r"^X-Spam-Status: No, score=(\S+) .*tests=(\S*)", shown, re.M)
    assert len(verdicts) == len(written)
    # The two rules of mail that came over no network give less than nothing.
    assert {float(score) for score, _ in verdicts} == {0.0}, verdicts
