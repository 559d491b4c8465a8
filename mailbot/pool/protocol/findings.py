"""What a child read in a FILE, as a message.

`Findings` hold one of four kinds of answer, which a message must tell apart by itself.
"""

from typing import Annotated, Self

from msgspec import Meta, Struct
from msgspec.structs import asdict

from mailbot.model import Findings, Note, Puzzle, Reading, Status
from solver import Ambiguous, Answer, GaveUp, Grid, Impossible, Solved
from solver.answer import Clash

Cells = Annotated[tuple[int, ...], Meta(max_length=625)]


class AnswerMessage(Struct, frozen=True, forbid_unknown_fields=True):
    """The solver's answer: two solutions are Ambiguous, one is Solved."""

    solutions: Annotated[tuple[Grid, ...], Meta(max_length=2)] = ()
    clashes: Annotated[tuple[Clash, ...], Meta(max_length=1000)] = ()
    gave_up: bool = False
    nodes: int = 0

    @classmethod
    def of(cls, answer: Answer) -> Self:
        """The message of an answer."""
        match answer:
            case Solved(grid, nodes):
                return cls((grid,), nodes=nodes)
            case Ambiguous(first, second, nodes):
                return cls((first, second), nodes=nodes)
            case Impossible(clashes, nodes):
                return cls(clashes=clashes, nodes=nodes)
            case GaveUp(nodes):
                return cls(gave_up=True, nodes=nodes)

    def answer(self) -> Answer:
        """The answer of this message."""
        match self.solutions:
            case (first, second):
                return Ambiguous(first, second, self.nodes)
            case (grid,):
                return Solved(grid, self.nodes)
        if self.gave_up:
            return GaveUp(self.nodes)
        return Impossible(self.clashes, self.nodes)


class PuzzleMessage(Struct, frozen=True, forbid_unknown_fields=True):
    """A puzzle, and the verdict on it."""

    reading: Reading
    grid: Grid
    status: Status
    answer: AnswerMessage | None = None
    doubtful: Cells = ()
    wrong_entries: Cells = ()
    nodes: int = 0

    @classmethod
    def of(cls, puzzle: Puzzle) -> Self:
        """The message of a puzzle."""
        same = {name: getattr(puzzle, name) for name in cls.__struct_fields__}
        answer = AnswerMessage.of(puzzle.answer) if puzzle.answer else None
        return cls(**same | {"answer": answer})

    def puzzle(self) -> Puzzle:
        """The puzzle of this message."""
        answer = self.answer.answer() if self.answer else None
        return Puzzle(**asdict(self) | {"answer": answer})


class FindingsMessage(Struct, frozen=True, forbid_unknown_fields=True):
    """All that was read in a FILE."""

    puzzles: Annotated[tuple[PuzzleMessage, ...], Meta(max_length=1000)] = ()
    notes: Annotated[tuple[Note, ...], Meta(max_length=10_000)] = ()

    @classmethod
    def of(cls, findings: Findings) -> Self:
        """The message of findings."""
        return cls(tuple(map(PuzzleMessage.of, findings.puzzles)), findings.notes)

    def findings(self) -> Findings:
        """The findings of this message."""
        puzzles = tuple(message.puzzle() for message in self.puzzles)
        return Findings(puzzles, self.notes)
