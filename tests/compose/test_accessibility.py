"""What a screen reader needs of a page, as axe asks for it.

Contrast and overflow are measured in test_browser.
"""

import re

import pytest
from selectolax.lexbor import LexborHTMLParser, LexborNode

from mailbot.language.folders import written
from mailbot.model import Request, Want, Wish
from tests.compose.cases import answer_to, every_kind, solved


def pages(language: str) -> dict[str, LexborHTMLParser]:
    replies = every_kind(language)
    return {name: LexborHTMLParser(content.html) for name, content in replies.items()}


def is_hidden(node: LexborNode | None) -> bool:
    """Whether a node is kept from screen readers, itself or by a parent."""
    while node is not None:
        if node.attributes.get("aria-hidden") == "true":
            return True
        node = node.parent
    return False


@pytest.mark.parametrize("language", written())
def test_a_page_has_a_language_a_title_a_heading_and_a_main(language: str) -> None:
    for name, page in pages(language).items():
        [root] = page.css("html")
        assert root.attributes.get("lang") == language, name
        assert [title.text(strip=True) != "" for title in page.css("title")] == [True]
        assert len(page.css("h1")) == 1, name
        assert len(page.css("[role=main]")) == 1, name
        levels = [int((node.tag or "h0")[1]) for node in page.css("h1, h2, h3")]
        assert levels == sorted(levels), name


def test_a_table_has_a_caption_and_header_cells_with_a_scope() -> None:
    for name, page in pages("en").items():
        for table in page.css("table"):
            [caption] = table.css("caption")
            assert caption.text(strip=True), name
            heads = table.css("th")
            scopes = [head.attributes.get("scope") for head in heads]
            assert scopes == ["col"] * 9 + ["row"] * 9, name
            assert all(head.text(strip=True) for head in heads), name
            assert len({len(row.css("th, td")) for row in table.css("tr")}) == 1, name


def test_pictures_say_what_they_show() -> None:
    with_picture = answer_to([solved()], wish=Wish((Request(Want.HINT),), picture=True))
    shown = LexborHTMLParser(with_picture.html).css("img")
    assert shown
    assert all((image.attributes.get("alt") or "").strip() for image in shown)


def test_lists_hold_items_and_items_stand_in_lists() -> None:
    for name, page in pages("en").items():
        for listed in page.css("ul, ol"):
            children = [child.tag for child in listed.iter()]
            assert set(children) == {"li"}, name
        for item in page.css("li"):
            assert item.parent is not None
            assert item.parent.tag in ("ul", "ol"), name


def test_what_only_a_machine_reads_is_kept_from_screen_readers() -> None:
    for name, page in pages("en").items():
        for node in page.css("p, pre"):
            if re.match(r"Please leave this line|#=", node.text(strip=True)):
                assert is_hidden(node), name


def test_nothing_of_a_page_can_be_pressed_or_loaded() -> None:
    for name, page in pages("en").items():
        assert not page.css("a, button, input, form, script, iframe, [tabindex]"), name
        ids = [node.attributes["id"] for node in page.css("[id]")]
        assert len(ids) == len(set(ids)), name
