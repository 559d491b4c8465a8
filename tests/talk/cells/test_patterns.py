"""The tables of patterns: each row holds for its example, and none above it does."""

import pytest

from mailbot.language.folding import fold
from mailbot.language.lexicon import lexicon_of
from mailbot.talk.cells.clauses import clauses_of
from mailbot.talk.cells.digits import OTHER, STRANGE
from mailbot.talk.cells.kinds import Row, Table, holds, kinds_of
from mailbot.talk.cells.stands import STANDS, Stand, stand_of

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


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ("I almost put a 4 in r1c3", "en"),
        ("Who says that r1c3 is a 4", "en"),
        ("If there were a 4 in r1c3, what then", "en"),
        ("and if r1c3 were a 4", "en"),
        ("so, if r1c3 is 4, I give up", "en"),
        ("a 4 in r1c3 would be silly", "en"),
        ("I had a 4 in r1c3 but rubbed it out", "en"),
        ("the paper says r1c3 is a 4, which can't be", "en"),
        ("at first I thought, r1c3 is a 4", "en"),
        ("Wäre r1c3 eine 4, ginge es nicht auf", "de"),
        ("Ich habe nie gesagt, dass r1c3 eine 4 ist", "de"),
        ("El periódico dice que F1C3 es un 4, lo cual es imposible", "es"),
        ("Si F1C3 fuera un 4, no saldría", "es"),
        ("I waver between 2 for r1c3", "en"),
        ("Ich schwanke zwischen zwei in z1s3", "de"),
        ("J'hésite entre deux en l1c3", "fr"),
        ("Dudo entre dos en f1c3", "es"),
        ("Sono indeciso tra due in r1c3", "it"),
        ("Ik twijfel tussen twee in r1k3", "nl"),
        ("Waham się między dwiema w w1k3, 2 zostały", "pl"),
        ("Jag tvekar mellan två på r1k3", "sv"),
    ],
)
def test_what_is_not_so_is_unreal(words: str, language: str) -> None:
    assert stand_of(*clause(words, language)) is Stand.UNREAL


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ("r1c3 is a 4", "en"),
        ("r1c3 is a 4, if you ask me", "en"),
        ("I know why, r1c3 is a 4", "en"),
        ("r1c3 is a 4, which is fine", "en"),
        ("You have r1c3 wrong, 4", "en"),
        ("yesterday r1c3 was a 3, it is a 4", "en"),
        ("In r1c3 würde ich eine 4 setzen", "de"),
        ("Wäre r1c3 eine 4?", "de"),
        ("Sí, F1C3 es un 4", "es"),
        ("si 4", "es"),
    ],
)
def test_what_only_looks_like_it_is_not(words: str, language: str) -> None:
    assert stand_of(*clause(words, language)) in (Stand.AFFIRMED, Stand.OPEN)


def test_a_digit_of_former_times_is_one_of_the_past() -> None:
    assert stand_of(*clause("Yesterday I put a 4 in r1c3")) is Stand.PAST


def test_a_clause_without_words_holds_no_pattern_but_its_ends() -> None:
    assert kinds_of([]) == ()
    assert holds("START END", ())
    assert not holds(".* N", ())
