"""Words with their boxes: laid out as on their page."""

from mailbot.text.typed import read_text
from mailbot.text.words import lay_out_words
from tests.sample_letters import PUZZLE

PLACED = [(n // 9, n % 9, digit) for n, digit in enumerate(PUZZLE) if digit != "."]


def lines(text: str) -> list[str]:
    return [line.replace(" ", "") for line in lay_out_words(text).split("\n") if line]


def page_xml(first: int = 100) -> str:
    """A page in PAGE, whose words have corners, and whose region repeats its text."""
    words = "".join(
        f'<Word id="w{row}{column}"><Coords points="{first + 40 * column},{50 * row} '
        f"{first + 40 * column + 18},{50 * row} {first + 40 * column + 18},"
        f'{50 * row + 30} {first + 40 * column},{50 * row + 30}"/>'
        f"<TextEquiv><Unicode>{digit}</Unicode></TextEquiv></Word>"
        for row, column, digit in PLACED
    )
    return (
        f'<PcGts><Page imageFilename="a.png"><TextRegion><Coords points="0,0 9,9"/>'
        f"{words}<TextEquiv><Unicode>5 3 7</Unicode></TextEquiv></TextRegion></Page>"
        "</PcGts>"
    )


def pdf_xml(heights: range) -> str:
    """Characters as in the XML of pdfminer."""
    return "<page>" + "".join(
        f'<text bbox="{20 * column},{heights[row]},{20 * column + 6},'
        f'{heights[row] + 9}" size="9">{digit}</text>'
        for row, column, digit in PLACED
    )


def givens(text: str) -> list[str]:
    return [puzzle.grid.line for puzzle in read_text(text).puzzles]


def test_corners_are_a_box_and_a_text_that_is_repeated_is_none() -> None:
    assert givens(page_xml()) == [PUZZLE]


def test_every_page_is_laid_out_for_itself() -> None:
    assert lines(page_xml() + page_xml(900)) == lines(page_xml()) * 2


def test_a_page_that_is_measured_from_its_lower_edge_is_not_turned() -> None:
    assert givens(pdf_xml(range(800, 0, -20))) == [PUZZLE]
    assert givens(pdf_xml(range(0, 800, 20))) == [PUZZLE]


def test_a_few_words_with_boxes_are_no_page() -> None:
    assert not lay_out_words(page_xml().partition('<Word id="w40">')[0][:2000])


def test_a_table_of_words_without_their_places_is_no_page() -> None:
    assert not lay_out_words("left\ttop\ttext\n" + "a\tb\t5\n" * 40)


def test_a_field_without_end_is_no_fault_of_the_reader() -> None:
    head = "text,x0,x1,top,bottom,upright\n"
    assert lay_out_words(head + "1,2,3,4,5," + "a" * 140_000) == ""
