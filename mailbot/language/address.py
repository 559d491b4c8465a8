"""How a person speaks to us, where a language has two forms of address: du, Sie."""

import re
from functools import cache

from mailbot.language.folders import languages

_TABLE = "address"


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
    return bool(languages()[code].get(_TABLE, {}).get("familiar_to_strangers", False))


@cache
def _signs(code: str) -> tuple[re.Pattern[str] | None, re.Pattern[str] | None]:
    """What finds a familiar word, and a polite one; None where there are no such.

    Polite words count as they are written: "sie" is another word than "Sie".
    """
    table = languages().get(code, {}).get(_TABLE, {})
    familiar, polite = table.get("familiar"), table.get("polite")
    if not isinstance(familiar, list) or not isinstance(polite, list):
        return None, None
    any_polite = "|".join(map(str, polite))
    return (
        re.compile(rf"\b(?:{'|'.join(map(str, familiar))})\b", re.IGNORECASE),
        re.compile(rf"\b(?:{any_polite})\b"),
    )
