"""The component of Bohnedikt: edicts in force, the sacrifice pile, and thalers paid face down."""

from __future__ import annotations

from typing import Final, final

from tobean.games.bohnanza.cards import BEANS
from tobean.games.bohnedikt.absence_facts import (
    AbsenceFact,
    absence_text,
    after_card_left,
    count_absence_violations,
    parse_absence,
)
from tobean.games.bohnedikt.cards import EDICT_KINDS, SACRIFICE_BACK, SACRIFICE_PAIRS, is_edict
from tobean.games.bohnedikt.edicts.edict import NEVER, edict_of
from tobean.games.bohnedikt.tribute_inference import (
    cards_in_bag,
    draw_concealed,
    min_held_from_last_pile,
    split_tribute,
)
from tobean.kernel.base.seats import parse_seat, seat_name
from tobean.kernel.cards import HIDDEN, cards_text, name_of, sorted_cards
from tobean.kernel.chance import Chance
from tobean.kernel.component import Component, Options, pop_entry
from tobean.kernel.errors import BadInput, BadTable
from tobean.kernel.message_args import KindArg, SeatArg
from tobean.kernel.notation.card_parser import parse_cards
from tobean.kernel.notation.input_limits import MAX_FACTS, is_number
from tobean.kernel.rules import Rules
from tobean.kernel.state.component_layout import LaidOutCards
from tobean.kernel.table import Table

NO_PARTNER: Final = -1
KINDS: Final = max(SACRIFICE_PAIRS) + 1
MONASTERY_GARDEN: Final = 0
GODS_ACRE: Final = 1
"""The first field, and the second; with three players the third is an ordinary one (D1)."""
MAX_EDICTS_IN_FORCE: Final = 2
TRADING_PHASE: Final = 2
TRIBUTE_AT: Final = 2
"""The run-out at which a tribute is paid (D16)."""
SACRIFICE_BEANS: Final = tuple(bean.kind for bean in BEANS)
"""The kinds, other than edicts, that a hand can be known to lack."""


