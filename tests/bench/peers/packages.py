"""Solvers from PyPI: `pip install '.[bench]'` brings them.

sudokutools goes on to a second solution, py-sudoku is asked whether there is one, as it
offers; dokusan proves nothing, and knows square boxes only.
"""

from collections.abc import Callable
from importlib import import_module
from itertools import islice

from solver import Shape
from solver.grid import SYMBOLS

Solve = Callable[[str], object]

_NINE = Shape(3, 3)


def load_peers(shape: Shape = _NINE) -> dict[str, Solve]:
    """By name, a function that solves a puzzle of N*N characters, ``.`` for empty."""
    peers = {
        "py-sudoku": _load_py_sudoku(shape),
        "sudokutools": _load_sudokutools(shape),
    }
    if shape.box_width == shape.box_height:
        peers["dokusan"] = _load_dokusan(shape)
    return peers


def _digits(line: str) -> list[int]:
    return [SYMBOLS.find(sign) + 1 for sign in line]


def _rows(line: str, size: int) -> list[list[int]]:
    digits = _digits(line)
    return [digits[i : i + size] for i in range(0, size * size, size)]


def _load_py_sudoku(shape: Shape) -> Solve:
    board_of = import_module("sudoku").Sudoku
    width, height, size = shape.box_width, shape.box_height, shape.size

    def solve(line: str) -> object:
        board = board_of(width, height, _rows(line, size))
        return board.solve(), board.validate() and board.has_multiple_solutions()

    return solve


def _load_dokusan(shape: Shape) -> Solve:
    boards, solvers = import_module("dokusan.boards"), import_module("dokusan.solvers")
    faults = import_module("dokusan.exceptions")
    box, size = boards.BoxSize(shape.box_width, shape.box_height), shape.size

    def solve(line: str) -> object:
        board = boards.Sudoku.from_list(_rows(line, size), box_size=box)
        try:
            return solvers.backtrack(board)
        except (faults.InvalidSudoku, faults.NoCandidates):
            return None

    return solve


def _load_sudokutools(shape: Shape) -> Solve:
    board_of = import_module("sudokutools.sudoku").Sudoku
    dlx = import_module("sudokutools.solve").dlx
    box = (shape.box_width, shape.box_height)
    sign = "," if shape.size > 9 else None

    def solve(line: str) -> object:
        text = (sign or "").join(map(str, _digits(line)))
        return list(islice(dlx(board_of.decode(text, number_sep=sign, size=box)), 2))

    return solve
