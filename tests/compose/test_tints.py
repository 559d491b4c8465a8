"""What a grid shows of a hint: the cells that it speaks of, and what it rules out."""

import re
from collections.abc import Callable

import pytest

from mailbot.compose.drawing import tints_of
from mailbot.marker import find_markers, strip_quoting
from mailbot.model import Content, Letter, Want
from mailbot.pictures.draw import Overlay, render_grid
from mailbot.talk.thread.conversation import continue_thread
from mailbot.talk.wishes.words import listen
from solver.logic import Technique
from tests.compose.cases import NINE, every_kind, stuck
from tests.solver.logic.examples import read
from tests.talk.threads import gmail, outlook

EXAMPLES = {example.technique: example for example in read()}
SINGLES = (Technique.FULL_HOUSE, Technique.HIDDEN_SINGLE, Technique.NAKED_SINGLE)
OF_HOUSES = (
    Technique.POINTING,
    Technique.CLAIMING,
    Technique.NAKED_PAIR,
    Technique.HIDDEN_TRIPLET,
    Technique.X_WING,
    Technique.SWORDFISH,
    Technique.SKYSCRAPER,
    Technique.EMPTY_RECTANGLE,
    Technique.FINNED_X_WING,
    Technique.SUE_DE_COQ,
)


@pytest.mark.parametrize("technique", [t for t in EXAMPLES if t not in SINGLES])
def test_a_hint_tints_its_pattern_and_crosses_out(technique: Technique) -> None:
    step = next(technique.find(EXAMPLES[technique].state))
    tints = tints_of(stuck(1, Technique.SKYSCRAPER).grid, [step])
    crossed = {(c, digit) for c, digits in tints.crossed.items() for digit in digits}
    assert crossed == set(step.eliminations)
    assert set(tints.crossed) <= tints.lines
    assert tints.because
    assert tints.because <= set(range(81))
    if technique in OF_HOUSES:
        for house in step.houses:
            assert set(NINE.houses[house]) <= tints.shaded


def test_a_page_shows_what_a_hint_rules_out() -> None:
    page = every_kind()["hint-forcing"].html
    rows = re.findall(r"<tr>(.*?)</tr>", page, re.DOTALL)
    cells = re.findall(r"<td class.*?</td>|<td style.*?</td>", rows[1])
    assert "≠8" in cells[3]
    assert sum("≠" in row for row in rows) == 1


@pytest.mark.parametrize("kind", ["hint-argument", "hint-two-steps", "hint-forcing"])
@pytest.mark.parametrize("program", [gmail, outlook])
def test_what_is_crossed_out_is_no_digit_of_the_person(
    kind: str, program: Callable[[Content, str], Letter]
) -> None:
    reply = every_kind()[kind]
    assert "≠" in reply.html
    letter = program(reply, "next")
    conversation = continue_thread(letter, listen(letter))
    assert conversation is not None
    assert conversation.wish.want is Want.HINT
    [puzzle] = conversation.findings.puzzles
    [marker] = find_markers(strip_quoting(reply.text))
    assert puzzle.grid == marker.state.grid
    assert puzzle.ruled_out == marker.state.ruled_out


def test_a_digit_that_is_crossed_out_is_drawn_in_its_cell_alone() -> None:
    plain = render_grid((3, 3), {}, Overlay()).astype(int)
    drawn = render_grid((3, 3), {}, Overlay(crossed={40: (5, 7)})).astype(int)
    rows, columns = (plain != drawn).any(axis=2).nonzero()
    side = 500 // 9
    first, last = side // 2 + 4 * side, side // 2 + 5 * side
    assert len(rows) > 50
    assert first <= rows.min() <= rows.max() <= last
    assert first <= columns.min() <= columns.max() <= last
