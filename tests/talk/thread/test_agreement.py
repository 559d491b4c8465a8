"""Sentences that say that we read everything right, and those that do not quite."""

from collections.abc import Mapping
from dataclasses import replace

import pytest

from mailbot.language.folders import written
from mailbot.model import Content, Missing, Status, Want
from mailbot.talk.thread.agreement import agrees, may_agree
from tests.compose.cases import answer_to, grid, puzzle
from tests.talk import yes_and_no
from tests.talk.threads import UNIQUE, found, gmail_text, meant

_STEP = 6  # of the many answers, unless all are tried

AGREEING: Mapping[str, tuple[str, ...]] = {
    "en": (
        "Everything is right, please go on.",
        "You read it perfectly, carry on.",
        "It all matches the paper, go ahead",
        "yes that's all correct thanks",
        "Your reading is spot on.",
        "That's exactly how it is in the newspaper. Please solve it.",
        "All good from my side, no changes",
        "Looks fine to me. Solve it please\n\nKind regards\nTom",
        "I agree with your reading",
    ),
    "de": (
        "Alles korrekt gelesen, bitte lösen.",
        "Ja, das stimmt alles so.",
        "Sie haben es richtig erkannt, machen Sie weiter",
        "passt alles, leg los",
        "Die Ziffern stimmen. Danke!",
        "Das ist alles genau so, wie es in der Zeitung steht.",
        "ich bestätige das, bitte weitermachen",
    ),
    "fr": (
        "Tout est correct, vous pouvez continuer.",
        "Vous avez bien lu, allez-y",
        "oui c'est exact, résous-la",
        "La lecture est parfaite, merci.",
        "tout est bon pour moi",
        "Je confirme, c'est bien ça.",
    ),
    "es": (
        "Todo correcto, puede seguir.",
        "Lo ha leído perfectamente, adelante",
        "sí, así está en el periódico, resuélvelo",
        "Está todo bien, gracias.",
        "Confirmo que la lectura es correcta",
    ),
    "it": (
        "Tutto corretto, vada avanti.",
        "Avete letto bene, procedete pure",
        "sì è tutto giusto, risolvilo",
        "La lettura è perfetta, grazie.",
        "Confermo, va bene così",
    ),
    "nl": (
        "Alles klopt, gaat uw gang.",
        "Je hebt het goed gelezen, los maar op",
        "ja dat is helemaal juist",
        "De cijfers kloppen allemaal. Dank u!",
        "Het staat precies zo in de krant",
    ),
    "pl": (
        "Wszystko odczytane poprawnie, proszę rozwiązać.",
        "Tak, wszystko się zgadza, dziękuję.",
        "zgadza się, dalej",
        "Potwierdzam, jest dobrze",
        "Idealnie odczytane. Proszę o rozwiązanie.",
    ),
    "sv": (
        "Allt är rätt läst, kör på.",
        "Ni har läst helt rätt, lös det tack",
        "ja det stämmer precis",
        "Det ser bra ut, fortsätt",
        "Jag bekräftar att allt är korrekt",
    ),
}

RESERVED: Mapping[str, tuple[str, ...]] = {
    "en": (
        "Is everything right",
        "Almost everything is right",
        "All right, I'll look again",
        "Fine, but I have to look it up",
        "Everything is right except that one",
        "It would be right if it were an 8",
        "I think it's fine but I'm not sure",
        "ok, my husband looks tomorrow when he is home",
        "That is not right",
        "What is right",
        "good question",
        "good morning",
        "thanks",
        "Is it right?",
    ),
    "de": (
        "Ist alles richtig",
        "fast alles richtig",
        "Alles richtig bis auf das eine",
        "ok, ich schaue morgen nach",
        "Das haben Sie nicht richtig gelesen",
        "falsch gelesen",
        "Gute Frage",
    ),
    "fr": ("presque tout est juste", "tout est bon sauf une case", "bonne question"),
    "es": (
        "casi todo está bien",
        "mal leído",
        "buena pregunta",
        "está bien, mañana miro",
    ),
    "it": ("quasi tutto giusto", "letto male", "va bene, guardo domani"),
    "nl": ("bijna alles klopt", "verkeerd gelezen", "goed, ik kijk morgen"),
    "pl": ("prawie wszystko się zgadza", "źle odczytane", "dobrze, zobaczę jutro"),
    "sv": ("nästan allt stämmer", "fel läst", "bra, jag tittar i morgon"),
}


