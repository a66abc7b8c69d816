"""Typed replies to an open offer that name cards: "the Red works for me", "I keep my Soy", "only if you add a Garden".

The words of a line are sorted by their part in a reply, and the cards it names are compared with the two sides of the
offer. A line that names only cards of the offer accepts or declines it; one that names others changes one side of it,
and the rest of the counter-offer is taken from the offer. A line that fits no such pattern is no reply.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

from tobean.kernel.actions import MakeOffer
from tobean.kernel.cards import KIND_OF, sorted_cards
from tobean.kernel.places import ordered
from tobean.play.talk.agreeing import SENTENCE_ENDS, answer_words, answered, first_clause, open_offers
from tobean.play.talk.lexicon import (
    COMMA,
    KIND,
    LONGEST_PHRASE,
    NAME,
    NUMBER,
    Meaning,
    all_talk,
    glued,
    guessed,
    lexicon,
    words_and_commas,
)
from tobean.play.talk.talk import LONGEST_TALK, MOST_OF_A_KIND, Reading, Unreadable, sides_read, slots, staked
from tobean.speech.talk import (
    ADDING,
    ALSO,
    BUT,
    COMPARING,
    DOUBT,
    EVERYBODY,
    FILLER,
    FOR,
    HAVE,
    I_GIVE,
    I_HAVE,
    I_WANT,
    IN_TURN,
    INSTEAD_OF,
    IT,
    KEEPING,
    LIKE,
    MAKE_IT,
    MATCHING,
    MAY,
    NEEDING,
    NEGATION,
    NO,
    NOT,
    OBTAINING,
    ONLY_IF,
    OTHERS,
    PARTING,
    POLITE,
    RATHER,
    REPLIES,
    SELF,
    SWAP,
    TAKE,
    TAKING_OFF,
    TO_GET,
    UNDECIDED,
    UNSETTLING,
    WANT,
    YES,
    YOU,
)

if TYPE_CHECKING:
    from tobean.kernel.offers import Offer
    from tobean.view.observation import Observation

UNKNOWN: Final = "unknown"


@dataclass(frozen=True)
class Token:
    """A word or phrase of a line with its parts in a reply; for a kind or a player also which."""

    text: str
    parts: frozenset[str]
    value: int = 0
    count: int = 0
    """How many cards of a kind are named; 0 if no number is said."""


@lru_cache(maxsize=1)
def reply_words() -> dict[str, frozenset[str]]:
    """The parts of each word or phrase in a reply, in all languages."""
    found: dict[str, frozenset[str]] = {}
    for part in REPLIES:
        for talk in all_talk():
            for word in talk.REPLIES.get(part, "").split():
                form = glued([word])
                found[form] = found.get(form, frozenset()) | {part}
    return found


def read_reply(text: str, view: Observation, names: Sequence[str]) -> list[Reading]:
    """The readings of a line as a reply to the offers open to the viewing seat; empty if it is none."""
    offers = [offer for offer in open_offers(view) if not offer.declined >> view.seat & 1]
    if not offers:
        return []
    tokens = tokens_of(text, view, names)
    named = {token.value for token in tokens if NAME in token.parts} - {view.seat}
    if not named <= {offer.seat for offer in offers} or len(named) > 1:
        return []
    if named:
        offers = [offer for offer in offers if offer.seat in named]
    found = [Reply(text, tokens, offer, view, names).read() for offer in offers]
    return [reading for reading in found if reading is not None]


def deal_after_refusal(text: str, view: Observation, names: Sequence[str]) -> str:
    """The deal after a "but" that follows upon a refusal, said to the player named; the whole line if there is none.

    "Not the Soy, but I'd swap a Blue for the Chili".
    """
    tokens = tokens_of(text, view, names)
    last = max([at for at, token in enumerate(tokens) if COMMA in token.parts], default=0)
    if kinds_in(tokens[last:]) and parts_in(tokens[last:]) <= {
        COMMA,
        KIND,
        NEGATION,
        NUMBER,
        NOT,
        FILLER,
        DOUBT,
        POLITE,
    }:
        deal = " ".join(token.text for token in tokens[:last])  # "a Green for the Red, not a Soy"
        if NEGATION in parts_in(tokens[last:]) and all(sides_read(deal, view, names)):
            return deal
    at = next((at for at, token in enumerate(tokens) if BUT in token.parts), 0)
    head, tail = tokens[:at], tokens[at + 1 :]
    if not kinds_in(head) or not parts_in(head) & {NEGATION, KEEPING}:
        return text
    if parts_in(head) & {FOR, IN_TURN, UNDECIDED} or parts_in(tail) & {NEGATION, KEEPING, UNDECIDED, OTHERS}:
        return text
    rest = " ".join(token.text for token in tail)
    if not all(sides_read(rest, view, names)):
        return text
    named = {token.value for token in head if NAME in token.parts} - {view.seat}
    return f"{names[named.pop()]}: {rest}" if len(named) == 1 else rest


def changes_offer(text: str, view: Observation, names: Sequence[str], is_one_sided: bool) -> bool:
    """Whether a line may be about a change of an open offer: "only if I get a Red", "and I add a Soy"."""
    tokens = tokens_of(text, view, names)
    parts = parts_in(tokens)
    is_amended = {SWAP, YES} <= parts and not begins_with(tokens, YES)  # "swap the Red for a Blue and I'm in"
    return bool(open_offers(view)) and (is_amended or ADDING in parts or (is_one_sided and ONLY_IF in parts))


def tokens_of(text: str, view: Observation, names: Sequence[str]) -> list[Token]:
    """Take a line apart. Numbers belong to the kind that follows."""
    known = lexicon(view.rules, tuple(names))
    words = words_and_commas(text[:LONGEST_TALK])
    tokens: list[Token] = []
    at = count = 0
    while at < len(words):
        length, meaning, parts = longest(words, at, known)
        written = " ".join(words[at : at + length])
        at += length
        if meaning is not None and meaning[0] == NUMBER:
            count = meaning[1]
            is_alone = at >= len(words) or words[at] == COMMA  # "ne" is a number as well as a no
            tokens.append(Token(written, (parts if is_alone else frozenset()) | {NUMBER}))
        elif meaning is not None and meaning[0] in (KIND, NAME):
            is_kind = meaning[0] == KIND
            value = KIND_OF[meaning[1]] if is_kind else meaning[1]
            tokens.append(Token(written, frozenset((meaning[0],)), value, count if is_kind else 0))
            count = 0 if is_kind else count
        else:
            count = 0 if COMMA in parts else count
            tokens.append(Token(written, parts | ({meaning[0]} if meaning is not None else set())))
    return tokens


def longest(words: list[str], at: int, known: dict[str, Meaning]) -> tuple[int, Meaning | None, frozenset[str]]:
    """The longest phrase that begins here: its length, its meaning in a deal, and its parts in an answer or a reply."""
    replies, answers = reply_words(), answer_words()
    if words[at] == COMMA:
        return 1, None, frozenset((COMMA,))
    for length in range(min(LONGEST_PHRASE, len(words) - at), 0, -1):
        phrase = glued(words[at : at + length])
        meaning = known.get(phrase)
        parts = replies.get(phrase, frozenset())
        if phrase in answers:
            parts = parts | {answers[phrase]}
        if meaning is not None and meaning[0] in (KIND, NAME):
            return length, meaning, frozenset()
        if parts or (meaning is not None and length == 1):
            return length, meaning, parts
    word = glued(words[at : at + 1])
    if word.isdigit():
        return 1, (NUMBER, min(int(word), MOST_OF_A_KIND)), frozenset()
    close = guessed(word, known)
    if close is not None and close[0] in (KIND, NAME):
        return 1, close, frozenset()
    return 1, None, frozenset((UNKNOWN,))


class Reply:
    """Reads a line as a reply to one offer."""

    def __init__(self, text: str, tokens: list[Token], offer: Offer, view: Observation, names: Sequence[str]) -> None:
        self.text = text
        self.tokens = tokens
        self.offer = offer
        self.view = view
        self.names = names
        self.gets = [KIND_OF[card] for card in offer.cards]
        self.pays = list(offer.wants)
        self.parts = parts_in(tokens)

    def read(self) -> Reading | None:
        if not kinds_in(self.tokens) or self.does(UNDECIDED, OTHERS, EVERYBODY):
            return None
        found = self.replaced() or self.after_refusal() or self.extended() or self.renumbered() or self.referred()
        if found is not None or "?" in self.text:
            return found
        if self.is_refusal():
            return answered(self.offer, NO, self.view)
        if self.is_acceptance():
            return answered(self.offer, YES, self.view)
        return None

    def does(self, *parts: str) -> bool:
        return not self.parts.isdisjoint(parts)

    def countered(self, gives: list[int], wants: list[int]) -> Reading | None:
        """A counter-offer; None if it would be the offer itself or name a kind on both sides."""
        if not set(gives).isdisjoint(wants) or not gives or not wants:
            return None
        if sorted(gives) == sorted(self.pays) and sorted(wants) == sorted(self.gets):
            return None
        try:
            cards, places = staked(self.view, gives)
        except Unreadable as error:
            return error.reading
        offer = self.offer
        return Reading(
            MakeOffer(self.view.seat, offer.seat, *ordered(cards, places), sorted_cards(wants), offer.number)
        )

    # --- counter-offers ------------------------------------------------------------------------------------

    def replaced(self) -> Reading | None:
        """Read "a Garden instead of the Red"."""
        begin = next((at for at, token in enumerate(self.tokens) if INSTEAD_OF in token.parts), -1)
        end = next((at for at, token in enumerate(self.tokens) if at > begin >= 0 and KIND in token.parts), -1)
        if end < 0:
            return None
        old = kinds_in(self.tokens[begin : end + 1])
        rest = self.tokens[:begin] + self.tokens[end + 1 :]
        gives, wants = self.sides_of(rest)
        if gives and wants:
            return self.countered(gives, wants)
        new = kinds_in(rest)
        if not new or FOR in parts_in(rest) or not set(new).isdisjoint(self.gets + self.pays):
            return None
        if all(kind in self.gets for kind in old):
            return self.countered(self.pays, [kind for kind in self.gets if kind not in old] + new)
        if all(kind in self.pays for kind in old):
            return self.countered([kind for kind in self.pays if kind not in old] + new, self.gets)
        return None

    def after_refusal(self) -> Reading | None:
        """Read "not for a Soy, but I'd give you a Blue"."""
        at = next((at for at, token in enumerate(self.tokens) if BUT in token.parts), -1)
        head, tail = self.tokens[: max(at, 0)], self.tokens[at + 1 :]
        refused = kinds_in(head)
        if not parts_in(head).intersection((NEGATION, KEEPING)) or parts_in(tail).intersection((NEGATION, KEEPING)):
            return None
        gives, wants = self.sides_of(tail)
        if gives and wants:
            return self.countered(gives, wants)
        if gives and all(kind in self.pays for kind in refused):
            return self.countered(gives, self.gets)
        if wants and all(kind in self.gets for kind in refused):
            return self.countered(self.pays, wants)
        return None

    def extended(self) -> Reading | None:
        """Read "add a Garden and it's a deal" and "only if you take the Soy as well"."""
        is_more = self.does(ADDING) or (self.does(ALSO) and self.does(ONLY_IF, YES))
        if not is_more or self.does(FOR, IN_TURN, INSTEAD_OF, KEEPING):
            return None
        if begins_with(self.tokens, YES) and first_clause(self.text)[1] in SENTENCE_ENDS:
            return None  # "Deal! And you can have my Soy too" accepts first
        more = kinds_in(self.tokens)
        is_given = self.does(TAKING_OFF) or (self.does(TAKE) and not self.does(SELF))
        is_given = is_given or (self.does(YOU) and self.does(MAY) and self.does(HAVE, TO_GET))
        if self.does(ADDING) and self.speaker_adds():
            is_wanted = self.does(WANT, I_WANT, LIKE)
            if self.does(YOU, ONLY_IF) or (is_wanted and self.does(I_GIVE)):
                return None
            if is_wanted:
                return self.countered(self.pays, self.gets + more)
            is_given = True
        if is_given:
            return self.countered(self.pays + more, self.gets)
        return self.countered(self.pays, self.gets + more) if self.does(ADDING, OBTAINING) else None

    def speaker_adds(self) -> bool:
        """Whether "I" stands before the card that is added."""
        at = next(at for at, token in enumerate(self.tokens) if ADDING in token.parts)
        return SELF in parts_in(self.tokens[:at])

    def renumbered(self) -> Reading | None:
        """Read "make it two Reds"."""
        if not self.does(MAKE_IT):
            return None
        new = kinds_in(self.tokens)
        wants = [kind for kind in new if kind in self.gets]
        gives = [kind for kind in new if kind in self.pays]
        if not wants and not gives and not any(self.holds(kind) for kind in new):
            return self.countered(self.pays, new)
        if len(wants) + len(gives) != len(new):
            return None
        return self.countered(gives or self.pays, wants or self.gets)

    def referred(self) -> Reading | None:
        """Read "a Blue for it" and "I'd rather have a Garden"."""
        for token, following in zip(self.tokens, self.tokens[1:], strict=False):
            if FOR in token.parts and IT in following.parts:
                break
        else:
            if not self.does(IN_TURN, RATHER):
                return None
        if self.does(NEGATION, KEEPING, ONLY_IF, NO):
            return None
        gives, wants = self.sides_of(self.tokens)
        if gives and wants:
            return self.countered(gives, wants) if self.does(RATHER) else None
        if gives and set(gives).isdisjoint(self.gets + self.pays):
            return self.countered(gives, self.gets)
        if wants and set(wants).isdisjoint(self.gets + self.pays):
            return self.countered(self.pays, wants)
        return None

    def holds(self, kind: int) -> bool:
        return any(kind == KIND_OF[card] for _, card in slots(self.view))

    def sides_of(self, tokens: list[Token]) -> tuple[list[int], list[int]]:
        """The kinds that a part of the line gives and wants."""
        passed = (NEGATION, KEEPING, ADDING, BUT, ONLY_IF, INSTEAD_OF, UNSETTLING)
        kept = [token for token in tokens if not token.parts.intersection(passed) or KIND in token.parts]
        return sides_read(" ".join(token.text for token in kept), self.view, self.names)

    # --- yes and no ----------------------------------------------------------------------------------------

    def names_only(self, kinds: list[int]) -> bool:
        """Whether all cards named are among these."""
        named = Counter(kinds_in(self.tokens))
        return all(kinds.count(kind) >= count for kind, count in named.items())

    def is_refusal(self) -> bool:
        if self.does(ADDING, ONLY_IF, INSTEAD_OF, MAKE_IT) or not self.names_only(self.gets + self.pays):
            return False
        if begins_with(self.tokens, YES):
            return False
        parts = self.parts_about_cards()
        is_held = bool(parts & {HAVE, I_HAVE}) and not self.does(FOR, IN_TURN, BUT, RATHER, WANT, I_WANT)
        if is_held and begins_with(self.tokens, NO):
            return self.names_only(self.gets)  # "no thanks, I have Soy already"
        is_negated = NEGATION in parts
        if KEEPING in parts:
            return not is_negated
        if self.does(COMPARING):
            return not self.names_only(self.gets)
        if NEEDING in parts:
            return self.names_only(self.gets if is_negated else self.pays) and (
                is_negated or bool(parts & {SELF, I_WANT})
            )
        return is_negated and bool(parts & {PARTING, NO}) and self.names_only(self.pays)

    def parts_about_cards(self) -> set[str]:
        """What the words do in the clauses that name cards, without a "no" at the beginning."""
        clauses: list[list[Token]] = [[]]
        for token in after_answer(self.tokens):
            clauses[-1].append(token)
            if COMMA in token.parts:
                clauses.append([])
        return set().union(*(parts_in(clause) for clause in clauses if kinds_in(clause)))

    def is_acceptance(self) -> bool:
        unsettled = (NEGATION, KEEPING, ADDING, ALSO, INSTEAD_OF, RATHER, MAKE_IT, BUT, ONLY_IF, COMPARING, NO)
        if self.does(*unsettled) or not self.names_only(self.gets + self.pays):
            return False
        if UNKNOWN in self.parts:
            return False
        if self.does(MATCHING):
            return any(kind in self.gets for kind in kinds_in(self.tokens))
        gives, wants = self.sides_of(self.tokens)
        fits = (gives or wants) and set(gives) <= set(self.pays) and set(wants) <= set(self.gets)
        return bool(fits) and not self.does(HAVE) and begins_with(self.tokens, YES)


def parts_in(tokens: list[Token]) -> set[str]:
    return {part for token in tokens for part in token.parts}


def kinds_in(tokens: list[Token]) -> list[int]:
    """The kinds named, each as often as the number before it says."""
    return [token.value for token in tokens if KIND in token.parts for _ in range(max(1, token.count))]


def after_answer(tokens: list[Token]) -> list[Token]:
    """The words after a "no" at the beginning."""
    at = next((at for at, token in enumerate(tokens) if not token.parts & {NO, NAME, POLITE, COMMA}), len(tokens))
    return tokens[at:]


def begins_with(tokens: list[Token], part: str) -> bool:
    """Whether a line begins with such a word, apart from names and polite words."""
    for token in tokens:
        if part in token.parts:
            return True
        if not token.parts & {NAME, POLITE, COMMA}:
            return False
    return False
