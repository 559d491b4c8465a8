"""The wish by what was said and where: the least revealing of two is done."""

from random import Random

import pytest

from mailbot.model import Want
from mailbot.talk.cells.asserted import Asserted
from mailbot.talk.places.place import Place
from mailbot.talk.wishes import chances as chances_in_situations
from mailbot.talk.wishes.classifier import NONE
from mailbot.talk.wishes.situation import PRIORS, Situation
from mailbot.talk.wishes.wish import Gist, about, want_of
from mailbot.talk.wishes.words import Words
from solver import Shape
from tests.cases import cases_of
from tests.sample_letters import ROWS, typed
from tests.talk.wishes.test_wish import wished
from tests.workshop.words.book import read_books

cases = cases_of(__file__)

GRID = "\n\n" + "\n".join(ROWS)
NINE = Shape(3, 3)
REVEALING = {Want.SOLUTION, Want.STEPS, Want.ALL}


def spoken(text: str, language: str = "en", command: Want | None = None) -> Words:
    return Words("", text, text, command, language, is_reply=True)


@cases("words")
def test_where_two_wishes_are_likely_the_solution_is_not_sent(words: str) -> None:
    for situation in (Situation.HINTED, Situation.SOLVED, Situation.ASKED):
        assert want_of(spoken(words), situation)[0] not in REVEALING, situation


@cases("words, language")
def test_who_reports_the_end_does_not_ask_for_it(words: str, language: str) -> None:
    assert want_of(spoken(words, language), Situation.HINTED)[0] not in REVEALING


@cases("words, language, want")
def test_news_of_the_day_in_a_thread_is_not_answered(
    words: str, language: str, want: Want
) -> None:
    assert want_of(spoken(words, language), Situation.HINTED)[0] is want


@pytest.mark.parametrize(("likely", "want"), [(0.5, Want.NEW), (0.3, Want.UNCLEAR)])
def test_without_a_puzzle_a_wish_is_surer(
    likely: float, want: Want, monkeypatch: pytest.MonkeyPatch
) -> None:
    new = PRIORS[Situation.BARE]["new"]
    others = dict.fromkeys(("steps", "rating", "why", "all"), (1 - likely) / 3)
    chances = dict.fromkeys((*map(str, Want), NONE), 0.0) | others
    chances["new"] = likely / new
    monkeypatch.setattr(chances_in_situations, "coarse_chances", lambda *_: chances)
    assert want_of(spoken("is there any new one?"), Situation.BARE)[0] is want


def told(monkeypatch: pytest.MonkeyPatch, **wants: str) -> None:
    """Let the word model be certain of these wants of texts, and of none of others."""
    none = dict.fromkeys((*map(str, Want), NONE), 0.0)

    def chances(text: str, _: str) -> dict[str, float]:
        return none | {wants.get(text.strip(" .").split(" ")[-1].lower(), NONE): 1.0}

    monkeypatch.setattr(chances_in_situations, "coarse_chances", chances)


