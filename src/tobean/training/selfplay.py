"""Games that bots play to learn from: positions as a seat saw them, and how the game ended for it.

A shard is some games, and depends on the plan and its number alone, so that it can be played anywhere. Of a game are
written down: positions at the beginning of turns as all seats see them, positions after an act as the one sees them
who acted and, after a deal, the partner; and offers, with whether they were accepted. Some of the players differ a
little from the usual ones, and all make a mistake now and then, so that nets also see what good players avoid.

A rehearsed game is played by what its own judge thinks alone, many times as quickly: a first part with mistakes, then
an act that is tried out. What follows is how good that act is, and only that is written down.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from struct import pack
from typing import TYPE_CHECKING, Final, NamedTuple

from tobean.bots.game_knowledge import judge_for, knowledge_of
from tobean.bots.match import play_to_end
from tobean.bots.mendel.acceptance_features import offer_features
from tobean.bots.mendel.features import position_features
from tobean.bots.mendel.value_net import outcome, table_after
from tobean.bots.merchant.merchant import Merchant
from tobean.bots.merchant.parameters import DEFAULT_PARAMETERS, MerchantParameters
from tobean.bots.merchant.proposals import best_proposals
from tobean.bots.merchant.valuation.deal_value import DealEvaluator, Stake
from tobean.bots.registry import bot_named
from tobean.games import new_game
from tobean.kernel.actions import Accept, Action, Decline, EndTrading, MakeOffer
from tobean.kernel.chance import chance_from
from tobean.kernel.errors import BadInput
from tobean.kernel.trade.trade_rules import DEFAULT_TRADE_RULES
from tobean.view.observation import observe

if TYPE_CHECKING:
    from tobean.bots.base import Bot
    from tobean.kernel.chance import Chance
    from tobean.kernel.table import Table
    from tobean.view.observation import Observation

TURN: Final = 0
ACT: Final = 1
OFFER: Final = 2
"""What a row is about: a position at the beginning of a turn, one after an act, an offer."""
KEPT_OFFERS: Final = 0.4
MAX_MISTAKE_OFFERS: Final = 8
"""A mistake may be one of so many offers."""
FAST_SHARD_GAMES: Final = 500
FAST_ACTION_SHARE: Final = 0.06
"""Where games are rehearsed: how many are in a shard, and which share of their acts is written down."""


@dataclass(frozen=True)
class Plan:
    """What is played."""

    game: str
    players: tuple[int, ...]
    """How many play: one of these numbers in each game."""
    bots: tuple[str, ...]
    """By whom: one of these at each seat."""
    seed: str
    games: int = 20
    """In a shard."""
    mistakes: float = 0.03
    """How often somebody does just anything."""
    variety: float = 0.5
    """How many of the merchants differ from the usual one."""
    turns: float = 0.5
    acts: float = 0.15
    """The share of the turns, and of the acts, that are written down."""
    rehearsed: bool = False
    """Are games rehearsed rather than played by bots?"""


class Row(NamedTuple):
    """What is written down of one moment."""

    game: int
    seat: int
    ply: int
    about: int
    margin: float
    glory: float
    """How the game ended for the seat; of an offer, 1 if it was accepted."""
    features: bytes
    """Numbers of 16 bits, the lower byte first."""


def shard_rows(plan: Plan, number: int) -> list[Row]:
    """All rows of a shard."""
    rows: list[Row] = []
    for game in range(number * plan.games, (number + 1) * plan.games):
        rows.extend(fast_selfplay_rows(plan, game) if plan.rehearsed else GameRecorder(plan, game).rows())
    return rows


def fast_selfplay_rows(plan: Plan, game: int) -> list[Row]:
    """All rows of a game that is rehearsed."""
    seed = f"{plan.seed} {plan.game} {game}"
    table = new_game(plan.game, Random(seed).choice(plan.players), seed)
    found = knowledge_of(plan.game).fast_selfplay(table, chance_from(f"{seed} rehearsed"), plan.mistakes, plan.acts)
    if found is None:
        raise BadInput("{game} is not played quickly enough to be rehearsed", game=plan.game)
    outcomes = [outcome(table, seat) for seat in range(table.players)]
    return [Row(game, seat, ply, ACT, *outcomes[seat], pack_features(features)) for seat, ply, features in found]


class NoisyBot:
    """A bot that now and then does something else."""

    def __init__(self, bot: Bot, rng: Random, mistakes: float) -> None:
        self.name = bot.name
        self.bot = bot
        self.rng = rng
        self.mistakes = mistakes

    def choose(self, view: Observation, actions: list[Action], chance: Chance) -> Action:
        if len(actions) > 1 and self.rng.random() < self.mistakes:
            return self.rng.choice([*actions, *self.offers(view, actions)])
        return self.bot.choose(view, actions, chance)

    def volunteer(self, view: Observation, actions: list[Action], chance: Chance) -> Action | None:
        return self.bot.volunteer(view, actions, chance)

    def offers(self, view: Observation, actions: list[Action]) -> list[Action]:
        """Some that one could make."""
        if not view.may_talk or not any(isinstance(action, EndTrading) for action in actions):
            return []
        table = judge_for(view, DEFAULT_PARAMETERS)
        if view.rules.trade_rules is not DEFAULT_TRADE_RULES:
            return []
        return [proposal.offer for proposal in best_proposals(DealEvaluator(view, table))[:MAX_MISTAKE_OFFERS]]


def varied_parameters(rng: Random) -> MerchantParameters:
    """A merchant's constants, a little different."""
    return replace(
        DEFAULT_PARAMETERS,
        horizon=DEFAULT_PARAMETERS.horizon * rng.uniform(0.8, 1.3),
        margin=DEFAULT_PARAMETERS.margin * rng.uniform(0.3, 2.0),
        kindness=rng.uniform(0.0, 0.4),
        envy=rng.uniform(0.0, 0.15),
        empty_field_value=DEFAULT_PARAMETERS.empty_field_value * rng.uniform(0.7, 1.5),
    )


