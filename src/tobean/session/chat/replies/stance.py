"""Stance of a typed line on an open offer: whether it agrees, refuses, asks for more, or wavers.

The line is split into clauses, and each clause is judged by the roles of its words and by the cards it names. Whatever
the clauses say, a line agrees only if every word of it may stand in an agreement (`may_agree`): an unknown word, a
condition or a remark keeps it from accepting. Only before words that settle the deal ("..., accepted", "..., so yes")
may unknown words stand, if nothing beside them objects (`is_settled`). A negation or a complaint agrees only in idioms
("why not") and where it reverses a refusal ("I can't say no"). Where clauses contradict each other, the stance is
unclear.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from tobean.i18n.languages.trade_vocabulary import ANSWER_SIGNS, Answer, Reply, Word
from tobean.kernel.cards import KIND_OF
from tobean.kernel.observation.observation import Observation
from tobean.kernel.trade.offers import Offer
from tobean.session.chat.lexicon import COMMA, KIND, NAME, NUMBER, WORD, plain, split_clitics
from tobean.session.chat.replies.tokens import UNKNOWN, Token, kinds_in, roles_in, tokens_of_words
from tobean.session.chat.sentence_parser import MAX_TALK_LENGTH

CLAUSE_ENDS: Final = r"[.!?;:,()\n\u2026\u2013\u2014]|\s-\s"
PART: Final = re.compile(rf"{WORD}|{'|'.join(ANSWER_SIGNS)}|{CLAUSE_ENDS}")
QUESTION: Final = "?"
PRAISING: Final = frozenset(
    {KIND, NAME, Word.IT, Word.FOR, Word.ME, Reply.PARTICLE, Reply.OPENING, Reply.WOULD}
    | {Answer.GOOD, Answer.POLITE, Answer.SO, Answer.BUT, Answer.BECAUSE, Answer.YES, Answer.OWN_USE}
)
"""Roles of the words of a praise. "Nice hat" praises no deal."""
AGREEABLE: Final = frozenset(
    {Answer.YES, Answer.AGREEING, Answer.WHY_NOT, Answer.GOOD, Answer.POLITE, Answer.SO, Answer.BUT, Answer.BECAUSE}
    | {Answer.NO, Answer.NEGATION, Answer.REFUSING, Answer.WHY, Answer.HARD, Answer.BAD}
    | {
        KIND,
        NAME,
        NUMBER,
        Word.SELF,
        Word.ME,
        Word.YOU,
        Word.MINE,
        Word.YOURS,
        Word.IT,
        Word.FOR,
        Word.AND,
        Word.MAY,
        Word.OFFERED,
        Word.LIKE,
    }
    | {Word.TAKE, Word.YOU_MAY, Word.TO_GET, Word.HAVE, Word.I_HAVE, Word.THEY_HAVE, Word.GIVE, Word.I_WANT, Word.BOTH}
    | {Word.THEY_GET, Word.THEY_GIVE, Word.IN_TURN, Word.I_GIVE, Word.PLEASE}
    | {Reply.OPENING, Reply.PARTICLE, Reply.HANDING_OVER, Reply.NEEDING, Reply.PARTING, Reply.WELCOMING, Reply.SAYING}
    | {Reply.WOULD, Reply.FOOL, Reply.REASON, Reply.BEFORE, Reply.CHANGE_OF_MIND, Reply.ALTHOUGH}
    | {Reply.SETTLING, Reply.TERMS}
)
"""Roles of the words of a line that agrees: with any other word, it is not taken for an agreement."""
DEMANDING: Final = frozenset(
    {Word.FOR, Word.WANT, Word.I_WANT, Word.LIKE, Word.GIVE, Word.I_GIVE, Word.THEY_GIVE, Word.MAY, Word.AND, Word.OR}
    | {Answer.MORE, Answer.DOUBT, Answer.AGREEING, Reply.NEEDING, Reply.HANDING_OVER}
)
"""Roles of words that make a demand of a card of another kind, whatever unknown words stand beside it."""
UNCOUNTED: Final = frozenset((UNKNOWN, Answer.THINKING, Reply.FIELDS, Reply.REMARK))
"""Roles of words before which a number counts no cards."""
REVERSIBLE: Final = (Answer.REFUSING, Reply.SAYING, Reply.REASON)
"""Roles of words in idioms that negate twice, which may be questions or conditions."""
NEGATIVE: Final = (Answer.NO, Answer.NEGATION)
OPENING: Final = frozenset((Reply.OPENING, Answer.YES, Answer.SO, Answer.BUT))
"""Roles of words before a yes that is no particle."""
OBJECTING: Final = frozenset(
    {Answer.NO, Answer.NEGATION, Answer.REFUSING, Answer.BAD, Answer.WHY, Answer.MORE, Answer.DOUBT, Answer.ASKING}
    | {Answer.BUT, Word.OTHERS, Word.EVERYBODY, Word.OR, Word.NOT}
    | {Reply.KEEPING, Reply.ADDING, Reply.ONLY_IF, Reply.INSTEAD_OF, Reply.RATHER, Reply.MAKE_IT, Reply.ONE_MORE}
    | {Reply.REDIRECTING, Reply.LATER, Reply.REMARK, Reply.HARVESTING}
)
"""Roles of words before which no agreement is settled, except in a clause that agrees itself ("no objections")."""
NOT_REASONS: Final = frozenset((KIND, Reply.HANDING_OVER, Reply.NEEDING, Word.I_WANT, Word.WANT, Word.MAY))
"""Roles of words whose negation is no reason for a yes, but in a comparison: "I don't need it"."""
DECISIVE: Final = frozenset((Answer.AGREEING, Answer.NO, Answer.REFUSING, Answer.WHY_NOT))
"""Roles of words that make a clause an answer."""
ASIDE: Final = frozenset((Answer.POLITE, Answer.SO, Answer.BUT, Answer.BECAUSE, NAME))
"""Roles of words that do not change an answer."""
NEUTRAL: Final = ASIDE | {Reply.OPENING, Reply.PARTICLE}
"""Roles of words that are skipped in search of a yes at the beginning or the end."""


class Stance(StrEnum):
    """What a line, or a clause of it, says of an offer.

    - `praises` and `denies` are a weak yes and a firm no, of clauses only.
    - `doubts` is a condition whose words are not understood, of clauses only.
    - `concedes` gives a reason for a yes ("only because it's you"), of clauses only.
    - `unclear` lines agree and refuse, agree under a condition, or have words that are not understood.
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


