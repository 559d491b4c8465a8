"""Turns a drawn cell into one that the network sees: lines, light, lens, file."""

import cv2
import numpy as np

from mailbot.eye.read.cells import SIDE as WIDTH
from mailbot.eye.read.cells import normalise
from mailbot.eye.read.patches import PATCH
from mailbot.pictures.arrays import Bytes, Doubles, Floats
from tests.workshop.digits.contents import Artist, Content
from tests.workshop.digits.drawing import (
    CELL,
    CENTRE,
    EDGE,
    SIDE,
    Canvas,
    Pose,
    draw_line,
    place,
)

_GRID = np.linspace(-1, 1, SIDE, dtype=np.float32)
_X, _Y = np.meshgrid(_GRID, _GRID)
_NOISE_SHARE = 0.12  # mostly no more noise than this share of the contrast
_LEGIBLE = 0.45  # correlation of a cell with the ink drawn in it
_TRIES = 4
_BLOCK = 8  # pixels: what a JPEG rounds together
_LEAST_SIDE = {"marks": 24, "print small": 32, "wide": 20}  # pixels, to be legible

Sides = tuple[tuple[int, int], tuple[int, int], tuple[int, int]]
"""From how many pixels to how many a cell is wide, in small, usual and large boards."""

_SIDES: Sides = ((15, 28), (26, 48), (44, 90))


def capture(artist: Artist, content: Content, sides: Sides = _SIDES) -> Bytes:
    """The content as a normalised cell: printed, lit, photographed and stored.

    A cell that nobody could read is taken again: labelled with its digit, it would
    teach the network to see digits in stains on blank paper.
    """
    cell, legible = _take(artist, content, sides)
    for _ in range(_TRIES - 1):
        if legible:
            break
        cell, legible = _take(artist, content, sides)
    return cell


def _take(artist: Artist, content: Content, sides: Sides) -> tuple[Bytes, bool]:
    """The content photographed once, and whether it can still be read."""
    canvas, blank = content.canvas.copy(), content.kind == "blank"
    add_ghost(artist, canvas, 0.35 if blank else 0.1)
    add_lines(artist, canvas)
    add_specks(artist, canvas)
    dim = artist.chance(0.1)
    paper = artist.between(25, 80) if dim else artist.between(60, 250)
    contrast = artist.between(*((0.18, 0.5) if artist.chance(0.4) else (0.4, 0.97)))
    light = lit_paper(artist, paper, contrast)
    picture = light * (1 - np.float32(contrast) * canvas)
    patch, clean = photograph(artist, picture, contrast * paper, content, sides)
    cell = normalise(patch, 0.4 * contrast * artist.between(0.6, 1.0))
    return cell, blank or _is_legible(cell, clean)


def _is_legible(cell: Bytes, clean: Canvas) -> bool:
    """Whether the ink that was drawn still stands out in the cell."""
    inner = slice(4, -4)
    seen, drawn = cell[inner, inner].ravel(), clean[inner, inner].ravel()
    spread = float(seen.std() * drawn.std())
    shared = float(((seen - seen.mean()) * (drawn - drawn.mean())).mean())
    return shared > _LEGIBLE * spread


def add_ghost(artist: Artist, canvas: Canvas, share: float) -> None:
    """Add faint print that shows through from the back, or an erased digit."""
    if not artist.chance(share):
        return
    if artist.chance(0.5):
        ink = artist.written(artist.digit())
    else:
        face = artist.face()
        pool = face.glyphs if artist.chance(0.6) or not face.odd else face.odd
        ink = pool[artist.rng.integers(len(pool))].ink
    if artist.chance(0.5):
        ink = np.ascontiguousarray(ink[:, ::-1])
    pose = Pose(
        artist.between(0.3, 0.75), artist.near(0.15), artist.near(0.15), artist.near(4)
    )
    place(canvas, ink, pose, artist.between(0.02, 0.13))


def add_lines(artist: Artist, canvas: Canvas) -> None:
    """Add the lines around the cell; now and then a cage or a diagonal."""
    darkness = artist.between(0.25, 1)
    for side in range(4):
        if artist.chance(0.1):
            continue
        at = (-0.5 if side % 2 else 0.5) + artist.near(0.016)
        lean = artist.near(0.016)
        start, end = (at, -0.8), (at + lean, 0.8)
        if side < 2:
            start, end = start[::-1], end[::-1]
        width = int(artist.rng.choice([1, 1, 2, 2, 3, 4, 5, 6, 8]))
        draw_line(canvas, start, end, width, darkness * artist.between(0.5, 1))
    if artist.chance(0.05):
        _add_cage(artist, canvas, darkness)
    if artist.chance(0.02):
        flip = float(artist.rng.choice([-1, 1]))
        faint = artist.between(0.05, 0.4)
        draw_line(canvas, (-0.7, -0.7 * flip), (0.7, 0.7 * flip), 1, faint)


