"""Automatic replies without a header that tells so get silence; people get a reply."""

import pytest

from mailbot.model import Claim, Ignore, Outcome, Respond, Want
from tests.cases import cases_of
from tests.respond.test_respond import PUZZLE, letter, outcome_of, reply_to

cases = cases_of(__file__)

ASKED = "1.../..3./.4../...2"
QUOTED = f"\r\n\r\n> {ASKED}\r\n"

ROBOTS = {
    "away": ("Out of Office: Stuck", "I am away until Monday."),
    "away-below": ("Re: Stuck", "I am out of the office until Monday, 4 May."),
    "ticket": ("[Ticket#2026-0517] Stuck", "Hello Ann, your ticket is 2026-0517."),
    "desk": ("Re: Stuck", "Thank you for contacting us. We will be in touch."),
    "number": ("Stuck (Case 00123456)", "Hello! A colleague will have a look."),
    "echo": ("[#4711] Stuck", f"We have received your request:\r\n{ASKED}"),
    "read": ("Read: Stuck", "Your message was read on 3 May 2026 at 9:14."),
    "german": ("Automatische Antwort: Stuck", "Ich bin im Urlaub."),
    "german-desk": ("Re: Stuck", "Ihre Nachricht ist bei uns eingegangen."),
    "french": ("R\u00e9ponse automatique : Stuck", "Je suis en cong\u00e9."),
    "french-desk": ("Re: Stuck", "Nous avons bien re\u00e7u votre demande."),
    "spanish": ("Respuesta autom\u00e1tica: Stuck", "Estoy fuera."),
    "italian": ("Letto: Stuck", "Il messaggio \u00e8 stato letto."),
    "dutch": ("Re: Stuck", "Ik ben op vakantie tot 5 mei en niet bereikbaar."),
    "polish": ("Re: Stuck", "Jestem na urlopie do 5 maja."),
    "swedish": ("Autosvar: Stuck", "Jag \u00e4r p\u00e5 semester."),
    "finnish": ("Automaattinen vastaus: Stuck", "Olen lomalla."),
    "finnish-desk": ("Re: Stuck", "Kiitos yhteydenotostasi. Vastaamme pian."),
    "danish": ("Autosvar: Stuck", "Jeg er ikke p\u00e5 kontoret."),
    "norwegian": ("Re: Stuck", "Jeg er ikke p\u00e5 kontoret f\u00f8r mandag."),
    "czech": ("Automatick\u00e1 odpov\u011b\u010f: Stuck", "Jsem na dovolen\u00e9."),
    "hungarian": ("Automatikus v\u00e1lasz: Stuck", "Szabads\u00e1gon vagyok."),
    "turkish": (
        "Re: Stuck",
        "Y\u0131ll\u0131k izindeyim, d\u00f6n\u00fcnce yazar\u0131m.",
    ),
    "russian": ("Автоматический ответ: Stuck", "Я в отпуске до 5 мая."),
    "russian-desk": ("Re: Stuck", "Ваше обращение принято, номер 4711."),
    "ukrainian": ("Re: Stuck", "Дякуємо за звернення! Номер заявки 4711."),
    "greek": ("Αυτόματη απάντηση: Stuck", "Είμαι σε άδεια."),
    "japanese": ("自動返信: Stuck", "ただいま休暇中です。"),
    "japanese-desk": ("Re: Stuck", "お問い合わせありがとうございます。"),
    "japanese-read": ("開封済み: Stuck", "メッセージが開封されました。"),
    "chinese": ("自动回复: Stuck", "我正在休假。"),
    "chinese-desk": ("Re: Stuck", "您的邮件已收到，我会尽快回复您。"),
    "taiwanese": ("自動回覆: Stuck", "目前不在辦公室。"),
    "korean": ("자동 회신: Stuck", "휴가 중입니다."),
    "korean-desk": ("Re: Stuck", "문의해 주셔서 감사합니다."),
    "arabic": ("رد تلقائي: Stuck", "أنا خارج المكتب."),
    "hebrew": ("מענה אוטומטי: Stuck", "אני בחופשה."),
    "thai": ("ตอบกลับอัตโนมัติ: Stuck", "ฉันลาพักร้อน"),
    "reaction": ("Re: Stuck", "\U0001f44d Ada reacted to your message:"),
    "german-reaction": ("Re: Stuck", "\u2764 Ada hat auf Ihre Nachricht reagiert:"),
    "french-reaction": ("Re: Stuck", "Ada a r\u00e9agi \u00e0 votre message :"),
    "polish-reaction": (
        "Re: Stuck",
        "Ada zareagowa\u0142a na Twoj\u0105 wiadomo\u015b\u0107:",
    ),
    "recall": (
        "Rappel : Stuck",
        "Ada souhaite rappeler le message \u00ab Stuck \u00bb.",
    ),
    "quarantine": ("Digest", "You have 3 messages in quarantine."),
    "full": ("Warnung", "Ihr Postfach ist fast voll."),
    "footer": ("Shipped", "Your order 4711 has left us. Please do not reply to this."),
    "vietnamese": ("Trả lời tự động: Stuck", "Tôi đang nghỉ phép."),
}


@cases("words")
def test_a_notice_of_news_asks_for_no_new_puzzle(words: str) -> None:
    assert reply_to(letter(words, "News")).want is not Want.NEW


