"""What people type in English when they trade."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

MEANINGS: Final = {
    "for": "for against inexchangefor inreturnfor",
    "give": "give giving offer offering sell selling trade trading swap swapping exchange letyouhave",
    "they give": "gives",
    "to give": "",
    "to present": "",
    "have": "have got",
    "they have": "has",
    "sought": "wanted",
    "want": "want wants wanna need needs seek seeking looking lookingfor search searching searchingfor get gets "
    "liketohave wanttohave wouldlike wouldliketohave i'dlike i'dliketohave idlike buy buying letmehave",
    "take": "take",
    "they get": "",
    "to get": "",
    "mine": "my mine our",
    "yours": "your yours",
    "self": "i i'll ill i'd id i'm im i've we we'll let's lets",
    "me": "me us",
    "may": "can could may might",
    "others": "anyone anybody somebody someone who who's",
    "you": "you u he she they",
    "gift": "gift gifts present free nothing givingaway giveaway",
    "everybody": "all everyone everybody table",
    "or": "or",
    "not": "not no none never nobody noone don't dont doesn't won't wont can't cant cannot wouldn't without except "
    "anything everything",
    "filler": "would like please pls plz and plus with the of to an bean beans card cards x as is there any some from "
    "here do does be in return deal it so also just this these at what about how hey hi ok okay well him her them "
    "for's now help if then rather dear very happy thanks",
}
ASKING: Final = {
    "what": "what what's whats which",
    "cost": "price cost costs worth howmuch howmany",
    "why": "why howcome whatswrong",
    "somebody": "who who's anyone anybody somebody someone everybody everyone",
    "them": "you u y'all",
    "speaker": "i i'd i'll i'm i've",
    "own": "my mine our",
    "wanting": "want wants need needs take takes like likes ask asking seek seeking look looking lookingfor search "
    "searching collect collecting collects use interested after expect demand demanding wish",
    "giving": "give gives giving sell sells selling offer offers offering trade trades trading swap swaps swapping "
    "spare part pay pays exchange lend",
    "having": "have has got hold own",
    "getting": "get getting receive gets",
    "any": "any",
    "anything": "anything something offers",
    "in return": "for against",
    "may": "can could may might",
    "me": "me us",
    "theirs": "your yours",
    "taking": "take",
    "free": "free gift gifts present nothing",
    "negated": "not no none never nobody noone don't won't can't cannot without",
    "condition": "if unless makeit add adding",
    "chatter": "do does did will would should shall must to be is are am it that this the of from with a an some "
    "please then now just so and or didn't wouldn't there here in return else at all "
    "decline refuse say hi hello hey table ok well bean beans card cards by chance maybe perhaps help",
}
ANSWERS: Final = {
    "yes": "yes yeah yea yep yup yas ok okay okey sure deal done agreed agree accept accepted fine alright great "
    "perfect good gladly absolutely definitely certainly itsadeal illtakeit takeit illtakethat itake soundsgood "
    "soundsfair fairenough imin goforit letsdoit letsdothat withpleasure noproblem ofcourse whatabargain",
    "no": "no nope nah nay noway nodeal nothanks nothankyou nothx notinterested notnow nottoday notreally rathernot "
    "sorry decline refuse reject pass maybelater later never illpass notforme nochance",
    "polite": "thanks thank thx ty you please pls i i'm i'd i'll it it's its a the that this then well oh hey hi and "
    "so very much for now me too mate friend my dear afraid really actually quite offer your let's hmm",
    "but": "but",
}
NUMBERS: Final = {1: "a an one", 2: "two both pair", 3: "three", 4: "four", 5: "five"}
LETTERS: Final[Mapping[str, str]] = {}


def forms(name: str, typed: str) -> set[str]:
    """`reds`, `redbeans`."""
    return {typed + "s", typed + "es", typed + "bean", typed + "beans"}
