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
    "self": "je j' on jte jsuis jpeux jpourrais",
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
    "other": "sert voir soir plante plantes planter ver verre ble quant col sable banc flanc prince princes magie cafe "
    "dire rire dame ramer sous tour jour cour vieux puer pain fils fille pays fache bonne gens rendre passer jeux jeu "
    "vers vent vend vois vert-de-gris bouge route rouler peu feux pleut noire jardiner jardinier bled",
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
    "yes": "oui ouais ouaip ouep ouip ouiii ui wi yep yes yeah yess yup oki ok okay okey okok okidoki okidoc dac dacc "
    "dacodac daccodac d'accord daccord d'acc dacord accord entendu volontiers volontier biensur biensurqueoui "
    "evidemment certainement absolument assurement naturellement carrement clairement certes deal banco go letsgo "
    "allezhop allezzou allezy zou hop vasy vzy vazy allonsy yalla envoyez yo bonallez effectivement affirmatif sisi "
    "bahoui benoui toutafait bienentendu tresvolontiers avecplaisir avecgrandplaisir avecjoie plaisir trespbien "
    "tresbien fortbien sanshesiter sanshesitation sansprobleme sanssouci roger amen amenez bingo camarche youpi "
    "chouette yesss gravetellement gravedac grave soit allezok allezgo allezjeprends allezvendu allezdaccord allezdac "
    "marcheconclu avecunimmenseplaisir cestbon cestok cestdaccord bonpourmoi cestbonpourmoi cestdaccordpourmoi "
    "sansreflechir oe ouai ouaiis oue ouch'ui uiui ouii ouuui mouioui cmarche dil dile dill mouaisallez okgo siiii "
    "oklm topp bonok allerhop",
    "agreeing": "accepte jaccepte j'accepte jaccepterais acceptee acceptes acceptons acceptevolontiers vendu conclu "
    "marcheconclu affaireconclue affairefaite adjuge adjugevendu topela topella topez ontope ontopela "
    "cochonquisendedit tapela checkla ilyamarche tapedanslamain prendsle prendsla prendsles prendsdonc prendsca tenez "
    "jeprends jeleprends jelaprends jelesprends jprends jprendsca jleprends jlaprends jprendston jeprendston "
    "jeprendsvotre jeprendslesoja merciquejeprends cavapourmoi cavapourcettefois cameva cameconvient convient "
    "meconvient nousconvient cenousva camarrange camarrangebien marrange marrangebien nousarrange camevabien "
    "camevatresbien camebotte caleferait cafaitlaffaire faitlaffaire camevaparfaitement cafaitmonaffaire "
    "faitmonaffaire camarchepourmoi camarche onfaitca onfaitcommeca onfaitlechange onfaitlaffaire faisonsca "
    "faisonscommeca faisonslechange faisonslaffaire faisonslatroque echangeons echangeonsnosharicots troquons letroc "
    "onechange onechangedonc onfaitaffaire onfaitcommetadit onyva onyvapourca enavant envoie envoielamarchandise "
    "balance file faistourner aboule jesuispartant partant partante jesuischaud jsuischaud chaudpatate suisdaccord "
    "jesuisdaccord jsuisdaccord jsuisok jesuisok suisdedans jsuisdedans jensuis jesuispour suispour jemarche jmarche "
    "jelefais jvaislefaire jeveuxbien jveuxbien veuxbien veuxbientechanger jeleveux pasdeprobleme pasdesouci "
    "pasdesoucis pasdsouci pasdpb pasdepb pasdeprob pasdinquietude aucunsouci aucunprobleme aucuneobjection "
    "pasdobjection aucunlezard zerosouci zeroprobleme yapasdemal pasdemal pasdelezard pasdepeine pourquoipas pkpas "
    "pkoipas pqpas sansconteste sansfaute tinquiete tinquietepas tkt t'inquiete camangepasdepain mangepasdepain "
    "capeutpasfairedemal rienaperdre rienaredire rienadire riencontre nairiencontre airiencontre jairiencontre "
    "jenairiencontre demandepasmieux demandequeca jedemandequeca jattendaisqueca attendaisqueca jattendaisca "
    "nattendaisqueca quedubonheur cestquedubon cestquedubonheur quedubon cequejecherchais cequilmefaut quilmefallait "
    "quilmefaut dispasnon diraispasnon dispasnonplus direpasnon jediraispasnon jedisoui disoui disouioui onditoui "
    "cestoui unoui cestparti cestfait cestcommesicetaitfait cestnoté cestnote onestdaccord onestok onestbon "
    "onestbonnous cestvendu okpourmoi okprmoi ilestatoi ilestpourtoi ilesttien iltappartient elleestatoi atoilepiment "
    "iltattend jesigne jesigneou ousigne jesignetoutdesuite signeou onsigne jevalide valide validee jvalide jadhere "
    "jachete jachetelesoja jencommande affairequiroule caroule roule caroulepourmoi carouleraoule caleferabien "
    "cafaitlejob cavalefaire calefait capasse capassepourmoi capassecreme passecreme lesyeuxfermes yeuxfermes "
    "deuxfoisplutotquune feuvert jelachemoncontre etcomment plutotdeuxfoisquune jeveuxduoui tumasconvaincu "
    "masconvaincu convaincu convaincue vendupourmoi jemincline minclinedevant jecede jecraque melaissetenter "
    "laissetenter laissetente melaisseconvaincre laisseconvaincre tulauras tupeuxlavoir tupeuxlaprendre "
    "tupeuxleprendre tupeuxlesprendre peuxleprendre peuxlavoir vapour vapourle vapourlesoja vapourlechange jetedonne "
    "jeteledonne jetelaisse jetelelaisse jetefile jetelefile jetelepasse jetelenvoie jtelenvoie jetenvoie jtenvoie "
    "jtedonne jtelaisse jtefile jtelefile jtelache jeteledois situveux situinsistes situytiens sicatarrange "
    "sicatefaitplaisir sicatefaitplaisirs sivousvoulez sivousinsistez sicapeuttaider sicapeutt'aider siteldesir "
    "onnevapaschipoter camechante camebranche camevanickel jesuispreneur suispreneur jesuispreneuse echangeaccepte "
    "propositionacceptee offreacceptee offreretenue jecours coursy jesautedessus sautesur jefonce fonce foncons "
    "topmarche marchequitable debonneguerre bonneguerre deboncoeur jobtempere envoielasauce envoyezlamarchandise "
    "jeneresistepas commesicetaitfait jenpeuxplusdattendre 100 10/10 200 centpourcent tantmieux demieuxenmieux "
    "riendemieux yapasmieux demandaispasmieux demandaispastant avantquetuchangesdavis jechange jechangeca jaccepteca "
    "j'echange jaccepteletroc attendaisqueça jattendaisquetuleproposes jattendaisquetu voilamon tiensvoila "
    "tiensprends plusquecorrect plusquejuste plusquequitable plusqu'equitable unpeumonneveu mesemblejuste semblejuste "
    "cestregle faispeter voilaton jetenprie tenprie jet'enprie nendispasplus jaihate caserefusepas neserefusepas "
    "nickelchrome faisonsaffaire commetuveux commevousvoulez fautedemieux mendebarrasser debarrasser debarrassemoi "
    "ilmemanquait memanquait ilmefallait mefallait ilmefallaitjustement topons toponsla chuischaud chuichaud "
    "chuisdaccord chuisok chuispartant chuidaccord chuid'accord preneuse preneur jprend camva m'va cajoue "
    "cajouepourmoi cabaigne roulemapoule sansregret sansregrets sansremords sanshesiteruneseconde sanshesitation "
    "pasdeblem pasdebleme pasdeblème pasdbleme yapasdeblem yapasdebleme zeroblem tupeuxprendre peuxprendre "
    "jenfaisaisrien jenfaisrien enfaisaisrien jdispasnon nedispasnon serefusepas nerefusepas onnerefusepas "
    "quonnerefusepas quonnepeutrefuser capasserefuse tumesauves mesauves mesauveslavie tuslameilleure teslameilleure "
    "teslemeilleur donnedonne envoieenvoie etquesasaute ensoitainsi qu'ilensoitainsi sitevousplait "
    "sicapeuttefaireplaisir tefaireplaisir pourtefaireplaisir jevouscede jetecede jetecedemon mettop sanspeine "
    "sansmal sansproblemes sanssoucis sansdifficulte soyonsfous epinedupied uneepine jallaisteleproposer "
    "allaisteleproposer j'allaisteleproposer cbon cbonpourmoi daccordavecca daccordaveccela d'accordavecca okavecca "
    "suisdaccordavecca jesuisdaccordavecca jesuisd'accordavecca suispascontre paslezard estatoi celavadesoi cavadesoi "
    "alabonneheure bonneheure onchange echangeonsdonc aucuninconvenient nyvoisaucuninconvenient crachepas "
    "crachepassur onnecrachepassur sansnegocier sansdiscuter cacompletemonchamp completemonchamp jesuistonhomme "
    "jesuistafemme cequejattendais jesignedesdeuxmains signedesdeuxmains exactementcequejattendais "
    "exactementcequilmefaut camerendservice reponseestoui jecherchaisjustement serabienchezmoi partcheztoi",
    "good": "bonne bons bonnes mieuxquerien geniale cool sympa excellent excellente parfaite chouette magnifique "
    "formidable fantastique merveilleux ravi ravie content contente heureux heureuse satisfait satisfaite equitable "
    "correct correcte honnete juste raisonnable equilibre equilibree gagnantgagnant donnantdonnant gagnant avantageux "
    "rentable utile pratique tombebien catombebien tombeapic catombeapic apic pilepoil pilecequilfaut ideal ideale "
    "pasmal pasbete pascon pasvilain vautlecoup vautlapeine bonneaffaire bonplan bonneidee belleaffaire tresbonneidee "
    "aubaine bienvenu bienvenue cadeauduciel sauves mesauves sauve aide maide m'aide nousaide depanne medepanne "
    "sauveur sauveuse precieux royal royale aupoil geant tropbien suffit mesuffit plait parfait parfaitement nickel "
    "impec impeccable super genial top grave topissime adore jadore meplait caplait meplaitbien justement pile "
    "tuasgagne tasgagne tugagnes t'asgagne jaimeraisbien deouf uncontreun unpourun",
    "why not": "pourquoipas pourquoipasapres pkpas pqpas pkoipas jesigneou ousigne oujesigne signeou etpourquoipas "
    "quaijeaperdre",
    "no": "non nan nann naan naaan nn noon nop nope nah no nein niet nada nonmerci nonnon negatif queneni oulanon "
    "ohnon benon bofnon jerefuse refusee jepasse passe jpasse passemontour jepassemontour montour jdecline jedecline "
    "desole desolee dsl navre navree helas malheureusement regrette jeregrette excuse excusemoi sansfacon "
    "uneautrefois uneautrefoispeutetre peutetreuneautrefois uneprochainefois laprochainefois prochainefois "
    "laprochaine prochain tourprochain plustard plustardpeutetre peutetreplustard alasaintglinglin saintglinglin "
    "glinglin calendesgrecques calendes quandlespoulesaurontdesdents plutotmourir plutotcrever surmoncadavre cadavre "
    "horsdequestion pasquestion impensable inenvisageable inacceptable inenvisageablepourmoi cmort cestmort mort "
    "laissetomber laissetombe laisseca laissebeton laissebetonca oublie oublieca oublies oubliez oubliecetteidee "
    "laissemoi laissemoitranquille tureves tureve reves revez turevespas tudelires delires delire danstesreves "
    "dansesreves enreve rever rigoles turigoles tutefous foutre tetefous turigole tuplaisantes plaisantes "
    "plaisanterie tudeconnes deconnes tutemoques tetemoques moques blague blagues cestuneblague blagueou serieux "
    "serieusement tesserieux teserieux tesfou tesfolle tesmalade malade tupeuxtebrosser brosser brosse tupeuxcourir "
    "courir toujourscourir courstoujours causetoujours tupeuxtoujours tasqua gardele gardela gardetonsoja gardeton "
    "gardezvotre tupeuxlegarder tupeuxtelegarder vatefaire vatefairevoir vatefairecuire vatebrosser degage degages "
    "tiretoi cassetoi oust ouste fichemoilapaix lachemoi lachelaffaire lacheaffaire vadonc vavoirailleurs "
    "voirailleurs ailleurs quelqundautre quelqu'und'autre pigeon pigeonne prendspourunpigeon prendspourqui "
    "prendsmoipas tumeprendspourqui tumeprendspour etpuisquoiencore puisquoiencore quoiencore etlasoeur benvoyons "
    "moncul monoeil moneoeil atdautres adautres racontepas nimporte nimportequoi tantpis dommage troptard basta stop "
    "stopla stoppe arrete arretetout foisci mauvaiseidee quelleidee aquoibon aquoicame aquoicamesert aquoicasert "
    "quefaire quevoulezvousquejefasse queveuxtuquejefasse foute quejefoute jefous jenfaisquoi jenfaisquoidetonsoja "
    "jevaisenfairequoi bientente bienessaye belessai joliessai niceessai beleffort lesson ruine bof bofbof mouaisnon "
    "faussebonne sansmoi tresPeupourmoi sansinteret inutile pasqueca aucuneutilite aucuninteret horsdeprix horsprix "
    "jsorsdeltroc jeresteladessus jereste gardemapart j'aiquefaire aiquefaire quefaired jesuiscontre memepasenreve "
    "memepas plutotpas jaimemieuxpas cavapas canevapas onverra onverraplustard onverraca sedine veto vetoabsolu "
    "recale refoule cavamerci cavaaller caira cairamerci beurk berk pouah beuh tascru tacru t'ascru tumaspris "
    "tumasprispourqui pourquitumeprends quelinteret quoifaire quefaireavec taimeraisbien t'aimeraisbien "
    "tuaimeraisbien suispasdebile suispasfou suispasfolle suispascon suispasbete champssontpleins champspleins "
    "champsontpleins prefereattendre honte taspashonte pasmoyen yapasmoyen aucunmoyen pasenvie pascetour pascetourci "
    "pascettefois pascettefoisci pascecoup surementpas certainementpas absolumentpas surtoutpas vautpaslecoup "
    "vautpaslapeine paslapeine pasinteresse pasinteressee minteressepas minteressepasdutout gagnerien jygagnerien "
    "niygagnerien yperds jyperds pasmontruc pasmonkif paschaud paschaude paspret pasprete paspossible pascapable "
    "pasdeplace plusdeplace paspourmoi pasmaintenant baslespattes paspattes pattes pastouche touchepas quenenni "
    "jygagnequoi gagnequoi perdsauchange quejeferaisdun quejefasse ferais queferais quejeferais moncoeurnon ptdrnon "
    "plutotattendre prefereencore tuesserieuse tuesserieux tesserieuse entuber jaicequilfaut tumprendspourqui "
    "cestbonlaisse laisse mieuxvautpas rejetee rejete invendable fermeboutique fourguer passerapas nepasserapas "
    "retiretonoffre faillite intouchable tabou passetonchemin peineperdue rembarre ecartee jerefuserais",
    "negation": "impossible pas ni aucun aucune rien sans personne nul nulle jms pasdu guere plusdu nenveuxplus "
    "plusbesoin plusenvie plusdeplace jamaisde jenaiplus aiplus nenaiplus jamais jamaisdelavie auxgrandjamais "
    "sertplus nesertplus mesertplus nullepart plusrien plusde pudutout pu quenenni point peusouvent zero",
    "refusing": "refuser refus refuserais refuserai refusons declinera decliner resister resisterais direnon disnon "
    "diraisnon diranon diraitnon direnonaca cracher crache chipoter redire redit ergoter rechigner rechigne objection "
    "objections lezard hesiter hesite hesitation perdre perd probleme problemes souci soucis ennui raler rale "
    "plaindre plains regretter regretterai rater louper laisserpasser laisserfiler laisserpassercela oppose opposer "
    "inconvenient inconvenients contreindication gene generait derange derangerait reflechirdeuxfois "
    "reflechirlongtemps revermieux trouvermieux fairemieux rienafaire discuter marchander disputer refuserait "
    "resisterait refuseraije doute doutes fairedemal serefuse refuse refusee refusent declinerais decline areflechir "
    "adiscuter",
    "bad": "nul nulle nuls nulles mauvais mauvaise mauvaises minable pourri pourrie pourave nase naze bidon foireux "
    "foireuse faible leger legere maigre mesquin radin radine rapiat pingre avare grippesou cestcher cherpaye "
    "biencher vraimentcher assezcher plutotcher unpeucher sicher tropcher tropchere troppeu tropleger peu pasassez "
    "insuffisant insuffisante arnaque arnaqueur arnaqueuse arnaquer vol voleur voleuse voler escroc escroquerie "
    "entourloupe abuse abuses abusee abusif exagere exageres exageree ridicule ridicules absurde debile stupide idiot "
    "idiote con conne couillon honte honteux honteuse scandale scandaleux scandaleuse injuste inequitable "
    "desequilibre desequilibree inegal inegale malhonnete indecent indecente derisoire insultant insulte moquerie "
    "perdant perdante desavantageux desavantageuse pire horrible affreux affreuse terrible catastrophe catastrophique "
    "decevant decevante decu decue chiant merde merdique daube pourrave foutage gueule culotte culottee gonfle "
    "gonflee pousses pousse pousselebouchon bouchon charries gourmand gourmande gourmandise avide rapace ruinerait "
    "ruiner ruines vautmieux vautplus vautbienplus vautbeaucoupplus vautdavantage vautlargementplus vautledouble "
    "valeur precieuxpourmoi braderais brader bradee bradees couteux onereux sousevalue volee filouter douille "
    "douiller rouler bete",
    "hard": "dur difficile tropbeau tropbon tropbonne tort auraistort",
    "why": "pourquoije pourquoijeferais pourquoijaccepterais pourquoijefera pourquoijevoudrais pourquoidevraisje "
    "pourquoijedevrais commentpourrais commentpourraisje commentjepourrais quipourrait quisuisje quidiraitca",
    "more": "encore unautre uneautre autrechose autre autres enplus deplus plus plusde plusque davantage rajoute "
    "rajoutes rajoutez rajouter rajoutant ajoute ajoutes ajoutez ajouter ajoutais ajoutiez ajoutant supplement "
    "supplementaire bonus rab extra enprime enbonus avecca double doubler doubles doublelamise deuxpour aumoins "
    "minimum mieux meilleur meilleure ameliore ameliorer augmente augmenter monte monter montelamise gonflerloffre "
    "completer complete complement renegocier negocier negocie negocions marchandons contreproposition contreoffre "
    "fairemieux faismieux faiteffort effort geste ungeste completeavec panier lot duo pack paire rallonge rallonger "
    "rallonges metsen remets remettre pimentemoica echangecontre",
    "doubt": "si seulement uniquement plutot sauf sinon acondition condition dumomentque amoins moyennant pourvuque "
    "alaplace aulieu aucasou justesi exclusivement depend",
    "because": "parceque parcequecesttoi parcequetuinsistes pcq pck parcque cestbienparceque exceptionnellement "
    "pourcettefois pourcettefoisci justecettefois cettefois pourunefois unefoisnestpascoutume coutume revanche "
    "tumendoisune mendoisune endoisune tudois tumedois mendois turevaudras revaudras revaudra renvoieraslascenseur "
    "ascenseur tumedevrasune pourtoi pourtoiseulement pourtefaireplaisir puisquecesttoi puisque cadeau gentil "
    "gentille acharge acontrecoeur contrecoeur faiblesse amitie",
    "own use": "pourmonchamp moimeme encorebesoin monseul mondernier monunique",
    "plenty": "deja assez tropde pleinde suffisamment pleins pleines remplis remplie rempli",
    "asking": "quand ou comment combien pourquoi quel quelle quels quelles pk pkoi pq questceque estceque estce quoi",
    "thinking": "attends attend attendez attendre minute seconde secondes deuxsecondes deuxminutes deuxsec sec "
    "instant moment uninstant unmoment uneminute uneseconde jereflechis reflechis reflechir reflechit reflexion "
    "laissemoireflechir laissemoivoir laissemoicompter jepense jesaispas jesaispastrop jenesaispas chaispas jsaispas "
    "saispas voyons jevaisvoir voir fautvoir avoirvoir mdr lol ptdr haha peutetre ptetre pt'etre possible "
    "eventuellement bonjour coucou interessant tentant alléchant allechant hesite jhesite indecis indecise paspresse "
    "incertain passur passure pascertain tropdur dilemme bonnequestion bienjoue bonnechance bonjeu bellepartie "
    "beauchamp quoidit cadepend jeprendsmontemps jeprendsletemps tantmieuxpourtoi superpourtoi bienpourtoi bonpourtoi "
    "contentpourtoi cestca partie superpartie joliechamp beaujeu ptdrr mdrr hihi jesaispasencore saispasencore choix "
    "durchoix",
    "but": "mais cependant toutefois neanmoins parcontre",
    "so": "donc alors ducoup quandmeme bon et aujourdhui detoutefacon detoutemaniere",
    "polite": "merci beaucoup bcp stp svp silteplait siteplait silvousplait je j' tu te t' le la les l' un une ca c' "
    "est ce cet cette ces offre offres alors bah beh ben eh et pour pr moi toi vous nous mon ma mes ton ta tes votre "
    "notre ami amie amis pote copain copine frere frerot soeur chef chou cherie cheri mabelle belle grande grand "
    "vieux vieille cousin voisin voisine madame monsieur m'dame ah oh hey salut tout vraiment trop tres si gentil "
    "gentille mec gars meuf avec a de du d' des en y quand meme quandmeme s' il elle on plait hein me m' dit dis suis "
    "celle celui fait faire fais faisons va vais vas aller allons donc finalement echange echanges troc deal "
    "proposition proposal idee affaire accord prix chere cher qu' aujourd'hui ici ladessus dessus jai ai as at etre "
    "serait sera sois etes sommes es etait cest bien plutotbien assezbien tellement franchement honnetement "
    "clairement labas l'ami l'amie bravo bisous bisou cordialement sincerement moiaussi aussi pareil vite maintenant "
    "direct suite toutdesuite n' ne nos sur dans au aux par comme c'est juste petit petite ptit ptite moins simple "
    "simplement prendspasmal leprendspasmal allez voila voici tiens tenez que fortes fort forte pieces hm hmm hmmm "
    "euh heu mouais pff pfff pfiou oula ouhla ohla boh hum pasdequoi sure surs wesh frero poto bro bg zebi wallah "
    "starf haricot haricots bon poussin puce papi papy mamie mamy grandpere grandmere fiston loulou biche coeur "
    "tresor eneffet mafoi foi demapart part cela semble qui jeune jolie camarade collegue tante tonton oncle "
    "soeurette pleinement entierement totalement parfaitement crois vois aime taime decepas homme accordaccord "
    "bonnerecolte unanimite al'unanimite onnenparleplus nenparlonsplus",
    "take back": "jeretire retire jereprends reprends annule jannule laissetombermonoffre oubliemonoffre "
    "oubliezmonoffre jeretiremonoffre finalementnon retiremonoffre",
}
REPLIES: Final = {
    "keeping": "garde garderai garder garderais gardes gardez conserve conserver tiensa tiensamon jetiensa stocke "
    "economise accroche reste restent tienstropamon jetienstrop",
    "adding": "ajoute ajoutes ajoutez ajouter ajouterais rajoute rajoutes rajouter enplus enprime enbonus avecenplus "
    "ajoutais ajoutiez ajoutait rajoutais rajoutiez mettais rallonge rallonges mettre mettra",
    "also": "aussi egalement lesdeux enplus",
    "only if": "si seulementsi sauf acondition aconditionque uniquementsi dumomentque",
    "instead of": "aulieu aulieudu aulieude aulieud alaplace alaplacedu alaplacede alaplaced plutotque plutotquele "
    "plutotqu",
    "rather": "plutot prefere prefererais prefererai mieux alaplace",
    "make it": "pourquecesoit disons metsen",
    "taking off": "tuprends tumeprends prendsaussi tuprendsaussi tumedebarrassesde tumedebarrasses",
    "needing": "jaibesoin jauraisbesoin besoin veux voudrais cherche interesse interesses collectionne collection "
    "plante planter planterai cultive sert servent utile faut faudrait manque manquait manquent manquaient utilise "
    "sertplus nesertplus mesertplus ilmemanquait ilmefallait ilmefaut ilmemanque ilmefaudrait",
    "parting": "debarrasse debarrasser debarras separe separer encombre encombrait genait trainait enrabe tropde "
    "pleinde encombrelamain mencombrelamain",
    "handing over": "donne donner donnerai donnerais echange echanger echangerai vends vendre cede ceder lache lacher "
    "file envoie prends prend prenez recois balance passe attendait echangeons troque troquons passele passela "
    "passemoi passeton",
    "obtaining": "recois recevoir donnes avoir ajoutes obtiens mets files",
    "undecided": "ou lequel laquelle pourquoi peutetre presque quel quelle",
    "one more": "undeplus unedeplus encoreun encoreune unautre uneautre",
    "particle": "bien vraiment tres trop tout donc alors quandmeme tellement franchement meme juste vite bon ben bah "
    "grandement aussi toujours",
    "opening": "oh ah bah ben eh hein bon alors mais merci ok okay et allez c cest",
    "saying": "dis dit dire dirais dirai diras jdis jdirais jdirai disons",
    "reason": "raison raisons pourquoi pourquoipas",
    "would": "serais serait devrais faudrait faudra devrai",
    "fool": "fou folle bete idiot idiote con conne stupide dingue malade debile",
    "before": "avant avantque avantqu avantde",
    "change of mind": "change changer avis regrette regretter raviser ravise regrettes",
    "redirecting": "demande demander vavoir voir essaie essaye tente",
    "fields": "champ champs place nullepart",
    "harvesting": "recolter arracher moissonner vendremonchamp",
    "later": "prochaine prochain prochainefois tourprochain",
    "remark": "tour drole droles chance jeu partie pioche faim soif temps meteo chaudaujourdhui ilfaitchaud faitchaud "
    "faitfroid pause pipi pizza jesais jsais aqui cestaqui regles points gagne radins radin commercant tofu main jpp "
    "reviens etait etaient avait toujours jesuisla suisla jsuisla suisderetour suisrevenu suisrevenue deretour revenu "
    "revenue pleut neige recompte recomptes jerecompte melange jefile",
    "although": "memesi bienque certes",
    "welcoming": "enfin youpi",
    "settling": "accepte jaccepte j'accepte accepteca jacceptevolontiers acceptevolontiers accepteavecplaisir accepté "
    "acceptee vendu conclu marcheconclu affaireconclue affairefaite adjuge adjugevendu tope topela topez tapela "
    "jeprends jeleprends jelaprends jelesprends jprends jprendsca jleprends prendsle jeprendsca onfaitca "
    "onfaitcommeca onfaitlechange onfaitlaffaire faisonsca faisonslechange echangeons onechange onchange letroc "
    "jechange j'echange suispartant partant partante jesuispartant suisdaccord jesuisdaccord jsuisdaccord "
    "jesuisd'accord suisdedans jensuis jemarche jevalide valide jachete jachetelesoja jeteledonne jetedonne "
    "jeteledois ilestatoi ilestpourtoi ilesttien estatoi tulauras tupeuxlavoir tupeuxleprendre tupeuxlaprendre "
    "jesigne jetelecede jetelelaisse jetelaisse jetecede dealconclu deal cameva cavapourmoi cameconvient j'approuve "
    "japprouve approuve jadhere accordsigne choseconclue cestvendu cestconclu cestaccepte cestunoui jedisoui disoui "
    "onsigne echangeaccepte offreacceptee marchepasse troquons toppela banco preneur preneuse suispreneur "
    "suispreneuse jesuispreneur jesuispreneuse camarche caroule topons toponsla onyva cestparti paricilesoja "
    "faispeter jedisbanco dealaccepte approuvee signe cestsigne jesuistonhomme jesuistafemme jesignedesdeuxmains "
    "signedesdeuxmains tonpimentpart prendsmonpiment echangeconclu trocconclu trocaccepte vapourlechange jetope",
    "concluding": "donc ducoup accepte jaccepte j'accepte jeprends jprends jeleprends vendu adjuge",
    "hedging": "avec sous contre apres jusqu' des quand lorsque paie paye payes promets promis moyennant tantque "
    "aussitot par rends prete supposons",
    "terms": "offre echange echanges troc deal affaire proposition prix tarif negociation",
}
NUMBERS: Final = {1: "un une seul seule", 2: "deux paire", 3: "trois", 4: "quatre", 5: "cinq"}
LETTERS: Final = {"œ": "oe"}
SPELLINGS: Final = {
    **dict.fromkeys(("jsuis", "chuis", "chui"), "je suis"),
    "jveux": "je veux",
    "jprefere": "je prefere",
}
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
    "oeilnoir": "cornille cornilles oeil yeux yeuxnoirs oeilsnoirs noir noirs harrychaos",
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
