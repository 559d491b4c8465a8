"""Names of cells and houses: each rule of the grammar, and each language."""

import pytest

from mailbot.language.folding import fold
from mailbot.language.lexicon import lexicon_of
from mailbot.talk.cells.clauses import clauses_of
from mailbot.talk.places.grammar import place_at
from mailbot.talk.places.place import Place
from solver import Shape
from tests.cases import cases_of

cases = cases_of(__file__)

NINE = Shape(3, 3)


def place_in(text: str, language: str = "en") -> Place:
    """The first place that a text names; one of length 0 where it names none."""
    tokens = lexicon_of(language).read(fold(text))
    places = (place_at(tokens[start:]) for start in range(len(tokens)))
    return next((place for place in places if place.length), Place())


def cells_in(text: str, language: str = "en", shape: Shape = NINE) -> tuple[int, ...]:
    return place_in(text, language).cells(shape)


def named(name: str) -> tuple[int, ...]:
    """The cells of r4c7, R3 (a row), C5 (a column) or B9 (a box)."""
    if name[0] == "r":
        row, _, column = name[1:].partition("c")
        return ((int(row) - 1) * 9 + int(column) - 1,)
    houses = {"R": NINE.rows, "C": NINE.columns, "B": NINE.boxes}[name[0]]
    return houses[int(name[1:]) - 1]


@cases("text, name")
def test_each_rule_finds_its_place(text: str, name: str) -> None:
    assert cells_in(text) == named(name)


TABLE = {
    "en": {
        "row three, column five": "r3c5",
        "the 7th square in the 2nd row": "r2c7",
        "line 8 col 2": "r8c2",
        "the last square of the last row": "r9c9",
        "the upper right corner": "r1c9",
        "the centre square": "r5c5",
        "the ninth row": "R9",
        "the rightmost column": "C9",
        "block 4": "B4",
        "the bottom left box": "B7",
    },
    "de": {
        "Zeile 3, Spalte 5": "r3c5",
        "die siebte Zahl in der zweiten Zeile": "r2c7",
        "3. Zeile, 5. Spalte": "r3c5",
        "das letzte Feld der letzten Reihe": "r9c9",
        "rechts oben in der Ecke": "r1c9",
        "das mittlere Feld": "r5c5",
        "die neunte Zeile": "R9",
        "die rechte Spalte": "C9",
        "Block 4": "B4",
        "das Kästchen in Zeile 8 und Spalte 2": "r8c2",
    },
    "es": {
        "fila 3, columna 5": "r3c5",
        "el séptimo número de la segunda fila": "r2c7",
        "la tercera fila, quinta columna": "r3c5",
        "la última casilla de la última fila": "r9c9",
        "la casilla central": "r5c5",
        "la esquina superior derecha": "r1c9",
        "la novena fila": "R9",
        "la última columna": "C9",
        "el bloque 4": "B4",
        "en la columna 2 de la fila 8": "r8c2",
    },
    "fr": {
        "ligne 3, colonne 5": "r3c5",
        "le septième chiffre de la deuxième ligne": "r2c7",
        "la 3e ligne, 5e colonne": "r3c5",
        "la dernière case de la dernière ligne": "r9c9",
        "la case centrale": "r5c5",
        "le coin supérieur droit": "r1c9",
        "la neuvième ligne": "R9",
        "la dernière colonne": "C9",
        "le bloc 4": "B4",
        "dans la colonne 2 de la ligne 8": "r8c2",
    },
    "it": {
        "riga 3, colonna 5": "r3c5",
        "il settimo numero della seconda riga": "r2c7",
        "la terza riga, quinta colonna": "r3c5",
        "l'ultima casella dell'ultima riga": "r9c9",
        "la casella centrale": "r5c5",
        "l'angolo in alto a destra": "r1c9",
        "la nona riga": "R9",
        "l'ultima colonna": "C9",
        "il blocco 4": "B4",
        "nella colonna 2 della riga 8": "r8c2",
    },
    "nl": {
        "rij 3, kolom 5": "r3c5",
        "het zevende getal in de tweede rij": "r2c7",
        "de derde rij, vijfde kolom": "r3c5",
        "het laatste vakje van de laatste rij": "r9c9",
        "het middelste vakje": "r5c5",
        "de hoek rechtsboven": "r1c9",
        "de negende rij": "R9",
        "de rechter kolom": "C9",
        "blok 4": "B4",
        "kolom 2 van rij 8": "r8c2",
    },
    "pl": {
        "wiersz 3, kolumna 5": "r3c5",
        "siódma cyfra w drugim wierszu": "r2c7",
        "trzeci wiersz, piąta kolumna": "r3c5",
        "ostatnie pole w ostatnim wierszu": "r9c9",
        "środkowe pole": "r5c5",
        "prawy górny róg": "r1c9",
        "dziewiąty wiersz": "R9",
        "ostatnia kolumna": "C9",
        "kwadrat 4": "B4",
        "w kolumnie 2 wiersza 8": "r8c2",
    },
    "sv": {
        "rad 3, kolumn 5": "r3c5",
        "den sjunde siffran på andra raden": "r2c7",
        "tredje raden, femte kolumnen": "r3c5",
        "sista rutan på sista raden": "r9c9",
        "den mittersta rutan": "r5c5",
        "övre högra hörnet": "r1c9",
        "nionde raden": "R9",
        "högra kolumnen": "C9",
        "box 4": "B4",
        "kolumn 2 i rad 8": "r8c2",
    },
}


