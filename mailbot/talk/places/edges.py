"""Words for where something lies: top left, in the middle, last."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from mailbot.language.lexicon import Token
from mailbot.talk.places.place import LAST, MIDDLE, SECOND_LAST

FILLERS = frozenset({"article", "preposition", "and", "filler"})
_BETWEEN = FILLERS | {"corner", "lying"}
MOST_FILLERS = 4

HOUSES = frozenset({"row", "column", "box"})
NAMED = HOUSES | {"strip", "cell", "digit", "area"}
"""What words for where it lies may belong to."""

WAYS = {"upright": "column", "level": "row"}
"""What runs as words say: from top to bottom, across."""

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


def edge_of(tags: frozenset[str], edges: dict[str, int]) -> int | None:
    """The index that a word such as "top" or "last" stands for."""
    for tag, index in edges.items():
        if tag in tags:
            return index
    return None


@dataclass(frozen=True, slots=True)
class Where:
    """Where words say that something lies, and how many words say so.

    `middle` is what the row and the column leave open. `way` is the kind of house that
    runs as words say: down is a column, across a row.
    """

    row: int | None = None
    column: int | None = None
    middle: bool = False
    way: str = ""
    taken: int = 0

    def joined(self, other: "Where") -> "Where | None":
        """What both say; None where they contradict each other."""
        for one, another in (
            (self.row, other.row),
            (self.column, other.column),
            (self.way or None, other.way or None),
        ):
            if None not in (one, another) and one != another:
                return None
        return Where(
            other.row if self.row is None else self.row,
            other.column if self.column is None else self.column,
            self.middle or other.middle,
            self.way or other.way,
        )


NO_WHERE = Where()
"""What words say that tell of no place."""


def where_of(tokens: Sequence[Token], *, behind: bool = False) -> Where:
    """Where the first words say that something lies: far over on the left.

    Args:
        tokens: the words.
        behind: whether they stand behind the word for what lies there. Then others may
            lead to them; and those before another thing belong to that.
    """
    said = found = NO_WHERE
    between = 0
    for at, token in enumerate(tokens):
        here = where_it_lies(token.tags)
        passing = behind and (here.way or "lying" in token.tags)
        if NAMED & token.tags and not passing:
            break
        first = said == NO_WHERE
        if here == NO_WHERE or (first and behind and not _leads(tokens, at)):
            between += 1
            comma = behind and first and token.text in ",:#-"
            led = behind or not first
            if between > MOST_FILLERS or not (led and (_BETWEEN & token.tags or comma)):
                break
            continue
        joined = said.joined(here)
        if joined is None:
            break
        said, between = replace(joined, taken=at + 1), 0
        if not (behind and NAMED & tags_at(tokens, at + 1)):
            found = said
    return found


@cache  # the lexicons have few sets of tags, and each word is asked about often
def where_it_lies(tags: frozenset[str]) -> Where:
    """Where a single word with these tags says that something lies."""
    way = next((kind for tag, kind in WAYS.items() if tag in tags), "")
    both = next((edges for tag, edges in BOTH.items() if tag in tags), None)
    if both:
        return Where(*both, way=way)
    row, column = edge_of(tags, VERTICAL), edge_of(tags, HORIZONTAL)
    return Where(row or None, column or None, "middle" in tags, way)


def _leads(tokens: Sequence[Token], at: int) -> bool:
    """Whether words lead from a house to where it lies; not: is the column right?"""
    token, before = tokens[at], tokens[:at]
    leading = {"preposition", "lying", "corner", *WAYS}
    comma = bool(before) and before[-1].text == ","
    if comma or " " in token.text or {"middle", *WAYS} & token.tags:
        return not (comma and "yes" in token.tags)
    if any(leading & one.tags for one in before) or "lying" in tags_at(tokens, at + 1):
        return True
    return not before and not {"yes", "remaining"} & token.tags


def edges_of(tokens: Sequence[Token]) -> tuple[int | None, int | None, int]:
    """The row and column that words such as "top left" name, and how many words.

    "Middle" names neither: it is what the other words leave.
    """
    where = where_of(tokens)
    return where.row, where.column, where.taken


def tags_at(tokens: Sequence[Token], at: int) -> frozenset[str]:
    """The tags of a token; none behind the last one."""
    return tokens[at].tags if at < len(tokens) else frozenset()
