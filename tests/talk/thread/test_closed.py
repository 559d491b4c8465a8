"""Answers to our question about one cell: is r1c6 a 4 or an 8?"""

import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import product

import pytest

from mailbot.language.folders import written
from mailbot.language.lexicon import lexicon_of
from mailbot.model import Content, Letter, Missing, Status, Want
from mailbot.talk.cells.asserted import Question
from mailbot.talk.thread.brief import chosen
from tests.cases import cases_of
from tests.compose.cases import answer_to, grid, puzzle
from tests.examples import of_the_day
from tests.talk.tables import rows, tables
from tests.talk.threads import (
    UNIQUE,
    asking,
    doubtful,
    found,
    gmail,
    gmail_text,
    meant,
    outlook,
)

cases = cases_of(__file__)


# Answers with a digit to our question about one cell: is r1c6 a 4 or an 8?


TELLING, TELLING_OF_OTHERS = tables("closed", "telling", "telling_of_others")


_SHARE = 12
"""Of so many answers one is tried each day, unless all are."""


@cache
def question(language: str) -> Content:
    asked = puzzle(grid(UNIQUE), Status.DOUBTFUL, None, (5,))
    return answer_to([asked], language=language)


def taken(language: str, words: str) -> int | None:
    """The digit that an answer leads to; None if the question stays open."""
    puzzles = found(gmail_text(question(language), words))
    return next((one.grid.digits[5] for one in puzzles if not one.doubtful), None)


@pytest.mark.parametrize("language", written())
def test_a_digit_that_is_told_of_the_cell_is_taken(language: str) -> None:
    for template in of_the_day(TELLING[language], _SHARE):
        for yes, no in ((4, 8), (8, 4)):
            words = template.format(y=yes, n=no).replace("an 4", "a 4")
            assert taken(language, words) == yes, words


@pytest.mark.parametrize("language", written())
def test_a_digit_that_is_told_of_another_thing_is_not_taken(language: str) -> None:
    for template in of_the_day(TELLING_OF_OTHERS[language], _SHARE):
        for other, left in ((4, 8), (8, 4)):
            words = template.format(y=other, n=left).replace("an 4", "a 4")
            assert taken(language, words) != other, words


# One of two digits, named by its place or its size: is it a 4 or an 8? The second.


FIRST, SECOND = tables("choice", "first", "second")


def digit_named(language: str, words: str) -> int | None:
    """The digit that an answer leads to; None if the question stays open."""
    answer = gmail(question(language), words)
    return next((p.grid.digits[5] for p in found(answer) if not p.doubtful), None)


