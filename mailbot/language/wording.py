"""What people write beside a puzzle, in eight languages: en sv de pl fr es nl it."""

import re

from mailbot.model import Want

ALONE: dict[Want, str] = {
    Want.HINT: "hint hints tip tips clue ledtråd ledtrådar tipp hinweis podpowiedź"
    " wskazówka indice indices pista pistas aanwijzing indizio suggerimento",
    Want.NEXT: "next more nästa weiter nächste nächster nächstes dalej następny"
    " następna suivant suivante prochain siguiente próximo volgende verder prossimo"
    " prossima",
    Want.STEPS: "steps step-by-step explain explanation steg förklara schritte"
    " erklären lösungsweg kroki wyjaśnij étapes expliquer pasos explicar stappen"
    " uitleg passi passaggi spiega",
    Want.ALL: "all alla alle wszystkie toutes todas tutte",
    Want.CHECK: "check kontroll kontrollera rätta prüfen überprüfen kontrolle"
    " sprawdź sprawdzenie vérifier vérification comprobar revisar controleer"
    " controleren nakijken controlla controllare verifica",
    Want.HELP: "help info hjälp hilfe pomoc aide ayuda hulp aiuto",
    Want.STOP: "stop unsubscribe stopp avsluta abmelden abbestellen wypisz rezygnuję"
    " désabonner désinscrire baja cancelar afmelden uitschrijven disiscrivi"
    " cancellami",
    Want.SOLUTION: "solve solution answer lös lösning svar lösen lösung rozwiąż"
    " rozwiązanie résoudre résous solución resolver oplossing oplossen soluzione"
    " risolvi",
}
"""Words that mean a wish where nothing else is said: as the tag of an address, as a
whole subject, as the whole first line."""

POLITE = (
    r"please|pls|thanks|thank you|tack|snälla|bitte|danke|proszę|dziękuję|merci|svp"
    r"|s['’]il (?:vous|te) plaît|por favor|gracias|graag|alstublieft|aub|bedankt"
    r"|per favore|grazie"
)


def compile_words(words: str) -> re.Pattern[str]:
    """Words or phrases as a pattern that finds them whole."""
    return re.compile(rf"(?<!\w)(?:{words})(?!\w)", re.IGNORECASE)
