"""The names of the techniques, in each language."""

import tomllib
from collections import Counter
from importlib.resources import files

import pytest

from mailbot.language.folders import written
from solver.logic.techniques import Technique


def names(language: str) -> dict[str, list[str]]:
    table = files("mailbot.language").joinpath(language, "techniques.toml")
    return tomllib.loads(table.read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", written())
def test_every_technique_has_names_and_no_other_key_is_known(language: str) -> None:
    assert set(names(language)) == {"any"} | {t.name.lower() for t in Technique}
    assert all(names(language).values())


@pytest.mark.parametrize("language", written())
def test_a_name_is_lower_case_and_stands_once(language: str) -> None:
    counts = Counter(name for known in names(language).values() for name in known)
    assert [name for name, count in counts.items() if count > 1] == []
    assert [name for name in counts if name != name.lower().strip()] == []


@pytest.mark.parametrize("language", written())
def test_everybody_may_use_the_english_names(language: str) -> None:
    known = {name for found in names(language).values() for name in found}
    assert {"naked pair", "x-wing", "xwing", "swordfish", "skyscraper"} <= known
