"""Tables of sentences, one a line."""

from collections.abc import Mapping


def lines(table: Mapping[str, str], language: str) -> list[str]:
    """The sentences of a language."""
    return [line.strip() for line in table[language].strip().splitlines()]
