"""The limits of reading one picture or document, and its deadline."""

from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf

from mailbot.kernel import cpu_seconds
from mailbot.pictures import PictureLimits


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment by a clock, both in seconds from any origin."""

    clock: Callable[[], float]
    end: float

    def passed(self) -> bool:
        """Whether the moment lies in the past."""
        return self.clock() > self.end


NO_DEADLINE = Deadline(cpu_seconds, inf)


@dataclass(frozen=True, slots=True)
class EyeOptions:
    """The limits of reading one picture or document.

    `seconds` is CPU time by `clock` (seconds from any origin); after that the best
    honest answer found so far is given. A picture whose shorter side is below
    `least_side` pixels is taken for a decoration and ignored.
    """

    seconds: float = 10.0
    clock: Callable[[], float] = cpu_seconds
    limits: PictureLimits = field(default_factory=PictureLimits)
    least_side: int = 64

    def deadline(self) -> Deadline:
        """The deadline of what starts to be read now."""
        return Deadline(self.clock, self.clock() + self.seconds)
