"""The line of a reply that carries its puzzle, so that a conversation needs no memory.

    Puzzle: [Kx7Rb2...]

The same code stands in the Message-ID of the reply (`mail.message.identity`), which
mail programs give back even where nothing is quoted. Quoting may prefix and wrap the
line as it likes. A code that was damaged carries nothing; the grid above it is shown
and asked about.

    code      a state, where it stood, and the letters that it is written in
    earlier   the lines of replies before this form, which are still read
"""

import re
from collections.abc import Iterator

from mailbot.marker.code import ASKED_AGAIN, Marker, State, read_code, write_code
from mailbot.marker.earlier import MARK, find_earlier
from mailbot.model.requests import Act

WITHOUT_PUZZLE = "without-puzzle"
"""Stands in the Message-ID of a reply that carries no puzzle; it is no code itself.

Behind it may stand what the letter asked for that had none: without-puzzle-where.
"""

_ASKED_IN_VAIN = frozenset({Act.WHERE, Act.HINT, Act.CHECK, Act.RATING})

_WIDTH = 76
"""Signs of a line at most; a 9x9 puzzle mostly needs one line."""

_QUOTING = re.compile(r"^[\s>|]+", re.MULTILINE)
_LINE = re.compile(rf"{MARK}\s*\[([\w\s-]{{8,6000}}?)\]", re.ASCII)


def without_puzzle(asked: Act | None) -> str:
    """The state of a reply that carries no puzzle, with what was asked for in vain."""
    known = asked if asked in _ASKED_IN_VAIN else None
    return f"{WITHOUT_PUZZLE}-{known}" if known else WITHOUT_PUZZLE


def asked_in_vain(state: str) -> Act | None:
    """What was asked for in the letter to which a reply carried no puzzle.

    >>> asked_in_vain("without-puzzle-where")
    <Act.WHERE: 'where'>
    """
    return next((a for a in _ASKED_IN_VAIN if state == without_puzzle(a)), None)


def write_marker(state: State) -> str:
    """The line that carries a puzzle on to the next letter.

    It is wrapped where it is longer than most mail programs let lines be: for large
    grids, and where hints have ruled out very much.
    """
    line = f"{MARK} [{write_code(state)}]"
    parts = range(0, len(line), _WIDTH)
    return "\n".join(line[start : start + _WIDTH] for start in parts)


def strip_quoting(text: str) -> str:
    """A text without the signs that mail programs put before quoted lines."""
    return _QUOTING.sub("", text.replace("…", "..."))


def find_markers(text: str) -> tuple[Marker, ...]:
    """The puzzles that a text (after `strip_quoting`) carries, in order."""
    codes = (
        Marker(state, start=match.start(), end=match.end())
        for match, state in _codes_in(text)
        if state
    )
    found = (*codes, *find_earlier(text))
    return tuple(sorted(found, key=lambda marker: marker.start))


def find_damaged(text: str) -> tuple[tuple[int, int], ...]:
    """The places (start, end) of lines in a text whose codes were damaged."""
    return tuple(
        (match.start(), match.end()) for match, state in _codes_in(text) if not state
    )


def read_states(code: str) -> tuple[Marker, ...]:
    """The puzzles of a Message-ID: codes with a full stop between them."""
    states = (read_code(part) for part in code.split("."))
    return tuple(Marker(state) for state in states if state)


def _codes_in(text: str) -> Iterator[tuple[re.Match[str], State | None]]:
    """The codes in a text, each with its state; None if it was damaged."""
    for match in _LINE.finditer(text):
        yield match, read_code("".join(match[1].split()))
