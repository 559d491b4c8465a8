"""What a bench tells: sections with tables, the machine, the versions."""

import os
import platform
import subprocess
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

PACKAGES = (
    *("numpy", "opencv-python", "pillow", "pytesseract", "imapclient"),
    *("py-sudoku", "dokusan", "sudokutools"),
)
"""Whose versions matter to the numbers."""

TOOLS = (
    ("tesseract", "--version"),
    ("dovecot", "--version"),
    ("postconf", "-h", "mail_version"),
)


@dataclass(frozen=True, slots=True)
class Section:
    """One comparison, told in Markdown."""

    title: str
    body: str


def table(header: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; the first column is text, the others are numbers."""
    ruler = ["---", *("---:" for _ in header[1:])]
    lines = [header, ruler, *rows]
    return "\n".join(f"| {' | '.join(map(str, line))} |" for line in lines) + "\n"


def milliseconds(seconds: float) -> str:
    """Three digits of a time, in milliseconds."""
    return f"{seconds * 1e3:.3g}" if seconds < 1 else f"{seconds * 1e3:.0f}"


def times_ours(ratio: float) -> str:
    """A ratio, to read at a glance."""
    return f"{ratio:.2f}" if ratio < 10 else f"{ratio:.0f}"


def describe_machine() -> str:
    """Processor, memory, system and versions, as a list."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    facts = [
        f"{os.cpu_count()} cores of {_processor()}, {memory:.0f} GB, "
        f"{platform.system()} {platform.machine()}",
        f"{platform.python_implementation()} {platform.python_version()}",
        ", ".join(f"{name} {_version(name)}" for name in PACKAGES),
        ", ".join(f"{command[0]} {_say(command)}" for command in TOOLS),
    ]
    return "\n".join(f"- {fact}" for fact in facts) + "\n"


def _processor() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.processor() or "an unknown processor"


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "(absent)"


def _say(command: Sequence[str]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return "(absent)"
    first = (done.stdout or done.stderr).splitlines()[0]
    return next(word for word in first.split() if word[0].isdigit())
