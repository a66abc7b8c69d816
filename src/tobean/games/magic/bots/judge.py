"""Rabohnzel and Excalibohn: what abilities, thaler piles, attacks and spells are worth (R5-R27)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import mypyc_attr

from tobean.bots.merchant.bargaining import NOTHING, Stake
from tobean.bots.merchant.market_judge import MarketJudge
from tobean.bots.merchant.planning import Farm, due_cards
from tobean.bots.merchant.valuing import EMPTY, kind_of, size_of, to_come
from tobean.games.magic.abilities import MANY
from tobean.games.magic.actions import Activate, Cast, Choose, CounterAttack, Keep, PlayMagic, Use
from tobean.games.magic.component import Magic
from tobean.games.magic.phase import MagicPhase
from tobean.games.magic.spells import (
    ATTACK,
    BEANS,
    CAPE,
    FIELD,
    FLOW,
    HAND,
    MAGIC,
    MEAN,
    MOVE,
    PILE,
    PLAYERS,
    PLUCK,
    PRINCESS,
    RANDOM,
    SWAP,
    SWORD,
    TRADE,
    WHITE,
)
from tobean.kernel.places import FRONT

if TYPE_CHECKING:
    from tobean.bots.merchant.temper import Temper
    from tobean.kernel.actions import Action
    from tobean.view.observation import Observation

ABILITIES: Final[dict[int, float]] = {PLUCK: 0.35, WHITE: 0.15, SWORD: 0.25, MAGIC: 0.1}
"""What the ability of a row is worth for the turns that the row lies there."""
SPELL: Final = 0.25
"""What a spell card is worth, early in the game."""
LONG: Final = 60.0
"""With so many cards to come it is early."""
STOLEN: Final = 0.4
"""What a card plucked from somebody is worth: one's own and theirs."""
ATTACKED: Final = 0.4
"""How likely somebody with thalers is attacked when a sword bean can be used."""
DRAWN: Final = 0.1
"""What a further card in hand is worth."""
SPELLS: Final[dict[int, float]] = {
    TRADE: 0.35, FIELD: 0.4, HAND: 0.3, PILE: 0.2, BEANS: 0.2, PLAYERS: 0.15, MOVE: 0.15, RANDOM: 0.25, FLOW: 0.2,
    ATTACK: 0.05, SWAP: 0.05,
}  # fmt: skip
"""What it is worth to activate a spell, where nothing more is known."""


def earliness(view: Observation) -> float:
    """1 early in the game, less and less when few cards are to come."""
    return min(1.0, to_come(view) / LONG)


