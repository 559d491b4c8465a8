"""Letters that only the reply before them explains: which ones are left for it?"""

import pytest

from mailbot.compose.solving import find
from mailbot.language.folders import written
from mailbot.marker import find_markers
from mailbot.model import Content, Findings, NewPuzzles, Puzzle, Want, Wish
from mailbot.model.requests import Act, House, HouseKind, Limit, Request
from mailbot.respond.fresh import with_new
from tests.compose.cases import GRANDFATHER, SOLUTION, answer_to, solved
from tests.talk.tables import tables
from tests.talk.thread.test_pointing import answered, cell_of, pointed
from tests.talk.threads import gmail, meant

CANDIDATES, BOTTOM_LEFT, WHY_NOT, ROW, OTHER = tables(
    "going_on", "candidates", "bottom_left", "why_not", "row", "other"
)
OTHER_DIGIT, THAT_COLUMN, SMALLER, OF_ANOTHER_THING = tables(
    "going_on", "other_digit", "that_column", "smaller", "of_another_thing"
)
BELOW, BESIDE, ONE_OF_THEM, SAME_ROW = tables(
    "going_on", "below", "beside", "one_of_them", "same_row"
)
NEXT_ROWS, TWO_ROWS, EXACT_CELL, OUT_AND_WHY, OUT_AND_WHERE = tables(
    "going_on", "next_rows", "two_rows", "exact_cell", "out_and_why", "out_and_where"
)
OUT_AND_INSTEAD, SOMEWHERE, NOT_YET, NOT_ONE_MORE = tables(
    "going_on", "out_and_instead", "somewhere", "not_yet", "not_one_more"
)
PEER, ELSEWHERE = "in plain sight", "nowhere in sight"

in_each_language = pytest.mark.parametrize("language", written())


def replied(request: Request, language: str, *limits: Limit) -> Content:
    """The reply to one request about the grandfather's puzzle."""
    lasting = limits[0] if limits else None
    wish = Wish(
        (request,), language=language, limits=frozenset(limits), lasting=lasting
    )
    return answer_to([solved()], wish=wish)


def puzzle_of_size(size: int) -> Puzzle:
    """A new puzzle of that size."""
    request = Request(Act.NEW, new=NewPuzzles(size=size))
    _, made = with_new(Wish((request,)), Findings(), "seed")
    return made.puzzles[0]


def acts(reply: Content) -> list[Act]:
    return [answer.act for answer in reply.answers]


@in_each_language
def test_candidates_are_those_of_the_cell_that_was_named(language: str) -> None:
    reply = pointed(language)
    for words in CANDIDATES[language]:
        told = answered(reply, words)
        assert acts(told) == [Act.CANDIDATES], words
        [answer] = told.answers
        assert list(answer.cells) == [solved().grid.shape.name(cell_of(reply))]


@in_each_language
def test_a_place_alone_asks_for_what_was_asked_for_last(language: str) -> None:
    middle = House(HouseKind.BOX, 5)
    part = replied(Request(Act.PART, house=middle), language)
    marks = replied(Request(Act.CANDIDATES, house=middle), language)
    for words in BOTTOM_LEFT[language]:
        cells = {solved().grid.shape.name(c) for c in solved().grid.shape.boxes[6]}
        told = answered(part, words)
        assert acts(told) == [Act.PART], words
        assert told.told, words
        assert set(told.told) <= cells, words
        assert acts(answered(marks, words)) == [Act.CANDIDATES], words


@in_each_language
@pytest.mark.parametrize("seen", [PEER, ELSEWHERE])
def test_why_a_digit_is_not_there_is_answered_without_the_right_one(
    language: str, seen: str
) -> None:
    reply = pointed(language)
    cell, grid = cell_of(reply), solved().grid
    around = {grid.digits[peer] for peer in grid.shape.peers[cell]} - {0}
    right = int(SOLUTION[cell])
    others = set(range(1, 10)) - {right} - around
    digits = around if seen == PEER else others
    assert digits, "the next step is to leave a choice"
    for words in WHY_NOT[language]:
        why = answered(reply, words.format(d=min(digits)))
        assert acts(why) == [Act.WHY], words
        assert not why.told, words


