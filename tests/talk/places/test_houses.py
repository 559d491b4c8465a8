"""Houses that are named by where they lie: the lower middle block."""

import pytest

from mailbot.language.folding import fold
from mailbot.language.lexicon import lexicon_of
from mailbot.talk.cells.clauses import clauses_of
from solver import Shape
from tests.cases import cases_of

cases = cases_of(__file__)

NINE = Shape(3, 3)
BOXES = {
    "en": [
        ("the lower middle block", 8),
        ("the middle block at the bottom", 8),
        ("the bottom middle box", 8),
        ("the block in the middle at the bottom", 8),
        ("the box on the left in the middle", 4),
        ("the top right box", 3),
        ("the right box at the top", 3),
        ("the centre box", 5),
        ("the middle box on the right", 6),
    ],
    "de": [
        ("der untere mittlere Block", 8),
        ("der mittlere Block unten", 8),
        ("der Block unten in der Mitte", 8),
        ("das Neunerfeld links in der Mitte", 4),
        ("der linke Block in der Mitte", 4),
        ("der Block oben rechts", 3),
        ("das mittlere Quadrat", 5),
        ("Was geht im Mittelblock noch?", 5),
        ("der Mittelkasten", 5),
    ],
    "fr": [
        ("le bloc du milieu en bas", 8),
        ("le carré central inférieur", 8),
        ("le bloc en bas au milieu", 8),
        ("le bloc de gauche au milieu", 4),
        ("le carré en haut à droite", 3),
        ("le bloc central", 5),
    ],
    "es": [
        ("el bloque central inferior", 8),
        ("el bloque del medio abajo", 8),
        ("el bloque de abajo en medio", 8),
        ("el cuadro izquierdo del medio", 4),
        ("el bloque superior derecho", 3),
        ("el bloque central", 5),
    ],
    "it": [
        ("il blocco centrale in basso", 8),
        ("il riquadro in basso al centro", 8),
        ("il riquadro a sinistra al centro", 4),
        ("il blocco in alto a destra", 3),
        ("il riquadro centrale", 5),
    ],
    "nl": [
        ("het middelste blok onderaan", 8),
        ("het onderste middelste blok", 8),
        ("het blok onder in het midden", 8),
        ("het linker blok in het midden", 4),
        ("het blok rechtsboven", 3),
        ("het middelste blok", 5),
        ("het linkeronderblok", 7),
        ("wat kan er in het middenblok?", 5),
        ("het blok middenonder", 8),
    ],
    "pl": [
        ("środkowy blok na dole", 8),
        ("dolny środkowy kwadrat", 8),
        ("blok na dole w środku", 8),
        ("lewy środkowy blok", 4),
        ("blok w prawym górnym", 3),
        ("środkowy blok", 5),
    ],
    "sv": [
        ("det mittersta blocket längst ner", 8),
        ("det nedre mittersta blocket", 8),
        ("blocket nere i mitten", 8),
        ("vänstra blocket i mitten", 4),
        ("blocket uppe till höger", 3),
        ("mittersta blocket", 5),
        ("i mittenlådan", 5),
    ],
}
COLUMNS = {
    "en": "the column on the far right",
    "de": "die Spalte ganz rechts",
    "fr": "la colonne de droite",
    "es": "la columna de la derecha",
    "it": "la colonna a destra",
    "nl": "de kolom aan de rechterkant",
    "pl": "kolumna po prawej",
    "sv": "kolumnen längst till höger",
}
CONTRADICTORY = [
    ("en", "the top box at the bottom"),
    ("de", "der linke Block rechts"),
    ("sv", "övre blocket längst ner"),
]


def houses(language: str, words: str) -> list[tuple[int, ...]]:
    clauses = clauses_of(fold(words), lexicon_of(language))
    places = [item.place for clause in clauses for item in clause if item.place]
    return [tuple(place.cells(NINE)) for place in places]


@pytest.mark.parametrize(
    ("language", "words", "box"),
    [(code, words, box) for code, named in BOXES.items() for words, box in named],
)
def test_a_box_is_named_by_all_the_words_that_tell_where_it_lies(
    language: str, words: str, box: int
) -> None:
    assert houses(language, words) == [tuple(NINE.boxes[box - 1])]


@pytest.mark.parametrize(("language", "words"), COLUMNS.items())
def test_a_column_may_be_named_by_the_side_behind_it(language: str, words: str) -> None:
    assert houses(language, words) == [tuple(NINE.columns[-1])]


@pytest.mark.parametrize(("language", "words"), CONTRADICTORY)
def test_words_that_contradict_each_other_name_no_box(
    language: str, words: str
) -> None:
    assert not any(houses(language, words))


@cases("language, words")
def test_the_last_column_on_the_right_is_a_column_and_no_cell(
    language: str, words: str
) -> None:
    assert houses(language, words)[0] == tuple(NINE.columns[-1])


@pytest.mark.parametrize(
    ("language", "words", "house"),
    [
        ("es", "la columna izquierda", NINE.columns[0]),
        ("nl", "de rechterkolom", NINE.columns[-1]),
        ("nl", "de bovenrij", NINE.rows[0]),
        ("de", "die Zellen der z8", NINE.rows[7]),
        ("nl", "is 2 in k9 beperkt?", NINE.columns[8]),
    ],
)
def test_a_house_may_be_named_by_one_word(
    language: str, words: str, house: tuple[int, ...]
) -> None:
    assert houses(language, words) == [tuple(house)]


@pytest.mark.parametrize(
    ("language", "words"),
    [("de", "Z4/S7"), ("es", "casilla 4/7"), ("sv", "r. 4, k. 7")],
)
def test_a_cell_may_be_named_in_short(language: str, words: str) -> None:
    assert houses(language, words) == [(33,)]


def test_asking_if_a_column_is_right_does_not_name_the_right_side() -> None:
    assert houses("en", "is the column right?") == []
