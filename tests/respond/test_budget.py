"""Nobody is told more than they asked for, whatever compose writes."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from msgspec.structs import replace as replaced

from mailbot.compose import Context, compose
from mailbot.judge import judge, reading_of
from mailbot.language.catalogue import language_of
from mailbot.model import (
    Act,
    Content,
    Envelope,
    Findings,
    House,
    HouseKind,
    Letter,
    Limit,
    Puzzle,
    Request,
    Source,
    Wish,
)
from mailbot.respond.budget import budget_of, is_within, told_of
from solver import Solved, parse
from tests.compose.cases import ADA, GRANDFATHER, SOLUTION, solved

EMPTY = [cell for cell, sign in enumerate(GRANDFATHER) if sign == "."]
LANGUAGES = ("en", "de", "fr", "es", "it", "nl", "pl", "sv")
ACTS = [act for act in Act if act not in (Act.NEW, Act.LEFT_OUT)]


NEVER_ANSWERED = {Act.STOP, Act.HELP, Act.THANKS}
"""Acts that need no puzzle: beside one, the puzzle is answered."""

OTHER = judge(
    reading_of(
        parse(
            "..9748...7.........2.1.9.....7...24..64.1.59..98...3.....8.3.2.........6...2759.."
        ),
        Source.TEXT,
    )
)
"""Another puzzle with one solution."""


MEANING = (
    "%(cell)s is row %(row)s from the top, column %(column)s from the left; "
    "box 1 is at the top left, box 2 to its right."
)


def write(wish: Wish, *puzzles: Puzzle) -> Content:
    return compose(Letter(Envelope(ADA)), wish, Findings(puzzles), Context(proven=True))


def asking(
    *requests: Request, limits: tuple[Limit, ...] = (), code: str = "en"
) -> Wish:
    return Wish(requests, limits=frozenset(limits), language=code)


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("asked", [Act.WHERE, Act.RATING, Act.CHECK, Act.UNCLEAR])
@pytest.mark.parametrize("written", [Act.HINT, Act.SOLUTION, Act.STEPS, Act.CELL])
def test_a_reply_telling_too_much_is_found(code: str, asked: Act, written: Act) -> None:
    told = write(asking(Request(written, cells=(1,)), code=code), solved())
    silent = replaced(told, told={})  # what it says of itself does not matter
    assert not is_within(
        silent, asking(Request(asked), code=code), Findings((solved(),))
    )


@pytest.mark.parametrize("code", LANGUAGES)
def test_a_digit_is_found_in_a_sentence_alone(code: str) -> None:
    told = write(asking(Request(Act.CELL, cells=(1,)), code=code), solved())
    said = replaced(told, html="", told={}, text=told.text.partition("#=")[0])
    assert told_of(solved(), said.text, said) == {1}


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_the_name_of_a_cell_means_tells_no_digit(code: str) -> None:
    assert isinstance(OTHER.answer, Solved)
    first = str(OTHER.answer.grid.digits[0])
    swapped = OTHER.grid.line.translate(str.maketrans(f"1{first}", f"{first}1"))
    puzzle = judge(reading_of(parse(swapped), Source.TEXT))  # with a 1 in r1c1
    say, at = language_of(code).gettext, {"row": 1, "column": 1}
    cell = say("r%(row)sc%(column)s") % at
    meaning = say(MEANING) % {"cell": cell, **at}
    assert code == "en" or not meaning.startswith(MEANING % {"cell": cell, **at})
    content = write(asking(Request(Act.WHERE), code=code), puzzle)
    assert told_of(puzzle, f"{cell}: 1.", content) == {0}
    assert not told_of(puzzle, meaning, content)


def test_a_digit_is_found_in_the_page_alone() -> None:
    told = write(asking(Request(Act.CELL, cells=(1,))), solved())
    assert told_of(solved(), "", told) == {1}


def test_a_digit_in_another_house_is_over_the_budget() -> None:
    told = write(asking(Request(Act.CELL, cells=(1,))), solved())
    row_9 = asking(Request(Act.HINT, house=House(HouseKind.ROW, 9)))
    row_1 = asking(Request(Act.HINT, house=House(HouseKind.ROW, 1)))
    assert not is_within(told, row_9, Findings((solved(),)))
    assert is_within(told, row_1, Findings((solved(),)))


def test_of_two_puzzles_only_that_which_is_named_may_be_told_of() -> None:
    one = asking(Request(Act.SOLUTION, puzzle=0))
    assert budget_of(one, solved(), 0).digits == 81
    assert budget_of(one, solved(), 1).digits == 0


def some_request(chance: Random) -> Request:
    house = House(chance.choice(list(HouseKind)), chance.randrange(1, 10))
    act = chance.choice(ACTS)
    cells = tuple(chance.sample(EMPTY, chance.choice((1, 1, 2))))
    one_cell = act in (Act.VERDICT, Act.CANDIDATES)
    return Request(
        act,
        puzzle=chance.choice((None, None, 0, 1)),
        house=house if act is Act.PLACES or chance.random() < 0.4 else None,
        cells=cells[:1] if one_cell else cells if act is Act.CELL else (),
        digit=chance.randrange(1, 10),
        count=chance.choice((1, 1, 2, 5)),
    )


def test_no_reply_to_any_requests_and_limits_is_over_its_budget(long: bool) -> None:
    chance = Random(7)
    wrong = replace(solved(entries={4: 9}), wrong_entries=(4,))
    answered, telling, news, found_out = Counter[Act](), 0, 0, 0
    tries = 100_000 if long else 250
    for _ in range(tries):
        requests = tuple(some_request(chance) for _ in range(chance.choice((1, 2, 3))))
        limits = tuple(limit for limit in Limit if chance.random() < 0.15)
        wish = asking(*requests, limits=limits, code=chance.choice(LANGUAGES))
        puzzles = chance.choice(((solved(),), (wrong,), (solved(), OTHER)))
        content = write(wish, *puzzles)
        told = [told_of(puzzle, content.text, content) for puzzle in puzzles]
        assert is_within(content, wish, Findings(puzzles)), (requests, limits, told)
        if not {r.act for r in requests} & {Act.SOLUTION, Act.STEPS, Act.ALL}:
            assert SOLUTION not in "".join(filter(str.isdigit, content.text))
        answered.update(answer.act for answer in content.answers)
        if content.told:
            telling += 1
            # That is over the budget of who forbids all digits, but those they know.
            if not {Act.VERDICT, Act.WHY} & {r.act for r in requests}:
                news += 1
                forbidden = replace(wish, limits=frozenset({Limit.NO_DIGIT}))
                found_out += not is_within(content, forbidden, Findings(puzzles))
    assert telling > tries / 5
    assert found_out == news > tries / 10
    assert set(ACTS) - answered.keys() <= NEVER_ANSWERED
