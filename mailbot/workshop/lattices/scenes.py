"""Photographs pages, and tells for each pixel where on which board it lies.

A scene has the size of the network's input. What it teaches is computed from the same
map of pixels by which the page was photographed, so that it is exact on curled paper.
"""

from dataclasses import dataclass

import cv2
import numpy as np
import numpy.typing as npt

from mailbot.eye.find.network import CORE
from mailbot.pictures.arrays import Bools, Bytes, Floats
from mailbot.pictures.pixels import Bgr
from mailbot.workshop.lattices.boards import Rng, pick_colour
from mailbot.workshop.lattices.pages import Page, Placed, draw_page, mottled

SIDE = 512
"""Side of a scene in pixels. The network sees it at half that side."""

FINE, COARSE = SIDE // 2, SIDE // 4
"""Sides of the map of lines, and of the other maps."""

_WIDTH = 1.0  # pixels of the fine map: the spread of a line


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture uint8[SIDE, SIDE, 3] and what the network is to say about it.

    `lines` uint8[FINE, FINE], 255 on the lines of a lattice, drawn or not; `inside`
    uint8[COARSE, COARSE], 1 on a board; `place` float16[2, COARSE, COARSE], where on
    its board a pixel lies (x, y from 0 to 1), NaN off the boards.
    """

    picture: Bgr
    lines: Bytes
    inside: Bytes
    place: npt.NDArray[np.float16]


def draw_scene(rng: Rng) -> Scene:
    """A random scene."""
    extent = _pick_extent(rng)
    width, height = (round(float(v) * rng.uniform(1.1, 1.4)) for v in extent)
    page = draw_page(rng, width, height)
    x, y = _page_places(rng, extent, (width, height))
    picture = mottled(rng, SIDE, SIDE)
    cv2.remap(
        cv2.GaussianBlur(page.picture, (0, 0), 0.6),
        x,
        y,
        cv2.INTER_LINEAR,
        dst=picture,
        borderMode=cv2.BORDER_TRANSPARENT,
    )
    picture = _covered(rng, picture, page)
    photo = _developed(rng, _lit(rng, picture))
    outside = np.ones((SIDE, SIDE), np.bool_)
    outside[: extent[1], : extent[0]] = False
    photo[outside] = 0
    return taught(Bgr(photo), page, (x, y), outside)


def _pick_extent(rng: Rng) -> tuple[int, int]:
    """Width and height of the photo; the longer side is the network's."""
    shorter = round(SIDE * rng.uniform(0.55, 1.0))
    return (SIDE, shorter) if rng.random() < 0.5 else (shorter, SIDE)


def _page_places(
    rng: Rng, extent: tuple[int, int], page: tuple[int, int]
) -> tuple[Floats, Floats]:
    """For each pixel of the scene the point (x, y) of the page, float32[SIDE, SIDE]."""
    photo = np.array(extent, np.float32)
    grid = np.mgrid[:SIDE, :SIDE].astype(np.float32)[::-1]
    at = (grid + 0.5 - photo[:, None, None] / 2) / photo.max()
    screen = rng.random() < 0.25
    if not screen:
        angle = np.deg2rad(rng.normal() * rng.choice([2, 6, 18]))
        cos, sin = np.cos(angle), np.sin(angle)
        at = np.stack([cos * at[0] - sin * at[1], sin * at[0] + cos * at[1]])
        tilt = rng.normal(size=2) * rng.choice([0.05, 0.2, 0.35])
        at = at / np.clip(1 + tilt[0] * at[0] + tilt[1] * at[1], 0.4, None)
        if rng.random() < 0.5:
            at = _curled(rng, at)
    zoom = rng.uniform(0.75, 1.02) if rng.random() < 0.85 else rng.uniform(1.0, 1.4)
    size = np.array(page, np.float64)
    scale = float((size / photo).max()) * float(photo.max()) / zoom
    shift = rng.normal(size=2) * 0.04 * size * (not screen)
    x, y = (at[k] * scale + size[k] / 2 + shift[k] for k in (0, 1))
    return x.astype(np.float32), y.astype(np.float32)


def _curled(rng: Rng, at: Floats) -> Floats:
    """The places on paper that bends along one direction, or is crumpled a little."""
    height = rng.normal() * rng.choice([0.02, 0.06, 0.1])
    bends, phase = rng.uniform(1.5, 7), rng.uniform(0, 2 * np.pi)
    kind = rng.random()
    if kind < 0.6:
        bent = np.sin(bends * at[0] + phase)
    elif kind < 0.85:  # the spine of a book
        spine = rng.choice([-0.5, 0.5]) + rng.normal() * 0.1
        bent = 2.5 * np.exp(-np.abs(at[0] - spine) * rng.uniform(2, 8))
    else:
        bent = np.sin(bends * at[0] + phase) * np.sin(bends * at[1] - phase)
    squeezed = 0.5 * rng.normal() * height * np.sin(bends * at[0] + phase)
    curled = np.stack([at[0] + squeezed, at[1] + height * bent])
    return curled if rng.random() < 0.6 else _curled_other_way(curled, at)


def _curled_other_way(curled: Floats, at: Floats) -> Floats:
    """The same bend with the axes exchanged."""
    bend = curled - at
    return np.stack([at[0] + bend[1].T, at[1] + bend[0].T])


