"""What automatic letters say of themselves, in many languages; and what people say."""

import pytest

from mailbot.language.catalogue import language_of
from mailbot.language.folders import languages, strings_by_language, written
from mailbot.language.robots import (
    has_automatic_form,
    has_ticket,
    names_itself_automatic,
    sounds_automatic,
)
from mailbot.language.subjects import strip_prefixes


def is_automatic(subject: str) -> bool:
    bare = strip_prefixes(subject)
    return has_automatic_form(bare) or names_itself_automatic(bare)


SUBJECTS = [
    "Automatic reply: Sudoku",
    "AUTOMATIC REPLY: Re: Sudoku",
    "Re: Sudoku - Out of Office",
    "Sudoku (auto-reply)",
    "[Autoreply] Sudoku",
    "Read: Sudoku",
    "Not read: Sudoku",
    "Accepted: Sudoku evening",
    "Undeliverable: Sudoku",
    "Warning: message delivery delayed",
    "Your message to fans awaits moderator approval",
    "Report Domain: home.test Submitter: big.test Report-ID: <1>",
    "Automatische Antwort: Sudoku",
    "AW: Sudoku (Abwesenheitsnotiz)",
    "Gelesen: Sudoku",
    "Nicht gelesen: Sudoku",
    "Lesebestätigung: Sudoku",
    "Réponse automatique : Sudoku",
    "REPONSE AUTOMATIQUE Sudoku",
    "Lu : Sudoku",
    "Lu\u00a0: Sudoku",
    "Respuesta automática: Sudoku",
    "Leído: Sudoku",
    "Risposta automatica: Sudoku",
    "Letto: Sudoku",
    "Automatisch antwoord: Sudoku",
    "Gelezen: Sudoku",
    "Odpowiedź automatyczna: Sudoku",
    "Przeczytano: Sudoku",
    "Automatiskt svar: Sudoku",
    "Läst: Sudoku",
    "Automatisk svar: Sudoku",
    "Læst: Sudoku",
    "Lest: Sudoku",
    "Automaattinen vastaus: Sudoku",
    "Luettu: Sudoku",
    "Resposta automática: Sudoku",
    "Lida: Sudoku",
    "Automatická odpověď: Sudoku",
    "Přečteno: Sudoku",
    "Automatická odpoveď: Sudoku",
    "Automatikus válasz: Sudoku",
    "Elolvasva: Sudoku",
    "Răspuns automat: Sudoku",
    "Citit: Sudoku",
    "Automatski odgovor: Sudoku",
    "Samodejni odgovor: Sudoku",
    "Автоматичен отговор: Sudoku",
    "Автоматический ответ: Sudoku",
    "Автоответ: Sudoku",
    "Прочитано: Sudoku",
    "Автоматична відповідь: Sudoku",
    "Αυτόματη απάντηση: Sudoku",
    "Otomatik yanıt: Sudoku",
    "Okundu: Sudoku",
    "Automaatvastus: Sudoku",
    "Automātiska atbilde: Sudoku",
    "Automatinis atsakymas: Sudoku",
    "Sjálfvirkt svar: Sudoku",
    "מענה אוטומטי: Sudoku",
    "رد تلقائي: Sudoku",
    "自動応答: Sudoku",
    "【自動返信】お問い合わせ",
    "開封済み: Sudoku",
    "不在通知: Sudoku",
    "自动答复: Sudoku",
    "自动回复：Sudoku",
    "自動回覆: Sudoku",
    "已读：Sudoku",
    "자동 회신: Sudoku",
    "읽음: Sudoku",
    "การตอบกลับอัตโนมัติ: Sudoku",
    "Trả lời tự động: Sudoku",
    "Balasan otomatis: Sudoku",
    "Your email requires verification verify#Xa81k",
]


@pytest.mark.parametrize("subject", SUBJECTS)
def test_automatic_letters_are_known_by_their_subjects(subject: str) -> None:
    assert is_automatic(subject)
    assert is_automatic(f"Re: {subject}")
    assert is_automatic(f"[ticket 17] {subject}")


@pytest.mark.parametrize(
    ("program", "person"),
    [
        ("Out of office: sudoku", "Out of office puzzle"),
        ("Sudoku - Out of the office", "Out of the office, with a sudoku"),
        ("Delivery failure", "Delivery failure of my brain"),
        ("Returned mail: sudoku", "Returned mail, second try"),
        ("Undeliverable: sudoku", "Undeliverable parcel had this in it"),
        ("Challenge response", "Challenge: response wanted"),
        ("Abwesenheitsnotiz", "Abwesenheit von Zahlen"),
        ("Nicht im B\u00fcro: Sudoku", "Nicht im B\u00fcro gel\u00f6st"),
        ("Fr\u00e5nvarande: sudoku", "Fr\u00e5nvarande siffror"),
        ("Fuera de la oficina", "Sudoku fuera de la oficina de correos"),
    ],
)
def test_a_person_may_write_the_words_of_a_program_in_a_sentence(
    program: str, person: str
) -> None:
    assert has_automatic_form(program)
    assert not has_automatic_form(person)


