"""Whose words the newest lines of a letter are, told before any wish is heard.

A line is the person's own, what a program printed around a grid, or it belongs to a
footer that a company, a gateway or a program put there. Three things tell a footer:
whose voice it is in (`voice`), where it stands (first, below other words or cells,
below a rule or a sign-off), and whether the same line stands in the letter that is
quoted.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import dropwhile

from mailbot.talk.wishes.voice import organisation_odds
from mailbot.text.pasted import pasted_lines

_WORD = re.compile(r"[^\W\d_]{2,}")
_RULE = re.compile(
    r"(?:[^\w\s.] ?){3,}|_{3,8}|_{10,}|\.{10,}|[^\w\s]{3,} (?:\w+ ){3,}[^\w\s]{3,}"
)
"""A rule, but no row of empty cells; or words between two: please write above this.
"""

_MARK = re.compile(r"\[[A-Z]{4,}\]")
"""What a gateway writes before a letter from elsewhere: [EXTERNAL]."""

_POSTSCRIPT = re.compile(r"p\.?[ -]?s\b", re.IGNORECASE)
_ENDING = tuple(".!?:")
_WRAPPED = 55
"""The shortest line that may have been broken by the width of a page."""

_LONGEST_SIGN_OFF = 4  # words
_LONGEST_ABOVE_A_NAME = 6

_FIRST, _BELOW, _SET_OFF, _SIGNED = 0.5, -1.2, -1.8, -2.2
"""The least odds that an organisation speaks: in the first words of a letter, below
words or cells, below a rule, a sign-off or another line of a footer, and below the
name with which the person has signed."""

_LEAST_REPEATED = 30
"""Characters of a line that is a footer if the quoted letter has it as well."""

_FEW_WORDS = 8
_DIGIT = re.compile(r"(?<!\w)\d(?!\w)")
"""A short line with a digit alone may correct a cell: it is heard in doubt."""

_MAX_ODDS = 1_000
"""Characters of a line that are looked at."""


@dataclass(frozen=True, slots=True)
class Lines:
    """The newest lines of a letter, parted by whose words they are.

    `pasted` are the numbers of those lines among `words` that a program wrote.
    """

    words: str
    footer: str = ""
    signed: bool = False
    """Whether the person's name stands below a sign-off."""

    pasted: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class _Sentence:
    """A line, joined with those that it was wrapped to.

    `ruled` tells that a rule is above, `pasted` that a program wrote the line.
    """

    lines: tuple[str, ...]
    ruled: bool = False
    pasted: bool = False

    @property
    def text(self) -> str:
        return " ".join(map(str.strip, self.lines))[:_MAX_ODDS]


def parts_of(newest: str, quoted: str = "", *, signed: bool = False) -> Lines:
    """Part the newest lines of a letter into the person's own and a footer's.

    Args:
        newest: the lines that are not quoted; a grid may be among them.
        quoted: the quoted lines, in which a footer may stand as well.
        signed: whether the person has signed above these lines.
    """
    words: list[tuple[str, bool]] = []
    footer: list[str] = []
    repeated = _bare(quoted)
    started = set_off = False
    before, own = "", 0
    for sentence in _sentences(newest):
        text = sentence.text
        set_off |= sentence.ruled
        if _WORD.search(text) and not sentence.pasted:
            least = _SET_OFF if set_off else _BELOW if started else _FIRST
            least = _SIGNED if signed and not _POSTSCRIPT.match(text) else least
            least = _BELOW if _MARK.match(text) else least
            least = _FIRST if _may_tell_a_digit(text) else least
            again = len(text) >= _LEAST_REPEATED and _bare(text) in repeated
            ruled = bool(_RULE.fullmatch(text))
            if (again and started) or ruled or organisation_odds(text) > least:
                footer += [*(line for line, _ in words[own:]), *sentence.lines]
                del words[own:]
                set_off = True
                continue
            set_off = started and _is_sign_off(text)
            is_name = _is_name(text)
            if not (signed and is_name):
                own = len(words) + len(sentence.lines)
            signed |= _is_short(before, _LONGEST_ABOVE_A_NAME) and is_name
            before = text if started else ""
        elif text:
            own = len(words) + len(sentence.lines)
        started |= bool(text) and not _is_sign_off(text)  # nor does a greeting start
        words += [(line, sentence.pasted) for line in sentence.lines]
    if quoted and not started and len(footer) == 1:
        return Lines(footer[0])  # who answers says something
    kept = list(dropwhile(lambda one: not one[0].strip(), words))
    pasted = frozenset(i for i, (_, is_pasted) in enumerate(kept) if is_pasted)
    own_words = "\n".join(line for line, _ in kept).strip()
    return Lines(own_words, "\n".join(footer), signed, pasted)


def _sentences(text: str) -> Iterator[_Sentence]:
    """The lines of a text, those of a wrapped paragraph joined; blank ones alone."""
    held: list[str] = []
    ruled = False
    pasted = pasted_lines(text)
    for number, line in enumerate(text.split("\n")):
        bare = line.strip()
        broken = held and len(held[-1]) >= _WRAPPED and not held[-1].endswith(_ENDING)
        if held and (number in pasted or not (broken and _WORD.search(bare))):
            yield _Sentence(tuple(held), ruled)
            held, ruled = [], False
        if number in pasted:
            yield _Sentence((line.rstrip(),), pasted=True)
            continue
        if _RULE.fullmatch(bare) and "|" not in bare and "+" not in bare:
            ruled = True
        held.append(line.rstrip())
    if held:
        yield _Sentence(tuple(held), ruled)


def _may_tell_a_digit(text: str) -> bool:
    return len(text.split()) <= _FEW_WORDS and bool(_DIGIT.search(text))


def _is_name(text: str) -> bool:
    """Whether a line is all names, as below a sign-off."""
    words = text.removesuffix(".").split()
    is_short = _is_short(text.removesuffix("."))
    return is_short and words[0][0].isupper() and words[-1][0].isupper()


def _is_short(text: str, most: int = _LONGEST_SIGN_OFF) -> bool:
    return 0 < len(text.split()) <= most and not text.endswith(_ENDING)


def _is_sign_off(text: str) -> bool:
    """Whether a line is short and ends in a comma: a name follows, and no wish."""
    return text.endswith(",") and len(text.split()) <= _LONGEST_SIGN_OFF


def _bare(text: str) -> str:
    return re.sub(r"[\s>|]+", " ", text).strip().casefold()
