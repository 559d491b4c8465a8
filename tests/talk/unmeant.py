"""Digits that are meant for no cell, denied or only repeated; one sentence a line."""

from collections.abc import Mapping

BESIDE_A_PUZZLE: Mapping[str, str] = {
    "en": """
        My daughter is 4 and asks what goes in row 1, column 3?
        My five year old wants to know: which number is in row 1, column 3?
        I hesitate between two digits for row 1, column 3, which of them is it?
        Between three candidates I can't decide in row 1 column 3. Which is it?
        Can you tell me the digit in row 1, column 3? I have been at it for 2 hours.
        Number in row 1, column 3 please, my 4 grandchildren are waiting.
        Which digit, row 1, column 3?
        I'd never put a 4 in row 1, column 3, so what goes there?
        What number belongs in row 1, column 3? 4 people here could not tell.
        I am 7 and stuck at row 1 column 3.
        Could anything but a 4 go in row 1, column 3? Just that cell please.
        There can't be a 4 in row 1, column 3. What is it then?
        Row 1, column 3 is driving me mad, 4 coffees later I still don't know. Only \
        that one please.
        I have 2 choices left for row 1 column 3, tell me which.
        Not a 4 in row 1, column 3, surely?
    """,
    "de": """
        Meine Tochter ist 4 und fragt, was in Zeile 1, Spalte 3 gehört.
        Mein vierjähriger Sohn möchte wissen: welche Zahl steht in Zeile 1, Spalte 3?
        Ich schwanke in Zeile 1, Spalte 3 zwischen zwei Ziffern, welche ist es?
        Welche Ziffer ist in Zeile 1, Spalte 3? Ich sitze seit 4 Stunden dran.
        In Zeile 1, Spalte 3 habe ich noch vier Möglichkeiten, welche stimmt?
        In Zeile 1, Spalte 3 gehört doch keine 4, oder?
        Eine 4 kann in Zeile 1, Spalte 3 nicht stehen. Was dann?
        Zeile 1, Spalte 3 macht mich wahnsinnig, nach 4 Kaffees weiß ich es immer \
        noch nicht. Nur dieses Feld bitte.
        Nie im Leben eine 4 in Zeile 1, Spalte 3. Was kommt da hin?
        Ich bin 4 Jahre dabei, aber Zeile 1, Spalte 3 bekomme ich nicht heraus.
        Bitte nur die Ziffer in Zeile 1, Spalte 3, meine 4 Enkel warten.
    """,
    "fr": """
        Ma fille a 4 ans et demande ce qu'on met en ligne 1, colonne 3.
        J'hésite entre deux chiffres en ligne 1, colonne 3, lequel est-ce ?
        Il me reste quatre possibilités en ligne 1, colonne 3, laquelle est la bonne ?
        Quel chiffre en ligne 1, colonne 3 ? J'y suis depuis 4 heures.
        Un 4 ne peut pas aller en ligne 1, colonne 3. Alors quoi ?
        Ce n'est sûrement pas un 4 en ligne 1, colonne 3 ?
        Juste le chiffre de la ligne 1, colonne 3 svp, mes 4 petits-enfants attendent.
        Jamais un 4 en ligne 1, colonne 3. Qu'est-ce qui va là ?
        Après 4 cafés je ne trouve toujours pas ligne 1, colonne 3, seulement cette \
        case svp
    """,
    "es": """
        Mi hija tiene 4 años y pregunta qué va en la fila 1, columna 3.
        Dudo entre dos cifras en la fila 1, columna 3, ¿cuál es?
        Me quedan cuatro posibilidades en la fila 1, columna 3, ¿cuál es la buena?
        ¿Qué cifra va en la fila 1, columna 3? Llevo 4 horas.
        Un 4 no puede ir en la fila 1, columna 3. ¿Entonces qué?
        Seguro que no es un 4 en la fila 1, columna 3, ¿no?
        Solo la cifra de la fila 1, columna 3, que mis 4 nietos esperan.
        Nunca un 4 en la fila 1, columna 3. ¿Qué va ahí?
    """,
    "it": """
        Mia figlia ha 4 anni e chiede cosa va in riga 1, colonna 3.
        Sono indeciso fra due cifre in riga 1, colonna 3, qual è quella giusta?
        Mi restano quattro possibilità in riga 1, colonna 3, quale è giusta?
        Che cifra va in riga 1, colonna 3? Ci sto da 4 ore.
        Un 4 non può andare in riga 1, colonna 3. E allora cosa?
        Non sarà mica un 4 in riga 1, colonna 3?
        Solo la cifra in riga 1, colonna 3, i miei 4 nipoti aspettano.
        Mai un 4 in riga 1, colonna 3. Cosa ci va?
    """,
    "nl": """
        Mijn dochter is 4 en vraagt wat er in rij 1, kolom 3 hoort.
        Ik twijfel tussen twee cijfers in rij 1, kolom 3, welke is het?
        Ik heb nog vier mogelijkheden in rij 1, kolom 3, welke klopt?
        Welk cijfer hoort in rij 1, kolom 3? Ik ben al 4 uur bezig.
        Een 4 kan niet in rij 1, kolom 3. Wat dan wel?
        Het is toch geen 4 in rij 1, kolom 3?
        Alleen het cijfer in rij 1, kolom 3 graag, mijn 4 kleinkinderen wachten.
        Nooit een 4 in rij 1, kolom 3. Wat komt daar?
    """,
    "pl": """
        Moja córka ma 4 lata i pyta, co jest w wierszu 1, kolumnie 3.
        Waham się między dwiema cyframi w wierszu 1, kolumnie 3, która to?
        Zostały mi cztery możliwości w wierszu 1, kolumnie 3, która jest dobra?
        Jaka cyfra jest w wierszu 1, kolumnie 3? Siedzę nad tym 4 godziny.
        W wierszu 1, kolumnie 3 nie może być 4. To co tam jest?
        To chyba nie jest 4 w wierszu 1, kolumnie 3?
        Tylko cyfra z wiersza 1, kolumny 3, moje 4 wnuki czekają.
        Nigdy 4 w wierszu 1, kolumnie 3. Co tam wchodzi?
    """,
    "sv": """
        Min dotter är 4 och undrar vad som ska stå på rad 1, kolumn 3.
        Jag tvekar mellan två siffror på rad 1, kolumn 3, vilken är det?
        Jag har fyra möjligheter kvar på rad 1, kolumn 3, vilken är rätt?
        Vilken siffra ska stå på rad 1, kolumn 3? Jag har hållit på i 4 timmar.
        En 4 kan inte stå på rad 1, kolumn 3. Vad ska det vara då?
        Det är väl ingen 4 på rad 1, kolumn 3?
        Bara siffran på rad 1, kolumn 3 tack, mina 4 barnbarn väntar.
        Aldrig en 4 på rad 1, kolumn 3. Vad ska stå där?
    """,
}
"""First letters with a puzzle, in which nobody entered or corrected a digit."""

