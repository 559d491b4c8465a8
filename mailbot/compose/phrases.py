"""Sentences that say what was found, in the language of the reply.

A reply begins with a greeting and ends with a closing line, both short. They fit what
the reply is, and change from reply to reply of a thread, where nobody is greeted again.
A reply to who wants no more has neither; one that did not understand thanks for
nothing.
"""

from collections.abc import Iterable

from mailbot.compose.section import SHOWING, Section
from mailbot.compose.speech import Places, Speech, symbol
from mailbot.model import Act, Kind, Missing, Source
from solver import Difficulty, Shape, difficulty_of
from solver.logic import capitalise
from solver.notation.symbols import compare

_EXAMPLE_SHAPE, _EXAMPLE_ROW = Shape(3, 3), 4
_EXAMPLE_COLUMN, _SMALL_COLUMN = 7, 3  # the second for grids that have no seventh
"""The cell of the example that shows how to correct: r4c7."""

_TYPED = frozenset({Source.TEXT, Source.HTML, Source.LINK, Source.FILE})
_TYPED_ROW = "1.2..3..."
"""The row of the example that shows how to type one; as long as a row of the grid."""

_UNTOUCHED = frozenset({Kind.NEW, Kind.RATING})
"""Replies after which the person begins a puzzle."""

_PLAYED = frozenset(
    {
        *(Kind.HINT, Kind.CELL, Kind.PART, Kind.WHY, Kind.MOVES, Kind.CHECK),
        *(Kind.WHERE, Kind.CANDIDATES, Kind.PLACES, Kind.TECHNIQUE, Kind.VERDICT),
        *(Kind.FIRST_MISTAKE, Kind.CORRECT, Kind.UNDO, Kind.RESTART),
    }
)
"""Replies after which the person goes on with the puzzle."""

_WITHOUT_CLOSING = frozenset({Kind.STOPPED, Kind.UNCLEAR, Kind.DISPUTE})

_INVITING = frozenset({Kind.NO_PUZZLE, Kind.UNREADABLE, Kind.HELP})
"""Replies to a letter without a puzzle."""


