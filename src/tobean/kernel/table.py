"""The table: the mutable state of a game, and the engine that advances it.

Theory of operation. The table is data; what happens next is determined by the agenda, a stack of steps. `apply` checks
an action (`check` is the only source of legality), carries it out, and then runs tasks until a decision is on top that
is not done. So the engine only stops where a player has to choose, and "at any time" (K8) means at every such stop. A
rejected action changes nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, final

from tobean.kernel.actions import TRADE_ACTIONS, Action, BuyField, GoOn, Harvest, MakeOffer
from tobean.kernel.base.seats import NO_SEAT, seat_name
from tobean.kernel.chance import Chance, ChanceNode, ChanceNodeReached, chance_from
from tobean.kernel.errors import BadInput, BadSeat, ChanceDecides, Illegal, StaleAction
from tobean.kernel.events import LAPSED
from tobean.kernel.message_args import SeatArg
from tobean.kernel.rules import NO_ACTIONS
from tobean.kernel.state.action_cache import FIELDS_BY_MASK, HARVEST_ACTIONS
from tobean.kernel.state.game_config import game_config
from tobean.kernel.state.harvest import check_harvest, harvest, harvestable
from tobean.kernel.state.position import Position, pack_position, unpack_position
from tobean.kernel.state.repr_hooks import REPR_HOOKS, summary
from tobean.kernel.trade.trade_rules import DEFAULT_TRADE_RULES, lapse_forbidden_offers

if TYPE_CHECKING:
    from tobean.kernel.agenda import Step
    from tobean.kernel.component import Component, Options
    from tobean.kernel.events import Event
    from tobean.kernel.rules import AnytimeRule, Result, Rules
    from tobean.kernel.state.game_config import GameConfig
    from tobean.kernel.trade.offers import Offer


@final
class Table(Position):
    """A game in progress, including what no player sees: the draw pile and the state of the random generator."""

    def __init__(
        self,
        config: GameConfig,
        chance: Chance,
        bag: list[int],
        stack: list[int],
        other: Position | None,
        component: Component | None,
    ) -> None:
        super().__init__(config.rules, config.players, config.options, other, component)
        self.config = config
        self.chance = chance
        self.bag = bag
        self.bag_size = 0
        self.stack = stack
        self.events: list[Event] | None = None
        self.explicit = False
        """Whether the table stops where chance decides."""
        self.node: ChanceNode | None = None
        """The chance node at which the table waits."""

    def clone(self) -> Table:
        """Return an independent table in the same state, without a list of events.

        Immutable parts are shared: the configuration and all tuples.
        """
        other = Table(
            self.config,
            self.chance.copy(),
            self.bag.copy(),
            self.stack.copy() if self.stack else self.stack,  # only popped from: an empty list can be shared
            self,
            None if self.component is None else self.component.copy(),
        )
        other.bag_size = self.bag_size
        if self.explicit:
            other.explicit = True
            other.node = self.node
        return other

    def adopt_state(self, other: Table) -> None:
        """Adopt the state of another table of the same game, except for its random generator and events."""
        self.adopt_position(other)
        self.bag = other.bag
        self.bag_size = other.bag_size
        self.stack = other.stack

    def __repr__(self) -> str:
        return f"<Table {summary(self)}>"

    def __str__(self) -> str:
        """Return the table text."""
        return REPR_HOOKS.text(self)

    def _repr_html_(self) -> str:
        """Return the drawing shown by notebooks."""
        return REPR_HOOKS.html(self)

    def __copy__(self) -> Table:
        return self.clone()

    def __eq__(self, other: object) -> bool:
        """Whether both are the same game in the same state, with the same random future. Events do not count."""
        return (
            isinstance(other, Table)
            and self.same_as(other)
            and self.bag == other.bag
            and self.stack == other.stack
            and self.chance == other.chance
            and self.node == other.node
        )

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle as plain numbers and lists as far as possible, for speed: tables are often sent between processes."""
        chance = self.chance
        more = None
        if (
            chance.script
            or chance.scripted_only
            or chance.drawn is not None
            or self.events is not None
            or self.explicit
        ):
            more = (chance, self.events, self.explicit, self.node)
        state = pack_position(self, self.config.phases)
        hidden = (self.bag, self.stack, int(chance.low), int(chance.carry), more)
        return restore_table, (self.rules, self.players, self.options, state, *hidden)

    # --- configuration -------------------------------------------------------------------------------------

    @property
    def anytime_rules(self) -> list[AnytimeRule]:
        """The rules for actions that are legal at any time, with the options of this table."""
        return self.config.anytime_rules

    @property
    def phases(self) -> list[Step]:
        """The steps of a turn, the last one first."""
        return self.config.phases

    @property
    def kinds(self) -> list[int]:
        """The kinds of beans in this game."""
        return self.config.kinds

    @property
    def requestable_kinds(self) -> list[int]:
        """The kinds that can be requested in trades (T6)."""
        return self.config.requestable_kinds

    @property
    def pays(self) -> list[list[int]]:
        """Thalers for a harvest, by kind and number of cards (K6)."""
        return self.config.pays

    @property
    def last_run_out(self) -> int:
        """The run-out at which the game ends (K10)."""
        return self.config.last_run_out

    @property
    def talk_limit(self) -> int:
        """Maximum number of offers and calls of each player in a turn (T8); negative if unlimited."""
        return self.config.talk_limit

    def set_talk_limit(self, limit: int) -> None:
        """Limit the offers and calls of each player in a turn from now on; a negative number means no limit.

        For hypothetical tables, as in a search. A real game uses the option `talk_limit`.
        """
        self.config = self.config.with_talk_limit(limit)
        self.options = self.config.options

    # --- chance --------------------------------------------------------------------------------------------

    def stop_at_chance(self) -> None:
        """Stop from now on where chance decides: see `at_chance`, `chance_outcomes` and `apply_chance`."""
        self.explicit = True
        self.chance.make_explicit()

    @property
    def at_chance(self) -> bool:
        """Whether the table waits for chance (only after `stop_at_chance`). No actions are possible until then."""
        return self.node is not None

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the possible outcomes, each a kind of card, with their probabilities; empty if none is awaited."""
        return [] if self.node is None else self.node.outcomes()

    def apply_chance(self, outcome: int) -> None:
        """Supply the outcome, and continue to the next decision or the next chance node."""
        node = self.node
        if node is None:
            raise BadInput("chance has nothing to decide now")
        node.check(outcome)
        self.apply_until_chance(node.action, (*node.outcomes_so_far, outcome))

    def apply_until_chance(self, action: Action | None, outcomes_so_far: tuple[int, ...]) -> None:
        """Apply an action (None: the initial deal) as far as the given outcomes reach."""
        work = self.clone()
        work.node = None
        work.explicit = False
        work.chance.script = list(reversed(outcomes_so_far))
        if self.events is not None:
            work.events = []
        try:
            if action is None:
                work.agenda.clear()
                work.rules.setup(work)
                work.advance()
            else:
                work.apply_trusted(action)
        except ChanceNodeReached as reached:
            self.node = ChanceNode(action, outcomes_so_far, reached.counts)
            return
        self.node = None
        self.adopt_state(work)
        if self.events is not None and work.events is not None:
            self.events.extend(work.events)
        if self.chance.drawn is not None:
            self.chance.drawn.extend(outcomes_so_far)

    def resume_random_chance(self, seed: int | str | Chance) -> None:
        """Stop at chance no longer: from now on a generator with this seed decides, as at other tables."""
        chance = chance_from(seed)
        node = self.node
        while node is not None:
            self.apply_chance(chance.pick(list(node.counts), sum(node.counts)))
            node = self.node
        chance.drawn = self.chance.drawn
        self.chance = chance
        self.explicit = False

    # --- state ---------------------------------------------------------------------------------------------

    @property
    def phase(self) -> int:
        """The phase of the turn, derived from the agenda; 0 when the game is over."""
        for index in range(len(self.agenda) - 1, -1, -1):
            phase = self.agenda[index].phase
            if phase:
                return phase
        return 0

    @property
    def draw_size(self) -> int:
        """Number of cards in the draw pile."""
        return self.bag_size + len(self.stack)

    @property
    def decision(self) -> Step:
        if not self.agenda:
            raise Illegal("K8", "The game is over: nothing can be done any more.")
        if self.node is not None:
            raise ChanceDecides("chance decides now: ask `chance_outcomes` and call `apply_chance`")
        return self.agenda[-1]

    @property
    def awaited(self) -> int:
        """The seat whose choice is awaited; NO_SEAT when the game is over or chance decides."""
        return self.decision.awaited(self) if self.agenda and self.node is None else NO_SEAT

    def may_act(self) -> list[int]:
        """Return the seats that can act now, the awaited one first.

        For drivers of the table, not for display: what a seat can do may depend on its secrets (I3).
        """
        if self.over or self.at_chance:
            return []
        first = self.awaited
        seats = [first]
        for step in range(1, self.players):
            seat = (first + step) % self.players
            if self.legal_actions(seat) or self.may_talk(seat):
                seats.append(seat)
        return seats

    def may_talk(self, seat: int) -> bool:
        """Whether this seat can make offers and calls now. They are too many to list: see `sample_offer`."""
        return bool(self.agenda) and self.node is None and self.decision.may_talk(self, seat)

    def result(self) -> Result:
        if not self.over:
            raise BadInput("the game is not over yet")
        return self.rules.score(self)

    # --- actions -------------------------------------------------------------------------------------------

    def check_seat(self, seat: int) -> None:
        if not 0 <= seat < self.players:
            raise BadSeat(
                "there is no seat {seat}: this table has seats 0 to {last} (A to {letter})",
                seat=seat,
                last=self.players - 1,
                letter=seat_name(self.players - 1),
            )

    def check(self, action: Action) -> None:
        """Raise `Illegal` with the rule that forbids the action, if any. This is the only source of legality."""
        self.check_seat(action.seat)
        decision = self.decision
        if isinstance(action, Harvest):
            check_harvest(self, action.seat, action.field, action.discards)
            return
        for rule in self.rules.anytime_rules:  # also those that an option disables: they explain their refusal
            if rule.handles(action):
                rule.check(self, action)
                return
        try:
            decision.check(self, action)
        except Illegal as error:
            better = self.more_specific_error(action, error)
            if better is None:
                raise
            raise better from error

    def more_specific_error(self, action: Action, error: Illegal) -> Illegal | None:
        """Return an error that explains better than the open decision that something is over, or None."""
        if isinstance(action, TRADE_ACTIONS) and self.trading_is_over():
            return Illegal("T8", "Trading is over in this turn.")
        if isinstance(action, BuyField):  # in games that sell fields, an anytime rule has handled it
            rule = self.rules.buying_rule or self.rules.fields_rule_of(self.players)
            return Illegal(rule, "No field is for sale in this game.")
        if isinstance(action, GoOn) and not self.decision.can_go_on:
            return Illegal(error.rule, "There is no need to go on here: another decision is open.")
        return None

    def trading_is_over(self) -> bool:
        """Whether the game has trading and it has ended in this turn."""
        return any(step.is_trading for step in self.phases) and not any(step.is_trading for step in self.agenda)

    def apply(self, action: Action, ply: int = -1) -> None:
        """Apply an action. If `ply` is given and is not the number of actions so far, `StaleAction` is raised."""
        if ply >= 0 and ply != self.ply:
            raise StaleAction(
                "this action was meant for ply {ply}, but the table is at ply {now}", ply=ply, now=self.ply
            )
        self.check(action)
        self.apply_trusted(action)

    def apply_trusted(self, action: Action) -> None:
        """Apply an action that is known to be legal because it was listed or sampled at this very table.

        For search and playouts. Any other action must go through `apply`.
        """
        if self.explicit:
            if self.node is not None:
                raise ChanceDecides("chance decides now: ask `chance_outcomes` and call `apply_chance`")
            self.apply_until_chance(action, ())
            return
        self.apply_legal(self.agenda[-1], action)

    def apply_legal(self, decision: Step, action: Action) -> Step | None:
        """Apply a legal action to the open decision, at a table that does not stop at chance.

        Returns the next decision, or None when the game is over.
        """
        self.ply += 1
        if isinstance(action, Harvest):
            harvest(self, action.seat, action.field, action.discards)
        elif not self.apply_anytime_action(action):
            decision.take(self, action)
        next_decision = self.advance()
        if self.offers and self.rules.trade_rules is not DEFAULT_TRADE_RULES:
            lapse_forbidden_offers(self)
        return next_decision

    def apply_anytime_action(self, action: Action) -> bool:
        """Apply the action if an anytime rule handles it; returns whether one did."""
        for rule in self.anytime_rules:
            if rule.handles(action):
                rule.take(self, action)
                return True
        return False

    def advance(self) -> Step | None:
        """Run tasks until a player has to decide; returns that decision, or None when the game is over."""
        while self.agenda:
            step = self.agenda[-1]
            if step.is_decision:
                if not step.done(self):
                    return step
                self.agenda.pop()
            else:
                self.agenda.pop()
                step.run(self)
        return None

    def finish(self) -> None:
        """End play and go on to the final harvest."""
        self.agenda.clear()
        self.agenda.append(self.rules.final)

    def record_lapsed_offers(self, before: tuple[Offer, ...]) -> None:
        """Add an event for each of the offers that is no longer open."""
        if self.events is not None and len(self.offers) < len(before):
            remaining = [offer.number for offer in self.offers]
            for offer in before:
                if offer.number not in remaining:
                    self.events.append(LAPSED.of(seat=offer.seat, offer=offer.number))

    def legal_actions(self, seat: int) -> list[Action]:
        """List all legal actions of this seat, except for those that are open-ended: offers and calls (see `may_talk`,
        `sample_offer`), and harvests with a chosen order of discards (K12).
        """
        self.check_seat(seat)
        if not self.agenda or self.node is not None:
            return []
        decision = self.agenda[-1]
        actions = decision.list_actions(self, seat)
        harvests = HARVEST_ACTIONS[seat]
        for field in FIELDS_BY_MASK[harvestable(self, decision, seat)]:
            actions.append(harvests[field])
        extra = self.anytime_actions(seat)
        if extra:
            actions.extend(extra)
        return actions

    def anytime_actions(self, seat: int) -> list[Action]:
        """Return the seat's actions under anytime rules, without harvests. The list must not be modified."""
        actions = NO_ACTIONS
        for rule in self.anytime_rules:
            listed = rule.list_actions(self, seat)
            if listed:
                actions = actions + listed if actions else listed
        return actions

    def count_anytime_actions(self, seat: int) -> int:
        """Return the number of `anytime_actions`."""
        count = 0
        for rule in self.anytime_rules:
            count += rule.count_actions(self, seat)
        return count

    def anytime_action_at(self, seat: int, index: int) -> Action:
        """Return the action at this index of `anytime_actions`."""
        for rule in self.anytime_rules:
            count = rule.count_actions(self, seat)
            if index < count:
                return rule.action_at(self, seat, index)
            index -= count
        raise IndexError("anytime action index out of range")

    def sample_action(self, seat: int, chance: Chance) -> Action:
        """Sample one of the seat's actions: any listed one or, while trading, an offer or a call."""
        self.check_seat(seat)
        decision = self.decision
        if seat != decision.awaited(self) and not self.may_talk(seat) and not self.legal_actions(seat):
            raise Illegal("O1", "{seat} has nothing to decide now.", seat=SeatArg(seat))
        return decision.sample(self, seat, chance)

    def sample_offer(self, seat: int, chance: Chance, small: bool = True) -> MakeOffer:
        """Sample a legal offer of this seat: a small one, of at most two cards for two kinds, or else any legal one,
        counter-offers included. Call `may_talk` first.
        """
        self.check_seat(seat)
        if not self.may_talk(seat):
            raise Illegal("T8", "{seat} cannot make offers now.", seat=SeatArg(seat))
        return self.decision.sample_offer(self, seat, chance, small)

    def allows(self, action: Action) -> bool:
        """Whether this action is legal now."""
        try:
            self.check(action)
        except (Illegal, ChanceDecides):
            return False
        return True


def restore_table(
    rules: Rules,
    players: int,
    options: Options,
    state: list[Any],
    bag: list[int],
    stack: list[int],
    low: int,
    carry: int,
    more: tuple[Chance, list[Event] | None, bool, ChanceNode | None] | None,
) -> Table:
    config = game_config(rules, players, options)
    table = Table(config, Chance(low, carry), bag, stack, None, None)
    unpack_position(state, table, config.phases)
    table.bag_size = sum(bag)
    if more is not None:
        table.chance, table.events, table.explicit, table.node = more
    return table
