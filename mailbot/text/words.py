r"""Words with their boxes, as programs that read print write them: as lines of text.

hOCR, ALTO and PAGE, the tables of Tesseract, pdftotext and pdfplumber, the XML of
pdftohtml and pdfminer: a box is four numbers in a row, or with a name each, and its
word stands behind it or has a name as well.

>>> words = "".join(
...     f'<word xMin="{n * 20}" yMin="9" xMax="{n * 20 + 10}" yMax="19">{n % 10}</word>'
...     for n in range(17)
... )
>>> lay_out_words(words).strip()
'0 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6'
"""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from html import unescape
from itertools import groupby, islice, pairwise
from operator import itemgetter

from mailbot.text.layout import Word, lay_out

_FEWEST, _MOST = 17, 20_000
"""Words of a text that is laid out: as many as a puzzle has givens, at the least."""

_TAG = re.compile(r"<([A-Za-z][\w:.-]{0,40})(\s[^<>]{0,4000})?>([^<>]*)")
_ATTRIBUTE = re.compile(r"([\w:-]{1,40})\s?=\s?(?:\"([^\"]*)\"|'([^']*)')")
_NUMBER = re.compile(r"-?\d{1,6}(?:\.\d{1,20})?")
_BBOX = re.compile(rf"\bbbox((?: {_NUMBER.pattern}){{4}})")
_EDGES = (
    ("xmin", "x0", "left", "hpos"),
    ("ymin", "top", "vpos"),
    ("xmax", "x1", "right"),
    ("ymax", "bottom"),
)
"""Names of a box's edges; some programs tell its width and height instead."""

_MARKERS = "###"
"""Begin what pdftotext writes for the word of a page, a flow or a line."""


def lay_out_words(text: str) -> str:
    """The words in a text as lines, page after page; "" if too few have a box."""
    found = list(islice(_in_table(text), _MOST)) or list(islice(_in_tags(text), _MOST))
    if len(found) < _FEWEST:
        return ""
    pages = [
        [word for _, word in page] for _, page in groupby(found, key=itemgetter(0))
    ]
    if "bbox=" in text and not _reads_down(pages):  # heights count upwards
        pages = [[w._replace(top=-w.bottom, bottom=-w.top) for w in p] for p in pages]
    return "".join(map(lay_out, pages))


def _reads_down(pages: Iterable[Sequence[Word]]) -> bool:
    """Whether most words that are on another line than the one before are below it."""
    down = [
        below.middle > above.middle
        for page in pages
        for above, below in pairwise(page)
        if abs(below.middle - above.middle) > above.bottom - above.top
    ]
    return sum(down) * 2 >= len(down)


def _in_tags(text: str) -> Iterator[tuple[str, Word]]:
    """Words behind the tag that tells their box, or in it; each with its page."""
    page, box = 0, None
    for tag in _TAG.finditer(text):
        found = _ATTRIBUTE.findall(tag[2] or "")
        fields = {name.lower(): quoted or other for name, quoted, other in found}
        if tag[1].lower().endswith("page") or fields.get("class") == "ocr_page":
            page, box = page + 1, None
            continue
        box = _box(fields) or box
        word = unescape(fields.get("content") or tag[3]).strip()
        if box and word:
            yield f"{page}", Word(*box, word)
            box = None


def _in_table(text: str) -> Iterator[tuple[str, Word]]:
    """Words of a table with a line for each; the head names its columns."""
    lines = text.splitlines()
    heads = (i for i, line in enumerate(lines) if {"top", "text"} <= {*_split(line)})
    head = next(heads, len(lines))
    names = _split(lines[head]) if head < len(lines) else []
    for line in lines[head + 1 :]:
        values = _split(line, len(names))
        fields = dict(zip(names, values, strict=False))
        box, word = _box(fields), fields.get("text", "").strip()
        if box and word and not word.startswith(_MARKERS):
            yield (
                fields.get("page_num", fields.get("page_number", "")),
                Word(*box, word),
            )


def _split(line: str, most: int = 0) -> list[str]:
    """The fields of a line; the last of `most` may hold blanks."""
    if "\t" not in line and line.count(",") > len(_EDGES):
        with suppress(csv.Error):  # a field of more than 128 KiB
            return next(csv.reader([line]))
    return line.split(None, most - 1)


def _box(fields: Mapping[str, str]) -> tuple[float, float, float, float] | None:
    """Left, top, right and bottom of a word."""
    in_title = _BBOX.search(fields.get("title", ""))
    listed = in_title[1] if in_title else fields.get("points") or fields.get("bbox", "")
    numbers = [float(number) for number in _NUMBER.findall(listed)]
    if len(numbers) >= len(_EDGES):
        across, down = numbers[::2], numbers[1::2]
        return min(across), min(down), max(across), max(down)
    given = {
        name: float(value)
        for name, value in fields.items()
        if _NUMBER.fullmatch(value or "")
    }
    edges = [next((given[n] for n in names if n in given), None) for names in _EDGES]
    left, top, right, bottom = edges
    if left is None or top is None:
        return None
    right = left + given.get("width", 0) if right is None else right
    bottom = top + given.get("height", 0) if bottom is None else bottom
    return (left, top, right, bottom) if right > left and bottom > top else None
