"""Finds every regular expression of the product, and how each is used.

Expressions are found by running: all modules are imported and the sample letters are
answered, while the compiler of `re` notes what each line of ours compiles. One in a
line that did not run is read from the source.
"""

import ast
import importlib
import json
import pkgutil
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from tests.programs import run

ROOT = Path(__file__).parents[1]
PACKAGES = ("mailbot", "solver")
USES = "search|match|fullmatch|sub|subn|split|findall|finditer"

_IN_PARTS = b"""\
From: ada@home.test
Subject: sudoku
Content-Type: multipart/mixed; boundary=x

--x
Content-Type: text/html

<script>x</script><p>53..7....</p>
--x--
"""

_FORWARDED = b"""\
From: ada@home.test
Subject: sudoku

---- Forwarded message ----
From: oma@home.test

53..7....
"""

_NEW = b"From: ada@home.test\nSubject: sudoku\n\nPlease send me a new hard puzzle.\n"

Noted = dict[tuple[str, int], set[tuple[str | bytes, int]]]


@dataclass(frozen=True)
class Expression:
    """An expression, where it stands, and the methods that are called on it.

    `name` is the name that it is bound to, or that of the function that makes it;
    `pattern` of one for bytes is decoded as Latin-1.
    """

    file: str
    name: str
    uses: tuple[str, ...]
    pattern: str
    flags: int
    binary: bool

    @property
    def anchored(self) -> bool:
        """Whether it is only tried at the beginning of a text."""
        return set(self.uses) <= {"match", "fullmatch"}


def expressions() -> tuple[Expression, ...]:
    """All expressions of the product, found by a process of its own.

    In this one, modules that were imported before compile nothing again.
    """
    done = run(sys.executable, "-m", __name__, cwd=ROOT)
    return tuple(
        Expression(**(values | {"uses": tuple(values["uses"])}))
        for values in json.loads(done.stdout)
    )


def find() -> Iterator[Expression]:
    """All expressions of the product.

    Raises:
        LookupError: one is built of parts in a line that no sample reaches.
    """
    noted = _note()
    sources = {
        str(path.relative_to(ROOT)): path.read_text()
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
    }
    for file, source in sources.items():
        for name, call in _calls(source):
            lines = range(call.lineno, (call.end_lineno or call.lineno) + 1)
            found = {what for line in lines for what in noted.get((file, line), ())}
            literal = call.args[0]
            if not found and isinstance(literal, ast.Constant):
                assert isinstance(literal.value, str | bytes)
                found = {(literal.value, 0)}
            if not found:
                raise LookupError(f"{file}:{call.lineno}: no sample leads here")
            for pattern, flags in found:
                binary = isinstance(pattern, bytes)
                text = (
                    pattern.decode("latin-1") if isinstance(pattern, bytes) else pattern
                )
                uses = _uses(name, call, file, sources)
                yield Expression(file, name, uses, text, flags, binary)


def _note() -> Noted:
    found: Noted = {}
    compile_plainly: Any = re._compile  # type: ignore[attr-defined]

    def noting(pattern: Any, flags: Any) -> Any:
        frame = sys._getframe(1)
        while frame.f_back and frame.f_code.co_filename == re.__file__:
            frame = frame.f_back
        file = Path(frame.f_code.co_filename)
        if file.is_relative_to(ROOT) and isinstance(pattern, str | bytes):
            place = str(file.relative_to(ROOT)), frame.f_lineno
            found.setdefault(place, set()).add((pattern, int(flags)))
        return compile_plainly(pattern, flags)

    re._compile = noting  # type: ignore[attr-defined]
    try:
        _import_all()
        _answer_samples()
    finally:
        re._compile = compile_plainly  # type: ignore[attr-defined]
    return found


def _import_all() -> None:
    for package in PACKAGES:
        home = importlib.import_module(package)
        for module in pkgutil.walk_packages(home.__path__, f"{package}."):
            with suppress(ModuleNotFoundError):
                importlib.import_module(module.name)


def _answer_samples() -> None:
    from mailbot.files import document_format, foreign_format
    from mailbot.model import MessageKey, RawMail
    from mailbot.options import PolicyOptions, RespondOptions
    from tests.middle import respond

    policy = PolicyOptions(addresses=("bot@lab.test",), authserv_id="mail.lab.test")
    options = RespondOptions(address="bot@lab.test", policy=policy)
    now = datetime(2026, 5, 17, 12, 30, tzinfo=UTC)
    letters = [path.read_bytes() for path in (ROOT / "tests/letters").glob("*.eml")]
    for letter in (*letters, _IN_PARTS, _FORWARDED, _NEW):
        respond(RawMail(MessageKey("", 1, 1), letter, now), options)
    assert document_format(b"no document") is None
    assert foreign_format(b"no picture") == ""


def _calls(source: str) -> Iterator[tuple[str, ast.Call]]:
    """The calls of functions of `re` with an expression, and the name of each."""
    for statement in ast.walk(ast.parse(source)):
        match statement:
            case ast.FunctionDef(name=name):
                inner: list[ast.stmt] = statement.body
            case ast.Assign(targets=[ast.Name(id=name)]) if statement.col_offset == 0:
                inner = [statement]
            case _:
                continue
        for node in (node for part in inner for node in ast.walk(part)):
            match node:
                case ast.Call(func=ast.Attribute(value=ast.Name(id="re"), attr=used)):
                    if used != "escape":
                        yield name, node


def _uses(
    name: str, call: ast.Call, file: str, sources: Mapping[str, str]
) -> tuple[str, ...]:
    """The methods with which it is used; "search" where that is not plain to see."""
    assert isinstance(call.func, ast.Attribute)
    if call.func.attr != "compile":
        return (call.func.attr,)
    called = re.compile(rf"\b{name}(?:\([^()\n]*\))?\.({USES})\b")
    places = [sources[file]] if name.startswith("_") else sources.values()
    return tuple(sorted({u for text in places for u in called.findall(text)})) or (
        "search",
    )


if __name__ == "__main__":
    json.dump([asdict(found) for found in find()], sys.stdout)
