"""The answers to FETCH, each parsed alone.

A server may tell a date that is none, leave out the UID, send an answer in several
pieces, or one that nobody asked for. What cannot be understood is left out, and the
letter counts as one of which the server tells nothing. Some give two letters under
one UID: then one of them is the letter, and the bodies of the others are its `TWINS`,
by their Message-IDs. A letter that is given twice may differ, as if it was cut. Where
two sizes or heads are told for one UID, neither counts, as the letter may be the other.
"""

import re
from collections.abc import Collection, Iterator, Sequence
from typing import Any

from imapclient.exceptions import IMAPClientError
from imapclient.response_parser import parse_fetch_response

Piece = bytes | tuple[bytes, bytes]
"""What imaplib gives: a line, or what stands before a literal and the literal."""

BODY, TWINS, _SIZE = b"BODY[]", b"TWINS", b"RFC822.SIZE"

_BEGINS = re.compile(rb"\d+ \(")
_UID = re.compile(rb"\bUID \d", re.IGNORECASE)
_DATE = re.compile(rb'INTERNALDATE ("[^"]*"|\S+)', re.IGNORECASE)
_MESSAGE_ID = re.compile(
    rb"^Message-ID:[ \t]*(?:\r?\n[ \t]+)?(\S+)", re.IGNORECASE | re.MULTILINE
)
_BYTES = re.compile(rb"~(\{\d+\})$")
"""How a literal begins that may hold any bytes (RFC 3516)."""
_FAULTS = (
    *(IMAPClientError, ValueError, LookupError, TypeError, AttributeError),
    RecursionError,  # brackets within brackets
)


def parse_fetched(
    pieces: Sequence[Piece | None], uids: Collection[int]
) -> dict[int, dict[bytes, Any]]:
    """The items of the letters that were asked for, by UID."""
    found: dict[int, dict[bytes, Any]] = {}
    wanted, sized_twice = set(uids), set[int]()
    for answer in _answers(pieces):
        for uid, items in _parse(answer).items():
            if uid not in wanted:
                continue
            letter = found.setdefault(uid, {})
            before, body = letter.get(BODY), items.get(BODY)
            if _SIZE in letter and _SIZE in items and letter | items != letter:
                sized_twice.add(uid)
            if before and body and _name(body) != _name(before):
                letter.setdefault(TWINS, {})[_name(body)] = body
            else:
                letter |= items
    for uid in sized_twice:
        found[uid] = {b"INTERNALDATE": found[uid].get(b"INTERNALDATE")}
    return found


def _name(body: bytes) -> bytes:
    """A letter's Message-ID; all of the letter if it has none."""
    found = _MESSAGE_ID.search(re.split(rb"\r?\n\r?\n", body, maxsplit=1)[0])
    return found[1] if found else body


def _answers(pieces: Sequence[Piece | None]) -> Iterator[list[Piece]]:
    """The pieces of each answer; a literal never begins one."""
    answer: list[Piece] = []
    for piece in pieces:
        if piece is None:
            continue
        if answer and _BEGINS.match(_line(piece)):
            yield answer
            answer = []
        answer.append(piece)
    if answer:
        yield answer


def _parse(answer: list[Piece]) -> dict[int, dict[bytes, Any]]:
    """One answer; without its date if that is none, and nothing without a UID."""
    if not any(_UID.search(_line(piece)) for piece in answer):
        return {}
    plain = [_with_line(piece, _BYTES.sub(rb"\1", _line(piece))) for piece in answer]
    undated = [_DATE.sub(b"INTERNALDATE NIL", _line(piece)) for piece in plain]
    for attempt in (plain, list(map(_with_line, plain, undated))):
        try:
            parsed = parse_fetch_response(attempt, normalise_times=False)
        except _FAULTS:
            continue
        return dict(parsed)
    return {}


def _line(piece: Piece) -> bytes:
    return piece[0] if isinstance(piece, tuple) else piece


def _with_line(piece: Piece, line: bytes) -> Piece:
    return (line, piece[1]) if isinstance(piece, tuple) else line