class Phrases(Speech, frozen=True):
    """The phrases of one reply; the templates call them by name."""

    def greeting(self, kind: Kind, *, again: bool) -> str:
        """How the reply begins; `again` tells that it goes on with a thread."""
        return "" if again or kind is Kind.STOPPED else self._("Hello!")

    def closing(
        self, kind: Kind, count: int, *, done: bool, asked_back: bool = False
    ) -> str:
        """How the reply ends.

        Args:
            kind: what the reply is.
            count: the digits of its puzzle; one more lets it end in another way.
            done: whether the person has filled in all cells.
            asked_back: whether the person was not understood.
        """
        if kind in _WITHOUT_CLOSING or asked_back:
            return ""
        first, second = self._closings(kind, done=done)
        return second if count % 2 else first

    def _closings(self, kind: Kind, *, done: bool) -> tuple[str, str]:
        if kind in SHOWING or (kind is Kind.CHECK and done):
            return self._("See you next time!"), self._("I hope this helps.")
        if kind in _PLAYED:
            return self._("Good luck with the rest!"), self._("Enjoy the rest!")
        if kind in _UNTOUCHED:
            return self._("Good luck!"), self._("Take your time!")
        if kind in _INVITING:
            line = self._("I look forward to your puzzle.")
            return line, line
        again = self._("I will be happy to try again.")
        if kind is Kind.DOUBTFUL:
            return self._("Thank you for your help!"), again
        return again, again

    def read_caption(self, section: Section) -> str:
        """The caption of what was read."""
        words = self._("What I read (%(size)s, %(digits)s):")
        new = (r.puzzle for r in section.wish.requests if r.act is Act.NEW)
        if section.filled:
            words = self._ngettext(
                "Your puzzle, with the new digit (%(size)s):",
                "Your puzzle, with the new digits (%(size)s):",
                len(section.filled),
            )
        elif section.kind is Kind.NEW or section.number in new:
            words = self._("Your new puzzle (%(size)s, %(digits)s):")
        return words % {"size": section.size, "digits": self.digits(section)}

    def symbols(self, section: Section) -> str:
        """Tell that the person's symbols differ from ours, and how they pair up."""
        return self._(
            "Your puzzle is written in different symbols from mine. Yours = mine: "
            "%(pairs)s."
        ) % {"pairs": compare(section.puzzle.reading.symbols)}

    def digits(self, section: Section) -> str:
        """How many digits were read."""
        words = self._ngettext("%(num)s digit", "%(num)s digits", section.count)
        return words % {"num": section.count}

    def mistakes_sentence(self, section: Section) -> str:
        """Which entries are surely wrong."""
        places, digits = self._places(section), section.puzzle.grid.digits
        told = [
            self._("the %(digit)s %(in_cell)s")
            % {"digit": symbol(digits[cell]), "in_cell": places.in_cell(cell)}
            for cell in section.wrong
        ]
        words = self._ngettext(
            "This digit of yours cannot be right: %(cells)s.",
            "These digits of yours cannot be right: %(cells)s.",
            len(told),
        )
        return self._tidy(words % {"cells": self.language.listed(told)})

    def unnamed_sentence(self, section: Section) -> str:
        """How many entries are wrong, and not which."""
        count = len(section.unnamed)
        words = self._ngettext(
            "One of your digits is wrong.", "%(num)s of your digits are wrong.", count
        )
        return self._tidy(words % {"num": count})

    def covered_sentence(self, section: Section) -> str:
        """Which cells something lies on, and why that does not matter."""
        words = self._(
            "I cannot see %(cells)s in the picture, but the other digits give exactly "
            "one solution."
        )
        return self._said(section, words, cells=section.covered)

    def forks(self, section: Section) -> list[str]:
        """The cells in which two solutions differ, and their digits there."""
        words = self._("%(in_cell)s there could be a %(one)s or a %(other)s.")
        return [
            self._said(section, words, in_cell=cell, one=one, other=other)
            for cell, one, other in section.forks
        ]

    def differing(self, section: Section) -> str:
        """The other cells in which two solutions differ."""
        words = self._("They also differ in %(cells)s.")
        return self._said(section, words, cells=section.differing)

    def legend(self, section: Section) -> list[tuple[str, str]]:
        """What each tint of the grid means, by the name of the tint."""
        reason = {
            Kind.WHERE: self._("The cell to look at"),
            Kind.AMBIGUOUS: self._("Where the solutions differ"),
        }.get(section.kind, self._("What it follows from"))
        meant = {
            "shade": self._("Where to look"),
            "line": self._("What is ruled out"),
            "because": reason,
        }
        return [(name, meant[name]) for name, _ in section.read.tints.kinds]

    def doubts(self, section: Section) -> list[str]:
        """The doubtful cells, each with the two digits that it may hold."""
        return [self._doubt(section, *doubt) for doubt in section.doubts]

    def clashes(self, section: Section) -> list[str]:
        """Which digit stands twice, and where."""
        words = self._("There is more than one %(digit)s in %(house)s: %(cells)s.")
        return [
            self._said(section, words, digit=c.digit, house=c.house, cells=c.cells)
            for c in section.clashes
        ]

    def moved(self, section: Section) -> list[str]:
        """Which of the digits that the person has just told are right."""
        words = self._("The %(digit)s %(in_cell)s is right.")
        return [
            self._said(section, words, digit=digit, in_cell=cell)
            for cell, digit in section.moved
        ]

    def not_understood(self, section: Section) -> str:
        """What was missing in an answer, so that nothing was changed."""
        in_cell, cells = self._places(section).in_cell, section.request.cells
        if Missing.DIGIT in section.missing and len(cells) == 1:
            return self._(
                "I did not understand which digit belongs %(in_cell)s, so I changed "
                "nothing."
            ) % {"in_cell": in_cell(cells[0])}
        if Missing.DIGIT in section.missing:
            return self._(
                "I did not understand which digit belongs in which cell, so I changed "
                "nothing."
            )
        if Missing.CELL in section.missing:
            return self._(
                "I did not understand which cell you mean, so I changed nothing."
            )
        return self._("I am afraid I did not understand what you would like me to do.")

    def sorry(self, section: Section) -> str:
        """What is said first to a person whom we fail to understand again and again.

        It changes from reply to reply, so that no two of them are the same.
        """
        sentences = (
            self._("I am sorry, I still do not understand."),
            self._("Sorry, this was not clear to me either."),
            self._("I am afraid I did not understand what you would like me to do."),
            self._("I am only a program, and this was too hard for me."),
        )
        return sentences[(section.wish.again - 2) % len(sentences)]

    def examples(self, section: Section) -> list[str]:
        """What a person who was not understood may want: words of ours or sentences."""
        if section.wish.again % 3:
            sentences = [
                self._('"Where should I look next?"'),
                self._('"Which numbers can go in row 4, column 2?"'),
                self._('"Why does it go there?"'),
                self._('"A new puzzle please, a harder one."'),
            ]
            leave = self._("or leave it at that: there is no need to reply")
            return sentences if section.wish.again % 3 == 2 else [*sentences, leave]
        return [
            self._('"where": where to look next, without the digit'),
            self._('"hint": one cell, and why'),
            self._('"why": the last step once more, slowly'),
            self._('"new": another puzzle'),
        ]

    def is_pictured(self, section: Section) -> bool:
        """Whether the puzzle may have been read from a picture, and not as text."""
        return section.puzzle.reading.source not in _TYPED

    def ways_on(self, section: Section) -> list[str]:
        """How a person can go on whom we have failed to understand twice."""
        size = section.puzzle.grid.shape.size
        typed = self._(
            "type the row in question as it is printed, with a dot for each empty "
            "cell, for example: row 4: %(example)s"
        ) % {"example": _TYPED_ROW[:size].ljust(size, ".")}
        picture = self._("or send a sharper picture, taken from straight above")
        return [
            typed,
            *([picture] if self.is_pictured(section) else []),
            self._("or leave it at that: there is no need to reply"),
        ]

    def rating_sentence(self, section: Section) -> str:
        """How hard a puzzle is, in words."""
        return self._("The difficulty of this puzzle: %(word)s.") % {
            "word": self._difficulty(section.rating or 0.0)
        }

    def correction(self, sections: Iterable[Section]) -> str:
        """How to correct what was read, by the example of a cell of every grid."""
        size = min((s.puzzle.grid.shape.size for s in sections), default=9)
        column = _EXAMPLE_COLUMN if size >= _EXAMPLE_COLUMN else _SMALL_COLUMN
        number = (_EXAMPLE_ROW - 1) * _EXAMPLE_SHAPE.size + column - 1
        cell = Places(self.language, _EXAMPLE_SHAPE).cell(number)
        return self._(
            "If I misread something, just reply, for example: %(example)s (row 4, "
            "column %(column)s), or %(empty)s if the cell is empty."
        ) % {"example": f"{cell}=3", "column": column, "empty": f"{cell}=0"}

    def facts_line(self, section: Section) -> str:
        """The size of a puzzle and how hard it is, in one line."""
        size = section.puzzle.grid.shape.size
        facts = [section.size]
        if section.rating is not None:
            facts.append(capitalise(self._difficulty(section.rating)))
        if size > 9:
            facts.append(f"10 = A … {size} = {symbol(size)}")
        return " · ".join(facts)

    def alt(self, section: Section) -> str:
        """What the picture of a puzzle shows, for those who cannot see it."""
        if section.kind is Kind.NEW:
            return self._("Picture of the new puzzle.")
        if section.told or section.solutions:
            return self._("Picture of the puzzle with the digits drawn in.")
        return self._("Picture of the puzzle with the cells in question marked.")

    def machine_line(self) -> str:
        """What stands before the line that a later letter is continued from."""
        return self._("Please leave this line in your reply:")

    def footer(self, stopped: bool) -> str:
        """Who wrote the reply, and, unless that was asked, how to get no more."""
        if stopped:
            return self._("This message was written by a program.")
        return self._(
            'This message was written by a program. Reply with "help" to see what it '
            'can do, or with "stop" and it will not write to you again.'
        )

    def _difficulty(self, rating: float) -> str:
        """The word for a rating on the scale of Sudoku Explainer."""
        return {
            Difficulty.EASY: self._("easy"),
            Difficulty.MEDIUM: self._("moderate"),
            Difficulty.HARD: self._("hard"),
            Difficulty.VERY_HARD: self._("very hard"),
            Difficulty.DIABOLICAL: self._("extreme"),
        }[difficulty_of(rating)]

    def _doubt(self, section: Section, cell: int, digit: int, other: int) -> str:
        if digit and other and digit != other:
            words = self._("%(in_cell)s: is it a %(digit)s or a %(other)s?")
        elif digit:
            words = self._("%(in_cell)s: is it really a %(digit)s?")
        else:
            words = self._("%(in_cell)s: is the cell really empty?")
        return self._said(section, words, in_cell=cell, digit=digit, other=other)
