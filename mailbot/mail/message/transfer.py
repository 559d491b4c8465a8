"""Decodes a Content-Transfer-Encoding (RFC 2045), as far as damaged bytes allow."""

import re
from base64 import b64decode
from binascii import Error, a2b_qp, a2b_uu
from itertools import takewhile

_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_PADDING = re.compile(rb"={1,2}")
_SHORTEST_LINE = 40
"""Characters of the first line of a further run of base64; a word of a footer is
shorter."""

_QP_CODE = re.compile(rb"=(?:[0-9A-F]{2}|[ \t]{0,20}\r?\n)")
_FEWEST_CODES = 4

_SOFT_BREAK = re.compile(rb"=[ \t]{1,20}\r{0,4}\n")
"""A soft line break behind which something has added blanks."""

_NOT_BASE64 = bytes(set(range(256)) - set(_BASE64))


def decode_transfer(data: bytes, encoding: str) -> bytes:
    """The bytes that were encoded; what cannot be decoded is left out."""
    match encoding.strip().lower():
        case "base64":
            return _decode_base64(data)
        case "quoted-printable":
            return a2b_qp(_SOFT_BREAK.sub(b"=\n", data))
        case "x-uuencode" | "uuencode" | "x-uue" | "uue":
            return _decode_uu(data)
        case _:
            return a2b_qp(data) if _is_quoted_printable(data) else data


def _is_quoted_printable(data: bytes) -> bool:
    """Whether bytes are quoted-printable, though no header says so.

    Every = stands before two digits of a code or at the end of a line, and some stand
    for themselves; no text that was typed is like this.
    """
    signs = data.count(b"=")
    codes = len(_QP_CODE.findall(data)) if signs >= _FEWEST_CODES else 0
    return 0 < codes == signs and (b"=3D" in data or b"=\n" in data.replace(b"\r", b""))


def _decode_base64(data: bytes) -> bytes:
    """Decode run by run, each up to its padding; mailing lists add a footer behind it.

    Text that only claims to be base64 comes back as it is.
    """
    foreign = len(data.translate(None, _BASE64 + b"=\r\n\t "))
    if foreign * 8 > len(data):
        return data
    first, *others = _PADDING.split(data)
    runs = [first, *takewhile(_is_run, others)]
    return b"".join(decode_run(run.translate(None, _NOT_BASE64)) for run in runs)


def _is_run(data: bytes) -> bool:
    """Whether lines behind a padding are base64 once more, and no footer."""
    lines = data.split()
    return (
        bool(lines)
        and all(
            len(line) % 4 == 0 and not line.translate(None, _BASE64)
            for line in lines[:-1]
        )
        and len(lines[0]) >= _SHORTEST_LINE
        and not lines[-1].translate(None, _BASE64)
    )


def decode_run(encoded: bytes) -> bytes:
    """The bytes of base64 without padding; a last character alone is no byte."""
    encoded = encoded[: len(encoded) - (len(encoded) % 4 == 1)]
    return b64decode(encoded + b"=" * (-len(encoded) % 4))


def _decode_uu(data: bytes) -> bytes:
    lines = iter(data.splitlines())
    for line in lines:
        if line.startswith(b"begin "):
            break
    decoded: list[bytes] = []
    for line in lines:
        if line.strip() in (b"end", b"`"):
            break
        try:
            decoded.append(a2b_uu(line))
        except Error:
            continue
    return b"".join(decoded)
