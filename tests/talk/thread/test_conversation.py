"""Going on from a reply of ours, however a mail program quotes it."""

import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mailbot.marker import State, find_markers, write_marker
from mailbot.model import (
    Content,
    Kind,
    Letter,
    Part,
    Puzzle,
    Source,
    Status,
    Want,
    Wish,
)
from mailbot.model.requests import Act, Limit, Request, SolutionsAt
from mailbot.talk import Conversation
from solver import Impossible, Shape, write_line
from tests.cases import cases_of
from tests.compose.cases import (
    GRANDFATHER,
    SOLUTION,
    answer_to,
    every_kind,
    grid,
    large,
    puzzle,
    solved,
)
from tests.examples import examples
from tests.talk.threads import (
    CLIENTS,
    UNIQUE,
    doubtful,
    follow,
    found,
    gmail,
    letter,
    meant,
    quote,
)

cases = cases_of(__file__)


def found_in(conversation: Conversation) -> list[Puzzle]:
    return list(conversation.findings.puzzles)


@pytest.mark.parametrize("client", CLIENTS)
def test_the_puzzle_is_found_again_through_the_quoting(
    client: Callable[[Content, str], Letter],
) -> None:
    reply = answer_to([solved(entries={1: 4})])
    [one] = found(client(reply, "hint"))
    assert one.grid == grid(entries={1: 4})
    assert one.status is Status.SOLVED
    assert one.reading.source is Source.THREAD


@pytest.mark.parametrize("client", CLIENTS)
@cases("words")
def test_a_correction_is_applied(
    client: Callable[[Content, str], Letter], words: str
) -> None:
    [one] = found(client(doubtful(), words))
    assert one.grid == grid()
    assert one.status is Status.SOLVED


@pytest.mark.parametrize("client", CLIENTS)
def test_an_edited_grid_is_read_as_edited(
    client: Callable[[Content, str], Letter],
) -> None:
    reply = doubtful()
    edited = Content(
        reply.kind,
        text=reply.text.replace("# 1?|", "# 7 |"),
        html=re.sub(r'(class="doubtful"[^>]*>).*?(?=</td>)', r"\g<1>7", reply.html),
    )
    assert edited.text != reply.text
    assert edited.html != reply.html
    [one] = found(client(edited, "there"))
    assert one.grid == grid()


def damaged(reply: Content) -> dict[str, str]:
    """A reply as mail programs and people damage the line that carries its puzzle."""
    text = reply.text
    [code] = re.findall(r"Puzzle: \[(.*)\]", text)
    return {
        "another sign": text.replace(
            code, f"{code[:9]}{'AB'[code[9] == 'A']}{code[10:]}"
        ),
        "a sign less": text.replace(code, code[:-1]),
        "lower case": text.replace(code, code.lower()),
    }


@pytest.mark.parametrize("words", ["", "solution", "yes", "hint please", "r1c1=7"])
@pytest.mark.parametrize("damage", damaged(doubtful()))
def test_a_damaged_puzzle_line_is_asked_about_and_never_taken_as_sure(
    damage: str, words: str
) -> None:
    text = damaged(doubtful())[damage]
    assert text != doubtful().text
    [one] = found(letter(f"{words}\n\n{quote(text)}"))
    assert one.status is Status.DOUBTFUL
    reply = answer_to([one])
    assert (reply.kind, reply.solutions) == (Kind.DOUBTFUL, ())
    [asked] = find_markers(reply.text)
    assert not asked.edited


@cases("words")
def test_a_new_picture_says_more_than_that_the_old_one_was_right(words: str) -> None:
    photo = Part("2", "image/jpeg", "image0.jpeg", b"\xff\xd8\xff" + bytes(60_000))
    text = f"{words}\n\n{quote(doubtful(UNIQUE, 5).text)}"
    answer = letter(text, parts=(photo,))
    assert follow(answer) is None


