"""What a person wants, out of what they wrote themselves.

The tag of our address (`bot+hint@...`) says it, else the subject, else the newest
words; in an answer to an earlier letter these come before its subject. What is quoted
never steers: it is somebody else's, or ours.
"""

import re
from collections.abc import Iterator

from mailbot.language.detection import language_of
from mailbot.language.variants import find_variant
from mailbot.language.wishes import DENIABLE, NEGATED, PHRASES, PICTURE
from mailbot.language.wording import ALONE, POLITE, compile_words
from mailbot.mail.message.identity import address_tag, plain_address
from mailbot.model import Letter, Want, Wish
from mailbot.talk.newest import newest_words
from mailbot.text.html import read_page
from solver import find

__all__ = ["read"]

_ALONE = {word: want for want, words in ALONE.items() for word in words.split()}
_PHRASES = {want: compile_words(words) for want, words in PHRASES.items()}
_PICTURE = compile_words(PICTURE)
_PREFIX = re.compile(
    r"\s*(?:(?:re|aw|sv|vs|fwd?|wg|tr|vb|odp|pd|rv|rif|i)\s?:\s*)+", re.I
)
_FORWARD = re.compile(r"\s*(?:fwd?|wg|vb|vs|pd|rv|tr|i)\s?:", re.I)
_POLITE = compile_words(POLITE)
_AROUND = re.compile(r"^[\W_]+|[\W_]+$")
_FEWEST_DIGITS = 17
"""Fewer digits in a letter without attachments are no puzzle of the usual size."""

_WIDEST = 20_000


def read(letter: Letter, addresses: tuple[str, ...] = ()) -> Wish:
    """The wish in a letter.

    Args:
        letter: the letter.
        addresses: our own; where given, only tags of these count.
    """
    subject = _PREFIX.sub("", letter.envelope.subject)
    text, page = letter.text[:_WIDEST], ""
    if letter.html and not re.search(r"[^\W\d_]", newest_words(text)):
        page = read_page(letter.html).text[:_WIDEST]
    newest = newest_words(text) + "\n" + newest_words(page)
    is_forward = bool(_FORWARD.match(letter.envelope.subject))
    spoken = newest if is_forward else f"{subject}\n{newest}"
    want = _wanted(letter, subject, newest, addresses)
    return Wish(
        want=want or Want.SOLUTION,
        explicit=want is not None,
        alone=want is not None and want is _alone(_first_line(newest)),
        picture=bool(_PICTURE.search(f"{subject}\n{newest}")),
        language=language_of(letter, spoken, f"{text}\n{page}"),
        variant=find_variant(f"{subject}\n{newest}"),
    )


def _wanted(
    letter: Letter, subject: str, newest: str, addresses: tuple[str, ...]
) -> Want | None:
    said = [*_tags(letter, addresses), *_in_order(letter, subject, _first_line(newest))]
    for place, words in enumerate(said):
        want = _alone(words)
        tagged = place < len(said) - 2
        if want and (want is not Want.HELP or tagged or _is_bare(letter, newest)):
            return want
    return next(filter(None, map(_phrase, _in_order(letter, subject, newest))), None)


def _first_line(words: str) -> str:
    return next(filter(None, map(str.strip, words.split("\n"))), "")


def _alone(words: str) -> Want | None:
    """The wish that a word is where nothing else is said."""
    return _ALONE.get(_AROUND.sub("", _POLITE.sub("", words)).lower())


def _in_order(letter: Letter, subject: str, newest: str) -> tuple[str, str]:
    """The subject before the words; after them where it only repeats an older one."""
    return (newest, subject) if letter.envelope.in_reply_to else (subject, newest)


def _tags(letter: Letter, addresses: tuple[str, ...]) -> Iterator[str]:
    """The tags of the addresses that the letter went to."""
    ours = {plain_address(address) for address in addresses}
    told = [
        v for n, v in letter.envelope.headers if n in ("delivered-to", "x-original-to")
    ]
    sent = [a.address for a in (*letter.envelope.to, *letter.envelope.cc)]
    for address in (*sent, *told):
        if not ours or plain_address(address) in ours:
            yield address_tag(address)


def _phrase(text: str) -> Want | None:
    """The first wish that a text names and does not rule out."""
    for want, pattern in _PHRASES.items():
        for match in pattern.finditer(text):
            before = text[max(match.start() - 40, 0) : match.start()]
            if want not in DENIABLE or not NEGATED.search(before):
                return want
    return None


def _is_bare(letter: Letter, newest: str) -> bool:
    """Whether nothing is brought to solve: "help!" with a puzzle is no question."""
    digits = sum(map(str.isdigit, newest))
    return not letter.parts and digits < _FEWEST_DIGITS and not find(newest)
