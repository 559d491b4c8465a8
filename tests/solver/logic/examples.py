"""The worked example of each technique: `solver/logic/EXAMPLES.md`, read and written.

`python -m tests.solver.logic.examples` writes the file anew, from puzzles made here. It
takes for each technique the position with the fewest candidates ruled out, of those
that it meets.
"""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import solver.logic
from solver import Grid, Shape, Solved, solve
from solver.grid import write_line
from solver.logic.candidates import CandidateGrid, members
from solver.logic.registry import TECHNIQUES
from solver.logic.step import Mark, Step, Technique
from solver.logic.walk import walkthrough
from solver.logic.words.explain import sentence
from tests.solver.logic.positions import NINE, cell, puzzle

FILE = Path(solver.logic.__file__).with_name("EXAMPLES.md")
_PUZZLES = 400
_HEAD = """# A worked example of each technique

A position is told by the givens, the digits that were filled in since, and the
candidates that earlier steps have ruled out beyond these. Below it stands what the
technique finds. Every example is a test; `python -m tests.solver.logic.examples` makes
them anew.
"""


class Example(NamedTuple):
    """A position, and the sentence of a step that a technique finds there."""

    technique: Technique
    givens: str
    entries: str
    removed: str
    told: str

    @property
    def state(self) -> CandidateGrid:
        """The position."""
        grid = Grid(NINE, _digits(self.givens), _digits(self.entries))
        state = CandidateGrid(grid)
        for mark in self.marks:
            state.rule_out(*mark)
        return state

    @property
    def marks(self) -> list[Mark]:
        """The candidates that are ruled out."""
        found = re.findall(r"(r\dc\d) ≠ ([\d ]+)", self.removed)
        return [Mark(cell(name), int(d)) for name, ds in found for d in ds.split()]


def _digits(line: str) -> tuple[int, ...]:
    return tuple(0 if symbol == "." else int(symbol) for symbol in line)


def read() -> Iterator[Example]:
    """The examples of the file."""
    for part in FILE.read_text().split("\n## ")[1:]:
        name, _, body = part.partition("\n")
        code = [line.strip() for line in body.splitlines() if line.startswith("    ")]
        told = [line for line in body.splitlines() if line and line[0] != " "]
        removed = " ".join(code[2:])
        yield Example(Technique(name), code[0], code[1], removed, " ".join(told))


def _position(grid: Grid, state: CandidateGrid) -> tuple[str, str, list[Mark]]:
    entries = tuple(
        0 if g else d for g, d in zip(grid.givens, state.digits, strict=True)
    )
    plain = CandidateGrid(Grid(NINE, grid.givens, entries))
    removed = [
        Mark(here, digit)
        for here in members(state.empty)
        for digit in members(plain.candidates[here] & ~state.candidates[here])
    ]
    return grid.line, write_line(entries), removed


def _seek(known: dict[Technique, tuple[int, Example]], grid: Grid) -> None:
    state = CandidateGrid(grid)
    for step in walkthrough(grid).steps:
        givens, entries, removed = _position(grid, state)
        for technique, find in TECHNIQUES.items():
            cost = len(removed)
            if technique not in known or (cost < known[technique][0] and cost < 12):
                found = next(find(state), None)
                if found is not None:
                    told = _wrapped_marks(removed)
                    text = sentence(found, NINE)
                    example = Example(technique, givens, entries, told, text)
                    known[technique] = (cost, example)
        state.take(step)


def _wrapped_marks(removed: list[Mark]) -> str:
    by_cell: dict[int, list[str]] = {}
    for here, digit in removed:
        by_cell.setdefault(here, []).append(str(digit))
    return ", ".join(f"{NINE.name(c)} ≠ {' '.join(ds)}" for c, ds in by_cell.items())


def _text(example: Example) -> str:
    lines = [f"\n## {example.technique.value}\n", f"    {example.givens}"]
    lines.append(f"    {example.entries}")
    if example.removed:
        lines.append(f"    {example.removed}")
    return "\n".join([*lines, "", example.told, ""])


def write() -> None:
    """Write the file; a technique that no puzzle needs keeps the example it has."""
    kept = {example.technique: example for example in read()}
    known: dict[Technique, tuple[int, Example]] = {}
    for seed in range(_PUZZLES):
        if len(known) == len(TECHNIQUES) and seed > 40:
            break
        _seek(known, puzzle(seed))
    kept |= {technique: example for technique, (_, example) in known.items()}
    FILE.write_text(_HEAD + "".join(_text(kept[t]) for t in TECHNIQUES))


def is_sound(example: Example, step: Step) -> bool:
    """Whether a step agrees with the one solution of an example."""
    answer = solve(Grid(Shape(3, 3), _digits(example.givens)))
    assert isinstance(answer, Solved)
    digits = answer.grid.digits
    return all(digits[c] == d for c, d in step.placements) and all(
        digits[c] != d for c, d in step.eliminations
    )


if __name__ == "__main__":
    write()