@cases("subject, text, language, want")
def test_the_subject_counts_where_the_words_ask_for_nothing(
    subject: str,
    text: str,
    language: str,
    want: Want,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    told(monkeypatch, svp="hint", solve="hint", it="check")
    words = Words(subject, text, text, None, language)
    assert want_of(words, Situation.FIRST)[0] is want


@cases("beside, want")
def test_above_a_puzzle_neither_thanks_nor_a_wish_to_stop_count(
    beside: str, want: Want, monkeypatch: pytest.MonkeyPatch
) -> None:
    chances = dict.fromkeys((*map(str, Want), NONE), 0.0)
    chances |= {beside: 0.85, "check": 0.1, "solution": 0.05}
    monkeypatch.setattr(chances_in_situations, "coarse_chances", lambda *_: chances)
    assert want_of(spoken("none of it fits"), Situation.FIRST)[0] is want


def test_a_question_about_one_cell_is_not_answered_with_the_whole(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chances = dict.fromkeys((*map(str, Want), NONE), 0.0) | {NONE: 1.0}
    monkeypatch.setattr(chances_in_situations, "coarse_chances", lambda *_: chances)
    one, other = Place(row=1, column=3), Place(row=2, column=3)
    for words, named, want in (
        ("A 4 can't go there. So?", (one,), Want.CELL),
        ("A 4 can't go there. So?", (one, one), Want.CELL),
        ("A 4 can't go there. So?", (one, other), Want.SOLUTION),
        ("A 4 can't go there. So?", (Place(row=1),), Want.SOLUTION),
        ("A 4 can't go there.", (one,), Want.SOLUTION),
    ):
        said = Asserted(named=named)
        assert want_of(spoken(words), Situation.FIRST, said)[0] is want, (words, named)


@cases("words, language")
def test_who_wants_all_of_it_and_then_no_more_is_not_silenced(
    words: str, language: str
) -> None:
    assert want_of(spoken(words, language), Situation.HINTED)[0] is not Want.STOP


@cases("beside, want")
def test_nobody_is_silenced_who_may_want_something_as_well(
    beside: float, want: Want, monkeypatch: pytest.MonkeyPatch
) -> None:
    chances = dict.fromkeys((*map(str, Want), NONE), 0.0)
    chances |= {"stop": 1 - beside, "solution": beside}
    monkeypatch.setattr(chances_in_situations, "coarse_chances", lambda *_: chances)
    assert want_of(spoken("no more letters"), Situation.HINTED)[0] is want


@pytest.mark.parametrize("words", ["Where did I go wrong?", "just a hint please"])
def test_without_a_puzzle_what_is_said_of_one_is_unclear(words: str) -> None:
    assert want_of(spoken(words), Situation.BARE)[0] is Want.UNCLEAR


def test_a_command_is_done_in_every_situation() -> None:
    for situation in Situation:
        words = spoken("next", command=Want.HINT)
        assert want_of(words, situation) == (Want.HINT, {"hint": 1.0})


def test_the_word_that_we_teach_for_steps_speaks_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    chances = {"new": 0.35, "steps": 0.55, "hint": 0.1}
    monkeypatch.setattr(chances_in_situations, "coarse_chances", lambda *_: chances)
    for words, want in (
        ("and the steps, if I may", Want.STEPS),
        ("and that as well, if I may", Want.UNCLEAR),
    ):
        assert want_of(spoken(words), Situation.SOLVED)[0] is want


@pytest.mark.parametrize("words", ["yes", "that's right", "ja"])
def test_a_yes_confirms_only_what_was_asked(words: str) -> None:
    assert want_of(spoken(words), Situation.ASKED)[0] is Want.CONFIRM
    for situation in (Situation.HINTED, Situation.SOLVED, Situation.FIRST):
        assert want_of(spoken(words), situation)[0] is not Want.CONFIRM


def test_a_digit_in_answer_to_our_question_is_an_answer() -> None:
    said = Asserted({0: 7})
    for words in ("it's a 7, thanks", "7", "well, I would say 7"):
        want, _ = want_of(spoken(words), Situation.ASKED, said)
        assert want in (Want.CONFIRM, Want.CORRECT), words


@pytest.mark.parametrize("words", ["How did you get there?", "talk me through it"])
def test_a_question_after_a_hint_is_about_the_hint(words: str) -> None:
    assert want_of(spoken(words), Situation.HINTED)[0] not in REVEALING


def test_all_the_steps_may_be_asked_for_after_a_hint() -> None:
    words = spoken("Please show me every step to the end")
    assert want_of(words, Situation.HINTED)[0] is Want.STEPS


def test_the_probabilities_are_of_the_wishes_that_are_possible() -> None:
    _, likely = want_of(spoken("why?"), Situation.FIRST)
    assert "why" not in likely
    assert sum(likely.values()) == pytest.approx(1.0)


@cases("want, named, expected, cells")
def test_a_wish_for_a_cell_or_a_part_is_about_what_is_named(
    want: Want, named: tuple[Place, ...], expected: Want, cells: tuple[int, ...]
) -> None:
    gist = about(Gist(want), Asserted(named=named), NINE)
    assert (gist.want, gist.cells) == (expected, cells)


@cases("words, cells")
def test_a_first_letter_may_ask_for_a_cell_or_a_part(
    words: str, cells: tuple[int, ...]
) -> None:
    [asked] = wished(typed(words + GRID)).requests
    assert asked.act in (Want.CELL, Want.PART)
    assert (asked.house.cells(NINE) if asked.house else asked.cells) == cells


def test_any_two_phrases_are_weighed_in_every_situation(long: bool, seed: int) -> None:
    chance = Random(seed)
    phrases = list(read_books())
    for _ in range(20_000 if long else 400):
        first, second, subject = chance.sample(phrases, 3)
        text = f"{first.text} {second.text}"
        words = Words(subject.text, text, text, None, first.language)
        for situation in Situation:
            want, likely = want_of(words, situation)
            assert isinstance(want, Want)
            assert sum(likely.values()) == pytest.approx(1)
