"""Parses any bytes into a Letter, or raises BadLetter, in bounded time.

The parts that a mail program shows as the message become `text` and `html`, decoded.
The parts of an attached message are treated like those of the letter. Every other leaf
becomes a Part. Python's email package is not used: on hostile mail it recurses without
bound and raises errors of many kinds.
"""

import re
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import islice
from pathlib import PurePath

from msgspec import Struct, field
from msgspec.structs import replace

from mailbot.charset import decode_text
from mailbot.errors import BadLetter
from mailbot.files import PartKind, is_html, kind_of
from mailbot.mail.message.headers import (
    MAX_HEAD,
    MAX_UNCUT,
    Headers,
    cut_long,
    envelope_of,
    read_headers,
)
from mailbot.mail.message.parts import (
    Entity,
    Limits,
    clean_filename,
    leaves,
    read_entity,
    split_head,
)
from mailbot.mail.message.source import reopen
from mailbot.mail.message.tnef import open_tnef
from mailbot.mail.message.transfer import decode_transfer
from mailbot.model import Envelope, Letter, Part

_MAX_TEXT = 4_000_000
"""Characters of text, and as many of HTML, that are kept."""

_SOFT_LINE = 55
"""The shortest flowed line that is joined with the next one, in characters.

Programs wrap at 66 to 78 (RFC 3676). A shorter line that ends in a space may be a row
of a grid, which joining would destroy.
"""

_TAG = re.compile(r"<[A-Za-z!/]")
_SILENT = {
    *("multipart/report", "message/delivery-status", "message/feedback-report"),
    *("message/disposition-notification", "text/rfc822-headers"),
    *("application/pgp-signature", "application/pkcs7-signature"),
    *("application/x-pkcs7-signature", "application/ics"),
    *("text/calendar", "text/vcard", "text/x-vcard", "text/x-amp-html"),
    "text/vnd.google.email-reaction+json",
}
"""Parts that never hold a puzzle; the reply does not say that they were not opened."""

_UUENCODED = re.compile(
    r"^begin [0-7]{3,4} ([^\n]{1,200})\n((?:[ -`]{1,62}\n){1,60000}?)(?:[ `]\n)?end$",
    re.MULTILINE,
)
"""A file within the text, as programs attached it before MIME."""

_PGP = re.compile(
    r"^-----BEGIN PGP MESSAGE-----$.*?(?:^-----END PGP MESSAGE-----$|\Z)",
    re.MULTILINE | re.DOTALL,
)
_PARTIAL = "message/partial"
_CLOUD = "x-mozilla-cloud-part"
"""The header of a page that stands for a file which Thunderbird put elsewhere."""

_PLACEHOLDER = re.compile(r"\[cid:[^\]\s]{1,200}\]", re.IGNORECASE)
"""Where a picture stood in the page that a program turned into text."""

_PICTURE_SIGN = "\ufffc"
"""What Unicode has for a picture within text."""

_TOKENS = re.compile(
    r"<tel:[^<>\s]{1,40}>"
    r"|(?:forma(?:at|to?)|pap(?:ier|er|per|el)\w{0,7}|carta|(?-i:DIN))"
    r"[ :=-]{1,3}A[0-6]\b"
    r"|\bA[0-6][ -](?:pap(?:ier|er|per)|forma(?:at|to?)|page|sheet|seite|blad|ark)\b"
    r"|(?<![\w/=-])(?:[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"
    r"|(?=\d{0,39}[a-f])[0-9a-f]{40})(?![\w-])",
    re.IGNORECASE,
)
"""What only programs write: the link of a telephone number; the size of a paper; UUIDs
and names of commits outside of links."""

_BLANK = re.compile(r"&nbsp;", re.IGNORECASE)
"""A blank of HTML that a program left in a text."""

_FORWARDED = (
    "---------- Forwarded message ----------\n{}\n"
    "---------- End of forwarded message ----------\n"
)
"""The text of an attached message within that of the letter."""

_FEWEST_DIGITS = 17
"""Digits of a puzzle; a text with so many was written beside its page, and what a
person changed in the text counts."""

_DATA_PICTURE = re.compile(
    r"data:image/([\w.+-]{1,20});base64,([A-Za-z0-9+/=%\s]{100,})", re.IGNORECASE
)
_ESCAPED = re.compile(r"%([0-9A-Fa-f]{2})")
_MOST_PICTURES = 20

_KNOWN = {"from", "to", "subject", "date", "received", "message-id", "content-type"}
"""Headers of which every letter has at least one."""

_MAX_METHOD = 20
"""Characters of a calendar entry's method (REQUEST, DECLINECOUNTER) that are kept."""

_CALENDARS = {"text/calendar", "application/ics"}
_METHOD = re.compile(rb"^METHOD:([A-Za-z]{1,20})\s*$", re.MULTILINE | re.IGNORECASE)
_MAX_CALENDAR = 10_000  # bytes in which the method is looked for

_RICH = {"text/rtf", "text/x-rtf"}
"""Texts that are read as documents."""

