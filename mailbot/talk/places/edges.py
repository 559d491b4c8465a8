"""Words for where something lies: top left, in the middle, last."""

from collections.abc import Sequence

from mailbot.language.lexicon import Token
from mailbot.talk.places.place import LAST, MIDDLE, SECOND_LAST

FILLERS = frozenset({"article", "preposition", "and", "filler"})

VERTICAL = {"top": 1, "middle": MIDDLE, "bottom": LAST}
HORIZONTAL = {"left": 1, "middle": MIDDLE, "right": LAST}
BOTH = {
    "top_left": (1, 1),
    "top_right": (1, LAST),
    "bottom_left": (LAST, 1),
    "bottom_right": (LAST, LAST),
}
"""Words that are both at once: linksboven."""

_FROM_ROWS = {"from_top": 1, "from_bottom": -1}
_FROM_COLUMNS = {"from_left": 1, "from_right": -1}
ENDS = {
    "row": _FROM_ROWS,
    "column": _FROM_COLUMNS,
    "cell": _FROM_ROWS | _FROM_COLUMNS,
    "box": dict[str, int](),
}
"""From which end houses of a kind, or cells of a house, are counted: 1, or -1."""

COUNTED = {"last": LAST, "second_last": SECOND_LAST}
TIPS = {"at_start": 1, "at_end": LAST}
"""Where in a line a cell lies: at the end of row 5."""


def edge_of(token: Token, edges: dict[str, int]) -> int | None:
    """The index that a word such as "top" or "last" stands for."""
    for tag, index in edges.items():
        if tag in token.tags:
            return index
    return None


def edges_of(tokens: Sequence[Token]) -> tuple[int | None, int | None, int]:
    """The row and column that words such as "top left" name, and how many words.

    "Middle" names neither: it is what the other words leave.
    """
    row: int | None = None
    column: int | None = None
    taken = 0
    for place, token in enumerate(tokens[:4]):
        vertical, horizontal = edge_of(token, VERTICAL), edge_of(token, HORIZONTAL)
        both = next((edges for tag, edges in BOTH.items() if tag in token.tags), None)
        if both:
            return *both, place + 1
        if vertical == MIDDLE:
            taken = place + 1
        elif vertical is not None and row is None:
            row, taken = vertical, place + 1
        elif horizontal is not None and column is None:
            column, taken = horizontal, place + 1
        elif not (taken and FILLERS & token.tags):
            break
    return row, column, taken


def is_filler(token: Token) -> bool:
    """Whether a token may stand between a box and where it lies; Dutch "onder" lies."""
    lies = {*VERTICAL, *HORIZONTAL, *BOTH} & token.tags
    between = FILLERS | {"corner"}  # French "le carré du coin en bas à droite"
    return not lies and (bool(between & token.tags) or token.text in ",:#-")
