"""Kinds of Sudoku that we do not solve, known by their names.

Only the name of a kind counts: "this one is a killer" is said of plain puzzles too.
"""

import re

_FIRST_NAMES = {
    "killer": r"killer|asesino|zabójcze|moord|mördar|assassino",
    "jigsaw": r"jigsaw|irr?[eé]gul[aä]re?[sr]?|irr[eé]guli[eè]re?|unregelmäßige[sr]?"
    r"|irregolare|nieregularne|onregelmatige?|oregelbund(?:en|et|na)|chaos|squiggly",
    "diagonal": r"diagona{1,2}l|diagonale[sr]?|diagonaln[ey]|przekątniow[ey]|x",
    "samurai": r"samur[aá]i|samuraj|gattai",
    "hyper": r"hyper|windoku",
    "thermo": r"thermo|thermometer",
    "arrow": r"arrow|pfeil",
    "sandwich": r"sandwich",
    "greater-than": r"greater[- ]than|comparison|vergleichs",
    "even-odd": r"even[- ]odd|odd[- ]even",
    "consecutive": r"(?:non)?consecutive|kropki|anti-?knight|anti-?king",
    "word": r"word|letter",
}
_OWN_NAMES = {
    "hyper": r"windoku",
    "samurai": r"gattai[- ]?5",
    "word": r"wordoku",
    "kenken": r"ken-?ken|calcudoku",
    "kakuro": r"kakuro",
    "futoshiki": r"futoshiki",
}
_KINDS = [
    (name, re.compile(rf"\b(?:{words})[- ]?sudoku|\bsudoku[- ](?:{words})\b", re.I))
    for name, words in _FIRST_NAMES.items()
] + [
    (name, re.compile(rf"\b(?:{words})\b", re.I)) for name, words in _OWN_NAMES.items()
]


def find_variant(text: str) -> str:
    """The kind of puzzle that a text names: "killer", "jigsaw", ...; "" for none.

    >>> find_variant("My Killer Sudoku of today"), find_variant("a killer of a sudoku")
    ('killer', '')
    """
    if not re.search("doku|ken|kakuro|futoshiki|gattai", text, re.IGNORECASE):
        return ""
    return next((name for name, pattern in _KINDS if pattern.search(text)), "")
