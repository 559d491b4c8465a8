"""The reply as bytes: what a mail program reads, and no header of a stranger."""

import unicodedata
from dataclasses import replace
from datetime import UTC, datetime
from email import message_from_bytes, message_from_string
from email.message import EmailMessage
from email.policy import SMTP, SMTPUTF8

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.errors import BadLetter
from mailbot.mail.message.writing import REPLY_HEADER, wire_address, write
from mailbot.model import Address, Picture, Reply, Want
from tests.cases import cases_of
from tests.compose.cases import answer_to, solved
from tests.examples import examples

cases = cases_of(__file__)

NOW = datetime(2026, 5, 17, 12, 30, tzinfo=UTC)
BOT = Address("Sudoku Bot", "bot@lab.test")
ADA = Address("Ada", "ada@lab.test")
HEADERS = {
    "From",
    "To",
    "Subject",
    "Date",
    "Message-ID",
    "In-Reply-To",
    "References",
    "Auto-Submitted",
    "X-Auto-Response-Suppress",
    "X-Mailbot-Loop",
    REPLY_HEADER,
    "Content-Language",
    "Content-Type",
    "Content-Transfer-Encoding",
    "MIME-Version",
}


def reply(
    *,
    to: Address = ADA,
    subject: str = "Re: Sudoku",
    in_reply_to: str = "<q@lab.test>",
    references: tuple[str, ...] = (),
    message_id: str = "<r@lab.test>",
    text: str = "Hello\n",
    html: str = "",
    images: tuple[Picture, ...] = (),
) -> Reply:
    return Reply(to, subject, in_reply_to, references, message_id, text, html, images)


def written(what: Reply, sender: Address = BOT) -> EmailMessage:
    text = write(what, sender, NOW).decode().replace("\r\n", "\n")
    message = message_from_string(text, policy=SMTPUTF8)
    assert isinstance(message, EmailMessage)
    return message


def test_a_reply_says_that_a_machine_wrote_it() -> None:
    message = written(reply())
    assert message["Auto-Submitted"] == "auto-replied"
    assert message["X-Auto-Response-Suppress"] == "All"
    assert message["X-Mailbot-Loop"] == "bot@lab.test"
    assert message["Content-Language"] == "en"
    assert message["Date"].datetime == NOW


def test_the_text_of_an_english_hint_needs_no_transfer_encoding() -> None:
    # nmh, bsd-mailx and GNU mailutils quote a reply as it came.
    hint = answer_to([solved()], Want.HINT)
    part = next(
        p for p in written(reply(text=hint.text)).walk() if not p.is_multipart()
    )
    assert part["Content-Transfer-Encoding"] == "7bit"
    assert max(map(len, part.get_content().split("\n"))) <= 76


def test_a_reply_joins_the_thread_it_answers() -> None:
    message = written(reply(references=("<a@lab.test>", "b@lab.test")))
    assert message["In-Reply-To"] == "<q@lab.test>"
    assert message["References"].split() == [
        "<a@lab.test>",
        "<b@lab.test>",
        "<q@lab.test>",
    ]
    assert message["Message-ID"] == "<r@lab.test>"
    assert message[REPLY_HEADER] == "r@lab.test"


def test_a_long_thread_keeps_its_first_and_its_newest_letters() -> None:
    ids = tuple(f"<{n}@lab.test>" for n in range(500))
    kept = written(reply(references=ids))["References"].split()
    assert len(kept) == 12
    assert kept[0] == "<0@lab.test>"
    assert kept[-2:] == ["<499@lab.test>", "<q@lab.test>"]


def test_malformed_message_ids_are_left_out() -> None:
    message = written(
        reply(in_reply_to="no id\r\nBcc: x@y", references=("<a b>", "<ok@x>"))
    )
    assert message["In-Reply-To"] is None
    assert message["References"] == "<ok@x>"


def test_text_and_html_with_its_pictures_are_alternatives() -> None:
    picture = Picture("image/png", b"\x89PNG...", "the grid", "grid-1@bot")
    message = written(
        reply(html='<p>Grüße <img src="cid:grid-1@bot"></p>', images=(picture,))
    )
    text = message.get_body(("plain",))
    html = message.get_body(("html",))
    assert text is not None
    assert text.get_content() == "Hello\n"
    assert html is not None
    assert "Grüße" in html.get_content()
    image = next(part for part in message.walk() if part["Content-ID"])
    assert image["Content-ID"] == "<grid-1@bot>"
    assert image.get_content() == b"\x89PNG..."
    assert image.get_content_disposition() == "inline"
    assert image.get_filename() == "grid-1.png"
    [related] = [p for p in message.walk() if p.get_content_subtype() == "related"]
    assert related.get_param("type") == "text/html", "RFC 2387 asks for it"
    assert [p.get_content_type() for p in message.walk()] == [
        "multipart/alternative",
        "text/plain",
        "multipart/related",
        "text/html",
        "image/png",
    ]