@final
class BohnediktComponent(Component):
    """The part of a table that only Bohnedikt has. All attributes but the `bag` are replaced, never modified."""

    ATTRIBUTES = (
        "players", "edicts", "used_edicts", "partner", "bag", "size", "older_piles", "discard", "sacrifice_cards",
        "drawn", "absence_facts", "thalers_before", "concealed", "tribute_paid",
    )  # fmt: skip

    def __init__(
        self,
        players: int,
        edicts: tuple[int, ...],
        used_edicts: tuple[int, ...],
        partner: int,
        bag: list[int],
        size: int,
        older_piles: tuple[tuple[int, ...], ...],
        discard: tuple[int, ...],
        sacrifice_cards: tuple[int, ...],
        drawn: tuple[int, ...],
        absence_facts: tuple[AbsenceFact, ...],
        thalers_before: tuple[tuple[int, ...], ...],
        concealed: tuple[int, ...],
        tribute_paid: tuple[int, ...],
    ) -> None:
        self.players = players
        # Edicts (D5).
        self.edicts = edicts
        """The edicts in force, in the order in which they were turned over."""
        self.used_edicts = used_edicts
        """The edicts in force that have been used up."""
        self.partner = partner
        """The seat with which the active player made the first deal of this phase, or NO_PARTNER."""
        # Sacrifice cards (D7-D13).
        self.bag = bag
        """The sacrifice pile; in an observation, also the other players' cards that were drawn from it."""
        self.size = size
        """Number of cards in the pile."""
        self.older_piles = older_piles
        """In an observation only: the other players' cards that were drawn from each older pile."""
        self.discard = discard
        self.sacrifice_cards = sacrifice_cards
        self.drawn = drawn
        """The number (0, 1, ...) of the sacrifice pile from which each seat has its card."""
        self.absence_facts = absence_facts
        """Public knowledge about cards missing in the hands."""
        # The tribute (D16).
        self.thalers_before = thalers_before
        """The thaler piles before the tribute."""
        self.concealed = concealed
        """Number of thalers, the first of each pile, that have been unknown to all since then."""
        self.tribute_paid = tribute_paid
        """Thalers paid face down that have not reached the discard pile yet."""

    @property
    def pile(self) -> int:
        """The number of the current sacrifice pile."""
        return len(self.older_piles)

    def copy(self) -> BohnediktComponent:
        return BohnediktComponent(
            self.players, self.edicts, self.used_edicts, self.partner, self.bag.copy(), self.size, self.older_piles,
            self.discard, self.sacrifice_cards, self.drawn, self.absence_facts, self.thalers_before, self.concealed,
            self.tribute_paid,
        )  # fmt: skip

    def card_layout(self, options: Options) -> list[LaidOutCards]:
        before_seats = [LaidOutCards((card,), seat, back="sacrifice") for seat, card in enumerate(self.sacrifice_cards)]
        return [LaidOutCards(self.edicts), *before_seats]

    # --- entries -------------------------------------------------------------------------------------------

    def entries(self) -> dict[str, str]:
        entries = {
            "edicts": cards_text(self.edicts),
            "edicts used": cards_text(self.used_edicts),
            "first deal with": "nobody" if self.partner == NO_PARTNER else seat_name(self.partner),
            "sacrifice pile": str(self.size),
        }
        for number, cards in enumerate(self.older_piles):
            entries[f"sacrifices {number}"] = cards_text(cards)
        entries[f"sacrifices {self.pile}"] = cards_text(cards_in_bag(self.bag))
        entries["sacrificed"] = cards_text(self.discard)
        for seat in range(self.players):
            entries[f"sacrifice {seat_name(seat)}"] = f"{name_of(self.sacrifice_cards[seat])} of {self.drawn[seat]}"
        for number, fact in enumerate(self.absence_facts, start=1):
            entries[f"lacks {number}"] = absence_text(fact)
        for seat in range(self.players):
            entries[f"hoard {seat_name(seat)}"] = cards_text(self.thalers_before[seat])
            entries[f"veiled {seat_name(seat)}"] = str(self.concealed[seat])
        entries["tribute"] = cards_text(self.tribute_paid)
        return entries

    def read(self, entries: dict[str, str]) -> None:
        letters = [seat_name(seat) for seat in range(self.players)]
        self.edicts = tuple(pop_edicts(entries, "edicts"))
        self.used_edicts = tuple(pop_edicts(entries, "edicts used"))
        partner = pop_entry(entries, "first deal with")
        self.partner = NO_PARTNER if partner == "nobody" else parse_seat(partner, letters)
        self.size = pop_number(entries, "sacrifice pile")
        piles: list[tuple[int, ...]] = []
        while f"sacrifices {len(piles)}" in entries:
            piles.append(tuple(pop_cards(entries, f"sacrifices {len(piles)}")))
        if not piles:
            raise BadInput("the entry 'sacrifices 0' is missing")
        self.bag = [0] * KINDS
        self.discard = tuple(pop_cards(entries, "sacrificed"))
        for card in (*[card for pile in piles for card in pile], *self.discard):
            if card not in SACRIFICE_PAIRS:
                raise BadInput("{card} is not a sacrifice card", card=KindArg(card))
        for card in piles.pop():
            self.bag[card] += 1
        self.older_piles = tuple(piles)
        sacrifice_cards: list[int] = []
        drawn: list[int] = []
        for letter in letters:
            name, _, pile = pop_entry(entries, f"sacrifice {letter}").rpartition(" of ")
            if not is_number(pile) or int(pile) > self.pile:
                raise BadInput(
                    "sacrifice {letter}: write the card and the number of its pile, `Green/Red of 0`", letter=letter
                )
            sacrifice_cards.extend(parse_cards(name))
            drawn.append(int(pile))
        self.sacrifice_cards = tuple(sacrifice_cards)
        self.drawn = tuple(drawn)
        facts: list[AbsenceFact] = []
        while f"lacks {len(facts) + 1}" in entries:
            facts.append(parse_absence(entries.pop(f"lacks {len(facts) + 1}"), letters))
        self.absence_facts = tuple(facts)
        self.thalers_before = tuple([tuple(pop_cards(entries, f"hoard {letter}")) for letter in letters])
        self.concealed = tuple([pop_number(entries, f"veiled {letter}") for letter in letters])
        self.tribute_paid = tuple(pop_cards(entries, "tribute"))

    def fill_missing(self, rules: Rules, hands: list[list[int]], given_entries: dict[str, str]) -> None:
        """Give each seat without a sacrifice card the first one left, at the back of the hand; the rest is the pile."""
        discard = parse_cards(given_entries.get("sacrificed", "nothing"))
        left = [extra.kind for extra in rules.extras for _ in range(extra.count)]
        for card in discard + [card for hand in hands for card in hand if card in SACRIFICE_PAIRS]:
            if card not in left:
                raise BadInput("there are not that many {card} in the game", card=KindArg(card))
            left.remove(card)
        for seat, hand in enumerate(hands):
            if not any(card in SACRIFICE_PAIRS for card in hand):
                hand.append(left.pop())
            card = next(card for card in hand if card in SACRIFICE_PAIRS)
            given_entries.setdefault(f"sacrifice {seat_name(seat)}", f"{name_of(card)} of 0")
        if "sacrifices 0" in given_entries:
            left = parse_cards(given_entries["sacrifices 0"])
        elif is_number(given_entries.get("sacrifice pile", "")):
            left = left[: int(given_entries["sacrifice pile"])]  # the others are not in this game at all
        given_entries["sacrifices 0"] = cards_text(left)
        given_entries.setdefault("sacrifice pile", str(len(left)))

    def extra_turned_cards(self) -> int:
        """Return the number of cards that edicts have added."""
        return sum([edict_of(edict).turned_cards for edict in self.used_edicts])

    def unordered_piles(self) -> tuple[str, ...]:
        return ("sacrificed", f"sacrifices {self.pile}", "tribute")

    def other_cards_in(self, key: str) -> list[str] | None:
        if key == "sacrificed":
            return [name_of(card) for card in self.discard]
        if key == f"sacrifices {self.pile}":
            return [name_of(card) for card in cards_in_bag(self.bag)]
        return None

    def check_cards(self, table: Table) -> None:
        """Check the number of each sacrifice card, edicts in monastery gardens only, and one kind per row elsewhere."""
        for extra in table.rules.extras:
            count = self.sacrifice_cards.count(extra.kind) + self.bag[extra.kind] + self.discard.count(extra.kind)
            if count > extra.count:
                raise BadTable("there are not that many {card} in the game", card=KindArg(extra.kind))
        for rows in table.fields:
            for field, row in enumerate(rows):
                beans = [card for card in row if not is_edict(card)]
                if field != MONASTERY_GARDEN and len(beans) < len(row):
                    raise BadTable("edicts grow in monastery gardens only (D3)")
                if field != GODS_ACRE and len(set(beans)) > 1:
                    raise BadTable("a field holds beans of one kind (K3), but for God's acre (D9)")
        if not self.size and self.discard:
            raise BadTable("sacrifice pile: when the last card is drawn, a new pile is made at once (D13)")

    def check_edicts(self, table: Table) -> None:
        """Check the edicts in force, where their cards lie, and which of them are used up (D5)."""
        if len(self.edicts) > MAX_EDICTS_IN_FORCE:
            raise BadTable("edicts: at most two, turned over at the start of phase 2, are in force (D5)")
        if self.edicts and table.phase in (1, 4):
            raise BadTable("edicts: they are in force from phase 2 to phase 3 (D5)")
        places = [table.turned, *table.aside]
        if table.phase != TRADING_PHASE or self.used_edicts:  # an edict of another game may discard cards
            places.append(table.discard)
        if table.phase != TRADING_PHASE:
            places.extend([*table.thalers, *[rows[MONASTERY_GARDEN] for rows in table.fields]])
        for edict in self.edicts:
            if self.edicts.count(edict) > sum([pile.count(edict) for pile in places]):
                raise BadTable(
                    "edicts: {card} is in force, but its card does not lie where it can be by now: turned over, set "
                    "aside, or in phase 3 where it was planted or discarded (D5)",
                    card=KindArg(edict),
                )
        for edict in self.used_edicts:
            if self.used_edicts.count(edict) > self.edicts.count(edict):
                raise BadTable("edicts used: {card} is not in force (D5)", card=KindArg(edict))
            if edict_of(edict).window == NEVER:
                raise BadTable("edicts used: {card} is never used up (D5)", card=KindArg(edict))

    def check_deals(self, table: Table) -> None:
        """Check that the deals of this turn are those that the edicts allow and bring (D5)."""
        if self.partner == table.active:
            raise BadTable("first deal with: the active player deals with another one (T1)")
        if self.partner != NO_PARTNER and not table.deals:
            raise BadTable("first deal with: nobody has dealt yet in this turn (T1)")
        used_deals = [edict for edict in self.used_edicts if edict_of(edict).is_deal]
        if len(used_deals) > table.deals:
            raise BadTable(
                "edicts used: {card} is a deal, and there were {deals} in this turn (D5)",
                card=KindArg(used_deals[0]),
                deals=table.deals,
            )
        others = [seat for seat in range(table.players) if seat != table.active]
        if table.deals and all(
            any(edict_of(edict).forbade_partner(table, seat) for edict in self.edicts) for seat in others
        ):
            raise BadTable("deals: the edicts in force do not allow {deals} in this turn (D5)", deals=table.deals)
        for edict in self.edicts:
            for seat in others:
                has_dealt = seat == self.partner or bool(table.aside[seat])
                if has_dealt and edict_of(edict).forbade_partner(table, seat):
                    raise BadTable(
                        "deals: {card} is in force and forbids a deal with {seat} (D5)",
                        card=KindArg(edict),
                        seat=SeatArg(seat),
                    )

    def check(self, table: Table) -> None:
        if len(self.sacrifice_cards) != self.players or self.size != sum(self.bag):
            raise BadTable("sacrifice pile: that is not the number of its cards")
        for seat in range(table.players):
            if [card for card in table.hands[seat] if card in SACRIFICE_PAIRS] != [self.sacrifice_cards[seat]]:
                raise BadTable("everyone holds exactly one sacrifice card (D7)")
            if self.concealed[seat] > len(table.thalers[seat]):
                raise BadTable("too many veiled thalers (D16)")
        if any(self.older_piles):
            raise BadTable("only the present sacrifice pile has cards (D13)")
        if len(self.absence_facts) > MAX_FACTS or count_absence_violations(self.absence_facts, table.hands):
            raise BadTable("something is said to be missing that is not missing in the hand")
        self.check_cards(table)
        self.check_edicts(table)
        self.check_deals(table)
        self.check_tribute(table)

    def check_tribute(self, table: Table) -> None:
        """Check that concealed thalers were in the pile before the tribute, and that the missing ones were paid
        (D16)."""
        if table.run_outs < TRIBUTE_AT:
            self.check_before_tribute()
        missing: list[int] = []
        for seat in range(self.players):
            left = list(self.thalers_before[seat])
            for card in table.thalers[seat][: self.concealed[seat]]:
                if card not in left:
                    raise BadTable("what is veiled of a thaler pile was in it before the tribute (D16)")
                left.remove(card)
            missing.extend(left)
        for card in missing:
            if card not in table.kinds:
                raise BadTable("{card} is not a thaler", card=KindArg(card))
        if self.tribute_paid and sorted_cards(missing) != sorted_cards(self.tribute_paid):
            raise BadTable("the tribute is what is missing of the thaler piles (D16)")

    def check_before_tribute(self) -> None:
        traces = {f"veiled {seat_name(seat)}": count for seat, count in enumerate(self.concealed)}
        traces |= {f"hoard {seat_name(seat)}": len(cards) for seat, cards in enumerate(self.thalers_before)}
        traces["tribute"] = len(self.tribute_paid)
        for key, count in traces.items():
            if count:
                raise BadTable(
                    "{key}: no tribute has been paid yet: that comes with run-out {run_out} (D16)",
                    key=key,
                    run_out=TRIBUTE_AT,
                )

    def piles(self) -> tuple[str, ...]:
        return ("tribute",)

    def cards(self) -> list[int]:
        return list(self.tribute_paid)

    # --- observations --------------------------------------------------------------------------------------

    def seen_by(self, seat: int) -> Component:
        """Hide the other players' sacrifice cards: each may be any card that this seat has not seen (I1)."""
        other = self.copy()
        older_piles = [list(cards) for cards in self.older_piles]
        visible_cards = [HIDDEN] * self.players
        if seat < self.players:  # a spectator has none
            visible_cards[seat] = self.sacrifice_cards[seat]
        for owner in range(self.players):
            if owner != seat:
                if self.drawn[owner] == self.pile:
                    other.bag[self.sacrifice_cards[owner]] += 1
                else:
                    older_piles[self.drawn[owner]].append(self.sacrifice_cards[owner])
        other.sacrifice_cards = tuple(visible_cards)
        other.older_piles = tuple([sorted_cards(cards) for cards in older_piles])
        other.tribute_paid = (HIDDEN,) * len(self.tribute_paid)
        return other

    def visible_thalers(self, owner: int, thalers: tuple[int, ...]) -> tuple[int, ...]:
        concealed = self.concealed[owner]
        return (HIDDEN,) * concealed + thalers[concealed:]

    def hidden_from(self, table: Table, seat: int) -> list[tuple[int, int]]:
        """Return the thalers that cannot be distinguished from cards of the current draw pile. During the tribute, the
        thalers paid are not yet mixed with other cards."""
        if self.tribute_paid:
            return []
        concealed = zip(table.thalers, self.concealed, strict=True)
        return [(card, table.pile) for thalers, count in concealed for card in thalers[:count]]

    def determinize(self, table: Table, seat: int, urns: list[list[int]], chance: Chance) -> None:
        unseen = [list(cards) for cards in self.older_piles]
        unseen.append(cards_in_bag(self.bag))
        for cards in unseen:
            chance.shuffle(cards)
        for owner in range(self.players):
            if owner != seat:
                card = unseen[self.drawn[owner]].pop()
                self.sacrifice_cards = (*self.sacrifice_cards[:owner], card, *self.sacrifice_cards[owner + 1 :])
                if self.drawn[owner] == self.pile:
                    self.bag[card] -= 1
                hand = table.hands[owner]
                hand[hand.index(SACRIFICE_BACK)] = card
        self.older_piles = ((),) * self.pile
        if self.tribute_paid:
            self.tribute_paid = split_tribute(table.thalers, self.thalers_before, self.concealed, chance)
        else:
            facts = [fact for fact in table.shown if fact.seat != seat]
            in_hands = min_held_from_last_pile(table.hands, table.origins, facts, urns) if facts else {}
            draw_concealed(table.thalers, self.thalers_before, self.concealed, urns[len(urns) - 1], in_hands, chance)

    def features(self, seat: int) -> list[int]:
        own = seat if seat < self.players else 0
        values = [self.edicts.count(edict) for edict in EDICT_KINDS]
        values.extend([self.used_edicts.count(edict) for edict in EDICT_KINDS])
        for step in range(self.players):
            owner = (own + step) % self.players
            values.extend([int(self.partner == owner), self.drawn[owner], self.concealed[owner]])
            lacked = [0] * len(SACRIFICE_BEANS)
            for fact in self.absence_facts:
                if fact.seat == owner:
                    for kind in fact.kinds:
                        if kind in SACRIFICE_BEANS:
                            lacked[SACRIFICE_BEANS.index(kind)] = 1
            values.extend(lacked)
        values.extend([self.size, len(self.discard), len(self.tribute_paid)])
        return values

    def feature_names(self, players: int) -> list[str]:
        names = [f"{name_of(edict)} in force" for edict in EDICT_KINDS] + [
            f"{name_of(edict)} used" for edict in EDICT_KINDS
        ]
        for step in range(players):
            names += [f"+{step} had the first deal", f"+{step} sacrifice pile", f"+{step} veiled thalers"]
            names += [f"+{step} lacked {name_of(kind)}" for kind in SACRIFICE_BEANS]
        return [*names, "cards of the sacrifice pile", "sacrificed", "tribute"]

    # --- knowledge about the hands -------------------------------------------------------------------------

    def draw(self, seat: int, card: int) -> None:
        """Record that this seat has drawn this card from the pile."""
        self.bag[card] -= 1
        self.size -= 1
        sacrifice_cards = list(self.sacrifice_cards)
        sacrifice_cards[seat] = card
        self.sacrifice_cards = tuple(sacrifice_cards)
        drawn = list(self.drawn)
        drawn[seat] = self.pile
        self.drawn = tuple(drawn)

    def return_to_pile(self, seat: int) -> None:
        """Put the sacrifice card of this seat back into the pile."""
        self.bag[self.sacrifice_cards[seat]] += 1
        self.size += 1

    def on_card_left_hand(self, seat: int, position: int, card: int) -> None:
        if self.absence_facts:
            self.absence_facts = after_card_left(self.absence_facts, seat, position, card)

    def excluded_kinds(self) -> list[tuple[int, int, int]]:
        return [(fact.seat, fact.kinds[0], fact.reach) for fact in self.absence_facts if len(fact.kinds) == 1]

    def count_violations(self, table: Table) -> int:
        """Count the cards in hands that are known not to be there."""
        return count_absence_violations(self.absence_facts, table.hands)


