"""Takes the blur of a moving camera out of a board.

The lines of a lattice are thin and straight, so the width at which they are seen tells
how far the picture moved: across the vertical lines, and across the horizontal ones. A
Wiener filter takes such a motion back. Which diagonal it followed is not told by the
widths, but by the digits: their light changes less along the motion than across it. So
thick lines and a lens out of focus are told from motion as well.
"""

from dataclasses import dataclass, replace

import cv2
import numpy as np

from mailbot.eye.find.sighting import Sighting
from mailbot.eye.read.patches import PATCH
from mailbot.eye.read.recognise import Recognised, recognise, turn_mesh
from mailbot.pictures.arrays import Floats
from mailbot.pictures.pixels import Bgr


@dataclass(frozen=True, slots=True)
class _MotionLimits:
    """Which boards are sharpened, and how much.

    Measured on drawn pages and photographs of them, blurred by 15 to 35 % of a cell.
    """

    # Clearness of a reading from which on nothing is to be gained.
    clear: float = -0.005
    # Share of junk up to which, and share of the cells with digits from which on, it is
    # a board at all: 0.09 and 0.2 were the worst of forty. It saves time elsewhere.
    junk: float = 0.1
    filled: float = 0.12
    # Motion in cells, its least and its most. Thin lines of sharp pictures are narrower
    # than the least; digits would hide what is wider than the most.
    least: float = 0.11
    most: float = 0.42
    # Energy of the gradient along the motion, at most, as a share of that across it. It
    # was up to 0.41 for motion of 17 % of a cell and more, and 0.63 and more in sharp
    # photographs of boards with thick lines, or filled in by hand.
    smooth: float = 0.5
    # Pixels of a cell in the picture that is sharpened; there is no more to be seen.
    cell: float = 44.0
    # Share of the unclearness that is left at most, if anything is gained.
    better: float = 0.7
    # Noise to signal: less sharpens more, and makes more of the picture's grain. A
    # reading counts as far as all agree.
    noises: tuple[float, ...] = (0.01, 0.03)


_LIMITS = _MotionLimits()
_REACH = 20  # of 48 pixels, on either side of a line
_ALONG = slice(10, -10)  # of 48 pixels along a line: beside the crossings
_INNER = np.s_[:, 10:-10, 10:-10]  # of 48 x 48 pixels: what lies within the lines
_PAPER = 85  # percentile of the lightness across a line that is the paper's
_BESIDE = 15  # percentile of the darkness across a line that the paper beside it has
_ASTRAY = 6  # pixels of 48 by which the middle of a line may lie off its border
_MARGIN = 0.6  # cells around the board that are sharpened with it
_FINE = 8  # points of a motion for each pixel


def steadied(picture: Bgr, seen: Recognised) -> Recognised:
    """The reading of a board after its motion was taken back, if that is clearer."""
    few = seen.filled < _LIMITS.filled * seen.size**2
    if seen.clear > _LIMITS.clear or seen.junk > _LIMITS.junk or few:
        return seen
    across, down = motion_of(seen)
    if np.hypot(across, down) < _LIMITS.least or max(across, down) > _LIMITS.most:
        return seen
    motions = [(across, y) for y in (down, -down) if is_smooth(seen, (across, y))]
    if not motions:
        return seen
    board, mesh = _board(picture, seen.sighting.mesh)
    steps = np.diff(mesh, axis=1).mean((0, 1)), np.diff(mesh, axis=0).mean((0, 1))
    first, *others = _LIMITS.noises
    blurs = [
        _Blur(board, replace(seen.sighting, mesh=mesh), x * steps[0] + y * steps[1])
        for x, y in motions
    ]
    reads = [(blur.read(first), blur) for blur in blurs]
    best, blur = max(reads, key=lambda one: _worth(one[0]))
    if _worth(best) < _LIMITS.better * _worth(seen):
        return seen
    alike = [best, *(blur.read(noise) for noise in others)]
    agreed = _agreed([one for one in alike if one.turn == best.turn])
    extent = picture.shape[:2]
    mesh = turn_mesh(seen.sighting.mesh, best.turn, extent)
    return replace(agreed, sighting=seen.sighting, mesh=mesh)


@dataclass(frozen=True, slots=True)
class _Blur:
    """A board in a picture, and a motion in pixels (x, y) that may have blurred it."""

    picture: Bgr
    sighting: Sighting
    motion: Floats

    def read(self, noise: float) -> Recognised:
        """What the board holds after the motion is taken back."""
        return recognise(_sharpened(self.picture, self.motion, noise), self.sighting)


def _agreed(reads: list[Recognised]) -> Recognised:
    """The first of some readings, with the mean of all their log-probabilities.

    So a digit that only one of them is sure of is doubtful.
    """
    log_probs = np.mean([one.log_probs for one in reads], axis=0)
    total = np.log(np.exp(log_probs).sum(axis=1, keepdims=True))
    return replace(reads[0], log_probs=np.asarray(log_probs - total, np.float32))


