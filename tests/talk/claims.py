"""Sentences with which people tell a digit in their first letter, in eight languages.

`{d}` is the digit, `{r}` and `{c}` the row and the column of its cell, `{o}` the digit
that is printed there by mistake.
"""

from collections.abc import Mapping

MOVES: Mapping[str, tuple[str, ...]] = {
    "en": (
        "I put a {d} in row {r}, column {c}. Am I right?",
        "i put {d} in r{r}c{c}, ok?",
        "I have written {d} into row {r} column {c}, does that fit?",
        "Placed a {d} at r{r}c{c}. Good so far?",
        "So far I've entered one digit, a {d} in row {r}, column {c}. Is it correct?",
        "In row {r}, column {c} I think there goes a {d}. Is that wrong?",
        "I reckon r{r}c{c} is a {d}, yes?",
        "Is {d} wrong in row {r} column {c}?",
        "my guess: r{r}c{c} = {d}. Right or wrong?",
        "We found the {d} in row {r}, column {c}, and now we are stuck.",
        "Got {d} for r{r}c{c}, what's next?",
        "Does a {d} belong in row {r}, column {c}?",
        "My sister says r{r}c{c} is {d}. Is she right?",
        "Filled in {d} at row {r} col {c} - did I mess up?",
    ),
    "de": (
        "Ich habe in Zeile {r}, Spalte {c} eine {d} eingetragen. Stimmt das?",
        "hab ne {d} in z{r}s{c} geschrieben, richtig?",
        "In Zeile {r} Spalte {c} habe ich die {d} gesetzt, ist das falsch?",
        "Meiner Meinung nach kommt in Zeile {r}, Spalte {c} eine {d}. Liege ich "
        "richtig?",
        "Bisher habe ich nur die {d} in Zeile {r}, Spalte {c} gefunden. Und jetzt?",
        "Gehört in Zeile {r}, Spalte {c} eine {d}?",
        "Ich denke, r{r}c{c} ist eine {d}. Korrekt?",
        "In r{r}c{c} steht bei mir jetzt eine {d}, ok so?",
        "Mein Tipp: eine {d} in Zeile {r}, Spalte {c}. Passt das?",
        "Zeile {r} Spalte {c}: {d}. Fehler?",
        "Die {d} in Zeile {r}, Spalte {c} hab ich selbst gefunden, wie geht es weiter?",
    ),
    "fr": (
        "J'ai mis un {d} en ligne {r}, colonne {c}. C'est bon ?",
        "j'ai écrit {d} dans la case L{r}C{c}, c'est correct ?",
        "Pour moi c'est un {d} en ligne {r} colonne {c}, j'ai raison ?",
        "Je pense que la case ligne {r}, colonne {c} contient un {d}. Est-ce juste ?",
        "j'ai trouvé le {d} en ligne {r}, colonne {c} et puis plus rien",
        "Un {d} en ligne {r}, colonne {c}, est-ce une erreur ?",
        "ligne {r} colonne {c} : {d}, c'est faux ?",
        "J'ai placé un {d} ligne {r}, colonne {c}. Et la suite ?",
        "Mon premier chiffre : {d} en ligne {r}, colonne {c}. Je me trompe ?",
    ),
    "es": (
        "He puesto un {d} en la fila {r}, columna {c}. ¿Es correcto?",
        "puse {d} en f{r}c{c}, voy bien?",
        "En la fila {r}, columna {c} he escrito un {d}. ¿Está mal?",
        "Creo que en la fila {r}, columna {c} va un {d}. ¿Tengo razón?",
        "Tengo un {d} en la fila {r}, columna {c}, ¿y ahora?",
        "He encontrado el {d} de la fila {r}, columna {c}, pero no sé seguir",
        "¿Está bien un {d} en la fila {r}, columna {c}?",
        "Mi primera cifra: un {d} en la fila {r}, columna {c}. ¿Acerté?",
        "coloqué el {d} en la fila {r} columna {c}, está mal?",
    ),
    "it": (
        "Ho messo un {d} nella riga {r}, colonna {c}. Va bene?",
        "ho scritto {d} in r{r}c{c}, giusto?",
        "Secondo me in riga {r}, colonna {c} va un {d}. Ho ragione?",
        "Penso che in riga {r} colonna {c} ci sia un {d}. È sbagliato?",
        "Ho trovato il {d} in riga {r}, colonna {c} e adesso sono bloccata",
        "Un {d} in riga {r}, colonna {c}: è corretto?",
        "Ho inserito il {d} in riga {r}, colonna {c}. Qual è il prossimo passo?",
        "riga {r} colonna {c} = {d}, ho sbagliato?",
    ),
    "nl": (
        "Ik heb een {d} in rij {r}, kolom {c} gezet. Klopt dat?",
        "heb {d} ingevuld bij r{r}k{c}, goed zo?",
        "In rij {r}, kolom {c} heb ik een {d} geschreven, is dat fout?",
        "Ik denk dat er op rij {r}, kolom {c} een {d} komt. Juist?",
        "De {d} op rij {r}, kolom {c} heb ik gevonden, en nu?",
        "Hoort er een {d} op rij {r}, kolom {c}?",
        "Mijn gok: rij {r} kolom {c} is {d}. Heb ik gelijk?",
        "Volgens mijn man is rij {r}, kolom {c} een {d}, klopt dat?",
        "rij {r} kolom {c}: {d}, fout?",
    ),
    "pl": (
        "Wpisałem {d} w wierszu {r}, kolumnie {c}. Dobrze?",
        "wpisalam {d} w w{r}k{c}, ok?",
        "W wierszu {r}, kolumnie {c} postawiłam {d}, czy to błąd?",
        "Myślę, że w wierszu {r}, kolumnie {c} jest {d}. Mam rację?",
        "Moim zdaniem w wierszu {r}, kolumnie {c} będzie {d}. Zgadza się?",
        "Znalazłem {d} w wierszu {r}, kolumnie {c} i utknąłem",
        "Czy w wierszu {r}, kolumnie {c} jest {d}?",
        "Mój strzał: wiersz {r}, kolumna {c} to {d}. Trafiłem?",
        "mam {d} w rzędzie {r}, kolumnie {c}, co dalej?",
    ),
    "sv": (
        "Jag har skrivit {d} på rad {r}, kolumn {c}. Stämmer det?",
        "satte en {d} i r{r}k{c}, rätt?",
        "På rad {r}, kolumn {c} har jag fyllt i en {d}, är det fel?",
        "Jag tror att det ska vara en {d} på rad {r}, kolumn {c}. Har jag rätt?",
        "Hittade {d} på rad {r}, kolumn {c}, vad gör jag nu?",
        "Ska det vara en {d} på rad {r}, kolumn {c}?",
        "Min gissning: rad {r} kolumn {c} är {d}. Är jag rätt ute?",
        "Enligt min son är rad {r}, kolumn {c} en {d}, stämmer det?",
        "rad {r} kolumn {c}: {d}, fel?",
    ),
}
"""A digit of the person's own in an empty cell, with or without a question."""