@pytest.mark.parametrize(
    ("language", "text"), [(code, text) for code in TABLE for text in TABLE[code]]
)
def test_ten_names_are_understood_in_each_language(language: str, text: str) -> None:
    assert cells_in(text, language) == named(TABLE[language][text])


@pytest.mark.parametrize("language", TABLE)
def test_accents_and_case_do_not_count(language: str) -> None:
    for text, name in TABLE[language].items():
        assert cells_in(fold(text), language) == named(name), text
        assert cells_in(text.upper(), language) == named(name), text


@cases("text")
def test_what_names_no_cell_of_the_grid_is_no_cell(text: str) -> None:
    place = place_in(text)
    assert not (place.is_cell and place.cells(NINE))


def test_a_letter_and_a_number_may_be_meant_in_either_order() -> None:
    place = place_in("B7 is a 3")
    assert place.lettered
    assert {place.row, place.column} == {7, 2}


def test_a_place_counts_within_the_size_of_its_grid() -> None:
    small = Shape(3, 2)
    assert cells_in("the last cell of the last row", shape=small) == (35,)
    assert cells_in("the middle row", shape=small) == ()
    assert cells_in("r7c1", shape=small) == ()
    assert cells_in("r16c16", shape=Shape(4, 4)) == (255,)
    assert cells_in("the bottom right box", shape=small) == small.boxes[5]


def test_a_sign_before_a_cell_is_no_part_of_its_name() -> None:
    tokens = lexicon_of("en").read(", r4c7")
    assert place_at(tokens) == Place()
    assert place_at(tokens[1:]).cells(NINE) == (33,)


@cases("language, words, cell")
def test_a_cell_is_told_by_its_place_in_a_house(
    language: str, words: str, cell: str
) -> None:
    clauses = clauses_of(fold(words), lexicon_of(language))
    [place] = [item.place for clause in clauses for item in clause if item.place]
    [found] = place.cells(NINE)
    assert f"r{found // 9 + 1}c{found % 9 + 1}" == cell


def test_a_box_of_even_sides_has_no_middle_cell() -> None:
    assert Place(box=1, within=(0, 0)).cells(Shape(2, 2)) == ()
    assert Place(box=1, within=(1, -1)).cells(Shape(2, 2)) == (1,)


@cases("text, language, name")
def test_a_cell_is_counted_in_a_house_that_is_named_by_its_edge(
    text: str, language: str, name: str
) -> None:
    assert cells_in(text, language) == named(name)


@cases("text, language, name")
def test_the_middle_and_the_last_house_are_told_from_cells(
    text: str, language: str, name: str
) -> None:
    assert cells_in(text, language) == named(name)


@pytest.mark.parametrize("text", ["I am stuck in the middle", "the middle sudoku"])
def test_the_middle_of_other_things_is_no_place(text: str) -> None:
    assert cells_in(text) == ()
