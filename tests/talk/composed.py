"""Sentences that are composed of a cell, a digit and what is said of both.

`{cell}` is the name of a cell, `{at}` the same where something lies in it, `{d}` a
digit and `{e}` another one. In answers to a question of ours `{y}` is the digit that
stands there, and `{n}` another number. Each language has its own sentences, one a line
or with "|" between them.
"""

from collections.abc import Iterator, Mapping

from tests.talk.lines import lines

CELLS: Mapping[str, tuple[tuple[str, str], ...]] = {
    "en": (
        ("row {r}, column {c}", "in row {r}, column {c}"),
        ("r{r}c{c}", "in r{r}c{c}"),
        ("the cell in row {r} and column {c}", "in column {c} of row {r}"),
        ("row {r} square {c}", "in row {r}, square {c}"),
        ("({r},{c})", "at ({r},{c})"),
    ),
    "de": (
        ("Zeile {r}, Spalte {c}", "in Zeile {r}, Spalte {c}"),
        ("z{r}s{c}", "in z{r}s{c}"),
        ("das Feld Zeile {r} Spalte {c}", "in der {r}. Zeile, {c}. Spalte"),
        ("Reihe {r}, Kästchen {c}", "in Reihe {r}, Kästchen {c}"),
        ("das Feld ({r},{c})", "im Feld ({r},{c})"),
    ),
    "fr": (
        ("la case ligne {r}, colonne {c}", "en ligne {r}, colonne {c}"),
        ("L{r}C{c}", "en L{r}C{c}"),
        ("la case ({r},{c})", "dans la case ({r},{c})"),
        ("ligne {r} case {c}", "à la ligne {r}, case {c}"),
    ),
    "es": (
        ("la fila {r}, columna {c}", "en la fila {r}, columna {c}"),
        ("F{r}C{c}", "en F{r}C{c}"),
        ("la casilla ({r},{c})", "en la casilla ({r},{c})"),
        ("la fila {r}, casilla {c}", "en la fila {r}, casilla {c}"),
    ),
    "it": (
        ("la riga {r}, colonna {c}", "nella riga {r}, colonna {c}"),
        ("r{r}c{c}", "in r{r}c{c}"),
        ("la casella ({r},{c})", "nella casella ({r},{c})"),
        ("riga {r}, casella {c}", "in riga {r}, casella {c}"),
    ),
    "nl": (
        ("rij {r}, kolom {c}", "op rij {r}, kolom {c}"),
        ("r{r}k{c}", "in r{r}k{c}"),
        ("het vakje ({r},{c})", "in vakje ({r},{c})"),
        ("rij {r}, vakje {c}", "in rij {r}, vakje {c}"),
    ),
    "pl": (
        ("wiersz {r}, kolumna {c}", "w wierszu {r}, kolumnie {c}"),
        ("w{r}k{c}", "w polu w{r}k{c}"),
        ("pole ({r},{c})", "w polu ({r},{c})"),
        ("rząd {r}, kolumna {c}", "w rzędzie {r}, kolumnie {c}"),
    ),
    "sv": (
        ("rad {r}, kolumn {c}", "på rad {r}, kolumn {c}"),
        ("r{r}k{c}", "i r{r}k{c}"),
        ("rutan ({r},{c})", "i rutan ({r},{c})"),
        ("rad {r}, ruta {c}", "på rad {r}, ruta {c}"),
    ),
}
"""Names of a cell: by itself, and as the place of something."""

