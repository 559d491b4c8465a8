"""The tables of patterns: each row holds for its example, and none above it does."""

import pytest

from mailbot.language.folding import fold
from mailbot.language.lexicon import lexicon_of
from mailbot.talk.cells.clauses import clauses_of
from mailbot.talk.cells.digits import OTHER, STRANGE
from mailbot.talk.cells.kinds import Row, Table, holds, kinds_of
from mailbot.talk.cells.stands import STANDS, Stand, stand_of
from tests.cases import cases_of

cases = cases_of(__file__)

TABLES = {"stands": STANDS, "other": OTHER, "strange": STRANGE}


def clause(words: str, language: str = "en") -> tuple[tuple[str, ...], int]:
    """The kinds of a clause, and the place of its 4, or of its first number."""
    [items] = clauses_of(fold(words), lexicon_of(language, "verdict"))
    numbers = [at for at, item in enumerate(items) if item.is_number]
    fours = [at for at in numbers if items[at].token.number == 4]
    return kinds_of(items), (fours or numbers)[0]


@pytest.mark.parametrize(
    ("table", "row"),
    [(table, row) for table in TABLES.values() for row in table.rows],
    ids=[f"{name}: {row.example}" for name, t in TABLES.items() for row in t.rows],
)
def test_a_row_is_the_first_that_holds_of_its_example(table: Table, row: Row) -> None:
    coded = row.example[2:4] == ": "
    words = row.example[4:] if coded else row.example
    assert table.first(*clause(words, row.example[:2] if coded else "en")) == row


def test_a_pattern_is_read_as_its_elements_say() -> None:
    kinds, at = clause("it is no 3 but a 4, Ann")
    assert holds("not N BUT indefinite D", kinds, at)
    assert holds("START .* N -* BREAK ^N* D COMMA UNKNOWN END", kinds, at)
    assert holds("N ^not|D{2} =COMMA|D D", kinds, at)
    assert not holds("N ~* D", kinds, at)
    assert not holds("D COMMA END", kinds, at)


@cases("words, language")
def test_what_is_not_so_is_unreal(words: str, language: str) -> None:
    assert stand_of(*clause(words, language)) is Stand.UNREAL


@cases("words, language")
def test_what_only_looks_like_it_is_not(words: str, language: str) -> None:
    assert stand_of(*clause(words, language)) in (Stand.AFFIRMED, Stand.OPEN)


def test_a_digit_of_former_times_is_one_of_the_past() -> None:
    assert stand_of(*clause("Yesterday I put a 4 in r1c3")) is Stand.PAST


def test_a_clause_without_words_holds_no_pattern_but_its_ends() -> None:
    assert kinds_of([]) == ()
    assert holds("START END", ())
    assert not holds(".* N", ())
