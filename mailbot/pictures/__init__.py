"""Pictures as pixels without meaning: decoded within limits, encoded, drawn on."""

from mailbot.pictures.decode import decode, decode_reduced, measure
from mailbot.pictures.encode import encode_jpeg, encode_png
from mailbot.pictures.limits import PictureLimits
from mailbot.pictures.pixels import Bgr, Gray, rotate, to_gray

__all__ = [
    "Bgr",
    "Gray",
    "PictureLimits",
    "decode",
    "decode_reduced",
    "encode_jpeg",
    "encode_png",
    "measure",
    "rotate",
    "to_gray",
]
