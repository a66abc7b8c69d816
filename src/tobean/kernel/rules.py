"""A game is a value: everything that makes it different, in one place."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import mypyc_attr

from tobean.kernel.cards import KIND_OF
from tobean.kernel.errors import GameNotInstalled
from tobean.kernel.phases.field_rules import DEFAULT_FIELD_RULES, FieldRules
from tobean.kernel.phases.turn import FINAL_HARVEST
from tobean.kernel.state.seats import seat_name
from tobean.kernel.state.value_object import reduce_dataclass
from tobean.kernel.trade.trade_rules import DEFAULT_TRADE_RULES, TradeRules

if TYPE_CHECKING:
    from collections.abc import Callable

    from tobean.kernel.actions import Action
    from tobean.kernel.agenda import Step
    from tobean.kernel.cards import Bean, Extra
    from tobean.kernel.component import Component, Options
    from tobean.kernel.table import Table


NO_ACTIONS: Final[list[Action]] = []
"""An empty list to share; nobody puts anything into it."""


@mypyc_attr(allow_interpreted_subclasses=True)
class AnytimeRule:
    """Something that may be done at every decision, by whoever the rules allow, besides harvesting."""

    def enabled(self, options: dict[str, int | bool | None]) -> bool:
        """Do the options of this table allow it at all?"""
        return True

    def handles(self, action: Action) -> bool:
        return False

    def check(self, table: Table, action: Action) -> None:
        """Raise `Illegal` unless the action may be taken now."""

    def take(self, table: Table, action: Action) -> None:
        """Carry out an action that `check` let pass."""

    def options(self, table: Table, seat: int) -> list[Action]:
        return NO_ACTIONS

    def count(self, table: Table, seat: int) -> int:
        """How many `options` there are; a game may count many of them without making them."""
        return len(self.options(table, seat))

    def option(self, table: Table, seat: int, index: int) -> Action:
        """The one at this place among the `options`."""
        return self.options(table, seat)[index]

    def opens_field(self, table: Table) -> bool:
        """Can a player come to have a further field by it?"""
        return False

    def is_publicly_possible(self, table: Table, seat: int) -> bool:
        """Could this seat do it now, as far as the others can tell? Decided on public facts only (I3)."""
        return bool(self.options(table, seat))


@dataclass(frozen=True)
class Option:
    """A choice that is made when a game is set up."""

    name: str
    default: int | bool | None
    meaning: str
    rule: str

    def __reduce__(self) -> tuple[Any, ...]:
        return reduce_dataclass(self)


@dataclass(frozen=True)
class Result:
    """How a game ended."""

    thalers: tuple[int, ...]
    winners: tuple[int, ...]
    ranks: tuple[int, ...]
    """1 for the best place; shared places get the same number. A rival takes a place too."""
    rival: str = ""
    """What a scripted player is called, if there is one. It wins if no seat does."""
    rival_thalers: int = 0
    """What counts for the rival."""
    parts: tuple[tuple[int, ...], ...] = ()
    """For each seat the numbers that make up its thalers, where the rules count several things; `ranked` adds them."""

    def __repr__(self) -> str:
        return f"<Result {self}>"

    def __str__(self) -> str:
        """`A 12, B 9; winner A`, with parts `A 16 (15 + 1), B 9 (9 + 0); winner A`.

        With a rival called so it is `A 12; rival 20; winner rival`.
        """
        return self.text([self.amount(seat) for seat in range(len(self.thalers))])

    def without_parts(self) -> str:
        """The same text with the totals alone."""
        return self.text([str(count) for count in self.thalers])

    def text(self, amounts: list[str]) -> str:
        thalers = ", ".join([f"{seat_name(seat)} {amount}" for seat, amount in enumerate(amounts)])
        rival = f"{self.rival} {self.rival_thalers}; " if self.rival else ""
        return f"{thalers}; {rival}winner {self.winner_text()}"

    def sum_of(self, seat: int) -> str:
        """The parts of a seat's thalers as a sum, `15 + 1`; "" without parts."""
        if not self.parts:
            return ""
        first, *others = self.parts[seat]
        return str(first) + "".join([f" - {-part}" if part < 0 else f" + {part}" for part in others])

    def amount(self, seat: int) -> str:
        """The thalers of a seat, followed by their parts where there are some: `16 (15 + 1)`."""
        return f"{self.thalers[seat]} ({self.sum_of(seat)})" if self.parts else str(self.thalers[seat])

    def winner_text(self) -> str:
        """Who has won: the letters of the seats, or the rival."""
        return ", ".join([seat_name(seat) for seat in self.winners]) or self.rival

    def __reduce__(self) -> tuple[Any, ...]:
        return reduce_dataclass(self)


