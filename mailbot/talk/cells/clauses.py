"""A person's words in clauses, with the cells and houses that they name."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise

from mailbot.language.lexicon import Lexicon, Token
from mailbot.talk.places.grammar import place_at
from mailbot.talk.places.place import Place

_ENDS = frozenset(".!?;\n")
_SIGNS = frozenset(".,;:!-()\n\"'")
_JOINING = frozenset({"article", "preposition", "digit", "filler"})
"""What may stand between a digit and the cell that it is in."""
_LEADING = frozenset({"indefinite", "beside", "yes"})
"""What may stand between a verb and its digit: it is really an 8."""

_LONGEST_PLACE = 16  # tokens
_STRANGERS = frozenset(
    {
        *("unreal", "if", "would", "undone", "which"),
        *("trust", "siding", "times", "numbered", "mark", "fitting"),
        *("past", "solvable", "unambiguous"),
    }
)
"""Words of which nobody knows what a digit beside them says."""

CELLS = re.compile(r"(?:[.\d_x*-][ ,|]{0,3}){4,30}")
"""The cells of a row that is written out."""


@dataclass(frozen=True, slots=True)
class Item:
    """A token or, where tokens name a place, that place."""

    token: Token
    place: Place | None = None

    @property
    def is_number(self) -> bool:
        """Whether it is a number that belongs to no place."""
        token = self.token
        return self.place is None and token.number > 0 and "article" not in token.tags

    @property
    def is_unknown(self) -> bool:
        """Whether it is a word that the lexicon does not have, or a stranger in it."""
        token = self.token
        known = self.place or token.tags - _STRANGERS or token.number >= 0
        return not known and token.text[0].isalpha()


def clauses_of(text: str, lexicon: Lexicon) -> Iterator[list[Item]]:
    """The tokens of each clause, places found; its end sign is the last token."""
    return map(list, _clauses(text, lexicon))


def _with_answer(clause: list[Item]) -> list[Item]:
    """A clause whose "no" answers, and does not deny: no it's a 4; non c'est un 4."""
    for at, (item, behind) in enumerate(pairwise(clause)):
        tags = item.token.tags
        if not {"no", "not"} <= tags:
            return clause
        starts = {"subject", "is"} <= behind.token.tags or (
            "subject" in behind.token.tags
            and at + 2 < len(clause)
            and "is" in clause[at + 2].token.tags
        )
        if starts:
            answer = replace(item.token, tags=tags - {"not"})
            return [*clause[:at], Item(answer), *clause[at + 1 :]]
    return clause


def _with_things(clause: list[Item]) -> list[Item]:
    """A clause whose "nothing" only denies a thing: Swedish "inget streck", no bar."""
    behind = [item.is_unknown for item in clause[1:]]
    return [
        Item(replace(item.token, tags=item.token.tags - {"empty"}), item.place)
        if thing and {"empty", "not"} <= item.token.tags
        else item
        for item, thing in zip(clause, [*behind, False], strict=True)
    ]


def _with_and(clause: list[Item]) -> list[Item]:
    """A clause whose Italian "e" between two digits is an "and", not the verb "è"."""
    digits = [at for at, item in enumerate(clause) if item.is_number]
    return [
        Item(replace(item.token, tags=item.token.tags - {"is"}), item.place)
        if {"and", "is"} <= item.token.tags
        and digits
        and digits[0] < at < digits[-1]
        and not _is_verb(clause, at)
        else item
        for at, item in enumerate(clause)
    ]


def _is_verb(clause: Sequence[Item], at: int) -> bool:
    """Whether "e" between two digits is "è": il 3 è un 8; il 3 in r1c1 è un 8."""
    behind = clause[at + 1]
    leads = behind.is_number or bool(_LEADING & behind.token.tags)
    if not clause[at - 1].is_number:
        return leads
    article = clause[at - 2].token.tags if at > 1 else frozenset[str]()
    definite = "article" in article and "indefinite" not in article
    return definite and "indefinite" in behind.token.tags


@lru_cache(maxsize=16)
def _clauses(text: str, lexicon: Lexicon) -> tuple[list[Item], ...]:
    """The clauses of a text, which is asked about several times."""
    clauses = map(_with_answer, _read_clauses(text, lexicon))
    return tuple(_with_and(_with_things(clause)) for clause in clauses)


def _read_clauses(text: str, lexicon: Lexicon) -> Iterator[list[Item]]:
    tokens = list(_without_repeats(lexicon.read(text)))
    clause: list[Item] = []
    at = 0
    while at < len(tokens):
        place = place_at(tokens[at : at + _LONGEST_PLACE])
        item = Item(tokens[at], place if place.length else None)
        clause.append(item)
        at += max(place.length, 1)
        if place.row is not None and not place.is_cell and at < len(tokens):
            written = CELLS.search(text, tokens[at].start, tokens[at].start + 120)
            if written:
                clause.append(Item(Token(written[0], start=written.start())))
                while at < len(tokens) and tokens[at].start < written.end():
                    at += 1
        if item.token.text in _ENDS:
            yield clause
            clause = []
    if clause:
        yield clause


def _without_repeats(tokens: Sequence[Token]) -> Iterator[Token]:
    """The tokens without a number in brackets that only repeats the word: one (1)."""
    at = 0
    while at < len(tokens):
        yield tokens[at]
        sign, figure, closing = [*tokens[at + 1 : at + 4], *[Token("")] * 3][:3]
        number = 1 if "indefinite" in tokens[at].tags else tokens[at].number
        repeats = tokens[at].text.isalpha() and figure.number == number > 0
        at += 4 if repeats and sign.text + closing.text == "()" else 1


def parts_by_cell(clause: list[Item]) -> Iterator[list[Item]]:
    """A clause in parts that name one cell each: r1c1=4, r1c2=5."""
    cells = [i for i, item in enumerate(clause) if item.place and item.place.is_cell]
    heading = (
        [i for i, item in enumerate(clause[: cells[0]]) if item.token.text == ":"]
        if cells
        else []
    )
    if heading and any(item.is_unknown for item in clause[: heading[0]]):
        clause = clause[heading[0] + 1 :]  # two corrections: ...
        cells = [cell - heading[0] - 1 for cell in cells]
    if len(cells) < 2 or weighs(clause):
        yield clause
        return
    parts = _between_commas(clause)
    if all(sum(bool(n.place and n.place.is_cell) for n in part) == 1 for part in parts):
        yield from parts  # r1c6=6, a 7 in r1c1
        return
    first = next((i for i, n in enumerate(clause) if n.is_number), len(clause))
    between = [item.token.tags for item in clause[first + 1 : cells[0]]]
    if first < cells[0] and between and all(tags & _JOINING for tags in between):
        ends = [*(cell + 1 for cell in cells[:-1]), len(clause)]
    else:  # r1c1 is a 7 and r1c5 a 2
        ends = [*cells[1:], len(clause)]
    for start, end in pairwise([0, *ends]):
        yield clause[start:end]


def _between_commas(clause: list[Item]) -> list[list[Item]]:
    commas = [i for i, item in enumerate(clause) if item.token.text == ","]
    return [clause[start:end] for start, end in pairwise([0, *commas, len(clause)])]


def between_signs(clause: Sequence[Item]) -> Iterator[Sequence[Item]]:
    """What stands between the signs of a clause; a question mark belongs to it."""
    part: list[Item] = []
    for item in clause:
        if item.token.text not in _SIGNS:
            part.append(item)
        elif part:
            yield part
            part = []
    if part:
        yield part


def has(items: Sequence[Item], *tags: str) -> bool:
    """Whether a word of one of these kinds is among items that name no place."""
    own = (item.token.tags for item in items if not item.place)
    return any(not told.isdisjoint(tags) for told in own)


def weighs(clause: Sequence[Item]) -> bool:
    """Whether a clause asks or weighs, of all the cells that it names."""
    almost = "hour" in clause[0].token.tags and clause[1:2] and clause[1].token.text
    said = clause[1:] if almost == "," else clause  # almost, r1c1 is a 4
    open_words = any(
        {"or", "unsure"} & item.token.tags
        # Italian "perché" is why at the start, and because behind a digit.
        and not (at and "because" in item.token.tags)
        for at, item in enumerate(said)
    )
    return open_words or clause[-1].token.text == "?"


def begins_as_question(clause: Sequence[Item]) -> bool:
    """Whether the order of the words makes it a question: is r1c6 a 4."""
    first, *others = clause
    tags = first.token.tags if not first.place else frozenset[str]()
    asks = "is" in tags and "seeming" not in tags
    return asks and bool(others) and others[0].place is not None
