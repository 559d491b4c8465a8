"""The state of a conversation as a code of letters: a puzzle, and what was said of it.

A state is one large number in a mixed radix, written with 64 signs, with four more that
check it: what was damaged on the way is no state. Cells take the least room of several
forms, of which the solution, where it is known, saves all right digits.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Sequence
from functools import lru_cache
from hashlib import sha256
from itertools import repeat
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from mailbot.model import Doubts, RuledOut
from mailbot.model.requests import Act, House, HouseKind, Limit, Request
from solver import Cells, Grid, Shape, Solved, solve

_CHECK = 4
"""Signs that check a code: one damaged code in sixteen millions passes."""

_MOST_BOX = 25
_MOST_AGAIN = 9
_LEVELS = 4
_TECHNIQUES = 256
_LASTING = (None, Limit.NO_SOLUTION, Limit.NO_DIGIT)
"""What a letter forbids for those after it, too; what reveals least comes last."""

_OF_EACH = _TECHNIQUES // len(_LASTING)
_FORMS_OF_ADDRESS = (None, False, True)
ASKED_AGAIN = (Act.CANDIDATES, Act.PART, Act.CELL, Act.HINT, Act.PLACES)
"""Acts that may be asked for of another cell or house by its name alone."""

_ASKED = (None, *ASKED_AGAIN)

_KINDS = (None, *HouseKind)
_CHARACTERS = 0x110000
_NODES = 2_000
"""Search nodes for the solution that saves digits; the same for both directions."""

_EMPTY, _GIVEN, _TOLD, _OWN, _WRONG = range(5)
"""What a cell holds: nothing, a given, a digit that we told, the person's own that is
right, and any other digit of theirs."""


class State(Struct, frozen=True):
    """A puzzle as a reply carries it to the next letter.

    Attributes:
        grid: its givens and entries.
        told: the cells whose entries replies have told.
        doubts: the cells that were read with doubt.
        symbols: the person's own for 1..N, "" where they are the usual ones.
        hinted: the cell that the reply told last.
        gentle: whether less than the solution was asked for, so that later answers are
            to tell no more.
        ruled_out: cells with a digit that they cannot hold, as replies have shown; the
            last of them, `news`, were shown by the reply itself.
        again: how many replies in a row, this one included, have got no further.
        pointed: how much of the next step is told: its house, its cell, its technique.
        undo: the cells that were changed or told last, each with what it held before.
        solved: whether the reply showed the solution.
        sought: the place from 1, in the order of all, of a technique that the person
            asked about and that is there; 0 for none.
        about: the one cell that the reply was about, which "there" may name next.
        limit: what the person has forbidden to tell, until they ask for it.
        familiar: whether the person says du or Sie, if that is known.
        asked: what was asked for last: of the cell `about`, a house, or all cells.
        house: the house that the thread has spoken of last.
    """

    grid: Grid
    told: frozenset[int] = frozenset()
    doubts: Doubts = ()
    symbols: str = ""
    hinted: int | None = None
    gentle: bool = False
    ruled_out: RuledOut = ()
    news: RuledOut = ()
    again: int = 0
    pointed: int = 0
    undo: RuledOut = ()
    solved: bool = False
    sought: int = 0
    about: int | None = None
    limit: Limit | None = None
    familiar: bool | None = None
    asked: Request | None = None
    house: House | None = None


class Marker(Struct, frozen=True):
    """A puzzle as a reply carried it: its state, and its place in the text.

    `edited` tells that a line of an earlier form does not fit its check. `start` and
    `end` are places in the text that was searched, once `strip_quoting` has been over
    it.
    """

    state: State
    edited: bool = False
    start: int = 0
    end: int = 0


_BLANK = State(Grid(Shape(3, 3), (0,) * 81))

_Held = tuple[Grid, frozenset[int]]
"""What cells hold: the grid, and the cells whose entries replies have told."""


@lru_cache(maxsize=16)  # a reply writes each code into text, page and Message-ID
def write_code(state: State) -> str:
    """The code of a state: letters, figures, "-" and "_"."""
    # Without entries no form is shorter than the first, which has no room for any.
    forms = range(1, len(_FORMS)) if any(state.grid.entries) else range(1)
    number = min(filter(None, (_written(state, form) for form in forms)))
    data = number.to_bytes((number.bit_length() + 7) // 8 or 1, "big")
    return _signs_of(data) + _check_of(data)


def read_code(code: str) -> State | None:
    """The state of a code; None if it is damaged, or none."""
    body = code[:-_CHECK]
    try:
        data = urlsafe_b64decode(body + "=" * (-len(body) % 4))
    except ValueError:
        return None
    if not data or code != _signs_of(data) + _check_of(data):
        return None
    try:
        return _read(int.from_bytes(data, "big"))
    except (ValueError, IndexError):
        return None


def _signs_of(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def _check_of(data: bytes) -> str:
    return urlsafe_b64encode(sha256(data).digest()[:3]).decode()


def _written(state: State, form: int) -> int | None:
    """A state with its cells in one form, as a number; None if they do not fit it."""
    numbers = _Numbers()
    try:
        _pass_state(numbers, state, form)
    except _DoesNotFit:
        return None
    total = 1  # keeps leading zeros
    for number, radix in reversed(numbers.written):
        total = total * radix + number
    return total


def _read(packed: int) -> State:
    """The state of a number.

    Raises:
        ValueError: it is the number of none.
    """
    numbers = _Numbers(packed)
    state = _pass_state(numbers, _BLANK, form=0)
    if numbers.packed != 1:
        raise ValueError("something is left over")
    asked = state.asked
    if asked and not (asked.house or asked.cells or asked.act is Act.CANDIDATES):
        raise ValueError("nothing that may be asked for")
    return state


T = TypeVar("T")


class _DoesNotFit(ValueError):
    """The cells of a state cannot be written in a form."""


class _Numbers:
    """Numbers that are packed into one, or taken out of it again, one by one.

    What passes a state through here is written once for both: each method is told what
    to write, and gives what was written or read.

    Attributes:
        packed: what is left of the number that is read; None where one is written.
        written: the numbers to pack, each with its radix.
    """

    def __init__(self, packed: int | None = None) -> None:
        self.packed = packed
        self.written: list[tuple[int, int]] = []

    def number(self, number: int, radix: int) -> int:
        """A number from 0 that is less than the radix.

        Raises:
            ValueError: there is no other to read.
        """
        if self.packed is None:
            self.written.append((number, radix))
            return number
        self.packed, number = divmod(self.packed, radix)
        if not self.packed:
            raise ValueError("nothing is left")
        return number

    def more(self, needed: bool) -> bool:
        """Whether something follows; a code ends where nothing more is known."""
        return needed if self.packed is None else self.packed > 1

    def flag(self, flag: bool) -> bool:
        """Yes or no."""
        return bool(self.number(flag, 2))

    def one_of(self, choices: Sequence[T], chosen: T) -> T:
        """One of some values."""
        return choices[self.number(choices.index(chosen), len(choices))]

    def count(self, count: int) -> int:
        """A count that is mostly small: one bit for none."""
        total, weight = 0, 1
        while self.flag(count > 0):
            total += weight * self.number(count % 8, 8)
            count, weight = count // 8, weight * 8
        return total

    def marks(self, marks: RuledOut, shape: Shape) -> RuledOut:
        """Cells, each with a digit or none."""
        count = self.count(len(marks))
        return tuple(
            (self.number(cell, shape.cells), self.number(digit, shape.size + 1))
            for cell, digit in marks or repeat((0, 0), count)
        )

    def house(self, house: House | None, size: int) -> House | None:
        """A house, or none."""
        kind = self.one_of(_KINDS, house.kind if house else None)
        number = self.number(house.number - 1 if house else 0, size) + 1
        return House(kind, number) if kind else None


def _pass_state(numbers: _Numbers, state: State, form: int) -> State:
    """The state that was written or read; `state` and `form` are what to write."""
    usual, shape = Shape(3, 3), state.grid.shape
    if not numbers.flag(shape == usual):
        width = numbers.number(shape.box_width, _MOST_BOX + 1)
        shape = Shape(width, numbers.number(shape.box_height, _MOST_BOX + 1))
    if shape != state.grid.shape:  # where another one is read
        state = State(Grid(shape, (0,) * shape.cells))
    grid, told = _FORMS[numbers.number(form, len(_FORMS))](numbers, state)
    gentle, solved = numbers.flag(state.gentle), numbers.flag(state.solved)
    hinted = state.hinted
    if numbers.flag(hinted is not None):
        hinted = numbers.number(hinted or 0, shape.cells)
    again = numbers.number(min(state.again, _MOST_AGAIN), _MOST_AGAIN + 1)
    pointed = numbers.number(state.pointed, _LEVELS)
    before = state.ruled_out[: len(state.ruled_out) - len(state.news)]
    doubts, before, news, undo = (
        numbers.marks(marks, shape)
        for marks in (state.doubts, before, state.news, state.undo)
    )
    symbols = state.symbols if len(state.symbols) == shape.size else ""
    if numbers.flag(bool(symbols)):
        signs = map(ord, symbols) if symbols else repeat(0, shape.size)
        symbols = "".join(chr(numbers.number(sign, _CHARACTERS)) for sign in signs)
    passed = replace(
        state,
        grid=grid,
        told=told,
        doubts=doubts,
        symbols=symbols,
        hinted=hinted,
        gentle=gentle,
        ruled_out=(*before, *news),
        news=news,
        again=again,
        pointed=pointed,
        undo=undo,
        solved=solved,
    )
    return _pass_talk(numbers, passed)


def _pass_talk(numbers: _Numbers, state: State) -> State:
    """What was said last."""
    sought, limit, about = state.sought, state.limit, state.about
    familiar, asked, house = state.familiar, state.asked, state.house
    is_spoken = bool(asked or house)
    is_addressed = is_spoken or familiar is not None
    is_about = is_addressed or about is not None
    if numbers.more(is_about or limit is not None or sought > 0):
        number = sought + _OF_EACH * _LASTING.index(limit)
        lasting, sought = divmod(numbers.number(number, _TECHNIQUES), _OF_EACH)
        limit = _LASTING[lasting]
    if numbers.more(is_about):
        cell, has_cell = numbers.number(about or 0, state.grid.shape.cells), True
        if numbers.more(is_addressed):
            has_cell = numbers.flag(about is not None)
            familiar = numbers.one_of(_FORMS_OF_ADDRESS, familiar)
        about = cell if has_cell else None
    if numbers.more(is_spoken):
        asked, house = _pass_asked(numbers, state, about)
    return replace(
        state,
        sought=sought,
        limit=limit,
        about=about,
        familiar=familiar,
        asked=asked,
        house=house,
    )


def _pass_asked(
    numbers: _Numbers, state: State, about: int | None
) -> tuple[Request | None, House | None]:
    """What was asked for last, and the house that was spoken of last.

    The house is written where it is not that of the request.
    """
    size, asked = state.grid.shape.size, state.asked or Request(Act.UNCLEAR)
    act = numbers.one_of(_ASKED, state.asked.act if state.asked else None)
    house, digit = numbers.house(asked.house, size), 0
    if house and act is Act.PLACES and numbers.more(True):  # older codes have no digit
        digit = numbers.number(asked.digit, size + 1)
    request = None
    if act:
        cells = () if house or about is None else (about,)
        request = Request(act, cells=cells, house=house, digit=digit)
    if numbers.more(state.house != asked.house):
        return request, numbers.house(state.house, size)
    if not act:
        raise ValueError("neither a request nor a house")
    return request, house


# The forms in which cells are written; each fits some grids best.


def _pass_givens(numbers: _Numbers, state: State) -> _Held:
    """Which cells hold a given, and these; for puzzles without entries."""
    shape = state.grid.shape
    givens = tuple(
        numbers.number(given - 1, shape.size) + 1 if numbers.flag(given > 0) else 0
        for given in state.grid.givens
    )
    return Grid(shape, givens), frozenset()


def _pass_kinds(numbers: _Numbers, state: State) -> _Held:
    """The kind of each cell; the digits of givens and of wrong entries alone."""
    grid, shape = state.grid, state.grid.shape
    solution = _solution_of(shape, grid.givens) if any(grid.entries) else ()
    kinds, givens = [], []
    for cell, given in enumerate(grid.givens):
        kinds.append(numbers.number(_kind(state, cell, solution), 5))
        is_given = kinds[-1] == _GIVEN
        givens.append(numbers.number(given - 1, shape.size) + 1 if is_given else 0)
    solution = _solution_of(shape, tuple(givens))
    entries = [0] * shape.cells
    for cell, kind in enumerate(kinds):
        if kind == _WRONG:
            entries[cell] = numbers.number(grid.entries[cell] - 1, shape.size) + 1
        elif kind in (_TOLD, _OWN):
            entries[cell] = solution[cell]
    told = frozenset(cell for cell, kind in enumerate(kinds) if kind == _TOLD)
    return Grid(shape, tuple(givens), tuple(entries)), told


def _kind(state: State, cell: int, solution: Cells) -> int:
    given, entry = state.grid.givens[cell], state.grid.entries[cell]
    if given or not entry:
        return _GIVEN if given else _EMPTY
    if entry != solution[cell]:
        return _WRONG
    return _TOLD if cell in state.told else _OWN


@lru_cache(maxsize=4)
def _solution_of(shape: Shape, givens: Cells) -> Cells:
    """The one solution of givens.

    Raises:
        _DoesNotFit: there is not exactly one.
    """
    answer = solve(Grid(shape, givens), _NODES)
    if not isinstance(answer, Solved):
        raise _DoesNotFit
    return answer.grid.digits


def _pass_all(numbers: _Numbers, state: State) -> _Held:
    """Each cell: empty, or a digit and whose it is."""
    grid, size = state.grid, state.grid.shape.size
    held = []
    pairs = zip(grid.givens, grid.entries, strict=True)
    for cell, (given, entry) in enumerate(pairs):
        whose, digit = 0 if given else 1 + (cell in state.told), given or entry
        number = whose * size + digit if digit else 0
        held.append(divmod(numbers.number(number, 3 * size + 1) - 1, size))
    givens = tuple(digit + 1 if whose == 0 else 0 for whose, digit in held)
    entries = tuple(digit + 1 if whose > 0 else 0 for whose, digit in held)
    told = frozenset(cell for cell, (whose, _) in enumerate(held) if whose == 2)
    return Grid(grid.shape, givens, entries), told


_FORMS = (_pass_givens, _pass_kinds, _pass_all)
