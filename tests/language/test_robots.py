"""What automatic letters say of themselves, in many languages; and what people say."""

import pytest

from mailbot.language.catalogue import language_of
from mailbot.language.folders import languages, strings_by_language, written
from mailbot.language.robots import (
    has_automatic_form,
    has_ticket,
    names_itself_automatic,
    sounds_automatic,
)
from mailbot.language.subjects import strip_prefixes
from tests.cases import cases_of

cases = cases_of(__file__)


def is_automatic(subject: str) -> bool:
    bare = strip_prefixes(subject)
    return has_automatic_form(bare) or names_itself_automatic(bare)


@cases("subject")
def test_automatic_letters_are_known_by_their_subjects(subject: str) -> None:
    assert is_automatic(subject)
    assert is_automatic(f"Re: {subject}")
    assert is_automatic(f"[ticket 17] {subject}")


@cases("program, person")
def test_words_of_a_program_may_stand_in_a_sentence(program: str, person: str) -> None:
    assert has_automatic_form(program)
    assert not has_automatic_form(person)


@cases("subject")
def test_people_are_not_taken_for_automatic_by_their_subjects(subject: str) -> None:
    assert not is_automatic(subject)


@cases("subject")
def test_tickets_are_seen(subject: str) -> None:
    assert has_ticket(subject)


@cases("subject")
def test_numbers_that_people_write_are_no_tickets(subject: str) -> None:
    assert not has_ticket(subject)


@cases("words")
def test_sentences_of_automatic_replies_are_known(words: str) -> None:
    assert sounds_automatic(f"Hello,\n{words}\n")


@cases("words")
def test_people_do_not_sound_automatic(words: str) -> None:
    assert not sounds_automatic(words)


@pytest.mark.parametrize("code", written())
def test_a_reply_of_ours_that_is_sent_back_sounds_automatic(code: str) -> None:
    assert sounds_automatic(
        language_of(code).gettext("This message was written by a program.")
    )


@pytest.mark.parametrize("key", ["auto_phrases", "receipts", "auto_texts"])
def test_at_least_25_languages_are_known(key: str) -> None:
    known = {code for code, _ in strings_by_language("mail", key)}
    assert len(known) >= 25
    assert known <= set(languages())
