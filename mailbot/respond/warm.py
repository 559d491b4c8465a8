"""The letters with which a process gets ready whose forks will read letters.

Words, patterns, templates and tables are loaded when they are first used. A fork that
reads one letter would load them for that letter alone, which takes it twenty times as
long as the letter itself.
"""

from collections.abc import Iterator

from mailbot.language.folders import written
from mailbot.options import Brief

_HEAD = b"""\
From: a@example.org
To: b@example.org
Subject: Sudoku
Message-ID: <c@example.org>
"""
_PUZZLE = b"""\
53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
"""
_TYPED = _HEAD + b"\n" + _PUZZLE
_PAGE = (
    _HEAD
    + b"MIME-Version: 1.0\nContent-Type: text/html; charset=utf-8\n\n<div>"
    + _PUZZLE
    + b"</div>\n"
)
_NO_PUZZLE = _HEAD + b"\nGood evening. The puzzle is attached.\n"


def letters() -> Iterator[tuple[bytes, Brief]]:
    """Letters that use most of what letters of text use, in every language."""
    for language in ("auto", *written()):
        yield _TYPED, Brief("b@example.org", language=language)
    for letter in (_PAGE, _NO_PUZZLE):
        yield letter, Brief("b@example.org")
