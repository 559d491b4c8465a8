"""The state of a conversation as a code of letters: a puzzle, and what was said of it.

A state is one large number in a mixed radix, written with 64 signs, with four more that
check it: what was damaged on the way is no state. Cells take the least room of several
forms, of which the solution, where it is known, saves all right digits.
"""

from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from hashlib import sha256

from mailbot.model import Doubts, RuledOut
from mailbot.model.requests import Act, House, HouseKind, Limit, Request
from solver import Cells, Grid, Shape, Solved, solve

_CHECK = 4
"""Signs that check a code: one damaged code in sixteen millions passes."""

_MOST_BOX = 25
_MOST_LISTED = 4_000
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


@dataclass(frozen=True, slots=True)
class State:
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


@dataclass(frozen=True, slots=True)
class Marker:
    """A puzzle as a reply carried it: its state, and its place in the text.

    `edited` tells that a line of an earlier form does not fit its check. `start` and
    `end` are places in the text that was searched, once `strip_quoting` has been over
    it.
    """

    state: State
    edited: bool = False
    start: int = 0
    end: int = 0


@lru_cache(maxsize=16)  # a reply writes each code into text, page and Message-ID
def write_code(state: State) -> str:
    """The code of a state: letters, figures, "-" and "_"."""
    forms = [_written(state, form) for form in range(len(_FORMS))]
    number = min(form for form in forms if form is not None)
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
        return _read(_Numbers(int.from_bytes(data, "big")))
    except (ValueError, IndexError):
        return None


def _signs_of(data: bytes) -> str:
    return urlsafe_b64encode(data).decode().rstrip("=")


def _check_of(data: bytes) -> str:
    return urlsafe_b64encode(sha256(data).digest()[:3]).decode()


@dataclass(slots=True)
class _Numbers:
    """Numbers that were packed into one, taken out again one by one."""

    packed: int

    def take(self, radix: int) -> int:
        self.packed, number = divmod(self.packed, radix)
        return number


@dataclass(slots=True)
class _Packing:
    """Numbers, each with its radix, to be packed into one."""

    numbers: list[tuple[int, int]] = field(default_factory=list)

    def add(self, number: int, radix: int) -> None:
        self.numbers.append((number, radix))

    def add_marks(self, marks: RuledOut, shape: Shape) -> None:
        self.add_count(len(marks))
        for cell, digit in marks:
            self.add(cell, shape.cells)
            self.add(digit, shape.size + 1)

    def add_count(self, count: int) -> None:
        """A count that is mostly small: one bit for none."""
        self.add(bool(count), 2)
        while count:
            self.add(count % 8, 8)
            count //= 8
            self.add(bool(count), 2)

    def packed(self) -> int:
        total = 1  # keeps leading zeros
        for number, radix in reversed(self.numbers):
            total = total * radix + number
        return total


def _written(state: State, form: int) -> int | None:
    """A state with its cells in one form; None if they do not fit it."""
    shape, packing = state.grid.shape, _Packing()
    usual = shape == Shape(3, 3)
    packing.add(usual, 2)
    if not usual:
        packing.add(shape.box_width, _MOST_BOX + 1)
        packing.add(shape.box_height, _MOST_BOX + 1)
    packing.add(form, len(_FORMS))
    if not _FORMS[form].write(state, packing):
        return None
    _write_rest(state, packing)
    return packing.packed()


def _write_rest(state: State, packing: _Packing) -> None:
    shape = state.grid.shape
    for flag in (state.gentle, state.solved, state.hinted is not None):
        packing.add(flag, 2)
    if state.hinted is not None:
        packing.add(state.hinted, shape.cells)
    packing.add(min(state.again, _MOST_AGAIN), _MOST_AGAIN + 1)
    packing.add(state.pointed, _LEVELS)
    before = state.ruled_out[: len(state.ruled_out) - len(state.news)]
    for marks in (state.doubts, before, state.news, state.undo):
        packing.add_marks(marks, shape)
    symbols = state.symbols if len(state.symbols) == shape.size else ""
    packing.add(bool(symbols), 2)
    for symbol in symbols:
        packing.add(ord(symbol), _CHARACTERS)
    _write_talk(state, packing)