CORRECTIONS: Mapping[str, tuple[str, ...]] = {
    "en": (
        "Row {r}, column {c} must be a {d}, I mistyped it. Please solve it.",
        "Careful, r{r}c{c} should be {d}, not {o}. Solve it for me please.",
        "I made a typo: r{r}c{c} is a {d}. Please solve.",
        "I typed {o} in row {r}, column {c} but it is {d} in the paper. Solution "
        "please.",
        "There is a misprint, the {o} in row {r}, column {c} should read {d}. "
        "Solve it like that.",
        "P.S. r{r}c{c}={d} instead of {o}. Please send the solution.",
        "Sorry, row {r} column {c} is a {d} and not a {o}. Can you solve it?",
        "In row {r}, column {c} there ought to be a {d}. Please solve with that.",
    ),
    "de": (
        "In Zeile {r}, Spalte {c} muss eine {d} stehen, ich habe mich vertippt. "
        "Bitte lösen.",
        "Achtung: Z{r}S{c} ist eine {d}, keine {o}. Bitte lösen!",
        "Tippfehler: r{r}c{c} ist {d}. Bitte lösen Sie es.",
        "Ich habe in Zeile {r}, Spalte {c} eine {o} abgeschrieben, es ist aber "
        "eine {d}. Bitte die Lösung.",
        "Zeile {r} Spalte {c} soll {d} heißen statt {o}, lös es bitte so",
        "In Zeile {r}, Spalte {c} gehört eine {d} hin. Können Sie es damit lösen?",
        "Die {o} in Zeile {r}, Spalte {c} ist falsch, da steht eine {d}. Bitte lösen.",
    ),
    "fr": (
        "Ligne {r}, colonne {c}, il faut un {d}, j'ai mal tapé. Merci de résoudre.",
        "Attention, L{r}C{c} est un {d} et non un {o}. Résolvez-la svp.",
        "Faute de frappe : ligne {r}, colonne {c} c'est {d}. La solution svp.",
        "J'ai tapé {o} en ligne {r}, colonne {c} mais c'est un {d} dans le "
        "journal. Pouvez-vous résoudre ?",
        "Le {o} en ligne {r}, colonne {c} devrait être un {d}. Résous-la comme ça.",
        "En ligne {r}, colonne {c}, il doit y avoir un {d}. La solution, merci.",
    ),
    "es": (
        "En la fila {r}, columna {c} debe ir un {d}, lo escribí mal. Resuélvelo, "
        "por favor.",
        "Ojo, f{r}c{c} es un {d}, no un {o}. Resuélvelo así.",
        "Errata: fila {r}, columna {c} es {d}. La solución, por favor.",
        "Copié un {o} en la fila {r}, columna {c}, pero es un {d} en el periódico. "
        "¿Me lo resuelves?",
        "El {o} de la fila {r}, columna {c} debería ser un {d}. La solución, gracias.",
        "En la fila {r}, columna {c} tendría que haber un {d}. Resuélvalo con eso.",
    ),
    "it": (
        "In riga {r}, colonna {c} deve esserci un {d}, ho sbagliato a scrivere. "
        "Risolvilo per favore.",
        "Attenzione, r{r}c{c} è un {d}, non un {o}. Me lo risolvi?",
        "Refuso: riga {r}, colonna {c} è {d}. La soluzione, grazie.",
        "Ho copiato un {o} in riga {r}, colonna {c}, ma sul giornale è un {d}. "
        "Puoi risolverlo?",
        "Il {o} in riga {r}, colonna {c} dovrebbe essere un {d}. La soluzione per "
        "favore.",
        "In riga {r}, colonna {c} ci vuole un {d}. Risolvetelo così, grazie.",
    ),
    "nl": (
        "Op rij {r}, kolom {c} moet een {d} staan, ik heb me vertypt. Graag oplossen.",
        "Let op, r{r}k{c} is een {d}, geen {o}. Los hem op aub.",
        "Typfout: rij {r}, kolom {c} is {d}. Graag de oplossing.",
        "Ik heb op rij {r}, kolom {c} een {o} getypt, maar in de krant staat een "
        "{d}. Kunt u hem oplossen?",
        "De {o} op rij {r}, kolom {c} moet een {d} zijn. De oplossing graag.",
        "Op rij {r}, kolom {c} hoort een {d}. Los hem daarmee op, dank u.",
    ),
    "pl": (
        "W wierszu {r}, kolumnie {c} musi być {d}, źle wpisałem. Proszę rozwiązać.",
        "Uwaga, w{r}k{c} to {d}, a nie {o}. Proszę o rozwiązanie.",
        "Literówka: wiersz {r}, kolumna {c} to {d}. Proszę o rozwiązanie.",
        "Przepisałem {o} w wierszu {r}, kolumnie {c}, ale w gazecie jest {d}. "
        "Proszę rozwiązać.",
        "Zamiast {o} w wierszu {r}, kolumnie {c} powinno być {d}. Proszę rozwiązać.",
        "W wierszu {r}, kolumnie {c} ma stać {d}. Proszę tak rozwiązać.",
    ),
    "sv": (
        "På rad {r}, kolumn {c} ska det stå {d}, jag skrev fel. Lös det tack.",
        "Obs, r{r}k{c} är en {d}, inte en {o}. Lös den är du snäll.",
        "Skrivfel: rad {r}, kolumn {c} är {d}. Lösningen tack.",
        "Jag skrev {o} på rad {r}, kolumn {c}, men i tidningen står det {d}. Kan "
        "du lösa det?",
        "{o} på rad {r}, kolumn {c} borde vara {d}. Lösningen, tack.",
        "På rad {r}, kolumn {c} hör det hemma en {d}. Lös det så.",
    ),
}
"""Another digit for a cell that was mistyped, and a wish for the solution."""

