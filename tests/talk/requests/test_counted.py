"""What a sentence counts, describes, announces or only tells of."""

from mailbot.model.requests import Act, Level, Limit
from mailbot.talk.requests.reading import Asked, read_requests
from mailbot.talk.requests.scopes import Standing, cells_of, techniques_of
from mailbot.talk.said import parse
from mailbot.talk.wishes.situation import Situation
from solver import Shape
from solver.logic import Technique
from tests.cases import cases_of

cases = cases_of(__file__)

NINE = Shape(3, 3)


def asked(words: str, language: str, at: Situation = Situation.HINTED) -> Asked:
    return read_requests(parse(words, language), Standing(at, NINE))


def acts(of: Asked) -> list[Act]:
    return [request.act for request in of.requests]


@cases("words, language")
def test_what_is_only_announced_is_no_wish(words: str, language: str) -> None:
    assert acts(asked(words, language)) == [Act.TECHNIQUE]


@cases("words, language, name")
def test_a_pair_may_be_described(words: str, language: str, name: str) -> None:
    [request] = asked(words, language).requests
    assert (request.act, request.technique) == (Act.TECHNIQUE, Technique[name])


@cases("words, language")
def test_a_number_that_counts_squares_is_not_the_digit(
    words: str, language: str
) -> None:
    [request] = asked(words, language).requests
    assert (request.act, str(request.house)) == (Act.PLACES, "column 9")
    assert request.digit == 8


@cases("words, language")
def test_a_digit_is_sought_in_the_house_that_is_named_after_it(
    words: str, language: str
) -> None:
    [request] = asked(words, language, Situation.FIRST).requests
    assert (request.act, str(request.house)) == (Act.PLACES, "row 5")
    assert request.digit == 8


@cases("words, language")
def test_who_wants_yes_or_no_is_told_no_digit(words: str, language: str) -> None:
    assert acts(asked(words, language, Situation.FIRST)) == [Act.VERDICT]


@cases("words, language")
def test_what_can_be_somewhere_is_not_what_is_there(words: str, language: str) -> None:
    assert acts(asked(words, language, Situation.FIRST)) == [Act.CANDIDATES]


@cases("words, language")
def test_one_digit_may_be_counted_in_figures(words: str, language: str) -> None:
    [request] = asked(words, language).requests
    assert (request.act, str(request.house)) == (Act.HINT, "column 2")


@cases("words, language")
def test_a_row_may_cross_a_column(words: str, language: str) -> None:
    [sentence] = parse(words, language).sentences
    assert cells_of(sentence.places, NINE) == (51,)
    assert not techniques_of(sentence, language)


@cases("words, language, number")
def test_a_number_may_be_asked_for_alone(
    words: str, language: str, number: int
) -> None:
    [request] = asked(words, language).requests
    assert (request.act, request.count) == (Act.HINT, number)


@cases("words, language")
def test_new_ones_may_be_counted_once_more(words: str, language: str) -> None:
    [request] = asked(words, language, Situation.SOLVED).requests
    assert request.new
    assert (request.new.count, request.new.level) == (3, Level.HARDER)


@cases("words, language")
def test_as_it_was_in_the_newspaper_is_as_printed(words: str, language: str) -> None:
    assert acts(asked(words, language)) == [Act.RESTART]


@cases("words, language")
def test_what_nobody_shall_tell_is_no_digit_whatever_stands_before(
    words: str, language: str
) -> None:
    assert Limit.NO_DIGIT in asked(words, language).limits


@cases("words, language")
def test_what_is_left_for_a_house_is_asked_of_no_cell_and_no_digit(
    words: str, language: str
) -> None:
    *_, request = asked(words, language).requests
    assert (request.act, str(request.house)) == (Act.CANDIDATES, "column 7")
    assert not request.cells


@cases("words, language")
def test_a_number_of_somebody_or_of_what_is_done_counts_no_hints(
    words: str, language: str
) -> None:
    requests = asked(words, language, Situation.FIRST).requests
    assert [(r.act, r.count) for r in requests] == [(Act.HINT, 1)]
