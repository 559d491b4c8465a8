"""Words that say that the solution is not wanted."""

from mailbot.model import Want
from mailbot.talk.wishes.denial import denies_the_whole, goes_on, said_and_denied
from mailbot.talk.wishes.situation import Situation
from mailbot.talk.wishes.wish import want_of
from mailbot.talk.wishes.words import Words
from tests.cases import cases_of

cases = cases_of(__file__)


@cases("language, words")
def test_the_solution_is_denied(language: str, words: str) -> None:
    assert said_and_denied(words, language, Want.SOLUTION) == (False, True)


@cases("language, words")
def test_the_solution_is_not_denied(language: str, words: str) -> None:
    assert not said_and_denied(words, language, Want.SOLUTION)[1]


@cases("language, words")
def test_going_on_alone_is_no_wish_for_the_solution(language: str, words: str) -> None:
    assert said_and_denied(words, language, Want.SOLUTION) == (False, True)


@cases("language, words")
def test_being_unable_to_go_on_alone_may_be_a_wish_for_the_solution(
    language: str, words: str
) -> None:
    assert not said_and_denied(words, language, Want.SOLUTION)[1]


def test_thanks_behind_a_word_is_a_please() -> None:
    for words in ("Lösningen tack.", "Ett tips, tack"):
        want = Want.SOLUTION if "Lös" in words else Want.HINT
        assert said_and_denied(words, "sv", want, past=True) == (True, False)


def test_a_word_of_another_language_is_no_word_for_the_solution() -> None:
    assert not said_and_denied("het laat mij niet los", "nl", Want.SOLUTION)[1]


@cases("language, words")
def test_the_whole_is_denied(language: str, words: str) -> None:
    assert denies_the_whole(words, language)


@cases("language, words")
def test_the_whole_is_not_denied(language: str, words: str) -> None:
    assert not denies_the_whole(words, language)


@cases("language, words")
def test_who_cannot_stop_is_not_silenced(language: str, words: str) -> None:
    assert goes_on(words, language)
    said = Words("", words, words, None, language, is_reply=True)
    for situation in (Situation.HINTED, Situation.SOLVED, Situation.BARE):
        assert want_of(said, situation)[0] is not Want.STOP, situation


@cases("language, words")
def test_who_asks_for_an_end_does_not_go_on(language: str, words: str) -> None:
    assert not goes_on(words, language)
