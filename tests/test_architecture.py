"""The rules that keep the drawing true, where the linters cannot see."""

import ast
import re
import sys
from pathlib import Path

from tests.cases import cases_of, data_of
from tests.programs import run

cases = cases_of(__file__)


ROOT = Path(__file__).parent.parent
TOP = {"pyproject.toml", "README.md", "mailbot", "solver", "tests", "config", "deploy"}
[IMPURE] = data_of(__file__, "impure")
IMPURE_CALLS = {"open", "print", "input", "exec", "eval", "__import__"}
WORD_MODELS = {"mailbot/talk/wishes/classifier.py", "mailbot/talk/wishes/voice.py"}
"""The only other modules that compute with arrays, of weights and not of pixels."""

PIXELS = {"cv2", "numpy", "PIL", "pytesseract", "pypdfium2", "pillow_heif", "reportlab"}
SOURCES = {
    str(path.relative_to(ROOT)): path.read_text()
    for package in ("solver", "mailbot")
    for path in ROOT.glob(f"{package}/**/*.py")
}


PHRASES = "mailbot/language/??/phrases/*.txt"
"""One book for each of eight languages and each of 18 wishes, and for no wish."""


def imports(source: str) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {a.name.partition(".")[0] for a in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module.partition(".")[0])
    return found


def calls(source: str) -> set[str]:
    return {
        n.func.id
        for n in ast.walk(ast.parse(source))
        if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)
    }


def test_the_top_level_holds_what_the_design_names() -> None:
    listed = run("git", "ls-files", cwd=ROOT).stdout
    tops = {line.partition("/")[0] for line in listed.splitlines()}
    assert {top for top in tops if not top.startswith(".")} == TOP


def test_the_packages_hold_code_words_and_four_files_of_weights() -> None:
    """What was measured or made on the way has no place beside them."""
    kept = {".py", ".j2", ".po", ".md", ".toml", ".typed", ".sha256"}
    others = {
        path.relative_to(ROOT)
        for package in ("mailbot", "solver")
        for path in (ROOT / package).rglob("*")
        if path.is_file()
        and path.suffix not in kept
        and "__pycache__" not in path.parts
    }
    phrases = {path for path in others if path.match(PHRASES)}
    assert {str(path) for path in others - phrases} == {
        "mailbot/cli/commands/samples/photo.jpg",
        "mailbot/cli/commands/samples/screen.png",
        "mailbot/eye/weights/digits.onnx",
        "mailbot/eye/weights/lattice.onnx",
        "mailbot/talk/wishes/weights/voice.npz",
        "mailbot/talk/wishes/weights/words.npz",
    }


def test_the_solver_is_pure() -> None:
    allowed = (sys.stdlib_module_names - {*IMPURE}) | {"solver"}
    for path, source in SOURCES.items():
        if path.startswith("solver/"):
            assert imports(source) <= allowed, path
            assert not calls(source) & IMPURE_CALLS, path


def test_pixels_stay_in_the_eye_and_in_the_pictures() -> None:
    for path, source in SOURCES.items():
        if not path.startswith(("mailbot/eye/", "mailbot/pictures/")):
            numbers = {"numpy"} if path in WORD_MODELS else set()
            assert not imports(source) & (PIXELS - numbers), path


def test_no_expression_repeats_a_group_possessively() -> None:
    """Python before 3.11.5, which Debian 12 has, finds other things then (gh-106052).

    A single character, or one of a set, may be repeated so.
    """
    repeated = re.compile(r"\)(?:[*+?]|\{[0-9,]+\})\+|\(\?>")
    assert [path for path, source in SOURCES.items() if repeated.search(source)] == []


def test_a_module_can_be_read_in_minutes() -> None:
    assert [path for path, source in SOURCES.items() if source.count("\n") > 450] == []


@cases("start, unneeded")
def test_a_command_loads_no_more_than_it_needs(start: str, unneeded: set[str]) -> None:
    script = f"import sys, {start}\nprint(sorted({unneeded!r} & sys.modules.keys()))\n"
    assert run(sys.executable, "-c", script).stdout.strip() == "[]"