EXCHANGES: Mapping[str, tuple[str, ...]] = {
    "en": (
        "Swap the {o} in row {r}, column {c} for a {d} before you start.",
        "Please replace the {o} in r{r}c{c} with a {d} and then solve it.",
        "Change row {r}, column {c} from {o} to {d}. Please solve it.",
        "In row {r}, column {c}, kindly exchange the {o} for the number {d}.",
        "I'd like to change the {o} in r{r}c{c} to a {d}. The solution please.",
    ),
    "de": (
        "Bitte die {o} in Zeile {r}, Spalte {c} gegen eine {d} tauschen.",
        "Tausche in Zeile {r}, Spalte {c} die {o} gegen eine {d} aus.",
        "Ersetzen Sie bitte die {o} in Zeile {r}, Spalte {c} durch eine {d}. Danke!",
        "Ändere die {o} in z{r}s{c} in eine {d} und löse es dann.",
        "Könnt die {o} in Zeile {r}, Spalte {c} bitte durch die {d} ersetzen.",
    ),
    "fr": (
        "Remplacez le {o} en ligne {r}, colonne {c} par un {d}, svp.",
        "Merci de changer le {o} de la ligne {r}, colonne {c} en {d}.",
        "Échange le {o} en L{r}C{c} contre un {d} avant de commencer.",
        "Veuillez remplacer le {o}, ligne {r} colonne {c}, par le chiffre {d}.",
    ),
    "es": (
        "Cambia el {o} de la fila {r}, columna {c} por un {d}.",
        "Por favor, sustituya el {o} en la fila {r}, columna {c} por el {d}.",
        "Hay que reemplazar el {o} de la fila {r}, columna {c} con un {d}.",
        "En la fila {r}, columna {c}, cambie el {o} a {d}, gracias.",
    ),
    "it": (
        "Sostituisci il {o} in riga {r}, colonna {c} con un {d}.",
        "Per favore cambiare il {o} della riga {r}, colonna {c} in un {d}.",
        "Cambiami il {o} in riga {r}, colonna {c} con un {d}.",
        "Cambi il {o} nella riga {r}, colonna {c} con il {d}, grazie.",
    ),
    "nl": (
        "Vervang de {o} in rij {r}, kolom {c} door een {d}.",
        "Graag de {o} in rij {r}, kolom {c} veranderen in een {d}.",
        "Wilt de {o} op rij {r}, kolom {c} wijzigen naar {d}, alstublieft.",
    ),
    "pl": (
        "Zamień {o} w wierszu {r}, kolumnie {c} na {d}.",
        "Proszę zmienić {o} w wierszu {r}, kolumnie {c} na {d}.",
        "W wierszu {r}, kolumnie {c} proszę zastąpić {o} przez {d}.",
    ),
    "sv": (
        "Byt {o}:an på rad {r}, kolumn {c} mot en {d}:a.",
        "Ersätt {o} i rad {r}, kolumn {c} med {d}, tack.",
        "Var snäll och ändra {o} på rad {r}, kolumn {c} till {d}.",
    ),
}
"""Sentences that ask for another digit in the place of a printed one."""

