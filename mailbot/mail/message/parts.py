"""The parts of a letter: takes a MIME tree apart into its leaves, without recursion.

A multipart is split at its boundary lines, and a message within a message is opened. A
part without headers is text. Depth and number of parts are limited, so that the time is
at most the length of the letter times the greatest depth.
"""

import re
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from mailbot.charset import decode_text
from mailbot.errors import BadLetter
from mailbot.mail.message.cms import open_signed
from mailbot.mail.message.headers import Headers, first, read_headers
from mailbot.mail.message.tokens import decode_words
from mailbot.mail.message.transfer import decode_transfer

_FIELD_LINE = re.compile(rb"[!-9;-~]{1,76}[ \t]*:|[ \t]|>?From |\r?\n|$")
_SURE_FIELD = re.compile(
    rb"^(?:From|To|Subject|Date|Message-ID|MIME-Version|Content-Type|Received):",
    re.IGNORECASE | re.MULTILINE,
)
_HEAD_END = re.compile(
    rb"\r?\n(?:\r?\n|[ \t]+\r?\n(?![ \t]|%s))|\A\r?\n" % _SURE_FIELD.pattern[1:],
    re.IGNORECASE,
)
"""A blank line. To mail servers, one with spaces in it continues the header above."""

_PARAMETER = re.compile(
    r";\s*([\w.!#$%&+^`{}~-]{1,60}?)(?:\*(\d{1,3}))?(\*)?\s*=\s*"
    r'(?:"((?:[^"\\]|\\.)*)"?|([^;"]*))'
)
_BAD_NAME = re.compile(r'[\x00-\x1f\x7f-\x9f/\\:*?"<>|\u202a-\u202e\u2066-\u2069]+')
_MAX_NAME = 100
_SIGNED = {"application/pkcs7-mime", "application/x-pkcs7-mime"}
_GENERIC = {"application/octet-stream"}


class Limits(Struct, frozen=True):
    """The largest number of parts of a letter, and their greatest depth."""

    parts: int = 1000
    depth: int = 50


class Entity(Struct, frozen=True):
    """One part with its headers; `body` is not decoded.

    `default_type` is its content type if no header names one. `is_attached`: it belongs
    to a message within the letter.
    """

    number: str
    headers: Headers
    body: bytes
    default_type: str = "text/plain"
    is_attached: bool = False

    @property
    def content_type(self) -> str:
        """`type/subtype` in lower case; `default_type` if it is missing or broken."""
        found = first(self.headers, "content-type").partition(";")[0].strip().lower()
        good = re.fullmatch(r"[\w.+-]{1,60}/[\w.+-]{1,80}", found)
        return found if good else self.default_type

    @property
    def is_multipart(self) -> bool:
        """Whether its content is a row of parts."""
        return self.content_type.startswith("multipart/")

    @property
    def filename(self) -> str:
        """The file name without directories and control characters; "" if none."""
        disposition = parameters(first(self.headers, "content-disposition"))
        kind = parameters(first(self.headers, "content-type"))
        return clean_filename(disposition.get("filename") or kind.get("name") or "")

    @property
    def disposition(self) -> str:
        """`inline`, `attachment` or ""."""
        found = first(self.headers, "content-disposition").partition(";")[0]
        return found.strip().lower()

    def parameter(self, name: str) -> str:
        """A parameter of the Content-Type, or ""."""
        return parameters(first(self.headers, "content-type")).get(name, "")

    def data(self) -> bytes:
        """The body with its transfer encoding decoded."""
        encoding = first(self.headers, "content-transfer-encoding")
        return decode_transfer(self.body, encoding)


def clean_filename(name: str) -> str:
    """A file name without directories, control characters and bidi overrides.

    >>> clean_filename("../a/b.png")
    'b.png'
    """
    base = re.split(r"[/\\]", decode_words(name).strip())[-1]
    return _BAD_NAME.sub("_", base)[-_MAX_NAME:]


def parameters(value: str) -> dict[str, str]:
    """The parameters of a structured header; RFC 2231 pieces are joined and decoded.

    >>> parameters("text/plain; name*0*=utf-8''r%C3%A4; name*1=tsel; charset=x")
    {'name': 'rätsel', 'charset': 'x'}
    """
    pieces: dict[str, list[str]] = {}
    extended: set[str] = set()
    for match in _PARAMETER.finditer(value):
        name, _, star, quoted, plain = match.groups()
        text = plain.strip() if quoted is None else re.sub(r"\\(.)", r"\1", quoted)
        pieces.setdefault(name.lower(), []).append(text)
        if star:
            extended.add(name.lower())
    joined = {name: "".join(words) for name, words in pieces.items()}
    return {n: _unescape(v) if n in extended else v for n, v in joined.items()}


