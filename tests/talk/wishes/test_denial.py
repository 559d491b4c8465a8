"""Words that say that the solution is not wanted."""

import pytest

from mailbot.model import Want
from mailbot.talk.wishes.denial import denies_the_whole, goes_on, said_and_denied
from mailbot.talk.wishes.situation import Situation
from mailbot.talk.wishes.wish import want_of
from mailbot.talk.wishes.words import Words


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "I don't want the solution, only a push"),
        ("en", "No solution please"),
        ("en", "please do not solve it"),
        ("en", "Don't give me the answer!"),
        ("de", "bitte keine Lösung, nur einen Tipp"),
        ("de", "nicht lösen bitte"),
        ("es", "no quiero la solución, solo una pista"),
        ("fr", "pas la solution, juste un indice"),
        ("it", "non voglio la soluzione, solo un aiutino"),
        ("nl", "geen oplossing, alleen een hint"),
        ("pl", "nie chcę rozwiązania, tylko podpowiedź"),
        ("sv", "inte lösningen, bara en ledtråd"),
    ],
)
def test_the_solution_is_denied(language: str, words: str) -> None:
    assert said_and_denied(words, language, Want.SOLUTION) == (False, True)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "the solution please"),
        ("en", "No hints please, just the solution"),
        ("en", "I did not get far. Please send the solution"),
        ("en", "no solution? I can't believe it, send me the solution"),
        ("en", "I cannot go on"),
        ("en", ""),
        ("de", "Ich komme nicht weiter, bitte die Lösung"),
        ("sv", "inga ledtrådar, bara lösningen"),
    ],
)
def test_the_solution_is_not_denied(language: str, words: str) -> None:
    assert not said_and_denied(words, language, Want.SOLUTION)[1]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "I can solve the rest myself"),
        ("en", "I'll finish it on my own"),
        ("de", "Den Rest kann ich selbst lösen"),
        ("es", "El resto lo puedo resolver yo"),
        ("fr", "Je peux résoudre le reste moi-même"),
        ("it", "Il resto lo risolvo da solo"),
        ("nl", "De rest kan ik zelf oplossen"),
        ("pl", "Resztę rozwiążę sam"),
        ("sv", "Resten kan jag lösa själv"),
        ("en", "I see it now! I can manage the rest"),
        ("de", "Ich seh's! Den Rest schaffe ich"),
        ("es", "¡Ya lo veo! El resto me sale"),
        ("fr", "Je vois ! Je me débrouille pour le reste"),
        ("it", "Ora lo vedo! Il resto mi riesce"),
        ("nl", "Ik zie hem! De rest lukt mij wel"),
        ("pl", "Już widzę! Z resztą sobie poradzę"),
        ("sv", "Nu ser jag! Resten klarar jag"),
    ],
)
def test_going_on_alone_is_no_wish_for_the_solution(language: str, words: str) -> None:
    assert said_and_denied(words, language, Want.SOLUTION) == (False, True)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "I cannot solve it myself"),
        ("en", "I tried to solve it myself, now the solution please"),
        ("de", "Ich kann es nicht selbst lösen"),
        ("es", "Yo solo quiero la solución"),
        ("fr", "Je n'arrive pas à le résoudre tout seul"),
        ("de", "Den Rest schaffe ich nicht"),
        ("es", "El resto no me sale"),
        ("it", "Il resto non mi riesce"),
        ("nl", "De rest lukt mij niet"),
        ("sv", "Resten klarar jag inte"),
    ],
)
def test_being_unable_to_go_on_alone_may_be_a_wish_for_the_solution(
    language: str, words: str
) -> None:
    assert not said_and_denied(words, language, Want.SOLUTION)[1]


def test_thanks_behind_a_word_is_a_please() -> None:
    for words in ("Lösningen tack.", "Ett tips, tack"):
        want = Want.SOLUTION if "Lös" in words else Want.HINT
        assert said_and_denied(words, "sv", want, past=True) == (True, False)


def test_a_word_of_another_language_is_no_word_for_the_solution() -> None:
    assert not said_and_denied("het laat mij niet los", "nl", Want.SOLUTION)[1]


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Where do I look? Don't give it all away"),
        ("de", "hilf mir, aber nicht alles verraten"),
        ("es", "Échame un cable sin decirme todo"),
        ("fr", "Un coup de main sans tout dire"),
        ("it", "Aiutami senza dirmi tutto"),
        ("nl", "Help me, maar niet alles verklappen"),
        ("pl", "Pomóż mi, ale nie zdradzaj wszystkiego"),
        ("sv", "Hjälp mig, men inte avslöja allt"),
    ],
)
def test_the_whole_is_denied(language: str, words: str) -> None:
    assert denies_the_whole(words, language)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "I can't finish it. All of it please"),  # in another clause
        ("en", "Tell me all, do not hold back"),  # denied behind it
        ("en", "Not a single one of the others in it do I tell in all"),  # too far
        ("en", "not at all"),  # nothing is told
        ("de", "Ich komme nicht weiter, zeig mir alles"),
        ("fr", "Je n'y arrive pas, donne-moi tout"),
        ("sv", ""),
    ],
)
def test_the_whole_is_not_denied(language: str, words: str) -> None:
    assert not denies_the_whole(words, language)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "I cannot stop solving your puzzles, thanks"),
        ("de", "Ich kann gar nicht mehr aufhören, danke!"),
        ("fr", "Je ne sais plus m'arrêter, merci"),
        ("es", "Ya no puedo parar, gracias"),
        ("it", "Non riesco più a smettere, grazie"),
        ("nl", "Ik kan niet meer stoppen, bedankt"),
        ("pl", "Nie mogę przestać, dziękuję"),
        ("sv", "Jag kan inte sluta, tack"),
    ],
)
def test_who_cannot_stop_is_not_silenced(language: str, words: str) -> None:
    assert goes_on(words, language)
    said = Words("", words, words, None, language, is_reply=True)
    for situation in (Situation.HINTED, Situation.SOLVED, Situation.BARE):
        assert want_of(said, situation)[0] is not Want.STOP, situation


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("en", "Please stop"),
        ("en", "Do not bother me again"),  # no word for ceasing
        ("en", "If you do not stop writing to me I call the police"),  # of letters
        ("en", "No, stop it"),  # denied in another clause
        ("en", "I cannot stop. Now stop it!"),
        ("de", "Schluss damit"),
        ("sv", "Jag orkar inte med det här, så sluta"),
    ],
)
def test_who_asks_for_an_end_does_not_go_on(language: str, words: str) -> None:
    assert not goes_on(words, language)
