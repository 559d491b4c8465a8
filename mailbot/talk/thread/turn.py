"""A puzzle as an earlier reply carried it, and what the person has made of it since."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from msgspec.structs import replace as replaced

from mailbot.judge import judge, reading_of
from mailbot.marker import Marker
from mailbot.model import Act, Doubts, Puzzle, Request, Source, Status
from mailbot.talk.cells.asserted import Question
from mailbot.talk.thread.quoted import QuotedPuzzle
from mailbot.talk.wishes.situation import Situation
from solver import Grid, Shape

_NODES = 2_000  # of search; 9x9 never takes as many


@dataclass(frozen=True, slots=True)
class Turn:
    """A puzzle of a thread: as it was quoted, and with the person's changes so far.

    `solved` tells whether the reply showed its solution. Where the line that carries
    the puzzle does not fit its check, nothing that is said settles it: the person is
    shown what stands there, and asked.
    """

    marker: Marker
    puzzle: Puzzle
    solved: bool = False

    @property
    def shape(self) -> Shape:
        """The shape of its grid."""
        return self.puzzle.grid.shape

    @property
    def was_answered(self) -> bool:
        """Whether the quoted reply was about it, and did not only carry it on."""
        state = self.marker.state
        told = state.hinted is not None or bool(state.news or state.pointed)
        return told or state.about is not None or state.asked is not None

    @property
    def situation(self) -> Situation:
        """What the reply was that is being answered."""
        if self.marker.state.doubts:
            return Situation.ASKED
        return Situation.SOLVED if self.solved else Situation.HINTED

    @property
    def question(self) -> Question:
        """What the person was shown of it."""
        digits, cells = self.marker.state.grid.digits, self.puzzle.reading.cells
        doubts = {
            cell: frozenset({digits[cell], second})
            for cell, second in self.puzzle.doubts
        }
        assert len(cells) == len(digits)
        return Question(
            self.marker.state.grid.shape, digits, doubts, self.marker.state.symbols
        )

    @property
    def asks_which(self) -> bool:
        """Whether the reply asked which of two digits stands in a cell."""
        return any(len(digits - {0}) > 1 for digits in self.question.doubts.values())

    @property
    def is_answered(self) -> bool:
        """Whether there is nothing left to ask of it."""
        return self.puzzle.status in (Status.SOLVED, Status.COMPLETE)

    @property
    def is_edited(self) -> bool:
        """Whether the person changed a digit of it, in the grid or in its lines."""
        return self.marker.edited or self.puzzle.grid != self.marker.state.grid

    @property
    def changed_cells(self) -> tuple[int, ...]:
        """The cells that hold another digit now than when they were quoted."""
        pairs = zip(self.puzzle.grid.digits, self.marker.state.grid.digits, strict=True)
        return tuple(cell for cell, (now, then) in enumerate(pairs) if now != then)

    @property
    def entered(self) -> frozenset[int]:
        """The cells that hold an entry."""
        return frozenset(c for c, digit in enumerate(self.puzzle.grid.entries) if digit)

    @property
    def own(self) -> frozenset[int]:
        """The empty cells in which a digit would be the person's own.

        Such is a digit after a hint or a check, not one that we had overlooked, nor one
        that a puzzle with several solutions lacks.
        """
        grid = self.marker.state.grid
        played = self.marker.state.gentle or any(grid.entries)
        lacking = self.puzzle.status is Status.AMBIGUOUS
        if self.situation is not Situation.HINTED or not played or lacking:
            return frozenset()
        return frozenset(c for c, digit in enumerate(grid.digits) if not digit)

    def holds_any(self, cells: Collection[int]) -> bool:
        """Whether one of these cells holds a digit, which no question changes."""
        return any(self.marker.state.grid.digits[cell] for cell in cells)

    def with_digits(self, digits: Mapping[int, int], own: Collection[int]) -> "Turn":
        """With other digits: an entry stays an entry, a given a given.

        Args:
            digits: the digit of each cell that changes, 0 for an empty one.
            own: the cells in which a digit is an entry of the person's.
        """
        grid = self.puzzle.grid
        givens, entries = list(grid.givens), list(grid.entries)
        for cell, digit in digits.items():
            (entries if entries[cell] or cell in own else givens)[cell] = digit
        return self._judged(Grid(grid.shape, tuple(givens), tuple(entries)), digits)

    def moved(self, digits: Mapping[int, int]) -> "Turn":
        """With other entries, as if our reply had shown them: they are no edit then.

        Args:
            digits: the digit of each cell that changes, 0 for an empty one.
        """
        puzzle = self.with_digits(digits, digits).puzzle
        if len(digits) == 1:
            puzzle = replace(puzzle, about=min(digits))  # what goes there?
        state = replaced(self.marker.state, grid=puzzle.grid)
        return replace(self, puzzle=puzzle, marker=replaced(self.marker, state=state))

    def settled(self, cells: Collection[int] | None = None) -> "Turn":
        """Without a doubt about these cells; about any by default."""
        if self.marker.edited:
            return self
        settled = self.puzzle.doubtful if cells is None else cells
        return self._judged(self.puzzle.grid, settled)

    @property
    def hinted(self) -> tuple[int, ...]:
        """The cells that the hint of the quoted reply was about.

        That is the cell of the digit that it told, or said to be right; else those
        where it ruled out some.
        """
        if self._filled is not None:
            return (self._filled,)
        return tuple(dict.fromkeys(cell for cell, _ in self.marker.state.news))

    @property
    def _filled(self) -> int | None:
        """The one cell whose digit the quoted reply told, or said to be right.

        If that was about another puzzle, it is the cell that was told last of this.
        """
        hinted, about = self.marker.state.hinted, self.puzzle.about
        if not self.was_answered:
            last = [c for c, then in self.puzzle.undo if not then]
            return last[0] if len(last) == 1 and last[0] in self.puzzle.told else None
        if hinted is not None or about is None:
            return hinted
        wrong = about in self.puzzle.wrong_entries
        return about if self.puzzle.grid.entries[about] and not wrong else None

    def before_hint(self) -> "Turn":
        """As it was before the hint of the quoted reply, which is explained anew."""
        filled, news = self._filled, self.marker.state.news
        turn = self
        if filled is not None:
            turn = self.with_digits({filled: 0}, {filled})
        known = tuple(mark for mark in turn.puzzle.ruled_out if mark not in news)
        sought = self.marker.state.sought
        before = replace(turn.puzzle, ruled_out=known, sought=sought)
        return replace(turn, puzzle=before)

    def undone(self, digit: int = 0) -> "Turn":
        """With the person's last change taken back; as it is if there was none.

        Of several that they took out, one `digit` alone may come back.
        """
        grid = self.puzzle.grid
        last = {c: then for c, then in self.puzzle.undo if digit in (0, then)}
        own = {cell for cell in last if not grid.givens[cell]}
        turn = self.with_digits(last, own)
        return replace(turn, puzzle=replace(turn.puzzle, undo=()))

    def changed_back(self, number: int, requests: Sequence[Request]) -> "Turn":
        """With changes taken back, or as printed, as requests of this puzzle say.

        Args:
            number: its place among those of the thread.
            requests: what is asked for.
        """
        own = [request for request in requests if request.puzzle in (None, number)]
        if any(request.act is Act.RESTART for request in own):
            return self.restarted()
        turn = self
        for request in own:
            turn = turn.taken_back(request) if request.act is Act.UNDO else turn
        return turn

    def taken_back(self, request: Request) -> "Turn":
        """Without an entry, or with the last change taken back if none is named.

        An entry is named by its cell, by its digit, or by the house that it is in; so
        is the last change. What is named and stands nowhere is no other change.
        """
        entries, about = self.puzzle.grid.entries, self.puzzle.about
        cells, digit, house = request.cells, request.digit, request.house
        if digit in dict(self.puzzle.undo).values() and not (cells or house):
            return self.undone(digit)  # it was a 1 after all, put it back
        named = {cell for cell in cells if entries[cell]}
        if not cells and (digit or house):
            there = house.cells(self.shape) if house else range(len(entries))
            alike = {c for c in there if entries[c] and digit in (0, entries[c])}
            named = alike if house or len(alike) == 1 else named
        if not (named or self.puzzle.undo) and about is not None and entries[about]:
            named = {about}
        if named:
            return self.with_digits(dict.fromkeys(named, 0), named)
        return self.undone() if self._may_be_last(request) else self

    def _may_be_last(self, request: Request) -> bool:
        """Whether what is named may be the last change, or nothing is named."""
        digits, last = self.puzzle.grid.digits, dict(self.puzzle.undo)
        cells = request.cells or (
            request.house.cells(self.shape) if request.house else last
        )
        changed = last.keys() & cells
        known = {0, *(digits[c] for c in changed)}
        return bool(changed) and (request.digit in known or any(map(last.get, changed)))

    def restarted(self) -> "Turn":
        """As it was printed, without any digit that was told or entered since."""
        turn = self.with_digits(dict.fromkeys(self.entered, 0), self.entered)
        return replace(turn, puzzle=replace(turn.puzzle, ruled_out=(), undo=()))

    def _judged(self, grid: Grid, settled: Collection[int]) -> "Turn":
        before = self.puzzle.doubts
        left = tuple((c, second) for c, second in before if c not in settled)
        if (grid, left) == (self.puzzle.grid, before):
            return self
        puzzle = judge_turn(grid, left, self.marker.state.symbols)
        old = self.puzzle
        if grid.givens == old.grid.givens:
            puzzle = replace(puzzle, ruled_out=old.ruled_out)
        digits = zip(grid.digits, old.grid.digits, strict=True)
        undo = tuple((c, then) for c, (now, then) in enumerate(digits) if now != then)
        told = old.told - {cell for cell, _ in undo}
        undo, house = undo or old.undo, old.house
        puzzle = replace(puzzle, told=told, undo=undo, house=house)
        return replace(self, puzzle=_doubted(puzzle) if self.marker.edited else puzzle)


def open_turn(quoted: QuotedPuzzle) -> Turn:
    """A puzzle as it was quoted, with what the person changed in the grid shown."""
    marker, shown = quoted.marker, quoted.shown
    digits = marker.state.grid.digits
    if all(shown) and not all(digits):
        shown = digits  # a solution is no edit
    pairs = enumerate(zip(shown or digits, digits, strict=True))
    changes = {cell: new for cell, (new, old) in pairs if new != old}
    about = marker.state.about
    if about in marker.state.told and changes.get(about) == 0:
        del changes[about]  # said to be right, and not drawn in
    if marker.edited:
        doubts = tuple((changes | dict(marker.state.doubts)).items())
        puzzle = _doubted(judge_turn(marker.state.grid, doubts, marker.state.symbols))
        return Turn(marker, puzzle, quoted.solved)
    puzzle = judge_turn(marker.state.grid, marker.state.doubts, marker.state.symbols)
    state = marker.state
    puzzle = replace(
        puzzle,
        ruled_out=state.ruled_out,
        told=state.told,
        pointed=state.pointed,
        undo=state.undo,
        about=state.about,
        asked=state.asked,
        house=state.house,
        sought=0 if state.news or state.hinted is not None else state.sought,
    )
    turn = Turn(marker, puzzle, quoted.solved)
    return turn.with_digits(changes, turn.own)


def _doubted(puzzle: Puzzle) -> Puzzle:
    """A puzzle that is shown and asked about, whatever its digits are worth."""
    return replace(puzzle, status=Status.DOUBTFUL, wrong_entries=())


def judge_turn(grid: Grid, doubts: Doubts, symbols: str) -> Puzzle:
    """The verdict on a puzzle; nothing is answered while a cell is in doubt."""
    puzzle = judge(reading_of(grid, Source.THREAD, symbols=symbols), nodes=_NODES)
    if not doubts:
        return puzzle
    cells = list(puzzle.reading.cells)
    for cell, second in doubts:
        cells[cell] = replace(cells[cell], runner_up=second)
    return replace(
        puzzle,
        reading=replace(puzzle.reading, cells=tuple(cells)),
        status=Status.DOUBTFUL,
        doubtful=tuple(cell for cell, _ in doubts),
        wrong_entries=(),
    )
