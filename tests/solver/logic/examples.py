"""The worked example of each technique: `solver/logic/EXAMPLES.md`, read and written.

`python -m tests.solver.logic.examples` writes the file anew, from puzzles made here. A
good example shows what no easier technique does, where no digit can be placed yet. Of
those that it meets it takes for each technique the position with the fewest candidates
ruled out.
"""

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import solver.logic
from solver import Grid, Shape, Solved, solve
from solver.grid import write_line
from solver.logic.candidates import CandidateGrid, Mark, members
from solver.logic.step import Kind, Step
from solver.logic.techniques import Technique
from solver.logic.walk import walkthrough
from solver.logic.words import sentence
from tests.solver.logic.positions import NINE, cell, puzzle
from tests.solver.logic.states import PATTERNS

FILE = Path(solver.logic.__file__).with_name("EXAMPLES.md")
_PUZZLES = 150
_MOST_REMOVED = 24
_MOST_STEPS = 60
_HEAD = """# A worked example of each technique

A position is told by the givens, the digits that were filled in since, and the
candidates that earlier steps have ruled out beyond these. Below it stands what the
technique finds. Every example is a test; `python -m tests.solver.logic.examples` makes
them anew.
"""


class Example(NamedTuple):
    """A position, and the sentence of a step that a technique finds there."""

    technique: Kind
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
    named = {technique.label: technique for technique in Technique}
    for part in FILE.read_text().split("\n## ")[1:]:
        name, _, body = part.partition("\n")
        code = [line.strip() for line in body.splitlines() if line.startswith("    ")]
        told = [line for line in body.splitlines() if line and line[0] != " "]
        removed = " ".join(code[2:])
        yield Example(named[name], code[0], code[1], removed, " ".join(told))


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


class _Found(NamedTuple):
    """An example, and how good it is: the least in order is the best."""

    is_needless: bool
    removed: int
    example: Example


def _seek(known: dict[Kind, _Found], grid: Grid) -> None:
    """Look at each position on the way through a puzzle, from its start."""
    state = CandidateGrid(grid)
    for step in walkthrough(grid).steps:
        givens, entries, removed = _position(grid, state)
        if len(removed) <= _MOST_REMOVED:
            told = _wrapped_marks(removed)
            for found, is_new in [*_patterns(state), (step, True)]:
                is_early = bool(step.placements and not found.placements)
                text = sentence(found, NINE)
                example = Example(found.technique, givens, entries, told, text)
                here = _Found(is_early or not is_new, len(removed), example)
                best = known.setdefault(found.technique, here)
                if here[:2] < best[:2]:
                    known[found.technique] = here
        step.take(state)


def _patterns(state: CandidateGrid) -> Iterator[tuple[Step, bool]]:
    """A step of each pattern, and whether it does what no easier one does.

    What follows from a supposition is no pattern, and takes long to find.
    """
    done: set[Mark] = set()
    for technique in PATTERNS:
        steps = sorted(islice(technique.find(state), _MOST_STEPS), key=_extent)
        new = [step for step in steps if not done >= _settled(state, step)]
        if steps:
            yield (new or steps)[0], bool(new)
        done.update(mark for step in steps for mark in _settled(state, step))


def _extent(step: Step) -> int:
    """How much there is to look at."""
    seen = step.cells, step.ends, step.digits, step.houses, step.covers, step.chain
    return sum(map(len, seen))


def _settled(state: CandidateGrid, step: Step) -> set[Mark]:
    """What a step places or rules out, a placement also for the cells that see it."""
    marks = {*step.placements, *step.eliminations}
    for here, digit in step.placements:
        seen = state.layout.peers[here] & state.places[digit]
        marks |= {Mark(here, other) for other in members(state.candidates[here])}
        marks |= {Mark(peer, digit) for peer in members(seen)}
    return marks


def _wrapped_marks(removed: list[Mark]) -> str:
    by_cell: dict[int, list[str]] = {}
    for here, digit in removed:
        by_cell.setdefault(here, []).append(str(digit))
    return ", ".join(f"{NINE.name(c)} ≠ {' '.join(ds)}" for c, ds in by_cell.items())


def _text(example: Example) -> str:
    lines = [f"\n## {example.technique.label}\n", f"    {example.givens}"]
    lines.append(f"    {example.entries}")
    if example.removed:
        lines.append(f"    {example.removed}")
    return "\n".join([*lines, "", example.told, ""])


def write() -> None:
    """Write the file; a technique that no puzzle needs keeps the example it has."""
    examples = {example.technique: example for example in read()}
    known: dict[Kind, _Found] = {}
    for seed in range(_PUZZLES):
        _seek(known, puzzle(seed))
    examples |= {technique: found.example for technique, found in known.items()}
    FILE.write_text(_HEAD + "".join(_text(examples[t]) for t in Technique))


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
