"""What a reply shows of a puzzle, and what it says of the rest."""

from dataclasses import replace

import pytest

from mailbot.compose.section import Section
from mailbot.compose.sections import make_sections
from mailbot.compose.step_phrases import StepPhrases
from mailbot.judge import judge, reading_of
from mailbot.language.catalogue import language_of
from mailbot.model import Findings, Kind, Source, Want, Wish
from solver import Grid, Solved, parse, shape_of

SOLUTION = parse(
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
)
THREE_SOLUTIONS = parse("1.....3..4......")


def section(grid: Grid, limit: int) -> Section:
    """The section of a puzzle all of whose solutions are asked for."""
    findings = Findings((judge(reading_of(grid, Source.TEXT)),))
    [made] = make_sections(findings, Wish(want=Want.ALL), limit)
    assert made.kind is Kind.ALL
    return made


def test_all_solutions_are_shown_up_to_the_limit_and_others_are_told_of() -> None:
    for limit, shown, more in [(2, 2, True), (3, 3, False), (4, 3, False)]:
        made = section(THREE_SOLUTIONS, limit)
        assert (len(made.solutions), made.more) == (shown, more)


def test_a_search_that_was_cut_off_may_have_missed_solutions() -> None:
    empty = Grid(shape_of(9), shape_of(9).empty)
    made = section(empty, limit=10**6)
    assert 2 < len(made.solutions) < 10**6
    assert made.more


@pytest.mark.parametrize(("digits", "sparse"), [(16, True), (17, False)])
def test_so_few_digits_that_many_solutions_are_no_wonder(
    digits: int, sparse: bool
) -> None:
    cells = tuple(d if i < digits else 0 for i, d in enumerate(SOLUTION.givens))
    assert section(Grid(SOLUTION.shape, cells), 2).sparse is sparse


def test_a_doubtful_entry_does_not_agree_even_if_it_is_right() -> None:
    entries = (*SOLUTION.givens[:1], *(0,) * 80)
    grid = Grid(SOLUTION.shape, (0, *SOLUTION.givens[1:40], *(0,) * 41), entries)
    sure = replace(judge(reading_of(grid, Source.TEXT)), answer=Solved(SOLUTION))
    for puzzle, agrees in [(sure, True), (replace(sure, doubtful=(0,)), False)]:
        assert Section(Kind.CHECK, puzzle).agrees is agrees


def test_arguments_too_long_to_read_are_told_by_their_ends() -> None:
    hardest = parse(
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
    )
    findings = Findings((judge(reading_of(hardest, Source.TEXT)),))
    [made] = make_sections(findings, Wish(want=Want.STEPS), 1)
    told = StepPhrases(language_of("en")).steps(made)
    assert len(told) == len(made.steps)
    assert sum(map(len, told)) < 10_000
    short = [words for step, words in zip(made.steps, told, strict=True) if step.cases]
    assert short
    assert all(len(words) < 40 for words in short)
