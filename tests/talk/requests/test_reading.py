"""The requests and limits of a letter's sentences, where structure decides."""

from typing import Any

import pytest

from mailbot.model.requests import Act, Level, Limit, SolutionsAt
from mailbot.talk.requests import asking
from mailbot.talk.requests.acts import Heard, hear
from mailbot.talk.requests.reading import Asked, read_requests
from mailbot.talk.requests.scopes import Standing, count_of
from mailbot.talk.requests.told import Told, told_digit
from mailbot.talk.said import Sentence, parse
from mailbot.talk.wishes.situation import Situation
from solver import Shape
from solver.logic import Technique
from tests.cases import cases_of

cases = cases_of(__file__)

NINE = Shape(3, 3)


def asked(words: str, language: str = "en", at: Situation = Situation.HINTED) -> Asked:
    return read_requests(parse(words, language), Standing(at, NINE))


def acts(of: Asked) -> list[Act]:
    return [request.act for request in of.requests]


@cases("words, language")
def test_who_wants_more_than_the_answer_forbids_nothing(
    words: str, language: str
) -> None:
    said = asked(words, language, Situation.FIRST)
    assert (acts(said), said.limits) == ([Act.STEPS], frozenset())


@cases("words, language")
def test_a_complaint_does_not_forbid_the_end_that_is_asked_for(
    words: str, language: str
) -> None:
    said = asked(words, language)
    assert (acts(said), said.limits) == ([Act.SOLUTION], frozenset())


def test_no_more_than_is_named_stays_forbidden() -> None:
    said = asked("Fill in two squares, please. No more than that!", at=Situation.FIRST)
    assert Limit.ONLY_NAMED in said.limits
    assert [(r.act, r.count) for r in said.requests] == [(Act.HINT, 2)]


@cases("words, language")
def test_a_verb_of_telling_forbids_nothing_by_itself(words: str, language: str) -> None:
    assert asked(words, language).limits == frozenset()


@cases("words, language")
def test_a_denied_verb_of_telling_forbids(words: str, language: str) -> None:
    assert Limit.NO_DIGIT in asked(words, language).limits


def test_no_solution_beside_a_hint_forbids_no_digit() -> None:
    said = asked("Ein kleiner Tipp, bitte. Bitte keine Lösung.", "de", Situation.FIRST)
    assert (acts(said), said.limits) == ([Act.HINT], frozenset({Limit.NO_SOLUTION}))


def test_what_was_told_already_cannot_be_forbidden() -> None:
    words = "How did you get there? I had nothing to go on in the lower half."
    assert asked(words, at=Situation.SOLVED).limits == frozenset()


def test_the_digit_beside_the_cell_is_judged() -> None:
    [request] = asked("If that is a 6, then must r2c5 be a 4, right?").requests
    assert (request.act, request.cells, request.digit) == (Act.VERDICT, (13,), 4)


@pytest.mark.parametrize("story", ["I have been at it for 2 days", "2 hours of this"])
def test_no_number_of_a_story_is_one_of_hints(story: str) -> None:
    [request] = asked(f"{story}, give me a small push").requests
    assert (request.act, request.count) == (Act.HINT, 1)


@cases("words, language")
def test_a_house_that_was_spoken_of_is_filled(words: str, language: str) -> None:
    [request] = asked(words, language, Situation.FIRST).requests
    assert (request.act, str(request.house)) == (Act.PART, "column 5")


@cases("words, language")
def test_no_house_is_filled_that_is_only_spoken_of(words: str, language: str) -> None:
    assert Act.PART not in acts(asked(words, language, Situation.HINTED))


def test_no_new_puzzle_is_heard_in_a_complaint() -> None:
    words = "Ma no, non così: perché dirmi subito il 7?"
    assert Act.NEW not in acts(asked(words, "it"))


def test_an_easy_one_beside_it_is_new() -> None:
    said = asked("Annule la correction. Et fais-en une facile pour mon frère.", "fr")
    assert acts(said) == [Act.UNDO, Act.NEW]


@cases("words, language")
def test_what_is_less_than_the_end_asks_for_no_end(words: str, language: str) -> None:
    said = asked(words, language, Situation.FIRST)
    assert said.narrow
    assert not {Act.SOLUTION, Act.STEPS, Act.ALL} & {*acts(said)}


@cases("words")
def test_the_end_is_asked_for_beside_a_digit_or_a_number(words: str) -> None:
    said = asked(words, at=Situation.FIRST)
    assert not said.narrow
    assert {Act.SOLUTION, Act.ALL} & {*acts(said)}


