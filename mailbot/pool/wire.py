"""What crosses the line between parent and child: errands there, answers back.

The child trusts its parent; the parent does not trust a child that has read a
stranger's letter: of its answers nothing is loaded but values of ours.
"""

import builtins
import importlib
import pickle
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from io import BytesIO
from types import MappingProxyType
from typing import Any

from mailbot.errors import TooCostly

LONGEST = 128 * 2**20
"""Bytes of an answer; a reply with its pictures has a hundredth of it."""

_HOMES = {"mailbot.errors", "datetime", builtins.__name__}
"""Besides what lies in `mailbot.model` and `solver`."""


@dataclass(frozen=True, slots=True)
class Errand:
    """A call to be made in a child."""

    call: Callable[..., Any]
    arguments: tuple[Any, ...]
    keywords: dict[str, Any]

    def run(self) -> Any:
        """Make the call."""
        return self.call(*self.arguments, **self.keywords)


def write_answer(value: object, error: Exception | None = None) -> bytes:
    """A value, or the error there was instead of it.

    An error of a kind that the parent would not load is told in words.
    """
    if error is not None and not _is_known(type(error).__module__, type(error)):
        error = RuntimeError(f"{type(error).__name__}: {error}")
    answer = BytesIO()
    _Writer(answer, pickle.HIGHEST_PROTOCOL).dump((value, error))
    return answer.getvalue()


def read_answer(answer: bytes | bytearray) -> Any:
    """The value that a child answered.

    Raises:
        Exception: the error that it answered instead.
        TooCostly: it holds what no child of ours would say.
    """
    try:
        value, error = _Values(BytesIO(answer)).load()
    except Exception as broken:  # a stranger's bytes draw every kind of error
        raise TooCostly(f"broke its process: {broken}") from broken
    if isinstance(error, Exception):
        raise error
    return value


class _Writer(pickle.Pickler):
    """Writes values so that a class is all that is needed to load each of them."""

    dispatch_table: Mapping[type, Any] = MappingProxyType({})  # none of a library's

    def reducer_override(self, value: object) -> Any:
        """How to write a value; enumerations by value (some Pythons call getattr)."""
        if isinstance(value, Enum):
            return type(value), (value.value,)
        return NotImplemented


class _Values(pickle.Unpickler):
    """Loads values of ours, dates and errors: nothing that does anything."""

    def find_class(self, module: str, name: str) -> type:
        """The class of that name, if a child may speak of it."""
        found = None
        if _is_home(module):
            found = getattr(importlib.import_module(module), name, None)
        if not isinstance(found, type) or not _is_known(module, found):
            raise pickle.UnpicklingError(f"{module}.{name} is no value of ours")
        return found


def _is_known(module: str, kind: type) -> bool:
    """Whether the parent loads that class: ours, or an error of Python's own."""
    return _is_home(module) and (
        module != builtins.__name__ or issubclass(kind, Exception)
    )


def _is_home(module: str) -> bool:
    return module in _HOMES or module.startswith(("mailbot.model.", "solver."))
