"""The names of difficulty, by rating."""

from bisect import bisect
from enum import StrEnum
from math import inf


class Difficulty(StrEnum):
    """How hard a puzzle is, in five names, the easiest first."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    VERY_HARD = "very-hard"
    DIABOLICAL = "diabolical"

    @property
    def level(self) -> int:
        """1 for the easiest, 5 for the hardest."""
        return list(Difficulty).index(self) + 1

    @property
    def ratings(self) -> tuple[float, float]:
        """The lowest rating of this name, and that where the next one begins.

        >>> Difficulty.HARD.ratings
        (3.0, 4.5)
        """
        bounds = (0.0, *_BOUNDS, inf)
        return bounds[self.level - 1], bounds[self.level]


_BOUNDS = (2.0, 3.0, 4.5, 6.5)
"""Where medium, hard, very hard and diabolical begin, on Sudoku Explainer's scale."""


def difficulty_of(rating: float) -> Difficulty:
    """The name for a rating on the scale of Sudoku Explainer.

    >>> difficulty_of(1.5).value, difficulty_of(7.1).value
    ('easy', 'diabolical')
    """
    return list(Difficulty)[bisect(_BOUNDS, rating)]
