"""The worked examples of the package are what the techniques find."""

import pytest

from solver.logic.techniques import Technique
from solver.logic.words import sentence
from tests.solver.logic.examples import Example, is_sound, read
from tests.solver.logic.positions import NINE

EXAMPLES = list(read())


def test_every_technique_has_one_worked_example() -> None:
    assert [example.technique for example in EXAMPLES] == list(Technique)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda e: e.technique.label)
def test_a_technique_finds_its_worked_example(example: Example) -> None:
    for step in example.technique.find(example.state):
        assert is_sound(example, step)
        if sentence(step, NINE) == example.told:
            return
    pytest.fail("the example is not found")
