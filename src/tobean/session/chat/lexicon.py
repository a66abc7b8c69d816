"""Lexicon for typed talk in all languages: kinds with their inflections, numbers, and the meaning of each word."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
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
MAX_PHRASE_WORDS: Final = 6
MIN_JOINED_LENGTH: Final = 7
"""Minimum number of letters of several words that are parsed as one: "me in" is not "mein"."""
MIN_FOREIGN_WORDS: Final = 2
"""Minimum number of words of a second language in a line that is parsed with the words of both."""


def trade_vocabularies() -> list[TradeVocabulary]:
    """List the vocabularies of all languages that have one, each once."""
    return list({id(vocabulary): vocabulary for vocabulary in map(trade_vocabulary_of, LANGUAGES)}.values())


def plain(text: str) -> str:
    """Convert to lower case without umlauts and accents: `Weiße Bohne` becomes `weisse bohne`."""
    text = text.lower().replace("→", "->").replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    for words in trade_vocabularies():
        for letter, plain_letters in words.LETTERS.items():
            text = text.replace(letter, plain_letters)
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


WORD: Final = r"[a-z]+(?:['-][a-z]+)*[0-9]?|[0-9]+|->|=>|=|/"
INNER_MARKS: Final = re.compile(r"(?<=[a-z])(?:['-]|/(?=[a-z]))")
COMMA: Final = ","
SHORT_FOR: Final = "4"
"""Typed for "for" as well as for the number."""


def words_of(text: str) -> list[str]:
    """Split a line into words, without punctuation."""
    return split_clitics(re.findall(WORD, plain(text)))


def split_clitics(words: list[str]) -> list[str]:
    """Detach short words: `j'offre` becomes `j'` and `offre`, `donne-moi` becomes `donne` and `moi`.

    A word that a vocabulary has as a whole stays so: `d'accord`, `i'd`.
    """
    found: list[str] = []
    for word in words:
        is_whole = word.isalnum() or join_words([word]) in every_word()
        found += [word] if is_whole else clitics().sub(lambda part: f" {part[0].strip('-')} ", word).split()
    return found


@lru_cache(maxsize=1)
def clitics() -> re.Pattern[str]:
    """Return the pattern of a short word at the beginning or the end of a word, with the sign between them."""
    attached = [word for vocabulary in trade_vocabularies() for word in vocabulary.CLITICS.split()]
    before = "|".join(word for word in attached if word.endswith("'"))
    after = "|".join(word for word in attached if word.startswith("-"))
    return re.compile(rf"^(?:{before})|(?:{after})(?![a-z])" if attached else "(?!)")


@lru_cache(maxsize=1)
def every_word() -> frozenset[str]:
    """Return the words of all vocabularies."""
    return frozenset(word for vocabulary in trade_vocabularies() for word in vocabulary_words(vocabulary))


def vocabulary_words(vocabulary: TradeVocabulary) -> Iterator[str]:
    """Yield all words and phrases of a vocabulary."""
    tables = (vocabulary.MEANINGS, vocabulary.NUMBERS, vocabulary.ASKING, vocabulary.ANSWERS, vocabulary.REPLIES)
    for table in tables:
        for words in table.values():
            yield from (join_words([word]) for word in words.split())


@lru_cache(maxsize=1)
def words_by_language() -> dict[str, tuple[frozenset[str], frozenset[str]]]:
    """Return the words of each language that has a vocabulary, and its names of all kinds."""
    found: dict[str, tuple[frozenset[str], frozenset[str]]] = {}
    for language in LANGUAGES:
        vocabulary = trade_vocabulary_of(language)
        if language == SOURCE or vocabulary is not trade_vocabulary_of(SOURCE):
            kinds = [
                form for kind in range(len(KIND_NAMES)) for form in forms_of(kind_name(kind, language), vocabulary)
            ]
            found[language] = frozenset(vocabulary_words(vocabulary)), frozenset(kinds)
    return found


@lru_cache(maxsize=64)
def languages_of(text: str) -> tuple[str, ...]:
    """Return the languages of a line, the best match first; all languages if none knows a word of it.

    The order decides what a word means: "un" is "and" in a German line and a number in a French one. A further language
    must know `MIN_FOREIGN_WORDS` words that those before it do not: "on" is not a French word in an English line. The
    names of kinds only break ties, since players use those of any language.
    """
    words = words_of(text)
    known = {language: known_positions(words, own) for language, (own, _) in words_by_language().items()}
    kinds = {language: len(known_positions(words, own)) for language, (_, own) in words_by_language().items()}
    found: list[str] = []
    while known:
        language = max(known, key=lambda language: (len(known[language]), kinds[language]))
        own = known.pop(language)
        if len(own) < (MIN_FOREIGN_WORDS if found else 1):
            break
        found.append(language)
        known = {other: positions - own for other, positions in known.items()}
    return tuple(found or sorted(kinds, key=lambda language: -kinds[language]))


def known_positions(words: list[str], known: frozenset[str]) -> set[int]:
    """Return the positions of words and phrases that are known."""
    found: set[int] = set()
    for at in range(len(words)):
        for length in range(1, min(MAX_PHRASE_WORDS, len(words) - at) + 1):
            phrase = join_words(words[at : at + length])
            if phrase in known and (length == 1 or len(phrase) >= MIN_JOINED_LENGTH):
                found |= set(range(at, at + length))
    return found


def words_and_commas(text: str) -> list[str]:
    """Split a line into words, commas and colons; "4" is spelled out where a number or pronoun follows."""
    found = split_clitics(re.findall(rf"{WORD}|{COMMA}", plain(text).replace(":", COMMA)))
    for at in range(1, len(found) - 1):
        if found[at] == SHORT_FOR and not found[at - 1].isdigit() and begins_cards(found[at + 1]):
            found[at] = Word.FOR
    return found


def begins_cards(word: str) -> bool:
    """Whether the name of a kind may follow this word: it is a number, an article or a possessive pronoun."""
    return word.isdigit() or known_words().get(join_words([word]), ("", 0))[0] in (NUMBER, Word.MINE, Word.YOURS)


def join_words(words: Iterable[str]) -> str:
    """Write words as one, without the marks inside them; most have none."""
    joined = "".join(words)
    return joined if joined.isalnum() else INNER_MARKS.sub("", joined)


def forms_of(name: str, vocabulary: TradeVocabulary) -> set[str]:
    """Return the written forms of a kind's name: `rote`, `rotebohne`, `sau`, `saubohnen`, `reds`, `redbeans`."""
    typed = join_words(words_of(name))
    return {typed} | vocabulary.forms(name, typed)


