"""The language of a letter, of the eight in which we reply.

What a person wrote decides where it is clear; then the language their mail program
names; then whatever else the letter holds.
"""

import re
from collections import Counter

from mailbot.model import Letter

DEFAULT = "en"

_COMMON = {
    "en": "the please is this can could you me my stuck puzzle with for thanks thank"
    " hi hello hint of and what need have from solve solution where next step all"
    " check after minutes sent subject forwarded message wrote",
    "sv": "och jag är det den detta tack hej kan du inte mig min mitt med för att"
    " har på snälla hjälp lös lösa lösning ledtråd nästa steg vill ha som fastnat"
    " pussel ett alla kontrollera förklara stämmer från ämne skickat"
    " vidarebefordrat skrev",
    "de": "und ich ist das der die dem den bitte danke hallo kannst können sie nicht"
    " mir mein meine mit für ein eine einen hilfe lösung lösen hinweis tipp wie"
    " komme weiter guten rätsel nächster schritt prüfen erklären richtig von"
    " gesendet betreff schrieb nachricht",
    "pl": "proszę dziękuję cześć jest nie mi mój się na czy pomoc pomóż pomóc"
    " rozwiąż rozwiązanie podpowiedź wskazówka jak mam utknąłem utknęłam dzień"
    " dobry łamigłówka następny krok sprawdź wyjaśnij temat wysłane wiadomość"
    " napisał",
    "fr": "le les je est une vous tu pouvez peux merci bonjour plaît svp pas avec"
    " pour mon ma grille indice suis et aide cette que résoudre bloqué bloquée"
    " solution de étape vérifier donner objet envoyé transféré écrit",
    "es": "el los una por favor gracias hola puedes puede ayuda con para mi pista"
    " solución estoy que necesito resolver este y atascado siguiente paso comprobar"
    " asunto enviado reenviado escribió",
    "nl": "het een ik dit graag alstublieft alsjeblieft dank bedankt hallo kun kunt"
    " je u niet mij mijn met voor oplossing oplossen hulp vast zit en hoe van deze"
    " puzzel volgende stap controleer onderwerp verzonden doorgestuurd bericht"
    " schreef",
    "it": "lo una per favore grazie ciao puoi può aiuto con mio sono soluzione"
    " questo questa indizio suggerimento risolvere che bloccato bloccata prossimo"
    " passo controlla oggetto inviato inoltrato messaggio scritto",
}
"""Frequent words of a letter about a puzzle, also of what announces a forward: the
mail program speaks its owner's language."""

_LANGUAGES: dict[str, list[str]] = {}
for _code, _words in _COMMON.items():
    for _word in _words.split():
        _LANGUAGES.setdefault(_word, []).append(_code)

_WORD = re.compile(r"[^\W\d_]+")
_CODE = re.compile(r"\s*([A-Za-z]{2})(?![A-Za-z])")
_CLEAR, _FAIRLY_CLEAR = 2, 3

_MAX_CHARACTERS = 4_000


def language_of(letter: Letter, newest: str, everything: str) -> str:
    """The code of a letter's language.

    Args:
        letter: the letter.
        newest: what was written now, and the subject unless it is another's.
        everything: its whole text.
    """
    return (
        _spoken(newest, _CLEAR)
        or _named(letter)
        or _spoken(everything, _FAIRLY_CLEAR)
        or _spoken(newest, 1)
        or DEFAULT
    )


def _spoken(text: str, least: int) -> str:
    """The language most words are of, if it is ahead; "" if that is not clear."""
    words = set(_WORD.findall(text[:_MAX_CHARACTERS].lower()))
    votes = Counter(code for word in words for code in _LANGUAGES.get(word, ()))
    ranking = [*votes.most_common(2), ("", 0), ("", 0)]
    (best, most), (_, second) = ranking[:2]
    return best if most >= least and most > second else ""


def _named(letter: Letter) -> str:
    """The language in a header of the mail program."""
    headers = letter.envelope.headers
    for wanted in ("content-language", "accept-language"):
        for name, value in headers:
            code = _CODE.match(value)
            if name == wanted and code and code[1].lower() in _COMMON:
                return code[1].lower()
    return ""
