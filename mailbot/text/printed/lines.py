r"""Lines of a text that a program printed, cut free from what stands around the grid.

Whatever each line of a block bears in front is taken off (line numbers, the `+` of
diff, the names of git blame), what stands beside a drawn frame is cut off, and colour
codes are removed.

Tables and matrices of LaTeX and its kin become lines with `&` between their cells. A
row may reach over several lines, and a cell may be wrapped in commands:

>>> plain_table(["\\multicolumn{1}{|p|}%", "{\\textbf{5}}& \\\\", "& 3 \\\\ 1 & \\\\"])
['5 & ', ' & 3', '1 & ', '']
"""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, islice
from posixpath import commonprefix

from mailbot.text.printed.squares import counts
from solver.notation.text import split_lines

_LATEX_COMMENT = re.compile(r"(?<!\\)%.*")
_GROUP = re.compile(r"\{([^{}]*)\}")
_DEEPEST = 9
_COMMAND = re.compile(
    r"\\([A-Za-z]{1,40})\*?((?:\s*(?:\x01\d+\x02|\[[^\]\n&\\]{0,80}\]))*)"
    r"|\x01\d+\x02|[{}$~]"
)
"""A command and its arguments, or a group or a sign that shows nothing itself.

A group stands as the number of its content, so that arguments within arguments part.
"""
_HELD = re.compile(r"\x01(\d+)\x02")
_AROUND_ROWS = re.compile(
    r"begin|end|[hc]+line|cmidrule|(?:top|mid|bottom)rule|st(?:art|op)xtable\w*"
)
_NOT_SHOWN = re.compile(r"rule|[vh]space|(?:row|cell)?color|set\w+")
"""Commands whose arguments are no part of a cell."""
_ROW_END = re.compile(
    r"\\\\(?:\s*\[[\w.]{1,9}\])?|\\(?:tabularnewline|cr|stopxrow)\b"
    r"|@(?:(?:head)?item|end)\b"
)
_AND = re.compile(r"(?<!\\)&|\\stopxcell\b|@tab\b")
"""The ends of rows and of cells, in LaTeX, ConTeXt and Texinfo."""

_BLOCK = re.compile(r"\bT\{\n(?:((?!T\})[^\n]*)\n)?T\}")
_TAB = re.compile(r"^[^\n]*\btab ?\((\S)\)", re.MULTILINE)
"""A cell of roff's tables that has a line of its own; the sign between cells."""

_ROW = "\x03"
_FEWEST_ROWS = 3


def plain_table(lines: Sequence[str]) -> list[str]:
    """The rows of the tables in such markup, and what else it says; else nothing."""
    text = "\n".join(_LATEX_COMMENT.sub("", line) for line in lines)
    if len(_ROW_END.findall(text)) < _FEWEST_ROWS or not _AND.search(text):
        return []
    held: list[str] = []

    def hold(group: re.Match[str]) -> str:
        held.append(group[1])
        return f"\x01{len(held) - 1}\x02"

    def show(command: re.Match[str]) -> str:
        name = command[1] or ""
        if _AROUND_ROWS.fullmatch(name):
            return _ROW
        groups = _HELD.findall(command[0])
        if not groups or _NOT_SHOWN.fullmatch(name):
            return " "
        return _COMMAND.sub(show, held[int(groups[-1])])

    text = _AND.sub("&", _ROW_END.sub(_ROW, text))
    for _ in range(_DEEPEST):
        text, count = _GROUP.subn(hold, text)
        if not count:
            break
    rows = _COMMAND.sub(show, text).split(_ROW)
    cells = [[" ".join(cell.split()) for cell in _AND.split(row)] for row in rows]
    return [" & ".join(row) for row in cells]


FEWEST_LINES = 4
_ROWS = 9

