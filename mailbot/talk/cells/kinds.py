"""Patterns over the kinds of the words of a clause.

    not|instead ~{0,2} D      a word of denial, up to two others, then the digit

A pattern is a row of elements, each for one item of the clause:

- a kind of word, a list of `grammar.toml` or of `_MADE`, or several: `not|instead`;
- an item of none of these kinds: `^BREAK|N`;
- `~`, which ends no part of the clause and is no number; `-`, which ends none;
- `.`, any item;
- `D`, the word that is spoken of, mostly a digit; `N`, any other number;
- `=BREAK`, which only looks at the item that comes.

`START` and `END` are the ends of a clause, and as such are a BREAK. Behind an element
may stand how often it comes: `?`, `*`, `+` or `{0,2}`.
"""

import re
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import NamedTuple

from mailbot.talk.cells.clauses import Item

_STOPS = frozenset(',;.!?\n()-"')
_SIGNS: Mapping[str, str] = {
    "=": "EQUALS",
    "->": "EQUALS ARROW",
    "=>": "EQUALS ARROW",
    ":": "COLON",
    ",": "COMMA",
    ".": "DOT",
    "?": "ASKS",
    "-": "DASH",
    **dict.fromkeys("%°€$£", "UNIT"),
}
_MADE = tuple(
    (name, frozenset(wanted.split()), frozenset(others.split()))
    for line in """
BUT        but ! except
BREAK      STOP BUT
SIGN       BREAK COLON
NOT        not ! empty
FIRM       not ! no refusing
JUDGED     COLON yes wrong N
LEAD       and but filler no yes
SURELY     if ! yes
NEVER      unreal ! hour
OPPOSED    UNKNOWN not says wrong unsure
LIES       preposition ! that
THING      numbered ! row column box cell beside is
THE        article ! indefinite is
DEED       put ! is says preposition
EQUATES    is put ARROW ! preposition
ASSERTS    is put ! seeming article which
VERB       is ! seeming preposition says mine
LINK       article indefinite filler beside subject VERB
SAY        article indefinite beside filler yes digit subject
DOING      solving ! article
FITS       yes cell seeing says copied fitting CELL HOUSE
SECOND     last right ORD2 ! yes NUMBER
FIRST      left ORD1 ! yes NUMBER SECOND
LARGER     larger ! yes NUMBER FIRST SECOND
SMALLER    smaller ! yes NUMBER FIRST SECOND LARGER
NAMED      FIRST SECOND LARGER SMALLER
DOUBT      unsure ! option
FOLLOWING  article is subject option both cell digit yes filler thanks says person that
FOLLOWING  FOLLOWING fitting
ABOUT_IT   FOLLOWING beside
RESERVED   unsure but except wrong instead mistyped ! agreed reading siding
UNSETTLED  CELL HOUSE N ASKS RESERVED not or empty later both fault
OPENING    CELL HOUSE N ASKS question unsure later
FAULTLESS  agreed reading siding not empty fault thanks subject article ! OPENING
DENIES     not empty ! NAY
FLAW       fault ! wrong indefinite
EARNEST    agreed siding ! praise
READ       reading yes ! thanks
BARE       plain_yes thanks subject is filler
COUNTED    cell digit row column box month puzzle person option ! HOUSE
WHAT       what ! that
ASKED      question ! what
ASKVERB    is yes ASKED
KNOWN      what question is subject digit cell beside filler article and yes
ELSEWHERE  not or wrong unsure solving exchange puzzle NUMBER
ASKING     KNOWN preposition that indefinite CELL HOUSE ! ELSEWHERE
""".strip().splitlines()
    for name, kinds in [line.split(maxsplit=1)]
    for wanted, _, others in [kinds.partition("!")]
)
"""Kinds that are made of others, in order: of which one is needed, and of which none.

They are read from a table with a "!" before those of which an item must have none.
"""

_ELEMENT = re.compile(r"([^?*+{]+)(\?|\*|\+|\{\d*(?:,\d*)?\})?")
_MANY = {"*": "{0,24}", "+": "{1,24}"}
"""How many items are tried at most, so that no clause takes long."""

_ANY = {"~": "^BREAK|N|D", "-": "^BREAK", ".": "^NONE"}


class Row(NamedTuple):
    """A row of a table."""

    name: str
    pattern: str
    example: str