UNMEANT: Mapping[str, str] = {
    "en": """
        My wife swears {cell} is a {d}, but I side with you.
        What goes {at}? I have {d} minutes left.
        {cell}, please. I am on page {d} of the book.
        I have looked {at} {d} times by now.
        My son is {d} and got stuck {at}.
        This is puzzle number {d}, and I can't do {cell}.
        For the {d}th time I am staring at {cell}.
        If there were a {d} {at}, what would follow?
        Suppose {cell} were a {d}: would that work?
        If {cell} was {d}, row 8 would break.
        Yesterday I had a {d} {at}, but I rubbed it out.
        I used to have a {d} {at}.
        At first I thought {cell} was a {d}.
        My neighbour claims {cell} is a {d}. I don't believe him.
        My wife wants a {d} {at} and I want an {e}. Who is right?
        The paper says {cell} is a {d}, which can't be.
        {cell} is certainly not a {d}.
        There is no {d} {at}.
        A {d} can't go {at}.
        I never said that {cell} is a {d}.
        {cell} can be a {d} or an {e}.
        For {cell} I have {d} and {e} left.
        {at} I can't decide between {d} and {e}.
        The candidates {at} are {d}, {e} and 1.
        {cell}: {d}/{e}
        I could put a {d} {at}, but also an {e}.
        Where did I say {cell} was a {d}?
        Why is there no {d} {at}?
        Why can't {cell} be a {d}?
        Why did you put a {d} {at}?
        Who told you that {cell} is a {d}?
        Is it true that {cell} isn't a {d}?
        I almost wrote a {d} {at}.
        I nearly put a {d} {at}.
        I would never put a {d} {at}.
        Unless {cell} is a {d}, I give up.
        A {d} {at} would be silly.
        Don't put a {d} {at}.
    """,
    "de": """
        Meine Frau schwört, dass {at} eine {d} steht, aber ich halte zu Ihnen.
        Was steht {at}? Ich habe noch {d} Minuten.
        {cell}, bitte. Ich bin auf Seite {d} des Hefts.
        Ich habe {at} schon {d} Mal geschaut.
        Mein Sohn ist {d} und kommt {at} nicht weiter.
        Das ist Rätsel Nummer {d}, und {cell} schaffe ich nicht.
        Zum {d}. Mal starre ich auf {cell}.
        Wenn {at} eine {d} stünde, was würde folgen?
        Angenommen, {cell} wäre eine {d}: ginge das?
        Wäre {cell} eine {d}, dann ginge Zeile 8 nicht auf.
        Gestern hatte ich {at} eine {d}, habe sie aber wegradiert.
        Früher stand {at} bei mir eine {d}.
        Zuerst dachte ich, {cell} wäre eine {d}.
        Mein Nachbar behauptet, {at} steht eine {d}. Ich glaube ihm nicht.
        Meine Frau will {at} eine {d} und ich eine {e}. Wer hat recht?
        Die Zeitung sagt, {cell} ist eine {d}, was nicht sein kann.
        {at} steht ganz sicher keine {d}.
        {cell} ist keine {d}.
        Eine {d} geht {at} nicht.
        Ich habe nie gesagt, dass {cell} eine {d} ist.
        {at} kann eine {d} oder eine {e} stehen.
        Für {cell} habe ich noch {d} und {e} übrig.
        {at} schwanke ich zwischen {d} und {e}.
        Die Kandidaten {at} sind {d}, {e} und 1.
        {cell}: {d}/{e}
        Ich könnte {at} eine {d} setzen, aber auch eine {e}.
        Wo habe ich gesagt, dass {cell} eine {d} ist?
        Warum steht {at} keine {d}?
        Warum kann {at} keine {d} stehen?
        Warum haben Sie {at} eine {d} gesetzt?
        Wer sagt, dass {cell} eine {d} ist?
        Beinahe hätte ich {at} eine {d} geschrieben.
        Fast hätte ich eine {d} {at} eingetragen.
        Ich würde nie eine {d} {at} setzen.
        Falls {cell} keine {d} ist, gebe ich auf.
        Eine {d} {at} wäre albern.
        Setzen Sie keine {d} {at}.
    """,
    "fr": """
        Ma femme jure que {cell} est un {d}, mais je suis de votre côté.
        Que mettre {at} ? Il me reste {d} minutes.
        {cell}, s'il vous plaît. Je suis à la page {d} du cahier.
        J'ai déjà regardé {at} {d} fois.
        Mon fils a {d} ans et bloque {at}.
        C'est la grille numéro {d}, et je n'arrive pas à faire {cell}.
        Pour la {d}e fois je fixe {cell}.
        S'il y avait un {d} {at}, que se passerait-il ?
        Supposons que {cell} soit un {d} : ça marcherait ?
        Si {cell} était un {d}, la ligne 8 ne marcherait plus.
        Hier j'avais un {d} {at}, mais je l'ai gommé.
        Avant j'avais mis un {d} {at}.
        Au début je croyais que {cell} était un {d}.
        Mon voisin prétend que {cell} est un {d}. Je ne le crois pas.
        Ma femme veut un {d} {at} et moi un {e}. Qui a raison ?
        Le journal dit que {cell} est un {d}, ce qui est impossible.
        {cell} n'est certainement pas un {d}.
        Il n'y a pas de {d} {at}.
        Un {d} ne va pas {at}.
        Je n'ai jamais dit que {cell} est un {d}.
        {cell} peut être un {d} ou un {e}.
        Pour {cell} il me reste {d} et {e}.
        {at} j'hésite entre {d} et {e}.
        Les candidats {at} sont {d}, {e} et 1.
        {cell} : {d}/{e}
        Je pourrais mettre un {d} {at}, mais aussi un {e}.
        Pourquoi n'y a-t-il pas de {d} {at} ?
        Pourquoi {cell} ne peut pas être un {d} ?
        Pourquoi avez-vous mis un {d} {at} ?
        Qui a dit que {cell} est un {d} ?
        J'ai failli mettre un {d} {at}.
        J'ai presque écrit un {d} {at}.
        Je ne mettrais jamais un {d} {at}.
        À moins que {cell} soit un {d}, j'abandonne.
        Un {d} {at} serait idiot.
        Ne mettez pas de {d} {at}.
    """,
    "es": """
        Mi mujer jura que {cell} es un {d}, pero yo estoy con usted.
        ¿Qué va {at}? Me quedan {d} minutos.
        {cell}, por favor. Estoy en la página {d} del libro.
        Ya he mirado {d} veces {at}.
        Mi hijo tiene {d} años y se atascó {at}.
        Es el sudoku número {d}, y no me sale {cell}.
        Por {d}ª vez estoy mirando {cell}.
        Si hubiera un {d} {at}, ¿qué pasaría?
        Supongamos que {cell} fuera un {d}: ¿funcionaría?
        Si {cell} fuera un {d}, la fila 8 fallaría.
        Ayer tenía un {d} {at}, pero lo borré.
        Antes había puesto un {d} {at}.
        Al principio pensé que {cell} era un {d}.
        Mi vecino afirma que {cell} es un {d}. Yo no le creo.
        Mi mujer quiere un {d} {at} y yo un {e}. ¿Quién tiene razón?
        El periódico dice que {cell} es un {d}, lo cual es imposible.
        {cell} seguro que no es un {d}.
        No hay ningún {d} {at}.
        Un {d} no puede ir {at}.
        Nunca dije que {cell} es un {d}.
        {cell} puede ser un {d} o un {e}.
        Para {cell} me quedan {d} y {e}.
        {at} dudo entre {d} y {e}.
        Los candidatos {at} son {d}, {e} y 1.
        {cell}: {d}/{e}
        Podría poner un {d} {at}, pero también un {e}.
        ¿Por qué no hay un {d} {at}?
        ¿Por qué {cell} no puede ser un {d}?
        ¿Por qué pusiste un {d} {at}?
        ¿Quién dijo que {cell} es un {d}?
        Casi pongo un {d} {at}.
        Estuve a punto de poner un {d} {at}.
        Yo nunca pondría un {d} {at}.
        A menos que {cell} sea un {d}, me rindo.
        Un {d} {at} sería una tontería.
        No pongas un {d} {at}.
    """,
    "it": """
        Mia moglie giura che {cell} è un {d}, ma io sto con voi.
        Cosa va {at}? Mi restano {d} minuti.
        {cell}, per favore. Sono a pagina {d} del libro.
        Ho già guardato {at} {d} volte.
        Mio figlio ha {d} anni e si è bloccato {at}.
        È lo schema numero {d}, e non riesco a fare {cell}.
        Per la {d}ª volta sto fissando {cell}.
        Se ci fosse un {d} {at}, cosa succederebbe?
        Supponiamo che {cell} sia un {d}: funzionerebbe?
        Se {cell} fosse un {d}, la riga 8 non tornerebbe.
        Ieri avevo un {d} {at}, ma l'ho cancellato.
        Prima avevo messo un {d} {at}.
        All'inizio pensavo che {cell} fosse un {d}.
        Il mio vicino sostiene che {cell} è un {d}. Io non gli credo.
        Mia moglie vuole un {d} {at} e io un {e}. Chi ha ragione?
        Il giornale dice che {cell} è un {d}, il che è impossibile.
        {cell} non è certamente un {d}.
        Non c'è nessun {d} {at}.
        Un {d} non può andare {at}.
        Non ho mai detto che {cell} è un {d}.
        {cell} può essere un {d} o un {e}.
        Per {cell} mi restano {d} e {e}.
        {at} sono indeciso tra {d} e {e}.
        I candidati {at} sono {d}, {e} e 1.
        {cell}: {d}/{e}
        Potrei mettere un {d} {at}, ma anche un {e}.
        Perché non c'è un {d} {at}?
        Perché {cell} non può essere un {d}?
        Perché avete messo un {d} {at}?
        Chi ha detto che {cell} è un {d}?
        Stavo per mettere un {d} {at}.
        Ho quasi scritto un {d} {at}.
        Non metterei mai un {d} {at}.
        A meno che {cell} sia un {d}, mi arrendo.
        Un {d} {at} sarebbe sciocco.
        Non mettere un {d} {at}.
    """,
    "nl": """
        Mijn vrouw zweert dat {cell} een {d} is, maar ik ben het met u eens.
        Wat komt er {at}? Ik heb nog {d} minuten.
        {cell}, graag. Ik ben op bladzijde {d} van het boekje.
        Ik heb {at} al {d} keer gekeken.
        Mijn zoon is {d} en loopt vast {at}.
        Dit is puzzel nummer {d}, en {cell} lukt me niet.
        Voor de {d}e keer staar ik naar {cell}.
        Als er {at} een {d} stond, wat zou er dan volgen?
        Stel dat {cell} een {d} was: zou dat kunnen?
        Als {cell} een {d} was, klopte rij 8 niet meer.
        Gisteren had ik een {d} {at}, maar die heb ik uitgegumd.
        Vroeger had ik {at} een {d}.
        Eerst dacht ik dat {cell} een {d} was.
        Mijn buurman beweert dat {cell} een {d} is. Ik geloof hem niet.
        Mijn vrouw wil {at} een {d} en ik een {e}. Wie heeft gelijk?
        De krant zegt dat {cell} een {d} is, wat niet kan.
        {cell} is zeker geen {d}.
        Er staat geen {d} {at}.
        Een {d} kan {at} niet.
        Ik heb nooit gezegd dat {cell} een {d} is.
        {cell} kan een {d} of een {e} zijn.
        Voor {cell} heb ik nog {d} en {e} over.
        {at} twijfel ik tussen {d} en {e}.
        De kandidaten {at} zijn {d}, {e} en 1.
        {cell}: {d}/{e}
        Ik zou {at} een {d} kunnen zetten, maar ook een {e}.
        Waarom staat er {at} geen {d}?
        Waarom kan {cell} geen {d} zijn?
        Waarom hebben jullie {at} een {d} gezet?
        Wie zegt dat {cell} een {d} is?
        Bijna had ik een {d} {at} gezet.
        Ik had haast een {d} {at} geschreven.
        Ik zou nooit een {d} {at} zetten.
        Tenzij {cell} een {d} is, geef ik het op.
        Een {d} {at} zou dom zijn.
        Zet geen {d} {at}.
    """,
    "pl": """
        Żona przysięga, że {cell} to {d}, ale ja trzymam z wami.
        Co wpisać {at}? Zostało mi {d} minut.
        {cell}, proszę. Jestem na stronie {d} książki.
        Patrzyłem {at} już {d} razy.
        Mój syn ma {d} lat i utknął {at}.
        To sudoku numer {d} i nie wychodzi mi {cell}.
        Po raz {d}. patrzę na {cell}.
        Gdyby {at} było {d}, co by z tego wynikało?
        Załóżmy, że {cell} to {d}: czy to by pasowało?
        Gdyby {cell} to było {d}, wiersz 8 by się nie zgadzał.
        Wczoraj miałem {d} {at}, ale wymazałem.
        Kiedyś miałem {d} {at}.
        Najpierw myślałem, że {cell} to {d}.
        Sąsiad twierdzi, że {cell} to {d}. Nie wierzę mu.
        Żona chce {d} {at}, a ja {e}. Kto ma rację?
        Gazeta podaje, że {cell} to {d}, co jest niemożliwe.
        {cell} to na pewno nie {d}.
        Nie ma {d} {at}.
        {d} nie może być {at}.
        Nigdy nie mówiłem, że {cell} to {d}.
        {cell} to może być {d} albo {e}.
        Dla {cell} zostały mi {d} i {e}.
        {at} waham się między {d} a {e}.
        Kandydaci {at} to {d}, {e} i 1.
        {cell}: {d}/{e}
        Mógłbym wpisać {d} {at}, ale też {e}.
        Dlaczego {at} nie ma {d}?
        Dlaczego {cell} to nie może być {d}?
        Dlaczego wpisaliście {d} {at}?
        Kto powiedział, że {cell} to {d}?
        Prawie wpisałem {d} {at}.
        O mało nie wpisałem {d} {at}.
        Nigdy bym nie wpisał {d} {at}.
        Chyba że {cell} to {d}, inaczej się poddaję.
        {d} {at} byłoby głupie.
        Proszę nie wpisywać {d} {at}.
    """,
    "sv": """
        Min fru svär på att {cell} är en {d}, men jag håller med er.
        Vad ska stå {at}? Jag har {d} minuter kvar.
        {cell}, tack. Jag är på sidan {d} i boken.
        Jag har redan tittat {at} {d} gånger.
        Min son är {d} och har fastnat {at}.
        Det här är sudoku nummer {d}, och {cell} klarar jag inte.
        För {d}:e gången stirrar jag på {cell}.
        Om det stod en {d} {at}, vad skulle följa då?
        Anta att {cell} vore en {d}: skulle det gå?
        Om {cell} var en {d} skulle rad 8 inte stämma.
        Igår hade jag en {d} {at}, men jag suddade ut den.
        Tidigare hade jag en {d} {at}.
        Först trodde jag att {cell} var en {d}.
        Min granne påstår att {cell} är en {d}. Jag tror honom inte.
        Min fru vill ha en {d} {at} och jag en {e}. Vem har rätt?
        Tidningen säger att {cell} är en {d}, vilket är omöjligt.
        {cell} är absolut ingen {d}.
        Det finns ingen {d} {at}.
        En {d} kan inte stå {at}.
        Jag har aldrig sagt att {cell} är en {d}.
        {cell} kan vara en {d} eller en {e}.
        För {cell} har jag {d} och {e} kvar.
        {at} tvekar jag mellan {d} och {e}.
        Kandidaterna {at} är {d}, {e} och 1.
        {cell}: {d}/{e}
        Jag skulle kunna sätta en {d} {at}, men också en {e}.
        Varför står det ingen {d} {at}?
        Varför kan {cell} inte vara en {d}?
        Varför satte ni en {d} {at}?
        Vem säger att {cell} är en {d}?
        Jag satte nästan en {d} {at}.
        Jag höll på att skriva en {d} {at}.
        Jag skulle aldrig sätta en {d} {at}.
        Om inte {cell} är en {d} ger jag upp.
        En {d} {at} vore dumt.
        Sätt inte en {d} {at}.
    """,
}
"""Sentences with a cell and a digit that nobody wants to be entered there."""