@mypyc_attr(allow_interpreted_subclasses=True)
class MagicJudge(MarketJudge):
    """Values rows with their abilities, and acts of magic by the odds that all can see."""

    def __init__(self, view: Observation, temper: Temper) -> None:
        super().__init__(view, temper)
        self.early = earliness(view)

    def follow(self, view: Observation) -> bool:
        return earliness(view) == self.early and super().follow(view)

    # --- fields --------------------------------------------------------------------------------------------

    def pay(self, field: int, row: int) -> float:
        """A harvest of cape beans brings a spell as well (R9)."""
        found = super().pay(field, row)
        if kind_of(row) == CAPE and size_of(row) >= 2:
            found += SPELL * self.early
        return found

    def worth(self, field: int, row: int) -> float:
        found = super().worth(field, row)
        if row == EMPTY:
            return found
        kind = kind_of(row)
        if kind == CAPE:
            return found + SPELL * self.early * min(1.0, size_of(row) / 2)
        if kind == MEAN and size_of(row) >= MANY:
            return found + 0.4 * self.early
        return found + ABILITIES.get(kind, 0.0) * self.early

    def extra(self, seat: int) -> float:
        magic = self.view.component
        return SPELL * self.early * len(magic.spells[seat]) if isinstance(magic, Magic) else 0.0

    def threat(self, seat: int) -> float:
        """An attack takes princesses (R15): the more other thalers lie there, the less likely it finds one."""
        view = self.view
        thalers = view.thalers[seat]
        if seat == view.active or not thalers or not isinstance(view.agenda[-1], MagicPhase):
            return 0.0
        for row in view.fields[view.active]:
            if row and row[-1] == SWORD:
                return ATTACKED * thalers.count(PRINCESS) / len(thalers)
        return 0.0

    # --- acts ----------------------------------------------------------------------------------------------

    def special(self, action: Action) -> float | None:
        if isinstance(action, Use):
            return self.use(action)
        if isinstance(action, PlayMagic):
            freed = self.deals().own_gain(Stake((MAGIC,), (action.place,)), ())
            return self.spell(action.spell) + freed
        if isinstance(action, Activate):
            return self.spell(action.spell)
        if isinstance(action, Keep):
            return DRAWN / 2
        if isinstance(action, Choose):
            return self.shown(action.card, self.view.active)
        if isinstance(action, CounterAttack):
            return self.attack(self.view.active)
        return self.cast(action) if isinstance(action, Cast) else super().special(action)

    def use(self, action: Use) -> float:
        row = self.view.fields[self.view.seat][action.field]
        kind = row[-1]
        if kind == SWORD:
            return self.attack(action.target) * (1.5 if action.with_attack else 1.0)
        if kind == PLUCK:
            return STOLEN
        if kind == MEAN:
            return self.mean()
        if kind == WHITE:
            return DRAWN * (2.0 if len(row) >= MANY else 1.0)
        found = 0.0
        for spell in action.spells:
            found += self.spell(spell)
        return found

    def attack(self, target: int) -> float:
        """What an attack on this player brings on average (R15): the thaler piles lie open."""
        thalers = self.view.thalers[target]
        if not thalers:
            return 0.0
        found = 0.0
        for card in thalers:
            found += self.shown(card, target)
        return found / len(thalers)

    def shown(self, card: int, target: int) -> float:
        """What it brings that this thaler of the target is shown: a thaler won is one that somebody else has lost."""
        if card == PRINCESS:
            return 1.0 + 1.0 / (self.view.players - 1)
        if card == SWORD:
            own = self.view.thalers[self.view.seat]
            return -own.count(PRINCESS) / len(own) if own else 0.0
        if card == PLUCK:
            return -STOLEN
        return DRAWN if card == MAGIC else 0.01

    def mean(self) -> float:
        """What the others lose on average (R10): all but those who show the highest number."""
        losers = -1
        for seat in range(self.view.players):
            if seat != self.view.seat and self.view.thalers[seat]:
                losers += 1
        return 0.7 * max(0, losers) / (self.view.players - 1)

    def spell(self, spell: int) -> float:
        """What it is worth that an own spell lies face up."""
        rows = [row[-1] for row in self.view.fields[self.view.seat] if row]
        if spell == ATTACK and (SWORD in rows or MEAN in rows):
            return 0.35
        if spell == FLOW:
            return max(0.0, self.flow())
        return SPELLS[spell]

    def cast(self, action: Cast) -> float | None:
        if action.spell == HAND:
            return 2 * DRAWN
        if action.spell == TRADE:
            return 0.1 if action.without else 0.25
        if action.spell == PILE:
            return self.deals().own_gain(NOTHING, (self.view.discard[-1],))
        if action.spell == MOVE:
            return self.move(action)
        if action.spell == FLOW:
            return self.flow()
        if action.spell in (FIELD, BEANS):
            return None
        return SPELLS[action.spell]

    def flow(self) -> float:
        """The card flow is good when the front cards match what grows here (R21)."""
        found = 0.0
        farm = self.deals().farms[self.view.seat]
        for card in self.beans_in(self.view.hand):
            growth = farm.growth(card)
            if growth <= 0.0:
                break
            found += growth
        return found - 0.1

    def move(self, action: Cast) -> float:
        """What the fields are worth with the hand in the other order (R25)."""
        if min(action.number, action.to) > FRONT + 2:
            return 0.0
        hand = self.beans_in(self.view.hand)
        hand.insert(action.to, hand.pop(action.number))
        seat = self.view.seat
        farm: Farm = self.deals().farms[seat]
        return farm.value(due_cards(self.view, seat), hand) - self.deals().now[seat]
