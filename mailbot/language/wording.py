"""What people write beside a puzzle, in eight languages: en sv de pl fr es nl it."""

import re

POLITE = (
    r"please|pls|thanks|thank you|tack|snälla|bitte|danke|proszę|dziękuję|merci|svp"
    r"|s['’]il (?:vous|te) plaît|por favor|gracias|graag|alstublieft|aub|bedankt"
    r"|per favore|grazie"
)


def compile_words(words: str) -> re.Pattern[str]:
    """Words or phrases as a pattern that finds them whole."""
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)