_TNEF = {"application/ms-tnef", "application/vnd.ms-tnef"}
_HEADER = re.compile(rb"(?:From [^\n]+\n)?[A-Za-z][A-Za-z0-9-]*:[^\n]*\n")


class _Bodies(Struct):
    texts: list[str] = field(default_factory=list)
    htmls: list[str] = field(default_factory=list)
    parts: list[Part] = field(default_factory=list)
    silent: list[str] = field(default_factory=list)


def parse(rfc822: bytes, limits: Limits = Limits()) -> Letter:  # noqa: B008 (frozen)
    """Parse a letter.

    Raises:
        BadLetter: the bytes are no letter, or its parts are beyond the limits.
    """
    root = read_entity(_with_line_ends(rfc822), "")
    _check_headers(root.headers)
    bodies = _Bodies()
    for leaf in leaves(root, limits):
        _take(leaf, bodies)
    text = "\n\n".join(bodies.texts)[:_MAX_TEXT]
    text = reopen(text, partial(_open_source, bodies=bodies, limits=limits))
    # Where no picture came, its place is kept: the person believes that they sent it.
    sign = "" if bodies.parts else _PICTURE_SIGN
    text = _PLACEHOLDER.sub(_PICTURE_SIGN, text)
    return Letter(
        envelope=envelope_of(root.headers),
        text=_BLANK.sub(" ", _TOKENS.sub("", text)).replace(_PICTURE_SIGN, sign),
        html="\n".join(bodies.htmls)[:_MAX_TEXT],
        parts=tuple(bodies.parts[: limits.parts]),
        silent=tuple(bodies.silent),
    )


def letter_of(data: bytes, name: str) -> Letter:
    """A FILE as a letter, so that everything is read in one way.

    A mail is parsed, text and HTML become the body, and anything else an attachment.
    """
    # A person who names a file means it to be read: as text, unless it is known better.
    part = Part("1", "text/plain", PurePath(name).name, data)
    kind = kind_of(part)
    is_mail = _HEADER.match(data) and kind not in (PartKind.PICTURE, PartKind.PDF)
    if is_mail or name.lower().endswith(".eml"):
        with suppress(BadLetter):
            return parse(data)
    match kind:
        case PartKind.TEXT:
            return Letter(Envelope(None), text=decode_text(data))
        case PartKind.HTML:
            return Letter(Envelope(None), html=decode_text(data))
        case _:
            return Letter(Envelope(None), parts=(part,))


def _open_source(source: Entity, bodies: _Bodies, limits: Limits) -> str:
    """The text of a source that a text held; its pages and files join the letter's."""
    inner = _Bodies()
    try:
        for leaf in leaves(replace(source, is_attached=True), limits):
            _take(leaf, inner, marked=False)
    except BadLetter:
        return ""
    text = "\n\n".join(inner.texts)[:_MAX_TEXT]
    if sum(map(str.isdigit, text)) < _FEWEST_DIGITS:  # else the page says the same
        bodies.htmls += inner.htmls
    bodies.parts += inner.parts
    return text


_LONGEST_LINE = 4000


def parse_head(rfc822: bytes) -> Letter:
    """Parse the headers of a letter alone; the body is not looked at.

    Raises:
        BadLetter: the bytes are no letter, or its headers are beyond the limit.
    """
    # Some more, or the line that is cut off would be taken for the body.
    head, _ = split_head(_with_line_ends(rfc822[: MAX_UNCUT + _LONGEST_LINE]))
    if len(head) > MAX_UNCUT or len(cut_long(head)) > MAX_HEAD:
        raise BadLetter(f"the headers have more than {MAX_HEAD >> 10} kB")
    headers = read_headers(head)
    _check_headers(headers)
    return Letter(envelope_of(headers))


def _check_headers(headers: Headers) -> None:
    if not _KNOWN & {name for name, _ in headers}:
        raise BadLetter("these bytes have no headers of a letter")


def _with_line_ends(data: bytes) -> bytes:
    """Without byte order mark and blank lines at the start; lone CRs become LFs."""
    data = data.removeprefix(b"\xef\xbb\xbf").lstrip(b"\r\n")
    return data if b"\n" in data else data.replace(b"\r", b"\n")


def _take(leaf: Entity, bodies: _Bodies, *, marked: bool = True) -> None:
    """Take a leaf; `marked`: what an attached message says is marked as a forward."""
    kind, name = leaf.content_type, leaf.filename
    if _CLOUD in (header for header, _ in leaf.headers):
        return
    told = kind.startswith(("message/", "application/tlsrpt")) and kind != _PARTIAL
    if kind in _SILENT or told:
        method = leaf.parameter("method")[:_MAX_METHOD] or _method_within(leaf)
        bodies.silent.append(f"{kind}; method={method}".lower() if method else kind)
        return
    if kind in _TNEF or name.lower() == "winmail.dat":
        _take_tnef(leaf, bodies)
    elif _is_body(leaf) and leaf.is_attached:
        inner = _Bodies(parts=bodies.parts)
        _take_text(leaf, inner)
        form = _FORWARDED if marked else "{}"
        bodies.texts += map(form.format, inner.texts)
        bodies.htmls += map("<blockquote>{}</blockquote>".format, inner.htmls)
    elif _is_body(leaf):
        _take_text(leaf, bodies)
    else:
        bodies.parts.append(_part(leaf))


