"""Parser for typed counter-offers to an open offer: "only if you add a Garden", "a Blue instead of the Soy".

The words of a line are classified by their roles in a reply, and the cards it names are compared with the two sides
of the offer. A line that names other cards changes one side, and the other side of the counter-offer is taken from the
offer. A line that fits no pattern is not a counter-offer.
"""

from collections.abc import Sequence
from typing import Final

from tobean.i18n.languages.trade_vocabulary import Answer, Reply, Word
from tobean.kernel.actions import MakeOffer
from tobean.kernel.cards import KIND_OF, sorted_cards
from tobean.kernel.notation.card_locations import in_usual_order
from tobean.kernel.observation.observation import Observation
from tobean.kernel.trade.offers import Offer
from tobean.session.chat.lenient_parser import read_sides
from tobean.session.chat.lexicon import COMMA, KIND, NAME, NUMBER
from tobean.session.chat.parsed_deal import Interpretation, Unreadable, choose_cards, own_cards
from tobean.session.chat.replies.answers import SENTENCE_ENDS, OfferReply, first_clause, open_offers
from tobean.session.chat.replies.stance import Clause, Stance, cards_counted, speaker_adds
from tobean.session.chat.replies.tokens import (
    UNKNOWN,
    Token,
    begins_with,
    kinds_in,
    roles_in,
    tokens_of,
)

REFUSALS: Final = (Answer.NO, Answer.NEGATION)
"""Roles of words that refuse cards."""


def read_reply(text: str, view: Observation, names: Sequence[str]) -> list[Interpretation]:
    """Return the readings of a line as a reply to the offers open to the viewing seat; empty if it is not one."""
    offers = [offer for offer in open_offers(view) if not offer.declined >> view.seat & 1]
    if not offers:
        return []
    tokens = tokens_of(text, view, names)
    named = {token.value for token in tokens if NAME in token.roles} - {view.seat}
    if not named <= {offer.seat for offer in offers} or len(named) > 1:
        return []
    if named:
        offers = [offer for offer in offers if offer.seat in named]
    found = [CardReplyParser(text, tokens, offer, view, names).read() for offer in offers]
    return [reading for reading in found if reading is not None]


def read_demand(reply: OfferReply, text: str, view: Observation, names: Sequence[str]) -> list[Interpretation]:
    """Return the counter-offer that a demand without a complete deal stands for; empty if it names no cards."""
    if reply.stance in (Stance.AGREES, Stance.REFUSES) or not reply.offers or accepts_first(text, view, names):
        return []
    offer = (reply.fresh or reply.offers)[-1]
    refused = [clause for clause in reply.clauses if refuses_cards(clause)]
    if any(kind in offer.wants for clause in refused for kind in kinds_in(clause.tokens)):
        return []
    tokens = [token for clause in reply.clauses for token in clause.tokens if clause not in refused]
    parser = CardReplyParser(text, tokens, offer, view, names)
    found = parser.parse_gift() if reply.stance in (Stance.NONE, Stance.WAVERS) else parser.parse_demand()
    is_amended = {Word.SWAP, Word.AND} <= roles_in(tokens)  # "swap the Red for a Blue and I'm in"
    return [] if found is None or is_amended else [found]


def accepts_first(text: str, view: Observation, names: Sequence[str]) -> bool:
    """Whether a line begins with a sentence of agreement: "Deal! And you can have my Soy too"."""
    return first_clause(text)[1] in SENTENCE_ENDS and begins_with(tokens_of(text, view, names), Answer.YES)


def refuses_cards(clause: Clause) -> bool:
    """Whether a clause refuses the cards it names: "not Soy", "keep your Soy"."""
    return not roles_in(clause.tokens).isdisjoint((*REFUSALS, Reply.KEEPING))


