"""Headless Chromium as the eye: pages laid out and measured, text by text.

All pages go into frames of one document, so that one start of the browser serves all;
a script reports of every frame what sticks out, what is unreadable and what is seen.
Another one lets axe-core look for what keeps people out.
"""

import json
import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape, unescape
from pathlib import Path
from typing import Any

import axe_core_python
from pypdfium2 import PdfDocument

from tests.programs import run

_SCRIPT = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
_MEASURE = """
onload = () => report(Object.fromEntries(frames().map(f => [f.name, measure(f)])));
"""
_AUDIT = """
onload = async () => {
  const all = {};
  for (const frame of frames()) {
    frame.contentWindow.eval(axeSource);
    const found = await frame.contentWindow.axe.run(frame.contentDocument);
    all[frame.name] = found.violations.flatMap(
      v => v.nodes.map(node => `${v.id}: ${node.html}`));
  }
  report(all);
};
"""


@dataclass(frozen=True, slots=True)
class PageMeasure:
    """What the browser saw of a page.

    `out`: texts that stick out; `worst`: the lowest contrast of any text; `digits`:
    the digits seen whole in the cells of tables, in order; `unpapered`: texts without
    a background of the page's own; `smallest`: font size in pixels; `remote`: things
    that would be fetched; `lightest`: the lightest background of a text, 0 black to 1
    white; `wide`: whether the page must be scrolled sideways; `top`: where the first
    digit of a solution stands, and `grid`: the width of the last grid without its row
    numbers, both in pixels, 0 if there is none.
    """

    out: list[str]
    worst: float
    digits: str
    unpapered: int
    smallest: float
    remote: int
    lightest: float
    wide: bool
    top: float
    grid: float


def look_at(
    pages: Mapping[str, str], width: int, dark: bool, scratch: Path, text: int = 1
) -> dict[str, PageMeasure]:
    """Lay out pages so many pixels wide, and measure each.

    With `text` all letters are so many times as large.
    """
    document = _written(pages, _MEASURE, width, dark, scratch, text)
    seen = _reported(scratch, dark, str(document))
    return {name: PageMeasure(**value) for name, value in seen.items()}


def _written(
    pages: Mapping[str, str],
    script: str,
    width: int,
    dark: bool,
    scratch: Path,
    text: int,
) -> Path:
    """A document of all pages, with a script that makes a report of them."""
    frames = "".join(
        f'<iframe name="{name}" style="border:0;width:{width}px;height:2000px" '
        f'srcdoc="{escape(page)}"></iframe>'
        for name, page in pages.items()
    )
    document = scratch / f"pages-{width}-{dark}.html"
    document.write_text(
        f"<!DOCTYPE html><html data-text={text}><meta charset=utf-8>"
        f"<script>{_SCRIPT}{script}</script>{frames}"
    )
    return document


def _reported(scratch: Path, dark: bool, *arguments: str) -> dict[str, Any]:
    """What the script of a document has to report."""
    dom = _chromium(scratch, dark, "--dump-dom", *arguments)
    report = re.search(r'<pre id="report">(.*?)</pre>', dom, re.DOTALL)
    assert report, "Chromium gave no report"
    seen: dict[str, Any] = json.loads(unescape(report[1]))
    return seen


def find_barriers(
    pages: Mapping[str, str], width: int, dark: bool, scratch: Path, text: int = 1
) -> dict[str, list[str]]:
    """What axe-core finds in pages that keeps people out, by page: rule and element.

    The rules are those of WCAG and of good practice. No picture of a page is loaded.
    """
    engine = Path(axe_core_python.__file__).with_name("axe.min.js").read_text()
    script = f"const axeSource = {json.dumps(engine)};".replace("</", "<\\/") + _AUDIT
    document = _written(pages, script, width, dark, scratch, text)
    budget = "--virtual-time-budget=600000"
    found: dict[str, list[str]] = _reported(scratch, dark, budget, str(document))
    return found


def count_printed(page: str, scratch: Path) -> int:
    """The number of sheets of paper (A4 or Letter) that a page is printed on."""
    document, printed = scratch / "printed.html", scratch / "printed.pdf"
    document.write_text(page)
    _chromium(scratch, False, f"--print-to-pdf={printed}", str(document))
    return len(PdfDocument(printed))


def _chromium(scratch: Path, dark: bool, *arguments: str) -> str:
    browser = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert browser, "install Debian's chromium-headless-shell"
    scheme = f"--blink-settings=preferredColorScheme={0 if dark else 1}"
    return run(
        browser,
        "--headless",
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        f"--user-data-dir={scratch / 'profile'}",
        scheme,
        *arguments,
        timeout=120,
    ).stdout
