"""The limits of a picture's size, checked before any pixel is decoded."""

from dataclasses import dataclass

from mailbot.errors import TooLarge


@dataclass(frozen=True, slots=True)
class PictureLimits:
    """The most that one picture or document may cost.

    `pixels` is width times height; above `full_pixels` a picture is reduced, a JPEG by
    its decoder. `memory` is in bytes, for decoding; `pages` are those of a PDF.
    """

    bytes: int = 30_000_000
    pixels: int = 50_000_000
    full_pixels: int = 16_000_000
    memory: int = 450_000_000
    pages: int = 10


_PER_PIXEL = {"WEBP": 16}
_ELSE = 9
"""Bytes of memory for each pixel while a format is decoded; measured by the peak of
decoding 50 million pixels. Most formats take 2 to 7."""


def check_bytes(size: int, limits: PictureLimits) -> None:
    """Raise TooLarge if a file of `size` bytes is over the limit."""
    if size > limits.bytes:
        raise TooLarge(
            f"a file of {size / 1e6:.0f} MB; the limit is {limits.bytes / 1e6:.0f} MB"
        )


def check_pixels(width: int, height: int, limits: PictureLimits) -> None:
    """Raise TooLarge if a picture of that size is over the limit."""
    if width * height > limits.pixels:
        raise TooLarge(
            f"a picture of {width}x{height} pixels;"
            f" the limit is {limits.pixels / 1e6:.0f} million"
        )


def check_memory(kind: str, width: int, height: int, limits: PictureLimits) -> None:
    """Raise TooLarge if decoding a picture of that format and size needs too much."""
    needed = width * height * _PER_PIXEL.get(kind, _ELSE)
    if needed > limits.memory:
        raise TooLarge(
            f"a {kind} picture of {width}x{height} pixels: decoding it takes"
            f" {needed / 1e6:.0f} MB; the limit is {limits.memory / 1e6:.0f} MB"
        )