def _write_talk(state: State, packing: _Packing) -> None:
    """What was said last; a code ends where nothing more is known."""
    about, cells = state.about, state.grid.shape.cells
    lasting = _OF_EACH * _LASTING.index(state.limit)
    later = [(_FORMS_OF_ADDRESS.index(state.familiar), len(_FORMS_OF_ADDRESS))]
    later += _asked(state)
    numbers = [(state.sought + lasting, _TECHNIQUES)]
    numbers += [(about or 0, cells), (about is not None, 2), *later]
    if not any(number for number, _ in later):
        numbers = numbers[: 2 if about is not None else bool(numbers[0][0])]
    for number, radix in numbers:
        packing.add(number, radix)


def _asked(state: State) -> list[tuple[int, int]]:
    """What was asked for last, as numbers with their radix; [] for nothing.

    Behind it stands the house that was spoken of last, if that is another one.
    """
    size, asked = state.grid.shape.size, state.asked or Request(Act.UNCLEAR)
    act, house = asked.act if state.asked else None, asked.house
    other = _house(state.house, size) if state.house != house else []
    if not (act or other):
        return []
    sought = [(asked.digit, size + 1)] if house and act is Act.PLACES else []
    return [(_ASKED.index(act), len(_ASKED)), *_house(house, size), *sought, *other]


def _house(house: House | None, size: int) -> list[tuple[int, int]]:
    kind = _KINDS.index(house.kind if house else None)
    return [(kind, len(_KINDS)), (house.number - 1 if house else 0, size)]


def _read_house(numbers: _Numbers, size: int) -> House | None:
    kind, number = _KINDS[numbers.take(len(_KINDS))], numbers.take(size) + 1
    return House(kind, number) if kind else None


def _read_asked(numbers: _Numbers, shape: Shape, about: int | None) -> Request | None:
    act = _ASKED[numbers.take(len(_ASKED))]
    house = _read_house(numbers, shape.size)
    if act is None and numbers.packed > 1:
        return None  # only a house was spoken of
    of_all = act is Act.CANDIDATES
    if act is None or (house is None and about is None and not of_all):
        raise ValueError("nothing that may be asked for")
    if house is None:
        return Request(act, cells=() if about is None else (about,))
    sought = act is Act.PLACES and numbers.packed > 1  # older codes have no digit
    digit = numbers.take(shape.size + 1) if sought else 0
    return Request(act, house=house, digit=digit)


def _read(numbers: _Numbers) -> State:
    shape = Shape(3, 3)
    if not numbers.take(2):
        shape = Shape(numbers.take(_MOST_BOX + 1), numbers.take(_MOST_BOX + 1))
    grid, told = _FORMS[numbers.take(len(_FORMS))].read(shape, numbers)
    gentle, solved, has_hint = (bool(numbers.take(2)) for _ in range(3))
    hinted = numbers.take(shape.cells) if has_hint else None
    again, pointed = numbers.take(_MOST_AGAIN + 1), numbers.take(_LEVELS)
    doubts, before, news, undo = (tuple(_marks(numbers, shape)) for _ in range(4))
    symbols = ""
    if numbers.take(2):
        symbols = "".join(chr(numbers.take(_CHARACTERS)) for _ in range(shape.size))
    lasting, sought = divmod(
        numbers.take(_TECHNIQUES) if numbers.packed > 1 else 0, _OF_EACH
    )
    about = numbers.take(shape.cells) if numbers.packed > 1 else None
    familiar = None
    if numbers.packed > 1:
        about = about if numbers.take(2) else None
        familiar = _FORMS_OF_ADDRESS[numbers.take(len(_FORMS_OF_ADDRESS))]
    asked = _read_asked(numbers, shape, about) if numbers.packed > 1 else None
    house = asked.house if asked else None
    house = _read_house(numbers, shape.size) if numbers.packed > 1 else house
    if numbers.packed != 1:
        raise ValueError("something is left over")
    return State(
        grid,
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
        sought=sought,
        about=about,
        limit=_LASTING[lasting],
        familiar=familiar,
        asked=asked,
        house=house,
    )


def _marks(numbers: _Numbers, shape: Shape) -> Iterator[tuple[int, int]]:
    for _ in range(_count(numbers)):
        yield numbers.take(shape.cells), numbers.take(shape.size + 1)


def _count(numbers: _Numbers) -> int:
    count, weight = 0, 1
    while numbers.take(2):
        count += weight * numbers.take(8)
        weight *= 8
        if count > _MOST_LISTED:
            raise ValueError("too many")
    return count


