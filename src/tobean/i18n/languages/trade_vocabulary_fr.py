"""French trading vocabulary.

Words have no accents here, so "à" and "a", "donné" and "donne", "où" and "ou" are the same word: a participle is
recognized by the auxiliary before it (`aidonne`).
"""

from __future__ import annotations

from typing import Final

MEANINGS: Final = {
    "for": "contre pour enechangede enechanged",
    "in turn": "enechange enretour enchange",
    "give": "donne donnes donnez donnerais donnerait donneriez donnerai donneras donnera donner offre offres offrez "
    "offrirais offrirait offrir propose proposes proposez proposerais proposer file files filez filerais filer passes "
    "passez passerais laisse laisses laissez laisserais laisser cede cedes cederais vends vend vendez vendrais vendre "
    "refile refiles refilerais lache laches lacherais mets paie paye paierais prete debarrasse separe balance donn "
    "debarrasserais separerais debarrasser",
    "swap": "echange echanges echangez echangerais echangerait echangeriez echanger troque troques troquer troquerais "
    "troc swap",
    "they swap": "",
    "to swap": "",
    "i give": "jevousdonne jevousoffre jevouspropose jevouslaisse jevousfile jevendsbien donnerdes",
    "they give": "",
    "to give": "",
    "to present": "",
    "have": "avoir",
    "i have": "ai jai aurais avais",
    "like": "",
    "they have": "as tas astu avez auriez taurais aurait ont tauraispas taspas tuaspas auraistu tuaurais tuauraispas "
    "auraistupas vousauriez vousauriezpas avezvouspas astupas vousavezpas quiauraitpas",
    "sought": "recherche recherches",
    "offered": "estatoi sontatoi estpourtoi sontpourtoi estavous sontavous",
    "for sale": "avendre adonner aechanger atroquer enpromo estavendre estadonner sontadonner",
    "want": "veux veut voulez voudrais voudrait voudriez vouloir veulent aimerais aimerait aimeriez cherche cherches "
    "cherchez chercher besoin acheter achete achetes acheterais interesse interessent interesserait prendrais "
    "prendrait prendriez veuxbien voudraisbien aimeraisbien vx veu aimeraisavoir aimeraisbienavoir voudraisavoir "
    "voudraisbienavoir veuxavoir",
    "i want": "ilmefaut ilmefaudrait ilmefautabsolument mefaut mefaudrait ilmemanque memanque memanquent jcherche "
    "jveux jvoudrais jprends jprendrais faut ilmenfaut jaimerais jachete jaibesoin jauraisbesoin jaimeraisavoir "
    "jaimeraisbienavoir",
    "take": "prends prend prenez prendre tiens tenez voila voici",
    "they get": "iltefaut ilvousfaut tefaut vousfaut recois recevez auras aurez recevras tauras ilteserait "
    "iltefaudrait",
    "to get": "",
    "mine": "mon ma mes notre nos mien mienne",
    "yours": "ton ta tes votre vos tien tienne",
    "self": "je j' on jte jpeux jpourrais",
    "me": "me moi nous m'",
    "may": "peux peut pouvez pourrais pourrait pourriez puis",
    "you may": "",
    "others": "qui quelqu'un quelqun qqun qqn kelkun quiconque celuiqui cellequi personneneveut personneveut "
    "personnepour yaquelquunqui yaquelqununqui amateurs amateur preneur preneurs",
    "you": "tu vous toi il elle ils elles",
    "gift": "cadeau cadeaux gratuit gratuite gratuits gratuites gratuitement gratos rien gratis sanscontrepartie "
    "rienenechange rienenretour offert offerte offerts",
    "everybody": "tous toutes toutlemonde tlm",
    "or": "ou soit",
    "not": "pas non aucun aucune jamais personne sans sauf nan pris prise avaisdonne aidonne adonne asdonne avezdonne "
    "ontdonne aechange aiechange asechange avendu aivendu vendu avaisechange alaisse ailaisse aoffert aioffert "
    "asoffert apris aipris aspris perdu recu apropose aipropose aspropose achercher aicherche achete acede afile "
    "aifile asfile apasse aipasse aspasse ailache alache arefuse refuse tout nimporte nimportequoi avait avaient mange "
    "mangeait",
    "suggest": "quediraistud quediraistude quedistud quedistude quediriezvousde quediriezvousd etsi",
    "please": "siltepla siltepl siltplait siltepait s'ilteplait silteplait silvousplait stp svp please",
    "it": "ca cela celui celle ceux celles",
    "other": "voir soir plante plantes planter ver verre ble quant col sable banc flanc prince princes magie cafe dire "
    "rire dame ramer sous tour jour cour vieux puer pain fils fille pays fache bonne gens rendre passer jeux jeu vers "
    "vent vend vois vert-de-gris bouge route rouler peu feux pleut noire jardiner jardinier bled",
    "unsettling": "combien beaucoup trop assez plusieurs quelques plus moins garde gardes gardez garder vaut valent "
    "valait aulieu alaplace plutot prix autre autres deuxieme dernier derniere derniers sinon sauf deja encore arnaque "
    "vol voleur nul nulle ridicule cher chere abuse abuses absurde dommage impossible inutile dit disait promis "
    "promets son sa ses leur leurs sien sienne prefere preferes prefererais ajoute ajoutes ajoutez rajoute rajoutes "
    "rajouter ajouter reve reves blague rigoles delire debile idiot stupide honte mauvais mauvaise pire mieux meilleur "
    "tard regrette fini hier tropcher marre bete quedalle jalouse jaloux voler folie fou folle ni quand",
    "and": "et ainsique plusun plusune + avec",
    "both": "lesdeux",
    "filler": "le la les l' d' de du des a au aux te t' se s' ne n' c' ce cet cette ces est sont haricot haricots "
    "carte cartes en y qu' que quoi questceque questce estceque estce si bien alors bon allez aller salut bonjour "
    "coucou hello hey merci ici suis es fais fait faire cadeaupour donc vraiment absolument vite etre catedit "
    "cavoustente catetente catevait cateva cavousva catevatil cateconvient catediraitdaccord cavatil tatil cestparti "
    "peutetre simplement juste ya yatil ilya ilreste reste chez quelquepart entrop detrop marche affaire "
    "cestuneaffaire bonneaffaire maintenant aujourdhui petit petite ptit ptite beau belle joli jolie mec gars moncher "
    "machere monami monpote monvieux mongrand chacun chaque dernierprix derniereoffre monderniereoffre quidittmieux "
    "dernierechance oui ok toujours surtout quelquechose dont serait seraient jeneenaipasbesoin jenaipasbesoin "
    "jenenaipasbesoin jenaiplusbesoin ilestgratuit enmain dansmamain danstamain surtable actuellement danslamain "
    "lamain hein vasy go urgent urgence desesperement jecroisque stpppp tn besoins",
    "padding": "mais meme enfait honnetement franchement honnete equitable correct volontiers gentil gentille pret ami "
    "amie pote copain copine cherami dac mdr lol haha ptdr hmm euh ah oh genre comme dans sur par avis cestcorrect "
    "cesthonnete propal deal deals offrande daccord marcheconclu possible facilement eventuellement sympa cool quidit",
}
ASKING: Final = {
    "what": "quoi que questceque questcequ queskil keskil kes quest",
    "cost": "combien prix coute coutent cout vaut valent",
    "bidding": "vauttilpourtoi vautpourtoi vautpourvous teinteresse",
    "why": "pourquoi pkoi pourkoi pq pourquoipas",
    "somebody": "quelquunpour quelqunpour qqnpour amateurspour amateurpour preneurpour preneurspour desamateurspour "
    "qui quelqu'un quelqun qqun qqn kelkun personneneveut personneveut personnena personnenaurait amateurs amateur "
    "preneur preneurs toutlemonde chacun",
    "them": "tu vous toi t'as tas t'aurais taurais astu auraistu avez as avezvous auriez iltefaut ilvousfaut tefaut "
    "cateditdutu catedit cavousdit cateinteresse cavousinteresse caterinteresse catetente iltefaudrait tuaspas taspas "
    "tauraispas tunauraispas naurais-tupas auraistupas tuauraispas tunaspas vousauriezpas vousnauriezpas vousavezpas "
    "veuxtu cherchestu voudraistu tinteresse vousinteresse",
    "speaker": "je j' jai on jte jcherche jveux jvoudrais jaimerais jpeux jpourrais jachete",
    "own": "mon ma mes notre nos",
    "wanting": "quelquunpour quelqunpour qqnpour amateurspour amateurpour preneurpour preneurspour desamateurspour "
    "veux veut voulez voudrais voudrait voudriez aimerais aimerait aimeriez cherche cherches cherchez chercher besoin "
    "prends prend prenez prendre prendrais prendrait prendriez prendra iltefaut ilvousfaut tefaut achete achetes "
    "achetez acheter acheterais interesse interesses interessent interesserait cateditdutu catedit cavousdit "
    "cateinteresse cavousinteresse catetente collectionnes collectionne collectionnez iltefaudrait amateurs amateur "
    "preneur preneurs personneneveut personneveut veulent veuxtu cherchestu voudraistu tinteresse vousinteresse "
    "demandes demandez exiges souhaites souhaitez manque vx jcherche jveux jvoudrais jaimerais jachete aimeraisavoir "
    "aimeraisbienavoir voudraisavoir voudraisbienavoir veuxavoir",
    "giving": "donne donnes donnez donner donnerais donnerait donneriez donneras donnera offre offres offrez offrirais "
    "offrir propose proposes proposez proposerais proposer file files filez filer filerais passes passez passerais "
    "passer laisse laisses laissez laisserais laisser cede cedes ceder cederais vends vend vendez vendre vendrais "
    "echange echanges echangez echanger echangerais echangerait troque troques troquer refile refiles lache laches "
    "lacherais debarrasser separer depanne depanner depannes depannerais mets paies payes paye paie",
    "having": "as a avez ont aurait aurais auriez avoir tas t'as taurais t'aurais astu auraistu avezvous reste ya "
    "yatil ilya ilreste tuaspas taspas tauraispas tunauraispas auraistupas tuauraispas tunaspas vousauriezpas "
    "vousnauriezpas vousavezpas personnena personnenaurait ayant",
    "getting": "recois recevoir obtenir obtiens gagne gagner recupere recuperer aije",
    "receiving": "recevras auras aurez tauras estatoi sontatoi recevez",
    "any": "encore",
    "anything": "quelquechose qqch qqchose kekchose offres proposition propositions nimportequoi untruc offremoi",
    "in return": "contre pour enechange enretour enechangede enechanged",
    "may": "peux peut pouvez pourrais pourrait pourriez puis puisje",
    "me": "me moi nous m'",
    "theirs": "ton ta tes votre vos",
    "taking": "prends prenez tiens tenez",
    "free": "cadeau cadeaux gratuit gratuite gratuits gratuites gratuitement gratos rien gratis offert offerte",
    "negated": "pas non aucun aucune jamais personne sans nan",
    "never": "jamais personne",
    "condition": "si sauf ajoutes ajoute rajoutes rajoute ajouter",
    "except": "sauf apart",
    "past": "aidonne adonne asdonne avezdonne ontdonne aechange aiechange asechange avendu aivendu alaisse ailaisse "
    "aoffert aioffert asoffert apris aipris aspris ontpris perdu recu avait avaient avaisdonne afile aifile asfile "
    "mercipour merci-pour apasse aipasse mange pris",
    "liking": "",
    "swapping": "echange echanges echangez echanger echangerais echangerait troque troques troquer troc",
    "pointing": "celuila cellela ceuxla cellesla lautre lesautres celuici celleci",
    "chatter": "adonner avendre aechanger atroquer aqui le la les l' d' de du des un une a au aux te t' se s' ne n' c' "
    "ce cet cette ces ca est sont en y qu' et ou haricot haricots carte cartes estceque estce stp svp siltepla "
    "siltplait silvousplait s'il alors bon allez salut bonjour coucou hey hello merci main mains bien donc par hasard "
    "parhasard peutetre trop entrop detrop chez quelquepart refuse refuses refusez refuser plait ici maintenant "
    "possible il elle serait est-il petit petite ptit ptite avec vraiment deja svpp autre autres danstamain danslamain "
    "enmain vite toujours stppp dis dites etre dans sur gars hein eh oh euh moment chacun tous urgent urgence gentil t "
    "absolument quelqu",
}
ANSWERS: Final = {
    "yes": "oui ouais ouaip ouep yep ui oki ok okay okey d'accord daccord dac dacc accord vendu marcheconclu conclu "
    "affaireconclue camarche jeprends jaccepte accepte acceptee volontiers parfait nickel vasy vas-y allez allons-y "
    "allonsy cava cameva cameconvient jesuispartant partant partante avecplaisir pasdeprobleme pasdesouci sansprobleme "
    "sanssouci bien-sur biensur biensurqueoui carrement topela tope topella adjuge super genial top deal banco cestbon "
    "cestbonpourmoi bonpourmoi entendu ilyamarche jeveuxbien jprends jeprendsca jeleprends cestparti cestdaccord "
    "evidemment certainement pourquoipas volontier merciquejeprends jachete jelaprends pasdepb go onfaitca "
    "onfaitcommeca faisonsca ilestatoi marche cestok tresbien excellent impec impeccable jesuisdaccord avec "
    "tuaslemarche cestoui jedisoui bonok soit camevabien",
    "no": "non nan nn noon nope naan nonmerci pasinteresse pasinteressee jenesuispasinteresse jesuispasinteresse "
    "suispasinteresse caneminteressepas caminteressepas neminteressepas minteressepas ninteressepas jerefuse refuse "
    "refusee jepasse passe jpasse montour desole desolee dsl sansfacon uneautrefois uneautrefoispeutetre "
    "peutetreuneautrefois plustard plustardpeutetre peutetreplustard tropcher cestropcher cesttropcher pasmaintenant "
    "pascettefois pascefois-ci pascettefoisci pasquestion horsdequestion jamais certainementpas surtoutpas pasvraiment "
    "bofnon jepreferepas jepreferenepas jaimemieuxpas cavapas canevapas pasassez cestpasassez cenestpasassez troppeu "
    "cesttroppeu impossible jenepeuxpas jepeuxpas jpeuxpas mercimaisnon laprochainefois prochainefois aucuninteret "
    "jenaipasbesoin jenenaipasbesoin jenaipasdeplace pasdeplace jenveuxpas jenenveuxpas jeneveuxpas jeveuxpas "
    "jevaisrefuser jedecline decline tantpis arnaque pastropinteresse pastropbesoin pasbesoin",
    "polite": "merci beaucoup bien stp svp silteplait je j' tu te t' le la les l' un une ca c' est ce cet cette offre "
    "alors bon bah eh et pour moi mon ma ami pote cher chere ah oh hey salut tout vraiment gentil gentille sympa mec "
    "gars avec toi a de du d' en y quand meme quandmeme tres s' il plait bof hein me m' dit suis celle celui fait va "
    "ton ta aller donc finalement",
    "but": "mais",
    "doubt": "pas si seulement plutot plus ajoute ajoutes rajoute rajoutes ne n' rien sauf uniquement mieux contre "
    "aucun",
    "thinking": "hm hmm euh attends attend attendez attendre uneminute minute uneseconde seconde deuxsecondes instant "
    "uninstant jereflechis reflechis reflechir jepense jesaispas jenesaispas chaispas voyons jevaisvoir mdr lol ptdr "
    "haha peutetre bonjour coucou",
    "take back": "jeretire retire jereprends reprends annule jannule laissetombermonoffre oubliemonoffre "
    "oubliezmonoffre jeretiremonoffre finalementnon retiremonoffre",
}
REPLIES: Final = {
    "negation": "pas non jamais aucun aucune rien ni nan pasinteresse pasinteressee",
    "keeping": "garde garderai garder garderais conserve tiensa jetiensa",
    "adding": "ajoute ajoutes ajoutez ajouter ajouterais rajoute rajoutes rajouter enplus enprime enbonus avecenplus",
    "also": "aussi egalement lesdeux enplus",
    "only if": "si seulementsi sauf acondition aconditionque uniquementsi dumomentque",
    "instead of": "aulieu aulieudu aulieude aulieud alaplace alaplacedu alaplacede alaplaced plutotque plutotquele "
    "plutotqu",
    "rather": "plutot prefere prefererais prefererai mieux alaplace",
    "make it": "pourquecesoit disons metsen",
    "taking off": "tuprends tumeprends prendsaussi tuprendsaussi tumedebarrassesde tumedebarrasses",
    "needing": "jaibesoin jauraisbesoin besoin veux voudrais cherche interesse pasinteresse pasinteressee collectionne "
    "plante sert servent utile",
    "parting": "donne donner donnerai donnerais echange echanger echangerai vends vendre cede ceder laisse laisser "
    "contre pour lache lacher separe separer ai jai",
    "obtaining": "recois recevoir donnes avoir ajoutes obtiens mets files",
    "comparing": "vaut valent plusque moinsque",
    "matching": "meva camarche cameva meconvient camevabien estbon parfait cestparfait cestbon convient meplait "
    "cameconvient",
    "firm": "daccord vendu conclu marcheconclu adjuge nan accepte jaccepte",
    "undecided": "ou lequel laquelle pourquoi peutetre presque quel quelle",
}
NUMBERS: Final = {1: "un une seul seule", 2: "deux paire", 3: "trois", 4: "quatre", 5: "cinq"}
LETTERS: Final = {"œ": "oe"}
CLITICS: Final = (
    "j' t' d' l' m' n' s' c' qu' y' -moi -toi -tu -vous -nous -je -il -elle -on -ce -le -la -les -lui -leur -en -y -t"
)

