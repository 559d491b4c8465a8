"""Photographs a page: askew, curled, badly lit, blurred and compressed."""

from dataclasses import dataclass

import cv2
import numpy as np

from mailbot.pictures.arrays import Doubles, Floats
from mailbot.pictures.pixels import Bgr, Colour


@dataclass(frozen=True, slots=True)
class Camera:
    """How a page is photographed.

    `side` is the long side of the photo in pixels, `turn` is in degrees, `tilt` the
    share by which far edges shrink, `curl` the height of the paper's wave in page
    heights, `light` the brightness, `shadow` how much light it takes, `blur` the
    spread and `noise` the deviation in pixels and in levels, `quality` that of JPEG.
    """

    side: int = 1200
    turn: float = 0.0
    tilt: float = 0.0
    curl: float = 0.0
    light: float = 1.0
    shadow: float = 0.0
    blur: float = 0.0
    noise: float = 2.0
    quality: int = 90
    table: Colour = (70, 90, 110)


def photograph(page: Bgr, camera: Camera, seed: int) -> Bgr:
    """The page on a table, taken by that camera; a seed always gives the same photo."""
    rng = np.random.default_rng(seed)
    picture = _seen_by(page, camera, rng)
    height, width = picture.shape[:2]
    light = _lighting(height, width, camera, rng)
    lit = picture.astype(np.float32) * light[..., None]
    if camera.blur:
        lit = np.asarray(cv2.GaussianBlur(lit, (0, 0), camera.blur), np.float32)
    if camera.noise:
        lit += rng.normal(0, camera.noise, lit.shape).astype(np.float32)
    photo = np.clip(lit, 0, 255).astype(np.uint8)
    data = cv2.imencode(".jpg", photo, [cv2.IMWRITE_JPEG_QUALITY, camera.quality])[1]
    return Bgr(np.asarray(cv2.imdecode(data, cv2.IMREAD_COLOR), np.uint8))


def _seen_by(page: Bgr, camera: Camera, rng: np.random.Generator) -> Bgr:
    """The page in perspective on the table, without light and blur."""
    height, width = page.shape[:2]
    scale = camera.side / max(height, width)
    size = round(width * scale), round(height * scale)
    page = Bgr(np.asarray(cv2.GaussianBlur(page, (0, 0), max(0.3, 0.35 / scale))))
    to_page = _homography((width, height), size, camera, rng)
    u, v = np.meshgrid(
        np.arange(size[0], dtype=np.float32), np.arange(size[1], dtype=np.float32)
    )
    w = to_page[2, 0] * u + to_page[2, 1] * v + to_page[2, 2]
    x = (to_page[0, 0] * u + to_page[0, 1] * v + to_page[0, 2]) / w
    y = (to_page[1, 0] * u + to_page[1, 1] * v + to_page[1, 2]) / w
    if camera.curl:
        phase = rng.uniform(0, 2 * np.pi)
        y = y + camera.curl * height * np.sin(x / width * 4 + phase)
    seen = cv2.remap(
        page,
        x.astype(np.float32),
        y.astype(np.float32),
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=camera.table,
    )
    return Bgr(np.asarray(seen, np.uint8))


def _homography(
    page: tuple[int, int],
    photo: tuple[int, int],
    camera: Camera,
    rng: np.random.Generator,
) -> Doubles:
    """The matrix from points of the photo to points of the page, both (x, y)."""
    corners = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
    away = rng.uniform(0, 2 * np.pi)
    depth = 1 + camera.tilt * (corners @ np.array([np.cos(away), np.sin(away)])) / 2
    angle = np.deg2rad(camera.turn)
    turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    half = np.array(page, np.float64) / 2
    placed = (corners * half / depth[:, None]) @ turn
    reach = np.abs(placed).max(axis=0)
    fit = 0.96 * float((np.array(photo) / 2 / reach).min())
    target = placed * fit + np.array(photo) / 2
    source = (corners + 1) * half
    return np.asarray(
        cv2.getPerspectiveTransform(
            target.astype(np.float32), source.astype(np.float32)
        ),
        np.float64,
    )


def _lighting(
    height: int, width: int, camera: Camera, rng: np.random.Generator
) -> Floats:
    """The brightness of each pixel: a slope, and the camera's hard shadow if any."""
    x, y = np.meshgrid(
        np.linspace(-1, 1, width, dtype=np.float32),
        np.linspace(-1, 1, height, dtype=np.float32),
    )
    slope = rng.normal(size=2) * 0.05
    light = camera.light * (1 + slope[0] * x + slope[1] * y)
    if camera.shadow:
        angle, offset = rng.uniform(0, 2 * np.pi), rng.uniform(-0.3, 0.3)
        inside = 60 * (np.cos(angle) * x + np.sin(angle) * y - offset)
        light *= 1 - camera.shadow / (1 + np.exp(-np.clip(inside, -30, 30)))
    return np.asarray(light, np.float32)
