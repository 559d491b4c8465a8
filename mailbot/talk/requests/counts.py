"""Numbers that count steps, digits or puzzles: two more; the next three."""

from collections.abc import Sequence
from itertools import takewhile

from mailbot.language.concepts import Concepts
from mailbot.language.lexicon import Token
from mailbot.talk.cells.clauses import Item
from mailbot.talk.said import Sentence

THINGS = frozenset({"times", "numbered", "month"})
"""What a number counts, or belongs to, that is no digit."""

_THINGS = frozenset({"digit", "hint", "cell", "steps"})
"""The nouns that a number of steps counts."""

COUNTED = _THINGS | {"more", "next", "one", "of_them", "together"}

_COUNTED_BEFORE = frozenset({"more", "next", "together"})
"""What may stand before a number of steps instead: the next 3; this time three."""

_WANTING = frozenset({"give", "want", "take"})
"""What somebody says who asks for a number of things: give me two."""

_NOT_COUNTED = frozenset({"article", "indefinite", "preposition"})
"""What stands before a number that counts no digits: the three, by six."""

_OTHERS = THINGS | {"hurry", "family", "person"}

_MOST_STEPS = 9

NEAR = 2
"""Words between a number and what it counts: the next three of the digits."""

_OF_A_PUZZLE = frozenset({"left_alone", "give", "tell", "hint", "digit", "solution"})
_OF_A_DIGIT = frozenset({"right", "wrong", "put", "possible", "undo", "replace"})
"""What is said of a puzzle that is named by a figure, as in "the 1", and of no digit;
what is said of a digit.
"""

_BEGINNING = frozenset({"article", "preposition", "and"})
_LONGEST_BEGINNING = 3

_BEHIND_A_LABEL = frozenset({"article", "preposition"})


def amount_of(token: Token) -> int:
    """The number that a token tells; a couple is two, as the more modest reading."""
    return 2 if "couple" in token.tags else token.number


def count_of(sentence: Sentence, *, of_named: bool = False) -> int:
    """How many steps or digits are named; 1 where no number is.

    Args:
        sentence: what is said.
        of_named: whether it names a puzzle, by a number perhaps.
    """
    items = sentence.items
    for at, item in enumerate(items):
        # Italian "le due cifre", or "tutte e due"; not: could you give me some more
        next_two = said_of(sentence, range(at + 1, min(at + 2, len(items))))
        ends = at + 1 == len(items) or not items[at + 1].token.text[0].isalnum()
        both = "both" in item.token.tags
        both &= ends or bool({"digit", "next"} & next_two)
        number = 2 if both else amount_of(item.token)
        told = 1 < number <= _MOST_STEPS and not (item.place or item.token.ordinal)
        told &= "couple" not in item.token.tags or _is_of_digits(sentence, at)
        last = items[at - 1].token.tags if at else frozenset[str]()
        told &= not ({"digit", "puzzle"} & last or counts_others(sentence, at))
        named = is_a_name(sentence, at) or _continues_a_list(sentence, at)
        told &= not (of_named and named)
        told &= not begins_with_a_puzzle(sentence, at)
        # Is it a 6 then? Not so: another 6.
        told &= "indefinite" not in last or "more" in sentence.about[at - 1]
        if not told or labels(sentence, item) or is_a_label(sentence, at):
            continue
        before = said_of(sentence, range(at - 1, max(at - NEAR, 0) - 1, -1))
        behind = said_of(sentence, range(at + 1, min(at + 1 + NEAR, len(items))))
        # "Take that four away" has a digit.
        counted = COUNTED - {"one", "cell", "more"} if "article" in last else COUNTED
        # Two pieces of cake; two of them, a hint for each.
        rest = frozenset[str]().union(*sentence.about[at + 1 + NEAR :])
        counted -= {"of_them"} if "treat" in behind or _THINGS & rest else set()
        if _COUNTED_BEFORE & before or counted & behind or _is_bare(sentence, at):
            return number
    return 1


def _continues_a_list(sentence: Sentence, at: int) -> bool:
    """Whether a number is joined to another before it, and counts nothing: 1 and 2."""
    items = sentence.items
    last = items[at - 1].token if at > 1 else None
    joins = last is not None and (last.text in (",", "&") or "and" in last.tags)
    counts = said_of(sentence, range(at + 1, len(items))[:1]) & COUNTED
    return joins and items[at - 2].token.number > 0 and not counts


def _is_of_digits(sentence: Sentence, at: int) -> bool:
    """Whether a couple is one of digits, or of nothing that is named: another couple.

    Not so: a couple of words, a couple more minutes.
    """
    pairs = zip(sentence.items[at + 1 :], sentence.about[at + 1 :], strict=True)
    for item, about in pairs:
        if "more" not in about:
            ends = not item.token.text[0].isalnum() or "and" in item.token.tags
            return "digit" in about or ends
    return True


