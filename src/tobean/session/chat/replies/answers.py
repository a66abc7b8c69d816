"""Typed answers to open offers: "deal", "Ja, gerne!", "No thanks, Emil", and "I take it back" for one's own offer."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from tobean.i18n.languages.trade_vocabulary import Answer, Reply, Word
from tobean.kernel.actions import Accept, Decline, MakeOffer, Withdraw
from tobean.kernel.cards import KIND_OF, sorted_cards
from tobean.kernel.notation.card_locations import in_usual_order
from tobean.kernel.notation.parameters import TABLE
from tobean.kernel.observation.observation import Observation
from tobean.kernel.trade.offers import Offer
from tobean.session.chat.lexicon import NAME, join_words, languages_of, lexicon, words_of
from tobean.session.chat.parsed_deal import Interpretation, Unreadable, choose_cards
from tobean.session.chat.questions import read_question
from tobean.session.chat.replies.stance import (
    Clause,
    Stance,
    clauses_of,
    is_small_talk,
    may_agree,
    stance_on,
    strange_words,
)
from tobean.session.chat.replies.tokens import answer_words, kinds_in, roles_in
from tobean.session.chat.sentence_parser import MAX_TALK_LENGTH, parse_talk

MARKS: Final = ",.;:!?"
SENTENCE_ENDS: Final = ("!", ".", ";")
MAX_CHOICES: Final = 4
"""Maximum number of choices put to a player."""


@dataclass(frozen=True)
class OfferReply:
    """A line read as a reply to open offers: those it may be about, the newest last, and its stance on them."""

    clauses: list[Clause]
    open: list[Offer]
    """All open offers, among them those of players whom the line does not address."""
    offers: list[Offer]
    stance: Stance
    seat: int

    @property
    def fresh(self) -> list[Offer]:
        """The offers that the viewing seat has not declined."""
        return self.without_declined(self.offers)

    @property
    def is_unclear(self) -> bool:
        """Whether the line is about the offers, but neither yes nor no."""
        return self.stance in (Stance.UNCLEAR, Stance.DEMANDS)

    @property
    def is_small_talk(self) -> bool:
        """Whether the line is none of the answers and demands nothing: "Soy is dead to me this game"."""
        tokens = [token for clause in self.clauses for token in clause.tokens]
        return bool(self.offers) and self.stance is Stance.NONE and is_small_talk(tokens)

    @property
    def names_other_kinds(self) -> bool:
        """Whether the line names a kind that is in none of the offers."""
        in_offers = {kind for offer in self.offers for kind in kinds_of(offer)}
        return any(kind not in in_offers for clause in self.clauses for kind in kinds_in(clause.tokens))

    @property
    def hesitates(self) -> bool:
        """Whether a word asks for time: "maybe, if you sweeten it"."""
        return any(Answer.THINKING in token.roles for clause in self.clauses for token in clause.tokens)

    @property
    def acceptable(self) -> list[Offer]:
        """The offers that a line may accept that states their deal; those declined before only with a yes."""
        if self.stance is Stance.AGREES:
            return self.offers
        is_plain = self.stance in (Stance.WAVERS, Stance.NONE) and len(self.clauses) == 1 and may_agree(self.clauses[0])
        return self.without_declined(self.offers or self.open) if is_plain else []

    def without_declined(self, offers: list[Offer]) -> list[Offer]:
        return [offer for offer in offers if not offer.declined >> self.seat & 1]


def read_offer_reply(text: str, view: Observation, names: Sequence[str], shown: int = 0) -> OfferReply:
    """Read a line as a reply to the offers open to the viewing seat; `shown` is the number of the one on display."""
    available = open_offers(view)
    own = any(offer.seat == view.seat for offer in view.offers)
    clauses = clauses_of(text, view, names) if available or own else []
    offers = offers_meant(clauses, available, view.seat, shown)
    stances = {offer.number: stance_on(offer, clauses) for offer in offers}
    stance = stances[offers[-1].number] if offers else Stance.NONE
    meant = [offer for offer in offers if stances[offer.number] == stance]
    return OfferReply(clauses, available, meant, stance, view.seat)


def offers_meant(clauses: list[Clause], offers: list[Offer], seat: int, shown: int) -> list[Offer]:
    """Return the offers whose makers or cards a line names; without names, the one on display or else all."""
    tokens = [token for clause in clauses for token in clause.tokens]
    ends = [token for clause in clauses for token in (clause.tokens[0], clause.tokens[-1])]
    named = {token.value for token in tokens if NAME in token.roles}
    addressed = {token.value for token in ends if NAME in token.roles}
    kinds = set(kinds_in(tokens))
    by_named = [offer for offer in offers if offer.seat in named]
    is_meant = by_named or (addressed - {seat} and Reply.REDIRECTING not in roles_in(tokens))
    offers = by_named if is_meant else offers
    offers = [offer for offer in offers if kinds and kinds <= kinds_of(offer)] or offers
    return [offer for offer in offers if offer.number == shown] or offers


def kinds_of(offer: Offer) -> set[int]:
    """Return the kinds on both sides of an offer."""
    return {KIND_OF[card] for card in (*offer.cards, *offer.wants)}


def read_answer(reply: OfferReply, text: str, view: Observation, names: Sequence[str]) -> list[Interpretation]:
    """Return the readings of a reply as a clear answer or a withdrawal of one's own offer; empty if it is neither."""
    own = [offer for offer in view.offers if offer.seat == view.seat]
    takes_back = any(Answer.TAKE_BACK in token.roles for clause in reply.clauses for token in clause.tokens)
    is_whole = not any(strange_words(clause) for clause in reply.clauses)
    if takes_back and is_whole and own and (not reply.offers or reply.stance in (Stance.NONE, Stance.WAVERS)):
        return [Interpretation(Withdraw(view.seat, offer.number)) for offer in own[-MAX_CHOICES:]]
    if reply.stance is Stance.REFUSES:
        return declines(reply)
    if reply.stance is not Stance.AGREES or (not reply.fresh and read_question(text, view, names) is not None):
        return []
    return [answer_action(offer, Answer.YES, view) for offer in (reply.fresh or reply.offers)[-MAX_CHOICES:]]


