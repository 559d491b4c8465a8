"""The cases that stand as data beside the tests: a TOML file for a file of tests."""

import tomllib
from collections.abc import Callable
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


def _tables(file: str) -> dict[str, Any]:
    return tomllib.loads(Path(file).with_suffix(".toml").read_text("utf-8"))