def deal_after_refusal(text: str, view: Observation, names: Sequence[str]) -> str:
    """Return the deal after a refusal and "but", addressed to the player named; the whole line if there is none.

    "Not the Soy, but I'd swap a Blue for the Chili".
    """
    tokens = tokens_of(text, view, names)
    last = max([at for at, token in enumerate(tokens) if COMMA in token.roles], default=0)
    if kinds_in(tokens[last:]) and roles_in(tokens[last:]) <= {
        COMMA,
        KIND,
        *REFUSALS,
        NUMBER,
        Word.NOT,
        Word.FILLER,
        Answer.DOUBT,
        Answer.POLITE,
    }:
        deal = " ".join(token.text for token in tokens[:last])  # "a Green for the Red, not a Soy"
        if roles_in(tokens[last:]) & {*REFUSALS} and all(read_sides(deal, view, names)):
            return deal
    at = next((at for at, token in enumerate(tokens) if Answer.BUT in token.roles), 0)
    head, tail = tokens[:at], tokens[at + 1 :]
    if not kinds_in(head) or not roles_in(head) & {*REFUSALS, Reply.KEEPING}:
        return text
    if roles_in(head) & {Word.FOR, Word.IN_TURN, Reply.UNDECIDED} or roles_in(tail) & {
        *REFUSALS,
        Reply.KEEPING,
        Reply.UNDECIDED,
        Word.OTHERS,
    }:
        return text
    rest = " ".join(token.text for token in tail)
    if not all(read_sides(rest, view, names)):
        return text
    named = {token.value for token in head if NAME in token.roles} - {view.seat}
    return f"{names[named.pop()]}: {rest}" if len(named) == 1 else rest


def changes_offer(text: str, view: Observation, names: Sequence[str], is_one_sided: bool) -> bool:
    """Whether a line may be about a change of an open offer: "only if I get a Red", "and I add a Soy"."""
    tokens = tokens_of(text, view, names)
    roles = roles_in(tokens)
    agrees = roles & {Answer.YES, Answer.AGREEING} and not begins_with(tokens, Answer.YES)
    is_amended = agrees and Word.SWAP in roles  # "swap the Red for a Blue and I'm in"
    return bool(open_offers(view)) and bool(
        is_amended or roles & {Reply.ADDING, Reply.RATHER} or (is_one_sided and Reply.ONLY_IF in roles)
    )


