"""Answers to "is it a 4 or an 8?" that hold no digit: those that say yes, and others.

Each language has its own, as its people say them, with "|" between them.
"""

from collections.abc import Mapping

AGREEING: Mapping[str, str] = {
    "en": """
        no corrections from me, all as printed | No corrections here. | looks
        spot on to me | you read it right, go on | you've got it right | the one
        you went with is right | your guess was right | Your guess is correct. |
        good guess | you guessed right | exactly as printed | as printed | as
        you have it | as you've written it | just as you have it | as is | leave
        it as it is | keep it as it is | it's fine as it is | nothing to change
        | no changes needed | nothing to add | no objections | nothing wrong
        with it | couldn't fault it | all fine here | everything's in order |
        all in order | That's exactly what's in my paper. | matches my paper
        exactly | same as mine | the same here | well read | read correctly |
        you've read that properly | correctly recognised | I can confirm that |
        confirmed | affirmative | yes indeed | that is so | that's the one |
        quite right | you're right | you are absolutely right | Right you are! |
        that's right | yes please | yes, that one | yes that's what it says |
        Yes, go ahead and solve it | Your first reading was right. | what you
        have is what's printed | Everything tallies with the newspaper | I've
        compared it with the newspaper, it all agrees | we checked and it's all
        correct | it agrees with the original | checked it twice, it's right |
        ok | ok thanks | yup | correct | right | true | exactly! | perfect
        reading | the grid is right | The puzzle is correct as shown. | the
        picture you sent is right | that's how it is in the book | that's what I
        have too | you saw it correctly | stick with what you have | go with
        what you've got | go with yours | I'd leave it as you read it |
        Everything you've got there is right, off you go | no mistakes on your
        side | No need to change anything. | You did not misread anything. | you
        made no mistakes | not a single mistake | I see no mistakes
    """,
    "de": """
        keine Korrekturen von mir, alles wie gedruckt | keine Änderungen | Von
        mir keine Änderungen | goed gelezen | richtig erkannt | richtig gelesen
        | haben Sie richtig erkannt | gut erkannt | gut geraten | richtig
        geraten | Sie haben richtig geraten | Ihre Vermutung stimmt | Ihre
        Vermutung war richtig | deine Vermutung passt | so wie gedruckt | wie
        gedruckt | wie abgebildet | so wie es da steht | genau so wie du es hast
        | so lassen | kann so bleiben | lass es so | bitte so lassen | passt so
        | passt | stimmt | stimmt so | stimmt genau | das stimmt | alles in
        Ordnung | alles okay so | nichts zu ändern | nichts zu beanstanden |
        keine Einwände | keine Fehler | kein Fehler drin | Ich sehe keine Fehler
        | fehlerfrei | einwandfrei gelesen | alles richtig | alles korrekt |
        vollkommen richtig | ganz genau | genau | jawohl | ja klar | ja bitte |
        ja, so ist es | ja so steht es auch in der Zeitung | so steht es in
        meiner Zeitung | das entspricht der Zeitung | deckt sich mit meiner
        Vorlage | hab verglichen, passt alles | Sie haben recht | da haben Sie
        recht | du hast recht | Sie liegen richtig | damit liegst du richtig |
        bestätige ich | Bestätigt | kann ich bestätigen | einverstanden | in
        Ordnung | ok so | Ihre Lesung stimmt | Ihre erste Lesung war richtig |
        Das haben Sie gut gelesen | das hast du gut gesehen | bei mir ist es
        genauso | bei mir auch so | nix zu meckern | das Bild von Ihnen stimmt |
        das Gitter stimmt | Die Zahlen stimmen mit meinem Heft überein | jo |
        jep | freilich | natürlich | selbstverständlich | das ist richtig so |
        das war richtig | da gibt's nichts zu korrigieren | bleiben Sie dabei |
        bleib dabei | dabei bleiben
    """,
    "fr": """
        pas de correction de ma part, tout est comme imprimé | rien à corriger |
        rien à changer | rien à redire | Vous aviez deviné juste. | vous avez
        deviné juste | bien deviné | bien vu | bien lu | vous avez bien lu |
        correctement lu | lecture correcte | tel quel | tel qu'imprimé | comme
        imprimé | comme c'est imprimé | comme vous l'avez | laissez comme ça |
        laisse comme c'est | gardez ce que vous avez | c'est bon | c'est bon
        comme ça | c'est bien ça | c'est ça | c'est exact | exact | exactement |
        tout à fait | absolument | parfaitement | vous avez raison | tu as
        raison | vous avez vu juste | tu as vu juste | votre supposition est
        bonne | votre première lecture était la bonne | votre hypothèse est
        juste | je confirme | confirmé | je valide | validé | d'accord | ça
        correspond à mon journal | ça colle avec le journal | conforme à
        l'original | c'est conforme | identique à mon journal | c'est pareil
        chez moi | même chose chez moi | c'est ce qui est imprimé | c'est comme
        ça dans le journal | tout est en ordre | tout est juste | aucune erreur
        | pas d'erreur | je ne vois pas d'erreur | vous n'avez pas fait d'erreur
        | oui oui | oui bien sûr | oui c'est ça | ouais | ui | affirmatif |
        c'est correct | c'est le bon | la grille est bonne | votre image est
        correcte | j'ai vérifié, tout est bon | j'ai comparé, c'est pareil | en
        effet | effectivement | restez là-dessus | rien à signaler
    """,
    "es": """
        sin correcciones por mi parte, todo como está impreso | ninguna
        corrección | nada que corregir | nada que cambiar | no hay que cambiar
        nada | ha adivinado | bien adivinado | acertaste | ha acertado | acertó
        usted | bien leído | lo has leído bien | lectura correcta | tal cual |
        tal como está impreso | como está impreso | como lo tiene | déjelo así |
        déjalo como está | está bien así | está bien | está correcto | es
        correcto | correcto | exacto | exactamente | así es | así mismo | eso es
        | eso mismo | efectivamente | en efecto | tiene razón | tienes razón |
        tiene usted toda la razón | su suposición es correcta | confirmo |
        confirmado | lo confirmo | de acuerdo | coincide con el periódico |
        coincide con mi periódico | igual que en el mío | igual que el original
        | lo mismo tengo yo | es lo que pone en el periódico | así viene en la
        revista | todo en orden | todo bien | ningún error | sin errores | no
        veo errores | no hay ningún error | perfecto así | sí sí | sí claro |
        sí, eso es | sip | por supuesto | claro | la cuadrícula está bien | la
        imagen es correcta | lo he comprobado, está bien | lo he comparado, es
        igual | vale | vale así | dale | adelante | siga con eso | bien visto
    """,
    "it": """
        nessuna correzione da parte mia, tutto come stampato | nessuna
        correzione | niente da correggere | niente da cambiare | non c'è niente
        da cambiare | ha indovinato | hai indovinato | indovinato | ci ha preso
        | letto bene | ha letto bene | lettura corretta | così com'è | com'è
        stampato | come stampato | come ce l'ha lei | lasci così | lascia com'è
        | va bene così | va bene | è giusto | giusto | esatto | esattamente |
        proprio così | è così | appunto | certo | certamente | infatti | ha
        ragione | hai ragione | ha perfettamente ragione | la sua ipotesi è
        giusta | confermo | confermato | lo confermo | d'accordo | corrisponde
        al giornale | coincide con il mio giornale | uguale al mio | uguale
        all'originale | anche da me è così | è quello che c'è scritto sul
        giornale | così è sulla rivista | tutto in ordine | tutto bene | tutto a
        posto | nessun errore | senza errori | non vedo errori | non ci sono
        errori | non ha sbagliato | perfetto così | sì sì | sì certo | sì, è
        quello | sisi | la griglia è giusta | l'immagine è corretta | ho
        controllato, va bene | ho confrontato, è uguale | ok | procedi pure |
        avanti così | visto bene
    """,
    "nl": """
        geen correcties van mij, alles zoals gedrukt | geen verbeteringen | Van
        mijn kant geen opmerkingen | niets te veranderen | niets aan te merken |
        goed gelezen | goed gezien | goed geraden | goed gegokt | u heeft goed
        geraden | je gok was goed | uw gok klopt | juist gelezen | zoals gedrukt
        | zoals het er staat | zoals u het heeft | laat het zo | laat maar zo
        staan | zo laten | zo is het | zo is het goed | is goed zo | klopt |
        klopt helemaal | dat klopt | dat is juist | juist | precies | precies zo
        | exact | inderdaad | zeker | jazeker | u heeft gelijk | je hebt gelijk
        | helemaal gelijk | uw vermoeden klopt | uw eerste lezing was goed | ik
        bevestig het | bevestigd | akkoord | mee eens | komt overeen met de
        krant | klopt met mijn krant | hetzelfde als bij mij | bij mij ook |
        gelijk aan het origineel | zo staat het in de krant | alles in orde |
        alles goed | geen fouten | ik zie geen fouten | er zitten geen fouten in
        | foutloos | ja hoor | ja zeker | ja, dat is hem | jep | natuurlijk |
        het rooster klopt | het plaatje klopt | ik heb het nagekeken, het klopt
        | vergeleken met de krant, alles hetzelfde | ok | doe maar zo | hou het
        zo | blijf daarbij
    """,
    "pl": """
        bez poprawek z mojej strony, wszystko jak w druku | bez poprawek | nic
        do poprawienia | nic nie zmieniać | nie trzeba nic zmieniać | dobrze Pan
        zgadł | zgadłeś | dobrze odgadnięte | dobrze odczytane | dobrze
        przeczytane | odczytane prawidłowo | jak w druku | tak jak wydrukowane |
        tak jak jest | tak jak Pan ma | proszę tak zostawić | zostaw tak | może
        tak zostać | dobrze jest | jest dobrze | jest OK | zgadza się | wszystko
        się zgadza | to się zgadza | prawidłowo | poprawnie | dokładnie |
        dokładnie tak | właśnie tak | tak jest | tak właśnie jest | owszem | no
        | no tak | pewnie | oczywiście | ma Pan rację | masz rację | ma pani
        absolutną rację | Pana przypuszczenie jest słuszne | potwierdzam |
        potwierdzone | zgoda | zgodne z gazetą | zgadza się z moją gazetą | tak
        samo jak u mnie | u mnie tak samo | zgodnie z oryginałem | tak jest w
        gazecie | wszystko w porządku | wszystko gra | bez błędów | nie widzę
        błędów | nie ma błędów | nie pomylił się Pan | bezbłędnie | tak tak |
        tak, to ta | diagram jest poprawny | sprawdziłam, jest dobrze |
        porównałem z gazetą, wszystko tak samo | ok | dobrze widać | trafione |
        trafił Pan | niech tak zostanie
    """,
    "sv": """
        inga rättelser från mig, allt som tryckt | inga ändringar | inget att
        rätta | ingenting att anmärka på | rätt läst | rätt gissat | bra gissat
        | du gissade rätt | din gissning var den rätta | din gissning stämmer |
        bra läst | korrekt läst | som tryckt | som det står | som du har det |
        låt det vara | låt det stå så | behåll det så | det är bra så | bra så |
        stämmer | det stämmer | stämmer bra | det är rätt | rätt | precis |
        precis så | exakt | just det | just så | så är det | javisst | visst |
        absolut | naturligtvis | du har rätt | ni har helt rätt | ditt antagande
        är rätt | din första läsning var rätt | jag bekräftar | bekräftat |
        överens | stämmer med tidningen | stämmer överens med min tidning |
        samma som hos mig | likadant hos mig | lika med originalet | så står det
        i tidningen | allt i sin ordning | allt är bra | inga fel | jag ser inga
        fel | det finns inga fel | du har inte gjort något fel | felfritt |
        perfekt läst | ja då | ja visst | ja, det är den | japp | jepp |
        rutnätet stämmer | bilden stämmer | jag har kollat, det stämmer |
        jämfört med tidningen, allt är likadant | ok | kör på det | håll fast
        vid det | jajamän
    """,
}
"""What takes the digit that we read as right."""

