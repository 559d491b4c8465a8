"""The words of each language's Sudoku world, and those that its natives do not use."""

import re
from collections.abc import Mapping

import pytest

from mailbot.language.catalogue import language_of
from tests.compose.cases import every_kind
from tests.compose.catalogue import TRANSLATED, read_catalogue

GLOSSARY: Mapping[str, Mapping[str, str]] = {
    "de": {"row": "Zeile", "column": "Spalte", "box": "Block", "short": "Z4S7"},
    "es": {"row": "fila", "column": "columna", "box": "bloque", "short": "F4C7"},
    "fr": {"row": "ligne", "column": "colonne", "box": "bloc", "short": "L4C7"},
    "it": {"row": "riga", "column": "colonna", "box": "riquadro", "short": "r4c7"},
    "nl": {"row": "rij", "column": "kolom", "box": "blok", "short": "r4k7"},
    "pl": {"row": "wierszu", "column": "kolumnie", "box": "kwadracie", "short": "w4k7"},
    "sv": {"row": "rad", "column": "kolumn", "box": "box", "short": "r4k7"},
}
"""The names of houses as they stand in a sentence, and the short name of a cell."""

BANNED: Mapping[str, str] = {
    "de": r"Brief|Zeigen\.|Beanspruchen|ms$|Schräg|Bildschirmausschnitt|eines von",
    "es": r"\bcartas?\b|Reclamación|Señalamiento|\bcifras?\b|tómalo|envíalo abierto"
    r"|cada vez",
    "fr": r"\blettres?\b|maisons?\b|Revendication|aucun lien|d'au-dessus|Bon amusement",
    "it": r"\blettera\b|che cosa ho letto|Rivendicazione|collegamenti|schermata",
    "nl": r"\bbrie(?:f|ven)\b|Hier is ze|ketting|Schuin|schermafdruk",
    "pl": r"\blist(?:u|ów|em)?\b|Zajęcie|Wskazanie|Przyślij|Pochyłe|Więc |z resztą"
    r"|za każdym razem",
    "sv": r"\bpuss(?:el|let)\b|\bcell(?:en|er)?\b|\blåd(?:a|or)\b|\bbrev\b|brevet",
}
"""Words that a native stumbles over, each as a regular expression."""

_FIELD = re.compile(r"%\(\w+\)s|\{\w+\}")


@pytest.mark.parametrize("language", TRANSLATED)
def test_houses_and_cells_have_the_names_of_the_glossary(language: str) -> None:
    said = language_of(language).gettext
    for house in ("row", "column", "box"):
        words = said(f"{house} %(number)s") % {"number": 4}
        assert words.endswith(f"{GLOSSARY[language][house]} 4")
    short = said("r%(row)sc%(column)s") % {"row": 4, "column": 7}
    assert short == GLOSSARY[language]["short"]


@pytest.mark.parametrize("language", TRANSLATED)
def test_no_sentence_holds_a_word_that_natives_stumble_over(language: str) -> None:
    for message in filter(lambda message: message.id, read_catalogue(language)):
        forms = message.string if not isinstance(message.string, str) else ()
        for sentence in forms or (str(message.string),):
            found = re.search(BANNED[language], _FIELD.sub("", sentence))
            assert not found, sentence


def test_french_signs_are_not_parted_from_their_words() -> None:
    for message in filter(lambda message: message.id, read_catalogue("fr")):
        assert not re.search(r"« | [»:;?!]", str(message.string)), message.id


@pytest.mark.parametrize("language", ["en", *TRANSLATED])
def test_no_reply_holds_both_forms_of_address(language: str) -> None:
    for name, content in every_kind(language).items():
        assert not re.search(r"\[[^\]\n]*\|", content.text), name
