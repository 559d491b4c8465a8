"""Automatic replies that only their words give away, and people who sound like them."""

import pytest

from mailbot.model import Findings, Letter, Part, Request, Want, Wish
from mailbot.talk import listen
from mailbot.talk.wishes.automatic import digest_of, why_automatic
from tests.sample_letters import PUZZLE, typed

AWAY = "I am out of the office until Monday and will reply when I return."
TICKET = "it bears the number of a ticket"


def why(
    letter: Letter, suspect: str = "", wish: Wish | None = None, *, found: bool = True
) -> str:
    """Why a letter is taken for a machine's; what it asks for was not understood."""
    unclear = wish or Wish((Request(Want.UNCLEAR),))
    return why_automatic(letter, listen(letter), unclear, suspect, found=found)


def with_part(text: str, kind: str, data: bytes) -> Letter:
    letter = typed(text)
    part = Part("2", kind, "grid", data)
    return Letter(letter.envelope, letter.text, parts=(part,))


def test_a_sentence_of_automatic_replies_alone_is_a_machines() -> None:
    assert why(typed(AWAY))
    assert why(typed(f"{AWAY}\n\n> {PUZZLE}"))
    assert why(typed(html=f"<p>{AWAY}</p>"))


@pytest.mark.parametrize(
    "words",
    [
        "I am away until Monday, but please give me another hint before that.",
        "Ich bin bis Montag nicht im Büro, bitte vorher noch einen Hinweis.",
        "Je suis absent jusqu'à lundi, mais envoyez-moi encore un indice.",
        "Estoy fuera de la oficina hasta el lunes, pero deme antes otra pista.",
        "Sono assente fino a lunedì, ma mi dia prima un altro indizio.",
        "Ik ben afwezig tot maandag, maar geef me eerst nog een hint.",
        "Jag är på semester till måndag, men ge mig en ledtråd till innan dess.",
        "Przebywam na urlopie do poniedziałku, ale proszę o jeszcze jedną wskazówkę.",
    ],
)
def test_a_person_who_is_away_may_ask_all_the_same(words: str) -> None:
    assert why(typed(words), wish=Wish((Request(Want.HINT),))) == ""


@pytest.mark.parametrize("want", [Want.UNCLEAR, Want.HINT, Want.THANKS])
def test_whatever_it_was_understood_to_ask_for(want: Want) -> None:
    assert why(typed(AWAY), wish=Wish((Request(want),)))


@pytest.mark.parametrize(
    "letter",
    [
        typed(f"{AWAY}\n\n{PUZZLE}"),
        typed(AWAY, subject="hint"),
        typed(f"hint\n{AWAY}"),
        typed(AWAY, subject="Fwd: sudoku"),
        with_part(AWAY, "image/png", b"\x89PNG\r\n\x1a\n" + bytes(20_000)),
        with_part(AWAY, "text/plain", PUZZLE.encode()),
        typed("What is this?"),
        typed("No quiero más correos. Denme de baja, por favor."),
        typed("De krant is niet bezorgd. Heeft u een nieuwe sudoku voor mij?"),
    ],
)
def test_a_person_with_a_puzzle_or_a_wish_is_not_silenced(letter: Letter) -> None:
    assert why(letter) == ""


def test_a_subject_that_names_itself_automatic_is_a_persons_only_above_a_puzzle() -> (
    None
):
    assert why(
        typed("Hello!", subject="Out of office puzzle"),
        wish=Wish((Request(Want.HELP),)),
    )
    assert why(typed(PUZZLE, subject="Out of office puzzle")) == ""


def test_a_digit_that_is_told_is_a_persons() -> None:
    assert why(typed(AWAY), wish=Wish((Request(Want.CORRECT, cells=(3,)),))) == ""


def test_a_logo_does_not_make_a_person() -> None:
    assert why(with_part(AWAY, "image/png", b"\x89PNG\r\n\x1a\n" + bytes(2_000)))


def test_a_suspect_letter_is_answered_only_if_it_brings_something() -> None:
    assert why(typed("Hello!"), TICKET) == TICKET
    assert why(typed("Status: new"), TICKET, Wish((Request(Want.NEW),))) == TICKET
    assert why(typed("Hello!"), TICKET, Wish((Request(Want.HINT),))) == ""
    assert (
        why(typed("Hello!"), TICKET, Wish((Request(Want.HINT),)), found=False) == TICKET
    )
    assert why(typed(f"Hello!\n{PUZZLE}"), TICKET) == ""
    assert why(typed("hint"), TICKET) == ""


def test_a_suspect_letter_that_sounds_automatic_may_repeat_the_puzzle() -> None:
    echo = f"We have received your request:\n{PUZZLE}"
    assert why(typed(echo), TICKET) == TICKET
    assert why(typed(echo)) == ""


def test_the_same_words_have_one_digest_whatever_their_numbers() -> None:
    def digest(letter: Letter) -> str:
        return digest_of(letter, listen(letter), Findings())

    first = digest(typed("Your ticket 4711 of 3 May", subject="Re: hi"))
    assert first == digest(typed("Your ticket 4712 of 4 May", subject="hi"))
    assert first != digest(typed("Something else", subject="hi"))
    one, other = (with_part("Look!", "image/png", bytes([n]) * 99) for n in (1, 2))
    assert digest(one) != digest(other)
    quoting = typed("Your ticket 4711 of 3 May\n> another quote", subject="hi")
    assert digest(quoting) == first
