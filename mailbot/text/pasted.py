r"""The lines of a text that a program wrote: they are no words of the person's.

A program writes more around its grid than cells: `Difficulty: Hard`, the keys of the
game, heads of columns, brackets of code. Such lines stand in a letter that shows rows
of a grid, and differ from what people write by their form alone.

>>> sorted(pasted_lines("Level: hard\n" + "5 . . | 1 . .\n" * 6 + "\nOnly a hint!"))
[0, 1, 2, 3, 4, 5, 6]
"""

import re
from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from mailbot.language.puzzles import find_difficulty
from mailbot.text.named import NAMED_FORMAT

_CELL = re.compile(r"(?<![^\W_])[\d._*-](?![^\W_])")
_SIGNS = re.compile(r"[\d|+=,;:.(){}\[\]<>\"'_*#&\\/-]")
_FEWEST_CELLS, _FEWEST_ROWS = 4, 4
_MOST_LABELS = 4
"""Different words among the cells of a row: its labels, and that of an empty cell.

Such a word stands in `_FEWEST_ROWS` rows at the least: people do not repeat themselves
so often.
"""

_FEWEST_SIGNS, _MOST_LETTERS = 9, 0.4
"""Signs of a line of data, and the share of letters that it has at most."""

_WHOLE = 81
"""Signs of a line that may hold a whole grid."""

_PACKED = re.compile(r"\s*(?!\S*://)\S{30,}\s*")
"""A line of one long word, but no link: perhaps a grid as a program encodes it."""

_SAME = 17
"""Lines that are the same but for their numbers: a line for each given of a grid."""

_EDGES = " \t{}[](),;"
_NUMBERS = re.compile(r"(?<![^\W_])[A-Ia-i]?\d+|\d+")
_NAMES = re.compile(r"\w+")
_APART = re.compile(r"^\s|\s{2}|[|,;\t]")
"""What parts the cells of a row, and rarely the words of a sentence."""

# Cells at the end of a line, behind a head that other rows have as well.
_ROW_BEHIND = re.compile(r"(?:(?<![^\s|])[\d._*-](?:[ |]{1,3}|$)){4,}$")
_WIDEST_ROW = 80
_CELL_ENDS = frozenset("0123456789._*- |")
# A row of cells alone, wider apart than words are, perhaps behind its label.
_WIDE_ROW = re.compile(
    r"\s*(?:[A-Za-z]{1,3}\d{1,2}(?=(?:\s{2,}\d){2})|[\d._*-])(?:\s{2,}[\d._*-])+\s*"
)

_NAMED = re.compile(
    r"\b(?:[a-z]\d{1,2}[a-z]\d{1,2}|[a-i][1-9])\b|\(\d{1,2} ?, ?\d{1,2}\)",
    re.IGNORECASE,
)
_MOST_NAMED = 6
"""Cells that a person names in one line, as to correct them."""

_ELIMINATION = re.compile(r"[rR][1-9]{1,9}[cC][1-9]{1,9}\s?<>\s?[1-9]")
"""What a solver lists as ruled out."""

_HEAD = re.compile(r"[^\W\d_]{0,8}[ _]?\d{1,2}|[^\W\d_]|")
_BARS = re.compile(r"[\s|,;:()\[\]\u2500-\u257f]+")
_CODE = re.compile(
    r"</?[A-Za-z][\w:.-]*[\s/>]|\\[A-Za-z]{2,20}\b|\(\d+ \w+(?: \w+)?\)$"
    r"|[\])}]{1,4}[,;]?$|\S*[\[({]$|.*\w :?=$|(?:\w+\(\w+=.*|\w+=\S+)\)[\]),]*$"
    r"|[\[({]?:\w[\w-]*(?:[ =,]|$)"
    r"|[\"']?\w{1,24}[\"']?\s?[:=]\s?(?:[\"'\[{(]|-?[\d.]+[,;]$|(?:true|false|null)\b)"
    r"|\w{1,24}(?: ?= ?-?\d|: ?\d\d)\d*$|.*\w\((?:\w+\()?\w+, "
)
_MARKUP = re.compile(
    r"<[/?!]?[A-Za-z][^<>]*(?:>|$)|&#?\w{1,8};|^h[1-6](?:\(#\w+\))?\. "
)
"""Tags and entities of XML, and the sign of a heading."""

