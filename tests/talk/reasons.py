"""Longer answers to a question about one digit, with reasons; one a line.

`{y}` is the digit that stands there, `{n}` another one.
"""

from collections.abc import Mapping

TELLING: Mapping[str, str] = {
    "en": """
        To be precise, the digit concerned is a {y} and by no means a {n}.
        Had a look with the magnifying glass: {y}, definitely not {n}.
        neither {n} nor anything else, it's a {y}
        for me {y}, they write their {n} with another leg
        for sure {y}, because the {n} in this paper has a different tail
        it is a {y} look closely it has no dash
        My glasses say {y}
        Definitely the {y}, the {n} would have a rounder belly.
        What you see there is a {y} with a bit of toast on it
        {y} - the cat walked over it, sorry
        Under the gravy it says {y}.
        Having consulted the original, I can confirm that the figure in question is \
        {y} and not {n}.
        it's {y}, I had jam on my fingers when I took the picture
        {y}, my wife spilt her tea on it
        Without a shadow of doubt {y}
        Honestly it can only be a {y}
        No no, {y}. Our {n}s look different.
        The {y}, and thank you for asking so nicely
        read it out to me over the phone: {y}
        That one's a {y}; the printer smeared it a bit.
        I see a {y} there
        Make that a {y}, would you
        Not {n}. {y}.
    """,
    "de": """
        Nach genauer Prüfung handelt es sich um eine {y} und keineswegs um eine {n}.
        Mit der Lupe nachgeschaut: {y}, ganz sicher keine {n}.
        weder {n} noch sonst was, das ist eine {y}
        für mich {y}, deren {n} hat ein anderes Beinchen
        sicher {y}, denn die {n} in dieser Zeitung hat einen anderen Schwanz
        es ist eine {y} schau genau hin sie hat keinen Strich
        Meine Brille sagt {y}
        Eindeutig die {y}, eine {n} hätte einen runderen Bauch.
        Ich bin damit ans Fenster gegangen und erkenne deutlich eine {y}.
        Was du da siehst, ist eine {y} mit etwas Marmelade drauf
        {y} - die Katze ist drübergelaufen, sorry
        Unter der Soße steht {y}.
        Nach Einsicht in das Original bestätige ich, dass die fragliche Ziffer {y} \
        lautet und nicht {n}.
        das ist {y}, ich hatte Marmelade an den Fingern
        {y}, meine Frau hat Tee drübergeschüttet
        Ohne jeden Zweifel {y}
        Das kann nur eine {y} sein
        Nee nee, {y}. Unsere {n}er sehen anders aus.
        Die {y}, und danke für die nette Nachfrage
        Ich sehe da eine {y}
        Nicht {n}. {y}.
    """,
    "fr": """
        Après vérification, il s'agit bien d'un {y} et nullement d'un {n}.
        J'ai regardé à la loupe : {y}, sûrement pas {n}.
        ni {n} ni rien d'autre, c'est bel et bien un {y}
        pour moi {y}, leur {n} a une autre patte
        sûr que c'est {y}, car le {n} de ce journal a une autre queue
        c'est un {y} regardez bien il n'a pas de barre
        Mes lunettes disent {y}
        Sans conteste le {y}, un {n} aurait un ventre plus rond.
        Je suis allée à la fenêtre et je distingue nettement un {y}.
        Ce que vous voyez là est un {y} avec un peu de confiture
        {y} - le chat a marché dessus, désolé
        Sous la sauce il est écrit {y}.
        Après consultation de l'original, je confirme que le chiffre en question est \
        {y} et non {n}.
        c'est {y}, j'avais les doigts pleins de beurre
        Sans l'ombre d'un doute {y}
        Ça ne peut être qu'un {y}
        Je vois un {y}
        Pas {n}. {y}.
    """,
    "es": """
        Tras comprobarlo, se trata de un {y} y en ningún caso de un {n}.
        Lo he mirado con la lupa: {y}, seguro que no {n}.
        ni {n} ni nada, es un {y} como una casa
        para mí {y}, su {n} lleva otra patita
        seguro {y}, porque el {n} de este periódico tiene otra cola
        es un {y} mire bien no tiene raya
        Mis gafas dicen {y}
        Claramente el {y}, un {n} tendría la barriga más redonda.
        Me he ido a la ventana y distingo perfectamente un {y}.
        Lo que ve ahí es un {y} con un poco de mermelada
        {y} - el gato pasó por encima, perdón
        Debajo de la salsa pone {y}.
        Consultado el original, le confirmo que la cifra en cuestión es {y} y no {n}.
        es {y}, tenía los dedos llenos de mantequilla
        {y}, a mi mujer se le cayó el té
        Sin sombra de duda {y}
        Solo puede ser un {y}
        El {y}, y gracias por preguntar
        Veo un {y}
        No {n}. {y}.
    """,
    "it": """
        Dopo attenta verifica si tratta di un {y} e non di un {n}.
        Ho guardato con la lente: {y}, sicuramente non {n}.
        né {n} né altro, è proprio un {y}
        per me {y}, il {n} lo fanno con la gambetta diversa
        sicuro {y}, perché il {n} su questo giornale ha un'altra codina
        è un {y} guardi bene non ha il trattino
        I miei occhiali dicono {y}
        Decisamente il {y}, un {n} avrebbe la pancia più tonda.
        Sono andata alla finestra e distinguo chiaramente un {y}.
        {y} - il gatto ci ha camminato sopra, scusate
        Sotto il sugo c'è scritto {y}.
        Consultato l'originale, confermo che la cifra in questione è {y} e non {n}.
        è {y}, avevo le dita unte di burro
        {y}, mia moglie ci ha rovesciato il tè
        Senza ombra di dubbio {y}
        Può essere solo un {y}
        Il {y}, e grazie di averlo chiesto
        Vedo un {y}
        Non {n}. {y}.
    """,
    "nl": """
        Na controle gaat het om een {y} en zeker niet om een {n}.
        Met het vergrootglas gekeken: {y}, zeker geen {n}.
        geen {n} of wat dan ook, het is een {y}
        voor mij {y}, hun {n} heeft een ander pootje
        zeker {y}, want de {n} in deze krant heeft een ander staartje
        het is een {y} kijk maar goed hij heeft geen streepje
        Mijn bril zegt {y}
        Duidelijk de {y}, een {n} zou een ronder buikje hebben.
        Ik ben ermee naar het raam gelopen en zie duidelijk een {y}.
        Wat je daar ziet is een {y} met wat jam erop
        {y} - de kat liep eroverheen, sorry
        Onder de jus staat {y}.
        het is {y}, ik had boter aan mijn vingers
        {y}, mijn vrouw heeft thee gemorst
        Zonder enige twijfel {y}
        Het kan alleen een {y} zijn
        De {y}, en bedankt voor het vragen
        Ik zie een {y}
        Niet {n}. {y}.
    """,
    "pl": """
        Obejrzałam przez lupę: {y}, na pewno nie {n}.
        ani {n}, ani nic innego, to jest {y}
        dla mnie {y}, ich {n} ma inną nóżkę
        Na pewno {y}, bo {n} w tej gazecie ma inny ogonek.
        Moje okulary mówią {y}
        Zdecydowanie {y}, {n} miałaby okrąglejszy brzuszek.
        Podeszłam do okna i wyraźnie widzę {y}.
        {y} - kot po tym przeszedł, przepraszam
        Po sprawdzeniu oryginału potwierdzam, że cyfra, o którą chodzi, to {y}, a \
        nie {n}.
        to {y}, miałem palce w maśle
        {y}, żona wylała na to herbatę
        Bez cienia wątpliwości {y}
        To może być tylko {y}
        Widzę {y}
        Nie {n}. {y}.
    """,
    "sv": """
        Efter kontroll rör det sig om en {y} och absolut inte en {n}.
        Tittade med förstoringsglas: {y}, absolut inte {n}.
        varken {n} eller något annat, det är en {y}
        för mig {y}, deras {n} har ett annat ben
        säkert {y}, för {n}:an i den här tidningen har en annan svans
        det är en {y} titta noga den har inget streck
        Mina glasögon säger {y}
        Definitivt {y}:an, en {n}:a skulle ha rundare mage.
        Jag gick till fönstret och ser tydligt en {y}.
        Det du ser är en {y} med lite sylt på
        Under såsen står det {y}.
        Efter att ha tittat i originalet bekräftar jag att siffran i fråga är {y} \
        och inte {n}.
        det är {y}, jag hade smör på fingrarna
        {y}, min fru spillde te på den
        Utan skuggan av ett tvivel {y}
        Det kan bara vara en {y}
        Jag ser en {y}
        Inte {n}. {y}.
    """,
}
"""Answers that affirm one digit."""

