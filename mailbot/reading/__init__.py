"""Finds and reads the puzzles of a letter, wherever they stand.

    findings = read_letter(letter, wish, ReadingOptions())

The eye is loaded only for a letter that has a picture or a document: text alone never
waits for it.
"""

from mailbot.options import ReadingOptions
from mailbot.reading.letter import read_letter

__all__ = ["ReadingOptions", "read_letter"]
