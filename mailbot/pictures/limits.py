"""The limits of a picture's size, checked before any pixel is decoded."""

from dataclasses import dataclass

from mailbot.errors import TooLarge


@dataclass(frozen=True, slots=True)
class PictureLimits:
    """The most that one picture or document may cost.

    `pixels` is width times height; above `full_pixels` a JPEG is decoded at a half, a
    quarter or an eighth of its sides. `pages` are those of a PDF.
    """

    bytes: int = 30_000_000
    pixels: int = 50_000_000
    full_pixels: int = 16_000_000
    pages: int = 10


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