OPEN: Mapping[str, str] = {
    "en": """
        not as printed | the reading is not right | you did not read it right |
        mistakes! | no, there is a mistake | something must change | needs a
        correction | that needs correcting | not the same as mine | not
        identical to the paper | there's one mistake | I have a correction |
        corrections follow | please correct it | that's not how it's printed | I
        wouldn't say it's right | I don't know if it's right | right or wrong? |
        as printed? I can't see it | the first one is wrong | same problem here
        | I have the same question | no idea | could be either | either | both |
        neither | neither of the two | none of them | the other one | no | nope
        | No! | no, wrong | no wrong | No. Wrong. | it's wrong | you misread it
        | You misread that, sorry | that's not it | that's not what it says |
        not quite | almost right | right for once? no | not without mistakes |
        there are no numbers there | hm | dunno | I can't tell | can't read it
        either | not sure it's right | I am not sure | I'll check and get back
        to you | I have to look it up first | leave it | leave it, I found the
        answer | never mind, leave it | Keep the change | it is not identical |
        you are not right | you're wrong | wrong guess | bad guess | you guessed
        wrong | keep guessing | I have no objections but look again | no change
        yet | nothing yet | nothing changes if it's the other | no need to hurry
        | no problem, I will look | No problem! | no worries, will check | the
        same as always | thank you, all the best | good luck | good job | great
        stuff | perfect, thanks | lovely | what a good service | same to you |
        is it as printed | tell me what is right | what's right then | how is it
        right | correct it please | please correct | correct my puzzle | your
        correction is wrong | there's a mistake in mine | my mistake | my
        mistake, sorry | sorry, my fault | I made a mistake | your mistake |
        there was no reading | I agree that it is unclear | true or false | it
        is in the paper | see the paper | look at the picture again | please
        look again | read it again | the picture is fine, isn't it | as I said |
        like I said | as before | try again | the bigger picture is fine | I can
        confirm it tomorrow | I confirm receipt | Everything except that one is
        right
    """,
    "de": """
        nicht wie gedruckt | nicht richtig gelesen | Sie haben es nicht richtig
        gelesen | Fehler! | nein, da ist ein Fehler | Kein Fehler? Doch! | da
        muss was geändert werden | das muss korrigiert werden | nicht das
        gleiche wie bei mir | nicht identisch mit der Zeitung | ein Fehler ist
        drin | ich habe eine Korrektur | Korrektur folgt | bitte korrigieren |
        so steht es nicht da | so steht das nicht in der Zeitung | ich weiß
        nicht ob es stimmt | stimmt das? | richtig oder falsch? | keine Ahnung |
        kann beides sein | beide | beides | keines | keines von beiden | keine
        von beiden | weder noch | die andere | nein | nö | nein, falsch | nein
        falsch | Nein. Falsch. | das ist falsch | falsch gelesen | das haben Sie
        falsch gelesen | nicht ganz | fast richtig | nicht fehlerfrei | nicht
        ohne Fehler | kann ich nicht erkennen | ich kann es auch nicht lesen |
        bin nicht sicher | ich schaue nach | muss erst nachsehen | lass es |
        lassen Sie es | lass mal | lass gut sein | behalten Sie es | Sie haben
        nicht recht | falsch geraten | schlecht geraten | kein Problem | kein
        Problem, ich schaue nach | keine Eile | gleichfalls | danke gleichfalls
        | ebenso | alles Gute | gut gemacht | super, danke | perfekt, danke |
        toller Service | ist es wie gedruckt | was ist richtig | wie ist es
        richtig | bitte richtig lesen | lies nochmal | bitte nochmal lesen |
        schau nochmal | mein Fehler | mein Fehler, sorry | da hab ich mich
        vertan | ich habe einen Fehler gemacht | Ihr Fehler | das steht in der
        Zeitung | siehe Zeitung | siehe Bild | wie gesagt | wie immer | versuch
        es nochmal | ich bestätige es morgen | alles außer dem ist richtig |
        recht undeutlich | das ist recht schwer | recht herzlichen Dank | das
        Foto ist recht gut | einfach lassen wir das | gleich | gleich, Moment |
        Ich sage gleich Bescheid | da gibt es was zu korrigieren | es ist nicht
        in Ordnung
    """,
    "fr": """
        pas comme imprimé | la lecture n'est pas juste | vous n'avez pas bien lu
        | erreur ! | non, il y a une erreur | pas d'erreur ? si ! | il faut
        changer quelque chose | il faut corriger | pas pareil que moi | pas
        identique au journal | il y a une faute | j'ai une correction |
        correction à suivre | à corriger | corrigez svp | ce n'est pas comme ça
        dans le journal | je ne sais pas si c'est juste | c'est juste ? | juste
        ou faux ? | aucune idée | les deux | aucun des deux | ni l'un ni l'autre
        | aucun | l'autre | non | nan | non, faux | non faux | c'est faux | mal
        lu | vous avez mal lu | pas tout à fait | presque juste | pas sans faute
        | je n'arrive pas à lire | pas sûr | je regarde | je dois vérifier |
        laissez tomber | laisse tomber | laissez | vous n'avez pas raison | mal
        deviné | pas de problème | pas de souci, je regarde | pareillement | de
        même | bonne journée | bravo | super, merci | parfait, merci | bon
        service | qu'est-ce qui est juste | regardez encore | relisez | c'est ma
        faute | mon erreur | j'ai fait une erreur | votre erreur | c'est dans le
        journal | voir la photo | comme d'habitude | comme j'ai dit | essayez
        encore | je confirmerai demain | tout sauf celle-là est juste | sans
        raison | pour quelle raison | bonne question | juste un instant | juste
        une question | bien reçu | bien compris
    """,
    "es": """
        no como está impreso | la lectura no es correcta | no lo has leído bien
        | ¡error! | no, hay un error | hay que cambiar algo | hay que corregir |
        no es igual que el mío | hay un fallo | tengo una corrección | corrijan
        por favor | no está así en el periódico | no sé si está bien | ¿está
        bien? | ¿bien o mal? | ni idea | los dos | ninguno | ninguno de los dos
        | ni uno ni otro | el otro | no | no, mal | no mal | está mal | mal
        leído | lo leyó mal | no del todo | casi correcto | no sin errores | no
        puedo leerlo | no estoy seguro | lo miro | tengo que mirarlo | déjalo |
        déjelo | déjelo estar | no tiene razón | sin razón | mal adivinado | no
        hay problema | no pasa nada, lo miro | igualmente | buenos días | buen
        trabajo | muy bien, gracias | perfecto, gracias | buen servicio | qué es
        lo correcto | mira otra vez | lea otra vez | error mío | fallo mío | me
        he equivocado | su error | está en el periódico | vea la foto | como
        siempre | como dije | inténtelo otra vez | lo confirmo mañana | todo
        menos esa está bien | buena pregunta | igual lo miro mañana | igual me
        equivoco | por qué razón | bueno, no sé | claro que no | eso no | eso no
        es | así no es
    """,
    "it": """
        non come stampato | la lettura non è giusta | non ha letto bene |
        errore! | no, c'è un errore | bisogna cambiare qualcosa | c'è da
        correggere | non è uguale al mio | c'è uno sbaglio | ho una correzione |
        correggete per favore | non è così sul giornale | non so se è giusto | è
        giusto? | giusto o sbagliato? | nessuna idea | tutti e due | nessuno dei
        due | né l'uno né l'altro | l'altro | no | no, sbagliato | no sbagliato
        | è sbagliato | letto male | ha letto male | non proprio | quasi giusto
        | non senza errori | non riesco a leggere | non sono sicuro | guardo |
        devo controllare | lasci perdere | lascia stare | lasci stare | non ha
        ragione | senza ragione | non c'è problema | nessun problema, guardo |
        altrettanto | buongiorno | bravo | ottimo, grazie | perfetto, grazie |
        bel servizio | che cosa è giusto | guardi ancora | rilegga | errore mio
        | colpa mia | ho sbagliato | suo errore | è sul giornale | guardi la
        foto | come sempre | come ho detto | riprovi | confermo domani | tutto
        tranne quella è giusto | buona domanda | giusto un momento | per quale
        ragione | certo che no | così no | non è così | non è vero | appunto no
    """,
    "nl": """
        niet zoals gedrukt | de lezing klopt niet | u heeft het niet goed
        gelezen | fout! | nee, er zit een fout in | geen fout? jawel! | er moet
        iets veranderen | dat moet verbeterd worden | niet hetzelfde als bij mij
        | er zit een foutje in | ik heb een correctie | graag verbeteren | zo
        staat het niet in de krant | ik weet niet of het klopt | klopt dat? |
        goed of fout? | geen idee | beide | allebei | geen van beide | geen van
        tweeën | geen | de andere | nee | nee, fout | nee fout | dat is fout |
        verkeerd gelezen | u heeft het verkeerd gelezen | niet helemaal | bijna
        goed | niet foutloos | niet zonder fouten | kan het niet lezen | niet
        zeker | ik kijk even | moet het nakijken | laat maar | laat maar zitten
        | u heeft geen gelijk | verkeerd gegokt | geen probleem | geen probleem,
        ik kijk | insgelijks | hetzelfde | goedemorgen | goed gedaan | prima,
        dank | perfect, bedankt | mooie service | wat is juist | kijk nog eens |
        lees nog eens | mijn fout | foutje van mij | ik heb me vergist | uw fout
        | staat in de krant | zie foto | zoals altijd | zoals gezegd | probeer
        nog eens | ik bevestig het morgen | alles behalve dat klopt | goede
        vraag | tegelijk | gelijk even kijken | ik kijk gelijk | zo niet | dat
        is niet zo
    """,
    "pl": """
        nie jak w druku | odczyt nie jest dobry | źle odczytane | nie odczytano
        dobrze | błąd! | nie, jest błąd | trzeba coś zmienić | trzeba poprawić |
        nie tak samo jak u mnie | jest pomyłka | mam poprawkę | proszę poprawić
        | w gazecie jest inaczej | nie wiem, czy dobrze | dobrze? | dobrze czy
        źle? | nie mam pojęcia | obie | oba | żadna | żadna z nich | żadne | ani
        jedno, ani drugie | ta inna | nie | nie, źle | nie źle | nieźle | źle |
        nie do końca | prawie dobrze | nie bez błędów | nie mogę odczytać | nie
        jestem pewna | zobaczę | muszę sprawdzić | zostaw to | zostaw | nie ma
        pan racji | nie zgadł pan | nie ma problemu | nie ma sprawy | nie ma za
        co | nawzajem | dzień dobry | dobra robota | super, dziękuję | świetnie,
        dzięki | co jest dobrze | proszę spojrzeć jeszcze raz | mój błąd | moja
        pomyłka | pomyliłam się | wasz błąd | jest w gazecie | patrz zdjęcie |
        jak zawsze | jak mówiłem | spróbuj jeszcze raz | jutro potwierdzę |
        wszystko oprócz tego jest dobrze | dobre pytanie | no nie | no nie wiem
        | no właśnie nie | tak nie jest | nie tak | to nie tak | jasne że nie |
        zgadza się tylko połowa | nie zgadza się
    """,
    "sv": """
        inte som tryckt | läsningen stämmer inte | du läste inte rätt | fel! |
        nej, det är ett fel | inga fel? jo! | något måste ändras | det måste
        rättas | inte samma som hos mig | det är ett fel | jag har en rättelse |
        rätta det tack | så står det inte i tidningen | jag vet inte om det
        stämmer | stämmer det? | rätt eller fel? | ingen aning | båda | bägge |
        ingen | ingen av dem | ingendera | varken eller | den andra då? | nej |
        nej, fel | nej fel | det är fel | fel läst | du läste fel | inte riktigt
        | nästan rätt | inte utan fel | kan inte läsa | inte säker | jag tittar
        | måste kolla | låt bli | strunt i det | du har inte rätt | fel gissat |
        inga problem | inga problem, jag kollar | detsamma | tack detsamma | god
        morgon | bra jobbat | toppen, tack | perfekt, tack | bra service | vad
        är rätt | titta igen | läs igen | mitt fel | mitt misstag | jag gjorde
        fel | ditt fel | det står i tidningen | se bilden | som vanligt | som
        sagt | försök igen | jag bekräftar i morgon | allt utom den är rätt |
        bra fråga | lika bra att vänta | samma sak igen | just nu inte | just nu
        | visst inte | så är det inte | det är inte så
    """,
}
"""What does not answer the question."""


