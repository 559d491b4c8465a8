"""Whose words the newest lines of a letter are, told before any wish is heard.

A line is the person's own, what a program printed around a grid, or it belongs to a
footer that a company, a gateway or a program put there. Three things tell a footer:
whose voice each line is in (`voice`), where it begins, and whether the same line stands
in the letter that is quoted. A footer goes on from line to line, so all are parted at
once, by the likeliest way through a letter (Viterbi's algorithm): a notice of an
organisation may stand above the words, and a footer below them.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from itertools import dropwhile
from math import inf

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
_WRAPPED = range(55, 81)
"""The lengths of a line that may have been broken by the width of a page."""

_LONGEST_SIGN_OFF = 4  # words
_LONGEST_ABOVE_A_NAME = 6

_LEAST_REPEATED = 30
"""Characters of a line that is a footer if the quoted letter has it as well."""

_FEW_WORDS = 8
_DIGIT = re.compile(r"(?<!\w)\d(?!\w)")
"""A short line with a digit alone may correct a cell: it is heard in doubt."""

_MAX_ODDS = 1_000
"""Characters of a line that are looked at."""


class _Part(Enum):
    """A part of a letter; START is what stands above all words."""

    START = auto()
    NOTICE = auto()
    WORDS = auto()
    FOOTER = auto()


_STEPS = {
    (_Part.START, _Part.NOTICE): -2.0,
    (_Part.START, _Part.WORDS): 0.0,
    (_Part.NOTICE, _Part.NOTICE): -0.7,
    (_Part.NOTICE, _Part.WORDS): 0.0,
    (_Part.WORDS, _Part.WORDS): 0.0,
    (_Part.WORDS, _Part.FOOTER): -1.0,
    (_Part.FOOTER, _Part.FOOTER): 0.3,
    (_Part.FOOTER, _Part.WORDS): -2.0,
}
"""What is added to the odds where a line of one part follows a line of another."""

_NOTHING_ELSE = -1.0
"""What is added where a letter has no words below a notice."""

_SPACED, _SET_OFF, _SIGNED = 0.5, 1.2, 1.6
"""What is added where a footer begins below an empty line; below a rule, a sign-off or
a name; and below the name with which the person has signed."""

_EVEN, _SURE = -1.5, 4.0
"""The odds at which a line is as well an organisation's as a person's; and those up to
which they count: one line that is sure is no proof for many others."""

_MARKED, _MAY_TELL_A_DIGIT = 1.7, -1.0
"""What is added to the odds of what a gateway has marked, and of a digit alone."""


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

    `pasted` tells that a program wrote it, `set_off` what is added where a footer
    begins here, and `signed` that the person's name stands above or here.
    """

    lines: tuple[str, ...]
    pasted: bool = False
    set_off: float = 0.0
    signed: bool = False

    @property
    def text(self) -> str:
        return " ".join(map(str.strip, self.lines))[:_MAX_ODDS]

    @property
    def is_rule(self) -> bool:
        return bool(_RULE.fullmatch(self.text)) and not {*"|+"} & {*self.text}

    @property
    def speaks(self) -> bool:
        """Whether it has words that somebody wrote, a person or an organisation."""
        return bool(_WORD.search(self.text)) and not self.pasted


def parts_of(newest: str, quoted: str = "", *, signed: bool = False) -> Lines:
    """Part the newest lines of a letter into the person's own and a footer's.

    Args:
        newest: the lines that are not quoted; a grid may be among them.
        quoted: the quoted lines, in which a footer may stand as well.
        signed: whether the person has signed above these lines.
    """
    sentences = list(_set_off(_sentences(newest), signed))
    words: list[tuple[str, bool]] = []
    footer: list[str] = []
    said = own = 0
    for sentence, part in zip(sentences, _likeliest(sentences, quoted), strict=True):
        if sentence.speaks and part in {_Part.NOTICE, _Part.FOOTER}:
            footer += [*(line for line, _ in words[own:]), *sentence.lines]
            del words[own:]
            continue
        words += [(line, sentence.pasted) for line in sentence.lines]
        if sentence.text and not sentence.is_rule:
            own = len(words)
            said += not _is_sign_off(sentence.text)  # nor is a greeting
    if quoted and not said and len(footer) == 1:
        return Lines(footer[0])  # who answers says something
    kept = list(dropwhile(lambda one: not one[0].strip(), words))
    pasted = frozenset(i for i, (_, is_pasted) in enumerate(kept) if is_pasted)
    own_words = "\n".join(line for line, _ in kept).strip()
    signed = sentences[-1].signed if sentences else signed
    return Lines(own_words, "\n".join(footer), signed, pasted)