BETWEEN_4_AND_8: Mapping[str, str] = {
    "en": """
        My daughter is 8 and she loves these.
        8 people have looked and nobody knows
        Neither a 4 nor an 8, as far as I can tell.
        It could be a 4 or an 8, I really can't say
        Is it an 8? You tell me!
        yes
        ok thanks
        If I had my glasses I could tell whether it is an 8
        I'd have said 8 but my husband isn't so sure
        8/10 for the effort
        it says 8 in the corner of the page, that's the date
        Looks like a snowman with a hat
        I was told an 8 yesterday but that was another puzzle
        4 and 8 look the same to me
        I have 8 left to find
        the 8 on the cover is nicer
        my glasses are at number 8
        both, ha ha
        one of the two
        Looks like snowman
        8 is what I hoped, but no
        Last week it was an 8
        8 letters, begins with S
        my lucky number is 8
    """,
    "de": """
        Meine Enkelin ist 8 und liebt das.
        Weder 4 noch 8, soweit ich sehe.
        Könnte eine 4 oder eine 8 sein, ich weiß es wirklich nicht
        Ist es eine 8? Sagen Sie es mir!
        ja
        ja gut, danke
        Mit Brille könnte ich sehen, ob es eine 8 ist
        Ich hätte 8 gesagt, aber mein Mann ist nicht sicher
        8 von 10 Punkten für die Mühe
        In der Ecke der Seite steht eine 8, das ist das Datum
        Um 8 kommt mein Sohn, der schaut dann nach
        8 Leute haben geschaut und keiner weiß es
        4 und 8 sehen für mich gleich aus
        ich habe noch 8 zu finden
        beides, haha
        eine von beiden
        sieht aus wie ein Schneemann
        meine Glückszahl ist 8
        8 hätte ich gehofft, aber nein
    """,
    "fr": """
        Ma petite-fille a 8 ans et adore ça.
        Ni 4 ni 8, à mon avis.
        Ça pourrait être un 4 ou un 8, je ne sais vraiment pas
        Est-ce un 8 ? À vous de me le dire !
        oui
        oui merci
        Avec mes lunettes je verrais si c'est un 8
        J'aurais dit 8 mais mon mari n'est pas sûr
        8 sur 10 pour l'effort
        Mon fils vient à 8 heures, il regardera
        4 et 8 se ressemblent
        il m'en reste 8 à trouver
        les deux, haha
        l'un des deux
        on dirait un bonhomme de neige
        mon chiffre porte-bonheur est le 8
    """,
    "es": """
        Mi nieta tiene 8 años y le encanta.
        Ni 4 ni 8, creo yo.
        Podría ser un 4 o un 8, la verdad no lo sé
        ¿Es un 8? ¡Dígamelo usted!
        sí
        sí, gracias
        Con gafas vería si es un 8
        Habría dicho 8 pero mi marido no está seguro
        8 de 10 por el esfuerzo
        Mi hijo viene a las 8 y lo mira
        4 y 8 me parecen iguales
        me quedan 8 por encontrar
        los dos, jaja
        uno de los dos
        parece un muñeco de nieve
        mi número de la suerte es el 8
    """,
    "it": """
        Mia nipote ha 8 anni e li adora.
        Né 4 né 8, secondo me.
        Potrebbe essere un 4 o un 8, davvero non so
        È un 8? Me lo dica lei!
        sì
        sì grazie
        Con gli occhiali vedrei se è un 8
        Avrei detto 8 ma mio marito non è sicuro
        8 su 10 per l'impegno
        Mio figlio arriva alle 8 e guarda lui
        4 e 8 mi sembrano uguali
        me ne restano 8 da trovare
        tutti e due, ahah
        uno dei due
        sembra un pupazzo di neve
        il mio numero fortunato è l'8
    """,
    "nl": """
        Mijn kleindochter is 8 en vindt dit geweldig.
        Noch 4 noch 8, volgens mij.
        Het kan een 4 of een 8 zijn, ik weet het echt niet
        Is het een 8? Zegt u het maar!
        ja
        ja bedankt
        Met bril zou ik zien of het een 8 is
        Ik had 8 gezegd maar mijn man weet het niet zeker
        een 8 voor de moeite!
        Om 8 uur komt mijn zoon, die kijkt wel
        4 en 8 lijken voor mij hetzelfde
        ik moet er nog 8 vinden
        allebei, haha
        een van de twee
        het lijkt wel een sneeuwpop
        mijn geluksgetal is 8
    """,
    "pl": """
        Moja wnuczka ma 8 lat i to uwielbia.
        Ani 4, ani 8, moim zdaniem.
        Może być 4 albo 8, naprawdę nie wiem
        Czy to 8? Proszę mi powiedzieć!
        tak
        tak, dziękuję
        W okularach widziałabym, czy to 8
        Powiedziałabym 8, ale mąż nie jest pewny
        8 na 10 za starania
        O 8 przyjdzie syn i popatrzy
        4 i 8 wyglądają tak samo
        zostało mi 8 do znalezienia
        obie, haha
        jedna z dwóch
        wygląda jak bałwanek
        moja szczęśliwa liczba to 8
    """,
    "sv": """
        Mitt barnbarn är 8 och älskar det här.
        Varken 4 eller 8, som jag ser det.
        Det kan vara en 4 eller en 8, jag vet faktiskt inte
        Är det en 8? Säg det du!
        ja
        ja tack
        Med glasögon skulle jag se om det är en 8
        Jag hade sagt 8 men min man är inte säker
        8 av 10 för ansträngningen
        Klockan 8 kommer min son och tittar
        4 och 8 ser likadana ut
        jag har 8 kvar att hitta
        båda, haha
        en av de två
        ser ut som en snögubbe
        mitt turnummer är 8
    """,
}
"""Answers to "is it a 4 or an 8?" that choose none of them."""

