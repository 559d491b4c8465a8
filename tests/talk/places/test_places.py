"""Names of cells and houses: each rule of the grammar, and each language."""

import pytest

from mailbot.language.folding import fold
from mailbot.language.lexicon import lexicon_of
from mailbot.talk.cells.clauses import clauses_of
from mailbot.talk.places.grammar import place_at
from mailbot.talk.places.place import Place
from solver import Shape

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


@pytest.mark.parametrize(
    ("text", "name"),
    [
        # short
        ("r4c7", "r4c7"),
        ("R4 C7", "r4c7"),
        ("c7r4", "r4c7"),
        ("r4, c7", "r4c7"),
        ("Z4S7", "r4c7"),
        ("w4k7", "r4c7"),
        ("L4C7", "r4c7"),
        ("F4C7", "r4c7"),
        # pair
        ("(4,7)", "r4c7"),
        ("(4/7)", "r4c7"),
        ("4,7 = 3", "r4c7"),
        ("4,7 is 3", "r4c7"),
        # letter and number
        ("A1", "r1c1"),
        ("I9", "r9c9"),
        # line and line
        ("row 4, column 7", "r4c7"),
        ("column 7 of row 4", "r4c7"),
        ("the fourth row, in the last column", "r4c9"),
        ("4 down and 7 across", "r4c7"),
        # nth in a line or a box
        ("the 5th number in the first row", "r1c5"),
        ("the last cell of the third column", "r9c3"),
        ("the second cell of box 9", "r7c8"),
        ("the third cell of the top row", "r1c3"),
        ("the fourth square in the left column", "r4c1"),
        ("the third on the left in row 4", "r4c3"),
        ("the third cell at the top of column 2", "r3c2"),
        # a line, then the nth
        ("third row, fifth square", "r3c5"),
        ("row 3, number 5", "r3c5"),
        # corners and the middle
        ("the top left corner", "r1c1"),
        ("the bottom right cell", "r9c9"),
        ("the middle cell", "r5c5"),
        # houses
        ("row 3", "R3"),
        ("the second last row", "R8"),
        ("the bottom row", "R9"),
        ("the left column", "C1"),
        ("box 5", "B5"),
        ("the fifth box", "B5"),
        ("the top left box", "B1"),
        ("the box in the middle", "B5"),
        ("the right box", "B6"),
        ("the box at the bottom", "B8"),
    ],
)
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


@pytest.mark.parametrize(
    "text",
    [
        "r4",
        "4,7",
        "r10c3",
        "r0c1",
        "row 12, column 3",
        "I was born in 1952",
        "three or four of us",
        "the first of May",
        "top marks to you",
        "platform 9",
        "",
    ],
)
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


@pytest.mark.parametrize(
    ("language", "words", "cell"),
    [
        ("en", "the middle cell of the bottom left box", "r8c2"),
        ("en", "top right cell of the middle box", "r4c6"),
        ("en", "the centre of box 7", "r8c2"),
        ("en", "bottom left corner of box 3", "r3c7"),
        ("en", "the middle square in the third box", "r2c8"),
        ("en", "the middle cell of row 3", "r3c5"),
        ("de", "das mittlere Feld des Blocks links unten", "r8c2"),
        ("de", "in der Mitte von Block 7", "r8c2"),
        ("de", "oben links in Block 5", "r4c4"),
        ("fr", "la case centrale du bloc en bas à gauche", "r8c2"),
        ("fr", "la case du milieu du bloc 7", "r8c2"),
        ("es", "la casilla central del bloque inferior izquierdo", "r8c2"),
        ("es", "la esquina superior derecha del bloque 5", "r4c6"),
        ("it", "la casella centrale del riquadro in basso a sinistra", "r8c2"),
        ("it", "la casella in alto a destra del riquadro 5", "r4c6"),
        ("nl", "het middelste vakje van het blok linksonder", "r8c2"),
        ("nl", "het vakje rechtsboven in blok 5", "r4c6"),
        ("pl", "środkowe pole lewego dolnego kwadratu", "r8c2"),
        ("sv", "mittenrutan i lådan längst ner till vänster", "r8c2"),
        ("sv", "den mittersta rutan i box 7", "r8c2"),
    ],
)
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


@pytest.mark.parametrize(
    ("text", "language", "name"),
    [
        ("het derde vakje van de bovenste rij", "nl", "r1c3"),
        ("das dritte Feld der obersten Zeile", "de", "r1c3"),
        ("la troisième case de la première ligne", "fr", "r1c3"),
        ("la tercera casilla de la fila de arriba", "es", "r1c3"),
        ("la terza casella della prima riga", "it", "r1c3"),
        ("trzecie pole w górnym rzędzie", "pl", "r1c3"),
        ("den tredje rutan på översta raden", "sv", "r1c3"),
        ("la casella sesta riga, terza colonna", "it", "r6c3"),
    ],
)
def test_a_cell_is_counted_in_a_house_that_is_named_by_its_edge(
    text: str, language: str, name: str
) -> None:
    assert cells_in(text, language) == named(name)


@pytest.mark.parametrize(
    ("text", "language", "name"),
    [
        ("what is in the middle?", "en", "r5c5"),
        ("Welche Zahl steht genau in der Mitte?", "de", "r5c5"),
        ("Jaka cyfra jest w samym środku diagramu?", "pl", "r5c5"),
        ("colonna 9, l'ultima a destra", "it", "C9"),
        ("column 9, the last on the right", "en", "C9"),
        ("row 9, the last at the bottom", "en", "R9"),
    ],
)
def test_the_middle_and_the_last_house_are_told_from_cells(
    text: str, language: str, name: str
) -> None:
    assert cells_in(text, language) == named(name)


@pytest.mark.parametrize("text", ["I am stuck in the middle", "the middle sudoku"])
def test_the_middle_of_other_things_is_no_place(text: str) -> None:
    assert cells_in(text) == ()
