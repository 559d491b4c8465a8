"""A number beside the wish for a cell is no entry: only r3c5, please. My son is 6.

Letters composed of a wish and of a number of other things: a seeded sample, or with
`--long` each beside each.
"""

import random
from collections.abc import Iterator

import pytest

from mailbot.language.folders import written
from mailbot.options import ReadingOptions
from mailbot.respond.findings import read_letter
from mailbot.talk import begin, listen
from tests.sample_letters import PUZZLE, ROWS, typed
from tests.talk.tables import tables

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
