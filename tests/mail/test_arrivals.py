"""A mailbox that is selected, and which letters are fetched ahead of their turn."""

from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any, cast

import pytest
from imapclient.exceptions import IMAPClientError

from mailbot.errors import BadSettings
from mailbot.mail.imap.arrivals import Arrivals, Selected, measure, select
from mailbot.mail.imap.fetched import BODY, TWINS, Piece, parse_fetched
from mailbot.mail.imap.session import Session, number
from mailbot.mail.message.writing import REPLY_HEADER
from tests.fakes import letter

OURS = f"X-Loop: bot@lab.test\r\n{REPLY_HEADER}: r1@lab.test\r\n\r\n".encode()


class Server:
    """A mailbox with letters of some sizes; one of them may be a copy of our reply."""

    def __init__(self, sizes: Iterable[int], copy: int = 0) -> None:
        self._sizes = dict(enumerate(sizes, 1))
        self._copy = copy

    def forget_announcements(self) -> None:
        pass

    def search(self, criteria: list[object]) -> list[int]:
        return list(self._sizes)

    def fetch(self, uids: list[int], what: list[str]) -> dict[int, dict[bytes, Any]]:
        return {
            uid: {
                b"RFC822.SIZE": self._sizes[uid],
                b"INTERNALDATE": datetime(2026, 5, 17, tzinfo=UTC),
                b"BODY[HEADER.FIELDS]": OURS if uid == self._copy else b"\r\n",
            }
            for uid in uids
        }


class ServerWithout:
    """A server on which the mailbox does not exist."""

    def select_folder(self, mailbox: str) -> object:
        raise IMAPClientError(f"Mailbox doesn't exist: {mailbox}")


def test_a_missing_mailbox_is_an_error_of_the_settings_only_the_first_time() -> None:
    session = cast(Session, ServerWithout())
    with pytest.raises(BadSettings, match="no mailbox 'Puzzles'"):
        select(session, "Puzzles", "Puzzles", selected_before=False)
    with pytest.raises(IMAPClientError):
        select(session, "Puzzles", "Puzzles", selected_before=True)


def upcoming(*sizes: int, copy: int = 0) -> list[int]:
    """What is fetched along with the first letter."""
    session = cast(Session, Server(sizes, copy))
    mailbox = Selected("INBOX", "INBOX", 1)
    arrivals = Arrivals(mailbox)
    arrivals.search(session, None)
    uids = arrivals.unmeasured(set()) or []
    arrivals.add(measure(session, mailbox, uids, "bot@lab.test"))
    arrivals.take()
    return arrivals.upcoming()


def test_small_letters_behind_the_first_are_fetched_with_it() -> None:
    assert upcoming(900_000, 500, 600) == [2, 3]
    assert len(upcoming(*[500] * 40)) == 8


def test_a_large_letter_is_not_fetched_before_it_is_asked_for() -> None:
    assert upcoming(500, 500, 100_001, 500) == [2]


def test_a_copy_of_our_reply_is_not_fetched() -> None:
    assert upcoming(500, 500, 500, copy=2) == []


@pytest.mark.parametrize("told", [None, "7", -1, 2**63, b"7", (), (2**64,)], ids=repr)
def test_what_can_be_no_number_of_a_server_counts_as_missing(told: object) -> None:
    """A ledger holds 64 bits."""
    assert number({b"EXISTS": told}, b"EXISTS") == 0
    assert number({b"EXISTS": (2**63 - 1,)}, b"EXISTS") == 2**63 - 1


def test_a_literal_of_any_bytes_is_a_literal() -> None:
    pieces: list[Piece] = [(b"1 (UID 4 BODY[] ~{5}", b"a\0~b{"), b")"]
    assert parse_fetched(pieces, [4])[4][b"BODY[]"] == b"a\0~b{"


def test_a_letter_that_is_given_twice_is_one_letter_though_it_was_cut() -> None:
    whole, another, nameless = letter(), letter("bob@people.example"), b"\r\nhello"
    bodies = [whole[:-5], whole, another, another[:-3], nameless, nameless]
    pieces: list[Piece] = []
    for body in bodies:
        pieces += [(b"1 (UID 4 BODY[] {%d}" % len(body), body), b")"]
    found = parse_fetched(pieces, [4])[4]
    assert found[BODY] == whole
    assert list(found[TWINS].values()) == [another[:-3], nameless]


@pytest.mark.parametrize("others", [(9, OURS), (8, b"\r\n")])
def test_two_sizes_or_heads_under_one_uid_are_those_of_no_letter(
    others: tuple[int, bytes],
) -> None:
    pieces: list[Piece] = []
    for size, head in ((8, OURS), others):
        before = b"1 (UID 4 RFC822.SIZE %d BODY[HEADER]<0> {%d}" % (size, len(head))
        pieces += [(before, head), b")"]
    told = parse_fetched(pieces, [4])[4]
    assert number(told, b"RFC822.SIZE") == 0
    assert b"BODY[HEADER]<0>" not in told
