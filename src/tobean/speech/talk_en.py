"""What people type in English when they trade."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

MEANINGS: Final = {
    "for": "for against",
    "give": "give giving offer offering sell selling my mine trade swap exchange i'll",
    "have": "have got",
    "they have": "has",
    "sought": "wanted",
    "want": "want wants need needs seek seeking looking search get your yours take liketohave wanttohave",
    "others": "anyone anybody somebody someone who who's",
    "you": "you",
    "gift": "gift gifts present free nothing",
    "everybody": "all everyone everybody table",
    "or": "or",
    "filler": "i i'm im i'd id would like please and plus with the of to an bean beans card cards x as is there any "
    "some from me here do does in return deal it so also just this these at can could what about how hey hi ok well "
    "him her them for's now help",
}
ASKING: Final = {
    "what": "what what's whats which",
    "cost": "price cost costs worth howmuch howmany",
    "why": "why howcome whatswrong",
    "somebody": "who who's anyone anybody somebody someone everybody everyone",
    "them": "you u y'all",
    "speaker": "i i'd i'll",
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
    "chatter": "do does did will would should shall must to be is are am it that this the of from with a an me us some "
    "please then now just so and or not no don't won't didn't wouldn't your yours there here in return else at all "
    "decline refuse say hi hello hey table ok well bean beans card cards by chance maybe perhaps help",
}
NUMBERS: Final = {1: "a an one", 2: "two both", 3: "three", 4: "four", 5: "five"}
LETTERS: Final[Mapping[str, str]] = {}


def forms(name: str, typed: str) -> set[str]:
    """`reds`, `redbeans`."""
    return {typed + "s", typed + "es", typed + "bean", typed + "beans"}
