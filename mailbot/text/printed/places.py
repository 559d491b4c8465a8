"""Tables whose empty cells are spaces: the place of a digit is that of its cell.

The columns are what the tokens of all rows cover together. A column or a row that is
empty throughout leaves no trace but a wider gap, and is found by the even distances.

In grids whose cells are several lines tall, rules part the rows and bars part the
columns. A cell with one digit in its middle shows that digit; more digits, or one at
its own place in a cell of three by three, are marks.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from mailbot.text.printed.squares import Table, counts

_SIZE = 9
_TOKEN = re.compile(r"[^\s|#!]+")
_VALUE = re.compile(r"-?\d{1,2}(?:\.0*)?|[^\w\s]{1,2}|<?[A-Za-z]{1,4}>?")
_RULE = re.compile(r"[\s|#!+=_*:.'^~o-]*")
_HOLLOW = re.compile(r"[\s|#!]*")
_LONGEST_NAME = 3
"""Words of a name; more are a row."""
_MOST_BLANK = 4
_MOST_LACKING = 3
_Token = tuple[int, int, str]


def find_placed(lines: Sequence[str]) -> Iterator[Table]:
    """Every table of tokens at even places."""
    for stretch in _stretches(lines):
        rows = [(y, tokens) for y, tokens in enumerate(stretch) if tokens]
        columns = _columns([tokens for _, tokens in rows])
        if not _SIZE - _MOST_LACKING <= len(columns) <= 2 * _SIZE + 2:
            continue
        filled = [_row_of(tokens, columns) for _, tokens in rows]
        starts = [start for start, _ in columns]
        yield from _completed(filled, starts, [y for y, _ in rows])


def _stretches(lines: Sequence[str]) -> Iterator[list[list[_Token]]]:
    """The tokens of successive lines that hold nothing but what a cell may show.

    Rules are left out; a blank line is a line without a token.
    """
    stretch: list[list[_Token]] = []
    blanks = 0
    for line in [*lines, *[""] * (_MOST_BLANK + 1)]:
        if _RULE.fullmatch(line) and not _HOLLOW.fullmatch(line):
            continue
        tokens = [(*t.span(), t[0]) for t in _TOKEN.finditer(line)]
        likely = _is_likely([word for _, _, word in tokens])
        blanks = blanks + 1 if not tokens else 0
        if (likely and (tokens or stretch)) and blanks <= _MOST_BLANK:
            stretch.append(tokens)
            continue
        yield _without_numbers(stretch)
        stretch = []


def _without_numbers(stretch: list[list[_Token]]) -> list[list[_Token]]:
    """Rows without letters that count columns; more than a grid has, without some.

    Those at its ends that are farthest apart are the numbers of a page and of a puzzle.
    """
    letters = [word for row in stretch for _, _, word in row if word.isalpha()]
    if len(letters) == _SIZE and counts(letters):
        stretch = [row for row in stretch if letters != [word for _, _, word in row]]
    rows = [y for y, tokens in enumerate(stretch) if tokens]
    gaps = [below - above for above, below in pairwise(rows)]
    left = Counter(gaps)
    first, last = 0, len(gaps)
    while last - first >= _SIZE:
        widest = max(left)
        if left[widest] == last - first or widest not in (gaps[first], gaps[last - 1]):
            break
        if gaps[last - 1] == widest:
            last -= 1
        else:
            first += 1
        left -= Counter([widest])
    return stretch[rows[first] : rows[last] + 1] if rows else []


def _is_likely(words: Sequence[str]) -> bool:
    """Whether words may be cells, and are no name under a letter."""
    return all(map(_VALUE.fullmatch, words)) and (
        len(words) > _LONGEST_NAME or not any(map(str.isalpha, words))
    )


def _columns(rows: Sequence[Sequence[_Token]]) -> list[tuple[int, int]]:
    """The spans that the tokens of all rows cover together."""
    spans = sorted({(start, end) for row in rows for start, end, _ in row})
    joined: list[tuple[int, int]] = []
    for start, end in spans:
        if joined and start < joined[-1][1]:
            joined[-1] = joined[-1][0], max(end, joined[-1][1])
        else:
            joined.append((start, end))
    return joined


def _row_of(
    tokens: Sequence[_Token], columns: Sequence[tuple[int, int]]
) -> tuple[str, ...]:
    words: dict[int, str] = {}
    for start, _, word in tokens:
        place = next(i for i, (a, b) in enumerate(columns) if a <= start < b)
        words[place] = f"{words[place]} {word}" if place in words else word
    return tuple(words.get(i, "") for i in range(len(columns)))


def _completed(
    rows: Table, starts: Sequence[int], heights: Sequence[int]
) -> Iterator[Table]:
    """The table, and with the empty columns and rows that the distances show."""
    if len(starts) >= _SIZE or _is_even(starts, range(len(starts))):
        yield rows
    if not any("" in row for row in rows):
        return
    for down in _fits(heights, len(rows)):
        for across in _fits(starts, len(starts)):
            yield [
                tuple(rows[y][x] if x >= 0 and y >= 0 else "" for x in across)
                for y in down
            ]


def _fits(places: Sequence[int], count: int) -> Iterator[list[int]]:
    """The nine lines as indices of those that show something, -1 for an empty one."""
    if count >= _SIZE:
        yield list(range(count))
        return
    if count < _SIZE - _MOST_LACKING:
        return
    fits = [k for k in combinations(range(_SIZE), count) if _is_even(places, k)]
    if not fits:
        # Programs make an empty column narrower: one in each gap that is wider.
        gaps = [b - a for a, b in pairwise(places)]
        wider = [n for n, gap in enumerate(gaps, 1) if gap > min(gaps)]
        if len(wider) == _SIZE - count:
            fits = [tuple(n + sum(w <= n for w in wider) for n in range(count))]
    for kept in fits:
        yield [kept.index(i) if i in kept else -1 for i in range(_SIZE)]


def _is_even(places: Sequence[int], kept: Sequence[int]) -> bool:
    """Whether lines of these numbers are at even distances, wider between boxes."""
    for width in (3, 0):
        steps = [
            (b - a, (b // width - a // width) if width else 0, y - x)
            for a, b, x, y in zip(kept, kept[1:], places, places[1:], strict=False)
        ]
        step = min((d / n for n, gaps, d in steps if not gaps), default=0)
        gap = min(((d - n * step) / g for n, g, d in steps if g), default=0)
        if min(step - 0.5, gap) >= 0 and all(
            d == n * step + g * gap for n, g, d in steps
        ):
            return True
    return False


_BAND_FRAME = re.compile(r"[\s|#!+=_*:.'^~-]*")
_BAND_END = re.compile(r"[-=_+]{3}")
_BARS = re.compile(r"[|#!]+")
_MARKS = re.compile(r"[1-9]+")


def find_tall(lines: Sequence[str]) -> Iterator[Table]:
    """Every grid of cells that are two lines tall or more."""
    bands: list[list[str]] = []
    band: list[str] = []
    for line in [*lines, ""]:
        if _BAND_FRAME.fullmatch(line) and _BAND_END.search(line):
            if band:
                bands.append(band)
            band = []
        elif _BARS.search(line):
            band.append(line)
        else:
            yield from _table(bands)
            bands, band = [], []


def _table(bands: Sequence[Sequence[str]]) -> Iterator[Table]:
    heights = {len(band) for band in bands}
    if len(bands) < 4 or len(heights) != 1 or heights <= {0, 1}:
        return
    rows = [_cells(band) for band in bands]
    if len({len(row) for row in rows}) != 1 or not rows[0]:
        return
    marked = any(len(_digits(cell)) > 1 for row in rows for cell in row)
    yield [tuple(_shown(cell, marked=marked) for cell in row) for row in rows]


def _cells(band: Sequence[str]) -> list[list[str]]:
    """The parts of each line between its bars, by cell; [] if they do not fit."""
    parts = [_BARS.split(line.strip().strip("|#!")) for line in band]
    if len({len(one) for one in parts}) != 1:
        return []
    return [list(cell) for cell in zip(*parts, strict=True)]


def _digits(cell: Sequence[str]) -> str:
    return "".join("".join(cell).split())


def _shown(cell: Sequence[str], *, marked: bool) -> str:
    """The digit of a cell, "" for pencil marks; any other text as it is."""
    held = _digits(cell)
    if not marked or not _MARKS.fullmatch(held):
        return held
    middle = cell[len(cell) // 2]
    left = len(middle) - len(middle.lstrip())
    right = len(middle) - len(middle.rstrip())
    in_middle = held == middle.strip() and abs(left - right) <= 1
    return held if len(held) == 1 and in_middle else ""
