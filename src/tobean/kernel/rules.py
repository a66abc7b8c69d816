"""The rules of a game as one value: everything in which games differ."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from mypy_extensions import mypyc_attr

from tobean.kernel.base.seats import seat_name
from tobean.kernel.base.value_object import reduce_dataclass
from tobean.kernel.cards import KIND_OF
from tobean.kernel.errors import GameNotInstalled
from tobean.kernel.state.field_rules import DEFAULT_FIELD_RULES, FieldRules
from tobean.kernel.state.harvest import FINAL_HARVEST
from tobean.kernel.trade.trade_rules import DEFAULT_TRADE_RULES, TradeRules

if TYPE_CHECKING:
    from collections.abc import Callable

    from tobean.kernel.actions import Action
    from tobean.kernel.agenda import Step
    from tobean.kernel.cards import Bean, Extra
    from tobean.kernel.component import Component, Options
    from tobean.kernel.table import Table


NO_ACTIONS: Final[list[Action]] = []
"""A shared empty list, never modified."""


@mypyc_attr(allow_interpreted_subclasses=True)
class AnytimeRule:
    """A class of actions that may be legal at every decision, such as buying a field. Harvests are separate."""

    def enabled(self, options: Options) -> bool:
        """Whether the options of this table allow these actions at all."""
        return True

    def handles(self, action: Action) -> bool:
        return False

    def check(self, table: Table, action: Action) -> None:
        """Raise `Illegal` unless the action may be taken now."""

    def take(self, table: Table, action: Action) -> None:
        """Carry out an action that passed `check`."""

    def list_actions(self, table: Table, seat: int) -> list[Action]:
        """List the legal actions of this seat. The list must not be modified."""
        return NO_ACTIONS

    def count_actions(self, table: Table, seat: int) -> int:
        """Return the number of actions that `list_actions` lists; a game may count them without creating them."""
        return len(self.list_actions(table, seat))

    def action_at(self, table: Table, seat: int, index: int) -> Action:
        """Return the action at this index of `list_actions`."""
        return self.list_actions(table, seat)[index]

    def is_publicly_possible(self, table: Table, seat: int) -> bool:
        """Whether this seat could act now as far as the other players know. Depends on public facts only (I3)."""
        return bool(self.list_actions(table, seat))


@dataclass(frozen=True)
class Option:
    """A setting that is chosen when a game is set up."""

    name: str
    default: int | bool | None
    meaning: str
    rule: str

    def __reduce__(self) -> tuple[Any, ...]:
        return reduce_dataclass(self)


@dataclass(frozen=True)
class Result:
    """The outcome of a game."""

    thalers: tuple[int, ...]
    winners: tuple[int, ...]
    ranks: tuple[int, ...]
    """1 for the best rank; ties share a rank. A rival takes a rank too."""
    rival: str = ""
    """The name of a scripted player, if there is one. It wins if no seat does."""
    rival_thalers: int = 0
    """The rival's score."""
    parts: tuple[tuple[int, ...], ...] = ()
    """For each seat the parts of its score, where the rules count several things. Their sum is the seat's `thalers`."""

    def __repr__(self) -> str:
        return f"<Result {self}>"

    def __str__(self) -> str:
        """Format as `A 12, B 9; winner A`, or with parts as `A 16 (15 + 1), B 9 (9 + 0); winner A`.

        A rival is listed by its name: `A 12; rival 20; winner rival`.
        """
        thalers = ", ".join([f"{seat_name(seat)} {self.thalers_text(seat)}" for seat in range(len(self.thalers))])
        rival = f"{self.rival} {self.rival_thalers}; " if self.rival else ""
        return f"{thalers}; {rival}winner {self.winner_text()}"

    def thaler_parts_text(self, seat: int) -> str:
        """Return the parts of a seat's thalers as a sum, `15 + 1`; "" without parts."""
        if not self.parts:
            return ""
        first, *others = self.parts[seat]
        return str(first) + "".join([f" - {-part}" if part < 0 else f" + {part}" for part in others])

    def thalers_text(self, seat: int) -> str:
        """Return the thalers of a seat, followed by their parts where there are some: `16 (15 + 1)`."""
        return f"{self.thalers[seat]} ({self.thaler_parts_text(seat)})" if self.parts else str(self.thalers[seat])

    def winner_text(self) -> str:
        """Return the letters of the winning seats, or the name of the rival."""
        return ", ".join([seat_name(seat) for seat in self.winners]) or self.rival

    def __reduce__(self) -> tuple[Any, ...]:
        return reduce_dataclass(self)


