"""What a letter brings to a conversation, and so who is answered, and how often.

A program may answer each of our replies with the same words, for ever. So the ledger
knows the letters again that take nothing further, and answers them once or twice:

    a new puzzle, a cell, a yes, "next", a word of ours    comes as often as one likes
    "why?", "how hard is it?"                              may be said twice
    anything else                                          is answered once
"""

from msgspec import Struct

from mailbot.files import PartKind, kind_of
from mailbot.language.commands import commands
from mailbot.language.folders import strings
from mailbot.model import Act, Findings, Grounds, Letter, Source, Wish
from mailbot.talk import Words

_SHOWN = (PartKind.PICTURE, PartKind.PDF, PartKind.DOCUMENT)
_FEWEST = 4
"""Digits of the emptiest grid that is a puzzle: a row of dots is none."""

_AROUND = " \t\r\n.,;:!?\"'"

_SHORT = 5
"""Words that a person may well send twice."""

_LONG = 8
"""Words of the longest sentence in which people ask for more: a step, a new puzzle."""

_ONWARD = frozenset({Act.HINT, Act.CONFIRM, Act.NEW})
"""What people say again and again; new puzzles are held to a few a day by the caps."""

_ONCE = frozenset({Act.SOLUTION, Act.UNCLEAR})
"""What nobody says twice without a puzzle."""


class Brought(Struct, frozen=True):
    """What a letter brings to a conversation.

    Attributes:
        want: what is wanted.
        length: how many words the person wrote now.
        puzzle: it is about a puzzle, be it that of the thread.
        new_puzzle: it holds a puzzle that no reply of ours carried.
        cell: it tells or names a cell.
        command: it is a word of ours alone.
    """

    want: Act
    length: int
    puzzle: bool = False
    new_puzzle: bool = False
    cell: bool = False
    command: bool = False

    @property
    def goes_on(self) -> bool:
        """Whether it takes the conversation further, and may come any number of times.

        A program may write a long sentence that is taken for a wish for the next step.
        """
        onward = self.want in _ONWARD and self.length <= _LONG
        brings = self.new_puzzle or self.cell or self.command or onward
        return brings and self.want is not Act.UNCLEAR

    @property
    def may_come_twice(self) -> bool:
        """Whether a person may well say the same twice."""
        if self.puzzle and self.want is not Act.HINT:
            return self.length <= _SHORT
        return self.want not in _ONCE


def brought_by(words: Words, wish: Wish, findings: Findings) -> Brought:
    """What a letter brings, by its words, its wish and its puzzles."""
    sources = [puzzle.reading.source for puzzle in findings.puzzles]
    first = wish.requests[0]
    return Brought(
        want=first.act,
        length=len(words.newest.split()),
        puzzle=bool(sources),
        new_puzzle=any(source is not Source.THREAD for source in sources),
        cell=bool(first.cells or first.house),
        command=words.command is not None,
    )


def grounds_of(letter: Letter, words: Words, findings: Findings) -> Grounds:
    """What of a letter its reply rests on.

    A command is the whole letter: its only line or, where there is none, its subject.
    """
    grids = (puzzle.grid for puzzle in findings.puzzles)
    if any(sum(map(bool, grid.digits)) >= _FEWEST for grid in grids):
        return Grounds.PUZZLE
    if any(kind_of(part) in _SHOWN for part in letter.parts):
        return Grounds.PICTURE
    whole = (words.newest or words.subject).strip(_AROUND).lower()
    told = whole in commands() or whole in strings("puzzles", "new")
    return Grounds.COMMAND if told else Grounds.WORDS
