"""Tables of sentences in each language, and what people mean by them.

Each file holds what one kind of letter says: tables by name, with a list for every
language. `{d}` and the like stand for digits and cells; each file explains its own.
"""

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any

Table = Mapping[str, Sequence[str]]
"""The sentences of each language."""


def tables(name: str, *wanted: str) -> tuple[Table, ...]:
    """Some tables of a file, in the order in which they are asked for."""
    return tuple(rows(name)[table] for table in wanted)


@cache
def rows(name: str) -> Mapping[str, Any]:
    """All tables of a file, also those whose entries are lists."""
    source = Path(__file__).parent / f"{name}.toml"
    return tomllib.loads(source.read_text(encoding="utf-8"))
