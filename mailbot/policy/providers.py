"""Large public mail providers: everybody may have an address there.

Their users have nothing to do with each other, so replies to them are counted by person
and not by domain. An operator adds more with `caps.providers`.
"""

_LISTED = """
gmail.com googlemail.com
outlook.com hotmail.com live.com msn.com hotmail.co.uk hotmail.fr hotmail.de
hotmail.it hotmail.es hotmail.se live.co.uk live.fr live.de live.it live.nl live.se
outlook.de outlook.fr outlook.es outlook.it passport.com windowslive.com
yahoo.com ymail.com rocketmail.com yahoo.co.uk yahoo.co.jp yahoo.co.in yahoo.de
yahoo.fr yahoo.es yahoo.it yahoo.se yahoo.pl yahoo.ca yahoo.com.br aol.com aim.com
aol.de
icloud.com me.com mac.com
proton.me protonmail.com pm.me tutanota.com tutanota.de tuta.io tuta.com keemail.me
fastmail.com fastmail.fm hey.com zoho.com zohomail.com zohomail.eu mailbox.org
posteo.de posteo.net posteo.org riseup.net disroot.org hushmail.com startmail.com
runbox.com mailfence.com kolabnow.com migadu.com duck.com
gmx.de gmx.net gmx.at gmx.ch gmx.com gmx.fr gmx.es gmx.co.uk web.de mail.com
email.com t-online.de magenta.de freenet.de arcor.de vodafone.de o2online.de
online.de 1und1.de kabelmail.de unitybox.de aon.at chello.at a1.net bluewin.ch
hispeed.ch sunrise.ch
orange.fr wanadoo.fr free.fr laposte.net sfr.fr neuf.fr bbox.fr numericable.fr
libero.it virgilio.it tiscali.it tim.it alice.it tin.it fastwebnet.it inwind.it
iol.it poste.it
telefonica.net movistar.es terra.es ono.com
ziggo.nl kpnmail.nl kpnplanet.nl planet.nl xs4all.nl hetnet.nl home.nl casema.nl
upcmail.nl telenet.be skynet.be proximus.be
wp.pl o2.pl onet.pl interia.pl interia.eu op.pl poczta.onet.pl gazeta.pl poczta.fm
vp.pl autograf.pl
telia.com bredband.net comhem.se spray.se bahnhof.se tele2.se glocalnet.net
online.no broadpark.no getmail.no
mail.dk stofanet.dk tdcadsl.dk youmail.dk
elisanet.fi kolumbus.fi luukku.com suomi24.fi
sapo.pt clix.pt uol.com.br bol.com.br terra.com.br ig.com.br globo.com
seznam.cz email.cz post.cz centrum.cz atlas.cz azet.sk zoznam.sk post.sk
freemail.hu citromail.hu t-email.hu
mail.ru bk.ru inbox.ru list.ru internet.ru yandex.ru yandex.com ya.ru rambler.ru
lenta.ru ukr.net i.ua meta.ua abv.bg mail.bg inbox.lv inbox.lt mail.ee hot.ee
qq.com foxmail.com 163.com 126.com yeah.net sina.com sina.cn sohu.com 139.com
189.cn aliyun.com naver.com daum.net hanmail.net kakao.com nate.com docomo.ne.jp
ezweb.ne.jp au.com softbank.ne.jp i.softbank.jp nifty.com ocn.ne.jp rediffmail.com
btinternet.com sky.com virginmedia.com ntlworld.com talktalk.net blueyonder.co.uk
tiscali.co.uk comcast.net verizon.net att.net sbcglobal.net bellsouth.net cox.net
charter.net spectrum.net earthlink.net juno.com rogers.com sympatico.ca bell.net
shaw.ca telus.net videotron.ca bigpond.com optusnet.com.au xtra.co.nz
"""

PROVIDERS = frozenset(_LISTED.split())
