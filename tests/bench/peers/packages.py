"""Solvers from PyPI: `pip install '.[bench]'` brings them.

sudokutools goes on to a second solution, py-sudoku and dokusan prove nothing.
"""

from collections.abc import Callable
from importlib import import_module
from itertools import islice

Solve = Callable[[str], object]


def load_peers() -> dict[str, Solve]:
    """By name, a function that solves a 9x9 puzzle of 81 characters."""
    return {
        "py-sudoku": _load_py_sudoku(),
        "dokusan": _load_dokusan(),
        "sudokutools": _load_sudokutools(),
    }


def _digits(line: str) -> list[int]:
    return [0 if c in ".0" else int(c) for c in line]


def _load_py_sudoku() -> Solve:
    board_of = import_module("sudoku").Sudoku

    def solve(line: str) -> object:
        digits = _digits(line)
        return board_of(3, 3, [digits[i : i + 9] for i in range(0, 81, 9)]).solve()

    return solve


def _load_dokusan() -> Solve:
    boards, solvers = import_module("dokusan.boards"), import_module("dokusan.solvers")
    faults = import_module("dokusan.exceptions")

    def solve(line: str) -> object:
        digits = _digits(line)
        rows = [digits[i : i + 9] for i in range(0, 81, 9)]
        board = boards.Sudoku.from_list(rows, box_size=boards.BoxSize(3, 3))
        try:
            return solvers.backtrack(board)
        except (faults.InvalidSudoku, faults.NoCandidates):
            return None

    return solve


def _load_sudokutools() -> Solve:
    board_of = import_module("sudokutools.sudoku").Sudoku
    dlx = import_module("sudokutools.solve").dlx

    def solve(line: str) -> object:
        return list(islice(dlx(board_of.decode(line.replace(".", "0"))), 2))

    return solve
