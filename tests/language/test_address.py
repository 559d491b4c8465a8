"""Familiar and polite forms of address: who gets which."""

from mailbot.language.catalogue import form_of_address, language_of
from tests.cases import cases_of

cases = cases_of(__file__)


@cases("code, text, familiar")
def test_formality_is_in_words(code: str, text: str, familiar: bool | None) -> None:
    assert form_of_address(text, code) is familiar


@cases("code, said, familiar")
def test_a_reply_speaks_as_the_person_does_else_as_strangers_do(
    code: str, familiar: bool | None, said: str
) -> None:
    sentence = language_of(code, familiar).gettext(
        "Your puzzle has exactly one solution."
    )
    assert sentence.startswith(said)
