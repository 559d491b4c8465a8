"""Addresses in headers, and the one spelling under which a person is known.

An address is normalised once, where it is parsed: its domain is in ASCII, in lower case
and without a trailing dot. Its local part stays as it was written, but for quotes that
it does not need (RFC 5321, 4.1.2), since only the mailbox's own server knows which
spellings are equal; `plain_address` is the spelling that caps and lists go by.
"""

import re
from collections.abc import Iterable, Iterator
from unicodedata import normalize

from mailbot.mail.message.domains import normal_domain, signed_domain
from mailbot.mail.message.tokens import comment_end, decode_words, quoted_end
from mailbot.model import Address

_LONGEST = 254
_NAME_LENGTH = 200
_WIDEST = 2_000
_FORMAT = "\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
"""Characters without a shape of their own: bidi controls, joiners, blanks."""

_ATOM = rf"[^\s\x00-\x1f\x7f-\x9f()<>@,;:\\\".\[\]{_FORMAT}\ud800-\udfff]+"
_DOT_ATOM = re.compile(rf"{_ATOM}(?:\.{_ATOM})*")
_QUOTED = re.compile(rf"\"([^\x00-\x1f\x7f-\x9f\"\\{_FORMAT}\ud800-\udfff]+)\"")
_TOKEN = re.compile(
    r"<(?P<angle>[^<>]*)>?|(?P<stop>[,;:])"
    r"|(?P<word>=\?[^?\s]{1,40}\?[bBqQ]\?[^?\s]{0,2000}\?=)|(?P<text>[^\"<(),;:=]+|.)",
    re.DOTALL,
)
_ESCAPE = re.compile(r'\\(.)|"', re.DOTALL)

_BARE = r"[^\s<>()@,;:\\\"]"
_COMMENT = r"\([^()<>@,;:\\\"]*+\)"
_NAME = rf"(?:\"(?:[^\"\\]|\\.)*\"|{_COMMENT}|{_BARE}++)\s*+"
_PLAIN_SENDER = re.compile(
    rf"(?:(?P<name>(?:{_NAME})*|{_BARE}++@{_BARE}++\s*+)"
    r"<[ \t]?(?P<angle>[^\s<>]++)[ \t]?>"
    rf"|(?P<bare>[^\s<>()]++))(?:\s*+{_COMMENT})?"
)
"""A From header that every program reads in the same way: a name and <address>.

The name may be the address itself, as some programs write it without quotes.
"""
_STOP = re.compile("[\u3002\uff0e\uff61]|\\.$")
_ALIKE = re.compile(r"[^\s<>()\",;:]{1,100}@[^\s<>()\",;:]{1,255}")

_GMAIL = {"gmail.com", "googlemail.com"}


def read_addresses(value: str) -> Iterator[Address]:
    """The addresses of a header, those of groups too; comments are left out.

    >>> list(read_addresses('"Doe, J." <j@a.org>, puzzlers: b@c.de (Bo);'))
    [Address(name='Doe, J.', address='j@a.org'), Address(name='', address='b@c.de')]
    """
    name: list[str] = []
    angle: str | None = None
    for kind, word in _tokens(value + ","):
        if kind == "angle":
            angle = word if angle is None else ""  # two make no address
        elif kind != "stop":
            name.append(word)
        else:
            found = _address("".join(name), angle)
            if found and word != ":":
                yield found
            name, angle = [], None


def read_plain_sender(value: str) -> Address | None:
    """The address of a From header that cannot be read in two ways; None for others.

    No character of the address may need mapping, and a name that looks like an address
    must be the same.

    >>> read_plain_sender('"Doe, J." <j@A.org>'), read_plain_sender("j@a.org, k@b.org")
    (Address(name='Doe, J.', address='j@a.org'), None)
    """
    found = _PLAIN_SENDER.fullmatch(value)
    if not found:
        return None
    name, written = (found["name"] or "").strip(), found["angle"] or found["bare"]
    address = normal_address(written)
    if not address or not _is_unmapped(written, address):
        return None
    plain = _ESCAPE.sub(r"\1", name)
    unquoted = "@" in name and '"' not in name
    decoded = decode_words(plain)
    if "<" in decoded or (unquoted and name.lower() != written.lower()):
        return None
    return Address(decoded[:_NAME_LENGTH], address)


