"""Decodes a Content-Transfer-Encoding (RFC 2045), as far as damaged bytes allow."""

from base64 import b64decode
from binascii import Error, a2b_qp, a2b_uu

_BASE64 = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_NOT_BASE64 = bytes(set(range(256)) - set(_BASE64))


def decode_transfer(data: bytes, encoding: str) -> bytes:
    """The bytes that were encoded; what cannot be decoded is left out."""
    match encoding.strip().lower():
        case "base64":
            return _decode_base64(data)
        case "quoted-printable":
            return a2b_qp(data)
        case "x-uuencode" | "uuencode" | "x-uue" | "uue":
            return _decode_uu(data)
        case _:
            return data


def _decode_base64(data: bytes) -> bytes:
    """Decode up to the padding; mailing lists add a footer behind it.

    Text that only claims to be base64 comes back as it is.
    """
    encoded = data.partition(b"=")[0].translate(None, _NOT_BASE64)
    foreign = len(data.translate(None, _BASE64 + b"=\r\n\t "))
    if foreign * 8 > len(data):
        return data
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