CLAIMS: Mapping[str, str] = {
    "en": """
        My husband says {n}. | My neighbour thinks it is a {n}. | My wife reads {n}. |
        My husband says {n}, but he is wrong. | My son insists on {n}.
    """,
    "de": """
        Mein Mann sagt {n}. | Mein Nachbar meint, es ist eine {n}. | Meine Frau liest
        {n}. | Mein Mann sagt {n}, aber er irrt sich. | Mein Sohn besteht auf {n}.
    """,
    "fr": """
        Mon mari dit {n}. | Mon voisin pense que c'est un {n}. | Ma femme lit {n}. |
        Mon mari dit {n}, mais il se trompe. | Mon fils jure que c'est {n}.
    """,
    "es": """
        Mi marido dice {n}. | Mi vecino cree que es un {n}. | Mi mujer lee {n}. |
        Mi marido dice {n}, pero se equivoca. | Mi hijo insiste en {n}.
    """,
    "it": """
        Mio marito dice {n}. | Il mio vicino pensa che sia un {n}. | Mia moglie legge
        {n}. | Mio marito dice {n}, ma si sbaglia. | Mio figlio sostiene che è {n}.
    """,
    "nl": """
        Mijn man zegt {n}. | Mijn buurman denkt dat het een {n} is. | Mijn vrouw leest
        {n}. | Mijn man zegt {n}, maar hij vergist zich. | Mijn zoon houdt vol dat het
        {n} is.
    """,
    "pl": """
        Mój mąż mówi {n}. | Sąsiad uważa, że to {n}. | Żona czyta {n}. |
        Mój mąż mówi {n}, ale się myli. | Syn upiera się przy {n}.
    """,
    "sv": """
        Min man säger {n}. | Min granne tror att det är en {n}. | Min fru läser {n}. |
        Min man säger {n}, men han har fel. | Min son hävdar {n}.
    """,
}
"""Digits that somebody else is told to see."""

