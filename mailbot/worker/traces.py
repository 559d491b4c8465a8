"""Message-IDs of our own replies in a letter, found without parsing the letter.

The parent process never parses a stranger's letter, so it searches the first bytes with
a pattern. A Message-ID counts only if the ledger has issued it.
"""

import re

from mailbot.mail.message.writing import REPLY_HEADER

_HEAD = 64 * 1024
_OWN = re.compile(
    rb"^(?:%s|Message-ID):[ \t]*(?:\r?\n[ \t]+)?<?([^\s<>]+)" % REPLY_HEADER.encode(),
    re.IGNORECASE | re.MULTILINE,
)
_REPORT = re.compile(
    rb"^Content-Type:[ \t]*(?:\r?\n[ \t]+)?multipart/report",
    re.IGNORECASE | re.MULTILINE,
)
_END = re.compile(rb"\r?\n\r?\n")


def own_ids(rfc822: bytes) -> list[str]:
    """The Message-IDs in a letter's headers: one of ours means a copy of a reply."""
    return _ids(_head(rfc822))


def returned_ids(rfc822: bytes) -> list[str]:
    """The Message-IDs of the messages that a delivery report gives back."""
    if not _REPORT.search(_head(rfc822)):
        return []
    return _ids(rfc822[:_HEAD])


def _head(rfc822: bytes) -> bytes:
    return _END.split(rfc822[:_HEAD], maxsplit=1)[0]


def _ids(text: bytes) -> list[str]:
    return [name.decode("ascii", "replace") for name in _OWN.findall(text)]
