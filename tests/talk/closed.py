"""Answers to "is it a 4 or an 8?" with a digit, in eight languages, "|" between them.

`{y}` and `{n}` are the two digits of the question.
"""

from collections.abc import Mapping

TELLING: Mapping[str, str] = {
    "en": """
        my neighbour's copy says {y} | in the paper it is an {y} | I'd say {y} |
        {y} I think | I think {y} | it's an {y} as far as I can see | a {n}? no,
        plainly an {y} | A {n}? Not at all, that's an {y}. | {n}? No way, it's
        {y} | Is it a {n}? No! It's an {y}. | My neighbour gets the same paper
        and in hers it is clearly an {y}. | Mrs Miller has the same magazine and
        she says {y}, so {y} it is. | looking at the original it's definitely
        {y} | The digit there is {y} | it should read {y} | sorry for the
        smudge, that's an {y} | that'll be an {y}, my pen was running out | {y}
        - my handwriting is awful, sorry | it's the {y} | the {y} | the {y}
        please | The {y} is right | {y} is correct | It is {y}. Sorry about the
        quality of the photo, my phone is old. | we reckon {y} | Both my wife
        and I read an {y}. | {y} it is | definitely {y}!! | Its an {y}, just a
        hint please | {y}. Could you give me just the next number? | an {y}, I'd
        say. My writing isn't what it was | Hi, thanks for asking. It's an {y}.
        Best wishes, Carol | That's an {y}, I've checked it against the
        newspaper. | go with the {y} | take the {y} | use {y} | make it an {y} |
        It's supposed to be an {y} | I meant {y} | the printer was low on ink,
        it is an {y} | clearly {y} when you look closely | yes, {y} | yep its
        {y} | no, {y} | no it's {y} | not {n}, it's {y} | definitely not a {n}.
        It's an {y}. | rather an {y} | an {y} of course | {y} obviously, the
        paper is creased there | The one in row 1, column 6 is an {y}. | r1c6:
        {y} | row 1 column 6 = {y} | It says {y} in the book | The book says {y}
        | my copy shows an {y} | the website has {y} there | in that square
        there's an {y} | The number you can't read is {y} | the number you were
        unsure about is an {y} | Thank you for your quick answer! It is the {y}.
        | Answer: {y} | answer is {y} | {y}, thanks a lot | {y} thx | Option {y}
        | number {y} | digit {y} | I wrote {y} | I printed it again and it's an
        {y} | it was an {y} | My eyes see {y} | to me it's {y} | looks more like
        an {y} | More like an {y} | I have an {y} there | there is an {y} there
        | definately a {y} | an {y}, says my husband | My grandson looked: it's
        an {y} | {y}! You were so close | bold {y} | that is a {y} not a {n} |
        If you look closely you can see it's an {y}.
    """,
    "de": """
        in der Zeitung ist es eine {y} | ich würde sagen {y} | {y} denke ich |
        ich denke {y} | ich meine das ist eine {y} | eine {n}? Nein, ganz klar
        eine {y} | Eine {n}? Auf keinen Fall, das ist eine {y}. | {n}? Niemals,
        {y}! | Mein Nachbar hat dieselbe Zeitung, bei ihm ist es eindeutig eine
        {y}. | Frau Meier hat das gleiche Heft und sagt {y}, also {y}. | Mit der
        Lupe sieht man: {y}. | im Original ist das klar eine {y} | Die Ziffer
        dort ist eine {y} | soll eine {y} sein | sorry für den Fleck, das ist ne
        {y} | {y} - meine Handschrift ist furchtbar | das ist die {y} | die {y}
        | die {y} bitte | Die {y} ist richtig | {y} stimmt | {y} ist korrekt |
        Es ist eine {y}. Entschuldigung für das schlechte Foto, mein Handy ist
        alt. | wir tippen auf {y} | Meine Frau und ich lesen beide eine {y}. |
        ganz klar {y}!! | Ist ne {y}, bitte nur ein Tipp | {y}. Könnten Sie mir
        nur die nächste Zahl verraten? | eine {y} würde ich sagen. Meine Schrift
        war auch mal besser | Hallo, danke der Nachfrage. Es ist eine {y}. Viele
        Grüße, Karin | Das ist eine {y}, hab in der Zeitung nachgesehen. | ich
        würde die {y} nehmen | nimm die {y} | nehmen Sie die {y} | {y} nehmen |
        Es sollte eine {y} sein | ich meinte {y} | unter dem Kaffeefleck ist
        eine {y} | klar {y} wenn man genau hinsieht | ja, {y} | jup ist ne {y} |
        nein, {y} | nein es ist eine {y} | nicht {n}, sondern {y} | bestimmt
        keine {n}. Das ist eine {y}. | eher eine {y} | natürlich eine {y} | {y}
        natürlich, das Papier ist da geknickt | Die in Zeile 1, Spalte 6 ist
        eine {y}. | r1c6: {y} | Zeile 1 Spalte 6 = {y} | Im Heft steht {y} | Im
        Buch steht eine {y} | bei mir steht da eine {y} | auf der Webseite steht
        {y} | in dem Feld steht eine {y} | In dem Kästchen, nach dem Sie fragen,
        steht eine {y} | Die Zahl, die Sie nicht lesen können, ist {y} | Danke
        für die schnelle Antwort! Es ist die {y}. | Antwort: {y} | Die Antwort
        ist {y} | {y}, vielen Dank | {y} lg | Zahl {y} | Ziffer {y} | Ich habe
        {y} geschrieben | Hab nochmal gedruckt, ist eine {y} | es war eine {y} |
        für mich ist das eine {y} | sieht eher nach einer {y} aus | Eher wie
        eine {y} | Da ist eine {y} | Wir haben hier eine {y} | Auf jeden Fall
        eine {y} | eine {y}, sagt mein Mann | Mein Enkel hat geschaut: es ist
        eine {y} | ne {y} natürlich du Blindfisch | Wenn man genau hinschaut,
        sieht man, dass es eine {y} ist. | Da steht eindeutig eine {y}.
    """,
    "fr": """
        chez ma voisine c'est un {y} | dans le journal c'est un {y} | je dirais
        {y} | {y} je crois | je crois que c'est un {y} | un {n} ? non, un {y}
        bien sûr | Un {n} ? Pas du tout, c'est un {y}. | {n} ? Jamais de la vie,
        {y} ! | Mon voisin a le même journal et chez lui c'est clairement un
        {y}. | Madame Martin a le même magazine et elle dit {y}, donc {y}. | À
        la loupe on voit bien : {y}. | sur l'original c'est un {y} sans aucun
        doute | Le chiffre est un {y} | ça doit être un {y} | désolé pour la
        tache, c'est un {y} | c'est le {y} | le {y} | le {y} svp | Le {y} est
        correct | {y} est juste | C'est un {y}. Désolée pour la qualité de la
        photo, mon téléphone est vieux. | on pense que c'est {y} | Ma femme et
        moi lisons un {y}. | {y} évidemment !! | C'est un {y}, juste un indice
        svp | {y}. Pourriez-vous me donner seulement le chiffre suivant ? | un
        {y} je dirais. Mon écriture n'est plus ce qu'elle était | Bonjour, merci
        de demander. C'est un {y}. Cordialement, Claire | C'est un {y}, j'ai
        vérifié dans le journal. | prenez le {y} | prends {y} | mettez {y} |
        mets un {y} | je voulais dire {y} | l'imprimante manquait d'encre, c'est
        un {y} | sous la tache de café il y a un {y} | oui, {y} | ouais c'est
        {y} | non, {y} | non c'est un {y} | pas {n}, {y} | certainement pas un
        {n}. C'est un {y}. | plutôt un {y} | un {y} bien sûr | La case ligne 1,
        colonne 6 est un {y}. | r1c6 : {y} | ligne 1 colonne 6 = {y} | Dans le
        livre il y a {y} | Le journal dit {y} | chez moi il y a un {y} | il est
        écrit {y} | on lit un {y} | dans cette case il y a un {y} | Dans la
        petite case dont vous parlez il y a un {y} | Le chiffre que vous
        n'arrivez pas à lire est un {y} | Merci pour votre réponse rapide !
        C'est le {y}. | Réponse : {y} | La réponse est {y} | {y}, merci beaucoup
        | chiffre {y} | J'ai écrit {y} | J'ai réimprimé et c'est un {y} |
        c'était un {y} | pour moi c'est {y} | ça ressemble plus à un {y} | On a
        un {y} ici | Sans hésiter un {y} | un {y}, dit mon mari | Mon petit-fils
        a regardé : c'est un {y} | Si on regarde bien on voit que c'est un {y}.
        | Il s'agit d'un {y} | ben un {y} voyons
    """,
    "es": """
        en el de mi vecina pone {y} | en el periódico es un {y} | yo diría {y} |
        {y} creo | creo que es un {y} | ¿un {n}? no, claramente un {y} | ¿Un
        {n}? Para nada, es un {y}. | ¿{n}? Ni hablar, {y} | Mi vecino tiene el
        mismo periódico y en el suyo es claramente un {y}. | Con la lupa se ve:
        {y}. | en el original es un {y} sin duda | La cifra es un {y} | debe ser
        un {y} | perdón por la mancha, es un {y} | es el {y} | el {y} | el {y}
        por favor | El {y} es correcto | {y} es lo correcto | Es un {y}. Perdone
        la calidad de la foto, mi móvil es viejo. | pensamos que es {y} | Mi
        mujer y yo leemos un {y}. | ¡¡{y} claro!! | Es un {y}, solo una pista
        por favor | {y}. ¿Me podría dar solo el siguiente número? | un {y} diría
        yo. Mi letra ya no es lo que era | Hola, gracias por preguntar. Es un
        {y}. Saludos, Carmen | Es un {y}, lo he mirado en el periódico. | pon el
        {y} | ponga un {y} | quería decir {y} | sí, {y} | sip es {y} | no, {y} |
        no es un {n}, es {y} | Desde luego no es un {n}. Es un {y}. | más bien
        un {y} | un {y} por supuesto | La de la fila 1, columna 6 es un {y}. |
        r1c6: {y} | fila 1 columna 6 = {y} | En el libro pone {y} | El periódico
        dice {y} | ahí pone un {y} | ahí hay un {y} | en mi copia sale un {y} |
        en esa casilla hay un {y} | El número que no puede leer es un {y} |
        ¡Gracias por contestar tan rápido! Es el {y}. | Respuesta: {y} | La
        respuesta es {y} | {y}, muchas gracias | número {y} | He escrito {y} |
        La he vuelto a imprimir y es un {y} | era un {y} | para mí es {y} | se
        parece más a un {y} | Aquí tenemos un {y} | Sin duda un {y} | un {y},
        dice mi marido | Mi nieto lo ha mirado: es un {y} | Si se mira bien se
        ve que es un {y}. | Se trata de un {y} | se lee un {y}
    """,
    "it": """
        sul giornale è un {y} | io direi {y} | {y} credo | credo che sia un {y}
        | un {n}? no, chiaramente un {y} | Un {n}? Per niente, è un {y}. | {n}?
        Macché, {y} | Il mio vicino ha lo stesso giornale e nel suo è
        chiaramente un {y}. | Con la lente si vede: {y}. | nell'originale è un
        {y} senza dubbio | La cifra è un {y} | dev'essere un {y} | scusi la
        macchia, è un {y} | è il {y} | il {y} | il {y} per favore | Il {y} è
        giusto | {y} è corretto | È un {y}. Scusate la qualità della foto, il
        mio telefono è vecchio. | pensiamo che sia {y} | Mia moglie e io
        leggiamo un {y}. | {y} ovviamente!! | È un {y}, solo un indizio per
        favore | {y}. Mi potrebbe dare solo il numero successivo? | un {y}
        direi. La mia scrittura non è più quella di una volta | Buongiorno,
        grazie per la domanda. È un {y}. Saluti, Carla | È un {y}, ho
        controllato sul giornale. | prenda il {y} | metti {y} | metta un {y} |
        volevo dire {y} | la stampante era senza inchiostro, è un {y} | sotto la
        macchia di caffè c'è un {y} | sì, {y} | sisi è {y} | no, {y} | non è un
        {n}, è {y} | Di certo non è un {n}. È un {y}. | piuttosto un {y} | un
        {y} naturalmente | Quella in riga 1, colonna 6 è un {y}. | r1c6: {y} |
        riga 1 colonna 6 = {y} | Nel libro c'è {y} | Il giornale dice {y} | da
        me c'è un {y} | lì c'è scritto {y} | si legge un {y} | in quella casella
        c'è un {y} | Nella casella che mi chiede c'è un {y} | Il numero che non
        riesce a leggere è un {y} | Grazie per la risposta veloce! È il {y}. |
        Risposta: {y} | La risposta è {y} | {y}, grazie mille | numero {y} | Ho
        scritto {y} | L'ho ristampato ed è un {y} | era un {y} | per me è {y} |
        sembra più un {y} | Qui abbiamo un {y} | Senza dubbio un {y} | un {y},
        dice mio marito | Mio nipote ha guardato: è un {y} | Se si guarda bene
        si vede che è un {y}. | Si tratta di un {y} | è un {y} bello e buono
    """,
    "nl": """
        bij de buren staat {y} | in de krant is het een {y} | ik zou zeggen {y}
        | {y} denk ik | ik denk {y} | volgens mij een {y} | een {n}? nee,
        duidelijk een {y} | Een {n}? Helemaal niet, dat is een {y}. | {n}? Nooit
        van z'n leven, {y} | Mijn buurman heeft dezelfde krant en bij hem is het
        duidelijk een {y}. | Mevrouw Jansen heeft hetzelfde blad en zegt {y},
        dus {y}. | Met het vergrootglas zie je: {y}. | in het origineel is het
        een {y}, geen twijfel | Het cijfer daar is een {y} | moet een {y} zijn |
        sorry voor de vlek, dat is een {y} | dat zal een {y} zijn | het is de
        {y} | de {y} | de {y} graag | De {y} is goed | {y} klopt | Het is een
        {y}. Sorry voor de slechte foto, mijn telefoon is oud. | wij gokken op
        {y} | Mijn vrouw en ik lezen allebei een {y}. | {y} natuurlijk!! | Is
        een {y}, alleen een hint graag | {y}. Kunt u me alleen het volgende
        cijfer geven? | een {y} zou ik zeggen. Mijn handschrift was vroeger
        beter | Hallo, bedankt voor het vragen. Het is een {y}. Groeten, Karin |
        Dat is een {y}, ik heb het nagekeken in de krant. | ik zou de {y} nemen
        | neem de {y} | neemt u de {y} maar | doe maar {y} | maak er een {y} van
        | ik bedoelde {y} | onder de koffievlek staat een {y} | ja, {y} | jep is
        een {y} | nee, {y} | nee het is een {y} | niet {n} maar {y} | zeker geen
        {n}. Het is een {y}. | eerder een {y} | een {y} natuurlijk | Die in rij
        1, kolom 6 is een {y}. | r1c6: {y} | rij 1 kolom 6 = {y} | In het boekje
        staat {y} | De krant zegt {y} | bij mij staat daar een {y} | er staat
        {y} | daar staat een {y} | in dat vakje staat een {y} | In het vakje
        waar u naar vraagt staat een {y} | Het getal dat u niet kunt lezen is
        een {y} | Bedankt voor het snelle antwoord! Het is de {y}. | Antwoord:
        {y} | Het antwoord is {y} | {y}, dank u wel | {y} gr | cijfer {y} | Ik
        heb {y} geschreven | Nog eens geprint en het is een {y} | het was een
        {y} | voor mij is het een {y} | lijkt meer op een {y} | We hebben hier
        een {y} | Absoluut een {y} | een {y}, zegt mijn man | Mijn kleinzoon
        heeft gekeken: het is een {y} | Als je goed kijkt zie je dat het een {y}
        is.
    """,
    "pl": """
        u sąsiadki jest {y} | w gazecie jest {y} | powiedziałbym {y} | myślę że
        {y} | moim zdaniem {y} | {n}? nie, wyraźnie {y} | {n}? Skądże, to jest
        {y}. | {n}? W życiu, {y} | Sąsiad ma tę samą gazetę i u niego jest
        wyraźnie {y}. | Pani Nowak ma to samo pismo i mówi, że {y}, więc {y}. |
        Przez lupę widać: {y}. | w oryginale to {y} bez wątpienia | Ta cyfra to
        {y} | powinno być {y} | przepraszam za plamę, to jest {y} | to jest {y}
        | {y} proszę | {y} jest dobrze | To jest {y}. Przepraszam za jakość
        zdjęcia, mam stary telefon. | stawiamy na {y} | Z żoną czytamy {y}. |
        oczywiście {y}!! | To {y}, proszę tylko o podpowiedź | {y}. Czy mógłby
        mi pan podać tylko następną cyfrę? | powiedziałabym, że {y}. Moje pismo
        już nie to co kiedyś | Dzień dobry, dziękuję za pytanie. To jest {y}.
        Pozdrawiam, Anna | To jest {y}, sprawdziłem w gazecie. | wziąłbym {y} |
        proszę wziąć {y} | niech będzie {y} | miało być {y} | chodziło mi o {y}
        | tak, {y} | nie, {y} | nie, to jest {y} | nie {n}, tylko {y} | na pewno
        nie {n}. To jest {y}. | raczej {y} | naturalnie {y} | Ta w wierszu 1,
        kolumnie 6 to {y}. | r1c6: {y} | wiersz 1 kolumna 6 = {y} | W książce
        jest {y} | W gazecie stoi {y} | u mnie jest tam {y} | tam jest {y} |
        jest napisane {y} | w tym polu jest {y} | W kratce, o którą pan pyta,
        jest {y} | Cyfra, której nie możecie odczytać, to {y} | Dziękuję za
        szybką odpowiedź! To {y}. | Odpowiedź: {y} | Odpowiedź to {y} | {y},
        dziękuję bardzo | {y} pozdr | cyfra {y} | Napisałem {y} | Wydrukowałam
        jeszcze raz i to jest {y} | to było {y} | dla mnie to {y} | wygląda
        bardziej na {y} | Mamy tu {y} | Bez wątpienia {y} | {y}, mówi mąż | Wnuk
        popatrzył: to jest {y} | Jak się dobrze przyjrzeć, to widać, że to {y}.
    """,
    "sv": """
        hos grannen står det {y} | i tidningen är det en {y} | jag skulle säga
        {y} | {y} tror jag | jag tror {y} | enligt mig en {y} | en {n}? nej,
        tydligt en {y} | En {n}? Inte alls, det är en {y}. | {n}? Aldrig i
        livet, {y} | Min granne har samma tidning och hos honom är det klart en
        {y}. | Fru Nilsson har samma tidning och säger {y}, alltså {y}. | i
        originalet är det en {y} utan tvekan | Siffran där är en {y} | ska vara
        en {y} | ursäkta fläcken, det är en {y} | det är {y}:an | det är {y} |
        {y} tack | {y} är rätt | {y} stämmer | Det är en {y}. Förlåt för den
        dåliga bilden, min telefon är gammal. | vi gissar på {y} | Min fru och
        jag läser båda en {y}. | {y} såklart!! | Är en {y}, bara en ledtråd tack
        | {y}. Kan jag bara få nästa siffra? | en {y} skulle jag säga. Min
        handstil är inte vad den varit | Hej, tack för att du frågar. Det är en
        {y}. Hälsningar, Karin | Det är en {y}, jag har kollat i tidningen. |
        jag skulle ta {y} | ta {y} | sätt en {y} | jag menade {y} | skrivaren
        hade slut på bläck, det är en {y} | under kaffefläcken är det en {y} |
        ja, {y} | japp det är {y} | nej, {y} | nej det är en {y} | absolut inte
        en {n}. Det är en {y}. | snarare en {y} | en {y} naturligtvis | Den i
        rad 1, kolumn 6 är en {y}. | r1c6: {y} | rad 1 kolumn 6 = {y} | I boken
        står det {y} | Tidningen säger {y} | hos mig står det en {y} | det står
        {y} | där står en {y} | i den rutan står det en {y} | I rutan du frågar
        om står det en {y} | Siffran du inte kan läsa är en {y} | Tack för det
        snabba svaret! Det är {y}. | Svar: {y} | Svaret är {y} | {y}, tack så
        mycket | {y} mvh | siffran {y} | Jag skrev {y} | Jag skrev ut det igen
        och det är en {y} | det var en {y} | för mig är det en {y} | ser mer ut
        som en {y} | Vi har en {y} här | Absolut en {y} | en {y}, säger min man
        | Mitt barnbarn tittade: det är en {y} | Om man tittar noga ser man att
        det är en {y}.
    """,
}
"""What tells that the digit `{y}` stands there."""