def declines(reply: OfferReply) -> list[Interpretation]:
    return [Interpretation(Decline(reply.seat, offer.number)) for offer in reply.fresh[-MAX_CHOICES:]]


def vague_demand(reply: OfferReply) -> list[Interpretation]:
    """Return a no for a demand that names no cards: "sweeten it"; empty for another line, or one with a "maybe"."""
    is_vague = reply.stance is Stance.DEMANDS and not reply.names_other_kinds and not reply.hesitates
    return declines(reply) if is_vague else []


def open_offers(view: Observation) -> list[Offer]:
    """List the offers that the viewing seat may accept, the newest last."""
    return [offer for offer in view.offers if offer.is_for(view.seat)]


def offers_matching_wish(reply: OfferReply, wants: tuple[int, ...], view: Observation) -> list[Interpretation]:
    """Interpret a wish beside open offers of the same kinds, as yes or as the same deal with another number.

    "I'll take the two Soys", "I want two Soys".
    """
    found: list[Interpretation] = []
    for offer in reply.acceptable:
        gets = sorted_cards([KIND_OF[card] for card in offer.cards])
        if gets == wants:
            found.append(answer_action(offer, Answer.YES, view))
        elif set(gets) == set(wants):
            found.append(counter_offer(offer, wants, view))
    return found


def offers_paid_by(reply: OfferReply, gift: MakeOffer, view: Observation) -> list[Interpretation]:
    """Return yes to the open offers that want exactly these cards: beside one, "take my Stink" need not be a gift."""
    kinds = sorted_cards([KIND_OF[card] for card in gift.cards])
    return [
        answer_action(offer, Answer.YES, view)
        for offer in reply.acceptable
        if gift.to in (TABLE, offer.seat) and sorted_cards(offer.wants) == kinds
    ]


def mirrored_offers(reply: OfferReply, made: MakeOffer, view: Observation) -> list[Interpretation]:
    """Return yes to the open offers that are this very deal from the other side."""
    gives, wants = sorted_cards([KIND_OF[card] for card in made.cards]), sorted_cards(made.wants)
    return [
        answer_action(offer, Answer.YES, view)
        for offer in reply.acceptable
        if made.to in (TABLE, offer.seat)
        and sorted_cards(offer.wants) == gives
        and sorted_cards([KIND_OF[card] for card in offer.cards]) == wants
    ]


def counter_offer(offer: Offer, wants: tuple[int, ...], view: Observation) -> Interpretation:
    """Build a counter-offer that wants these kinds instead of those offered."""
    try:
        cards, places = choose_cards(view, list(offer.wants))
    except Unreadable as error:
        return error.interpretation
    return Interpretation(MakeOffer(view.seat, offer.seat, *in_usual_order(cards, places), wants, offer.number))