_FACT = re.compile(r"\w{2,20}(?: \w{1,20})?: ?(\w+(?:[ -]\w+)?)")
"""A heading of a word or two, and what may be the name of a difficulty behind it."""

_TOKEN = re.compile(
    r"(?<!\S)(?:(?=[a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}|[\"'(]?/[\w./-]{2,80}|[!=]==?|\S{30,})(?![\w])"
)
"""What no person types: the number of a commit, a path, a comparison, an address."""

_STYLE = re.compile(
    r".*[{}]|[a-z-]{3,30}: \S+(?: \S+)?;|[A-Z]{4,}(?: .*)?;|(?:Usage: )?\w+ <\w+>"
)
"""A line that begins or ends a block, of a style sheet, a statement, or of a usage."""

_OPTION = re.compile(r"\s*--?[a-z][\w-]*(?:[ =]<?\w+>?)?\s{2,}\S")
"""An option of a command and what it does."""

_DRAWN = re.compile(r"[^\w\s]{2,}(?:(?<=[^\w\s]{4})| ?\w+(?: \w+){0,3} ?[^\w\s]{2,})")
_STEP = re.compile(r"\s{0,4}(?:[^\W\d_]{2,12} )?(\d{1,2})[.:)] ")
"""A rule, or a heading between two; and the number of a step: `2. ` or `Step 2: `."""

_BESIDE = re.compile(r"\S\s{4}|\s{4}\S")
_FRAME = re.compile(r"[|\u2500-\u257f]|[-=]{3}")
_INDENTED = re.compile(r"\s{10,}\S")
_WORD = re.compile(r"[^\W\d_]{2,}")
_MOST_WORDS = 5
"""Words of a line that is no sentence."""
_LONGEST = 400


def pasted_lines(text: str) -> frozenset[int]:
    """The numbers of the lines that a program wrote, from 0; none without a grid."""
    text_lines = text.split("\n")
    lines = [line[:_LONGEST] for line in text_lines]
    words_of = list(map(_labels, lines))
    labels = {i: w for i, w in enumerate(words_of) if _is_data(lines[i], w)}
    same = _alike([_NUMBERS.sub("#", line.strip(_EDGES)) for line in lines], _SAME)
    same |= _alike(list(map(_head_of_row, lines)), _FEWEST_ROWS)
    options = {i for i, line in enumerate(lines) if _OPTION.match(line)}
    same |= options if len(options) >= _FEWEST_ROWS else set()
    packed = {i for i, line in enumerate(lines) if _PACKED.fullmatch(line)}
    whole = {
        i for i in packed.union(labels) if len(_SIGNS.findall(text_lines[i])) >= _WHOLE
    }
    whole |= {i for i in packed if NAMED_FORMAT.search(lines[i])}
    is_shown = len(labels) >= _FEWEST_ROWS or same or whole
    if not is_shown and sum(bool(_CODE.match(ln.strip())) for ln in lines) < _SAME:
        return frozenset()
    rows_of = Counter(word for words in labels.values() for word in words)
    shared = {word for word, count in rows_of.items() if count >= _FEWEST_ROWS}
    data = {i for i, words in labels.items() if not words or words.keys() & shared}
    data |= {i for i, words in enumerate(words_of) if words and words.keys() <= shared}
    data |= same | whole
    found = data | {i for i, line in enumerate(lines) if _is_printed(line)}
    names = {word for i in found for word in _words(lines[i])}
    rows = {_form(lines[i]) for i in data}
    for filled, group in groupby(range(len(lines)), lambda i: bool(lines[i].strip())):
        block = list(group)
        is_indented = all(lines[i][:1].isspace() for i in block)
        if filled and (is_indented or not data.isdisjoint(block)):
            found |= {
                i
                for i in block
                if _is_fact(lines[i].strip(), names)
                or (_APART.search(lines[i]) and _form(lines[i]) in rows)
            }
    return frozenset(found | _steps(lines, max(data, default=0)))


