"""Letters that take back some of several digits: the last two back, keep the 6."""

import pytest

from mailbot.language.folders import written
from mailbot.model import Content, Status, Wish
from mailbot.model.requests import Act, Request
from solver import Solved
from tests.compose.cases import (
    GRANDFATHER,
    SOLUTION,
    answer_to,
    grid,
    puzzle,
    solved,
)
from tests.talk.tables import tables
from tests.talk.thread.test_going_on import acts
from tests.talk.thread.test_pointing import answered, cell_of, digit_in
from tests.talk.threads import gmail, meant

FIRST_KEPT, LAST_OUT, ALL_OUT, FIRST_BACK, ALL_KEPT = tables(
    "taking", "first_kept", "last_out", "all_out", "first_back", "all_kept"
)
CAME_AND_WENT, MINE_THERE, ANOTHER_THERE = tables(
    "taking", "came_and_went", "mine_there", "another_there"
)
ANEW_BUT_ONE, ANEW, SWAPPED_AND_WHERE, SWAPPED_PERHAPS = tables(
    "taking", "anew_but_one", "anew", "swapped_and_where", "swapped_perhaps"
)
SWAPPED_ALL_RIGHT, ONE_OUT, FOR_THE_SECOND, WHY_THE_FIRST = tables(
    "taking", "swapped_all_right", "one_out", "for_the_second", "why_the_first"
)

_OTHER = str.maketrans("123456789", "234567891")
"""Makes the digits of another puzzle."""

in_each_language = pytest.mark.parametrize("language", written())


def three_told(language: str) -> tuple[Content, dict[int, int], dict[str, str]]:
    """A reply that tells three digits, these by cell, and their names in a letter."""
    hints = Wish((Request(Act.HINT, count=3),), language=language)
    told = answer_to([solved(entries={4: int(SOLUTION[4])})], wish=hints)
    digits = dict(told.told)
    cells = [int(name[1]) * 9 + int(name[3]) - 10 for name in digits]
    values = list(digits.values())
    assert len(set(values)) == len(values)
    names = dict(zip("abc", map(str, values), strict=True), r=next(iter(digits)))
    return told, dict(zip(cells, values, strict=True)), names


def left(content: Content, cells: dict[int, int]) -> list[int]:
    return [digit_in(content, cell) for cell in cells]


@in_each_language
def test_of_three_digits_the_one_that_is_kept_stays(language: str) -> None:
    told, cells, names = three_told(language)
    for words in FIRST_KEPT[language]:
        taken = answered(told, words.format(**names))
        assert (acts(taken), taken.told) == ([Act.UNDO], {}), words
        assert left(taken, cells) == [int(names["a"]), 0, 0], words


@in_each_language
def test_what_is_asked_beside_digits_that_go_is_answered(language: str) -> None:
    told, cells, names = three_told(language)
    for words in LAST_OUT[language]:
        taken = answered(told, words.format(**names))
        assert (acts(taken), taken.told) == ([Act.UNDO, Act.WHERE], {}), words
        assert left(taken, cells) == [int(names["a"]), int(names["b"]), 0], words


@in_each_language
def test_the_last_of_three_digits_goes_alone(language: str) -> None:
    told, cells, names = three_told(language)
    for words in ONE_OUT[language]:
        taken = answered(told, words)
        assert (acts(taken), taken.told) == ([Act.UNDO], {}), words
        assert left(taken, cells) == [int(names["a"]), int(names["b"]), 0], words


@in_each_language
def test_of_the_digits_that_went_one_alone_comes_back(language: str) -> None:
    told, cells, names = three_told(language)
    for words in ALL_OUT[language]:
        taken = answered(told, words)
        assert (acts(taken), left(taken, cells)) == ([Act.UNDO], [0, 0, 0]), words
        for others in FIRST_BACK[language]:
            back = answered(taken, others.format(**names))
            assert (acts(back), back.told) == ([Act.MOVES], {}), others
            assert left(back, cells) == [int(names["a"]), 0, 0], others


@in_each_language
def test_digits_that_are_only_spoken_of_stay(language: str) -> None:
    told, cells, names = three_told(language)
    for words in ALL_KEPT[language]:
        after = answered(told, words.format(**names))
        assert left(after, cells) == list(cells.values()), words


