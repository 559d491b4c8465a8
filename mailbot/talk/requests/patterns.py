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
        needs: features that a sentence must have, each a choice.
        lacks: features of which it must have none.
        factor: how much likelier the act is.
        example: a sentence that it holds for.
    """

    act: Act
    needs: tuple[frozenset[str], ...]
    lacks: tuple[str, ...]
    factor: float
    example: str = ""

    def holds(self, features: frozenset[str]) -> bool:
        """Whether a sentence with these features has the structure."""
        if not features.isdisjoint(self.lacks):
            return False
        return all(not features.isdisjoint(n) for n in self.needs)


def _choices(needs: str) -> tuple[frozenset[str], ...]:
    """The features of each choice: box row|col."""
    return tuple(frozenset(choice.split("|")) for choice in needs.split())


def _read() -> tuple[tuple[Pattern, ...], ...]:
    listed = files(__package__).joinpath("patterns.toml").read_text(encoding="utf-8")
    tables = tomllib.loads(listed)
    return tuple(
        tuple(
            Pattern(Act(act), _choices(needs), tuple(lacks.split()), *others)
            for act, needs, lacks, *others in tables[name]
        )
        for name in ("narrow", "patterns", "needed")
    )


NARROW, _OTHERS, _NEEDED = _read()
PATTERNS = (*NARROW, *_OTHERS)
_PATTERNS_OF, _NEEDED_OF = (
    {act: [one for one in listed if one.act is act] for act in Act}
    for listed in (PATTERNS, _NEEDED)
)


def factor_of(act: Act, features: frozenset[str]) -> float:
    """How much likelier the structure of a sentence makes an act.

    Args:
        act: the act.
        features: what the sentence has.
    """
    factor = 1.0
    for pattern in _PATTERNS_OF[act]:
        if pattern.holds(features):
            factor *= pattern.factor
    for needed in _NEEDED_OF[act]:
        if not needed.holds(features):
            factor *= needed.factor
    return factor
