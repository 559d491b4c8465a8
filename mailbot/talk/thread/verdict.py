"""The digit that an answer affirms of the doubtful cell, beside reasons and stories.

    Surely an 8, because the 3 in this paper has a flat top.
    8, the cat sat on it.

The answer is taken part by part (`between_signs`). A digit is affirmed in a part of
which every word is known to speak of a cell, or behind a verb of seeing or showing.
Another digit may be denied, or described: that is how people explain what they see.
Nothing is taken

- if more than one digit is affirmed, or the same one is denied;
- if anything is asked, doubted, called wrong, or denied but a digit or what it has;
- if somebody else is told to see another digit;
- if another cell is named, or a thing that bears a number of its own.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import dropwhile, pairwise

from mailbot.language.folding import fold
from mailbot.language.lexicon import Lexicon, Token
from mailbot.talk.cells.answer import is_measure, tells_of_a_cell
from mailbot.talk.cells.appearance import is_a_mark
from mailbot.talk.cells.asserted import Question
from mailbot.talk.cells.clauses import Item, between_signs
from mailbot.talk.cells.contrast import Stand, stands_of
from mailbot.talk.cells.figures import digit_at
from mailbot.talk.cells.statements import sentences_of
from mailbot.talk.cells.unreal import is_unreal

TABLE = "verdict"
"""The table of `grammar.toml` whose words count here."""

_LONGEST = 60  # words

_OPEN = frozenset(
    {
        *("or", "unsure", "wrong", "formerly", "both", "exchange", "mistyped"),
        *("numbered", "nobody", "corner"),
    }
)
"""Words with which nobody answers plainly, or which have numbers of their own."""

_BETWEEN = frozenset({"article", "indefinite", "beside", "filler", "yes", "digit"})
"""What may stand between a verb of seeing and its digit."""

_COUNTED = frozenset({"cell", "digit", "row", "column", "box", "month", "preposition"})
"""What may follow a number that is no digit of the cell: I see 8 squares."""

_NEAR = 4
"""Tokens from "and" up to what is denied behind it: and in no case a 4."""

_LABEL = 3
"""Words before a number that are more than its label: Tel: 8."""

_COMMA = Item(Token(","))

Part = Sequence[Item]


def read_verdict(words: str, lexicon: Lexicon, question: Question) -> Mapping[int, int]:
    """The digit of the one cell in doubt, 0 for an empty one; none if it is not sure.

    Args:
        words: what the person wrote now.
        lexicon: the words of a language, with those of the table [verdict].
        question: what the person was shown, and the one cell in doubt.
    """
    [cell] = question.doubts
    sentences = list(sentences_of(fold(words), lexicon))
    wholes = [part for sentence in sentences for part in between_signs(sentence)]
    parts = [piece for whole in wholes for piece in _pieces(whole)]
    items = [item for sentence in sentences for item in sentence]
    measures = any(is_measure(s, at) for s in sentences for at in _numbers(s))
    if len(items) > _LONGEST or measures or _is_open(items):
        return {}
    answer = bool(parts) and len(parts[0]) == 1 and _has(parts[0][0], "no")
    if any(map(_takes_back, wholes)):
        return {}
    if any(_denies(part, question) for part in parts[answer:]):
        return {}
    if not any(item.is_number for item in items):
        return {cell: 0} if any(map(_calls_it_empty, parts)) else {}
    digit = _affirmed(parts, question)
    if any(_only_mentions(sentence, digit, question) for sentence in sentences):
        return {}
    return {cell: digit} if digit else {}


def is_disputed(words: str, lexicon: Lexicon, question: Question, digit: int) -> bool:
    """Whether somebody else is told to see another digit: 8, but my wife says 3."""
    parts = (
        part
        for sentence in sentences_of(fold(words), lexicon)
        for part in between_signs(sentence)
        if any(_has(item, "person") for item in part)
        and any(_has(item, "says", "seeing") for item in part)
        and not any(_has(item, "seeming", "formerly") for item in part)
    )
    return any(
        other != digit and stand is Stand.AFFIRMED
        for part in parts
        for other, stand in stands_of(part, _digits(part, question)).items()
    )


def _only_mentions(sentence: Part, digit: int, question: Question) -> bool:
    """Whether a sentence only claims a digit, or tells that it is something else."""
    digits = _digits(sentence, question)
    marks = (at for at, told in digits.items() if told == digit)
    return _only_claims(sentence, digit, question) or any(
        is_a_mark(sentence, at) for at in marks
    )


def _only_claims(sentence: Part, digit: int, question: Question) -> bool:
    """Whether somebody else says it, and a "but" follows: he says 8, but guesses."""
    contrast = next((at for at, n in enumerate(sentence) if _has(n, "but")), 0)
    before, behind = sentence[:contrast], sentence[contrast:]
    claimed = any(_has(n, "person") for n in before) and any(
        _has(n, "says") for n in before
    )
    return (
        claimed
        and digit in _digits(before, question).values()
        and digit not in _digits(behind, question).values()
    )


def _affirmed(parts: Sequence[Part], question: Question) -> int:
    """The only digit that is affirmed, 0 if there is none."""
    stands: dict[int, set[Stand | None]] = {}
    for before, part, behind in zip(
        [(), *parts], parts, [*parts[1:], ()], strict=False
    ):
        for digit, stand in _stands(before, part, behind, question).items():
            stands.setdefault(digit, set()).add(stand)
    affirmed = [digit for digit, told in stands.items() if Stand.AFFIRMED in told]
    strange = any(None in told for told in stands.values())
    if len(affirmed) != 1 or strange or Stand.DENIED in stands[affirmed[0]]:
        return 0
    return affirmed[0]


def _pieces(part: Part) -> Iterator[Part]:
    """A part and its reason, each up to what is not there: an 8, as it has (no bar)."""
    starts = [at for at in range(1, len(part)) if _begins_piece(part, at)]
    for start, end in pairwise([0, *starts, len(part)]):
        piece = part[start:end]
        denial = next((at for at in range(len(piece)) if _lacks(piece, at)), len(piece))
        if denial:
            yield piece[:denial]


def _begins_piece(part: Part, at: int) -> bool:
    """Whether a reason begins there, or what is not so: because; and not at all a 4."""
    denied = any(_has(item, "not") for item in part[at + 1 : at + _NEAR])
    return _has(part[at], "because") or (_has(part[at], "and") and denied)


def _lacks(part: Part, at: int) -> bool:
    """Whether it is told there what a digit does not have: it has no bar."""
    verb = any(_has(item, "is", "put") for item in part[max(at - 1, 0) : at + 2])
    things = [item for item in part[at + 1 :] if item.is_unknown]
    return _has(part[at], "not") and verb and bool(things) and not _numbers(part[at:])


def _numbers(items: Part) -> list[int]:
    return [at for at, item in enumerate(items) if item.is_number]


def _is_open(items: Part) -> bool:
    return any(
        item.place is not None
        or item.token.text == "?"
        or (_has(item, *_OPEN) and not _has(item, "because"))
        for item in items
    )


def _takes_back(part: Part) -> bool:
    """Whether a part denies what stands before it: 8 is what I hoped, but no."""
    contrast = next((at for at, n in enumerate(part) if _has(n, "but")), len(part))
    return any(_has(item, "not", "no") for item in part[contrast:])


def _denies(part: Part, question: Question) -> bool:
    """Whether a part denies anything but a digit."""
    denials = [n for n in part if _has(n, "not", "no") and not _has(n, "empty")]
    told = _told(part, _digits(part, question))
    return bool(denials) and Stand.DENIED not in told.values()


def _told(part: Part, digits: Mapping[int, int]) -> dict[int, Stand]:
    """What a part says of its digits; a digit behind "and by no means" is denied."""
    told = stands_of(part, digits)
    denied = any(_has(item, "not") for item in part[1:_NEAR])
    if len(digits) == 1 and _has(part[0], "and") and denied:
        return dict.fromkeys(told, Stand.DENIED)
    return told


def _digits(part: Part, question: Question) -> dict[int, int]:
    """The digits of the grid by their places in a part."""
    told = ((at, digit_at(part, at, question)) for at in range(len(part)))
    return {at: digit for at, digit in told if digit}


def _stands(
    before: Part, part: Part, behind: Part, question: Question
) -> Mapping[int, Stand | None]:
    """What a part says of each digit; None where it may speak of another thing."""
    digits = _digits(part, question)
    told: dict[int, Stand | None] = {**_told(part, digits)}
    if list(told.values()).count(Stand.AFFIRMED) > 1:
        return dict.fromkeys(told)  # 4 and 8 look the same
    for at, digit in digits.items():
        if is_a_mark([*part, _COMMA, *behind], at):
            told[digit] = Stand.DENIED
        elif told[digit] is not Stand.DENIED and not _affirms(before, part, behind, at):
            told[digit] = Stand.OPEN if _explains(part, at) else None
    return told


def _explains(part: Part, at: int) -> bool:
    """Whether a part tells what a digit looks like, and not that it stands there."""
    before, behind = part[:at], part[at + 1 :]
    opinion = any(_has(item, "says", "seeing", "showing") for item in part)
    verb = any(_has(item, "is", "put") for item in before)
    described = bool(behind) and _has(behind[0], "exchanged_for")  # with another leg
    topic = bool(behind) and not opinion and (described or not verb)
    return topic or _has(part[0], "because")


def _calls_it_empty(part: Part) -> bool:
    """Whether a part says that the cell is empty: there is nothing in it."""
    empty = [at for at, item in enumerate(part) if _has(item, "empty")]
    told = any(_has(item, "cell", "is", "subject") for item in part)
    denied = any(_has(item, "not") and not _has(item, "empty") for item in part)
    return told and not denied and len(empty) == 1 and tells_of_a_cell(part, empty[0])


def _affirms(before: Part, part: Part, behind: Part, at: int) -> bool:
    """Whether a part says of a digit that it stands in the cell, or is this digit.

    A number alone may be that of a telephone or a house: Tel: 8; 8, rue de la Paix.
    """
    labelled = not at and len(before) < _LABEL and any(n.is_unknown for n in before)
    addressed = len(part) == 1 and bool(behind) and behind[0].is_unknown
    near = part[at + 1 : at + 3]
    counts = any(n.is_unknown for n in near) and not _has(part[at - 1], "indefinite")
    if labelled or addressed or (at and counts) or _has(part[0], "because"):
        return False
    if is_unreal(part, [at]):
        return False
    return tells_of_a_cell(part, at) or _is_seen(part, at)


def _is_seen(part: Part, at: int) -> bool:
    """Whether somebody sees or reads a digit, whatever stands before: I see an 8."""
    before = list(dropwhile(lambda item: _has(item, *_BETWEEN), part[:at][::-1]))
    behind = part[at + 1 :]
    counts = bool(behind) and (behind[0].is_unknown or _has(behind[0], *_COUNTED))
    return bool(before) and _has(before[0], "seeing", "showing") and not counts


def _has(item: Item, *tags: str) -> bool:
    return not item.place and not item.token.tags.isdisjoint(tags)
