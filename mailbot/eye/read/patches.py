"""Cuts the cells of a grid out of a picture, each as a patch of the same size."""

from functools import cache

import cv2
import numpy as np

from mailbot.pictures.arrays import Bytes, Floats, median, percentile
from mailbot.pictures.pixels import Bgr

PATCH = 48
"""Side of a cut cell, in pixels."""

_FINER = 1.3  # pixels of the picture for each of a patch: more are averaged first
_INSIDE = slice(6, -6)  # pixels of a cell that lie inside its lines
_STRONG, _FAINT = 99, 0.4  # percentile of the ink, and share of it that is none
_MARGIN = 0.1  # of the board's extent: cut out around it, for a mesh that is bent


def cut_squares(picture: Bgr, mesh: Floats) -> Bytes:
    """Squares around the ink in cells that are not square, shape [N*N, 48, 48, 3].

    Args:
        picture: shape [h, w, 3].
        mesh: where the lines of the grid cross, x and y in pixels, [N+1, N+1, 2].
    """
    wide, high = cell_extent(mesh)
    side = round(PATCH * max(wide, high) / min(wide, high))
    if wide > high:
        return _around_ink(cut_patches(picture, mesh, wide=side))
    tall = cut_patches(picture, mesh, high=side)
    return _around_ink(tall.swapaxes(1, 2)).swapaxes(1, 2)


def cell_extent(mesh: Floats) -> tuple[float, float]:
    """The usual width and height of the cells of a mesh, in pixels."""
    across, down = (
        median(np.linalg.norm(np.diff(mesh, axis=way), axis=-1)) for way in (1, 0)
    )
    return max(float(across), 1.0), max(float(down), 1.0)


def _around_ink(cells: Bytes) -> Bytes:
    """For each wide cell [n, 48, w, 3], the square [48, 48, 3] around its ink."""
    inner = cells[:, _INSIDE, _INSIDE].mean(axis=-1)
    off = np.abs(inner - median(inner.reshape(len(inner), -1), 1)[:, None, None])
    ink = np.clip(off - _FAINT * percentile(off, _STRONG), 0, None).sum(axis=1)
    places = np.arange(ink.shape[1]) + _INSIDE.start
    empty = 1e-3  # then the middle counts
    middles = ((ink + empty) @ places) / (ink + empty).sum(axis=1)
    starts = np.clip(middles - PATCH / 2, 0, cells.shape[2] - PATCH).round().astype(int)
    windows = zip(cells, starts, strict=True)
    return np.array([cell[:, start : start + PATCH] for cell, start in windows])


def cut_patches(
    picture: Bgr, mesh: Floats, wide: int = PATCH, high: int = PATCH
) -> Bytes:
    """The cells between the crossings, shape [N*N, high, wide, 3].

    A picture with larger cells is shrunk first, so that no pixel is skipped.

    Args:
        picture: shape [h, w, 3].
        mesh: where the lines of the grid cross, x and y in pixels, [N+1, N+1, 2].
        wide: pixels of a cell.
        high: its height.
    """
    size = len(mesh) - 1
    shrink = min(1.0, _FINER * wide / cell_extent(mesh)[0])
    if shrink < 1:
        picture, mesh = _shrunk(picture, mesh, shrink)
    right, below = _between(size, wide), _between(size, high)
    across, down = (
        (below @ mesh[..., axis] @ right.T).astype(np.float32) for axis in (0, 1)
    )
    flat = cv2.remap(
        picture, across, down, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    rows = np.asarray(flat, np.uint8).reshape(size, high, size, wide, 3)
    return rows.transpose(0, 2, 1, 3, 4).reshape(size * size, high, wide, 3)


@cache
def _between(size: int, side: int) -> Floats:
    """The weights with which crossings give the place of a pixel: [N*side, N+1].

    Pixel p lies at (p + 1/2) / side cells, between two crossings. OpenCV's own
    enlarging of the mesh would round that to 1/32 of a cell.
    """
    at = (np.arange(size * side) + 0.5) / side
    off = np.abs(at[:, None] - np.arange(size + 1))
    return np.asarray(np.maximum(1 - off, 0), np.float32)


def _shrunk(picture: Bgr, mesh: Floats, scale: float) -> tuple[Bgr, Floats]:
    """The part of the picture under the mesh, averaged down to the patches' size."""
    height, width = picture.shape[:2]
    margin = _MARGIN * np.ptp(mesh.reshape(-1, 2), axis=0).max()
    low = np.clip(mesh.min(axis=(0, 1)) - margin, 0, [width - 1, height - 1])
    high = np.clip(mesh.max(axis=(0, 1)) + margin, low + 1, [width, height])
    (left, top), (right, bottom) = low.astype(int), high.astype(int)
    part = picture[top:bottom, left:right]
    small = cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    moved = (mesh - np.array([left, top], np.float32)) * np.float32(scale)
    return Bgr(np.asarray(small, np.uint8)), moved.astype(np.float32)