ASIDES: Mapping[str, str] = {
    "en": """
        At first I thought {n}. | I have {n} grandchildren. | I am {n} years old. |
        Call me at {n}. | It is {n} o'clock. | Tel. {n} | It's on page {n}. |
        Row {n} is hard. | This is number {n} in my book. | {n} would be silly. |
        If it were a {n}, I'd know. | There are {n} of them already. | I have solved
        {n} of these. | The train leaves at {n}. | Only {n} more to go. | Yesterday I
        had a {n}. | I give you {n} stars. | A {n}? Never. | Box {n} is next. | I
        nearly said {n}. | Who says {n}? | I have been at it for {n}
        hours. | It is my {n}th puzzle today. | {n} weeks to Christmas. | Why would it
        be a {n}?
    """,
    "de": """
        Zuerst dachte ich {n}. | Ich habe {n} Enkel. | Ich bin {n} Jahre alt. | Rufen
        Sie mich um {n} an. | Es ist {n} Uhr. | Tel. {n} | Es steht auf Seite {n}. |
        Zeile {n} ist schwer. | Das ist Nummer {n} in meinem Heft. | {n} wäre albern. |
        Wenn es eine {n} wäre, wüsste ich es. | Davon gibt es schon {n}. | Ich habe {n}
        davon gelöst. | Der Zug fährt um {n}. | Nur noch {n} übrig. | Gestern hatte ich
        eine {n}. | Ich gebe Ihnen {n} Sterne. | Eine {n}? Niemals. | Block {n} kommt
        als Nächstes. | Fast hätte ich {n} gesagt. | Wer sagt {n}? | Ich
        sitze seit {n} Stunden dran. | Das ist heute mein {n}. Rätsel. | In {n} Wochen
        ist Weihnachten. | Warum sollte es eine {n} sein?
    """,
    "fr": """
        Au début je pensais {n}. | J'ai {n} petits-enfants. | J'ai {n} ans. |
        Appelez-moi à {n} heures. | Il est {n} heures. | Tél. {n} | C'est à la page
        {n}. | La ligne {n} est dure. | C'est le numéro {n} de mon cahier. | {n} serait
        idiot. | Si c'était un {n}, je le saurais. | Il y en a déjà {n}. | J'en ai
        résolu {n}. | Le train part à {n} heures. | Plus que {n} à trouver. | Hier
        j'avais un {n}. | Je vous donne {n} étoiles. | Un {n} ? Jamais. | Le bloc {n}
        est le suivant. | J'ai failli dire {n}. | Qui dit {n} ? | J'y
        suis depuis {n} heures. | C'est ma {n}e grille aujourd'hui. | Noël est dans {n}
        semaines. | Pourquoi ce serait un {n} ?
    """,
    "es": """
        Al principio pensé {n}. | Tengo {n} nietos. | Tengo {n} años. | Llámeme a las
        {n}. | Son las {n}. | Tel. {n} | Está en la página {n}. | La fila {n} es
        difícil. | Es el número {n} de mi libro. | {n} sería una tontería. | Si fuera
        un {n}, lo sabría. | Ya hay {n} de ellos. | He resuelto {n} de estos. | El tren
        sale a las {n}. | Solo faltan {n}. | Ayer tenía un {n}. | Le doy {n} estrellas.
        | ¿Un {n}? Nunca. | El bloque {n} es el siguiente. | Casi digo {n}. | ¿Quién
        dice {n}? | Llevo {n} horas. | Es mi {n}º sudoku de hoy. | Faltan
        {n} semanas para Navidad. | ¿Por qué iba a ser un {n}?
    """,
    "it": """
        All'inizio pensavo {n}. | Ho {n} nipoti. | Ho {n} anni. | Mi chiami alle {n}. |
        Sono le {n}. | Tel. {n} | È a pagina {n}. | La riga {n} è difficile. | È il
        numero {n} del mio libro. | {n} sarebbe sciocco. | Se fosse un {n}, lo saprei.
        | Ce ne sono già {n}. | Ne ho risolti {n}. | Il treno parte alle {n}. | Ne
        mancano solo {n}. | Ieri avevo un {n}. | Le do {n} stelle. | Un {n}? Mai. | Il
        riquadro {n} è il prossimo. | Stavo per dire {n}. | Chi dice {n}?
        | Ci sto da {n} ore. | È il mio {n}º schema di oggi. | Mancano {n} settimane a
        Natale. | Perché dovrebbe essere un {n}?
    """,
    "nl": """
        Eerst dacht ik {n}. | Ik heb {n} kleinkinderen. | Ik ben {n} jaar. | Bel me om
        {n} uur. | Het is {n} uur. | Tel. {n} | Het staat op bladzijde {n}. | Rij {n}
        is moeilijk. | Dit is nummer {n} in mijn boekje. | {n} zou dom zijn. | Als het
        een {n} was, wist ik het. | Er zijn er al {n}. | Ik heb er {n} opgelost. | De
        trein gaat om {n} uur. | Nog maar {n} te gaan. | Gisteren had ik een {n}. | Ik
        geef u {n} sterren. | Een {n}? Nooit. | Blok {n} is de volgende. | Bijna had ik
        {n} gezegd. | Wie zegt {n}? | Ik zit er al {n} uur op. | Het is
        vandaag mijn {n}e puzzel. | Over {n} weken is het Kerst. | Waarom zou het een
        {n} zijn?
    """,
    "pl": """
        Najpierw myślałem, że {n}. | Mam {n} wnuków. | Mam {n} lat. | Proszę dzwonić o
        {n}. | Jest godzina {n}. | Tel. {n} | To na stronie {n}. | Wiersz {n} jest
        trudny. | To numer {n} w mojej książce. | {n} byłoby głupie. | Gdyby to było
        {n}, wiedziałbym. | Jest ich już {n}. | Rozwiązałem {n} takich. | Pociąg
        odjeżdża o {n}. | Zostało tylko {n}. | Wczoraj miałem {n}. | Daję wam {n}
        gwiazdek. | {n}? Nigdy. | Kwadrat {n} jest następny. | Prawie powiedziałem {n}.
        | Kto mówi {n}? | Siedzę nad tym {n} godzin. | To moje {n}. sudoku
        dzisiaj. | Za {n} tygodni święta. | Dlaczego miałoby to być {n}?
    """,
    "sv": """
        Först trodde jag {n}. | Jag har {n} barnbarn. | Jag är {n} år. | Ring mig
        klockan {n}. | Klockan är {n}. | Tel. {n} | Det är på sidan {n}. | Rad {n} är
        svår. | Det här är nummer {n} i min bok. | {n} vore dumt. | Om det var en {n}
        skulle jag veta det. | Det finns redan {n} av dem. | Jag har löst {n} stycken.
        | Tåget går klockan {n}. | Bara {n} kvar. | Igår hade jag en {n}. | Jag ger er
        {n} stjärnor. | En {n}? Aldrig. | Box {n} är nästa. | Jag sa nästan {n}. | Vem
        säger {n}? | Jag har hållit på i {n} timmar. | Det är min {n}:e
        i dag. | Om {n} veckor är det jul. | Varför skulle det vara en {n}?
    """,
}
"""What else people tell that holds a number."""

