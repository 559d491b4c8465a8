"""The algorithms of the posts, re-told: each stops at its first solution.

Three of them are the same search, cell by cell in reading order, and differ in how
they look a digit up; the fourth goes on to all solutions.
"""

from collections.abc import Iterator


def solve_recursively(line: str) -> list[int] | None:
    """The Swedish and the Polish post: recursion on the first empty cell."""
    grid = [0 if c in ".0" else int(c) for c in line]
    return grid if _recurse(grid) else None


def _recurse(grid: list[int]) -> bool:
    if 0 not in grid:
        return True
    cell = grid.index(0)
    for digit in range(1, 10):
        if _fits(grid, cell, digit):
            grid[cell] = digit
            if _recurse(grid):
                return True
            grid[cell] = 0
    return False


def _fits(grid: list[int], cell: int, digit: int) -> bool:
    row, column = divmod(cell, 9)
    if digit in grid[row * 9 : row * 9 + 9] or digit in grid[column::9]:
        return False
    corner = row // 3 * 27 + column // 3 * 3
    return all(digit not in grid[corner + i : corner + i + 3] for i in (0, 9, 18))


def solve_in_a_loop(line: str) -> list[int] | None:
    """The German post: forward to the next cell, back to the last, no recursion."""
    grid = [0 if c in ".0" else int(c) for c in line]
    free = [cell for cell, digit in enumerate(grid) if not digit]
    at = 0
    while 0 <= at < len(free):
        cell = free[at]
        digit = grid[cell] + 1
        grid[cell] = 0
        while digit < 10 and not _fits(grid, cell, digit):
            digit += 1
        if digit < 10:
            grid[cell] = digit
            at += 1
        else:
            at -= 1
    return grid if at >= 0 else None


def solve_in_ten_lines(line: str) -> list[list[int]]:
    """The English post: every solution, the digits seen gathered in a bag."""
    board = [0 if c in ".0" else int(c) for c in line]
    return list(_solve_board(board))


def _solve_board(board: list[int]) -> Iterator[list[int]]:
    if 0 not in board:
        yield board[:]
        return
    i = board.index(0)
    bag = [
        board[j]
        for j in range(81)
        if i % 9 == j % 9
        or i // 9 == j // 9
        or (i // 27 == j // 27 and i % 9 // 3 == j % 9 // 3)
    ]
    for digit in range(1, 10):
        if digit not in bag:
            board[i] = digit
            yield from _solve_board(board)
            board[i] = 0