PLAIN: Final = (Reply.HANDING_OVER, Reply.NEEDING, Answer.AGREEING, Answer.GOOD, Answer.YES, Answer.DOUBT)
"""Roles of words whose negation refuses whatever unknown words stand beside them."""
REFUSALS: Final = frozenset((Stance.REFUSES, Stance.DENIES))
REASONS: Final = frozenset((Stance.REFUSES, Stance.UNCLEAR))
"""Stances of negations that may be reasons for an agreement."""


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
            words = split_clitics(words)
            tokens = tokens_of_words(words, text, view, names)
            clauses += [Clause(part_of, part == QUESTION) for part_of in split_tokens(tokens)]
            words = []
    return joined(clauses)


def joined(clauses: list[Clause]) -> list[Clause]:
    """Join a clause that calls its speaker a fool with the condition that follows: "I'd be a fool, if I said no"."""
    found: list[Clause] = []
    for clause in clauses:
        if found and {Reply.WOULD, Reply.FOOL} <= roles_in(found[-1].tokens):
            clause = Clause([*found.pop().tokens, *clause.tokens], clause.is_question)
        found.append(clause)
    return found


def split_tokens(tokens: list[Token]) -> list[list[Token]]:
    """Split a clause before "but", and after a yes at its beginning."""
    found: list[list[Token]] = [[]]
    for token in tokens:
        if Answer.BUT in token.roles and found[-1]:
            found.append([])
        is_yes = opens_with_yes(found[-1]) and all(each.roles & {Answer.YES, *ASIDE} for each in found[-1])
        if is_yes and not token.roles & {*ASIDE, Answer.NEGATION}:
            found.append([])
        found[-1].append(token)
    return found


