"""Which kind a reply is, and what each kind shows and does not show."""

import re
import subprocess
import sys
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.compose import Context, compose
from mailbot.language.folders import written
from mailbot.marker import find_markers
from mailbot.model import (
    Content,
    Envelope,
    Findings,
    Kind,
    Lack,
    Letter,
    Note,
    NoteKind,
    Part,
    Status,
    Want,
    Wish,
)
from mailbot.text.html import read_page
from solver import Grid, Shape, Solved, parse, solve
from tests.cases import cases_of
from tests.compose.cases import (
    ADA,
    GRANDFATHER,
    NINE,
    SOLUTION,
    answer_to,
    digits,
    every_kind,
    grid,
    large,
    puzzle,
    solved,
)
from tests.examples import examples

cases = cases_of(__file__)

EMPTY = [cell for cell, symbol in enumerate(GRANDFATHER) if symbol == "."]


def full_grids(text: str) -> set[str]:
    """Every run of 81 digits of a text, all else left out, that is a full grid."""
    line = re.sub(r"\D", "", text)
    windows = (line[i : i + 81] for i in range(len(line) - 80))
    return {
        window
        for window in windows
        if "0" not in window
        and all(len({window[cell] for cell in house}) == 9 for house in NINE.houses)
    }


@cases("name, kind")
def test_each_finding_has_its_kind(name: str, kind: Kind) -> None:
    assert every_kind()[name].kind is kind


def test_a_reply_shows_exactly_the_solutions_it_names() -> None:
    for name, composed in every_kind().items():
        assert full_grids(composed.text) == set(composed.solutions), name


@pytest.mark.parametrize(
    "name", ["hint", "next", "check", "ambiguous", "impossible", "doubtful", "gave-up"]
)
def test_no_solution_is_given_away_where_none_was_asked_or_sure(name: str) -> None:
    composed = every_kind()[name]
    assert composed.solutions == ()
    assert SOLUTION not in re.sub(r"\D", "", composed.html)


@examples(25)
@given(st.sets(st.sampled_from(EMPTY)), st.booleans(), st.integers(1, 3))
def test_however_much_was_filled_in_no_other_grid_can_be_read_from_the_text(
    filled: set[int], as_givens: bool, copies: int
) -> None:
    """The digits of what was read must never run into those of the solution."""
    right = dict(enumerate(digits(SOLUTION)))
    known = "".join(
        SOLUTION[cell] if as_givens and cell in filled else symbol
        for cell, symbol in enumerate(GRANDFATHER)
    )
    entries = {} if as_givens else {cell: right[cell] for cell in filled}
    complete = all(grid(known, entries).digits)
    status = Status.COMPLETE if complete else Status.SOLVED
    one = puzzle(grid(known, entries), status, Solved(grid(SOLUTION)))
    for want in (Want.SOLUTION, Want.CHECK, Want.STEPS, Want.ALL):
        composed = answer_to([one] * copies, want)
        assert full_grids(composed.text) == set(composed.solutions), want


def test_a_hint_names_one_cell_and_moves_the_puzzle_on() -> None:
    text = every_kind()["next"].text
    [marker] = find_markers(text)
    [cell] = marker.state.told
    assert str(marker.state.grid.entries[cell]) == SOLUTION[cell]
    row, column = divmod(cell, 9)
    said = " ".join(text.partition("#")[0].split())
    assert f"in row {row + 1}, column {column + 1}" in said


def test_a_hint_shades_the_house_that_it_speaks_of() -> None:
    composed = every_kind()["next"]
    assert "In box 2" in composed.text
    cells = re.findall(r"<td( class=[^>]*)? style[^>]*>", composed.html)
    tinted = {
        name: {cell for cell, classes in enumerate(cells) if name in classes}
        for name in ("shade", "line", "because", "hint")
    }
    digits = grid().digits
    [hinted] = tinted["hint"]
    [digit] = composed.told.values()
    assert set(NINE.boxes[1]) - tinted["line"] <= tinted["shade"] | tinted["because"]
    assert tinted["because"]
    assert all(digits[cell] == digit for cell in tinted["because"])
    ruled_out = {c for c in NINE.boxes[1] if not digits[c] and c != hinted}
    assert ruled_out <= tinted["line"] | tinted["shade"]