# The forms in which cells are written; each fits some grids best.


@dataclass(frozen=True, slots=True)
class _Form:
    """How cells are written and read; `write` tells whether they fit the form."""

    write: Callable[[State, _Packing], bool]
    read: Callable[[Shape, _Numbers], tuple[Grid, frozenset[int]]]


def _write_givens(state: State, packing: _Packing) -> bool:
    """Which cells hold a given, and these; for puzzles without entries."""
    if any(state.grid.entries):
        return False
    for digit in state.grid.givens:
        packing.add(bool(digit), 2)
        if digit:
            packing.add(digit - 1, state.grid.shape.size)
    return True


def _read_givens(shape: Shape, numbers: _Numbers) -> tuple[Grid, frozenset[int]]:
    givens = tuple(
        numbers.take(shape.size) + 1 if numbers.take(2) else 0
        for _ in range(shape.cells)
    )
    return Grid(shape, givens), frozenset()


def _write_kinds(state: State, packing: _Packing) -> bool:
    """The kind of each cell; the digits of givens and of wrong entries alone."""
    grid = state.grid
    solution = _solution_of(grid.shape, grid.givens)
    if not solution:
        return False
    kinds = [_kind(state, cell, solution) for cell in range(grid.shape.cells)]
    for kind, given in zip(kinds, grid.givens, strict=True):
        packing.add(kind, 5)
        if given:
            packing.add(given - 1, grid.shape.size)
    for kind, entry in zip(kinds, grid.entries, strict=True):
        if kind == _WRONG:
            packing.add(entry - 1, grid.shape.size)
    return True


def _kind(state: State, cell: int, solution: Cells) -> int:
    given, entry = state.grid.givens[cell], state.grid.entries[cell]
    if given or not entry:
        return _GIVEN if given else _EMPTY
    if entry != solution[cell]:
        return _WRONG
    return _TOLD if cell in state.told else _OWN


def _read_kinds(shape: Shape, numbers: _Numbers) -> tuple[Grid, frozenset[int]]:
    kinds, givens = [], []
    for _ in range(shape.cells):
        kinds.append(numbers.take(5))
        given = kinds[-1] == _GIVEN
        givens.append(numbers.take(shape.size) + 1 if given else 0)
    solution = _solution_of(shape, givens)
    if not solution:
        raise ValueError("the givens have not exactly one solution")
    entries = [0] * shape.cells
    for cell, kind in enumerate(kinds):
        if kind == _WRONG:
            entries[cell] = numbers.take(shape.size) + 1
        elif kind in (_TOLD, _OWN):
            entries[cell] = solution[cell]
    told = frozenset(cell for cell, kind in enumerate(kinds) if kind == _TOLD)
    return Grid(shape, tuple(givens), tuple(entries)), told


def _write_all(state: State, packing: _Packing) -> bool:
    """Each cell: empty, or a digit and whose it is."""
    grid, size = state.grid, state.grid.shape.size
    pairs = enumerate(zip(grid.givens, grid.entries, strict=True))
    for cell, (given, entry) in pairs:
        whose = 0 if given else 1 if cell not in state.told else 2
        digit = given or entry
        packing.add(whose * size + digit if digit else 0, 3 * size + 1)
    return True


def _read_all(shape: Shape, numbers: _Numbers) -> tuple[Grid, frozenset[int]]:
    givens, entries, told = [0] * shape.cells, [0] * shape.cells, set()
    for cell in range(shape.cells):
        number = numbers.take(3 * shape.size + 1)
        if not number:
            continue
        whose, digit = divmod(number - 1, shape.size)
        (entries if whose else givens)[cell] = digit + 1
        if whose == 2:
            told.add(cell)
    return Grid(shape, tuple(givens), tuple(entries)), frozenset(told)


def _solution_of(shape: Shape, givens: Sequence[int]) -> Cells:
    """The one solution of givens; () if there is not exactly one."""
    answer = solve(Grid(shape, tuple(givens)), _NODES)
    return answer.grid.digits if isinstance(answer, Solved) else ()


_FORMS = (
    _Form(_write_givens, _read_givens),
    _Form(_write_kinds, _read_kinds),
    _Form(_write_all, _read_all),
)
