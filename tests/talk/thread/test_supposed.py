"""Digits that somebody only asks about are judged, and are no entries of theirs."""

from collections.abc import Mapping

import pytest

from mailbot.language.folders import written
from mailbot.marker import find_markers
from mailbot.model import Content, Kind, Want
from tests.compose.cases import answer_to, solved
from tests.talk.lines import lines
from tests.talk.threads import asking, gmail, meant

RIGHT, WRONG = 5, 1  # in r1c3

SUPPOSED: Mapping[str, str] = {
    "en": """
        Could there be a {d} in row 1, column 3?
        Is r1c3 a {d}?
        Does a {d} go in r1c3?
        Might r1c3 be a {d}?
    """,
    "de": """
        Kann in Zeile 1, Spalte 3 vielleicht eine {d} stehen?
        Passt in z1s3 eine {d}?
        Könnte z1s3 eine {d} sein?
        Darf in Zeile 1, Spalte 3 eine {d} stehen?
    """,
    "fr": """
        Est-ce qu'un {d} irait en ligne 1, colonne 3 ?
        Un {d} est-il possible en L1C3 ?
        Est-ce que L1C3 pourrait être un {d} ?
    """,
    "es": """
        ¿Podría ir un {d} en la fila 1, columna 3?
        ¿Puede ser un {d} f1c3?
        ¿Cabe un {d} en la fila 1, columna 3?
    """,
    "it": """
        Ci potrebbe stare un {d} in riga 1, colonna 3?
        Potrebbe essere un {d} in r1c3?
        In r1c3 può andare un {d}?
    """,
    "nl": """
        Kan er een {d} in rij 1, kolom 3?
        Zou r1k3 een {d} kunnen zijn?
        Past er een {d} in r1k3?
    """,
    "pl": """
        Czy w wierszu 1, kolumnie 3 może być {d}?
        Czy {d} pasuje do w1k3?
        Czy w1k3 to {d}?
    """,
    "sv": """
        Skulle det kunna vara en {d} på rad 1, kolumn 3?
        Kan det stå en {d} på r1k3?
        Går det med en {d} i r1k3?
    """,
}

ENTERED: Mapping[str, str] = {
    "en": """
        I put a {d} in r1c3, ok?
        Got {d} for r1c3, what's next?
    """,
    "de": "Ich habe in z1s3 eine {d} eingetragen, stimmt das?",
    "fr": "J'ai mis un {d} en L1C3, c'est bon ?",
    "es": "He puesto un {d} en f1c3, ¿está bien?",
    "it": "Ho messo un {d} in r1c3, va bene?",
    "nl": "Ik heb een {d} in r1k3 gezet, klopt dat?",
    "pl": "Wpisałem {d} w w1k3, dobrze?",
    "sv": "Jag har satt en {d} i r1k3, stämmer det?",
}

CLAIMED: Mapping[str, str] = {
    "en": """
        My brother-in-law swears there's a {d} in row 1, column 3.
        My neighbour bets that row 1, column 3 is a {d}.
    """,
    "de": """
        Mein Schwager behauptet steif und fest, in z1s3 gehört eine {d} hin.
        Der Nachbar wettet, dass in z1s3 eine {d} steht.
    """,
    "fr": """
        Ma tante prétend qu'il faut un {d} ligne 1, colonne 3.
        Mon voisin insiste : il y a un {d} ligne 1, colonne 3.
    """,
    "es": """
        Mi cuñado jura que en la fila 1, columna 3 va un {d}.
        Mi vecino insiste en que en la fila 1, columna 3 va un {d}.
    """,
    "it": """
        Il barista giura che in riga 1, colonna 3 ci va un {d}.
        La vicina assicura che in riga 1, colonna 3 ci va un {d}.
    """,
    "nl": """
        Mijn zwager houdt vol dat er op rij 1, kolom 3 een {d} hoort.
        De buurman wedt dat er op rij 1, kolom 3 een {d} staat.
    """,
    "pl": """
        Szwagier upiera się, że w wierszu 1, kolumnie 3 ma być {d}.
        Sąsiad się zaklina, że w wierszu 1, kolumnie 3 jest {d}.
    """,
    "sv": """
        Svågern påstår att det ska vara en {d} på rad 1, kolumn 3.
        Grannen försäkrar att det ska vara en {d} på rad 1, kolumn 3.
    """,
}

