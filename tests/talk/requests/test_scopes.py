"""What a request is about: houses, digits, numbers of steps, puzzles."""

import pytest

from mailbot.model.requests import Level, NewPuzzles, SolutionsAt
from mailbot.talk.requests.fresh import new_puzzles
from mailbot.talk.requests.scopes import (
    cells_of,
    count_of,
    digits_of,
    houses_of,
    puzzles_named,
)
from mailbot.talk.said import parse, sentence_of
from solver import Shape
from tests.cases import cases_of

cases = cases_of(__file__)

NINE = Shape(3, 3)


@cases("words, language, house")
def test_a_house_is_named(words: str, language: str, house: str) -> None:
    [named] = houses_of(sentence_of(words, language).places, NINE)
    assert str(named) == house


def test_a_cell_is_no_house() -> None:
    places = sentence_of("What is in row 3, column 5?", "en").places
    assert (cells_of(places, NINE), houses_of(places, NINE)) == ((22,), ())


@cases("words, language, digits")
def test_a_digit_is_named_beside_places(
    words: str, language: str, digits: tuple[int, ...]
) -> None:
    assert digits_of(sentence_of(words, language), NINE) == digits


@cases("words, count")
def test_a_number_of_steps_is_named(words: str, count: int) -> None:
    assert count_of(sentence_of(words, "en")) == count


@cases("words, language, puzzle")
def test_one_of_two_puzzles_is_named(words: str, language: str, puzzle: int) -> None:
    [(_, named), *_] = puzzles_named(sentence_of(words, language), 2)
    assert named == puzzle
    assert puzzles_named(sentence_of(words, language), 1) == ()


@cases("words, language")
def test_an_edge_of_a_grid_names_no_puzzle(words: str, language: str) -> None:
    assert puzzles_named(sentence_of(words, language), 2) == ()


@pytest.mark.parametrize(
    ("words", "language", "wanted"),
    [
        (
            "Five easy 6x6 puzzles, the solutions on a separate page",
            "en",
            NewPuzzles(6, 5, Level.EASY, SolutionsAt.APART),
        ),
        (
            "Three puzzles, each harder than the last",
            "en",
            NewPuzzles(None, 3, Level.RISING),
        ),
        ("A new one, a bit harder", "en", NewPuzzles(None, 1, Level.HARDER)),
        (
            "Too hard for the children. Could it be changed for a medium one?",
            "en",
            NewPuzzles(level=Level.MEDIUM),
        ),
        (
            "To też jest bardzo trudne, a prosiłem o średnie. Jeszcze jedno średnie",
            "pl",
            NewPuzzles(level=Level.MEDIUM),
        ),
        ("Ancora facile. Uno difficile, dai", "it", NewPuzzles(level=Level.HARD)),
        ("El más difícil que tengas", "es", NewPuzzles(level=Level.VERY_HARD)),
        ("Le plus dur que vous ayez", "fr", NewPuzzles(level=Level.VERY_HARD)),
        (
            "Dwa nowe sudoku, łatwe, bez rozwiązań",
            "pl",
            NewPuzzles(None, 2, Level.EASY, SolutionsAt.NONE),
        ),
        (
            "Potrzebuję pięciu łatwych sudoku",
            "pl",
            NewPuzzles(None, 5, Level.EASY),
        ),
        ("My son is 5. A sudoku four by four, please", "en", NewPuzzles(4)),
        ("Half a dozen of the little four-by-four ones", "en", NewPuzzles(4, 6)),
        ("Zes die steeds lastiger worden", "nl", NewPuzzles(None, 6, Level.RISING)),
        ("Kartę z dziewięcioma łatwymi sudoku", "pl", NewPuzzles(None, 9, Level.EASY)),
        ("Otro un poco menos difícil", "es", NewPuzzles(level=Level.EASIER)),
        ("Une grille plus vraiment facile", "fr", NewPuzzles(level=Level.EASIER)),
        ("Wir brauchen 20 leichte Sudokus", "de", NewPuzzles(None, 20, Level.EASY)),
        (
            "One for my colleague of Klasse 8 a hard one, please",
            "en",
            NewPuzzles(level=Level.HARD),
        ),
        ("ahora seis iguales", "es", NewPuzzles(count=6)),
        ("Quatre grilles, chacune plus dure", "fr", NewPuzzles(None, 4, Level.RISING)),
    ],
)
def test_new_puzzles_are_described(
    words: str, language: str, wanted: NewPuzzles
) -> None:
    assert new_puzzles(parse(words, language), after=True) == wanted
