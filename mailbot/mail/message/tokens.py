"""Comments and quoted strings of structured headers (RFC 5322, section 3.2).

Each function finds where one of them ends, in time linear in the length that it covers,
and never looks at a character twice. A caller that is told -1 must not ask again for a
later place: nothing that starts there ends either.
"""

import re

_QUOTED = re.compile(r'"(?:[^"\\]++|\\.)*"', re.DOTALL)
_IN_COMMENT = re.compile(r"\\.|[()]", re.DOTALL)


def quoted_end(text: str, start: int) -> int:
    r"""The index behind the quoted string that starts at `start`; -1 if it has no end.

    >>> quoted_end('"a \\" b" c', 0), quoted_end('"a', 0)
    (8, -1)
    """
    found = _QUOTED.match(text, start)
    return found.end() if found else -1


def comment_end(text: str, start: int) -> int:
    """The index behind the comment that starts at `start`; -1 if it has no end.

    >>> comment_end("(a (b) c) d", 0), comment_end("(a (b)", 0)
    (9, -1)
    """
    depth = 0
    for mark in _IN_COMMENT.finditer(text, start):
        depth += {"(": 1, ")": -1}.get(mark[0], 0)
        if not depth:
            return mark.end()
    return -1


def without_comments(text: str) -> str | None:
    """The text with a space for each comment; None if one has no end.

    >>> without_comments("from a (b; (c)) by d")
    'from a   by d'
    """
    kept: list[str] = []
    place = 0
    while (start := text.find("(", place)) >= 0:
        kept.append(text[place:start])
        place = comment_end(text, start)
        if place < 0:
            return None
    return " ".join((*kept, text[place:]))
