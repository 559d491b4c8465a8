"""The phrases for each wish, in eight languages: en sv de pl fr es nl it.

They are understood in a sentence, most of them unless a "no" or "without" stands
before them. `mailbot.language.wording` has the words that are a wish alone.
"""

import re

from mailbot.model import Want

PHRASES: dict[Want, str] = {
    Want.HINT: r"hints?|clues?|tips?|a nudge|ledtråd\w*|tipps?|hinweise?n?"
    r"|podpowied\w+|wskazówk\w+|indices?|pistas?|aanwijzing\w*|indizi\w?"
    r"|suggeriment\w|aiutino"
    r"|(?:just|only) (?:one|a)(?: single)? (?:digit|number|cell|square)"
    r"|(?:nur|bloß) eine? (?:zahl|ziffer|feld)|bara en (?:siffra|ruta|cell)"
    r"|tylko jedn\w+ (?:cyfr\w+|liczb\w+|pol\w+)|une? seule? (?:chiffre|case)"
    r"|s[oó]lo una? (?:cifra|número|casilla|numero|casella)"
    r"|(?:maar|alleen|slechts) (?:één|een) (?:cijfer|getal|vakje)",
    Want.NEXT: r"next (?:step|move|cell|number|digit|square|placement|one|please|pls)"
    r"|nästa (?:steg|drag|siffra|ruta|tal)"
    r"|nächste[rsn]? (?:schritt|zahl|ziffer|zug|feld)"
    r"|(?:następn\w+|kolejn\w+) (?:krok\w*|ruch\w*|cyfr\w+|pol\w+|liczb\w+)"
    r"|prochaine? (?:étape|chiffre|coup|case)"
    r"|(?:étape|case) suivante|(?:chiffre|coup) suivant"
    r"|(?:siguiente|próxim[oa]) (?:paso|número|casilla|jugada|dígito)"
    r"|volgende (?:stap|cijfer|zet|vakje|getal)"
    r"|prossim[oa] (?:passo|mossa|numero|cifra|casella)",
    Want.STEPS: r"step[- ]by[- ]step|all (?:the )?steps|show (?:me )?the steps"
    r"|explain|explanation|walk ?through"
    r"|steg för steg|stegvis|förklar\w+"
    r"|schritt für schritt|schrittweise|erklär\w*|lösungsweg"
    r"|krok po kroku|wyjaśni\w*|wytłumacz\w*"
    r"|étape par étape|pas à pas|expli(?:que[rz]?|cations?)"
    r"|paso a paso|explica\w*|explíca\w*"
    r"|stap voor stap|stapsgewijs|uitleg\w*|leg (?:het |dit |me )*uit"
    r"|passo (?:(?:per|dopo|a) )?passo|spiega\w*",
    Want.ALL: r"(?:all|every) (?:the |of the |possible )*solutions?"
    r"|alla (?:möjliga )?lösningar\w*|alle (?:möglichen )?lösungen"
    r"|wszystki\w+ (?:możliw\w+ )?rozwiązani\w+|toutes les solutions"
    r"|todas las soluciones|alle (?:mogelijke )?oplossingen|tutte le soluzioni",
    Want.CHECK: r"check (?:my|this|it|if|whether|for|what)(?! out)|(?:please|you) check"
    r"|did i (?:make|go|get)|is (?:this|that|it|my \w+) (?:right|correct|ok)(?= ?\?)"
    r"|(?:my|any|an?|the) (?:mistakes?|errors?)|(?:right|correct|ok) so far(?= ?\?)"
    r"|kontrollera\w*|stämmer (?:det|den|min)|gjort (?:något )?fel|kolla (?:min|om)"
    r"|(?:über)?prüfe?n?|kontrollieren?|stimmt (?:das|es|mein\w*)|mein fehler"
    r"|fehler gemacht|sprawd[źz]\w*|czy (?:to )?(?:jest )?(?:dobrze|poprawn\w+)"
    r"|gdzie (?:jest |zrobił[ea]m )?błąd|vérifi(?:e[rz]?|cation)|(?:mon|une) erreur"
    r"|comprueba\w*|comprobar|revisa\w*|verifica\w*|mi error|un error|está bien(?= ?\?)"
    r"|controle(?:er|ren)|nakijken|klopt (?:dit|het|mijn)|mijn fout|een fout"
    r"|controlla\w*|(?:mio|un) errore"
    r"|(?:ist (?:das|es)|är (?:det|den)|est-ce(?: que c['’]est)?|c['’]est|es"
    r"|is (?:dit|het)|è)[ \w]{0,8} (?:richtig|rätt|juste|correcte?|correct[oa]|goed"
    r"|giust[oa]|corrett[oa])(?= ?\?)",
    Want.SOLUTION: r"solve|(?:full|whole|complete|entire|show(?: me)? the) solution"
    r"|lösa? (?:den|det|detta|hela)|hela lösningen|lösen|löse|(?:ganze|volle) lösung"
    r"|rozwiąż\w*|całe rozwiązanie|résou(?:s|dre|dre|dez)|solution complète"
    r"|resuelv\w+|resolver|solución completa|oplossen|hele oplossing"
    r"|risolv\w+|soluzione completa|i give up",
}

PICTURE = (
    r"as (?:a |an )?(?:picture|image|photo)|som (?:en )?bild|als (?:ein )?bild|als foto"
    r"|jako (?:obraz\w*|zdjęcie)|(?:en|comme|sous forme d.)\s?(?:image|photo)"
    r"|(?:como|en) (?:una )?imagen|als (?:afbeelding|plaatje)|come (?:una )?immagine"
)

_NO = (
    r"no|not|don'?t|doesn'?t|without|never|nor|instead of|kein\w*|nicht|ohne|statt"
    r"|inte|ingen|inga|inget|utan|nie|bez|żadn\w+|pas|sans|sin|non|senza|geen|niet"
    r"|zonder"
)
DENIABLE = {Want.HINT, Want.STEPS, Want.ALL, Want.SOLUTION}
"""Wishes that a "no" rules out; "I do not find the next number" asks for it."""

_THANKED = (
    r"thanks|thank you|thanx|tack|danke|dank|dzięki|dziękuję|merci|gracias|bedankt"
    r"|grazie"
)
NEGATED = re.compile(rf"\b(?:{_NO}|{_THANKED})\b[^.,;:!?\n]{{0,18}}$", re.IGNORECASE)
"""What stands before a wish that is none; "thanks for the hint" is one fulfilled."""
