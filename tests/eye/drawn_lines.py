"""Line maps of lattices, drawn for tests."""

import cv2
import numpy as np

from mailbot.pictures.arrays import Floats


def draw_mesh(mesh: Floats, extent: int, thick: int = 0) -> Floats:
    """The lines through crossings [N+1, N+1, 2], float32[extent, extent], 0 to 1.

    Every line is alike; if `thick` is not 0, every such line is thicker and darker.
    """
    picture = np.zeros((extent, extent), np.uint8)
    for way in (mesh, mesh.transpose(1, 0, 2)):
        for number, line in enumerate(way):
            heavy = thick and number % thick == 0
            points = [np.rint(line * 16).astype(np.int32)]
            tone, width = (200, 4) if heavy else (90, 2)
            cv2.polylines(picture, points, False, tone, width, cv2.LINE_AA, 4)
    return np.asarray(picture / 255, np.float32)
