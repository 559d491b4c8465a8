"""A digit that a person did not mean for a cell changes no puzzle."""

import random
from collections.abc import Iterator

import pytest

from mailbot.language.folders import written
from mailbot.model import Want
from mailbot.options import ReadingOptions
from mailbot.respond.findings import read_letter
from mailbot.talk import begin, listen
from tests.compose.cases import answer_to, grid, solved
from tests.sample_letters import PUZZLE, ROWS, typed
from tests.talk.tables import tables
from tests.talk.threads import UNIQUE, asking, found, gmail_text, meant

# A digit that a person did not mean for a cell changes no puzzle.


ABOUT_A_7, BESIDE_A_PUZZLE, BETWEEN_4_AND_8, IN_TWO_SENTENCES, PERHAPS_4 = tables(
    "unmeant",
    "about_a_7",
    "beside_a_puzzle",
    "between_4_and_8",
    "in_two_sentences",
    "perhaps_4",
)


@pytest.mark.parametrize("language", written())
def test_a_digit_beside_a_first_puzzle_is_no_entry(language: str) -> None:
    rows = "\n".join(PUZZLE[start : start + 9] for start in range(0, 81, 9))
    plain = typed(rows)
    [one] = read_letter(plain, ReadingOptions()).puzzles
    for words in BESIDE_A_PUZZLE[language]:
        letter = typed(f"{words}\n\n{rows}", subject="")
        begun = begin(listen(letter), read_letter(letter, ReadingOptions()))
        assert [p.grid for p in begun.findings.puzzles] == [one.grid], words
        assert begun.wish.want not in (Want.SOLUTION, Want.PART), words


@pytest.mark.parametrize("language", written())
def test_a_digit_that_answers_nothing_settles_nothing(language: str) -> None:
    for second, table in ((8, BETWEEN_4_AND_8), (0, PERHAPS_4)):
        reply = asking(language, second)
        sentences = table[language]
        asked = [one for words in sentences for one in found(gmail_text(reply, words))]
        assert {(one.doubtful, one.grid) for one in asked} == {((5,), grid(UNIQUE))}
        assert len(asked) > 0.9 * len(sentences), "most go on with the puzzle"


@pytest.mark.parametrize("language", written())
@pytest.mark.parametrize("want", [Want.SOLUTION, Want.HINT])
def test_a_digit_that_is_not_asserted_corrects_nothing(
    language: str, want: Want
) -> None:
    reply = answer_to([solved()], want, language)
    for words in ABOUT_A_7[language]:
        [one] = found(gmail_text(reply, words))
        assert one.grid.givens == grid().givens, words


@pytest.mark.parametrize("language", written())
@pytest.mark.parametrize("want", [Want.SOLUTION, Want.HINT])
def test_the_digit_that_we_read_gives_way_to_the_one_that_is_there(
    language: str, want: Want
) -> None:
    reply = answer_to([solved()], want, language)
    for words in IN_TWO_SENTENCES[language]:
        [one] = found(gmail_text(reply, words))
        assert one.grid.digits[:3] == (4, 0, 0), words


@pytest.mark.parametrize("language", written())
def test_a_digit_that_we_read_ourselves_is_no_correction(language: str) -> None:
    reply = answer_to([solved()], language=language)
    for words in ("r1c1 = 7", "r1c1: 7"):
        wish = meant(gmail_text(reply, words)).wish
        assert (wish.want, wish.requests[0].cells) == (Want.UNCLEAR, (0,)), words


# A number beside the wish for a cell is no entry: only r3c5, please. My son is 6.
#
# Letters composed of a wish and of a number of other things: a seeded sample, or with
# `--long` each beside each.


ASKED, BESIDE, CELLS = tables("wished_cells", "asked", "beside", "cells")

FORMS = ("{0} {1}", "{1} {0}", "{1}\n{0}")
PAIRS = 12  # in each language, unless all are asked for
NUMBERS = (2, 3, 4, 6, 7, 8)

in_each_language = pytest.mark.parametrize("language", written())


@in_each_language
def test_a_number_beside_the_wish_for_a_cell_is_entered_nowhere(
    language: str, long: bool
) -> None:
    for words in composed(language, long):
        letter = typed(f"{words}\n\n" + "\n".join(ROWS))
        begun = begin(listen(letter), read_letter(letter, ReadingOptions()))
        [puzzle] = begun.findings.puzzles
        assert not any(puzzle.grid.entries), words
        assert puzzle.grid.givens == shown(), words


def shown() -> tuple[int, ...]:
    return tuple(0 if sign == "." else int(sign) for sign in PUZZLE)


def composed(language: str, every: bool) -> Iterator[str]:
    """Letters in a language."""
    dice = random.Random(language)
    pairs = [(asked, told) for asked in ASKED[language] for told in BESIDE[language]]
    for asked, told in pairs if every else dice.sample(pairs, PAIRS):
        wish = asked.format(c=dice.choice(CELLS[language]))
        yield dice.choice(FORMS).format(wish, told.format(n=dice.choice(NUMBERS)))