class GameRecorder:
    """Lets one game be played, and writes down."""

    def __init__(self, plan: Plan, game: int) -> None:
        self.plan = plan
        self.game = game
        seed = f"{plan.seed} {plan.game} {game}"
        self.rng = Random(seed)
        self.players = self.rng.choice(plan.players)
        self.chance = chance_from(f"{seed} bots")
        self.table = new_game(plan.game, self.players, seed, talk_limit=8)
        self.knowledge = knowledge_of(plan.game)
        self.found: list[tuple[int, int, int, list[int]]] = []
        self.open_offers: dict[int, tuple[int, int, list[int]]] = {}
        """Offers that lie on the table, by their number."""
        self.offers: list[Row] = []

    def rows(self) -> list[Row]:
        bots = [self.create_bots() for _ in range(self.players)]
        play_to_end(self.table, bots, self.chance, self.play)
        self.close_offers()
        outcomes = [outcome(self.table, seat) for seat in range(self.players)]
        found = [
            Row(self.game, seat, ply, about, *outcomes[seat], pack_features(features))
            for seat, ply, about, features in self.found
        ]
        return [*found, *self.offers]

    def create_bots(self) -> NoisyBot:
        bot = bot_named(self.rng.choice(self.plan.bots))
        if type(bot) is Merchant and self.rng.random() < self.plan.variety:
            bot = Merchant(varied_parameters(self.rng))
        return NoisyBot(bot, self.rng, self.plan.mistakes if self.rng.random() < 0.7 else 0.0)

    def play(self, action: Action) -> None:
        """What happens at the table."""
        table, rng = self.table, self.rng
        turn = table.turn
        seats = [action.seat]
        kept = rng.random() < self.plan.acts
        if isinstance(action, Accept):
            offer = next(offer for offer in table.offers if offer.number == action.number)
            self.close_offer(action.number, 1.0)
            seats.append(offer.seat)
        elif isinstance(action, MakeOffer):
            self.note_offer(action)
            kept = False
        elif isinstance(action, Decline):
            kept = False
        if kept:
            self.note_act(action, seats)
        table.apply(action)
        if table.turn != turn:
            self.close_offers()
            if not table.over and rng.random() < self.plan.turns:
                self.note_turn()

    # --- positions -----------------------------------------------------------------------------------------

    def note_act(self, action: Action, seats: list[int]) -> None:
        table = self.table
        own = self.knowledge.features_after(observe(table, action.seat), [action], self.luck_of_own())
        if own is not None:
            self.found.append((action.seat, table.ply, ACT, own[0]))
            return
        then = table_after(table, action)
        if not then.over:
            for seat in seats:
                self.found.append((seat, table.ply, ACT, position_features_bytes(then, seat)))

    def luck_of_own(self) -> Chance:
        return chance_from(self.rng.getrandbits(32))

    def note_turn(self) -> None:
        table = self.table
        if self.knowledge.features_after(observe(table, 0), [], self.luck_of_own()) is None:
            for seat in range(self.players):
                self.found.append((seat, table.ply, TURN, position_features_bytes(table, seat)))

    # --- offers --------------------------------------------------------------------------------------------

    def note_offer(self, offer: MakeOffer) -> None:
        if self.rng.random() < KEPT_OFFERS:
            view = observe(self.table, offer.seat)
            evaluator = DealEvaluator(view, judge_for(view, DEFAULT_PARAMETERS))
            own = evaluator.own_gain(Stake(offer.cards, offer.places), offer.wants)
            self.open_offers[self.table.offer_count + 1] = (
                offer.seat,
                self.table.ply,
                offer_features(evaluator, offer, own),
            )

    def close_offer(self, number: int, accepted: float) -> None:
        if number in self.open_offers:
            seat, ply, found = self.open_offers.pop(number)
            self.offers.append(Row(self.game, seat, ply, OFFER, 0.0, accepted, pack_features(found)))

    def close_offers(self) -> None:
        for number in list(self.open_offers):
            self.close_offer(number, 0.0)


def position_features_bytes(table: Table, seat: int) -> list[int]:
    return position_features(judge_for(observe(table, seat), DEFAULT_PARAMETERS))


def pack_features(features: list[int]) -> bytes:
    return pack(f"<{len(features)}h", *features)
