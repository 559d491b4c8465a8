"""What the eye may spend on a picture, and how it knows that time is up."""

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter

from mailbot.pictures import PictureLimits

Late = Callable[[], bool]
"""Whether time is up."""


@dataclass(frozen=True, slots=True)
class EyeOptions:
    """Limits of reading one picture or document.

    `seconds` is wall time by `clock` (seconds from any origin); when it is over, the
    best honest answer so far is given. `least_side` is the side in pixels below which
    a picture is taken for a decoration and passed over.
    """

    seconds: float = 10.0
    clock: Callable[[], float] = perf_counter
    limits: PictureLimits = field(default_factory=PictureLimits)
    least_side: int = 64

    def start(self) -> Late:
        """Start the time: tells later whether it is up."""
        end = self.clock() + self.seconds
        return lambda: self.clock() > end
