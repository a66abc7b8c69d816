"""Stance of a typed line on an open offer: whether it agrees, refuses, asks for more, or wavers.

The line is split into clauses, and each clause is judged by the roles of its words and by the cards it names. Only
words of agreement agree; a negation or a complaint never does, except in idioms ("why not") and where it reverses a
refusal ("I can't say no"). Where clauses contradict each other, the stance is unclear.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tobean.i18n.languages.trade_vocabulary import ANSWER_SIGNS, Answer, Reply, Word
from tobean.kernel.cards import KIND_OF
from tobean.kernel.trade.offers import Offer
from tobean.play.chat.lexicon import COMMA, NAME, NUMBER, WORD, plain, split_clitics
from tobean.play.chat.replies.tokens import UNKNOWN, Token, kinds_in, roles_in, tokens_of_words
from tobean.play.chat.sentence_parser import MAX_TALK_LENGTH
from tobean.view.observation import Observation

CLAUSE_ENDS: Final = r"[.!?;:,()\n\u2026\u2013\u2014]|\s-\s"
PART: Final = re.compile(rf"{WORD}|{'|'.join(ANSWER_SIGNS)}|{CLAUSE_ENDS}")
QUESTION: Final = "?"
MAX_STRANGE_WORDS: Final = 1
"""Maximum number of unknown words after a yes that is not repeated."""
ASIDE: Final = frozenset((Answer.POLITE, Answer.SO, Answer.BUT, Answer.BECAUSE, NAME))
"""Roles of words that do not change an answer."""


PLAIN: Final = (Reply.HANDING_OVER, Reply.NEEDING, Answer.AGREEING, Answer.GOOD, Answer.YES, Answer.DOUBT)
"""Roles of words whose negation refuses whatever unknown words stand beside them."""


class Stance(StrEnum):
    """What a line, or a clause of it, says of an offer.

    - `praises` and `denies` are a weak yes and a firm no, of clauses only.
    - `negates` negates something that is not understood; it hardly agrees.
    - `doubts` is a condition whose words are not understood, of clauses only.
    - `concedes` gives a reason for a yes ("only because it's you"), of clauses only.
    - `unclear` lines both agree and refuse, or agree under a condition.
    - `wavers` means that the line asks something or puts off the answer.
    """

    AGREES = "agrees"
    PRAISES = "praises"
    REFUSES = "refuses"
    DENIES = "denies"
    NEGATES = "negates"
    DEMANDS = "demands"
    DOUBTS = "doubts"
    CONCEDES = "concedes"
    WAVERS = "wavers"
    UNCLEAR = "unclear"
    NONE = ""


@dataclass(frozen=True)
class Clause:
    """Tokens between two punctuation marks."""

    tokens: list[Token]
    is_question: bool


def clauses_of(text: str, view: Observation, names: Sequence[str]) -> list[Clause]:
    """Split a line at its punctuation, before each "but", and after a yes at the beginning of a clause."""
    clauses: list[Clause] = []
    words: list[str] = []
    for part in [*PART.findall(plain(text[:MAX_TALK_LENGTH])), COMMA]:
        if not re.fullmatch(CLAUSE_ENDS, part):
            words.append(part)
        elif words:
            tokens = tokens_of_words(split_clitics(words), text, view, names)
            clauses += [Clause(tokens, part == QUESTION) for tokens in split_tokens(tokens)]
            words = []
    return clauses


def split_tokens(tokens: list[Token]) -> list[list[Token]]:
    """Split a clause before "but", and after a yes at its beginning."""
    found: list[list[Token]] = [[]]
    for token in tokens:
        if Answer.BUT in token.roles and found[-1]:
            found.append([])
        is_yes = Answer.YES in roles_in(found[-1]) and all(each.roles & {Answer.YES, *ASIDE} for each in found[-1])
        if is_yes and not follows_article(found[-1]) and not token.roles & {*ASIDE, Answer.NEGATION}:
            found.append([])
        found[-1].append(token)
    return found


def stance_on(offer: Offer, clauses: list[Clause]) -> Stance:
    """Return the stance of a line, given by its clauses, on an offer."""
    found: list[Stance] = []
    for clause in clauses:
        stance = judge(clause, offer)
        roles = roles_in(clause.tokens)
        agreed = any(each in (Stance.AGREES, Stance.PRAISES) for each in found)
        if gives_reason(clause) and stance not in (Stance.DEMANDS, Stance.DENIES):
            if found[-1:] == [Stance.DOUBTS]:
                found[-1] = Stance.AGREES  # "but only because it's you"
                stance = Stance.CONCEDES
            stance = Stance.CONCEDES if agreed else stance
        elif stance is Stance.REFUSES and is_needless(clause) and agrees_elsewhere(clause, clauses):
            stance = Stance.CONCEDES  # "take it, I don't need it"
        elif stance is Stance.NONE and agreed and (Answer.BUT in roles or strange_words(clause) > MAX_STRANGE_WORDS):
            stance = Stance.DOUBTS
        elif stance is Stance.AGREES and roles & {Answer.BUT, Answer.SO}:
            found = [each for each in found if each is not Stance.REFUSES]  # "not great, but I accept"
        found.append(stance)
    return summarize([stance for stance in found if stance not in (Stance.NONE, Stance.CONCEDES)])


def is_needless(clause: Clause) -> bool:
    """Whether a clause says that the speaker needs no card, without naming one."""
    return {Reply.NEEDING, Answer.NEGATION} <= roles_in(clause.tokens) and not kinds_in(clause.tokens)


def agrees_elsewhere(clause: Clause, clauses: list[Clause]) -> bool:
    return any(Answer.AGREEING in roles_in(other.tokens) for other in clauses if other is not clause)


def gives_reason(clause: Clause) -> bool:
    """Whether a clause gives a reason for a yes: "because it's you", not "not for you"."""
    for token in clause.tokens:
        if token.roles & {Answer.BECAUSE, Answer.NEGATION}:
            return Answer.BECAUSE in token.roles
    return False


def summarize(found: list[Stance]) -> Stance:
    """Combine the stances of the clauses of a line."""
    agrees, praises = Stance.AGREES in found, Stance.PRAISES in found
    refuses = Stance.REFUSES in found or Stance.DENIES in found
    if Stance.UNCLEAR in found or (agrees and Stance.DEMANDS in found):
        return Stance.UNCLEAR
    if Stance.DEMANDS in found:
        return Stance.REFUSES if found[-1] is Stance.DENIES else Stance.DEMANDS
    if refuses:
        is_refusal = not agrees and (not praises or found[-1] is not Stance.PRAISES or found[0] is Stance.DENIES)
        return Stance.REFUSES if is_refusal else Stance.UNCLEAR
    if Stance.DOUBTS in found or (agrees and Stance.NEGATES in found):
        return Stance.UNCLEAR
    if Stance.NEGATES in found:
        return Stance.NEGATES
    if Stance.WAVERS in found and found[-1] is not Stance.AGREES:
        return Stance.WAVERS
    return Stance.AGREES if agrees or praises else Stance.NONE


def strange_words(clause: Clause) -> int:
    return sum(UNKNOWN in token.roles for token in clause.tokens)


def judge(clause: Clause, offer: Offer) -> Stance:
    """Return the stance of one clause on an offer."""
    return ClauseJudge(clause, offer).judge()


class ClauseJudge:
    """Judges one clause by its words and the cards it names: demands first, then refusals, then agreement."""

    def __init__(self, clause: Clause, offer: Offer) -> None:
        self.tokens, self.is_question = clause.tokens, clause.is_question
        first = clause.tokens[0].roles
        self.asks = clause.is_question or (Answer.ASKING in first and Answer.YES not in first)
        self.roles = roles_in(clause.tokens)
        self.offer = offer
        self.gets, self.pays = {KIND_OF[card] for card in offer.cards}, set(offer.wants)
        self.named = set(kinds_in(clause.tokens))
        self.strange = strange_words(clause)
        self.is_negated = Answer.NEGATION in self.roles
        self.is_about_others = any(NAME in token.roles and token.value != offer.seat for token in clause.tokens)

    def has(self, *roles: str) -> bool:
        return not self.roles.isdisjoint(roles)

    def names_only(self, kinds: set[int]) -> bool:
        return bool(self.named) and self.named <= kinds

    def judge(self) -> Stance:
        if self.is_question and self.has(Word.OTHERS):
            return Stance.UNCLEAR if self.named else Stance.WAVERS
        rules = (self.demand, self.rhetoric, self.complaint, self.need, self.refusal, self.agreement)
        return next((stance for rule in rules if (stance := rule()) is not None), Stance.NONE)

    def demand(self) -> Stance | None:
        """Judge words that ask for other cards or for more, and a plain no."""
        asks = asks_for_more(self.tokens, self.offer)
        is_about_other_kinds = bool(self.named) and self.named.isdisjoint(self.gets | self.pays)
        if is_about_other_kinds and self.has(Reply.NEEDING) and self.has(Answer.NO, Answer.NEGATION):
            return Stance.NONE  # "I don't need a Red"
        if speaker_adds(self.tokens):
            return Stance.UNCLEAR
        if asks and self.has(Word.OR, Answer.DOUBT):
            return Stance.DEMANDS  # "add a Garden or no deal"
        if self.has(Answer.NO):
            agrees = Answer.YES in self.tokens[-1].roles and not self.is_negated
            if agrees or self.has(Answer.REFUSING):
                return Stance.UNCLEAR  # "no reason to refuse"
            return Stance.REFUSES if self.has(Answer.DOUBT) else Stance.DENIES  # "otherwise forget it"
        if asks:
            return Stance.DEMANDS
        if self.has(Answer.MORE):
            is_comparison = self.has(Answer.GOOD) or (self.is_negated and not self.is_question)
            return Stance.UNCLEAR if is_comparison else Stance.DEMANDS
        return None

    def rhetoric(self) -> Stance | None:
        """Judge "why not", and refusals that a negation or a question reverses: "who could say no"."""
        if self.has(Answer.WHY_NOT):
            return Stance.WAVERS if self.strange else Stance.AGREES
        if not self.has(Answer.WHY, Answer.REFUSING):
            return None
        if self.has(Answer.BAD):
            return Stance.UNCLEAR  # "I'd be stupid to refuse"
        is_rhetorical = Answer.ASKING in self.tokens[0].roles and not self.has(Word.YOU)
        reverses = is_rhetorical or self.has(Answer.WHY, Answer.HARD)
        return Stance.AGREES if self.is_negated or (reverses and self.has(Answer.REFUSING)) else Stance.REFUSES

    def complaint(self) -> Stance | None:
        if not self.has(Answer.BAD):
            return None
        if not self.is_negated or self.named or self.has(Reply.HANDING_OVER, Reply.NEEDING):
            return Stance.REFUSES
        return Stance.UNCLEAR if self.strange or self.has(Word.SELF) else Stance.PRAISES  # "not bad", "I'm not stupid"

    def need(self) -> Stance | None:
        """Judge what the speaker keeps, needs and can spare."""
        if self.has(Reply.KEEPING):
            if self.is_negated:
                return Stance.UNCLEAR
            leaves = self.names_only(self.pays) and self.has(Word.YOU, Word.YOU_MAY)  # "you can keep the Chili"
            return Stance.AGREES if leaves else Stance.REFUSES
        if self.has(Reply.NEEDING) and not self.has(Word.YOU) and not self.is_about_others:
            if self.named & self.pays or (self.is_negated and self.named & self.gets):
                return Stance.AGREES if self.is_negated == bool(self.named & self.pays) else Stance.REFUSES
            if not self.asks and not self.is_negated and (self.named & self.gets or is_praised(self.tokens)):
                return Stance.AGREES
            if self.has(Answer.OWN_USE):
                return Stance.REFUSES
            if self.is_negated and not self.named and self.has(Answer.SO):
                return Stance.UNCLEAR  # "I don't need it anyway"
        spares = self.has(Reply.PARTING) and self.names_only(self.pays)
        return Stance.AGREES if spares and not self.is_negated else None

    def refusal(self) -> Stance | None:
        if self.is_negated and self.names_only(self.pays) and self.has(Answer.GOOD, Answer.AGREEING):
            return Stance.UNCLEAR  # "the Chili does not fit"
        if self.is_negated and self.strange and not self.named and not self.has(*PLAIN):
            return Stance.NEGATES  # "I'm not averse"
        if self.is_negated or (self.has(Answer.PLENTY) and self.named & self.gets):
            return Stance.REFUSES
        is_given = self.has(Reply.HANDING_OVER, Answer.AGREEING)
        if self.has(Answer.OWN_USE) and self.named & self.pays and not is_given:
            return Stance.REFUSES  # "it's my only Chili"
        if not self.has(Answer.DOUBT):
            return None
        if self.has(Answer.BECAUSE):
            return Stance.DOUBTS if self.strange > 1 else Stance.AGREES  # "only because it's you"
        return Stance.AGREES if self.has(Answer.AGREEING) and self.named & self.gets else Stance.DOUBTS

    def agreement(self) -> Stance | None:
        if self.asks or (self.has(Answer.THINKING) and Answer.AGREEING not in self.tokens[-1].roles):
            return Stance.WAVERS
        if self.has(Answer.AGREEING) or says_yes(self.tokens):
            is_vague = self.strange > MAX_STRANGE_WORDS or follows_condition(self.tokens)
            return Stance.UNCLEAR if is_vague else Stance.AGREES
        hands_over = self.has(Reply.HANDING_OVER) and not self.is_about_others and not self.has(Word.FOR_SALE)
        if hands_over and self.named and self.strange <= 1:
            return Stance.AGREES
        if not self.has(Answer.GOOD) or self.strange:
            return None
        is_about_deal = not self.named or (self.named & self.gets and self.named & self.pays)
        return Stance.PRAISES if is_about_deal and not self.has(Word.YOU) else Stance.WAVERS  # "the Red is nice"


def is_praised(tokens: list[Token]) -> bool:
    """Whether praise stands beside a verb of needing and nothing unknown: "exactly what I need"."""
    is_known = UNKNOWN not in roles_in(tokens)
    return is_known and any(Answer.GOOD in token.roles and Reply.NEEDING not in token.roles for token in tokens)


def says_yes(tokens: list[Token]) -> bool:
    """Whether a yes stands at the beginning, or at the end of known words. Elsewhere it may be a particle."""
    relevant = [token for token in tokens if not is_aside(token)]
    if not relevant or (Answer.YES in relevant[0].roles and not follows_article(tokens)):
        return bool(relevant)
    return Answer.YES in relevant[-1].roles and roles_in(tokens).isdisjoint((UNKNOWN, Answer.THINKING))


def is_aside(token: Token) -> bool:
    return not token.roles.isdisjoint(ASIDE) and Answer.YES not in token.roles


def follows_article(tokens: list[Token]) -> bool:
    """Whether words such as "the" and "I am" stand before the first yes: "the deal"."""
    at = next((at for at, token in enumerate(tokens) if Answer.YES in token.roles), 0)
    return not roles_in(tokens[:at]).isdisjoint((Word.FILLER, Word.PADDING, Word.MINE, Word.YOURS, NUMBER))


def follows_condition(tokens: list[Token]) -> bool:
    """Whether a yes follows an unknown demand and "and": "double it and I'm in"."""
    at = next((at for at, token in enumerate(tokens) if Word.AND in token.roles), 0)
    return UNKNOWN in roles_in(tokens[:at]) and not roles_in(tokens[at:]).isdisjoint((Answer.YES, Answer.AGREEING))


def speaker_adds(tokens: list[Token]) -> bool:
    """Whether "I" stands before the card that is added."""
    at = next((at for at, token in enumerate(tokens) if Reply.ADDING in token.roles), 0)
    return Word.SELF in roles_in(tokens[:at])


def asks_for_more(tokens: list[Token], offer: Offer) -> bool:
    """Whether a clause asks for other cards than those of the offer, or for more of them."""
    offered = [KIND_OF[card] for card in offer.cards] + list(offer.wants)
    named = kinds_in(tokens)
    if not roles_in(tokens).isdisjoint((Reply.ADDING, Reply.INSTEAD_OF, Reply.MAKE_IT, Reply.ONE_MORE)):
        return True
    is_reason = {Word.MINE, UNKNOWN} <= roles_in(tokens)  # "I'd have to harvest my Red"
    if any(named.count(kind) > offered.count(kind) for kind in named) and not is_reason:
        return True
    return cards_counted(tokens) > len(offer.cards)


def cards_counted(tokens: list[Token]) -> int:
    """Return the largest number in a line, except before an unknown word: "three coins"."""
    following = [*tokens[1:], tokens[-1]] if tokens else []
    counts = [token.count for token, after in zip(tokens, following, strict=True) if UNKNOWN not in after.roles]
    return max(counts, default=0)
