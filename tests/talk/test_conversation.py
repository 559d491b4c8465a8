"""Going on from a reply of ours, however a mail program quotes it."""

import re
from collections.abc import Callable
from dataclasses import replace
from textwrap import wrap

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from mailbot.compose import Composed
from mailbot.marker import find_markers, strip_quoting, write_marker
from mailbot.model import (
    Envelope,
    Letter,
    Part,
    Puzzle,
    Reply,
    Source,
    Status,
    Want,
)
from mailbot.talk import Conversation, continue_thread, listen
from solver import Grid, Impossible, Shape, write_line
from tests.compose.cases import (
    ADA,
    GRANDFATHER,
    SOLUTION,
    answer_to,
    digits,
    every_kind,
    grid,
    large,
    puzzle,
    solved,
)

MISREAD = "1" + GRANDFATHER[1:]
"""The grandfather's puzzle, its first digit misread."""


def doubtful(givens: str = MISREAD, *cells: int) -> Reply:
    """A reply that asks what stands in these cells, or in the first."""
    doubts = cells or (0,)
    return answer_to([puzzle(grid(givens), Status.DOUBTFUL, None, doubts)]).reply


def quote(text: str, sign: str = "> ") -> str:
    return "\n".join(sign + line for line in text.splitlines())


def gmail(reply: Reply, words: str) -> Letter:
    """Gmail: both parts; the text wrapped, its long lines broken, the HTML in a div."""
    text = "\n".join(
        piece for line in reply.text.splitlines() for piece in wrap(line, 70) or [""]
    )
    head = "On Sat, Nov 21, 2026 at 9:00 AM Bot <bot@bot.example> wrote:"
    return letter(
        f"{words}\n\n{head}\n\n{quote(text)}",
        f'<div dir="ltr">{words.replace(chr(10), "<br>")}</div><br>'
        f'<div class="gmail_quote"><div dir="ltr" class="gmail_attr">{head}<br></div>'
        f'<blockquote class="gmail_quote">{reply.html}</blockquote></div>',
    )


def outlook(reply: Reply, words: str) -> Letter:
    """Outlook: nothing marks the quote but the headers above it; HTML alone."""
    body = re.sub(
        r"<td style=\"([^\"]*)\"", r'<td width=34 style="\1;mso-x:1"', reply.html
    )
    return letter(
        "",
        f"<html><body><p class=MsoNormal>{words.replace(chr(10), '<br>')}</p>"
        "<div style='border-top:solid #E1E1E1 1.0pt'><p class=MsoNormal>"
        "<b>From:</b> Bot &lt;bot@bot.example&gt;<br><b>Sent:</b> Saturday<br>"
        f"<b>Subject:</b> Re: Stuck</p></div>{body}</body></html>",
    )


def outlook_text(reply: Reply, words: str) -> Letter:
    """Outlook in plain text: no sign at all before the quoted lines."""
    head = "-----Original Message-----\nFrom: Bot <bot@bot.example>\nSubject: Re: Stuck"
    return letter(f"{words}\n\n{head}\n\n{reply.text}")


def apple_mail(reply: Reply, words: str) -> Letter:
    """Apple Mail: the quote in a blockquote of type cite, an empty line between all."""
    head = "Am 21.11.2026 um 09:00 schrieb Bot <bot@bot.example>:"
    return letter(
        f"{words}\n\n> {head}\n> \n{quote(reply.text)}\n",
        f"<html><body>{words.replace(chr(10), '<br>')}<div><br><blockquote type='cite'>"
        f"<div>{head}</div><br><div>{reply.html}</div></blockquote></div></body></html>",
    )


def thunderbird(reply: Reply, words: str) -> Letter:
    """Thunderbird in plain text, answering below the quote; long lines broken hard."""
    lines = (
        line[start : start + 70]
        for line in reply.text.splitlines()
        for start in range(0, max(len(line), 1), 70)
    )
    head = "Am 21.11.26 um 09:00 schrieb Bot:"
    return letter(f"{head}\n{quote(chr(10).join(lines), '>')}\n\n{words}\n")


def deep(reply: Reply, words: str) -> Letter:
    """Quoted a second time on the way."""
    return letter(f"{words}\n\n{quote(quote(reply.text, '>'), '> ')}")


CLIENTS: list[Callable[[Reply, str], Letter]] = [
    gmail,
    outlook,
    outlook_text,
    apple_mail,
    thunderbird,
    deep,
]


