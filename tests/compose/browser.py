"""Headless Chromium as the eye: pages laid out and measured, text by text.

All pages go into frames of one document, so that one start of the browser serves all;
a script reports of every frame what sticks out, what is unreadable and what is seen.
Another one lets axe-core look for what keeps people out.
"""

import json
import re
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from html import escape, unescape
from pathlib import Path
from typing import Any

import axe_core_python
from pypdfium2 import PdfDocument

_SCRIPT = """
const lightness = c => {
  const f = v => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  return 0.2126 * f(c[0]) + 0.7152 * f(c[1]) + 0.0722 * f(c[2]);
};
const colour = s => { const m = s.match(/[\\d.]+/g).map(Number);
  return m.length < 4 ? [...m, 1] : m; };
const paper = e => { for (; e; e = e.parentElement) {
  const c = colour(getComputedStyle(e).backgroundColor); if (c[3] > 0) return c; }
  return null; };
const contrast = (a, b) => { const [x, y] = [lightness(a), lightness(b)];
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05); };
const measure = frame => {
  const doc = frame.contentDocument, view = frame.contentWindow, out = [];
  let worst = 99, digits = "", unpapered = 0, smallest = 99, lightest = 0;
  const walk = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const text = walk.currentNode, e = text.parentElement;
    if (!text.data.trim()) continue;
    const range = doc.createRange(); range.selectNodeContents(text);
    for (const box of range.getClientRects())
      if (box.right > view.innerWidth + 0.5 || box.left < 0) out.push(text.data.trim());
    const style = getComputedStyle(e), back = paper(e);
    if (!back) unpapered++;
    else {
      worst = Math.min(worst, contrast(colour(style.color), back));
      lightest = Math.max(lightest, lightness(back));
    }
    smallest = Math.min(smallest, parseFloat(style.fontSize));
    const cell = e.closest("td");
    if (cell) {
      const a = range.getBoundingClientRect(), b = cell.getBoundingClientRect();
      const inside = a.left >= b.left - 0.5 && a.right <= b.right + 0.5
        && a.top >= b.top - 2 && a.bottom <= b.bottom + 2 && a.width > 1;
      if (inside && style.visibility == "visible") digits += text.data.trim();
    }
  }
  const solved = [...doc.querySelectorAll("td.solved")].map(
    e => e.getBoundingClientRect());
  const last = [...doc.querySelectorAll("table.grid")].pop();
  const cells = last ? [...last.rows[1].cells].slice(1) : [];
  const remote = [...doc.querySelectorAll("[src],[href],[background]")].filter(
    e => !(e.getAttribute("src") || "").startsWith("cid:")).length;
  return {out, worst, digits, unpapered, smallest, remote, lightest,
          top: solved.length ? Math.min(...solved.map(b => b.top)) : 0,
          grid: cells.reduce((w, e) => w + e.getBoundingClientRect().width, 0),
          wide: doc.scrollingElement.scrollWidth > view.innerWidth};
};
const enlarge = (frame, times) => {
  const all = [...frame.contentDocument.body.querySelectorAll("*")];
  const sizes = all.map(e => parseFloat(getComputedStyle(e).fontSize));
  all.forEach((e, i) => e.style.setProperty(
    "font-size", times * sizes[i] + "px", "important"));
};
const frames = () => {
  const all = [...document.querySelectorAll("iframe")];
  const times = Number(document.documentElement.dataset.text);
  if (times != 1) for (const frame of all) enlarge(frame, times);
  return all;
};
const report = all => {
  const pre = document.createElement("pre");
  pre.id = "report"; pre.textContent = JSON.stringify(all);
  document.body.replaceChildren(pre);
};
"""
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


def take_picture(page: Path, width: int, height: int, dark: bool, out: Path) -> None:
    """A screenshot of a page, for the eye."""
    _chromium(
        out.parent,
        dark,
        f"--window-size={width},{height}",
        f"--screenshot={out}",
        str(page),
    )


def _chromium(scratch: Path, dark: bool, *arguments: str) -> str:
    browser = shutil.which("chromium-headless-shell") or shutil.which("chromium")
    assert browser, "install Debian's chromium-headless-shell"
    scheme = f"--blink-settings=preferredColorScheme={0 if dark else 1}"
    return subprocess.run(
        [
            browser,
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-dev-shm-usage",
            f"--user-data-dir={scratch / 'profile'}",
            scheme,
            *arguments,
        ],
        check=True,
        capture_output=True,
        text=True,
        timeout=120,
    ).stdout
