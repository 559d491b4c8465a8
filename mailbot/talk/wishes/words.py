"""What a person wrote now, taken out of a letter: the subject and the newest words.

What is quoted never steers: it is somebody else's, or ours.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

from mailbot.language.catalogue import form_of_address
from mailbot.language.commands import (
    commands,
    language_of_command,
    start_words,
)
from mailbot.language.detection import language_of
from mailbot.language.folders import ENGLISH, strings
from mailbot.language.folding import fold
from mailbot.language.puzzles import find_variant
from mailbot.language.quoting import telephone_footer
from mailbot.language.subjects import is_forward, strip_tags
from mailbot.mail.message.addresses import address_tag, plain_address
from mailbot.model import Letter, Want
from mailbot.talk.wishes.classifier import chances_of_languages
from mailbot.talk.wishes.lines import Lines, parts_of
from mailbot.talk.wishes.newest import lines_of, newest_words, words_below
from mailbot.text.html import read_page
from solver.grid import SYMBOLS

_AROUND = re.compile(r"^[\W_]+|[\W_]+$")
_LETTER = re.compile(r"[^\W\d_]")
_CELLS = re.compile(r"(?=.*[\d.,_*|#+=xX\u2500-\u25ff-])[\W\d_xX]+")
"""A line of a grid or its frame: no letter stands in it but an x for an empty cell."""

_LARGE_ROW = re.compile(r"[0-9A-Y.]{12,}")
_SIGNS = re.compile(r"[\d.|#]")
_FEWEST_SIGNS = 5
"""A row of a grid beyond 9x9, where letters stand for digits: its cells in a run, or
between lines; and how many signs of a grid it has at least."""

_NAMED_CELL = re.compile(r"\br\d{1,2}c\d{1,2}\s?=", re.IGNORECASE)
_MANY_CELLS = 8
"""A list of so many cells is a puzzle; a few are corrections."""

_SHORTEST_ROW = 9
_BANNER = re.compile(r"-{5} [^-\n]{3,60} -{5}")
"""The banner of what is forwarded, where HTML left it within a line."""

_WORD = re.compile(r"[^\W\d_]{2,}")
_FEWEST_WORDS = 3
_SURE = 0.8
"""How many words, and which probability, tell the language by the word model."""

_LIKELY = 0.4
"""The probability of a language that is guessed where nothing else tells it."""

_WIDEST = 20_000  # characters of a letter

_TELLING_ALL = frozenset({Want.HELP, Want.SOLUTION, Want.STEPS, Want.ALL})
"""Commands after which a puzzle is solved wholly."""

_FEWEST_LINES = 2
"""So many lines below a "start" make it the label of a grid: start, now."""


_FEWEST_BESIDE = {"as_picture": 1, "without_reasons": 2}
"""Words beside a form from which it is no wish: thanks, but only the result, please."""


@dataclass(frozen=True, slots=True)
class Words:
    """What a person wrote now.

    `newest` is what stands above, between and below what is quoted, without the footer
    of a telephone or a company; `spoken` the same without lines of cells. `command` is
    the wish that a word of ours alone tells, as the tag of our address, the subject or
    the first line. `language` is a code of two letters, `familiar` whether they say du
    or Sie, `variant` a kind of puzzle that is named, `picture` and `brief` in
    which form the reply is wanted: as a picture, a hint without its reasons. `leads`
    tells that the words stand above any cells, `start` that they undo a wish for
    silence. `below` are words below a forward or a signature, which may be theirs,
    `footer` what an organisation says below the words.
    """

    subject: str
    newest: str
    spoken: str
    command: Want | None
    language: str
    familiar: bool | None = None
    variant: str = ""
    picture: bool = False
    brief: bool = False
    is_reply: bool = False
    leads: bool = True
    start: bool = False
    below: "Words | None" = None
    footer: str = ""


def listen(letter: Letter, addresses: tuple[str, ...] = ()) -> Words:
    """What a person wrote in a letter.

    Args:
        letter: the letter.
        addresses: our own; where given, only tags of these count.
    """
    text, page = _both_ends(letter.text), ""
    if letter.html and not _LETTER.search(newest_words(text)):
        page = _both_ends(read_page(letter.html).text)
    quoted = "\n".join(line for line, is_own in lines_of(page or text) if not is_own)
    everything = f"{text}\n{page}"
    subject = strip_tags(letter.envelope.subject)
    own = parts_of(_without_banners(newest_words(page or text)), quoted)
    words = _heard(letter, subject, own, everything, addresses)
    words = replace(words, footer=own.footer)
    lower = words_below(text) or words_below(page)
    if not _LETTER.search(lower):
        return words
    below = parts_of(_without_banners(lower), signed=own.signed)
    if not _LETTER.search(below.words):
        return words
    return replace(words, below=_heard(letter, "", below, everything, ()))


def _both_ends(text: str) -> str:
    last = _WIDEST // 4
    is_long = len(text) > _WIDEST
    return f"{text[: _WIDEST - last]}\n{text[-last:]}" if is_long else text


def _without_banners(own: str) -> str:
    return telephone_footer().sub("", _BANNER.split(own)[0]).strip()


def _heard(
    letter: Letter,
    subject: str,
    own: Lines,
    everything: str,
    addresses: tuple[str, ...],
) -> Words:
    """What the lines of a person say, under their subject."""
    is_reply = bool(letter.envelope.in_reply_to)
    newest = own.words
    shortest = _SHORTEST_ROW if is_reply else 1  # "8, 3" may answer a question of ours
    cells = [
        number in own.pasted or _is_cells(line, shortest)
        for number, line in enumerate(newest.split("\n"))
    ]
    lines = [
        ln
        for ln, of_cells in zip(newest.split("\n"), cells, strict=True)
        if not of_cells
    ]
    spoken = _without("as_picture", "\n".join(lines))
    spoken = _without("without_reasons", spoken) or spoken
    said = spoken if is_forward(letter.envelope.subject) else f"{subject}\n{spoken}"
    command, word = _command(letter, subject, spoken, addresses)
    commanded = language_of_command(word)
    told = spoken if commanded else said
    language = _language(letter, told, everything, commanded)
    familiar = form_of_address(said, language)
    if familiar is None:  # as in the reply that is quoted
        familiar = form_of_address(everything, language)
    return Words(
        subject=subject,
        newest=newest,
        spoken=spoken.strip(),
        command=command,
        language=language,
        familiar=familiar,
        variant=find_variant(f"{subject}\n{newest}"),
        picture=_asks_for("as_picture", f"{subject}\n{newest}"),
        brief=_asks_for("without_reasons", f"{subject}\n{newest}"),
        is_reply=is_reply,
        leads=True not in cells or bool(_LETTER.search(newest.split("\n")[0])),
        start=word in start_words(),
    )


def is_only_polite(spoken: str) -> bool:
    """Whether nothing but a please or a thank-you is said.

    >>> is_only_polite("Bitte!"), is_only_polite("Thanks, Ada")
    (True, False)
    """
    return bool(spoken) and not _LETTER.search(_polite().sub("", spoken))


def _language(letter: Letter, said: str, everything: str, commanded: str) -> str:
    """The language of the words, by the word model where it is sure.

    The model does not know a language that was added after its training; so frequent
    words of such a language come first. A word of ours (`commanded` is its language)
    decides where little else is said.
    """
    languages = chances_of_languages(said)
    best = max(languages, key=lambda code: languages[code])
    guess = best if languages[best] > _LIKELY else ENGLISH
    by_words = language_of(letter, said, everything, guess)
    known = len(_WORD.findall(said)) >= _FEWEST_WORDS and languages[best] > _SURE
    return best if known and by_words in languages else commanded or by_words


def _is_cells(line: str, shortest: int) -> bool:
    """Whether a line belongs to a grid: its cells, its frame, a list r1c1=5."""
    if len(_NAMED_CELL.findall(line)) >= _MANY_CELLS:
        return True
    if len(line) >= shortest and _CELLS.fullmatch(line):
        return True
    if len(_SIGNS.findall(line)) < _FEWEST_SIGNS:
        return False
    cells = re.split(r"[\s.|#*]+", line)
    alone = all(cell.isdecimal() or cell in {"", *SYMBOLS} for cell in cells)
    return alone or bool(_LARGE_ROW.fullmatch(line.strip()))


def _command(
    letter: Letter, subject: str, spoken: str, addresses: tuple[str, ...]
) -> tuple[Want | None, str]:
    """The wish that a word of ours tells where nothing else is said, and the word."""
    lines = [line for line in spoken.split("\n") if line.strip()]
    places = [*_tags(letter, addresses)]
    if letter.envelope.in_reply_to:
        places += [lines[0] if lines else "", "" if lines else subject]
    else:
        places += [subject, lines[0] if lines else ""]
    polite = _polite()
    for place in places:
        word = _AROUND.sub("", polite.sub("", place)).lower()
        started = word in start_words() and len(lines) < _FEWEST_LINES
        command = commands().get(word)
        # Nobody whose subject is "help" or "solve" is told all before the words are
        # heard that stand below it.
        more = place == subject and lines and not is_only_polite(spoken)
        if (word in commands() or started) and not (more and command in _TELLING_ALL):
            return command, word
    return None, ""


@cache
def _polite() -> re.Pattern[str]:
    phrases = strings("puzzles", "polite")
    listed = "|".join(map(re.escape, (*phrases, *map(fold, phrases))))
    return re.compile(rf"(?<!\w)(?:{listed})(?!\w)", re.IGNORECASE)


def _tags(letter: Letter, addresses: tuple[str, ...]) -> Iterator[str]:
    """The tags of the addresses that the letter went to."""
    ours = {plain_address(address) for address in addresses}
    headers = letter.envelope.headers
    told = [v for n, v in headers if n in ("delivered-to", "x-original-to")]
    sent = [a.address for a in (*letter.envelope.to, *letter.envelope.cc)]
    for address in (*sent, *told):
        if not ours or plain_address(address) in ours:
            yield address_tag(address)


def _without(form: str, spoken: str) -> str:
    """The words without "as a picture" and the like: a form is no wish.

    None of them, if too few words stand beside it.
    """
    told, found = _form(form).subn("", spoken)
    others = [w for w in _polite().sub("", told).split() if _LETTER.search(w)]
    return "" if found and len(others) < _FEWEST_BESIDE[form] else told


@cache
def _form(form: str) -> re.Pattern[str]:
    listed = "|".join(map(re.escape, strings("puzzles", form)))
    return re.compile(rf"(?<!\w)(?:{listed})\w*", re.IGNORECASE)


def _asks_for(form: str, said: str) -> bool:
    """Whether one of the phrases for a form of the reply is said."""
    folded = fold(said)
    return any(phrase in folded for phrase in _phrases(form))


@cache
def _phrases(form: str) -> tuple[str, ...]:
    return tuple(map(fold, strings("puzzles", form)))
