"""One puzzle of a reply: its kind, and all that the templates show of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from msgspec.structs import replace as replaced

from mailbot.compose.drawing import (
    Drawing,
    Exclusion,
    Tints,
    draw_reading,
    draw_solution,
    excluded,
    exclusions,
    in_symbols,
    tints_of,
)
from mailbot.compose.solving import NOTHING, Found, last_house
from mailbot.marker import ASKED_AGAIN, State, write_marker
from mailbot.model import Ink, Kind, Missing, Puzzle, RuledOut, Status, Wish
from mailbot.model.requests import CHANGING, REVEALING, Act, Request
from solver import Ambiguous, Clash, Grid, Impossible, Solved
from solver.logic import Step, Technique

_FEW_GIVENS = 17
"""No 9x9 puzzle with fewer givens has exactly one solution."""

QUESTION_LETTERS = "abcde"
"""The names of the questions in a reply; no more are asked at once."""

_MOST_DOUBTS = 8
"""With more doubtful cells than these, a better picture helps more than questions."""

_FORKS, _MOST_DIFFERING = 3, 20
"""Cells in which two solutions differ: told with both digits; and read as a list."""

HINTING = frozenset({Kind.HINT, Kind.WHY})
"""Kinds of answer that may tell the next step."""

SHOWING = frozenset({Kind.SOLVED, Kind.STEPS, Kind.ALL})
"""Kinds of answer that show the whole solution, if there is one."""

_NAMING_MISTAKES = HINTING | SHOWING | {Kind.CHECK}
"""Kinds of answer that name the person's mistakes without being asked for them."""

_FULL = REVEALING | {Act.HELP}
"""Wishes of a person who may be told all digits."""

_SOLUTION = Request(Act.SOLUTION)