ARTICLES: Final = ("dela", "des", "du", "de", "a")
"""Prepositions and articles between "haricot" and the rest of a name."""
FEMININE: Final = {"blanc": "blanche", "cueilleur": "cueilleuse"}
SYNONYMS: Final = {
    "bleu": "harrycolt colt",
    "pimente": "piment piments harrycauchemar",
    "puant": "harrycochon cochon cochons",
    "vert": "harrycolique",
    "soja": "harrycopain",
    "oeilnoir": "oeil yeux yeuxnoirs oeilsnoirs noir noirs harrychaos",
    "rouge": "harrycomique",
    "jardin": "harrycoriace coriace",
    "princesse": "princesses",
    "rames": "rame arame arames",
}
"""Other names, among them those of the French edition of Bohnanza."""


def forms(name: str, typed: str) -> set[str]:
    """Inflect a kind's name: `rouge`, `rouges`, `verte`, `haricotsverts`, `jardin`, `oeilnoir`."""
    rest = typed.removeprefix("haricot")
    if not rest or rest == typed:
        return {typed + "s"}
    has_article = name.count(" ") > 1
    if has_article:
        rest = next((rest.removeprefix(article) for article in ARTICLES if rest.startswith(article)), rest)
    stems = {rest, rest + "s"}
    if not has_article:
        feminine = FEMININE.get(rest, rest if rest.endswith("e") and not name.endswith("é") else rest + "e")
        stems |= {feminine, feminine + "s"}
    whole = {
        f"{noun}{typed.removeprefix('haricot')}{ending}" for noun in ("haricot", "haricots") for ending in ("", "s")
    }
    return stems | whole | {f"haricots{stem}" for stem in stems} | set(SYNONYMS.get(rest, "").split())