@cases("words, language, exact")
def test_a_cell_is_told_where_a_cell_is_asked_for(
    words: str, language: str, exact: bool
) -> None:
    [request] = asked(words, language).requests
    assert (request.act, request.exact) == (Act.WHERE, exact)


@cases("words, language, kind")
def test_the_kind_of_house_that_is_asked_for_is_told(
    words: str, language: str, kind: str
) -> None:
    [request] = asked(words, language).requests
    assert (request.act, request.kind, request.exact) == (Act.WHERE, kind, False)


@cases("words, language, act")
def test_who_changes_their_mind_wants_what_they_say_last(
    words: str, language: str, act: Act
) -> None:
    assert acts(asked(words, language)) == [act]


@cases("words, language, wanted")
def test_a_denial_or_a_place_before_is_no_change_of_mind(
    words: str, language: str, wanted: list[Act]
) -> None:
    assert acts(asked(words, language)) == wanted


@cases("words, act")
def test_of_a_hint_and_a_part_of_a_house_one_is_meant(words: str, act: Act) -> None:
    [request] = asked(words, at=Situation.FIRST).requests
    assert (request.act, str(request.house)) == (act, "box 7")


@cases("words, language, wanted")
def test_of_two_puzzles_each_is_asked_for_itself(
    words: str, language: str, wanted: list[tuple[Act, int, int]]
) -> None:
    said = read_requests(parse(words, language), Standing(Situation.FIRST, NINE, 2))
    assert [(r.act, r.puzzle, r.count) for r in said.requests] == [*map(tuple, wanted)]
    assert said.limits == frozenset()


@cases("words, language")
def test_what_is_forbidden_of_no_puzzle_is_forbidden_of_each(
    words: str, language: str
) -> None:
    said = read_requests(parse(words, language), Standing(Situation.FIRST, NINE, 2))
    assert {r.act for r in said.requests} <= {Act.WHERE, Act.TECHNIQUE}, said.requests
    assert said.requests
    assert said.limits & {Limit.NO_DIGIT, Limit.NO_SOLUTION}


@cases("words, language")
def test_a_place_behind_a_comma_is_that_of_the_hint(words: str, language: str) -> None:
    [request] = asked(words, language, Situation.FIRST).requests
    assert (request.act, str(request.house)) == (Act.HINT, "column 9")


def test_reasons_step_by_step_are_those_of_the_hint() -> None:
    said = asked("Where did that 6 come from? Explain it to me step by step.")
    assert acts(said) == [Act.WHY]


@cases("words, language")
def test_no_word_for_a_step_or_a_meal_is_one_for_a_new_puzzle(
    words: str, language: str
) -> None:
    assert Act.NEW not in acts(asked(words, language, Situation.SOLVED))
    [sentence] = parse(words, language).sentences
    assert not {"harder", "new"} & sentence.concepts


@cases("words, language, told")
def test_a_digit_is_told_whatever_story_stands_around_it(
    words: str, language: str, told: Act | None
) -> None:
    found = told_digit(parse(words, language), Standing(Situation.HINTED, NINE))
    assert (found and found.act) == told
    assert not found or (found.cell, found.digit) == (11, 4)


def test_what_is_forbidden_of_a_place_is_not_of_a_digit_that_is_asked_for() -> None:
    said = asked(
        "One number from row 3, please. And where to look then, no digit there."
    )
    assert acts(said) == [Act.HINT, Act.WHERE]
    assert Limit.NO_DIGIT not in said.limits


def test_where_the_errors_are_asks_for_no_next_step() -> None:
    words = "Which of my numbers are wrong? Just show me where they stand."
    assert acts(asked(words)) == [Act.CHECK]


def test_one_of_the_errors_is_no_hint() -> None:
    said = asked("One error is in there. Name me one, I find the rest.")
    assert acts(said) == [Act.FIRST_MISTAKE]


@cases("words")
def test_one_number_of_a_house_that_is_spoken_of_is_a_hint(words: str) -> None:
    found = asked(words, at=Situation.FIRST).requests
    assert (found[0].act, found[0].house is not None) == (Act.HINT, True)


def test_who_tells_a_digit_and_asks_for_the_next_goes_on() -> None:
    assert asked("I put a 9 in r4c2, next please").goes_on
    assert not asked("I put a 9 in r4c2 next to the 4. Is it right?").goes_on


@cases("words, language")
def test_who_asks_for_nothing_behind_a_digit_does_not_go_on(
    words: str, language: str
) -> None:
    assert not asked(words, language).goes_on