def motion_of(seen: Recognised) -> tuple[float, float]:
    """How far the picture moved, across and down, in cells of the picture as it is.

    Each is the width at half its darkness of the usual line inside the board; lines
    that are lighter than the paper count as well.
    """
    size = seen.size
    light = seen.cells.patches.astype(np.float32).mean(axis=-1)
    cells = light.reshape(size, size, PATCH, PATCH)
    across = np.concatenate([cells[:, :-1], cells[:, 1:]], axis=3)[:, :, _ALONG]
    down = np.concatenate([cells[:-1], cells[1:]], axis=2)[..., _ALONG].swapaxes(2, 3)
    beside = slice(PATCH - _REACH, PATCH + _REACH)
    widths = [_width_of(strip.mean(axis=2)[..., beside]) for strip in (across, down)]
    if seen.turn % 2:
        widths.reverse()
    return widths[0], widths[1]


def is_smooth(seen: Recognised, motion: tuple[float, float]) -> bool:
    """Whether the cells change so little along a motion that it may have blurred them.

    Args:
        seen: the board.
        motion: across and down, in cells of the picture as it is.
    """
    light = seen.cells.patches.astype(np.float32).mean(axis=-1)[_INNER]
    x, y = motion if seen.turn % 2 == 0 else (motion[1], -motion[0])
    down, across = np.gradient(light, axis=(1, 2))
    along, beside = x * across + y * down, x * down - y * across
    return bool(np.square(along).sum() < _LIMITS.smooth * np.square(beside).sum())


def _width_of(strips: Floats) -> float:
    """The width in cells of the usual line in strips across lines, [n, m, places]."""
    rows = strips.reshape(-1, strips.shape[-1])
    paper = np.percentile(rows, _PAPER, axis=1, keepdims=True)
    profile = np.median(paper - rows, axis=0)
    profile -= np.percentile(profile, _BESIDE)
    middle = len(profile) // 2
    near = profile[middle - _ASTRAY : middle + _ASTRAY]
    peak = middle - _ASTRAY + int(near.argmax())
    half = float(profile[peak]) / 2
    low = profile < half
    if half <= 0 or not low[:peak].any() or not low[peak:].any():
        return 0.0
    before = int(np.flatnonzero(low[:peak])[-1])
    after = peak + int(low[peak:].argmax())
    ends = [
        before + (half - profile[before]) / (profile[before + 1] - profile[before]),
        after - (half - profile[after]) / (profile[after - 1] - profile[after]),
    ]
    return float(ends[1] - ends[0]) / PATCH


def _worth(read: Recognised) -> float:
    """How clear a reading is; junk counts against it."""
    return read.clear - 2 * read.junk


def _board(picture: Bgr, mesh: Floats) -> tuple[Bgr, Floats]:
    """The part of a picture around a board, no larger than needed, and the mesh in it.

    Args:
        picture: shape [h, w, 3].
        mesh: the board's crossings, [N+1, N+1, 2].
    """
    side = float(np.linalg.norm(np.diff(mesh, axis=1), axis=-1).mean())
    height, width = picture.shape[:2]
    low = np.clip(mesh.min(axis=(0, 1)) - _MARGIN * side, 0, [width - 1, height - 1])
    high = np.clip(mesh.max(axis=(0, 1)) + _MARGIN * side, low + 1, [width, height])
    (left, top), (right, bottom) = low.astype(int), np.ceil(high).astype(int)
    part = picture[top:bottom, left:right]
    scale = min(1.0, _LIMITS.cell / max(side, 1.0))
    small = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    moved = (mesh - np.array([left, top], np.float32)) * np.float32(scale)
    return Bgr(np.asarray(small, np.uint8)), moved.astype(np.float32)


def _sharpened(picture: Bgr, motion: Floats, noise: float) -> Bgr:
    """A picture with a motion taken back: a Wiener filter.

    Args:
        picture: shape [h, w, 3].
        motion: in pixels, x and y.
        noise: noise to signal.
    """
    kernel = _smear(motion)
    edge = len(kernel)
    wide = cv2.copyMakeBorder(picture, *(edge,) * 4, cv2.BORDER_REPLICATE)
    height, width = wide.shape[:2]
    spread = np.zeros((height, width), np.float32)
    spread[: len(kernel), : len(kernel)] = kernel
    spread = np.roll(spread, (-(len(kernel) // 2),) * 2, axis=(0, 1))
    seen = np.fft.rfft2(spread)
    back = np.conj(seen) * (1 + noise) / (np.abs(seen) ** 2 + noise)
    waves = np.fft.rfft2(wide.astype(np.float32), axes=(0, 1))
    sharp = np.fft.irfft2(waves * back[..., None], s=(height, width), axes=(0, 1))
    inner = sharp[edge:-edge, edge:-edge]
    return Bgr(np.clip(np.rint(inner), 0, 255).astype(np.uint8))


def _smear(motion: Floats) -> Floats:
    """How a motion in pixels spreads a point: a square kernel of odd side."""
    length = float(np.hypot(*motion))
    half = int(length / 2) + 2
    kernel = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    for part in np.linspace(-0.5, 0.5, int(length * _FINE) + 2):
        x, y = part * motion + half
        left, top = int(x), int(y)
        right, low = x - left, y - top
        corner = np.outer([1 - low, low], [1 - right, right])
        kernel[top : top + 2, left : left + 2] += corner
    return np.asarray(kernel / kernel.sum(), np.float32)