TELLING_OF_OTHERS: Mapping[str, str] = {
    "en": """
        I have to take the {y} to town, I'll look tonight | I go with the {y} to
        work, will check later | My mark was an {y}, so I'm happy | We have an
        {y} room flat and can't find the paper | at my mother's it is {y}
        degrees | My grandson is {y} and he threw it away | It's an {y} year old
        newspaper | She is {y}, my granddaughter, and she cut it out | I give it
        an {y} out of ten | I'd give your service an {y} | the paper has {y}
        pages | The magazine shows {y} puzzles | It took {y} minutes to find the
        paper | My neighbour has {y} cats and they ate the newspaper | I can see
        {y} people in the queue and cannot look now | Our house is number {y},
        post it to me | it's channel {y} that has the solution | I'm on line {y}
        of the underground | the time is {y} | see you at {y} | call me at {y} |
        It was the {y}th of May | page {y} of the book | My glasses are minus
        {y} | I've done {y} of them | there were {y} left | I have {y} left to
        do | This one is harder than an {y} | I had an {y} last time and that
        was wrong | could be an {y}, could be a {n} | maybe an {y} | an {y}? |
        is it an {y}? | it's not an {y} | I can't say it's an {y} | Looks like
        an {y} but I'm not sure | my wife says {y} but I say {n} | not {y} | no
        {y} | anything but {y} | hardly an {y} | if it is an {y} then there's no
        solution | either an {y} or a {n} | I thought it was an {y} at first |
        it was an {y} in yesterday's puzzle | it's neither an {y} nor a {n} |
        {y} or {n}, who knows | never an {y} | would an {y} work? | What if it's
        an {y}? | Why an {y}? | I don't think it's an {y} | don't put an {y}
        there | you said {y} | You read an {y} | you have an {y} there | your
        {y} is wrong | the {y} is wrong | {y} is not right | {y} can't be right
        | {y} doesn't fit | there's already an {y} in that row | there is an {y}
        in the row above | the row has an {y} already | It can't be {y} as
        there's an {y} in the column | an {y} is impossible
    """,
    "de": """
        Ich muss die {y} nehmen und schaue abends | Ich fahre mit der {y} zur
        Arbeit, schaue später | Meine Note war eine {y}, da bin ich froh | Bei
        meiner Mutter sind es {y} Grad | Mein Enkel ist {y} und hat sie
        weggeworfen | Es ist eine {y} Jahre alte Zeitung | Ich gebe Ihnen eine
        {y} von zehn | das Heft hat {y} Seiten | Wir haben {y} Katzen | es ist
        schon {y} | um {y} bin ich da | es war der {y}. Mai | Seite {y} | Seite
        {y} im Heft | Haus Nummer {y} | bis {y} bin ich weg | könnte eine {y}
        sein, könnte eine {n} sein | vielleicht eine {y} | eine {y}? | ist das
        eine {y}? | es ist keine {y} | ich kann nicht sagen, dass es eine {y}
        ist | Sieht aus wie eine {y}, bin aber nicht sicher | meine Frau sagt
        {y}, ich sage {n} | nicht {y} | keine {y} | alles nur keine {y} | kaum
        eine {y} | wenn es eine {y} ist, gibt es keine Lösung | entweder eine
        {y} oder eine {n} | zuerst dachte ich, es ist eine {y} | gestern war es
        eine {y} | weder eine {y} noch eine {n} | niemals eine {y} | ginge eine
        {y}? | und wenn es eine {y} wäre | warum eine {y}? | ich glaube nicht,
        dass es eine {y} ist | setz da keine {y} | Sie sagten {y} | Sie haben
        eine {y} gelesen | deine {y} ist falsch | die {y} ist falsch | die {y}
        stimmt nicht | {y} kann nicht stimmen | {y} passt nicht | in der Zeile
        ist schon eine {y} | drüber steht schon eine {y} | eine {y} ist
        unmöglich | Tram {y} kommt | Ich wohne in der {y} | Zimmer {y}
    """,
    "fr": """
        Je prends le {y} pour aller en ville, je regarderai ce soir | Chez ma
        mère il fait {y} degrés | Mon petit-fils a {y} ans | je donne un {y} sur
        dix | le journal a {y} pages | Nous avons {y} chats | il est {y} heures
        | à {y} heures | c'était le {y} mai | page {y} | au numéro {y} | ça
        pourrait être un {y} ou un {n} | peut-être un {y} | un {y} ? | est-ce un
        {y} ? | ce n'est pas un {y} | je ne peux pas dire que c'est un {y} | On
        dirait un {y} mais je ne suis pas sûr | ma femme dit {y}, moi je dis {n}
        | pas {y} | pas de {y} | tout sauf un {y} | si c'est un {y} il n'y a pas
        de solution | soit un {y} soit un {n} | j'ai d'abord cru que c'était un
        {y} | hier c'était un {y} | ni un {y} ni un {n} | jamais un {y} | et si
        c'était un {y} | pourquoi un {y} ? | je ne crois pas que ce soit un {y}
        | ne mettez pas un {y} | vous avez dit {y} | vous avez lu un {y} | votre
        {y} est faux | le {y} est faux | {y} n'est pas juste | {y} ne va pas |
        il y a déjà un {y} dans la ligne | un {y} est impossible | jamais c'est
        un {y} | c'est jamais un {y} | le bus {y} | chambre {y}
    """,
    "es": """
        Tomo el {y} para ir al centro, luego lo miro | Mi nota fue un {y} | En
        casa de mi madre hay {y} grados | Mi nieto tiene {y} años | le doy un
        {y} sobre diez | el periódico tiene {y} páginas | tenemos {y} gatos |
        son las {y} | a las {y} | era el {y} de mayo | página {y} | número {y}
        de la calle | podría ser un {y} o un {n} | quizá un {y} | ¿un {y}? | ¿es
        un {y}? | no es un {y} | no puedo decir que es un {y} | Parece un {y}
        pero no estoy seguro | mi mujer dice {y}, yo digo {n} | no {y} | ningún
        {y} | todo menos un {y} | si es un {y} no hay solución | o un {y} o un
        {n} | al principio creí que era un {y} | ayer era un {y} | ni un {y} ni
        un {n} | nunca un {y} | y si fuera un {y} | ¿por qué un {y}? | no creo
        que sea un {y} | no pongas un {y} | usted dijo {y} | ha leído un {y} |
        tu {y} está mal | el {y} está mal | {y} no es correcto | {y} no encaja |
        ya hay un {y} en la fila | un {y} es imposible | nunca es un {y} | el
        autobús {y} | habitación {y}
    """,
    "it": """
        Prendo il {y} per andare in centro, guardo stasera | Il mio voto era un
        {y} | Da mia madre ci sono {y} gradi | Mio nipote ha {y} anni | le do un
        {y} su dieci | il giornale ha {y} pagine | abbiamo {y} gatti | sono le
        {y} | alle {y} | era l'{y} maggio | pagina {y} | al numero {y} |
        potrebbe essere un {y} o un {n} | forse un {y} | un {y}? | è un {y}? |
        non è un {y} | non posso dire che è un {y} | Sembra un {y} ma non sono
        sicuro | mia moglie dice {y}, io dico {n} | non {y} | nessun {y} | tutto
        tranne un {y} | se è un {y} non c'è soluzione | o un {y} o un {n} |
        all'inizio credevo che era un {y} | ieri era un {y} | né un {y} né un
        {n} | mai un {y} | e se fosse un {y} | perché un {y}? | non credo che
        sia un {y} | non metta un {y} | lei ha detto {y} | avete letto un {y} |
        il tuo {y} è sbagliato | il {y} è sbagliato | {y} non è giusto | {y} non
        va | c'è già un {y} nella riga | un {y} è impossibile | l'autobus {y} |
        camera {y}
    """,
    "nl": """
        Ik neem de {y} naar de stad, ik kijk vanavond | Bij mijn moeder is het
        {y} graden | Mijn kleinzoon is {y} | ik geef een {y} van de tien | de
        krant heeft {y} bladzijden | we hebben {y} katten | het is {y} uur | om
        {y} uur | het was {y} mei | pagina {y} | op nummer {y} | kan een {y} of
        een {n} zijn | misschien een {y} | een {y}? | is het een {y}? | het is
        geen {y} | ik kan niet zeggen dat het een {y} is | Lijkt op een {y} maar
        ik weet het niet zeker | mijn vrouw zegt {y}, ik zeg {n} | niet {y} |
        geen {y} | alles behalve een {y} | als het een {y} is, is er geen
        oplossing | of een {y} of een {n} | eerst dacht ik dat het een {y} was |
        gisteren was het een {y} | noch een {y} noch een {n} | nooit een {y} |
        en als het een {y} was | waarom een {y}? | ik geloof niet dat het een
        {y} is | zet geen {y} | u zei {y} | u las een {y} | uw {y} is fout | de
        {y} is fout | {y} klopt niet | {y} past niet | er staat al een {y} in de
        rij | een {y} is onmogelijk | bus {y} | kamer {y}
    """,
    "pl": """
        Jadę {y} do miasta, zobaczę wieczorem | Moja ocena to {y} | U mamy jest
        {y} stopni | Mój wnuk ma {y} lat | daję {y} na dziesięć | gazeta ma {y}
        stron | mamy {y} kotów | o {y} | to było {y} maja | strona {y} | numer
        {y} w książce | może {y} albo {n} | może {y} | {y}? | czy to {y}? | to
        nie {y} | nie mogę powiedzieć, że to {y} | Wygląda jak {y}, ale nie
        jestem pewna | żona mówi {y}, ja mówię {n} | nie {y} | żadna {y} |
        wszystko tylko nie {y} | jeśli to {y}, to nie ma rozwiązania | albo {y}
        albo {n} | najpierw myślałem, że to {y} | wczoraj było {y} | ani {y} ani
        {n} | nigdy {y} | a gdyby to było {y} | dlaczego {y}? | nie sądzę, że to
        {y} | nie wpisujcie {y} | powiedzieliście {y} | odczytaliście {y} |
        wasza {y} jest zła | {y} jest źle | {y} się nie zgadza | {y} nie pasuje
        | już jest {y} w wierszu | {y} jest niemożliwe | autobus {y} | pokój {y}
    """,
    "sv": """
        Jag tar {y}:an till stan, tittar ikväll | Mitt betyg var en {y} | Hos
        mamma är det {y} grader | Mitt barnbarn är {y} | jag ger en {y} av tio |
        tidningen har {y} sidor | vi har {y} katter | klockan är {y} | klockan
        {y} | det var {y} maj | sida {y} | på nummer {y} | kan vara en {y} eller
        en {n} | kanske en {y} | en {y}? | är det en {y}? | det är ingen {y} |
        jag kan inte säga att det är en {y} | Ser ut som en {y} men jag är inte
        säker | min fru säger {y}, jag säger {n} | inte {y} | ingen {y} | allt
        utom en {y} | om det är en {y} finns ingen lösning | antingen en {y}
        eller en {n} | först trodde jag att det var en {y} | igår var det en {y}
        | varken en {y} eller en {n} | aldrig en {y} | och om det var en {y} |
        varför en {y}? | jag tror inte att det är en {y} | sätt inte en {y} | ni
        sa {y} | ni läste en {y} | din {y} är fel | {y} är fel | {y} stämmer
        inte | {y} passar inte | det finns redan en {y} på raden | en {y} är
        omöjligt | buss {y} | rum {y}
    """,
}
"""What does not tell that `{y}` stands there; the other digit may."""


def answers(
    table: Mapping[str, str], language: str, *, first: int, step: int
) -> list[str]:
    """The answers of a language from the first, in steps."""
    listed = [" ".join(words.split()) for words in table[language].split("|")]
    return listed[first::step]