def opens_with_yes(tokens: list[Token]) -> bool:
    """Whether a yes stands at the beginning, and is no particle of a sentence: "ja, klar", not "das ist ja frech"."""
    for at, token in enumerate(tokens):
        if Answer.YES in token.roles:
            before = tokens[:at]
            if follows_article(tokens):
                return False
            return Reply.PARTICLE not in token.roles or all(each.roles & {NAME, *OPENING} for each in before)
        if token.roles.isdisjoint(ASIDE):
            return False
    return False


def stance_on(offer: Offer, clauses: list[Clause]) -> Stance:
    """Return the stance of a line, given by its clauses, on an offer."""
    if supposes(clauses):
        return Stance.WAVERS
    found: list[Stance] = []
    is_plain = True
    for clause in clauses:
        stance = judge(clause, offer)
        roles = roles_in(clause.tokens)
        agreed = any(each in (Stance.AGREES, Stance.PRAISES) for each in found)
        if gives_reason(clause) and stance not in (Stance.DEMANDS, Stance.DENIES):
            if found[-1:] == [Stance.DOUBTS]:
                found[-1] = Stance.AGREES  # "but only because it's you"
                stance = Stance.CONCEDES
            is_answer = not roles.isdisjoint((Answer.DOUBT, Answer.YES, Answer.AGREEING))
            stance = Stance.CONCEDES if agreed else stance if is_answer else Stance.NONE
        elif stance in (Stance.AGREES, Stance.PRAISES) and found[-1:] == [Stance.DEMANDS] and Answer.SO in roles:
            stance = Stance.CONCEDES  # "double it, then the Soy is yours"
        elif stance is Stance.NONE and agreed and Answer.BUT in roles:
            stance = Stance.DEMANDS if kinds_in(clause.tokens) else Stance.DOUBTS  # "yes, but then I want the Blue"
        elif stance is Stance.AGREES and roles & {Answer.BUT, Answer.SO}:
            found = [each for each in found if each not in REFUSALS]  # "not great, but I accept"
        found.append(stance)
        is_plain = is_plain and may_agree(clause, stance)
    stance = summarize([stance for stance in found if stance not in (Stance.NONE, Stance.CONCEDES)])
    if stance in REFUSALS and concludes_with_yes(clauses[-1]):
        return Stance.UNCLEAR
    if is_plain:
        return stance
    if is_settled(offer, clauses):
        return Stance.AGREES
    return Stance.NONE if stance is Stance.AGREES else stance


def concludes_with_yes(clause: Clause) -> bool:
    """Whether a clause ends with a yes as its conclusion: "I don't want the Chili anyway so sure"."""
    ending = clause.tokens[-2:]
    return len(ending) == 2 and Answer.SO in ending[0].roles and bool(ending[1].roles & {Answer.YES, Answer.AGREEING})


def supposes(clauses: list[Clause]) -> bool:
    """Whether a line begins with a supposition: "angenommen, du ...", where "angenommen" alone accepts."""
    is_ambiguous = any(token.roles >= {Reply.SETTLING, Reply.HEDGING} for each in clauses[:1] for token in each.tokens)
    return is_ambiguous and any(not roles_in(each.tokens).isdisjoint((Word.SELF, Word.YOU)) for each in clauses[1:])


def is_settled(offer: Offer, clauses: list[Clause]) -> bool:
    """Whether a line ends by settling the deal and nothing before objects: "that fills my field, accepted"."""
    if roles_in(clauses[-1].tokens).isdisjoint((Reply.SETTLING, Answer.YES, Answer.POLITE)):
        return False
    ends_at = len(clauses)
    while ends_at and agrees_plainly(clauses[ends_at - 1], offer):
        ends_at -= 1
    before, end = clauses[:ends_at], clauses[ends_at:]
    roles = {role for clause in end for role in roles_in(clause.tokens)}
    is_concluded = Reply.CONCLUDING in roles
    if not end or any(objects(clause, offer, is_concluded) for clause in before):
        return False
    if Reply.SETTLING in roles:
        return True
    last = end[-1].tokens
    if Answer.YES not in roles_in(last) or not all(token.roles & {Answer.YES, *NEUTRAL} for token in last):
        return False
    return is_concluded or any(concerns_deal(clause, offer) for clause in before)


