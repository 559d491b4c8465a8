"""Formats that have a name: what programs and sites save, and the links they share."""

import json
from base64 import b64encode
from collections.abc import Mapping
from zlib import compress

import pytest

from mailbot.model import Findings, NoteKind, Puzzle, Status
from mailbot.text.link import read_links
from mailbot.text.typed import read_text
from solver import Shape
from tests.cases import cases_of, data_of
from tests.sample_letters import PUZZLE, ROWS, SOLUTION

cases = cases_of(__file__)

DIGITS = [0 if cell == "." else int(cell) for cell in PUZZLE]
TABLE = [DIGITS[i : i + 9] for i in range(0, 81, 9)]
BOXES = [
    [[row, column] for row in range(top, top + 3) for column in range(left, left + 3)]
    for top in (0, 3, 6)
    for left in (0, 3, 6)
]

# lz-string 1.5.0 on node 18: LZString.compressToBase64(JSON.stringify(puzzle))
[LZ_FPUZZLES] = data_of(__file__, "lz_fpuzzles")
[KSUDOKU_6X6] = data_of(__file__, "ksudoku_6x6")

# ksudoku 22.12.3, its 6x6 graph, /usr/share/ksudoku/6x6.xml
SIX = "1.3.5.", "4.6.2.", "2..5..", "5.4..1", ".1..4.", "6..1.2"


def fpuzzles(**more: object) -> dict[str, object]:
    grid = [[{"value": d, "given": True} if d else {} for d in row] for row in TABLE]
    return {"size": 9, "title": "A", "author": "B", "ruleset": "C", "grid": grid} | more


def sudokupad(**more: object) -> dict[str, object]:
    cells = [[{"value": str(d)} if d else {} for d in row] for row in TABLE]
    return {"id": "x", "cells": cells, "regions": BOXES, "cages": []} | more


def ipuz(*kinds: str, **more: object) -> dict[str, object]:
    named = [f"http://ipuz.org/sudoku{kind}#1" for kind in ("", *kinds)]
    return {"version": "http://ipuz.org/v2", "kind": named, "puzzle": TABLE} | more


def only(text: str) -> Puzzle:
    (puzzle,) = read_text(text).puzzles
    return puzzle


def declined(text: str) -> list[str]:
    found = read_text(text)
    assert not found.puzzles
    assert all(note.kind is NoteKind.VARIANT for note in found.notes)
    return [note.detail for note in found.notes]


@pytest.mark.parametrize(
    "value",
    [
        fpuzzles(),
        fpuzzles(cellcolor=[{"cells": ["R1C1"]}], solution=list(map(int, SOLUTION))),
        sudokupad(),
        sudokupad(cages=[{"cells": [], "value": "title: A"}]),
        ipuz(),
        ipuz(boxes=True, charset="123456789"),
        {
            "format": "sudoku-puzzle",
            "givens": DIGITS,
            "rules": [{"type": "box_grid", "origin": "r1c1", "box": [3, 3]}],
        },
    ],
)
def test_a_plain_puzzle_in_an_object_is_read(value: dict[str, object]) -> None:
    for text in (json.dumps(value), json.dumps(value, indent=1)):
        assert only(text).grid.line == PUZZLE
        assert only(f"Hello,\n{text}\nThanks").status is Status.SOLVED


@pytest.mark.parametrize(
    ("value", "name"),
    [
        (fpuzzles(killercage=[{"cells": ["R1C1"], "value": "5"}]), "killer"),
        (fpuzzles(antiknight=True), "antiknight"),
        (fpuzzles(line=[{"lines": [["R1C1", "R1C2"]]}]), "other"),
        (fpuzzles(grid=[[{"region": 0}] * 9] * 9), "jigsaw"),
        (sudokupad(cages=[{"cells": [[0, 0]], "value": "5"}]), "killer"),
        (sudokupad(arrows=[{"wayPoints": [[0, 0]]}]), "arrow"),
        (sudokupad(regions=[[[r, c] for c in range(9)] for r in range(9)]), "jigsaw"),
        (ipuz("/diagonalsudoku"), "diagonal"),
        (ipuz("/latinsquare", boxes=False), "jigsaw"),
        (ipuz(cages=[{"cells": [[1, 1]], "value": 5}]), "killer"),
    ],
)
def test_a_variant_is_declined_by_name(value: dict[str, object], name: str) -> None:
    assert declined(json.dumps(value)) == [name]