def test_of_two_puzzles_in_doubt_none_is_corrected_by_a_cell_alone() -> None:
    both = puzzle(grid(UNIQUE), Status.DOUBTFUL, None, (5,))
    reply = answer_to([both, both])
    for words, doubts in (("r1c6=6", (5,)), ("Second puzzle: r1c6=6", ())):
        puzzles = found(gmail(reply, words))
        assert [one.doubtful for one in puzzles] == [(5,), doubts]


@cases("words")
def test_a_check_of_a_cell_that_was_not_understood_calls_nothing_right(
    words: str,
) -> None:
    conversation = meant(gmail(answer_to([solved()], Want.HINT), words))
    [one] = conversation.findings.puzzles
    asking = (Want.UNCLEAR, Want.VERDICT)
    assert conversation.wish.want in (*asking, Want.CHECK, Want.MOVES)
    assert conversation.wish.want in asking or one.wrong_entries == (1,)


@cases("symbols, words")
def test_a_correction_is_read_in_the_persons_own_symbols(
    symbols: str, words: str
) -> None:
    text = write_marker(State(grid("." + GRANDFATHER[1:]), symbols=symbols))
    [one] = found(letter(f"{words}\n{quote(text)}"))
    assert one.grid == grid()


def test_digits_put_into_the_grid_on_the_way_are_the_persons_own() -> None:
    reply = answer_to([solved()], Want.CHECK)
    text = reply.text.replace("# 7 |   |", "# 7 | 4 |", 1)
    assert text != reply.text
    [one] = found(letter("hint\n" + quote(text)))
    assert one.grid == grid(entries={1: 4})


def test_next_after_a_hint_goes_on_to_another_cell_until_all_are_filled() -> None:
    reply = answer_to([solved()], Want.HINT)
    seen = set()
    for _ in range(GRANDFATHER.count(".") - 1):
        [one] = found(letter("next\n" + quote(reply.text)))
        seen.add(one.grid.entries)
        reply = answer_to([one], Want.HINT)
    [last] = found(letter("next\n" + quote(reply.text)))
    assert len(seen) == GRANDFATHER.count(".") - 1
    assert last.status is Status.COMPLETE
    assert write_line(last.grid.digits) == SOLUTION


def test_a_solution_that_was_shown_beside_the_puzzle_is_no_edit() -> None:
    for client in CLIENTS:
        reply = answer_to([solved()])
        [one] = found(client(reply, "hint"))
        assert one.grid == grid(), client.__name__


@cases("words")
@pytest.mark.parametrize("client", CLIENTS)
def test_a_thank_you_asks_for_nothing(
    client: Callable[[Content, str], Letter], words: str
) -> None:
    conversation = meant(client(answer_to([solved()]), words))
    assert (conversation.wish.want, found_in(conversation)) == (Want.THANKS, [])


@pytest.mark.parametrize("words", ["", "ok", "Sent from my iPhone 15"])
@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("asked", [Want.SOLUTION, Want.HINT])
def test_where_next_to_nothing_is_said_nothing_is_told(
    client: Callable[[Content, str], Letter], words: str, asked: Want
) -> None:
    conversation = meant(client(answer_to([solved()], asked), words))
    composed = answer_to(found_in(conversation), wish=conversation.wish)
    assert conversation.wish.want in (Want.UNCLEAR, Want.THANKS)
    assert (composed.solutions, composed.told) == ((), {})


def test_words_of_ours_that_are_quoted_correct_nothing() -> None:
    """Chains of reasoning name cells and digits too."""
    for name, composed in every_kind().items():
        conversation = follow(letter(composed.text))
        before = find_markers(composed.text)
        after = found_in(conversation) if conversation else []
        assert [one.grid for one in after] in ([m.state.grid for m in before], []), name


def test_a_letter_without_a_reply_of_ours_is_no_conversation() -> None:
    assert follow(letter("hint please\n" + GRANDFATHER)) is None
    assert follow(letter("Puzzle: what is it?")) is None


def test_a_new_puzzle_above_an_old_reply_is_read_instead() -> None:
    reply = answer_to([solved()])
    rows = "\n".join(GRANDFATHER[i : i + 9] for i in range(0, 81, 9))
    assert follow(letter(rows + "\n\n" + quote(reply.text))) is None


