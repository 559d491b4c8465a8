"""Writes a reply as a message: RFC 5322 headers, MIME text, HTML and pictures.

Rule 1: every header value that holds a stranger's words is cleaned or matched against
        a pattern, so that nobody can add a header of his own.
Rule 2: everything is encoded here and not by Python's email package: that decodes
        encoded words within a given text, so that hidden line breaks come out, and it
        takes ten times as long.
Rule 3: the marks between parts are drawn at random, so that nobody who writes a part
        can end it and begin another one.
"""

import re
from base64 import b64encode, encodebytes
from binascii import b2a_qp
from datetime import datetime
from email import message_from_bytes
from email.policy import default
from email.utils import format_datetime
from mimetypes import guess_extension
from secrets import token_hex

from mailbot.charset import visible_text
from mailbot.errors import BadLetter
from mailbot.mail.message.domains import normal_domain
from mailbot.mail.message.identity import SENDER_HEADER
from mailbot.model import Address, Picture, Reply

REPLY_HEADER = "X-Mailbot-Reply"
"""The header that repeats our Message-ID: some relays replace the Message-ID."""

_LINE = 76
_SUBJECT_LENGTH = 250
_NAME_LENGTH = 120
_MAX_REFERENCES = 12
_ENCODED_BYTES = 42
"""Bytes of UTF-8 in one encoded word: they are 68 characters with the word's frame."""

_PLAIN_SIGNS = str.maketrans(
    {"\u00b7": "-", "\u2013": "-", "\u2026": "...", "\u00a0": " ", "\u2019": "'"}
)
"""Signs of the text for which ASCII has another one.

So most texts need no transfer encoding, which some programs quote as it came.
"""

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")
_DOT_ATOM = re.compile(r"[^\s\x00-\x1f()<>@,;:\\\".\[\]]+(\.[^\s()<>@,;:\\\".\[\]]+)*")
_QUOTED = re.compile(r'"([^\x00-\x1f\x7f"\\]|\\[ -~])+"')
_MESSAGE_ID = re.compile(r"[!-;=?-~]{1,250}")
_PLAIN_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~ -]+")
_LANGUAGE = re.compile(r"[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*")


def write(reply: Reply, sender: Address, now: datetime) -> bytes:
    """The reply as a message with CRLF line ends, in ASCII except SMTPUTF8 addresses.

    Args:
        reply: the reply; its Message-IDs may lack their <>. Its images belong to its
            HTML, and are left out without it.
        sender: our own address, for From and X-Mailbot-Loop.
        now: the Date (aware).

    Raises:
        BadLetter: the recipient's address or our Message-ID is malformed.
    """
    own_id = _message_id(reply.message_id)
    if not own_id:
        raise BadLetter(f"not a Message-ID: {reply.message_id!r}")
    answered = _message_id(reply.in_reply_to)
    language = reply.language if _LANGUAGE.fullmatch(reply.language) else ""
    headers = [
        ("From", _mailbox(sender)),
        ("To", _mailbox(reply.to)),
        ("Subject", _phrase(_clean(reply.subject)[:_SUBJECT_LENGTH])),
        ("Date", format_datetime(now)),
        ("Message-ID", own_id),
        ("In-Reply-To", answered),
        ("References", "\r\n ".join(_references(reply.references, answered))),
        ("Auto-Submitted", "auto-replied"),
        ("X-Auto-Response-Suppress", "All"),
        (SENDER_HEADER, wire_address(sender.address)),
        (REPLY_HEADER, own_id.strip("<>")),
        ("Content-Language", language),
    ]
    head = "".join(f"{name}: {value}\r\n" for name, value in headers if value)
    return head.encode() + _body(reply)


def describe(message: bytes) -> str:
    """A message of ours as the operator reads it: To, Subject and the text."""
    parsed = message_from_bytes(message, policy=default)
    head = [f"{name}: {parsed[name]}" for name in ("To", "Subject") if parsed[name]]
    body = parsed.get_body(("plain",))
    text = body.get_content().splitlines() if body else []
    return "\n".join([*head, "", *text])


def wire_address(address: str) -> str:
    """An address for SMTP and for headers: its domain is in ASCII (IDNA).

    A local part that is not ASCII stays; such an address needs SMTPUTF8.

    Raises:
        BadLetter: the text is no address.
    """
    local, _, domain = address.rpartition("@")
    ascii_domain = normal_domain(domain)
    ours = _DOT_ATOM.fullmatch(local) or _QUOTED.fullmatch(local)
    plain = visible_text(local) == local
    if not (ours and plain and ascii_domain) or len(address) > 254:
        raise BadLetter(f"not an address: {address[:80]!r}")
    return f"{local}@{ascii_domain}"


def _clean(text: str) -> str:
    """The text on one line, without the characters that are not seen."""
    return " ".join(visible_text(_CONTROL.sub(" ", text)).split())


