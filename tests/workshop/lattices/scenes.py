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
from tests.workshop.lattices.boards import Rng, pick_colour, pick_look
from tests.workshop.lattices.pages import (
    Page,
    Placed,
    draw_other_thing,
    draw_page,
    mottled,
)

SIDE = 512
"""Side of a scene in pixels. The network sees it at half that side."""

FINE, COARSE = SIDE // 2, SIDE // 4
"""Sides of the map of lines, and of the other maps."""

_FRAMES = {"page": 0.7, "table": 0.2, "board": 0.1}
"""What fills a scene, and how often: a page, a table on which the page lies, or a board
cropped along its edges."""

_CLUTTERED = {"page": 0.2, "table": 0.8, "board": 0.0}
"""How often other things lie around the page."""

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
    frame = str(rng.choice(list(_FRAMES), p=list(_FRAMES.values())))
    extent = (SIDE, SIDE) if frame == "board" else _pick_extent(rng)
    width, height = (round(float(v) * rng.uniform(1.1, 1.4)) for v in extent)
    page = draw_page(rng, width, height)
    if frame == "table" and rng.random() < 0.5:
        _draw_bezel(page.picture, rng)
    x, y = _page_places(rng, extent, page, frame)
    picture = mottled(rng, SIDE, SIDE)
    if rng.random() < _CLUTTERED[frame]:
        _clutter(picture, rng)
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


def _draw_bezel(page: Bgr, rng: Rng) -> None:
    """A dark rim around the page, as a telephone has."""
    height, width = page.shape[:2]
    wide = max(2, round(rng.uniform(0.02, 0.07) * min(height, width)))
    dark = pick_colour(rng, 0, 70, 10)
    cv2.rectangle(page, (0, 0), (width - 1, height - 1), dark, 2 * wide)


def _clutter(picture: Bgr, rng: Rng) -> None:
    """Things on a table: shapes of any colour, keys, tables and stripes, askew."""
    side = picture.shape[0]
    for _ in range(int(rng.integers(1, 9))):
        middle, reach = rng.uniform(0, side, 2), rng.uniform(0.05, 0.5) * side
        angles = np.sort(rng.uniform(0, 2 * np.pi, int(rng.integers(3, 7))))
        away = np.stack([np.cos(angles), np.sin(angles)], axis=1) * reach
        points = np.rint(middle + away).astype(np.int32)
        cv2.fillPoly(picture, [points], pick_colour(rng, 10, 240, 40), cv2.LINE_AA)
    if rng.random() < 0.6:
        width, height = (int(v) for v in rng.integers(60, 300, 2))
        thing = Bgr(np.full((height, width, 3), pick_colour(rng, 20, 240), np.uint8))
        draw_other_thing(thing, pick_look(rng, 20), rng)
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]])
        angle = rng.uniform(0, 2 * np.pi)
        turn = np.array(
            [[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]]
        )
        seen = (corners - corners.mean(axis=0)) @ turn * rng.uniform(0.7, 1.5)
        seen += rng.uniform(0, side, 2) + rng.normal(size=(4, 2)) * 0.1 * min(
            width, height
        )
        cv2.warpPerspective(
            thing,
            cv2.getPerspectiveTransform(
                corners.astype(np.float32), seen.astype(np.float32)
            ),
            (side, side),
            dst=picture,
            borderMode=cv2.BORDER_TRANSPARENT,
        )


def _page_places(
    rng: Rng, extent: tuple[int, int], page: Page, frame: str
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
        tilt = rng.normal(size=2) * rng.choice([0.05, 0.2, 0.35, 0.5])
        at = at / np.clip(1 + tilt[0] * at[0] + tilt[1] * at[1], 0.4, None)
        if rng.random() < 0.5:
            at = _curled(rng, at)
    size = np.array(page.picture.shape[1::-1], np.float64)
    middle, zoom = size / 2, _pick_zoom(rng, frame)
    if frame == "board" and page.boards:
        board = page.boards[0]
        middle = np.array([board.left, board.top]) + board.side / 2
        size = np.array([board.side, board.side])
    scale = float((size / photo).max()) * float(photo.max()) / zoom
    stray = {"page": 0.04, "table": 0.2, "board": 0.005}[frame] * (not screen)
    shift = rng.normal(size=2) * stray * size
    x, y = (at[k] * scale + middle[k] + shift[k] for k in (0, 1))
    return x.astype(np.float32), y.astype(np.float32)


def _pick_zoom(rng: Rng, frame: str) -> float:
    """How much of the scene what fills it takes."""
    if frame == "table":
        return float(rng.uniform(0.25, 0.75))
    if frame == "board":
        return float(rng.uniform(0.92, 1.03))
    return float(
        rng.uniform(0.75, 1.02) if rng.random() < 0.85 else rng.uniform(1.0, 1.4)
    )


def _curled(rng: Rng, at: Floats) -> Floats:
    """The places on paper that bends along one direction, or is crumpled a little."""
    height = rng.normal() * rng.choice([0.02, 0.06, 0.1, 0.15])
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
    if rng.random() < 0.2:
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
        length = int(rng.integers(3, 21))
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