DOUBTED: Mapping[str, str] = {
    "en": "My mother-in-law says 8, but she always says the first thing she thinks of.",
    "de": "Meine Schwiegermutter sagt 8, aber die sagt immer das Erstbeste.",
    "fr": "Ma belle-mère dit 8, mais elle dit toujours n'importe quoi.",
    "es": "Mi suegra dice 8, pero ella siempre dice lo primero que se le ocurre.",
    "it": "Mia suocera dice 8, ma lei dice sempre la prima cosa che le viene.",
    "nl": "Mijn schoonmoeder zegt 8, maar die zegt altijd maar wat.",
    "pl": "Teściowa mówi 8, ale ona zawsze mówi, co jej ślina na język przyniesie.",
    "sv": "Svärmor säger 8, men hon säger alltid det första hon tänker på.",
}

ILLEGIBLE: Mapping[str, str] = {
    "en": "My grandson is 8 and scribbled all over it, I can't read anything.",
    "de": "Der Enkel ist 8 und hat alles vollgemalt, da ist nichts zu erkennen.",
    "fr": "Mon petit-fils a 8 ans et a tout gribouillé, on n'y voit rien.",
    "es": "Mi nieto tiene 8 años y lo ha pintado todo, no se ve nada.",
    "it": "Mio nipote ha 8 anni e ha scarabocchiato tutto, non si vede niente.",
    "nl": "Mijn kleinzoon is 8 en heeft alles volgekrast, het is niet te lezen.",
    "pl": "Wnuczek ma 8 lat i pomazał wszystko kredką, nic nie widać.",
    "sv": "Mitt barnbarn är 8 och har kladdat över allt, man ser ingenting.",
}

in_each_language = pytest.mark.parametrize("language", written())


def entries(reply: Content) -> list[int]:
    """The digits in r1c3 that the lines of a reply carry on."""
    return [marker.grid.digits[2] for marker in find_markers(reply.text)]


def answer(language: str, words: str) -> Content:
    """The reply to an answer to a hint."""
    hint = answer_to([solved()], want=Want.HINT, language=language)
    asked = meant(gmail(hint, words))
    return answer_to(asked.findings.puzzles, wish=asked.wish)


@in_each_language
def test_a_digit_that_is_only_asked_about_is_judged_and_not_entered(
    language: str,
) -> None:
    for words in lines(SUPPOSED, language):
        right = answer(language, words.format(d=RIGHT))
        assert (right.kind, right.told) == (Kind.VERDICT, {"r1c3": RIGHT}), words
        wrong = answer(language, words.format(d=WRONG))
        assert (wrong.kind, wrong.told) == (Kind.VERDICT, {}), words
        assert entries(right) == entries(wrong) == [0], words


@in_each_language
def test_the_next_letter_does_not_know_a_digit_that_was_only_asked_about(
    language: str,
) -> None:
    judged = answer(language, lines(SUPPOSED, language)[0].format(d=WRONG))
    for puzzle in meant(gmail(judged, "ok")).findings.puzzles:
        assert puzzle.grid.digits[2] == 0


@in_each_language
def test_a_digit_that_somebody_wrote_is_entered(language: str) -> None:
    for words in lines(ENTERED, language):
        assert entries(answer(language, words.format(d=WRONG))) == [WRONG], words


@in_each_language
def test_a_digit_that_somebody_else_claims_is_judged_and_not_entered(
    language: str,
) -> None:
    solution = answer_to([solved()], language=language)
    for words in lines(CLAIMED, language):
        for digit in (RIGHT, WRONG):
            claimed = meant(gmail(solution, words.format(d=digit)))
            reply = answer_to(claimed.findings.puzzles, wish=claimed.wish)
            assert (reply.kind, entries(reply)) == (Kind.VERDICT, [0]), words


@in_each_language
@pytest.mark.parametrize("table", [DOUBTED, ILLEGIBLE])
def test_a_claim_in_doubt_and_an_age_answer_no_question(
    language: str, table: Mapping[str, str]
) -> None:
    question = asking(language, 8)
    answered = meant(gmail(question, table[language]))
    assert answered.findings.puzzles[0].doubtful == (5,)


def test_a_question_for_the_digit_beside_a_guess_asks_for_the_digit() -> None:
    assert answer("en", "What goes in r1c3, could it be a 4?").told == {"r1c3": RIGHT}
