"""Message-IDs of our replies."""

from mailbot.mail.message.identity import is_own_id, reply_id

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
