"""Which structure of a sentence speaks for which act: the table `patterns.toml`."""

import tomllib
from dataclasses import dataclass
from importlib.resources import files

from mailbot.model.requests import Act


@dataclass(frozen=True, slots=True)
class Pattern:
    """A structure that makes an act likelier, or less likely.

    Attributes:
        act: the act.
        needs: features that a sentence must have, each a choice: "row|col".
        lacks: features of which it must have none.
        factor: how much likelier the act is.
        example: a sentence that it holds for.
    """

    act: Act
    needs: tuple[str, ...]
    lacks: tuple[str, ...]
    factor: float
    example: str = ""

    def holds(self, features: frozenset[str]) -> bool:
        """Whether a sentence with these features has the structure."""
        if not features.isdisjoint(self.lacks):
            return False
        return all(not features.isdisjoint(n.split("|")) for n in self.needs)


def _read() -> tuple[tuple[Pattern, ...], ...]:
    listed = files(__package__).joinpath("patterns.toml").read_text(encoding="utf-8")
    tables = tomllib.loads(listed)
    return tuple(
        tuple(
            Pattern(Act(act), tuple(needs.split()), tuple(lacks.split()), *others)
            for act, needs, lacks, *others in tables[name]
        )
        for name in ("narrow", "patterns", "needed")
    )


NARROW, _OTHERS, NEEDED = _read()
PATTERNS = (*NARROW, *_OTHERS)


def factor_of(act: Act, features: frozenset[str]) -> float:
    """How much likelier the structure of a sentence makes an act.

    Args:
        act: the act.
        features: what the sentence has.
    """
    factor = 1.0
    for pattern in PATTERNS:
        if pattern.act is act and pattern.holds(features):
            factor *= pattern.factor
    for needed in NEEDED:
        if needed.act is act and not needed.holds(features):
            factor *= needed.factor
    return factor