@dataclass(frozen=True)  # without slots, for what is kept of its properties
class Section:
    """The answer to one request about one puzzle, and all that its template shows.

    `request` is what is answered, which may be more modest than what was `asked_for`;
    `missing` is what was not understood of it.
    `number` is the puzzle's in the letter, from 0. `before` are the digits that earlier
    answers of the reply have told of it: they are entries of `puzzle` by now; `marked`
    are the wrong entries that they have named, and that `puzzle` holds no more. `first`
    and `last` tell whether this is the first and the last answer about this puzzle; the
    grid is shown with the last, and where it is `shown_apart`. `found` is what the
    solver says to the request. `solutions` are the full solutions that are shown;
    `more` tells that there may be others; `misled` that the thread had ruled out what
    is right, so that nothing which it had ruled out counts.
    """

    kind: Kind
    puzzle: Puzzle
    wish: Wish = field(default_factory=Wish)
    request: Request = _SOLUTION
    asked_for: Request | None = None
    missing: frozenset[Missing] = frozenset()
    found: Found = NOTHING
    number: int = 0
    before: Mapping[int, int] = field(default_factory=dict)
    marked: Mapping[int, int] = field(default_factory=dict)
    first: bool = True
    last: bool = True
    solutions: tuple[Grid, ...] = ()
    more: bool = False
    steps: tuple[Step, ...] = ()
    logical: bool = False
    rating: float | None = None
    misled: bool = False
    carried: bool = False

    @property
    def shown_apart(self) -> bool:
        """Whether the puzzle is shown as printed, and again with what is told of it."""
        told = {r.act for r in self.wish.requests if r.puzzle in (None, self.number)}
        return self.kind is Kind.RESTART and bool(told & {Act.HINT, Act.CELL, Act.PART})

    @property
    def size(self) -> str:
        """Rows by columns: 9x9."""
        return f"{self.puzzle.grid.shape.size}x{self.puzzle.grid.shape.size}"

    @cached_property
    def drawings(self) -> tuple[Drawing, ...]:
        """The solutions, drawn."""
        return tuple(draw_solution(self.puzzle, grid) for grid in self.solutions)

    @property
    def in_own_symbols(self) -> Drawing | None:
        """The one solution in the symbols of the person, where they are not ours."""
        symbols = self.puzzle.reading.symbols
        if len(self.solutions) != 1 or not symbols:
            return None
        return in_symbols(self.drawings[0], symbols)

    @property
    def count(self) -> int:
        """Cells with a digit, given or entered."""
        return sum(map(bool, self.puzzle.grid.digits))

    @property
    def entered(self) -> int:
        """Cells with a digit of the person's own, not told by us."""
        told = {*self.puzzle.told, *self.before}
        cells = enumerate(self.puzzle.grid.entries)
        return sum(1 for cell, digit in cells if digit and cell not in told)

    @property
    def complete(self) -> bool:
        """Whether every cell holds a digit."""
        return all(self.puzzle.grid.digits)

    @property
    def sparse(self) -> bool:
        """Whether a 9x9 puzzle has too few digits to have a single solution."""
        return self.puzzle.grid.shape.size == 9 and self.count < _FEW_GIVENS

    @property
    def solvable(self) -> bool:
        """Whether the givens have exactly one solution."""
        return isinstance(self.puzzle.answer, Solved)

    @property
    def agrees(self) -> bool:
        """Whether no cell is doubtful and every entry is that of the one solution."""
        answer, grid = self.puzzle.answer, self.puzzle.grid
        if self.puzzle.doubtful or not isinstance(answer, Solved):
            return False
        return not grid.wrong_entries(answer.grid)

    @property
    def wrong(self) -> tuple[int, ...]:
        """The wrong entries that the answer names: all, or those that were found."""
        if self.found is not NOTHING:
            pointed_at = self.kind is not Kind.WHERE or self.pointed > 1
            return self.found.wrong if pointed_at else ()
        if self.kind is Kind.MOVES:
            own = self.request.cells
            return tuple(c for c in self.puzzle.wrong_entries if c in own)
        named = self.kind in _NAMING_MISTAKES and not self.unnamed
        return self.puzzle.wrong_entries if named else ()

    @property
    def unnamed(self) -> tuple[int, ...]:
        """The wrong entries of which only their number is wanted."""
        counted = self.kind is Kind.CHECK and not self.request.count
        return self.puzzle.wrong_entries if counted else ()

    @property
    def covered(self) -> tuple[int, ...]:
        """The cells that nobody can see in the picture of a solved puzzle."""
        if self.puzzle.status is not Status.SOLVED:
            return ()
        cells = enumerate(self.puzzle.reading.cells)
        return tuple(cell for cell, read in cells if read.ink is Ink.COVERED)

    @property
    def hidden(self) -> bool:
        """Whether cells are doubtful since something lies on them."""
        cells = self.puzzle.reading.cells
        return any(cells[cell].ink is Ink.COVERED for cell in self.puzzle.doubtful)

    @property
    def asked(self) -> tuple[int, ...]:
        """The doubtful cells that are asked about."""
        doubtful = self.puzzle.doubtful
        if self.kind is not Kind.DOUBTFUL or len(doubtful) > _MOST_DOUBTS:
            return ()
        return doubtful[: len(QUESTION_LETTERS)]

    @property
    def letters(self) -> dict[int, str]:
        """The letter of the question about each cell that is asked about."""
        return dict(zip(self.asked, QUESTION_LETTERS, strict=False))

    @property
    def argues(self) -> bool:
        """Whether a hint rules digits out without telling one."""
        return bool(self.steps) and not self.steps[-1].placements

    @property
    def shortens(self) -> bool:
        """Whether a hint was told with long reasons, and has a shorter form."""
        return not self.wish.brief and any(step.cases for step in self.steps)

    @property
    def doubts(self) -> tuple[tuple[int, int, int], ...]:
        """Each cell that is asked about, its digit and its second choice."""
        cells, seconds = self.puzzle.reading.cells, dict(self.puzzle.doubts)
        return tuple((cell, cells[cell].digit, seconds[cell]) for cell in self.asked)

    @property
    def _undecided(self) -> tuple[tuple[int, int, int], ...]:
        """The cells in which two solutions differ, and both digits."""
        answer = self.puzzle.answer
        if not isinstance(answer, Ambiguous):
            return ()
        pairs = zip(answer.first.digits, answer.second.digits, strict=True)
        return tuple((cell, a, b) for cell, (a, b) in enumerate(pairs) if a != b)

    @property
    def forks(self) -> tuple[tuple[int, int, int], ...]:
        """The first cells in which two solutions differ, told with both digits."""
        return self._undecided[:_FORKS]

    @property
    def differing(self) -> tuple[int, ...]:
        """The other cells in which two solutions differ, if these are few."""
        others = self._undecided[_FORKS:]
        return tuple(c for c, *_ in others) if len(others) <= _MOST_DIFFERING else ()

    @property
    def clashes(self) -> tuple[Clash, ...]:
        """Each given that is repeated in a house, once."""
        answer = self.puzzle.answer
        if not isinstance(answer, Impossible):
            return ()
        once = {(clash.digit, clash.cells): clash for clash in answer.clashes[::-1]}
        return tuple(once.values())[::-1]

    @property
    def told(self) -> dict[int, int]:
        """The digits that the answer tells, by cell, a full solution apart."""
        if self.found.told:
            return dict(self.found.told)
        told = {mark.cell: mark.digit for s in self.steps for mark in s.placements}
        return told if self.kind in HINTING else {}

    @property
    def filled(self) -> dict[int, int]:
        """The digits that the answer fills in; one that an undo takes out is not."""
        undone = {r.puzzle for r in self.wish.requests if r.act is Act.UNDO}
        out = self.kind is Kind.WHY and not undone.isdisjoint({None, self.number})
        return {} if out else self.told

    @property
    def pointed(self) -> int:
        """How much of the next step is told: its house, its cell, its technique."""
        if self.carried:
            return 0  # the talk is of another puzzle
        if self.kind is not Kind.WHERE:
            return 0 if self.drawn or self.news else self.puzzle.pointed
        if self.request.kind and not self.request.exact:
            return 1  # the row of a cell, and not the cell
        return max(min(self.puzzle.pointed + 1, 3), 1 + self.request.exact)

    @property
    def drawn(self) -> dict[int, int]:
        """The digits that the grid shows as new: those of all answers up to this."""
        return {**self.before, **self.filled}

    @property
    def news(self) -> dict[int, int]:
        """The digits that the answer tells and the person did not have, by cell."""
        shown = self.told | self.confirmed
        if self.solutions:
            shown = dict(enumerate(self.solutions[0].digits))
        had = self.puzzle.grid.digits
        return {cell: digit for cell, digit in shown.items() if not had[cell]}

    @property
    def confirmed(self) -> dict[int, int]:
        """The digit that the person asked about, by its cell, if it is right."""
        cell = self.found.cell if self.found.right else None
        if cell is None or self.puzzle.grid.digits[cell]:
            return {}
        return {cell: self.request.digit}

    @property
    def _about(self) -> int | None:
        """The one cell that the answer is about."""
        if self.carried:
            return None  # the talk is of another puzzle
        seen = self.found.cell if self.pointed > 1 else None
        named = set(self.told) or set(self.wrong[:2])
        if self.kind not in (Kind.HINT, Kind.WHY):  # a pattern has many cells
            named |= set(self.request.cells)
        if seen is not None:
            named = {seen}
        if not named and self.kind not in HINTING:
            of_many = self.found.house or self.kind is Kind.CANDIDATES
            return None if of_many else self.puzzle.about
        return next(iter(named)) if len(named) == 1 else None

    @property
    def moved(self) -> tuple[tuple[int, int], ...]:
        """Each cell that the person has just filled in rightly, and its digit."""
        grid, wrong = self.puzzle.grid, set(self.puzzle.wrong_entries)
        own = (c for c in self.request.cells if grid.entries[c] and c not in wrong)
        return tuple((cell, grid.entries[cell]) for cell in own)

    @cached_property
    def read(self) -> Drawing:
        """What was read, drawn, with the digits that the answer tells."""
        clashing = (cell for clash in self.clashes for cell in clash.cells)
        named = tuple(sorted({*self.wrong, *clashing}))
        puzzle = replace(self.puzzle, wrong_entries=named)
        drawing = draw_reading(puzzle, self.drawn, self.marked)
        if self.kind is Kind.WHERE and self.found.house:
            return replaced(drawing, tints=self._place)
        if self.kind is Kind.CANDIDATES:
            # One small digit of a cell that is named would look like its digit.
            least = 2 if self.request.cells else 1
            marks = self.found.marks.items()
            return replaced(drawing, marks={c: m for c, m in marks if len(m) >= least})
        if self.kind is Kind.AMBIGUOUS:
            undecided = frozenset(cell for cell, *_ in self._undecided)
            return replaced(drawing, tints=Tints(because=undecided))
        if self.kind not in HINTING or self.found is not NOTHING:
            return replaced(drawing, letters=self.letters)
        return replaced(drawing, tints=tints_of(self.puzzle.grid, self.steps))

    @property
    def _place(self) -> Tints:
        """The place where to look next, tinted as far as it is told."""
        house, cell = self.found.house, self.found.cell
        shaded = house.cells(self.puzzle.grid.shape) if house else ()
        told = {cell} if self.pointed > 1 and cell is not None else set()
        return Tints(shaded=frozenset(shaded), because=frozenset(told))

    @property
    def excluded(self) -> tuple[Exclusion, ...]:
        """Why the last step leaves no other choice: cell, digit, and who excludes it.

        Each other digit of the cell that was solved, or each other cell of its house,
        with a cell that holds the digit already; empty where the step needs more. Where
        the person asks why a digit is not there, what excludes that one.
        """
        if self.doubted:
            return excluded(self.puzzle.grid, *self.doubted)
        if self.kind is not Kind.WHY or not self.steps:
            return ()
        return exclusions(self.puzzle.grid, self.steps[-1])

    @property
    def doubted(self) -> tuple[int, int] | None:
        """The cell and the digit of which the person asks why it is not there."""
        asked = self.request
        why_not = self.kind is Kind.WHY and asked.digit and len(asked.cells) == 1
        return (asked.cells[0], asked.digit) if why_not else None

    @cached_property
    def state(self) -> State:
        """What the next letter goes on from."""
        puzzle, told = self.puzzle, {**self.drawn, **self.confirmed}
        grid = puzzle.grid
        if told and isinstance(puzzle.answer, Solved):
            grid = grid.right_part(puzzle.answer.grid).with_entries(told)
        asked = puzzle.status is Status.DOUBTFUL
        hints = self.steps if self.kind in HINTING else ()
        news = _unseen(grid, tuple(m for s in hints for m in s.eliminations))
        changed = any(request.act in CHANGING for request in self.wish.requests)
        undo = puzzle.undo  # takes back what the person changed, or what we told
        if self.drawn and not changed:
            undo = tuple((cell, 0) for cell in self.drawn)
        full = self.kind in SHOWING or self.request.act in _FULL
        entered = {cell for cell, digit in enumerate(grid.entries) if digit}
        return State(
            grid,
            told=frozenset(entered & {*puzzle.told, *told}),
            doubts=puzzle.doubts if asked else (),
            symbols=puzzle.reading.symbols,
            hinted=next(iter(self.told), None) if self.kind in HINTING else None,
            gentle=self.carried or not full,
            ruled_out=(*_unseen(grid, puzzle.ruled_out), *news),
            news=news,
            again=self.wish.again + 1 if self.asks_back else 0,
            pointed=self.pointed,
            undo=undo,
            solved=bool(self.solutions),
            sought=self._sought,
            about=self._about,
            limit=self.wish.lasting,
            familiar=self.wish.familiar,
            asked=self._asked,
            house=last_house(self.puzzle, self.request, self.found, self._about),
        )

    @property
    def _asked(self) -> Request | None:
        """What was asked for of a cell or a house, and may be so of the next."""
        act, house = self.request.act, self.request.house
        if act is Act.UNCLEAR and not self.carried:
            kept = self.puzzle.asked
            known = kept and (kept.house or self._about in kept.cells)
            return kept if known else None
        if self.carried or act not in ASKED_AGAIN:
            return None
        if house:
            digit = self.request.digit if act is Act.PLACES else 0
            return Request(act, house=house, digit=digit)
        cell = self._about
        if act is Act.CANDIDATES and cell is None:
            return Request(act)
        if cell is None or act is Act.HINT:
            return None
        return Request(act, cells=(cell,))

    @property
    def _sought(self) -> int:
        """The place of the technique that a letter may ask more of."""
        sought = self.request.technique
        if self.kind is Kind.TECHNIQUE and self.found.there and sought:
            return list(Technique).index(sought) + 1
        going_on = {Kind.WHERE, Kind.UNCLEAR, Kind.HINT, Kind.WHY}
        return self.puzzle.sought if self.carried or self.kind in going_on else 0

    @cached_property
    def marker(self) -> str:
        """The line from which the person's next letter is continued."""
        return write_marker(self.state)

    @property
    def stays(self) -> bool:
        """Whether neither this reply nor the one before it understood the person."""
        return bool(self.wish.again) and self.asks_back

    @property
    def asks_back(self) -> bool:
        """Whether the reply asks what the person wants, or what is disputed."""
        asking = self.request.act in (Act.UNCLEAR, Act.DISPUTE)
        return asking and not self.carried


def _unseen(grid: Grid, ruled_out: RuledOut) -> RuledOut:
    """What was ruled out, where the digits of a grid do not show it."""
    digits, peers = grid.digits, grid.shape.peers
    return tuple(
        (cell, digit)
        for cell, digit in ruled_out
        if not digits[cell] and all(digits[peer] != digit for peer in peers[cell])
    )