def letter(text: str = "", html: str = "", parts: tuple[Part, ...] = ()) -> Letter:
    envelope = Envelope(ADA, subject="Re: Stuck", in_reply_to=("<2@bot.example>",))
    return Letter(envelope, text, html, parts)


def follow(answer: Letter) -> Conversation | None:
    return continue_thread(answer, listen(answer))


def meant(answer: Letter) -> Conversation:
    conversation = follow(answer)
    assert conversation is not None
    return conversation


def found(answer: Letter) -> list[Puzzle]:
    return list(meant(answer).findings.puzzles)


@pytest.mark.parametrize("client", CLIENTS)
def test_the_puzzle_is_found_again_through_the_quoting(
    client: Callable[[Reply, str], Letter],
) -> None:
    reply = answer_to([solved(entries={1: 4})]).reply
    [one] = found(client(reply, "hint"))
    assert one.grid == grid(entries={1: 4})
    assert one.status is Status.SOLVED
    assert one.reading.source is Source.THREAD


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize(
    "words",
    [
        "r1c1=7",
        "R1C1 = 7",
        "r1c1: 7, thank you!",
        "Zeile 1, Spalte 1 ist 7",
        "It is wrong: row 1 column 1 should be 7",
    ],
)
def test_a_correction_is_applied(
    client: Callable[[Reply, str], Letter], words: str
) -> None:
    [one] = found(client(doubtful(), words))
    assert one.grid == grid()
    assert one.status is Status.SOLVED


@pytest.mark.parametrize("client", CLIENTS)
def test_an_edited_grid_is_read_as_edited(
    client: Callable[[Reply, str], Letter],
) -> None:
    reply = doubtful()
    edited = Reply(
        reply.to,
        reply.subject,
        "",
        (),
        "",
        text=reply.text.replace("# 1?|", "# 7 |"),
        html=reply.html.replace(">1?<", ">7<"),
    )
    assert edited.text != reply.text
    assert edited.html != reply.html
    [one] = found(client(edited, "there"))
    assert one.grid == grid()


def test_an_edited_puzzle_line_counts_more_than_the_grid_that_was_shown() -> None:
    text = doubtful().text.replace(f"Puzzle: {MISREAD}", f"Puzzle: {GRANDFATHER}")
    [one] = found(letter(quote(text)))
    assert one.grid == grid()


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("words", ["r1c1=7", "r1c1=7\nhint", "steps", "What is this?"])
def test_a_doubt_that_nobody_settled_is_asked_again(
    client: Callable[[Reply, str], Letter], words: str
) -> None:
    answer = client(doubtful(MISREAD, 0, 5), words)
    [one] = found(answer)
    assert one.status is Status.DOUBTFUL
    assert one.doubtful == ((5,) if "r1c1" in words else (0, 5))
    assert one.reading.cells[5].runner_up == 8
    again = answer_to([one]).reply
    [same] = found(client(again, "What?"))
    assert same.doubtful == one.doubtful


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize(
    ("words", "wish"),
    [
        ("solution", Wish(explicit=True, alone=True)),
        ("All is right.", Wish()),
        ("Alles richtig, bitte einen Tipp", HINT),
        ("r1c1 is 7, and r1c6 is 6", Wish()),
        ("r1c6=6, a 7 in r1c1", Wish()),
    ],
)
def test_a_doubt_is_settled_by_naming_the_cell_or_by_all_is_right(
    client: Callable[[Reply, str], Letter], words: str, wish: Wish
) -> None:
    findings = continue_thread(client(doubtful(GRANDFATHER, 0, 5), words), wish)
    [one] = found(findings)
    assert findings is not None
    assert not findings.notes
    assert (one.status, one.doubtful, one.grid) == (Status.SOLVED, (), grid())


@pytest.mark.parametrize(
    ("words", "wish"),
    [
        ("Is everything right?", Wish(Want.CHECK, explicit=True, alone=True)),
        ("It is not all right", Wish(Want.CHECK, explicit=True)),
        ("Thank you, but it is wrong", SOLVE),
        ("Is r1c1 7?", Wish()),
        ("There is no 7 in r1c1", Wish()),
        ("It can't be a 7 in r1c1", Wish()),
        ("7 or 1 in r1c1", Wish()),
    ],
)
def test_what_does_not_say_that_all_is_right_settles_nothing(
    words: str, wish: Wish
) -> None:
    text = f"{words}\n{quote(doubtful(GRANDFATHER).text)}"
    [one] = found(continue_thread(letter(text), wish))
    assert one.status is Status.DOUBTFUL


