"""Strings on which a regular expression takes long, if it can take long at all.

A search takes longer than linear where a repetition can begin at many places and fails
at each of them, or where two repetitions share what they match. Both come to light on
a long run of what a repetition matches, behind what leads to it, and with an end that
does not fit. Such strings are made from the expression's own parse tree.
"""

import re
from collections.abc import Iterator
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from typing import Any

ENDS = ("\x00", "!", "\n", "")
_TRIED = "a1 \"'<(=.-,:;\n\t_|@é\x00"
_LONG = 16
"""Repetitions of at least so many are pumped."""


def pumped(pattern: str, flags: int, size: int) -> Iterator[str]:
    """Strings of about `size` characters for an expression."""
    tree = parser.parse(pattern, flags)
    seen: set[tuple[str, str]] = set()
    for lead, body in _repetitions(list(tree), ""):
        for start, run in ((lead, body), ("", lead + body), ("", body)):
            if run and (start, run) not in seen:
                seen.add((start, run))
                for end in ENDS:
                    yield start + run * (size // len(run)) + end


def _repetitions(items: list[Any], lead: str) -> Iterator[tuple[str, str]]:
    """For each long repetition: a text that leads to it, and one that it repeats."""
    for code, value in items:
        if code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            least, most, body = value
            if most >= _LONG:
                for sample in _samples(list(body)):
                    yield lead, sample
            yield from _repetitions(list(body), lead)
            lead += _sample(list(body)) * min(least, 3)
        else:
            for inner in _inside(code, value):
                yield from _repetitions(inner, lead)
            lead += _sample([(code, value)])


def _inside(code: Any, value: Any) -> Iterator[list[Any]]:
    match code:
        case codes.SUBPATTERN:
            yield list(value[3])
        case codes.BRANCH:
            yield from map(list, value[1])
        case codes.ASSERT | codes.ASSERT_NOT:
            yield list(value[1])
        case codes.ATOMIC_GROUP:
            yield list(value)
        case codes.GROUPREF_EXISTS:
            yield from (list(part) for part in value[1:] if part)


def _sample(items: list[Any]) -> str:
    return next(iter(_samples(items)), "")


def _samples(items: list[Any]) -> list[str]:
    """Some texts that a sequence matches, the first of them the plainest."""
    texts = [""]
    for code, value in items:
        choices = _choices(code, value)[:4]
        if choices:
            texts = [text + choice for text in texts for choice in choices][:6]
    return texts


def _choices(code: Any, value: Any) -> list[str]:
    match code:
        case codes.LITERAL:
            return [chr(value)]
        case codes.NOT_LITERAL:
            return [c for c in _TRIED if ord(c) != value]
        case codes.ANY:
            return ["a", " "]
        case codes.IN:
            return _of_set(value)
        case codes.MAX_REPEAT | codes.MIN_REPEAT | codes.POSSESSIVE_REPEAT:
            least = max(1, min(value[0], 3))
            return [text * least for text in _samples(list(value[2]))]
        case codes.ASSERT | codes.ASSERT_NOT:
            return []
        case _:
            return [_sample(part) for part in _inside(code, value)]


def _of_set(items: list[Any]) -> list[str]:
    fitting = re.compile("".join(("[", *map(_written, items), "]")))
    found = [c for c in _TRIED if fitting.fullmatch(c)]
    own = [
        chr(v if c is codes.LITERAL else v[0])
        for c, v in items
        if c in (codes.LITERAL, codes.RANGE)
    ]
    return found or [c for c in own if fitting.fullmatch(c)]


def _written(item: Any) -> str:
    code, value = item
    match code:
        case codes.NEGATE:
            return "^"
        case codes.LITERAL:
            return re.escape(chr(value))
        case codes.RANGE:
            return f"{re.escape(chr(value[0]))}-{re.escape(chr(value[1]))}"
        case _:
            return {
                codes.CATEGORY_DIGIT: r"\d",
                codes.CATEGORY_NOT_DIGIT: r"\D",
                codes.CATEGORY_SPACE: r"\s",
                codes.CATEGORY_NOT_SPACE: r"\S",
                codes.CATEGORY_WORD: r"\w",
                codes.CATEGORY_NOT_WORD: r"\W",
            }[value]