@pytest.mark.parametrize("language", written())
def test_a_sentence_of_agreement_takes_the_reading_as_right(language: str) -> None:
    asked = puzzle(grid(UNIQUE), Status.DOUBTFUL, None, (5,))
    reply = answer_to([asked], language=language)
    for words in AGREEING[language]:
        answer = gmail_text(reply, words)
        [one] = found(answer)
        assert meant(answer).wish.want is Want.CONFIRM, words
        assert one.status is Status.SOLVED, words
        assert one.grid == grid(UNIQUE)


@pytest.mark.parametrize("language", written())
def test_reserved_or_unrelated_sentences_are_no_agreement(
    language: str,
) -> None:
    for words in RESERVED[language]:
        assert not agrees(words, language), words


@pytest.mark.parametrize("language", written())
def test_a_reserved_yes_leaves_the_question_open(language: str) -> None:
    asked = puzzle(grid(UNIQUE), Status.DOUBTFUL, None, (5,))
    reply = answer_to([asked], language=language)
    for words in RESERVED[language]:
        assert all(one.doubtful for one in found(gmail_text(reply, words))), words


def is_it_a_4(language: str) -> Content:
    """A reply that asks only about the digit that was read: is it really a 4?"""
    asked = puzzle(grid(UNIQUE), Status.DOUBTFUL, None, (5,))
    cells = list(asked.reading.cells)
    cells[5] = replace(cells[5], runner_up=0)
    reading = replace(asked.reading, cells=tuple(cells))
    return answer_to([replace(asked, reading=reading)], language=language)


@pytest.mark.parametrize("language", written())
def test_people_say_yes_in_many_ways(language: str, long: bool, seed: int) -> None:
    asked = puzzle(grid(UNIQUE), Status.DOUBTFUL, None, (5,))
    reply = answer_to([asked], language=language)
    step = 1 if long else _STEP
    told = yes_and_no.answers(yes_and_no.AGREEING, language)
    for words in set(told[seed % step :: step]).difference(yes_and_no.PLAIN[language]):
        [one] = found(gmail_text(reply, words))
        assert (one.status, one.grid) == (Status.SOLVED, grid(UNIQUE)), words


@pytest.mark.parametrize("language", written())
def test_a_plain_yes_is_an_answer_where_one_digit_is_asked_about(language: str) -> None:
    reply = is_it_a_4(language)
    for words in yes_and_no.PLAIN[language]:
        [one] = found(gmail_text(reply, words))
        assert (one.status, one.grid) == (Status.SOLVED, grid(UNIQUE)), words


@pytest.mark.parametrize("language", written())
def test_a_plain_yes_chooses_none_of_two_digits(language: str) -> None:
    asked = puzzle(grid(UNIQUE), Status.DOUBTFUL, None, (5,))
    reply = answer_to([asked], language=language)
    for words in yes_and_no.PLAIN[language]:
        [one] = found(gmail_text(reply, words))
        assert one.doubtful == (5,), words
        wish = meant(gmail_text(reply, words)).wish
        assert wish.want is Want.UNCLEAR, words
        assert (*wish.missing, *wish.cells) == (Missing.DIGIT, 5), words


@pytest.mark.parametrize("language", written())
def test_what_is_not_a_yes_leaves_the_question_open(
    language: str, long: bool, seed: int
) -> None:
    asked = puzzle(grid(UNIQUE), Status.DOUBTFUL, None, (5,))
    reply = answer_to([asked], language=language)
    step = 1 if long else _STEP
    told = yes_and_no.answers(yes_and_no.OPEN, language)
    for words in told[seed % step :: step]:
        assert all(one.doubtful for one in found(gmail_text(reply, words))), words


def test_a_fault_is_denied_only_by_what_denies_it() -> None:
    for words in (
        "It is not right mistakes",
        "no a mistake",
        "Nothing is what is wrong",
    ):
        assert not agrees(words, "en"), words
    assert agrees("I see no mistakes", "en")


def test_a_no_takes_back_a_yes() -> None:
    assert may_agree("Stimmt", "de")
    assert not may_agree("Nein, stimmt", "de")


@pytest.mark.parametrize(
    ("words", "language"),
    [
        ("ma Pan rację", "pl"),
        ("you are right", "en"),
        ("Sie haben recht", "de"),
        ("vous avez raison", "fr"),
        ("tiene razón", "es"),
        ("avete ragione", "it"),
        ("u heeft gelijk", "nl"),
        ("ni har rätt", "sv"),
    ],
)
def test_who_says_that_we_are_right_agrees(words: str, language: str) -> None:
    assert agrees(words, language)
