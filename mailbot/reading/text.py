"""Puzzles in plain text."""

from mailbot.model import Findings, Source, Where
from mailbot.reading.judge import judge, reading_of
from solver import find


def read_text(text: str, source: Source = Source.TEXT, part: str = "") -> Findings:
    """Every puzzle in a text, each once, in order."""
    grids = dict.fromkeys(found.grid for found in find(text))
    return Findings(
        tuple(judge(reading_of(grid, source, Where(part=part))) for grid in grids)
    )
