"""Fills what reading keeps in memory, in a process whose forks will read letters.

Words, patterns, templates and tables are loaded when they are first used. A fork that
reads one letter would load them for that letter alone, which takes it twenty times as
long as the letter itself.
"""

from mailbot.language.folders import written
from mailbot.options import Brief
from mailbot.respond.reader import read
from mailbot.text.dressing import undress

_LETTER = b"""\
From: a@example.org
To: b@example.org
Subject: Sudoku

53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
"""


def warm() -> None:
    """Answer a letter in each language, and forget the answers."""
    undress("")  # these letters need no pattern of it
    for language in written():
        read(_LETTER, Brief("b@example.org", language=language))
