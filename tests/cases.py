"""The cases that stand as data beside the tests: a TOML file for a file of tests."""

import tomllib
from collections.abc import Callable
from dataclasses import fields
from inspect import get_annotations
from pathlib import Path
from typing import Any, TypeVar

import msgspec
import pytest

Test = TypeVar("Test", bound=Callable[..., None])


def data_of(file: str, *wanted: str) -> list[Any]:
    """Some tables of the TOML file beside `file`, in the order they are asked for."""
    tables = _tables(file)
    return [tables[name] for name in wanted]


def cases_of(file: str) -> Callable[[str], Callable[[Test], Test]]:
    """What makes a test run with each of its cases, given the names of its arguments.

    They stand in the TOML file beside `file`, by the name of the test without `test_`.
    They get the types of the arguments: text is a member of an enum, a list a tuple.
    What a row lacks at its end is None, which TOML cannot write.
    """
    tables = _tables(file)

    def cases(names: str) -> Callable[[Test], Test]:
        several = names.split(", ")

        def parametrised(test: Test) -> Test:
            kinds = get_annotations(test, eval_str=True)
            rows = tables[test.__name__.removeprefix("test_")]
            kind: Any = tuple
            kind = kind[tuple(map(kinds.get, several))] if several[1:] else kinds[names]
            if several[1:]:
                rows = [[*row, *[None] * (len(several) - len(row))] for row in rows]
            typed = [msgspec.convert(row, kind) for row in rows]
            marked: Test = pytest.mark.parametrize(names, typed)(test)
            return marked

        return parametrised

    return cases


def claims_of(
    file: str, kind: type[Any], table: str = "claims"
) -> pytest.MarkDecorator:
    """What runs a test with each row of each claim in the TOML file beside `file`.

    A claim has its sentence, its rows by the name of the first field of `kind`, and
    what holds for all of them. A row is the value of that field, or a list: of the
    first fields in their order, and of a table of what holds for this row alone.
    """
    names = [field.name for field in fields(kind)]
    found = []
    for claim in _tables(file)["claims"]:
        sentence, rows = claim.pop("claim"), claim.pop(names[0])
        for row in (row if isinstance(row, list) else [row] for row in rows):
            *values, own = row if isinstance(row[-1], dict) else [*row, {}]
            told = claim | dict(zip(names, values, strict=False)) | own
            if unknown := told.keys() - {*names}:
                raise KeyError(*unknown)
            case = msgspec.convert(told, kind)
            found.append(pytest.param(case, id=f"{sentence}: {values[0][:60]}"))
    return pytest.mark.parametrize("claim", found)


def _tables(file: str) -> dict[str, Any]:
    return tomllib.loads(Path(file).with_suffix(".toml").read_text("utf-8"))