@dataclass(frozen=True)
class Rules:
    """A game of the family. Variants are made with `dataclasses.replace`."""

    name: str
    title: str
    edition: str
    """The printed rulebook, and the revision of its interpretation here."""
    prefixes: tuple[str, ...]
    """The letters of the rule numbers that apply to this game."""
    beans: tuple[Bean, ...]
    players: tuple[int, ...]
    fields: tuple[int, ...]
    """Initial number of fields per player, for each entry of `players`."""
    hand_size: int
    last_run_out: tuple[int, ...]
    """The run-out that ends the game, for each entry of `players`."""
    turn: tuple[Step, ...]
    """The phases of a turn, in order."""
    setup: Callable[[Table], None]
    score: Callable[[Table], Result]
    display_order: int = 0
    """Rank among the built-in games, from 1; installed games are listed after them."""
    max_fields: int = 0
    """Maximum number of fields of a player; 0 if it never exceeds the initial number."""
    opens_field: bool | str = True
    """Whether players can gain fields, up to `max_fields`; or the name of the option by which they can."""
    turns: tuple[tuple[Step, ...], ...] = ()
    """The phases for each entry of `players`, if they differ."""
    nested_steps: tuple[type[Step], ...] = ()
    """Steps other than phases that can be on the agenda at a decision. A table text may contain no others."""
    fields_rule: str = ""
    """Number of the rule that determines the number of fields."""
    fields_rules: tuple[str, ...] = ()
    """`fields_rule` for each entry of `players`, if the rules differ."""
    planting_rule: str = ""
    """Number of the rule for planting from the hand, cited by refusals of `PlantFromHand`."""
    trading_rule: str = ""
    """Number of the rule for phase 2, cited by refusals of `Trading`."""
    due_cards_rule: str = ""
    """Number of the rule for planting cards that are due, cited by refusals of `PlantDue`."""
    buying_rule: str = ""
    """Number of the rule that says in which games fields are for sale, cited where they are not; "": `fields_rule`."""
    options: tuple[Option, ...] = ()
    extras: tuple[Extra, ...] = ()
    """The cards that are not beans."""
    effect_section: str = ""
    """The section of card-set files for beans that pay nothing and have an effect instead; "" if there are none."""
    card_set: str = ""
    """The custom card set of these rules as JSON; "" for the built-in cards."""
    anytime_rules: tuple[AnytimeRule, ...] = field(default=())
    hand_extras: tuple[int, ...] = ()
    """Kinds of hand cards that are not beans."""
    final: Step = FINAL_HARVEST
    """The step that ends the game."""
    cards_dealt: tuple[int, ...] = ()
    """Number of cards dealt to all players together, for each entry of `players`, if not all get `hand_size`."""
    component: Callable[[int, Options], Component] | None = None
    """Creates the component for a number of players and the options of the table."""
    field_rules: FieldRules = DEFAULT_FIELD_RULES
    """Rules for the fields that accept a card, and for harvests."""
    trade_rules: TradeRules = DEFAULT_TRADE_RULES
    """Additional rules for deals, and their effects."""
    discards: Callable[[Table, int, int, tuple[int, ...]], str] | None = None
    """Checks the order in which the owner of a field discards these cards; the rest become thalers. Returns the rule
    that forbids it, or "". None: where the kinds differ, the cards that the harvest discards anyway may be put in any
    order (K12).
    """
    after_harvest: Callable[[Table, int, int, tuple[int, ...]], None] | None = None
    """Called after a harvest with the seat, the field, and its cards before the harvest."""
    before_new_pile: Callable[[Table], None] | None = None
    """Called between a run-out and the new draw pile."""
    back: Callable[[int], int] | None = None
    """The back of a hand card as the other players see it. None: all backs are alike."""

    def __repr__(self) -> str:
        return f"<Rules of {self.title}: {self.edition}>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle a registered game by its name and card set, a variant with all its attributes."""
        for find in RULES_LOOKUPS:
            rules = find(self.name, self.card_set)
            if rules is self or rules == self:
                return restore_rules, (self.name, self.card_set)
        return reduce_dataclass(self)

    def __hash__(self) -> int:
        return hash((self.name, self.card_set))

    @property
    def field_capacity(self) -> int:
        """Maximum number of fields of any player."""
        return max(self.max_fields, *self.fields)

    def initial_fields(self, players: int) -> int:
        return self.fields[self.players.index(players)]

    def cards_dealt_to(self, players: int) -> int:
        """Return the number of cards dealt to all players together."""
        return self.cards_dealt[self.players.index(players)] if self.cards_dealt else players * self.hand_size

    def most_fields(self, players: int, options: Options) -> int:
        """Return the maximum number of fields of a player at a table with these options."""
        opens = options.get(self.opens_field) if isinstance(self.opens_field, str) else self.opens_field
        fewest = self.initial_fields(players)
        return max(self.max_fields, fewest) if opens else fewest

    @property
    def card_count(self) -> int:
        """Number of cards that can be in hands, which is also the maximum size of a hand."""
        return sum([bean.count for bean in self.beans]) + len(self.hand_extras)

    @property
    def all_kinds(self) -> list[int]:
        """The kinds of all cards: beans, the kinds under which beans are requested, and other cards."""
        kinds = [bean.kind for bean in self.beans]
        kinds += [KIND_OF[kind] for kind in kinds]
        kinds += [extra.kind for extra in self.extras]
        return list(dict.fromkeys([*kinds, *self.hand_extras]))

    @property
    def kind_index(self) -> dict[int, int]:
        """The index of each kind in `all_kinds`: consecutive numbers from 0, for arrays."""
        return {kind: number for number, kind in enumerate(self.all_kinds)}

    def knows_step(self, step: Step, players: int) -> bool:
        """Whether such a step can be on the agenda of this game."""
        return type(step) in self.nested_steps or any(type(step) is type(phase) for phase in self.turn_steps(players))

    def fields_rule_of(self, players: int) -> str:
        """Return the rule that determines the number of fields for this number of players."""
        return self.fields_rules[self.players.index(players)] if self.fields_rules else self.fields_rule

    def turn_steps(self, players: int) -> tuple[Step, ...]:
        """Return the phases of a turn for this number of players."""
        return self.turns[self.players.index(players)] if self.turns else self.turn


RULES_LOOKUPS: Final[list[Callable[[str, str], Rules | None]]] = []
"""Functions that find rules by name and card set. `tobean.games`, which the kernel cannot import, registers its own."""


def restore_rules(name: str, card_set: str) -> Rules:
    """Unpickle rules by their name."""
    for find in RULES_LOOKUPS:
        rules = find(name, card_set)
        if rules is not None:
            return rules
    raise GameNotInstalled(name)
