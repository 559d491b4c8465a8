"""Two digits set against each other: the one that is denied is never taken.

The letters answer a reply that asks whether r1c6 is a 4 or an 8.
"""

from collections.abc import Iterable, Iterator
from functools import cache

import pytest

from mailbot.language.folders import written
from mailbot.model import Content, Status
from tests.compose.cases import answer_to, grid, puzzle
from tests.talk.tables import Table, tables
from tests.talk.threads import UNIQUE, found, gmail_text

CHOOSING, DENYING, DOUBTING, NUMBERS = tables(
    "contrasts", "choosing", "denying", "doubting", "numbers"
)

pytestmark = pytest.mark.parametrize("language", written())


@cache
def question(language: str) -> Content:
    asked = puzzle(grid(UNIQUE), Status.DOUBTFUL, None, (5,))
    return answer_to([asked], language=language)


def taken(language: str, sentence: str) -> int | None:
    """The digit that a sentence leads to; None if the question stays open."""
    puzzles = found(gmail_text(question(language), sentence))
    return next((one.grid.digits[5] for one in puzzles if not one.doubtful), None)


def filled(language: str, templates: Iterable[str]) -> Iterator[tuple[str, int]]:
    """Each sentence with both digits in either place: in figures, and in words.

    Yields:
        the sentence, and the digit that it affirms or does not deny.
    """
    words = dict(zip((4, 8), NUMBERS[language], strict=True))
    for at, template in enumerate(templates):
        for yes, no in ((4, 8), (8, 4)):
            in_words = (at + yes // 8) % 2  # half of the sentences each, for speed
            if in_words:
                yield template.format(yes=words[yes], no=words[no]), yes
            else:
                yield template.format(yes=yes, no=no), yes


def outcomes(language: str, sentences: Table) -> dict[str, tuple[int | None, int]]:
    """What each sentence leads to, and the digit that it affirms."""
    told = filled(language, sentences[language])
    return {words: (taken(language, words), yes) for words, yes in told}


def test_of_two_digits_only_the_one_that_is_affirmed_is_taken(language: str) -> None:
    found = outcomes(language, CHOOSING)
    wrong = {words for words, (digit, yes) in found.items() if digit not in (yes, None)}
    assert not wrong
    understood = sum(digit is not None for digit, _ in found.values())
    assert understood >= 0.9 * len(found)


def test_a_digit_that_is_only_denied_is_never_taken(language: str) -> None:
    found = outcomes(language, DENYING)
    assert not {w for w, (digit, yes) in found.items() if digit not in (yes, None)}


def test_a_digit_that_is_doubted_or_asked_leaves_the_question_open(
    language: str,
) -> None:
    found = outcomes(language, DOUBTING)
    assert not {words for words, (digit, _) in found.items() if digit is not None}
