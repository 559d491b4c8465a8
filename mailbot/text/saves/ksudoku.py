"""Saved games of KSudoku: XML in which the cells stand column by column.

`_` is an empty cell and `b` is 1; the top digit need not occur, so that only the format
tells which letter is which digit. Another graph than the plain one lists its houses.
"""

import re
from collections.abc import Iterator

from mailbot.language.puzzles import OTHER
from mailbot.text.saves.save import Save, saved

_GRAPH = re.compile(r"<graph\s([^<>]{0,400})>")
_ATTRIBUTE = re.compile(r"([\w-]{1,20})=\"([^\"]{0,60})\"")
_VALUES = re.compile(r"<values>([\w.\s]{16,1300})</values>")
_CLIQUE = re.compile(r"<clique\b[^>]{0,60}>([\d\s]{1,600})</clique>")
_GROUPS = re.compile(r"<sudokugroups\b([^>]{0,80})>")
_NAMES = {
    "killer": "killer",
    "mathdoku": "kenken",
    "xsudoku": "diagonal",
    "samurai": "samurai",
    "sohei": "samurai",
    "windmill": "samurai",
}


def read_ksudoku(match: re.Match[str]) -> Iterator[Save]:
    """The puzzle of a saved game, without the player's own digits."""
    text = match.string[match.start() :]
    graph, values = _GRAPH.search(text), _VALUES.search(text)
    if not graph or not values:
        return
    attributes = dict(_ATTRIBUTE.findall(graph[1]))
    inner = text[graph.end() : max(text.find("</graph>"), graph.end())]
    size = int(attributes["order"])
    cells = "".join(values[1].split())
    name = f"{attributes.get('specific-type', '')} {attributes.get('name', '')}".lower()
    variant = next((kind for part, kind in _NAMES.items() if part in name), "")
    if len(cells) != size * size or "." in cells or "<cage" in text[: values.end()]:
        variant = variant or OTHER
    digits = [max(ord(cell) - ord("a"), 0) if cell != "_" else 0 for cell in cells]
    if variant:
        yield Save(None, variant)
        return
    regions, extra = _regions(inner, size)
    if attributes.get("type") not in ("sudoku", "custom"):
        extra = True
    by_row = [column * size + row for row in range(size) for column in range(size)]
    yield saved(
        [digits[cell] for cell in by_row],
        regions=[regions[cell] for cell in by_row] if regions else (),
        variant=OTHER if extra else "",
    )


def _regions(graph: str, size: int) -> tuple[list[int], bool]:
    """The region of each cell, [] for the usual boxes, and whether there are more."""
    houses = [list(map(int, found.split())) for found in _CLIQUE.findall(graph)]
    groups = _GROUPS.search(graph)
    with_boxes = bool(groups and 'withblocks="1"' in groups[1])
    lines = {
        *(frozenset(range(i * size, i * size + size)) for i in range(size)),
        *(frozenset(range(i, size * size, size)) for i in range(size)),
    }
    houses = [house for house in houses if frozenset(house) not in lines]
    if with_boxes or not houses:
        return [], bool(houses)
    regions = [0] * (size * size)
    for number, house in enumerate(houses, 1):
        for cell in house:
            regions[cell] = number
    is_whole = len(houses) == size and 0 not in regions
    return (regions, False) if is_whole else ([], True)