PERHAPS_4: Mapping[str, str] = {
    "en": """
        no
        nope
        not really
        no idea
        don't know
        Really? Let me look at home.
        My son turned 4 today!
        I hope so
        It was 4 when you wrote, I was asleep
        what else could it be?
        4?
        Is it? I can't tell.
        could be a 9 for all I know
    """,
    "de": """
        nein
        nee
        keine Ahnung
        weiß nicht
        Ich hoffe es
        Mein Sohn wird heute 4!
        4?
        könnte auch eine 9 sein
        was denn sonst?
        eher nicht
    """,
    "fr": """
        non
        aucune idée
        je ne sais pas
        j'espère
        Mon fils a 4 ans aujourd'hui !
        4 ?
        ça pourrait aussi être un 9
        pas vraiment
    """,
    "es": """
        no
        ni idea
        no lo sé
        espero que sí
        ¡Mi hijo cumple 4 hoy!
        ¿4?
        también podría ser un 9
        no mucho
    """,
    "it": """
        no
        nessuna idea
        non lo so
        spero di sì
        Mio figlio compie 4 anni oggi!
        4?
        potrebbe essere anche un 9
        non proprio
    """,
    "nl": """
        nee
        geen idee
        weet ik niet
        ik hoop het
        Mijn zoon wordt vandaag 4!
        4?
        kan ook een 9 zijn
        niet echt
    """,
    "pl": """
        nie
        nie mam pojęcia
        nie wiem
        mam nadzieję
        Mój syn kończy dziś 4 lata!
        4?
        może być też 9
        niezupełnie
    """,
    "sv": """
        nej
        ingen aning
        vet inte
        hoppas det
        Min son fyller 4 idag!
        4?
        kan också vara en 9
        inte riktigt
    """,
}
"""Answers to "is it really a 4?" that settle nothing."""

