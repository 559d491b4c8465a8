"""The light on paper that the edge of a shadow runs through."""

import cv2
import numpy as np
import pytest

from mailbot.eye.read.paper.shadow import shadow_on
from mailbot.pictures.arrays import Bytes, Floats

SIDE = 48
LIT, DARK = 200.0, 110.0


def shadow(degrees: float, softness: float) -> Floats:
    """The light of a cell, its one half in shadow, the edge at some angle."""
    y, x = np.mgrid[:SIDE, :SIDE] - SIDE / 2
    angle = np.deg2rad(degrees)
    side = x * np.cos(angle) + y * np.sin(angle)
    light = np.where(side > 2, DARK, LIT).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(light, (0, 0), softness), np.float32)


def patch(light: Floats) -> Bytes:
    """Paper in that light with a 5 across the edge."""
    ink = np.full((SIDE, SIDE), 255, np.uint8)
    cv2.putText(ink, "5", (14, 36), cv2.FONT_HERSHEY_SIMPLEX, 1.0, 90, 3, cv2.LINE_AA)
    return np.repeat((light * ink / 255)[..., None], 3, axis=2).astype(np.uint8)


@pytest.mark.parametrize("softness", [0.8, 3.0])
@pytest.mark.parametrize("degrees", [0.0, 20.0, 70.0, 135.0, 250.0])
def test_a_digit_on_the_edge_is_no_part_of_the_shadow(
    degrees: float, softness: float
) -> None:
    light = shadow(degrees, softness)
    off = np.abs(shadow_on(patch(light)).mean(axis=2) - light)
    assert off.mean() < 0.03 * LIT
    assert (off > 0.2 * LIT).mean() < 0.02


def test_a_crooked_shadow_is_followed() -> None:
    y, x = np.mgrid[:SIDE, :SIDE]
    inside = (x - 24) ** 2 + (y - 10) ** 2 < 18**2
    light = np.where(inside, DARK, LIT).astype(np.float32)
    plain = np.repeat(light[..., None], 3, axis=2).astype(np.uint8)
    off = np.abs(shadow_on(plain).mean(axis=2) - light)
    assert off.mean() < 0.04 * LIT
