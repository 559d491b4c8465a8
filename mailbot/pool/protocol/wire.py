"""The messages between parent and child: typed, and checked field by field.

Rule 1: a message is data (MessagePack). Reading one makes values of the types that the
        receiver expects, and runs no code that the message names. What reads the
        answers to a function is made once, before threads read any (`prepare`): msgspec
        makes it in steps that two threads must not take at the same time.
Rule 2: a call is the name of a function in a table of calls (`calls`) and its
        arguments. The types are those of the function's signature; limits stand there
        as Annotated[..., Meta(...)].
Rule 3: the parent does not trust a child that has read a stranger's letter. Any bytes
        that are no answer to the call are TooCostly, a fault of the letter.
"""

from collections.abc import Callable, Mapping
from functools import cache, partial
from importlib import import_module
from inspect import signature
from threading import Lock
from typing import Annotated, Any, TypeVar, get_type_hints

from msgspec import Meta, Raw, Struct, msgpack

from mailbot.errors import (
    BadLetter,
    MissingTool,
    TooCostly,
    TooLarge,
    UnreadablePicture,
)

CALLS = "mailbot.pool.protocol.calls"
"""The module whose `CALLS` lists what a child may be asked."""

FILE_CALLS = "mailbot.pool.protocol.file_calls"
"""The same for a child that reads FILEs only, which is ready sooner."""

LONGEST = 32 * 2**20
"""The most bytes of an answer; a reply with its pictures has a tenth of them."""

T = TypeVar("T")
Function = Callable[..., Any]

_NAME, _WORDS = 100, 2000
_ERRORS = {
    error.__name__: error
    for error in (
        *(BadLetter, UnreadablePicture, TooLarge),
        *(TooCostly, MissingTool, MemoryError),
    )
}
"""The errors that arrive as themselves; any other arrives as a RuntimeError."""


class _Call(Struct, frozen=True, array_like=True):
    """A call: a function's name, and its arguments as an array."""

    name: str
    arguments: Raw


class _Result(Struct, frozen=True, tag="result", forbid_unknown_fields=True):
    """What a call returned; checked against the function's signature."""

    value: Raw


class _Failure(Struct, frozen=True, tag="failure", forbid_unknown_fields=True):
    """The error that a call raised."""

    error: Annotated[str, Meta(max_length=_NAME)]
    message: Annotated[str, Meta(max_length=_WORDS)]


def pack(value: object) -> bytes:
    """A value as a message."""
    return msgpack.encode(value)


def unpack(message: bytes | bytearray, kind: type[T]) -> T:
    """The value of a message of a party that is trusted.

    Raises:
        msgspec.DecodeError: the message holds no value of that type.
    """
    return msgpack.decode(message, type=kind)


def write_call(module: str, call: "partial[Any]") -> bytes:
    """A call of a function that the module lists by its name.

    Raises:
        ValueError: the module does not list it.
    """
    name = call.func.__name__
    if name not in _table(module):
        raise ValueError(f"{name} is no call of {module}")
    bound = signature(call.func).bind(*call.args, **call.keywords)
    return pack(_Call(name, Raw(pack(bound.args))))


def read_call(message: bytes | bytearray, module: str) -> partial[Any]:
    """The call of a message, ready to be made.

    Raises:
        LookupError: the module does not list it.
        msgspec.DecodeError: its arguments are not of their types.
    """
    call = unpack(message, _Call)
    function = _table(module)[call.name]
    return partial(function, *_arguments_of(function).decode(call.arguments))


def answer_call(message: bytes | bytearray, module: str) -> bytes:
    """Make the call of a message, in a child, and write the answer."""

    def make() -> object:
        return read_call(message, module)()

    return write_answer(make)


def write_answer(make: Callable[[], object]) -> bytes:
    """The answer to a call: what `make` returned or raised."""
    try:
        return pack(_Result(Raw(pack(make()))))
    except Exception as error:  # noqa: BLE001 (every error is an answer)
        name, message = type(error).__name__, str(error)
        return pack(_Failure(name[:_NAME], message[:_WORDS]))


def prepare(*functions: Function) -> None:
    """Make ready to read answers to calls of functions, in any number of threads."""
    with _ONE_AT_A_TIME:
        for function in functions:
            _result_of(function)


def read_answer(answer: bytes | bytearray, function: Callable[..., T]) -> T:
    """The value that a child answered to a call of that function.

    Raises:
        Exception: the error that it answered instead.
        TooCostly: the answer is not one that our own code would write.
    """
    try:
        said = _ANSWER.decode(answer)
        if isinstance(said, _Result):
            value: T = _result_of(function).decode(said.value)
            return value
    except Exception as broken:  # a stranger's bytes draw every kind of error
        raise TooCostly(f"broke its process: {broken}") from broken
    raise _error_of(said)


_ANSWER = msgpack.Decoder(_Result | _Failure)
_ONE_AT_A_TIME = Lock()


def _error_of(failure: _Failure) -> Exception:
    kind = _ERRORS.get(failure.error)
    if kind is None:
        return RuntimeError(f"{failure.error}: {failure.message}")
    return kind(failure.message)


@cache
def _table(module: str) -> Mapping[str, Function]:
    return {call.__name__: call for call in import_module(module).CALLS}


@cache
def _arguments_of(function: Function) -> "msgpack.Decoder[tuple[Any, ...]]":
    hints = get_type_hints(function, include_extras=True)
    hints.pop("return")
    return msgpack.Decoder(tuple[tuple(hints.values())])  # type: ignore[misc]


@cache
def _result_of(function: Function) -> "msgpack.Decoder[Any]":
    hints = get_type_hints(function, include_extras=True)
    return msgpack.Decoder(hints["return"])
