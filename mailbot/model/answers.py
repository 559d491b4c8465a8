"""What a reply does about each request, as data: for `--json`, and for what it tells.

A reader of letters answers them, so whoever receives them checks each field against the
types and limits here.
"""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Meta, Struct

from mailbot.model.requests import Act, SolutionsAt

Why = Annotated[str, Meta(max_length=500)]
"""A reason, for logs and for the operator."""

CellName = Annotated[str, Meta(pattern=r"\Ar[0-9]{1,2}c[0-9]{1,2}\Z")]

Line = Annotated[str, Meta(max_length=625)]
"""A grid in one line; the largest grid has 25 x 25 cells."""


class NewlyMade(Struct, frozen=True, forbid_unknown_fields=True):
    """A new puzzle of a reply: the shape of its boxes, its givens, its rating."""

    box: tuple[int, int]
    givens: Line
    rating: float


class Answered(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a reply does about one request; a field holds only where it applies.

    Attributes:
        act: what was asked for; LEFT_OUT if it was not done, and `why`.
        puzzle: the number of the puzzle in the letter, from 1.
        house: "row 5", "column 2", "box 9", in every language.
        cells: the digits that cells can still hold.
        digit: the digit whose `places` are told, or that is judged.
        technique: its name in lower case; `found` tells whether it is there.
        right: whether the judged digit is right.
        wrong: the cells of the person's own digits that are named as wrong.
        puzzles: new ones; `solutions` tells where theirs stand.
        told: the digits that the answer tells beyond what the person had.
    """

    act: Act
    puzzle: int = 1
    house: Annotated[str, Meta(max_length=12)] | None = None
    cells: Annotated[Mapping[CellName, tuple[int, ...]], Meta(max_length=625)] = {}
    digit: int | None = None
    places: Annotated[tuple[CellName, ...], Meta(max_length=25)] | None = None
    technique: Annotated[str, Meta(max_length=40)] | None = None
    found: bool | None = None
    right: bool | None = None
    wrong: Annotated[tuple[CellName, ...], Meta(max_length=625)] | None = None
    puzzles: Annotated[tuple[NewlyMade, ...], Meta(max_length=12)] = ()
    solutions: SolutionsAt | None = None
    told: Annotated[Mapping[CellName, int], Meta(max_length=625)] = {}
    why: Why | None = None
