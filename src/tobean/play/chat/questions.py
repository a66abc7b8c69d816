"""Parser for typed questions to the table: "What do you want for the Chili?", "Wer hat Rote?", "Why not?".

A question is parsed by the roles of its words and not by their order, so that people can write as they speak
(docs/talk.md lists the forms). A sentence with cards on both sides ("Soy for a Red?") is an offer and not a question.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

from tobean.i18n.languages.trade_vocabulary import Ask, Word, trade_vocabulary_of
from tobean.kernel.actions import Call, MakeOffer
from tobean.kernel.cards import KIND_OF
from tobean.kernel.notation.parameters import TABLE
from tobean.play.chat.lexicon import (
    COMMA,
    KIND,
    MAX_PHRASE_WORDS,
    NAME,
    NUMBER,
    Lexicon,
    Meaning,
    foreign_words,
    guess_meaning,
    join_words,
    languages_of,
    lexicon,
    one_letter_off,
    roles_by_word,
    words_and_commas,
)
from tobean.play.chat.sentence_parser import MAX_OF_A_KIND, MAX_TALK_LENGTH, parse_talk
from tobean.view.observation import Observation

DEAL: Final = "deal"
"""Form of a question about kinds to give or to get; the reply is an offer, or why there is none."""
WISHES: Final = "wishes"
"""Form of "What would you like to have?"."""
GOODS: Final = "goods"
"""Form of "What would you give?"."""
REASON: Final = "reason"
"""Form of "Why not?"."""


OWNER_ROLES: Final = frozenset((Ask.OWN, Ask.THEIRS))
VERBS: Final = (Ask.WANTING, Ask.GIVING, Ask.HAVING, Ask.GETTING, Ask.RECEIVING, Ask.TAKING)
CHAT_UNKNOWN_WORDS: Final = 3
"""Number of unknown words from which a line that names a kind, with no word about a deal, is chat."""
MIN_WORDS: Final = 2
"""Fewest words of a line about unnamed cards that is asked back: "trade?" alone is a greeting."""
MIN_GUESS_LENGTH: Final = 6
"""Fewest letters of a question word in which a typo is tolerated."""


@dataclass(frozen=True)
class Question:
    """A parsed question: its form, addressee and kinds."""

    form: str
    to: int = TABLE
    gives: tuple[int, ...] = ()
    wants: tuple[int, ...] = ()
    plain: bool = True
    """Whether every word was understood. Among people, a sentence with unknown words may be addressed to them alone."""


@lru_cache(maxsize=16)
def asking_words(languages: tuple[str, ...]) -> dict[str, frozenset[str]]:
    """Map each word of a question to its possible roles in the first of these languages that has it."""
    return roles_by_word([trade_vocabulary_of(language).ASKING for language in languages])


@dataclass
class ParsedSentence:
    """A parsed sentence: the kinds before and after the word between, and the roles of its other words."""

    before: list[int] = field(default_factory=list)
    after: list[int] = field(default_factory=list)
    roles: set[str] = field(default_factory=set)
    to: int = TABLE
    plain: bool = True
    is_loose: bool = False
    """Whether a number stands without its kind or in an odd place: "any two for a Green", "2 Soy 1 Red"."""
    foreign: str = ""
    """Name of a kind of another game, as typed."""
    is_counted: bool = False
    """Whether a number or an article stands before a kind."""
    unknown: int = 0
    """Number of unknown words."""
    words: int = 0
    is_parted: bool = False
    """Whether a verb stands between two kinds on the same side: "would two Soys get me the Garden"."""

    @property
    def kinds(self) -> tuple[int, ...]:
        return tuple(sorted([*self.before, *self.after]))

    def does(self, *roles: str) -> bool:
        return not self.roles.isdisjoint(roles)


def parse_sentence(text: str, view: Observation, names: Sequence[str]) -> ParsedSentence:
    """Split a sentence into kinds, addressee and the roles of its other words."""
    known, asking = lexicon(view.rules, names, text), asking_words(languages_of(text))
    words = words_and_commas(text[:MAX_TALK_LENGTH])
    sentence = ParsedSentence(words=len(words))
    named: set[int] = set()
    at = count = 0
    follows_kind = in_return = verb_since = False
    owner: frozenset[str] = frozenset()
    while at < len(words):
        length, phrase = phrase_at(words, at, known, asking)
        at += length
        meaning = meaning_of(phrase, known, asking)
        if follows_kind and (phrase.isdigit() or known.get(phrase, ("", 0))[0] in (NUMBER, Word.BOTH)):
            # "für zwei Blaue eine Rote" turns to the other side; elsewhere it may be a list or a swap
            sentence.is_loose = sentence.is_loose or not in_return or bool(sentence.before)
            in_return = False
        follows_kind = meaning is not None and meaning[0] == KIND
        if phrase == COMMA:
            sentence.is_loose = sentence.is_loose or count > 1  # "two cards, the Red and the Garden"
            count = 0
            continue
        if meaning is None or meaning[0] in (Word.OTHER, Word.PADDING, Word.UNSETTLING):
            roles = asking.get(phrase) or roles_with_typo(phrase, asking)
            sentence.is_loose = sentence.is_loose or (Ask.IN_RETURN in roles and count > 1)
            if Ask.IN_RETURN in roles:
                in_return, owner = True, frozenset()
            elif sentence.after and in_return and not sentence.before and roles & OWNER_ROLES and not roles & owner:
                in_return = False  # "für eine Blaue deine Rote"
            owner = owner | (roles & OWNER_ROLES)
            sentence.roles |= roles
            verb_since = verb_since or not roles.isdisjoint(VERBS)
            if phrase not in asking:
                sentence.plain = False
                sentence.unknown += not roles
                sentence.foreign = sentence.foreign or (phrase if phrase in foreign_words() else "")
        elif meaning[0] == KIND:
            side = sentence.after if in_return else sentence.before
            kind = KIND_OF[meaning[1]]
            sentence.is_parted = sentence.is_parted or (verb_since and bool(side) and kind not in side)
            verb_since = False
            if count or kind not in side:  # "Red, Red, who has Red?" asks for one
                side += [kind] * max(1, count)
            sentence.is_counted = sentence.is_counted or count > 0
            count = 0
        elif meaning[0] == NAME:
            named = {meaning[1], *named} - {view.seat}
            sentence.to = next(iter(named)) if len(named) == 1 else TABLE
        elif meaning[0] in (NUMBER, Word.BOTH):
            count = meaning[1] or 2
    if sentence.does(Ask.LIKING) and sentence.does(Ask.HAVING):
        sentence.roles.add(Ask.WANTING)
    elif sentence.does(Ask.NEGATED) and sentence.does(Ask.HAVING):
        sentence.roles.discard(Ask.WANTING)  # "do you have a Blue that you do not need?"
    return sentence


def roles_with_typo(word: str, asking: dict[str, frozenset[str]]) -> frozenset[str]:
    """Return the roles of a long word with a typo; none if they are not certain."""
    if len(word) < MIN_GUESS_LENGTH:
        return frozenset()
    close = {roles for form, roles in asking.items() if len(form) >= MIN_GUESS_LENGTH and one_letter_off(word, form)}
    return close.pop() if len(close) == 1 else frozenset()


def phrase_at(words: list[str], at: int, known: Lexicon, asking: dict[str, frozenset[str]]) -> tuple[int, str]:
    """Return the longest run of words with a joint meaning: its length, and the words joined."""
    for length in range(min(MAX_PHRASE_WORDS, len(words) - at), 1, -1):
        phrase = join_words(words[at : at + length])
        if phrase in asking or known.get(phrase, ("", 0))[0] in (KIND, NAME):
            return length, phrase
    return 1, join_words(words[at : at + 1])


def meaning_of(phrase: str, known: Lexicon, asking: dict[str, frozenset[str]]) -> Meaning | None:
    """Return the kind, player or number that a phrase stands for; None if it is a question word or unknown."""
    meaning = known.get(phrase)
    if meaning is not None and (meaning[0] in (KIND, NAME) or phrase not in asking):
        return meaning
    if phrase in asking:
        return None
    if phrase.isdigit():
        return (NUMBER, min(int(phrase), MAX_OF_A_KIND)) if int(phrase) else None
    close = guess_meaning(phrase, known)
    return close if close is not None and close[0] in (KIND, NAME) else None


def read_question(text: str, view: Observation, names: Sequence[str]) -> Question | None:
    """Parse a sentence of the viewing seat as a question; None if it is none."""
    parts = sentences_with_kinds(text, view, names)
    if len(parts) > 1:
        return combined_question(text, parts, view, names)
    sentence = parse_sentence(text, view, names)
    if parts:
        about_kinds = parse_sentence(parts[0], view, names)
        if about_kinds.does(Ask.SOMEBODY):  # "Thanks, Otto! Who has a Garden?"
            sentence.to = about_kinds.to
        if about_kinds.does(Ask.NEGATED) and not about_kinds.does(
            Ask.THEM, Ask.SOMEBODY
        ):  # "What else? I need no Red."
            return None
    if sentence.does(Ask.WHY) and (not sentence.kinds or sentence.does(Ask.THEM)):
        return Question(REASON, sentence.to, plain=sentence.plain)
    if (
        sentence.is_loose
        or sentence.does(Ask.FREE, Ask.CONDITION, Ask.EXCEPT, Ask.PAST)
        or speaks_of_two_deals(sentence, text, view, names)
    ):
        return None
    if is_statement(sentence, text) or (sentence.does(Ask.NEVER) and "?" not in text):
        return None
    if sentence.does(Ask.NEGATED) and not sentence.does(Ask.THEM, Ask.SOMEBODY):
        return None
    if (
        sentence.kinds
        and sentence.does(Ask.NEGATED)
        and sentence.does(Ask.THEM)
        and not sentence.does(Ask.HAVING)
        and "?" not in text
    ):
        return None  # "you don't need the Soy"
    if sentence.kinds and not is_certain(sentence):
        return None
    if sentence.before and sentence.after:
        return swap_sides_to_fit(two_sided_question(sentence), view)
    if not sentence.kinds:
        form = None if sentence.foreign else open_form(sentence)
        return None if form is None else Question(form, sentence.to, plain=sentence.plain)
    if names_both_sides(sentence) or (sentence.is_parted and sentence.does(Ask.GETTING)):
        return None
    side = side_asked(sentence)
    if side is None:
        return None
    gives, wants = (sentence.kinds, ()) if side == Ask.OWN else ((), sentence.kinds)
    return Question(DEAL, sentence.to, gives, wants, sentence.plain)


def sentences_with_kinds(text: str, view: Observation, names: Sequence[str]) -> list[str]:
    """List the sentences of a line that name kinds."""
    return [part for part in re.split(r"[.?!;]+", text[:MAX_TALK_LENGTH]) if parse_sentence(part, view, names).kinds]


def asks_and_goes_on(text: str, view: Observation, names: Sequence[str]) -> bool:
    """Whether a line goes on about kinds after a question about kinds."""
    before, sign, after = text[:MAX_TALK_LENGTH].partition("?")
    return (
        bool(sign)
        and bool(parse_sentence(before, view, names).kinds)
        and bool(parse_sentence(after, view, names).kinds)
    )


def combined_question(text: str, parts: list[str], view: Observation, names: Sequence[str]) -> Question | None:
    """Combine several sentences into one question; None unless each names one side.

    "Do you need Soy? I am looking for Red."
    """
    whole = parse_sentence(text, view, names)
    if whole.does(Ask.FREE, Ask.CONDITION, Ask.EXCEPT, Ask.PAST, Ask.NEGATED, Ask.WHY) or names_choice(
        text, view, names
    ):
        return None
    to = addressed_in_parts(whole, [parse_sentence(part, view, names) for part in parts])
    if to is None:
        return None
    gives: list[int] = []
    wants: list[int] = []
    for part in parts:
        question = question_from_statement(part, view, names, may_refer=True)
        if question is None or bool(question.gives) == bool(question.wants):
            return None
        gives += question.gives
        wants += question.wants
    if not set(gives).isdisjoint(wants):
        return None
    return Question(DEAL, to, tuple(sorted(gives)), tuple(sorted(wants)), whole.plain)


def names_choice(text: str, view: Observation, names: Sequence[str]) -> bool:
    """Whether an "or" stands between kinds."""
    known = lexicon(view.rules, names, text)
    words = [meaning_of(join_words([word]), known, {}) for word in words_and_commas(text[:MAX_TALK_LENGTH])]
    roles = ["" if meaning is None else meaning[0] for meaning in words]
    return any(role == Word.OR and KIND in roles[:at] and KIND in roles[at:] for at, role in enumerate(roles))


def addressed_in_parts(whole: ParsedSentence, parts: list[ParsedSentence]) -> int | None:
    """Return the addressee of several sentences; None if they have different ones."""
    named = {part.to for part in parts if part.to != TABLE}
    is_for_all = any(part.does(Ask.SOMEBODY) for part in parts)
    if named:
        return named.pop() if len(named) == 1 and not is_for_all else None
    return TABLE if is_for_all else whole.to


def speaks_of_two_deals(sentence: ParsedSentence, text: str, view: Observation, names: Sequence[str]) -> bool:
    """Whether kinds stand in several clauses with verbs of their own, or beside "swap" without a "for".

    The given side then depends on the order of the words and not on the words alone.
    """
    if len(set(sentence.kinds)) < 2:
        return False
    if sentence.does(Ask.SWAPPING) and not sentence.does(Ask.IN_RETURN):
        return True
    clauses = [parse_sentence(part, view, names) for part in text[:MAX_TALK_LENGTH].split(COMMA)]
    return sum(bool(clause.kinds) and clause.does(*VERBS) for clause in clauses) > 1


def is_certain(sentence: ParsedSentence) -> bool:
    """Whether unknown words leave no doubt about a question: it is about one kind, to others, with one verb."""
    if sentence.does(Ask.COST) and len(set(sentence.kinds)) > 1:
        return False  # "two Soys are worth a Garden"
    if not sentence.unknown or sentence.does(Ask.COST):
        return True
    is_simple = len(set(sentence.kinds)) == 1 and sentence.does(Ask.THEM, Ask.SOMEBODY, Ask.WHAT, Ask.ANYTHING)
    return is_simple and len(sentence.roles.intersection(VERBS)) == 1


def is_statement(sentence: ParsedSentence, text: str) -> bool:
    """Whether a line about kinds has nothing that asks: "Emil has snatched the Red from me", "Emil, have a Red"."""
    asks = "?" in text or sentence.does(Ask.THEM, Ask.SOMEBODY, Ask.WHAT, Ask.ANY, Ask.ANYTHING, Ask.COST, Ask.MAY)
    is_vague = not sentence.plain or sentence.roles.intersection(VERBS) == {Ask.HAVING}
    return bool(sentence.kinds) and is_vague and not asks


def is_remark(sentence: ParsedSentence) -> bool:
    """Whether a line about kinds proposes nothing: "thanks for the Red", "Ida grows rich with all those Stinks"."""
    if sentence.does(Ask.PAST):
        return not sentence.does(Ask.WANTING, Ask.GIVING, Ask.WHAT, Ask.SOMEBODY, Ask.IN_RETURN)
    if (
        sentence.does(Ask.NEVER)
        and sentence.does(Ask.HAVING)
        and not sentence.does(Ask.WANTING, Ask.GIVING, Ask.RECEIVING, Ask.IN_RETURN)
    ):
        return True  # "nobody ever has Red"
    is_about_self = sentence.does(Ask.SPEAKER) and sentence.roles <= {
        Ask.CHATTER,
        Ask.NEGATED,
        Ask.EXCEPT,
        Ask.LIKING,
        Ask.SPEAKER,
        Ask.OWN,
    }
    if sentence.unknown > CHAT_UNKNOWN_WORDS and is_about_self:
        return True
    is_about_no_deal = sentence.roles <= {Ask.CHATTER, Ask.NEGATED, Ask.EXCEPT, Ask.LIKING} and not sentence.is_counted
    return sentence.unknown >= CHAT_UNKNOWN_WORDS and is_about_no_deal


def proposes_unnamed(sentence: ParsedSentence) -> bool:
    """Whether a line proposes a deal without naming a card: "how about a swap", "I'd take that one"."""
    if (
        sentence.kinds
        or sentence.does(Ask.NEGATED, Ask.NEVER, Ask.PAST, Ask.WHY)
        or sentence.unknown
        or sentence.words < MIN_WORDS
    ):
        return False
    return sentence.does(Ask.SWAPPING) or (sentence.does(Ask.POINTING) and sentence.does(*VERBS))


def names_both_sides(sentence: ParsedSentence) -> bool:
    """Whether a sentence states a deal in two clauses, such as "give me a Red and you get my Soy"."""
    if len(set(sentence.kinds)) < 2 or sentence.does(Ask.IN_RETURN):
        return False
    if sentence.does(Ask.OWN):
        return sentence.does(Ask.THEIRS, Ask.GIVING, Ask.WANTING)
    return sentence.does(Ask.GIVING) and sentence.does(Ask.WANTING, Ask.GETTING, Ask.RECEIVING)


def swap_sides_to_fit(question: Question | None, view: Observation) -> Question | None:
    """Turn "would you swap a Soy for a Red?" around if the asker has the Soy and no Red."""
    if question is None:
        return None
    own = [KIND_OF[card] for card in (*view.hand, *(view.turned if view.seat == view.active else ()))]
    if not any(kind in own for kind in question.gives) and all(kind in own for kind in question.wants):
        return replace(question, gives=question.wants, wants=question.gives)
    return question


def question_from_statement(
    text: str, view: Observation, names: Sequence[str], may_refer: bool = False
) -> Question | None:
    """Parse a statement as the question it implies: "I want Red" would be a call, and asks for a Red."""
    question = read_question(text, view, names)
    if question is not None:
        return question
    action = parse_talk(text, view, names, may_refer=may_refer).action
    to = parse_sentence(text, view, names).to
    if isinstance(action, Call):
        return Question(DEAL, to, action.has, action.wants)
    if isinstance(action, MakeOffer):
        return Question(DEAL, to, tuple([KIND_OF[card] for card in action.cards]), action.wants)
    return None


def two_sided_question(sentence: ParsedSentence) -> Question | None:
    """Parse a question about both sides: "Would you give me a Blue for my Soy?" Without such a verb it is an offer."""
    before, after = tuple(sorted(sentence.before)), tuple(sorted(sentence.after))
    if sentence.does(Ask.SPEAKER) or not sentence.does(Ask.THEM, Ask.SOMEBODY):
        return None
    if sentence.does(Ask.GIVING):
        return Question(DEAL, sentence.to, after, before, sentence.plain)
    if sentence.does(Ask.WANTING):
        return Question(DEAL, sentence.to, before, after, sentence.plain)
    return None


def open_form(sentence: ParsedSentence) -> str | None:
    """Return the form of a question without a kind: "what do you want", "what do you have"."""
    is_of_deals = sentence.does(Ask.WHAT, Ask.ANYTHING) and sentence.does(Ask.WANTING, Ask.GIVING)
    if not sentence.does(Ask.WHAT, Ask.ANYTHING, Ask.SOMEBODY) or sentence.unknown > (
        CHAT_UNKNOWN_WORDS - 1 if is_of_deals else 0
    ):
        return None
    if sentence.does(Ask.HAVING) and sentence.does(Ask.SOMEBODY) and not sentence.does(Ask.WANTING):
        return GOODS  # "has anybody something to swap, before I go on?"
    if sentence.does(Ask.SPEAKER) and sentence.does(Ask.GIVING):
        return WISHES  # "what can I give you?"
    if sentence.does(Ask.ME) and sentence.to == TABLE and not sentence.does(Ask.THEM, Ask.SOMEBODY):
        return None  # "give me something good"
    if sentence.does(Ask.WANTING):
        return GOODS if sentence.does(Ask.GIVING) else WISHES  # "what would you like to get rid of?"
    if sentence.does(Ask.GIVING, Ask.HAVING) or (
        sentence.does(Ask.ANYTHING) and not sentence.does(Ask.SPEAKER, Ask.OWN)
    ):
        return GOODS
    return None


def side_asked(sentence: ParsedSentence) -> str | None:
    """Return `own` if the asker has the kinds, `them` if another player has them; None if it is not a question."""
    addressed = sentence.does(Ask.THEM, Ask.SOMEBODY)
    if sentence.does(Ask.THEM) and sentence.does(Ask.MAY) and sentence.does(Ask.HAVING) and not sentence.does(Ask.ME):
        return None  # "you can have my Soy"
    if sentence.does(Ask.TAKING) and not (addressed or sentence.does(Ask.WHAT, Ask.ANYTHING, Ask.ANY)):
        return None  # "take my Soy"
    if sentence.does(Ask.OWN):
        return Ask.OWN if addressed or sentence.does(Ask.WHAT, Ask.ANYTHING, Ask.ANY, Ask.COST, Ask.GETTING) else None
    if is_promise(sentence):
        return None  # "you get a Soy"
    if sentence.does(Ask.COST):
        return Ask.OWN if sentence.does(Ask.BIDDING) else Ask.THEM
    if sentence.does(Ask.IN_RETURN) and not sentence.after and sentence.does(Ask.WHAT) and is_selling(sentence):
        return Ask.OWN
    if sentence.does(Ask.WHAT, Ask.ANYTHING) and sentence.does(Ask.IN_RETURN):
        return side_of_the_price(sentence)
    bids = sentence.does(Ask.ANY) or (sentence.does(Ask.GIVING) and not sentence.does(Ask.SPEAKER))
    if bids and sentence.does(Ask.IN_RETURN) and not sentence.before:
        return Ask.OWN  # "any bean for a Green?", "make me an offer for the Stink"
    if sentence.does(Ask.SPEAKER):  # "can I have a Red?"; other statements about oneself are calls
        return Ask.THEM if sentence.does(Ask.MAY) and sentence.does(Ask.HAVING, Ask.GETTING) else None
    if sentence.does(Ask.GIVING):
        return Ask.THEM if addressed or sentence.does(Ask.ME, Ask.HAVING, Ask.ANY) else None
    if sentence.does(Ask.WANTING) and addressed:
        return (
            Ask.THEM if sentence.after and not sentence.before else Ask.OWN
        )  # even if "what" has a typo: "waht do you want for a Red"
    if sentence.does(Ask.WANTING):
        return None
    return Ask.THEM if sentence.does(Ask.HAVING, Ask.ANY, Ask.SOMEBODY, Ask.GETTING) else None


def is_selling(sentence: ParsedSentence) -> bool:
    """Whether the asker offers a card for an unnamed price: "I have a Garden, what do you give me for it?"."""
    return bool(sentence.before) and sentence.does(Ask.SPEAKER) and not sentence.does(Ask.WANTING, Ask.MAY)


def is_promise(sentence: ParsedSentence) -> bool:
    """Whether the sentence promises something to others and asks nothing."""
    if sentence.does(Ask.WHAT, Ask.ANYTHING, Ask.SPEAKER, Ask.ME):
        return False
    return sentence.does(Ask.RECEIVING) or (
        sentence.does(Ask.GETTING) and sentence.does(Ask.THEM) and not sentence.does(Ask.MAY)
    )


def side_of_the_price(sentence: ParsedSentence) -> str:
    """Decide between "What do you want for the Chili?" and "What do I get for the Chili?"."""
    if sentence.does(Ask.GETTING) and (sentence.does(Ask.SPEAKER, Ask.ME) or not sentence.does(Ask.THEM)):
        return Ask.OWN
    if sentence.does(Ask.GIVING):
        return Ask.THEM if sentence.does(Ask.SPEAKER) else Ask.OWN
    if sentence.does(Ask.WHAT):
        return Ask.THEM
    return (
        Ask.THEM if sentence.does(Ask.SPEAKER) and not sentence.does(Ask.WANTING) else Ask.OWN
    )  # "I would do anything for a Red"
