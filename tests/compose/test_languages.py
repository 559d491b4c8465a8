"""Every sentence in eight languages: none missing, none left over, none broken."""

import re
from collections import Counter
from gettext import GNUTranslations
from io import BytesIO

import pytest
from babel.lists import format_list
from babel.messages.catalog import Message
from babel.messages.mofile import write_mo
from babel.numbers import format_decimal

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
def test_the_catalogue_holds_the_sentences_of_the_code(language: str) -> None:
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
def test_a_translation_keeps_cell_names_and_the_end(language: str) -> None:
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


@pytest.mark.parametrize("language", written())
def test_numbers_and_lists_are_written_as_in_the_language(language: str) -> None:
    """As Babel writes them by the rules of the CLDR."""
    ours = language_of(language)
    for value in (0, 0.005, 0.414, 3.1, 99.999, 1000, 1234.5, 12345.678, 301478):
        for digits in range(4):
            pattern = "#,##0." + "#" * digits if digits else "#,##0"
            wanted = format_decimal(round(value, digits), pattern, locale=language)
            assert ours.number(value, digits) == wanted
    for number in range(5):
        words = ["r1c1", "r2c2", "r3c3", "r4c4"][:number]
        assert ours.listed(words) == format_list(words, locale=language)
        assert ours.listed_any(words) == format_list(words, "or", locale=language)


@pytest.mark.parametrize("language", TRANSLATED)
def test_a_catalogue_is_read_as_the_tools_of_gettext_read_it(language: str) -> None:
    compiled = BytesIO()
    write_mo(compiled, read_catalogue(language))
    compiled.seek(0)
    wanted, ours = GNUTranslations(compiled), language_of(language)
    for message in filter(lambda message: message.id, read_catalogue(language)):
        one, *many = _forms(message, "id")
        if not many:  # Python 3.11.2 finds no plural message by its singular
            assert ours.forms[one][0] == wanted.gettext(one)
        for number in (*range(30), 101, 102, 111, 112, 122) if many else ():
            form = wanted.ngettext(one, many[0], number)
            assert ours.forms[one][ours.plural(number)] == form
    assert ours.ngettext("a sentence", "sentences", 2) == "sentences"


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
