"""Puzzles in formats that have a name, judged; the formats are read in `saves`."""

import re
from collections.abc import Callable

from mailbot.errors import TooLarge
from mailbot.judge import judge, reading_of, with_crossed_out
from mailbot.model import (
    Findings,
    Note,
    NoteKind,
    Puzzle,
    Reading,
    Source,
    Where,
)

NAMED_FORMAT = re.compile(
    r"[=/](?:fpuz|scl|ctc|scf|N4)|[#?&]p=|<ksudoku|[SXWCJLM]\dB[0-9a-z]{72}|bd=[0-9a-v]{162}"
    r"|^fpuz|^scl|:\w{0,12}:[^:\n]{0,60}:[\d.+]{81}|SumoCue|:k:\d|~R?\d|\{\s{0,9}\""
    r"|\dx?\d?[jxk]{0,3}(?:d[a-z]{1,2})?:[a-z\d_,]{8}|^DESC    :",
    re.MULTILINE,
)
"""What every text in a format with a name holds; the sure signs are in `saves`."""


def read_saves(
    text: str,
    source: Source = Source.TEXT,
    where: Where | None = None,
    judge: Callable[[Reading], Puzzle] = judge,
) -> Findings:
    """The puzzles of a text in formats that have a name; variants are declined."""
    if not NAMED_FORMAT.search(text):
        return Findings()
    part = where.part if where else ""
    # Loaded late: few texts need it.
    from mailbot.text.saves import find_saves

    puzzles: list[Puzzle] = []
    notes: list[Note] = []
    try:
        for save in find_saves(text):
            if not save.grid:
                notes.append(Note(NoteKind.VARIANT, save.variant, part))
            elif sum(map(bool, save.grid.digits)) >= save.grid.shape.size:
                # With fewer digits it is an object of another kind, or an empty grid.
                puzzle = judge(reading_of(save.grid, source, where, save.symbols))
                puzzles.append(with_crossed_out(puzzle, save.ruled_out))
    except TooLarge:
        notes.append(Note(NoteKind.TOO_LARGE, part=part))
    return Findings(tuple(puzzles), tuple(dict.fromkeys(notes)))