def concerns_deal(clause: Clause, offer: Offer) -> bool:
    """Whether a clause praises the deal, or speaks of a need of its cards: not "another beer, yes"."""
    roles = roles_in(clause.tokens)
    is_need = KIND in roles and not roles.isdisjoint((Reply.NEEDING, Reply.PARTING, Reply.FIELDS))
    is_praise = {Answer.GOOD, Reply.TERMS} <= roles
    is_about_deal = is_need or is_praise or not roles.isdisjoint((Answer.AGREEING, Word.OFFERED))
    return is_about_deal and judge(clause, offer) is not Stance.WAVERS


def agrees_plainly(clause: Clause, offer: Offer) -> bool:
    """Whether a clause agrees or only thanks, in known words and without a "then"."""
    stance = judge(clause, offer)
    is_agreement = stance in (Stance.AGREES, Stance.PRAISES) or all(token.roles & ASIDE for token in clause.tokens)
    roles = roles_in(clause.tokens)
    is_free = roles.isdisjoint((Answer.SO, Word.AND)) or Reply.CONCLUDING in roles
    return is_agreement and is_free and not clause.is_question and may_agree(clause, stance)


def objects(clause: Clause, offer: Offer, is_concluded: bool) -> bool:
    """Whether a clause before an agreement asks, refuses, complains, or sets a condition or another deal.

    Where an agreement is drawn as a conclusion, a negation may be its reason: "it won't get better, so yes".
    """
    if agrees_plainly(clause, offer):
        return False
    roles = roles_in(clause.tokens)
    kinds = {KIND_OF[card] for card in offer.cards}.union(offer.wants)
    is_other = any(NAME in token.roles and token.value != offer.seat for token in clause.tokens)
    is_condition = UNKNOWN in roles and not roles.isdisjoint((Reply.HEDGING, Word.FOR)) and Word.MINE not in roles
    if clause.is_question or is_other or is_condition or not kinds.issuperset(kinds_in(clause.tokens)):
        return True
    allowed, stances = set[str](), {Stance.AGREES, Stance.PRAISES, Stance.NONE}
    if len(clause.tokens) == 1:
        stances.add(Stance.WAVERS)  # "hmm"
    is_reason = roles.isdisjoint(NOT_REASONS) or (Answer.MORE in roles and KIND not in roles)
    if is_concluded and Answer.NEGATION in roles and is_reason:
        allowed, stances = {Answer.NEGATION, Answer.REFUSING, Answer.MORE, Reply.RATHER, Word.NOT}, {*stances, *REASONS}
    return judge(clause, offer) not in stances or not roles - allowed <= roles - OBJECTING


def may_agree(clause: Clause, stance: Stance = Stance.AGREES) -> bool:
    """Whether every word of a clause may stand in an agreement, in a reason for it, in the deal or in an aside."""
    if stance is Stance.NONE and not kinds_in(clause.tokens):
        allowed = NEUTRAL | {Reply.HANDING_OVER, Word.PLEASE, Word.BOTH}
    elif gives_reason(clause) or not roles_in(clause.tokens).isdisjoint(REVERSIBLE):
        allowed = AGREEABLE | {Answer.DOUBT, Answer.ASKING}
    else:
        allowed = AGREEABLE
    return all(token.roles & allowed for token in clause.tokens)


def gives_reason(clause: Clause) -> bool:
    """Whether a clause gives a reason for a yes: "because it's you", not "not for you"."""
    for token in clause.tokens:
        if token.roles & {Answer.BECAUSE, Answer.NEGATION}:
            return Answer.BECAUSE in token.roles
    return False


