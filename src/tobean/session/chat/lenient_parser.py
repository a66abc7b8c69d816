"""Lenient parsing of typed deals: unknown words are skipped if they cannot change the meaning."""

import re
from collections.abc import Sequence
from typing import Final

from tobean.i18n.languages.trade_vocabulary import Word
from tobean.kernel.actions import MakeOffer
from tobean.kernel.observation.observation import Observation
from tobean.session.chat.lexicon import (
    COMMA,
    KIND,
    MAX_PHRASE_WORDS,
    NAME,
    Lexicon,
    guess_meaning,
    join_words,
    lexicon,
    words_and_commas,
)
from tobean.session.chat.parsed_deal import Interpretation, Unreadable
from tobean.session.chat.sentence_parser import MAX_TALK_LENGTH, SentenceParser

MAX_SKIPPED_WORDS: Final = 3
"""Maximum number of unknown words that are skipped in a clause with both sides of a deal."""
PAST_FORM: Final = r"ed$|^[a-z]{0,4}ge[a-z]{2,}(?:t|en)$"
"""Pattern of words about the past: "planted", "hergegeben"."""
SUBJECTS: Final = (Word.SELF, Word.YOU, Word.OTHERS, NAME)
"""Words after which an unknown word may be a verb, which could reverse a deal."""
ADDRESSING: Final = (NAME, Word.SELF, Word.YOU, Word.YOURS, Word.MINE, Word.OTHERS, Word.EVERYBODY, Word.YOU_MAY)


def strip_irrelevant_words(text: str, known: Lexicon) -> str:
    """Remove unknown words that do not change a deal.

    These are clauses without a kind and adjectives, as in "Otto my friend, a lovely Soy for your Red, what a bargain",
    and a few other words of a clause that addresses a player and has both sides: "does a Soy for a Red work for you".
    """
    kept: list[str] = []
    is_addressed = "?" in text or any(
        known.get(join_words([word]), ("", 0))[0] in ADDRESSING for word in words_and_commas(text[:MAX_TALK_LENGTH])
    )
    for clause in re.split(r"[,.;:!?]+", text[:MAX_TALK_LENGTH]):
        words = words_and_commas(clause)
        meanings = [known.get(join_words([word])) or guess_meaning(join_words([word]), known) for word in words]
        does = ["" if meaning is None else meaning[0] for meaning in meanings]
        is_aside = KIND not in does and not changes_meaning(words, known)
        strange = [at for at, part in enumerate(does) if not part and not words[at].isdigit()]
        has_sides = Word.FOR in does and KIND in does[: does.index(Word.FOR)] and KIND in does[does.index(Word.FOR) :]
        may_pass = is_addressed and has_sides and len(strange) <= MAX_SKIPPED_WORDS
        for at, word in enumerate(words):
            is_adjective = at + 1 < len(words) and does[at + 1] == KIND
            is_verb = re.search(PAST_FORM, word) or (at > 0 and does[at - 1] in SUBJECTS)
            if at not in strange or not (is_aside or is_adjective or (may_pass and not is_verb)):
                kept.append(word)
        kept.append(COMMA)
    return " ".join(kept)


def changes_meaning(words: list[str], known: Lexicon) -> bool:
    """Whether words change the meaning of a sentence: "forget it"."""
    phrases = [
        join_words(words[at:end]) for at in range(len(words)) for end in range(at + 1, at + 1 + MAX_PHRASE_WORDS)
    ]
    return any(known.get(phrase, ("", 0))[0] in (Word.NOT, Word.UNSETTLING) for phrase in phrases)


def read_deal(text: str, view: Observation, names: Sequence[str]) -> Interpretation:
    """Parse a sentence with unknown words, if the known ones name both sides of a deal."""
    reader = SentenceParser(view, names)
    interpretation = reader.read(strip_irrelevant_words(text, lexicon(view.rules, names, text)))
    action = interpretation.action
    if not isinstance(action, MakeOffer) or not action.cards or not action.wants:
        return Interpretation(None, "word")
    return interpretation if reader.deal.is_explicit else Interpretation(None, "word")


def read_sides(text: str, view: Observation, names: Sequence[str]) -> tuple[list[int], list[int]]:
    """Return the kinds that a sentence gives and wants, skipping unknown words; both empty if they are not certain."""
    reader = SentenceParser(view, names, may_refer=True, is_lenient=True)
    try:
        reader.scan(text)
        reader.check_count()
        return ([], []) if reader.is_vague else reader.deal.gives_and_wants()
    except Unreadable:
        return [], []
