"""What happens to a newspaper photograph on its way: each on its own, seeded."""

from collections.abc import Callable, Mapping

import cv2
import numpy as np

from mailbot.pictures.pixels import Bgr

Distort = Callable[[Bgr], Bgr]


def turned(degrees: float) -> Distort:
    """Turned about its middle, on a larger canvas, so that nothing is cut off."""

    def distort(picture: Bgr) -> Bgr:
        height, width = picture.shape[:2]
        matrix = cv2.getRotationMatrix2D((width / 2, height / 2), degrees, 1.0)
        cos, sin = abs(matrix[0, 0]), abs(matrix[0, 1])
        size = round(height * sin + width * cos), round(height * cos + width * sin)
        matrix[:, 2] += (size[0] - width) / 2, (size[1] - height) / 2
        return _warped(
            cv2.warpAffine(picture, matrix, size, borderValue=_edge(picture))
        )

    return distort


def tilted(share: float) -> Distort:
    """Seen from below: the upper edge shorter by `share` on either side."""

    def distort(picture: Bgr) -> Bgr:
        height, width = picture.shape[:2]
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]])
        seen = corners.astype(np.float32)
        seen[0] += (share * width, 0.4 * share * height)
        seen[1] += (-share * width, 0.1 * share * height)
        matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), seen)
        edge = _edge(picture)
        return _warped(
            cv2.warpPerspective(picture, matrix, (width, height), borderValue=edge)
        )

    return distort


def scaled(factor: float) -> Distort:
    """Smaller, by averaging."""

    def distort(picture: Bgr) -> Bgr:
        way = cv2.INTER_AREA
        return _warped(cv2.resize(picture, None, None, factor, factor, way))

    return distort


def dimmed(factor: float) -> Distort:
    """Darker, with what that costs in levels."""

    def distort(picture: Bgr) -> Bgr:
        return Bgr((picture * factor).astype(np.uint8))

    return distort


def grainy(deviation: float) -> Distort:
    """With Gaussian noise in every channel; the same noise every time."""

    def distort(picture: Bgr) -> Bgr:
        noise = np.random.default_rng(1).normal(0, deviation, picture.shape)
        return Bgr(np.clip(picture + noise, 0, 255).astype(np.uint8))

    return distort


def blurred(spread: float) -> Distort:
    """Out of focus."""

    def distort(picture: Bgr) -> Bgr:
        return _warped(cv2.GaussianBlur(picture, (0, 0), spread))

    return distort


def compressed(quality: int) -> Distort:
    """Stored as a JPEG of that quality."""

    def distort(picture: Bgr) -> Bgr:
        data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
        return _warped(cv2.imdecode(data, cv2.IMREAD_COLOR))

    return distort


def shadowed(share: float) -> Distort:
    """Half of it in a hard shadow that takes `share` of the light."""

    def distort(picture: Bgr) -> Bgr:
        height, width = picture.shape[:2]
        y, x = np.mgrid[:height, :width]
        inside = x / width + 0.35 * y / height > 0.62
        light = np.where(inside, 1 - share, 1.0).astype(np.float32)
        light = np.asarray(cv2.GaussianBlur(light, (0, 0), 2), np.float32)
        return Bgr((picture * light[..., None]).astype(np.uint8))

    return distort


DISTORTIONS: Mapping[str, Distort] = {
    "turned 12": turned(12),
    "turned 45": turned(45),
    "turned 180": turned(180),
    "tilted 0.15": tilted(0.15),
    "tilted 0.3": tilted(0.3),
    "scaled 1/2": scaled(1 / 2),
    "scaled 1/3": scaled(1 / 3),
    "dimmed 0.3": dimmed(0.3),
    "noise 15": grainy(15),
    "blur 2": blurred(2),
    "blur 3": blurred(3),
    "jpeg 20": compressed(20),
    "jpeg 8": compressed(8),
    "shadow": shadowed(0.5),
}
"""The distortions that a photograph must survive, by name."""


def _edge(picture: Bgr) -> tuple[float, float, float]:
    """The colour around the picture: that of its darkest corner."""
    corners = picture[[0, 0, -1, -1], [0, -1, 0, -1]].astype(float)
    blue, green, red = corners[corners.sum(axis=1).argmin()]
    return float(blue), float(green), float(red)


def _warped(picture: object) -> Bgr:
    return Bgr(np.asarray(picture, np.uint8))
