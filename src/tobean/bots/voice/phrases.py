"""The words of bots. Each occasion has several variants; `{kinds}` are cards as the object of a sentence."""

from __future__ import annotations

from typing import Final

ENGLISH: Final[dict[str, tuple[str, ...]]] = {
    "offer": ("Does anybody have {kinds}?", "I could use {kinds}.", "{kinds}, that would suit me."),
    "gift": ("Who would like {kinds}?", "Take {kinds}, please.", "{kinds}, free to a good field."),
    "counter": (
        "Nearly. For {kinds} we have a deal.",
        "Give me {kinds} and it is yours.",
        "How about {kinds} instead?",
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
    "no thanks": ("A kind thought, but no.", "Thank you, but I have to say no.", "Please give it to somebody else."),
    "good harvest": ("What a harvest!", "That was worth the wait.", "Thalers, thalers!"),
    "poor harvest": ("A pity about that field.", "Ah well, it had to go.", "Next time it will be more."),
    "last harvest": ("Quickly, before the pile is empty.", "I bring that in while I can.", "Better now than never."),
}

GERMAN: Final[dict[str, tuple[str, ...]]] = {
    "offer": ("Hat jemand {kinds}?", "Ich könnte {kinds} gebrauchen.", "Für {kinds} wäre ich zu haben."),
    "gift": ("Wer möchte {kinds}?", "Nimm doch {kinds}.", "Ich verschenke {kinds}."),
    "counter": (
        "Fast. Für {kinds} sind wir uns einig.",
        "Gib mir {kinds}, dann gern.",
        "Und wenn ich {kinds} bekomme?",
    ),
    "accept": ("Abgemacht!", "Gern.", "Davon haben wir beide etwas."),
    "thanks": ("Danke schön!", "Das ist sehr nett.", "Oh, für mich? Danke!"),
    "no room": (
        "Für {kinds} habe ich keinen Platz.",
        "Meine Felder sind voll, {kinds} kann ich nicht anbauen.",
        "Wohin soll ich {kinds} denn setzen?",
    ),
    "no use": (
        "Ich brauche {kinds} nicht.",
        "Mit {kinds} kann ich nichts anfangen.",
        "{kinds} hilft mir jetzt nicht weiter.",
    ),
    "too little": ("Das ist mir zu wenig.", "Da musst du mehr bieten.", "Nicht zu diesem Preis."),
    "helps you": ("Das würde dir mehr helfen als mir.", "Das könnte dir so passen.", "Ein feiner Handel, für dich."),
    "not from me": (
        "Von mir bekommst du {kinds} nicht.",
        "Du willst {kinds}? Nicht von mir.",
        "Mit {kinds} kann ich nicht dienen.",
    ),
    "no thanks": ("Lieb gemeint, aber nein.", "Danke, da muss ich ablehnen.", "Gib das lieber jemand anderem."),
    "good harvest": ("Was für eine Ernte!", "Das Warten hat sich gelohnt.", "Taler, Taler!"),
    "poor harvest": ("Schade um das Feld.", "Na gut, es musste weg.", "Beim nächsten Mal wird es mehr."),
    "last harvest": (
        "Schnell, bevor der Stapel leer ist.",
        "Das hole ich herein, solange es geht.",
        "Lieber jetzt als nie.",
    ),
}

COMMON: Final[dict[str, dict[str, tuple[str, ...]]]] = {"en": ENGLISH, "de": GERMAN}
"""What everybody may say, by language and occasion."""

VOICES: Final[dict[str, dict[str, dict[str, tuple[str, ...]]]]] = {
    "generous": {
        "en": {
            "gift": ("My treat: {kinds}!",),
            "accept": ("For you, gladly!",),
            "too little": ("I would love to, but no.",),
        },
        "de": {
            "gift": ("Ich spendiere {kinds}!",),
            "accept": ("Für dich doch gern!",),
            "too little": ("So gern ich wollte: nein.",),
        },
    },
    "tough": {
        "en": {
            "too little": ("You must be joking.",),
            "accept": ("About time.",),
            "counter": ("{kinds}. That is my last word.",),
        },
        "de": {
            "too little": ("Du machst Witze.",),
            "accept": ("Na endlich.",),
            "counter": ("Dafür will ich {kinds}. Mein letztes Wort.",),
        },
    },
    "patient": {
        "en": {
            "too little": ("I can wait.",),
            "good harvest": ("All good things take time.",),
            "not from me": ("{kinds} will ripen with me.",),
        },
        "de": {
            "too little": ("Ich kann warten.",),
            "good harvest": ("Gut Ding will Weile haben.",),
            "not from me": ("Ich lasse {kinds} bei mir reifen.",),
        },
    },
    "chatty": {
        "en": {
            "accept": ("Splendid, splendid, what a day for beans!",),
            "offer": ("My aunt always said: never go home without {kinds}.",),
            "thanks": ("I shall tell everybody how nice you are!",),
        },
        "de": {
            "accept": ("Prächtig, was für ein Tag für Bohnen!",),
            "offer": ("Meine Tante sagte immer: Geh nie heim ohne {kinds}.",),
            "thanks": ("Ich erzähle allen, wie nett du bist!",),
        },
    },
    "quiet": {
        "en": {"accept": ("Yes.",), "too little": ("No.",), "thanks": ("Thanks.",)},
        "de": {"accept": ("Ja.",), "too little": ("Nein.",), "thanks": ("Danke.",)},
    },
    "careful": {
        "en": {
            "accept": ("I have counted twice: yes.",),
            "helps you": ("I know where that would lead.",),
            "last harvest": ("Safe is safe.",),
        },
        "de": {
            "accept": ("Ich habe zweimal gerechnet: ja.",),
            "helps you": ("Ich weiß, wohin das führt.",),
            "last harvest": ("Sicher ist sicher.",),
        },
    },
    "bold": {
        "en": {
            "accept": ("Why not!",),
            "offer": ("Come on, who dares give me {kinds}?",),
            "poor harvest": ("Nothing ventured, nothing gained.",),
        },
        "de": {
            "accept": ("Warum nicht!",),
            "offer": ("Na los, wer traut sich und gibt mir {kinds}?",),
            "poor harvest": ("Wer nicht wagt, der nicht gewinnt.",),
        },
    },
    "fair": {
        "en": {
            "accept": ("A fair deal.",),
            "counter": ("For {kinds} it would be fair.",),
            "helps you": ("That would not be fair.",),
        },
        "de": {
            "accept": ("Ein ehrlicher Handel.",),
            "counter": ("Für {kinds} wäre es ehrlich geteilt.",),
            "helps you": ("Das wäre nicht gerecht.",),
        },
    },
}
"""What only one personality says, by its name, language and occasion."""