@in_each_language
def test_who_asks_for_the_row_is_told_the_row(language: str) -> None:
    house = replied(Request(Act.WHERE), language)
    for words in ROW[language]:
        told = answered(house, words)
        assert acts(told) == [Act.WHERE], words
        [marker] = find_markers(told.text)
        assert (marker.state.pointed, marker.state.about) == (1, None), words


def test_what_a_first_letter_forbids_holds_until_a_digit_is_asked_for() -> None:
    first = replied(Request(Act.WHERE), "en", Limit.NO_DIGIT)
    checked = answered(first, "Is r1c3 a 4?")
    hint = answered(checked, "A hint, please.")
    assert acts(hint) == [Act.WHERE]
    assert not hint.told
    digit = answered(hint, "All right, one digit now, please.")
    assert len(digit.told) == 1
    assert len(answered(digit, "A hint, please.").told) == 1


def test_a_form_of_address_is_kept() -> None:
    first = answer_to(
        [solved()], wish=Wish((Request(Want.HINT),), language="de", familiar=True)
    )
    assert "Dein Rätsel" in answered(first, "weiter").text


def test_wrong_digits_are_taken_out_and_right_ones_stay() -> None:
    first, second = [c for c, d in enumerate(solved().grid.digits) if not d][:2]
    name = solved().grid.shape.name
    right, wrong = int(SOLUTION[first]), int(SOLUTION[second]) % 9 + 1
    words = f"I put {right} in {name(first)} and {wrong} in {name(second)}."
    told = answered(pointed("en"), words)
    undone = answered(told, "Take out the wrong one and keep the good one.")
    [marker] = find_markers(undone.text)
    assert acts(undone) == [Act.UNDO]
    assert (marker.state.grid.digits[first], marker.state.grid.digits[second]) == (
        right,
        0,
    )


def test_after_an_answer_about_one_of_two_puzzles_the_talk_is_of_that_one() -> None:
    where = Request(Act.WHERE, puzzle=1, exact=True)
    wish = Wish((where,))
    reply = answer_to([solved(), solved()], wish=wish)
    cell = find_markers(reply.text)[-1].state.about
    assert cell is not None
    asked = meant(gmail(reply, "Which numbers can go in there?")).wish.requests
    assert asked == (Request(Act.CANDIDATES, puzzle=1, cells=(cell,)),)
    both = meant(gmail(reply, "Where do I look in the first one?")).wish.requests
    assert [request.puzzle for request in both] == [0]


@in_each_language
def test_the_other_one_of_two_puzzles_is_the_one_that_was_not_spoken_of(
    language: str,
) -> None:
    where = Request(Act.WHERE, puzzle=1)
    wish = Wish((where,), language=language)
    reply = answer_to([solved(), solved()], wish=wish)
    for words in OTHER[language]:
        requests = meant(gmail(reply, words)).wish.requests
        assert requests == (Request(Act.WHERE, puzzle=0),), words


def test_what_somebody_rubbed_out_is_out_of_our_grid_too() -> None:
    reply = pointed("en")
    wrong = int(SOLUTION[cell_of(reply)]) % 9 + 1
    told = answered(reply, f"I put a {wrong} there.")
    undone = answered(told, "I rubbed it out again. What could go in there?")
    assert acts(undone) == [Act.UNDO, Act.CANDIDATES]
    [marker] = find_markers(undone.text)
    assert marker.state.grid.digits[cell_of(reply)] == 0


def test_new_puzzles_are_as_large_as_the_last_unless_a_size_is_named() -> None:
    small = puzzle_of_size(6)
    reply = answer_to([small], Want.HINT)
    easier = meant(gmail(reply, "An easier one, please."))
    _, made = with_new(easier.wish, easier.findings, "seed")
    assert made.puzzles[-1].grid.shape.size == 6
    larger = meant(gmail(reply, "Two more, please, but 9x9 ones."))
    _, made = with_new(larger.wish, larger.findings, "seed")
    assert [p.grid.shape.size for p in made.puzzles] == [9, 9]