_COLOURS = re.compile(
    r"(?:\x1b|\^\[|\\(?:033|e|x1[bB]))(?:\[[0-9;?]{0,20}[A-Za-z]|\(B|\][^\x07\n]{0,200}\x07)"
)
_LOST_COLOURS = re.compile(r"\[(?:\d{0,3};){0,4}\d{0,3}m")
"""Colour codes whose first character a mail program has dropped."""
_FEWEST_CODES = 4
_DRAWN = re.compile(r"\x1b\(0([a-z]{1,400})\x1b\(B")
_DRAWING = {"q": "-", "x": "|"} | dict.fromkeys("jklmntuvw", "+")
"""What the letters of a terminal's set of line drawing stand for."""
_COMMENT = re.compile(r"/\*[^*\n]{0,80}\*/")
_HOLES = re.compile(r"<(\d{1,2}) empty items?>")
"""Elements that an array of JavaScript lacks."""
_ROW_IN_COMMENT = re.compile(r"^/\*([^*\nA-Za-z]{9,80})\*/$", re.MULTILINE)
_JOINED = re.compile(r"^([-=]{6,}(?:[+|][-=]{6,}){1,4})(?=[^\s+|=-])", re.MULTILINE)
"""A rule and the row below it on one line, as pdftotext joins them."""
_CURSOR = re.compile(r"(?<=[\w.|\u2502])( {0,9})\[([\d. ])\]")
"""The cell under a cursor, within a row; where more stand in brackets, all cells do."""
_WRAPPED = re.compile(r"\(\s{1,60}(\w{1,3}),?\s{1,60}\)")
"""A cell that is wrapped in its brackets, as Rust prints it."""
_BRAILLE = "\u281a\u2801\u2803\u2809\u2819\u2811\u280b\u281b\u2813\u280a"
_BRAILLE_DIGIT = re.compile(f"\u283c([{_BRAILLE}])")
"""A digit of braille: the sign for numbers, and 0 to 9 in this order."""
_OVERSTRIKE = re.compile(r"[^\n]\x08")
_BRACKETS = str.maketrans(
    dict.fromkeys("⎡⎢⎣⎤⎥⎦⎛⎜⎝⎞⎟⎠⎧⎨⎩⎪⎫⎬⎭", "|")
    | dict.fromkeys("\u2007\u2002\u2003\xa0", " ")
    | {"\x1e": "\n", "\u241e": "\n", "\x1f": "\t", "\u241f": "\t"}
)
_HEX = re.compile(r"(?<![\w])\^?[0-9a-f]{7,40}\b(?=.*[a-zA-Z(|:])")
_DIGITS = re.compile(r"\d+")
_TAIL = "$\\;,|&#+}])>"
_FORM = re.compile(r"[\w.*?-]")
"""What may be a cell; the rows of a grid are the same but for these."""
_CUTS = re.compile(r"[=:)\]|\t +>#]+")
_COUNTED = re.compile(r"[^#]{0,40}[A-Za-z][^#]{0,2}#\s?[=:]")
"""What stands in front of rows that have a number each: `row.#=`."""
_RULE = re.compile(
    r"[+|][-=+]{8,}[+|]|(?<![^ ])[-=]{9,}(?![^ ])|(?<![^ ])[+|-][-=+ ]{9,}[+|-](?![^ ])"
)
_CODE = re.compile(r"\b0x([0-9a-fA-F]{2})\b")
_ESCAPED = re.compile(r"(?:\\r)?\\n(?:([\"'])[\s,+]{1,80}\1)?")
_EDGE = re.compile(
    r"^[^\n]{0,80}\"(?=[^\"\n]*[^]}),\"\n]$)|\"[]}),]{0,9}$", re.MULTILINE
)
"""The end of a line within a string, perhaps with that of the string; its edges."""
_HEXDUMP = re.compile(
    r"^(?:[0-9a-f]{6,16}:?)?[ ]{1,2}((?:[0-9a-f]{2}(?: ?- | {0,3})){1,32})"
    r"(?: +\|?.{0,40})?$",
    re.MULTILINE | re.IGNORECASE,
)


