"""The headers of a letter: bytes to names and values, and these to an Envelope.

Every function takes time linear in the length of the headers. Decoded values are
bounded in length and hold no line breaks, even if encoded words hid some.
"""

import re
from base64 import b64decode
from binascii import Error, a2b_qp
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from mailbot.charset import decode_text
from mailbot.model import Address, Envelope

Headers = tuple[tuple[str, str], ...]
"""Names in lower case, and values unfolded, with encoded words not yet decoded."""

_MAX_HEADERS = 1000
_MAX_VALUE = 8_000
_MAX_SUBJECT = 1_000
_MAX_ADDRESSES = 200
_MAX_IDS = 60

_FIELD = re.compile(rb"([!-9;-~]{1,76})[ \t]*:")
_WORD = re.compile(
    r"=\?([\w.:-]{1,40})(?:\*[\w-]{0,20})?\?([bBqQ])\?([^?\n]{0,2000})\?="
)
_BETWEEN_WORDS = re.compile(r"(?<=\?=)\s{1,20}(?==\?)")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
_ID = re.compile(r"<([^<>\s]{1,250})>")

_ATOM = r"[^\s\x00-\x1f\x7f-\x9f()<>@,;:\\\".\[\]\u2028\u2029\ud800-\udfff]+"
_ADDRESS = re.compile(
    rf"({_ATOM}(?:\.{_ATOM})*|\"[^\x00-\x1f\x7f\"\\]+\")"
    r"@([\w-]+(?:\.[\w-]+)*|\[[A-Za-z0-9.:]+\])"
)
_ADDRESS_TOKEN = re.compile(
    r'(?P<quoted>"(?:[^"\\]|\\.)*")|<(?P<angle>[^<>]*)>?|(?P<open>\()|(?P<close>\))'
    r"|(?P<stop>[,;:])|(?P<word>=\?[^?\s]{1,40}\?[bBqQ]\?[^?\s]{0,2000}\?=)"
    r'|(?P<text>[^"<(),;:=]+|.)',
    re.DOTALL,
)


def read_headers(head: bytes) -> Headers:
    """The header fields of a message or part, in order; other lines are left out."""
    fields: list[tuple[str, list[bytes]]] = []
    for line in head.splitlines():
        match = _FIELD.match(line)
        if line[:1] in (b" ", b"\t"):
            if fields:
                fields[-1][1].append(line)
        elif match and len(fields) < _MAX_HEADERS:
            fields.append((match[1].decode().lower(), [line[match.end() :]]))
    return tuple((name, _unfold(lines)) for name, lines in fields)


def first(headers: Headers, name: str) -> str:
    """The first value of a header, or ""."""
    return next((value for key, value in headers if key == name), "")


def decode_words(text: str) -> str:
    """Decode the encoded words of a value; control characters become spaces.

    >>> decode_words("=?utf-8?q?r=C3=A4tsel?= =?utf-8?b?IQ==?=")
    'rätsel!'
    """
    if "=?" in text:
        text = _WORD.sub(_decode_word, _BETWEEN_WORDS.sub("", text))
    return _CONTROL.sub(" ", text).strip()


def envelope_of(headers: Headers) -> Envelope:
    """The headers as an Envelope; it has a sender if From names exactly one address."""
    decoded = tuple((name, decode_words(value)) for name, value in headers)
    senders = {a.address: a for a in _all_addresses(headers, "from")}
    return Envelope(
        sender=next(iter(senders.values())) if len(senders) == 1 else None,
        reply_to=tuple(_all_addresses(headers, "reply-to")),
        to=tuple(_all_addresses(headers, "to")),
        cc=tuple(_all_addresses(headers, "cc")),
        subject=first(decoded, "subject")[:_MAX_SUBJECT],
        message_id=next(iter(_ids(headers, "message-id")), ""),
        in_reply_to=tuple(_ids(headers, "in-reply-to")),
        references=tuple(_ids(headers, "references")),
        date=_date(first(headers, "date")),
        headers=decoded,
    )


def read_addresses(value: str) -> Iterator[Address]:
    """The addresses of a header, those of groups too; comments are left out.

    >>> list(read_addresses('"Doe, J." <j@a.org>, puzzlers: b@c.de (Bo);'))
    [Address(name='Doe, J.', address='j@a.org'), Address(name='', address='b@c.de')]
    """
    name, angle, depth = "", None, 0
    for token in _ADDRESS_TOKEN.finditer(value + ","):
        kind, word = token.lastgroup, token[0]
        if depth or kind == "open":
            depth += (kind == "open") - (kind == "close")
        elif kind == "angle":
            angle = token["angle"] if angle is None else ""  # two make no address
        elif kind != "stop":
            name += word
        else:
            found = _address(name, angle)
            if found and word != ":":
                yield found
            name, angle = "", None


def _address(name: str, angle: str | None) -> Address | None:
    spec = (name if angle is None else angle).strip()
    if not _ADDRESS.fullmatch(spec) or len(spec) > 254:
        return None
    if angle is None:
        return Address("", spec)
    plain = re.sub(r'\\(.)|"', r"\1", name.strip())
    return Address(decode_words(plain)[:200], spec)


def _all_addresses(headers: Headers, name: str) -> Iterator[Address]:
    count = 0
    for key, value in headers:
        if key == name:
            for address in read_addresses(value):
                count += 1
                if count > _MAX_ADDRESSES:
                    return
                yield address


def _unfold(lines: Sequence[bytes]) -> str:
    """The value on one line; a zero byte becomes another control character.

    `decode_text` would drop it, and join what stands on both sides of it.
    """
    text = decode_text(b"".join(lines)[: 2 * _MAX_VALUE].replace(b"\0", b"\x01"))
    return text.replace("\n", " ")[:_MAX_VALUE].strip()


def _decode_word(word: re.Match[str]) -> str:
    charset, encoding, text = word.groups()
    data = text.encode("utf-8", "replace")
    if encoding in "qQ":
        return decode_text(a2b_qp(data, header=True), charset)
    try:
        return decode_text(b64decode(data + b"=" * (-len(data) % 4)), charset)
    except Error:
        return word[0]


def _ids(headers: Headers, name: str) -> list[str]:
    found = [i for key, value in headers if key == name for i in _ID.findall(value)]
    if len(found) > _MAX_IDS:
        found = [found[0], *found[1 - _MAX_IDS :]]
    return [f"<{i}>" for i in found]


def _date(value: str) -> datetime | None:
    try:
        date = parsedate_to_datetime(value[:100])
    except (ValueError, IndexError, OverflowError, TypeError):
        return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)