def robot(name: str, more: str = "") -> Outcome:
    subject, words = ROBOTS[name]
    utf8 = {"Content-Type": "text/plain; charset=utf-8"}
    return outcome_of(letter(words + more, subject, **utf8))


@pytest.mark.parametrize("name", ROBOTS)
def test_an_automatic_reply_gets_silence(name: str) -> None:
    assert isinstance(robot(name), Ignore)


@pytest.mark.parametrize("name", ROBOTS)
def test_also_if_it_quotes_the_puzzle_of_the_letter_that_it_answers(name: str) -> None:
    assert isinstance(robot(name, QUOTED), Ignore)


@pytest.mark.parametrize("name", ROBOTS)
def test_also_if_it_quotes_our_reply(name: str) -> None:
    ours = reply_to(letter(ASKED)).reply.text
    lines = "".join(f"> {line}\r\n" for line in ours.splitlines())
    assert isinstance(robot(name, f"\r\n\r\n{lines}"), Ignore)


@cases("subject, words")
def test_a_person_with_a_puzzle_is_answered(subject: str, words: str) -> None:
    assert not reply_to(letter(words, subject)).claim.no_puzzle


def test_a_person_who_goes_on_below_a_ticket_is_answered() -> None:
    ours = reply_to(letter("hint\r\n" + ASKED)).reply.text
    quoted = "".join(f"> {line}\r\n" for line in ours.splitlines())
    subject = "Re: [#4711] Stuck"
    again = letter(f"The next one, please.\r\n\r\n{quoted}", subject)
    assert reply_to(again).told


@cases("part")
def test_a_report_or_an_entry_for_a_calendar_gets_silence_at_any_depth(
    part: str,
) -> None:
    inner = f"--a\r\nContent-Type: {part}\r\n\r\n--r\r\n\r\nx\r\n--r--\r\n"
    body = f"--a\r\n\r\n{ASKED}\r\n{inner}--a--"
    kind = {"Content-Type": "multipart/mixed; boundary=a"}
    assert isinstance(outcome_of(letter(body, **kind)), Ignore)


@cases("name, answered")
def test_a_file_named_as_reports_of_dmarc_and_tls_are_gets_silence(
    name: str, answered: bool
) -> None:
    part = f'application/octet-stream; name="{name}"'
    body = f"--a\r\n\r\n{ASKED}\r\n--a\r\nContent-Type: {part}\r\n\r\nx\r\n--a--"
    kind = {"Content-Type": "multipart/mixed; boundary=a"}
    assert isinstance(outcome_of(letter(body, **kind)), Ignore) is not answered


def test_what_was_not_understood_is_known_again_by_its_digest() -> None:
    first, second = (
        reply_to(letter(f"My train leaves from platform nine, ticket {n}."))
        for n in (1, 2)
    )
    assert first.claim.said == second.claim.said != ""
    assert not first.claim.twice
    assert reply_to(letter("Something else.")).claim.said != first.claim.said


@pytest.mark.parametrize("text", [PUZZLE, "help", "hint", "solve"])
def test_a_puzzle_or_a_word_of_ours_may_be_sent_again(text: str) -> None:
    assert reply_to(letter(text)).claim.said == ""


def answered(words: str, puzzle: str = ASKED) -> Claim:
    """The claim of a letter with words above our reply to a puzzle."""
    ours = reply_to(letter(f"hint\r\n{puzzle}")).reply.text
    quoted = "".join(f"> {line}\r\n" for line in ours.splitlines())
    return reply_to(letter(f"{words}\r\n\r\n{quoted}", "Re: Stuck")).claim


def test_the_same_question_about_a_puzzle_may_be_asked_twice() -> None:
    asked = answered("Is this one very difficult?")
    assert asked.said
    assert asked.twice
    assert asked.said != answered("Is this one very difficult?", PUZZLE).said
    assert reply_to(letter("What can you do?")).claim.twice


@pytest.mark.parametrize("words", ["next", "Give me one more hint.", "r1c2=3"])
def test_the_next_step_may_be_asked_for_repeatedly(words: str) -> None:
    assert answered(words).said == ""


def test_a_new_puzzle_may_be_asked_for_until_the_cap_is_reached() -> None:
    vouched = "dmarc=pass header.from=home.test"
    results = {"Authentication-Results": f"mail.lab.test; {vouched}"}
    asked = letter("A new puzzle, please.", **results)
    assert reply_to(asked).claim.said == ""
    asked = letter(f"A new puzzle, please, {'and ' * 9} so on.", **results)
    assert reply_to(asked).claim.said


def test_a_long_sentence_that_asks_for_the_next_step_is_known_again() -> None:
    words = "If it is not too much trouble, I would like one more hint, please."
    first, second = answered(words), answered(words, PUZZLE)
    assert first.said == second.said != ""
    assert first.twice


def test_a_long_sentence_above_new_puzzles_may_be_sent_again_and_again() -> None:
    words = "If it is not too much trouble, I would like one more hint, please."
    assert reply_to(letter(f"{words}\r\n{ASKED}")).claim.said == ""


def test_a_stop_that_nobody_vouches_for_gets_no_mail() -> None:
    unproven = {"Authentication-Results": "mail.lab.test; none"}
    outcome = outcome_of(letter("stop", "stop", **unproven))
    assert isinstance(outcome, Ignore)
    assert (outcome.want, outcome.stop) == (Want.STOP, "ann@home.test")
    proven = outcome_of(letter("stop", "stop"))
    assert isinstance(proven, Respond)
    assert proven.claim.stop