def _mailbox(who: Address) -> str:
    address = wire_address(who.address)
    name = _clean(who.name)[:_NAME_LENGTH].strip()
    if not name:
        return address
    if not name.isascii() or "=?" in name or len(name) > _LINE - 10:
        return f"{_encoded(name)}\r\n <{address}>"
    if not _PLAIN_NAME.fullmatch(name):
        name = '"' + re.sub(r'(["\\])', r"\\\1", name) + '"'
    fold = "\r\n" if len(name) + len(address) > _LINE - 9 else ""
    return f"{name}{fold} <{address}>"


def _phrase(text: str) -> str:
    """Text for a header: as it is if it is short ASCII, else in encoded words."""
    if text.isascii() and "=?" not in text and len(text) < _LINE - len("Subject: "):
        return text
    return _encoded(text)


def _encoded(text: str) -> str:
    """RFC 2047 encoded words of whole characters, one on each line."""
    words: list[bytes] = [b""]
    for char in text:
        byte = char.encode()
        if len(words[-1]) + len(byte) > _ENCODED_BYTES:
            words.append(b"")
        words[-1] += byte
    return "\r\n ".join(f"=?utf-8?b?{b64encode(word).decode()}?=" for word in words)


def _message_id(text: str) -> str:
    """A Message-ID with its <>; "" if the text is none."""
    bare = text.strip().removeprefix("<").removesuffix(">")
    return f"<{bare}>" if _MESSAGE_ID.fullmatch(bare) else ""


def _references(references: tuple[str, ...], answered: str) -> list[str]:
    """The thread's first and newest ids, the answered one last (RFC 5322 3.6.4)."""
    ids = [i for i in map(_message_id, references) if i and i != answered]
    if answered:
        ids.append(answered)
    unique = list(dict.fromkeys(ids))
    if len(unique) <= _MAX_REFERENCES:
        return unique
    return [unique[0], *unique[1 - _MAX_REFERENCES :]]


def _body(reply: Reply) -> bytes:
    """MIME headers and body: text alone, or text and HTML with its pictures.

    A page to print is attached to them.
    """
    part = _text_part("plain", reply.text.translate(_PLAIN_SIGNS))
    if reply.html:
        page = _text_part("html", reply.html)
        if reply.images:
            images = (_image_part(image) for image in reply.images)
            page = _multipart('related; type="text/html"', [page, *images])
        part = _multipart("alternative", [part, page])
    if reply.sheet:
        kind = 'application/pdf; name="sudoku.pdf"'
        attached = 'Content-Disposition: attachment; filename="sudoku.pdf"'
        part = _multipart("mixed", [part, _file_part(kind, attached, reply.sheet)])
    return b"MIME-Version: 1.0\r\n" + part


def _text_part(subtype: str, text: str) -> bytes:
    unix = text.replace("\r\n", "\n").replace("\r", "\n").rstrip("\n") + "\n"
    data = visible_text(unix).replace("\n", "\r\n").encode()
    encoding = "7bit"
    if not data.isascii() or max(map(len, data.split(b"\r\n"))) > _LINE:
        encoding, quoted = "quoted-printable", b2a_qp(data)
        if len(quoted) > len(data) * 4 / 3:
            encoding, quoted = "base64", _base64(data)
        data = quoted
    head = (
        f'Content-Type: text/{subtype}; charset="utf-8"\r\n'
        f"Content-Transfer-Encoding: {encoding}\r\n\r\n"
    )
    return head.encode() + data


def _image_part(image: Picture) -> bytes:
    stem = re.sub(r"[^A-Za-z0-9]+", "-", image.cid.partition("@")[0]).strip("-")
    name = (stem or "sudoku") + (guess_extension(image.content_type) or "")
    shown = (
        f'Content-Disposition: inline; filename="{name}"\r\nContent-ID: <{image.cid}>'
    )
    return _file_part(image.content_type, shown, image.data)


def _file_part(kind: str, shown: str, data: bytes) -> bytes:
    """A part in base64; `shown` are the headers that tell how it is shown."""
    head = (
        f"Content-Type: {kind}\r\nContent-Transfer-Encoding: base64\r\n{shown}\r\n\r\n"
    )
    return head.encode() + _base64(data)


def _multipart(subtype: str, parts: list[bytes]) -> bytes:
    """Join parts; `=_` does not occur in quoted-printable or base64."""
    mark = f"=_{token_hex(12)}"
    head = f'Content-Type: multipart/{subtype}; boundary="{mark}"\r\n\r\n'
    inner = b"".join(f"--{mark}\r\n".encode() + part + b"\r\n" for part in parts)
    return head.encode() + inner + f"--{mark}--\r\n".encode()


def _base64(data: bytes) -> bytes:
    return encodebytes(data).replace(b"\n", b"\r\n")
