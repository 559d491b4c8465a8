"""No two letters of ours are the same where we fail to understand somebody again."""

import pytest

from mailbot.language.folders import written
from mailbot.marker import State, find_markers, strip_quoting, write_marker
from mailbot.model import Content, Request, Want, Wish
from tests.cases import data_of
from tests.compose.cases import GRANDFATHER, answer_to, grid, solved
from tests.talk.threads import asking, doubtful, gmail, meant

[DISPUTED] = data_of(__file__, "disputed")

[UNRELATED] = data_of(__file__, "unrelated")
NONSENSE = UNRELATED["en"]

in_each_language = pytest.mark.parametrize("language", written())


def answered(reply: Content, words: str, language: str) -> Content:
    """The reply to an answer to a reply of ours."""
    conversation = meant(gmail(reply, words))
    assert conversation.wish.want in (Want.UNCLEAR, Want.DISPUTE)
    wish = conversation.wish
    assert wish.language == language
    return answer_to(conversation.findings.puzzles, wish=wish)


def text(reply: Content) -> str:
    """What a reply says, without the line that carries the puzzle."""
    return reply.text.partition("Puzzle:")[0]


@in_each_language
@pytest.mark.parametrize("opened", ["hint", "asked", "solved"])
def test_the_third_letter_says_how_else_to_go_on(language: str, opened: str) -> None:
    first = {
        "hint": answer_to([solved()], want=Want.HINT, language=language),
        "asked": asking(language, 8),
        "solved": answer_to([solved()], language=language),
    }[opened]
    words = DISPUTED[language] if opened == "solved" else UNRELATED[language]
    second = answered(first, words, language)
    third = answered(second, words, language)
    assert len({text(first), text(second), text(third)}) == 3
    asked_for = "1.2..3..."  # the row in question, where a digit may be misread
    assert (asked_for in text(third)) == (opened != "hint")
    short = len(text(third).splitlines()) < 25
    assert short or len(text(third)) < len(text(second))


@in_each_language
def test_of_ten_unclear_letters_no_two_get_the_same_words(language: str) -> None:
    wishes = (
        Wish((Request(Want.UNCLEAR),), again=again, language=language)
        for again in range(10)
    )
    texts = [text(answer_to([solved()], wish=wish)) for wish in wishes]
    assert len(set(texts)) == 10
    assert max(len(one.splitlines()) for one in texts) < 25


def test_a_letter_that_is_understood_ends_the_count() -> None:
    third = answered(answered(asking("en", 8), NONSENSE, "en"), NONSENSE, "en")
    [marker] = find_markers(strip_quoting(third.text))
    assert marker.state.again == 2
    settled = meant(gmail(third, "It is an 8")).wish
    assert settled.want is Want.CONFIRM
    [marker] = find_markers(answer_to([solved()], wish=settled).text)
    assert marker.state.again == 0


def test_the_row_is_understood_that_the_third_letter_asks_for() -> None:
    misread = doubtful("1" + GRANDFATHER[1:])
    third = answered(answered(misread, NONSENSE, "en"), NONSENSE, "en")
    typed = meant(gmail(third, f"row 1: {GRANDFATHER[:9]}"))
    assert typed.findings.puzzles[0].grid == grid()


@pytest.mark.parametrize("again", [0, 1, 9, 40])
def test_the_count_of_letters_without_progress_survives_its_line(again: int) -> None:
    line = write_marker(State(grid(), gentle=True, again=again))
    [marker] = find_markers(strip_quoting(f"> {line}"))
    assert (marker.state.again, marker.state.gentle) == (min(again, 9), True)
    assert not marker.edited
