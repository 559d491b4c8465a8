"""How large a reply to an unproven sender may be.

Such a sender may be forged: a short letter must not make us send a long one to somebody
else.
"""

from mailbot.model import Content

_TIMES = 20
_BYTES = 20_000
_HEAD = 5_000  # bytes of headers and of MIME's frame, at most
_ENCODED = 1.4
"""How much longer text becomes by its encoding (base64 with its line ends), at most."""


def unproven_limit(letter_bytes: int) -> int:
    """The most bytes of a reply to an unproven sender's letter of so many bytes.

    >>> unproven_limit(1_000)
    40000
    """
    return _TIMES * letter_bytes + _BYTES


def most_bytes(content: Content) -> int:
    """The most bytes that a reply without pictures can take as a message."""
    written = (content.text + content.html).encode("utf-8", "replace")
    return _HEAD + int(_ENCODED * (len(written) + written.count(b"\n")))