class CardReplyParser:
    """Parses a line as a reply to one offer."""

    def __init__(self, text: str, tokens: list[Token], offer: Offer, view: Observation, names: Sequence[str]) -> None:
        self.text = text
        self.tokens = tokens
        self.offer = offer
        self.view = view
        self.names = names
        self.gets = [KIND_OF[card] for card in offer.cards]
        self.pays = list(offer.wants)
        self.roles = roles_in(tokens)

    def read(self) -> Interpretation | None:
        if not kinds_in(self.tokens) or self.has_role(Reply.UNDECIDED, Word.OTHERS, Word.EVERYBODY):
            return None
        return (
            self.parse_replacement()
            or self.parse_after_refusal()
            or self.parse_addition()
            or self.parse_new_number()
            or self.parse_reference()
        )

    def has_role(self, *roles: str) -> bool:
        return not self.roles.isdisjoint(roles)

    def counter_offer(self, gives: list[int], wants: list[int]) -> Interpretation | None:
        """Build a counter-offer; None if it would equal the offer or have a kind on both sides."""
        if not set(gives).isdisjoint(wants) or not gives or not wants:
            return None
        if sorted(gives) == sorted(self.pays) and sorted(wants) == sorted(self.gets):
            return None
        return self.offer_of(gives, wants)

    def offer_of(self, gives: list[int], wants: list[int]) -> Interpretation:
        """Build an offer in reply to this one."""
        try:
            cards, places = choose_cards(self.view, gives)
        except Unreadable as error:
            return error.interpretation
        offer = self.offer
        return Interpretation(
            MakeOffer(self.view.seat, offer.seat, *in_usual_order(cards, places), sorted_cards(wants), offer.number)
        )

    # --- counter-offers ------------------------------------------------------------------------------------

    def parse_replacement(self) -> Interpretation | None:
        """Parse "a Garden instead of the Red"."""
        begin = next((at for at, token in enumerate(self.tokens) if Reply.INSTEAD_OF in token.roles), -1)
        end = next((at for at, token in enumerate(self.tokens) if at > begin >= 0 and KIND in token.roles), -1)
        if end < 0:
            return None
        old = kinds_in(self.tokens[begin : end + 1])
        rest = self.tokens[:begin] + self.tokens[end + 1 :]
        gives, wants = self.sides_of(rest)
        if gives and wants:
            return self.counter_offer(gives, wants)
        new = kinds_in(rest)
        if not new or Word.FOR in roles_in(rest) or not set(new).isdisjoint(self.gets + self.pays):
            return None
        if all(kind in self.gets for kind in old):
            return self.counter_offer(self.pays, [kind for kind in self.gets if kind not in old] + new)
        if all(kind in self.pays for kind in old):
            return self.counter_offer([kind for kind in self.pays if kind not in old] + new, self.gets)
        return None

    def parse_after_refusal(self) -> Interpretation | None:
        """Parse "not for a Soy, but I'd give you a Blue"."""
        at = next((at for at, token in enumerate(self.tokens) if Answer.BUT in token.roles), -1)
        head, tail = self.tokens[: max(at, 0)], self.tokens[at + 1 :]
        refused = kinds_in(head)
        if not roles_in(head).intersection((*REFUSALS, Reply.KEEPING)) or roles_in(tail).intersection(
            (*REFUSALS, Reply.KEEPING)
        ):
            return None
        gives, wants = self.sides_of(tail)
        if gives and wants:
            return self.counter_offer(gives, wants)
        if gives and all(kind in self.pays for kind in refused):
            return self.counter_offer(gives, self.gets)
        if wants and all(kind in self.gets for kind in refused):
            return self.counter_offer(self.pays, wants)
        return None

    def parse_addition(self) -> Interpretation | None:
        """Parse "add a Garden and it's a deal" and "only if you take the Soy as well"."""
        is_more = self.has_role(Reply.ADDING) or (
            self.has_role(Reply.ALSO) and self.has_role(Reply.ONLY_IF, Answer.YES)
        )
        if not is_more or self.has_role(Word.FOR, Word.IN_TURN, Reply.INSTEAD_OF, Reply.KEEPING):
            return None
        if accepts_first(self.text, self.view, self.names):
            return None
        more = kinds_in(self.tokens)
        is_given = self.has_role(Reply.TAKING_OFF) or (self.has_role(Word.TAKE) and not self.has_role(Word.SELF))
        is_given = is_given or (
            self.has_role(Word.YOU) and self.has_role(Word.MAY) and self.has_role(Word.HAVE, Word.TO_GET)
        )
        if self.has_role(Reply.ADDING) and speaker_adds(self.tokens):
            wants_more = self.has_role(Word.WANT, Word.I_WANT, Word.LIKE)
            if self.has_role(Word.YOU, Reply.ONLY_IF) or (wants_more and self.has_role(Word.I_GIVE)):
                return None
            if wants_more:
                return self.counter_offer(self.pays, self.gets + more)
            is_given = True
        if is_given:
            return self.counter_offer(self.pays + more, self.gets)
        return self.counter_offer(self.pays, self.gets + more) if self.has_role(Reply.ADDING, Reply.OBTAINING) else None

    def parse_new_number(self) -> Interpretation | None:
        """Parse "make it two Reds"."""
        if not self.has_role(Reply.MAKE_IT):
            return None
        new = kinds_in(self.tokens)
        wants = [kind for kind in new if kind in self.gets]
        gives = [kind for kind in new if kind in self.pays]
        if not wants and not gives and not any(self.holds(kind) for kind in new):
            return self.counter_offer(self.pays, new)
        if len(wants) + len(gives) != len(new):
            return None
        return self.counter_offer(gives or self.pays, wants or self.gets)

    def parse_reference(self) -> Interpretation | None:
        """Parse "a Blue for it" and "I'd rather have a Garden"."""
        for token, following in zip(self.tokens, self.tokens[1:], strict=False):
            if Word.FOR in token.roles and Word.IT in following.roles:
                break
        else:
            if not self.has_role(Word.IN_TURN, Reply.RATHER):
                return None
        if self.has_role(*REFUSALS, Reply.KEEPING, Reply.ONLY_IF):
            return None
        gives, wants = self.sides_of(self.tokens)
        if gives and wants:
            return self.counter_offer(gives, wants) if self.has_role(Reply.RATHER) else None
        if gives and set(gives).isdisjoint(self.gets + self.pays):
            return self.counter_offer(gives, self.gets)
        if wants and set(wants).isdisjoint(self.gets + self.pays):
            return self.counter_offer(self.pays, wants)
        return None

    def parse_demand(self) -> Interpretation | None:
        """Parse "at least two", "one more", "rather a Garden" and "and a Garden, then yes"."""
        if self.has_role(Word.OR, Word.OTHERS, Word.EVERYBODY, Word.GIFT, Word.NOT) or speaker_adds(self.tokens):
            return None
        kinds, is_added = kinds_in(self.tokens), self.has_role(Reply.ADDING)
        gives, wants = ([], []) if is_added else self.sides_of(self.tokens)
        if any(kinds.count(kind) > self.pays.count(kind) for kind in self.pays if kind in kinds):
            return None
        if not set(gives) <= {*self.pays, *self.gets}:
            return self.counter_offer(gives, wants or self.gets)
        if not wants and self.has_two_sides():
            return None
        named = [kind for kind in kinds if kind not in self.pays and (not wants or kind in wants)]
        if not named and len(set(self.gets)) == 1:
            more = len(self.gets) + 1 if self.has_role(Reply.ONE_MORE) else 0
            return self.counter_offer(self.pays, self.gets[:1] * max(cards_counted(self.tokens), more))
        if (is_added or self.has_role(Reply.ALSO, Reply.ONE_MORE)) and set(named).isdisjoint(self.gets):
            named += self.gets
        return self.counter_offer(self.pays, named)

    def has_two_sides(self) -> bool:
        """Whether kinds stand before "for", and kinds after it, or "it" if the speaker gives."""
        at = next((at for at, token in enumerate(self.tokens) if Word.FOR in token.roles), 0)
        refers = self.has_role(Word.SELF) and Word.IT in roles_in(self.tokens[at + 1 : at + 2])
        return bool(kinds_in(self.tokens[:at]) and (kinds_in(self.tokens[at:]) or refers))

    def parse_gift(self) -> Interpretation | None:
        """Parse "for free?" and "it's a gift"."""
        if not self.has_role(Word.GIFT) or UNKNOWN in self.roles or kinds_in(self.tokens):
            return None
        if "?" in self.text:
            return self.offer_of([], self.gets)
        return self.offer_of(self.pays, []) if self.has_role(Word.SELF, Word.YOU, Word.IT) else None

    def holds(self, kind: int) -> bool:
        return any(kind == KIND_OF[card] for _, card in own_cards(self.view))

    def sides_of(self, tokens: list[Token]) -> tuple[list[int], list[int]]:
        """Return the kinds that a part of the line gives and wants."""
        ignored = (
            *REFUSALS,
            Reply.KEEPING,
            Reply.ADDING,
            Answer.BUT,
            Reply.ONLY_IF,
            Reply.INSTEAD_OF,
            Word.UNSETTLING,
        )
        relevant = [token for token in tokens if not token.roles.intersection(ignored) or KIND in token.roles]
        return read_sides(" ".join(token.text for token in relevant), self.view, self.names)
