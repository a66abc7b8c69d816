"""Sentences of bots. Each occasion has several variants; `{kinds}` are cards as the object of a sentence."""

from typing import Final

from tobean.i18n.catalogues import N_

BOT: Final = "bot"
"""Context of these texts in the catalogues."""

COMMON: Final[dict[str, tuple[str, ...]]] = N_(
    {
        "offer": ("Does anybody have {kinds}?", "I could use {kinds}.", "{kinds}, that would suit me."),
        "gift": ("Who would like {kinds}?", "Take {kinds}, please.", "{kinds}, free to a good field."),
        "counter": (
            "Nearly. For {kinds} we have a deal.",
            "Give me {kinds} and it is yours.",
            "How about {kinds} instead?",
        ),
        "other cards": (
            "I could give you {kinds} instead.",
            "Not that, but {kinds} you could have.",
            "How about {kinds} from me instead?",
        ),
        "worth a harvest": (
            "{kinds} would pay even if you have to harvest for it.",
            "You would have to harvest, but {kinds} would pay.",
            "{kinds}: worth a harvest to you, I believe.",
        ),
        "accept": ("Done!", "Gladly.", "That suits us both."),
        "thanks": ("Thank you!", "Very kind of you.", "Oh, for me? Thanks!"),
        "no room": (
            "I have no room for {kinds}.",
            "My fields are full; {kinds} would cost me a harvest.",
            "Where would I put {kinds}?",
        ),
        "no use": ("{kinds}? Not for me.", "I have no use for {kinds} now.", "{kinds} would not help me."),
        "too little": ("That is too little for me.", "You will have to offer more.", "Not for that price."),
        "helps you": ("That would help you more than me.", "You would like that, I believe.", "A fine deal, for you."),
        "not from me": ("No {kinds} from me this time.", "{kinds}? Not from me.", "I cannot help you with {kinds}."),
        "grow it myself": ("I grow {kinds} myself.", "{kinds}? I want that myself.", "My own field wants {kinds}."),
        "for nothing": ("Not for nothing.", "And what do I get for it?", "What would you give me for it?"),
        "one card": ("Not for one card.", "One card is too little for me.", "For one card? No."),
        "not now": (
            "Not now: we can trade in your turn or in mine.",
            "We have to wait until one of us trades.",
            "Ask me again when it is your turn or mine.",
        ),
        "offer stands": ("My offer stands.", "You have my offer already.", "Look: my offer lies on the table."),
        "no thanks": (
            "A kind thought, but no.",
            "Thank you, but I have to say no.",
            "Please give it to another player.",
        ),
        "my price": ("For {kinds} it is yours.", "I would take {kinds} for it.", "{kinds}, and we have a deal."),
        "my bid": ("I would give you {kinds} for it.", "I can offer {kinds}.", "{kinds}: would that do?"),
        "my gift": ("You can have it: {kinds} for free.", "Take {kinds}, I ask nothing for it.", "{kinds}: a present."),
        "as a gift": ("I would take it as a gift.", "For free I would take it.", "I have nothing to give for it."),
        "my wishes": ("I am looking for {kinds}.", "I would like to have {kinds}.", "{kinds} would help me."),
        "no wishes": ("I am looking for nothing just now.", "I have all I need.", "Nothing in particular."),
        "my goods": ("I could do without {kinds}.", "I could give you {kinds}.", "{kinds}, if the price is right."),
        "no goods": ("I have nothing to give away just now.", "I need all that I have.", "Nothing at the moment."),
        "good harvest": ("What a harvest!", "That was worth the wait.", "Thalers, thalers!"),
        "poor harvest": ("A pity about that field.", "Ah well, it had to go.", "Next time it will be more."),
        "last harvest": (
            "Quickly, before the pile is empty.",
            "I bring that in while I can.",
            "Better now than never.",
        ),
    },
    context="bot",
)
"""Sentences of all personalities, by occasion."""

VOICES: Final[dict[str, dict[str, tuple[str, ...]]]] = N_(
    {
        "generous": {
            "gift": ("My treat: {kinds}!",),
            "accept": ("For you, gladly!",),
            "too little": ("I would love to, but no.",),
        },
        "tough": {
            "too little": ("You must be joking.",),
            "accept": ("About time.",),
            "counter": ("{kinds}. That is my last word.",),
        },
        "patient": {
            "too little": ("I can wait.",),
            "good harvest": ("All good things take time.",),
            "not from me": ("{kinds} will ripen with me.",),
        },
        "chatty": {
            "accept": ("Splendid, splendid, what a day for beans!",),
            "offer": ("My aunt always said: never go home without {kinds}.",),
            "thanks": ("I shall tell everybody how nice you are!",),
        },
        "quiet": {"accept": ("Yes.",), "too little": ("No.",), "thanks": ("Thanks.",)},
        "careful": {
            "accept": ("I have counted twice: yes.",),
            "helps you": ("I know where that would lead.",),
            "last harvest": ("Safe is safe.",),
        },
        "bold": {
            "accept": ("Why not!",),
            "offer": ("Come on, who dares give me {kinds}?",),
            "poor harvest": ("Nothing ventured, nothing gained.",),
        },
        "fair": {
            "accept": ("A fair deal.",),
            "counter": ("For {kinds} it would be fair.",),
            "helps you": ("That would not be fair.",),
        },
    },
    context="bot",
)
"""Sentences of one personality only, by its name and occasion."""
