"""The masks of the one-integer grid; `search` tells what they are for.

The whole state of a puzzle is one int of 4*N*N *fields*, one for each demand that
the rules make, in four planes of N*N fields:

    cell (r, c) holds one digit       field         r*N + c    bit d
    row r holds digit d once          field   N*N + d*N + r    bit c
    column c holds digit d once       field 2*N*N + d*N + c    bit r
    box b holds digit d once          field 3*N*N + d*N + b    bit i

A field has N bits, one per candidate that could meet the demand, and above them a
guard bit, set while the demand is open. So the candidate "digit d in cell (r, c)"
is four bits, one in each plane. All numbers here count from 0.

A row lies some boxes and then some rows down, a column some boxes and then some
columns across. In these five coordinates (boxes down, row, boxes across, column,
digit) the place of every bit is a sum of steps, so the masks are a few patterns,
shifted.
"""

from functools import lru_cache
from itertools import product

from solver.grid import Shape

_KEPT_MASKS = 3000
"""Masks of candidates held for one large shape; in 25x25 one takes 8.7 kB."""

_VARYING = ((4,), (2, 3), (0, 1), (1, 3))
"""By plane, the coordinates in which the candidates of one demand differ."""

_Coordinates = tuple[int, int, int, int, int]


class Masks:
    """The masks of one shape, each made when it is first asked for.

    A *position* is a bit's number counted from 1, as ``int.bit_length`` gives it.

    Attributes:
        full: all bits of all fields.
        guards: the guard of every field; `cell_guards` those of the first plane.
        ones: all candidate bits of all fields.
        fields: by the position of a guard, all candidate bits of its field.
        keeps: by position, what stays of a state when that candidate is placed; 0
            where `keep` has not made it yet.
        places: by position, the cell and the digit (from 1), made with `keeps`.
    """

    def __init__(self, shape: Shape) -> None:
        n, w, h = shape.size, shape.box_width, shape.box_height
        width = n + 1
        plane = n * n * width
        self.shape = shape
        self.size = n
        self._plane = plane
        self.full = (1 << 4 * plane) - 1
        self.guards = self.full // ((1 << width) - 1) << n
        self.ones = self.full ^ self.guards
        self.cell_guards = self.guards & ((1 << plane) - 1)
        self.fields = [0] * (4 * plane + 1)
        for base in range(0, 4 * plane, width):
            self.fields[base + width] = (1 << n) - 1 << base
        self.keeps = [0] * (4 * plane + 1)
        self.places = [(0, 0)] * (4 * plane + 1)
        self._made = 0
        self._demands: dict[tuple[int, _Coordinates], int] = {}
        self._steps = (
            (h * n * width, n * width, w * width, width, 1),
            (h * width, width, w, 1, n * width),
            (h, 1, w * width, width, n * width),
            (h * width, w, width, 1, n * width),
        )
        self._patterns = [
            [self._draw_pattern(kind, plane) for plane in range(4)] for kind in range(4)
        ]

    def keep(self, position: int) -> int:
        """Make the mask that places a candidate.

        It takes away the four demands that the candidate meets, with their guards,
        and every other candidate that would have met one of them.
        """
        if self._made >= _KEPT_MASKS and self.size > 16:
            self.keeps[:] = [0] * len(self.keeps)
            self._made = 0
        down, row, across, column, digit = at = self._candidate_at(position - 1)
        mask = (
            self._demand(0, (down, row, across, column, 0))
            & self._demand(1, (down, row, 0, 0, digit))
            & self._demand(2, (0, 0, across, column, digit))
            & self._demand(3, (down, 0, across, 0, digit))
        )
        cell = (down * self.shape.box_height + row) * self.size
        cell += across * self.shape.box_width + column
        for plane in range(4):
            bit = self._bit(plane, at)
            self.keeps[bit + 1] = mask
            self.places[bit + 1] = (cell, digit + 1)
        self._made += 1
        return mask

    def without(self, cell: int, digit: int) -> int:
        """The mask that takes away one candidate and nothing else; digits from 1."""
        at = self._candidate_at(cell * (self.size + 1) + digit - 1)
        bits = sum(1 << self._bit(plane, at) for plane in range(4))
        return self.full ^ bits

    def _bit(self, plane: int, at: _Coordinates) -> int:
        """The bit of a candidate in a plane."""
        a, b, c, d, e = self._steps[plane]
        start = plane * self._plane
        return start + a * at[0] + b * at[1] + c * at[2] + d * at[3] + e * at[4]

    def _candidate_at(self, bit: int) -> _Coordinates:
        """The candidate that a bit belongs to."""
        n, w, h = self.shape.size, self.shape.box_width, self.shape.box_height
        field, last = divmod(bit, n + 1)
        plane, demand = divmod(field, n * n)
        first, second = divmod(demand, n)
        if plane == 0:
            return (*divmod(first, h), *divmod(second, w), last)
        if plane == 1:
            return (*divmod(second, h), *divmod(last, w), first)
        if plane == 2:
            return (*divmod(last, h), *divmod(second, w), first)
        return (second // h, last // w, second % h, last % w, first)

    def _demand(self, kind: int, at: _Coordinates) -> int:
        """What stays when a demand is met; `at` is 0 where its candidates differ."""
        mask = self._demands.get((kind, at))
        if mask is None:
            mask = self.full
            for plane, pattern in enumerate(self._patterns[kind]):
                mask ^= pattern << self._bit(plane, at)
            self._demands[kind, at] = mask
        return mask

    def _draw_pattern(self, kind: int, plane: int) -> int:
        """In a plane, the candidates of a demand whose other coordinates are 0."""
        n, w, h = self.shape.size, self.shape.box_width, self.shape.box_height
        counts = (w, h, h, w, n)
        steps = self._steps[plane]
        varying = _VARYING[kind]
        pattern = 1 << n if kind == plane else 0  # the demand's own guard
        for at in product(*(range(counts[axis]) for axis in varying)):
            pattern |= 1 << sum(x * steps[a] for x, a in zip(at, varying, strict=True))
        return pattern


@lru_cache
def masks_of(shape: Shape) -> Masks:
    """The masks of a shape, one set for each."""
    return Masks(shape)
