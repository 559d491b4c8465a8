"""Cuts the cells of a grid out of a picture, each as a patch of the same size."""

from functools import cache

import cv2
import numpy as np

from mailbot.pictures.arrays import Bytes, Floats
from mailbot.pictures.pixels import Bgr

PATCH = 48
"""Side of a cut cell, in pixels."""

_FINER = 1.3  # pixels of the picture for each of a patch: more are averaged first
_MARGIN = 0.1  # of the board's extent: cut out around it, for a mesh that is bent


def cut_patches(picture: Bgr, mesh: Floats) -> Bytes:
    """The cells between the crossings, shape [N*N, 48, 48, 3].

    A picture with larger cells is shrunk first, so that no pixel is skipped.

    Args:
        picture: shape [h, w, 3].
        mesh: where the lines of the grid cross, x and y in pixels, [N+1, N+1, 2].
    """
    size = len(mesh) - 1
    edges = np.linalg.norm(np.diff(mesh, axis=1), axis=-1)
    shrink = min(1.0, _FINER * PATCH / max(float(np.median(edges)), 1.0))
    if shrink < 1:
        picture, mesh = _shrunk(picture, mesh, shrink)
    along = _between(size)
    across, down = (
        (along @ mesh[..., axis] @ along.T).astype(np.float32) for axis in (0, 1)
    )
    flat = cv2.remap(
        picture, across, down, cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE
    )
    rows = np.asarray(flat, np.uint8).reshape(size, PATCH, size, PATCH, 3)
    return rows.transpose(0, 2, 1, 3, 4).reshape(size * size, PATCH, PATCH, 3)


@cache
def _between(size: int) -> Floats:
    """The weights with which crossings give the place of a pixel: [N*PATCH, N+1].

    Pixel p lies at (p + 1/2) / PATCH cells, between two crossings. OpenCV's own
    enlarging of the mesh would round that to 1/32 of a cell.
    """
    at = (np.arange(size * PATCH) + 0.5) / PATCH
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
