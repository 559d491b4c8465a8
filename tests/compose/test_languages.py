"""Every sentence in eight languages: none missing, none left over, none broken."""

import re
from collections import Counter

import pytest
from babel.messages.catalog import Message

from mailbot.language.catalogue import language_of
from mailbot.language.folders import written
from solver.logic.sentences import RULED_OUT
from tests.compose.cases import every_kind
from tests.compose.catalogue import TRANSLATED, read_catalogue, read_code

_FIELD = re.compile(r"%\(\w+\)s|\{\w+\}|%%")


def _forms(message: Message, attribute: str) -> tuple[str, ...]:
    value = getattr(message, attribute)
    return (value,) if isinstance(value, str) else tuple(value)


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_catalogue_holds_every_sentence_of_the_code_and_no_other(
    language: str,
) -> None:
    asked = {message.id for message in read_code() if message.id}
    catalogue = read_catalogue(language)
    given = {message.id for message in catalogue if message.id}
    assert given == asked
    assert not catalogue.obsolete


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_form_of_every_sentence_is_translated(language: str) -> None:
    catalogue = read_catalogue(language)
    for message in catalogue:
        if message.id:
            forms = _forms(message, "string")
            assert all(forms), message.id
            assert not message.fuzzy, message.id
            assert len(forms) == (catalogue.num_plurals if message.pluralizable else 1)


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_has_the_fields_of_its_sentence(language: str) -> None:
    for message in read_catalogue(language):
        if not message.id:
            continue
        asked = [set(_FIELD.findall(form)) for form in _forms(message, "id")]
        for number, form in enumerate(_forms(message, "string")):
            wanted = asked[-1] if number else asked[0]
            if message.id == RULED_OUT and "{cells}" in form:  # Polish denies by "and"
                wanted = wanted - {"{any_cell}"} | {"{cells}"}
            assert set(_FIELD.findall(form)) == wanted, message.id
            assert form.count("%") == len(_FIELD.findall(form)) - form.count("{"), form


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_translation_keeps_the_cell_names_and_ends_like_its_sentence(
    language: str,
) -> None:
    for message in filter(lambda message: message.id, read_catalogue(language)):
        asked = _forms(message, "id")[0]
        for form in _forms(message, "string"):
            assert ("r4c7=…" in asked) == ("r4c7=…" in form), asked
            assert form == form.strip(), asked
            if asked.endswith((".", ":", "?", "!")):
                assert form[-1] == asked[-1], asked


@pytest.mark.parametrize("language", written())
def test_every_kind_of_reply_can_be_written(language: str) -> None:
    english = every_kind("en")
    replies = every_kind(language)
    for name, composed in replies.items():
        reply = composed
        assert reply.language == language
        assert f'lang="{language}"' in reply.html
        assert "{" not in reply.text, name
        assert "%" not in reply.text, name
        if language != "en":
            assert reply.text != english[name].text


def test_an_unknown_language_is_answered_in_english() -> None:
    assert language_of("ja").code == "en"
    assert every_kind("tlh")["solved"].text == every_kind()["solved"].text


def test_numbers_and_lists_are_written_as_in_the_language() -> None:
    assert language_of("de").number(0.414, 2) == "0,41"
    assert language_of("en").number(0.414, 2) == "0.41"
    assert language_of("de").number(301478) == "301.478"
    assert language_of("fr").listed(["r1c1", "r2c2"]) == "r1c1 et r2c2"


def test_no_two_sentences_of_a_language_are_the_same_word_for_word() -> None:
    """Two English sentences with one translation are mostly a slip of copying."""
    for language in TRANSLATED:
        strings = Counter(
            form
            for message in read_catalogue(language)
            if message.id and len(message.id) > 30
            for form in set(_forms(message, "string"))
        )
        assert max(strings.values()) == 1, strings.most_common(1)