def _steps(lines: Sequence[str], last: int) -> set[int]:
    """Steps that a template counts, below a line that is drawn below the grid."""
    below = range(last + 1, len(lines))
    drawn = next((i for i in below if _DRAWN.fullmatch(lines[i].strip())), len(lines))
    steps = {i: step for i in below if i > drawn and (step := _STEP.match(lines[i]))}
    counted = [int(step[1]) for step in steps.values()]
    return set(steps) if counted == [*range(1, max(counted, default=0) + 1)] else set()


def _alike(forms: Sequence[str], fewest: int) -> set[int]:
    """The numbers of the forms that occur so often."""
    counted = Counter(forms)
    return {i for i, form in enumerate(forms) if form and counted[form] >= fewest}


def _form(line: str) -> str:
    return " ".join(_NAMES.sub("#", line).split())


def _head_of_row(line: str) -> str:
    """What stands before a row of cells, without its numbers."""
    if line[-1:] not in _CELL_ENDS:
        return ""
    row = _ROW_BEHIND.search(line, max(0, len(line) - _WIDEST_ROW))
    return _NUMBERS.sub("#", line[: row.start()]) if row else ""


def _labels(line: str) -> Counter[str]:
    """The words of a line; none where its row has bars, and words stand beside them."""
    plain = line.replace("\u2502", "|")
    row = plain[plain.find("|") : plain.rfind("|")]
    if not _WORD.search(row) and len(_CELL.findall(row)) >= _FEWEST_CELLS:
        return Counter()
    return Counter(_words(line))


def _words(line: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(line)]


def _is_data(line: str, labels: Counter[str]) -> bool:
    """Whether a line may hold cells, or more signs and digits than letters."""
    if _names_cells(line):
        return False
    empty = sum(count for count in labels.values() if count > 1)
    cells = len(_CELL.findall(line)) + empty
    if _WIDE_ROW.fullmatch(line):
        return True
    if cells >= _FEWEST_CELLS and len(labels) <= _MOST_LABELS:
        return True
    signs = len(_SIGNS.findall(line))
    letters = sum(map(str.isalpha, line))
    return signs >= _FEWEST_SIGNS and letters <= _MOST_LETTERS * (signs + letters)


def _names_cells(line: str) -> bool:
    """Whether a line names cells as a person does: a few, and no whole grid."""
    return 0 < len(_NAMED.findall(line)) <= _MOST_NAMED


def _is_fact(line: str, names: set[str]) -> bool:
    """Whether a line among those of a grid tells its difficulty, or lists its names.

    Other words behind a colon may be a person's: "the answer: no, thanks".
    """
    facts = list(map(_FACT.fullmatch, line.split(", ")))
    told = (fact and find_difficulty(fact[1]) is not None for fact in facts)
    if line.count(":") == len(facts) and any(told):
        return True
    listed = _words(line.partition(":")[2])
    return bool(listed) and names.issuperset(listed)


def _is_printed(line: str) -> bool:
    """Whether a line beside a grid has a form that no sentence has."""
    bare = line.strip()
    names = [name for name in _BARS.split(bare) if name]
    heads = sum(map(bool, map(_HEAD.fullmatch, names)))
    if heads >= _FEWEST_CELLS and heads >= len(names) - 1:
        return True
    if _FRAME.search(line) and _BESIDE.search(line):
        return True
    plain = _MARKUP.sub("", bare)
    if _STYLE.fullmatch(bare) or (plain != bare and not _WORD.search(plain)):
        return True
    without = _TOKEN.sub("", plain)
    if len(_WORD.findall(without)) > _MOST_WORDS:
        return False
    if without != plain or _INDENTED.match(line) or _ELIMINATION.search(line):
        return True
    is_code = plain != bare or _CODE.match(bare)
    return bool(is_code and (bare[0] in '\\"' or not _names_cells(plain)))
