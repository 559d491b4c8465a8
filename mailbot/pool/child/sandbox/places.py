"""The files that a reader may use besides its own folder: Python's and Tesseract's."""

import os
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator
from contextlib import suppress
from importlib.util import find_spec
from pathlib import Path

from mailbot.pool.child.sandbox.landlock import DEVICE, EXECUTE, READ

_OURS = ("mailbot", "solver")

_READABLE = (
    "/etc/ld.so.cache",
    "/etc/localtime",
    "/etc/fonts",
    "/usr/share/fonts",  # PDFium draws text with them where a document brings none
    "/usr/share/zoneinfo",
    "/usr/share/tesseract-ocr",
    "/usr/share/tessdata",
    "/usr/lib/locale",
)
"""Of the system; what does not exist is left out."""

_TRIES = 5
_SECONDS = 10
"""How often the loader is asked for a program's libraries, and how long it may take."""


def rules() -> Iterator[tuple[Path, int]]:
    """Paths and the rights below them. Only files and folders named here are usable.

    No folder of the system's programs or libraries is among them: a program that may
    be read can be run by the loader.
    """
    yield from readable()
    if trained := os.environ.get("TESSDATA_PREFIX"):
        yield Path(trained), READ
    programs = [Path(sys.executable)]
    if tesseract := shutil.which("tesseract"):
        programs.append(Path(tesseract))
    for program in programs:
        yield program, EXECUTE
        for library in libraries(program):
            yield library, EXECUTE if library.name.startswith("ld-") else READ


def readable() -> Iterator[tuple[Path, int]]:
    """What any program of ours reads: the files of Python, and some of the system."""
    yield Path(os.devnull), DEVICE
    yield Path("/dev/urandom"), READ
    for place in (*map(Path, _READABLE), *_python_files(), *_loaded()):
        yield place, READ


def _python_files() -> Iterator[Path]:
    """The standard library, installed packages, and our own two packages."""
    for kind in ("stdlib", "platstdlib", "purelib", "platlib"):
        yield Path(sysconfig.get_path(kind))
    yield from (Path(place) for place in sys.path if place.endswith("-packages"))
    yield Path(sys.prefix) / "pyvenv.cfg"
    for name in _OURS:
        found = find_spec(name)
        for folder in (found and found.submodule_search_locations) or ():
            yield Path(folder)


def _loaded() -> set[Path]:
    """The libraries that this process has loaded; another Python loads them again."""
    maps = Path("/proc/self/maps").read_text().splitlines()
    files = (line.split()[-1] for line in maps)
    return {Path(file) for file in files if file.startswith("/") and ".so" in file}


def libraries(program: Path) -> Iterator[Path]:
    """The libraries of a program and its loader, as the loader itself lists them.

    Raises:
        OSError: somebody ended or stopped the loader each time.
    """
    for line in _trace(program).splitlines():
        path = line.partition("=>")[2] or line
        path = path.partition(" (0x")[0].strip()
        if path.startswith("/"):
            yield Path(path)


def _trace(program: Path) -> str:
    """What the loader tells of a program: asked again where it was ended or stopped."""
    for _ in range(_TRIES):
        with suppress(subprocess.TimeoutExpired):
            asked = subprocess.run(  # noqa: S603 (a program that readers run, only listed)
                [program],
                env={"LD_TRACE_LOADED_OBJECTS": "1"},
                capture_output=True,
                text=True,
                check=False,
                timeout=_SECONDS,
            )
            if asked.returncode >= 0:
                return asked.stdout
    raise OSError(f"the libraries of {program} cannot be listed")
