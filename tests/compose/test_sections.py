"""What a reply shows of a puzzle, and what it says of the rest."""

from mailbot.compose.sections import Section, make_sections
from mailbot.judge import judge, reading_of
from mailbot.model import Findings, Kind, Source, Want, Wish
from solver import Grid, parse, shape_of

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