def _is_bare(sentence: Sentence, at: int) -> bool:
    """Whether a number that somebody wants stands alone: could I have three at once?

    With an article it is a digit: give me the three.
    """
    before = sentence.items[at - 1].token.tags if at else frozenset[str]()
    behind = sentence.items[at + 1 :]
    alone = not behind or not behind[0].token.text[0].isalnum()
    near = frozenset[str]().union(*sentence.about[max(at - NEAR, 0) : at])
    given = bool({"give", "take"} & near and behind)
    alone |= given and "preposition" in behind[0].token.tags
    said = frozenset[str]().union(*sentence.about[:at])
    only = at > 0 and "only" in sentence.about[at - 1]  # not one hint, only 3
    only &= {"not", "one"} <= said and bool(COUNTED & sentence.concepts)
    named = sentence.items[at].token.text[0].isalpha()
    alone &= only or named or "give" in near  # I want 3: a digit
    wanted = only or bool(_WANTING & sentence.concepts)
    wanted |= sentence.asks and "can" in sentence.concepts
    return alone and wanted and not (sentence.places or _NOT_COUNTED & before)


def counts_others(sentence: Sentence, at: int) -> bool:
    """Whether a number counts minutes, years or people: they are 5 and 7 years old."""
    items, noun = sentence.items, at + 1
    joined = [item.token for item in items[noun : noun + 2]]
    if len(joined) > 1 and "and" in joined[0].tags and joined[1].number > 0:
        noun += len(joined)
    said = said_of(sentence, range(noun, len(items))[:1])
    return bool(_OTHERS & said) and not {"of_them", "together"} & said


def is_a_name(sentence: Sentence, at: int) -> bool:
    """Whether a number may name a puzzle: from two, a hint. Not: by two digits."""
    tags, end = sentence.items[at].token.tags, len(sentence.items)
    before = sentence.items[at - 1].token.tags if at else frozenset[str]()
    counts = said_of(sentence, range(at + 1, min(at + 2, end))) & COUNTED
    counts |= said_of(sentence, range(at + 1, min(at + 1 + NEAR, end))) & _THINGS
    alone = "preposition" in before and not (counts or "indefinite" in tags)
    return alone or "label" in tags


def is_a_label(sentence: Sentence, at: int) -> bool:
    """Whether a figure belongs to the noun before it: one for class 8, a big one."""
    items, about = sentence.items, sentence.about
    if not (at and items[at].token.text.isdecimal()):
        return False
    noun, behind = items[at - 1].token, items[at + 1 : at + 2]
    strange = noun.text.isalpha() and not (noun.tags or about[at - 1])
    ends = not behind or not behind[0].token.text[0].isalnum()
    return strange and (ends or bool(_BEHIND_A_LABEL & behind[0].token.tags))


def begins_with_a_puzzle(sentence: Sentence, at: int) -> bool:
    """Whether a sentence begins with the figure of a puzzle: of the 2, one digit.

    Not so: the 2 next digits.
    """
    said, items = sentence.concepts | sentence.tags, sentence.items
    before = [item.token.tags for item in items[:at]]
    behind = range(at + 1, min(at + 1 + NEAR, len(items)))
    another = said_of(sentence, behind[:1]) & {"indefinite", "one", *_OF_A_PUZZLE}
    counts = COUNTED & said_of(sentence, behind) and not another - {"digit", "hint"}
    short = at <= _LONGEST_BEGINNING and items[at].token.text[0].isdecimal()
    short &= all(_BEGINNING & tags for tags in before)
    short &= "indefinite" not in before[-1] if before else "left_alone" in said
    other = counts or sentence.places or _OF_A_DIGIT & said
    return short and bool(_OF_A_PUZZLE & said) and not other


def labels(sentence: Sentence, item: Item) -> bool:
    """Whether a number tells which puzzle is meant: puzzle 2; exercise no. 2."""
    at = sentence.items.index(item)
    near = range(at - 1, max(at - 3, -1), -1)
    names = (n for n in near if "digit" not in sentence.about[n])
    return "puzzle" in sentence.about[next(names, at)]


def said_of(sentence: Sentence, near: Sequence[int]) -> Concepts:
    """What the words at these places are about, up to a place or a sign."""
    items = sentence.items
    said = takewhile(
        lambda n: not items[n].place and items[n].token.text[0].isalnum(), near
    )
    words = (sentence.about[n] | items[n].token.tags for n in said)
    return frozenset[str]().union(*words)
