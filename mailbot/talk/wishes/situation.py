"""Where words stand, and how likely each wish is there.

Chosen on phrases of people whom the word model had never met, so that each wish is
understood and the solution is not sent to who asked for less.
"""

from collections.abc import Mapping
from enum import StrEnum

from mailbot.talk.wishes.classifier import NONE


class Situation(StrEnum):
    """Where words stand: beside a puzzle, alone, or in answer to a reply of ours."""

    FIRST = "first"
    BARE = "bare"
    SOLVED = "solved"
    HINTED = "hinted"
    ASKED = "asked"


ANYTIME = ("stop", "help", "thanks", "new", "unclear", NONE)
_OF_PUZZLE = ("solution", "hint", "steps", "all", "check", "cell", "part", "rating")
_ANSWERS = ("correct", "moves", "dispute", "why")
POSSIBLE: Mapping[Situation, tuple[str, ...]] = {
    Situation.BARE: (*ANYTIME, *_OF_PUZZLE, "dispute"),
    Situation.FIRST: (NONE, "unclear", "moves", *_OF_PUZZLE),
    Situation.SOLVED: (*ANYTIME, *_OF_PUZZLE, *_ANSWERS),
    Situation.HINTED: (*ANYTIME, *_OF_PUZZLE, *_ANSWERS),
    Situation.ASKED: (
        *("stop", "thanks", "new", "unclear", NONE, "confirm"),
        *_OF_PUZZLE,
        *_ANSWERS,
    ),
}
"""The wishes that are possible in each situation."""

PRIORS: Mapping[Situation, Mapping[str, float]] = {
    Situation.FIRST: {"solution": 2.0, "hint": 2.0, "check": 0.85},
    Situation.BARE: {
        "stop": 2.0,
        "help": 4.0,
        "new": 3.0,
        "solution": 0.5,
        "hint": 0.7,
    },
    Situation.SOLVED: {
        "solution": 0.12,
        "hint": 0.1,
        "check": 0.2,
        "dispute": 2.5,
        "new": 2.5,
        "rating": 2.0,
        "why": 2.0,
        "unclear": 0.4,
    },
    Situation.HINTED: {
        "hint": 2.0,
        "why": 2.0,
        "check": 0.8,
        "dispute": 1.5,
        "new": 0.2,
        "unclear": 0.4,
    },
    Situation.ASKED: {
        "confirm": 3.0,
        "unclear": 3.0,
        "steps": 0.3,
        "all": 0.5,
        "why": 0.15,
        "dispute": 0.3,
        "stop": 0.2,
        "thanks": 0.3,
        NONE: 0.5,
    },
}
"""How much likelier than in the phrase books a wish is where the words stand."""
