"""Addresses in headers, and the one spelling of a person."""

import pytest

from mailbot.mail.message.addresses import (
    address_tag,
    is_listed,
    normal_address,
    plain_address,
    read_addresses,
    same_mailbox,
)
from mailbot.model import Address
from tests.cases import cases_of

cases = cases_of(__file__)


def addresses(value: str) -> list[str]:
    return [found.address for found in read_addresses(value)]


@cases("written, plain")
def test_one_mailbox_has_one_plain_address(written: str, plain: str) -> None:
    assert plain_address(written) == plain
    assert plain_address(plain) == plain


def test_the_tag_of_an_address_is_the_part_after_the_plus() -> None:
    assert address_tag("bot+Next@lab.test") == "next"
    assert address_tag("bot@lab.test") == ""


@cases("header, found")
def test_addresses_are_read_as_normal(header: str, found: list[str]) -> None:
    assert addresses(header) == found


def test_what_is_no_address_has_no_normal_form() -> None:
    for text in (
        "",
        "ann",
        "@home.test",
        "ann@",
        "a b@home.test",
        "a" * 250 + "@b.org",
    ):
        assert normal_address(text) == ""


def test_a_mailbox_is_the_same_up_to_case_tag_and_the_dots_of_gmail() -> None:
    def same(one: str, other: str) -> bool:
        return same_mailbox(Address("", one), Address("", other))

    assert same("ann@home.test", "Ann+puzzles@home.test")
    assert same("a.nn@gmail.com", "ann@googlemail.com")
    assert not same("ann@home.test", "a.nn@home.test")
    assert not same("ann@home.test", "ann@mx.home.test")
    assert not same("\uff41nn@home.test", "ann@home.test")
    assert same("\u00e5sa@home.test", "\u00e5sa@home.test")


def test_lists_name_people_and_domains_in_any_spelling() -> None:
    ann = Address("", "ann@xn--bcher-kva.test")
    for entry in (
        "ANN+x@b\u00fccher.test",
        "@B\u00fccher.test.",
        " @xn--bcher-kva.test",
    ):
        assert is_listed(ann, (entry,))
    assert not is_listed(ann, ("@test", "bob@b\u00fccher.test", "@", ""))
    assert is_listed(Address("", "a.nn@googlemail.com"), ("ann@gmail.com",))
    for domain in ("gmail.com", "googlemail.com"):
        assert is_listed(Address("", f"a.nn@{domain}"), ("@gmail.com",))
        assert is_listed(Address("", f"a.nn@{domain}"), ("@GoogleMail.com",))


@pytest.mark.parametrize(
    "pump", ['"', "(", '\\"', "<", "=?a?q?", "a@", '("', "a.", " "]
)
def test_a_long_header_takes_no_longer_for_what_it_is_made_of(pump: str) -> None:
    """256 kB; with time growing as the square, this would take minutes."""
    assert not addresses(pump * (262_144 // len(pump)))
