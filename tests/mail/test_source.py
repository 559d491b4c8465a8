"""Sources of messages and pages within a text are opened once more."""

import pytest

from mailbot.mail.message.letter import parse
from mailbot.talk import listen
from tests.cases import data_of
from tests.sample_letters import PUZZLE, ROWS, raw

TABLE = "\n".join(
    "<tr>" + "".join(f"<td>{c.replace('.', '&nbsp;')}</td>" for c in row) + "</tr>"
    for row in ROWS
)
PAGE = f"<html><body>\n<p>Dear Ann,</p>\n<table>\n{TABLE}\n</table>\n</body></html>"

[REPLY] = data_of(__file__, "reply")


def quote(text: str, sign: str) -> str:
    return "\n".join(sign + line for line in text.split("\n"))


@pytest.mark.parametrize("sign", ["> ", "| ", "\t"])
@pytest.mark.parametrize("words", ["next\n{}\n", "{}\nnext\n"])
def test_a_quoted_source_is_shown_decoded_below_its_sign(sign: str, words: str) -> None:
    # bsdmailx "r" and mailutils "r" quote so, and nmh with "repl -filter".
    letter = parse(raw(words.format(quote(REPLY, sign))))
    assert "> Dear Ada, a line that a soft break cuts\n" in letter.text
    assert "=_c0ffee--" not in letter.text
    assert "<p>Dear Ada</p>" in letter.html
    assert listen(letter).spoken == "next"


def test_the_files_of_a_source_become_parts() -> None:
    source = (
        "--=_x1y2\nContent-Type: text/plain\n\nHelp, Ann!\n\n--=_x1y2\n"
        'Content-Type: image/png; name="a.png"\nContent-Transfer-Encoding: base64\n\n'
        "iVBORw0KGgo=\n\n--=_x1y2--\n"
    )
    letter = parse(raw(f"A hint, please\n\n{source}\nLove, Ann\n"))
    assert [(p.filename, p.data[:4]) for p in letter.parts] == [("a.png", b"\x89PNG")]
    assert " ".join(letter.text.split()) == "A hint, please Help, Ann! Love, Ann"


def test_nmh_forwards_a_message_with_dashes_escaped() -> None:
    letter = parse(
        raw(
            "Just a hint\n\n------- Forwarded Message\n\nFrom: oma@home.test\n\n"
            "- - 1 - 9 -\n- - -----\n\n------- End of Forwarded Message\n"
        )
    )
    assert "\n- 1 - 9 -\n- -----\n" in letter.text
    assert listen(letter).spoken == "Just a hint"


@pytest.mark.parametrize("sign", ["", "> "])
def test_a_page_within_a_text_is_read_as_a_page(sign: str) -> None:
    letter = parse(raw(f"A hint, please\n\n{quote(PAGE, sign)}\n\nAnn\n"))
    assert "<td>" not in letter.text
    assert "<table>" in letter.html
    assert letter.text.startswith("A hint, please")
    assert letter.text.endswith("Ann\n")


def test_the_line_above_a_page_that_tells_its_version_belongs_to_it() -> None:
    version = '<?xml version="1.0" encoding="utf-8"?>'
    letter = parse(raw(f"A hint, please\n\n{version}\n{PAGE}\n\nAnn\n"))
    assert "<?xml" not in letter.text


@pytest.mark.parametrize("names", ["table:table table:table-cell", "table cell"])
def test_other_elements_within_a_text_are_no_page(names: str) -> None:
    # OpenDocument and TEI, as pandoc writes them; a page would drop unknown elements.
    table, cell = names.split()
    rows = "\n".join(f"<{cell}>{n}</{cell}>" for n in range(20))
    letter = parse(raw(f"Solve this\n\n<{table}>\n{rows}\n</{table}>\n"))
    assert f"<{table}>" in letter.text
    assert not letter.html


def test_text_behind_the_end_of_a_page_is_no_part_of_it() -> None:
    # Gnus closes a forwarded page and goes on in the same part.
    text = f"{PAGE}\n--- End of forwarded message ---\n\nA hint, please\n"
    letter = parse(raw(text, "Content-Type: text/html"))
    assert letter.html == PAGE
    assert listen(letter).spoken == "A hint, please"


def test_an_attached_message_is_heard_as_a_forward() -> None:
    inner = f"From: oma@home.test\nSubject: x\n\n{PUZZLE}\n\nSolve it for me\n"
    letter = parse(
        raw(
            "--cut\n\nJust a hint\n--cut\nContent-Type: message/rfc822\n\n"
            f"{inner}\n--cut--\n",
            "Content-Type: multipart/mixed; boundary=cut",
        )
    )
    words = listen(letter)
    assert words.spoken == "Just a hint"
    assert words.below
    assert words.below.spoken == "Solve it for me"


@pytest.mark.parametrize("cut", range(0, len(REPLY), 23))
def test_a_source_that_is_cut_off_breaks_nothing(cut: int) -> None:
    parse(raw(f"next\n{quote(REPLY[:cut], '> ')}"))


def test_a_source_in_a_source_ends() -> None:
    text = "x"
    for depth in range(10):
        mark = f"=_{depth}abc"
        text = f"--{mark}\nContent-Type: text/plain\n\n{text}\n--{mark}--"
    assert parse(raw(text)).text


def test_a_grid_that_a_person_changed_in_a_quoted_source_counts() -> None:
    # nmh "repl" with the whole source as the draft: the page beside it is unchanged.
    changed = REPLY.replace("cuts", "cuts " + "\n".join(ROWS))
    assert parse(raw(quote(changed, "> "))).html == ""
