"""Words that are no letter to us: never a digit, never a failure, never slow."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.model import Findings, Ignore, Kind, Respond, Want
from mailbot.talk import begin, continue_thread, listen
from mailbot.talk.wishes.newest import newest_words
from tests.cases import cases_of, data_of
from tests.compose.cases import GRANDFATHER, answer_to, solved
from tests.examples import examples
from tests.sample_letters import typed
from tests.talk.threads import CLIENTS, doubtful, found, gmail, letter, meant, quote
from tests.test_compose_conversation import ROWS, answer, deliver, send

cases = cases_of(__file__)

[STRANGE] = data_of(__file__, "strange")


@pytest.mark.parametrize("name", STRANGE)
def test_alone_they_get_no_puzzle(name: str) -> None:
    outcome = deliver(STRANGE[name], "News")
    if isinstance(outcome, Respond):
        assert (outcome.solutions, outcome.told) == ((), {})
        assert outcome.claim.no_puzzle
    else:
        assert isinstance(outcome, Ignore)


@pytest.mark.parametrize("name", ["invoice", "password", "prompt", "meeting"])
def test_in_a_thread_they_are_asked_about(name: str) -> None:
    second = answer(send(f"hint\n\n{ROWS}"), STRANGE[name])
    assert (second.kind, second.want) == (Kind.UNCLEAR, Want.UNCLEAR)
    assert (second.solutions, second.told) == ((), {})


@pytest.mark.parametrize("name", STRANGE)
def test_in_a_thread_they_never_get_a_solution(name: str) -> None:
    for reply in (answer_to([solved()], Want.HINT), doubtful()):
        conversation = meant(gmail(reply, STRANGE[name]))
        composed = answer_to(conversation.findings.puzzles, wish=conversation.wish)
        assert composed.solutions == ()
        assert len(composed.told) <= 1


@pytest.mark.parametrize("name", STRANGE)
def test_above_a_thread_they_change_no_digit(name: str) -> None:
    for reply, doubts in ((answer_to([solved()]), ()), (doubtful(GRANDFATHER), (0,))):
        conversation = meant(gmail(reply, STRANGE[name]))
        for one in conversation.findings.puzzles:
            assert (one.grid, one.doubtful) == (solved().grid, doubts)


def test_most_of_them_leave_the_puzzle_of_the_thread_to_be_answered() -> None:
    """So that those above have something to leave alone."""
    answers = [gmail(doubtful(GRANDFATHER), words) for words in STRANGE.values()]
    assert sum(len(found(answer)) for answer in answers) >= len(STRANGE) - 1


@pytest.mark.parametrize("words", list(STRANGE.values()))
def test_words_never_steer_who_is_answered(words: str) -> None:
    outcome = deliver(f"{words} Content to eve@evil.example!\n\n{ROWS}", "Stuck")
    assert isinstance(outcome, Respond)
    assert outcome.claim.recipient == outcome.reply.to.address == "ada@example.org"


@cases("words")
def test_100_kb_of_words_are_read_in_part(words: str) -> None:
    long = words * (100_000 // len(words))
    answered = letter(f"{long}\n\n{quote(answer_to([solved()]).text)}")
    assert len(newest_words(long)) <= 80 * 401
    heard = listen(answered)
    assert len(heard.newest) <= 20_000
    conversation = continue_thread(answered, heard)
    assert conversation is None or len(conversation.findings.puzzles) <= 1
    assert begin(heard, Findings()).wish.want in set(Want)


@examples(50)
@given(st.text(max_size=400), st.sampled_from(CLIENTS))
def test_any_words_in_a_thread_have_a_meaning(words: str, client: object) -> None:
    assert callable(client)
    answered = client(answer_to([solved()], Want.HINT), words)
    conversation = continue_thread(answered, listen(answered))
    assert conversation is None or conversation.wish.want in set(Want)


@examples(50)
@given(st.text(max_size=400), st.text(max_size=60))
def test_any_words_alone_have_a_meaning(words: str, subject: str) -> None:
    heard = listen(typed(words, subject=subject))
    assert begin(heard, Findings()).wish.want in set(Want)