@in_each_language
def test_the_cell_below_is_asked_about_as_the_one_before(language: str) -> None:
    digits = solved().grid.digits
    cell = next(c for c in range(72) if not digits[c] and not digits[c + 9])
    marks = replied(Request(Act.CANDIDATES, cells=(cell,)), language)
    for words in BELOW[language]:
        [answer] = answered(marks, words).answers
        told = (answer.act, list(answer.cells))
        assert told == (Act.CANDIDATES, [solved().grid.shape.name(cell + 9)]), words


@in_each_language
def test_another_digit_alone_asks_for_its_places_in_the_same_house(
    language: str,
) -> None:
    box = House(HouseKind.BOX, 5)
    first, other = sorted(missing_in(box))[:2]
    places = replied(Request(Act.PLACES, house=box, digit=first), language)
    for words in OTHER_DIGIT[language]:
        told = answered(places, words.format(d=other))
        [marker] = find_markers(told.text)
        asked = Request(Act.PLACES, house=box, digit=other)
        assert (acts(told), marker.state.asked) == ([Act.PLACES], asked), words


def missing_in(house: House) -> set[int]:
    """The digits that a house of the grandfather's puzzle still lacks."""
    grid = solved().grid
    return {*range(1, 10)} - {grid.digits[c] for c in house.cells(grid.shape)}


@in_each_language
def test_the_column_of_the_cell_that_was_asked_about_is_the_one_meant(
    language: str,
) -> None:
    cell = solved().grid.digits.index(0)
    marks = replied(Request(Act.CANDIDATES, cells=(cell,)), language)
    column = House(HouseKind.COLUMN, cell % 9 + 1)
    for words in THAT_COLUMN[language]:
        [marker] = find_markers(answered(marks, words).text)
        assert marker.state.asked == Request(Act.CANDIDATES, house=column), words


@in_each_language
def test_the_smallest_candidate_is_judged_where_somebody_guesses_it(
    language: str,
) -> None:
    cell = solved().grid.digits.index(0)
    request = Request(Act.CANDIDATES, cells=(cell,))
    smallest = min(find(solved(), request).marks[cell])
    marks = replied(request, language)
    for words in SMALLER[language]:
        [judged] = answered(marks, words).answers
        right = smallest == int(SOLUTION[cell])
        assert (judged.act, judged.right) == (Act.VERDICT, right), words


@in_each_language
def test_no_candidate_is_told_or_judged_where_another_thing_is_asked(
    language: str,
) -> None:
    cell = solved().grid.digits.index(0)
    marks = replied(Request(Act.CANDIDATES, cells=(cell,)), language)
    of_the_cell = {Act.CELL, Act.VERDICT, Act.CANDIDATES}
    for words in OF_ANOTHER_THING[language]:
        told = answered(marks, words)
        assert not told.told, words
        assert not of_the_cell & {*acts(told)}, words


@in_each_language
def test_the_cell_beside_in_a_column_is_the_next_one(language: str) -> None:
    digits = solved().grid.digits
    cell = next(c for c in range(9) if not digits[c] and not digits[c + 1])
    marks = replied(Request(Act.CANDIDATES, cells=(cell,)), language)
    for words in BESIDE[language]:
        [answer] = answered(marks, words.format(n=cell % 9 + 2)).answers
        told = (answer.act, list(answer.cells))
        assert told == (Act.CANDIDATES, [solved().grid.shape.name(cell + 1)]), words


