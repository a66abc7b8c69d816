"""The component of the magic games: spell cards, their pile, and what has been used this turn."""

import re
from dataclasses import dataclass
from typing import Any, Final, final

from tobean.games.magic.cards import RANDOM
from tobean.games.magic.spell_card import SpellCard, card_text, parse_spell_cards, spell_cards_text
from tobean.games.magic.spells.registry import SPELL_VALUES, UNKNOWN, spell_name, spell_named
from tobean.kernel.base.seats import SEAT_LETTERS, seat_name
from tobean.kernel.chance import Chance
from tobean.kernel.component import Component, Options, pop_entry
from tobean.kernel.errors import BadTable
from tobean.kernel.message_args import KindArg
from tobean.kernel.state.component_layout import LaidOutCards
from tobean.kernel.state.hands import tuple_without
from tobean.kernel.table import Table

MAGIC_PHASE: Final = 15
"""The number of phase 1½, in Excalibohn 1b."""


MAX_FIELDS: Final = 3
"""Including the field of the field spell (R18)."""

ATTACK_STEP: Final = "attack"
"""The name of the step below all decisions of an attack (R14)."""

CARD_FLOW_STEP: Final = "card flow"
"""The name of the step that is on the agenda while a card flow runs (R21)."""


@dataclass(frozen=True)
class MagicEdition:
    """The differences between the two editions of magic."""

    lock_rule: str
    """The rule that forbids harvests during an attack (R14, E6)."""
    attack_locks_all: bool
    """Whether an attack keeps all players from harvesting (E6), not just those involved (R14)."""
    counter_is_optional: bool
    """Whether the target may leave out a counter-attack (R15); otherwise it follows by itself (E7)."""
    stolen_is_announced: bool
    """Whether the stolen card is announced to all players (R8, R15; E14)."""
    counter_pluck_has_ability: bool
    """Whether the active player gets the ability of a card won by a Pluck bean in a counter-attack (R15, E7)."""
    pile_at_start_only: bool
    """Whether the pile spell may be used only at the start of phase 2 (E10), not in all of it (R22)."""
    turn_is_played_out: bool
    """Whether the turn of the last run-out is played to its end (E3); otherwise it has no phase 4 (R1)."""
    trade_turns_over: bool
    """Whether the trade spell always turns over the third card (E10), not just if wanted (R20)."""
    spells: tuple[int, ...]
    """The spells of the game, by kind."""

    def attribute_values(self) -> tuple[str | bool | int | tuple[int, ...], ...]:
        """Return all attributes in order."""
        return (
            self.lock_rule, self.attack_locks_all, self.counter_is_optional, self.stolen_is_announced,
            self.counter_pluck_has_ability, self.pile_at_start_only, self.turn_is_played_out, self.trade_turns_over,
            self.spells,
        )  # fmt: skip

    def __reduce__(self) -> tuple[Any, ...]:
        return MagicEdition, self.attribute_values()


