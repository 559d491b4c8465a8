"""The comparison of children reads letters as the product does."""

from mailbot.model import MessageKey, RawMail
from tests import fakes
from tests.bench.spreading import NOON, _answer_all, _local, _nap_all

PUZZLE = (
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
)


def test_its_children_answer_the_calls_that_it_compares() -> None:
    letter = fakes.letter(body=PUZZLE)
    raw = RawMail(MessageKey("INBOX", 1, 1), letter, NOON)
    with _local(1) as pool:
        _answer_all(pool, [raw])
        assert _nap_all(pool, [raw]) > 0
