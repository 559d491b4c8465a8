"""What automatic letters say of themselves: their subjects, their senders' names."""

import re
from functools import cache

from mailbot.language.folders import strings


@cache
def automatic_subject() -> re.Pattern[str]:
    """Matches the beginning of an automatic letter's subject, without its prefixes.

    The tags that a help desk or a list puts before it are passed over: [ticket 17].
    """
    listed = "|".join(strings("mail", "auto_subjects"))
    tags = r"(?:\[[^\]]{1,20}\]\s*){0,5}"
    return re.compile(rf"{tags}\W{{0,3}}(?:{listed})", re.IGNORECASE)


@cache
def no_reply_name() -> re.Pattern[str]:
    """Matches the whole local part of an address that nobody reads."""
    return re.compile("|".join(strings("mail", "no_reply")))
