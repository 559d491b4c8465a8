"""The calls that a child answers: a closed set, with typed arguments and results.

Each function here is the name, the signature and the body of a call. The parent
submits it by name and never runs it (`LocalPool.submit`); the child runs it. What it
needs is named as a string, so that the parent loads nothing that reads letters. Types
are those that `wire` can write; a result may hold nothing else.

A new call is a function here and its place in `CALLS`. `load` and `warm` are no calls:
they make the process ready whose forks answer them.
"""

from functools import partial
from importlib import import_module
from typing import Annotated, Any

from msgspec import Meta

from mailbot.model import Content, Silence
from mailbot.options import Brief, ReadingOptions
from mailbot.pool.protocol.findings import FindingsMessage
from mailbot.pool.protocol.wire import answer_call, read_answer, write_call

FileName = Annotated[str, Meta(pattern=r"\A[a-z0-9-]{1,80}\.png\Z")]
"""A name without folders: the parent writes the file."""


def read_letter(rfc822: bytes, brief: Brief) -> Content | Silence:
    """Read a letter, and write what its reply says."""
    return _call("mailbot.respond.reader", "read", rfc822, brief)  # type: ignore[no-any-return]


def read_file(data: bytes, name: str, options: ReadingOptions) -> FindingsMessage:
    """Read the puzzles of a FILE of that name."""
    return FindingsMessage.of(
        _call("mailbot.respond.findings", "read_file", data, name, options)
    )


def draw_file(data: bytes) -> dict[FileName, bytes]:
    """Draw what is seen in a picture or a document; PNG files, by their names."""
    return dict(_call("mailbot.eye.debug", "draw", data))


def probe_reading() -> str:
    """What reads pictures here; MissingTool where something is not there."""
    return str(_call("mailbot.eye.probe", "probe"))


def load() -> None:
    """Import what reading needs: before a reader is confined, which reads few files."""
    for module in ("respond.warm", "respond.findings", "eye.picture", "eye.pdf"):
        import_module(f"mailbot.{module}")
    for network in ("find.network", "read.digits"):
        _call(f"mailbot.eye.{network}", "load_network")


def warm() -> None:
    """Answer calls as readers do, which fills what they keep in memory."""
    for rfc822, brief in _call("mailbot.respond.warm", "letters"):
        call = write_call(__name__, partial(read_letter, rfc822, brief))
        read_answer(answer_call(call, __name__), read_letter)


CALLS = (read_letter, read_file, draw_file, probe_reading)


def _call(module: str, name: str, *arguments: object) -> Any:
    return getattr(import_module(module), name)(*arguments)
