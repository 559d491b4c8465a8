"""The digit of a cell that a letter tells: the person's own, or one that is printed."""

from collections.abc import Mapping
from dataclasses import dataclass

from mailbot.model.requests import Act
from mailbot.talk.requests.acts import Heard
from mailbot.talk.requests.asking import hear_all
from mailbot.talk.requests.scopes import Standing, cells_of, digits_of
from mailbot.talk.said import Said

SURELY_TOLD = 0.8
"""The probability from which a sentence tells the digit of a cell."""

_ASKING_ABOUT = frozenset({"ASKS", "right"})
_DENYING = frozenset({"not", "WOULD", "family", "doubt", "FORBIDS"})


@dataclass(frozen=True, slots=True)
class Told:
    """A digit of a cell that a person tells: their own, or one that is printed."""

    act: Act
    cell: int
    digit: int


def told_digit(
    said: Said, standing: Standing, read: Mapping[int, int] | None = None
) -> Told | None:
    """The one digit of one cell that a letter surely tells, by what a sentence is like.

    The digit stands beside the cell or in the next sentence. An own one counts only
    where somebody asks about it: I almost wrote a 6 there.

    Args:
        said: the letter.
        standing: where its words stand.
        read: digits of cells that are asserted, as the words themselves say.
    """
    shape = standing.shape
    if not any(sentence.places for sentence in said.sentences):
        return None
    heard = list(hear_all(said, standing))
    asked = any(_ASKING_ABOUT & one.features for one in heard)
    found = set[Told]()
    for at, one in enumerate(heard):
        cells = cells_of(one.sentence.places, shape)
        if len(cells) != 1 or one.chance < SURELY_TOLD:
            continue
        asserted = (read or {}).get(cells[0], 0)
        near = (digits_of(h.sentence, shape) for h in heard[at : at + 2])
        digits = (asserted,) if asserted else next(filter(None, near), ())
        told = _tells(one, asked=asked, asserted=bool(asserted))
        if told and len(digits) == 1:
            found.add(Told(Act(one.act), cells[0], digits[0]))
    return found.pop() if len(found) == 1 else None


def _tells(one: Heard, *, asked: bool, asserted: bool) -> bool:
    """Whether a sentence tells a digit: an own one, or what is printed, undenied.

    Of one that is asserted nothing is denied: it says 7 in the paper, and not 8.
    """
    unsaid = {"why"} if asserted or "ASKS" in one.features else {"why", "not"}
    own = asked and not unsaid & one.features  # don't put the 8 there yet
    printed = asserted or ("printed" in one.features and not _DENYING & one.features)
    return own if one.act == Act.MOVES else one.act == Act.CORRECT and printed