def answer_action(offer: Offer, answer: str, view: Observation) -> Interpretation:
    """Accept or decline an offer, with the first own cards that meet it."""
    if answer == Answer.NO:
        return Interpretation(Decline(view.seat, offer.number))
    try:
        cards, places = choose_cards(view, list(offer.wants))
    except Unreadable as error:
        return error.interpretation
    return Interpretation(Accept(view.seat, offer.number, *in_usual_order(cards, places)))


def strip_answer(text: str, view: Observation, names: Sequence[str]) -> str:
    """Strip a yes or no before a line about cards, and address the line to the maker of the only open offer.

    "No, but a Blue for your Red" is an offer to the player whose offer is turned down.
    """
    makers = {offer.seat for offer in open_offers(view)}
    head, sign, rest = first_clause(text[:MAX_TALK_LENGTH])
    if len(makers) != 1 or not sign or not head_stance(head, view, names):
        return text
    return f"{names[makers.pop()]}: {rest}"


def names_other_player(text: str, view: Observation, names: Sequence[str], makers: set[int]) -> bool:
    """Whether a text names a player other than the makers of the open offers."""
    known = lexicon(view.rules, names, text)
    named = [known.get(join_words([word]), ("", 0)) for word in words_of(text)]
    return any(meaning == NAME and seat not in (view.seat, *makers) for meaning, seat in named)


def addresses_table(text: str, view: Observation, names: Sequence[str]) -> bool:
    """Whether a text addresses the whole table: "does anyone have a Green?"."""
    known = lexicon(view.rules, names, text)
    return any(known.get(join_words([word]), ("", 0))[0] in (Word.OTHERS, Word.EVERYBODY) for word in words_of(text))


def head_stance(text: str, view: Observation, names: Sequence[str]) -> Stance:
    """Return the stance of the first clause of a line if it agrees or refuses and names no card."""
    clauses = clauses_of(text, view, names)
    if any(kinds_in(clause.tokens) or strange_words(clause) for clause in clauses):
        return Stance.NONE
    stance = stance_on(open_offers(view)[-1], clauses)
    return stance if stance in (Stance.AGREES, Stance.REFUSES) else Stance.NONE


def answer_before_more(reply: OfferReply, text: str, view: Observation, names: Sequence[str]) -> list[Interpretation]:
    """Return the readings of a line that answers an open offer and then goes on about cards; empty if it does not.

    "Yes! And Ida, do you have Garden?" must lose neither half, so the player chooses. "No, but a Blue for your Red" is
    addressed to the same player and has one reading.
    """
    head, sign, rest = first_clause(text[:MAX_TALK_LENGTH])
    offers = reply.fresh[-1:]
    is_remark = any(Reply.REMARK in token.roles for clause in reply.clauses for token in clause.tokens)
    stance = head_stance(head, view, names) if offers and rest and not is_remark else Stance.NONE
    if stance is Stance.NONE:
        return []
    is_to_others = names_other_player(rest, view, names, {offer.seat for offer in open_offers(view)})
    is_to_others = is_to_others or (stance is Stance.AGREES and addresses_table(rest, view, names))
    if not is_to_others and (stance is Stance.REFUSES or sign not in SENTENCE_ENDS):
        return []
    more = parse_talk(rest, view, names)
    if not more.action and read_question(rest, view, names) is None:
        return []
    is_limited = any(Answer.BUT in token.roles for clause in reply.clauses for token in clause.tokens)
    may_accept = stance is Stance.AGREES and is_to_others and not is_limited
    answers = (Answer.NO, Answer.YES) if may_accept else (Answer.NO,)
    return [*([more] if more.action else []), *(answer_action(offers[0], answer, view) for answer in answers)]


def first_clause(text: str) -> tuple[str, str, str]:
    """Split a text at the first "but" or punctuation mark, into the part before, that word or mark, and the rest."""
    words, answers = text.split(), answer_words(languages_of(text))
    for at, word in enumerate(words):
        if answers.get(join_words(words_of(word))) == Answer.BUT:
            return " ".join(words[:at]), word, " ".join(words[at + 1 :])
        if word[-1] in MARKS:
            after = words[at + 1 :]
            if after and answers.get(join_words(words_of(after[0]))) == Answer.BUT:
                after = after[1:]
            return " ".join(words[: at + 1]), word[-1], " ".join(after)
    return text, "", ""
