"""The headers of a letter: bytes to names and values, and these to an Envelope.

Every function takes time linear in the length of the headers, of which the first 64 kB
are read, after a header that is too long was cut off. Decoded values are bounded in
length and hold no line breaks, even if encoded words hid some.
"""

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

from mailbot.charset import decode_text
from mailbot.mail.message.addresses import (
    read_addresses,
    read_misspelt_sender,
    read_plain_sender,
)
from mailbot.mail.message.tokens import decode_words
from mailbot.model import Address, Envelope

Headers = tuple[tuple[str, str], ...]
"""Names in lower case, and values unfolded, with encoded words not yet decoded."""

MAX_HEAD = 64 * 1024
MAX_UNCUT = 1024 * 1024
"""Bytes of all headers, after those that are too long were cut off, and before."""

MAX_HEADERS = 1000
_MAX_VALUE = 8_000
_MAX_SUBJECT = 1_000
_MAX_ADDRESSES = 200
_MAX_IDS = 60

_FIELD = re.compile(rb"([!-9;-~]{1,76})([ \t]*):")
_NEXT_FIELD = re.compile(rb"\n(?![ \t])")
_OF_SERVERS = {"authentication-results", "received"}
"""Headers that are believed when our own mail server wrote them.

They are taken as they stand: no encoded word is decoded, no length cut, and none counts
that is spelled as no server spells it, with a space before the colon.
"""
_SPELLED = _OF_SERVERS | {"from"}
"""Those, and the one that it judged: all of them count, and at any length."""

_ID = re.compile(r"<([^<>\s]{1,250})>")


def read_headers(head: bytes) -> Headers:
    """The header fields of a message or part, in order; other lines are left out.

    A carriage return alone ends no line: mail servers do not take it for one, so a
    header behind it was never seen by ours. Where a header is left out, so are the
    lines that continue it.
    """
    fields: list[tuple[str, list[bytes]]] = []
    goes_on = False
    for line in cut_long(head)[:MAX_HEAD].split(b"\n"):
        if line[:1] in (b" ", b"\t"):
            if goes_on:
                fields[-1][1].append(line)
            continue
        match = _FIELD.match(line)
        name = match[1].decode().lower() if match else ""
        goes_on = bool(name) and (len(fields) < MAX_HEADERS or name in _SPELLED)
        if match and goes_on:
            if match[2] and name in _SPELLED:
                name += " "
            fields.append((name, [line[match.end() :]]))
    return tuple((name, _unfold(name, lines)) for name, lines in fields)


def cut_long(head: bytes) -> bytes:
    """The headers, within the limit if only some long ones lead beyond it.

    Nothing is cut off from what mail servers write or judge.
    """
    if len(head) <= MAX_HEAD:
        return head
    return b"\n".join(map(_cut, _NEXT_FIELD.split(head[:MAX_UNCUT])))


def _cut(field: bytes) -> bytes:
    match = _FIELD.match(field)
    spelled = match and match[1].decode().lower() in _SPELLED
    return field if spelled else field[: 2 * _MAX_VALUE]


def first(headers: Headers, name: str) -> str:
    """The first value of a header, or ""."""
    return next((value for key, value in headers if key == name), "")


def envelope_of(headers: Headers) -> Envelope:
    """The headers as an Envelope; it has a sender if From names exactly one address.

    `plain_sender` tells that there is one From header, and that it can be read in one
    way only: our mail server has then judged the same sender.
    """
    decoded = tuple(
        (name, value if name in _OF_SERVERS else decode_words(value))
        for name, value in headers
    )
    sender, plain = _sender(headers)
    return Envelope(
        sender=sender,
        plain_sender=plain,
        reply_to=tuple(_all_addresses(headers, "reply-to")),
        to=tuple(_all_addresses(headers, "to")),
        cc=tuple(_all_addresses(headers, "cc")),
        subject=first(decoded, "subject")[:_MAX_SUBJECT],
        message_id=next(iter(_ids(headers, "message-id")), ""),
        # Python's own writer puts long ids into encoded words.
        in_reply_to=tuple(_ids(decoded, "in-reply-to")),
        references=tuple(_ids(decoded, "references")),
        date=read_date(first(headers, "date")),
        headers=decoded,
    )


def _sender(headers: Headers) -> tuple[Address | None, bool]:
    """The sender, and whether the From header can be read in one way only."""
    lines = [(name, value) for name, value in headers if name.strip() == "from"]
    if len(lines) == 1 and lines[0][0] == "from":
        plain = read_plain_sender(lines[0][1])
        if plain:
            return plain, True
    found = {a.address: a for _, value in lines for a in read_addresses(value)}
    if not found:
        return read_misspelt_sender(value for _, value in lines), False
    return next(iter(found.values())) if len(found) == 1 else None, False


def _all_addresses(headers: Headers, name: str) -> Iterator[Address]:
    count = 0
    for key, value in headers:
        if key == name:
            for address in read_addresses(value):
                count += 1
                if count > _MAX_ADDRESSES:
                    return
                yield address


def _unfold(name: str, lines: Sequence[bytes]) -> str:
    """The value on one line; a zero byte becomes another control character.

    `decode_text` would drop it, and join what stands on both sides of it.
    """
    longest = MAX_HEAD if name.strip() in _SPELLED else _MAX_VALUE
    data = b"".join(line.removesuffix(b"\r") for line in lines)[: 2 * longest]
    data = data.replace(b"\0", b"\x01").replace(b"\r", b"\x01")
    # A sender in a charset that is not told would be read in several ways.
    known = name.strip() != "from"
    text = decode_text(data) if known else data.decode("utf-8", "surrogateescape")
    return text.replace("\n", " ")[:longest].strip(" \t")


def _ids(headers: Headers, name: str) -> list[str]:
    found = [i for key, value in headers if key == name for i in _ID.findall(value)]
    if len(found) > _MAX_IDS:
        found = [found[0], *found[1 - _MAX_IDS :]]
    return [f"<{i}>" for i in found]


def read_date(value: str) -> datetime | None:
    """The date that a header tells, aware; None if it tells none."""
    try:
        date = parsedate_to_datetime(value[:100])
    except (ValueError, IndexError, OverflowError, TypeError):
        return None
    return date if date.tzinfo else date.replace(tzinfo=UTC)
