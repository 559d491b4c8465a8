"""Ordinals of rows and columns: every pair, in the orders in which people say them."""

import pytest

from mailbot.language.folders import written
from mailbot.language.folding import fold
from mailbot.language.lexicon import lexicon_of
from mailbot.talk.places.grammar import place_at
from solver import Shape

NINE = Shape(3, 3)

ORDINALS = {
    "en": "first second third fourth fifth sixth seventh eighth ninth",
    "de": "erste zweite dritte vierte fünfte sechste siebte achte neunte",
    "fr": (
        "première deuxième troisième quatrième cinquième sixième septième huitième "
        "neuvième"
    ),
    "es": "primera segunda tercera cuarta quinta sexta séptima octava novena",
    "it": "prima seconda terza quarta quinta sesta settima ottava nona",
    "nl": "eerste tweede derde vierde vijfde zesde zevende achtste negende",
    "pl": "pierwszy drugi trzeci czwarty piąty szósty siódmy ósmy dziewiąty",
    "sv": "första andra tredje fjärde femte sjätte sjunde åttonde nionde",
}

NAMES = {
    "en": (
        "{r} row, {c} column | {c} column, {r} row | the {c} cell of the {r} row | "
        "cell {r} row, {c} column | {c} column in the {r} row | row {r}, column {c}"
    ),
    "de": (
        "{r} Zeile, {c} Spalte | {c} Spalte, {r} Zeile | das {c} Feld der {r}n Zeile | "
        "Feld {r} Zeile, {c} Spalte | in der {r}n Zeile und {c}n Spalte"
    ),
    "fr": (
        "{r} ligne, {c} colonne | {c} colonne, {r} ligne | la {c} case de la {r} ligne "
        "| case {r} ligne, {c} colonne | {c} colonne de la {r} ligne"
    ),
    "es": (
        "{r} fila, {c} columna | {c} columna, {r} fila | la {c} casilla de la {r} fila "
        "| casilla {r} fila, {c} columna | la fila {r}, columna {c}"
    ),
    "it": (
        "{r} riga, {c} colonna | {c} colonna, {r} riga | la {c} casella della {r} riga "
        "| casella {r} riga, {c} colonna | riga {r}, colonna {c}"
    ),
    "nl": (
        "{r} rij, {c} kolom | {c} kolom, {r} rij | het {c} vakje van de {r} rij | "
        "vakje {r} rij, {c} kolom | rij {r}, kolom {c}"
    ),
    "pl": "{r} wiersz, {c} kolumna | pole {r} wiersz, {c} kolumna",
    "sv": (
        "{r} raden, {c} kolumnen | {c} kolumnen, {r} raden | den {c} rutan på {r} raden"
        " | rutan {r} raden, {c} kolumnen"
    ),
}


@pytest.mark.parametrize("language", written())
def test_the_row_and_the_column_of_each_pair_are_told_apart(language: str) -> None:
    lexicon = lexicon_of(language)
    ordinals = ORDINALS[language].split()
    for name in NAMES[language].split("|"):
        for cell in range(81):
            words = name.format(r=ordinals[cell // 9], c=ordinals[cell % 9])
            tokens = lexicon.read(fold(words.strip()))
            places = (place_at(tokens[start:]) for start in range(len(tokens)))
            first = next(place for place in places if place.length)
            assert first.cells(NINE) == (cell,), words