ABOUT_A_7: Mapping[str, str] = {
    "en": """
        My mother is 88 and did r1c1 in 7 minutes.
        I don't think r1c1 is a 4, do you?
        Is row 1 column 1 a 4?
        Never mind row 1, column 1, my 4 cats sat on it
        The 7 in row 1 column 1 looks like a 1 in my paper but it isn't
        Puzzle 4 on page 1 was worse, column 3 of the paper says so
        I got 4 right in the first row
        What if r1c1 were a 4?
        r1c1 isn't a 4 and never was
    """,
    "de": """
        Meine Mutter ist 88 und hat r1c1 in 4 Minuten geschafft.
        Ich glaube nicht, dass in Zeile 1, Spalte 1 eine 4 steht.
        Ist Zeile 1 Spalte 1 eine 4?
        In der ersten Zeile hatte ich 4 richtig
        Was wäre, wenn r1c1 eine 4 wäre?
        Die 7 in Zeile 1, Spalte 1 sieht aus wie eine 1, ist aber keine
        r1c1 ist keine 4 und war nie eine
    """,
    "fr": """
        Ma mère a 88 ans et a fait L1C1 en 4 minutes.
        Je ne pense pas que ce soit un 4 en ligne 1, colonne 1.
        Et si L1C1 était un 4 ?
        Le 7 en ligne 1, colonne 1 ressemble à un 1 mais ce n'en est pas un
        L1C1 n'est pas un 4 et ne l'a jamais été
        j'en avais 4 de justes sur la première ligne
    """,
    "es": """
        Mi madre tiene 88 años y hizo f1c1 en 4 minutos.
        No creo que en la fila 1, columna 1 haya un 4.
        ¿Y si f1c1 fuera un 4?
        El 7 de la fila 1, columna 1 parece un 1 pero no lo es
        f1c1 no es un 4 ni lo fue nunca
        tenía 4 bien en la primera fila
    """,
    "it": """
        Mia madre ha 88 anni e ha fatto r1c1 in 4 minuti.
        Non credo che in riga 1, colonna 1 ci sia un 4.
        E se r1c1 fosse un 4?
        Il 7 in riga 1, colonna 1 sembra un 1 ma non lo è
        r1c1 non è un 4 e non lo è mai stato
        ne avevo 4 giusti nella prima riga
    """,
    "nl": """
        Mijn moeder is 88 en deed r1k1 in 4 minuten.
        Ik denk niet dat in rij 1, kolom 1 een 4 staat.
        En als r1k1 een 4 was?
        De 7 in rij 1, kolom 1 lijkt op een 1 maar is het niet
        r1k1 is geen 4 en was het nooit
        ik had er 4 goed op de eerste rij
    """,
    "pl": """
        Moja mama ma 88 lat i w1k1 zrobiła w 4 minuty.
        Nie sądzę, żeby w wierszu 1, kolumnie 1 była 4.
        A gdyby w1k1 było 4?
        7 w wierszu 1, kolumnie 1 wygląda jak 1, ale nią nie jest
        w1k1 to nie 4 i nigdy nie było
        miałem 4 dobre w pierwszym wierszu
    """,
    "sv": """
        Min mamma är 88 och gjorde r1k1 på 4 minuter.
        Jag tror inte att det är en 4 på rad 1, kolumn 1.
        Tänk om r1k1 vore en 4?
        7:an på rad 1, kolumn 1 ser ut som en 1:a men är det inte
        r1k1 är ingen 4 och har aldrig varit det
        jag hade 4 rätt på första raden
    """,
}
"""Answers to a reply about a puzzle with a 7 in r1c1, which change no digit."""