@pytest.mark.parametrize(
    "subject",
    [
        "Sudoku",
        "",
        "Stuck on holiday with this one",
        "Read this one please",
        "I read: no row may hold two fives",
        "Absent-minded me, wrong puzzle",
        "Lu dans le journal de ce matin",
        "Letzte Frage: wo kommt die 5 hin?",
        "Einladung zum Rätseln",
        "Urlaub und kein Stift",
        "休暇中の数独",
        "休息日的数独",
        "Sudoku 4711",
        "Is this automatic?",
        "The reply was wrong",
        "Poissa laskuista",
    ],
)
def test_people_are_not_taken_for_automatic_by_their_subjects(subject: str) -> None:
    assert not is_automatic(subject)


@pytest.mark.parametrize(
    "subject",
    [
        "[#4711] Sudoku",
        "[Ticket#2026051710000012] Sudoku",
        "Sudoku (Case 00123456)",
        "[HELP-123] Sudoku",
        "Sudoku [ ref:_00D1.5001:ref ]",
        "##184467## Sudoku",
        "Ticket 17: Sudoku",
    ],
)
def test_tickets_are_seen(subject: str) -> None:
    assert has_ticket(subject)


@pytest.mark.parametrize(
    "subject", ["Sudoku", "Sudoku 47", "Sudoku [hard]", "17.05.2026", "r4c7=3 (sure)"]
)
def test_numbers_that_people_write_are_no_tickets(subject: str) -> None:
    assert not has_ticket(subject)


@pytest.mark.parametrize(
    "words",
    [
        "Thank you for contacting us. We have received your request.",
        "I am out of the office until Monday with limited access to my email.",
        "This is an automated message, please do not reply.",
        "Ihre Nachricht ist bei uns eingegangen. Ihre Ticketnummer lautet 4711.",
        "Diese E-Mail wurde automatisch generiert.",
        "Nous avons bien reçu votre message et vous répondrons.",
        "Estoy fuera de la oficina hasta el lunes.",
        "Abbiamo ricevuto la sua richiesta.",
        "Wij hebben uw bericht in goede orde ontvangen.",
        "Jestem na urlopie do 5 maja.",
        "Jag är på semester till den 5 maj.",
        "Olen lomalla 5.7. asti.",
        "Ваше обращение принято.",
        "This account is no longer active.",
        "Our offices are closed until 3 January.",
        "Frau Abel ist nicht mehr f\u00fcr unser Haus t\u00e4tig.",
        "Je suis en d\u00e9placement cette semaine.",
        "Jag \u00e4r tj\u00e4nstledig i h\u00f6st.",
        "Olen ty\u00f6matkalla.",
        "Вашей заявке присвоен номер 12.",
        "Απουσιάζω έως τη Δευτέρα.",
        "このアドレスは配信専用です。",
        "我正在度假。",
        "ただいま休暇中です。",
        "このメールは自動送信です。",
        "您的邮件已收到，我会尽快回复您。",
        "문의해 주셔서 감사합니다.",
    ],
)
def test_sentences_of_automatic_replies_are_known(words: str) -> None:
    assert sounds_automatic(f"Hello,\n{words}\n")


@pytest.mark.parametrize(
    "words",
    [
        "I am currently stuck, please help as soon as possible.",
        "Thanks for your message, but the 3 in r4c7 is wrong.",
        "Ich bin momentan nicht sicher: ist r3c4 eine 5?",
        "Danke für deine Nachricht. Noch einen Tipp, bitte!",
        "Je suis bloqué, un indice s'il vous plaît.",
        "Gracias, pero quiero la solución lo antes posible.",
        "Jag är för närvarande helt fast.",
        "My request is simple: solve it.",
        "The office has this one on the wall. Out of ideas!",
        "On holiday we solve ten a day.",
        "I am trying to reach a contradiction in box 3.",
        "Die 5 ist in Zeile 3 nicht mehr g\u00fcltig.",
        "Le 7 n'est plus valide.",
        "Siffran 4 \u00e4r inte p\u00e5 plats.",
        "Рассмотрим его подробнее: где пятёрка?",
        "Судоку в отпуске",
        "",
    ],
)
def test_people_do_not_sound_automatic(words: str) -> None:
    assert not sounds_automatic(words)


@pytest.mark.parametrize("code", written())
def test_a_reply_of_ours_that_is_sent_back_sounds_automatic(code: str) -> None:
    assert sounds_automatic(
        language_of(code).gettext("This message was written by a program.")
    )


@pytest.mark.parametrize("key", ["auto_phrases", "receipts", "auto_texts"])
def test_at_least_25_languages_are_known(key: str) -> None:
    known = {code for code, _ in strings_by_language("mail", key)}
    assert len(known) >= 25
    assert known <= set(languages())