UNIQUE = GRANDFATHER[:5] + "4" + GRANDFATHER[6:]
"""The grandfather's puzzle, its 6 in r1c6 misread: it has one solution still."""


@pytest.mark.parametrize("client", [gmail, outlook])
@pytest.mark.parametrize(
    "words",
    [
        "The 4 in r1c6 is wrong.",
        "The 4 in r1c6 should be a 6.",
        "Die 4 in r1c6 ist falsch, da steht eine 6",
        "le 4 en r1c6 est un 6",
        "det står 4 i r1c6 hos dig, men det är en 6",
        "You read a 4 in r1c6, it is 6",
        "I am not sure about the 4 in r1c6",
        "3 in r4c7, or in r4c8?",
        "r1c6: 4 -> 6",
        "r1c6: 4 should be 6",
        "r1c6: 4. No, 6.",
        "r1c6=4 is not right",
        "I don't think r1c6 is 4",
        "You said r1c6 is 4 but it's 6",
        "r1c6=6 instead of r1c6=4",
        "maybe r1c6 is 4",
        "is r1c6 4",
        "r1c6=4, is that right?",
        "r1c6 = 4 (?)",
        "r1c6 is 4, or 6",
        "r1c6: 4, oder 6?",
        "4 oppure 6 in r1c6",
        "r1c6=4 or r1c6=6",
        "What does r4c7=3 mean?",
        "All is right except r1c6, which is a six",
        "Alles richtig bis auf r1c1",
        "Almost all is right",
        "prawie wszystko się zgadza",
        "I don't know if all is right",
        "non so se è tutto giusto",
        "All right, I'll look again",
        "All right! It is 6.",
        "Ist alles richtig",
        "Is everything right?",
        'If all is right, reply with "solution"',
        "It's 6. Solve it!",
        "The last digit of the first row is a 6, please solve",
        "r1c6 is six. Solve it please",
        "c6r1=6, please solve",
        "Solution\n\nr1c6 is a six",
        "solution\n\n6",
        "es ist eine 6, bitte lösen",
        "solve it only when r1c1 is clear",
        "Did you solve it?",
        "Löse es erst, wenn ich mich melde",
        "Can you check whether r1c6=4?",
        "Is this right? r1c6=4?",
        "Peux-tu vérifier si r1c6 est 4 ?",
        "r1c6\n4. Nov",
        "Look at r1c6\n4, rue de la Paix",
        "r1c6 is 4.5",
        "r1c6: ok",
        "r1c6 ist ja 8",
        "hint",
    ],
)
def test_what_is_not_wholly_understood_settles_no_doubt(
    client: Callable[[Reply, str], Letter], words: str
) -> None:
    answer = client(doubtful(UNIQUE, 5), words)
    findings = follow(answer)
    [one] = found(findings)
    assert (one.status, one.doubtful) == (Status.DOUBTFUL, (5,))
    assert one.grid == grid(UNIQUE)


@pytest.mark.parametrize(
    "words",
    [
        "solution",
        "Here is a sharper picture, please solve it.",
        "All is right",
        "Hier ein schärferes Bild, bitte lösen",
    ],
)
def test_a_new_picture_says_more_than_that_the_old_one_was_right(words: str) -> None:
    photo = Part("2", "image/jpeg", "image0.jpeg", b"\xff\xd8\xff" + bytes(60_000))
    text = f"{words}\n\n{quote(doubtful(UNIQUE, 5).text)}"
    answer = letter(text, parts=(photo,))
    assert follow(answer) is None


def test_of_two_puzzles_in_doubt_none_is_corrected_by_a_cell_alone() -> None:
    both = puzzle(grid(UNIQUE), Status.DOUBTFUL, None, (5,))
    reply = answer_to([both, both]).reply
    puzzles = found(gmail(reply, "Second puzzle: r1c6=6"))
    assert [one.doubtful for one in puzzles] == [(5,), (5,)]


def test_a_letter_that_keeps_to_what_a_hint_said_gets_no_solution() -> None:
    hint = answer_to([solved(entries={2: int(SOLUTION[2])})], Want.HINT).reply
    for words, want, notes in [
        (f"r1c3 is {SOLUTION[2]}, thanks", Want.CHECK, ()),
        (f"Now I see, r1c3 is {SOLUTION[2]}", None, NOTHING.notes),
    ]:
        answer = gmail(hint, words)
        findings = follow(answer)
        assert findings is not None
        assert (findings.want, findings.notes) == (want, notes), words