def _covered(rng: Rng, picture: Bgr, page: Page) -> Bgr:
    """The picture, at times with fingers or a pen over it."""
    if not page.boards or rng.random() > 0.15:
        return picture
    colour = pick_colour(rng, 30, 220, 40)
    for _ in range(int(rng.integers(1, 4))):
        start = rng.uniform(0, SIDE, 2)
        end = start + rng.normal(size=2) * SIDE * 0.3
        wide = round(float(rng.uniform(4, 55)))
        a, b = np.rint([start, end]).astype(int).tolist()
        cv2.line(picture, a, b, colour, wide, cv2.LINE_AA)
    return picture


def _lit(rng: Rng, picture: Bytes) -> Bytes:
    """The picture under a light that is not even: slopes, shadows, glare."""
    y, x = np.mgrid[-1 : 1 : SIDE * 1j, -1 : 1 : SIDE * 1j].astype(np.float32)
    slope = rng.normal(size=2) * 0.12
    light = 1 + slope[0] * x + slope[1] * y
    for _ in range(int(rng.choice([0, 0, 1, 2]))):
        angle, offset = rng.uniform(0, 2 * np.pi), rng.uniform(-0.6, 0.6)
        sharp = rng.choice([4, 20, 80])
        bow = rng.normal() * 0.4 * (x * np.sin(angle) - y * np.cos(angle)) ** 2
        edge = sharp * (np.cos(angle) * x + np.sin(angle) * y + bow - offset)
        light *= 1 - rng.uniform(0.1, 0.6) / (1 + np.exp(-np.clip(edge, -30, 30)))
    lit = picture.astype(np.float32) * (light * rng.uniform(0.6, 1.15))[..., None]
    if rng.random() < 0.12:
        spot = rng.uniform(-0.8, 0.8, 2)
        far = ((x - spot[0]) ** 2 + (y - spot[1]) ** 2) / rng.uniform(0.01, 0.15)
        lit += (250 * np.exp(-far))[..., None]
    return np.asarray(np.clip(lit, 0, 255), np.uint8)


def _developed(rng: Rng, picture: Bytes) -> Bytes:
    """The picture after lens, sensor and file: blurred, grainy, compressed."""
    if rng.random() < 0.4:
        picture = np.asarray(
            cv2.GaussianBlur(picture, (0, 0), rng.uniform(0.3, 2.2)), np.uint8
        )
    if rng.random() < 0.12:
        length = int(rng.integers(3, 13))
        kernel = np.zeros((length, length), np.float32)
        kernel[length // 2] = 1 / length
        turn = cv2.getRotationMatrix2D(
            (length // 2, length // 2), rng.uniform(0, 180), 1
        )
        turned = np.asarray(cv2.warpAffine(kernel, turn, (length, length)))
        picture = np.asarray(cv2.filter2D(picture, -1, turned / turned.sum()), np.uint8)
    if rng.random() < 0.5:
        grain = np.zeros((*picture.shape[:2], 3), np.int16)
        cv2.setRNGSeed(int(rng.integers(1 << 30)))
        cv2.randn(grain, np.zeros(3), np.full(3, rng.uniform(1, 10)))
        picture = np.clip(picture + grain, 0, 255).astype(np.uint8)
    quality = int(rng.integers(25, 96))
    data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    return np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8)


def taught(
    picture: Bgr, page: Page, places: tuple[Floats, Floats], outside: Bools
) -> Scene:
    """The scene with its maps, computed from the places of the pixels on the page."""
    lines = np.zeros((FINE, FINE), np.float32)
    inside = np.zeros((COARSE, COARSE), np.uint8)
    place = np.full((2, COARSE, COARSE), np.nan, np.float16)
    fine, coarse = (
        [_at_middles(values, side) for values in places] for side in (FINE, COARSE)
    )
    dark = outside[2 :: SIDE // COARSE, 2 :: SIDE // COARSE]
    for board in page.boards:
        lines = np.maximum(lines, _lines_of(board.size, *_on(board, fine)))
        u, v = _on(board, coarse)
        far = np.maximum(np.abs(u - 0.5), np.abs(v - 0.5))
        inside[(far < CORE) & ~dark] = 1
        near = (far < 0.51) & ~dark
        place[:, near] = np.stack([u, v])[:, near]
    lines[outside[1 :: SIDE // FINE, 1 :: SIDE // FINE]] = 0
    return Scene(picture, np.rint(lines * 255).astype(np.uint8), inside, place)


def _at_middles(values: Floats, side: int) -> Floats:
    """The values [SIDE, SIDE] at the middles of larger pixels, [side, side]."""
    step = SIDE // side
    after, before = values[step // 2 :: step], values[step // 2 - 1 :: step]
    both = (after + before)[:, step // 2 :: step] + (after + before)[
        :, step // 2 - 1 :: step
    ]
    return np.asarray(both / 4, np.float32)


def _on(board: Placed, places: list[Floats]) -> tuple[Floats, Floats]:
    """The places in sides of a board, from its top left corner."""
    return (places[0] - board.left) / board.side, (places[1] - board.top) / board.side


def _lines_of(size: int, u: Floats, v: Floats) -> Floats:
    """How near each pixel is to a line of a board's lattice: 1 on it."""
    near = np.zeros_like(u)
    reach = np.maximum(np.abs(u - 0.5), np.abs(v - 0.5)) < 0.5 + 0.12 / size
    for values in (u, v):
        down, right = np.gradient(values * size)
        slope = np.maximum(np.hypot(down, right), 1e-6)
        off = np.abs(values * size - np.rint(values * size)) / slope
        near = np.maximum(near, np.exp(-0.5 * (off / _WIDTH) ** 2))
    return np.where(reach, near, 0).astype(np.float32)