PLAIN: Mapping[str, tuple[str, ...]] = {
    "en": ("{y}.", "It's an {y}.", "It is {y}, not {n}."),
    "de": ("{y}.", "Es ist eine {y}.", "Das ist eine {y} und keine {n}."),
    "fr": ("{y}.", "C'est un {y}.", "C'est un {y}, pas un {n}."),
    "es": ("{y}.", "Es un {y}.", "Es un {y}, no un {n}."),
    "it": ("{y}.", "È un {y}.", "È un {y}, non un {n}."),
    "nl": ("{y}.", "Het is een {y}.", "Het is een {y}, geen {n}."),
    "pl": ("{y}.", "To jest {y}.", "To jest {y}, a nie {n}."),
    "sv": ("{y}.", "Det är en {y}.", "Det är en {y}, inte en {n}."),
}
"""Plain answers to our question."""


MEANT: Mapping[str, str] = {
    "en": """
        {cell} is a {d}.
        There is a {d} {at}.
        It should say {d} {at}.
        Please note that {cell} is {d}.
        In my paper there's a {d} {at}.
        {cell} = {d}
        I put a {d} {at}.
        {cell} must be a {d}, nothing else fits.
    """,
    "de": """
        {at} steht eine {d}.
        {cell} ist eine {d}.
        Es muss {at} eine {d} stehen.
        In meiner Zeitung steht {at} eine {d}.
        {cell} = {d}
        Ich habe {at} eine {d} eingetragen.
        {at} gehört eine {d} hin.
    """,
    "fr": """
        {cell} est un {d}.
        Il y a un {d} {at}.
        C'est un {d} {at}.
        Dans mon journal il y a un {d} {at}.
        {cell} = {d}
        J'ai mis un {d} {at}.
        {at} il faut un {d}.
    """,
    "es": """
        {cell} es un {d}.
        Hay un {d} {at}.
        Debe ir un {d} {at}.
        En mi periódico hay un {d} {at}.
        {cell} = {d}
        He puesto un {d} {at}.
        {at} va un {d}.
    """,
    "it": """
        {cell} è un {d}.
        C'è un {d} {at}.
        Deve esserci un {d} {at}.
        Sul mio giornale c'è un {d} {at}.
        {cell} = {d}
        Ho messo un {d} {at}.
        {at} va un {d}.
    """,
    "nl": """
        {cell} is een {d}.
        Er staat een {d} {at}.
        Er moet een {d} staan {at}.
        In mijn krant staat een {d} {at}.
        {cell} = {d}
        Ik heb een {d} gezet {at}.
        {at} hoort een {d}.
    """,
    "pl": """
        {cell} to {d}.
        {at} jest {d}.
        {at} powinno być {d}.
        W mojej gazecie {at} jest {d}.
        {cell} = {d}
        Wpisałem {d} {at}.
        {at} musi być {d}.
    """,
    "sv": """
        {cell} är en {d}.
        Det står en {d} {at}.
        Det ska stå en {d} {at}.
        I min tidning står det en {d} {at}.
        {cell} = {d}
        Jag har satt en {d} {at}.
        {at} ska det vara en {d}.
    """,
}
"""Sentences that tell the digit of a cell."""


def composed(
    table: Mapping[str, str], language: str, cell: tuple[int, int], digit: int
) -> Iterator[str]:
    """Each sentence of a table with two names of the cell; all names get their turn.

    Args:
        table: sentences by language.
        language: one of its languages.
        cell: the row and the column, from 1.
        digit: the digit; the other one is the next.
    """
    row, column = cell
    names = CELLS[language]
    for number, sentence in enumerate(lines(table, language)):
        for name, place in (
            names[number % len(names)],
            names[(number + 1) % len(names)],
        ):
            yield sentence.format(
                cell=name.format(r=row, c=column),
                at=place.format(r=row, c=column),
                d=digit,
                e=digit % 9 + 1,
            )
