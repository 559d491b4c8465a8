"""Pictures as pixels without meaning: decoded within limits, encoded, drawn on."""

from mailbot.pictures.pixels import Bgr, Gray

__all__ = ["Bgr", "Gray"]
