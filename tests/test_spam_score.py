"""No rule of a spam filter finds anything in a reply of ours."""

import re
import subprocess
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from mailbot.mail.message.writing import write
from mailbot.model import Address, MessageKey, RawMail, Reply, Respond
from mailbot.options import PolicyOptions, RespondOptions
from mailbot.respond.admission import Admission, admit, assemble
from tests.compose.cases import every_kind
from tests.compose.catalogue import TRANSLATED
from tests.middle import respond

pytestmark = pytest.mark.servers

BOT = "sudoku@example.org"
NOON = datetime(2026, 5, 4, 12, tzinfo=UTC)
LETTERS = sorted((Path(__file__).parent / "letters").glob("*.eml"))
ASKED = (
    b"From: ada@people.example\nTo: sudoku@example.org\n"
    b"Subject: Sudoku\nMessage-ID: <1@people.example>\n\n"
)
ALL = ("en", *TRANSLATED)
HARDEST = "pl"
"""Its "ę" is taken for an "e" in disguise where it is frequent (MIXED_ES)."""

OPTIONS = RespondOptions(
    address=BOT, policy=PolicyOptions(addresses=(BOT,), authserv_id="mx.example.org")
)


def replies_to_samples(*, complete: bool) -> Iterator[Reply]:
    """The replies to the sample letters, by turns with and without proof, or both."""
    for number, file in enumerate(LETTERS):
        plain = file.read_bytes()
        both = (vouched(plain), plain)
        for sent in both if complete else (both[number % 2],):
            outcome = respond(letter(sent), OPTIONS)
            if isinstance(outcome, Respond):
                yield outcome.reply


def replies_of_each_kind(*, complete: bool) -> Iterator[Reply]:
    """Replies to a proven sender: those without a grid in `HARDEST`, or all."""
    admission = admit(letter(vouched(ASKED)), OPTIONS)
    assert isinstance(admission, Admission)
    for language in ALL if complete else (HARDEST,):
        for content in every_kind(language).values():
            outcome = assemble(admission, content)
            assert isinstance(outcome, Respond)
            if complete or content.no_puzzle:
                yield outcome.reply


def vouched(rfc822: bytes) -> bytes:
    """A letter as a mail server passes it on that vouches for its sender."""
    domain = re.search(rb"^From:[^@\n]*@([\w.-]+)", rfc822, re.MULTILINE)
    assert domain
    judged = b"dmarc=pass header.from=" + domain[1]
    return b"Authentication-Results: mx.example.org; " + judged + b"\n" + rfc822


def letter(rfc822: bytes) -> RawMail:
    return RawMail(MessageKey("INBOX", 1, 1), rfc822, NOON)


@pytest.mark.timeout(1800)
def test_spamassassin_gives_no_reply_a_point(tmp_path: Path, long: bool) -> None:
    to_samples = [*replies_to_samples(complete=long)]
    assert len(to_samples) > len(LETTERS) * 0.7, "most letters get a reply"
    replies = [*to_samples, *replies_of_each_kind(complete=long)]
    written = [write(reply, Address("Sudoku", BOT), NOON) for reply in replies]
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