def test_a_technique_that_is_only_told_of_is_not_asked_for() -> None:
    said = asked("Pairs are exhausted, and X-wings too. Is there a swordfish?")
    assert [(r.act, r.technique) for r in said.requests] == [
        (Act.TECHNIQUE, Technique.SWORDFISH)
    ]
    said = asked("X-wings I have done. In which cells of column 2 can the 8 still go?")
    assert acts(said) == [Act.PLACES]
    assert acts(asked("An X-wing, is there one? And a hint, please.")) == [
        *(Act.TECHNIQUE, Act.HINT)
    ]


def test_one_digit_is_asked_for_beside_the_level() -> None:
    words = "Could I have one number, only one, to get going? And is it a hard one?"
    assert acts(asked(words, at=Situation.FIRST)) == [Act.HINT, Act.RATING]


def test_a_number_of_next_digits_needs_no_word_of_asking() -> None:
    words = "The next five digits with their cells."
    [request] = asked(words, at=Situation.FIRST).requests
    assert (request.act, request.count) == (Act.HINT, 5)


@cases("words, impossible, left")
def test_what_is_impossible_now_is_not_meant_beside_others(
    words: str, impossible: Act, left: Act
) -> None:
    standing = Standing(Situation.HINTED, NINE, impossible=frozenset({impossible}))
    assert acts(read_requests(parse(words, "en"), standing)) == [left]
    assert impossible in acts(asked(words))


def test_a_misprint_that_is_told_with_a_wish_beside_it_is_corrected() -> None:
    words = "På rad 5 kolumn 3 står 7 i tidningen, inte 8. Var ska jag titta nu?"
    said, standing = parse(words, "sv"), Standing(Situation.HINTED, NINE)
    assert told_digit(said, standing) is None, "which of the two is printed"
    told = told_digit(said, standing, {38: 7})
    assert told == Told(Act.CORRECT, 38, 7)


@cases("words, language")
def test_who_gives_up_and_says_show_me_wants_the_end(words: str, language: str) -> None:
    assert acts(asked(words, language)) == [Act.SOLUTION]


@cases("words, language, first, second")
def test_two_wishes_are_two_requests(
    words: str, language: str, first: str, second: str
) -> None:
    found = [r.act.value for r in asked(words, language, Situation.HINTED).requests]
    assert found == [first, second]


@cases("words, language, count")
def test_a_number_that_is_wanted_counts_steps(
    words: str, language: str, count: int
) -> None:
    [request] = asked(words, language, Situation.HINTED).requests
    assert (request.act, request.count) == (Act.HINT, count)


@cases("words, language")
def test_what_is_wanted_may_be_told_in_pieces(words: str, language: str) -> None:
    [request] = asked(words, language, Situation.HINTED).requests
    assert (request.act, request.digit) == (Act.PLACES, 4)
    assert str(request.house) == "row 3"


@cases("words, language")
def test_a_digit_of_a_cell_is_judged_by_yes_or_no(words: str, language: str) -> None:
    [request] = asked(words, language, Situation.HINTED).requests
    assert (request.act, request.cells, request.digit) == (Act.VERDICT, (1,), 6)


def test_a_hint_in_a_corner_is_one_of_its_box() -> None:
    words = "You may give me one, but only in the top right hand corner please."
    [request] = asked(words).requests
    assert (request.act, str(request.house)) == (Act.HINT, "box 3")


@pytest.mark.parametrize(
    ("words", "act", "house"),
    [
        ("Just one number in the middle square please.", Act.HINT, "box 5"),
        ("Please fill in the bottom right square, all of it.", Act.PART, "box 9"),
    ],
)
def test_digits_of_a_square_in_a_corner_or_the_middle_are_those_of_its_box(
    words: str, act: Act, house: str
) -> None:
    [request] = asked(words).requests
    assert (request.act, str(request.house)) == (act, house)


def test_a_digit_in_a_corner_asks_for_none_of_its_box() -> None:
    words = "In the top left corner I have a 5. Give me one number please."
    [house] = {r.house for r in asked(words).requests if r.act is Act.HINT}
    assert house is None


def test_a_hint_for_a_cell_of_a_corner_is_none_of_its_box() -> None:
    [request] = asked("A hint for r1c9, please").requests
    assert request.house is None


def test_a_digit_with_an_article_counts_nothing() -> None:
    said = parse("Zabierz tę czwórkę jednak", "pl")
    assert count_of(said.sentences[0]) == 1


