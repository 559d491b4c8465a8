"""Letters that only tell how much is wanted of what our reply was about: say it; less.

Such a letter names no thing. What it asks for follows from the state of the thread: the
digit of the cell that we named, a smaller step than the digit that we told, or one step
further towards the digit.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from mailbot.compose.solving import find
from mailbot.language.concepts import Concepts
from mailbot.model.requests import Act, Limit, Request
from mailbot.talk.cells.clauses import Item
from mailbot.talk.said import Sentence
from mailbot.talk.thread.turn import Turn

_Clause = Sequence[tuple[Item, Concepts]]
"""Words, each with what it is about."""

_TELLING = frozenset({"tell", "give", "show"})
_BESIDE_TELLING = frozenset(
    {
        *("right", "yes", "next", "so_far", "please", "only", "surrender", "can"),
        *("want", "praise", "hush", "rather"),
    }
)
"""What words beside "tell me" are about that name nothing: okay, just tell me."""

_BEFORE_TELLING = _BESIDE_TELLING | {"greeting", "thanks", "joy", "cease", "hurry"}
"""What may be said before it, and apart from it: thanks, now tell me."""

_HOW_MUCH = frozenset({"small", "more", "rather", "next", "please", "one"})
"""What a letter is about that only asks for a bit more."""

_OF_A_BIT = _HOW_MUCH | {"harder", "easier", "new", "rising"}
"""What a word for a bit, or for more, may be about as well."""

_OF_LESS = _HOW_MUCH | {"less", "hint", "easier", "want", "hurry", "thanks", "only"}
"""What a clause is about that only asks for less: a smaller hint next time please."""

_BESIDE_LESS = _OF_LESS | {"right", "yes", "praise", "greeting", "where"}
"""What may stand beside it: ok; Swedish "var" was, or asks where."""

_LONGEST = 18
"""Words and signs of a letter that only tells how much is wanted."""

_NAMED_CELL = 2
"""How much of a step is told that names its cell (`State.pointed`)."""


def wanted_of_it(sentences: Sequence[Sentence], turn: Turn) -> tuple[Request, ...]:
    """What a letter asks for that only tells how much it wants; empty for any other.

    Args:
        sentences: what the person wrote, without what is only polite.
        turn: the puzzle, as our reply carried it.
    """
    items = [item for one in sentences for item in one.items]
    about = [said for one in sentences for said in one.about]
    named = any(item.place or _is_a_number(item) for item in items)
    if not items or named or len(items) > _LONGEST:
        return ()
    clauses = list(_clauses(sentences))
    if turn.hinted and _is_less(clauses):
        return (Request(Act.WHERE),)
    if _is_a_bit_more(items, about) and (turn.hinted or turn.puzzle.pointed):
        return (Request(Act.WHERE),)
    if turn.puzzle.pointed and _is_telling(clauses):
        return _told_of(turn)
    return ()


def _clauses(sentences: Iterable[Sentence]) -> Iterator[_Clause]:
    """The words between two signs, each with what it is about."""
    for one in sentences:
        pairs = zip(one.items, one.about, strict=True)
        for is_clause, clause in groupby(pairs, lambda pair: _is_a_word(pair[0])):
            if is_clause:
                yield list(clause)


def _told_of(turn: Turn) -> tuple[Request, ...]:
    """The digit of the cell that we named; the cell, if only its house is known."""
    if turn.puzzle.pointed >= _NAMED_CELL:
        cell = find(turn.puzzle, Request(Act.WHERE)).cell
        return () if cell is None else (Request(Act.CELL, cells=(cell,)),)
    # Whoever was told no digit, and may be so now, is not asked for the cell again.
    forbidden = turn.marker.state.limit is Limit.NO_DIGIT
    return () if forbidden else (Request(Act.WHERE),)


def _is_less(clauses: Sequence[_Clause]) -> bool:
    """Whether less than we told is wanted, and nothing else: less, please."""
    found = [_names_less(clause) for clause in clauses]
    others = (c for c, less in zip(clauses, found, strict=True) if not less)
    return any(found) and all(about <= _BESIDE_LESS for c in others for _, about in c)


def _names_less(clause: _Clause) -> bool:
    """Whether a clause asks for less; "more or less" and "less of that" are none."""
    about = frozenset[str]().union(*(said for _, said in clause))
    tags = frozenset[str]().union(*(item.token.tags for item, _ in clause))
    more = "or" in tags or ("smaller" not in tags and {"more", "rather"} & about)
    gentler = {"easier", "hint"} <= about
    if more or not ("less" in about or "smaller" in tags or gentler):
        return False
    known = [bool(said or item.token.tags) for item, said in clause]
    return about <= _OF_LESS and all(known[1:])


def _is_telling(clauses: Sequence[_Clause]) -> bool:
    """Whether we shall tell, or give, and no word says what, or who else tells.

    What stands before it, and apart, may be a word that nobody knows: vas-y, tell me.
    """
    telling = [any(_tells(said) for _, said in clause) for clause in clauses]
    for number, clause in enumerate(clauses):
        known = _BESIDE_TELLING | _TELLING if telling[number] else _BEFORE_TELLING
        strict = any(telling[: number + 1])
        if not all(_names_nothing(*word, known, strict=strict) for word in clause):
            return False
    return any(telling)


def _tells(about: Concepts) -> bool:
    return bool(_TELLING & about) and "surrender" not in about


def _names_nothing(
    item: Item, about: Concepts, known: Concepts, *, strict: bool
) -> bool:
    """Whether a word is about what is `known`, or says nothing by itself.

    "I" does: I can tell.
    """
    tags = item.token.tags
    article = {"one"} if "article" in tags else set[str]()
    empty = about or not strict or bool(tags - {"filler"})
    return bool(empty) and about - article <= known


def _is_a_bit_more(items: Sequence[Item], about: Sequence[Concepts]) -> bool:
    """Whether every word only says a bit, or more; "more" alone is no bit."""
    words = [pair for pair in zip(items, about, strict=True) if _is_a_word(pair[0])]
    said = frozenset[str]().union(*about)
    known = all(
        (bool(_HOW_MUCH & one) and one <= _OF_A_BIT) or _is_filling(item, one)
        for item, one in words
    )
    return known and "small" in said


def _is_filling(item: Item, about: Concepts) -> bool:
    """Whether a word says nothing by itself: an article, a preposition."""
    filling = {"article", "preposition", "filler", "beside"} & item.token.tags
    return bool(filling) and about <= _OF_A_BIT


def _is_a_word(item: Item) -> bool:
    return item.token.text[0].isalnum()


def _is_a_number(item: Item) -> bool:
    token = item.token
    return (token.number >= 0 or token.ordinal > 0) and "article" not in token.tags
