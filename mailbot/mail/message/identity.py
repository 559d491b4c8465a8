"""What letters are known by: Message-IDs of our replies, and marks of those of others.

The Message-ID of a reply is computed from the letter that it answers. So a reply that
is sent twice has one Message-ID, and we recognise our own mail by it. It may carry the
state of the conversation in a code (`mailbot.marker`), which mail programs give back in
In-Reply-To and References; upper and lower case count in it.
"""

import re

from mailbot.mail.message.domains import normal_domain
from mailbot.mail.message.transfer import decode_run
from mailbot.model import Envelope

SENDER_HEADER = "X-Mailbot-Loop"
"""The header with our own address: a letter that has it went through us already.

Not X-Loop, which mailing lists write: Evolution asks everybody who answers such a
letter whether they mean to write to the list. Replies before this name had that one.
"""

LOOP_HEADERS = (SENDER_HEADER, "X-Loop")

_MARK = "sudoku."
_OWN_ID = re.compile(
    rf"(?i:{re.escape(_MARK)}[0-9a-f]{{32}})"  # case counts in the codes alone
    r"(?:\.([\w-]{10,}(?:\.[\w-]{10,})*))?",
    re.ASCII,
)
_LONGEST = 200
"""Characters of the part before the @, at most; some programs cut longer ones."""
_SIGNATURE = re.compile(r"(?:^|;)\s*b\s*=([^;]+)")
_NO_BASE64 = re.compile(r"[^A-Za-z0-9+/=]+")
_MOST_SIGNATURES = 10
_SHORTEST = 30
"""Bytes of a signature, at least; an empty one marks no letter."""


def reply_id(raw_hash: str, address: str, state: str = "") -> str:
    """The Message-ID, with its <>, of a reply.

    Args:
        raw_hash: SHA-256 of the letter that is answered, in hex.
        address: our own address; the Message-ID gets its domain.
        state: the state of the conversation; left out where it is too long.

    >>> reply_id("0f" * 32, "bot@example.org")
    '<sudoku.0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f@example.org>'
    >>> reply_id("0f" * 32, "bot@bücher.example")[-23:]
    '@xn--bcher-kva.example>'
    """
    local = f"{_MARK}{raw_hash[:32].lower()}"
    if state and len(local) + 1 + len(state) <= _LONGEST:
        local += f".{state}"
    return f"<{local}@{_domain(address) or 'localhost'}>"


def state_in(message_id: str) -> str:
    """The state that a Message-ID of a reply carries; "" if it carries none.

    >>> state_in("<sudoku." + "0f" * 16 + ".Kx7_bAb12Cd-q@example.org>")
    'Kx7_bAb12Cd-q'
    """
    match = _OWN_ID.fullmatch(message_id.strip(" \t<>").rpartition("@")[0])
    return (match[1] or "") if match else ""


def picture_id(number: int, address: str) -> str:
    """The Content-ID, without <>, of a picture of a reply, by its place from 1.

    >>> picture_id(2, "bot@example.org")
    'puzzle-2@example.org'
    """
    return f"puzzle-{number}@{_domain(address) or 'localhost'}"


def letter_ids(envelope: Envelope) -> tuple[str, ...]:
    """By what a letter is known again, whoever sends it on: its Message-ID, signatures.

    A signature (DKIM) may leave the Message-ID out, which anybody can then change; the
    signature itself cannot be changed. A letter without either is known by its date
    and subject.
    """
    found = map(_SIGNATURE.search, signatures_of(envelope)[:_MOST_SIGNATURES])
    marks = (_signed(match[1]) for match in found if match)
    ids = [envelope.message_id, *(mark for mark in marks if mark)]
    if not any(ids) and envelope.date:
        ids.append(f"{envelope.date.isoformat()} {envelope.subject}")
    return tuple(filter(None, ids))


def signatures_of(envelope: Envelope) -> list[str]:
    """The values of the DKIM-Signature headers."""
    return [value for name, value in envelope.headers if name == "dkim-signature"]


def has_many_signatures(envelope: Envelope) -> bool:
    """Whether some of them may be there to hide another, by which a letter is known."""
    return len(signatures_of(envelope)) > _MOST_SIGNATURES


def _signed(value: str) -> str:
    """The bytes of a signature, in hex; "" where there are none.

    Anybody may write them in another way: with blanks, with more text behind the end of
    the base64, or with other bits where its last character has bits to spare.
    """
    plain = _NO_BASE64.sub("", value).partition("=")[0]
    data = decode_run(plain.encode())
    return data.hex() if len(data) >= _SHORTEST else ""


def is_own_id(message_id: str, addresses: tuple[str, ...]) -> bool:
    """Whether a Message-ID has our mark and the domain of one of our addresses.

    The domain alone is not enough: other people have mailboxes there.

    >>> is_own_id("<sudoku." + "0f" * 16 + "@example.org>", ("bot@example.org",))
    True
    >>> is_own_id("<dinner@example.org>", ("bot@example.org",))
    False
    """
    domain = message_id.strip(" \t<>").rpartition("@")[2]
    ours = {_domain(address) for address in addresses}
    return is_reply_id(message_id) and domain.lower() in ours


def is_reply_id(message_id: str) -> bool:
    """Whether a Message-ID is that of a reply, of ours or of another mailbot."""
    return bool(_OWN_ID.fullmatch(message_id.strip(" \t<>").rpartition("@")[0]))


def _domain(address: str) -> str:
    """The domain of an address in its one spelling; as it is if it has none."""
    domain = address.rpartition("@")[2].strip()
    return normal_domain(domain) or domain.lower()