def test_what_is_forbidden_of_one_puzzle_may_be_told_of_another() -> None:
    said = parse(
        "il primo: un numero, grazie. il secondo: no numeri!!\n"
        "solo in che zona guardare",
        "it",
    )
    found = read_requests(said, Standing(Situation.FIRST, NINE, 2))
    assert [(r.act, r.puzzle) for r in found.requests] == [
        (Act.HINT, 0),
        (Act.WHERE, 1),
    ]
    assert Limit.NO_DIGIT not in found.limits


@cases("words, language")
def test_what_a_part_forbids_that_names_a_puzzle_is_of_that_alone(
    words: str, language: str
) -> None:
    said = read_requests(parse(words, language), Standing(Situation.FIRST, NINE, 2))
    found = [(r.act, r.puzzle) for r in said.requests]
    assert found == [(Act.HINT, 0), (Act.WHERE, 1)]


def test_a_sentence_of_many_parts_is_read_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Each way to split it would cost a reading of both halves."""
    heard: list[str] = []

    def counted(sentence: Sentence, *given: Any) -> Heard:
        heard.append(sentence.text)
        return hear(sentence, *given)

    monkeypatch.setattr(asking, "hear", counted)
    asked("please tell me where, " * 60)
    assert len(heard) == 1


@cases("words, language")
def test_a_story_beside_a_wish_tells_no_digit(words: str, language: str) -> None:
    told = {Act.CELL, Act.PART, Act.HINT}
    assert not told & set(acts(asked(words, language, Situation.FIRST)))


def test_a_digit_in_a_corner_is_judged_in_its_cell() -> None:
    said = asked("Klopt het dat rechtsboven een 5 moet?", "nl", Situation.FIRST)
    assert [(r.act, r.cells, r.digit) for r in said.requests] == [
        (Act.VERDICT, (8,), 5)
    ]


def test_how_many_cells_there_are_is_no_digit() -> None:
    said = asked("Where does the 7 go in box 5? There's only two spots it can be.")
    assert [(r.act, r.digit) for r in said.requests] == [(Act.PLACES, 7)]


def test_thanks_with_a_wish_for_another_are_no_plain_thanks() -> None:
    assert asked("Splendid, thank you. Hers too then please.").maybe
    two = Standing(Situation.HINTED, NINE, 2)
    words = "Danke! Beim zweiten jetzt auch die Zahl."
    assert read_requests(parse(words, "de"), two).maybe


@cases("words, language")
def test_who_praises_a_hint_asks_for_none(words: str, language: str) -> None:
    two = Standing(Situation.HINTED, NINE, 2)
    said = read_requests(parse(words, language), two)
    assert (said.requests, said.thanks) == ((), True)


def test_the_place_of_a_digit_that_is_asked_about_is_not_filled() -> None:
    words = "A ver, en el bloque 6, arriba a la derecha, el hueco. Yo pondría un 9."
    assert Act.PART not in acts(asked(f"{words} ¿Voy bien?", "es"))


def test_who_asks_again_for_more_is_heard_with_that() -> None:
    [hint] = asked("A hint. I mean two hints.", at=Situation.FIRST).requests
    assert (hint.act, hint.count) == (Act.HINT, 2)


@cases("words, language, wanted")
def test_below_a_solution_a_hint_is_hardly_asked_for(
    words: str, language: str, wanted: list[Act]
) -> None:
    assert acts(asked(words, language, Situation.SOLVED)) == wanted


@cases("words, language")
def test_a_number_of_easy_ones_counts_no_hints(words: str, language: str) -> None:
    [request] = asked(words, language).requests
    assert request.new
    assert (request.new.count, request.new.level) == (4, Level.EASY)


@cases("words, language")
def test_a_number_beside_a_complaint_counts_hints(words: str, language: str) -> None:
    [request] = asked(words, language).requests
    assert (request.act, request.count) == (Act.HINT, 4)


@cases("words, language")
def test_a_couple_of_anything_but_digits_counts_none(words: str, language: str) -> None:
    assert {count_of(sentence) for sentence in parse(words, language).sentences} == {1}


@cases("words, language")
def test_new_puzzles_come_without_solutions_where_nothing_may_be_told(
    words: str, language: str
) -> None:
    [request] = asked(words, language).requests
    assert request.new
    assert request.new.solutions is SolutionsAt.NONE


@cases("words, language")
def test_who_cannot_do_it_themselves_forbids_no_end(words: str, language: str) -> None:
    said = parse(words, language)
    standing = Standing(Situation.FIRST, NINE)
    assert not any(map(asking.may_forbid, asking.hear_all(said, standing)))