def test_a_cell_in_doubt_takes_a_printed_digit_even_where_a_hint_is_wished() -> None:
    reply = doubtful("." + GRANDFATHER[1:], 0)
    [one] = found(gmail(reply, "hint\nr1c1=7"))
    assert one.grid == grid()


@pytest.mark.parametrize(
    "words", ["R1C2 is 3", "3 in r1c2", "a 3 in row 1, column 2", "r1c2=3 next"]
)
def test_after_a_hint_a_digit_is_the_persons_own_and_is_checked(words: str) -> None:
    hint = answer_to([solved(entries={2: int(SOLUTION[2])})], Want.HINT).reply
    findings = follow(gmail(hint, words))
    [one] = found(findings)
    assert findings is not None
    assert findings.want is Want.CHECK
    assert one.grid.entries[1] == 3
    assert one.wrong_entries == (1,)


def test_after_a_solution_a_digit_in_an_empty_cell_was_overlooked() -> None:
    reply = answer_to([solved(entries={2: int(SOLUTION[2])})]).reply
    findings = follow(gmail(reply, "r1c2 is 4"))
    [one] = found(findings)
    assert findings is not None
    assert findings.want is None
    assert one.grid.givens[1] == 4


CHECK = Wish(Want.CHECK, explicit=True)


@pytest.mark.parametrize("words", ["I put 3 in r1c2, is that right?", "Check: r1c2=3"])
def test_a_digit_to_be_checked_is_the_persons_own(words: str) -> None:
    reply = answer_to([solved()], Want.HINT).reply
    findings = continue_thread(gmail(reply, words), CHECK)
    [one] = found(findings)
    assert findings is not None
    assert not findings.notes
    assert one.wrong_entries == (1,)


@pytest.mark.parametrize(
    "words", ["Is 3 right for row 1, column 2?", "2 or 3 in r1c2, is this right?"]
)
def test_a_check_of_a_cell_that_was_not_understood_calls_nothing_right(
    words: str,
) -> None:
    reply = answer_to([solved()], Want.HINT).reply
    findings = continue_thread(gmail(reply, words), CHECK)
    assert findings is not None
    assert findings.notes == NOTHING.notes


def test_a_correction_that_changes_nothing_is_understood() -> None:
    findings = continue_thread(
        gmail(doubtful(GRANDFATHER), "r2c1=8 and r1c1=7"), Wish()
    )
    [one] = found(findings)
    assert findings is not None
    assert not findings.notes
    assert one.status is Status.SOLVED


@pytest.mark.parametrize(
    ("symbols", "words"), [("ABCDEFGHI", "r1c1=G"), ("", "r1c1=7"), ("", "r1c1 is 7")]
)
def test_a_correction_is_read_in_the_persons_own_symbols(
    symbols: str, words: str
) -> None:
    text = write_marker(grid("." + GRANDFATHER[1:]), symbols=symbols)
    [one] = found(letter(f"{words}\n{quote(text)}"))
    assert one.grid == grid()


def test_a_zero_empties_a_cell() -> None:
    reply = doubtful(GRANDFATHER[0] + "1" + GRANDFATHER[2:], 1)
    [one] = found(letter("r1c2=0\n" + quote(reply.text)))
    assert one.grid == grid()


def test_a_correction_of_an_entry_leaves_it_an_entry() -> None:
    reply = answer_to([solved(entries={1: 3})], Want.CHECK).reply
    [one] = found(letter("r1c2=4\n" + quote(reply.text)))
    assert one.grid == grid(entries={1: 4})


def test_digits_put_into_the_grid_on_the_way_are_the_persons_own() -> None:
    reply = answer_to([solved()], Want.CHECK).reply
    text = reply.text.replace("# 7 |   |", "# 7 | 4 |", 1)
    assert text != reply.text
    [one] = found(letter("hint\n" + quote(text)))
    assert one.grid == grid(entries={1: 4})


def test_next_after_a_hint_goes_on_to_another_cell_until_all_are_filled() -> None:
    reply = answer_to([solved()], Want.HINT).reply
    seen = set()
    for _ in range(GRANDFATHER.count(".") - 1):
        findings = follow(letter("next\n" + quote(reply.text)))
        [one] = found(findings)
        seen.add(one.grid.entries)
        reply = answer_to([one], Want.NEXT).reply
    [last] = found(letter("next\n" + quote(reply.text)))
    assert len(seen) == GRANDFATHER.count(".") - 1
    assert last.status is Status.COMPLETE
    assert write_line(last.grid.digits) == SOLUTION