UNSURE_EXCHANGES: Mapping[str, tuple[str, ...]] = {
    "en": (
        "Don't swap the {o} in row {r}, column {c} for a {d}.",
        "Can I swap the {o} in row {r}, column {c} for a {d}?",
        "Swap the {d} in row {r}, column {c} for an {o}.",
        "Swap the {o} for a {d} in row {r} before you start.",
        "Replace the {o} with a {d} and solve it.",
        "Please change the {o} in r{r}c{c}.",
        "Swap the {o} in r{r}c{c} for the 3 in r1c2.",
        "Substitute a {d} for the {o} in row {r}, column {c}.",
        "Change row {r}, column {c} to a {d} or a 4.",
    ),
    "de": (
        "Kann man die {o} in Zeile {r}, Spalte {c} durch eine {d} ersetzen?",
        "Ersetze die {o} durch eine {d} und löse es.",
    ),
    "fr": ("Pourriez-vous remplacer le {o} en ligne {r}, colonne {c} par un {d} ?",),
    "es": ("¿Puedes cambiar el {o} de la fila {r}, columna {c} por un {d}?",),
    "it": ("Può sostituire il {o} in riga {r}, colonna {c} con un {d}?",),
    "nl": ("Kunt u de {o} in rij {r}, kolom {c} vervangen door een {d}?",),
    "pl": (
        "Czy można zmienić {o} w wierszu {r}, kolumnie {c} na {d}?",
        "Zastąp ósemkę w wierszu {r}, kolumnie {c} piątką.",
    ),
    "sv": ("Kan ni byta {o} på rad {r}, kolumn {c} mot {d}?",),
}
"""Sentences of an exchange that is asked about, denied, or not clear."""