def test_a_new_picture_above_an_old_reply_is_read_instead() -> None:
    reply = answer_to([solved()])
    photo = Part("2", "image/jpeg", "image0.jpeg", b"\xff\xd8\xff" + bytes(60_000))
    again = letter("And this one?\n" + quote(reply.text), parts=(photo,))
    assert follow(again) is None
    assert follow(letter("hint\n" + again.text, parts=(photo,))) is None


@pytest.mark.parametrize("kind", ["text/html", "text/plain"])
def test_an_attached_file_with_a_new_puzzle_is_read_instead(kind: str) -> None:
    rows = "\n".join(GRANDFATHER[i : i + 9] for i in range(0, 81, 9))
    page = f"<html><pre>{rows}</pre></html>" if kind == "text/html" else rows
    file = Part("2", kind, "puzzle", page.encode())
    answer = gmail(answer_to([solved()]), "Now this one")
    assert follow(replace(answer, parts=(file,))) is None


def test_a_file_that_a_mail_program_split_off_is_nothing_new() -> None:
    """Exchange sends the rest of a page as ATT00001.htm, our quoted reply in it."""
    reply = answer_to([solved()])
    answer = gmail(reply, "hint")
    for page in (reply.html, "<html><body><br>Sent from my phone</body></html>"):
        file = Part("2", "text/html", "ATT00001.htm", page.encode())
        assert follow(replace(answer, parts=(file,))) is not None


@cases("name, size")
def test_our_own_picture_sent_back_and_a_logo_are_nothing_new(
    name: str, size: int
) -> None:
    reply = answer_to([solved()])
    part = Part("2", "image/jpeg", name, b"\xff\xd8\xff" + bytes(size))
    quoted = quote(reply.text)
    [one] = found(letter("hint\n" + quoted, parts=(part,)))
    assert one.grid == grid()
    assert meant(letter(quoted, parts=(part,))).wish.want is Want.THANKS


def test_several_puzzles_of_one_reply_are_all_found() -> None:
    reply = answer_to([solved(), large(Shape(3, 2))])
    puzzles = found(letter("hint\n" + quote(reply.text)))
    assert [one.grid.shape for one in puzzles] == [Shape(3, 3), Shape(3, 2)]


@pytest.mark.parametrize("shape", [Shape(2, 3), Shape(4, 4), Shape(5, 5)])
@pytest.mark.parametrize("client", CLIENTS)
def test_every_size_comes_back(
    client: Callable[[Content, str], Letter], shape: Shape
) -> None:
    one = large(shape)
    composed: Content = answer_to([one], Want.CHECK)
    [again] = found(client(composed, "all"))
    assert again.grid == one.grid


def test_of_several_puzzles_a_correction_means_the_one_that_is_not_solved() -> None:
    wrong = puzzle(grid("8" + GRANDFATHER[1:]), Status.IMPOSSIBLE, Impossible())
    reply = answer_to([solved(), wrong])
    one, two = found(letter("r1c1=7\n" + quote(reply.text)))
    assert one.grid == two.grid == grid()


def test_a_letter_stuffed_with_quoted_puzzles_is_answered_for_a_few() -> None:
    stuffed = quote(doubtful().text + "\n") + "\n"
    assert len(found(letter(stuffed * 300))) <= 12


@examples(75)
@given(st.text(alphabet="Puzzle: EntrisDob/.123456789()x3\n>|#abr c=", max_size=400))
def test_no_text_breaks_the_conversation(noise: str) -> None:
    text = noise + quote(answer_to([solved()]).text) + noise
    follow(letter(text, f"<p>{noise}</p>"))


@pytest.mark.parametrize("symbols", ["ABCDEFGHIJKLMNOP", "123456789ABCDEF0"])
def test_a_puzzle_keeps_its_own_symbols_in_the_next_letter(symbols: str) -> None:
    known = large(Shape(4, 4))
    theirs = replace(known, reading=replace(known.reading, symbols=symbols))
    quoted = quote(answer_to([theirs]).text)
    [again] = found(letter(f"hint\n\n{quoted}"))
    assert again.grid == known.grid
    assert again.reading.symbols == symbols
    assert "Yours = mine" in answer_to([again]).text