def test_a_solution_that_was_shown_beside_the_puzzle_is_no_edit() -> None:
    for client in CLIENTS:
        reply = answer_to([solved()]).reply
        [one] = found(client(reply, "hint"))
        assert one.grid == grid(), client.__name__


NOTHING = Findings(notes=(Note(NoteKind.NO_WISH),))


@pytest.mark.parametrize(
    "words",
    [
        "Thank you!",
        "Tack så mycket",
        "Dzięki :)",
        "",
        "ok",
        "Perfect, got it.",
        "👍",
        "Sent from my iPhone 15",
        "Merci !\n\nEnvoyé de mon iPhone",
    ],
)
@pytest.mark.parametrize("client", CLIENTS)
def test_a_thank_you_asks_for_nothing(
    client: Callable[[Reply, str], Letter], words: str
) -> None:
    reply = answer_to([solved()]).reply
    assert follow(client(reply, words)) == NOTHING


@pytest.mark.parametrize(
    "told",
    [
        "In row 1, column 1 there is a 7",
        "Row 1 col 1 must be 7 not 1",
        "r1c1 -> 7",
        "sorry, r1c1 7.",
        "(r1,c1) = 7",
        "Reihe 1, Spalte 1: 7",
        "r1c1 ist eine 7",
        "rad 1 kol 1 är 7",
        "wiersz 1, kolumna 1 to 7",
        "ligne 1, colonne 1 : 7",
        "In riga 1 colonna 1 c'è 7",
    ],
)
def test_a_correction_may_be_said_in_many_ways(told: str) -> None:
    [one] = found(letter(f"{told}\n{quote(doubtful().text)}"))
    assert one.grid == grid()


@pytest.mark.parametrize(
    "asked",
    ["is r1c1 2 or 3?", "r1c1: 2 or 3", "r1c1 = 2/3?", "row 1 column 1 is a joke"],
)
def test_what_a_person_weighs_is_no_correction(asked: str) -> None:
    findings = follow(letter(f"{asked}\n{quote(doubtful().text)}"))
    [one] = found(findings)
    assert one.grid == grid(MISREAD)


@pytest.mark.parametrize(
    "words", ["The upper left one is odd", "Thanks, but why?", "Thanks, the 1 is a 7"]
)
def test_what_is_not_understood_is_told_with_the_puzzle_kept(words: str) -> None:
    findings = follow(gmail(doubtful(), words))
    [one] = found(findings)
    assert findings is not None
    assert findings.notes == NOTHING.notes
    assert one.grid == grid(MISREAD)


def test_words_of_ours_that_are_quoted_correct_nothing() -> None:
    """Chains of reasoning name cells and digits too."""
    for name, composed in every_kind().items():
        quoted = letter(composed.reply.text)
        findings = follow(quoted)
        assert findings is None or findings.notes == NOTHING.notes, name


def test_a_letter_without_a_reply_of_ours_is_no_conversation() -> None:
    assert follow(letter("hint please\n" + GRANDFATHER)) is None
    assert follow(letter("Puzzle: what is it?")) is None


def test_a_new_puzzle_above_an_old_reply_is_read_instead() -> None:
    reply = answer_to([solved()]).reply
    rows = "\n".join(GRANDFATHER[i : i + 9] for i in range(0, 81, 9))
    assert follow(letter(rows + "\n\n" + quote(reply.text))) is None


def test_a_new_picture_above_an_old_reply_is_read_instead() -> None:
    reply = answer_to([solved()]).reply
    photo = Part("2", "image/jpeg", "image0.jpeg", b"\xff\xd8\xff" + bytes(60_000))
    again = letter("And this one?\n" + quote(reply.text), parts=(photo,))
    assert follow(again) is None
    assert follow(again) is None


@pytest.mark.parametrize(
    ("name", "size"),
    [("puzzle-1.jpg", 90_000), ("image001.jpg", 90_000), ("l.jpg", 900)],
)
def test_our_own_picture_sent_back_and_a_logo_are_nothing_new(
    name: str, size: int
) -> None:
    reply = answer_to([solved()]).reply
    part = Part("2", "image/jpeg", name, b"\xff\xd8\xff" + bytes(size))
    quoted = quote(reply.text)
    [one] = found(letter("hint\n" + quoted, parts=(part,)))
    assert one.grid == grid()
    assert follow(letter(quoted, parts=(part,))) == NOTHING


