"""Any bytes become a Letter or raise BadLetter, and no text is lost."""

import base64
import quopri
from dataclasses import dataclass
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.errors import BadLetter
from mailbot.files import kind_of
from mailbot.mail.message.letter import parse
from mailbot.mail.message.parts import Limits
from mailbot.model import Address
from mailbot.policy.machines import why_report
from tests.cases import cases_of, claims_of
from tests.examples import examples
from tests.sample_letters import HEAD, ROWS, raw, samples, tnef

cases = cases_of(__file__)

TEXT = "\n".join(ROWS)


def multipart(*parts: str, boundary: str = "cut", kind: str = "mixed") -> bytes:
    body = "".join(f"--{boundary}\n{part}\n" for part in parts) + f"--{boundary}--\n"
    return raw(body, f'Content-Type: multipart/{kind}; boundary="{boundary}"')


@dataclass(frozen=True)
class Claim:
    """What is found in a letter, as the TOML file explains; None is anything."""

    letter: str
    text: str | None = None
    html: str | None = None
    parts: list[list[str]] | None = None
    silent: list[str] | None = None
    lacks: str = "\0"


@claims_of(__file__, Claim)
def test_in_a_letter_is_found_what_is_claimed(claim: Claim) -> None:
    rfc822 = claim.letter if "From:" in claim.letter else HEAD + claim.letter
    letter = parse(rfc822.encode())
    assert claim.text in (None, letter.text)
    assert claim.html in (None, letter.html)
    if claim.parts is not None:
        told = [
            (kind_of(p), p.filename, p.data.decode("latin-1")) for p in letter.parts
        ]
        assert told == [tuple(part) for part in claim.parts]
    assert claim.silent in (None, list(letter.silent))
    assert claim.lacks not in letter.text + letter.html


def test_headers_become_an_envelope() -> None:
    letter = parse(
        b"From: =?utf-8?q?J=C3=B6rg?= <j@b.de>\r\nTo: a@b.de, Bob <b@b.de>\r\n"
        b"Cc: c@b.de\r\nReply-To: d@b.de\r\nSubject: =?utf-8?b?UsOkdHNlbA==?=\r\n"
        b"Message-ID: <1@b.de>\r\nIn-Reply-To: <0@b.de>\r\n"
        b"References: <x@b.de>\r\n <0@b.de>\r\n"
        b"Date: Fri, 14 Jun 2024 09:41:07 +0200\r\n\r\nhello\r\n"
    )
    envelope = letter.envelope
    assert envelope.sender == Address("J\u00f6rg", "j@b.de")
    assert [a.address for a in envelope.to] == ["a@b.de", "b@b.de"]
    assert [a.address for a in envelope.cc] == ["c@b.de"]
    assert [a.address for a in envelope.reply_to] == ["d@b.de"]
    assert envelope.subject == "R\u00e4tsel"
    assert envelope.message_id == "<1@b.de>"
    assert envelope.in_reply_to == ("<0@b.de>",)
    assert envelope.references == ("<x@b.de>", "<0@b.de>")
    assert envelope.date == datetime(2024, 6, 14, 7, 41, 7, tzinfo=UTC)
    assert letter.text == "hello\n"


@cases("header, address")
def test_a_sender_is_found_however_it_is_written(header: str, address: str) -> None:
    sender = parse(f"From: {header}\n\n".encode()).envelope.sender
    assert sender is not None
    assert sender.address == address


@cases("headers")
def test_a_letter_without_exactly_one_sender_names_none(headers: str) -> None:
    assert parse(f"{headers}\n\nhello".encode()).envelope.sender is None


def test_a_line_break_hidden_in_an_encoded_word_starts_no_header() -> None:
    letter = parse(
        b"From: =?utf-8?q?A=0D=0ABcc:_x=40y.z?= <a@b.org>\n"
        b"Subject: =?utf-8?q?Hi=0D=0ABcc:_x=40y.z?=\n\n"
    )
    texts = [letter.envelope.subject, *(v for _, v in letter.envelope.headers)]
    assert letter.envelope.sender == Address("A Bcc: x@y.z", "a@b.org")
    assert not any("\r" in text or "\n" in text for text in texts)