@final
class Magic(Component):
    """Spell cards and related state. Sets of fields are bit masks, as in the kernel."""

    ATTRIBUTES = ("edition", "spells", "pile", "enchanted", "used", "begun", "may_discard", "two_more")

    def __init__(
        self,
        edition: MagicEdition,
        spells: list[tuple[SpellCard, ...]],
        pile: tuple[int, ...],
        enchanted: list[int],
        used: int = 0,
        begun: int = 0,
        may_discard: bool = False,
        two_more: bool = False,
    ) -> None:
        self.edition = edition
        self.spells = spells
        self.pile = pile
        """The face-down spell pile; its order is decided when a card is drawn."""
        self.enchanted = enchanted
        """For each seat the fields whose first card is enchanted (R23)."""
        self.used = used
        """The active player's fields whose ability is spent in this magic phase (R6, R7)."""
        self.begun = begun
        """The fields begun during the running card flow (R21)."""
        self.may_discard = may_discard
        """Whether the trade spell was used this turn (R20)."""
        self.two_more = two_more
        """Whether the hand spell was used this turn (R26)."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as plain values: there are many cards but few editions."""
        spells = [
            [(card.spell, card.up, card.seen, card.borrowed, card.excluded) for card in cards] for cards in self.spells
        ]
        more = (self.pile, self.enchanted, self.used, self.begun, self.may_discard, self.two_more)
        return restore_magic, (self.edition.attribute_values(), spells, *more)

    def copy(self) -> Component:
        return Magic(
            self.edition,
            self.spells.copy(),
            self.pile,
            self.enchanted.copy(),
            self.used,
            self.begun,
            self.may_discard,
            self.two_more,
        )

    def entries(self) -> dict[str, str]:
        entries = {f"spells {seat_name(seat)}": spell_cards_text(cards, seat) for seat, cards in enumerate(self.spells)}
        entries["spell pile"] = self.pile_text()
        for seat, fields in enumerate(self.enchanted):
            entries[f"enchanted {seat_name(seat)}"] = bits_text(fields)
        entries["used"] = bits_text(self.used)
        entries["begun"] = bits_text(self.begun)
        entries["may discard"] = "yes" if self.may_discard else "no"
        entries["two more"] = "yes" if self.two_more else "no"
        return entries

    def card_layout(self, options: Options) -> list[LaidOutCards]:
        return [
            LaidOutCards(tuple([card.spell for card in cards]), seat, back="spell")
            for seat, cards in enumerate(self.spells)
        ]

    def other_cards_in(self, key: str) -> list[str] | None:
        if key == "spell pile":
            return [spell_name(spell) for spell in self.pile]
        for seat, cards in enumerate(self.spells):
            if key == f"spells {seat_name(seat)}":
                return [card_text(card, seat) for card in cards]
        return None

    def unordered_piles(self) -> tuple[str, ...]:
        return ("spell pile",)

    def extra_turned_cards(self) -> int:
        """Return the number of cards added by the pile spell (R22) and, if it was used, the trade spell (R20)."""
        return 2 if self.may_discard else 1

    def check(self, table: Table) -> None:
        """Check that rows have one kind, except for an enchanted first card (K3, R23), and that no trace of a spell
        or an ability comes too early."""
        for seat, rows in enumerate(table.fields):
            fields = (1 << len(rows)) - 1
            if self.enchanted[seat] & ~fields or any(
                self.enchanted[seat] >> field & 1 and len(row) < 2 for field, row in enumerate(rows)
            ):
                raise BadTable("enchanted: only a field with two cards or more can have an enchanted first one (R23)")
            if any(self.enchanted[seat] >> field & 1 and len(set(row)) == 1 for field, row in enumerate(rows)):
                raise BadTable("enchanted: the first card of an enchanted row is of another kind than the rest (R23)")
            if len(rows) == MAX_FIELDS and not rows[-1]:
                raise BadTable(
                    "field {letter} 3: a third field is opened by planting on it and is never empty (R18)",
                    letter=seat_name(seat),
                )
            if any(card.borrowed for card in self.spells[seat]):
                self.check_borrowed(table, seat)
        fields = (1 << len(table.fields[table.active])) - 1
        if (self.used | self.begun) & ~fields:
            raise BadTable("used, begun: the active player has no such field")
        if self.used and table.phase == 1:
            raise BadTable("used: abilities are used in the magic phase, not before it (R7)")
        if self.begun and not self.is_flowing(table):
            raise BadTable("begun: fields are begun only while a card flow runs (R21)")
        if self.may_discard and table.phase in (1, MAGIC_PHASE):
            raise BadTable("may discard: the trade spell is used in phase 2 (R20)")
        if self.two_more and table.phase not in (0, 4):
            raise BadTable("two more: the hand spell is used in phase 4 (R26)")
        for seat, rows in enumerate(table.fields):
            for field, row in enumerate(rows):
                if len(set(row[1:])) > 1 or (len(set(row)) > 1 and not self.enchanted[seat] >> field & 1):
                    raise BadTable("a field holds beans of one kind (K3), but for an enchanted first card (R23)")

    def check_borrowed(self, table: Table, seat: int) -> None:
        """Check that the seat that has borrowed a spell has done so by its random spell (R27)."""
        if seat != table.active:
            raise BadTable("only the active player can have borrowed a spell (R27)")
        if not any(card.spell == RANDOM and not card.borrowed for card in self.spells[seat]):
            raise BadTable(
                "spells {letter}: a spell is borrowed by the random spell, which does not lie before this player (R27)",
                letter=seat_name(seat),
            )

    def is_flowing(self, table: Table) -> bool:
        return any(step.NAME == CARD_FLOW_STEP for step in table.agenda)

    def pile_text(self) -> str:
        """Return `rest` if the pile consists of all spells that no player has, as it should."""
        laid_out = [card.spell for cards in self.spells for card in cards]
        if sorted(self.pile) == sorted([spell for spell in self.edition.spells if spell not in laid_out]):
            return "rest"
        return ", ".join(spell_name(spell) for spell in sorted(self.pile)) or "nothing"

    def read(self, entries: dict[str, str]) -> None:
        spells = self.edition.spells
        for seat in range(len(self.spells)):
            letter = SEAT_LETTERS[seat]
            self.spells[seat] = parse_spell_cards(
                pop_entry(entries, f"spells {letter}"), seat, spells, len(self.spells)
            )
            self.enchanted[seat] = parse_bits(pop_entry(entries, f"enchanted {letter}"))
        text = pop_entry(entries, "spell pile")
        laid_out = [card.spell for cards in self.spells for card in cards]
        if text == "rest":
            self.pile = tuple(spell for spell in spells if spell not in laid_out)
        else:
            self.pile = tuple(spell_named(word, spells) for word in text.split(",")) if text != "nothing" else ()
        everywhere = [*laid_out, *self.pile]
        for spell in spells:
            if everywhere.count(spell) > 1:
                raise BadTable("there is only one {spell}", spell=KindArg(spell))
        self.used = parse_bits(pop_entry(entries, "used"))
        self.begun = parse_bits(pop_entry(entries, "begun"))
        self.may_discard = pop_entry(entries, "may discard") == "yes"
        self.two_more = pop_entry(entries, "two more") == "yes"

    def seen_by(self, seat: int) -> Component:
        other = self.copy()
        assert isinstance(other, Magic)
        other.spells = [tuple([card.as_seen_by(seat) for card in cards]) for cards in self.spells]
        other.pile = (UNKNOWN,) * len(self.pile)
        return other

    def determinize(self, table: Table, seat: int, urns: list[list[int]], chance: Chance) -> None:
        """Deal the spells that this seat has not seen to the face-down cards and the pile."""
        laid_out = [card.spell for cards in self.spells for card in cards]
        unseen: list[int] = [spell for spell in self.edition.spells if spell not in laid_out]
        hidden = [card for cards in self.spells for card in cards if card.spell == UNKNOWN]
        dealt_spells = deal_spells(hidden, unseen, chance)
        pile = [spell for spell in unseen if spell not in dealt_spells]
        while len(pile) > len(self.pile):  # a position may leave spells out of the game
            pile.pop(chance.randbelow(len(pile)))
        self.pile = tuple(pile)
        for owner in range(len(self.spells)):
            dealt: list[SpellCard] = []
            for card in self.spells[owner]:
                if card.spell == UNKNOWN:
                    card = SpellCard(dealt_spells.pop(0), card.up, card.seen, card.borrowed, card.excluded)
                dealt.append(card)
            self.spells[owner] = tuple(dealt)

    def features(self, seat: int) -> list[int]:
        values: list[int] = []
        spells = self.edition.spells
        players = len(self.spells)
        for step in range(players):
            owner = (seat + step) % players
            states = [0] * (len(spells) + 1)
            for card in self.spells[owner]:
                if card.spell == UNKNOWN:
                    states[len(spells)] += 1
                else:
                    states[spells.index(card.spell)] = 2 if card.up else 1
            values.extend(states)
            values.extend(mask_as_list(self.enchanted[owner]))
        values.extend(mask_as_list(self.used))
        values.extend(mask_as_list(self.begun))
        values.extend([int(self.may_discard), int(self.two_more), len(self.pile)])
        return values

    def feature_names(self, players: int) -> list[str]:
        names: list[str] = []
        for step in range(players):
            names += [f"+{step} {spell_name(spell)}: 1 face down, 2 active" for spell in self.edition.spells]
            names.append(f"+{step} unknown spells")
            names += [f"+{step} field {field} enchanted" for field in range(1, MAX_FIELDS + 1)]
        names += [f"field {field} {what}" for what in ("used", "begun") for field in range(1, MAX_FIELDS + 1)]
        return [*names, "may discard", "draws two more", "spell pile"]

    # --- queries -------------------------------------------------------------------------------------------

    def face_down(self, seat: int) -> list[int]:
        """Return this seat's own spells that could be activated: face down and not borrowed (R5, R27)."""
        return [card.spell for card in self.spells[seat] if not card.up and not card.borrowed]

    def is_up(self, seat: int, spell: int) -> bool:
        return any(card.up and card.spell == spell for card in self.spells[seat])

    def spell_score(self, seat: int) -> int:
        """Return the value of this seat's own spells, which decides a tie (R4, E4)."""
        return sum([SPELL_VALUES[card.spell] for card in self.spells[seat] if not card.borrowed])

    # --- changes -------------------------------------------------------------------------------------------

    def draw_spell(self, chance: Chance) -> int:
        """Draw the top card of the spell pile."""
        counts = [0] * (max(self.pile) + 1)
        for spell in self.pile:
            counts[spell] += 1
        spell = chance.pick(counts, len(self.pile))
        self.pile = tuple_without(self.pile, spell)
        return spell

    def turn(self, seat: int, spell: int, up: bool) -> None:
        """Turn a spell face up or face down (R16)."""
        self.spells[seat] = tuple(
            [
                card if card.spell != spell else card.turned_up() if up else card.turned_down()
                for card in self.spells[seat]
            ]
        )


