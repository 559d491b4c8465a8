"""The one spelling of a domain, and the organisation behind it."""

from mailbot.mail.message.domains import (
    is_internal_host,
    is_reachable,
    normal_domain,
    organisation,
    signed_domain,
)
from tests.cases import cases_of

cases = cases_of(__file__)


@cases("written, normal")
def test_a_domain_has_one_spelling(written: str, normal: str) -> None:
    assert normal_domain(written) == normal


def test_a_verified_domain_is_not_mapped_from_look_alikes() -> None:
    assert signed_domain("Home.Test.") == "home.test"
    assert signed_domain("b\u00fccher.test") == "xn--bcher-kva.test"
    assert signed_domain("\uff48ome.test") == ""
    assert signed_domain("\u212aate.test") == ""
    assert signed_domain("[192.0.2.1]") == ""


@cases("domain, owner")
def test_an_organisation_is_what_somebody_registered(domain: str, owner: str) -> None:
    assert organisation(domain) == owner


@cases("domain")
def test_what_the_internet_cannot_deliver_is_not_reachable(domain: str) -> None:
    assert not is_reachable(domain)


def test_names_for_trials_are_reachable() -> None:
    assert is_reachable("lab.test")
    assert is_reachable("example.org")


def test_hosts_of_a_private_network_are_known() -> None:
    inside = ("localhost", "mx1.phl.internal", "10.1.2.3", "[IPv6:::1]", "2002:a05::1")
    assert all(map(is_internal_host, inside))
    assert not any(map(is_internal_host, ("mx.home.test", "8.8.8.8", "2a00:1450::1")))
