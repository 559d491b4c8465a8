"""A step in words: the fields of its template (`sentences`), in any language."""

import re
from collections.abc import Iterable, Sequence

from solver.grid import SYMBOLS, Shape
from solver.logic import sentences as say
from solver.logic.candidates import Mark
from solver.logic.step import Case, Gap, Inference, Node, Step
from solver.logic.techniques import Technique

_IN_A_HOUSE = (Technique.FULL_HOUSE, Technique.HIDDEN_SINGLE)
"""Techniques whose sentence begins with the house that has one place left."""

_SENTENCE = re.compile(r"(?:^|(?<=[.!?] ))[^\W\d_](?=[^\W\d_]| )")
_ARTICLE = re.compile(r"\ba (?=[8AEFILMNO]\b)")


def tidy(text: str) -> str:
    """A text in English with its sentences begun by capitals, and "an" where it is due.

    >>> tidy("in row 1, column 2, only a 8 is possible")
    'In row 1, column 2, only an 8 is possible'
    """
    return _ARTICLE.sub("an ", capitalise(text))


def capitalise(text: str) -> str:
    """A text with a capital at the beginning of each sentence; a cell's name has none.

    >>> capitalise("in row 1 it is a 4. r1c2 is empty.")
    'In row 1 it is a 4. r1c2 is empty.'
    """
    return _SENTENCE.sub(lambda found: found[0].upper(), text)


class Wording:
    """How steps are told about grids of one shape: in English, unless overridden.

    Another language has its own names and lists, and translates the `sentences`.

    >>> Wording(Shape(3, 3)).listed(["r1c1", "r1c2", "r1c3"])
    'r1c1, r1c2 and r1c3'
    """

    def __init__(self, shape: Shape) -> None:
        self.shape = shape

    def cell(self, cell: int) -> str:
        """The short name of a cell: r4c7."""
        return self.shape.name(cell)

    def in_cell(self, cell: int) -> str:
        """Where a cell is, in words: in row 4, column 7."""
        row, column = divmod(cell, self.shape.size)
        return f"in row {row + 1}, column {column + 1}"

    def house(self, name: str) -> str:
        """The name of a house, from its English name: row 3."""
        return name

    def in_house(self, name: str) -> str:
        """Where a house is, from its English name: in row 3."""
        return f"in {name}"

    def listed(self, words: Sequence[str]) -> str:
        """A list of words."""
        return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))

    def listed_any(self, words: Sequence[str]) -> str:
        """A list of words of which one is meant."""
        return " or ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))

    def gettext(self, message: str) -> str:
        """One of our templates in the language."""
        return message


def template_of(step: Step) -> str:
    """The template for a step."""
    if not step.cases:
        template = step.technique.sentence
        if template is say.FINNED and not step.ends:
            return say.FISH
        return say.ALS_TWICE if template is say.ALS and step.digits[1:] else template
    if len(step.cases) == 1:
        return say.SUPPOSED if step.cases[0].holds else say.SUPPOSED_NOT
    if step.houses:
        return say.IN_HOUSE
    return say.IN_CELL if step.cells else say.EITHER_WAY


def sentence(step: Step, shape: Shape) -> str:
    """The step in English.

    >>> from solver.logic.techniques import Technique
    >>> step = Step(Technique.HIDDEN_SINGLE, 1.2, (Mark(0, 5),), houses=(18,))
    >>> sentence(step, Shape(3, 3))
    'In box 1, a 5 can only go in row 1, column 1.'
    """
    return tidy(template_of(step).format_map(fields(step, Wording(shape))))


