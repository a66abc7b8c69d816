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
from tobean.play.chat.lexicon import COMMA, KIND, NAME, WORD, plain, split_clitics
from tobean.play.chat.replies.tokens import UNKNOWN, Token, kinds_in, roles_in, tokens_of_words
from tobean.play.chat.sentence_parser import MAX_TALK_LENGTH
from tobean.view.observation import Observation

CLAUSE_ENDS: Final = r"[.!?;:,()\n\u2026\u2013\u2014]|\s-\s"
PART: Final = re.compile(rf"{WORD}|{'|'.join(ANSWER_SIGNS)}|{CLAUSE_ENDS}")
QUESTION: Final = "?"
MAX_STRANGE_WORDS: Final = 3
"""Maximum number of unknown words after a yes that is not repeated."""
ASIDE: Final = frozenset((Answer.POLITE, Answer.SO, Answer.BUT, Answer.BECAUSE, NAME))
"""Roles of words that do not change an answer."""


class Stance(StrEnum):
    """What a line, or a clause of it, says of an offer.

    - `praises` and `denies` are a weak yes and a firm no, of clauses only.
    - `doubts` is a condition whose words are not understood, of clauses only.
    - `concedes` gives a reason for a yes ("only because it's you"), of clauses only.
    - `unclear` lines both agree and refuse, or agree under a condition.
    - `wavers` means that the line asks something or puts off the answer.
    """

    AGREES = "agrees"
    PRAISES = "praises"
    REFUSES = "refuses"
    DENIES = "denies"
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
        if is_yes and not token.roles & {*ASIDE, Answer.NEGATION}:
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
        elif stance is Stance.NONE and agreed and (Answer.BUT in roles or strange_words(clause) > MAX_STRANGE_WORDS):
            stance = Stance.DOUBTS
        elif stance is Stance.AGREES and roles & {Answer.BUT, Answer.SO}:
            found = [each for each in found if each is not Stance.REFUSES]  # "not great, but I accept"
        found.append(stance)
    return summarize([stance for stance in found if stance not in (Stance.NONE, Stance.CONCEDES)])


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
    if Stance.DOUBTS in found:
        return Stance.UNCLEAR if agrees or praises else Stance.DEMANDS
    if Stance.WAVERS in found and found[-1] is not Stance.AGREES:
        return Stance.WAVERS
    return Stance.AGREES if agrees or praises else Stance.NONE


def strange_words(clause: Clause) -> int:
    return sum(UNKNOWN in token.roles for token in clause.tokens)


def judge(clause: Clause, offer: Offer) -> Stance:
    """Return the stance of one clause on an offer."""
    tokens, roles = clause.tokens, roles_in(clause.tokens)
    gets, pays = {KIND_OF[card] for card in offer.cards}, set(offer.wants)
    named = set(kinds_in(tokens))
    is_negated = Answer.NEGATION in roles

    def has(*some: str) -> bool:
        return not roles.isdisjoint(some)

    is_about_other_kinds = bool(named) and named.isdisjoint(gets | pays)
    if clause.is_question and Word.OTHERS in roles:
        return Stance.UNCLEAR if named else Stance.WAVERS
    if is_about_other_kinds and has(Answer.NO, Answer.NEGATION) and Reply.NEEDING in roles:
        return Stance.NONE
    if speaker_adds(tokens):
        return Stance.UNCLEAR
    if asks_for_more(tokens, offer) and has(Word.OR, Answer.DOUBT):
        return Stance.DEMANDS  # "add a Garden or no deal"
    if Answer.NO in roles:
        if Answer.YES in tokens[-1].roles and not is_negated:
            return Stance.UNCLEAR
        return Stance.REFUSES if Answer.DOUBT in roles else Stance.DENIES  # "otherwise forget it"
    if asks_for_more(tokens, offer):
        return Stance.DEMANDS
    if Answer.MORE in roles:
        is_comparison = has(Answer.GOOD) or (is_negated and not clause.is_question)
        return Stance.UNCLEAR if is_comparison else Stance.DEMANDS
    if Answer.WHY_NOT in roles:
        return Stance.AGREES if strange_words(clause) == 0 else Stance.WAVERS
    if has(Answer.WHY, Answer.REFUSING):
        is_reversed = is_negated or (has(Answer.REFUSING) and has(Answer.WHY, Answer.HARD))
        return Stance.AGREES if is_reversed else Stance.REFUSES
    if Answer.BAD in roles:
        if not is_negated or has(Reply.HANDING_OVER, Reply.NEEDING, KIND):
            return Stance.REFUSES
        return Stance.UNCLEAR if strange_words(clause) else Stance.PRAISES
    if Reply.KEEPING in roles and is_negated:
        return Stance.UNCLEAR
    if Reply.KEEPING in roles:
        return Stance.AGREES if named and named <= pays and has(Word.YOU, Word.YOU_MAY) else Stance.REFUSES
    if Reply.NEEDING in roles and not has(Word.YOU):
        if named & pays or (is_negated and named & gets):
            return Stance.AGREES if is_negated == bool(named & pays) else Stance.REFUSES
        if named & gets and not clause.is_question:
            return Stance.AGREES
        if Answer.OWN_USE in roles:
            return Stance.REFUSES
    if Reply.PARTING in roles and named and named <= pays and not is_negated:
        return Stance.AGREES
    if is_negated or (Answer.PLENTY in roles and named & gets):
        return Stance.REFUSES
    if Answer.OWN_USE in roles and named & pays and not has(Reply.HANDING_OVER, Answer.AGREEING):
        return Stance.REFUSES
    if {Answer.BECAUSE, Answer.DOUBT} <= roles:
        return Stance.AGREES if strange_words(clause) <= 1 else Stance.DOUBTS  # "only because it's you"
    if Answer.DOUBT in roles:
        return Stance.AGREES if Answer.AGREEING in roles and named & gets else Stance.DOUBTS
    if clause.is_question:
        return Stance.WAVERS
    if Answer.ASKING in tokens[0].roles and Answer.YES not in tokens[0].roles:
        return Stance.WAVERS
    if Answer.AGREEING in roles or says_yes(tokens):
        return Stance.UNCLEAR if follows_condition(tokens) else Stance.AGREES
    strange = strange_words(clause)
    if Reply.HANDING_OVER in roles and Word.FOR_SALE not in roles and named and strange <= 1:
        return Stance.AGREES
    if Answer.GOOD in roles and strange == 0:
        is_about_deal = not has(Word.YOU) and (not named or (named & gets and named & pays))
        return Stance.PRAISES if is_about_deal else Stance.WAVERS  # "the Red is nice", "you are good"
    return Stance.WAVERS if Answer.THINKING in roles else Stance.NONE


def says_yes(tokens: list[Token]) -> bool:
    """Whether a yes stands at the beginning, or at the end of known words. Elsewhere it may be a particle."""
    relevant = [token for token in tokens if not token.roles or token.roles - ASIDE]
    if not relevant or Answer.YES in relevant[0].roles:
        return bool(relevant)
    return Answer.YES in relevant[-1].roles and roles_in(tokens).isdisjoint((UNKNOWN, Answer.THINKING))


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
    if any(named.count(kind) > offered.count(kind) for kind in named):
        return True
    return cards_counted(tokens) > len(offer.cards)


def cards_counted(tokens: list[Token]) -> int:
    """Return the largest number in a line, except before an unknown word: "three coins"."""
    following = [*tokens[1:], tokens[-1]] if tokens else []
    counts = [token.count for token, after in zip(tokens, following, strict=True) if UNKNOWN not in after.roles]
    return max(counts, default=0)