@cases("name, said, unsaid, solutions")
def test_each_kind_says_what_it_should(
    name: str,
    said: tuple[str, ...],
    unsaid: tuple[str, ...],
    solutions: tuple[str, ...] | None,
) -> None:
    composed = every_kind()[name]
    assert solutions is None or composed.solutions == solutions
    text = " ".join(composed.text.split())
    assert [one for one in said if not re.search(one, text)] == []
    assert [one for one in unsaid if re.search(one, text)] == []


def test_steps_come_in_order_and_end_with_the_solution() -> None:
    composed = every_kind()["steps"]
    numbers = re.findall(r"^(\d+)\. ", composed.text, re.MULTILINE)
    assert [int(n) for n in numbers] == list(range(1, len(numbers) + 1))
    assert len(numbers) >= len(EMPTY)
    assert composed.solutions == (SOLUTION,)


def test_only_what_is_surely_wrong_is_called_wrong() -> None:
    odd = puzzle(grid(entries={1: 3, 2: 5}), Status.SOLVED, Solved(grid(SOLUTION)))
    text = answer_to([odd], Want.CHECK).text
    assert "cannot be right" not in text
    assert "digits are right" not in text
    assert "clearly enough" in text


def test_a_full_grid_with_an_unsure_digit_is_neither_praised_nor_blamed() -> None:
    full = {cell: digits(SOLUTION)[cell] for cell in EMPTY} | {1: 3}
    odd = puzzle(grid(entries=full), Status.COMPLETE, Solved(grid(SOLUTION)))
    composed = answer_to([odd])
    assert "Well done" not in composed.text
    assert "cannot be right" not in composed.text
    assert composed.solutions == (SOLUTION,)
    assert full_grids(composed.text) == {SOLUTION}


def test_a_doubtful_reading_is_shown_without_the_solution_that_it_would_have() -> None:
    """However full it is: what is doubtful is asked, not sent."""
    full = {cell: digits(SOLUTION)[cell] for cell in EMPTY[1:]}
    one = grid(entries=full)
    doubtful = puzzle(one, Status.DOUBTFUL, Solved(grid(SOLUTION)), (EMPTY[0],))
    for want in Want:
        composed = answer_to([doubtful], want)
        assert composed.kind is Kind.DOUBTFUL
        assert composed.solutions == ()
        assert full_grids(composed.text) == set()
        assert "difficulty" not in composed.text


def test_of_many_solutions_only_so_many_are_shown() -> None:
    nine = parse("1.3./..../..../..4.")
    every = answer_to([puzzle(nine, Status.AMBIGUOUS, solve(nine))], Want.ALL)
    assert len(set(every.solutions)) == 9
    assert "has 9 solutions" in every.text
    many = Grid(nine.shape, (1, *(0,) * 15))
    some = answer_to([puzzle(many, Status.AMBIGUOUS, solve(many))], Want.ALL)
    assert len(set(some.solutions)) == 10
    assert "at least 10 solutions" in some.text


def test_several_puzzles_get_one_reply_of_the_foremost_kind() -> None:
    doubtful = puzzle(grid(), Status.DOUBTFUL, None, (0,))
    composed = answer_to([doubtful, solved()])
    assert composed.kind is Kind.SOLVED
    assert composed.solutions == (SOLUTION,)
    assert "Puzzle 1 of 2" in composed.text
    assert composed.text.count("Puzzle: ") == 2


def with_attachments(*names: str) -> Letter:
    """A letter with attachments of these names, numbered from 2."""
    kind = "application/zip"
    parts = (Part(str(n), kind, name, b"") for n, name in enumerate(names, 2))
    return Letter(Envelope(ADA, subject="Stuck!"), parts=tuple(parts))


def test_a_note_beside_a_puzzle_is_told_once() -> None:
    note = Note(NoteKind.NOT_OPENED, part="2")
    letter = with_attachments("virus.exe")
    text = answer_to([solved()], notes=(note, note), letter=letter).text
    assert text.count("The first attachment: I do not open") == 1


def test_that_a_part_holds_no_grid_is_not_worth_telling_beside_a_puzzle() -> None:
    note, letter = Note(NoteKind.NO_GRID, part="2"), with_attachments("logo.png")
    beside = answer_to([solved()], notes=(note,), letter=letter)
    alone = answer_to([], notes=(note,), letter=letter)
    assert "attachment" not in beside.text
    assert "The first attachment: I see no Sudoku" in alone.text


