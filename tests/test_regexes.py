"""No regular expression of the product takes longer than linear time on any text."""

import re
from collections.abc import Iterable, Iterator
from time import process_time
from typing import Any

import pytest

from tests.examples import of_the_day
from tests.pumps import pumped
from tests.regexes import Expression, expressions

SIZE, LONG_SIZE = 30_000, 200_000
MOST = 40
"""How many times the reference an expression may take: many are dearer a character.

One whose time grows as the square takes over 60 times as long at the smaller size.
"""

SHORTER = 5
"""How many times shorter the text is that is tried first."""

REACH = {
    ("mailbot/language/robots.py", "no_reply_name"): 254,  # the length of an address
    ("mailbot/talk/wishes/newest.py", "_BANNER"): 400,  # newest._MAX_LINE
    ("mailbot/text/pasted.py", "_ROW_BEHIND"): 80,  # pasted._WIDEST_ROW
}
"""The longest text that an expression meets, where it is not linear."""

REFERENCE = re.compile(r"(?:[^\W\d]|\d)\s?")


def seconds(expression: Expression, text: str) -> float:
    """Processor time for all that is done with a text."""
    pattern: Any = expression.pattern
    data: Any = text
    if expression.binary:
        pattern, data = pattern.encode("latin-1"), text.encode("latin-1", "replace")
    compiled = re.compile(pattern, expression.flags)
    begun = process_time()
    if "match" in expression.uses:
        compiled.match(data)
    if "fullmatch" in expression.uses:
        compiled.fullmatch(data)
    if not expression.anchored:
        for _ in compiled.finditer(data):
            pass
    return process_time() - begun


def reference(size: int) -> float:
    """Processor time of a plain expression for a text of that size, at the least."""

    def once() -> float:
        begun = process_time()
        assert sum(1 for _ in REFERENCE.finditer("a " * (size // 2)))
        return process_time() - begun

    return min(once() for _ in range(5))


def is_slow(expression: Expression, text: str, size: int) -> bool:
    """Whether it takes too long each time: ten times, or once by a lot.

    A busy machine may slow it down more than the plain expression beside it.
    """
    for _ in range(10):
        cost = seconds(expression, text) / reference(size)
        if not MOST < cost <= 4 * MOST:
            return cost > MOST
    return True


def slow(found: Iterable[Expression], size: int) -> Iterator[str]:
    """What takes too long, and on what."""
    plain = reference(size)
    for expression in found:
        reach = min(REACH.get((expression.file, expression.name), size), size)
        pattern, flags = expression.pattern, expression.flags
        for text, short in zip(
            pumped(pattern, flags, reach),
            pumped(pattern, flags, reach // SHORTER),
            strict=True,
        ):
            if seconds(expression, short) * SHORTER**2 <= MOST * plain:
                continue  # even if its time grows as the square
            if is_slow(expression, text, size):
                yield f"{expression.file} {expression.name} on {text[:20]!r}"
                break


@pytest.fixture(scope="module")
def ours() -> tuple[Expression, ...]:
    return expressions()


@pytest.mark.timeout(1800)
def test_expressions_take_linear_time(ours: tuple[Expression, ...], long: bool) -> None:
    size = LONG_SIZE if long else SIZE
    assert list(slow(of_the_day(ours, 8), size)) == []


@pytest.mark.parametrize("pattern", [r"(?:a|b)*c", r"<[^>]*>"])
def test_an_expression_that_is_not_linear_is_found(pattern: str) -> None:
    bad = Expression("x.py", "_BAD", ("search",), pattern, 0, False)
    # Twice the usual length, as Python 3.12 scans much faster than others.
    assert len(list(slow([bad], 2 * SIZE))) == 1


def test_all_expressions_and_their_uses_are_found(ours: tuple[Expression, ...]) -> None:
    found = {(e.file, e.name): e for e in ours}
    assert set(REACH) <= set(found)
    assert found["mailbot/language/robots.py", "no_reply_name"].uses == ("fullmatch",)
    assert not found["mailbot/language/quoting.py", "telephone_footer"].anchored
    assert len(found) > 150