def summarize(found: list[Stance]) -> Stance:
    """Combine the stances of the clauses of a line. Where they contradict each other, the last one decides."""
    agrees, praises = Stance.AGREES in found, Stance.PRAISES in found
    refuses = not REFUSALS.isdisjoint(found)
    if Stance.DEMANDS in found:
        if agrees and found[-1] is not Stance.DEMANDS:
            return Stance.UNCLEAR
        return Stance.REFUSES if found[-1] is Stance.DENIES else Stance.DEMANDS
    if agrees and refuses:
        if found[-1] is Stance.AGREES and found[0] is Stance.AGREES:
            return Stance.AGREES
        return Stance.REFUSES if found[-1] is Stance.DENIES else Stance.UNCLEAR
    if Stance.UNCLEAR in found:
        if found[-1] is Stance.AGREES:
            return Stance.AGREES
        return Stance.REFUSES if refuses and not praises else Stance.UNCLEAR
    if refuses:
        is_refusal = not praises or found[-1] is not Stance.PRAISES or found[0] is Stance.DENIES
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
    return ClauseJudge(clause, offer).judge()


class ClauseJudge:
    """Judges one clause by its words and the cards it names: idioms first, then demands, refusals and agreement."""

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
        self.is_about_other_kinds = bool(self.named) and self.named.isdisjoint(self.gets | self.pays)

    def has(self, *roles: str) -> bool:
        return not self.roles.isdisjoint(roles)

    def has_all(self, *roles: str) -> bool:
        return self.roles.issuperset(roles)

    def names_only(self, kinds: set[int]) -> bool:
        return bool(self.named) and self.named <= kinds

    def judge(self) -> Stance:
        """Return the stance of the clause. Who names other kinds alone, or another player, does not agree."""
        if self.is_question and self.has(Word.OTHERS):
            return Stance.UNCLEAR if self.named else Stance.WAVERS
        rules = (
            self.double_negation,
            self.circumstance,
            self.demand,
            self.rhetoric,
            self.complaint,
            self.need,
            self.refusal,
            self.agreement,
        )
        stance = next((stance for rule in rules if (stance := rule()) is not None), Stance.NONE)
        agrees = stance in (Stance.AGREES, Stance.PRAISES)
        return Stance.NONE if agrees and (self.is_about_other_kinds or self.is_about_others) else stance

    def double_negation(self) -> Stance | None:
        """Judge what negates twice: "before I change my mind", "no reason not to", "I'd be a fool to say no"."""
        if Reply.CHANGE_OF_MIND in roles_in(self.tokens[self.first(Reply.BEFORE) :]):
            return Stance.AGREES
        reason = self.first(Reply.REASON)
        if (
            reason < len(self.tokens)
            and not self.is_question
            and not roles_in(self.tokens[:reason]).isdisjoint(NEGATIVE)
        ):
            opposes = not roles_in(self.tokens[reason + 1 :]).isdisjoint((*NEGATIVE, Answer.REFUSING))
            return Stance.AGREES if opposes or Answer.WHY_NOT in self.tokens[reason].roles else Stance.REFUSES
        if self.has_all(Reply.SAYING, Answer.NO):
            asks_how = self.has(Answer.ASKING) and not self.has(Word.YOU)
            is_reversed = self.is_negated or asks_how or self.has(Answer.WHY, Answer.HARD, Reply.FOOL)
            return Stance.AGREES if is_reversed else Stance.DENIES
        if self.has_all(Reply.WOULD, Reply.FOOL) and self.has(Word.SELF, Answer.REFUSING):
            if self.has(Answer.REFUSING, *NEGATIVE):
                return Stance.AGREES
            return Stance.REFUSES if self.has(Answer.AGREEING, Reply.HANDING_OVER) else Stance.NONE
        need = self.first(Reply.NEEDING)
        is_none_needed = 0 < need < len(self.tokens) and self.tokens[need - 1].roles >= {Answer.NO, Word.NOT}
        return Stance.AGREES if is_none_needed and self.names_only(self.pays) else None  # "I've got no use for Chili"

    def first(self, role: str) -> int:
        """Return the place of the first such word; the number of words if there is none."""
        return next((at for at, token in enumerate(self.tokens) if role in token.roles), len(self.tokens))

    def circumstance(self) -> Stance | None:
        """Judge what speaks for itself: "go ask Otto", "my fields are full", "finally a Soy"."""
        if self.is_question:
            return None
        if self.has(Reply.REDIRECTING) and self.is_about_others:
            return Stance.REFUSES
        if self.has(Reply.FIELDS) and self.has(Answer.PLENTY, Answer.NEGATION):
            return Stance.REFUSES
        return None

    def demand(self) -> Stance | None:
        """Judge words that ask for other cards or for more, a plain no, and small talk."""
        asks = asks_for_more(self.tokens, self.offer)
        if self.is_about_other_kinds and self.has(Reply.NEEDING) and self.has(*NEGATIVE):
            return Stance.NONE  # "I don't need a Red"
        if speaker_adds(self.tokens):
            return Stance.DEMANDS if self.is_question else Stance.UNCLEAR
        if asks and self.has(Word.OR, Answer.DOUBT):
            return Stance.DEMANDS  # "add a Garden or no deal"
        if self.has(Answer.NO):
            return Stance.REFUSES if self.has(Answer.DOUBT, Reply.LATER) else Stance.DENIES  # "otherwise forget it"
        if asks:
            return Stance.DEMANDS
        if self.has(Reply.REMARK) and not self.named and not self.has(Answer.AGREEING):
            return Stance.NONE
        if self.has(Answer.MORE):
            is_comparison = (self.has(Answer.GOOD) and not self.has(Reply.WOULD)) or (
                self.is_negated and not self.is_question
            )
            return Stance.UNCLEAR if is_comparison else Stance.DEMANDS
        return None

    def rhetoric(self) -> Stance | None:
        """Judge "why not", and refusals that a negation or a question reverses: "who could say no"."""
        if self.has(Answer.WHY_NOT):
            return Stance.WAVERS if self.strange else Stance.AGREES
        if not self.has(Answer.WHY, Answer.REFUSING):
            return None
        asks_how = self.has(Answer.ASKING) and not self.has(Word.YOU)  # "how could I refuse"
        reverses = self.has(Answer.REFUSING) and (asks_how or self.has(Answer.WHY, Answer.HARD))
        return Stance.AGREES if self.is_negated or reverses else Stance.REFUSES

    def complaint(self) -> Stance | None:
        if not self.has(Answer.BAD):
            return None
        is_about_deal = self.named or self.has(Answer.AGREEING, Answer.GOOD, Reply.HANDING_OVER, Reply.NEEDING)
        if not self.is_negated or is_about_deal:
            return Stance.REFUSES
        return Stance.UNCLEAR if self.strange or self.has(Word.SELF) else Stance.PRAISES  # "not bad", "I'm not stupid"

    def need(self) -> Stance | None:
        """Judge what the speaker keeps, needs and can spare."""
        if self.has(Reply.KEEPING):
            if self.is_negated:
                return Stance.UNCLEAR
            leaves = self.names_only(self.pays) and self.has(Word.YOU, Word.YOU_MAY)  # "you can keep the Chili"
            return Stance.AGREES if leaves else Stance.REFUSES
        if self.has(Reply.NEEDING) and not self.has(Word.YOU, Word.OTHERS) and not self.is_about_others:
            if self.named & self.pays or (self.is_negated and self.named & self.gets):
                return Stance.AGREES if self.is_negated == bool(self.named & self.pays) else Stance.REFUSES
            if not self.asks and not self.is_negated and (self.named & self.gets or is_praised(self.tokens)):
                return Stance.AGREES
            if self.has(Answer.OWN_USE):
                return Stance.REFUSES
        return None

    def refusal(self) -> Stance | None:
        if self.is_negated and self.strange and not self.named and not self.has(*PLAIN):
            return Stance.UNCLEAR  # "I'm not averse"
        if self.is_negated or (self.has(Answer.PLENTY) and self.named & self.gets):
            return Stance.REFUSES
        is_given = self.has(Reply.HANDING_OVER, Answer.AGREEING)
        if self.has(Answer.OWN_USE) and self.named & self.pays and not is_given:
            return Stance.REFUSES  # "it's my only Chili"
        if not self.has(Answer.DOUBT):
            return None
        if self.has(Answer.BECAUSE):
            return Stance.WAVERS if self.has(Answer.GOOD) else Stance.AGREES  # "only because it's you"
        return Stance.AGREES if self.has(Answer.AGREEING) and self.named & self.gets else Stance.DOUBTS

    def agreement(self) -> Stance | None:
        if self.asks:
            return Stance.WAVERS
        is_settled = (
            self.has(Reply.SETTLING)
            and not self.has(Word.MINE, Word.YOURS)
            and all(token.roles & {Reply.SETTLING, *NEUTRAL} for token in self.tokens)
        )
        if self.has(Answer.AGREEING) or is_settled or says_yes(self.tokens):
            if self.has(Reply.WOULD) and not self.has(Answer.AGREEING):
                return Stance.PRAISES  # "I'd gladly"
            return Stance.AGREES
        hands_over = self.has(Reply.HANDING_OVER) and not self.is_about_others and not self.has(Word.FOR_SALE)
        if hands_over and self.names_only(self.gets | self.pays):
            return Stance.AGREES
        if self.has(Answer.GOOD) and all(token.roles & PRAISING for token in self.tokens):
            is_about_deal = not self.named or (self.named & self.gets and self.named & self.pays)
            is_praise = is_about_deal and not self.has(Word.YOU, Answer.THINKING)
            return Stance.PRAISES if is_praise else Stance.WAVERS  # "the Red is nice", "haha, nice one"
        return Stance.WAVERS if self.has(Answer.THINKING) else None


