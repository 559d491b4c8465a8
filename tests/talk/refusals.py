"""Letters that refuse the end of a puzzle; one a line, by what else they ask for."""

from collections.abc import Mapping

ALONE: Mapping[str, str] = {
    "en": """
        Please do not mail me the filled-in puzzle.
        Don't complete this for me.
        Whatever you do, leave the remaining squares blank.
        I would rather you did not fill it in.
        The finished grid I'd rather not have.
        You need not solve it to the end.
        No need to finish it.
        Kindly refrain from filling in the rest.
        Under no circumstances send me the completed version!
        I don't want you to do it for me.
    """,
    "de": """
        Bitte nicht das ausgefüllte Rätsel schicken.
        Die restlichen Felder bitte leer lassen.
        Füllen Sie mir bloß nichts aus!
        Das vollständige Gitter will ich nicht sehen.
        Auf keinen Fall zu Ende lösen.
        Verraten Sie mir die Lösung bitte nicht.
        Ich möchte nicht, dass Sie es fertig machen.
        Bitte den Rest offen lassen.
        nicht komplettieren bitte
        Sie brauchen es nicht zu vervollständigen.
    """,
    "fr": """
        Ne m'envoyez pas la grille remplie, s'il vous plaît.
        Il ne faut pas la compléter.
        Surtout ne la finissez pas à ma place !
        Laissez les autres cases vides.
        Je ne veux pas que vous la terminiez.
        Pas besoin de remplir le reste.
        Merci de ne pas dévoiler la grille complète.
        N'achevez pas mon sudoku.
        Évitez de me donner tous les chiffres.
        Inutile de la résoudre jusqu'au bout.
    """,
    "es": """
        No me mande el sudoku rellenado.
        Por favor, no lo complete usted.
        Deje en blanco las demás casillas.
        No quiero que me lo termine.
        No hace falta acabarlo.
        Que no me llegue la cuadrícula terminada, por favor.
        Prohibido rellenar el resto.
        Ni se te ocurra resolverlo entero.
        Prefiero que no lo rellene.
        Sin completar lo que falta, gracias.
    """,
    "it": """
        Non mandatemi lo schema compilato.
        Per favore non riempite il resto.
        Lasciate vuote le altre caselle.
        Non voglio che lo finiate voi.
        Non c'è bisogno di completarlo.
        Vietato finirlo al posto mio!
        Evitate di mostrarmi la griglia completa.
        Preferirei che non lo risolveste.
        Guai a chi me lo completa.
        Senza svelarmi lo schema finito, mi raccomando.
    """,
    "nl": """
        Stuur me alsjeblieft niet de ingevulde puzzel.
        Vul de rest niet in.
        Laat de overige vakjes leeg.
        Ik wil niet dat jullie hem afmaken.
        Niet helemaal oplossen a.u.b.
        U hoeft hem niet af te maken.
        De complete oplossing hoef ik niet te zien.
        Maak hem vooral niet voor me af!
        Liever niet aanvullen.
        Waag het niet om alles in te vullen.
    """,
    "pl": """
        Proszę nie przysyłać wypełnionego diagramu.
        Proszę nie kończyć za mnie.
        Resztę pól proszę zostawić puste.
        Nie chcę, żebyście to dokończyli.
        Tylko nie uzupełniajcie wszystkiego!
        Nie trzeba tego rozwiązywać do końca.
        Gotowej planszy nie chcę widzieć.
        Nie wypełniaj reszty.
        Bez pokazywania całego rozwiązania, proszę.
        Prosze nie uzupelniac.
    """,
    "sv": """
        Skicka inte det ifyllda sudokut, tack.
        Fyll inte i resten.
        Lämna de andra rutorna tomma.
        Jag vill inte att ni gör klart det.
        Du behöver inte lösa det till slut.
        Det färdiga rutnätet vill jag inte se.
        Snälla, avsluta det inte åt mig.
        Låt bli att fylla i det.
        Helst inte komplettera det.
        Absolut inte visa alla siffror!
    """,
}

