"""Stories that hold a digit and answer nothing: a question of ours stays open.

Each is an answer to a reply that asks whether r1c6 is a 4 or a 6. A digit of another
thing, taken for the answer, makes the solution of a puzzle that nobody has.
"""

from collections.abc import Callable

import pytest

from mailbot.model import Content, Letter, Status
from tests.talk.threads import UNIQUE, doubtful, found, gmail, outlook

STORIES = [
    "6 grandchildren came to visit us and the youngest is ill, I look tomorrow.",
    "6 of my friends are doing this puzzle and it is great fun.",
    "It is 6 degrees outside and my husband is asleep.",
    "It was 6 years ago that my wife began with these.",
    "It's 6 o'clock here, I will look for my glasses after supper.",
    "My bus is the number 6 and I am on it now.",
    "We have a big family. 6 grandchildren! They all love a puzzle.",
    "6 weeks in hospital and this is what keeps me going. I shall look when I am home.",
    "4 times I have looked now and it is not clear to me either.",
    "The puzzle is on page 6 of the paper, I don't have it with me.",
    "I am at work until 6. It is at home.",
    "It is on platform 6 that my train leaves, more later.",
    "Sorry, it is a 6 inch screen, I cannot see it.",
    "6, rue de la Paix, is where I live, so it takes a while until I am home.",
    "This is puzzle 6 in the book, and it is harder than number 5.",
    "I have 6 of these to do before Monday",
    "There are 6 numbers in that row already, it is a mess.",
    "Got your mail at 6. Will look later.",
    "I'm 86. My eyes are not good. My son is coming on the 6th.",
    "No 6 year old could read that print.",
    "6 Enkel sind gerade da und es ist laut, ich schaue morgen nach.",
    "Es ist 6 Uhr und mein Mann schläft noch, ich melde mich.",
    "Ich bin seit 6 Wochen im Krankenhaus, da ist so etwas schön.",
    "Das Rätsel steht auf Seite 6, die Zeitung ist aber beim Nachbarn.",
    "Bei uns ist es schon 6, ich muss los.",
    "Il est 6 heures et mon mari dort, je regarde demain.",
    "C'est à la page 6 du journal, je ne l'ai pas ici.",
    "J'ai 6 petits-enfants et ils sont tous là.",
    "Son las 6 de la tarde y no tengo las gafas.",
    "Tengo 6 nietos y es difícil leer con ellos aquí.",
    "Está en la página 6 del periódico, pero no lo tengo.",
    "Sono le 6 di sera e non ho gli occhiali.",
    "Ho 6 nipoti e sono tutti qui.",
    "È a pagina 6 del giornale, ma non ce l'ho qui.",
    "Het is 6 uur en mijn man slaapt, ik kijk morgen.",
    "Ik heb 6 kleinkinderen en die zijn er nu allemaal.",
    "Het staat op bladzijde 6 van de krant, die heb ik niet hier.",
    "Jest 6 rano, mąż śpi, zobaczę jutro.",
    "Mam 6 wnuków i są teraz u mnie.",
    "To jest na stronie 6 gazety, nie mam jej tutaj.",
    "Klockan är 6 och min man sover, jag tittar i morgon.",
    "Jag har 6 barnbarn och de är här nu.",
    "Det står på sidan 6 i tidningen, som jag inte har här.",
    "I'll ask my son, he's 46 and has better eyes, he comes at 4.",
    "My daughter says it is 4 against 6 in our family who like these.",
    "Is that the one my neighbour had? It is 4 doors down.",
    "Room 6\nWard 4",
    "Tel. 6\nIt is me again",
    "4 stars for this service, it is very good!",
    "Level 4 is what the paper calls it.",
    "4 is the level the paper gives it, and it is a good one",
    "6 is my bus, I must run",
    "es sind noch 6 da, die ich nicht habe",
    "It is number 6 in the magazine.",
    "That is question 6 for today, isn't it",
    "Nr. 6 ist das Rätsel im Heft",
    "Der Zug ist um 6 da",
    "It is only 6 days until Christmas!",
    "Heute ist es der 6. Dezember, also Nikolaus",
    "It is 6:30 here",
    "It's 6pm",
    "it is 6/10 for difficulty",
    "It's 6 to 1 that you are right",
    "It is on 6 now",
    "that is 6 I have to ask",
    "It is just 6 and I must go",
    "It is nearly 6 and I must go",
]


@pytest.mark.parametrize("client", [gmail, outlook])
@pytest.mark.parametrize("words", STORIES)
def test_a_digit_in_a_story_answers_no_question(
    client: Callable[[Content, str], Letter], words: str
) -> None:
    for one in found(client(doubtful(UNIQUE, 5), words)):
        assert (one.status, one.doubtful) == (Status.DOUBTFUL, (5,))
        assert one.grid.digits[5] == 4


ANSWERS = [
    "My husband says 6 and he sees better",
    "6",
    "6.",
    "a 6",
    "It's a 6",
    "it is 6, thanks",
    "6! I looked with the magnifying glass",
    "Hello, it is definitely a 6. Kind regards, Ann",
    "I looked again with my glasses on and it is a 6.",
    "That one is a 6, my husband agrees",
    "the number is 6",
    "six",
    "6 lol",
    "its a 6 everything else is right",
    "Looks like a 6 to me too",
    "Hello, the number you couldn't read is 6.\nSheila\nFlat 3, 9 Mill Lane",
    "not 4 but 6",
    "Certainly a 6, sorry for the photo, I made it in the kitchen",
    "Of course 6, sorry for the photo, I made it in the kitchen",
    "es ist eine 6, danke",
    "c'est un 6",
    "es un 6",
    "het is een 6",
    "to jest 6",
    "det är en 6",
    "Hallo, das ist eine 6, ich habe mit der Lupe nachgesehen. Gruß Heinz",
]


@pytest.mark.parametrize("words", ANSWERS)
def test_an_answer_to_the_question_is_taken(words: str) -> None:
    [one] = found(gmail(doubtful(UNIQUE, 5), words))
    assert one.grid.digits[5] == 6
    assert one.status is Status.SOLVED