def test_long_headers_are_cut_and_cost_little() -> None:
    word = "=?utf-8?q?" + "=C3=A4" * 20 + "?= "
    letter = parse(f"From: a@b.org\nSubject: {word * 2000}\n\nhello".encode())
    assert letter.text == "hello"
    assert 0 < len(letter.envelope.subject) <= 1000


def test_eight_bit_headers_are_read_in_either_charset() -> None:
    for charset in ("utf-8", "latin-1"):
        head = "From: a@b.org\nSubject: R\u00e4tsel\n\n".encode(charset)
        assert parse(head).envelope.subject == "R\u00e4tsel"


@cases("charset, named")
@pytest.mark.parametrize("encoding", ["base64", "quoted-printable"])
def test_a_grid_survives_any_charset(charset: str, named: str, encoding: str) -> None:
    data = TEXT.encode(charset)
    code = base64.encodebytes if encoding == "base64" else quopri.encodestring
    letter = parse(
        raw(
            code(data),
            f"Content-Type: text/plain; charset={named}",
            f"Content-Transfer-Encoding: {encoding}",
        )
    )
    assert letter.text.strip() == TEXT


def test_both_alternatives_and_the_attachments_are_kept_apart() -> None:
    letter = parse(samples()["mixed"])
    assert TEXT in letter.text
    assert letter.html.startswith("<p>")
    assert [(p.filename, p.content_type) for p in letter.parts] == [
        ("a.csv", "text/csv")
    ]
    assert letter.parts[0].data.decode() == TEXT
    assert letter.parts[0].number == "2"


def test_an_attached_letter_counts_as_if_it_had_been_forwarded() -> None:
    letter = parse(samples()["forward"])
    assert letter.text.startswith("see below")
    assert TEXT in letter.text
    assert letter.parts[0].number == "2.1.2"


def test_winmail_is_opened() -> None:
    letter = parse(samples()["winmail"])
    assert letter.text == TEXT
    assert [(p.filename, p.data.decode()) for p in letter.parts] == [("grid.txt", TEXT)]


@given(st.data())
@examples(60)
def test_a_damaged_winmail_never_breaks_a_letter(data: st.DataObject) -> None:
    good = bytearray(tnef(TEXT, "grid.txt", TEXT.encode()))
    for _ in range(data.draw(st.integers(1, 6))):
        place = data.draw(st.integers(6, len(good) - 1))
        good[place] = data.draw(st.integers(0, 255))
    code = base64.encodebytes(bytes(good)).decode()
    headers = ("Content-Type: application/ms-tnef", "Content-Transfer-Encoding: base64")
    assert parse(raw(code, *headers)).envelope.subject == "sudoku"


def nested(depth: int) -> bytes:
    """A letter whose only text lies in so many parts within each other."""
    heads = "".join(
        f"Content-Type: multipart/mixed; boundary=b{i}\n\n--b{i}\n"
        for i in range(depth)
    )
    return f"{HEAD}{heads}\nx".encode()


@pytest.mark.parametrize("depth", [51, 1500])
def test_deep_nesting_is_a_bad_letter(depth: int) -> None:
    with pytest.raises(BadLetter, match="nested"):
        parse(nested(depth))


def test_text_in_fifty_parts_within_each_other_is_read() -> None:
    assert parse(nested(50)).text == "x"


def test_too_many_parts_are_a_bad_letter() -> None:
    with pytest.raises(BadLetter, match="more than 5 parts"):
        parse(multipart(*["\nx"] * 9), Limits(parts=5))


@pytest.mark.parametrize(
    "data", [b"", b"\n\n", bytes(range(256)) * 9, b"X-Odd: 1\n\nhi"]
)
def test_bytes_without_headers_are_a_bad_letter(data: bytes) -> None:
    with pytest.raises(BadLetter):
        parse(data)


@given(st.binary(max_size=400))
@examples(200)
def test_any_bytes_behind_a_sender_are_a_letter(data: bytes) -> None:
    letter = parse(b"From: a@b.org\n\n" + data)
    assert letter.envelope.sender == Address("", "a@b.org")


