"""German trading vocabulary."""

from typing import Final

from tobean.i18n.languages import trade_vocabulary_en

MEANINGS: Final = {
    "for": "gegen gg fuer imtauschgegen imtauschfuer tauschgegen",
    "in turn": "dafuer imgegenzug imtausch",
    "give": "",
    "i give": "gebe geb biete verkaufe ueberlasse gaeb gaebe leg lege zahl zahle bezahle spendiere gaebs",
    "they give": "gib gibst gibste gebt gibt gaebst gaebt schenkst schenkste schenkt ueberlaesst ueberlasst rueck "
    "rueckst rausrueckst verkaufst verkauft rueberschiebst schiebst reichst rausgibst abgibst hergibst springenlaesst "
    "lockermachst hinlegst",
    "to give": "geben anbieten hergeben abgeben ueberlassen lassen weggeben loswerden rausruecken trennen abzugeben "
    "anzubieten herzugeben loszuwerden zubieten",
    "swap": "tausche tausch",
    "they swap": "tauschst tauscht",
    "to swap": "eintauschen tauschen",
    "to present": "schenken verschenken",
    "have": "",
    "i have": "hab habe haette haett",
    "like": "gern gerne lieber",
    "they have": "hat habt hast haste gibts",
    "sought": "gesucht",
    "offered": "gehoertdir gehoerteuch gehoerendir gehoereneuch istdeine istdeins istdein sinddeine",
    "for sale": "zuverkaufen zuvergeben kannweg billigabzugeben guenstigabzugeben istzuhaben zuhaben",
    "want": "hermit sucht braucht will wollen moechte haettegern haettegerne haetteichgern haetteichgerne haettichgern "
    "haettichgerne braeuchte braeucht lassmir haettgern haettgerne",
    "i want": "bekaeme kriegte suche such brauche brauch wuensche nehme bekomme bekomm kriege krieg kaufe nehm naehm "
    "naehme",
    "take": "nimm nehmt nimmst nimmste hierhastdu dahastdu",
    "they get": "bekommst bekommste kriegst kriegste bekommt kriegt bekaemst willst willste brauchst brauchste "
    "moechtest moechtet magst",
    "to get": "haben bekommen kriegen nehmen",
    "mine": "mein meine meinen meiner meinem",
    "yours": "dein deine deinen deiner deinem eure euer eurer euren",
    "self": "ich wir",
    "me": "mir uns",
    "may": "kann koennte koennt darf duerfte",
    "you may": "kannst kannste koenntest",
    "others": "wer jemand irgendwer irgendjemand",
    "you": "du ihr dich",
    "gift": "aufshaus gehtaufmich fuerlau kostnix kostnichts kostetnix kostetnichts geschenkt geschenk schenke schenk "
    "verschenke umsonst gratis kostenlos nichts nix umme verschenk",
    "everybody": "alle allen runde tisch",
    "or": "oder",
    "not": "nicht nich net ned nein kein keine keinen keiner nie niemals niemand ohne ausser alles etwas irgendwas "
    "gehabt gegeben gab gabst nahm genommen weggenommen getauscht gekriegt behalten geerntet gepflanzt verloren",
    "suggest": "wiewaersmit wiewaeresmit wiewaeremit wiewaermit",
    "please": "bitte",
    "it": "sie",
    "other": "warten hart hartes weiss weisst gar teuer teure neuer neue note noten bote boten tote toten braut brach",
    "unsettling": "lustauf bockauf viele viel wieviel wieviele paar wert statt anstatt anstelle behalt behalte behaelt "
    "behaltet bleibt bleiben traeum traeumst spinnst spinnt genug zuviel zuwenig mehr weniger besser schlechter sonst "
    "ansonsten letzte letztes war waren wart leih leihe leihst mach machst uebrig ersten erste andere anderen anders "
    "weder entweder zweite zweiten bloss vorhin bereits schade mies mieses frech unverschaemt dumm bloed laecherlich "
    "unfair schlecht schrecklich furchtbar witz quatsch unsinn frechheit wucher unmoeglich dass bezweifle zweifle "
    "bloedsinn sinnlos sagt sagte meinte angeboten wollte versprochen hoffentlich vergisses vergissdas seine seinen "
    "seiner seinem ihre ihren ihrer ihrem",
    "and": "und un",
    "both": "beide beiden",
    "filler": "her mit der die das den dem bohne bohnen karte karten als ist noch von hier es auch nur diese am an zu "
    "zum dir euch wie waers waere waer hallo hey na ihm ihnen jetzt helfen hilft wuerde wuerdest wuerdet wenn dann "
    "liebe sehr im komm lust lassuns abgemacht einverstanden einfach so danke doch mal s ok wuerd dringend zufaellig "
    "raus hin denn mich zusammen aufgedeckte aufgedeckten n einzige muss weg unbedingt gerade grad eh nochmal "
    "vielleicht nett sein kommschon schon vorschlag letztesangebot letzteswort meinletzteswort meinletztesangebot "
    "letztechance ja jederzeit abnehmer eventuell bereit eigentlich wasmeinstdu wassagstdu wassagtihr wasmeintihr "
    "ichbrauchsienicht ichbrauchdienicht brauchichnicht stattdessen jaodernein mehrnicht sonstnichts egalwer "
    "dunichtbrauchst nichtbrauchst ihrnichtbraucht warumnicht werzuerstkommt",
    "padding": "kommt wort aber sehen drauf dazu macht muessten muesste muesst sogar echt wirklich ehrlich halt eben "
    "gleich sofort zur aus vom beim ab auf hin machen falls bin waeren haettest koennten wollten sagen billig fair "
    "faires haltet haeltst davon hm hmm haha lol angebot meinangebot deal klar gut okay auftisch vonmiraus bruder "
    "alter leute kumpel bei",
}
ASKING: Final = {
    "what": "was welche welchen welches wofuer",
    "cost": "kostet kosten preis wieviel wieviele wieteuer wert",
    "bidding": "istsiedir istsieeuch istdiedir isteuchdie istdirdie waeresiedir istdir isteuch waeredir waereeuch "
    "waerdir waereuch",
    "why": "warum wieso weshalb",
    "somebody": "wer wem jemand jemandem irgendwer irgendjemand abnehmerfuer interessentenfuer",
    "them": "lustauf bockauf du ihr willste brauchste haste gibste kannst kannste koenntest magste dich",
    "speaker": "ich hab habe",
    "own": "mein meine meinen meiner unsere",
    "wanting": "lustauf bockauf will willst willste wollt wollen moechte moechtest moechtet moegt magst brauche "
    "brauchst brauchste braucht brauch such braeuchte braeuchtest braeuchtet gebrauchen suche suchst sucht nimmst "
    "nehmt nimmt nehmen verlangst verlangt verlangen magste mag sammelst sammelt wuenschst wuenscht interesse fehlt "
    "annehmen annimmst interessiert abnehmerfuer interessentenfuer",
    "giving": "gibst gebt gibt geben gib gaebst gaebe gaebt abgeben hergeben rausruecken verkaufst verkauft verkaufen "
    "gibste ueberlassen ueberlaesst rausrueckst rueckst anzubieten abzugeben loszuwerden entbehren abtreten tauschst "
    "tauscht tauschen bietest bietet bieten anbieten zahlst zahlt zahlen schenkst schenken loswerden aushelfen",
    "having": "hast haste habt hat haben haette haettest haettet gibts uebrig",
    "getting": "bekomme bekomm krieg kriege bekommen kriegen",
    "receiving": "bekommst bekommste bekommt kriegst kriegste kriegt gehoertdir gehoerteuch",
    "any": "irgendeine irgendeinen irgendwelche noch",
    "anything": "irgendwas etwas irgendetwas angebote angebot",
    "in return": "fuer gegen gg dafuer",
    "may": "kann koennte koennt darf duerfte kannst kannste koenntest",
    "me": "mir uns",
    "theirs": "dein deine deinen deiner eure euer",
    "taking": "nimm",
    "free": "hierhastdu geschenkt geschenk umsonst gratis kostenlos nichts dahastdu schenk schenke verschenke "
    "verschenk spendiere",
    "negated": "nicht nich net ned nein kein keine keinen keiner nie niemals niemand ohne",
    "never": "nie niemals niemand",
    "condition": "wenn falls drauf drauflegst dazulegst",
    "except": "ausser bisauf",
    "past": "gehabt gegeben gab gabst nahm genommen weggenommen getauscht gekriegt behalten geerntet gepflanzt "
    "verloren dankefuer dankedirfuer",
    "liking": "gern gerne",
    "swapping": "tausche tauschst tauscht tauschen eintauschen tausch",
    "pointing": "dieda denda dasda diehier dieseda diedort dieandere dieanderen einedavon",
    "chatter": "denn der die das den dem ein eine einen einer es ist sind waere waer dir euch bitte und oder muss "
    "muesste soll wuerde wuerdest wuerdet gern gerne mal auch jetzt so zu zum von mit her vielleicht hallo na "
    "abgelehnt lehnst ab ablehnen im an bohne bohnen karte karten mich hier da doch wohl eigentlich helfen hilft sie "
    "hand zufaellig irgendwo macht mach nett sein muesst eventuell jederzeit schon echt wasmeinstdu wassagstdu "
    "wassagtihr wasmeintihr sonst",
}
ANSWERS: Final = {
    "yes": "ja jo jau jep jap jup jupp jepp yup yep yes yeah jawohl jawoll joa joah jaa jaja ajaa aja ok okay okey "
    "oki okidoki okeydokey oke okee kk klar klaro logo logisch natuerlich sicher sicherlich freilich "
    "selbstverstaendlich selbstredend gern gerne liebendgern unbedingt absolut definitiv bitteschoen bittesehr "
    "meinetwegen gewiss aufjedenfall aufjeden jedenfallsja sehrgern sehrgerne immergern yay jippie juhu hurra yessir "
    "jedenfallsgern amen dannja dochja undja najagut yallah roger aye alsogut nungut nagut naschoen okidoke isgut "
    "schongut istgut passtschon immerdoch jederzeit alright natuerli deal tauschichgern verkauft sofort gerngerne jut "
    "basst basstscho passtscho bassd sicha freili jou jouu joar safe safebro check ayeaye sowasvon abersowasvon jaman "
    "joman bet easy wild stabil nice no1 isso jajaja jajajaja yolo dealio jop",
    "agreeing": "abgemacht einverstanden angenommen akzeptiert akzeptiere gebongt gekauft genehmigt bewilligt istdeal "
    "zuschlag handschlag passt passtmir passend stimmezu stimmichzu stimmegernezu zugestimmt zusagen sagezu sagichzu "
    "sagichja sagja sageja binbereit bindabei dabei machich machichs ichmachs ichmachdas ichmachees machmas machmer "
    "machenwir machenwirs machenwas machenwa macheich machdas tunwir tunwirs koennenwirtun koennenwirmachen "
    "koennenwirgernetun koennenwirgernmachen kannmanmachen kannichmachen laesstsichmachen laesstsicheinrichten "
    "gehtklar gehtinordnung gehtokay gehtok inordnung inordung istok istokay isok nehmich nehmeich nehmichan nehmean "
    "nehman nehmsan nehmesan nehmeesan nehmedasan nehmedasangebotan ichnehman ichnehme nehms nehmes nehmsie nehmdas "
    "nehmedas nehmdie nehmihn nehmedie nehmeals schlagein schlageein eingeschlagen schlagichein handdrauf herdamit "
    "herdarmit hermit hermitder hermitdem giber gibher gibsieher gibsher nimmsie nimmses nimmsiehalt nimmsiedir "
    "nimmsruhig kannstduhaben kannstehaben kannstsiehaben kannstsiegernhaben kannstegernhaben kannsthaben "
    "sollstduhaben sollstsiehaben gehoertdir istdeine istdeins sinddeine tauschenwir tauschmer lassunstauschen "
    "lasstauschen lastauschen wirtauschen ichtausche tauscheich tauschich tauschichgerne sosolls sollsein sosei "
    "soseies seisdrum sodrum wennsseinmuss wennesseinmuss wennsdennseinmuss wennesdennseinmuss gruenlicht daumenhoch "
    "gilt laeuftbeiuns fix gebucht istgebucht gehtlos wirdgemacht genaurichtig wiegerufen keinproblem keinthema "
    "keineeinwaende keinding keinewiderrede nichtsdagegen nixdagegen keinefrage keinakt keinstress warumnicht "
    "wassolls wasolls waskostdiewelt nichtslieberalsdas nichtslieber lieberalsdas nichtsleichter nichtsleichteralsdas "
    "machtmirnichtsaus schadetnicht schadetnie kannnichtschaden zweifellos ohnezweifel ohnefrage ohnewennundaber "
    "ohnezoegern ohnezuzoegern ohneumschweife mitvergnuegen mitfreuden mitfreude mitkusshand vonherzen vonherzengern "
    "vonmiraus allesklar allespaletti paletti geritzt istgeritzt besiegelt ueberzeugt hastmichueberzeugt "
    "hastmichueberredet ueberredet gebeichmichgeschlagen ergebemich gebenach gebichnach zugeschlagen greifezu greifzu "
    "greifichzu greifeichzu schlagzu schlagezu schlagichzu dahastdu hierhastdu hierbitte dabitte biddeschoen willich "
    "willichhaben moechteich moechteichhaben brauchichdringend brauchegerade brauchichgerade brauchegrad "
    "brauchichgrad hatmirnochgefehlt fehltmir fehltmirnoch fehltenochgerade habichgesucht habgesucht "
    "suchichschonlange wolltesowieso wollteicheh wollteichsowieso wollteichohnehin loswerden loszuwerden kannweg "
    "mussweg mussraus mussteweg darfweg storeht stoertmichnur stoertmicheh stoertnur stoertsowieso bineinverstanden "
    "deinsein sollmirrecht istmirrecht mirrecht mirsollsrechtsein beidirimmer fuerdichdochimmer fuerdichimmer "
    "fuerdichalles gemachte abgenickt unterschreibe unterschreibeich unterschrieben woistderstift verabredet "
    "vereinbart kommtwiegerufen hinunddrueber machenwirso machenwirsso machtwir somachenwirs somachenwir "
    "somachenwirdas soseisdrum kannstmichhaben trifftsichgut trifftsich kommtmirgelegen kommtmirgeradegelegen "
    "kommtmirrecht kommtmirgutzupass passtgut passtprima passtperfekt wunderbarpasst einschlagen dankenehmich "
    "nehmdankendan dankendan gebenwirunsdiehand handgeben wirsindunseinig sindunseinig einig wirhabeneinendeal "
    "wirhabennendeal habeneinendeal habennendeal wirkommeninsgeschaeft kommeninsgeschaeft ichbinsofroh zugreifen "
    "topdeal machmirdeal vertraudir meinensegen hastmeinwort sollerfuelltwerden dannmachenwirdas dannmachmadas "
    "wirdgetauscht getauscht sagewirja dannnimm nimmschon nimmhalt nimmgern nimmruhig dadraufhabichgewartet "
    "daraufhabichgewartet draufhabichgewartet habichdraufgewartet daraufhabeichgewartet hatmirgefehlt hatgefehlt "
    "habenmirgefehlt diehatmirgefehlt genaudiehatmirgefehlt umsobesser bessergehtsnicht bessergehtnicht "
    "bessergehtskaum besserkanns besserkannsnicht besserkoennteesnicht 100 10/10 110 hundertprozent "
    "bevorduesdiranders bevordudirsanders stimmeichzu stimmeichgernezu stimmeichgernzu genauwasichsuche "
    "genauwasichgesuchthabe wasichgesuchthabe wasichbrauche genauwasichbrauche wasichwollte genauwasichwollte "
    "binsofrei ichbinsofrei soistes sagichnichtnein sagnichtnein sageichnichtnein sagichnienein sageichnienein "
    "sagenichtnein neinsagenwaer ichnehm ichnehms klingtgut klingtfair klingtsuper klingtsinnvoll hoertsichgutan "
    "siehtgutaus zustimmen kannichnurzustimmen nurzu lassunsdas lassunsdassomachen lassunsdasmachen machenwirdasso "
    "dannmachenwirdasso kommtmirgeraderecht kommtgeraderecht kommtgelegen nehmesofort hollsiedir holsiedir holdir "
    "holsdir holdirdie hieristmeine hiermeine dameine hieristdeine hieristsie hieristdie hieristdas hauraus haurein "
    "freuich freuemich genaudiebraucheich diebrauchichgerade kannichgebrauchen kannichgutgebrauchen kanngebrauchen "
    "wuerdichnehmen wuerdeichnehmen gehoertsichso ueberlegichnichtlange ueberlegnichtlange ueberlegeichnichtlange "
    "ueberlegichnichtzweimal wasdagegensprechen dukriegstsie dubekommstsie kriegstdusie bekommstdusie mehralsfair "
    "mehralsgut mehralsgerecht mehralsokay schwerenherzens klingtnachnemplan klingtnacheinemplan klingtnachplan "
    "dasisteinwort bevorichesmiranders bevorichmirsanders bevorichesanders aberhallo nichtsgegen nixgegen "
    "kaumerwarten keinewiderworte willmalnichtsosein nichtsosein willnichtsosein schlaegtmannichtaus "
    "binnichtabgeneigt wennduunbedingt wennduwillst wenndumeinst wenndusagst wennesdirhilft wennsdirhilft "
    "wenndirdashilft rueberdamit ruebermit schiebrueber schiebsrueber herueber herrueber wegmitder wegdamit "
    "diekannstduhaben damitkannichleben kannichleben lassmachen lassunsmachen wegenmir wirderledigt erledigt goenndir "
    "goenndirs goennung klingtnach klingtnachnem klingtnacheinem keinunmensch goenntsichjasonstnichts "
    "goenntsichsonstnichts manngoenntsich sonstnichts istnwort isnwort istnewort machmalso sosollessein sosein "
    "machensowir koenntwirmachen koennwirmachen koennwirsomachen koennenwirsomachen koennenwirsmachen amstart "
    "binamstart ichwillmalnichtsosein groesstenvergnuegen allergroesstenvergnuegen vergnuegen herzensgern "
    "herzlichgern voneinverstanden wasbrauchich genauwasichbrauch wasichbrauch genaumeins endlichnimmtmir "
    "endlichnimmtjemand nimmtmirjemand loswerde loswerd werdichlos werdichsielos werdelos binfrohdass binfrohwenn "
    "vollmachen vervollstaendigen ergaenzt aufjedn aufjed aufjedsten afjedn vollpasst passtdas schlagtein "
    "diebesorgichdir lassichmirnichtzweimalsagen lassichmirgefallen siesolldeinsein gibsmir gibsmirher kommher "
    "einegehtnoch einegehtimmer passtnochrein nochplatz grueneslicht wenndaskein wenndasnicht wenndaskeinguter "
    "wenndaskeingutes klaresja eindeutigesja klaresjavonmir schlagichdochglattzu dochglattzu glattzu koennenwamachen "
    "koennwamachen mehralsok wiesonicht habenichtsdagegen habnixdagegen immerherdamit danimm sechtgut nadannlos "
    "wollenwirtauschen wollenwirmaltauschen nichtsabschlagen kannmannichtsabschlagen vonmeinerseite "
    "sageichdochnichtnein sagichdochnichtnein sagichdanichtnein sageichdanichtnein ruebermitdem alsolos dannlos "
    "derpasst wirdangebaut keineinspruch keineinwand diepasst besserwirdsnicht besserwirdsheutenicht "
    "besserwirdesnicht besserwirdsnimmer dasnennich sagmalja sagemalja antwortlautetja antwortistja wiebestellt "
    "kommtwiebestellt lieberheutealsmorgen reindamit",
    "good": "gut guter gutes gute perfekter perfektes toll tolles toller klasse spitze spitzen spitzenmaessig "
    "wunderbar bestens cool fein genial geil mega hammer bombe stark sauber fair faire fairer faires vernuenftig "
    "vernuenftiger vernuenftiges ausgezeichnet hervorragend ideal optimal traumhaft grossartig fantastisch "
    "phantastisch exzellent schoen schoener schoenes ordentlich anstaendig akzeptabel attraktiv zufrieden klingt "
    "hoertsich lohntsich rentiertsich sinnvoll sinn hilft hilftmir hilftuns reicht reichtmir genuegt genuegtmir "
    "willkommen freutmich freuemich freumich bravo rettung retter retterin rettest besseralsnichts besseralsnix "
    "besserwieniks gewinn gewinnen win winwin gold goldrichtig schnaeppchen guenstig sonnenklar ehrlich reizvoll "
    "gelungen angenehm praktisch passabel gerecht ausgewogen nuetzlich brauchbar jackpot volltreffer guteidee gehtso "
    "nett annehmbar tiptop tipptopp knorke dufte nice erfreulich glueck laeuft gemacht gefaellt gefaelltmir super "
    "prima perfekt top topp exakt hastgewonnen duhastgewonnen wuerdjagern wuerdejagern wuerdegern wuerdgern "
    "wuerdeichgern wuerdichgern wuerdeichjagern wuerdichjagern supi krass kriegstdu kriegste bekommstdu gehtnoch "
    "gehtschonnoch einszueins eingegeneins einefuereine",
    "why not": "warumnicht warumauchnicht warumeigentlichnicht wiesonicht wiesoeigentlichnicht wiesoauchnicht "
    "wiesodennnicht weshalbnicht warumdennnicht wiesonet warumnet warumned wassprichtdagegen wasspraechedagegen "
    "warumsollteichnicht wiesosollteichnicht",
    "no": "nein ne nee noe neee neinnein nope nop nah naa nei nixda leider bedaure bedauere bedaurelich "
    "bedauerlicherweise tutmirleid sorry sry entschuldige entschuldigung pardon spaeter vielleichtspaeter "
    "spaetervielleicht einandermal einanderesmal naechstesmal naechstemal beimnaechstenmal vielleichtbeimnaechstenmal "
    "naechsterunde passe ichpasse dapasseich verzichte dankend verzichteich vergisses vergiss vergissdas "
    "vergissesganzschnell kannstevergessen kannstdirabschminken kannstduvergessen kannstdasvergessen kannstknicken "
    "kannsteknicken knicken knickdas abschminken steckdirs steckdas stecken behaltdeine traeum traeume traeumweiter "
    "traeumstdu traeumst imtraum indeinentraeumen spinnst spinnstdu spinner knall vogel spassvogel witzbold "
    "scherzkeks ohnemich ohneuns binraus binichraus dabinichraus leiche verarschen verarschst veraeppeln veraeppelst "
    "verkohlen verkackeiern aufdenarm fuerwiedumm fuerbloed fuerdumm haeltstdumichfuer haeltstemichfuer nichtmitmir "
    "wovontraeumst schoenwaers schoenwaeres waerschoen dashaettestduwohlgern haettestdugern haettestdugerne "
    "haettestewohlgern haettstewohlgern haettestduwohlgern haettstegern haettestegern wuenschdirwas pechgehabt pech "
    "abgelehnt stopp stop fingerweg lasses lasslieber lassmal lassmallieber lassstecken lassmalstecken lassgutsein "
    "lassdas lassmalgutsein lassmich hoerauf hauab verschwinde verpiss verzieh leinezieh ziehleine zischab gehweg "
    "vergissmich wennschweinefliegen schweinefliegen suchdirwenanders suchdirjemand suchdir wenanders woanders "
    "jemandanders jemandanderen jemandanderem fragwenanders jemandenanderen andermal andern wozu wasolldas wassolldas "
    "wassollichdamit wassollichmit wassollichdennmit wasmacheichmit wasmachichmit wasmachichdamit wasmacheichdamit "
    "wassollicheigentlichmit wassollich wassoll wasbringtmirdas wasbringtmir wasnuetztmir washabichdavon sonstnochwas "
    "sonstnochwuensche sonstgehtsdir gehtsnoch gehtsdirnochgut gehtsdirgut hackts hakts tickst seitwann alsob "
    "vonwegen denkste pustekuchen fehlanzeige negativ ausgeschlossen undenkbar unmoeglichkeit nimmerleinstag "
    "sanktnimmerleins zwecklos chancenlos weihnachtsmann osterhase echtjetzt jetztecht imernst deinernst "
    "istdasdeinernst ernsthaft ernstgemeint meinstduernst netterversuch guterversuch schoenerversuch guterwitz "
    "derwargut lachmichtot lachmichschlapp lachmichkaputt lachnummer zuschade schade zukostbar zuwertvoll kostbar "
    "unverkaeuflich unbezahlbar heilig keinplatz vollefelder vollbelegt besetzt belegt janee janein nada njet no "
    "nieimleben binbedient bedient lehneab lehneichab lehnab lehnichab lehnedasab lehnesab mussablehnen ablehnung "
    "absage abgefahren muessteabernten muesstichabernten muessteichabernten zumachen hebiichmirauf hebichmirauf "
    "hebichauf hebichmirlieberauf hebemirdieauf spareich spareichmir aufheben aufgehoben geradenochgefehlt "
    "gradnochgefehlt musspassen ichmusspassen baeh igitt pfui iih bloss frechdachs nichtdoch kommtnichtinfrage "
    "kommtnichtindietuete wuerg wasglaubstdu werglaubstdu wofuerhaeltst wofuerhaeltstdumich ganzdicht lachich "
    "dalachich lachnicht naechstenrunde indernaechstenrunde naechsterrunde felderbesetzt felderbelegt feldersindvoll "
    "feldersindbesetzt feldersindbelegt feldvoll felderhalt idiot trottel dummen anderendummen bloedmann deppen depp "
    "weihnachten ostern kannstdudirsparen kannstedirsparen spardir aufkeinenfall aufgarkeinenfall keinesfall "
    "keinbedarf imlebennicht infrage inframge jetztnicht nichtjetzt nichtjetz geradenicht heutenicht diesmalnicht "
    "diesesmalnicht dieserundenicht lohntnicht lohntsichnicht lohntjanicht nichtmehralle nichtalletassen altassen "
    "tassen ehernicht glaubichnicht gehtnicht gehtleidernicht keininteresse keinelust keinenbock keinechance "
    "keineverwendung nichtinteressiert nichtgenug sonicht nichtfuerdenpreis nichtfuerdiesenpreis nichtzudiesempreis "
    "liebernicht rechnetsichnicht nichtvongestern wohltaetigkeitsverein wohlfahrt ungern aufgarkeinen garkeinenfall "
    "pfotenweg haendeweg griffelweg flossenweg klauenweg aufkeinen kannstmichmal dukannstmichmal jaklarundmorgen "
    "jaklarundmorgenkommt neisklar tutmirechtleid tutmirsoleid tutmirwirklichleid tutmirsehrleid leidtutmir "
    "stimmtnicht nullchance keinbock nullbock nolust noway nichdrin nichtdrin geschenktwaere auchnichtgeschenkt "
    "pfotenwegvon dalachichja lachhaft wartelieber warteichlieber wartliebernoch nichtmalgeschenkt "
    "ueberlassichanderen ueberlasseichanderen bringtmirnichts bringtmirnix bringtnichts bringtnix nichtindietuete "
    "nichtindiegeldboerse wirdnichts jabestimmt jasicher jagenau schonrecht aufkeinsten anderenleben scherz natoll "
    "naklasse nasuper nabravo selberessen selbstessen selbsternten nurfuerdich nurfuerdichgut verworfen geplatzt "
    "pleite bankrott abgeschmettert abgewiesen zurueckgewiesen schnapsidee vomtisch tabu holzweg denkbarschlecht "
    "suchweiter ziehweiter insolvenz ladenhueter wiesandammeer frueheraufstehen verhungereich",
    "negation": "unmoeglich nicht nich net ned nit kein keine keinen keiner keinem keinerlei keins nix nichts ohne "
    "niemand weder kaum wenigsinn nichtmehr niemehr keinmehr nichtsda nixmehr nie niemals nimmermehr keinesfalls "
    "keineswegs mitnichten nimmer nirgends nirgendwo nirgendwohin nirgendshin nuescht null nichmehr netmehr nimma koa "
    "koan nichtmal selten niemandem niemanden nichteinmal",
    "refusing": "ablehnen abzulehnen absagen abzusagen neinsagen neinzusagen neinsagt sagtnein sagnein sagenein "
    "sageichnein sagichnein widerstehen ausschlagen auszuschlagen ausschlaegt verweigern weigere weigern "
    "entgehenlassen entgehen meckern gemeckert beschweren klagen motzen einwenden einzuwenden auszusetzen dagegen "
    "verzichten verlieren verlier verliere zuverlieren schaden schadet stoert bereuen problem einwand einwaende "
    "zweifel bedenken hindernis zweimalsagen zweimalbitten zweimalfragen zweimalueberlegen langeueberlegen "
    "langueberlegen langenachdenken langnachdenken zoegern zoegere ueberlegenmuessen verpassen verschmaehen "
    "abschlagen falschmachen verkehrtmachen falsch bereue aergern schlagichaus schlageichaus lehnich reklamieren "
    "fackeln fackel schnacken nachdenkenmuessen nachzudenken zuueberlegen langezuueberlegen langenachzudenken "
    "langesueberlegen langesnachdenken abgeneigt schlaegtmannichtaus vermisse vermiss vermissen zudenken zuzoegern "
    "zudiskutieren zuverhandeln zubereden",
    "bad": "zuwenig wenig zuteuer teuer teures zubillig billig zuviel zukrass schlecht schlechter schlechtes "
    "schlechte schlechtem uebel uebler uebles mies mieser mieses bloed bloeder bloedes bloede dumm dumme daneben "
    "unfair unfaire unfairer unfaires ungerecht unverschaemt unverschaemter unverschaemtheit frech frecher frechheit "
    "wucher wucherpreis abzocke abzocker abzocken betrug betrueger beschiss beschissen ausbeutung ausnutzen ausnehmen "
    "bescheiden bescheidenes witz lachhaft laecherlich laecherliches laecherlicher quatsch unsinn bloedsinn "
    "schwachsinn schmarrn humbug mist scheisse scheiss kacke murks wertlos wertlose nutzlos nutzlose unnuetz sinnlos "
    "sinnlose mager mageres duerftig knausrig knauserig geizig geizhals geizkragen mickrig mickriges popelig mau "
    "schwach schwaches lausig lausiges armselig peinlich enttaeuschend beleidigung beleidigend ueberteuert ueberzogen "
    "uebersohr ueberdentisch draufzahlen draufzahle verlustgeschaeft verlust nachteil nachteilig zumutung hohn "
    "skandal diebstahl raub raubueberfall ruiniert ruinierst ruinieren ruin kaputt kaputtmachen gierig gier "
    "gierschlund halsabschneider halsabschneiderei verrueckt bekloppt bescheuert hirnrissig idiotisch miserabel "
    "grottig furchtbar schrecklich grauenhaft doof doofe doofer ungleich ungleicher lumpig lumpige schrott muell "
    "kleinlich mehrwert mehrwertals wertvoller lohntnicht ueberfluessig haessliche ekelhaft witzig mickrige witzlos "
    "dreist dreiste dreister gemein gemeine abgezockt saftladen",
    "hard": "schwer schwerlich schwierig zugut zuverlockend zuschoen",
    "why": "warumsollteich warumsolltich warumsollich wiesosollteich wiesosolltich wiesosollich weshalbsollteich "
    "wiekoennteich wiekonnteich wiekoenntich werkoennte werkann werwuerde werwill wersollte wiesollteich wiekannich "
    "wiekoennteman wiekannman wielkoennteich werwaereich werwaerich werbinich",
    "more": "mehr nochwas nochetwas nochne nochnen nocheine nocheiner nocheinen nochein nochmehr nochzwei mindestens "
    "wenigstens doppelt doppelte doppelten doppelpack dasdoppelte besser besseres besserer bessere besseren "
    "verbessern verbesser erhoeh erhoehe erhoehen erhoehst nachlegen legnach legstnach legenach nachbessern "
    "nachbesserst bessernach aufstocken stockauf zulage aufschlag bonus plus weitere einesmehr einemehr zweitens "
    "zuzueglich zusaetzlich zusatz nachschlag schippe schmackhafter versuessen zuckerl wasanderes etwasanderes "
    "alternative alternativen alternativ gegenangebot gegenvorschlag mehrere paar handeln verhandeln feilschen "
    "andersrum umgekehrt eineandere einenandere andereskarte anderekarte allesojas alledeine nichtsbesseres "
    "nixbesseres verdoppel verdopple verdoppeln verdreifache hochgehen mehrbieten gehtnochwas gehtdanochwas",
    "doubt": "nur wenn falls lieber eher sofern solange ausser sonst ansonsten einzig hoechstens allenfalls "
    "vorausgesetzt bedingung erstwenn",
    "because": "weil weildu weils weildubist weildusbist weilduesbist ausnahmsweise diesmal diesesmal dieseseinemal "
    "dieseeinemal einmalig schuldestmir schuldestmirwas hastwasgut hastduwasgut gutbeimir gefallen fuerdich "
    "unterfreunden zaehneknirschend sonntag gewohnheit wirklichgern sagsniemandem nichtweitersagen letztesmal "
    "letztemal",
    "own use": "selbst selber nochselbst selbernoch noch fuermein fuermeine fuermeinen eigenbedarf einzige "
    "einzigen letzte letzten",
    "plenty": "schon bereits genug genuegend haufenweise massig satt ausreichend zuviele voll belegt besetzt dicht",
    "asking": "was wer wie wo wann welche welcher welches wieviel wieviele wieso warum weshalb wohin woher wem wen "
    "wessen wofuer seid hast haste habt bist kannst willst gibst nimmst findest meinst sagt sagmal",
    "thinking": "moment momentchen sekunde sekuendchen minute minuetchen augenblick warte wartet wart wartemal "
    "ueberlege ueberlegen ueberlegs ueberlegmal lassmichueberlegen lassmichkurzueberlegen malsehen malschauen schaun "
    "schau schauenwir schauenwirmal sehenwir malgucken nachdenken denknach denke denkenach weissnicht weissnich "
    "weissnochnicht weissichnicht weissichnochnicht keineahnung unsicher nichtsicher nichtganzsicher nochnichtsicher "
    "unschluessig unentschlossen vielleicht eventuell vllt viell kannsein magsein kommtdraufan kommtdaraufan abwarten "
    "interessant spannend verlockend haha hihi hallo schwierigentscheidung entscheiden entscheidung nichtentscheiden "
    "bedenkzeit nochnachdenken fragezeichen kurz gleich pause schwanke zwickmuehle dilemma ratlos gruebel jein "
    "laeuftbeidir wasistlos langweilig bestimmtkein nehmemirzeit nehmmirzeit gutfuerdich schoenfuerdich superfuerdich "
    "tollfuerdich freutmichfuerdich guteralter gutespiel superspiel gutefrage guterzug gespannt lustig hoeredirzu "
    "hoerzu ichhoere wasnun wasdenn wasdennnun nunja rechnen rechne nachrechnen jajadas",
    "but": "aber sondern jedoch",
    "so": "also deshalb daher deswegen drum trotzdem dennoch dann und heute eh sowieso ohnehin",
    "polite": "danke dankeschoen dankesehr bitte vielen dank dir ich das die der es dann nun du so sehr an ach oh hey "
    "hallo ey he angebot vorschlag geschaeft handel tauschhandel idee dein mein noch halt eben zu auf mir bin von "
    "ziehe zieh fuers geschenk trotzdem geht fuer mich komm alter alte liebe freund freundin kumpel bruder digga "
    "diggi mann mensch leute man ja ist is war isch wir uns ganz wirklich echt total sowas absolut einfach vollkommen "
    "ein eine einen einer den dem damit dabei da hier nunmal sogar auch denn eigentlich wohl schliesslich irgendwie "
    "ziemlich sicher mit im in am beide beiden beid fuerbeide beides fuerbeideseiten unsbeide unsbeiden beiderseits "
    "jetzt mach machen tun kann kannst soll werde wird wuerde waere sei sein hab habe meiner meine meinen deine "
    "deinen deiner nimmsmirnichtuebel nichtsfuerungut bohnenbaeuerin frau herr baeuerin dame meister chef chefin boss "
    "gleichfalls gar puenktlich lg gruss schwester maus schatz herzchen schnucki liebes liebste liebster suesse "
    "grosse gross wieder mal doch hm hmm aeh aehm oeh naja tja puh uff uf na pff pfff pfft ui oha huch tausch "
    "keineursache gerngeschehen wahnsinn irre sofort flott schnell hihi digger brudi bro bruda dude bre lan "
    "ehrlichgesagt ehrenfrau ehrenmann genau immer weiter stueck stk weisstduwas lieb liebvondir herzlich kind "
    "kindchen enkelkind enkel enkelin oma opa omi opi liebling spatz maeuschen junge jungs kollege kollegin nachbar "
    "nachbarin partner partnerin freundchen gute nett freundlich fragst hoeflich seite meinerseits leutchen "
    "schwesterherz bruderherz tante onkel maedel herzlichen selbstverstaendlich aeusserst voellig gnaedige werte "
    "werter verehrte finde find glatt seufz grummel hach wette boehnchen verhandelst euerehren fertig ungesehen blind",
    "take back": "zurueck zurueckziehen zurueckgezogen streich streiche vergissmeinangebot dochnicht",
}
REPLIES: Final = {
    "keeping": "behalt behalte behalten behaelt behaltet bleibt bleiben bleib heb bunker bunkere horte klammere geiz",
    "adding": "drauf dazu drauflegst dazulegst obendrauf obendrein drauflegen dazulegen dazugibst dazugeben "
    "draufpacken dazupacken draufpackst dazupackst obendrueber zugabe drauflegt dazulegt drauflegtest dazulegtest "
    "draufgibst dazutust drauftust drauflege dazulege dazugebe draufgebe dazutue drauftue dazugaebe",
    "also": "auch noch ebenfalls beide beides",
    "only if": "nurwenn wenn falls nurfalls ausser ausserwenn solange sofern",
    "instead of": "statt anstatt anstelle anstellevon stattdessen anstattdessen",
    "rather": "stattdessen lieber eher",
    "make it": "wuerdichsmachen machichs wuerdichesmachen draus machsdraus machdraus",
    "taking off": "abnimmst abnimst abnehmt abnehmen nimmst nehmt abnaehmst naehmst",
    "needing": "brauch brauche brauchen braeuchte gebrauchen benoetige benoetigen will moechte mag anfangen anfang "
    "sammle sammel sammeln baue anbaue suche such interessiert interesse nuetzt nutzt verwendung gehoertin fehlt "
    "fehlen pflanze anpflanzen pflanzen planze setze lege pflanz pflanzt einpflanzen",
    "parting": "loswerden loszuwerden entbehren uebrig stoert nervt ueber hergeben abgeben abtreten trenne trennen "
    "entbehrlich imweg weg zuviele haufenweise massig ueberfluessig los losbin loswerd verstopft blockiert staubt "
    "verstaubt rumliegt liegtrum",
    "handing over": "geb gebe gib gibst her kriegst kriegste bekommst bekommste krieg kriege bekomm bekomme nimm "
    "nehme nehm tausche tausch tauschen eintauschen schieb rueber schick reich hin goenn goenne rueck raus "
    "rausruecken",
    "obtaining": "krieg kriege bekomm bekomme kriegen bekommen gibst gib legst leg",
    "undecided": "oder neinsagen welche warum wieso vielleicht ob fast",
    "one more": "einemehr nocheine nochne nochnen nocheinemehr nochein nocheinen einedrauf",
    "particle": "ja doch mal halt eben auch gern gerne so ruhig schon denn eh voll total echt wirklich sehr einfach "
    "wohl nun natuerlich sogar gar sowieso ohnehin wieder sofort sicher bitte danke dann gut jawohl ehnur sowiesonur",
    "opening": "oh ach na ah hey hm naja tja puh uff ok okay okey gut bitte danke nun ey he och aeh oha ui hallo aber "
    "und also dann doch jetzt diesmal beides beide beid",
    "saying": "sag sage sagen sagt sagst saeg saege",
    "reason": "grund gruende warum wieso",
    "would": "waer waere waeren wuerd wuerde muesste muesst muss waers",
    "fool": "dumm bloed doof bekloppt bescheuert verrueckt wahnsinnig irre narr depp idiot trottel unmensch "
    "bescheuerter",
    "before": "bevor ehe eh",
    "change of mind": "anders andern bereue besinne vernunft meinung schnappt wegschnappt einanderer zuvorkommt",
    "redirecting": "frag frage fragt versuch versuchs versuche probier probiers geh",
    "fields": "feld felder feldern acker aecker platz anbauen",
    "harvesting": "ernten abernten umgraben umpfluegen roden",
    "later": "naechstesmal naechstemal naechstenmal beimnaechstenmal naechsterunde naechste",
    "remark": "wetter spiel dran glueck pech reihe runde gespielt weissich lustig komisch komisches komischer lachen "
    "immerich derselbe dasselbe gleiche natoll naprima nabravo warklar klarwar dassagenalle sagensiealle jajadassagen "
    "pause klo uhr hunger bier pizza sieg gewinnt fuehrt punktestand war waren hatte sagensieallejaja zieht "
    "haendlerin toenchen meisterin sagenalle dassagensiealle binda binwiederda binzurueck wiederda zurueckvom regnet "
    "schneit laut leise warm kalt heiss weitergehts haende mathelehrer zaehl zaehle zaehlt mische mischt misch",
    "although": "zwar obwohl auchwenn auchwenns wenngleich",
    "welcoming": "endlich hurra juhu",
    "settling": "abgemacht einverstanden bineinverstanden angenommen akzeptiert akzeptiere ichakzeptiere gekauft "
    "gebongt kaufich kaufichdir genehmigt bewilligt deal dealio istdeal zuschlag handschlag topp nehmich nehmeich "
    "ichnehman ichnehme ichnehm nehmichan nehmean nehman nehmsan nehmesan nehmeesan nehmdas nehmsie nehmdie nehms "
    "nehmes ichnehms nehmesofort binbereit bindabei machich machichs ichmachs machenwir machenwirs machma machmas "
    "machmer herdamit hermit hermitder hermitdem schlagein schlageein eingeschlagen schlagichein handdrauf gehoertdir "
    "istdeine istdeins ichtausche tauscheich tauschich wirtauschen tauschenwir lassunstauschen zugeschlagen greifzu "
    "greifzuu greifichzu schlagzu schlagichzu stimmezu stimmichzu stimmeichzu zugestimmt sagezu sagichzu sagichja "
    "sagja sageja nimmsie nimmses nimmsiedir kannstduhaben kannstsiehaben kannstehaben sollstsiehaben dukriegstsie "
    "dubekommstsie kriegstdusie bekommstdusie wirdgetauscht getauscht besiegelt geritzt istgeritzt verkauft "
    "siesolldeinsein wirdgemacht handelsteht dealsteht tauschsteht dergilt handelgilt istgekauft seisdrum "
    "schlagichdochglattzu rueberdamit wirdangebaut kommtaufsfeld wirdgepflanzt wirdeingepflanzt ichbineinverstanden "
    "ichbindabei dabinichdabei dabindabei binichdabei tauschangenommen angebotangenommen unterschrieben "
    "unterschreibeich alsolos dannlos nadannlos alsoher dabei eingetuetet unterdachundfach sowirdsgemacht machenwirso "
    "gekauftwiegesehen machichmit daschlagichein daschlagichzu dasagichja sagenwirja nehmichgern nehmichgerne "
    "nehmichsofort lasstauschen dienehmich sojanehmich gehtklar packein einpacken ruebermitder gibsieher gibher "
    "nimmschon holsiedir holsdir sollsein sosolls sosei topdeal reindamit",
    "concluding": "also deshalb daher deswegen nehmich nehmeich ichnehm ichnehms angenommen akzeptiert akzeptiere "
    "ichakzeptiere nehmean nehmichan gekauft kaufich",
    "hedging": "mit unter gegen nach bis ab sobald sowie zahl zahle zahlst bezahl leg legst pack packst versprich "
    "versprichst dafuer angenommen bedingt bei schenk schenkst",
    "terms": "angebot vorschlag geschaeft handel bohnenhandel tauschhandel tausch kurs preis marktpreis deal "
    "verhandelt gehandelt",
}
NUMBERS: Final = {
    1: "ein eine einen einer eins ne nen ner nem",
    2: "zwei zwo",
    3: "drei",
    4: "vier",
    5: "fuenf",
}
LETTERS: Final = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"}
SPELLINGS: Final = {**dict.fromkeys(("nich", "net", "ned", "nit"), "nicht"), "nischt": "nichts", "vllt": "vielleicht"}
CLITICS: Final = ""
ADJECTIVE_ENDINGS: Final = ("", "e", "en", "er", "es", "em")


NOUNS = {"prinzess": "prinzessin prinzessinnen", "schwert": "schwerter"}
"""Nouns that people say in place of the first part of a bean's name."""


def forms(name: str, typed: str) -> set[str]:
    """Inflect a kind's name: `rote`, `roten`, `rotebohnen`, `sau`, `saubohnen`; other cards as in English."""
    stem = typed.removesuffix("bohne")
    if not stem or stem == typed:
        return trade_vocabulary_en.forms(name, typed)
    if " " in name:  # an adjective: Rote Bohne
        bare = stem.removesuffix("e")
        stems = {bare + ending for ending in ADJECTIVE_ENDINGS}
    else:
        stems = {stem, stem.removesuffix("en") or stem, stem + "s", *NOUNS.get(stem, "").split()}
    return stems | {form + "bohne" for form in stems} | {form + "bohnen" for form in stems}
