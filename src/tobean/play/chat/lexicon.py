"""Lexicon for typed talk in all languages: kinds with their inflections, numbers, and the meaning of each word."""

import re
import unicodedata
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Final

from tobean.i18n.card_names import kind_name
from tobean.i18n.catalogues import LANGUAGES, SOURCE
from tobean.i18n.languages.trade_vocabulary import TradeVocabulary, Word, trade_vocabulary_of
from tobean.kernel.cards import KIND_NAMES, KIND_OF, Bean
from tobean.kernel.rules import Rules

KIND: Final = "kind"
NAME: Final = "name"
NUMBER: Final = "number"

SIGNS: Final = ("->", "=>", "=")
"""Signs between the given and the wanted side, in all languages."""
GUESSABLE: Final = (KIND, NAME, Word.FOR, Word.GIVE, Word.SWAP, Word.WANT)
"""Meanings of words in which a typo is tolerated. A misread "can't" or "alles" would change the deal."""
MIN_PREFIX_LENGTH: Final = 3
MIN_TYPO_LENGTH: Final = 4
MAX_PHRASE_WORDS: Final = 5


def trade_vocabularies() -> list[TradeVocabulary]:
    """List the vocabularies of all languages that have one, each once."""
    return list({id(talk): talk for talk in map(trade_vocabulary_of, LANGUAGES)}.values())


def plain(text: str) -> str:
    """Convert to lower case without umlauts and accents: `Weiße Bohne` becomes `weisse bohne`."""
    text = text.lower().replace("→", "->")
    for words in trade_vocabularies():
        for letter, plain_letters in words.LETTERS.items():
            text = text.replace(letter, plain_letters)
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


WORD: Final = r"[a-z]+(?:['-][a-z]+)*[0-9]?|[0-9]+|->|=>|=|/"
COMMA: Final = ","
SHORT_FOR: Final = "4"
"""Typed for "for" as well as for the number."""


def words_of(text: str) -> list[str]:
    """Split a line into words, without punctuation."""
    return re.findall(WORD, plain(text))


def words_and_commas(text: str) -> list[str]:
    """Split a line into words, commas and colons; "4" is spelled out where a number or pronoun follows."""
    found: list[str] = re.findall(rf"{WORD}|{COMMA}", plain(text).replace(":", COMMA))
    for at in range(1, len(found) - 1):
        if found[at] == SHORT_FOR and not found[at - 1].isdigit() and begins_cards(found[at + 1]):
            found[at] = Word.FOR
    return found


def begins_cards(word: str) -> bool:
    """Whether the name of a kind may follow this word: it is a number, an article or a possessive pronoun."""
    return word.isdigit() or known_words().get(join_words([word]), ("", 0))[0] in (NUMBER, Word.MINE, Word.YOURS)


def join_words(words: Iterable[str]) -> str:
    return re.sub(r"(?<=[a-z])(?:['-]|/(?=[a-z]))", "", "".join(words))


def forms_of(name: str, talk: TradeVocabulary) -> set[str]:
    """Return the written forms of a kind's name: `rote`, `rotebohne`, `sau`, `saubohnen`, `reds`, `redbeans`."""
    typed = join_words(words_of(name))
    return {typed} | talk.forms(name, typed)


Meaning = tuple[str, int]
"""Meaning of a word, and its value if it is a kind, a name or a number."""


def known_words() -> dict[str, Meaning]:
    """Return all words except kinds and names."""
    found: dict[str, Meaning] = {}
    for meaning in Word:
        for talk in trade_vocabularies():
            found.update({join_words([word]): (meaning, 0) for word in talk.MEANINGS.get(meaning, "").split()})
    for talk in trade_vocabularies():
        for number, words in talk.NUMBERS.items():
            found.update(dict.fromkeys(words.split(), (NUMBER, number)))
    return {**found, **dict.fromkeys(SIGNS, (Word.FOR, 0))}


def kind_forms(kind: int, game: str | None = None) -> Iterator[str]:
    """Yield the written forms of a kind's name in all languages."""
    yield from forms_of(KIND_NAMES[kind], trade_vocabulary_of(SOURCE))
    for language in LANGUAGES:
        yield from forms_of(kind_name(kind, language, game), trade_vocabulary_of(language))


def card_set_forms(bean: Bean) -> Iterator[str]:
    """Yield the written forms of a kind's names in a card set. Players may type any of them in any language."""
    for _, name in bean.names_by_language:
        for talk in trade_vocabularies():
            yield from forms_of(name, talk)


@lru_cache(maxsize=256)
def lexicon(rules: Rules, names: tuple[str, ...]) -> dict[str, Meaning]:
    """Return all words understood at a table. Kinds take precedence, in all languages and in the card set."""
    found: dict[str, Meaning] = {}
    for bean in rules.beans:
        for kind in (KIND_OF[bean.kind], bean.kind):
            for form in kind_forms(kind, rules.name):
                found.setdefault(form, (KIND, kind))
        for form in card_set_forms(bean):
            found.setdefault(form, (KIND, bean.kind))
    for word, meaning in known_words().items():
        found.setdefault(word, meaning)
    for seat, player in enumerate(names):
        name = join_words(words_of(player))
        for form in (name, f"{name}s"):
            if name:
                found.setdefault(form, (NAME, seat))
    return found


@lru_cache(maxsize=1)
def foreign_words() -> dict[str, int]:
    """Return the names of all kinds of all games."""
    found: dict[str, int] = {}
    for kind in range(len(KIND_NAMES)):
        for form in kind_forms(kind):
            found.setdefault(form, kind)
    return found


def one_letter_off(word: str, other: str) -> bool:
    """Whether one letter is wrong, missing, superfluous, or swapped with its neighbour."""
    if abs(len(word) - len(other)) > 1 or word == other:
        return False
    begin = 0
    while begin < min(len(word), len(other)) and word[begin] == other[begin]:
        begin += 1
    rest, other_rest = word[begin:], other[begin:]
    return (
        rest[1:] == other_rest[1:]
        or rest[1:] == other_rest
        or rest == other_rest[1:]
        or (rest[:2] == other_rest[1::-1] and rest[2:] == other_rest[2:])
    )


def guess_meaning(word: str, known: dict[str, Meaning]) -> Meaning | None:
    """Resolve an abbreviated kind or a word with a typo; None if there is no match or more than one."""
    if len(word) >= MIN_PREFIX_LENGTH:
        starts = {meaning for form, meaning in known.items() if meaning[0] == KIND and form.startswith(word)}
        if len(starts) == 1:
            return starts.pop()
    if len(word) >= MIN_TYPO_LENGTH:
        close = {
            meaning
            for form, meaning in known.items()
            if meaning[0] in GUESSABLE and len(form) >= MIN_TYPO_LENGTH and one_letter_off(word, form)
        }
        if len(close) == 1:
            return close.pop()
    return None