ASKED: Mapping[str, tuple[str, ...]] = {
    "en": (
        "Row {r}, column {c}. Dave reckons {d}, I say he's talking through his hat."
        " What's in there really?",
        "my brother says the square in row {r} column {c} is a {d} and i say its "
        "not. what is it really",
        "My colleague insists on {d} in row {r}, column {c}. I don't believe her. "
        "Which digit is it?",
        "What goes in row {r}, column {c}? Bob thinks {d} but I doubt it.",
        "I am {d} and a half. What is in row {r}, column {c}?",
        "Row {r}, column {c}: my wife swears it's {d}. What's the truth? Just that "
        "square please.",
        "Is it true that r{r}c{c} is not {d}? What is it then?",
        "People at work claim r{r}c{c} is {d}. Tell me what belongs there, nothing "
        "else.",
        "I'm torn between {d} numbers for r{r}c{c}. Which one is it?",
        "Which of the {d} possibilities goes in row {r}, column {c}?",
        "I'm {d} and I'd like to know: what goes in row {r}, column {c}?",
    ),
    "de": (
        "In Zeile {r}, Spalte {c}: mein Mann schwört auf die {d}. Was steht da "
        "wirklich? Bitte nur dieses eine Feld, sonst schimpft er.",
        "Mein Bruder sagt, in Zeile {r}, Spalte {c} ist eine {d}, und ich sage "
        "nein. Was ist es wirklich?",
        "Der Kollege behauptet {d} in Z{r}S{c}. Das glaube ich nicht. Welche Ziffer"
        " stimmt?",
        "Was gehört in Zeile {r}, Spalte {c}? Hans tippt auf {d}, ich bezweifle das.",
        "Ich bin {d} Jahre alt. Was kommt in Zeile {r}, Spalte {c}?",
        "Zeile {r}, Spalte {c}: Oma meint {d}. Welche Zahl ist es denn nun?",
        "Welche von den {d} Möglichkeiten kommt in Zeile {r}, Spalte {c}?",
    ),
    "fr": (
        "Ligne {r}, colonne {c} : mon mari jure que c'est un {d}. Qu'est-ce qu'il y"
        " a vraiment ? Juste cette case.",
        "mon frère dit que la case ligne {r} colonne {c} c'est un {d} et moi je dis"
        " que non. c'est quoi en vrai",
        "Un collègue prétend que L{r}C{c} est un {d}. Je n'y crois pas. Quel "
        "chiffre est-ce ?",
        "Que faut-il mettre en ligne {r}, colonne {c} ? Paul pense {d}, j'en doute.",
        "J'ai {d} ans. Quel chiffre va en ligne {r}, colonne {c} ?",
        "Lequel des {d} chiffres possibles va en ligne {r}, colonne {c} ?",
    ),
    "es": (
        "Fila {r}, columna {c}: mi marido jura que es un {d}. ¿Qué hay de verdad? "
        "Solo esa casilla.",
        "mi hermano dice que en la fila {r} columna {c} va un {d} y yo digo que no."
        " qué es en realidad",
        "Un compañero afirma que f{r}c{c} es {d}. No me lo creo. ¿Qué cifra es?",
        "¿Qué va en la fila {r}, columna {c}? Pablo cree que {d}, yo lo dudo.",
        "Tengo {d} años. ¿Qué número va en la fila {r}, columna {c}?",
        "¿Cuál de los {d} números posibles va en la fila {r}, columna {c}?",
    ),
    "it": (
        "Riga {r}, colonna {c}: mio marito giura che è un {d}. Che cosa c'è "
        "davvero? Solo quella casella.",
        "mio fratello dice che in riga {r} colonna {c} c'è un {d} e io dico di no. "
        "cos'è veramente",
        "Un collega sostiene che r{r}c{c} è {d}. Non ci credo. Che cifra è?",
        "Cosa va in riga {r}, colonna {c}? Paolo pensa {d}, io ne dubito.",
        "Ho {d} anni. Quale numero va in riga {r}, colonna {c}?",
        "Quale dei {d} numeri possibili va in riga {r}, colonna {c}?",
    ),
    "nl": (
        "Rij {r}, kolom {c}: m'n zwager beweert bij hoog en laag dat daar een {d} "
        "komt. Ik geloof er niks van. Wat is het wel?",
        "mijn broer zegt dat in rij {r} kolom {c} een {d} staat en ik zeg van niet."
        " wat is het echt",
        "Een collega houdt vol dat r{r}k{c} {d} is. Dat geloof ik niet. Welk cijfer"
        " is het?",
        "Wat hoort er in rij {r}, kolom {c}? Jan denkt {d}, ik betwijfel het.",
        "Ik ben {d} jaar. Welk cijfer komt in rij {r}, kolom {c}?",
        "Welk van de {d} mogelijke cijfers komt in rij {r}, kolom {c}?",
    ),
    "pl": (
        "Wiersz {r}, kolumna {c}: mąż przysięga, że to {d}. Co tam naprawdę jest? "
        "Tylko to jedno pole.",
        "mój brat mówi że w wierszu {r} kolumnie {c} jest {d} a ja że nie. co tam "
        "jest naprawdę",
        "Kolega twierdzi, że w{r}k{c} to {d}. Nie wierzę. Jaka to cyfra?",
        "Co wchodzi w wiersz {r}, kolumnę {c}? Jan myśli, że {d}, wątpię w to.",
        "Mam {d} lat. Jaka cyfra jest w wierszu {r}, kolumnie {c}?",
        "Która z {d} możliwych cyfr jest w wierszu {r}, kolumnie {c}?",
    ),
    "sv": (
        "Rad {r}, kolumn {c}: min man svär på att det är en {d}. Vad står där "
        "egentligen? Bara den rutan.",
        "min bror säger att på rad {r} kolumn {c} är det en {d} och jag säger nej. "
        "vad är det egentligen",
        "En kollega påstår att r{r}k{c} är {d}. Det tror jag inte på. Vilken siffra"
        " är det?",
        "Vad ska stå i rad {r}, kolumn {c}? Lasse tror {d}, jag tvivlar.",
        "Jag är {d} år. Vilken siffra hör hemma på rad {r}, kolumn {c}?",
        "Vilken av de {d} möjliga siffrorna ska stå på rad {r}, kolumn {c}?",
    ),
}
"""Questions for the digit of an empty cell, beside which another number stands."""
