"""Doubts a printed digit where another one gives the puzzle one solution as well.

Nothing but the ink tells then which one is meant, or whether both are printed over each
other. There are some seven such pairs on a newspaper's puzzle, of 200 that its cells
might hold: so a little ink is enough for doubt.
"""

from dataclasses import dataclass
from itertools import chain, combinations

from mailbot.eye.read.prints import Compared, Prints, usual_of
from mailbot.pictures.arrays import Ints
from solver import Grid, Shape, Solved, solve


@dataclass(frozen=True, slots=True)
class _RivalLimits:
    """When a cell is doubted in which either of two digits gives one solution.

    Measured on drawn pages and screens of some 300 types.
    """

    # Misfit of the best single digit, in multiples of the usual one, and misfit of two
    # as a share of it. Two are at most 0.82, unless one lies within the other; where
    # single digits are as outlying, two are at least 0.91. Where these are twice as
    # outlying as usual, two fit worse than one.
    outlying: float = 0.7
    left: float = 0.85
    far_outlying: float = 1.9
    far_left: float = 0.95
    # Ink beyond the one of the two that other cells show, and beyond a faint shade, as
    # a share of the cell's: a shadow's edge leaves 0.0005, two digits 0.012.
    beyond: float = 0.005
    # Ink of that digit that the cell lacks, as a share of the digit's: if the cell is
    # read as that digit and as outlying as above, 0.08 and more for single digits, up
    # to 0.061 for two; if it is read as the other one, 0.08 and 0.055.
    lacking: float = 0.06
    # If no other cell shows either of the two, or what the cell is read as: the cell's
    # ink, in multiples of what its digit usually has beside the others. One drawn digit
    # in a hundred has 1.2, of photographs 1.3; half of all that are printed over each
    # other have 1.4 and more.
    heavy: float = 1.2
    # Ink beyond that of the other cells with the digit that is read: as a logarithm,
    # and in multiples of the most that any other cell has beyond those with its digit.
    # If a second digit lies within the first, mostly 0.09 and more, and 4.0 and more;
    # of 336 photographs and screens the nearest had 1.8, of 840 clean drawings two had
    # 2.5.
    extra: float = 0.07
    far_extra: float = 2.5
    # Misfit of the digit that is read, in multiples of the usual one, from which on it
    # may be misread; and misfit of the right digit, as a share of that. A 7 read as a 1
    # had 1.8 and 0.54; of 276 small boards read right the nearest had 1.38 and 0.88.
    astray: float = 1.3
    likelier: float = 0.75
    # Search nodes for one digit. Not measured: it bounds the time.
    nodes: int = 1000


_LIMITS = _RivalLimits()


def rivals_in(
    prints: Prints, digits: Ints, place: int, shape: Shape, outlying: float
) -> set[int]:
    """The digits that a cell may show, if there are several that give one solution.

    It may show two of them over each other, or another one than is read.

    Args:
        prints: the ink of the grid.
        digits: the grid as read, shape [N*N].
        place: the cell.
        shape: the grid's.
        outlying: the misfit of the cell's digit, in multiples of the usual one.
    """
    if outlying <= _LIMITS.outlying:
        return set()
    rivals = _rivals(shape, digits, place)
    # What lies in the cell must not tell how its digit looks elsewhere.
    usual = usual_of(prints.without(place).misfits()) if rivals else None
    if usual is None:
        return set()
    cell = prints.compared(place, range(1, shape.size + 1), usual)
    read = int(digits[place])
    heavy = prints.heaviness(place, read) > _LIMITS.heavy
    pairs = (two for two in combinations(rivals, 2) if _two_in(cell, two, read, heavy))
    found = set(chain.from_iterable(pairs)) | _misread(cell, rivals, read)
    return set(rivals) if not found and _has_extra(prints, place, read) else found


def _has_extra(prints: Prints, place: int, read: int) -> bool:
    """Whether a cell has more ink than its digit elsewhere, by far more than others.

    A shadow makes the ink of a cell darker.
    """
    extra = prints.extra_ink(place, read)
    if extra <= _LIMITS.extra or prints.is_shaded(place):
        return False
    return extra > _LIMITS.far_extra * prints.without(place).most_extra_ink()


def _misread(cell: Compared, rivals: tuple[int, ...], read: int) -> set[int]:
    """The digit that is read and those that fit the ink far better, if there are any.

    Args:
        cell: the cell.
        rivals: the digits that give one solution.
        read: what the cell is read as.
    """
    own = cell.misfit(read) if read in cell.looks else 0.0
    if own <= _LIMITS.astray * cell.usual:
        return set()
    least = _LIMITS.likelier * own
    better = {d for d in rivals if d in cell.looks and cell.misfit(d) < least}
    return better | {read} if better else better


def _two_in(cell: Compared, pair: tuple[int, int], read: int, heavy: bool) -> bool:
    """Whether two digits may be printed in a cell, both of which give one solution.

    Args:
        cell: the cell.
        pair: the two digits.
        read: what the cell is read as.
        heavy: whether it has much more ink than that digit has.
    """
    single = cell.single()
    far = single > _LIMITS.far_outlying * cell.usual
    match [digit for digit in pair if digit in cell.looks]:
        case []:
            return heavy
        case [shown]:
            there = cell.lacks(shown) < _LIMITS.lacking
            more = cell.beyond(shown) > _LIMITS.beyond
            return there and more and (far or shown != read)
        case _:
            both, odd = cell.both(*pair), single > _LIMITS.outlying * cell.usual
            better = odd and both < _LIMITS.left * single
            better |= far and both < _LIMITS.far_left * single
            # Two may be more like a digit that is not shown than any single one is.
            return better and (heavy or read in cell.looks)


def _rivals(shape: Shape, digits: Ints, cell: int) -> tuple[int, ...]:
    """The digits that give one solution in a cell; none unless there are several.

    A grid that has one solution without the cell has none with another digit there.
    """
    if shape.size > 9 or _is_solvable(shape, digits, cell, 0):
        return ()
    taken = {int(digits[peer]) for peer in shape.peers[cell]}
    free = (digit for digit in range(1, shape.size + 1) if digit not in taken)
    rivals = tuple(digit for digit in free if _is_solvable(shape, digits, cell, digit))
    return rivals if len(rivals) > 1 else ()


def _is_solvable(shape: Shape, digits: Ints, cell: int, digit: int) -> bool:
    """Whether a grid has exactly one solution with that digit in a cell, 0 for none."""
    changed = digits.tolist()
    changed[cell] = digit
    answer = solve(Grid(shape, tuple(changed)), nodes=_LIMITS.nodes)
    return isinstance(answer, Solved)
