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
    "you": "you u ya you've you'll you'd he she they",
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
    "yes": "yes yeah yea yep yup yas ok okay okey sure deal done agreed agree accept accepted fine alright great "
    "perfect good gladly absolutely definitely certainly itsadeal illtakeit takeit illtakethat itake soundsgood "
    "soundsfair fairenough imin goforit letsdoit letsdothat withpleasure noproblem ofcourse whatabargain youreon "
    "worksforme gotadeal haveadeal youvegotadeal youhaveadeal letsgo gotyourselfadeal youvegotyourselfadeal "
    "youhaveyourselfadeal gotyourselfatrade illtake iwilltake illgowith illgofor igowith hereyougo handsdown taking "
    "imtaking goon works happyto doit illdoit behappyto surething soundsgoodtome finebyme finewithme illdothat "
    "mypleasure youwin thatwouldbegreat wouldbegreat",
    "no": "no nope nah nay noway nodeal nothanks nothankyou nothx notinterested notnow nottoday notreally rathernot "
    "sorry decline refuse reject pass maybelater later never illpass notforme nochance notthistime notthisround "
    "maybenexttime maybenextround nexttime nextround toolittle notenough tooexpensive imgood imfine imok imokay "
    "toomuch nicetry keepit forgetit forgetaboutit latermaybe maybeanothertime sry illpasson passon sayno havetosayno "
    "dontthinkso idontthinkso noroom nocando dontwantit dontneedit dontwantthat dontneedthat",
    "polite": "thanks thank thx ty you please pls i i'm i'd i'll it it's its a the that that's this then well oh hey "
    "hi and so very much for now me too mate friend my dear afraid really actually quite offer your let's hmm whynot "
    "wait last to though anyway do gotta say one yourself",
    "but": "but",
    "doubt": "not don't can't cannot won't wouldn't couldn't doesn't add more only if makeit instead rather better "
    "nothing help helps",
    "thinking": "hm letmethink letmesee letmelook onesec onemoment moment second wait thinking think lol haha brb "
    "hello",
    "take back": "withdraw takebackmyoffer takemyofferback takeitback takethatback cancel scrap nevermind "
    "forgetmyoffer forgetmylastoffer",
}
REPLIES: Final = {
    "negation": "notinterested notinterestedin not no noway don't doesn't won't can't cannot wouldn't couldn't isn't "
    "aren't ain't never neither nor none",
    "keeping": "keep keeping stick stickwith stickingwith stickto hold holding holdon holdonto holdingonto stay stays "
    "staying hangonto hangingonto saving",
    "adding": "add adding adds throwin throwingin tossin ontop chuckin",
    "also": "too aswell also both",
    "only if": "if onlyif unless provided aslongas",
    "instead of": "insteadof ratherthan inplaceof",
    "rather": "instead rather prefer i'dprefer",
    "make it": "doitfor makeit madeit makethat raiseitto",
    "taking off": "youtake yougettotake youalsotake takeoff",
    "needing": "notinterested notinterestedin need want use like help helps dofor needing care interested after "
    "collect collecting plant",
    "parting": "give giving part parting partwith partingwith sell selling trade trading swap swapping have has got "
    "spare for let",
    "obtaining": "get give gives hand throw include",
    "comparing": "worth than",
    "matching": "works worksforme soundsgood soundsfair soundsgreat looksgood isfine isok isokay isgood finebyme "
    "finewithme soundsgoodtome suitsme isadeal isdeal",
    "firm": "deal agreed accept accepted nope nah",
    "undecided": "or sayno which why maybe perhaps almost",
}
NUMBERS: Final = {1: "a one single", 2: "two pair", 3: "three", 4: "four", 5: "five"}
LETTERS: Final[Mapping[str, str]] = {}
CLITICS: Final = ""


def forms(name: str, typed: str) -> set[str]:
    """`reds`, `redbeans`."""
    return {typed + "s", typed + "es", typed + "bean", typed + "beans"}