def hinted(language: str) -> tuple[Content, dict[str, str]]:
    """A reply that gives a hint, and an empty cell with its digit and a wrong one."""
    hint = Wish((Request(Act.HINT),), language=language)
    right = int(SOLUTION[2])
    return answer_to([solved()], wish=hint), {
        "n": str(right % 9 + 1),
        "x": str(right),
        "r": "r1c3",
    }


@in_each_language
def test_a_digit_that_came_and_went_is_entered_nowhere(language: str) -> None:
    hint, names = hinted(language)
    for words in CAME_AND_WENT[language]:
        told = answered(hint, words.format(**names))
        assert (acts(told), told.told) == ([Act.CANDIDATES], {}), words
        assert list(told.answers[0].cells) == [names["r"]], words
        assert digit_in(told, cell_of(hint)) > 0, words
        assert digit_in(told, 2) == 0, words


@in_each_language
def test_a_digit_comes_where_another_went(language: str) -> None:
    hint, names = hinted(language)
    for mine in MINE_THERE[language]:
        judged = answered(hint, mine.format(**names))
        for words in ANOTHER_THERE[language]:
            told = answered(judged, words.format(**names))
            assert acts(told)[-1] is Act.MOVES, (mine, words)
            assert {*acts(told)} <= {Act.UNDO, Act.MOVES}, (mine, words)
            assert (digit_in(told, 2), told.told) == (int(names["x"]), {}), words


def entered(language: str, digit: str) -> tuple[Content, Content, dict[str, str]]:
    """A hint, the reply to who entered a digit then, and names as in `hinted`."""
    hint, names = hinted(language)
    mine = MINE_THERE[language][0].replace("{n}", names[digit])
    return hint, answered(hint, mine.format(**names)), names


@in_each_language
def test_who_begins_anew_may_keep_a_digit(language: str) -> None:
    hint, mine, names = entered(language, "x")
    for words in ANEW_BUT_ONE[language]:
        told = answered(mine, words.format(**names))
        assert acts(told) == [Act.RESTART, Act.MOVES], words
        assert digit_in(told, 2) == int(names["x"]), words
        assert digit_in(told, cell_of(hint)) == 0, words
    for words in ANEW[language]:
        told = answered(mine, words.format(**names))
        assert acts(told) == [Act.RESTART], words
        assert (digit_in(told, 2), digit_in(told, cell_of(hint))) == (0, 0), words


@in_each_language
def test_a_digit_is_exchanged_beside_another_wish(language: str) -> None:
    _, mine, names = entered(language, "n")
    for words in SWAPPED_AND_WHERE[language]:
        told = answered(mine, words.format(**names))
        assert (acts(told), told.told) == ([Act.MOVES, Act.WHERE], {}), words
        assert digit_in(told, 2) == int(names["x"]), words
    for words in SWAPPED_ALL_RIGHT[language]:
        told = answered(mine, words.format(**names))
        assert (acts(told), told.told) == ([Act.MOVES, Act.CHECK], {}), words
    for words in SWAPPED_PERHAPS[language]:
        asked = meant(gmail(mine, words.format(**names)))
        assert Act.MOVES not in [r.act for r in asked.wish.requests], words


@in_each_language
def test_the_reasons_of_a_hint_are_known_after_one_for_another_puzzle(
    language: str,
) -> None:
    hint = Wish((Request(Act.HINT, 0),), language=language)
    given, right = (text.translate(_OTHER) for text in (GRANDFATHER, SOLUTION))
    other = puzzle(grid(given), Status.SOLVED, Solved(grid(right), 3))
    both = answer_to([solved(), other], wish=hint)
    for words in FOR_THE_SECOND[language]:
        second = answered(both, words)
        assert [(a.act, a.puzzle) for a in second.answers] == [(Act.HINT, 2)], words
        for why in WHY_THE_FIRST[language]:
            told = answered(second, why)
            assert [(a.act, a.puzzle) for a in told.answers] == [(Act.WHY, 1)], why
            assert told.told == both.told, why
