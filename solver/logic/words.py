"""A step in words: the fields of its template (`sentences`), in any language."""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from solver.grid import SYMBOLS, Shape
from solver.logic import sentences as say
from solver.logic.candidates import Mark
from solver.logic.step import Case, Gap, Inference, Node, Step
from solver.logic.techniques import Technique

_IN_A_HOUSE = (Technique.FULL_HOUSE, Technique.HIDDEN_SINGLE)
"""Techniques whose sentence begins with the house that has one place left."""

_SENTENCE = re.compile(r"(?:^|(?<=[.!?] ))[^\W\d_](?=[^\W\d_]| )")
_ARTICLE = re.compile(r"\ba (?=[8AEFILMNO]\b)")


def join_words(words: Sequence[str]) -> str:
    """A list in English.

    >>> join_words(["r1c1", "r1c2", "r1c3"])
    'r1c1, r1c2 and r1c3'
    """
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


def join_any(words: Sequence[str]) -> str:
    """One of a list, in English.

    >>> join_any(["r1c1", "r1c2", "r1c3"])
    'r1c1, r1c2 or r1c3'
    """
    return " or ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


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


@dataclass(frozen=True, slots=True)
class Wording:
    """What a language has of its own, besides the templates; English if left out.

    Attributes:
        house_name: the name of a house, from its number in `Shape.houses`.
        cell_name: the name of a cell, from its number.
        in_cell: where a cell is, in words: in row 1, column 2.
        in_house: where a house is, in words, from its number: in row 1.
        join: makes a list of words.
        join_any: makes a list of which one is meant.
        translate: turns one of our templates into that of the language.
    """

    house_name: Callable[[int], str]
    cell_name: Callable[[int], str]
    in_cell: Callable[[int], str]
    in_house: Callable[[int], str]
    join: Callable[[Sequence[str]], str] = join_words
    join_any: Callable[[Sequence[str]], str] = join_any
    translate: Callable[[str], str] = str


def english(shape: Shape) -> Wording:
    """The wording of steps in English."""

    def in_cell(cell: int) -> str:
        row, column = divmod(cell, shape.size)
        return f"in row {row + 1}, column {column + 1}"

    def in_house(house: int) -> str:
        return f"in {shape.house_name(house)}"

    return Wording(shape.house_name, shape.name, in_cell, in_house)


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
    return tidy(template_of(step).format_map(fields(step, shape)))


def fields(step: Step, shape: Shape, wording: Wording | None = None) -> dict[str, str]:
    """The values for the fields of a step's template, "" where the step has none."""
    wording = wording or english(shape)
    name, cell_name = wording.house_name, wording.cell_name
    join, join_any = wording.join, wording.join_any
    digits = [SYMBOLS[d - 1] for d in step.digits]
    houses = [name(h) for h in step.houses]
    covers = [name(h) for h in step.covers]
    about = step.eliminations[:1] if step.cases else ()
    about = step.placements[:1] or about
    cells = [cell_name(cell) for cell in step.cells]
    ends = [cell_name(cell) for cell in step.ends]
    cases = [_case(case, step, wording) for case in step.cases]
    placed = [_mark(mark, wording, holds=True) for mark in step.placements]
    removed = ruled_out(step.eliminations, wording)
    return {
        "cell": "".join(cell_name(m.cell) for m in about),
        "in_cell": "".join(_in_cell(step, m.cell, shape, wording) for m in about),
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


def _in_cell(step: Step, cell: int, shape: Shape, wording: Wording) -> str:
    """Where a cell is; within a row only its column is named, within a column its row.

    The sentence on the last place in a house has named this row or column already.
    """
    size = shape.size
    row, column = divmod(cell, size)
    if step.technique in _IN_A_HOUSE and step.houses[:1] == (row,):
        return wording.in_house(size + column)
    if step.technique in _IN_A_HOUSE and step.houses[:1] == (size + column,):
        return wording.in_house(row)
    return wording.in_cell(cell)


def ruled_out(marks: Iterable[Mark], wording: Wording) -> str:
    """What is ruled out: for each set of digits, the cells that cannot hold them."""
    by_cell: dict[int, tuple[str, ...]] = {}
    for cell, digit in sorted(marks):
        by_cell[cell] = (*by_cell.get(cell, ()), SYMBOLS[digit - 1])
    by_digits: dict[tuple[str, ...], list[str]] = {}
    for cell, digits in by_cell.items():
        by_digits.setdefault(digits, []).append(wording.cell_name(cell))
    template = wording.translate(say.RULED_OUT)
    return ", ".join(
        template.format(
            digits=wording.join_any(digits),
            cells=wording.join(cells),
            any_cell=wording.join_any(cells),
        )
        for digits, cells in by_digits.items()
    )


def _mark(mark: Mark, wording: Wording, *, holds: bool) -> str:
    return _node(Node((mark.cell,), mark.digit, holds), wording)


def _node(node: Node, wording: Wording) -> str:
    cells = "/".join(map(wording.cell_name, node.cells))
    return f"{cells} {'=' if node.on else '≠'} {SYMBOLS[node.digit - 1]}"


def _case(case: Case, step: Step, wording: Wording) -> str:
    """One of several suppositions, and how it leads to what the step says."""
    links = [_inference(inference, wording) for inference in case.inferences]
    placed = [_mark(mark, wording, holds=True) for mark in step.placements]
    lost = [_mark(mark, wording, holds=False) for mark in sorted(step.eliminations)]
    end = ", ".join(placed or lost)
    then = " → ".join([*links, end] if links[-1:] != [end] else links)
    supposed = _mark(case.mark, wording, holds=case.holds)
    return wording.translate(say.CASE).format(supposed=supposed, then=then)


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
        return wording.translate(say.OTHERWISE).format(mark=text, then=then)
    if inference.house is None:
        return text
    house = wording.house_name(inference.house)
    return wording.translate(say.BECAUSE_OF).format(mark=text, house=house)


def _gap(gap: Gap, wording: Wording) -> str:
    if gap.house is None:
        cell = wording.cell_name(gap.number)
        return wording.translate(say.NO_DIGIT).format(cell=cell)
    digit, house = SYMBOLS[gap.number - 1], wording.house_name(gap.house)
    return wording.translate(say.NO_PLACE).format(digit=digit, house=house)