@pytest.mark.parametrize("language", written())
def test_a_digit_is_named_by_its_place_or_its_size(language: str) -> None:
    for digit, sentences in ((4, FIRST), (8, SECOND)):
        said = of_the_day(sentences[language], _SHARE // 2)
        told = {words: digit_named(language, words) for words in said}
        assert not {words for words, found in told.items() if found != digit}


@cases("words")
def test_what_may_name_another_thing_names_no_digit(words: str) -> None:
    assert digit_named("en", words) is None


def chosen_of(words: str, options: frozenset[int]) -> int | None:
    shown = grid(UNIQUE)
    question = Question(shown.shape, shown.digits, {5: options})
    return chosen(words, lexicon_of("en"), question)


@cases("words")
def test_a_name_beside_another_is_not_clear(words: str) -> None:
    assert chosen_of("the second one", frozenset({4, 8})) == 8
    assert chosen_of(words, frozenset({4, 8})) is None


def test_where_one_digit_is_asked_about_none_is_the_second() -> None:
    for options in (frozenset({4}), frozenset({4, 0})):
        assert chosen_of("the second one", options) is None


# Is it a 4 or an 8? It is no 4: so it is an 8, or neither of what we saw.
#
# Nobody says that it is an 8. It is taken all the same if the puzzle then has exactly
# one solution: the other digit that we saw, the denial and the rules agree, and the
# reply shows what was read. Where it does not, the digit is another one, and we ask
# again.


[NO_4] = tables("denied_digit", "no_4")

OTHER, IMPOSSIBLE = 6, 9
"""The digit of r1c6, and one with which the puzzle has no solution."""


@pytest.mark.parametrize("language", written())
def test_the_other_digit_is_taken_where_it_makes_a_puzzle(language: str) -> None:
    answer = meant(gmail(asking(language, OTHER), NO_4[language][0]))
    [puzzle] = answer.findings.puzzles
    assert (puzzle.status, puzzle.grid.digits[5]) == (Status.SOLVED, OTHER)


@pytest.mark.parametrize("language", written())
def test_neither_digit_is_taken_where_the_other_makes_no_puzzle(language: str) -> None:
    answer = meant(gmail(asking(language, IMPOSSIBLE), NO_4[language][0]))
    assert answer.wish.want is Want.UNCLEAR
    assert Missing.DIGIT in answer.wish.missing
    assert answer.findings.puzzles[0].doubtful == (5,)


def test_a_digit_that_is_said_is_taken_whatever_it_makes() -> None:
    answer = meant(gmail(asking("en", IMPOSSIBLE), "It's not a 4, it's a 9."))
    assert answer.findings.puzzles[0].status is Status.IMPOSSIBLE


# Answers with reasons and stories: one digit is affirmed, or nobody knows which.


EMPTY, HIDDEN, OPEN, AFFIRMED = tables("reasons", "empty", "hidden", "open", "telling")
# The digit of the template's {y}, that of {n}, and the second reading that was asked.
TOLD = ((8, 4, 8), (4, 8, 8), (4, 9, 0), (9, 4, 0))


def taken_of_two(language: str, second: int, words: str) -> int | None:
    """The digit that an answer leads to; None if the question stays open."""
    puzzles = found(gmail_text(asking(language, second), words))
    return next((one.grid.digits[5] for one in puzzles if not one.doubtful), None)


@pytest.mark.parametrize("language", written())
def test_the_digit_that_is_affirmed_is_taken(language: str) -> None:
    for number, template in enumerate(AFFIRMED[language]):
        yes, no, second = TOLD[number % len(TOLD)]
        words = template.format(y=yes, n=no)
        assert taken_of_two(language, second, words) == yes, words


@pytest.mark.parametrize("language", written())
def test_a_digit_affirmed_without_a_verb_is_asked_again(language: str) -> None:
    for template in HIDDEN.get(language, ()):
        for yes, no, second in TOLD:
            words = template.format(y=yes, n=no)
            assert taken_of_two(language, second, words) is None, words


@pytest.mark.parametrize("language", written())
def test_a_cell_is_empty_whatever_the_dark_thing_is(language: str) -> None:
    for words in EMPTY[language]:
        assert taken_of_two(language, 8, words) == 0, words


@pytest.mark.parametrize("language", written())
def test_a_digit_of_another_thing_or_opinion_is_not_taken(language: str) -> None:
    for words in OPEN[language]:
        for second in (0, 8):
            assert taken_of_two(language, second, words) is None, words


@pytest.mark.parametrize("language", written())
def test_who_tells_a_digit_in_vain_is_asked_for_the_digit_of_that_cell(
    language: str,
) -> None:
    wish = meant(gmail_text(asking(language, 8), "8, 4, 8, 4")).wish
    assert (wish.want, wish.requests[0].cells) == (Want.UNCLEAR, (5,))
    assert list(wish.missing) == [Missing.DIGIT]


# A digit that is told to be a stain, or somebody's scribble, is never taken.
#
# Letters composed of the digit that holds and of what the other one is: others each
# day, or with `--long` each beside each.


STAINS, BESIDE_A_STAIN = tables("marks", "explained", "told")

FORMS = ("{0} {1}", "{1} {0}", "{0}\n{1}")

in_each_language = pytest.mark.parametrize("language", written())


@in_each_language
def test_what_a_digit_turns_out_to_be_settles_nothing(language: str) -> None:
    question = asking(language, 8)
    for words in STAINS[language]:
        [puzzle] = found(gmail_text(question, words))
        assert puzzle.doubtful or puzzle.grid.digits[5] == 8, words


@in_each_language
def test_the_digit_that_holds_is_taken_or_asked_for_again(language: str) -> None:
    question = asking(language, 8)
    for words in of_the_day(composed(language), 2 * _SHARE):
        [puzzle] = found(gmail_text(question, words))
        assert puzzle.doubtful or puzzle.grid.digits[5] == 8, words


def composed(language: str) -> Iterator[str]:
    """Answers in a language, in one of the forms each."""
    dice = random.Random(language)
    for told, other in product(BESIDE_A_STAIN[language], STAINS[language]):
        yield dice.choice(FORMS).format(told, other)


@cases("words, language")
def test_the_digit_beside_a_stain_is_taken(words: str, language: str) -> None:
    [puzzle] = found(gmail_text(asking(language, 8), words))
    assert not puzzle.doubtful, words
    assert puzzle.grid.digits[5] == 8, words


# Stories that hold a digit and answer nothing: a question of ours stays open.
#
# Each is an answer to a reply that asks whether r1c6 is a 4 or a 6. A digit of another
# thing, taken for the answer, makes the solution of a puzzle that nobody has.


@pytest.mark.parametrize("client", [gmail, outlook])
@pytest.mark.parametrize("words", rows("stories")["stories"])
def test_a_digit_in_a_story_answers_no_question(
    client: Callable[[Content, str], Letter], words: str
) -> None:
    for one in found(client(doubtful(UNIQUE, 5), words)):
        assert (one.status, one.doubtful) == (Status.DOUBTFUL, (5,))
        assert one.grid.digits[5] == 4


@pytest.mark.parametrize("words", rows("stories")["answers"])
def test_an_answer_to_the_question_is_taken(words: str) -> None:
    [one] = found(gmail(doubtful(UNIQUE, 5), words))
    assert one.grid.digits[5] == 6
    assert one.status is Status.SOLVED