def plain_lines(text: str) -> list[str]:
    """The lines of a text, without colours, quote signs and odd characters."""
    text = _ROW_IN_COMMENT.sub(r"\1", _DRAWN.sub(_draw, text))
    text = _COMMENT.sub("", text)
    text = _COLOURS.sub("", text)
    text = _HOLES.sub(lambda found: ", ".join(["_"] * int(found[1])), text)
    if len(_LOST_COLOURS.findall(text)) >= _FEWEST_CODES:
        text = _LOST_COLOURS.sub("", text)
    if ".TS" in text:
        text = _BLOCK.sub(r"\1", text)
        tab = _TAB.search(text)
        text = text.replace(tab[1], "\t") if tab else text
    text = _BRAILLE_DIGIT.sub(lambda digit: str(_BRAILLE.index(digit[1])), text)
    text = _OVERSTRIKE.sub("", text).translate(_BRACKETS)
    if min(text.count("<<"), text.count(">>")) >= FEWEST_LINES:
        text = text.replace("<<", "[").replace(">>", "]")
    if len(_CURSOR.findall(text)) == 1:
        text = _CURSOR.sub(r"\1 \2 ", text)
    text = _WRAPPED.sub(r"(\1)", _JOINED.sub(r"\1\n", text))
    return [line.text.rstrip(" \r") for line in split_lines(text)]


def _draw(found: re.Match[str]) -> str:
    return "".join(_DRAWING.get(letter, letter) for letter in found[1])


def blocks(lines: Sequence[str]) -> Iterator[Sequence[str]]:
    """The lines as they are, and each part of them that can be cut free."""
    yield lines
    yield plain_table(lines)
    yield from _framed(lines)
    yield from _without_prefixes(lines)
    yield from _without_lead(lines)
    yield from _without_labels(lines)


def _without_labels(lines: Sequence[str]) -> Iterator[Sequence[str]]:
    """The lines with spaces for the numbers or letters that count nine of them."""
    labels = [line.split(maxsplit=1)[0] if line.strip() else "" for line in lines]
    bare = list(lines)
    for start in range(len(lines) - _ROWS + 1):
        if all(labels[start : start + _ROWS]) and counts(labels[start : start + _ROWS]):
            for place in range(start, start + _ROWS):
                label = labels[place]
                bare[place] = lines[place].replace(label, " " * len(label), 1)
    if bare != list(lines):
        yield bare


def _without_lead(lines: Sequence[str]) -> Iterator[Sequence[str]]:
    """The lines, each first row cut free from the words before it on its line.

    A chat writes the name of a person and the first line of the message on one line.
    """
    forms = [_FORM.sub("5", line) for line in lines]
    cut = list(lines)
    for number in range(len(lines) - FEWEST_LINES + 1):
        form = forms[number + 1]
        alike = all(other == form for other in forms[number + 1 :][: FEWEST_LINES - 1])
        if alike and len(form) >= FEWEST_LINES < len(forms[number]):
            is_led = forms[number].endswith((f" {form}", f"\t{form}", f">{form}"))
            cut[number] = lines[number][-len(form) :] if is_led else lines[number]
    if cut != list(lines):
        yield cut


def _framed(lines: Sequence[str]) -> Iterator[Sequence[str]]:
    """What stands between the first and the last of rules of one place and length."""
    spans: dict[tuple[int, int], list[int]] = {}
    for number, line in enumerate(lines):
        for rule in _RULE.finditer(line):
            spans.setdefault(rule.span(), []).append(number)
    for (start, end), numbers in spans.items():
        first, last = numbers[0], numbers[-1]
        inside = lines[first : last + 1]
        if last - first >= FEWEST_LINES and any(
            line[:start].strip() or line[end:].strip() for line in inside
        ):
            yield [line[start:end].rstrip() for line in inside]


