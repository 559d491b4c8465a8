"""Puzzles in HTML, whatever elements are their cells; hostile pages cost little."""

from base64 import b64encode
from collections.abc import Callable
from urllib.parse import quote

import pytest

from mailbot.model import Findings, Source, Status
from mailbot.text.html import read_page
from mailbot.text.link import read_links
from mailbot.text.typed import read_text
from tests.cases import cases_of, data_of
from tests.sample_letters import PUZZLE, ROWS, table

cases = cases_of(__file__)


def grids(html: str) -> list[str]:
    return [p.grid.line for p in read_text(read_page(html).text, Source.HTML).puzzles]


def cells(row: str, blank: str = "", tag: str = "span") -> str:
    return "".join(f"<{tag}>{c if c != '.' else blank}</{tag}>" for c in row)


def boxes() -> list[str]:
    """The cells of each box, in reading order."""
    return [
        "".join(ROWS[top + i][left : left + 3] for i in range(3))
        for top in (0, 3, 6)
        for left in (0, 3, 6)
    ]


def nested() -> str:
    inner = [table([box[:3], box[3:6], box[6:]]) for box in boxes()]
    rows = (inner[i : i + 3] for i in (0, 3, 6))
    bands = ("".join(f"<td>{t}</td>" for t in row) for row in rows)
    return "<table>" + "".join(f"<tr>{band}</tr>" for band in bands) + "</table>"


def spaced_boxes() -> str:
    rows = [f"{row[:3]} {row[3:6]} {row[6:]}".replace(" ", ".") for row in ROWS]
    gap = '<tr><td colspan="11"></td></tr>'
    thirds = [table(rows[i : i + 3], "")[7:-8] for i in (0, 3, 6)]
    return f"<table>{gap.join(thirds)}</table>"


def labelled() -> str:
    head = "<th></th>" + "".join(f"<th>{i}</th>" for i in range(1, 10))
    body = "".join(
        f"<tr><th>{'ABCDEFGHI'[i]}</th>{cells(row, tag='td')}</tr>"
        for i, row in enumerate(ROWS)
    )
    return f"<table><tr>{head}</tr>{body}</table>"


