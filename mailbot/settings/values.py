"""The kinds of values that settings have, and the table that they stand in."""

from pathlib import Path
from typing import Annotated, TypeGuard

from msgspec import Meta, Struct

from mailbot.errors import BadLetter

Positive = Annotated[int, Meta(gt=0, le=1_000_000)]
Days = Annotated[int, Meta(gt=0, le=36_500)]
Seconds = Annotated[float, Meta(gt=0, le=86_400)]
Name = Annotated[str, Meta(min_length=1)]
Port = Annotated[int, Meta(ge=0, le=65535)]

File = Path | None
"""A path, relative to the settings file that names it; an empty string is none."""

AUTO = "auto"
"""Stands for the letter's own language."""


class Secret:
    """A text that neither `repr` nor `str` shows."""

    __slots__ = ("_text",)

    def __init__(self, text: str = "") -> None:
        self._text = text

    def reveal(self) -> str:
        """The text."""
        return self._text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Secret) and other._text == self._text

    def __hash__(self) -> int:
        return hash(self._text)

    def __repr__(self) -> str:
        return "Secret(***)" if self._text else "Secret()"


class Table(Struct, frozen=True, forbid_unknown_fields=True):
    """One table of the file. An unknown key is an error."""


def is_table(kind: object) -> TypeGuard[type[Table]]:
    """Whether a kind of value is a table."""
    return isinstance(kind, type) and issubclass(kind, Table)


def check_address(name: str, address: str) -> None:
    """Check an address, which may be empty.

    Args:
        name: of the setting, in full.
        address: its value.

    Raises:
        ValueError: it is no address; begins with the name and a colon.
    """
    if not address:
        return
    # Imported here: a command that reads a FILE has no address, and starts sooner.
    from mailbot.mail.message.writing import wire_address

    try:
        wire_address(address)
    except BadLetter as error:
        message = f"{name}: {address!r} is no address like me@example.org"
        raise ValueError(message) from error


def check_people(name: str, people: tuple[str, ...]) -> None:
    """Check a list of addresses and of domains with an @ before them.

    Args:
        name: of the setting, in full.
        people: its value.

    Raises:
        ValueError: an entry would never name anybody; begins with the name and a colon.
    """
    for entry in people:
        try:
            check_address(name, f"x{entry}" if entry.startswith("@") else entry)
        except ValueError as error:
            message = f"{name}: {entry!r} is neither me@example.org nor @example.org"
            raise ValueError(message) from error


def check_language(name: str, language: str) -> None:
    """Check a language, which is `AUTO` or the code of one.

    Args:
        name: of the setting, in full.
        language: its value.

    Raises:
        ValueError: no replies are written in it; begins with the name and a colon.
    """
    if language == AUTO:
        return
    from mailbot.language.folders import written  # as above

    known = (AUTO, *written())
    if language not in known:
        raise ValueError(f"{name}: {language!r} is none of {' '.join(known)}")
