r"""Tables and matrices of LaTeX as lines: a row on each, with `&` between its cells.

A row may reach over several lines, and a cell may be wrapped in commands:

>>> plain_table(["\\multicolumn{1}{|p|}%", "{\\textbf{5}}& \\\\", "& 3 \\\\ 1 & \\\\"])
['5 & ', ' & 3', '1 & ', '']
"""

import re
from collections.abc import Sequence

_COMMENT = re.compile(r"(?<!\\)%.*")
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
_AROUND_ROWS = re.compile(r"begin|end|[hc]+line|cmidrule|(?:top|mid|bottom)rule")
_NOT_SHOWN = re.compile(r"rule|[vh]space|(?:row|cell)?color|set\w+")
"""Commands whose arguments are no part of a cell."""
_ROW_END = re.compile(r"\\\\(?:\s*\[[\w.]{1,9}\])?|\\(?:tabularnewline|cr)\b")
_AND = re.compile(r"(?<!\\)&")
_ROW = "\x03"
_FEWEST_ROWS = 3


def plain_table(lines: Sequence[str]) -> list[str]:
    """The rows of the tables in LaTeX, and what else it says; else nothing."""
    text = "\n".join(_COMMENT.sub("", line) for line in lines)
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

    text = _ROW_END.sub(_ROW, text)
    for _ in range(_DEEPEST):
        text, count = _GROUP.subn(hold, text)
        if not count:
            break
    rows = _COMMAND.sub(show, text).split(_ROW)
    cells = [[" ".join(cell.split()) for cell in _AND.split(row)] for row in rows]
    return [" & ".join(row) for row in cells]