def is_praised(tokens: list[Token]) -> bool:
    """Whether praise stands beside a verb of needing and nothing unknown: "exactly what I need"."""
    is_known = roles_in(tokens).isdisjoint((UNKNOWN, Answer.DOUBT))
    return is_known and any(Answer.GOOD in token.roles and Reply.NEEDING not in token.roles for token in tokens)


def follows_article(tokens: list[Token]) -> bool:
    """Whether a word such as "my" stands before the first yes: "your deal"."""
    at = next((at for at, token in enumerate(tokens) if Answer.YES in token.roles), 0)
    before = [token for token in tokens[:at] if token.roles.isdisjoint((Reply.PARTICLE, *OPENING))]
    return not roles_in(before).isdisjoint((Word.FILLER, Word.PADDING, Word.MINE, Word.YOURS, NUMBER))


def says_yes(tokens: list[Token]) -> bool:
    """Whether a yes stands at the beginning, or at the end of known words. Elsewhere it may be a particle."""
    relevant = [token for token in tokens if token.roles.isdisjoint(NEUTRAL) or Answer.YES in token.roles]
    if not relevant or Answer.YES in relevant[0].roles:
        return bool(relevant) and opens_with_yes(tokens)
    is_sentence = Reply.PARTICLE in relevant[-1].roles and not roles_in(tokens).isdisjoint((Word.SELF, Word.YOU))
    is_known = roles_in(tokens).isdisjoint((UNKNOWN, Answer.THINKING))
    return Answer.YES in relevant[-1].roles and is_known and not is_sentence and len(set(kinds_in(tokens))) != 1


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
    if is_small_talk(tokens):
        return False
    if any(named.count(kind) > offered.count(kind) for kind in named):
        return True
    return cards_counted(tokens) > len(offer.cards)


def is_small_talk(tokens: list[Token]) -> bool:
    """Whether words that demand nothing stand beside unknown ones: "that Stink creeps me out"."""
    is_remark = Reply.REMARK in roles_in(tokens) or sum(UNKNOWN in token.roles for token in tokens) > 1
    return is_remark and roles_in(tokens).isdisjoint(DEMANDING)


def cards_counted(tokens: list[Token]) -> int:
    """Return the largest number of cards in a line: not in "three coins", "two minutes", "two fields", "my four"."""
    if not tokens:
        return 0
    around = zip([tokens[0], *tokens[:-1]], tokens, [*tokens[1:], tokens[-1]], strict=True)
    counts = [
        token.count
        for before, token, after in around
        if after.roles.isdisjoint(UNCOUNTED) and (Word.MINE not in before.roles or KIND in token.roles)
    ]
    return max(counts, default=0)