IN_TWO_SENTENCES: Mapping[str, str] = {
    "en": """
        You have a 7 in row 1, column 1. It says 4 here.
        You read r1c1 as 7. That should be 4.
        You've got a 7 in r1c1. My paper has a 4 there.
        In r1c1 you have 7. In mine it is 4.
        Your r1c1 is a 7. Mine is a 4.
    """,
    "de": """
        Sie haben in Zeile 1, Spalte 1 eine 7. Hier steht eine 4.
        Sie haben r1c1 als 7 gelesen. Das sollte 4 sein.
        In z1s1 steht bei dir eine 7. In der Zeitung ist da eine 4.
    """,
    "fr": """
        Vous avez un 7 en ligne 1, colonne 1. Ici c'est un 4.
        Vous avez lu 7 en L1C1. Ça devrait être 4.
        En L1C1 vous mettez 7. Dans mon journal il y a un 4.
    """,
    "es": """
        Tienes un 7 en la fila 1, columna 1. Aquí pone 4.
        Leíste f1c1 como 7. Eso debería ser 4.
        En f1c1 has puesto 7. En mi periódico hay un 4.
    """,
    "it": """
        Avete un 7 in riga 1, colonna 1. Qui c'è un 4.
        Hai letto r1c1 come 7. Dovrebbe essere 4.
        In r1c1 hai messo 7. Sul mio giornale c'è un 4.
    """,
    "nl": """
        U heeft een 7 in rij 1, kolom 1. Hier staat een 4.
        Je las r1k1 als 7. Dat moet 4 zijn.
        In r1k1 heb je een 7. In mijn krant staat daar een 4.
    """,
    "pl": """
        Masz 7 w wierszu 1, kolumnie 1. Tu jest 4.
        Odczytałeś w1k1 jako 7. Powinno być 4.
        W w1k1 macie 7. U mnie w gazecie jest tam 4.
    """,
    "sv": """
        Du har en 7 på rad 1, kolumn 1. Här står det 4.
        Du läste r1k1 som 7. Det ska vara 4.
        På r1k1 har ni en 7. I min tidning står det en 4.
    """,
}
"""Corrections to a 4 of a 7 in r1c1, which the first sentence repeats."""
