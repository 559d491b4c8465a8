"""What is wrong with the settings: msgspec's error as one line for the operator."""

import re
from typing import Any, get_args, get_type_hints

from mailbot.settings.schema import Settings
from mailbot.settings.values import is_table

NO_SETTING = "is no setting; see config/mailbot.toml for all of them"

_WANTED = {
    "array": 'a list, such as ["ada@example.org", "@example.net"]',
    "bool": "true or false",
    "float": "a number",
    "int": "a whole number",
    "object": "a table, such as [inbox]",
    "str": "text in quotes",
}
"""What a value of the wrong kind should be, by msgspec's name of that kind."""

_UNKNOWN = re.compile(r"Object contains unknown field `(.*)`")
_MISSING = re.compile(r"Object missing required field `(.*)`")
_WRONG_KIND = re.compile(r"Expected `(\w+)`(?:, got .*|( .*))")
_OWN_RULE = re.compile(r"([\w.]+): (.*)", re.DOTALL)
"""The messages of msgspec, and those of our own rules (`schema.Settings`)."""


def told(error: str) -> tuple[str, str]:
    """The full name of the setting that msgspec's error is about, and what is wrong."""
    message, _, place = error.partition(" - at `$")
    steps = re.findall(r"\w+", place)
    if unknown := _UNKNOWN.fullmatch(message):
        return ".".join((*steps, unknown[1])), NO_SETTING
    if missing := _MISSING.fullmatch(message):
        return ".".join((*steps, missing[1])), "must be set"
    if wrong := _WRONG_KIND.fullmatch(message):
        return ".".join(steps), f"must be {_WANTED[wrong[1]]}{wrong[2] or ''}"
    if message.startswith("Invalid enum value"):
        return ".".join(steps), f"must be {_choices(steps)}"
    if rule := _OWN_RULE.fullmatch(message):
        return rule[1], rule[2]
    return ".".join(steps), message


def _choices(steps: list[str]) -> str:
    """The values that a setting may have."""
    kind: Any = Settings
    for step in steps:
        inner = get_type_hints(kind).get(step) if is_table(kind) else get_args(kind)[0]
        kind = inner
    *others, last = map(repr, get_args(kind))
    return f"{', '.join(others)} or {last}"