def test_what_was_asked_for_last_is_known_after_words_that_nobody_understood() -> None:
    digits = solved().grid.digits
    cell = next(c for c in range(9) if not digits[c] and not digits[c + 1])
    marks = replied(Request(Act.CANDIDATES, cells=(cell,)), "en")
    strange = answered(marks, "What is your view of the weather in Leeds?")
    assert acts(strange) == [Act.UNCLEAR]
    [answer] = answered(strange, f"The one beside it, column {cell % 9 + 2}").answers
    assert answer.act is Act.CANDIDATES


def row_with_places(digit: int) -> tuple[House, tuple[int, ...]]:
    """A row in which a digit has more than two places, and these."""
    rows = (House(HouseKind.ROW, number) for number in range(1, 10))
    asked = ((row, Request(Act.PLACES, house=row, digit=digit)) for row in rows)
    found = ((row, find(solved(), one).places or ()) for row, one in asked)
    return next((row, places) for row, places in found if len(places) > 2)


@in_each_language
def test_one_of_the_cells_that_were_listed_is_judged(language: str) -> None:
    row, places = row_with_places(7)
    listed = replied(Request(Act.PLACES, house=row, digit=7), language)
    for words in ONE_OF_THEM[language]:
        judged = answered(listed, words)
        [answer] = judged.answers
        assert answer.act is Act.VERDICT, words
        assert answer.right is (SOLUTION[places[1]] == "7"), words
        assert cell_of(judged) == places[1], words


@in_each_language
def test_another_digit_is_sought_in_the_same_row(language: str) -> None:
    row, _ = row_with_places(7)
    listed = replied(Request(Act.PLACES, house=row, digit=7), language)
    filled = {solved().grid.digits[cell] for cell in row.cells(solved().grid.shape)}
    other = max({*range(1, 10)} - {7, *filled})
    for words in SAME_ROW[language]:
        [answer] = answered(listed, words.format(d=other)).answers
        told = (answer.act, answer.house, answer.digit)
        assert told == (Act.PLACES, f"row {row.number}", other), words


def test_numbers_that_are_forbidden_before_any_was_told_stay_so() -> None:
    first = replied(Request(Act.WHERE), "en")
    second = answered(first, "Where exactly? Still no numbers, please.")
    assert not second.told
    assert acts(answered(second, "Another hint, please.")) == [Act.WHERE]


def test_the_last_change_stays_where_something_else_is_to_go() -> None:
    digits = solved().grid.digits
    first, other = [c for c in range(81) if not digits[c]][:2]
    name = solved().grid.shape.name
    entered = answered(
        replied(Request(Act.WHERE), "en"),
        f"I put a {SOLUTION[first]} in {name(first)}.",
    )
    kept = answered(entered, f"Take the digit in {name(other)} out again, please.")
    [marker] = find_markers(kept.text)
    assert marker.state.grid.digits[first] == int(SOLUTION[first])


def test_a_question_about_two_cells_leaves_a_code_that_can_be_read() -> None:
    marks = replied(Request(Act.CANDIDATES, cells=(6,)), "en")
    unclear = answered(marks, "Where could 7 go, r1c7 or r3c8?")
    assert find_markers(unclear.text)
    places = replied(Request(Act.PLACES, cells=(6,), digit=7), "en")
    assert find_markers(places.text)


@in_each_language
def test_a_row_is_named_by_its_place_among_the_rows(language: str) -> None:
    marks = replied(Request(Act.CANDIDATES, house=House(HouseKind.ROW, 5)), language)
    rows = [answered(marks, words).answers[0].house for words in NEXT_ROWS[language]]
    assert rows == ["row 6", "row 3"]
    told = answered(marks, "And the third thing is that I like my cats, you know?")
    assert Act.CANDIDATES not in acts(told)


@in_each_language
def test_candidates_of_two_rows_fill_in_neither(language: str) -> None:
    for words in TWO_ROWS[language]:
        told = answered(pointed(language), words)
        assert [a.house for a in told.answers] == ["row 2", "row 3"], words
        assert acts(told) == [Act.CANDIDATES] * 2, words
    other = "What digits can go in row 3, and is my 6 in row 1 right?"
    assert [a.house for a in answered(pointed("en"), other).answers] == ["row 3"]