def _likeliest(sentences: Sequence[_Sentence], quoted: str) -> list[_Part]:
    """The part of each sentence on the likeliest way through the letter."""
    repeated = _bare(quoted)
    best = dict.fromkeys(_Part, -inf) | {_Part.START: 0.0}
    came_from: list[dict[_Part, _Part]] = []
    for sentence in sentences:
        ways = [
            (best[last] + added, last, part)
            for (last, part), added in _steps_to(sentence, repeated).items()
        ]
        best, came = dict.fromkeys(_Part, -inf), {part: part for part in _Part}
        for total, last, part in ways:
            if total > best[part]:
                best[part], came[part] = total, last
        came_from.append(came)
    best[_Part.NOTICE] += _NOTHING_ELSE
    part = max(_Part, key=best.__getitem__)
    parts = list[_Part]()
    for came in reversed(came_from):
        parts.append(part)
        part = came[part]
    return parts[::-1]


def _steps_to(sentence: _Sentence, repeated: str) -> dict[tuple[_Part, _Part], float]:
    """The steps that a way may take to a sentence, and what each adds."""
    if sentence.pasted:
        return {(part, _Part.WORDS): 0.0 for part in _Part}
    text = sentence.text
    if not sentence.speaks or _is_sign_off(text):
        steps = {(part, part): 0.0 for part in _Part}
        is_cells = text and not sentence.speaks and not sentence.is_rule
        return steps | ({(_Part.START, _Part.WORDS): 0.0} if is_cells else {})
    odds = max(-_SURE, min(organisation_odds(text), _SURE))
    odds += _MARKED if _MARK.match(text) else 0
    odds += _MAY_TELL_A_DIGIT if _may_tell_a_digit(text) else 0
    odds = _SURE if sentence.is_rule else odds
    again = len(text) >= _LEAST_REPEATED and _bare(text) in repeated
    added = {
        _Part.WORDS: 0.0,
        _Part.NOTICE: odds - _EVEN,
        _Part.FOOTER: (_SURE if again else odds) - _EVEN,
    }
    steps = {step: more + added[step[1]] for step, more in _STEPS.items()}
    steps[_Part.WORDS, _Part.FOOTER] += sentence.set_off
    if _POSTSCRIPT.match(text):
        steps[_Part.FOOTER, _Part.WORDS] = 0.0
    return steps


def _set_off(sentences: Iterable[_Sentence], signed: bool) -> Iterator[_Sentence]:
    """Tell of each sentence what stands above it."""
    above = ""
    set_off = 0.0
    for sentence in sentences:
        text = sentence.text
        if sentence.speaks and not sentence.is_rule:
            is_name = _is_name(text)
            more = _SIGNED if signed and not _POSTSCRIPT.match(text) else set_off
            signed |= is_name and _is_short(above, _LONGEST_ABOVE_A_NAME)
            yield replace(sentence, set_off=more, signed=signed)
            above = text
            set_off = _SET_OFF if is_name or _is_sign_off(text) else 0.0
        else:
            yield replace(sentence, signed=signed)
            set_off = max(set_off, _SET_OFF if sentence.is_rule else _SPACED)


def _sentences(text: str) -> Iterator[_Sentence]:
    """The lines of a text, those of a wrapped paragraph joined; blank ones alone."""
    held: list[str] = []
    pasted = pasted_lines(text)
    for number, line in enumerate(text.split("\n")):
        bare = line.strip()
        broken = held and len(held[-1]) in _WRAPPED and not held[-1].endswith(_ENDING)
        if held and (number in pasted or not (broken and _WORD.search(bare))):
            yield _Sentence(tuple(held))
            held = []
        if number in pasted:
            yield _Sentence((line.rstrip(),), pasted=True)
            continue
        held.append(line.rstrip())
    if held:
        yield _Sentence(tuple(held))


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
    """Whether a line is short and is to be gone on: a greeting, or a name follows."""
    return text.endswith((",", ":")) and len(text.split()) <= _LONGEST_SIGN_OFF


def _bare(text: str) -> str:
    return re.sub(r"[\s>|]+", " ", text).strip().casefold()
