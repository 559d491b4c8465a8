"""Traces the lines of a lattice that a hand drew, all of a direction by their order.

A hand spaces lines unevenly: a line may lie where its neighbour should be, slope, bow
and tremble, and the frame may lie a row beyond its place. But no line crosses its
neighbour. So the lines of a direction are looked for together: the best path through
each place of the view, then the best choice of these by the gaps between them, then
each line once more between its neighbours. The numbers were chosen on drawn boards.
"""

from typing import Final

import cv2
import numpy as np
import numpy.typing as npt

from mailbot.eye.find.lines.lattice import MARGIN, SIDE, Segments
from mailbot.pictures.arrays import Doubles, Floats, Ints

_PIECES: Final = 3  # of a line along each cell
_BEND = 0.085  # cells by which a line may go aside from one piece to the next
_STIFF = 40.0  # what it costs to go a cell aside; a piece that is seen is worth 1
_WIDTH = 0.07  # cells that a line is wide, at least
_SOFT = 0.04  # cells by which what is seen of a line is blurred: its middle counts most
_GAPS = (0.3, 1.7)  # cells between neighbours, in the middle of the view
_UNEVEN = 0.7  # what a gap costs that is a cell off, for each piece
_LEAST_GAP = 0.25  # cells; what is nearer costs ...
_TOO_NEAR = 2.0  # ... so much for each piece
_FRAME = 0.5  # what it costs a line of the frame to lie a cell off its place
_ROUNDS = 2  # of tracing the lines between their neighbours
_AROUND = 0.3  # cells around a piece in which its paper is
_LEAST = 0.15  # of the usual darkness of a piece, from which on it is a line's
_SEEN = 0.35  # of the usual darkness, from which on a piece of the frame is seen ...
_FRAMED = 0.7  # ... and the share of such pieces, or the frame is left in its place