def test_the_names_of_180_files_are_told_in_five_notes_without_a_name() -> None:
    letter = with_attachments(*(f"buy{n}.now.test" for n in range(180)))
    notes = tuple(Note(NoteKind.NOT_OPENED, part=part.number) for part in letter.parts)
    reply = answer_to([], notes=notes, letter=letter)
    assert reply.text.count("\n- ") == 5
    assert "The fourth attachment: I do not open" in reply.text
    assert "more in your message than I" in reply.text
    assert "now.test" not in reply.text + reply.html
    assert len(reply.text + reply.html) < 12_000


@pytest.mark.parametrize("language", written())
def test_the_sixth_attachment_is_named_by_its_number(language: str) -> None:
    letter = with_attachments(*"abcdef")
    last = Note(NoteKind.ENCRYPTED, part=letter.parts[-1].number)
    text = answer_to([], language=language, notes=(last,), letter=letter).text
    assert re.search(r"\n- [^\n:]* 6 ?:", text)


def test_a_kind_of_puzzle_that_we_do_not_solve_is_named() -> None:
    composed = compose(
        Letter(Envelope(ADA)), Wish(variant="killer"), Findings(), Context(proven=True)
    )
    assert composed.kind is Kind.NO_PUZZLE
    assert "killer" in composed.text


@cases("lack, told")
def test_what_a_typed_puzzle_lacks_is_counted_out(lack: Lack, told: str) -> None:
    composed = answer_to(notes=(Note(NoteKind.CUT_OFF, lack=lack),))
    assert composed.kind is Kind.UNREADABLE
    assert told in " ".join(composed.text.split())


@pytest.mark.parametrize(
    ("language", "told"), [("en", "even and odd"), ("de", "gerade und ungerade")]
)
def test_a_kind_is_named_in_the_readers_language(language: str, told: str) -> None:
    note = Note(NoteKind.VARIANT, "even-odd")
    assert f"({told})" in answer_to(notes=(note,), language=language).text


@pytest.mark.parametrize("language", written())
def test_the_counts_of_a_lack_stand_in_every_language(language: str) -> None:
    notes = (
        Note(NoteKind.CUT_OFF, lack=Lack(9, cells=77)),
        Note(NoteKind.CUT_OFF, lack=Lack(9, rows=7)),
        Note(NoteKind.CUT_OFF, lack=Lack(9, row=3, cells=8)),
    )
    text = answer_to(notes=notes, language=language).text
    first, second, third = text.split("\n- ")[1:]
    assert {"77", "81"} <= set(re.findall(r"\d+", first))
    assert {"7", "9"} <= set(re.findall(r"\d+", second))
    assert {"3", "8", "9"} <= set(re.findall(r"\d+", third))


def test_the_last_note_of_the_day_says_so() -> None:
    def note(last: bool) -> Content:
        context = Context(proven=True, last=last)
        return compose(Letter(Envelope(ADA)), Wish(), Findings(), context)

    assert "last message" in note(True).text
    assert "last message" not in note(False).text


def test_the_facts_tell_the_size_and_how_hard_it_is() -> None:
    text = every_kind()["solved"].text
    [line] = [line for line in text.splitlines() if " · " in line]
    assert "9x9" in line
    assert line == "9x9 · Moderate"
    assert "10 = A … 16 = G" in answer_to([large(Shape(4, 4))]).text


@pytest.mark.parametrize(
    "shape", [Shape(2, 2), Shape(3, 2), Shape(4, 3), Shape(4, 4), Shape(5, 5)]
)
def test_every_size_of_grid_gets_its_solution_in_both_parts(shape: Shape) -> None:
    composed = answer_to([large(shape)])
    [line] = composed.solutions
    size = shape.size
    rows = [line[i : i + size] for i in range(0, len(line), size)]
    shown = composed.text.partition("Solution (")[2].split("\n\n")[1]
    assert re.sub(r"[^0-9A-P]", "", shown) == line
    cells = re.sub(r"<th.*?</th>", "", composed.html)
    html = re.sub(r"<[^>]*>|\s", "", cells)
    assert all(row in html for row in rows)


def test_pages_stay_small_however_much_there_is_to_show() -> None:
    for name, composed in every_kind("de").items():
        assert 0 < len(composed.html.encode()) < 30_000, name
    assert len(answer_to([large(Shape(5, 5))] * 12).html.encode()) < 95_000
    assert len(answer_to([large(Shape(5, 5))]).html.encode()) < 95_000
    for language in written():
        page = answer_to([solved()] * 12, language=language).html
        assert 0 < len(page.encode()) < 30_000, language


