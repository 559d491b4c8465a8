"""A step in words: the fields of its template (`templates`), in any language."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from solver.grid import SYMBOLS, Shape
from solver.logic.step import (
    Case,
    Gap,
    Inference,
    Mark,
    Node,
    Step,
)
from solver.logic.templates import (
    CASE,
    NO_DIGIT,
    NO_PLACE,
    OTHERWISE,
    template_of,
)


def join_words(words: Sequence[str]) -> str:
    """A list in English.

    >>> join_words(["r1c1", "r1c2", "r1c3"])
    'r1c1, r1c2 and r1c3'
    """
    return " and ".join(filter(None, (", ".join(words[:-1]), *words[-1:])))


@dataclass(frozen=True, slots=True)
class Wording:
    """What a language has of its own, besides the templates; English if left out.

    Attributes:
        house_name: the name of a house, from its number in `Shape.houses`.
        join: makes a list of words.
        translate: turns one of our templates into that of the language.
    """

    house_name: Callable[[int], str]
    join: Callable[[Sequence[str]], str] = join_words
    translate: Callable[[str], str] = str


def sentence(step: Step, shape: Shape) -> str:
    """The step in English.

    >>> step = Step(Technique.HIDDEN_SINGLE, 1.2, (Mark(0, 5),), houses=(18,))
    >>> sentence(step, Shape(3, 3))
    'In box 1, r1c1 is the only place for 5.'
    """
    return template_of(step).format_map(fields(step, shape))


def fields(step: Step, shape: Shape, wording: Wording | None = None) -> dict[str, str]:
    """What the step's template may name, each as text ("" where it has none)."""
    wording = wording or Wording(shape.house_name)
    name, join = wording.house_name, wording.join
    digits = [SYMBOLS[d - 1] for d in step.digits]
    houses = [name(h) for h in step.houses]
    covers = [name(h) for h in step.covers]
    about = step.eliminations[:1] if step.cases else ()
    about = step.placements[:1] or about
    cases = [_case(case, step, shape, wording) for case in step.cases]
    return {
        "cell": "".join(shape.name(m.cell) for m in about),
        "digit": "".join(SYMBOLS[m.digit - 1] for m in about) or "".join(digits[:1]),
        "other": "".join(digits[1:2]),
        "others": join(digits[1:]),
        "digits": join(digits),
        "cells": join([shape.name(cell) for cell in step.cells]),
        "ends": join([shape.name(cell) for cell in step.ends]),
        "house": "".join(houses[:1]),
        "target": "".join(houses[-1:]),
        "houses": join(houses),
        "cover": "".join(covers[:1]),
        "covers": join(covers),
        "removed": _removed(step.eliminations, shape),
        "chain": " → ".join(_node(node, shape) for node in step.chain),
        "then": _then(step.cases[0], shape, wording) if step.cases else "",
        "cases": " ".join(cases),
        "conclusion": conclusion(step, shape),
    }


def conclusion(step: Step, shape: Shape) -> str:
    """What a step comes to, without the reasons.

    >>> conclusion(Step(Technique.NISHIO, 7.5, eliminations=(Mark(0, 5),)), Shape(3, 3))
    'r1c1 ≠ 5'
    """
    placed = [_mark(mark, shape, holds=True) for mark in step.placements]
    return ", ".join(placed) or _removed(step.eliminations, shape)


def _removed(marks: Iterable[Mark], shape: Shape) -> str:
    by_cell: dict[int, list[str]] = {}
    for cell, digit in sorted(marks):
        by_cell.setdefault(cell, []).append(SYMBOLS[digit - 1])
    return ", ".join(f"{shape.name(c)} ≠ {' '.join(ds)}" for c, ds in by_cell.items())


def _mark(mark: Mark, shape: Shape, *, holds: bool) -> str:
    sign = "=" if holds else "≠"
    return f"{shape.name(mark.cell)} {sign} {SYMBOLS[mark.digit - 1]}"


def _node(node: Node, shape: Shape) -> str:
    cells = "/".join(shape.name(cell) for cell in node.cells)
    return f"{cells} {'=' if node.on else '≠'} {SYMBOLS[node.digit - 1]}"


def _case(case: Case, step: Step, shape: Shape, wording: Wording) -> str:
    """One of several suppositions, and how it leads to what the step says."""
    links = [_inference(inference, shape, wording) for inference in case.inferences]
    end = conclusion(step, shape)
    then = " → ".join([*links, end] if links[-1:] != [end] else links)
    supposed = _mark(case.mark, shape, holds=case.holds)
    return wording.translate(CASE).format(supposed=supposed, then=then)


def _then(case: Case, shape: Shape, wording: Wording) -> str:
    """What follows from a supposition, up to the demand that cannot be met."""
    links = [_inference(inference, shape, wording) for inference in case.inferences]
    if case.gap:
        links.append(_gap(case.gap, shape, wording))
    return " → ".join(links)


def _inference(inference: Inference, shape: Shape, wording: Wording) -> str:
    text = _mark(inference.mark, shape, holds=inference.holds)
    if inference.proof is not None:
        then = _then(inference.proof, shape, wording)
        return wording.translate(OTHERWISE).format(mark=text, then=then)
    if inference.house is None:
        return text
    return f"{text} ({wording.house_name(inference.house)})"


def _gap(gap: Gap, shape: Shape, wording: Wording) -> str:
    if gap.house is None:
        return wording.translate(NO_DIGIT).format(cell=shape.name(gap.number))
    digit, house = SYMBOLS[gap.number - 1], wording.house_name(gap.house)
    return wording.translate(NO_PLACE).format(digit=digit, house=house)
