r"""Puzzles in the formats of programs and sites that have a name.

A file or a link of such a format says more than its digits: the rules of the puzzle,
which digits are the person's own, and the candidates that are left. So these formats
are read before a general reader takes the digits alone.

    save     `Save`: a puzzle as it was saved, and the name of its rules
    packed   what links compress: lz-string and raw deflate, up to a limit
    objects  JSON: f-puzzles, SudokuPad, ipuz, pencilmark
    penpa    links of Penpa+
    ksudoku  files of KSudoku
    strings  lines of HoDoKu, SudokuWiki, SumoCue, Simon Tatham's Solo and others

To add a format: its sign and its reader in `_FORMATS`, and in the tests an output of
the program that writes it.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice

from mailbot.text.saves.ksudoku import read_ksudoku
from mailbot.text.saves.objects import read_object, read_packed_object
from mailbot.text.saves.penpa import read_penpa
from mailbot.text.saves.save import Save
from mailbot.text.saves.strings import (
    read_explorer,
    read_games,
    read_library,
    read_scanraid,
    read_sumocue,
    read_sums,
    read_wiki,
)

_LONGEST = 300_000
"""Characters of a text that is read."""
_MOST = 20
"""Places in a text that look like one format."""

_Reader = Callable[[re.Match[str]], Iterator[Save]]

_FORMATS: tuple[tuple[str, _Reader], ...] = (
    (r"\bload=(?P<packed>N4[\w%+/=-]{40,})", read_packed_object),
    (
        r"(?<![\w+])(?:fpuzzles|fpuz|scl|ctc|scf)(?P<packed>N4[\w%+/=-]{40,})",
        read_packed_object,
    ),
    (r"[#?&]p=(?P<packed>[\w%+/=-]{80,})", read_penpa),
    (r"<ksudoku\b", read_ksudoku),
    (r"(?<!\w)[SXWCJLM]\dB(?P<cells>[0-9a-z]{72,324})(?!\w)", read_wiki),
    (r"\bbd=(?P<cells>[0-9a-v]{162})(?!\w)", read_scanraid),
    (
        r":(?P<place>[\w-]{0,12}):(?P<digits>[^:\n]{0,60}):(?P<cells>(?:\+?[\d.]){81})"
        r":(?P<out>[\d ]{0,3000}):",
        read_library,
    ),
    (r"SumoCueV1(?P<cells>(?:[=-]\d{1,3}[A-Z+-]\d{1,2}){36,})", read_sumocue),
    (r"(?<!\w)\dx\d:d?:k:\d[\d:]{80,}", read_sums),
    (
        r"(?<!\S)[.\w]{0,200}\.(?P<kind>Jigsaw|Cage|NoBoxes|Windoku|Diagonal|AntiKnight)~",
        read_explorer,
    ),
    (
        r"(?<![\w.])\d{1,2}(?:x\d)?[jxk]{0,3}(?:d[a-z]{1,2})?:(?=[a-z\d_])|^DESC    :",
        read_games,
    ),
    (r"\{\s{0,9}\"", read_object),
)
_SIGNS = tuple((re.compile(sign, re.MULTILINE), reader) for sign, reader in _FORMATS)


def find_saves(text: str) -> Iterator[Save]:
    """Every puzzle in a format that has a name.

    Raises:
        TooLarge: a link holds more than a puzzle can be.
    """
    found = 0
    for sign, reader in _SIGNS:
        for match in islice(sign.finditer(text[:_LONGEST]), _MOST):
            with suppress(ValueError, LookupError, TypeError, RecursionError):
                for save in reader(match):
                    yield save
                    found += 1
        if found:
            return
