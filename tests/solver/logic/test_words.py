"""Steps in words."""

import string
from collections.abc import Sequence

import pytest

from solver import Shape
from solver.logic.candidates import Mark
from solver.logic.step import Node, Step, Trait
from solver.logic.techniques import Technique
from solver.logic.words import Wording, fields, sentence
from tests.cases import cases_of
from tests.compose.catalogue import templates
from tests.solver.logic.positions import NINE, cell, cells, house

cases = cases_of(__file__)


def test_every_technique_has_its_words_but_those_with_cases() -> None:
    speechless = {technique for technique in Technique if not technique.sentence}
    assert speechless == {t for t in Technique if Trait.FORCING in t.traits}


def test_templates_ask_for_no_field_that_there_is_not() -> None:
    known = {
        *fields(Step(Technique.NAKED_SINGLE, 2.3), Wording(NINE)),
        "supposed",
        "mark",
    }
    for template in templates():
        asked = {name for _, name, _, _ in string.Formatter().parse(template) if name}
        assert asked <= known


def test_a_hidden_single_names_the_cell_the_house_and_the_reason() -> None:
    mark = Mark(cell("r4c7"), 3)
    step = Step(
        Technique.HIDDEN_SINGLE, 1.5, (mark,), digits=(3,), houses=(house("row 4"),)
    )
    assert sentence(step, NINE) == "In row 4, a 3 can only go in column 7."


def test_what_is_ruled_out_is_told_cell_by_cell() -> None:
    step = Step(
        Technique.NAKED_PAIR,
        3.0,
        eliminations=(Mark(8, 5), Mark(2, 5), Mark(2, 4)),
        cells=cells("r1c1 r1c2"),
        digits=(4, 5),
        houses=(0,),
    )
    assert sentence(step, NINE) == (
        "In row 1, r1c1 and r1c2 can hold nothing but the digits 4 and 5. "
        "So no other cell of row 1 can hold one of these: "
        "no 4 or 5 in r1c3, no 5 in r1c9."
    )


def test_a_w_wing_tells_its_two_digits_apart() -> None:
    step = Step(
        Technique.W_WING,
        4.4,
        eliminations=(Mark(cell("r2c4"), 9),),
        cells=cells("r2c9 r7c9"),
        ends=cells("r2c1 r7c4"),
        digits=(9, 1),
        houses=(house("column 9"),),
    )
    assert sentence(step, NINE) == (
        "r2c1 and r7c4 can each hold only the digits 9 and 1. In column 9, the 1 must "
        "be in r2c9 or r7c9, so r2c1 and r7c4 cannot both be a 1. "
        "So r2c1 or r7c4 is a 9: no 9 in r2c4."
    )


def test_digits_over_nine_are_letters() -> None:
    shape = Shape(4, 4)
    step = Step(Technique.FULL_HOUSE, 1.0, (Mark(255, 16),), houses=(32,))
    assert sentence(step, shape).startswith("In box 1, only a G is still missing.")


def test_a_chain_shows_its_links_and_groups() -> None:
    chain = (Node((0,), 5, on=False), Node((3, 4), 5, on=True))
    said = fields(Step(Technique.GROUPED_AIC, 7.0, chain=chain), Wording(NINE))
    assert said["chain"] == "r1c1 ≠ 5 → r1c4/r1c5 = 5"


@cases("house, said")
@pytest.mark.parametrize("technique", [Technique.HIDDEN_SINGLE, Technique.FULL_HOUSE])
def test_a_row_names_columns(technique: Technique, house: int, said: str) -> None:
    step = Step(technique, 1.2, (Mark(61, 3),), houses=(house,))
    assert fields(step, Wording(NINE))["in_cell"] == said


class German(Wording):
    def house(self, name: str) -> str:
        return name.replace("row", "Zeile").replace("column", "Spalte")

    def listed(self, words: Sequence[str]) -> str:
        return " und ".join(words)


def test_names_of_houses_and_lists_follow_the_language() -> None:
    step = Step(Technique.X_WING, 3.2, digits=(1,), houses=(0, 1), covers=(9, 10))
    said = fields(step, German(NINE))
    assert said["houses"] == "Zeile 1 und Zeile 2"
    assert said["covers"] == "Spalte 1 und Spalte 2"
