"""Message-IDs of our replies."""

import base64

from mailbot.mail.message.identity import is_own_id, letter_ids, reply_id
from mailbot.mail.message.letter import parse
from tests.cases import cases_of

cases = cases_of(__file__)

OURS = ("bot@lab.test", "sudoku@Other.test")
HASH = "0123456789abcdef" * 4


def test_a_reply_has_the_same_id_whenever_it_is_sent() -> None:
    assert reply_id(HASH, "bot@lab.test") == reply_id(HASH.upper(), "bot@Lab.test")
    assert reply_id("f" + HASH[1:], "bot@lab.test") != reply_id(HASH, "bot@lab.test")


def test_a_bot_without_an_address_still_gives_valid_ids() -> None:
    assert reply_id(HASH, "") == f"<sudoku.{HASH[:32]}@localhost>"


def test_our_ids_are_known_under_any_address_of_ours() -> None:
    assert is_own_id(reply_id(HASH, "sudoku@other.test"), OURS)
    assert is_own_id(reply_id(HASH, "bot@lab.test").strip("<>").upper(), OURS)


def test_ids_of_colleagues_and_of_other_bots_are_not_ours() -> None:
    assert not is_own_id(f"<{HASH[:32]}@lab.test>", OURS)
    assert not is_own_id(reply_id(HASH, "bot@elsewhere.test"), OURS)
    assert not is_own_id(reply_id(HASH, "bot@lab.test").replace("@", ".2@"), OURS)
    assert not is_own_id("", OURS)


SIGNATURE = base64.b64encode(bytes(range(64))).decode()
"""64 bytes: the last character of this has four bits to spare, and two = follow."""


@cases("written")
def test_a_signature_is_known_however_it_is_written_anew(written: str) -> None:
    """A replayed letter with another Message-ID; its verifier forgives all of these."""
    assert marks(written) == marks(SIGNATURE) != ()


def test_another_signature_marks_another_letter() -> None:
    assert marks(base64.b64encode(bytes(64)).decode()) != marks(SIGNATURE)
    assert marks("") == marks("QUJD") == ()


def marks(signature: str) -> tuple[str, ...]:
    signed = f"DKIM-Signature: v=1; d=home.test; b={signature}; s=a"
    head = f"From: ada@home.test\r\n{signed}\r\n\r\n"
    return letter_ids(parse(head.encode()).envelope)
