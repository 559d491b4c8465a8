"""Who is who by address and Message-ID alone.

Our Message-IDs follow from the letter answered, so that a reply that is sent twice is
one message, and so that we know our own mail by its id, wherever it turns up.
"""

import re

_MARK = "sudoku."
_OWN_ID = re.compile(re.escape(_MARK) + r"[0-9a-f]{32}")


def reply_id(raw_hash: str, address: str) -> str:
    """The Message-ID, with its <>, of the reply to the letter with this hash (hex).

    >>> reply_id("0f" * 32, "bot@example.org")
    '<sudoku.0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f0f@example.org>'
    >>> reply_id("0f" * 32, "bot@bücher.example")[-23:]
    '@xn--bcher-kva.example>'
    """
    return f"<{_MARK}{raw_hash[:32].lower()}@{_domain(address) or 'localhost'}>"


def is_own_id(message_id: str, addresses: tuple[str, ...]) -> bool:
    """Whether a Message-ID is one that we give, under the domain of our addresses.

    Colleagues share the domain: their ids lack our mark.

    >>> is_own_id("<sudoku." + "0f" * 16 + "@example.org>", ("bot@example.org",))
    True
    >>> is_own_id("<dinner@example.org>", ("bot@example.org",))
    False
    """
    local, _, domain = message_id.strip(" \t<>").lower().rpartition("@")
    ours = {_domain(address) for address in addresses}
    return bool(_OWN_ID.fullmatch(local)) and domain in ours


def plain_address(address: str) -> str:
    """The address that all spellings of a mailbox share.

    In lower case, without +tag and quotes, its domain in ASCII (IDNA) if it has one.

    >>> plain_address("Ann+Puzzles@Example.ORG"), plain_address('"ann"@bücher.example')
    ('ann@example.org', 'ann@xn--bcher-kva.example')
    """
    local, _, domain = address.strip().lower().rpartition("@")
    local = local.strip('"')
    return f"{local.partition('+')[0] or local}@{_ascii(domain)}"


def address_tag(address: str) -> str:
    """What stands behind the + of an address, in lower case.

    >>> address_tag("bot+Hint@example.org")
    'hint'
    """
    return address.rpartition("@")[0].partition("+")[2].lower()


def _ascii(domain: str) -> str:
    if domain.isascii():
        return domain
    try:
        return domain.encode("idna").decode()
    except UnicodeError:
        return domain


def _domain(address: str) -> str:
    """In ASCII (IDNA), as Message-IDs must be, where that can be."""
    domain = address.rpartition("@")[2].strip().lower()
    try:
        return domain.encode("idna").decode()
    except UnicodeError:
        return domain