def split_head(data: bytes) -> tuple[bytes, bytes]:
    """Split a message or part into header lines and body; either may be empty.

    A line that is no header begins the body even without a blank line before it. But
    if a common header (From, Subject, ...) follows, the line is taken for damage.
    """
    end = _HEAD_END.search(data)
    head, body = (data[: end.start()], data[end.end() :]) if end else (data, b"")
    sure = max((m.end() for m in _SURE_FIELD.finditer(head)), default=0)
    for line in re.finditer(rb"[^\n]*\n?", head):
        if line.start() >= sure and not _FIELD_LINE.match(line[0]):
            return head[: line.start()], data[line.start() :]
    return head, body


def read_entity(data: bytes, number: str, default_type: str = "text/plain") -> Entity:
    """Split a message or part into an Entity."""
    head, body = split_head(data)
    return Entity(number, read_headers(head), body, default_type)


def leaves(root: Entity, limits: Limits) -> Iterator[Entity]:
    """The leaves below an entity, in order; messages within it are opened.

    A multipart/report comes before its leaves, without its body: its kind tells that a
    machine wrote it.

    Raises:
        BadLetter: there are more parts than the limits allow, or deeper ones.
    """
    waiting, seen = [(root, 0)], 0
    while waiting:
        entity, depth = waiting.pop()
        seen += 1
        if seen > limits.parts or depth > limits.depth:
            raise BadLetter(
                "the letter is nested too deeply"
                if depth > limits.depth
                else f"the letter has more than {limits.parts} parts"
            )
        inner = list(_children(entity, limits.parts))
        if inner:
            if entity.content_type == "multipart/report":
                yield replace(entity, body=b"")
            kind = entity.content_type
            attached = entity.is_attached or not (
                entity.is_multipart or kind in _SIGNED or kind in _GENERIC
            )
            inner = [replace(child, is_attached=attached) for child in inner]
            waiting += [(child, depth + 1) for child in reversed(inner)]
        else:
            yield entity


def _children(entity: Entity, most: int) -> Iterator[Entity]:
    kind = entity.content_type
    if entity.is_multipart:
        default = "message/rfc822" if kind == "multipart/digest" else "text/plain"
        for place, data in enumerate(_split(entity, most), 1):
            yield read_entity(data, _below(entity.number, place), default)
    elif kind in ("message/rfc822", "message/global") or _is_letter_file(entity):
        data = entity.data().lstrip(b"\r\n")
        yield read_entity(data, _below(entity.number, 1))
    elif kind in _SIGNED or entity.filename.lower().endswith(".p7m"):
        inner = open_signed(entity.data())
        if inner is not None:
            yield read_entity(inner.lstrip(b"\r\n"), _below(entity.number, 1))


def _below(number: str, place: int) -> str:
    return f"{number}.{place}" if number else str(place)


def _is_letter_file(entity: Entity) -> bool:
    generic = entity.content_type in ("application/octet-stream", "text/plain")
    return generic and entity.filename.lower().endswith(".eml")


def _split(entity: Entity, most: int) -> Iterator[bytes]:
    """The parts between boundary lines; the last of these lines may be missing.

    If the boundary that the header names does not occur, the first line that looks
    like a boundary is taken for one.
    """
    boundary = entity.parameter("boundary").rstrip().encode("utf-8", "replace")
    mark = b"--" + boundary
    if not boundary or mark not in entity.body:
        guess = re.search(rb"^--([^\s-][^\r\n]{0,99}?)[ \t]*\r?$", entity.body, re.M)
        if not guess:
            return
        mark = b"--" + guess[1]
    line = re.compile(
        rb"(?:\A|\r?\n|\r)" + re.escape(mark) + rb"(--)?[ \t]*(?=\r|\n|\Z)"
    )
    start = -1
    for count, found in enumerate(line.finditer(entity.body)):
        if start >= 0:
            yield entity.body[start : found.start()]
        start = -1 if found[1] else _after_line(entity.body, found.end())
        if found[1] or count > most:
            return
    if start >= 0:
        yield entity.body[start:]


def _after_line(body: bytes, end: int) -> int:
    if body[end : end + 2] == b"\r\n":
        return end + 2
    return min(end + 1, len(body))


def _unescape(text: str) -> str:
    charset, mark, rest = text.partition("'")
    if mark:
        rest = rest.partition("'")[2]
    else:
        charset, rest = "", text
    data = re.sub(
        rb"%([0-9A-Fa-f]{2})",
        lambda m: bytes([int(m[1], 16)]),
        rest.encode("utf-8", "replace"),
    )
    return decode_text(data, charset)