@in_each_language
def test_who_asks_for_the_exact_cell_of_a_place_is_told_the_cell(
    language: str,
) -> None:
    where = replied(Request(Act.WHERE), language)
    for words in EXACT_CELL[language]:
        told = answered(where, words)
        assert acts(told) == [Act.WHERE], words
        assert cell_of(told) == cell_of(pointed(language)), words


@in_each_language
def test_a_digit_that_is_taken_out_is_explained_and_stays_out(language: str) -> None:
    hint = replied(Request(Act.HINT), language)
    [(name, digit)] = hint.told.items()
    for words in OUT_AND_WHY[language]:
        told = answered(hint, words.format(d=digit))
        assert set(acts(told)) == {Act.UNDO, Act.WHY}, words
        assert told.told == {name: digit}, words
        [marker] = find_markers(told.text)
        assert marker.state.grid == solved().grid, words


@in_each_language
def test_a_hint_is_taken_back_beside_another_wish(language: str) -> None:
    hint = replied(Request(Act.HINT), language)
    for words in OUT_AND_WHERE[language]:
        told = answered(hint, words)
        assert acts(told) == [Act.UNDO, Act.WHERE], words
        [marker] = find_markers(told.text)
        assert marker.state.grid == solved().grid, words


@in_each_language
def test_candidates_beside_an_undo_are_those_of_its_cell(language: str) -> None:
    cell = solved().grid.digits.index(0)
    name, wrong = solved().grid.shape.name(cell), int(SOLUTION[cell]) % 9 + 1
    judged = answered(pointed("en"), f"I put a {wrong} in {name}.")
    for words in OUT_AND_INSTEAD[language]:
        told = answered(judged, words.format(d=wrong))
        assert acts(told) == [Act.UNDO, Act.CANDIDATES], words
        assert list(told.answers[1].cells) == [name], words


@in_each_language
def test_there_is_no_cell_of_which_the_talk_was_before(language: str) -> None:
    cell = solved().grid.digits.index(0)
    right, name = int(SOLUTION[cell]), solved().grid.shape.name(cell)
    judged = answered(pointed("en"), f"Is a {right} in {name} right?")
    assert cell_of(judged) == cell
    marks = answered(judged, "Candidates of row 9, please.")
    for words in SOMEWHERE[language]:
        told = answered(marks, words.format(d=right))
        assert not told.told, words
        assert not any(answer.right for answer in told.answers), words


@in_each_language
def test_a_digit_that_nobody_shall_tell_yet_is_not_told(language: str) -> None:
    for words in NOT_YET[language]:
        assert not answered(pointed(language), words).told, words
    for words in NOT_ONE_MORE.get(language, ()):
        assert answered(pointed(language), words).told, words


def test_candidates_of_a_row_are_told_with_the_digits_between_them() -> None:
    text = replied(Request(Act.CANDIDATES, house=House(HouseKind.ROW, 1)), "en").text
    [line] = [line for line in text.splitlines() if line.startswith("[ ")]
    assert line.count(";") == 8


def test_a_correction_is_taken_back_by_the_digit_that_stood_there() -> None:
    """And not an entry of the person's that is the same digit."""
    [first, *_] = [c for c, d in enumerate(GRANDFATHER) if d != "."]
    digit = GRANDFATHER[first]
    [entered, *_] = [
        c for c, d in enumerate(SOLUTION) if d == digit and GRANDFATHER[c] == "."
    ]
    reply = answer_to([solved(entries={entered: int(digit)})], Want.HINT)
    name, other = solved().grid.shape.name, int(digit) % 9 + 1
    corrected = answered(reply, f"{name(first)} is a {other}, not a {digit}.")
    back = answered(corrected, f"Sorry, it was a {digit} after all, put it back.")
    assert acts(back) == [Act.UNDO]
    [marker] = find_markers(back.text)
    digits = marker.state.grid.digits
    assert (digits[first], digits[entered]) == (int(digit), int(digit))
