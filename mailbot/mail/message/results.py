"""The Authentication-Results header of a mail server, parsed (RFC 8601, section 2.2).

    mail.example.org; spf=pass smtp.mailfrom=home.test; dkim=none (no signature)
    ^ server          ^ method and verdict
                               ^ property     ^ value

The header is taken apart into words, quoted strings and signs, so that nothing within a
comment, a quotation or a value is taken for a result. Time is linear in its length.

Where a part of the header does not follow the grammar, `sound` is false: what passed is
then not to be believed, while what failed may still be.
"""

import re
from collections.abc import Iterator, Sequence
from enum import Enum, auto

from msgspec import Struct

from mailbot.mail.message.domains import signed_domain
from mailbot.mail.message.tokens import comment_end, quoted_end

_WORD = re.compile(r'[^ \t;="()]++')
_CONTROL = re.compile(r"[\x00-\x08\x0a-\x1f\x7f]")
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)
_VERSIONS = ("", "1")
_METHODS = {"dkim", "spf", "dmarc"}
"""Words that are no property: where one has a value, a semicolon is missing."""


class MethodResult(Struct, frozen=True):
    """The result of one method, all names in lower case.

    `properties` holds names such as "header.d" with their values; a quoted local part
    of an address is left out of its value.
    """

    method: str
    verdict: str
    properties: tuple[tuple[str, str], ...] = ()
    sound: bool = True

    def domains(self, name: str) -> tuple[str, ...]:
        """The domains of a property, of addresses too; "" for a value without one."""
        return tuple(_domain(value) for key, value in self.properties if key == name)


class ServerResults(Struct, frozen=True):
    """One header: the id of the server ("" if it wrote none), and what it found."""

    server: str
    results: tuple[MethodResult, ...]
    sound: bool


class _Sign(Enum):
    WORD = auto()
    QUOTED = auto()
    SPACE = auto()
    EQUALS = auto()
    END = auto()


_SIGNS = {";": _Sign.END, "=": _Sign.EQUALS}

_Token = tuple[_Sign, str]

_BROKEN: _Token = (_Sign.END, "broken")
"""What stands for the rest of a header behind an unfinished comment or quotation."""


def read_results(value: str) -> ServerResults:
    """Parse the value of an Authentication-Results header, encoded words not decoded.

    >>> read_results("a.test 1; dkim=pass (dkim=fail) header.d=b.test").results
    (MethodResult(method='dkim', verdict='pass', properties=(('header.d', 'b.test'),), \
sound=True),)
    """
    tokens = list(_tokens(value))
    sound = _BROKEN not in tokens
    head, *fields = _split(tokens)
    server, known = _server(head)
    if not server:
        fields = [head, *fields]
    found = filter(None, map(_result, fields))
    return ServerResults(server, tuple(found), sound and known)


def _tokens(value: str) -> Iterator[_Token]:
    if _CONTROL.search(value):
        yield _BROKEN
    place = 0
    while place < len(value):
        token, end = _token(value, place)
        yield token
        if end < 0:
            yield _BROKEN
            return
        place = end


def _token(value: str, place: int) -> tuple[_Token, int]:
    """The token at a place, and the index behind it; -1 if it is not well-formed."""
    char = value[place]
    if char == "(":
        return (_Sign.SPACE, ""), comment_end(value, place)
    if char == '"':
        end = quoted_end(value, place)
        return (_Sign.QUOTED, _ESCAPE.sub(r"\1", value[place + 1 : end - 1])), end
    word = _WORD.match(value, place)
    if word:
        return (_Sign.WORD, word[0]), word.end()
    return (_SIGNS.get(char, _Sign.SPACE), char), -1 if char == ")" else place + 1


def _split(tokens: Sequence[_Token]) -> list[list[_Token]]:
    """The parts between the semicolons."""
    fields: list[list[_Token]] = [[]]
    for token in tokens:
        if token[0] is _Sign.END:
            fields.append([])
        else:
            fields[-1].append(token)
    return fields


def _server(head: Sequence[_Token]) -> tuple[str, bool]:
    """The id in lower case, and whether its version is one that is known."""
    words = [text for sign, text in head if sign is not _Sign.SPACE]
    signs = {sign for sign, _ in head}
    if _Sign.EQUALS in signs or not words:
        return "", True
    return words[0].lower(), len(words) == 1 or words[1:] == ["1"]


def _result(field: Sequence[_Token]) -> MethodResult | None:
    """The result of a field; None for an empty one, and for the word "none"."""
    pairs, sound = _pairs(field)
    if not pairs:
        return None
    (name, verdict), *properties = pairs
    method, _, version = name.partition("/")
    sound = sound and version in _VERSIONS and _METHODS.isdisjoint(dict(properties))
    return MethodResult(method, verdict.lower(), tuple(properties), sound)


def _pairs(field: Sequence[_Token]) -> tuple[list[tuple[str, str]], bool]:
    """The names with their values, and whether nothing else stands there."""
    pairs: list[tuple[str, str]] = []
    name, sound, place = "", True, 0
    while place < len(field):
        sign, text = field[place]
        place += 1
        if sign is _Sign.WORD:
            joined = not name or name[-1] in "./" or text[0] in "./"
            name, sound = (name + text if joined else text), sound and joined
        elif sign is _Sign.EQUALS:
            while place < len(field) and field[place][0] is _Sign.SPACE:
                place += 1
            start = place
            while place < len(field) and field[place][0] is not _Sign.SPACE:
                place += 1
            value, good = _value(field[start:place])
            pairs.append((name.lower(), value))
            sound, name = sound and good and bool(name), ""
        elif sign is _Sign.QUOTED:
            sound = False
    return pairs, sound and not name


def _value(tokens: Sequence[_Token]) -> tuple[str, bool]:
    """The value that these tokens form, and whether they may form one."""
    match [sign for sign, _ in tokens]:
        case [_Sign.QUOTED]:
            return tokens[0][1], True
        case [_Sign.QUOTED, *rest] if _Sign.QUOTED not in rest:
            text = "".join(text for _, text in tokens[1:])
            return (text, True) if text.startswith("@") else ("", False)
        case [_Sign.WORD, *rest] if _Sign.QUOTED not in rest:
            return "".join(text for _, text in tokens), True
        case _:
            return "", False


def _domain(value: str) -> str:
    """The domain of `local@domain`, `@domain`, `domain` or one of these in <>."""
    if value.startswith("<") and value.endswith(">"):
        value = value[1:-1]
    local, at, domain = value.partition("@")
    return signed_domain(domain if at else local)
