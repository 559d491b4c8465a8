"""Authentication-Results headers, parsed by their grammar."""

import re
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.mail.message.results import MethodResult, read_results
from tests.cases import cases_of
from tests.examples import examples

cases = cases_of(__file__)


def only(value: str) -> MethodResult:
    (result,) = read_results(f"mail.lab.test; {value}").results
    return result


@cases("head")
def test_the_id_of_the_server_stands_first(head: str) -> None:
    found = read_results(f"{head}; dmarc=pass")
    assert (found.server, found.sound) == ("mail.lab.test", True)


@cases("value")
def test_a_header_that_breaks_the_grammar_is_not_sound(value: str) -> None:
    assert not read_results(value).sound


def test_a_header_without_an_id_has_its_results_all_the_same() -> None:
    found = read_results("spf=pass (sender IP is 192.0.2.1) smtp.mailfrom=a.test; x=y")
    assert found.server == ""
    assert [r.method for r in found.results] == ["spf", "x"]


@cases("field, properties")
def test_values_are_tokens(field: str, properties: tuple[tuple[str, str], ...]) -> None:
    assert only(field) == MethodResult("dkim", "pass", properties)


@cases("field")
def test_a_result_that_breaks_the_grammar_is_not_sound(field: str) -> None:
    assert not only(field).sound


def test_no_result_and_empty_fields_are_none() -> None:
    assert read_results("mail.lab.test; none").results == ()
    assert read_results("mail.lab.test;; ;").results == ()
    assert read_results("mail.lab.test").results == ()
    assert read_results("").results == ()


@cases("value, domain")
def test_a_domain_is_read_out_of_a_value(value: str, domain: str) -> None:
    assert only(f"spf=pass smtp.mailfrom={value}").domains("smtp.mailfrom") == (domain,)


PIECES = [*'aBü1.@=;/"\\() \t<>\x00', "a.", "lab.Test"]


@examples(100)
@given(st.lists(st.sampled_from(PIECES), max_size=8).map("".join))
def test_any_value_gives_a_domain_in_its_one_spelling_or_none(value: str) -> None:
    for result in read_results(f"mail.lab.test; dkim=pass header.d={value}").results:
        for domain in result.domains("header.d"):
            assert not domain or re.fullmatch(r"[a-z0-9-]+(\.[a-z0-9-]+)*", domain)


@pytest.mark.parametrize(
    "pump", ['"', "(", "()", ";", "=", "a=b ", "a.", '\\"', "( ", ")"]
)
def test_a_long_header_takes_no_longer_for_what_it_is_made_of(pump: str) -> None:
    """With time growing as the square, this would take a hundred times as long.

    A busy machine may slow one of them down more than the other, but not each time.
    """
    assert any(seconds(pump) < 10 * seconds("spf=pass;") for _ in range(10))


def seconds(pump: str) -> float:
    header = "mail.lab.test; " + pump * (16_384 // len(pump))
    took = []
    for _ in range(3):  # the least, as others use the machine, too
        begun = process_time()
        read_results(header)
        took.append(process_time() - begun)
    return min(took)
