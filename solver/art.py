"""A grid drawn in characters: ``#===#`` around boxes, ``|`` and ``-`` within.

#=======#=======#
# 4 |   # 2 |   #
#---+---#---+---#
# 3 |   #   |   #
#=======#=======#
"""

from collections.abc import Sequence


def draw(symbols: Sequence[str], size: int, box_width: int, box_height: int) -> str:
    """The picture, each line ended: N*N symbols, " " for empty.

    A symbol may bring a sign of its own: its second character.
    """
    boxes = size // box_width
    heavy = ("#" + "=" * (4 * box_width - 1)) * boxes + "#\n"
    light = ("#---" + "+---" * (box_width - 1)) * boxes + "#\n"
    lines = [heavy]
    for row in range(size):
        line = "#"
        for column in range(size):
            bar = "|" if (column + 1) % box_width else "#"
            line += f" {symbols[row * size + column]:<2}{bar}"
        lines += [line + "\n", light if (row + 1) % box_height else heavy]
    return "".join(lines)
