"""The messages between parent and child: calls to the child, answers to the parent.

The child trusts its parent. The parent does not trust a child that has read a
stranger's letter: from an answer it loads values of ours, and nothing else.
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
"""The most bytes of an answer; a reply with its pictures has a hundredth of them."""

_HOMES = {"mailbot.errors", "datetime", builtins.__name__}
"""Modules whose classes are loaded, besides those of `mailbot.model` and `solver`."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call to be made in a child."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    keywords: dict[str, Any]

    def run(self) -> Any:
        """Make the call."""
        return self.function(*self.arguments, **self.keywords)


def write_answer(value: object, error: Exception | None = None) -> bytes:
    """Write a value, or the error that was raised instead.

    An error of a class that the parent would not load becomes a RuntimeError.
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
        TooCostly: the answer is not one that our own code would write.
    """
    try:
        value, error = _Values(BytesIO(answer)).load()
    except Exception as broken:  # a stranger's bytes draw every kind of error
        raise TooCostly(f"broke its process: {broken}") from broken
    if isinstance(error, Exception):
        raise error
    return value


class _Writer(pickle.Pickler):
    """Writes values in such a way that loading them needs classes and no functions."""

    dispatch_table: Mapping[type, Any] = MappingProxyType({})  # of no library

    def reducer_override(self, value: object) -> Any:
        """Write an enumeration by its value; some versions of Python write getattr."""
        if isinstance(value, Enum):
            return type(value), (value.value,)
        return NotImplemented


class _Values(pickle.Unpickler):
    """Loads values of ours, dates and errors, and never calls a function."""

    def find_class(self, module: str, name: str) -> type:
        """The class of that name, if an answer may hold one."""
        found = None
        if _is_home(module):
            found = getattr(importlib.import_module(module), name, None)
        if not isinstance(found, type) or not _is_known(module, found):
            raise pickle.UnpicklingError(f"{module}.{name} is no value of ours")
        return found


def _is_known(module: str, kind: type) -> bool:
    """Whether the parent loads that class: one of ours, or an exception of Python."""
    return _is_home(module) and (
        module != builtins.__name__ or issubclass(kind, Exception)
    )


def _is_home(module: str) -> bool:
    return module in _HOMES or module.startswith(("mailbot.model.", "solver."))
