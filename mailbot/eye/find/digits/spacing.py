"""Finds boards by the places of their digits, whatever lines are drawn around them.

So are boards found that have no line, or whose lines are typed, on a console as in the
code of a program: nine rows and nine columns of digits of one height, each place
holding one digit at most.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import islice

import numpy as np

from mailbot.eye.budget import Deadline
from mailbot.eye.find.digits.blobs import blobs_by_tone, digits_among, scale_of
from mailbot.eye.find.digits.places import SIZE, Nine, middle_of, nine_places
from mailbot.eye.find.lines.lattice import Segments
from mailbot.eye.find.sighting import Characters, Sighting, rank_of
from mailbot.pictures.arrays import Bools, Floats, median
from mailbot.pictures.pixels import Gray

_LEAST_DIGITS = 17
_MOST_DIGITS = 130  # in nine rows, with what stands beside a board: else it is text
_MOST_LINES = 24  # columns there, of two boards or beside a board
_HEIGHTS = 0.12, 1.0  # by which digits differ in height, as a share and in pixels
_ROUND = 0.9  # least width, in heights, of discs and rings; most digits are slimmer
_WITHIN, _CLEAR = 0.5, 0.68  # of a disc: the height of its digit, and what is inside it
_MOST_SIGNS = 500  # for empty cells, on a page; more are grain
_LONG = 1.2  # heights of a digit: what is longer is a line
_BESIDE = 0.3  # heights beside a digit in which no comma or bracket is
# Heights between rows or columns, at least; then at most: sheets have wide columns.
_APART, _ROWS, _COLUMNS = 0.6, 6.0, 20.0
_LOW = 0.5  # heights of a digit: the most of a sign that stands for an empty cell
_SAME = 2.0  # pixels by which such signs differ in size at most
_LETTER = 0.6  # heights of a digit: the least of a letter
_ON = 0.2  # steps by which a digit may lie off its place
_BEYOND = 3  # lines beyond a board, where a larger table goes on ...
_TABLE = 0.8  # ... with this share of their digits in the board's columns
_NAMES = 8  # ... and this many in a line of names: the letter I is no digit's blob
_MOST = 6  # boards of one tone
_SCORE = 0.75  # what such a lattice is worth beside one with lines
_MISSED, _EVEN = 0.02, 0.01  # ... less for each line not seen, and without gaps


@dataclass(frozen=True, slots=True)
class _Board:
    """Rows and columns of digits, and how many digits stand there.

    `width` is that of the widest, `height` the usual one. Where most of them are
    `round`, they are discs or rings with a digit inside. `names` counts the lines of
    names, such as 1 to 9, above its rows and before its columns.
    """

    rows: Nine
    columns: Nine
    digits: int
    width: float
    height: float
    round: bool
    names: int = 0

    @property
    def score(self) -> float:
        """What the lattice is worth: boards have gaps between boxes, text has not."""
        missed = 2 * SIZE - int(self.rows.seen.sum() + self.columns.seen.sum())
        even = sum(not places.has_gaps for places in (self.rows, self.columns))
        return _SCORE - _MISSED * missed - _EVEN * even

    @property
    def order(self) -> tuple[int, float, float]:
        """Orders boards, the likeliest first, then from the top left.

        Where names are taken for a row, the board with them beside it comes first.
        """
        place = float(self.rows.middles[0] + self.columns.middles[0])
        return -self.names, -self.score, place


def by_spacing(gray: Gray, deadline: Deadline) -> Iterator[Sighting]:
    """The 9x9 lattices whose places hold digits: dark ones, then light ones.

    Args:
        gray: shape [h, w].
        deadline: when to stop; a page of small print may take some seconds.
    """
    scale = scale_of(gray)
    for blobs in blobs_by_tone(gray, scale):
        likely = digits_among(blobs)
        found = list(_boards(blobs, likely, deadline))
        found = found or list(_boards(blobs, _alone(likely), deadline))
        for board in islice(_chosen(found), _MOST):
            yield _sighting(board, 1 / scale, gray.size)


def _chosen(found: Iterable[_Board]) -> Iterator[_Board]:
    """The boards, the likeliest first.

    Where a board and its solution are set one after the other, the last boxes of one
    and the first of the other look like a third board.
    """
    chosen: list[_Board] = []
    for board in sorted(found, key=lambda one: one.order):
        if not any(_is_shifted(board, one) for one in chosen):
            chosen.append(board)
            yield board


def _is_shifted(board: _Board, other: _Board) -> bool:
    """Whether a board is another one that is moved along its rows or columns."""
    ways = ((board.rows, other.rows), (board.columns, other.columns))
    (same, moved) = sorted(ways, key=lambda way: _distance(*way))
    near = _ON * same[0].step
    return _distance(*same) < near and _distance(*moved) < SIZE * moved[0].step


def _distance(one: Nine, other: Nine) -> float:
    return float(np.abs(one.middles - other.middles).max())


def _boards(blobs: Floats, likely: Floats, deadline: Deadline) -> Iterator[_Board]:
    for digits, least in _alike(blobs, likely):
        height = float(median(digits[:, 3]))
        nearest, farthest = _APART * height, _ROWS * height
        print_ = _lines(digits[:, 1], height)
        for rows in nine_places(print_, least, nearest, farthest):
            if deadline.passed():
                return
            within = _between(digits, 1, rows)
            if len(within) > _MOST_DIGITS:
                continue
            lines = _lines(_on(within, 1, rows)[:, 0], height)
            if len(lines) > _MOST_LINES:
                continue
            for columns in nine_places(lines, least, nearest, _COLUMNS * height):
                board = _board(within, rows, columns, height)
                if board and not any(
                    (
                        board.digits < least,
                        any(beyond := list(_lines_beyond(likely, board))),
                        _is_ruled(blobs, board),
                        _is_parted(likely, board),
                    )
                ):
                    yield replace(board, names=len(beyond))


def _alike(blobs: Floats, likely: Floats) -> Iterator[tuple[Floats, int]]:
    """The digits of each common height, and how many of them a board has at least.

    Then the same digits with the signs for empty cells: they fill the board.
    """
    for alike in _heights(likely[:, 3]):
        digits = likely[alike]
        yield digits, _LEAST_DIGITS
        signs = _signs(blobs, digits)
        if len(digits) + len(signs) >= SIZE * SIZE:
            yield np.concatenate([digits, signs]), SIZE * SIZE


def _alone(digits: Floats) -> Floats:
    """The digits without words, which may stand beside a board in a terminal.

    The characters of a word stand close together in a line.
    """
    if len(digits) > _MOST_SIGNS:
        return digits[:0]
    x, y = np.abs(digits[:, None, :2] - digits[:, :2]).transpose(2, 0, 1)
    high = digits[:, 3:4]
    close = ((x < _LONG * high) & (y < _LOW * high)).sum(axis=1) > 1
    return np.asarray(digits[~close], np.float32)


def _signs(blobs: Floats, digits: Floats) -> Floats:
    """The dots, dashes or low lines that stand for empty cells, as if digits.

    They tell of rows and columns that hold no digit. They are of one size, and stand
    equally high or low in their rows.
    """
    wide, high = median(digits[:, 2:4], axis=0)
    low = (blobs[:, 3] < _LOW * high) & (blobs[:, 2] < _LONG * high)
    if not 0 < low.sum() <= _MOST_SIGNS:
        return np.zeros((0, 5), np.float32)
    sizes = blobs[low, 2:4]
    same = (np.abs(sizes - median(sizes, axis=0)) <= _SAME).all(axis=1)
    signs = np.asarray(blobs[low][same], np.float32)
    if not len(signs):
        return signs
    below = signs[:, None, 1] - digits[:, 1]
    nearest = np.abs(below).argmin(axis=1)
    signs[:, 1] -= median(below[np.arange(len(signs)), nearest])
    signs[:, 2:4] = wide, high
    return signs


def _between(blobs: Floats, axis: int, places: Nine) -> Floats:
    """The blobs whose middles lie among rows (axis 1) or columns (axis 0)."""
    low, *_, high = places.borders
    middles = blobs[:, axis]
    return np.asarray(blobs[(middles > low) & (middles < high)], np.float32)


def _heights(heights: Floats) -> Iterator[Bools]:
    """Which characters [n] are of one height, for each height that is common."""
    share, pixels = _HEIGHTS
    least = 0.0
    for height in sorted({*heights}):
        alike = (heights >= height) & (heights <= height * (1 + share) + pixels)
        if height > least * (1 + share / 2) and alike.sum() >= _LEAST_DIGITS:
            least = float(height)
            yield alike


def _lines(middles: Floats, height: float) -> Floats:
    """Where digits stand in a line, along one direction, and how many, [n, 2]."""
    if len(middles) < _LEAST_DIGITS:
        return np.zeros((0, 2), np.float32)
    ordered, apart = np.sort(middles), _APART * height
    groups = np.split(ordered, np.flatnonzero(np.diff(ordered) > apart) + 1)
    narrow = (group for group in groups if group[-1] - group[0] < apart)
    lines = [(middle_of(group), len(group)) for group in narrow]
    return np.array(lines, np.float32).reshape(-1, 2)


def _board(digits: Floats, rows: Nine, columns: Nine, height: float) -> _Board | None:
    """The board, if enough places hold a digit, each one at most, and none is amiss."""
    inside = _between(digits, 0, columns)
    if len(_on(_on(inside, 0, columns), 1, rows)) < len(inside):
        return None
    down = np.searchsorted(rows.borders, inside[:, 1]) - 1
    across = np.searchsorted(columns.borders, inside[:, 0]) - 1
    counts = np.bincount(down * SIZE + across, minlength=SIZE * SIZE)
    taken = counts.reshape(SIZE, SIZE) > 0
    if counts.max() > 1 or taken.sum() < _LEAST_DIGITS:
        return None
    rows = replace(rows, seen=np.asarray(taken.any(axis=1)))
    columns = replace(columns, seen=np.asarray(taken.any(axis=0)))
    if not (rows.are_told and columns.are_told):
        return None
    wide, high = inside[:, 2], inside[:, 3]
    round_ = bool(median(wide / high) > _ROUND)
    return _Board(rows, columns, int(taken.sum()), float(wide.max()), height, round_)


def _on(digits: Floats, axis: int, places: Nine) -> Floats:
    """The digits that stand in rows (axis 1) or columns (axis 0)."""
    off = np.abs(digits[:, axis, None] - places.middles).min(axis=1)
    return np.asarray(digits[off < _ON * places.step], np.float32)


def _lines_beyond(digits: Floats, board: _Board) -> Iterator[bool]:
    """For each side on which lines follow, whether the board is a part of a table.

    Otherwise it is one line of names, above or before the board.
    """
    tall = digits[digits[:, 3] > 0.5 * board.height]
    for axis, places, lines in (
        (0, board.columns, board.rows),
        (1, board.rows, board.columns),
    ):
        beside = _between(tall, axis, places)
        for end, step in ((0, -lines.step), (-1, lines.step)):
            off = (beside[:, 1 - axis] - lines.middles[end]) / step
            near = np.abs(off - np.rint(off)) * abs(step) < board.height / 2
            there = near & (off > 0.5) & (off < _BEYOND + 0.5)
            on = len(_on(beside[there], axis, places))
            next_ = len(_on(beside[there & (off < 1.5)], axis, places))
            if next_ and on > 3 and on > _TABLE * there.sum():
                yield end != 0 or next_ < on or on < _NAMES


def _is_ruled(blobs: Floats, board: _Board) -> bool:
    """Whether a place without a digit is that of a line, drawn or typed."""
    inside = _between(_between(blobs, 1, board.rows), 0, board.columns)
    for axis, places, others in (
        (0, board.columns, board.rows),
        (1, board.rows, board.columns),
    ):
        half = board.height / 4
        for middle in places.middles[~places.seen]:
            there = inside[np.abs(inside[:, axis] - middle) < half]
            across = there[:, 1 - axis]
            off = np.abs(across[:, None] - others.middles).min(axis=1)
            along, thick = there[:, 3 - axis], there[:, 2 + axis]
            line = (along > 2 * thick) & ((off > _ON * others.step) | (axis == 0))
            if (line | (along > _LONG * board.height)).any():
                return True
    return False


def _is_parted(digits: Floats, board: _Board) -> bool:
    """Whether words stand between the rows; rules have no letters in the columns."""
    inside = _between(_between(digits, 1, board.rows), 0, board.columns)
    tall = inside[inside[:, 3] > _LETTER * board.height]
    down = np.abs(tall[:, 1, None] - board.rows.middles).min(axis=1)
    across = np.abs(tall[:, 0, None] - board.columns.middles).min(axis=1)
    near = across < board.height / 4
    return int((near & (down > board.height)).sum()) > 1


def _sighting(board: _Board, scale: float, pixels: int) -> Sighting:
    """A lattice of which no line is seen."""
    columns, rows = board.columns, board.rows
    mesh, middles = (
        np.stack(np.meshgrid(x, y), axis=-1).astype(np.float32) * np.float32(scale)
        for x, y in (
            (columns.borders, rows.borders),
            (columns.middles, rows.middles),
        )
    )
    characters = Characters(middles, *_room(board, scale))
    none = np.zeros((2, SIZE + 1, SIZE), np.float32)
    low, high = mesh[0, 0], mesh[-1, -1]
    rank = rank_of(board.score, SIZE, float(np.prod(high - low)) / pixels)
    segments = Segments(none, none, none > 0)
    return Sighting(SIZE, board.score, rank, mesh, segments, characters=characters)


def _room(board: _Board, scale: float) -> tuple[Floats, float]:
    """The room of each digit, and its height, in pixels of the picture."""
    if board.round:
        inside = np.full(2, _CLEAR * board.height, np.float32)
        return inside * np.float32(scale), _WITHIN * board.height * scale
    beside = min(board.columns.step, board.width + _BESIDE * board.height)
    room = np.array([beside, board.rows.step], np.float32)
    return room * np.float32(scale), board.height * scale