def test_a_page_that_could_not_be_kept_small_is_left_out() -> None:
    reply = answer_to([large(Shape(5, 5))] * 60)
    assert reply.html == ""
    assert reply.text.count("Puzzle: ") == 60


def test_a_letter_of_text_is_answered_without_loading_cv2() -> None:
    code = (
        "import sys; from tests.compose.cases import answer_to, solved; "
        "answer_to([solved()]); sys.exit(bool({'cv2', 'numpy'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_a_full_grid_with_mistakes_is_solved_unless_only_a_check_was_asked() -> None:
    full = {cell: digits(SOLUTION)[cell] for cell in EMPTY} | {1: 3}
    answer = Solved(Grid(NINE, digits(SOLUTION)))
    one = puzzle(grid(entries=full), Status.COMPLETE, answer, (), (1,))
    assert answer_to([one]).solutions == (SOLUTION,)
    checked = answer_to([one], Want.CHECK)
    assert checked.solutions == ()
    assert "row 1, column 2" in checked.text


@cases("symbols, told")
def test_what_the_symbols_of_another_alphabet_are_here_is_said_before_any_grid(
    symbols: str, told: tuple[str, ...]
) -> None:
    known = large(Shape(4, 4))
    theirs = replace(known, reading=replace(known.reading, symbols=symbols))
    reply = answer_to([theirs])
    above = " ".join(reply.text.partition("#=")[0].split())
    for pair in told:
        assert pair in above
        assert pair in reply.html.partition("<table")[0].replace("\xa0", " ")


@pytest.mark.parametrize("symbols", ["ABCDEFGHI", "012345678"])
def test_a_solution_is_shown_in_the_symbols_of_the_puzzle_as_well(symbols: str) -> None:
    one = solved()
    theirs = replace(one, reading=replace(one.reading, symbols=symbols))
    reply = answer_to([theirs])
    shown = reply.text.partition("your symbols:")[2]
    signs = "".join(re.findall(r"\b[A-I0-8]\b", shown.partition("Next")[0]))
    assert signs == SOLUTION.translate(str.maketrans("123456789", symbols))
    assert "your symbols:" in reply.html
    assert "your symbols" not in answer_to([theirs], Want.HINT).text


def test_a_solution_in_the_usual_symbols_is_shown_once() -> None:
    assert "your symbols:" not in answer_to([solved()]).text


def test_of_the_usual_symbols_nothing_is_said() -> None:
    assert "Yours = mine" not in answer_to([large(Shape(4, 4))]).text


@cases("kind, told")
def test_short_names_of_cells_are_explained_there(kind: str, told: bool) -> None:
    text = " ".join(every_kind()[kind].text.split())
    named = re.search(r"r(\d)c(\d) is row \1 from the top, column \2 from", text)
    assert bool(named) is told
    assert ("box 1 is at the top left, box 2 to its right" in text) is told


def test_whoever_asked_to_be_left_alone_is_asked_for_nothing() -> None:
    reply = every_kind()["stop"]
    for page in (reply.text, reply.html):
        assert "This message was written by a program." in page
        assert "Reply with" not in page


def test_with_too_few_digits_to_tell_that_leads_and_no_cell_is_picked_out() -> None:
    nearly_empty = grid("7" + 80 * ".")
    few = puzzle(nearly_empty, Status.AMBIGUOUS, solve(nearly_empty))
    text = answer_to([few]).text
    assert text.startswith("Hello!\n\nA puzzle of this size needs at least 17 digits")
    assert "could be" not in text
    assert "could be" in every_kind()["ambiguous"].text


def test_slanted_digits_are_explained_wherever_they_are_shown() -> None:
    for name, composed in every_kind().items():
        html = composed.html
        slanted = "font-style:italic" in html
        assert ("Italic: your own digits" in html) is slanted, name


def test_a_page_of_many_grids_keeps_tables_with_headers() -> None:
    twins = grid(GRANDFATHER.replace("8", ".").replace("9", "."))
    reply = answer_to([puzzle(twins, Status.AMBIGUOUS, solve(twins))], Want.ALL)
    assert len(reply.solutions) == 10
    assert reply.html.count("<table") == reply.html.count("<caption>") == 11
    assert reply.html.count("<th scope=row>") == 9 * 11
    text = read_page(reply.html).text
    for line in reply.solutions:
        rows = [line[i : i + 9] for i in range(0, 81, 9)]
        assert all(" ".join(row) in text or row in text for row in rows)