def _add_cage(artist: Artist, canvas: Canvas, darkness: float) -> None:
    """A dashed line inside some borders, as around the cages of killer puzzles."""
    inset, dash = 0.5 - artist.between(0.03, 0.11), artist.between(0.04, 0.15)
    strength = darkness * artist.between(0.3, 1)
    for side in range(4):
        if artist.chance(0.4):
            continue
        sign = -1.0 if side % 2 else 1.0
        for start in np.arange(-0.5, 0.5, 2 * dash):
            a, b = (sign * inset, float(start)), (sign * inset, float(start) + dash)
            if side < 2:
                a, b = a[::-1], b[::-1]
            draw_line(canvas, a, b, 1, strength)


def add_specks(artist: Artist, canvas: Canvas) -> None:
    """Add dirt, a fibre, or a digit that reaches in from a neighbouring cell."""
    if artist.chance(0.12):
        for _ in range(int(artist.rng.integers(1, 4))):
            x, y = artist.rng.uniform(-0.5, 0.5, 2)
            width = int(artist.rng.integers(1, 5))
            draw_line(canvas, (x, y), (x, y), width, artist.between(0.2, 0.8))
    if artist.chance(0.05):
        a, b = artist.rng.uniform(-0.7, 0.7, (2, 2))
        width, faint = int(artist.rng.integers(1, 4)), artist.between(0.1, 0.35)
        draw_line(canvas, (a[0], a[1]), (b[0], b[1]), width, faint)
    if artist.chance(0.06):  # a tall digit of the next cell reaches in
        turned = artist.rng.permutation([float(artist.rng.choice([-1, 1])), 0.0])
        out = artist.between(0.85, 1.0)
        pose = Pose(artist.between(0.7, 1.0), turned[0] * out, turned[1] * out)
        place(canvas, artist.written(artist.digit()), pose, artist.between(0.4, 1))


def lit_paper(artist: Artist, paper: float, contrast: float) -> Canvas:
    """The brightness of the paper: light, shadow, shades, the raster of screens."""
    slope = 1 + artist.near(0.06) * _X + artist.near(0.06) * _Y
    light = np.asarray(paper * slope, np.float32)
    if artist.chance(0.07):  # the edge of a shadow
        light *= 1 - artist.between(0.05, 0.5) * _edge(artist, artist.between(3, 25))
    if artist.chance(0.06):  # halftone, or the raster of a photographed screen
        period = artist.between(2.2, 6)
        wave = np.sin((_X + _Y) * CELL * 2.4 / period) * np.sin(
            (_X - _Y) * CELL * 2.4 / period
        )
        light *= 1 - artist.between(0.03, 0.35) * contrast * (0.5 + 0.5 * wave)
    if artist.chance(0.04):  # moire: broad stripes
        angle, waves = artist.between(0, np.pi), artist.between(3, 25)
        stripes = np.sin((np.cos(angle) * _X + np.sin(angle) * _Y) * waves)
        light *= 1 - artist.between(0.02, 0.15) * contrast * stripes
    if artist.chance(0.12):
        _shade_neighbours(artist, light)
    if artist.chance(0.03):  # a grey disc under the digit
        disc = artist.between(0.2, 0.4) > _X**2 + _Y**2
        light[disc] *= artist.between(0.75, 0.95)
    return light


def _edge(artist: Artist, sharpness: float) -> Canvas:
    """0 on one side of a random line through the cell, 1 on the other."""
    angle, offset = artist.between(0, 2 * np.pi), artist.between(-0.6, 0.6)
    distance = np.cos(angle) * _X + np.sin(angle) * _Y - offset
    return np.asarray(1 / (1 + np.exp(-distance * sharpness)), np.float32)


def _shade_neighbours(artist: Artist, light: Canvas) -> None:
    """Give some neighbouring cells another shade, as tiles and shaded boxes have."""
    for side in range(4):
        if artist.chance(0.5):
            continue
        width = EDGE + int(artist.rng.integers(-3, 4))
        beyond = slice(None, width) if side % 2 else slice(-width, None)
        light[(beyond, slice(None)) if side < 2 else (slice(None), beyond)] *= (
            artist.between(0.5, 1.25)
        )