@cases("words")
def test_a_question_about_the_cell_of_the_hint_asks_why(words: str) -> None:
    hint = answer_to([solved()], Want.HINT)
    [marker] = find_markers(hint.text)
    assert marker.state.hinted is not None
    row, column = divmod(marker.state.hinted, 9)
    asked = words.format(r=row + 1, c=column + 1)
    conversation = meant(gmail(hint, asked))
    assert conversation.wish.want is Want.WHY
    assert conversation.wish.requests[0].cells == (marker.state.hinted,)


def test_a_hint_that_was_entered_is_explained_beside_another_wish() -> None:
    reply = answer_to([solved()], Want.HINT)
    words = "Got it in, thanks, but why is that so? And where do I look next?"
    conversation = meant(gmail(reply, words))
    why, where = conversation.wish.requests
    assert (why.act, where.act) == (Want.WHY, Want.WHERE)
    [shown] = found_in(conversation)
    [told] = why.cells
    assert not shown.grid.digits[told], "as before the hint"


@cases("words")
def test_own_digits_that_change_places_are_entered_anew(words: str) -> None:
    reply = answer_to([solved(entries={1: 3, 2: 9, 3 * 9: 3})], Want.CHECK)
    [one] = found(letter(f"{words}\n{quote(reply.text)}"))
    assert one.grid == grid(entries={1: 9, 2: 3, 3 * 9: 3})


@cases("words")
def test_a_change_of_an_own_digit_that_is_denied_changes_nothing(words: str) -> None:
    reply = answer_to([solved(entries={1: 3})], Want.CHECK)
    [one] = found(letter(f"{words}\n{quote(reply.text)}"))
    assert one.grid == grid(entries={1: 3})


@cases("words")
def test_an_own_digit_that_is_no_more_gives_way_to_another(words: str) -> None:
    reply = answer_to([solved(entries={1: 3})], Want.CHECK)
    [one] = found(letter(f"{words}\n{quote(reply.text)}"))
    assert one.grid == grid(entries={1: 4})


def test_an_entry_in_the_very_first_cell_can_be_taken_out() -> None:
    one = solved("." + GRANDFATHER[1:], {0: int(SOLUTION[0])})
    reply = answer_to([one], Want.HINT)
    [request] = meant(gmail(reply, "Send the empty grid again.")).wish.requests
    assert request.act is Want.RESTART


def after(act: Act, limit: Limit) -> Content:
    """A reply in a thread whose first letter forbids something."""
    wish = Wish((Request(act),), limits=frozenset({limit}), lasting=limit)
    return answer_to([solved()], wish=wish)


@cases("words")
def test_who_allows_the_digit_again_is_told_it(words: str) -> None:
    place = after(Act.WHERE, Limit.NO_DIGIT)
    wish = meant(letter(f"{words}\n{quote(place.text)}")).wish
    assert ([r.act for r in wish.requests], wish.lasting) == ([Act.HINT], None)
    assert not wish.limits


@cases("words")
def test_a_digit_stays_forbidden_until_it_is_allowed(words: str) -> None:
    place = after(Act.WHERE, Limit.NO_DIGIT)
    wish = meant(letter(f"{words}\n{quote(place.text)}")).wish
    assert Limit.NO_DIGIT is wish.lasting in wish.limits


@cases("words")
def test_what_is_forbidden_is_forbidden_of_new_puzzles(words: str) -> None:
    hint = after(Act.HINT, Limit.NO_SOLUTION)
    wish = meant(letter(f"{words}\n{quote(hint.text)}")).wish
    [fresh] = (r.new for r in wish.requests)
    assert fresh
    assert fresh.solutions is SolutionsAt.NONE
    assert wish.lasting is Limit.NO_SOLUTION