def read_misspelt_sender(values: Iterable[str]) -> Address | None:
    """The one address that From headers hold, however they are spelled.

    >>> read_misspelt_sender(["<<j@a.org>>"])
    Address(name='', address='j@a.org')
    """
    words = (word for value in values for word in _ALIKE.findall(value[:_WIDEST]))
    found = {normal_address(word) for word in words}
    return Address("", found.pop()) if len(found) == 1 and "" not in found else None


def normal_address(address: str) -> str:
    """An address with its domain in its one spelling; "" if it is no address.

    >>> normal_address("Ann+news@Example.ORG."), normal_address("ann@example..org")
    ('Ann+news@example.org', '')
    >>> normal_address('"ann"@example.org'), normal_address('"a b"@example.org')
    ('ann@example.org', '"a b"@example.org')
    """
    local, _, domain = address.strip().rpartition("@")
    normal = normal_domain(domain)
    quoted = _QUOTED.fullmatch(local)
    if quoted and _DOT_ATOM.fullmatch(quoted[1]):
        local = quoted[1]
    elif not (quoted or _DOT_ATOM.fullmatch(local)):
        return ""
    if not normal:
        return ""
    found = f"{local}@{normal}"
    return found if len(found) <= _LONGEST else ""


def plain_address(address: str) -> str:
    """The spelling under which caps, lists and `forget` know a person.

    Lower case, no +tag, no quotes, full-width letters as usual ones, the domain in
    ASCII; for Gmail also without dots, at gmail.com.

    >>> plain_address("Ann+Puzzles@Example.ORG"), plain_address('"ann"@bücher.example')
    ('ann@example.org', 'ann@xn--bcher-kva.example')
    >>> plain_address("A.Nn+x@GoogleMail.com")
    'ann@gmail.com'
    """
    local, _, domain = address.strip().rpartition("@")
    domain = normal_domain(domain) or domain.lower()
    local = normalize("NFKC", local).casefold()
    if len(local) > 2 and local[0] == local[-1] == '"':
        local = local[1:-1]
    local = local.partition("+")[0] or local
    if domain in _GMAIL:
        local, domain = local.replace(".", "") or local, "gmail.com"
    return f"{local}@{domain}"


def same_mailbox(one: Address, other: Address) -> bool:
    """Whether two addresses lead to one mailbox, up to case, +tag and Gmail's dots.

    Letters outside ASCII must be the same: a server may give each form its own mailbox.
    """
    plain = plain_address(one.address) == plain_address(other.address)
    same_script = one.address.isascii() and other.address.isascii()
    return plain and (same_script or one.address == other.address)


def address_tag(address: str) -> str:
    """The +tag of an address, in lower case; "" if it has none.

    >>> address_tag("bot+Hint@example.org")
    'hint'
    """
    return address.rpartition("@")[0].partition("+")[2].lower()


def is_listed(who: Address, entries: Iterable[str]) -> bool:
    """Whether a list of the operator names an address, or its domain as @domain."""
    plain = plain_address(who.address)
    names = {plain, plain[plain.rfind("@") :]}
    return not names.isdisjoint(map(plain_address, entries))


def _is_unmapped(written: str, address: str) -> bool:
    """Whether an address is written with the letters of its normal form."""
    local, _, domain = written.rpartition("@")
    same = signed_domain(domain) == address.rpartition("@")[2]
    return same and not _STOP.search(domain) and normalize("NFKC", local) == local


def _tokens(value: str) -> Iterator[tuple[str, str]]:
    """The kinds and texts of a header's words; an unfinished quotation is text.

    What stands behind an unfinished comment is left out, and the address before it.
    """
    place, may_quote = 0, True
    while place < len(value):
        if value[place] == "(":
            end = comment_end(value, place)
            if end < 0:
                return
            place = end
            continue
        end = quoted_end(value, place) if may_quote and value[place] == '"' else 0
        if end > 0:
            yield "quoted", value[place:end]
            place = end
            continue
        may_quote = may_quote and end == 0
        found = _TOKEN.match(value, place)
        assert found
        kind = found.lastgroup or ""
        yield kind, found[kind]
        place = found.end()


def _address(name: str, angle: str | None) -> Address | None:
    address = normal_address(name if angle is None else angle)
    if not address:
        return None
    if angle is None:
        return Address("", address)
    plain = _ESCAPE.sub(r"\1", name.strip())
    return Address(decode_words(plain)[:_NAME_LENGTH], address)