@cases("link")
def test_a_compressed_link_is_read(link: str) -> None:
    assert only(f"Hello,\n{link}\n").grid.line == PUZZLE
    (puzzle,) = read_links([link]).puzzles
    assert puzzle.grid.line == PUZZLE
    quoted = link.replace("+", "%2B").replace("/g", "%2Fg")
    (puzzle,) = read_links([quoted]).puzzles
    assert puzzle.grid.line == PUZZLE


def penpa(problem: Mapping[str, object], header: str = "square,9,9,38") -> str:
    lines = [header, "[0,0,0,0]", "{}", json.dumps(problem), "{}", ""]
    text = "\n".join(lines).replace("z", "zZ")
    for word, short in (('"number"', "zN"), ('"lineE"', "zE"), ('"thermo"', "zT")):
        text = text.replace(word, short)
    packed = b64encode(compress(text.encode(), wbits=-15)).decode()
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={packed}"


def penpa_numbers() -> dict[str, list[object]]:
    return {
        str((cell // 9 + 2) * 13 + cell % 9 + 2): [str(digit), 1, "1"]
        for cell, digit in enumerate(DIGITS)
        if digit
    }


# Penpa+ of 2024: a link of a test of github.com/marktekfan/sudokupad-penpa-import
def test_a_link_of_penpa_is_read() -> None:
    link = penpa({"number": penpa_numbers(), "thermo": [], "lineE": {}})
    assert only(link).grid.line == PUZZLE
    with_boxes = {
        **{
            f"{169 + 13 * r + c},{169 + 13 * r + c + 1}": 2
            for r in (4, 7)
            for c in range(1, 10)
        },
        **{
            f"{169 + 13 * r + c},{169 + 13 * (r + 1) + c}": 2
            for c in (4, 7)
            for r in range(1, 10)
        },
    }
    assert (
        only(penpa({"number": penpa_numbers(), "lineE": with_boxes})).grid.line
        == PUZZLE
    )
    bent = dict(list(with_boxes.items())[1:])
    assert declined(penpa({"number": penpa_numbers(), "lineE": bent})) == ["jigsaw"]
    thermo = {"number": penpa_numbers(), "thermo": [[28, 29]]}
    assert declined(penpa(thermo)) == ["thermo"]
    small = {"number": penpa_numbers(), "numberS": {"1": ["5", 1]}}
    assert declined(penpa(small)) == ["other"]


def test_a_game_of_ksudoku_stands_column_by_column() -> None:
    def written(rows: tuple[str, ...]) -> str:
        columns = ("".join(column) for column in zip(*rows, strict=True))
        letters = {".": "_"} | {str(n): chr(ord("a") + n) for n in range(1, 10)}
        return "".join(letters[cell] for column in columns for cell in column)

    plain = (
        '<!DOCTYPE ksudoku>\n<ksudoku>\n<game><puzzle><graph order="9" type="sudoku"/>'
    )
    text = f"{plain}<values>{written(tuple(ROWS))}</values></puzzle></game></ksudoku>"
    assert only(text).grid.line == PUZZLE
    six = KSUDOKU_6X6.format(values=written(SIX))
    assert only(six).grid.shape == Shape(3, 2)
    assert only(six).grid.line == "".join(SIX)
    assert declined(
        six.replace("0 1 6 7 12 13", "0 1 6 7 12 18").replace("18 19 24", "13 19 24")
    ) == ["jigsaw"]
    assert declined(text.replace('"sudoku"', '"roxdoku"')) == ["other"]
    cross = '<graph order="9" type="custom" specific-type="XSudoku"/>'
    assert declined(text.replace('<graph order="9" type="sudoku"/>', cross)) == [
        "diagonal"
    ]


# HoDoKu was not run: the format is that of its published source (2.2).
def test_a_line_of_hodoku_keeps_placed_digits_and_removed_candidates() -> None:
    cells = PUZZLE.replace("53..7", "53+4.7", 1)
    puzzle = only(f":0000:x:{cells}:114 914::")
    assert puzzle.grid.givens == tuple(DIGITS)
    assert [i for i, d in enumerate(puzzle.grid.entries) if d] == [2]
    assert puzzle.ruled_out == ((3, 1), (3, 9))
    assert only(f":0110:9:{PUZZLE}:::").ruled_out == ()


# https://sudokuwiki.org/Sudoku_String_Definitions, version B
def test_a_string_of_sudokuwiki_keeps_solved_cells_and_candidates() -> None:
    every = "ep"  # 511 + 18 to base 36
    cells = [f"0{d}" if d else every for d in DIGITS]
    assert only("S9B" + "".join(cells)).grid.line == PUZZLE
    cells[2] = "0d"  # 9 + 4
    cells[3] = "en"  # 18 + the bits of all but 2
    puzzle = only("https://www.sudokuwiki.org/sudoku.htm?bd=S9B" + "".join(cells))
    assert puzzle.grid.entries[2] == 4
    assert puzzle.ruled_out == ((3, 2),)
    assert declined("X9B" + "".join(cells)) == ["diagonal"]


# Simon Tatham's Portable Puzzle Collection 20230122: sgt-solo --generate 1 PARAMS
@cases("game, name")
def test_a_game_of_solo_with_other_rules_is_declined(game: str, name: str) -> None:
    assert declined(f"My game is\n{game}\nThanks") == [name]


def test_a_link_that_holds_a_gigabyte_is_refused() -> None:
    # lz-string writes a run of one sign as ever longer entries of its dictionary.
    zeros = b64encode(compress(b"square,9,9\n" + b"0" * 50_000_000, wbits=-15)).decode()
    for link in (f"https://x.example/#m=edit&p={zeros}", f"https://x/?load={bomb()}"):
        found = read_links([link])
        assert [note.kind for note in found.notes] == [NoteKind.TOO_LARGE]
        assert not found.puzzles


def bomb() -> str:
    """A link of lz-string: each code is the entry that it is about to make."""
    bits: list[int] = []

    def put(number: int, width: int) -> None:
        bits.extend(number >> place & 1 for place in range(width))

    put(0, 2)
    put(ord("{"), 8)
    for fresh in range(4, 2000):
        put(fresh, max(3, fresh.bit_length()))
    table = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    bits += [0] * (-len(bits) % 6)
    groups = (bits[i : i + 6] for i in range(0, len(bits), 6))
    return "".join(table[int("".join(map(str, group)), 2)] for group in groups)


@pytest.mark.parametrize("cut", [60, 100, 200, 300])
def test_a_format_that_is_cut_off_is_no_puzzle(cut: int) -> None:
    for text in (
        f"https://f-puzzles.com/?load={LZ_FPUZZLES[:cut]}",
        penpa({"number": penpa_numbers()})[: cut // 2 + 100],
        json.dumps(fpuzzles())[:cut],
        "S9B" + "ep" * (cut // 4),
    ):
        assert not read_text(text).puzzles
        assert read_links([text]) == Findings()


def test_an_object_with_a_table_of_hardly_any_digits_is_no_puzzle() -> None:
    empty: list[list[dict[str, int]]] = [[{} for _ in range(9)] for _ in range(9)]
    few = [[{"value": 5}, *row[1:]] if not i else row for i, row in enumerate(empty)]
    for grid in (empty, few):
        assert not read_text(json.dumps({"grid": grid})).puzzles