@given(st.text(alphabet="0123456789.\n> |+-", max_size=300))
@examples(100)
def test_plain_text_comes_out_as_it_went_in(text: str) -> None:
    letter = parse(raw("x" + text, "Content-Type: text/plain; charset=utf-8"))
    assert letter.text == "x" + text


def test_the_reaction_of_gmail_is_known_by_its_part() -> None:
    kind = "text/vnd.google.email-reaction+json"
    head = f"From: a@example.com\nContent-Type: {kind}\n\n"
    assert parse(f'{head}{{"emoji": "x", "version": 1}}'.encode()).silent == (kind,)
    assert "reaction" in why_report([kind])


def signed(message: bytes, *, streamed: bool) -> bytes:
    """What `openssl smime -sign -nodetach` (3.0) makes, without certificates.

    Streamed, lengths are indefinite and the content comes in pieces.
    """

    def value(tag: int, inside: bytes) -> bytes:
        if streamed and tag in (0x30, 0xA0, 0x24):
            return bytes([tag, 0x80]) + inside + b"\0\0"
        return bytes([tag, 0x84]) + len(inside).to_bytes(4) + inside

    halves = (message[: len(message) // 2], message[len(message) // 2 :])
    pieces = b"".join(b"\x04\x84" + len(h).to_bytes(4) + h for h in halves)
    octets = value(0x24, pieces) if streamed else value(0x04, message)
    data = bytes.fromhex("06092a864886f70d010701") + value(0xA0, octets)
    inside = value(0x30, b"\x02\x01\x01\x31\x00" + value(0x30, data) + b"\x31\x00")
    name = bytes.fromhex("06092a864886f70d010702")
    return value(0x30, name + value(0xA0, inside))


def in_smime(data: bytes, kind: str = "application/pkcs7-mime") -> bytes:
    code = base64.encodebytes(data).decode()
    named = f'Content-Type: {kind}; name="smime.p7m"'
    return raw(code, named, "Content-Transfer-Encoding: base64")


@pytest.mark.parametrize("streamed", [False, True])
@pytest.mark.parametrize("kind", ["application/pkcs7-mime", "application/octet-stream"])
def test_a_signed_message_is_opened(kind: str, *, streamed: bool) -> None:
    inner = f"Content-Type: text/plain\n\n{TEXT}".encode()
    letter = parse(in_smime(signed(inner, streamed=streamed), kind))
    assert (letter.text, letter.parts) == (TEXT, ())


def test_a_message_that_is_signed_twice_is_opened() -> None:
    inner = signed(f"Content-Type: text/plain\n\n{TEXT}".encode(), streamed=True)
    assert parse(in_smime(signed(in_smime(inner), streamed=False))).text == TEXT


@pytest.mark.parametrize("streamed", [False, True])
def test_a_broken_signature_stays_closed(*, streamed: bool) -> None:
    whole = signed(b"Content-Type: text/plain\n\nx", streamed=streamed)
    for cut in range(len(whole) - 60):
        assert len(parse(in_smime(whole[:cut])).parts) == 1


def test_nested_tags_without_an_end_cost_little() -> None:
    assert parse(in_smime(b"\x30\x80" * 1_000_000)).parts


@cases("subject, decoded")
def test_encoded_words_that_programs_cut_are_read(subject: str, decoded: str) -> None:
    head = f"From: a@b.de\nSubject: {subject}\n"
    assert parse(raw("x", head=head)).envelope.subject == decoded


def test_a_broken_winmail_is_kept_as_a_part() -> None:
    code = base64.encodebytes(b"no tnef at all").decode()
    letter = parse(
        raw(
            code,
            "Content-Type: application/ms-tnef",
            "Content-Transfer-Encoding: base64",
        )
    )
    assert [part.content_type for part in letter.parts] == ["application/ms-tnef"]


def test_a_picture_written_in_a_page_becomes_a_part() -> None:
    code = base64.b64encode(b"\x89PNG\r\n" + bytes(90)).decode()
    page = f'<p>Help</p><img src="data:image/png;base64,{code}"><p>Ann</p>'
    letter = parse(raw(page, "Content-Type: text/html"))
    assert [(p.content_type, p.data[:4]) for p in letter.parts] == [
        ("image/png", b"\x89PNG")
    ]
    assert code not in letter.html