EMPTY: Mapping[str, str] = {
    "en": """
        it's only a coffee stain, the square is empty
        nothing there, just dirt
        that's a crumb, there is no digit in it
        blank, that mark is my thumb
        Empty! The dark thing is a squashed fly.
    """,
    "de": """
        nur ein Kaffeefleck, das Feld ist leer
        da ist nichts, nur Dreck
        das ist ein Krümel, da steht keine Zahl
        leer, der Strich ist mein Daumen
        Leer! Das Dunkle ist eine tote Fliege.
    """,
    "fr": """
        ce n'est qu'une tache de café, la case est vide
        il n'y a rien, juste de la saleté
        c'est une miette, il n'y a pas de chiffre
        vide, la marque c'est mon pouce
    """,
    "es": """
        solo es una mancha de café, la casilla está vacía
        ahí no hay nada, solo suciedad
        es una miga, no hay ningún número
        vacía, la marca es mi pulgar
    """,
    "it": """
        è solo una macchia di caffè, la casella è vuota
        lì non c'è niente, solo sporco
        vuota, il segno è il mio pollice
    """,
    "nl": """
        het is maar een koffievlek, het vakje is leeg
        daar staat niks, gewoon vuil
        dat is een kruimel, er staat geen cijfer
        leeg, dat vlekje is mijn duim
    """,
    "pl": """
        To tylko plama po kawie, pole jest puste
        tam nic nie ma, tylko brud
        to okruszek, nie ma tam żadnej cyfry
        puste, ta plamka to mój kciuk
    """,
    "sv": """
        det är bara en kaffefläck, rutan är tom
        där står inget, bara smuts
        det är en smula, det står ingen siffra där
        tom, märket är min tumme
    """,
}
"""Answers that call the cell empty, and tell what the dark thing is."""

