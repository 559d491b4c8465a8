"""To which address a reply goes: the author's own, and nobody else's."""

import pytest

from mailbot.mail.message.letter import parse
from mailbot.model import Ignore
from mailbot.options import PolicyOptions
from mailbot.policy.recipient import is_own, recipient_of

OPTIONS = PolicyOptions(addresses=("bot@lab.test", "sudoku@b\u00fccher.test"))


def recipient(sender: str, *headers: str) -> str:
    """The address that is answered; "" if none is."""
    lines = (f"From: {sender}", *headers, "", "53..7....")
    envelope = parse("\n".join(lines).encode()).envelope
    assert envelope.sender is not None
    found = recipient_of(envelope, envelope.sender, OPTIONS)
    return "" if isinstance(found, Ignore) else found.address


@pytest.mark.parametrize(
    ("sender", "reply_to", "answered"),
    [
        ("ada@home.test", "ada+sudoku@home.test", "ada+sudoku@home.test"),
        ("Ada+x@home.test", "Ada <ADA@Home.test.>", "ADA@home.test"),
        ("a.da@gmail.com", "ada@googlemail.com", "ada@googlemail.com"),
        ("ada@home.test", "bob@home.test", "ada@home.test"),
        ("eve@gmail.com", "victim@gmail.com", "eve@gmail.com"),
        ("ada@home.test", "ada@mx.home.test", "ada@home.test"),
        ("ada@home.test", "victim@third.test", "ada@home.test"),
        ("ada@home.test", "ada@home.test, victim@home.test", "ada@home.test"),
        ("ada@home.test", "\uff41da@home.test", "ada@home.test"),
        ("ada@home.test", "ada%third.test@home.test", "ada@home.test"),
        ("ada@home.test", '"ada@third.test"@home.test', "ada@home.test"),
        ("ada@home.test", "garbage", "ada@home.test"),
    ],
)
def test_a_reply_to_counts_only_if_it_is_the_mailbox_of_the_sender(
    sender: str, reply_to: str, answered: str
) -> None:
    assert recipient(sender, f"Reply-To: {reply_to}") == answered


@pytest.mark.parametrize(
    "reply_to",
    [
        "noreply@home.test",
        "No-Reply <do-not-reply@elsewhere.test>",
        "mailer-daemon@home.test",
        "bot@lab.test",
        "Sudoku <BOT+hint@Lab.test>",
        "sudoku@xn--bcher-kva.test",
        "ada@home.test, bot@lab.test",
    ],
)
def test_a_reply_to_of_nobody_or_of_ours_gets_no_answer(reply_to: str) -> None:
    assert recipient("ada@home.test", f"Reply-To: {reply_to}") == ""


@pytest.mark.parametrize(
    "domain",
    [
        *("[192.0.2.1]", "[IPv6:::1]", "192.0.2.1", "localhost", "LocalHost."),
        *("intranet", "home.invalid", "pc.local", "hidden.onion", "x.localhost"),
        "nas.home.arpa",
    ],
)
def test_a_sender_whom_no_mail_can_reach_gets_no_answer(domain: str) -> None:
    assert recipient(f"<ada@{domain}>") == ""


def test_our_own_address_is_known_in_any_spelling() -> None:
    for own in ("bot@lab.test", "BOT+x@LAB.test.", "sudoku@b\u00dccher.test"):
        assert is_own(own, OPTIONS)
    assert not is_own("ada@lab.test", OPTIONS)