Meaning = tuple[str, int]
"""Meaning of a word, and its value if it is a kind, a name or a number."""


class Lexicon(dict[str, Meaning]):
    """The words understood in a line, by their written forms. A typo is tolerated in the `guessable` ones."""

    guessable: dict[str, Meaning]

    def __hash__(self) -> int:  # type: ignore[override]  # it does not change once it is built
        return id(self)


def known_words(languages: Iterable[str] = LANGUAGES) -> dict[str, Meaning]:
    """Return all words except kinds and names, as the first of these languages that has them means them."""
    found: dict[str, Meaning] = {}
    for vocabulary in map(trade_vocabulary_of, languages):
        own: dict[str, Meaning] = {}
        for meaning in Word:
            own.update({join_words([word]): (meaning, 0) for word in vocabulary.MEANINGS.get(meaning, "").split()})
        for number, words in vocabulary.NUMBERS.items():
            own.update(dict.fromkeys(words.split(), (NUMBER, number)))
        found = own | found
    return {**found, **dict.fromkeys(SIGNS, (Word.FOR, 0))}


def roles_by_word(tables: Iterable[Mapping[str, str]]) -> dict[str, frozenset[str]]:
    """Map each word to its roles in the first of these tables that has it."""
    found: dict[str, frozenset[str]] = {}
    for table in tables:
        own: dict[str, frozenset[str]] = {}
        for role, words in table.items():
            for word in words.split():
                form = join_words([word])
                own[form] = own.get(form, frozenset()) | {role}
        found = own | found
    return found


def kind_forms(kind: int, languages: Iterable[str], game: str | None = None) -> Iterator[str]:
    """Yield the written forms of a kind's name in these languages, and those of the notation."""
    yield from forms_of(KIND_NAMES[kind], trade_vocabulary_of(SOURCE))
    for language in languages:
        yield from forms_of(kind_name(kind, language, game), trade_vocabulary_of(language))


def card_set_forms(bean: Bean) -> Iterator[str]:
    """Yield the written forms of a kind's names in a card set. Players may type any of them in any language."""
    for _, name in bean.names_by_language:
        for vocabulary in trade_vocabularies():
            yield from forms_of(name, vocabulary)


def lexicon(rules: Rules, names: Sequence[str], text: str) -> Lexicon:
    """Return all words understood at a table, as they are meant in a line."""
    return table_lexicon(rules, tuple(names), languages_of(text))


@lru_cache(maxsize=256)
def table_lexicon(rules: Rules, names: tuple[str, ...], languages: tuple[str, ...]) -> Lexicon:
    """Return the words of these languages. Kinds take precedence, in all languages and in the card set."""
    found = Lexicon()
    for bean in rules.beans:
        for kind in (KIND_OF[bean.kind], bean.kind):
            for form in kind_forms(kind, LANGUAGES, rules.name):
                found.setdefault(form, (KIND, kind))
        for form in card_set_forms(bean):
            found.setdefault(form, (KIND, bean.kind))
    for word, meaning in known_words(languages).items():
        found.setdefault(word, meaning)
    for seat, player in enumerate(names):
        name = join_words(words_of(player))
        for form in (name, f"{name}s"):
            if name:
                found.setdefault(form, (NAME, seat))
    others = [language for language in LANGUAGES if language not in languages]
    foreign = {form for bean in rules.beans for form in kind_forms(KIND_OF[bean.kind], others, rules.name)}
    own = {form for bean in rules.beans for form in kind_forms(KIND_OF[bean.kind], languages, rules.name)}
    found.guessable = {
        form: meaning
        for form, meaning in found.items()
        if meaning[0] in GUESSABLE and (form in own or form not in foreign)
    }
    return found


@lru_cache(maxsize=1)
def foreign_words() -> dict[str, int]:
    """Return the names of all kinds of all games."""
    found: dict[str, int] = {}
    for kind in range(len(KIND_NAMES)):
        for form in kind_forms(kind, LANGUAGES):
            found.setdefault(form, kind)
    return found


def one_letter_off(word: str, other: str) -> bool:
    """Whether one letter is wrong, missing, extra, or swapped with its neighbour."""
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


@lru_cache(maxsize=1024)
def guess_meaning(word: str, known: Lexicon) -> Meaning | None:
    """Resolve an abbreviated kind or a word with a typo; None if there is no match or more than one."""
    if len(word) >= MIN_PREFIX_LENGTH:
        starts = {meaning for form, meaning in known.guessable.items() if meaning[0] == KIND and form.startswith(word)}
        if len(starts) == 1:
            return starts.pop()
    if len(word) >= MIN_TYPO_LENGTH:
        close = {
            meaning
            for form, meaning in known.guessable.items()
            if len(form) >= MIN_TYPO_LENGTH and one_letter_off(word, form)
        }
        if len(close) == 1:
            return close.pop()
    return None