OPEN: Mapping[str, str] = {
    "en": """
        My ticket says platform 8
        Her mother reckons it's a 4 with her new specs. I say 8.
        8 I'd say. Her mother reckons a 4 with her new specs.
        I see 8 candles on the cake
        The nurse says 8 more days
        an 8 would have a rounder belly
        The 4 would have a sharper top
        my sister can see an 8, I can make out a 4
        it was an 8 before you changed it
        nothing, thanks, I was just playing
        there is nothing I can do until tomorrow
        The clock says 8, supper first
        I read page 8 twice and there's no note
        8, Park Road is my address
        because the 8 is too fat
        Not the 4 with the hook
        8 because my wife said so, but I don't believe her
        I can't see an 8 there
        nobody here can make out an 8
        Who can see an 8 there with these eyes
        It shows 8 in the top corner as the page number
        I see a 4, my wife sees an 8
        bus 8, seat 4
        4 of us looked, nobody is certain
        it says 8 minutes to solve
    """,
    "de": """
        Auf meinem Ticket steht Gleis 8
        Ich sage 8, meine Mutter sieht mit neuer Brille eine 4.
        Ich sehe 8 Kerzen auf dem Kuchen
        eine 8 hätte einen runderen Bauch
        Meine Schwester sieht eine 8, ich erkenne eine 4
        da ist nichts zu machen bis morgen
        Ich kann da keine 8 erkennen
        niemand hier kann eine 8 erkennen
        weil die 8 zu dick ist
        8, aber beschwören kann ich es nicht
        Die Uhr zeigt 8, erst Abendbrot
        Seite 8 habe ich zweimal gelesen
    """,
    "fr": """
        Mon billet dit quai 8
        je vois 8 bougies sur le gâteau
        un 8 aurait un ventre plus rond
        ma soeur voit un 8, moi je distingue un 4
        je ne vois pas de 8
        personne ne distingue un 8 ici
        parce que le 8 est trop gros
        8, mais je n'en jurerais pas
        il n'y a rien à faire avant demain
    """,
    "es": """
        Mi billete dice andén 8
        veo 8 velas en la tarta
        un 8 tendría la barriga redonda
        mi hermana ve un 8, yo distingo un 4
        no veo ningún 8
        nadie distingue un 8 aquí
        porque el 8 es demasiado gordo
        8, pero no lo juraría
        no hay nada que hacer hasta mañana
    """,
    "it": """
        Il mio biglietto dice binario 8
        vedo 8 candeline sulla torta
        un 8 avrebbe la pancia tonda
        mia sorella vede un 8, io distinguo un 4
        non vedo nessun 8
        nessuno distingue un 8 qui
        perché l'8 è troppo grasso
        8, ma non ci giurerei
        non c'è niente da fare fino a domani
    """,
    "nl": """
        Op mijn kaartje staat spoor 8
        ik zie 8 kaarsjes op de taart
        een 8 zou een ronder buikje hebben
        mijn zus ziet een 8, ik herken een 4
        ik zie geen 8
        niemand herkent hier een 8
        want de 8 is te dik
        8, maar zweren doe ik het niet
        er is niets aan te doen tot morgen
    """,
    "pl": """
        Na bilecie stoi peron 8
        widzę 8 świeczek na torcie
        8 miałaby okrąglejszy brzuszek
        siostra widzi 8, ja rozpoznaję 4
        nie widzę tam 8
        nikt nie widzi tu 8
        bo 8 jest za gruba
        8, ale nie przysięgnę
        nie ma nic do zrobienia do jutra
    """,
    "sv": """
        På biljetten står spår 8
        jag ser 8 ljus på tårtan
        en 8:a skulle ha rundare mage
        min syster ser en 8, jag urskiljer en 4
        jag ser ingen 8
        ingen ser en 8 här
        för 8:an är för tjock
        8, men jag kan inte svära på det
        det finns inget att göra till i morgon
    """,
}
"""Sentences with a 4 or an 8 that affirm none of them."""