class Table:
    """Rows of a name and a pattern, with an example each behind a "#".

    Args:
        text: the rows.
        parts: what some names stand for in the patterns.
    """

    def __init__(self, text: str, **parts: str) -> None:
        rows = (line.split("#") for line in text.strip().splitlines())
        self.rows = [
            Row(name, " ".join(parts.get(e, e) for e in elements), example.strip())
            for row, example in rows
            for name, *elements in [row.split()]
        ]

    def first(self, kinds: Sequence[str], at: int) -> Row | None:
        """The first row that holds of the digit at a place of a clause."""
        return next((row for row in self.rows if holds(row.pattern, kinds, at)), None)


def kinds_of(items: Sequence[Item]) -> tuple[str, ...]:
    """The kinds of each item of a clause, as patterns read them."""
    joined = [
        item.token.text in set(":/.-,")
        and item.token.end == after.token.start
        and after.token.number >= 0
        for item, after in pairwise(items)
    ]
    last = [False] * bool(items)
    return tuple(_kinds(*pair) for pair in zip(items, joined + last, strict=True))


def any_of(patterns: Sequence[str], kinds: Sequence[str]) -> bool:
    """Whether one of some patterns holds somewhere in a clause."""
    return any(holds(elements, kinds) for elements in patterns)


def holds(elements: str, kinds: Sequence[str], at: int = -1) -> bool:
    """Whether a pattern holds somewhere in a clause.

    Args:
        elements: the pattern.
        kinds: those of the items of the clause.
        at: the place of the digit that is spoken of, if the pattern has one.
    """
    line = line_of(kinds, at)
    if any(words.isdisjoint(_words(line)) for words in _needed(elements)):
        return False  # as most patterns do of most clauses, at a tenth of the cost
    return bool(_pattern(elements).search(line))


@lru_cache(maxsize=64)
def _words(line: str) -> frozenset[str]:
    return frozenset(line.split())


@cache
def _needed(elements: str) -> tuple[frozenset[str], ...]:
    """The kinds of each item that must be there; of several one is enough."""
    found = filter(None, map(_ELEMENT.fullmatch, elements.split()))
    return tuple(
        frozenset(one[1].removeprefix("=").split("|"))
        for one in found
        if one[2] in (None, "+") and one[1][0] not in "^~-."
    )


@lru_cache(maxsize=64)
def line_of(kinds: Sequence[str], at: int) -> str:
    """A clause as patterns are searched in it."""
    line = list(kinds)
    if at >= 0:
        line[at] = f"< D {line[at].removeprefix('< ').removeprefix('N ')}"
    return "".join(["< START BREAK SIGN STOP >", *line, "< END BREAK SIGN STOP >"])


def _kinds(item: Item, joined: bool) -> str:
    token = item.token
    told = {
        "CELL": bool(item.place and item.place.is_cell),
        "HOUSE": bool(item.place and not item.place.is_cell),
        "NUMBER": item.is_number and "cell" not in token.tags,
        "UNKNOWN": item.is_unknown,
        "ORDINAL": not item.place and token.ordinal > 0,
        f"ORD{token.ordinal}": token.number < 0 < token.ordinal and not item.place,
        "UNIT": joined,
        "NAY": {"no", "not"} <= token.tags,
        "ITS": not item.place and {"subject", "is"} <= token.tags,
        "STOP": not item.place and token.text in _STOPS,
        "N": item.is_number,
    }
    own = {name for name, is_so in told.items() if is_so}
    own |= token.tags & {"cell"} if item.place else token.tags
    own |= set() if item.place else set(_SIGNS.get(token.text, "").split())
    for name, wanted, others in _MADE:
        if own & wanted and not own & others:
            own.add(name)
    return f"< {'N ' * item.is_number}{' '.join(sorted(own - {'N'}))} >"


@cache
def _pattern(elements: str) -> re.Pattern[str]:
    return re.compile("".join(map(_expression, elements.split())))


def _expression(element: str) -> str:
    found = _ELEMENT.fullmatch(element)
    assert found is not None
    kinds, often = _ANY.get(found[1], found[1]), found[2] or ""
    sign, kinds = (kinds[0], kinds[1:]) if kinds[0] in "^=" else ("", kinds)
    # What looks ahead never tries a second place: the time stays linear.
    one = f"<(?=[^<>]* (?:{kinds}) )[^<>]*>"
    if sign == "^":
        one = f"(?!{one})<[^<>]*>"
    return f"(?={one})" if sign == "=" else f"(?:{one}){_MANY.get(often, often)}"