def answers(table: Mapping[str, str], language: str) -> list[str]:
    """The answers of a language."""
    return [" ".join(words.split()) for words in table[language].split("|")]


PLAIN: Mapping[str, tuple[str, ...]] = {
    "en": (
        "yes",
        "Yes please",
        "yup",
        "ok",
        "ok thanks",
        "yes indeed",
        "Yes, it is.",
        "yes please",
        "yes, that one",
    ),
    "de": (
        "ja",
        "ja bitte",
        "jawohl",
        "ok",
        "ja klar",
        "natürlich",
        "ja, ist es",
        "jo",
        "jep",
        "freilich",
    ),
    "fr": (
        "oui",
        "oui merci",
        "ok",
        "bien sûr",
        "oui bien sûr",
        "d'accord",
        "oui oui",
        "ouais",
    ),
    "es": (
        "sí",
        "sí, gracias",
        "vale",
        "claro",
        "claro que sí",
        "sí sí",
        "ok",
        "de acuerdo",
        "sí claro",
        "sip",
        "por supuesto",
    ),
    "it": (
        "sì",
        "sì grazie",
        "certo",
        "sì certo",
        "va bene",
        "ok",
        "certamente",
        "d'accordo",
        "sì sì",
        "sì, è quello",
    ),
    "nl": (
        "ja",
        "ja graag",
        "zeker",
        "ja zeker",
        "oké",
        "ok",
        "ja hoor",
        "jazeker",
        "jep",
        "natuurlijk",
    ),
    "pl": (
        "tak",
        "tak, dziękuję",
        "owszem",
        "oczywiście",
        "ok",
        "no tak",
        "jasne",
        "no",
        "pewnie",
        "tak tak",
        "tak, to ta",
    ),
    "sv": (
        "ja",
        "ja tack",
        "javisst",
        "ja visst",
        "ok",
        "absolut",
        "jadå",
        "visst",
        "ja då",
        "ja, det är den",
        "japp",
        "jepp",
    ),
}
"""Words that say yes and nothing else."""