OUTLOOK = (
    "<td width=20 style='border:solid windowtext 1.0pt'><p class=MsoNormal>"
    "<span lang=EN-US style='font-size:11.0pt'>{}<o:p></o:p></span></p></td>"
)
FORMS = {
    "table": table(ROWS),
    "empty cells": table(ROWS, ""),
    "zeros": table(ROWS, "0"),
    "Outlook": "<table>"
    + "".join(
        "<tr>"
        + "".join(OUTLOOK.format(c.replace(".", "<o:p>&nbsp;</o:p>")) for c in row)
        + "</tr>"
        for row in ROWS
    )
    + "</table>",
    "nested": nested(),
    "gaps between boxes": spaced_boxes(),
    "labels": labelled(),
    "a layout around it": f"<table><tr><td>3 May 2024</td></tr><tr><td>{table(ROWS)}"
    "</td></tr><tr><td>(c) 2024, Tel 555-0100</td></tr></table>",
    "fields": "<table>"
    + "".join(
        "<tr>"
        + "".join(f'<td><input value="{c.replace(".", "")}"></td>' for c in row)
        + "</tr>"
        for row in ROWS
    )
    + "</table>",
    "a flat row of cells": f"<div class=grid>{cells(PUZZLE, tag='div')}</div>",
    "rows of spans": "".join(f"<div>{cells(row)}</div>" for row in ROWS),
    "buttons": "".join(f"<div>{cells(row, tag='button')}</div>" for row in ROWS),
    "boxes one by one": "<div>"
    + "".join(f"<div>{cells(box)}</div>" for box in boxes())
    + "</div>",
    "pre": "<pre>" + "\n".join(ROWS) + "</pre>",
    "lines": "<br>".join(ROWS),
    "paragraphs": "".join(f"<p class=MsoNormal>{' '.join(row)}</p>" for row in ROWS),
    "list": "<ul>" + "".join(f"<li>{row}</li>" for row in ROWS) + "</ul>",
    "no-break spaces": "<br>\n".join("&nbsp;".join(row) for row in ROWS),
    "bold": "<br>".join(
        "".join(f"<b>{c}</b>" if c != "." else "_" for c in row) for row in ROWS
    ),
    "entities": "".join(
        f"<div>{''.join(f'&#{ord(c)};' for c in row)}</div>" for row in ROWS
    ),
    "pictures": "<table>"
    + "".join(
        "<tr>"
        + "".join(
            f'<td><img src=x alt="{c}"></td>' if c != "." else "<td></td>" for c in row
        )
        + "</tr>"
        for row in ROWS
    )
    + "</table>",
    "joiners": table(ROWS, "&zwnj;"),
    "soft hyphens": table(ROWS, "&shy;"),
    "pencil marks": table(ROWS, "<small>1 2 5</small>"),
    "quoted": f"Hi<blockquote><div>{'<br>'.join(ROWS)}</div></blockquote>",
    "formatting": table(ROWS).replace("<td>", "<td><font size=2><b>"),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize(
    "around",
    [
        "{}",
        "<div dir=ltr>please<br><div class=gmail_quote>From: J &lt;j@a.org&gt;<br>{}"
        "</div></div>",
        "<html><head><style>td{{width:9px}}</style><script>x=[1,2,3]</script></head>"
        "<body><div style='display:none'>" + "9" * 81 + "</div><p>Daily 1 2 3</p>{}"
        "<p>Tel 555-0100</p></body></html>",
    ],
    ids=["alone", "forwarded", "newsletter"],
)
def test_a_puzzle_is_found_however_it_is_drawn(form: str, around: str) -> None:
    assert grids(
        around.replace("{{", "{").replace("}}", "}").replace("{}", FORMS[form])
    ) == [PUZZLE]


@pytest.mark.parametrize(
    "hidden", ["display: none", "visibility:hidden", "max-height:0"]
)
def test_what_nobody_sees_is_not_read(hidden: str) -> None:
    assert grids(f'<div style="{hidden}">{table(ROWS)}</div><p>Hello</p>') == []
    assert (
        grids(f"<!-- {PUZZLE} --><style>{PUZZLE}</style><title>{PUZZLE}</title>") == []
    )


def test_quoted_lines_begin_with_a_greater_than_sign() -> None:
    html = "mine<blockquote>theirs<blockquote>older</blockquote></blockquote>mine"
    assert read_page(html).text.split("\n") == ["mine", "> theirs", "> older", "mine"]


def test_text_around_a_table_is_kept() -> None:
    text = read_page(f"<p>before</p>{table(ROWS)}<p>after</p>").text
    assert text.startswith("before\n")
    assert text.endswith("\nafter")


def test_links_are_listed_and_scripts_are_not() -> None:
    html = '<a href="https://a.org/?x=1&amp;y=2">a</a><a href="javascript:x()">b</a>'
    assert read_page(html).links == ("https://a.org/?x=1&y=2",)


def test_remote_pictures_are_links_except_tracking_pixels() -> None:
    html = (
        '<img src="https://a.org/sudoku.png" width=400><img src="cid:x">'
        '<img src="https://t.org/open.gif" width="1" height="1">'
    )
    assert read_page(html).links == ("https://a.org/sudoku.png",)


def test_tables_of_numbers_are_no_puzzle() -> None:
    rows = [[str((i * 7 + j * 3) % 40) for j in range(9)] for i in range(9)]
    cells = "".join(
        "<tr>" + "".join(f"<td>{c}</td>" for c in row) + "</tr>" for row in rows
    )
    assert grids(f"<table>{cells}</table>") == []


@pytest.mark.parametrize("first", [0, 1])
def test_numbers_of_rows_and_columns_are_no_digits(first: int) -> None:
    numbers = "".join(map(str, range(first, first + 9)))
    named = [f".{numbers}", *(n + row for n, row in zip(numbers, ROWS, strict=True))]
    assert grids(table(named)) == [PUZZLE]


WRITTEN = {2: "4", 10: "7", 40: "9"}
"""Entries, the last of them wrong: r5c5 is 5."""

[LOOKS] = data_of(__file__, "looks")


def written_in(given: str, entry: str, entries: dict[int, str]) -> str:
    """The puzzle as a table, with the entries of a person in their own look."""
    cells = [
        entry.format(entries[i])
        if i in entries
        else given.format(c)
        if c != "."
        else "<td>&nbsp;</td>"
        for i, c in enumerate(PUZZLE)
    ]
    rows = ("".join(cells[i : i + 9]) for i in range(0, 81, 9))
    return "<table>" + "".join(f"<tr>{row}</tr>" for row in rows) + "</table>"


@pytest.mark.parametrize("look", LOOKS)
def test_entries_are_told_from_givens_by_their_look(look: str) -> None:
    given, entry = LOOKS[look]
    page = read_page(written_in(given, entry, WRITTEN))
    (puzzle,) = read_text(page.text, Source.HTML).puzzles
    assert puzzle.grid.line == PUZZLE
    found = {i: str(d) for i, d in enumerate(puzzle.grid.entries) if d}
    assert found == WRITTEN
    assert puzzle.status is Status.SOLVED
    assert puzzle.wrong_entries == (40,)


@cases("given, entry")
def test_two_looks_without_print_tell_no_entries(given: str, entry: str) -> None:
    page = read_page(written_in(given, entry, WRITTEN))
    (puzzle,) = read_text(page.text, Source.HTML).puzzles
    assert not any(puzzle.grid.entries)
    assert puzzle.status is Status.IMPOSSIBLE


def test_emphasis_on_some_givens_makes_no_entries_of_the_rest() -> None:
    some = {i: c for i, c in enumerate(PUZZLE) if c != "." and i % 3}
    page = read_page(written_in("<td><b>{}</b></td>", "<td>{}</td>", some))
    (puzzle,) = read_text(page.text, Source.HTML).puzzles
    assert puzzle.grid.line == PUZZLE
    assert not any(puzzle.grid.entries)


@cases("cell")
def test_what_is_crossed_out_does_not_count(cell: str) -> None:
    page = read_page(written_in("<td>{}</td>", cell, {40: ""}))
    (puzzle,) = read_text(page.text, Source.HTML).puzzles
    assert puzzle.status is Status.SOLVED
    digits = puzzle.grid.line
    assert digits[40] == ("5" if "5" in cell else ".")
    assert digits[:40] + "." + digits[41:] == PUZZLE


def test_a_puzzle_that_is_crossed_out_is_not_read() -> None:
    assert grids(f"<s>{table(ROWS)}</s>") == []
    assert grids(f"<p><del>{PUZZLE}</del></p>") == []


HOSTILE = {
    "deep": "<div>" * 100_000,
    "deep tables": "<table><tr><td>" * 30_000,
    "attributes": "<p " + " ".join(f"a{i}=1" for i in range(100_000)) + ">",
    "open formatting": "".join(f"<p><b a={i}>" for i in range(15_000)),
    "open links": "".join(f"<p><a href={i}>" for i in range(15_000)),
    "quotes": "<p \"'" * 150_000,
    "brackets": "<" * 500_000,
    "comments": "<!--" * 150_000,
    "styles": "<style>" * 100_000,
    "entities": "&amp" * 200_000,
    "cells": "<table>" + ("<tr>" + "<td>5" * 9) * 4_000,
    "strokes": "<s>" * 100_000,
    "bold in a cell": "<table><tr><td>" + "<b>5" * 20_000,
    "colours": "<table><tr><td>" + "<font color=#00f>5</font>" * 10_000,
    "endless style": f'<p style="{"font:" * 50_000}">',
    "foster parents": "<table>x" * 40_000,
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_pages_are_read_to_an_end(name: str) -> None:
    assert grids(HOSTILE[name]) == []


def test_a_puzzle_in_html_has_its_source() -> None:
    (puzzle,) = read_text(read_page(table(ROWS)).text, Source.HTML).puzzles
    assert puzzle.reading.source is Source.HTML
    assert puzzle.status is Status.SOLVED


@pytest.mark.parametrize("value", ["pre", "pre-wrap", "pre-line", "break-spaces"])
def test_line_ends_are_kept_where_the_style_says_so(value: str) -> None:
    rows = "\n".join(ROWS)
    assert grids(f'<div style="white-space: {value}">Help\n{rows}</div>') == [PUZZLE]


def twice(link: str) -> str:
    inner = quote(f"https://www.google.com/url?q={quote(link, safe='')}", safe="")
    return f"https://eur01.safelinks.protection.outlook.com/?url={inner}&data=05"


@pytest.mark.parametrize(
    "rewrite",
    [
        twice,
        lambda link: f"https://urldefense.com/v3/__{link}__;!!Ab!x$",
        lambda link: (
            "https://urldefense.proofpoint.com/v2/url?u="
            + quote(link, safe="/").replace("%", "-").replace("/", "_")
            + "&d=Dw"
        ),
        lambda link: (
            "https://eu.protection.sophos.com/?d=a.example&u="
            + b64encode(link.encode()).decode()
        ),
    ],
)
def test_a_link_that_a_gateway_rewrote_is_read(rewrite: Callable[[str], str]) -> None:
    link = rewrite(f"https://a.example/p?bd={PUZZLE.replace('.', '0')}")
    assert [p.grid.line for p in read_links([link]).puzzles] == [PUZZLE]


def test_links_within_links_end() -> None:
    link = "https://a.example/x"
    for _ in range(12):
        link = f"https://a.example/?u={quote(link, safe='')}"
    assert read_links([link]) == Findings()


def test_a_6x6_table_with_entries_is_read_with_its_printed_digits() -> None:
    rows = ("12..56", "45.123", "23456.", "561.34", "3.5612", "61234.")
    entries = {(0, 2): "3"}
    cells = (
        "".join(
            f"<td>{entries[r, c]}</td>" if (r, c) in entries else f"<td><b>{d}</b></td>"
            for c, d in enumerate(row.replace(".", " "))
        )
        for r, row in enumerate(rows)
    )
    text = read_page(f"<table><tr>{'</tr><tr>'.join(cells)}</tr></table>").text
    assert "1 2 . . 5 6" in text, "as printed"
    assert "1 2 3 . 5 6" in text, "with the entry"
