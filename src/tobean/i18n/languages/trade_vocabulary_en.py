"""English trading vocabulary."""

from collections.abc import Mapping
from typing import Final

MEANINGS: Final = {
    "for": "for against inexchangefor inreturnfor",
    "in turn": "inexchange inreturn",
    "give": "give giving offer offering sell selling letyouhave partwith partingwith handover handingover letgoof "
    "throwin throwingin pay paying paywith payingwith bid canspare couldspare hand handme passme slipme interestyouin "
    "temptyouwith coughup coughsup shellout forkover slideme",
    "swap": "trade trading swap swapping exchange exchanging",
    "they swap": "",
    "to swap": "",
    "i give": "getridof gettingridof",
    "they give": "gives",
    "to give": "",
    "to present": "",
    "have": "have got",
    "i have": "",
    "like": "",
    "they have": "has",
    "sought": "wanted",
    "offered": "isyours areyours isallyours areallyours",
    "for sale": "isupforgrabs upforgrabs areupforgrabs isforsale forsale goingcheap goingbegging needsanewhome goesto",
    "want": "want wants wanna need needs seek seeking looking lookingfor search searching searchingfor get liketohave "
    "wanttohave wouldlike wouldliketohave i'dlike i'dliketohave idlike buy buying letmehave i'dlove i'dlovetohave "
    "wouldlove wouldlovetohave coulduse canuse gimme interested interestedin after hunting huntingfor shortof inneedof "
    "hopingfor require letmeget couldreallyuse ratherhave prefer",
    "i want": "",
    "take": "take here's",
    "they get": "gets",
    "to get": "",
    "mine": "my mine our",
    "yours": "your yours ur",
    "self": "i i'll ill i'd id i'm im i've ive we we'll let's lets",
    "me": "me us",
    "may": "can could may might",
    "you may": "",
    "others": "anyone anybody somebody someone who who's who'll who'd whoever someone's somebody's anyone's anybody's",
    "you": "you u ya you're you've you'll you'd he she they",
    "gift": "gift gifts present free nothing givingaway giveaway idontneedanythingback idontneedanything "
    "idontwantanything nocharge nostringsattached nocost onthehouse onme free4all foryourtrouble offmyhands",
    "everybody": "all everyone everybody table",
    "or": "or /",
    "not": "not no none never nobody noone don't dont doesn't won't wont can't cant cannot wouldn't without except "
    "anything everything gave given took taken traded swapped sold had lost",
    "suggest": "whatabout howabout",
    "please": "please pls plz",
    "it": "it that them those",
    "other": "stick sticking chill chills chilling sting glue clue blur greed greet read reads rods grow haveto hasto",
    "unsettling": "many much few couple worth second another insteadof inplaceof ratherthan keep keeping kept hold "
    "holding beat than enough too rate dream joking kidding add adding unless otherwise else less cheaper better worse "
    "already last was were did make hate ruin lend borrow wreck crazy rip ripoff insane serious seriously greedy "
    "either neither stupid silly ridiculous laughable unfair bad terrible awful horrible joke nonsense wish robbery "
    "unbelievable impossible doubt doubts pointless useless waste said says asked told promised hopefully forgetit "
    "forgetaboutit noway his their hers theirs",
    "and": "and",
    "both": "both",
    "filler": "would will like plus with the of to an bean beans card cards x as is there any some from here do does "
    "be in deal it's so also just this these at what about how hey hi ok okay well him her for's now help if then "
    "rather dear very happy thanks thx back lyingaround atthemoment today guys folks still really maybe perhaps comeon "
    "heresthedeal lastoffer lasttry lastchance mylastoffer takers yes yeah bout straight offyou offme anyday badly "
    "only more outthere anyway whatdoyousay whatdoyouthink idontneedit idontneedthem idontneedthese instead yesorno "
    "nomore nothingmore nothingelse nomatterwho doesntmatterwho youdontneed youdontwant theydontneed theydontwant "
    "ifyoudontmind whynot firstcomefirstserved tellyouwhat",
    "padding": "people begging but even actually honestly gladly happily willing able ready tempted consider "
    "considering say fair friend mate buddy pal dude man bro tbh imo btw up off over out away hmm haha lol sounds "
    "cheap fromyourhand fromyou fromme sure alright perfect",
}
ASKING: Final = {
    "what": "what what's whats which",
    "cost": "price cost costs worth howmuch howmany whatwouldittake whatdoesittake",
    "bidding": "worthtoyou worthtoanyone worthtoanybody worthtosomeone",
    "why": "why howcome whatswrong",
    "somebody": "who who's who'll who'd whoever anyone anybody somebody someone everybody everyone someone's "
    "somebody's anyone's anybody's anyoneelse takersfor",
    "them": "you u ya y'all you'd you'll you've",
    "speaker": "i i'd i'll i'm i've tradeyou tradeya swapyou swapya giveyou giveya offeryou sellyou",
    "own": "my mine our",
    "wanting": "want wants need needs take takes like likes ask asking seek seeking look looking lookingfor search "
    "searching collect collecting collects use interested after expect demand demanding wish fancy keen hunting "
    "missing accept takersfor",
    "giving": "give gives giving sell sells selling offer offers offering trade trades trading swap swaps swapping "
    "spare part pay pays exchange lend gimme getridof ridof partwith letgo letgoof handover helpmeout helpmeoutwith "
    "tradeyou tradeya swapyou swapya giveyou giveya offeryou sellyou",
    "having": "have has got hold holding own",
    "getting": "get getting receive",
    "receiving": "isyours areyours gets",
    "any": "any",
    "anything": "anything something offers",
    "in return": "for against inexchange inreturn",
    "may": "can could may might",
    "me": "me us gimme helpmeout helpmeoutwith",
    "theirs": "your yours ur",
    "taking": "take",
    "free": "free gift gifts present nothing",
    "negated": "not no none never nobody noone don't doesn't won't can't cannot without isn't ain't",
    "never": "never nobody noone none",
    "condition": "if unless than makeit add adding",
    "except": "except butnot anythingbut anyonebut anybodybut everyonebut everybodybut",
    "past": "gave given took taken traded swapped sold had lost thanksfor thankyoufor thxfor",
    "liking": "",
    "swapping": "trade trades trading swap swaps swapping exchange",
    "pointing": "thatone thisone thoseones theseones theotherone theotherones oneofthose oneofthem",
    "chatter": "do does did will would should shall must to be is are am it it's that this the of from with a an some "
    "please then now just so and or didn't wouldn't there here in return else at all decline refuse say hi hello hey "
    "table ok well bean beans card cards by chance maybe perhaps help / moment still badly haveto hasto whatabout "
    "howabout make makes outthere takers offyou offme anyday only more come on whatdoyousay whatdoyouthink",
}
ANSWERS: Final = {
    "yes": "go yes yeah yea yah yep yup yas yass yis yessir yesplease ok okay okey kk okie okeydokey okeydoke "
    "okiedokie oki sure surething shure deal done agreed alright alrighty allright aight ight righto rightyo rightoh "
    "rightthen verywell wellalright aye absolutely definitely certainly gladly totally indeed naturally undoubtedly "
    "roger rogerthat copythat affirmative bet yay woohoo hooray hurray amen yaas oui ja yuh mhm mmhm uhhuh yesyes "
    "okok obviously duh youbet youbetcha betcha ofcourse forsure fosho defo defs def hellyeah hellyes heckyeah "
    "goshyes tooright whyyes indubitably byallmeans anytime bravo yeehaw fine y ya lovelyjubbly jubbly ye yeh yee ofc "
    "obvs obv totes lesgo lessgo letsgooo yeppers yeppo yuppers surely mostcertainly heckyea hellsyeah hellyea "
    "yessiree okiedoke kewl cool yip yaaas aighty alrightythen sureee deffo cert certs k coolbeans",
    "agreeing": "accept accepted accepting iaccept agreeto iagree imdown downforthat downwithit downwiththat imin "
    "countmein imon youreon urona ureon yoreon uron imgame gamefor imonboard onboard withyou imwithyou imhappywith "
    "happywith happywiththat behappyto imsold sold soldto shakeonit shakeonthat letsshake shake handshake itsadeal "
    "isadeal isdeal gotadeal haveadeal youvegotadeal youhaveadeal youvegotyourselfadeal youhaveyourselfadeal "
    "gotyourselfadeal gotyourselfatrade gotyourselfaswap wehaveadeal wegotadeal wevegotadeal illtakeit takeit "
    "illtakethat illtakethose itake itakeit illtake iwilltake wouldtake takingit imtaking illgowith illgofor igowith "
    "goforit gofor letsdoit letsdothat letsdothis letsdo dothis letsgo letstrade letsswap letsroll letshaveit "
    "letsmakeithappen makeithappen makeitso letsmakeadeal illdoit illdothat illdo iwilldoit doneanddone doneanddusted "
    "illbite goonthen goahead gotforit grabit snapitup illhaveit illhavethat illhavethose haveit youcanhaveit "
    "youcanhave youmayhave canhave haveitthen itsyours isyours allyours itsallyours youcantakeit youcantake youcanget "
    "hereyougo hereugo hereitis hereyouare hereshave heresyour heresmy heres herehave thereyougo thereugo yougotit "
    "ugotit youvegotit handitover handover sendit sendover sendthemover sendovertosoy giveitover giveithere "
    "giveittome gimmeit passitover comingrightup comingyourway onitsway ontheway headingyourway worksforme thatworks "
    "itworks workforme workfineforme workwell finebyme finewithme goodbyme okbyme okwithme okbyyou coolwithme "
    "coolbyme okayforme goodforme goodwithme imgoodwith goodwiththat goodtogo suitsme suitus suitusboth soundsgood "
    "soundsfair soundsgreat soundslikeaplan soundslikeadeal soundsperfect soundsgoodtome soundsfine soundsok "
    "soundsreasonable looksgood looksfair looksgoodtome fairenough fairtrade fairswap fairdeal straightswap evenswap "
    "withpleasure mypleasure pleasure mytreat bemyguest noproblem noproblemo noprob noprobs noworries nobother "
    "nosweat nodoubt noquestion noquestions nobrainer nobiggie noobjection noobjections nocomplaints nocomplaint "
    "noissue noissues noharm noharmdone nothingtolose notaproblem notaproblematall notanissue notabother "
    "notabotheratall nohesitation noreasonnot np nps nw nocomplaintsfromme noneedtoask noneedtothink nodebate "
    "noarguments noargumentsfromme noargument noobjectionsfromme dontmindifido dontmind idontmind wouldntmind "
    "dontcaretakeit cantcomplain mustntgrumble cantargue cantarguewiththat cantarguewith cantsayno couldntsayno "
    "cantrefuse cantresist cantturnthatdown cantgowrong cantbeat cantbeatthat cantpassthatup cantpass cantlose "
    "cantfault whynot whatthehell whattheheck whythehellnot whocouldsayno thatllbefine thatdbefine thatllbegreat "
    "thatlldo thatwilldo thatlldonicely itlldo itwilldo thatdobe dealsadeal adeal greenlight thumbsup heckyes "
    "getsmyvote gotmyvote gotmyblessing myblessing bookit locksitin lockitin signmeup wheredoisign imconvinced "
    "convincedme youconvincedme youvetwistedmyarm twistedmyarm twistmyarm yououtdidyourself justwhatineeded "
    "whatineeded whatineed whatiwanted waslookingfor ivebeenlookingfor justthething aslongasyourehappy asyouwish "
    "asyoulike ifyoumust ifyouinsist ifyoulike ifyouwant ifyousayso ifthatswhatyouwant ifithelps ifithelpsyou "
    "ifithelpsusboth ifyoureallywant ifyoureallyneed sayyes isayyes itsayes ayesfromme thatsayes itsayesfromme "
    "isupposeso isuppose iguess iguessso ireckon ireckonso consideritdone consideritagreed bobsyouruncle itsonlyfair "
    "onlyfair itsadate seemsfair seemsgood seemsfine seemsreasonable seemsok seemslikeafairdeal isfine isokay isok "
    "isgood isgreat isfair isperfect isalright thatsfine thatsok thatsokay thatsfair thatsgood thatsgreat thatscool "
    "thatsalright thatsafairdeal gratefully mutuallybeneficial winwin everybodywins everyonewins webothwin "
    "dealaccepted approved confirmed settled thatssettled wecandothat candothat cando willdo couldagree icanagree "
    "agreeable agreeabletome icanlivewiththat canlivewith canlivewiththat icouldlivewith beenwaitingfor "
    "beenwaitingforthat welltakeit hitme ringitup haveyourself dealtime youtwistedmyarm intoit imforit allforit "
    "imallforit happyswapping tradeaway swapaway bringiton morethanhappy morethanfair morethanwelcome neverbetter "
    "nothingbetter couldntbebetter cantgetbetter couldntaskformore whatmorecouldiwant whatmorecouldiaskfor "
    "betterandbetter evenbetter allthebetter somuchthebetter iwasgoingtothrowitaway hundredpercent 100 10/10 110 "
    "youneeditmore youneeditmorethanme youneeditmorethanido whatabargain whatadeal howkind againstmybetterjudgement "
    "againstmybetterjudgment beforeanyoneelse beforesomeoneelse beforesomebodyelse beforeanybodyelse "
    "beforeyouchangeyourmind musictomyears doctorordered hadmeat youhadme imfinewith imfinewiththat imfinewithit "
    "imokwith imokwiththat imokaywith imokaywiththat imcoolwith imcoolwiththat imfineby imgoodtogo illtrade "
    "illtradeyou illswap illswapyou itrade iswap happytotrade happytoswap happytooblige heresmychili wouldnthurt "
    "hopingyoudask hopingyouwouldask waitingforyoutoask icoulduse icouldusea coulduseone hereyougothen iwillaccept "
    "illaccept imaccepting iwilltrade gladtoaccept agree idontseewhynot dontseewhynot noneedtoasktwice "
    "morethanreasonable nothingwrong nothingwrongwith nothingwrongwiththat cantthinkofareason myhonour myhonor "
    "anhonour anhonor doingbusiness pleasuredoingbusiness thatllwork thatdwork noskinoffmynose skinoffmynose nostress "
    "nodrama nofuss saynomore cantwait nohardfeelings imalrightwith okwith okaywith alrightwith coolwith finewith "
    "sayless seewhynot needtoasktwice noneedtothinktwice wouldlovethat wouldlovethatone idlovethat idlovethis "
    "idloveto whateveryousay whateveryouwant ifimust ifihaveto beggarscantbechoosers couldbeworse "
    "nothingbetteroffered swapsies takeitaway takeitoff hurryupandtakeit comingup thatsme considerme "
    "considermeconvinced soinforthis imsoin soin yoursforthetaking isyourstotake goodswap itsyourssyours heckyeah "
    "lovelyjubbly jubbly jubblys wereon weregood andweregood gimmegimme gimme gimmethat dontmindatall nocap lifesaver "
    "yourealifesaver youreastar youlegend yourtrade youlldo imsoldonit thereyago iwasafter wasafter allright "
    "ohallright gotatrade youvegotatrade gotaswap wouldhappily idhappily happilydo illhappily doit "
    "cantseeareasonnotto notrouble notroubleatall pleasedo talkedmeinto talkedmeintoit noobjectionwhatsoever iwill "
    "ishall justwhatineed gotourselvesanagreement gotourselvesadeal illgladly gladlyaccept rightyouare anythingforyou "
    "notgoingtoargue notgoingtoarguewith notgoingtoarguewiththat wontargue wontarguewiththat notarguing "
    "notarguingwith nothingtonegotiate ilikeit couldnthaveaskedformore iwashopingyoud iwashopingyouwould "
    "washopingyoud nottooproud readmymind makethattrade makethetrade answerisyes canworkwith canworkwiththat "
    "icanworkwiththat whatimafter considerittraded swapthem bestofferallnight bestofferallday bestofferalldaylong "
    "bestofferyet bestoffersofar noneedtohaggle nowweretalking illpartwith exactlywhatmyfieldneeds welcometomyfield",
    "good": "good great nice lovely brilliant excellent awesome amazing wonderful fantastic superb splendid "
    "marvellous marvelous fabulous terrific super swell sweet neat sick dope ace beaut ideal fair reasonable decent "
    "acceptable solid generous kind sensible useful helpful handy best betterthannothing betterthannowt bargain steal "
    "win score wins benefits fit fits fitsme fitsmyfield fitsperfectly helps helpme helpsme helpusboth helpsusboth "
    "helpsus delighted happy pleased glad chuffed thrilled stoked loveit loveitthen like enough goodenough okish "
    "suitable satisfactory tidy magic grand wicked legend lifesaver star justright tops top boom cheers ta ty tyvm gg "
    "dandy hunkydory peachy smashing jolly beautiful convenient satisfied satisfying perfect cool works suits "
    "precisely youwin idloveto idliketo iwouldloveto iwouldliketo fab whata hardbargain oneforone onetoone",
    "why not": "whynot whyevernot whythehellnot whythehecknot dontmindifido whatslose whatvigottolose "
    "whatveigottolose whathaveigottolose whatdoihavetolose whatstolose wheredoisign ynot whywouldnti whyshouldnti "
    "whowouldnt whowouldntwant whywouldinot whywouldntwe whyshouldntwe",
    "no": "no nope nop nah naw nay nae noo noway nowayjose nodeal nothanks nothankyou nothx nty negative nada nein "
    "non nyet notinterested notnow nottoday notreally rathernot sorry soz apologies regretfully unfortunately "
    "unluckily afraid alas regret forgiveme maybelater later latermaybe laterperhaps perhapslater maybeanothertime "
    "anothertime anotherday someothertime someotherday maybenexttime maybenextround nexttime nextround nextturn "
    "nextgame pass illpass passon illpassonthat ipass passing hardpass illpasson nicetry goodtry keepit keepyour "
    "keepyourself keepthat keepitthen forgetit forgetaboutit forgetthat fuggedaboutit fergetit forget dreamon "
    "inyourdreams youredreaming yourdreaming dreaming dreams youwish wishful wishfulthinking fatchance slimchance "
    "nochance notachance asif yeahright yearight yeahno yeahnah surejan goodluckwiththat goodluck bestofluck jogon "
    "piss pissoff getlost getstuffed stuffit stuffthat shoveit shove bugger buggeroff sodoff naff takeahike hike "
    "goaway leaveit leaveout leaveitout leavemealone leavemeout leaveme backoff getoutofhere getoutoftown gtfo stop "
    "stopit overmydeadbody deadbody deadbodies whenhellfreezes hellfreezes freezes pigsfly pigs pigsmightfly "
    "notonyournelly onyournelly yourenuts nuts areyounuts areyoumad areyoukidding areyoucrazy areyouserious "
    "areyouhavingalaugh havingalaugh areyouinsane youmustbe youvegottobe kidding joking jokingright areyoujoking "
    "youremad youremental mental insane bonkers youcantbeserious seriously whatdoyoutakemefor doyouthinkim "
    "whatsinitforme getreal bereal comeoffit pulltheother pulltheotherone pullingmyleg giveover yourehaving "
    "countmeout imout imouttahere outforme illsitthisout sitthisout sitthisoneout sitout stayout notforme nuhuh nuhu "
    "unhunh hellno heckno godno notgonnahappen aintgonnahappen nocando nogo nocigar nosir nosiree nosale nodice nojoy "
    "nopenope outofthequestion unthinkable unacceptable unaffordable notforsale isnotforsale arentforsale staywithme "
    "isstaying aretaken istaken spokenfor needitmyself needthatmyself needthemmyself needthatone needthisone needmine "
    "needitmore needitforme ineeditmore imgood imfine imok imokay imalright imgoodthanks imsetthanks imset allset "
    "allgoodthanks decline whoano saynosorry havetosayno itsano itsanofromme anofromme thatsano wontdo wouldruin ruin "
    "ruins wouldhurt hurts stingy askagain askme askmeagain askmelater tryagain trylater trynexttime tryotto "
    "trysomeoneelse tryanother tryharder someoneelse somebodyelse someother askotto hardluck notonmywatch "
    "wouldhavetoharvest havetoharvest havetodig digup nomore noneforme bye goodbye imafraidnot howaboutno howboutno "
    "betternot prefernot prefernotto soznot wasteoftime wastingmytime waste imdone yuck ew eww blech whatwouldido "
    "whatwouldidowith whatwouldiwant whatwouldi whatamisupposed whatshouldido whatshouldi whatusehaveifor whatuseis "
    "whatgoodis fieldsarefull fieldsareallfull fieldsfull fieldisfull bothfieldsarefull fullfields messup wouldmess "
    "mess below belowvalue wreck wreckmyfield wreckmy takemychances keepdreaming illtakemychances skip illskip "
    "handsoff eatmyhat notonyourlife notinamillion notinathousand notinamillionyears notthisround notthisturn "
    "notthistime notworth notworthit dontthinkso idontthinkso cantafford cantaffordit absolutelynot certainlynot "
    "definitelynot ofcoursenot surelynot probablynot nointerest noroom nospace notgoingto notforall "
    "notalltheteainchina teainchina notdesperate notsodesperate notforthatprice notatthatprice nothankyouverymuch "
    "dontwant dontwantit dontwantthat dontwantto charity refused rejected declined pawsoff mittsoff getyourown "
    "getyourownchili buyyourown ripoff rippingmeoff ripmeoff ripping doubtit idoubtit soonerburn soonereat soonerdie "
    "pfft pff pft psh pshh nuhuhh naur nawh ratherwait waitforsomethingbetter waitforabetter holdoutfor "
    "thisturnperhaps inanotherlife bargepole donewithyou allgood bethatway getoutta getouttahere rude scam trippin "
    "tripping uwish whoevenwants nothappening aintnoway hardno bigno lastthingineed isthelastthing bankrupt overruled "
    "vetoed veto denied takeitoffthetable deadtome notonmy notonmyfarm offlimits movealong keepwalking shopisclosed "
    "shopsclosed bankisclosed notbuying imnotbuying notselling imnotselling feedingyou offthetable soldout "
    "comingoutofmyears overmydead sittingthisoneout sittingthisout",
    "negation": "impossible not dont doesnt didnt wont cant cannot wouldnt couldnt shouldnt shant isnt arent wasnt "
    "aint neednt havent hasnt mustnt none nothing nobody nowt neither nor without hardly barely scarcely nt notany "
    "noone nomore few notso never neverever neverinmylife nowhere rarely seldom nought naught nuthin nuffin nill zero "
    "cannae didnae isnae wouldntdreamof",
    "refusing": "refuse refusing reject rejecting declining sayno sayingno saidno saysno turndown turnthatdown "
    "turnitdown turningdown turningthatdown turnthisdown turningitdown passup passthatup passthisup passitup "
    "passthisoneup resist resisting argue argueswith arguing complain complaining complaints grumble quibble quarrel "
    "fault lose object objection objections hesitate hesitating hesitation hurt harm harming problem issue trouble "
    "doubt doubts miss missout missthis missthat beat goingwrong gowrong fussy picky disagree against askfortwice "
    "asktwice beaskedtwice askmetwice thinktwice bother mind deny secondthought secondthoughts thinkingtwice wrong "
    "anythingwrong tothinkabout todiscuss",
    "bad": "bad terrible awful horrible poor poorer lousy rotten crap crappy shit shitty shite rubbish garbage trash "
    "lame weak stupid silly dumb ridiculous laughable joke unfair unreasonable onesided lopsided uneven unbalanced "
    "ripoff rippedoff rip scam scamming con robbery robbing rob theft daylight steep greedy stingy cheap cheapskate "
    "cheaply tight tightwad mean pathetic pitiful insulting insult offensive outrageous absurd crazy nonsense bs "
    "bullshit bollocks pointless useless worthless worse worst hate disgusting sucks suck expensive pricey costly "
    "overpriced tooexpensive toomuch toolittle toolow toocheap toofew tooless low lowball lowballing notworth peanuts "
    "measly paltry meagre chickenfeed insufficient disappointing disappointed weaksauce ruined loss losing loser "
    "exploit exploiting exploited swindle swindler crook cheat cheating thief highway daft bonkersdeal worthmore "
    "worthfarmore worthmuchmore worthtwice worthalotmore worthwaymore morevaluable toovaluable valuable precious "
    "tooprecious insulted shabby dreadful ghastly unbelievable cheeky cheek nerve audacity solittle verylittle "
    "littlefor prettylittle",
    "hard": "hard tough difficult toogood fool foolish idiot mad lying",
    "why": "whywouldi whyshouldi whywouldanyone whyonearthwouldi whythehellwouldi whydowant whyintheworldwouldi "
    "howcouldi howcani howwouldi howcouldanyone howcananyone whocould whocan whowould whoami whyontearth whatuse "
    "whoamito",
    "more": "more extra another additional onemore plus sweeten sweetener sweetenthe sweeter upyour raise raiseit "
    "raiseyour improve improved double doubled twice triple increase upit upped upthe bump throwin throwing bonus "
    "besides anythingelse somethingelse anyother anythingother otherthan otherthing somethingbetter better bettter "
    "abetter higher bigger bestoffer counter counteroffer negotiate haggle bargainwith cough atleast minimum aswell "
    "bundle package topup boost interestme somethingextra something somemore whatelse elsegot different alternative "
    "upgrade nothingless noless nothingunder couple",
    "doubt": "if onlyif rather unless provided providing aslongas otherwise except prefer preferably condition "
    "conditional depends instead once only",
    "because": "because cause cuz coz cos sincebecause justthisonce thisonce thistime justonce onetime owe oweme "
    "youoweme youowe ioweyou owemeone foryou justforyou onlyforyou sinceitsyou asafavour asafavor favour favor "
    "asafriend begrudgingly reluctantly grudgingly dontmakeahabit habit dontgetusedtoit usedtoit donttell "
    "donttellanyone rememberthis nexttimeitsmyturn nexttimeyou youowemeone butnexttime",
    "own use": "myself mineself ownuse formyself formyown still last myonly mylast onlychili",
    "plenty": "already enough plenty loads lots tons ton sickof fullof heaps toomany full stuffed occupied",
    "asking": "what whats which who whos where when how why whom whose doyou didyou areyou isit isthat haveyou haveu "
    "willyou wouldyou canyou couldyou doesit areu",
    "thinking": "letmethink letmesee letmelook letmecheck letmecount onesec onemoment onemin onemo oneminute moment "
    "second sec secs min mins minute wait hang hangon holdon holdup thinking ponder pondering considering consider "
    "mull contemplate lol haha brb hello notsure imnotsure notsureyet unsure notcertain undecided ondecided decide "
    "decideyet decisions decision maybe perhaps possibly might mightbe dunno dontknow idk interesting tempting "
    "tempted intriguing curious depends dependson areyousure whatdoyouthink tricky toughone toughcall toughcookie "
    "toughchoice toughdecision hardone hardchoice harddecision toughquestion closecall thinkaboutit sleeponit "
    "gimmeasec givemeasec givemeasecond givemeamoment givemeaminute gimmeaminute bearwithme doihaveto sayagain "
    "comeagain goodquestion goodpoint goodgame goodgrief goodmorning goodevening goodnight goodheavens goodlord "
    "niceweather nicefields nicefield nicefarm niceplay nicemove nicework wellplayed goodhand goodgoing "
    "howinteresting fence onthefence welldone gotquestion goodforyou greatforyou niceforyou happyforyou goodone "
    "veryfunny yourestyle goodmove greatgame nicegame funny hahaha hilarious hihi lmao rofl hehe right",
    "but": "but however although though",
    "so": "so then therefore hence still anyway and guess",
    "polite": "thanks thank thx tx thnx you please pls plz i im id ill ive it its a an the that thats thatll this "
    "these those then well oh ooh ah hey hi and so very much for now me to too mate friend buddy pal bro dude dear "
    "love hun hon darling babe sweetie lass lad lady sir maam madam my your ur u really actually quite pretty rather "
    "offer trade swap deal exchange proposal idea plan price offers trades let lets wait gotta yourself be am could "
    "can with by of on in at from as all bothofus usboth ofus us we our bothsides each everyone everybody parties "
    "bothparties sides onlyfair here there go get make made makes had got kindly honestly tbh imo imho wellthen man "
    "guys boss chief queen king legend omg god gosh lord jeez geez wow haha lol today tonight old goodold how indeed "
    "okaythen up down out over off finethen certainlythen super such truly ever somuch simply totallyfine especially "
    "bloody damn darn freaking about sorts kinda kindof sortof takingitpersonally dontbeoffended nooffence nooffense "
    "pieces ones hm hmm hmmm hmmmm um umm uh uhm er erm err welp whew phew huh hmph eh thankyou thankyousomuch just "
    "yourewelcome youarewelcome notgonnalie cantbelieve cantbelieveit believe ugh sigh bruh bruv luv kindsir milady "
    "wesh fam homie exactly goon one bean beans youknowwhat young sweetheart honey grandma grandpa granny grandad "
    "child kiddo kid pet ladies gentlemen mister missus partner captain champ chum fella folks amigo neighbour "
    "neighbor nicely perfectly wonderfully beautifully entirely fully completely whatsoever part side ourselves "
    "agreement arrangement think guess sounds seems shall will asking do have may auntie uncle sis brother sister is "
    "are bargain drive conditions",
    "take back": "withdraw takebackmyoffer takemyofferback takeitback takethatback cancel scrap nevermind "
    "forgetmyoffer forgetmylastoffer",
}
REPLIES: Final = {
    "keeping": "keep keeping stick stickwith stickingwith stickto hold holding holdon holdonto holdingonto stay stays "
    "staying hangonto hangingonto hanging saving save clinging hoard hoarding",
    "adding": "add adding adds throwin throwingin tossin toss ontop chuckin chuck include including addin addon "
    "alongwith added addson",
    "also": "too aswell also both",
    "only if": "if onlyif unless provided aslongas",
    "instead of": "insteadof ratherthan inplaceof instead",
    "rather": "instead rather prefer i'dprefer",
    "make it": "doitfor makeit madeit makethat raiseitto",
    "taking off": "youtake yougettotake youalsotake takeoff",
    "needing": "need needed want wanted use like help helps dofor needing care interested interest after collect "
    "collecting plant planting grow growing plans usefor requires require completes completing finish finishing "
    "collection i'dlove idlove missing liked lacking",
    "parting": "getridof getrid rid spare sparing surplus spareone gotspare offload offmyhands clogging outofmyway "
    "useless getoffmyhands letgo partwith goingspare inmyway toomany plenty loads lots tons ton sickof fedupwith "
    "unload dump shed burning",
    "handing over": "give giving get getting take trade trading swap swapping exchange hand send pass goes gimme "
    "comes sell selling buy passthe passme passmethe passit passyour",
    "obtaining": "get give gives hand throw include",
    "undecided": "or sayno which why maybe perhaps almost",
    "one more": "onemore another anotherone onemoreplease additional",
    "particle": "really totally very just so well quite definitely absolutely gladly happily probably also certainly "
    "honestly actually please surely too gonna go completely",
    "opening": "oh ah well so then hey hmm um ugh ok okay alright and but hm meh now this today uh thanks",
    "saying": "say saying said says",
    "reason": "reason reasons why whynot seeareason seeanyreason seenoreason",
    "would": "i'd id would i'ddie wouldhave haveto must wouldbe",
    "fool": "fool foolish silly mad crazy stupid idiot idiotic insane dumb daft nuts bonkers moron",
    "before": "before",
    "change of mind": "mind changemind changemymind senses regret reconsider wakeup snapsitup rethink",
    "redirecting": "ask try bother pester goask gotry",
    "fields": "field fields room space nowhere",
    "harvesting": "harvest dig plough uproot",
    "later": "nexttime nextround nextturn nextone nextgame",
    "remark": "weather turn game luck iknow know hat joke pun funny hilarious laugh hungry bathroom break back "
    "rightback berightback pizza tired bored hand playing winning rules score shuffle was were had did imhere quiet "
    "loud raining snowing hot cold ibet counted counting count recount",
    "although": "although eventhough evenif evenso",
    "welcoming": "finally hooray yay",
    "settling": "accept accepted accepting iaccept illaccept iwillaccept iagree agreed deal deals adeal itsadeal "
    "isadeal wehaveadeal wegotadeal youvegotadeal youhaveadeal gotadeal dealaccepted imin countmein youreon sold "
    "itsatrade isatrade itsaswap tradeon shakeonit shakeonthat letsshake handshake illtakeit illtakethat illtakethose "
    "itakeit itake illtake iwilltake takingit imtaking imtakingit takeit takeitaway letsdoit letsdothat letsdothis "
    "letstrade letsswap letsmakeadeal illdoit illdothat iwilldoit doneanddone doneanddusted illhaveit illhavethat "
    "haveit youcanhaveit itsyours isyours allyours itsallyours youcantakeit yougotit youvegotit handitover iapprove "
    "approved confirmed iconfirm illtrade iwilltrade illswap itrade iswap trade swap locksitin lockitin signmeup "
    "worksforme finebyme finewithme okbyme okwithme soundsgood imsold imforit imonboard gladlyaccept illgladly "
    "happytotrade happytoswap tradeaccepted offeraccepted letscallitatrade callitatrade callitadeal tradestands "
    "dealstands signedandsealed shipit itsayes ayesfromme thatsayes isayyes mychiliisyours agreedthen donedeal "
    "youhaveyourselfadeal youvegotyourselfadeal gotyourselfadeal gotyourselfatrade pleasuredoingbusiness takemychili "
    "consideritdone goodenoughforme makeitso sobeit hereyougo thechiliisyours illbite welltakeit swapit traded "
    "swapped imgame doneandagreed countusin wevegotadeal wehaveatrade letsshakeonit illshakeonthat soldtoyou "
    "handsshaken thatsadeal thatsatrade thatsaswap makethattrade makethetrade considerittraded swapthem answerisyes "
    "myanswerisyes icanworkwiththat canworkwiththat",
    "concluding": "so accept accepted accepting iaccept illaccept illtakeit illtakethat itakeit imtakingit takingit "
    "imtaking sold dealaccepted tradeaccepted",
    "hedging": "with under after until till once when whenever assuming pay paying promise upon subject pending by "
    "lend owe charge against plus gets skip let lets suppose leave bring show tell find prove",
    "terms": "offer trade swap deal bargain price rate terms proposal exchange business market negotiated negotiation",
}
NUMBERS: Final = {1: "a one single", 2: "two pair", 3: "three", 4: "four", 5: "five"}
LETTERS: Final[Mapping[str, str]] = {}
SPELLINGS: Final = {"bc": "because", "em": "them"}
CLITICS: Final = ""


def forms(name: str, typed: str) -> set[str]:
    """`reds`, `chilies`, `redbeans`; not `soyes`, which is "so yes"."""
    endings = ("s", "bean", "beans") if typed.endswith("y") else ("s", "es", "bean", "beans")
    return {typed + ending for ending in endings}