def new_component(players: int, options: Options) -> Component:
    """Create a component with no edict in force and no sacrifice cards dealt."""
    nothing: tuple[int, ...] = ()
    return BohnediktComponent(
        players,
        edicts=(),
        used_edicts=(),
        partner=NO_PARTNER,
        bag=[0] * KINDS,
        size=0,
        older_piles=(),
        discard=(),
        sacrifice_cards=(HIDDEN,) * players,
        drawn=(0,) * players,
        absence_facts=(),
        thalers_before=(nothing,) * players,
        concealed=(0,) * players,
        tribute_paid=(),
    )


def bohnedikt_component(table: Table) -> BohnediktComponent:
    component = table.component
    assert isinstance(component, BohnediktComponent)
    return component


def pop_cards(entries: dict[str, str], key: str) -> list[int]:
    return parse_cards(pop_entry(entries, key))


def pop_edicts(entries: dict[str, str], key: str) -> list[int]:
    cards = pop_cards(entries, key)
    for card in cards:
        if not is_edict(card):
            raise BadInput("{key}: {card} is not an edict", key=key, card=KindArg(card))
    return cards


def pop_number(entries: dict[str, str], key: str) -> int:
    text = pop_entry(entries, key)
    if not is_number(text):
        raise BadInput("{key}: {text!r} is not a number", key=key, text=text)
    return int(text)
