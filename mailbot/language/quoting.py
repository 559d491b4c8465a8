"""How mail programs of each language announce what they quote, and sign."""

import re
from functools import cache

from mailbot.language.folders import strings


@cache
def sender_header() -> re.Pattern[str]:
    """Matches a line that names the sender of what follows: From: Ann."""
    labels = "|".join(map(re.escape, strings("mail", "from_labels")))
    return re.compile(rf"\s*\*?(?:{labels})\s?[:：]\*?\s+\S", re.IGNORECASE)


@cache
def forward_announcement() -> re.Pattern[str]:
    """Finds the words that mail programs put above what they forward."""
    return re.compile("|".join(strings("mail", "forwarded")), re.IGNORECASE)


@cache
def forward_end() -> re.Pattern[str]:
    """Matches the line by which a mail program ends what it forwards."""
    words = "|".join(strings("mail", "forward_ends"))
    return re.compile(rf"\s*[-=_*]{{2,}}\s*(?:{words})\b.*", re.IGNORECASE)


@cache
def telephone_footer() -> re.Pattern[str]:
    """Finds the lines that a telephone adds: Sent from my iPhone."""
    listed = "|".join(strings("mail", "sent_from"))
    return re.compile(rf"^[^\S\n]*+(?:{listed})\b.*$", re.IGNORECASE | re.MULTILINE)
