"""Parser for typed replies to an open offer that name cards: "I keep my Soy", "only if you add a Garden".

The words of a line are classified by their roles in a reply, and the cards it names are compared with the two sides
of the offer. A line that names only cards of the offer accepts or declines it: "the Red works for me". A line that
names other cards changes one side, and the other side of the counter-offer is taken from the offer. A line that fits no
pattern is not a reply.
"""

from collections import Counter
from collections.abc import Sequence

from tobean.i18n.languages.trade_vocabulary import Answer, Reply, Word
from tobean.kernel.actions import MakeOffer
from tobean.kernel.cards import KIND_OF, sorted_cards
from tobean.kernel.notation.card_locations import in_usual_order
from tobean.kernel.trade.offers import Offer
from tobean.play.chat.lenient_parser import read_sides
from tobean.play.chat.lexicon import (
    COMMA,
    KIND,
    NAME,
    NUMBER,
)
from tobean.play.chat.offer_replies import SENTENCE_ENDS, answer_action, first_clause, open_offers
from tobean.play.chat.parsed_deal import Interpretation, Unreadable, choose_cards, own_cards
from tobean.play.chat.reply_tokens import (
    UNKNOWN,
    Token,
    begins_with,
    kinds_in,
    roles_in,
    tokens_of,
    without_leading_no,
)
from tobean.view.observation import Observation


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


