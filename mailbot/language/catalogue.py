"""The languages of our replies: gettext catalogues, and numbers as people write them.

The sentences in the code are English; each language folder holds its own in
`replies.po`. They are read as they are, once per process: nothing has to be compiled,
so a wheel, a checkout and an edited file behave alike. How a language writes numbers
and lists is told by its translations of `EXAMPLES`.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from gettext import c2py
from importlib.resources import files

from msgspec import Struct, field

from mailbot.language.folders import ENGLISH, REPLIES, languages, written

EXAMPLES = ("1,234.5", "a and b", "a, b, and c", "a or b", "a, b, or c")
_NUMBER, *_LISTS = EXAMPLES
_ALL, _ANY = _LISTS[:2], _LISTS[2:]


class Language(Struct, frozen=True, eq=False):
    """One language: its code, its sentences, and how it speaks to the person.

    `forms` are the sentences, by their English ones; without any, it is English itself.
    Each has one form, or those that `plural` tells for a number. A sentence that is not
    translated stays English. Where a language has a familiar and a polite form of
    address, a sentence holds both: [Antworte|Antworten Sie].
    """

    code: str
    familiar: bool = False
    forms: Mapping[str, Sequence[str]] = field(default_factory=dict)
    plural: Callable[[int], int] = int

    def gettext(self, message: str) -> str:
        """A sentence in this language."""
        return self._addressed(self.forms.get(message, (message,))[0])

    def ngettext(self, one: str, many: str, number: int) -> str:
        """The form of a sentence that fits a number."""
        if one in self.forms:
            return self._addressed(self.forms[one][self.plural(number)])
        return one if number == 1 else many

    def _addressed(self, sentence: str) -> str:
        """A sentence in one form of address."""
        form = 1 if self.familiar else 2
        return _FORMS.sub(lambda found: found[form], sentence)

    def number(self, value: float, digits: int = 0) -> str:
        """A number as written in this language, with up to `digits` decimals."""
        example = self.gettext(_NUMBER)
        group, point = example[1], example[-2]
        whole, _, part = f"{round(value, digits):,.{digits}f}".partition(".")
        part = part.rstrip("0")
        return whole.replace(",", group) + (point + part if part else "")

    def listed(self, words: Sequence[str]) -> str:
        """Words as an enumeration: a, b and c."""
        return _enumerate(words, *map(self.gettext, _ALL))

    def listed_any(self, words: Sequence[str]) -> str:
        """Words as an enumeration of which one is meant: a, b or c."""
        return _enumerate(words, *map(self.gettext, _ANY))


_FORMS = re.compile(r"\[([^\[|\]]*)\|([^\[\]]*)\]")
"""The familiar and the polite form of a part of a sentence."""


def _enumerate(words: Sequence[str], two: str, three: str) -> str:
    """Words as two and three letters are enumerated: "a and b", "a, b, and c"."""
    if len(words) < 3:
        return two[1:-1].join(words)
    *others, second_last, last = words
    comma, _, end = three[1:-1].partition("b")
    return comma.join((*others, f"{second_last}{end}{last}"))


_ENGLISH = Language(ENGLISH)


def language_of(code: str, familiar: bool | None = None) -> Language:
    """The language of a two-letter code; English where we do not write it.

    Args:
        code: the language.
        familiar: how the person speaks to us; None where nothing shows it.
    """
    if code not in written() or code == ENGLISH:
        return _ENGLISH
    return _written(code)[speaks_familiarly(code, familiar)]


@cache
def _written(code: str) -> tuple[Language, Language]:
    """A language in its polite and in its familiar form."""
    source = files("mailbot.language").joinpath(code, REPLIES)
    forms = dict(_entries(source.read_text("utf-8")))
    headers = forms.pop("", [""])[0]
    rule = _PLURAL.search(headers)
    plural = c2py(rule[1]) if rule else int
    return Language(code, False, forms, plural), Language(code, True, forms, plural)


_PLURAL = re.compile(r"^Plural-Forms:.*plural=(.*?);?$", re.MULTILINE)
_LINE = re.compile(r'(msgid|msgid_plural|msgstr)?(?:\[\d+\])? *"(.*)"')
_ESCAPE = re.compile(r"\\(.)")
_ESCAPED = {"n": "\n", "t": "\t"}


def _entries(text: str) -> Iterator[tuple[str, list[str]]]:
    """Each sentence of a catalogue, and its forms; those that have none are left out.

    A form may go on over several lines. So may a sentence; its plural has its forms.
    """
    for block in re.split(r"\n\s*\n", text):
        told: dict[str, list[str]] = {"msgid": [], "msgid_plural": [], "msgstr": []}
        keyword = ""
        for line in block.splitlines():
            if line.startswith("#, fuzzy"):
                break
            found = _LINE.fullmatch(line)
            if not found:
                continue
            value = _ESCAPE.sub(lambda m: _ESCAPED.get(m[1], m[1]), found[2])
            if found[1]:
                keyword = found[1]
                told[keyword].append(value)
            else:
                told[keyword][-1] += value
        if told["msgid"] and all(told["msgstr"]):
            yield told["msgid"][0], told["msgstr"]


# How a person speaks to us, where a language has two forms of address: du, Sie.

_ADDRESS = "address"


def form_of_address(text: str, code: str) -> bool | None:
    """Whether the words of a language speak to us familiarly; None if nothing tells.

    >>> form_of_address("Können Sie mir helfen?", "de"), form_of_address("Hallo", "de")
    (False, None)
    """
    familiar, polite = (len(p.findall(text)) if p else 0 for p in _signs(code))
    return None if familiar == polite else familiar > polite


def speaks_familiarly(code: str, familiar: bool | None) -> bool:
    """How a reply speaks: as the person does, else as strangers do in the language."""
    if familiar is not None:
        return familiar
    return bool(languages()[code].get(_ADDRESS, {}).get("familiar_to_strangers", False))


@cache
def _signs(code: str) -> tuple[re.Pattern[str] | None, re.Pattern[str] | None]:
    """What finds a familiar word, and a polite one; None where there are no such.

    Polite words count as they are written: "sie" is another word than "Sie".
    """
    table = languages().get(code, {}).get(_ADDRESS, {})
    familiar, polite = table.get("familiar"), table.get("polite")
    if not isinstance(familiar, list) or not isinstance(polite, list):
        return None, None
    any_polite = "|".join(map(str, polite))
    return (
        re.compile(rf"\b(?:{'|'.join(map(str, familiar))})\b", re.IGNORECASE),
        re.compile(rf"\b(?:{any_polite})\b"),
    )
