"""Words without what people leave out: case and accents."""

import unicodedata

_SPELT = str.maketrans({"ß": "ss", "ł": "l", "ø": "o", "æ": "ae", "œ": "oe", "’": "'"})


def fold(text: str) -> str:
    """A text in lower case and without accents.

    >>> fold("Schöne Grüße, Łódź")
    'schone grusse, lodz'
    """
    if text.isascii():
        return text.lower()
    split = unicodedata.normalize("NFKD", text.lower().translate(_SPELT))
    return "".join(sign for sign in split if not unicodedata.combining(sign))