WITH_CELL: Mapping[str, str] = {
    "en": """
        All I need is r3c5. Please do not complete the grid.
        What goes in r3c5? Don't fill in anything else.
        Could you tell me r3c5, and leave the rest blank?
        Row 3, column 5 is my problem. No finished puzzle, please.
        r3c5 please. I don't want the completed grid.
    """,
    "de": """
        Ich brauche nur z3s5. Bitte nicht den Rest ausfüllen.
        Was kommt in Zeile 3, Spalte 5? Das fertige Gitter bitte nicht schicken.
        Welche Zahl steht in z3s5? Mehr sollen Sie nicht ausfüllen.
        Mir fehlt Zeile 3 Spalte 5. Machen Sie es bitte nicht fertig.
        Nur z3s5 bitte, und nicht zu Ende lösen.
    """,
    "fr": """
        Il me manque l3c5. Ne complétez pas le reste.
        Que faut-il mettre en ligne 3, colonne 5 ? Surtout ne remplissez pas la grille.
        Je cherche l3c5. N'envoyez pas la grille terminée.
        Quel chiffre en l3c5 ? Laissez le reste vide.
        Seulement l3c5 svp, pas la grille remplie.
    """,
    "es": """
        Necesito f3c5. No complete lo demás, por favor.
        ¿Qué va en la fila 3, columna 5? No rellene el resto.
        Solo me falta f3c5. No me envíe el sudoku terminado.
        ¿Qué número hay en f3c5? Deje lo demás vacío.
        Dígame f3c5 y no lo acabe.
    """,
    "it": """
        Mi serve r3c5. Non completate il resto.
        Cosa va in riga 3, colonna 5? Non riempite le altre caselle.
        Mi manca solo r3c5. Non mandate lo schema finito.
        Che numero c'è in r3c5? Lasciate vuoto il resto.
        Ditemi r3c5 e non finitelo.
    """,
    "nl": """
        Ik zoek r3k5. Vul verder niets in.
        Wat hoort er in rij 3, kolom 5? Maak hem niet af a.u.b.
        Ik zoek r3k5. Niet de ingevulde puzzel sturen.
        Welk cijfer staat in r3k5? Laat de rest leeg.
        Alleen r3k5 graag, de puzzel niet voltooien.
    """,
    "pl": """
        Potrzebuję w3k5. Proszę nie wypełniać reszty.
        Co wpisać w wierszu 3, kolumnie 5? Nie kończcie tego za mnie.
        Brakuje mi w3k5. Proszę nie przysyłać gotowej planszy.
        Jaka cyfra jest w w3k5? Resztę proszę zostawić pustą.
        Tylko w3k5 proszę, bez uzupełniania całości.
    """,
    "sv": """
        Jag behöver r3k5. Fyll inte i något mer.
        Vad ska stå i rad 3, kolumn 5? Gör inte klart resten.
        Jag saknar r3k5. Skicka inte det färdiga sudokut.
        Vilken siffra är det i r3k5? Lämna resten tomt.
        Bara r3k5 tack, komplettera det inte.
    """,
}

