"""Which tokens of a clause are digits of the grid, and of what value."""

from collections.abc import Sequence

from mailbot.language.lexicon import Token
from mailbot.talk.cells.answer import counts_things, names_a_thing
from mailbot.talk.cells.asserted import Question
from mailbot.talk.cells.clauses import Item
from solver.grid import SYMBOLS

_ECHOING = frozenset({"article", "indefinite", "subject", "is", "question", "digit"})
"""What may stand beside a digit that is asked back: is it a 3?"""


def digit_at(items: Sequence[Item], at: int, question: Question) -> int:
    """The digit of the grid that a token of a clause is, 0 if it is none."""
    item = items[at]
    token, symbols = item.token, question.symbols
    lettered = len(token.text) == 1 and token.text.isalpha() and not token.tags
    if item.place or not (token.number > 0 or lettered):
        return 0
    size = question.shape.size
    if "article" in token.tags or _is_glued(items, at) or _is_pronoun(items, at):
        return 0  # "une" is rather "a" than "1", and m8 a mate
    if counts_things(items, at) or names_a_thing(items, at):
        return 0  # the box in the middle, its 9 cells
    if token.number > 0:
        return token.number if token.number <= size else 0
    known = (symbols or (SYMBOLS[:size] if size > 9 else "")).lower()
    return known.find(token.text) + 1


def echoed_digit(items: Sequence[Item], question: Question) -> int:
    """The only digit of a clause that asks nothing but whether it is this one: a 3?"""
    said = [n.token for n in items if n.token.text not in ",\"'¿"]
    digits = [
        digit for at in range(len(items)) if (digit := digit_at(items, at, question))
    ]
    asks = bool(said) and said[-1].text == "?"
    alone = all(token.number > 0 or _ECHOING & token.tags for token in said[:-1])
    return digits[0] if asks and alone and len(digits) == 1 else 0


def _is_pronoun(items: Sequence[Item], at: int) -> bool:
    """Whether a number stands for a cell: the one in the corner."""
    if "cell" not in items[at].token.tags:
        return False
    before = items[at - 1].token if at else Token("")
    return not ({"is", "not", "instead"} & before.tags or before.text in ("a", "an"))


def _is_glued(items: Sequence[Item], at: int) -> bool:
    """Whether a number hangs on the word before it."""
    before = items[at - 1].token if at else None
    glued = before is not None and before.end == items[at].token.start
    return glued and before is not None and before.text.isalpha()
