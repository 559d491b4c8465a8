"""How hard a puzzle is to be, as people say it."""

import pytest

from mailbot.language.difficulties import find_difficulty
from solver import Difficulty

SAID = {
    "a very hard one": Difficulty.VERY_HARD,
    "your hardest": Difficulty.DIABOLICAL,
    "not too hard please": Difficulty.MEDIUM,
    "not too easy, rather hard": Difficulty.HARD,
    "ein kinderleichtes": None,
    "noch ein Sudoku, aber schwer": Difficulty.HARD,
    "nicht zu schwer": Difficulty.MEDIUM,
    "etwas Leichteres": Difficulty.EASY,
    "le plus difficile possible": Difficulty.DIABOLICAL,
    "pas trop dur": Difficulty.MEDIUM,
    "uno muy dificil": Difficulty.VERY_HARD,
    "facilissimo": Difficulty.EASY,
    "een moeilijke": Difficulty.HARD,
    "najtrudniejsze": Difficulty.DIABOLICAL,
    "łatwe sudoku": Difficulty.EASY,
    "lagom svårt": Difficulty.MEDIUM,
    "riktigt svårt": Difficulty.VERY_HARD,
    "a new puzzle please. Kind regards": None,
    "Prost!": None,
}


@pytest.mark.parametrize("words", SAID)
def test_a_difficulty_is_understood(words: str) -> None:
    assert find_difficulty(words) is SAID[words]