@dataclass(frozen=True)
class Rules:
    """A game of the family. Variants are made with `dataclasses.replace`."""

    name: str
    title: str
    edition: str
    """Which printed rulebook, and which version of our reading of it."""
    prefixes: tuple[str, ...]
    """The letters of the rule numbers that hold in this game."""
    beans: tuple[Bean, ...]
    players: tuple[int, ...]
    fields: tuple[int, ...]
    """How many fields each has at the beginning, for each entry of `players`."""
    hand_size: int
    last_run_out: tuple[int, ...]
    """At which run-out the game ends, for each entry of `players`."""
    turn: tuple[Step, ...]
    """The phases of a turn, in order."""
    setup: Callable[[Table], None]
    score: Callable[[Table], Result]
    display_order: int = 0
    """Where it stands among the games of the house, from 1; installed games stand behind them."""
    max_fields: int = 0
    """How many fields a player can come to have; 0: never more than at the beginning."""
    turns: tuple[tuple[Step, ...], ...] = ()
    """The phases for each entry of `players`, if they are not always those of `turn`."""
    nested_steps: tuple[type[Step], ...] = ()
    """Steps that may lie on the agenda beside the phases while somebody decides. A table text may name no others."""
    fields_rule: str = "B1"
    """The rule that says how many fields there are."""
    fields_rules: tuple[str, ...] = ()
    """The same for each entry of `players`, if it is not always the same rule."""
    options: tuple[Option, ...] = ()
    extras: tuple[Extra, ...] = ()
    """The cards that are not beans."""
    effect_section: str = ""
    """What card sets call those of its beans that pay nothing and do something instead; "": there are none."""
    card_set: str = ""
    """The card set of one's own that these rules are played with, as JSON; empty for the cards we know of."""
    anytime_rules: tuple[AnytimeRule, ...] = field(default=())
    hand_extras: tuple[int, ...] = ()
    """Cards in hands that are not beans."""
    final: Step = FINAL_HARVEST
    """What happens when nothing more is played."""
    component: Callable[[int, Options], Component] | None = None
    """Makes the component for a number of players and the options of the table."""
    field_rules: FieldRules = DEFAULT_FIELD_RULES
    """Which fields take a card, and when they may be harvested."""
    trade_rules: TradeRules = DEFAULT_TRADE_RULES
    """Further rules for deals, and what a deal brings."""
    discards: Callable[[Table, int, int, tuple[int, ...]], str] | None = None
    """May the owner discard these cards of this field in this order, the rest becoming thalers? The rule that forbids
    it, or "". None: where the kinds differ, any order of those that the harvest discards anyway (K12)."""
    after_harvest: Callable[[Table, int, int, tuple[int, ...]], None] | None = None
    """What else a harvest brings: seat, field, and the row as it was."""
    before_new_pile: Callable[[Table], None] | None = None
    """What happens between a run-out and the new draw pile."""
    back: Callable[[int], int] | None = None
    """How the back of a hand card looks to the others. None: all alike."""

    def __repr__(self) -> str:
        return f"<Rules of {self.title}: {self.edition}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """A game that can be found travels as its name and its card set, a variant as all that it is."""
        for find in RULES_LOOKUPS:
            found = find(self.name, self.card_set)
            if found is self or found == self:
                return restore_rules, (self.name, self.card_set)
        return reduce_dataclass(self)

    def __hash__(self) -> int:
        return hash((self.name, self.card_set))

    @property
    def field_capacity(self) -> int:
        """How many fields there can be before any player."""
        return max(self.max_fields, *self.fields)

    def initial_fields(self, players: int) -> int:
        """The number of fields that each of so many players has at the beginning."""
        return self.fields[self.players.index(players)]

    @property
    def card_count(self) -> int:
        """How many cards there are that can be in hands: no hand has more."""
        return sum([bean.count for bean in self.beans]) + len(self.hand_extras)

    @property
    def all_kinds(self) -> list[int]:
        """The kinds of all cards: beans, what beans count as, and the others."""
        kinds = [bean.kind for bean in self.beans]
        kinds += [KIND_OF[kind] for kind in kinds]
        kinds += [extra.kind for extra in self.extras]
        return list(dict.fromkeys([*kinds, *self.hand_extras]))

    @property
    def kind_index(self) -> dict[int, int]:
        """The place of each kind in `all_kinds`: numbers from 0 on without a gap, for arrays."""
        return {kind: number for number, kind in enumerate(self.all_kinds)}

    def knows_step(self, step: Step, players: int) -> bool:
        """Can such a step lie on the agenda of this game?"""
        return type(step) in self.nested_steps or any(type(step) is type(phase) for phase in self.turn_steps(players))

    def fields_rule_of(self, players: int) -> str:
        """The rule that says how many fields there are with so many players."""
        return self.fields_rules[self.players.index(players)] if self.fields_rules else self.fields_rule

    def turn_steps(self, players: int) -> tuple[Step, ...]:
        """The phases of a turn with so many players."""
        return self.turns[self.players.index(players)] if self.turns else self.turn


RULES_LOOKUPS: Final[list[Callable[[str, str], Rules | None]]] = []
"""Whoever knows games by their names and card sets: tobean.games, which lies above."""


def restore_rules(name: str, card_set: str) -> Rules:
    """Rules that were pickled by their name."""
    for find in RULES_LOOKUPS:
        rules = find(name, card_set)
        if rules is not None:
            return rules
    raise GameNotInstalled(name)
