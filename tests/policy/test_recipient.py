"""To which address a reply goes: the author's own, and nobody else's."""

from mailbot.mail.message.letter import parse
from mailbot.model import Ignore
from mailbot.options import PolicyOptions
from mailbot.policy import is_own, recipient_of
from tests.cases import cases_of

cases = cases_of(__file__)

OPTIONS = PolicyOptions(addresses=("bot@lab.test", "sudoku@b\u00fccher.test"))


def recipient(sender: str, *headers: str) -> str:
    """The address that is answered; "" if none is."""
    lines = (f"From: {sender}", *headers, "", "53..7....")
    envelope = parse("\n".join(lines).encode()).envelope
    assert envelope.sender is not None
    found = recipient_of(envelope, envelope.sender, OPTIONS)
    return "" if isinstance(found, Ignore) else found.address


@cases("sender, reply_to, answered")
def test_a_reply_to_counts_only_if_it_is_the_mailbox_of_the_sender(
    sender: str, reply_to: str, answered: str
) -> None:
    assert recipient(sender, f"Reply-To: {reply_to}") == answered


@cases("reply_to")
def test_a_reply_to_of_nobody_or_of_ours_gets_no_answer(reply_to: str) -> None:
    assert recipient("ada@home.test", f"Reply-To: {reply_to}") == ""


@cases("domain")
def test_a_sender_whom_no_mail_can_reach_gets_no_answer(domain: str) -> None:
    assert recipient(f"<ada@{domain}>") == ""


def test_our_own_address_is_known_in_any_spelling() -> None:
    for own in ("bot@lab.test", "BOT+x@LAB.test.", "sudoku@b\u00dccher.test"):
        assert is_own(own, OPTIONS)
    assert not is_own("ada@lab.test", OPTIONS)