def photograph(
    artist: Artist, picture: Canvas, contrast: float, content: Content, sides: Sides
) -> tuple[Canvas, Canvas]:
    """The cell cut out of a photograph of the canvas; and its ink alone, cut alike."""
    if artist.chance(0.5):
        grain = artist.rng.normal(size=(SIDE // 2, SIDE // 2)).astype(np.float32)
        picture = picture + cv2.resize(grain, (SIDE, SIDE)) * np.float32(
            artist.between(0, 0.08) * min(contrast, 60)
        )
    side = int(artist.rng.integers(*sides[artist.rng.choice(3, p=(0.3, 0.4, 0.3))]))
    side = max(side, _LEAST_SIDE.get(content.kind, 0))
    turn = artist.between(-45, 45) if artist.chance(0.25) else artist.near(2)
    extent = round(SIDE * side / CELL)
    to_photo = np.asarray(
        cv2.getRotationMatrix2D((CENTRE, CENTRE), turn, side / CELL), np.float64
    )
    to_photo[:, 2] += extent / 2 - CENTRE
    if side < CELL:
        picture = soften(picture, max(0.3, artist.between(0.15, 0.5) * CELL / side))
    photo = spoil(artist, _project(picture, to_photo, extent), side, contrast)
    corners = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * CELL + EDGE
    corners += artist.rng.normal(size=(4, 2)) * 0.02 * CELL
    corners += artist.rng.normal(size=(1, 2)) * 0.03 * CELL
    seen = (corners @ to_photo[:, :2].T + to_photo[:, 2]).astype(np.float32)
    clean = _project(content.canvas, to_photo, extent)
    return np.clip(_cut(photo, seen, side), 0, 255), _cut(clean, seen, side)


def _project(canvas: Canvas, to_photo: Doubles, extent: int) -> Canvas:
    """The canvas as it lies in a photo of that extent."""
    size = (extent, extent)
    photo = cv2.warpAffine(canvas, to_photo, size, borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(photo, np.float32)


def spoil(artist: Artist, photo: Canvas, side: int, contrast: float) -> Canvas:
    """What lens, noise and file do to the photograph of a cell `side` pixels wide."""
    if artist.chance(0.5):
        much = artist.between(0.03, 0.09) if artist.chance(0.15) else artist.near(0.03)
        photo = soften(photo, abs(much) * side + 0.2)
    if artist.chance(0.1):
        length = int(artist.rng.integers(2, max(3, side // 10) + 1))
        shape = (1, length) if artist.chance(0.5) else (length, 1)
        photo = np.asarray(cv2.blur(photo, shape), np.float32)
    most = 3 * _NOISE_SHARE if artist.chance(0.2) else _NOISE_SHARE
    strength = min(float(np.exp(artist.between(-1.2, 3.0))), most * contrast)
    photo = photo + artist.rng.standard_normal(photo.shape, np.float32) * strength
    if artist.chance(0.12):  # sharpened by the camera
        photo += artist.between(0.3, 1.2) * (photo - soften(photo, 1.5))
    return _stored(artist, np.clip(photo, 0, 255).astype(np.uint8))


def _stored(artist: Artist, photo: Bytes) -> Canvas:
    """The photo as its file keeps it: mostly a JPEG, with blocks in any place."""
    if artist.chance(0.4):
        return photo.astype(np.float32)
    low, high = np.log((5, 35) if artist.chance(0.5) else (35, 95))
    quality = round(np.exp(artist.between(low, high)))
    left, top = (int(part) for part in artist.rng.integers(0, _BLOCK, 2))
    padded = np.pad(photo, ((top, 0), (left, 0)), mode="edge")
    data = cv2.imencode(".jpg", padded, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    stored = np.asarray(cv2.imdecode(data, cv2.IMREAD_GRAYSCALE), np.float32)
    return stored[top:, left:]


def soften(picture: Canvas, spread: float) -> Canvas:
    """A Gaussian blur; `spread` is its standard deviation in pixels."""
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), spread), np.float32)


def _cut(photo: Canvas, seen: Floats, side: int) -> Canvas:
    """The cell between four corners in a photo, cut as the eye cuts it."""
    width = PATCH if side < 1.3 * PATCH else 2 * PATCH
    target = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32) * width
    patch = cv2.warpPerspective(
        photo,
        cv2.getPerspectiveTransform(seen, target),
        (width, width),
        flags=cv2.INTER_CUBIC,
        borderMode=cv2.BORDER_REPLICATE,
    )
    cell = cv2.resize(patch, (WIDTH, WIDTH), interpolation=cv2.INTER_AREA)
    return np.asarray(cell, np.float32)
