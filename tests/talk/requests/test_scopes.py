"""What a request is about: houses, digits, numbers of steps, puzzles."""

from mailbot.model.requests import NewPuzzles
from mailbot.talk.requests.counts import count_of
from mailbot.talk.requests.fresh import new_puzzles
from mailbot.talk.requests.scopes import (
    cells_of,
    digits_of,
    houses_of,
    puzzles_named,
    techniques_of,
)
from mailbot.talk.said import sentence_of
from mailbot.talk.wishes.situation import Situation
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


@cases("words, language")
def test_a_row_may_cross_a_column(words: str, language: str) -> None:
    sentence = sentence_of(words, language)
    assert cells_of(sentence.places, NINE) == (51,)
    assert not techniques_of(sentence, language)


@cases("words, language, digits")
def test_a_digit_is_named_beside_places(
    words: str, language: str, digits: tuple[int, ...]
) -> None:
    assert digits_of(sentence_of(words, language), NINE) == digits


@cases("words, language, count")
def test_a_number_of_steps_is_named(words: str, language: str, count: int) -> None:
    assert count_of(sentence_of(words, language)) == count


@cases("words, language, puzzle")
def test_one_of_two_puzzles_is_named(words: str, language: str, puzzle: int) -> None:
    [(_, named), *_] = puzzles_named(sentence_of(words, language), 2)
    assert named == puzzle
    assert puzzles_named(sentence_of(words, language), 1) == ()


@cases("words, language")
def test_an_edge_of_a_grid_names_no_puzzle(words: str, language: str) -> None:
    assert puzzles_named(sentence_of(words, language), 2) == ()


@cases("words, language, wanted")
def test_new_puzzles_are_described(
    words: str, language: str, wanted: NewPuzzles
) -> None:
    assert new_puzzles(words, language, Situation.HINTED) == (wanted,)


@cases("words, language, kinds")
def test_new_puzzles_of_several_kinds_are_told_apart(
    words: str, language: str, kinds: list[NewPuzzles]
) -> None:
    assert list(new_puzzles(words, language, Situation.BARE)) == kinds


def test_a_dash_does_not_move_what_the_words_behind_it_are_about() -> None:
    plain, dashed = (
        sentence_of(f"ok {dash}give me a hint", "en") for dash in ("", "- ")
    )
    assert dashed.about == (plain.about[0], frozenset(), *plain.about[1:])