def _without_prefixes(lines: Sequence[str]) -> Iterator[Sequence[str]]:
    """Each block of lines with the same thing in front or behind, without it."""
    for filled, group in groupby(lines, key=bool):
        block = list(group) if filled else []
        yield from _without_tails(block)
        start = 0
        while len(block) - start >= FEWEST_LINES:
            prefix, count = _shared_prefix(block, start)
            if count >= FEWEST_LINES:
                yield from _cut(_in_order(block[start : start + count], prefix), prefix)
            start += count if count >= FEWEST_LINES else 1


def _without_tails(block: Sequence[str]) -> Iterator[Sequence[str]]:
    """The lines of a block without the signs that end each of them."""
    tails = {line[len(line.rstrip(_TAIL)) :] for line in block}
    tail = min(tails, key=len, default="")
    if len(block) >= FEWEST_LINES and tail and all(one.endswith(tail) for one in tails):
        yield [line.removesuffix(tail) for line in block]


def _in_order(lines: Sequence[str], prefix: str) -> Sequence[str]:
    """The lines by the number that each has in its name, if these count them."""
    if not _COUNTED.match(prefix):
        return lines
    numbered = sorted((int(_DIGITS.findall(line)[0]), line) for line in lines)
    numbers = [number for number, _ in numbered]
    is_counted = numbers == [*range(numbers[0], numbers[0] + len(lines))]
    return [line for _, line in numbered] if is_counted else lines


def _pattern(line: str) -> str:
    """A line whose numbers do not matter: `12:5 3` becomes `#:# #`."""
    return _DIGITS.sub("#", _HEX.sub("@", line[:160]))


def _shared_prefix(block: Sequence[str], start: int) -> tuple[str, int]:
    """What lines from `start` on have in front, up to a sign, and their number."""
    shared, count = _pattern(block[start]), 0
    for line in islice(block, start, None):
        alike = commonprefix([shared, _pattern(line)])
        ends = [cut.end() for cut in _CUTS.finditer(alike)]
        if not ends:
            break
        shared = alike[: ends[-1]]
        count += 1
    return shared, count


def _cut(block: Sequence[str], prefix: str) -> Iterator[Sequence[str]]:
    """The lines without their prefix, which ends at each of its signs in turn."""
    ends = [cut.end() for cut in _CUTS.finditer(prefix)]
    for end in dict.fromkeys((*ends[:3], *ends[-4:])):
        cut = [line[_end_of(prefix[:end], line) :] for line in block]
        yield cut
        yield from _without_tails(cut)


def _end_of(prefix: str, line: str) -> int:
    """Where a prefix ends in a line that begins with it."""
    place = 0
    for sign in prefix:
        run = {"#": _DIGITS, "@": _HEX}.get(sign)
        found = run.match(line, place) if run else None
        place = found.end() if found else place + 1
    return place


def undumped(text: str) -> str:
    """The text within a dump of bytes as `hexdump -C` and xxd print it; "" if none.

    Bytes of a program's source that are no characters are the digits themselves.
    """
    codes = [int(code, 16) for code in _CODE.findall(text)]
    if len(codes) >= _FEWEST_CODES**2:
        is_text = max(codes) >= ord(" ")
        return "".join(map(chr, codes)) if is_text else str(codes)
    parts = [re.sub("[ -]", "", found[1]) for found in _HEXDUMP.finditer(text)]
    if len(parts) < FEWEST_LINES or any(len(part) % 2 for part in parts):
        return ""
    return bytes.fromhex("".join(parts)).decode("latin-1")


def unescaped(text: str) -> str:
    r"""The text within strings of a program, with the ends of their lines; "" if none.

    >>> unescaped(r'{"a": "1 2\n3 4\n. .\n2 .\n"}')
    '1 2\n3 4\n. .\n2 .\n'
    """
    if text.count(r"\n") < FEWEST_LINES:
        return ""
    return _EDGE.sub("", _ESCAPED.sub("\n", text.replace(r"\t", "\t")))