def test_a_page_to_print_is_attached_to_text_and_html() -> None:
    message = written(replace(reply(html="<p>x</p>"), sheet=b"%PDF-1.4 ..."))
    [sheet] = message.iter_attachments()
    assert sheet.get_content_type() == "application/pdf"
    assert sheet.get_filename() == "sudoku.pdf"
    assert sheet.get_content() == b"%PDF-1.4 ..."
    text = message.get_body(("plain",))
    assert text is not None
    assert text.get_content() == "Hello\n"


def test_nobody_can_guess_the_marks_between_the_parts_of_a_reply() -> None:
    what = replace(reply(html="<p>x</p>"), sheet=b"%PDF-")
    letters = [written(what) for _ in range(2)]
    marks = {part.get_boundary() for letter in letters for part in letter.walk()}
    assert len(marks - {None}) == 4


def test_long_and_non_ascii_lines_arrive_unchanged() -> None:
    text = "żółć\n" + "1" * 2000 + "\nFrom here\n.\n..\n \n"
    body = written(reply(text=text)).get_body()
    assert body is not None
    assert body.get_content() == text


def test_a_subject_in_any_script_arrives_whole() -> None:
    subject = "Re: 数独 — zażółć gęślą jaźń " + "и" * 80
    assert written(reply(subject=subject))["Subject"] == subject


def test_an_encoded_word_in_a_subject_arrives_as_it_was_written() -> None:
    subject = "Re: =?utf-8?q?x=0D=0ABcc:_victim@lab.test?="
    message = written(reply(subject=subject))
    assert message["Bcc"] is None
    assert message["Subject"] == subject


def test_a_domain_beyond_ascii_is_written_in_idna() -> None:
    assert wire_address("ada@bücher.example") == "ada@xn--bcher-kva.example"
    raw = write(reply(to=Address("", "ada@bücher.example")), BOT, NOW)
    assert raw.isascii()


def test_a_local_part_beyond_ascii_is_kept_for_smtputf8() -> None:
    message = written(reply(to=Address("Jürgen", "jürgen@lab.test")))
    assert message["To"].addresses[0].addr_spec == "jürgen@lab.test"
    assert message["To"].addresses[0].display_name == "Jürgen"


@cases("address")
def test_what_is_no_address_is_refused(address: str) -> None:
    with pytest.raises(BadLetter):
        write(reply(to=Address("", address)), BOT, NOW)


def test_no_bidi_or_format_character_reaches_a_reply() -> None:
    unseen = "\u202egnp\u2066\u200b\u061c\ufeff\x1b\x9b"
    message = written(
        reply(
            to=Address(unseen, "ada@lab.test"),
            subject=f"Re: {unseen}",
            text=f"It is {unseen}.",
            html=f"<p>{unseen}</p>",
        )
    )
    parts = [part.get_content() for part in message.iter_parts()]
    said = f"{message['To']} {message['Subject']} {' '.join(parts)}"
    assert "gnp" in said
    assert not {"Cc", "Cf"} & {unicodedata.category(c) for c in said if c not in "\r\n"}


def test_a_quoted_local_part_is_an_address() -> None:
    to = Address("", '"ada lovelace"@lab.test')
    assert written(reply(to=to))["To"].addresses[0].username == "ada lovelace"


wild = st.text(max_size=200) | st.sampled_from(
    [
        "x\r\nBcc: eve@lab.test",
        "x\n\nbody",
        "\r",
        "=?utf-8?b?DQpCY2M6IHg=?=",
        'a"b\\',
        "\ud800",
        "a\x00b",
        "\u2028Bcc: x",
        "=?" * 40,
    ]
)


@examples(60)
@given(subject=wild, name=wild, own=wild, answered=wild, text=wild, html=wild)
def test_no_text_of_a_stranger_adds_a_header(
    subject: str, name: str, own: str, answered: str, text: str, html: str
) -> None:
    what = reply(
        to=Address(name, "ada@lab.test"),
        subject=subject,
        in_reply_to=answered,
        references=(answered,),
        text=text,
        html=html,
    )
    raw = write(what, Address(own, "bot@lab.test"), NOW)
    head, _, _ = raw.partition(b"\r\n\r\n")
    lines = head.split(b"\r\n")
    assert not set(b"\r\n\0") & set(raw.replace(b"\r\n", b""))
    assert all(len(line) <= 300 for line in raw.split(b"\r\n"))
    names = [
        line.partition(b":")[0].decode() for line in lines if line[:1] not in b" \t"
    ]
    assert set(names) <= HEADERS
    assert len(names) == len(set(names))
    message = message_from_bytes(raw, policy=SMTP)
    assert [a.addr_spec for a in message["To"].addresses] == ["ada@lab.test"]
    assert message.defects == []