WITH_CHECK: Mapping[str, str] = {
    "en": """
        Have I gone wrong anywhere? Please don't complete it.
        Is it right so far? Leave the blanks blank.
        Could you check what I have? I don't want the finished grid.
    """,
    "de": """
        Habe ich irgendwo einen Fehler? Bitte nicht vervollständigen.
        Stimmt das bisher? Das ausgefüllte Rätsel bitte nicht schicken.
        Können Sie prüfen, was ich habe? Den Rest nicht ausfüllen.
        Ist bis hierher alles richtig? Nicht fertig machen!
    """,
    "fr": """
        Est-ce que je me suis trompé quelque part ? Ne complétez pas la grille.
        C'est juste jusqu'ici ? Il ne faut pas la remplir.
        Pouvez-vous vérifier ce que j'ai mis ? Ne la terminez pas.
        Y a-t-il une erreur ? Laissez les cases vides.
    """,
    "es": """
        ¿Me he equivocado en algo? No lo complete.
        ¿Va bien hasta aquí? No rellene los huecos.
        ¿Puede comprobar lo que llevo? No me lo termine.
        Mire si hay algún error. No quiero la cuadrícula terminada.
    """,
    "it": """
        Ho sbagliato qualcosa? Non completatelo.
        È giusto fin qui? Non riempite i buchi.
        Potete controllare quello che ho messo? Non finitelo.
        C'è un errore? Lo schema completo non mandatelo.
    """,
    "nl": """
        Heb ik ergens een fout gemaakt? Niet afmaken graag.
        Klopt het tot nu toe? Vul de lege vakjes niet in.
        Kunt u nakijken wat ik heb? Maak hem niet af.
        Zit er een fout in? De ingevulde puzzel hoef ik niet.
    """,
    "pl": """
        Czy gdzieś się pomyliłem? Proszę nie uzupełniać.
        Czy dotąd jest dobrze? Nie wypełniajcie reszty.
        Proszę sprawdzić, co wpisałam. Nie kończcie tego.
        Czy jest tu błąd? Gotowego diagramu nie przysyłajcie.
    """,
    "sv": """
        Har jag gjort fel någonstans? Gör inte klart det.
        Stämmer det så här långt? Fyll inte i resten.
        Kan ni kontrollera det jag har? Skicka inte det ifyllda.
        Finns det något fel? Lämna de tomma rutorna tomma.
    """,
}

IN_A_STORY: Mapping[str, str] = {
    "en": """
        My husband always peeks at the last page. I don't: keep the finished puzzle \
        to yourselves.
        It rained all weekend in Leeds and this kept me busy. Please don't complete \
        it, I am enjoying myself.
        Greetings from the ferry. I'm hopelessly slow. Do not send me the whole thing \
        filled in.
    """,
    "de": """
        Meine Enkelin hat mir das Rätsel geschenkt. Bitte nicht für mich ausfüllen.
        Wir sitzen im Zug nach Kassel und rätseln. Schickt uns bloß nicht das fertige \
        Ding.
        Seit dem Frühstück hänge ich daran. Vervollständigen Sie es bitte nicht, das \
        wäre schade.
    """,
    "fr": """
        Ma petite-fille me l'a offerte pour ma fête. Ne la remplissez pas pour moi.
        Il pleut à Nantes, on s'occupe comme on peut. Ne nous montrez pas la grille \
        achevée.
        Je suis dessus depuis le petit déjeuner. Ce serait dommage de la compléter, \
        ne le faites pas.
    """,
    "es": """
        Me lo regaló mi nieta por mi santo. No lo rellene por mí.
        Llueve en Vigo y nos entretenemos con esto. No nos mande el sudoku hecho.
        Estoy con él desde el desayuno. No me lo complete, que pierde la gracia.
    """,
    "it": """
        Me l'ha regalato mia nipote per l'onomastico. Non compilatelo al posto mio.
        Piove a Torino e ci teniamo occupati. Non mandateci lo schema già fatto.
        Ci sono sopra da colazione. Non completatemelo, sarebbe un peccato.
    """,
    "nl": """
        Mijn kleindochter gaf me deze puzzel. Vul hem niet voor me in.
        Het regent in Zwolle en wij puzzelen wat. Stuur ons niet het complete ding.
        Ik zit er al sinds het ontbijt op. Niet afmaken, dat zou jammer zijn.
    """,
    "pl": """
        Wnuczka dała mi to na imieniny. Proszę nie wypełniać za mnie.
        Pada w Gdyni i tak sobie siedzimy. Nie przysyłajcie nam gotowca.
        Siedzę nad tym od śniadania. Proszę nie uzupełniać, szkoda zabawy.
    """,
    "sv": """
        Mitt barnbarn gav mig det på namnsdagen. Fyll inte i det åt mig.
        Det regnar i Gävle och vi roar oss så gott vi kan. Skicka inte det färdiga.
        Jag har suttit med det sedan frukost. Gör inte klart det, det vore synd.
    """,
}