def trace_in_order(view: Floats, size: int) -> Segments:
    """The segments of an N by N lattice in a view, wherever its lines lie.

    Args:
        view: all lines that are drawn.
        size: N.
    """
    step = SIDE / size
    both = [_pieces(lines, size) for lines in (view, view.T)]
    seen = [_seen(pieces, step) for pieces in both]
    paths = np.stack([_paths(one, size) for one in seen])
    place = paths[:, :, _PIECES // 2 :: _PIECES]
    strength = np.stack(
        [_strength(*one, step) for one in zip(both, paths, strict=True)]
    )
    usual = float(np.percentile(strength, 60))
    even = MARGIN + np.arange(size + 1) * step
    along = _at_crossings(paths, size)
    shown = np.stack([_shown(*one) for one in zip(seen, paths, strict=True)])
    along[(np.arange(size + 1) % size == 0) & (shown < _FRAMED)] = 0
    return Segments(
        offset=((place - even[None, :, None]) / step).astype(np.float32),
        strength=strength,
        seen=strength > max(_LEAST * usual, 1e-6),
        along=along,
    )


def _pieces(view: Floats, size: int) -> Floats:
    """How dark each row of a view is along each piece of a line: [pieces, rows]."""
    ends = np.rint(MARGIN + np.arange(size * _PIECES + 1) * SIDE / (size * _PIECES))
    sums = np.add.reduceat(view, ends.astype(np.intp), axis=1)[:, :-1]
    return np.asarray((sums / np.diff(ends)).T, np.float32)


def _seen(pieces: Floats, step: float) -> Floats:
    """How much of a line is seen at each row of each piece, 0 to 1.

    What is dark all along a piece is a line across it, and does not count.
    """
    dark = pieces - np.median(pieces, axis=1, keepdims=True)
    usual = max(float(np.percentile(dark, 100 * (1 - _WIDTH))), 1e-6)
    seen = np.clip(dark / usual, 0, 1)
    side = 2 * round(3 * _SOFT * step) + 1
    soft = cv2.GaussianBlur(
        seen, (side, 1), sigmaX=_SOFT * step, borderType=cv2.BORDER_REPLICATE
    )
    return np.asarray(soft, np.float32)


def _paths(seen: Floats, size: int) -> Ints:
    """The rows where the lines of a direction run: [N+1, pieces]."""
    step, rows = SIDE / size, np.arange(seen.shape[1])
    paths = _in_order(*_through_each_row(seen, step), size)
    lines = np.arange(size + 1)
    frame = np.where(lines % size == 0, _FRAME, 0)[:, None, None]
    places = (MARGIN + lines * step)[:, None, None]
    for turn in range(2 * _ROUNDS):
        some = lines[1 - turn % 2 :: 2]
        worth = seen - frame[some] * ((rows - places[some]) / step) ** 2
        for beside in (-1, 1):
            near = paths[np.clip(some + beside, 0, size)][..., None]
            gap = _gap_cost((near - rows) * (beside / step))
            inside = ((some + beside >= 0) & (some + beside <= size))[:, None, None]
            worth = worth - np.where(inside, gap, 0)
        paths[some] = _best(worth.astype(np.float32), step)
    return paths


def _gap_cost(gaps: npt.NDArray[np.floating]) -> Floats:
    """What gaps cost, in cells, that are not gaps of a cell."""
    off = _UNEVEN * (gaps - 1) ** 2
    return np.asarray(off + np.where(gaps < _LEAST_GAP, _TOO_NEAR, 0), np.float32)


def _through_each_row(seen: Floats, step: float) -> tuple[Ints, Floats]:
    """The best path through each row of the middle piece, and its worth.

    Returns:
        Paths [rows, pieces], and worths [rows] as a share of the best there can be.
    """
    count, rows = seen.shape
    middle = count // 2
    halves = [
        _onward(half[None], step) for half in (seen[: middle + 1], seen[middle:][::-1])
    ]
    worth = sum(total[0] for total, _ in halves) - seen[middle]
    ends = np.arange(rows)[None]
    before, after = (_back(ends, back)[0] for _, back in halves)
    paths = np.concatenate([before, after[:, -2::-1]], axis=1)
    return paths, np.asarray(worth / count, np.float32)


def _in_order(paths: Ints, worth: Floats, size: int) -> Ints:
    """The N+1 of the paths [rows, pieces] that are worth most together."""
    step, rows = SIDE / size, np.arange(len(paths))
    gaps = np.arange(round(_GAPS[0] * step), round(_GAPS[1] * step) + 1)
    earlier = rows[:, None] - gaps
    some = paths[:, _PIECES // 2 :: _PIECES]
    apart = (some[:, None] - some[np.maximum(earlier, 0)]) / step
    cost = np.where(earlier >= 0, _gap_cost(apart).mean(axis=-1), np.inf)
    total, before = worth + _framed(rows, MARGIN, step), []
    for _ in range(size):
        reached = total[np.maximum(earlier, 0)] - cost
        best = reached.argmax(axis=1)
        before.append(earlier[rows, best])
        total = worth + reached[rows, best]
    last = (total + _framed(rows, MARGIN + SIDE, step)).argmax()
    places = [int(last)]
    for back in reversed(before):
        places.append(int(back[places[-1]]))
    return paths[places[::-1]]


def _framed(rows: Ints, place: float, step: float) -> Doubles:
    """What it costs a line of the frame to lie at each row."""
    return np.asarray(-_FRAME * ((rows - place) / step) ** 2, np.float64)


def _best(worth: Floats, step: float) -> Ints:
    """The best path of each line, [lines, pieces], by what each row is worth to it.

    Found by dynamic programming, as in the Viterbi algorithm: forth, then back.

    Args:
        worth: shape [lines, pieces, rows].
        step: pixels of a cell.
    """
    total, back = _onward(worth, step)
    return _back(total.argmax(axis=1)[:, None], back)[:, 0]


def _onward(worth: Floats, step: float) -> tuple[Floats, Ints]:
    """Follow the best paths to each row of the last piece.

    Returns:
        Their worth [lines, rows]; and the row from which they come to each row of each
        piece but the first, [pieces - 1, lines, rows].
    """
    reach = max(1, round(_BEND * step))
    moves = np.arange(-reach, reach + 1)
    cost = (_STIFF * (moves / step) ** 2).astype(np.float32)
    rows, total, back = np.arange(worth.shape[2]), worth[:, 0], []
    for piece in range(1, worth.shape[1]):
        wide = np.pad(total, ((0, 0), (reach, reach)), constant_values=-np.inf)
        near = np.lib.stride_tricks.sliding_window_view(wide, len(moves), axis=1)
        reached = near - cost
        best = reached.argmax(axis=2)
        back.append(rows + moves[best])
        total = np.take_along_axis(reached, best[..., None], 2)[..., 0]
        total = total + worth[:, piece]
    return total, np.stack(back)


def _back(ends: Ints, back: Ints) -> Ints:
    """The paths that end in such rows [lines, paths]: [lines, paths, pieces]."""
    path = [ends]
    for rows in back[::-1]:
        path.append(np.take_along_axis(rows, path[-1], 1))
    return np.stack(path[::-1], axis=-1)


def _strength(pieces: Floats, paths: Ints, step: float) -> Floats:
    """How much darker the lines are than the paper around them: [N+1, N]."""
    count, rows = pieces.shape
    around = np.arange(-round(_AROUND * step), round(_AROUND * step) + 1)
    wide = np.clip(paths[..., None] + around, 0, rows - 1)
    near = pieces[np.arange(count)[None, :, None], wide]
    dark = near[..., len(around) // 2] - np.median(near, axis=-1)
    return np.asarray(dark.reshape(len(paths), -1, _PIECES).mean(axis=-1), np.float32)


def _shown(seen: Floats, paths: Ints) -> Floats:
    """The share of each line's pieces that is seen, [N+1]."""
    there = seen[np.arange(len(seen)), paths] > _SEEN
    return np.asarray(there.mean(axis=1), np.float32)


def _at_crossings(paths: Ints, size: int) -> Floats:
    """How far lines are off their places where they cross, in cells: [2, N+1, N+1].

    Args:
        paths: of the horizontal and of the vertical lines, [2, N+1, pieces].
        size: N.
    """
    step = SIDE / size
    even = MARGIN + np.arange(size + 1) * step
    y, x = np.meshgrid(even, even, indexing="ij")
    for _ in range(3):  # a line slopes so little that each round is ten times as exact
        y, x = _followed(paths[0], x, step), _followed(paths[1], y.T, step).T
    off = np.stack([y - even[:, None], (x - even).T])
    return np.asarray(off / step, np.float32)


def _followed(paths: Ints, at: Doubles, step: float) -> Doubles:
    """Where each line runs at places along it, beyond its ends as it ends: [N+1, k]."""
    piece = (at - MARGIN) / step * _PIECES - 0.5
    before = np.clip(np.floor(piece).astype(np.int64), 0, paths.shape[1] - 2)
    share = np.clip(piece - before, -_PIECES, _PIECES + 1)
    start, end = (np.take_along_axis(paths, at, axis=1) for at in (before, before + 1))
    return np.asarray(start * (1 - share) + end * share, np.float64)