EDITIONS: Final[dict[tuple[Any, ...], MagicEdition]] = {}
"""Editions that have been unpickled, by their attributes."""


def restore_magic(edition: tuple[Any, ...], spells: list[list[tuple[Any, ...]]], *rest: Any) -> Magic:
    if edition not in EDITIONS:
        EDITIONS[edition] = MagicEdition(*edition)
    return Magic(EDITIONS[edition], [tuple([spell_card(values) for values in cards]) for cards in spells], *rest)


def spell_card(values: tuple[int, bool, int, bool, int]) -> SpellCard:
    spell, up, seen, borrowed, excluded = values
    return SpellCard(spell, up, seen, borrowed, excluded)


def deal_spells(cards: list[SpellCard], spells: list[int], chance: Chance) -> list[int]:
    """Deal a spell to each card, among those it may be, with all ways equally likely.

    The card with the fewest choices comes first. If the choices of one card are not among those of the next, some ways
    come up too often; they are accepted with a probability that compensates for it.
    """
    choices = [[spell for spell in spells if card.may_be(spell)] for card in cards]
    order = sorted(range(len(cards)), key=lambda index: len(choices[index]))
    while True:
        dealt = [UNKNOWN] * len(cards)
        odds = 1.0
        for place in range(len(order)):
            index = order[place]
            left = [spell for spell in choices[index] if spell not in dealt]
            if not left:
                odds = 0.0
                break
            dealt[index] = left[chance.randbelow(len(left))]
            odds *= len(left) / (len(choices[index]) - count_certainly_taken(choices, order, place))
        if odds >= 1.0 or chance.uniform() < odds:
            return dealt


def count_certainly_taken(choices: list[list[int]], order: list[int], place: int) -> int:
    """Count the choices of this card that are taken for certain by the cards before it."""
    own = choices[order[place]]
    count = 0
    for earlier in range(place):
        if all(spell in own for spell in choices[order[earlier]]):
            count += 1
    return count


def new_magic(edition: MagicEdition, players: int) -> Magic:
    """Return the component of a new table: all spells are in the pile."""
    return Magic(edition, [() for _ in range(players)], edition.spells, [0] * players)


def magic_of(table: Table) -> Magic:
    component = table.component
    assert isinstance(component, Magic)
    return component


def mask_as_list(fields: int) -> list[int]:
    return [fields >> field & 1 for field in range(MAX_FIELDS)]


def bits_text(fields: int) -> str:
    return " ".join(str(field + 1) for field in range(fields.bit_length()) if fields >> field & 1) or "nothing"


def parse_bits(text: str) -> int:
    if not re.fullmatch(r"nothing|[1-9]( [1-9])*", text):
        raise BadTable("{text!r} must be numbers of fields", text=text)
    return sum(1 << int(word) - 1 for word in set(text.split())) if text != "nothing" else 0