def _method_within(leaf: Entity) -> str:
    """The method that a calendar's entry names in its own text; "" if it has none."""
    if leaf.content_type not in _CALENDARS:
        return ""
    found = _METHOD.search(leaf.data()[:_MAX_CALENDAR])
    return found[1].decode() if found else ""


def _is_body(leaf: Entity) -> bool:
    """Whether a leaf is part of the message; so is a multipart without a boundary.

    The first part may have a name, as some programs give one to the message itself.
    """
    if leaf.content_type.startswith("multipart/"):
        return True
    is_first = not leaf.number.replace("1", "").strip(".") and not leaf.disposition
    shown = leaf.disposition != "attachment" and (is_first or not leaf.filename)
    kind = leaf.content_type
    return shown and kind.startswith("text/") and kind not in _RICH


def _take_text(leaf: Entity, bodies: _Bodies) -> None:
    data = leaf.data()[:_MAX_TEXT]
    text = decode_text(data, leaf.parameter("charset"))
    if _TAG.search(text) if leaf.content_type == "text/html" else is_html(data):
        text = _take_pictures(text, leaf.number or "1", bodies.parts)
        page, end, behind = text.rpartition("</html>")
        plain = bool(end and behind.strip()) and not _TAG.search(behind)
        bodies.htmls.append(page + end if plain else text)
        bodies.texts += [behind] if plain else []
        return
    if leaf.content_type in ("text/enriched", "text/richtext"):
        text = re.sub(r"<[^<>\n]{0,60}>", "", text)
    if leaf.parameter("format").lower() == "flowed":
        text = "\n".join(_unflow(text, leaf.parameter("delsp").lower() == "yes"))
    number = leaf.number or "1"
    for found in _PGP.finditer(text):
        code = found[0].encode("ascii", "replace")
        bodies.parts.append(Part(number, "application/pgp-encrypted", "", code))
    text = _PGP.sub("", text)
    bodies.texts.append(_take_uuencoded(text, number, bodies.parts))


def _take_pictures(page: str, number: str, parts: list[Part]) -> str:
    """A page without the pictures that are written in it, which become parts."""
    if "data:image/" not in page:
        return page
    for found in islice(_DATA_PICTURE.finditer(page), _MOST_PICTURES):
        code = _ESCAPED.sub(lambda sign: chr(int(sign[1], 16)), found[2])
        data = decode_transfer(code.encode("ascii", "replace"), "base64")
        parts.append(Part(number, f"image/{found[1].lower()}", "", data))
    return _DATA_PICTURE.sub("", page)


def _take_uuencoded(text: str, number: str, parts: list[Part]) -> str:
    """The text without its uuencoded files, which become parts."""
    if "\nend" not in text:
        return text
    for found in _UUENCODED.finditer(text):
        data = decode_transfer(found[0].encode("ascii", "replace"), "x-uuencode")
        name = clean_filename(found[1])
        parts.append(Part(number, "application/octet-stream", name, data))
    return _UUENCODED.sub("", text)


def _unflow(text: str, delete_space: bool) -> Iterator[str]:
    """The lines of a format=flowed text, with soft line breaks removed (RFC 3676)."""
    held, depth = "", 0
    for raw in text.split("\n"):
        bare = raw.lstrip(">")
        quotes = len(raw) - len(bare)
        bare = bare.removeprefix(" ")
        if held and quotes != depth:
            yield _quoted(held, depth)
            held = ""
        held, depth = held + bare, quotes
        if bare.endswith(" ") and bare != "-- " and len(bare) >= _SOFT_LINE:
            held = held[:-1] if delete_space else held
        else:
            yield _quoted(held, depth)
            held = ""
    if held:
        yield _quoted(held, depth)


def _quoted(line: str, depth: int) -> str:
    return ">" * depth + (" " if depth else "") + line


def _part(leaf: Entity) -> Part:
    data = leaf.data()
    if leaf.content_type.startswith("text/"):
        charset = leaf.parameter("charset")
        data = decode_text(data[:_MAX_TEXT], charset).encode("utf-8", "replace")
    return Part(
        number=leaf.number or "1",
        content_type=leaf.content_type,
        filename=leaf.filename,
        data=data,
    )


def _take_tnef(leaf: Entity, bodies: _Bodies) -> None:
    opened = open_tnef(leaf.data(), leaf.number or "1")
    if opened is None:
        bodies.parts.append(_part(leaf))
        return
    bodies.texts += [opened.text] if opened.text else []
    bodies.htmls += [opened.html] if opened.html else []
    bodies.parts += opened.parts
