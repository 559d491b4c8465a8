"""Nothing that a stranger wrote becomes markup, a header or a template of ours."""

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.compose import Context, compose
from mailbot.model import (
    Address,
    Content,
    Envelope,
    Findings,
    Letter,
    Note,
    NoteKind,
    Part,
    Wish,
)
from tests.cases import data_of
from tests.compose.cases import every_kind, solved
from tests.examples import examples

[ATTACKS, TAGS] = data_of(__file__, "attacks", "tags")


class Tags(HTMLParser):
    """The tags and attributes of a page, and its title."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.styles = 0
        self.attributes: list[tuple[str, str | None]] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.styles += tag == "style"
        self.attributes += attrs


def attacked(words: str) -> Content:
    """A reply to a letter that says the same nasty thing wherever it can."""
    person = Address(words, "ada@example.org")
    envelope = Envelope(person, subject=words, message_id="<1@example.org>")
    note = Note(NoteKind.NOT_OPENED, words)
    return compose(
        Letter(envelope, words, words, (Part("2", "text/plain", words, b""),)),
        Wish(variant=words),
        Findings((solved(),), (note, Note(NoteKind.VARIANT, words))),
        Context(proven=True),
    )


@pytest.mark.parametrize("attack", ATTACKS)
def test_an_attack_is_shown_as_the_text_that_it_is(attack: str) -> None:
    reply = attacked(attack)
    page = Tags(reply.html)
    assert page.tags <= {*TAGS}
    assert page.styles == 1
    assert not any(
        name.startswith("on") or name == "href" for name, _ in page.attributes
    )
    assert "\r" not in reply.text
    assert "\x1b" not in reply.text


@examples(60)
@given(st.text(max_size=60))
def test_any_words_leave_the_page_whole(words: str) -> None:
    page = Tags(attacked(words).html)
    assert page.tags <= {*TAGS}
    assert [v for n, v in page.attributes if n in ("src", "href")] == []


def test_of_the_letter_nothing_but_its_subject_goes_back() -> None:
    secret = "my secret neighbour"
    envelope = Envelope(Address(secret, "ada@example.org"), subject="Stuck")
    reply = compose(
        Letter(envelope, secret, f"<p>{secret}</p>"),
        Wish(),
        Findings((solved(),)),
        Context(),
    )
    assert secret not in reply.text + reply.html


def test_the_pages_are_well_formed_and_fetch_nothing() -> None:
    for name, composed in every_kind().items():
        page = Tags(composed.html)
        assert page.tags <= {*TAGS}, name
        remote = [v for n, v in page.attributes if v and ("http" in v or "url(" in v)]
        assert remote == [], name
        assert composed.html.count("<td") == composed.html.count("</td>")
