"""The prefixes of subjects, as mail programs of many languages write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.language.subjects import (
    is_forward,
    strip_prefixes,
    strip_tags,
    thread_name,
)
from tests.cases import cases_of
from tests.examples import examples

cases = cases_of(__file__)


@given(st.lists(st.sampled_from(["re: ", "AW: ", "Fwd: ", "SV[3]: "]), max_size=5))
@examples(30)
def test_any_number_of_prefixes_leaves_the_thread_name(prefixes: list[str]) -> None:
    assert thread_name("".join(prefixes) + "Ett sudoku") == "ett sudoku"


@cases("subject")
def test_a_word_that_ends_like_a_prefix_is_none(subject: str) -> None:
    assert strip_prefixes(subject) == subject


@cases("subject")
def test_prefixes_of_other_languages_are_stripped(subject: str) -> None:
    assert strip_prefixes(subject) == "sudoku"


def test_only_the_outermost_prefix_tells_a_forward() -> None:
    assert is_forward("WG: Re: sudoku")
    assert not is_forward("Re: WG: sudoku")


@cases("subject")
def test_what_a_gateway_puts_before_a_subject_is_stripped(subject: str) -> None:
    assert strip_tags(subject) == "hint"


@pytest.mark.parametrize("subject", ["[hint]", "HINT: sudoku", "[#4711] hint", "hint"])
def test_a_command_or_a_number_in_brackets_stays(subject: str) -> None:
    assert strip_tags(subject) == subject