def deal_after_refusal(text: str, view: Observation, names: Sequence[str]) -> str:
    """Return the deal after a refusal and "but", addressed to the player named; the whole line if there is none.

    "Not the Soy, but I'd swap a Blue for the Chili".
    """
    tokens = tokens_of(text, view, names)
    last = max([at for at, token in enumerate(tokens) if COMMA in token.roles], default=0)
    if kinds_in(tokens[last:]) and roles_in(tokens[last:]) <= {
        COMMA,
        KIND,
        Reply.NEGATION,
        NUMBER,
        Word.NOT,
        Word.FILLER,
        Answer.DOUBT,
        Answer.POLITE,
    }:
        deal = " ".join(token.text for token in tokens[:last])  # "a Green for the Red, not a Soy"
        if Reply.NEGATION in roles_in(tokens[last:]) and all(read_sides(deal, view, names)):
            return deal
    at = next((at for at, token in enumerate(tokens) if Answer.BUT in token.roles), 0)
    head, tail = tokens[:at], tokens[at + 1 :]
    if not kinds_in(head) or not roles_in(head) & {Reply.NEGATION, Reply.KEEPING}:
        return text
    if roles_in(head) & {Word.FOR, Word.IN_TURN, Reply.UNDECIDED} or roles_in(tail) & {
        Reply.NEGATION,
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
    is_amended = {Word.SWAP, Answer.YES} <= roles and not begins_with(
        tokens, Answer.YES
    )  # "swap the Red for a Blue and I'm in"
    return bool(open_offers(view)) and (
        is_amended or Reply.ADDING in roles or (is_one_sided and Reply.ONLY_IF in roles)
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
        found = (
            self.parse_replacement()
            or self.parse_after_refusal()
            or self.parse_addition()
            or self.parse_new_number()
            or self.parse_reference()
        )
        if found is not None or "?" in self.text:
            return found
        if self.is_refusal():
            return answer_action(self.offer, Answer.NO, self.view)
        if self.is_acceptance():
            return answer_action(self.offer, Answer.YES, self.view)
        return None

    def has_role(self, *roles: str) -> bool:
        return not self.roles.isdisjoint(roles)

    def counter_offer(self, gives: list[int], wants: list[int]) -> Interpretation | None:
        """Build a counter-offer; None if it would equal the offer or have a kind on both sides."""
        if not set(gives).isdisjoint(wants) or not gives or not wants:
            return None
        if sorted(gives) == sorted(self.pays) and sorted(wants) == sorted(self.gets):
            return None
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
        if not roles_in(head).intersection((Reply.NEGATION, Reply.KEEPING)) or roles_in(tail).intersection(
            (Reply.NEGATION, Reply.KEEPING)
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
        if begins_with(self.tokens, Answer.YES) and first_clause(self.text)[1] in SENTENCE_ENDS:
            return None  # "Deal! And you can have my Soy too" accepts first
        more = kinds_in(self.tokens)
        is_given = self.has_role(Reply.TAKING_OFF) or (self.has_role(Word.TAKE) and not self.has_role(Word.SELF))
        is_given = is_given or (
            self.has_role(Word.YOU) and self.has_role(Word.MAY) and self.has_role(Word.HAVE, Word.TO_GET)
        )
        if self.has_role(Reply.ADDING) and self.speaker_adds():
            wants_more = self.has_role(Word.WANT, Word.I_WANT, Word.LIKE)
            if self.has_role(Word.YOU, Reply.ONLY_IF) or (wants_more and self.has_role(Word.I_GIVE)):
                return None
            if wants_more:
                return self.counter_offer(self.pays, self.gets + more)
            is_given = True
        if is_given:
            return self.counter_offer(self.pays + more, self.gets)
        return self.counter_offer(self.pays, self.gets + more) if self.has_role(Reply.ADDING, Reply.OBTAINING) else None

    def speaker_adds(self) -> bool:
        """Whether "I" stands before the card that is added."""
        at = next(at for at, token in enumerate(self.tokens) if Reply.ADDING in token.roles)
        return Word.SELF in roles_in(self.tokens[:at])

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
        if self.has_role(Reply.NEGATION, Reply.KEEPING, Reply.ONLY_IF, Answer.NO):
            return None
        gives, wants = self.sides_of(self.tokens)
        if gives and wants:
            return self.counter_offer(gives, wants) if self.has_role(Reply.RATHER) else None
        if gives and set(gives).isdisjoint(self.gets + self.pays):
            return self.counter_offer(gives, self.gets)
        if wants and set(wants).isdisjoint(self.gets + self.pays):
            return self.counter_offer(self.pays, wants)
        return None

    def holds(self, kind: int) -> bool:
        return any(kind == KIND_OF[card] for _, card in own_cards(self.view))

    def sides_of(self, tokens: list[Token]) -> tuple[list[int], list[int]]:
        """Return the kinds that a part of the line gives and wants."""
        ignored = (
            Reply.NEGATION,
            Reply.KEEPING,
            Reply.ADDING,
            Answer.BUT,
            Reply.ONLY_IF,
            Reply.INSTEAD_OF,
            Word.UNSETTLING,
        )
        relevant = [token for token in tokens if not token.roles.intersection(ignored) or KIND in token.roles]
        return read_sides(" ".join(token.text for token in relevant), self.view, self.names)

    # --- yes and no ----------------------------------------------------------------------------------------

    def names_only(self, kinds: list[int]) -> bool:
        """Whether all cards named are among these."""
        named = Counter(kinds_in(self.tokens))
        return all(kinds.count(kind) >= count for kind, count in named.items())

    def is_refusal(self) -> bool:
        if self.has_role(Reply.ADDING, Reply.ONLY_IF, Reply.INSTEAD_OF, Reply.MAKE_IT) or not self.names_only(
            self.gets + self.pays
        ):
            return False
        if begins_with(self.tokens, Answer.YES):
            return False
        roles = self.roles_about_cards()
        is_held = bool(roles & {Word.HAVE, Word.I_HAVE}) and not self.has_role(
            Word.FOR, Word.IN_TURN, Answer.BUT, Reply.RATHER, Word.WANT, Word.I_WANT
        )
        if is_held and begins_with(self.tokens, Answer.NO):
            return self.names_only(self.gets)  # "no thanks, I have Soy already"
        is_negated = Reply.NEGATION in roles
        if Reply.KEEPING in roles:
            return not is_negated
        if self.has_role(Reply.COMPARING):
            return not self.names_only(self.gets)
        if Reply.NEEDING in roles:
            return self.names_only(self.gets if is_negated else self.pays) and (
                is_negated or bool(roles & {Word.SELF, Word.I_WANT})
            )
        return is_negated and bool(roles & {Reply.PARTING, Answer.NO}) and self.names_only(self.pays)

    def roles_about_cards(self) -> set[str]:
        """Return the roles of the words in clauses that name cards, without a "no" at the beginning."""
        clauses: list[list[Token]] = [[]]
        for token in without_leading_no(self.tokens):
            clauses[-1].append(token)
            if COMMA in token.roles:
                clauses.append([])
        return set().union(*(roles_in(clause) for clause in clauses if kinds_in(clause)))

    def is_acceptance(self) -> bool:
        contradictions = (
            Reply.NEGATION,
            Reply.KEEPING,
            Reply.ADDING,
            Reply.ALSO,
            Reply.INSTEAD_OF,
            Reply.RATHER,
            Reply.MAKE_IT,
            Answer.BUT,
            Reply.ONLY_IF,
            Reply.COMPARING,
            Answer.NO,
        )
        if self.has_role(*contradictions) or not self.names_only(self.gets + self.pays):
            return False
        if UNKNOWN in self.roles:
            return False
        if self.has_role(Reply.MATCHING):
            return any(kind in self.gets for kind in kinds_in(self.tokens))
        gives, wants = self.sides_of(self.tokens)
        fits = (gives or wants) and set(gives) <= set(self.pays) and set(wants) <= set(self.gets)
        return bool(fits) and not self.has_role(Word.HAVE) and begins_with(self.tokens, Answer.YES)