def fields(step: Step, wording: Wording) -> dict[str, str]:
    """The values for the fields of a step's template, "" where the step has none."""
    join, join_any = wording.listed, wording.listed_any
    digits = [SYMBOLS[d - 1] for d in step.digits]
    houses = [_house(h, wording) for h in step.houses]
    covers = [_house(h, wording) for h in step.covers]
    about = step.eliminations[:1] if step.cases else ()
    about = step.placements[:1] or about
    cells = [wording.cell(cell) for cell in step.cells]
    ends = [wording.cell(cell) for cell in step.ends]
    cases = [_case(case, step, wording) for case in step.cases]
    placed = [_mark(mark, wording, holds=True) for mark in step.placements]
    removed = ruled_out(step.eliminations, wording)
    return {
        "cell": "".join(wording.cell(m.cell) for m in about),
        "in_cell": "".join(_in_cell(step, m.cell, wording) for m in about),
        "digit": "".join(SYMBOLS[m.digit - 1] for m in about) or "".join(digits[:1]),
        "other": "".join(digits[1:2]),
        "others": join(digits[1:]),
        "digits": join(digits),
        "cells": join(cells),
        "any_cell": join_any(cells),
        "ends": join(ends),
        "any_end": join_any(ends),
        "house": "".join(houses[:1]),
        "target": "".join(houses[-1:]),
        "houses": join(houses),
        "cover": "".join(covers[:1]),
        "covers": join(covers),
        "any_cover": join_any(covers),
        "removed": removed,
        "chain": " → ".join(_node(node, wording) for node in step.chain),
        "then": _then(step.cases[0], wording) if step.cases else "",
        "cases": " ".join(cases),
        "conclusion": ", ".join(placed) or removed,
    }


def _house(house: int, wording: Wording) -> str:
    return wording.house(wording.shape.house_name(house))


def _in_cell(step: Step, cell: int, wording: Wording) -> str:
    """Where a cell is; within a row only its column is named, within a column its row.

    The sentence on the last place in a house has named this row or column already.
    """
    size, name = wording.shape.size, wording.shape.house_name
    row, column = divmod(cell, size)
    if step.technique in _IN_A_HOUSE and step.houses[:1] == (row,):
        return wording.in_house(name(size + column))
    if step.technique in _IN_A_HOUSE and step.houses[:1] == (size + column,):
        return wording.in_house(name(row))
    return wording.in_cell(cell)


def ruled_out(marks: Iterable[Mark], wording: Wording) -> str:
    """What is ruled out: for each set of digits, the cells that cannot hold them."""
    by_cell: dict[int, tuple[str, ...]] = {}
    for cell, digit in sorted(marks):
        by_cell[cell] = (*by_cell.get(cell, ()), SYMBOLS[digit - 1])
    by_digits: dict[tuple[str, ...], list[str]] = {}
    for cell, digits in by_cell.items():
        by_digits.setdefault(digits, []).append(wording.cell(cell))
    template = wording.gettext(say.RULED_OUT)
    return ", ".join(
        template.format(
            digits=wording.listed_any(digits),
            cells=wording.listed(cells),
            any_cell=wording.listed_any(cells),
        )
        for digits, cells in by_digits.items()
    )


def _mark(mark: Mark, wording: Wording, *, holds: bool) -> str:
    return _node(Node((mark.cell,), mark.digit, holds), wording)


def _node(node: Node, wording: Wording) -> str:
    cells = "/".join(map(wording.cell, node.cells))
    return f"{cells} {'=' if node.on else '≠'} {SYMBOLS[node.digit - 1]}"


def _case(case: Case, step: Step, wording: Wording) -> str:
    """One of several suppositions, and how it leads to what the step says."""
    links = [_inference(inference, wording) for inference in case.inferences]
    placed = [_mark(mark, wording, holds=True) for mark in step.placements]
    lost = [_mark(mark, wording, holds=False) for mark in sorted(step.eliminations)]
    end = ", ".join(placed or lost)
    then = " → ".join([*links, end] if links[-1:] != [end] else links)
    supposed = _mark(case.mark, wording, holds=case.holds)
    return wording.gettext(say.CASE).format(supposed=supposed, then=then)


def _then(case: Case, wording: Wording) -> str:
    """What follows from a supposition, up to the demand that cannot be met."""
    links = [_inference(inference, wording) for inference in case.inferences]
    if case.gap:
        links.append(_gap(case.gap, wording))
    return " → ".join(links)


def _inference(inference: Inference, wording: Wording) -> str:
    text = _mark(inference.mark, wording, holds=inference.holds)
    if inference.proof is not None:
        then = _then(inference.proof, wording)
        return wording.gettext(say.OTHERWISE).format(mark=text, then=then)
    if inference.house is None:
        return text
    house = _house(inference.house, wording)
    return wording.gettext(say.BECAUSE_OF).format(mark=text, house=house)


def _gap(gap: Gap, wording: Wording) -> str:
    if gap.house is None:
        cell = wording.cell(gap.number)
        return wording.gettext(say.NO_DIGIT).format(cell=cell)
    digit, house = SYMBOLS[gap.number - 1], _house(gap.house, wording)
    return wording.gettext(say.NO_PLACE).format(digit=digit, house=house)