def test_several_puzzles_of_one_reply_are_all_found() -> None:
    reply = answer_to([solved(), large(Shape(3, 2))]).reply
    puzzles = found(letter("hint\n" + quote(reply.text)))
    assert [one.grid.shape for one in puzzles] == [Shape(3, 3), Shape(3, 2)]


@pytest.mark.parametrize("shape", [Shape(2, 3), Shape(4, 4), Shape(5, 5)])
@pytest.mark.parametrize("client", CLIENTS)
def test_every_size_comes_back(
    client: Callable[[Reply, str], Letter], shape: Shape
) -> None:
    one = large(shape)
    composed: Composed = answer_to([one], Want.CHECK)
    [again] = found(client(composed.reply, "all"))
    assert again.grid == one.grid


def test_of_several_puzzles_a_correction_means_the_one_that_is_not_solved() -> None:
    wrong = puzzle(grid("8" + GRANDFATHER[1:]), Status.IMPOSSIBLE, Impossible())
    reply = answer_to([solved(), wrong]).reply
    one, two = found(letter("r1c1=7\n" + quote(reply.text)))
    assert one.grid == two.grid == grid()


def test_a_letter_stuffed_with_quoted_puzzles_is_answered_for_a_few() -> None:
    stuffed = quote(doubtful().text + "\n") + "\n"
    assert len(found(letter(stuffed * 300))) <= 12


def test_a_correction_outside_the_grid_changes_nothing() -> None:
    text = quote(doubtful(GRANDFATHER).text)
    for words in ("r10c1=3", "r0c1=3", "r1c1=12", "r1c1=Q"):
        findings = follow(letter(f"{words}\n{text}"))
        assert found(findings)[0].grid == grid(), words


@settings(max_examples=80)
@given(
    st.sampled_from([Shape(2, 2), Shape(3, 2), Shape(3, 3), Shape(4, 4)]),
    st.data(),
)
def test_any_grid_survives_its_marker_wrapped_anywhere(
    shape: Shape, data: st.DataObject
) -> None:
    symbols = st.integers(0, shape.size)
    cells = st.lists(symbols, min_size=shape.cells, max_size=shape.cells)
    givens = tuple(data.draw(cells))
    entries = tuple(
        0 if g else e for g, e in zip(givens, data.draw(cells), strict=True)
    )
    one = Grid(shape, givens, entries)
    cell = st.integers(0, shape.cells - 1)
    doubts = tuple(data.draw(st.dictionaries(cell, symbols)).items())
    width = data.draw(st.integers(20, 120))
    text = "\n".join(
        "> > " + line[start : start + width]
        for line in write_marker(one, doubts).splitlines()
        for start in range(0, len(line), width)
    )
    [marker] = find_markers(strip_quoting(text))
    assert (marker.grid, marker.edited, marker.doubts) == (one, False, doubts)


@settings(max_examples=150, deadline=None)
@given(st.text(alphabet="Puzzle: EntrisDob/.123456789()x3\n>|#abr c=", max_size=400))
def test_no_text_breaks_the_conversation(noise: str) -> None:
    text = noise + quote(answer_to([solved()]).reply.text) + noise
    follow(letter(text, f"<p>{noise}</p>"))


def test_an_edited_marker_is_noticed() -> None:
    text = write_marker(grid())
    for cell, symbol in enumerate(digits(GRANDFATHER)[:9]):
        start = len("Puzzle: ") + cell
        other = text[:start] + str(symbol % 9 + 1) + text[start + 1 :]
        assert find_markers(other)[0].edited
    assert not find_markers(text)[0].edited


@pytest.mark.parametrize("symbols", ["ABCDEFGHIJKLMNOP", "123456789ABCDEF0"])
def test_a_puzzle_keeps_its_own_symbols_in_the_next_letter(symbols: str) -> None:
    known = large(Shape(4, 4))
    theirs = replace(known, reading=replace(known.reading, symbols=symbols))
    quoted = quote(answer_to([theirs]).reply.text)
    [again] = found(letter(f"hint\n\n{quoted}"))
    assert again.grid == known.grid
    assert again.reading.symbols == symbols
    assert "Yours = mine" in answer_to([again]).reply.text


def test_symbols_that_do_not_fit_the_puzzle_are_left_out() -> None:
    text = write_marker(grid(), symbols="ABCDEFGHI").replace("ABCDEFGHI", "ABCDE")
    [marker] = find_markers(text)
    assert (marker.edited, marker.symbols) == (True, "")
